//! What is still to come: in the rest of a log, and in a game from where it stands.

use super::stream::Recorded;
use crate::game::Seat;
use crate::games::erased::AnyReferee;
use crate::referee::{Awaits, Fact, Heard};
use crate::transcript::{Body, Entry};

/// Steps after which a game that was played on is left.
const LONGEST: usize = 4096;

/// Whether this seat is told anything in the rest of a log.
pub(super) fn is_told(mut rest: Body<'_>, seat: Seat) -> bool {
    rest.any(|line| matches!(line.entry, Ok(Entry::Told(to, _)) if to == seat))
}

/// Whether anything more will be asked of this seat, as two ways to play on show: everybody gives the first answer, or the last.
pub(super) fn will_ask(referee: &dyn AnyReferee, seat: Seat) -> bool {
    [false, true].into_iter().any(|last| asks(referee.fork(), seat, last))
}

fn asks(mut referee: Box<dyn AnyReferee>, seat: Seat, last: bool) -> bool {
    for _ in 0..LONGEST {
        let taken = match referee.awaits() {
            Awaits::Verdict | Awaits::Exit { .. } => return false,
            Awaits::Choice => referee.choose(&mut Recorded::new(Vec::new()), 0),
            Awaits::Clock(seats) => match seats.iter().next() {
                Some(seat) => referee.take(Fact::Clock { seat, took: None }, 0),
                None => return false,
            },
            Awaits::Replies(asks) if asks.iter().any(|ask| ask.seat == seat) => return true,
            Awaits::Replies(asks) => {
                let other = asks[0].seat;
                let mut replies = referee.replies(other);
                let reply = if last { replies.pop() } else { replies.into_iter().next() };
                let what = reply.as_ref().map_or(Heard::Unlogged, |reply| Heard::Lines(reply.as_bytes()));
                referee.take(Fact::Heard { seat: other, what, took: None }, 0)
            }
        };
        if taken.is_err() {
            return false;
        }
    }
    false
}
