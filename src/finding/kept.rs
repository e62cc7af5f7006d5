//! The game of a log of answers in other forms: with every message, and ply by ply.

#[cfg(feature = "files")]
use super::Finding;
use crate::game::Seat;
use crate::params::Ms;
use crate::referee::FaultKind;
use crate::transcript::{Entry, Event, Writer};

/// An answer of the game itself, or a failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Whose.
    pub seat: Seat,
    /// The answer; none: the seat failed without one, or in the handshake.
    pub text: Option<String>,
    /// The time counted for it.
    pub took: Option<Ms>,
    /// The class of the fault that put the seat out.
    pub fault: Option<FaultKind>,
}

/// The game in other forms, which are written while its answers are followed; empty unless they are asked for.
#[derive(Clone, Default)]
pub struct Kept {
    /// With every message.
    pub log: Writer,
    /// The answers alone.
    pub moves: Writer,
    /// The answers of the game itself, and who failed.
    pub plies: Vec<Ply>,
    /// The log's line of each line that was followed; of a record, of each step.
    pub lines: Vec<usize>,
}

impl Kept {
    #[cfg(feature = "files")]
    /// The log's line that shows a finding; after its end where none does.
    pub(crate) fn line(&self, finding: &Finding) -> usize {
        self.line_of(finding).unwrap_or(usize::MAX - 1)
    }

    #[cfg(feature = "files")]
    /// The log's line that shows a finding.
    pub(crate) fn line_of(&self, finding: &Finding) -> Option<usize> {
        let step = finding.line.checked_sub(1)?;
        self.lines.get(step).copied()
    }

    /// Steps as they stand.
    pub(crate) fn copy(&mut self, steps: &[Entry<'_>]) {
        for step in steps {
            self.log.entry(step);
            self.moves.entry(step);
        }
    }

    /// These steps were followed, of which this is the first.
    pub(crate) fn followed(&mut self, first: Option<Entry<'_>>, steps: &[Entry<'_>]) {
        match first {
            Some(Entry::Failed(seat, _)) => {
                // Its line is made here: no line of the record shows how it failed.
                self.log
                    .note(&format!("seat {seat} failed here, by the record's word"));
                self.lines.push(self.log.lines());
            }
            Some(choice @ Entry::Chosen(_)) => {
                self.moves.entry(&choice);
                self.lines.push(self.log.lines());
            }
            _ => {
                let before = self.log.lines();
                self.copy(steps);
                self.lines
                    .extend(before + 1..=self.log.lines().max(before + 1));
            }
        }
    }

    pub(crate) fn event(&mut self, seat: Seat, event: Event<'_>) {
        self.log.event(seat, event);
        self.moves.event(seat, event);
    }
}
