//! A diagnosis that points into a file of any shape: one line of it, of a long line what is around the place.

use super::diagnostic::{Diagnosis, Severity, note};
use crate::records::Text;
use crate::transcript::record_clauses::SHAPE_FORM;
use annotate_snippets::{AnnotationKind, Element, Origin, Renderer, Snippet};
use std::ops::Range;

/// Most bytes that are shown on each side of a place.
const AROUND: usize = 120;

/// A diagnosis at these bytes of a file.
pub fn finding(text: Text<'_>, at: Range<usize>, diagnosis: &Diagnosis) -> String {
    let breach = &diagnosis.finding.breach;
    let head = (diagnosis.severity, breach.clause.id());
    render(
        text,
        head,
        [&diagnosis.title(), &breach.why.to_string()],
        at,
        &diagnosis.notes(),
    )
}

/// Why a file cannot be read as a record.
pub fn trouble(
    text: Text<'_>,
    at: Range<usize>,
    why: &str,
    notes: &[(&'static str, String)],
) -> String {
    render(
        text,
        (Severity::Error, SHAPE_FORM.id()),
        [why, "here"],
        at,
        notes,
    )
}

fn render(
    text: Text<'_>,
    (severity, id): (Severity, &str),
    [title, label]: [&str; 2],
    at: Range<usize>,
    notes: &[(&'static str, String)],
) -> String {
    let Text { path, bytes, .. } = text;
    let (line, column) = text.line_of(at.start);
    let before = &bytes[..at.start.min(bytes.len())];
    let start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |newline| newline + 1);
    let end = bytes[start..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(bytes.len(), |end| start + end);
    // Of a line that begins before these bytes, the columns are those of the file.
    let is_short = end - start <= 3 * AROUND && column == before.len() - start;
    let from = if is_short {
        start
    } else {
        start.max(at.start.saturating_sub(AROUND))
    };
    let to = if is_short {
        end
    } else {
        end.min(at.start + 2 * AROUND)
    };
    let shown = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.chars()
            .map(|c| if c.is_control() { '\u{fffd}' } else { c })
            .collect::<String>()
    };
    let marked = at.start.clamp(from, to)..at.end.clamp(at.start.clamp(from, to), to);
    let [before, here, after] =
        [from..marked.start, marked.clone(), marked.end..to].map(|at| shown(&bytes[at]));
    let title = severity.level().primary_title(title).id(id);
    let excerpt = format!("{before}{here}{after}");
    let group = if is_short {
        let label = AnnotationKind::Primary
            .span(before.len()..before.len() + here.len())
            .label(label);
        title.element(
            Snippet::source(excerpt.as_str())
                .line_start(line)
                .path(path)
                .annotation(label),
        )
    } else {
        let origin = Origin::path(path).line(line).char_column(column + 1);
        title
            .element(origin)
            .element(Element::from(note("it reads", &here)))
            .element(Element::from(note("among", &excerpt)))
    };
    let group = group.elements(
        notes
            .iter()
            .map(|(name, text)| Element::from(note(name, text))),
    );
    Renderer::styled().render(&[group]) + "\n"
}
