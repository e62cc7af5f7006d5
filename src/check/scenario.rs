//! The house of a conformance run: opponents that pick among the legal answers by the choice stream.

use crate::arena::live::House;
use crate::clock::Micros;
use crate::game::{Bot, Seat, Seats};
use crate::games::erased::AnyReferee;
use crate::params::Ms;
use crate::referee::{Awaits, Fact, Heard, Stream};
use crate::scenario::Opponent;

/// Opponents at every seat that the candidate does not take.
pub struct Opponents {
    seats: Seats,
    kind: Opponent,
    bots: Vec<Box<dyn Bot>>,
    said: String,
}

impl Opponents {
    /// Opponents of this kind; `bots` are the reference bots by seat, for the kind that asks them.
    pub fn new(seats: Seats, kind: Opponent, bots: Vec<Box<dyn Bot>>) -> Opponents {
        Opponents { seats, kind, bots, said: String::new() }
    }

    fn choose(
        &mut self,
        referee: &dyn AnyReferee,
        seat: Seat,
        replies: &[String],
        stream: &mut dyn Stream,
    ) -> Option<String> {
        let any = |stream: &mut dyn Stream| replies.get(stream.pick(replies.len())).cloned();
        match self.kind {
            Opponent::Any => any(stream),
            Opponent::First => replies.first().cloned(),
            Opponent::Last => replies.last().cloned(),
            Opponent::Eager => {
                let wins = replies.iter().find(|reply| wins(referee, seat, reply)).cloned();
                wins.or_else(|| any(stream))
            }
            // Zero, the end of a shrunk stream, keeps to the bot.
            Opponent::Reference if stream.pick(8) == 7 => any(stream),
            Opponent::Reference => {
                let said = self.said.lines().next_back().map(str::to_string);
                said.filter(|said| replies.contains(said)).or_else(|| any(stream))
            }
            Opponent::Failing if replies.len() > 1 && stream.pick(8) == 7 => None,
            Opponent::Failing => any(stream),
        }
    }
}

impl House for Opponents {
    fn seats(&self) -> Seats {
        self.seats
    }

    fn told(&mut self, seat: Seat, message: &str) {
        if let (Opponent::Reference, Some(bot)) = (self.kind, self.bots.get_mut(seat.index())) {
            self.said.clear();
            for line in message.split('\n') {
                bot.hear(line, &mut self.said);
            }
        }
    }

    fn answer(&mut self, referee: &dyn AnyReferee, seat: Seat, stream: &mut dyn Stream) -> (Option<String>, Micros) {
        let replies = referee.replies(seat);
        let took = pace(referee, seat, stream);
        (self.choose(referee, seat, &replies, stream), took)
    }
}

/// A plausible time: mostly a few milliseconds, now and then a large part of what is left, never more.
fn pace(referee: &dyn AnyReferee, seat: Seat, stream: &mut dyn Stream) -> Micros {
    let Awaits::Replies(asks) = referee.awaits() else { return Micros(0) };
    let budget = asks.iter().find(|ask| ask.seat == seat).map_or(0, |ask| ask.budget.0) as usize;
    let most = if stream.pick(16) == 15 { budget / 4 } else { (budget / 200).min(60) };
    Micros::from(Ms(stream.pick(most + 1) as u64))
}

/// True where this answer ends the game in the seat's favour.
fn wins(referee: &dyn AnyReferee, seat: Seat, reply: &str) -> bool {
    let mut ahead = referee.fork();
    let fact = Fact::Heard { seat, what: Heard::Lines(reply.as_bytes()), took: Some(Micros(0)) };
    ahead.take(fact, 0).is_ok() && ahead.verdict().outcome.is_some_and(|outcome| outcome.winner() == Some(seat))
}
