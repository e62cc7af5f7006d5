//! Hypotheses: things that a log may hide.

use crate::game::{Seat, Seats};

/// Something that a file does not show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Hypothesis {
    /// The judge takes notice at once of a seat that it has asked nothing; or else when it asks the seat, when it tells the seat
    /// the end, or where nothing else explains a message.
    NoticesAtOnce,
    /// The judge takes notice, before this line, of seats that it has asked nothing.
    Notices(usize),
    /// The judge read this answer together with what its seat did right after it, so the seat failed instead of answering.
    NoticesWith(usize),
    /// The handshake of these seats was over before the first line.
    Greeted(Seats),
    /// The seat had failed before this line. The line may be its own answer, which then came too late.
    Failed {
        /// The seat.
        seat: Seat,
        /// A line before the deviation that this is to explain, or its line.
        line: usize,
    },
    /// The seat was asked before this line, which is its answer, and the message is missing from the file.
    Asked {
        /// The seat.
        seat: Seat,
        /// The answer.
        line: usize,
    },
}

impl Hypothesis {
    /// The line before which it holds; `None`: it holds from the start.
    pub(crate) fn line(self) -> Option<usize> {
        match self {
            Hypothesis::NoticesAtOnce | Hypothesis::Greeted(_) => None,
            Hypothesis::Notices(line) | Hypothesis::NoticesWith(line) => Some(line),
            Hypothesis::Failed { line, .. } | Hypothesis::Asked { line, .. } => Some(line),
        }
    }

    /// Moves this hypothesis to a log whose lines have other numbers.
    pub(crate) fn place(&mut self, number: impl Fn(usize) -> usize) {
        match self {
            Hypothesis::NoticesAtOnce | Hypothesis::Greeted(_) => {}
            Hypothesis::Notices(line)
            | Hypothesis::NoticesWith(line)
            | Hypothesis::Failed { line, .. }
            | Hypothesis::Asked { line, .. } => *line = number(*line),
        }
    }

    /// True for one that excuses by what somebody did, or by what is missing from the file; the others say how to read it.
    pub(crate) fn is_supposed(self) -> bool {
        matches!(self, Hypothesis::Failed { .. } | Hypothesis::Asked { .. })
    }
}
