//! A record of any shape, opened and checked: what `validate --json` prints, and what fixtures are held against.

use super::line::{Examined, Place};
use super::{Checked, Opened, ReadError, Record, Shape, Text, check, open, place_in};
use crate::check::transcript::{Conclusion, Finding, settings_of, validate};
use crate::games::Registry;
use crate::games::erased::{AnyGame, Variant};
use crate::params::Settings;
use crate::transcript::Transcript;
use std::ops::Range;

/// How a record is to be looked at.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
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

impl Ask<'_> {
    /// Opens and checks a record.
    pub fn examine(self, text: Text<'_>) -> (Conclusion, Examined) {
        let shape = self.shape.or_else(|| Shape::guess(text.bytes));
        let unknown = |why: String| (Conclusion::Unknown, Examined::unread(text, shape, &ReadError::new(0..0, why)));
        match open(text.bytes, shape, self.game, self.games) {
            Err(trouble) => (Conclusion::Unknown, Examined::unread(text, shape, &trouble)),
            Ok(Opened::Log(log, places)) => {
                self.log(text, (shape.unwrap_or(Shape::Log), &log), places.as_deref()).unwrap_or_else(unknown)
            }
            Ok(Opened::Record(record)) => match self.record(&record, false) {
                Ok(checked) => {
                    (checked.conclusion(self.strict), Examined::of_record(text, &record, &checked, self.strict))
                }
                Err(why) => unknown(why),
            },
        }
    }

    /// Checks a record; `keep`: write the game in its other forms, too.
    pub(crate) fn record(self, record: &Record<'_>, keep: bool) -> Result<Checked, String> {
        let refused = |why| format!("its parameters are refused: {why}");
        let variant = record.game.with(&record.settings.and(self.given)).map_err(refused)?;
        (self.prepare)(&*variant);
        check(record, self.given, keep)
    }

    /// The game of a log, which is prepared, and the parameters that were given.
    pub(crate) fn prepared(self, log: &[u8]) -> Result<(&'static dyn AnyGame, Settings), String> {
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

    fn log(
        self,
        text: Text<'_>,
        (shape, log): (Shape, &[u8]),
        places: Option<&[Range<usize>]>,
    ) -> Result<(Conclusion, Examined), String> {
        let (game, given) = self.prepared(log)?;
        let checked = validate(game, &given, log).map_err(|refused| refused.to_string())?;
        let place = |finding: &Finding| place_of(text, log, places, finding);
        let examined = Examined::of_log(text, (shape, game.name()), &checked, self.strict, place);
        Ok((checked.conclusion(self.strict), examined))
    }
}

/// Where a finding in a log stands in the file.
fn place_of(text: Text<'_>, log: &[u8], places: Option<&[Range<usize>]>, finding: &Finding) -> Place {
    match places {
        Some(places) => Place::of(text, place_in(text.bytes, log, places, finding)),
        None => {
            let raw = log.split(|&byte| byte == b'\n').nth(finding.line - 1).unwrap_or_default();
            let columns = finding.breach.span.columns(raw);
            let line = text.first + finding.line - 1;
            Place { line, column: columns.start + 1, length: columns.len(), path: None }
        }
    }
}

/// The game that a header names.
pub fn game_of(games: Registry, bytes: &[u8], how: &str) -> Result<&'static dyn AnyGame, String> {
    let missing = format!("the game is not known: name it, as in `{how}`, or put a header in front of the log");
    let transcript = Transcript::parse(bytes).map_err(|error| format!("line {}: {}", error.line, error.breach.why))?;
    games.find(transcript.header.game.as_deref().ok_or(missing)?)
}
