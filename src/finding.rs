//! Findings of the check of a log or record, and how far it went.

mod cost;
mod hypothesis;
mod kept;
mod note;

pub(crate) use cost::Cost;
pub(crate) use hypothesis::Hypothesis;
pub use kept::{Kept, Ply};
pub use note::Note;

use crate::clause::{Breach, words};
use crate::game::{Outcome, Seat, Seats};
use crate::params::Settings;
use crate::referee::{Fault, FaultKind, Verdict};
use crate::transcript::{END_WHOLE, LogError};
use std::fmt;
use std::ops::Range;

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

/// A clause broken in a log or record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Line of the log, from 1; of a record the number of its step. 0: no line shows it.
    pub line: usize,
    /// Who broke it.
    pub culprit: Culprit,
    /// The clause; its span counts from the start of the log's line, its mark is an earlier line of the log.
    pub breach: Breach,
    /// The bytes of the file where it stands, the first and the one after the last; `None`: the file is the log.
    pub at: Option<(usize, usize)>,
    /// By what it is known again where the file is read in another way: its line, and in a record the byte at which its step begins.
    pub(crate) place: usize,
}

impl Culprit {
    /// True for the same one, whatever the class of a seat's fault.
    pub(crate) fn is_same(self, other: Culprit) -> bool {
        match (self, other) {
            (Culprit::Seat(one, _), Culprit::Seat(other, _)) => one == other,
            (one, other) => one == other,
        }
    }
}

impl Culprit {
    /// The name in a sentence: `seat 0`, `the judge`, `the log`.
    pub(crate) fn named(self) -> String {
        match self {
            Culprit::Seat(..) => self.to_string(),
            Culprit::Judge | Culprit::Log => format!("the {self}"),
        }
    }
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
    /// A clause that is broken on a line of a log.
    pub fn new(line: usize, culprit: Culprit, breach: Breach) -> Finding {
        Finding {
            line,
            culprit,
            breach,
            at: None,
            place: line,
        }
    }

    /// A clause that is broken at these bytes of a record, where no line shows it.
    pub fn in_file(at: Range<usize>, culprit: Culprit, breach: Breach) -> Finding {
        Finding {
            at: Some((at.start, at.end)),
            place: at.start,
            ..Finding::new(0, culprit, breach)
        }
    }

    /// Where it stands in a file that is no log.
    pub fn bytes(&self) -> Option<Range<usize>> {
        self.at.map(|(start, end)| start..end)
    }

    /// True where a seat broke it.
    pub fn is_of_a_seat(&self) -> bool {
        matches!(self.culprit, Culprit::Seat(..))
    }

    /// True where the clause's level makes it an error.
    pub fn is_error(&self, strict: bool) -> bool {
        strict || self.breach.clause.is_must()
    }
}

impl From<LogError> for Finding {
    fn from(error: LogError) -> Finding {
        Finding::new(error.line, Culprit::Log, error.breach)
    }
}

/// Why a transcript could not be checked at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckError {
    /// The header cannot be read.
    Header(LogError),
    /// The header names another game.
    Game(String),
    /// A parameter has no such value.
    Settings(String),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Header(error) => write!(f, "line {}: {}", error.line, error.breach.why),
            CheckError::Game(name) => write!(f, "its header names another game, {name}"),
            CheckError::Settings(why) => write!(f, "its parameters are refused: {why}"),
        }
    }
}

/// How far a transcript went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Extent {
    /// To the end of its game.
    Whole,
    /// The header says that the tail is missing.
    NoTail,
    /// The position was lost: by a gap, a head of which more is missing, or a choice that nothing shows, with lines after it. This
    /// many lines after it were checked for their form alone.
    Gap(usize),
    /// To a point where its game may be over: no message tells these seats the end, or a choice that a record does not tell may be
    /// its last.
    Open,
    /// It stops before the end and does not say so.
    Cut,
    /// It stops before the end, in a line without a newline, which may be the half of one.
    Torn,
    /// There are no lines at all.
    #[default]
    Empty,
    /// A line contradicts it, or more was found than anybody reads. After that nothing is known of the position, and of a record nothing
    /// more is read.
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

words!(Conclusion: Conforms "conforms", Violates "violates", Unknown "could not tell");

/// The standing of a judge's verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Judged {
    /// The judge sent and said what ours does.
    Right,
    /// It did not, or let something pass.
    Wrong,
    /// The file holds no verdict, or nobody can tell.
    #[default]
    Unknown,
}

words!(Judged: Right "right", Wrong "wrong", Unknown "unknown");

/// An excuse: it makes a judge or a log right that is wrong by what the log shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Excuse {
    /// This seat failed, and the log does not tell how: its time, or the end of its program, is missing.
    pub untold: Option<Seat>,
    /// The message that this line answers is missing from the log.
    pub lacks: Option<usize>,
    /// These parameters, of which no document says which value holds, have these.
    pub set: Settings,
}

impl fmt::Display for Excuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = options(&self.set);
        let untold =
            |seat| format!("seat {seat} failed before this in a way that the log does not show");
        let lacks = |line| format!("the message that line {line} answers is missing from the log");
        let set = Some(format!("{set}, which no document excludes")).filter(|_| !set.is_empty());
        let all = [set, self.untold.map(untold), self.lacks.map(lacks)];
        f.write_str(&all.into_iter().flatten().collect::<Vec<_>>().join(", and "))
    }
}

/// The error under another value that no document excludes, where in each of them somebody is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Either {
    /// The other values.
    pub set: Settings,
    /// The error under them: the first of the judge or the file, otherwise with a seat.
    pub finding: Finding,
}

impl fmt::Display for Either {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding {
            line,
            culprit,
            breach,
            at,
            ..
        } = &self.finding;
        let place = match at {
            None => format!(" in line {line}"),
            Some(_) => String::new(),
        };
        write!(
            f,
            "with {}, which no document excludes, {} is wrong{place}: {}",
            options(&self.set),
            culprit.named(),
            breach.why
        )
    }
}

/// Parameters as the command line takes them.
pub(crate) fn options(set: &Settings) -> String {
    let set = set.0.iter();
    let set = set.map(|(name, value)| format!("--set {name}={value}"));
    set.collect::<Vec<_>>().join(" ")
}

/// A checked log or record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Clauses broken: of a log in the order of its lines, of a record in the order in which they were found.
    pub findings: Vec<Finding>,
    /// How far it went.
    pub extent: Extent,
    /// The referee's verdict; its outcome is open where the game was not followed to its end.
    pub verdict: Verdict,
    /// Messages, answers and events read, up to the first line that nothing explains; of a record, answers taken.
    pub lines: usize,
    /// Seats whose lines the log has.
    pub seen: Seats,
    /// Excuses that would make the judge and the file right. Breaches that are not [certain](Checked::certain) then prove nothing.
    pub excuse: Option<Excuse>,
    /// Where no value that a document leaves open makes the judge and the file right, but somebody else is wrong under another
    /// one: that value, and what is wrong then. Findings that are not [certain](Checked::certain) are one side of this.
    pub either: Option<Either>,
    /// The breaches that hold even so, where there is an excuse, where one or another is wrong ([`Checked::either`]), or where the file
    /// can mean several games ([`Checked::is_open`]). Otherwise it is empty, and all breaches hold.
    pub certain: Vec<Finding>,
    /// The file can mean several games, too many to try them all or such as do not agree: nobody can tell.
    pub is_open: bool,
    /// Seats that failed by the file's word alone: nothing in it shows how.
    pub unshown: Seats,
    /// Lines of the log that were read, in all walks that it took to explain it; 0 for a record of moves.
    pub walked: usize,
    /// How much was tried of what the file can mean, in steps of a few microseconds.
    pub work: usize,
    /// The points as they stand, where the game counts them before its end.
    pub score: Option<Outcome>,
    /// Parameters of the game.
    pub settings: Settings,
    /// Gaps, assumptions, and the sum of the file's times.
    pub notes: Vec<Note>,
    /// Only a file that shows a whole game of all seats, and what the judge made of it, can show that the judge was right.
    pub(crate) shows_all: bool,
    /// The hypotheses of the walk that is shown.
    pub(crate) hypotheses: Vec<Hypothesis>,
}

/// A record that was checked, and its game.
pub struct CheckedRecord {
    /// The findings.
    pub checked: Checked,
    /// The game, where it was to be kept.
    pub kept: Kept,
}

impl CheckedRecord {
    /// Adds the faults of which a format does not hold how they came about; it is asked whether the game was still on.
    pub fn lose_faults(&self, is_held: impl Fn(FaultKind, bool) -> bool, lost: &mut Vec<String>) {
        let decided = self.checked.verdict.decided.unwrap_or(usize::MAX);
        let faults = self
            .checked
            .verdict
            .faults
            .iter()
            .enumerate()
            .filter(|(_, fault)| fault.kind != FaultKind::Habit);
        for (at, Fault { seat, kind, .. }) in
            faults.filter(|(at, fault)| !is_held(fault.kind, *at < decided))
        {
            let when = if at < decided {
                "how"
            } else {
                "that after the end of the game"
            };
            lost.push(format!("{when} seat {seat} failed: {}", kind.word()));
        }
    }
}

impl Checked {
    /// Says that a last line was ignored, where it was.
    pub(crate) fn tear(&mut self, is_torn: bool) {
        if is_torn && self.extent == Extent::Cut {
            self.extent = Extent::Torn;
        }
    }

    /// Where the check could not tell because an answer is missing: a note for each seat that failed by the file's word alone.
    #[cfg(feature = "files")]
    pub(crate) fn missing(&self, strict: bool) -> impl Iterator<Item = Note> {
        let is_open = self.conclusion(strict) == Conclusion::Unknown;
        let missing = self.unshown.iter().filter(move |_| is_open);
        missing.map(|seat| Note::AnswerMissing { seat })
    }

    /// True where it was followed to its end, and neither the judge nor the file is contradicted.
    #[cfg(feature = "files")]
    pub(crate) fn is_told(&self) -> bool {
        self.extent == Extent::Whole && self.is_consistent()
    }

    /// True where seats alone break clauses.
    #[cfg(feature = "files")]
    pub(crate) fn is_consistent(&self) -> bool {
        self.findings.iter().all(Finding::is_of_a_seat)
    }

    /// True where it was followed to its end, and only the file itself is wrong, in what no game decides.
    #[cfg(feature = "files")]
    pub(crate) fn contradicts_itself(&self) -> bool {
        self.extent == Extent::Whole
            && self
                .findings
                .iter()
                .all(|found| found.culprit == Culprit::Log)
    }

    /// Who is certainly to blame, each once: `seat 0`, `judge`, `log`.
    pub fn blamed(&self) -> Vec<String> {
        let mut blamed: Vec<String> = Vec::new();
        let is_certain = |found: &&Finding| self.is_certain(found);
        for found in self.findings.iter().filter(is_certain) {
            let culprit = found.culprit.to_string();
            if !blamed.contains(&culprit) {
                blamed.push(culprit);
            }
        }
        blamed
    }

    /// True for a finding that holds in every world.
    pub fn is_certain(&self, finding: &Finding) -> bool {
        !self.has_doubts() || self.certain.contains(finding)
    }

    /// True where only those of its findings hold that are [certain](Checked::certain).
    pub(crate) fn has_doubts(&self) -> bool {
        self.excuse.is_some() || self.either.is_some() || self.is_open
    }

    /// The excuse that would make this finding void.
    pub fn excuse_of(&self, finding: &Finding) -> Option<&Excuse> {
        self.excuse
            .as_ref()
            .filter(|_| !self.certain.contains(finding))
    }

    /// True where somebody breaks a clause of level must, whatever would excuse it.
    pub(crate) fn is_broken_by(&self, culprit: Culprit) -> bool {
        self.findings
            .iter()
            .any(|found| found.culprit == culprit && found.is_error(false))
    }

    /// The standing of the judge, and of the file's claims about the whole game, by the findings alone.
    pub fn judged(&self) -> Judged {
        let is_of_judge =
            |found: &&Finding| found.culprit == Culprit::Judge && found.is_error(false);
        let mut of_judge = self.findings.iter().filter(is_of_judge).peekable();
        let is_right = of_judge.peek().is_none()
            && !self.has_doubts()
            && self.shows_all
            && self.extent == Extent::Whole
            && !self.is_broken_by(Culprit::Log);
        if is_right {
            Judged::Right
        } else if of_judge.any(|found| self.is_certain(found)) {
            Judged::Wrong
        } else {
            Judged::Unknown
        }
    }

    /// The result of the check; under `strict`, warnings count as errors.
    pub fn conclusion(&self, strict: bool) -> Conclusion {
        let counts = |finding: &&Finding| self.is_certain(finding) || self.either.is_some();
        // An excuse for what is forgiven changes nothing.
        let has_errors = self.findings.iter().any(|found| found.is_error(strict));
        let is_excused = self.excuse.is_some() && (has_errors || self.findings.is_empty());
        match self.extent {
            _ if self
                .findings
                .iter()
                .filter(counts)
                .any(|finding| finding.is_error(strict)) =>
            {
                Conclusion::Violates
            }
            _ if self.is_open || is_excused || !self.unshown.is_empty() => Conclusion::Unknown,
            Extent::Cut | Extent::Torn | Extent::Empty => Conclusion::Unknown,
            _ => Conclusion::Conforms,
        }
    }
}

/// The breach of a log that stops early, for reports.
pub fn cut(line: usize) -> Finding {
    let breach = Breach::new(END_WHOLE, "the log stops here, before the game is over");
    Finding::new(line, Culprit::Log, breach)
}
