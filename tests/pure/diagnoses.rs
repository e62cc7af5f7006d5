//! Diagnoses of any text: what is marked, and where.

use stickler::check::transcript::{Culprit, Finding};
use stickler::clause::{Breach, Span};
use stickler::report::diagnostic::{Diagnosis, Source};
use stickler::wire::BYTES;

tests! {
    spans_are_around_whole_characters,
    the_marks_stand_below_what_they_mean,
}

fn rendered(text: &[u8], from: usize, to: usize) -> String {
    let breach = Breach::new(BYTES, "here").span(Span::Columns(from, to));
    let source = &Source::new("spans.log", text);
    Diagnosis::new(Finding { line: 1, culprit: Culprit::Log, breach }, true).render(source, false)
}

/// Wherever a span begins: at a byte inside a character, before one, or at the end of the line.
fn spans_are_around_whole_characters() {
    let lines: [&[u8]; 6] =
        ["\u{e9}\u{661}".as_bytes(), b"\xff\xfe", "a\u{1f600}b".as_bytes(), b"", b"\xc3", b"\xe2\x82x"];
    for raw in lines {
        for (from, to) in (0..=raw.len() + 1).flat_map(|from| (0..=raw.len() + 1).map(move |to| (from, to))) {
            let shown = rendered(raw, from, to);
            assert!(shown.contains("spans.log:1:"), "{raw:?} {from}..{to}: {shown}");
        }
    }
}

fn the_marks_stand_below_what_they_mean() {
    let marks = |text: &[u8], from, to| {
        let shown = rendered(text, from, to);
        let line = shown.lines().find(|line| line.contains('^')).expect("marks").to_string();
        let line = line.trim_start_matches(' ').strip_prefix("| ").expect("a margin").to_string();
        (line.find('^').expect("a mark"), line.matches('^').count())
    };
    assert_eq!(marks(b"MOVE 8 8", 5, 6), (5, 1));
    assert_eq!(marks(b"MOVE 8 8", 5, 5), (5, 1), "an empty span marks what follows");
    assert_eq!(marks("\u{e9}\u{e9} 8".as_bytes(), 5, 6), (3, 1), "two characters of two bytes");
    assert_eq!(marks(b"MOVE", 4, 4), (4, 1), "the end of the line");
    assert_eq!(marks(b"\xff\xffa", 1, 2), (1, 1));
}
