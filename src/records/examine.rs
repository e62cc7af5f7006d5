//! A record of any shape, opened and checked: what `validate --json` prints, and what fixtures are held against.

use super::line::{Examined, Place};
use super::{Opened, Shape, Text, Trouble, check, open, place_in};
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
        let unknown = |why: String| (Conclusion::Unknown, Examined::unread(text, shape, &Trouble::new(0..0, why)));
        match open(text.bytes, shape, self.game, self.games) {
            Err(trouble) => (Conclusion::Unknown, Examined::unread(text, shape, &trouble)),
            Ok(Opened::Log(log, places)) => {
                self.log(text, (shape.unwrap_or(Shape::Log), &log), places.as_deref()).unwrap_or_else(unknown)
            }
            Ok(Opened::Record(record)) => {
                let checked = record.game.with(&record.settings.and(self.given)).and_then(|variant| {
                    (self.prepare)(&*variant);
                    check(&record, self.given, false)
                });
                match checked {
                    Ok(checked) => {
                        (checked.conclusion(self.strict), Examined::of_record(text, &record, &checked, self.strict))
                    }
                    Err(why) => unknown(format!("its parameters are refused: {why}")),
                }
            }
        }
    }

    fn log(
        self,
        text: Text<'_>,
        (shape, log): (Shape, &[u8]),
        places: Option<&[Range<usize>]>,
    ) -> Result<(Conclusion, Examined), String> {
        let transcript = Transcript::parse(log);
        let transcript = transcript.map_err(|error| format!("line {}: {}", error.line, error.breach.why))?;
        let game = match (self.game, &transcript.header.game) {
            (Some(game), _) => game,
            (None, Some(name)) => self.games.find(name)?,
            (None, None) => return Err("the game is not known: name it, or put a header in front of the log".into()),
        };
        (self.prepare)(&*game.with(&settings_of(game, &transcript, self.given))?);
        let checked = validate(game, self.given, log).map_err(|refused| refused.to_string())?;
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
