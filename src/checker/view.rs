//! The view of a log: what it shows by its nature, whatever happened in its match.

use crate::game::Seats;
use crate::transcript::{Line, Transcript};

/// The nature of a log. What it does not show by its nature accuses nobody.
#[derive(Clone, Copy)]
pub(crate) struct View {
    /// The seats of the game.
    pub(crate) seats: Seats,
    /// The seats whose lines the log has.
    pub(crate) seen: Seats,
    /// The other seats. Messages to them are hidden steps.
    pub(crate) unseen: Seats,
    /// The times were taken beside the programs, so they prove nobody late.
    pub(crate) own_clock: bool,
    /// The handshake, or the start of it, is missing.
    pub(crate) omits_head: bool,
    /// Lines are missing at the end.
    pub(crate) omits_tail: bool,
    /// The log is what one seat wrote, without the messages that it was sent: nobody knows what that answers.
    pub(crate) omits_messages: bool,
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
            omits_messages: omits_messages(transcript, seats),
        }
    }
}

/// True for what one seat of several wrote, or for how its program ended, without a message: the header names that seat alone.
fn omits_messages(transcript: &Transcript<'_>, seats: Seats) -> bool {
    let header = &transcript.header;
    let is_of_one = header.seats.map_or(seats.len(), |named| named.len()) == 1;
    if header.is_answers || !is_of_one {
        return false;
    }
    let has = |is_it: fn(&Line<'_>) -> bool| transcript.body().any(|line| is_it(&line));
    let is_partial = seats.len() > 1 || !has(|line| line.said().is_some());
    is_partial && !has(|line| line.told().is_some() || line.is_gap())
}
