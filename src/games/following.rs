//! Follows a judge's messages to one seat with the referee, message by message, so that a bot knows the position and its legal answers.
//!
//! A check of the whole log does what the referee alone cannot tell.

use super::erased::{AnyReferee, Variant};
use crate::game::{Bot, Seat, Seats};
use crate::referee::{Fact, Observation};

/// The referee of one seat's game, as far as that seat knows it.
pub struct Follower {
    seat: Seat,
    unseen: Seats,
    referee: Box<dyn AnyReferee>,
    /// The beginning of a message of several lines.
    pending: Vec<String>,
    /// Messages and answers so far.
    mark: usize,
}

/// The result of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineResult {
    /// A message that was due ends with it.
    Message,
    /// The message may go on.
    Within,
    /// The referee alone cannot tell what it means.
    Lost,
}

impl Follower {
    /// Follows from here on: nothing is owed to the seat that it has not been told.
    pub fn new(seat: Seat, seats: Seats, referee: Box<dyn AnyReferee>) -> Follower {
        Follower {
            seat,
            unseen: seats.without(Seats::only(seat)),
            referee,
            pending: Vec::new(),
            mark: 0,
        }
    }

    /// The other seats, of which this one sees no answers.
    pub fn unseen(&self) -> Seats {
        self.unseen
    }

    /// The referee after the last message or answer.
    pub fn referee(&self) -> &dyn AnyReferee {
        &*self.referee
    }

    /// Takes a line that the judge sent to the seat.
    pub fn told(&mut self, line: &str) -> LineResult {
        self.pending.push(line.to_string());
        self.mark += 1;
        let mut is_dry = false;
        let mut lines = self.pending.iter().map(|line| line.as_bytes());
        let mut next = std::iter::from_fn(|| {
            let line = lines.next();
            is_dry |= line.is_none();
            line
        });
        // Only a whole message is worth a copy of the referee: a list has hundreds of lines.
        if self.referee.shows_clocks(self.seat, &mut next).is_err() {
            return if is_dry {
                LineResult::Within
            } else {
                LineResult::Lost
            };
        }
        let mut ahead = self.referee.fork();
        let mut lines = self.pending.iter().map(|line| line.as_bytes());
        let told = ahead.told(self.seat, &mut lines, self.unseen, self.mark);
        if told != Ok(None) {
            return LineResult::Lost;
        }
        ahead.forget(self.unseen);
        self.referee = ahead;
        self.pending.clear();
        LineResult::Message
    }

    /// Takes the seat's own answer; false where the referee does not take it, or finds a fault in it.
    pub fn answered(&mut self, answer: &[u8]) -> bool {
        self.mark += 1;
        let faults = self.referee.verdict().faults.len();
        let fact = Fact::Observed {
            seat: self.seat,
            what: Observation::Lines(answer),
            took: None,
        };
        let is_taken = self.referee.take(fact, self.mark).is_ok();
        self.referee.forget(self.unseen);
        is_taken && self.referee.verdict().faults.len() == faults
    }
}

/// A bot for any game whose messages show its seat what is legal: it gives the first legal answer of the list.
pub struct FollowingBot {
    variant: Box<dyn Variant>,
    /// The lines of the first message.
    first: Vec<String>,
    follower: Option<Follower>,
}

impl FollowingBot {
    /// A bot before the first message.
    pub fn new(variant: Box<dyn Variant>) -> FollowingBot {
        FollowingBot {
            variant,
            first: Vec::new(),
            follower: None,
        }
    }

    /// Takes a line; the first message tells the seat.
    fn told(&mut self, line: &str) -> LineResult {
        if let Some(follower) = &mut self.follower {
            return follower.told(line);
        }
        self.first.push(line.to_string());
        let lines: Vec<&[u8]> = self.first.iter().map(|line| line.as_bytes()).collect();
        // The message may go on.
        let Some(seat) = self.variant.seat_told(&lines, Seat(0)) else {
            return LineResult::Within;
        };
        let seats = Seats::first(self.variant.seats());
        let mut follower = Follower::new(seat, seats, self.variant.referee());
        let mut result = LineResult::Within;
        for line in &self.first {
            result = follower.told(line);
        }
        if result == LineResult::Message {
            self.follower = Some(follower);
        }
        result
    }
}

impl Bot for FollowingBot {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        if self.told(line) == LineResult::Lost {
            return false;
        }
        let Some(follower) = &mut self.follower else {
            return true;
        };
        let (seat, referee) = (follower.seat, follower.referee());
        if referee.awaits().is_over() {
            return false;
        }
        if referee.owes(seat).is_some() || referee.awaits().ask(seat).is_none() {
            return true;
        }
        let Some(answer) = referee.replies(seat).into_iter().next() else {
            return false;
        };
        follower.answered(answer.as_bytes());
        *say += &answer;
        say.push('\n');
        true
    }
}
