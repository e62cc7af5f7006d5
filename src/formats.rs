//! Formats in which games are recorded, and the neutral [`Record`] that their readers make. The page is `spec/records.md`.
//!
//! A [`Format`] is a value: the library has those of all games, and a game lists its own as `Game::FORMATS`.

mod answer_text;
pub mod collection;
pub mod json;
pub mod local;
pub mod text;

pub use answer_text::AnswerText;

use crate::clause::Span;
use crate::finding::{CheckedRecord, Culprit, Finding, Note};
use crate::game::{Points, Seat};
use crate::games::Registry;
use crate::games::erased::{AnyGame, AnyRules};
use crate::params::{Ms, Settings};
use crate::referee::{Death, FaultKind};
use crate::transcript::{Entry, Event, PREFIX, Reason, escape, is_literal};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use text::Text;

/// A format in which games are recorded.
///
/// ```
/// use stickler::formats::text::lines;
/// use stickler::formats::{Format, Opened, ReadError, Record, RecordSource};
/// use stickler::game::Seat;
///
/// /// A move a line, the row and the column: `8,8`.
/// const PLAIN: Format = Format::new("plain", |bytes| bytes.starts_with(b"plain\n"), read);
///
/// fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
///     let mut record = Record::new(PLAIN, source.game()?);
///     for (seat, (at, line)) in [0, 1].into_iter().cycle().zip(lines(source.text()?).skip(1)) {
///         let Some((row, col)) = line.split_once(',') else {
///             return Err(ReadError::new(at, "expected a row and a column, as in `8,8`"));
///         };
///         let places = [at.start..at.start, at.start..at.start + row.len(), at.end - col.len()..at.end];
///         record.said(Seat(seat), &format!("MOVE {row} {col}"), None, at, &places);
///     }
///     Ok(record.into())
/// }
///
/// let gomoku = stickler::games::GAMES.find("gomoku").ok();
/// let source = RecordSource { bytes: b"plain\n8,8\n9,9", game: gomoku, games: stickler::games::GAMES };
/// let Ok(Opened::Record(record)) = (PLAIN.read)(source) else { panic!() };
/// assert_eq!(record.steps.len(), 2);
/// ```
#[derive(Clone, Copy)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// True where a file seems to have this format.
    pub is_one: fn(&[u8]) -> bool,
    /// Reads a file.
    pub read: for<'a> fn(RecordSource<'a>) -> Result<Opened<'a>, ReadError>,
    /// Writes a checked record; `None`: the format is only read.
    pub write: Option<WriteRecord>,
    /// The name as the site that writes it has it, for people.
    pub title: &'static str,
    /// The format has a fact a line, so that a file whose last line has no newline may have lost a part of that line.
    pub is_by_lines: bool,
    /// The format holds what the judge sent, and not what the judge decided.
    pub holds_messages: bool,
}

impl Format {
    /// A format of this name: whether a file seems to have it, and how it is read.
    pub const fn new(
        name: &'static str,
        is_one: fn(&[u8]) -> bool,
        read: for<'a> fn(RecordSource<'a>) -> Result<Opened<'a>, ReadError>,
    ) -> Format {
        Format {
            name,
            is_one,
            read,
            write: None,
            title: name,
            is_by_lines: false,
            holds_messages: false,
        }
    }

    /// This format, which is written, too.
    #[must_use]
    pub const fn written(mut self, write: WriteRecord) -> Format {
        self.write = Some(write);
        self
    }

    /// This format, with [a fact a line](Format::is_by_lines).
    #[must_use]
    pub const fn by_lines(mut self) -> Format {
        self.is_by_lines = true;
        self
    }

    /// This format, which [holds messages](Format::holds_messages).
    #[must_use]
    pub const fn of_messages(mut self) -> Format {
        self.holds_messages = true;
        self
    }

    /// This format, with this [title](Format::title).
    #[must_use]
    pub const fn titled(mut self, title: &'static str) -> Format {
        self.title = title;
        self
    }
}

/// Writes a checked record, whose game was kept, and adds what the format cannot hold, each in a few words. The error says why the
/// format cannot hold the record at all.
pub type WriteRecord = fn(&Record<'_>, &CheckedRecord, &mut Vec<String>) -> Result<Vec<u8>, String>;

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A file that is to be read.
#[derive(Clone, Copy)]
pub struct RecordSource<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The game whose own format it has, or else the one that the user named.
    pub game: Option<&'static dyn AnyGame>,
    /// The games that are known.
    pub games: Registry,
}

impl<'a> RecordSource<'a> {
    /// The file as text.
    pub fn text(self) -> Result<&'a str, ReadError> {
        std::str::from_utf8(self.bytes).map_err(|error| {
            ReadError::new(
                error.valid_up_to()..error.valid_up_to() + 1,
                "this byte is no UTF-8: save the file as UTF-8",
            )
        })
    }

    /// The game that is named, where the file does not tell it.
    pub fn game(self) -> Result<&'static dyn AnyGame, ReadError> {
        self.game.ok_or_else(|| {
            let why = "the game is not known: name it, as in `stickler validate GAME FILE`, or put a header in front";
            ReadError::new(0..0, why).of_kind(ReadErrorKind::NoGame)
        })
    }
}

/// The start of a file, without a byte order mark and blanks.
pub fn trimmed(bytes: &[u8]) -> &[u8] {
    crate::encoding::unmarked(bytes).trim_ascii_start()
}

/// Why a file cannot be read as a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Where, in bytes of the file.
    pub at: Range<usize>,
    /// The error, the expectation, and what to do.
    pub why: String,
    /// The kind of the error, for programs.
    pub kind: ReadErrorKind,
}

/// Why a file cannot be read, as far as a program can do something about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The content of the file is wrong.
    #[default]
    Content,
    /// The file has the form of no known format.
    NoFormat,
    /// The file does not name its game, and nobody did.
    NoGame,
    /// The file is of another game than the one that was named.
    OtherGame,
}

impl ReadErrorKind {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            ReadErrorKind::Content => "content",
            ReadErrorKind::NoFormat => "no-format",
            ReadErrorKind::NoGame => "no-game",
            ReadErrorKind::OtherGame => "other-game",
        }
    }
}

impl From<ReadError> for String {
    fn from(error: ReadError) -> String {
        error.why
    }
}

impl ReadError {
    /// This error, of another kind.
    #[must_use]
    pub fn of_kind(self, kind: ReadErrorKind) -> ReadError {
        ReadError { kind, ..self }
    }

    /// An error at these bytes.
    pub fn new(at: Range<usize>, why: impl Into<String>) -> ReadError {
        ReadError {
            at,
            why: why.into(),
            kind: ReadErrorKind::Content,
        }
    }

    /// The error in a line, with its place in the file.
    pub fn of(&self, text: Text<'_>) -> String {
        let (path, why) = (text.path, &self.why);
        let (line, column) = text.line_of(self.at.start);
        if self.at.is_empty() {
            format!("{path}: {why}")
        } else {
            format!("{path}:{line}:{}: {why}", column + 1)
        }
    }
}

/// A file that was read.
#[allow(clippy::large_enum_variant)] // a file has one
pub enum Opened<'a> {
    /// A log with the judge's messages; where its lines come from, unless each is the file's line of the same number.
    Log(Cow<'a, [u8]>, Option<Vec<Range<usize>>>),
    /// Moves, and what is said of them.
    Record(Record<'a>),
}

impl<'a> From<Record<'a>> for Opened<'a> {
    fn from(record: Record<'a>) -> Opened<'a> {
        Opened::Record(record)
    }
}

/// Finds the choices that fit the position before and the steps after, and says which part of them stays unknown.
pub type Follows =
    fn(&[RecordStep<'_>], Option<Box<dyn AnyRules>>) -> Option<(Vec<String>, Option<Note>)>;

/// Checks a record. With `true`, it also keeps the game in other forms.
pub type CheckRecord<'c> = &'c dyn Fn(&Record<'_>, bool) -> Result<CheckedRecord, String>;

/// Moves in their order, and what the record says of them.
#[derive(Clone)]
pub struct Record<'a> {
    /// The format.
    pub format: Format,
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Parameters that it tells.
    pub settings: Settings,
    /// Names of the programs, by seat, as far as it tells them.
    pub names: Vec<String>,
    /// The steps of the match, in order: [`said`](Record::said), [`failed`](Record::failed) and [`chosen`](Record::chosen) add to it.
    pub steps: Vec<RecordStep<'a>>,
    /// Where the words of its answers stand; each step has its part of them.
    pub(crate) places: Vec<Range<usize>>,
    /// The claims about the whole game; [`claim`](Record::claim) adds one.
    pub claims: Vec<Claim>,
    /// Gaps, and assumptions made to read it.
    pub notes: Vec<Note>,
    /// Contradictions that are found without playing the game.
    pub wrong: Vec<Finding>,
    /// The file calls its seats by these words, beside their names.
    pub roles: &'static [&'static str],
    /// The format says of each seat how it ended, and it does not.
    pub(crate) lacks_an_end: bool,
    // The rest only a log tells; other formats leave it as it is.
    /// The record has the answers of the handshake, and all that came unasked.
    pub(crate) is_whole: bool,
    /// The record says that its end is missing.
    pub(crate) omits_tail: bool,
    /// The times were taken beside the programs.
    pub(crate) own_clock: bool,
    /// The judge notices the end of an idle program only when it asks the program, or tells it the end.
    pub(crate) notices_late: bool,
    /// Content of the log that this does not hold, each in a few words.
    pub(crate) lost: Vec<String>,
}

impl<'a> Record<'a> {
    /// A record of which nothing is known yet.
    pub fn new(format: Format, game: &'static dyn AnyGame) -> Self {
        Record {
            format,
            game,
            settings: Settings::default(),
            names: Vec::new(),
            roles: &[],
            steps: Vec::new(),
            places: Vec::new(),
            claims: Vec::new(),
            notes: Vec::new(),
            wrong: Vec::new(),
            lacks_an_end: false,
            is_whole: false,
            omits_tail: false,
            own_clock: false,
            notices_late: false,
            lost: Vec::new(),
        }
    }

    /// The name of a seat.
    pub fn name(&self, seat: usize) -> String {
        self.names
            .get(seat)
            .filter(|name| !name.is_empty())
            .cloned()
            .unwrap_or_else(|| format!("seat {seat}"))
    }

    /// A finding in its steps, with its place in the file.
    pub(crate) fn placed(&self, finding: Finding) -> Finding {
        let Finding {
            line,
            culprit,
            breach,
            ..
        } = finding;
        let at = match (
            line.checked_sub(1).and_then(|step| self.steps.get(step)),
            culprit,
        ) {
            (Some(step), Culprit::Seat(_, kind)) => match &step.what {
                StepFact::Said(_, text, _) if kind == FaultKind::Late => self
                    .words(step)
                    .get(text.split(|&byte| byte == b' ').count())
                    .unwrap_or(&step.at)
                    .clone(),
                StepFact::Said(_, text, _) => {
                    let columns = breach.span.columns(&[b"0> ", &text[..]].concat());
                    let [start, end] =
                        [columns.start, columns.end].map(|column| column.saturating_sub(PREFIX));
                    self.place(step, text, Span::Columns(start, end))
                }
                _ => step.at.clone(),
            },
            (Some(step), _) => step.at.clone(),
            (None, Culprit::Seat(seat, _)) => {
                let is_exit =
                    |claim: &&Claim| matches!(claim.says, Says::Exit(by, _) if by == seat);
                self.claims
                    .iter()
                    .find(is_exit)
                    .map_or(0..0, |claim| claim.at.clone())
            }
            (None, _) => 0..0,
        };
        let step = line.checked_sub(1).and_then(|step| self.steps.get(step));
        Finding {
            at: Some((at.start, at.end)),
            place: step.map_or(at.start, |step| step.at.start),
            ..finding
        }
    }

    /// The places of an answer's words, and of its time.
    pub(crate) fn words(&self, step: &RecordStep<'_>) -> &[Range<usize>] {
        self.places.get(step.words.clone()).unwrap_or_default()
    }

    /// Where a part of an answer stands.
    pub(crate) fn place(&self, step: &RecordStep<'_>, text: &[u8], span: Span) -> Range<usize> {
        let (columns, words) = (span.columns(text), self.words(step));
        if words.is_empty() {
            return step.at.start + columns.start..step.at.start + columns.end.max(columns.start);
        }
        let covered = (0..words.len()).filter(|&index| {
            let word = Span::Word(index).columns(text);
            word.start < columns.end.max(columns.start + 1) && columns.start < word.end
        });
        let covered = covered
            .map(|index| &words[index])
            .filter(|at| !at.is_empty());
        let whole = step.at.clone();
        covered
            .cloned()
            .reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))
            .unwrap_or(whole)
    }

    /// Sets a parameter that it tells.
    pub fn set(&mut self, name: &str, value: impl ToString) {
        self.settings.0.push((name.into(), value.to_string()));
    }

    /// Notes a field that is not understood, where nothing rests on it.
    pub fn passed_over(&mut self, field: &str, text: &str) {
        self.notes.push(Note::NotUnderstood {
            field: field.into(),
            text: shortened(text).to_string(),
        });
    }

    /// Notes fields whose meaning nobody knows: one of them may say that other rules held.
    pub fn unread(&mut self, mut fields: Vec<String>) {
        const MOST: usize = 12;
        let more = fields.len().saturating_sub(MOST);
        fields.truncate(MOST);
        if fields.is_empty() {
            return;
        }
        let mut fields = fields.join(", ");
        if more > 0 {
            fields += &format!(", and {more} more");
        }
        self.notes.push(Note::UnknownFields { fields });
    }

    /// Adds what it says of the whole.
    pub fn claim(&mut self, says: Says, at: Range<usize>) {
        self.claims.push(Claim { says, at });
    }

    /// Adds an answer. `words`: where each of its words stands, and after them its time; none: the answer stands there as it is.
    pub fn said(
        &mut self,
        seat: Seat,
        text: &str,
        took: Option<Ms>,
        at: Range<usize>,
        words: &[Range<usize>],
    ) {
        let from = self.places.len();
        self.places.extend_from_slice(words);
        self.steps.push(RecordStep {
            what: StepFact::Said(seat, AnswerText::new(text.as_bytes()), took),
            at,
            words: from..self.places.len(),
        });
    }

    /// Adds that a seat failed.
    pub fn failed(&mut self, seat: Seat, reason: Reason, at: Range<usize>) {
        self.step(StepFact::Failed(seat, reason), at);
    }

    /// Adds a choice that no seat made.
    pub fn chosen(&mut self, choice: String, at: Range<usize>) {
        self.step(StepFact::Chosen(choice), at);
    }

    /// Adds what has no words with places of their own.
    pub(crate) fn step(&mut self, what: StepFact<'a>, at: Range<usize>) {
        let words = 0..0;
        self.steps.push(RecordStep { what, at, words });
    }
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordStep<'a> {
    /// The thing that happened.
    pub what: StepFact<'a>,
    /// Where it stands, in bytes of the file.
    pub at: Range<usize>,
    /// The part of the record's places: where each word of the answer stands, and after them its time; none: the answer stands
    /// there as it is.
    pub(crate) words: Range<usize>,
}

impl RecordStep<'_> {
    /// The time that it tells of an answer.
    pub fn took(&self) -> Option<Ms> {
        if let StepFact::Said(_, _, took) = self.what {
            took
        } else {
            None
        }
    }
}

impl StepFact<'_> {
    /// The text of an answer or a choice.
    fn text(&self) -> &[u8] {
        match self {
            StepFact::Said(_, text, _) => text,
            StepFact::Chosen(choice) => choice.as_bytes(),
            StepFact::Event(..) | StepFact::Failed(..) => b"",
        }
    }

    /// That text, escaped as a log has it; none: it stands for itself.
    pub(crate) fn escaped(&self) -> Option<String> {
        match self {
            StepFact::Said(_, text, _) => text.escaped(),
            StepFact::Chosen(choice) => {
                (!is_literal(choice.as_bytes())).then(|| escape(choice.as_bytes()))
            }
            StepFact::Event(..) | StepFact::Failed(..) => None,
        }
    }

    /// This step as a fact of a log, with its text escaped.
    pub(crate) fn entry<'t>(&'t self, escaped: Option<&'t String>) -> Entry<'t> {
        let text = escaped.map_or(self.text(), String::as_bytes);
        match self {
            StepFact::Said(seat, _, took) => Entry::Said(*seat, text, *took),
            StepFact::Event(seat, event) => Entry::Event(*seat, *event),
            StepFact::Failed(seat, reason) => Entry::Failed(*seat, *reason),
            StepFact::Chosen(_) => Entry::Chosen(text),
        }
    }
}

/// The step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepFact<'a> {
    /// A seat answered; the time counted for it.
    Said(Seat, AnswerText<'a>, Option<Ms>),
    /// Something else happened to a seat.
    Event(Seat, Event<'a>),
    /// The record says that a seat failed here.
    Failed(Seat, Reason),
    /// A choice that no seat made.
    Chosen(String),
}

/// Something a record says of the whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The claim.
    pub says: Says,
    /// Where, in bytes of the file.
    pub at: Range<usize>,
}

/// Claims of a record about the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// Who won; nobody: a draw.
    Winner(Option<Seat>),
    /// The game is over.
    Over,
    /// How a seat ended.
    Ended(Seat, Reason),
    /// How the program of a seat ended.
    Exit(Seat, Death),
    /// How a seat ended, repeated beside its reason.
    Again(Seat, Reason),
    /// The points of a seat.
    Score(Seat, Points),
    /// The rank of a seat; the least is the best.
    Rank(Seat, i64),
    /// The time of all answers of a seat.
    Time(Seat, Ms),
    /// How many moves there are, as it counts them, and as it has them.
    Turns(usize, usize),
}

/// The start of a text that may be long.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// The words for the seats of a game for two.
pub const ROLES: [&str; 2] = ["FIRST", "SECOND"];

/// The seat of a role's word, FIRST or SECOND.
pub fn role(word: &str) -> Option<Seat> {
    match word {
        "FIRST" => Some(Seat(0)),
        "SECOND" => Some(Seat(1)),
        _ => None,
    }
}
