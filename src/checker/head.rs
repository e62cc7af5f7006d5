//! A log whose header says that the head is left out: the handshake, or the start of it.

use super::Checker;
use crate::clock::Micros;
use crate::game::Seats;
use crate::games::erased::AnyReferee;
use crate::referee::{Awaits, Fact, Observation};
use crate::transcript::{Entry, Event};

impl Checker<'_> {
    /// Takes what the log has of the handshake; before any other line the rest of the handshake is played.
    pub(super) fn greet(&mut self, entry: &Entry<'_>, number: usize) {
        let is_greeting = is_greeting(&*self.referee);
        let is_awaited = match *entry {
            Entry::Told(to, text) => {
                let mut ahead = self.referee.fork();
                ahead
                    .told(to, &mut std::iter::once(text), self.view.unseen, number)
                    .is_ok()
            }
            // What it answers is left out.
            Entry::Said(seat, ..) | Entry::Event(seat, Event::Silent(_) | Event::Flood)
                if is_greeting =>
            {
                self.referee.forget(Seats::only(seat));
                true
            }
            Entry::Event(..) => is_greeting,
            Entry::Gap => is_greeting,
            _ => false,
        };
        if !is_awaited && (is_greeting || self.lines == 1) {
            skip_head(&mut self.referee, self.view.seats, self.view.unseen);
        }
        self.omits_head = is_awaited && is_greeting;
    }
}

/// True where every seat that is asked has one legal answer, `OK`.
pub(super) fn is_greeting(referee: &dyn AnyReferee) -> bool {
    matches!(referee.awaits(), Awaits::Replies(asks) if asks.iter().all(|ask| referee.replies(ask.seat) == ["OK"]))
}

/// Plays the handshake of these seats.
pub(super) fn skip_greeting(referee: &mut dyn AnyReferee, seats: Seats) {
    referee.forget(seats);
    for seat in seats.iter() {
        if !is_greeting(referee) {
            return;
        }
        // Each of them is asked for this answer.
        let _ = referee.take(
            Fact::Observed {
                seat,
                what: Observation::Lines(b"OK"),
                took: Some(Micros(0)),
            },
            0,
        );
    }
}

/// Plays the handshake that a log leaves out: every step that has one legal answer.
pub(crate) fn skip_head(referee: &mut Box<dyn AnyReferee>, seats: Seats, unseen: Seats) {
    loop {
        referee.forget(seats);
        let Awaits::Replies(asks) = referee.awaits() else {
            return;
        };
        let seat = asks[0].seat;
        let replies = referee.replies(seat);
        let [only] = &replies[..] else { return };
        let fact = Fact::Observed {
            seat,
            what: Observation::Lines(only.as_bytes()),
            took: Some(Micros(0)),
        };
        let before = referee.fork();
        if referee.take(fact, 0).is_err() {
            *referee = before;
            return;
        }
        // The last step of the handshake makes the first real message due, which the log has.
        let Awaits::Replies(asks) = referee.awaits() else {
            return;
        };
        if referee.replies(asks[0].seat).len() != 1 {
            referee.forget(unseen);
            return;
        }
    }
}
