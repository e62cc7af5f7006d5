//! What is known of a match whose position is not: after a head that has lost more than the handshake, a gap, a deviation, or a choice
//! that nothing tells.

use super::Checker;
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::referee::{After, Awaits};

/// The position is unknown: lines are held by their form, and by what each seat was sent and answered since.
#[derive(Clone, Copy)]
pub(super) struct Desynced {
    /// How many lines were checked for their form.
    pub(super) lines: usize,
    /// Seats that were sent a message since lines are missing: what another writes may have crossed an end that is not shown. `None`:
    /// no line is missing.
    pub(super) told: Option<Seats>,
    /// Seats that may have an answer on the way.
    pub(super) open: Seats,
    /// The last message to each seat, until it answers; its last message of all stays.
    after: [After; MAX_SEATS],
    /// The line before was a gap, which may have cut a message.
    pub(super) is_after_gap: bool,
}

impl Desynced {
    /// The last message to this seat, if it has not answered yet.
    pub(super) fn after(&self, seat: Seat) -> After {
        self.after[seat.index()]
    }

    /// True for a seat that was sent its last message.
    pub(super) fn is_finished(&self, seat: Seat) -> bool {
        self.after(seat) == After::Last
    }

    /// Notes that the seat was sent this.
    pub(super) fn sent(&mut self, seat: Seat, what: After) {
        if !self.is_finished(seat) {
            self.after[seat.index()] = what;
        }
        if what != After::Last {
            self.open.insert(seat);
        }
    }

    /// Notes that the seat has answered; false where nothing of it was to come.
    pub(super) fn answered(&mut self, seat: Seat) -> bool {
        if !self.is_finished(seat) {
            self.after[seat.index()] = After::Anything;
        }
        self.open.remove(seat)
    }

    /// Notes that lines are missing here.
    pub(super) fn leave_out(&mut self) {
        self.told = Some(Seats::NONE);
        for after in self.after.iter_mut().filter(|own| **own != After::Last) {
            *after = After::Anything;
        }
    }
}

impl Checker<'_> {
    /// From here on the position is unknown, if it was not before. Every seat may have an answer on the way.
    pub(super) fn desync(&mut self) -> &mut Desynced {
        let (referee, open) = (&self.referee, self.view.seats);
        self.desynced.get_or_insert_with(|| {
            let mut after = [After::Anything; MAX_SEATS];
            if let Awaits::Exit { seats, .. } = referee.awaits() {
                for seat in seats.iter().filter(|seat| referee.owes(*seat).is_none()) {
                    after[seat.index()] = After::Last;
                }
            }
            Desynced {
                lines: 0,
                told: None,
                open,
                after,
                is_after_gap: false,
            }
        })
    }
}
