//! Follows a judge's messages to one seat with the referee, message by message, so that a bot knows the position and its legal answers.
//!
//! A check of the whole log does what the referee alone cannot tell.

use super::erased::AnyReferee;
use crate::game::{Seat, Seats};
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
