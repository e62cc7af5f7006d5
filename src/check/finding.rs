//! What the check of a transcript finds, and how far it went.

use crate::clause::Breach;
use crate::game::{Seat, Seats};
use crate::referee::{FaultKind, Verdict};
use crate::transcript::{END_WHOLE, LogError};
use std::fmt;

/// Who broke the clause of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Culprit {
    /// This seat, by a fault of this class.
    Seat(Seat, FaultKind),
    /// The judge.
    Judge,
    /// The file itself.
    Log,
}

/// A clause broken in a transcript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Line of the file, from 1.
    pub line: usize,
    /// Who broke it.
    pub culprit: Culprit,
    /// The clause; its span counts from the start of the file's line, its mark is an earlier line of the file.
    pub breach: Breach,
}

impl fmt::Display for Culprit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Culprit::Seat(seat, _) => write!(f, "seat {seat}"),
            Culprit::Judge => f.write_str("judge"),
            Culprit::Log => f.write_str("log"),
        }
    }
}

impl Finding {
    /// True where the clause's level makes it an error.
    pub fn is_error(&self, strict: bool) -> bool {
        strict || self.breach.clause.is_must()
    }
}

impl From<LogError> for Finding {
    fn from(error: LogError) -> Finding {
        Finding { line: error.line, culprit: Culprit::Log, breach: error.breach }
    }
}

/// How far a transcript went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// To the end of its game.
    Whole,
    /// Its header says that the tail is missing.
    NoTail,
    /// There was a gap; this many lines after it were checked for their form alone.
    Gap(usize),
    /// To a point where its game may be over: no message tells these seats the end.
    Open,
    /// It stops before the end and does not say so.
    Cut,
    /// There are no lines at all.
    Empty,
    /// It was read up to the first contradiction.
    Contradicted,
}

/// The result of a check in one word, and its exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// No clause is broken as far as it goes.
    Conforms = 0,
    /// A clause is broken.
    Violates = 1,
    /// The check could not tell.
    Unknown = 2,
}

impl Conclusion {
    /// Of a check that went so far; some clause is broken or none.
    pub(crate) fn of(extent: Extent, is_broken: bool) -> Conclusion {
        match extent {
            _ if is_broken => Conclusion::Violates,
            Extent::Cut | Extent::Empty => Conclusion::Unknown,
            _ => Conclusion::Conforms,
        }
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["conforms", "violates", "could not tell"][*self as usize])
    }
}

/// A checked transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Clauses broken, in the order of the lines.
    pub findings: Vec<Finding>,
    /// How far it went.
    pub extent: Extent,
    /// The referee's verdict; its outcome is open where the game was not followed to its end.
    pub verdict: Verdict,
    /// Body lines read.
    pub lines: usize,
    /// Seats whose lines the log has.
    pub seen: Seats,
}

impl Checked {
    /// The result of the check; under `strict`, warnings count as errors.
    pub fn conclusion(&self, strict: bool) -> Conclusion {
        Conclusion::of(self.extent, self.findings.iter().any(|finding| finding.is_error(strict)))
    }
}

/// The breach of a log that stops early, for reports.
pub fn cut(line: usize) -> Finding {
    let breach = Breach::new(END_WHOLE, "the log stops here, before the game is over");
    Finding { line, culprit: Culprit::Log, breach }
}
