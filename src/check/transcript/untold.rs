//! Failures that a log need not show: an answer that was late, where no time stands beside it, and the end of a program.

use super::Check;
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::referee::{Fact, Observation};
use crate::transcript::{Entry, Line, Transcript};

/// A failure that is supposed.
#[derive(Clone, Copy)]
pub(super) struct Supposed {
    pub(super) seat: Seat,
    /// Its late answer, or the line before which its program had ended.
    pub(super) line: usize,
}

/// What can have led to a message that is wrong as the log stands: the end of a seat's program, or a late answer whose time is
/// not told. A seat of which the log tells more later has not failed.
pub(super) fn suppositions(
    transcript: &Transcript<'_>,
    wrong: usize,
    seats: Seats,
) -> Vec<Supposed> {
    let (mut answers, mut after, mut told) = ([None; MAX_SEATS], [None; MAX_SEATS], Seats::NONE);
    let mut answered = None;
    for line in transcript.body() {
        if let Some(seat) = answered.take() {
            after[Seat::index(seat)] = Some(line.number);
        }
        match line.entry() {
            Ok(Entry::Said(seat, _, took)) if line.number < wrong && seats.contains(seat) => {
                let is_timed = took.is_some() && !transcript.header.own_clock;
                answers[seat.index()] = Some(line.number).filter(|_| !is_timed);
                answered = Some(seat);
            }
            Ok(Entry::Told(seat, _)) if line.number >= wrong && seats.contains(seat) => {
                told.insert(seat)
            }
            _ => {}
        }
    }
    let may_have_failed: Vec<Seat> = seats.iter().filter(|&seat| !told.contains(seat)).collect();
    let all = |seat: Seat| {
        [Some(wrong), after[seat.index()], answers[seat.index()]]
            .into_iter()
            .flatten()
    };
    may_have_failed
        .into_iter()
        .flat_map(|seat| all(seat).map(move |line| Supposed { seat, line }))
        .collect()
}

impl<'a> Check<'a> {
    /// Takes the failures before this line; true where it is itself an answer that counts for nothing.
    pub(super) fn suppose(&mut self, line: &Line<'a>) -> bool {
        let mut is_void = false;
        for Supposed { seat, line: number } in self.supposed.clone() {
            if number != line.number {
                continue;
            }
            let fact = Fact::Observed {
                seat,
                what: Observation::Unlogged,
                took: None,
            };
            // Where nothing of the kind is possible, the line is what it was.
            let is_taken = self.referee.take(fact, number).is_ok();
            self.faults = self.referee.verdict().faults.len();
            is_void |= is_taken && line.said().is_some_and(|(by, ..)| by == seat);
        }
        is_void
    }
}
