//! A diagnosis: the clause, the line with a caret, and what helps to fix it, in the compiler's manner.

use crate::clause::{Binds, Breach, Clause, Provenance};
use crate::explain::{Culprit, Either, Excuse, Finding};
use crate::report::evidence::Evidence;
use crate::report::visible::visible;
use crate::wire::Index;
use annotate_snippets::{AnnotationKind, Element, Level, Message, Renderer, Snippet};
use std::ops::Range;
use std::sync::OnceLock;

/// Lines before the line at fault that are always shown.
const BEFORE: usize = 1;
/// How far back an earlier line is shown together with the line at fault; what is farther stands below.
const REACH: usize = 60;

static PROGRAM: OnceLock<String> = OnceLock::new();

/// The name of the program whose commands a diagnosis names: a crate with a game of its own has its own name.
pub fn program() -> &'static str {
    PROGRAM.get().map_or("stickler", String::as_str)
}

/// Gives the program its name, once and for all.
pub fn call_program(name: String) {
    let _ = PROGRAM.set(name);
}

/// Columns of a note.
const WIDTH: usize = 100;

/// A text and what it is called, for showing places in it.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The file's name.
    pub path: &'a str,
    /// The bytes.
    pub bytes: &'a [u8],
    index: Index,
}

impl<'a> Source<'a> {
    /// This text.
    pub fn new(path: &'a str, bytes: &'a [u8]) -> Source<'a> {
        Source {
            path,
            bytes,
            index: Index::new(bytes),
        }
    }

    /// A line without its end, from 1; the nearest where there is no such line.
    pub fn line(&self, number: usize) -> &'a [u8] {
        let raw = &self.bytes[self.index.line(number)];
        raw.strip_suffix(b"\r").unwrap_or(raw)
    }

    /// The lines after one.
    pub(super) fn behind(&self, number: usize) -> &'a [u8] {
        let behind = self.index.line(number).end + 1;
        self.bytes.get(behind..).unwrap_or_default()
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.index.count()
    }
}

/// The weight of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The finding breaks a clause of level must, or every clause counts.
    Error,
    /// The finding breaks another clause.
    Warning,
    /// Nobody can tell whether it breaks one.
    Open,
}

impl Severity {
    pub(super) fn level(self) -> Level<'static> {
        match self {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Open => Level::WARNING.with_name("could not tell"),
        }
    }
}

/// One diagnosis to show.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The weight.
    pub severity: Severity,
    /// The clause and the place.
    pub finding: Finding,
    /// Earlier lines on which it rests, in their order.
    pub evidence: Vec<Evidence>,
    /// Further facts, each with its name: `allowed here`, `again`.
    pub facts: Vec<(&'static str, String)>,
    /// The name of the seat at fault; `None`: its number.
    pub who: Option<String>,
}

impl Diagnosis {
    /// A diagnosis of a finding.
    pub fn new(finding: Finding, strict: bool) -> Diagnosis {
        let severity = if finding.is_error(strict) {
            Severity::Error
        } else {
            Severity::Warning
        };
        Diagnosis {
            severity,
            finding,
            evidence: Vec::new(),
            facts: Vec::new(),
            who: None,
        }
    }

    /// With another name for the seat at fault than its number.
    #[must_use]
    pub fn called(self, who: Option<String>) -> Diagnosis {
        Diagnosis { who, ..self }
    }

    /// With what would make the finding void, if anything: then nobody can tell whether the clause is broken.
    #[must_use]
    pub fn excused(self, excuse: Option<&Excuse>) -> Diagnosis {
        match excuse {
            Some(excuse) => Diagnosis {
                severity: Severity::Open,
                ..self
            }
            .fact("right if", excuse.to_string()),
            None => self,
        }
    }

    /// With what is wrong in its place under another value that no document excludes, if somebody is wrong in any case.
    #[must_use]
    pub fn or_else(self, either: Option<&Either>) -> Diagnosis {
        match either {
            Some(other) => self.fact("or else", other.to_string()),
            None => self,
        }
    }

    /// With the earlier lines of its log on which it rests.
    #[must_use]
    pub fn proven(self, evidence: Vec<Evidence>) -> Diagnosis {
        Diagnosis { evidence, ..self }
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
    pub fn render(&self, source: &Source<'_>, colour: bool) -> String {
        let breach = &self.finding.breach;
        let title = self
            .severity
            .level()
            .primary_title(self.title())
            .id(breach.clause.id());
        let excerpt = Excerpt::around(source, self.finding.line, breach, &self.evidence);
        let why = breach.why.to_string();
        let mut snippet = Snippet::source(excerpt.text.as_str())
            .line_start(excerpt.first)
            .path(source.path)
            .annotation(
                AnnotationKind::Primary
                    .span(excerpt.span.clone())
                    .label(why.as_str()),
            );
        for (span, label) in &excerpt.evidence {
            snippet = snippet.annotation(AnnotationKind::Context.span(span.clone()).label(*label));
        }
        let mut notes: Vec<(&'static str, String)> = excerpt
            .far
            .iter()
            .map(|far| ("because", far.clone()))
            .collect();
        notes.extend(self.notes());
        let messages = notes
            .iter()
            .map(|(name, text)| Element::from(note(name, text)));
        let group = title.element(snippet).elements(messages);
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(&[group]) + "\n"
    }

    pub(super) fn title(&self) -> String {
        let why = self.finding.breach.why;
        match self.finding.culprit {
            Culprit::Seat(seat, kind) => match &self.who {
                Some(who) => format!("{who}, {}: {why}", kind.word()),
                None => format!("seat {seat}, {}: {why}", kind.word()),
            },
            Culprit::Judge => match self.end() {
                Some((over, end, rest)) => format!("the judge: {over} ({end}){rest}"),
                None => format!("the judge: {why}"),
            },
            Culprit::Log => format!("the log: {why}"),
        }
    }

    /// Where the breach is that the game is over: these words, why it is over, and what follows.
    fn end(&self) -> Option<(&'static str, String, String)> {
        let why = self.finding.breach.why.to_string();
        let rest = why.strip_prefix(OVER)?;
        let (_, end) = self.facts.iter().find(|(name, _)| *name == THE_END)?;
        let end = visible(end, false).into_owned();
        (end.len() <= LONGEST_END).then(|| (OVER, end, rest.to_string()))
    }

    pub(super) fn notes(&self) -> Vec<(&'static str, String)> {
        let mut notes = Vec::new();
        let entry = self.finding.breach.clause.statement();
        notes.push((
            "clause",
            format!("{} ({}, {})", entry.sentence, entry.provenance, entry.level),
        ));
        if entry.provenance == Provenance::Assumed && entry.binds != Binds::Log {
            notes.push(("assumed", assumed(self.finding.breach.clause)));
        }
        notes.extend(
            self.facts
                .iter()
                .map(|(name, text)| (*name, visible(text, false).into_owned())),
        );
        for (_, text) in &mut notes {
            *text = wrapped(text);
        }
        notes.push((
            "more",
            format!("`{} spec {}`", program(), self.finding.breach.clause.id()),
        ));
        notes
    }
}

/// How a breach begins by which a judge goes on after the end, and the name of the fact that says why the game is over.
const OVER: &str = "the game is over";
pub(super) const THE_END: &str = "the end";
/// The longest reason that stands in a title.
const LONGEST_END: usize = 80;

/// The parameters that are called as the clause is.
pub(super) fn parameters_of(clause: Clause) -> impl Iterator<Item = &'static str> {
    let parts: Vec<&str> = clause.id().split('.').skip(1).collect();
    let is_of = move |name: &&str| {
        let mut words = name.split('-');
        words.clone().any(|word| parts.last() == Some(&word))
            || words.all(|word| parts.contains(&word))
    };
    let rows = clause.page().parameters.iter();
    rows.map(|row| row.name.as_str()).filter(is_of)
}

/// That no document says this, and the parameters that are called as the clause is.
fn assumed(clause: Clause) -> String {
    let names = parameters_of(clause);
    let set: Vec<String> = names.map(|name| format!("`--set {name}=VALUE`")).collect();
    if set.is_empty() {
        "no document says this".into()
    } else {
        format!("no document says this; {} changes it", set.join(" or "))
    }
}

/// A paragraph in lines that a terminal shows whole beside the margin; a text of several lines stays as it is.
fn wrapped(text: &str) -> String {
    if text.contains('\n') {
        return text.to_string();
    }
    super::visible::wrapped(text, WIDTH).join("\n")
}

pub(super) fn note<'a>(name: &'a str, text: &'a str) -> Message<'a> {
    Level::NOTE.with_name(name).message(text)
}

/// Some lines of a source around the line at fault, and byte ranges in them.
struct Excerpt {
    text: String,
    first: usize,
    span: Range<usize>,
    evidence: Vec<(Range<usize>, &'static str)>,
    /// Evidence that is too far away.
    far: Vec<String>,
}

impl Excerpt {
    fn around(source: &Source<'_>, line: usize, breach: &Breach, evidence: &[Evidence]) -> Excerpt {
        let line = line.clamp(1, source.lines());
        let earlier = evidence
            .iter()
            .filter(|proof| proof.line > 0 && proof.line < line);
        let (near, far): (Vec<&Evidence>, Vec<&Evidence>) =
            earlier.partition(|proof| line - proof.line <= REACH);
        let first = near
            .first()
            .map_or(line, |proof| proof.line)
            .min(line.saturating_sub(BEFORE))
            .max(1);
        let far = far.iter().map(|proof| {
            let mut text = format!("line {}: `", proof.line);
            show(source.line(proof.line), 0..0, &mut text);
            format!("{text}`: {}", proof.label)
        });
        let mut excerpt = Excerpt {
            text: String::new(),
            first,
            span: 0..0,
            evidence: Vec::new(),
            far: far.collect(),
        };
        for number in first..=line {
            let raw = source.line(number);
            let start = excerpt.text.len();
            let span = show(raw, breach.span.columns(raw), &mut excerpt.text);
            if let Some(proof) = near.iter().find(|proof| proof.line == number) {
                excerpt
                    .evidence
                    .push((start..excerpt.text.len(), proof.label));
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
    let first = places
        .iter()
        .position(|(bytes, _)| bytes.end > columns.start)
        .unwrap_or(places.len());
    let after = places
        .iter()
        .position(|(bytes, _)| bytes.start >= columns.end)
        .unwrap_or(places.len());
    start_of(places.get(first))..start_of(places.get(after.max(first + 1)))
}

/// The characters of a line, each with its number of bytes; what is no UTF-8 stands as a replacement.
fn characters(raw: &[u8]) -> impl Iterator<Item = (usize, char)> {
    raw.utf8_chunks().flat_map(|chunk| {
        let invalid = Some((chunk.invalid().len(), char::REPLACEMENT_CHARACTER))
            .filter(|(bytes, _)| *bytes > 0);
        chunk
            .valid()
            .chars()
            .map(|c| (c.len_utf8(), c))
            .chain(invalid)
    })
}
