//! The view of a log: what it shows by its nature, whatever happened in its match.

use crate::game::Seats;
use crate::transcript::Transcript;

/// The nature of a log. What it does not show by its nature accuses nobody.
#[derive(Clone, Copy)]
pub(crate) struct View {
    /// The seats of the game.
    pub(crate) seats: Seats,
    /// Those whose lines the log has.
    pub(crate) seen: Seats,
    /// The others. Messages to them are hidden steps.
    pub(crate) unseen: Seats,
    /// Its times were taken beside the programs, so they prove nobody late.
    pub(crate) own_clock: bool,
    /// The handshake, or the start of it, is left out.
    pub(crate) omits_head: bool,
    /// Lines are left out at the end.
    pub(crate) omits_tail: bool,
}

impl View {
    /// The view of this log of a game of so many seats.
    pub(crate) fn new(transcript: &Transcript<'_>, seats: usize) -> View {
        let (header, seats) = (&transcript.header, Seats::first(seats));
        let seen = header.seats.unwrap_or_else(|| transcript.seats(seats));
        View {
            seats,
            seen,
            unseen: seats.without(seen),
            own_clock: header.own_clock,
            omits_head: header.omits_head,
            omits_tail: header.omits_tail,
        }
    }
}
