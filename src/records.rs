//! Records as sites, judges and tools write them: moves and times, and what came of them. The page is `spec/records.md`.
//!
//! A reader a shape turns bytes into one neutral [`Record`]; [`check`] plays it to the referee, and each finding points into the
//! bytes as they came.
//!
//! Its files:
//! - readers, a shape each: `moves`, `alphano`, `local`, `codingame`, `domjudge`, `psq`, `sgf`, `blksgf` · `json`: values that know their places
//! - what follows of what is not told: `betris`, `blokus`, `alphabets` · `readings`: what else a record can mean
//! - `check`: a record played to the referee, as a log of its answers · `claims`: its own verdict
//! - `convert`: written in another shape · `examine`, `line`: what is said of one, for programs · `shown`: as a log · `text`: places in a file

mod alphabets;
mod alphano;
mod betris;
mod blksgf;
mod blokus;
mod check;
mod claims;
mod codingame;
mod convert;
mod domjudge;
mod examine;
mod json;
pub mod line;
mod local;
mod moves;
mod psq;
mod readings;
mod sgf;
mod shown;
mod text;

pub use crate::check::transcript::{Checked, Judged, Kept, Ply};
pub use crate::transcript::Reason;
pub use check::{CheckedRecord, check};
pub use convert::{Converted, convert};
pub use examine::{CheckOptions, Looked, Unlooked, game_of};
pub use json::path_in;
pub use moves::{of_log, played};
pub use shown::Shown;
pub use text::{Index, Text};
use text::{Word, lines, placed, words};

use crate::check::transcript::{Culprit, Finding};
use crate::clause::Span;
use crate::game::{Points, Seat};
use crate::games::Registry;
use crate::games::erased::{AnyGame, AnyRules};
use crate::params::{Ms, Settings};
use crate::referee::{Death, FaultKind};
use crate::transcript::{Event, PREFIX, Transcript, Writer, interaction, unescape};
use std::borrow::Cow;
use std::ops::Range;

/// A shape in which records come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A transcript with every message, as in `spec/log.md`.
    Log,
    /// The same without a message.
    Moves,
    /// Kattis' `.interaction`.
    Interaction,
    /// DOMjudge's record of an interactive run.
    Domjudge,
    /// A match of ALPHANO, JSON.
    Alphano,
    /// The log of a local testing tool: `FIRST 8 8 50`.
    Local,
    /// A replay of CodinGame, JSON.
    Codingame,
    /// Piskvork's `.psq`.
    Psq,
    /// SGF of Gomoku.
    Sgf,
    /// SGF of Blokus, as pentobi writes it.
    Blksgf,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 10] = {
        use Shape::*;
        [Log, Moves, Interaction, Domjudge, Alphano, Local, Codingame, Psq, Sgf, Blksgf]
    };

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        ["log", "moves", "interaction", "domjudge", "alphano", "local", "codingame", "psq", "sgf", "blksgf"]
            [self as usize]
    }

    /// The shape of this name.
    pub fn named(name: &str) -> Option<Shape> {
        Shape::ALL.into_iter().find(|shape| shape.name() == name)
    }

    pub(crate) fn names() -> String {
        Shape::ALL.map(Shape::name).join(", ")
    }

    /// The shape that is said, by a name such as `alphano` or else by a file's path; `None`: neither says it. An error lists the
    /// names that there are.
    pub fn said(name: Option<&str>, path: &str) -> Result<Option<Shape>, String> {
        match name {
            Some(name) => {
                Shape::named(name).map(Some).ok_or_else(|| format!("no such shape; there are {}", Shape::names()))
            }
            None if path.trim_end_matches(".gz").ends_with(".interaction") => Ok(Some(Shape::Interaction)),
            None => Ok(None),
        }
    }

    /// The shape that a file seems to have.
    pub fn guess(bytes: &[u8]) -> Option<Shape> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        let starts = |words: &[&str]| words.iter().any(|word| text.starts_with(word.as_bytes()));
        let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        match text.first()? {
            b'{' if json::has_key(text, &["frames", "success", "refereeInput"]) => Some(Shape::Codingame),
            b'{' => Some(Shape::Alphano),
            b'(' if blksgf::is_one(text) => Some(Shape::Blksgf),
            b'(' => Some(Shape::Sgf),
            b'<' | b'>' => Some(Shape::Interaction),
            b'[' if domjudge::is_one(first) => Some(Shape::Domjudge),
            _ if starts(&["Piskvork"]) => Some(Shape::Psq),
            _ if local::is_one(text) => Some(Shape::Local),
            _ => {
                let transcript = Transcript::parse(bytes).ok()?;
                Some(if moves::is_one(&transcript) { Shape::Moves } else { Shape::Log })
            }
        }
    }
}

/// Why a file cannot be read as a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Where, in bytes of the file.
    pub at: Range<usize>,
    /// What is wrong there, what was expected, and what to do.
    pub why: String,
}

impl ReadError {
    /// An error at these bytes.
    pub fn new(at: Range<usize>, why: impl Into<String>) -> ReadError {
        ReadError { at, why: why.into() }
    }

    /// The error in a line, with its place in the file.
    pub fn of(&self, text: Text<'_>) -> String {
        let (path, why) = (text.path, &self.why);
        let (line, column) = text.line_of(self.at.start);
        if self.at.is_empty() { format!("{path}: {why}") } else { format!("{path}:{line}:{}: {why}", column + 1) }
    }
}

/// A file that was read.
pub enum Opened<'a> {
    /// A log with the judge's messages; where its lines come from, unless each is the file's line of the same number.
    Log(Cow<'a, [u8]>, Option<Vec<Range<usize>>>),
    /// Moves, and what is said of them.
    Record(Record<'a>),
}

/// The choices that the steps after them and the position before them allow, and what of them nobody can tell.
pub type Follows = fn(&[Step<'_>], Option<Box<dyn AnyRules>>) -> Option<(Vec<String>, Option<String>)>;

/// Moves in their order, and what the record says of them.
#[derive(Clone)]
pub struct Record<'a> {
    /// Its shape.
    pub shape: Shape,
    /// Its game.
    pub game: &'static dyn AnyGame,
    /// Parameters that it tells.
    pub settings: Settings,
    /// Names of the programs, by seat, as far as it tells them.
    pub names: Vec<String>,
    /// What happened.
    pub steps: Vec<Step<'a>>,
    /// What it says of the whole.
    pub claims: Vec<Claim>,
    /// What it does not tell, and what was assumed to read it.
    pub notes: Vec<String>,
    /// Where it contradicts itself or the rules in what needs no game.
    pub wrong: Vec<Finding>,
    /// The choice that follows from the steps after it, where its game has such; and what of it nobody can tell.
    pub follows: Option<Follows>,
    /// It has the answers of the handshake, and all that came unasked.
    pub is_whole: bool,
    /// The end of a program that is asked nothing is noticed when it is asked, or told the end.
    pub notices_late: bool,
    /// What the file shows and this does not hold, each in a few words.
    pub lost: Vec<String>,
    /// It says that its end is left out.
    pub omits_tail: bool,
}

impl Record<'_> {
    /// A record of which nothing is known yet.
    pub fn new(shape: Shape, game: &'static dyn AnyGame) -> Self {
        Record {
            shape,
            game,
            settings: Settings::default(),
            names: Vec::new(),
            steps: Vec::new(),
            claims: Vec::new(),
            notes: Vec::new(),
            wrong: Vec::new(),
            follows: None,
            is_whole: false,
            notices_late: false,
            lost: Vec::new(),
            omits_tail: false,
        }
    }

    /// Its steps as the lines of a log, in their order.
    fn lines(&self) -> String {
        let mut writer = Writer::default();
        for step in &self.steps {
            match &step.what {
                What::Said(seat, text, took) => writer.line_said(*seat, text, *took),
                What::Event(seat, Event::Unfinished(text)) => writer.event(*seat, Event::Unfinished(&unescape(text))),
                What::Event(seat, Event::Unflushed(text)) => writer.event(*seat, Event::Unflushed(&unescape(text))),
                What::Event(seat, event) => writer.event(*seat, *event),
                What::Failed(seat, reason) => writer.failed(*seat, *reason),
                What::Chosen(choice) => writer.chosen(choice),
            }
        }
        writer.take()
    }

    /// A finding in its steps, with its place in the file.
    fn placed(&self, finding: Finding) -> Finding {
        let Finding { line, culprit, breach, .. } = finding;
        let at = match (line.checked_sub(1).and_then(|step| self.steps.get(step)), culprit) {
            (Some(step), Culprit::Seat(_, kind)) => match &step.what {
                What::Said(_, text, _) if kind == FaultKind::Late => {
                    step.words.get(text.split(|&byte| byte == b' ').count()).unwrap_or(&step.at).clone()
                }
                What::Said(_, text, _) => {
                    let columns = breach.span.columns(&[b"0> ", &text[..]].concat());
                    let [start, end] = [columns.start, columns.end].map(|column| column.saturating_sub(PREFIX));
                    step.place(text, Span::Columns(start, end))
                }
                _ => step.at.clone(),
            },
            (Some(step), _) => step.at.clone(),
            (None, Culprit::Seat(seat, _)) => {
                let is_exit = |claim: &&Claim| matches!(claim.says, Says::Exit(by, _) if by == seat);
                self.claims.iter().find(is_exit).map_or(0..0, |claim| claim.at.clone())
            }
            (None, _) => 0..0,
        };
        Finding { at: Some(at.into()), ..finding }
    }

    fn set(&mut self, name: &str, value: impl ToString) {
        self.settings.0.push((name.into(), value.to_string()));
    }

    fn claim(&mut self, says: Says, at: Range<usize>) {
        self.claims.push(Claim { says, at });
    }

    /// Adds an answer whose words stand at these places.
    fn said(&mut self, seat: Seat, text: String, took: Option<Ms>, at: Range<usize>, words: Vec<Range<usize>>) {
        self.steps.push(Step { what: What::Said(seat, text.into_bytes().into(), took), at, words });
    }

    fn failed(&mut self, seat: Seat, reason: Reason, at: Range<usize>) {
        self.steps.push(Step { what: What::Failed(seat, reason), at, words: Vec::new() });
    }
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<'a> {
    /// What.
    pub what: What<'a>,
    /// Where it stands, in bytes of the file.
    pub at: Range<usize>,
    /// Where each word of the answer stands, and after them its time; none: the answer stands there as it is.
    pub words: Vec<Range<usize>>,
}

impl Step<'_> {
    /// Where a part of the answer stands.
    fn place(&self, text: &[u8], span: Span) -> Range<usize> {
        let columns = span.columns(text);
        if self.words.is_empty() {
            return self.at.start + columns.start..self.at.start + columns.end.max(columns.start);
        }
        let covered = (0..self.words.len()).filter(|&index| {
            let word = Span::Word(index).columns(text);
            word.start < columns.end.max(columns.start + 1) && columns.start < word.end
        });
        let covered = covered.map(|index| &self.words[index]).filter(|at| !at.is_empty());
        let whole = self.at.clone();
        covered.cloned().reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or(whole)
    }
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What<'a> {
    /// A seat answered; the time counted for it.
    Said(Seat, Cow<'a, [u8]>, Option<Ms>),
    /// Something else came of a seat.
    Event(Seat, Event<'a>),
    /// The record says that a seat failed here.
    Failed(Seat, Reason),
    /// A choice that no seat made.
    Chosen(String),
}

/// Something a record says of the whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// What.
    pub says: Says,
    /// Where, in bytes of the file.
    pub at: Range<usize>,
}

/// What a record says of the whole game.
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
    /// The points of a seat.
    Score(Seat, Points),
    /// The rank of a seat; the least is the best.
    Rank(Seat, i64),
    /// The time of all answers of a seat.
    Time(Seat, Ms),
    /// How many moves there are, as it counts them, and as it has them.
    Turns(usize, usize),
}

/// Reads a file: of this shape, or of the one that it seems to have; of this game, where one is named.
pub fn open<'a>(
    bytes: &'a [u8],
    shape: Option<Shape>,
    game: Option<&'static dyn AnyGame>,
    games: Registry,
) -> Result<Opened<'a>, ReadError> {
    let all = 0..bytes.len().min(80);
    let shape = match shape.or_else(|| Shape::guess(bytes)) {
        Some(shape) => shape,
        // What is nearly a log is spoken of as one.
        None if game.is_some() || bytes.is_ascii() && !bytes.contains(&0) => Shape::Log,
        None => {
            let known = Shape::names();
            let why = format!("no known shape of a record; there are {known}, and --from NAME says which it is");
            return Err(ReadError::new(all, why));
        }
    };
    let text = || match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => Err(ReadError::new(error.valid_up_to()..error.valid_up_to() + 1, "this byte is no UTF-8")),
    };
    let mut record = match shape {
        Shape::Log => return Ok(Opened::Log(bytes.into(), None)),
        Shape::Interaction => return interaction_of(bytes),
        Shape::Domjudge => return domjudge::read(bytes).map(|(log, places)| Opened::Log(log.into(), Some(places))),
        Shape::Moves => moves::read(bytes, game, games)?,
        Shape::Alphano => alphano::read(text()?, game, games)?,
        Shape::Codingame => codingame::read(text()?, games)?,
        Shape::Local => local::read(text()?, game, games)?,
        Shape::Psq => psq::read(text()?, games)?,
        Shape::Sgf => sgf::read(text()?, games)?,
        Shape::Blksgf => blksgf::read(text()?, games)?,
    };
    if let Some(game) = game.filter(|game| game.name() != record.game.name()) {
        return Err(ReadError::new(all, format!("this is a record of {}, not of {}", record.game.name(), game.name())));
    }
    if record.game.name() == "betris" {
        record.follows = Some(betris::follows);
    }
    Ok(Opened::Record(record))
}

fn interaction_of<'a>(bytes: &[u8]) -> Result<Opened<'a>, ReadError> {
    let index = Index::new(bytes);
    let log = interaction::read(bytes).map_err(|(line, why)| ReadError::new(index.line(line), why))?;
    let lines = (1..=index.starts.len()).map(|number| index.line(number));
    Ok(Opened::Log(log.into(), Some(lines.map(|line| (line.start + 1).min(line.end)..line.end).collect())))
}

/// Where a finding in a log stands in the file, by the places of the log's lines.
fn place_in(bytes: &[u8], log: &[u8], places: &[Range<usize>], finding: &Finding) -> Range<usize> {
    let at = places.get(finding.line.saturating_sub(1)).cloned().unwrap_or_default();
    let raw = log.split(|&byte| byte == b'\n').nth(finding.line.saturating_sub(1)).unwrap_or_default();
    let columns = finding.breach.span.columns(raw);
    let (Some(from), Some(to)) = (columns.start.checked_sub(PREFIX), columns.end.checked_sub(PREFIX)) else {
        return at;
    };
    // A line that came in parts is shown from its first part on.
    let is_whole = raw.get(PREFIX..).is_some_and(|text| bytes.get(at.clone()).is_some_and(|own| text.starts_with(own)));
    if is_whole && to <= at.len() { at.start + from..at.start + to } else { at }
}

/// The game of a shape.
fn game(games: Registry, name: &str) -> Result<&'static dyn AnyGame, ReadError> {
    games.find(name).map_err(|why| ReadError::new(0..0, why))
}

/// True where CodinGame has the game; other games of sites are ALPHANO's.
pub fn is_codingame(game: &dyn AnyGame) -> bool {
    game.name() == "blokus"
}
