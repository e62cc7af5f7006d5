//! A record of any shape, opened and checked: what `validate --json` prints, and what fixtures are held against.

use super::line::{Examined, Place};
use super::{CheckedRecord, Opened, ReadError, Record, Shape, Text, check, open, place_in};
use crate::check::transcript::{Checked, Conclusion, Finding, Refused, settings_of, validate};
use crate::games::Registry;
use crate::games::erased::{AnyGame, Variant};
use crate::params::Settings;
use crate::transcript::Transcript;
use std::borrow::Cow;
use std::ops::Range;

/// How a record is to be looked at.
#[derive(Clone, Copy)]
pub struct CheckOptions<'a> {
    /// The games that are known.
    pub games: Registry,
    /// The game, where it is named.
    pub game: Option<&'static dyn AnyGame>,
    /// The shape, where it is named.
    pub shape: Option<Shape>,
    /// Parameters that come before the record's own.
    pub given: &'a Settings,
    /// Warnings count as errors.
    pub strict: bool,
    /// Does what takes long for a game.
    pub prepare: &'a dyn Fn(&dyn Variant),
}

/// A log or record that was opened and checked.
pub struct Looked<'a> {
    /// Its game.
    pub game: &'static dyn AnyGame,
    /// Its shape.
    pub shape: Shape,
    /// What was found. The lines of its findings are those of [`Looked::log`].
    pub checked: Checked,
    /// The log with the judge's messages; of a record that breaks no clause it may be empty.
    pub log: Cow<'a, [u8]>,
    /// The parameters under which that log is to be read.
    pub settings: Settings,
}

/// Why a file could not be checked.
pub enum Unlooked {
    /// It cannot be read, in this shape.
    Unread(Option<Shape>, ReadError),
    /// It is a log, in this shape, and was refused.
    Refused(Option<Shape>, Vec<u8>, Box<Refused>),
}

impl Unlooked {
    fn unread(shape: Option<Shape>, why: String) -> Unlooked {
        Unlooked::Unread(shape, ReadError::new(0..0, why))
    }
}

impl Looked<'_> {
    /// True where the file shows the judge's messages.
    pub fn is_log(&self) -> bool {
        matches!(self.shape, Shape::Log | Shape::Interaction | Shape::Domjudge)
    }

    /// Where a finding stands in the file.
    pub(super) fn place(&self, text: Text<'_>, finding: &Finding) -> Place {
        if let Some(at) = finding.bytes() {
            return Place::of(text, at);
        }
        let raw = self.log.split(|&byte| byte == b'\n').nth(finding.line - 1).unwrap_or_default();
        let columns = finding.breach.span.columns(raw);
        let line = text.first + finding.line - 1;
        Place { line, column: columns.start + 1, length: columns.len(), path: None }
    }
}

impl CheckOptions<'_> {
    /// Opens and checks a log or record, and says what was found as a line of JSON.
    pub fn examine(self, text: Text<'_>) -> (Conclusion, Examined) {
        let unread = |shape, trouble| (Conclusion::Unknown, Examined::unread(text, shape, trouble));
        match self.look(text, false) {
            Ok(looked) => (looked.checked.conclusion(self.strict), Examined::of(text, &looked, self.strict)),
            Err(Unlooked::Unread(shape, trouble)) => unread(shape, &trouble),
            Err(Unlooked::Refused(shape, _, refused)) => unread(shape, &ReadError::new(0..0, refused.to_string())),
        }
    }

    /// Opens and checks a log or record. `shows`: what it breaks is to be shown in a log with every message.
    pub fn look<'a>(self, text: Text<'a>, shows: bool) -> Result<Looked<'a>, Unlooked> {
        let shape = self.shape.or_else(|| Shape::guess(text.bytes));
        match open(text.bytes, shape, self.game, self.games) {
            Err(trouble) => Err(Unlooked::Unread(shape, trouble)),
            Ok(Opened::Log(log, places)) => self.log(text, shape, log, places.as_deref()),
            Ok(Opened::Record(record)) => {
                self.record(&record, shows).map_err(|why| Unlooked::unread(Some(record.shape), why))
            }
        }
    }

    fn record<'a>(self, record: &Record<'_>, shows: bool) -> Result<Looked<'a>, String> {
        let (game, shape) = (record.game, record.shape);
        let refused = |why| format!("its parameters are refused: {why}");
        let variant = game.with(&record.settings.and(self.given)).map_err(refused)?;
        (self.prepare)(&*variant);
        let CheckedRecord { mut checked, mut kept } = check(record, self.given, false)?;
        if shows && !checked.findings.is_empty() {
            CheckedRecord { checked, kept } = check(record, self.given, true)?;
            let Checked { findings, certain, .. } = &mut checked;
            findings.iter_mut().chain(certain).for_each(|found| found.line = kept.line(found));
            checked.findings.sort_by_key(|found| found.line);
        }
        let settings = checked.settings.clone();
        Ok(Looked { game, shape, checked, log: kept.log.take().into_bytes().into(), settings })
    }

    /// The game of a log, which is prepared, and the parameters that were given.
    fn prepared(self, log: &[u8]) -> Result<(&'static dyn AnyGame, Settings), String> {
        let game = self.game.map_or_else(|| game_of(self.games, log, "stickler validate GAME FILE"), Ok)?;
        let given = game.expand(self.given).and_then(|given| game.with(&given).map(|_| given));
        let given = given.map_err(|why| format!("--set {why}"))?;
        // A log whose own parameters are refused is spoken of when it is checked.
        if let Ok(transcript) = Transcript::parse(log)
            && let Ok(variant) = game.with(&settings_of(game, &transcript, &given))
        {
            (self.prepare)(&*variant);
        }
        Ok((game, given))
    }

    fn log<'a>(
        self,
        text: Text<'_>,
        shape: Option<Shape>,
        log: Cow<'a, [u8]>,
        places: Option<&[Range<usize>]>,
    ) -> Result<Looked<'a>, Unlooked> {
        let (game, settings) = self.prepared(&log).map_err(|why| Unlooked::unread(shape, why))?;
        let mut checked = match validate(game, &settings, &log) {
            Ok(checked) => checked,
            Err(refused) => return Err(Unlooked::Refused(shape, log.into_owned(), Box::new(refused))),
        };
        let Checked { findings, certain, .. } = &mut checked;
        for found in findings.iter_mut().chain(certain) {
            found.at = places.map(|places| place_in(text.bytes, &log, places, found).into());
        }
        Ok(Looked { game, shape: shape.unwrap_or(Shape::Log), checked, log, settings })
    }
}

/// The game that a header names.
pub fn game_of(games: Registry, bytes: &[u8], how: &str) -> Result<&'static dyn AnyGame, String> {
    let missing = format!("the game is not known: name it, as in `{how}`, or put a header in front of the log");
    let transcript = Transcript::parse(bytes).map_err(|error| format!("line {}: {}", error.line, error.breach.why))?;
    games.find(transcript.header.game.as_deref().ok_or(missing)?)
}
