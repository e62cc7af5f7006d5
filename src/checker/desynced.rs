//! What is known of a match whose position is not: behind a gap, a deviation, or a choice that nothing tells.

use super::Checker;
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::referee::{After, Awaits};

/// The position is unknown: lines are held by their form, and by what each seat was sent and answered since.
#[derive(Clone, Copy)]
pub(super) struct Desynced {
    /// How many lines were checked for their form.
    pub(super) lines: usize,
    /// Seats that were sent their last message.
    pub(super) finished: Seats,
    /// Seats that were sent a message since lines were left out; all of them where none were. What another writes may have crossed an
    /// end that is not shown.
    pub(super) told: Seats,
    /// Seats that may have an answer on the way.
    pub(super) open: Seats,
    /// What each seat was sent last, until it answers.
    pub(super) after: [After; MAX_SEATS],
    /// It is unknown since no message tells a choice of the judge: no line is lacking.
    pub(super) is_choice_untold: bool,
    /// The line before was a gap, which may have cut a message.
    pub(super) is_after_gap: bool,
}

impl Checker<'_> {
    /// From here on the position is unknown, if it was not before. Every seat may have an answer on the way.
    pub(super) fn desync(&mut self) -> &mut Desynced {
        let (referee, open) = (&self.referee, self.view.seats);
        self.desynced.get_or_insert_with(|| Desynced {
            lines: 0,
            finished: match referee.awaits() {
                Awaits::Exit { seats, .. } => {
                    let told = |seat: &Seat| referee.owes(*seat).is_none();
                    seats.iter().filter(told).collect()
                }
                _ => Seats::NONE,
            },
            told: self.view.seats,
            open,
            after: [After::Anything; MAX_SEATS],
            is_choice_untold: false,
            is_after_gap: false,
        })
    }
}
