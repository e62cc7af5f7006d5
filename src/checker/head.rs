//! A log whose header says that the head is missing: the handshake, or the start of it.

use super::Checker;
use crate::clock::Micros;
use crate::game::Seats;
use crate::games::erased::AnyReferee;
use crate::referee::{Awaits, Fact, Observation};
use crate::transcript::{Body, Entry, Event};

impl<'a> Checker<'a> {
    /// Takes what the log has of the handshake; before any other line the rest of the handshake is played. Where that does not come
    /// next either, more is missing, and the position is unknown.
    pub(super) fn greet(&mut self, entry: &Entry<'a>, number: usize, body: &Body<'a>) {
        let is_greeting = is_greeting(&*self.referee);
        // How a program ends says nothing of where in the game the log begins.
        let is_first = self.lines == 1 + self.ends_at_start;
        if is_first && matches!(entry, Entry::Event(_, Event::Died(_) | Event::Closed)) {
            self.ends_at_start += 1;
        }
        let is_awaited = match *entry {
            Entry::Told(to, text) => {
                let mut ahead = self.referee.fork();
                ahead
                    .told(to, &mut std::iter::once(text), self.view.unseen, number)
                    .is_ok()
            }
            // An answer to a later message, which is missing as well.
            Entry::Said(seat, text, _)
                if is_first && self.referee.owes(seat).is_some() && !text.starts_with(b"OK") =>
            {
                false
            }
            // The message that it answers is missing.
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
        if !is_awaited && (is_greeting || is_first) {
            let before = self.referee.fork();
            skip_head(&mut self.referee, self.view.seats, self.view.unseen);
            if is_first && !self.is_next(entry, number, body) {
                self.referee = before;
                let desynced = self.desync();
                desynced.leave_out();
                desynced.lines = 1;
            }
        }
        self.omits_head = is_awaited && is_greeting;
    }

    /// A seat that answers before the log has a message to it was asked in the head.
    pub(super) fn ask_in_head(&mut self, entry: &Entry<'a>) {
        let (seat, answers) = match *entry {
            Entry::Told(seat, _) => (seat, false),
            Entry::Said(seat, ..) | Entry::Event(seat, Event::Silent(_) | Event::Flood) => {
                (seat, true)
            }
            _ => return,
        };
        let own = Seats::only(seat);
        if answers && self.asked_in_head.contains(seat) && self.asked().contains(seat) {
            self.referee.forget(own);
        }
        self.asked_in_head = self.asked_in_head.without(own);
    }

    /// True for a line that can come here: a message that is due, or an answer to one that was told.
    fn is_next(&self, entry: &Entry<'a>, number: usize, body: &Body<'a>) -> bool {
        match *entry {
            Entry::Told(to, text) => {
                self.referee.hides_step(to, text, self.view.unseen)
                    || self.is_due(self.referee.fork(), to, text, number, body)
            }
            Entry::Said(seat, ..) => {
                self.referee.awaits().ask(seat).is_some() && self.referee.owes(seat).is_none()
            }
            _ => true,
        }
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

/// Plays the handshake that is missing from a log: every step that has one legal answer.
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
