//! A log or a record of any format, opened and checked: reports, `validate --json`, fixtures and the site begin here.

use super::foreign;
use super::general::{INTERACTION, LOG, MOVES, guess, open_as};
use super::json_line::{Examined, Place};
use super::players::names;
use super::{CheckedRecord, Format, Opened, ReadError, ReadErrorKind, Record, Text, check};
use crate::explain::{CheckError, Checked, Conclusion, Culprit, Finding, settings_of, validate};
use crate::game::Seat;
use crate::games::Registry;
use crate::games::erased::AnyGame;
use crate::params::Settings;
use crate::transcript::{LINE_SEAT, PREFIX, Transcript};
use crate::two_streams::{Rejoined, rejoined};
use crate::wire::{Index, JUDGE_FORM};
use std::borrow::Cow;
use std::ops::Range;

/// How a record is to be looked at.
#[derive(Clone, Copy)]
pub struct CheckOptions<'a> {
    /// The games that are known.
    pub games: Registry,
    /// The game, where it is named.
    pub game: Option<&'static dyn AnyGame>,
    /// The name of the format, where it is said.
    pub format: Option<&'a str>,
    /// Parameters that come before the record's own.
    pub given: &'a Settings,
    /// Warnings count as errors.
    pub strict: bool,
}

/// A log or record that was opened and checked.
pub struct CheckedFile<'a> {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The format.
    pub format: Format,
    /// True where the file shows the judge's messages.
    pub is_log: bool,
    /// The result of the check. The lines of its findings are those of [`CheckedFile::log`].
    pub checked: Checked,
    /// The log with the judge's messages; of a record that breaks no clause it may be empty.
    pub log: Cow<'a, [u8]>,
    /// The parameters under which that log is to be read.
    pub settings: Settings,
    /// The words that the file has for its seats; empty where it has none for a seat.
    pub called: Vec<String>,
    /// The players' names by seat; empty where it has none for a seat.
    pub players: Vec<String>,
}

/// Why a file could not be checked.
pub enum OpenError {
    /// The file cannot be read, in this format.
    Unread(Option<Format>, ReadError),
    /// The file is a log, in this format, and was refused.
    Refused(Option<Format>, Vec<u8>, Box<CheckError>),
}

impl OpenError {
    fn unread(format: Option<Format>, why: String) -> OpenError {
        OpenError::Unread(format, ReadError::new(0..0, why))
    }
}

impl CheckedFile<'_> {
    /// Where a finding stands in the file; the lines of the file are known, and those of the log.
    pub(super) fn place(
        &self,
        text: Text<'_>,
        [of_file, of_log]: [&Index; 2],
        path: Option<String>,
        finding: &Finding,
    ) -> Place {
        if let Some(at) = finding.bytes() {
            return Place::of(text, of_file, path, at);
        }
        let raw = line_of(&self.log, of_log, finding.line);
        let columns = finding.breach.span.columns(raw);
        let line = text.first + finding.line - 1;
        Place {
            line,
            column: columns.start + 1,
            length: columns.len(),
            path: None,
        }
    }
}

impl<'a> CheckOptions<'a> {
    /// A file of any of these games, in any format. Warnings are no errors.
    pub fn new(games: Registry, given: &'a Settings) -> CheckOptions<'a> {
        CheckOptions {
            games,
            game: None,
            format: None,
            given,
            strict: false,
        }
    }
}

impl CheckOptions<'_> {
    /// Opens and checks a log or record, and says what was found as a line of JSON.
    pub fn examine(self, text: Text<'_>) -> (Conclusion, Examined) {
        let text = text.unmarked();
        let unread =
            |format, trouble| (Conclusion::Unknown, Examined::unread(text, format, trouble));
        match self.look(text, false) {
            Ok(looked) => (
                looked.checked.conclusion(self.strict),
                Examined::of(text, &looked, self.strict),
            ),
            Err(OpenError::Unread(format, trouble)) => unread(format, &trouble),
            Err(OpenError::Refused(format, _, refused)) => {
                let kind = match *refused {
                    CheckError::Game(_) => ReadErrorKind::OtherGame,
                    _ => ReadErrorKind::Content,
                };
                let trouble = ReadError::new(0..0, refused.to_string());
                unread(format, &trouble.of_kind(kind))
            }
        }
    }

    /// Opens and checks a log or record. `shows`: what it breaks is to be shown in a log with every message.
    pub fn look<'a>(self, text: Text<'a>, shows: bool) -> Result<CheckedFile<'a>, OpenError> {
        let (text, is_torn) = self.readable(text.unmarked());
        let mut looked = self.look_at(text, shows)?;
        looked.checked.tear(is_torn);
        Ok(looked)
    }

    /// The part of a file that is read, and whether that leaves its last line out: one without a newline, which would accuse somebody,
    /// and may be a part of a line.
    pub(super) fn readable<'a>(self, text: Text<'a>) -> (Text<'a>, bool) {
        let last = text.bytes.iter().rposition(|&byte| byte == b'\n');
        let (lines, last) = text.bytes.split_at(last.map_or(0, |last| last + 1));
        let format = guess(text.bytes, self.format, self.game, self.games);
        let is_by_lines = format.is_some_and(|(own, _)| own.is_by_lines);
        // A result in brackets is whole.
        if last.is_empty() || !is_by_lines || last.trim_ascii_end().ends_with(b"]") {
            return (text, false);
        }
        let before = Text {
            bytes: lines,
            ..text
        };
        let blamed = |text| {
            let looked = self.look_at(text, false);
            looked.map(|looked| looked.checked.blamed())
        };
        let is_torn = blamed(text).is_ok_and(|whole| {
            !whole.is_empty() && blamed(before).is_ok_and(|before| before != whole)
        });
        (if is_torn { before } else { text }, is_torn)
    }

    fn look_at<'a>(self, text: Text<'a>, shows: bool) -> Result<CheckedFile<'a>, OpenError> {
        if let Some(why) = text.wrong {
            let trouble = ReadError::new(0..text.bytes.len().min(80), why);
            return Err(OpenError::Unread(None, trouble));
        }
        let listed = guess(text.bytes, self.format, self.game, self.games);
        let format = listed.map(|(format, _)| format);
        match open_as(text.bytes, listed, self.game, self.games) {
            Err(trouble) => Err(OpenError::Unread(format, trouble)),
            Ok(Opened::Log(log, places)) => {
                if format == Some(INTERACTION) && self.format.is_none() {
                    self.is_dialogue(text.bytes)
                        .map_err(|trouble| OpenError::Unread(None, trouble))?;
                }
                self.log(text, format, log, places.as_deref())
            }
            Ok(Opened::Record(record)) => {
                let looked = self
                    .record(&record, shows)
                    .map_err(|why| OpenError::unread(Some(record.format), why))?;
                let slip = counts_from_1(text.bytes, &looked.checked.findings);
                match slip.filter(|_| record.format == MOVES) {
                    Some(trouble) => Err(OpenError::Unread(format, trouble)),
                    None => Ok(looked),
                }
            }
        }
    }

    fn record<'a>(self, record: &Record<'_>, shows: bool) -> Result<CheckedFile<'a>, String> {
        let (game, format) = (record.game, record.format);
        let refused = |why| format!("its parameters are refused: {why}");
        game.with(&record.settings.and(self.given))
            .map_err(refused)?;
        let CheckedRecord {
            mut checked,
            mut kept,
        } = check(record, self.given, false)?;
        if shows && !checked.findings.is_empty() {
            CheckedRecord { checked, kept } = check(record, self.given, true)?;
            let Checked {
                findings, certain, ..
            } = &mut checked;
            findings
                .iter_mut()
                .chain(certain)
                .for_each(|found| found.line = kept.line(found));
            checked.findings.sort_by_key(|found| found.line);
        }
        let settings = checked.settings.clone();
        Ok(CheckedFile {
            game,
            format,
            is_log: false,
            checked,
            log: kept.log.drain().into_bytes().into(),
            settings,
            called: called(record),
            players: record.names.clone(),
        })
    }

    /// Whether a file whose lines begin with arrows, and whose name does not say what it is, is a dialogue of its game: the first
    /// message that it tells is one that the game knows.
    fn is_dialogue(self, bytes: &[u8]) -> Result<(), ReadError> {
        let Some(variant) = self
            .game
            .and_then(|game| game.with(&game.expand(self.given).ok()?).ok())
        else {
            return Ok(());
        };
        let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        let told = |line: &&[u8]| line.first() == Some(&b'<');
        let Some(first) = lines.iter().position(told) else {
            let why = "no line begins with `<`, so no judge tells anything, and the file is no dialogue; if it is one, `--from interaction` says so";
            return Err(ReadError::new(0..lines[0].len(), why));
        };
        let at = lines[..first].iter().map(|line| line.len() + 1).sum();
        let mut message = lines[first..]
            .iter()
            .take_while(|line| told(line))
            .map(|line| line[1..].strip_suffix(b"\r").unwrap_or(&line[1..]));
        match variant.referee().told_desynced(Seat(0), &mut message) {
            Err(breach) if breach.clause == JUDGE_FORM => {
                let why = format!(
                    "this is no message of {} ({}), so the file is no dialogue of it: {}; if it is one, `--from interaction` says so",
                    self.game.map_or("", AnyGame::name),
                    breach.why,
                    foreign::arrows(bytes)
                );
                Err(ReadError::new(at..at + lines[first].len(), why))
            }
            _ => Ok(()),
        }
    }

    /// The game of a log, and the parameters that were given.
    fn game_of(self, log: &[u8]) -> Result<(&'static dyn AnyGame, Settings), ReadError> {
        let game = self.game.map_or_else(
            || game_of(self.games, log, "stickler validate GAME FILE"),
            Ok,
        )?;
        let given = game
            .expand(self.given)
            .and_then(|given| game.with(&given).map(|_| given));
        let given = given.map_err(|why| ReadError::new(0..0, format!("--set {why}")))?;
        Ok((game, given))
    }

    pub(super) fn log<'a>(
        self,
        text: Text<'_>,
        format: Option<Format>,
        log: Cow<'a, [u8]>,
        places: Option<&[Range<usize>]>,
    ) -> Result<CheckedFile<'a>, OpenError> {
        let (game, settings) = self
            .game_of(&log)
            .map_err(|trouble| OpenError::Unread(format, trouble))?;
        let in_order = in_order(game, &settings, &log);
        let (log, places) = match &in_order {
            Some(joined) => {
                let index = Index::new(&log);
                let places = joined.lines.iter().map(|line| index.line(*line));
                (
                    Cow::Owned(joined.log.clone()),
                    Some(places.collect::<Vec<_>>()),
                )
            }
            None => (log, places.map(<[_]>::to_vec)),
        };
        let places = places.as_deref();
        let mut checked = match validate(game, &settings, &log) {
            Ok(checked) => checked,
            Err(refused) => {
                return Err(OpenError::Refused(
                    format,
                    log.into_owned(),
                    Box::new(refused),
                ));
            }
        };
        if let Some(trouble) = counts_from_1(&log, &checked.findings) {
            return Err(OpenError::Unread(format, trouble));
        }
        let Checked {
            findings, certain, ..
        } = &mut checked;
        if let Some(places) = places {
            let lines = Index::new(&log);
            for found in findings.iter_mut().chain(certain) {
                let raw = line_of(&log, &lines, found.line);
                let at = place_in(text.bytes, raw, places, found);
                found.at = Some((at.start, at.end));
            }
        }
        Ok(CheckedFile {
            game,
            format: format.unwrap_or(LOG),
            is_log: true,
            checked,
            players: names(&log),
            log,
            settings,
            called: Vec::new(),
        })
    }
}

/// A log of two streams, in the order that they have under these parameters, where that is not the log's own.
fn in_order(game: &dyn AnyGame, given: &Settings, log: &[u8]) -> Option<Rejoined> {
    let transcript = Transcript::parse(log).ok()?;
    if !transcript.header.is_streams {
        return None;
    }
    let variant = game.with(&settings_of(game, &transcript, given)).ok()?;
    rejoined(&*variant, &transcript, log)
}

/// The words that a file has for its seats, such as `FIRST, alder`; empty where it has no word for a seat.
fn called(record: &Record<'_>) -> Vec<String> {
    let called = |seat: usize| {
        let role = record.roles.get(seat).copied().unwrap_or_default();
        let name = record.names.get(seat).map_or("", String::as_str);
        let words = [role, name].into_iter().filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(", ")
    };
    let seats = record.names.len().max(record.roles.len());
    (0..seats).map(called).collect()
}

/// The slip of a log in which seats count from 1: it has seat 1, one that the game does not have, and no seat 0.
fn counts_from_1(log: &[u8], findings: &[Finding]) -> Option<ReadError> {
    let beyond = findings
        .iter()
        .find(|found| found.culprit == Culprit::Log && found.breach.clause == LINE_SEAT)?;
    let lines = Index::new(log);
    let has = |digit: u8| {
        let is_of = |number: usize| {
            let line = &log[lines.line(number)];
            line.first() == Some(&digit) && matches!(line.get(1), Some(b'<' | b'>' | b'!'))
        };
        (1..=lines.count()).any(is_of)
    };
    if has(b'0') || !has(b'1') {
        return None;
    }
    let number = match beyond.bytes() {
        Some(at) => lines.number(at.start),
        None => beyond.line,
    };
    let at = lines.line(number);
    let why = format!(
        "{}, and no line is of seat 0: seats count from 0, so take one from each number in front of a line",
        beyond.breach.why
    );
    Some(ReadError::new(at.start..at.start + 1, why))
}

/// A line of a log, from 1; empty past the last.
fn line_of<'a>(log: &'a [u8], lines: &Index, number: usize) -> &'a [u8] {
    if (1..=lines.count()).contains(&number) {
        &log[lines.line(number)]
    } else {
        b""
    }
}

/// Where a finding in a line of a log stands in the file, by the places of the log's lines.
fn place_in(bytes: &[u8], raw: &[u8], places: &[Range<usize>], finding: &Finding) -> Range<usize> {
    let at = places
        .get(finding.line.saturating_sub(1))
        .cloned()
        .unwrap_or_default();
    let columns = finding.breach.span.columns(raw);
    let (Some(from), Some(to)) = (
        columns.start.checked_sub(PREFIX),
        columns.end.checked_sub(PREFIX),
    ) else {
        return at;
    };
    // A line that came in parts is shown from its first part on.
    let is_whole = raw.get(PREFIX..).is_some_and(|text| {
        bytes
            .get(at.clone())
            .is_some_and(|own| text.starts_with(own))
    });
    if is_whole && to <= at.len() {
        at.start + from..at.start + to
    } else {
        at
    }
}

/// The game that a header names.
pub fn game_of(
    games: Registry,
    bytes: &[u8],
    how: &str,
) -> Result<&'static dyn AnyGame, ReadError> {
    let wrong = |why: String| ReadError::new(0..0, why);
    let missing = || {
        if bytes.trim_ascii().is_empty() {
            return wrong("it is empty: expected a log or a record".into());
        }
        let why = format!(
            "the game is not known: name it, as in `{how}`, or put a header in front of the log"
        );
        wrong(why).of_kind(ReadErrorKind::NoGame)
    };
    let transcript = Transcript::parse(bytes)
        .map_err(|error| wrong(format!("line {}: {}", error.line, error.breach.why)))?;
    let name = transcript.header.game.as_deref().ok_or_else(missing)?;
    games.find(name).map_err(wrong)
}
