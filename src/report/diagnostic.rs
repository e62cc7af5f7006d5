//! A diagnosis: the clause, the line with a caret, and what helps to mend it, in the compiler's manner.

use crate::check::transcript::{Culprit, Extent, Finding, validate_until};
use crate::clause::{Binds, Breach, Provenance};
use crate::game::Seat;
use crate::games::erased::AnyGame;
use crate::params::Settings;
use crate::report::board;
use annotate_snippets::{AnnotationKind, Element, Level, Message, Renderer, Snippet};
use std::ops::Range;

/// Lines before the line at fault that are always shown.
const BEFORE: usize = 1;
/// How far back an earlier line is shown together with the line at fault.
const REACH: usize = 60;

/// A text and what it is called, for showing a place in it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file's name.
    pub path: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// One diagnosis to show.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// Error, or warning.
    pub is_error: bool,
    /// The clause and the place.
    pub finding: Finding,
    /// Further facts, each with its name: `allowed here`, `again`.
    pub facts: Vec<(&'static str, String)>,
}

impl Diagnosis {
    /// A diagnosis of a finding.
    pub fn new(finding: Finding, strict: bool) -> Diagnosis {
        Diagnosis { is_error: finding.is_error(strict), finding, facts: Vec::new() }
    }

    /// Adds a fact.
    #[must_use]
    pub fn fact(mut self, name: &'static str, text: impl Into<String>) -> Diagnosis {
        self.facts.push((name, text.into()));
        self
    }

    /// Adds facts.
    #[must_use]
    pub fn facts(mut self, facts: Vec<(&'static str, String)>) -> Diagnosis {
        self.facts.extend(facts);
        self
    }

    /// The diagnosis as text.
    pub fn render(&self, source: Source<'_>, colour: bool) -> String {
        let breach = &self.finding.breach;
        let level = if self.is_error { Level::ERROR } else { Level::WARNING };
        let title = level.primary_title(self.title()).id(breach.clause.id());
        let excerpt = Excerpt::around(source.bytes, self.finding.line, breach);
        let why = breach.why.to_string();
        let mut snippet = Snippet::source(excerpt.text.as_str())
            .line_start(excerpt.first)
            .path(source.path)
            .annotation(AnnotationKind::Primary.span(excerpt.span.clone()).label(why.as_str()));
        if let Some(since) = &excerpt.since {
            snippet =
                snippet.annotation(AnnotationKind::Context.span(since.clone()).label("this line decides what is due"));
        }
        let notes = self.notes();
        let messages = notes.iter().map(|(name, text)| Element::from(note(name, text)));
        let group = title.element(snippet).elements(messages);
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group]) + "\n"
    }

    fn title(&self) -> String {
        let why = self.finding.breach.why;
        match self.finding.culprit {
            Culprit::Seat(seat, kind) => format!("seat {seat}, {}: {why}", kind.word()),
            Culprit::Judge => format!("the judge: {why}"),
            Culprit::Log => format!("the log: {why}"),
        }
    }

    fn notes(&self) -> Vec<(&'static str, String)> {
        let mut notes = Vec::new();
        let entry = self.finding.breach.clause.entry();
        notes.push(("clause", format!("{} ({}, {})", entry.sentence, entry.provenance, entry.level)));
        if entry.provenance == Provenance::Assumed && entry.binds != Binds::Log {
            notes.push(("assumed", "no document says this; where it is a number, --set changes it".to_string()));
        }
        notes.extend(self.facts.iter().cloned());
        notes
    }
}

fn note<'a>(name: &'a str, text: &'a str) -> Message<'a> {
    Level::NOTE.with_name(name).message(text)
}

/// Some lines of a source around the line at fault, and byte ranges in them.
struct Excerpt {
    text: String,
    first: usize,
    span: Range<usize>,
    since: Option<Range<usize>>,
}

impl Excerpt {
    fn around(bytes: &[u8], line: usize, breach: &Breach) -> Excerpt {
        let lines: Vec<&[u8]> =
            bytes.split(|&byte| byte == b'\n').map(|raw| raw.strip_suffix(b"\r").unwrap_or(raw)).collect();
        let line = line.clamp(1, lines.len());
        let since = breach.since.filter(|&since| since > 0 && since < line && line - since <= REACH);
        let first = since.unwrap_or(line).min(line.saturating_sub(BEFORE)).max(1);
        let mut excerpt = Excerpt { text: String::new(), first, span: 0..0, since: None };
        for (number, raw) in (first..=line).zip(&lines[first - 1..]) {
            let start = excerpt.text.len();
            let span = show(raw, breach.span.columns(raw), &mut excerpt.text);
            if Some(number) == since {
                excerpt.since = Some(start..excerpt.text.len());
            }
            if number == line {
                excerpt.span = span;
            }
            excerpt.text.push('\n');
        }
        excerpt
    }
}

/// Adds bytes to a text as a terminal can show them, of a very long line only its beginning. Gives back where these columns of
/// them stand in the text: around whole characters, and around one at least where the line has one left.
fn show(raw: &[u8], columns: Range<usize>, text: &mut String) -> Range<usize> {
    let mut places = Vec::new();
    let mut from = 0;
    for (bytes, c) in characters(&raw[..raw.len().min(400)]) {
        places.push((from..from + bytes, text.len()));
        text.push(if c.is_control() { '\u{fffd}' } else { c });
        from += bytes;
    }
    let end = text.len();
    let start_of = |place: Option<&(Range<usize>, usize)>| place.map_or(end, |(_, start)| *start);
    let first = places.iter().position(|(bytes, _)| bytes.end > columns.start).unwrap_or(places.len());
    let after = places.iter().position(|(bytes, _)| bytes.start >= columns.end).unwrap_or(places.len());
    start_of(places.get(first))..start_of(places.get(after.max(first + 1)))
}

/// The characters of a line, each with its number of bytes; what is no UTF-8 stands as a replacement.
fn characters(raw: &[u8]) -> impl Iterator<Item = (usize, char)> {
    raw.utf8_chunks().flat_map(|chunk| {
        let invalid = Some((chunk.invalid().len(), char::REPLACEMENT_CHARACTER)).filter(|(bytes, _)| *bytes > 0);
        chunk.valid().chars().map(|c| (c.len_utf8(), c)).chain(invalid)
    })
}

/// What stood on the board before a line of a transcript, and what was allowed there.
pub struct Before {
    /// The board.
    pub picture: String,
    /// How many answers were legal, and the nearest to the one given.
    pub allowed: Option<String>,
}

/// Replays a transcript up to a line, to show what stood there.
pub fn before(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    line: usize,
    seat: Seat,
    colour: bool,
) -> Option<Before> {
    let (checked, referee) = validate_until(game, settings, bytes, line).ok()?;
    // After a gap nobody knows the position.
    if matches!(checked.extent, Extent::Gap(_)) {
        return None;
    }
    let raw = bytes.split(|&byte| byte == b'\n').nth(line.checked_sub(1)?)?;
    let given = String::from_utf8_lossy(raw.get(crate::transcript::PREFIX..)?).into_owned();
    let given = given.rsplit_once(" @").map_or(given.as_str(), |(text, _)| text);
    let replies = referee.replies(seat);
    // What comes after so many characters is no better guide to what was meant.
    let given: String = given.chars().take(200).collect();
    let nearest = replies.iter().min_by_key(|reply| distance(reply, &given));
    let allowed = nearest.map(|nearest| match replies.len() {
        1 => format!("`{nearest}` alone"),
        count => format!("{count} answers; nearest: `{nearest}`"),
    });
    Some(Before { picture: board::render(&referee.picture(), colour), allowed })
}

/// What more is to be known of a finding in a transcript, such as a witness.
pub fn advice(game: &dyn AnyGame, settings: &Settings, bytes: &[u8], finding: &Finding) -> Vec<(&'static str, String)> {
    let after = validate_until(game, settings, bytes, finding.line + 1);
    after.map(|(_, referee)| referee.advice(Some(&finding.breach))).unwrap_or_default()
}

/// How far two lines are apart: numbers by their difference, other words by being the same or not.
fn distance(a: &str, b: &str) -> u64 {
    let (mut a, mut b) = (a.split_whitespace(), b.split_whitespace());
    let mut sum = 0;
    loop {
        sum += match (a.next(), b.next()) {
            (None, None) => return sum,
            (Some(x), Some(y)) => match (x.parse::<i64>(), y.parse::<i64>()) {
                (Ok(x), Ok(y)) => x.abs_diff(y).min(1000),
                _ if x == y => 0,
                _ => 1000,
            },
            _ => 1000,
        };
    }
}
