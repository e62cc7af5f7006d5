//! Diagnoses of any text: what is marked, and where.

use stickler::clause::{Breach, Span};
use stickler::explain::{Culprit, Finding, validate};
use stickler::games::{Registry, erased::AnyGame, gomoku};
use stickler::params::Settings;
use stickler::report::diagnostic::{Diagnosis, Source};
use stickler::report::journal::{Around, Journal};
use stickler::wire::BYTES;

fn rendered(text: &[u8], from: usize, to: usize) -> String {
    let breach = Breach::new(BYTES, "here").span(Span::Columns(from, to));
    let source = &Source::new("spans.log", text);
    Diagnosis::new(Finding::new(1, Culprit::Log, breach), true).render(source, false)
}

/// Wherever a span begins: at a byte inside a character, before one, or at the end of the line.
#[test]
fn spans_are_around_whole_characters() {
    let lines: [&[u8]; 6] = [
        "\u{e9}\u{661}".as_bytes(),
        b"\xff\xfe",
        "a\u{1f600}b".as_bytes(),
        b"",
        b"\xc3",
        b"\xe2\x82x",
    ];
    for raw in lines {
        for (from, to) in
            (0..=raw.len() + 1).flat_map(|from| (0..=raw.len() + 1).map(move |to| (from, to)))
        {
            let shown = rendered(raw, from, to);
            assert!(
                shown.contains("spans.log:1:"),
                "{raw:?} {from}..{to}: {shown}"
            );
        }
    }
}

#[test]
fn the_marks_stand_below_what_they_mean() {
    let marks = |text: &[u8], from, to| {
        let shown = rendered(text, from, to);
        let line = shown
            .lines()
            .find(|line| line.contains('^'))
            .expect("marks")
            .to_string();
        let line = line
            .trim_start_matches(' ')
            .strip_prefix("| ")
            .expect("a margin")
            .to_string();
        (line.find('^').expect("a mark"), line.matches('^').count())
    };
    assert_eq!(marks(b"MOVE 8 8", 5, 6), (5, 1));
    assert_eq!(
        marks(b"MOVE 8 8", 5, 5),
        (5, 1),
        "an empty span marks what follows"
    );
    assert_eq!(
        marks("\u{e9}\u{e9} 8".as_bytes(), 5, 6),
        (3, 1),
        "two characters of two bytes"
    );
    assert_eq!(marks(b"MOVE", 4, 4), (4, 1), "the end of the line");
    assert_eq!(marks(b"\xff\xffa", 1, 2), (1, 1));
}

/// What stood around the first finding in a log of Gomoku.
fn first(log: &str) -> Around {
    let game: &'static dyn AnyGame = Registry::new(&[&gomoku::Contest])
        .find("gomoku")
        .expect("a game");
    let settings = Settings::read(["board=9x13"]).expect("settings");
    let findings = validate(game, &settings, log.as_bytes())
        .expect("it can be read")
        .findings;
    let source = Source::new("game.log", log.as_bytes());
    Journal::new(game, &settings, &source).around_one(&findings[0], false)
}

fn help(around: &Around) -> String {
    around
        .advice
        .iter()
        .find(|(name, _)| *name == "help")
        .map_or(String::new(), |(_, text)| text.clone())
}

const START: &str =
    "0< READY FIRST\n1< READY SECOND\n0> OK @3ms\n1> OK @4ms\n0< TURN 10000 10000\n";

#[test]
fn a_hint_says_how_an_answer_is_mended() {
    for (given, nearest, part) in [
        (
            "MOVE 8, 8",
            "MOVE 8 8",
            "blanks between its words, no commas or brackets",
        ),
        ("move 8 8", "MOVE 8 8", "its letters in this case"),
        ("MOVE (8,8) ", "MOVE 8 8", "no commas or brackets"),
        ("8 8", "MOVE 8 8", "all of its words"),
        ("MOVE 12 3", "MOVE 3 12", "its two numbers exchanged"),
        ("MOVE 0 13", "MOVE 1 13", ""),
        ("MOVE 0 4", "MOVE 1 5", "every number one more"),
        ("MOVE 10 12", "MOVE 9 11", "every number one less"),
        ("MOVE 99 99", "MOVE 9 13", ""),
    ] {
        let found = first(&format!("{START}0> {given} @5ms\n"));
        let allowed = found.allowed.clone().unwrap_or_default();
        assert!(
            allowed.ends_with(&format!("nearest: `{nearest}`")),
            "{given}: {allowed}"
        );
        let help = help(&found);
        assert!(
            if part.is_empty() {
                help.is_empty()
            } else {
                help.contains(part) && help.contains(nearest)
            },
            "{given}: {help}"
        );
    }
    let taken =
        format!("{START}0> MOVE 4 5 @5ms\n1< OPP 4 5 5\n1< TURN 10000 9995\n1> MOVE 4 5 @1ms\n");
    assert_eq!(
        help(&first(&taken)),
        "",
        "on an open board every change of the numbers is legal"
    );
}

#[test]
fn each_known_cause_has_its_own_words() {
    for (line, part) in [
        (r"0> \xef\xbb\xbfMOVE 8 8", "byte order mark of UTF-8"),
        (r"0> \xff\xfeM\x00O\x00V\x00E\x00", "UTF-16"),
        (r"0> M\x00O\x00V\x00E\x00 \x008\x00 \x008\x00", "UTF-16"),
        (r"0> \x1b[32mMOVE 8 8\x1b[0m", "colour codes"),
        (r"0> MOVE \xd9\xa1 \xd9\xa2", "is no ASCII digit"),
        (r"0> MOVE\xc2\xa08 8", "write a plain space"),
        (r"0> MOVE 8 \xe2\x88\x928", "write `-`"),
        (r"0> MOVE 8 8\x00", "a byte of zero ends it"),
        (
            "0> > MOVE 8 8",
            "`MOVE 8 8` is legal: remove the `>` in front of it",
        ),
        ("0> \"MOVE 8 8\"", "`MOVE 8 8` is legal: remove"),
        ("0> MOVE 8.0 8.0", "write its numbers without a fraction"),
        (
            "0> UNKNOWN command",
            "the protocol of Gomocup has such a line",
        ),
        (
            "0> MESSAGE depth 4",
            "the protocol of Gomocup has such a line",
        ),
        ("0> bestmove e2e4", "the protocol of UCI has such a line"),
        ("0> readyok", "the protocol of UCI has such a line"),
        ("0> = D4", "the protocol of GTP has such a line"),
        (r"0> \x1b[2JMOVE 8 8", "control codes of a terminal"),
        (r"0> MOVE \xef\xbc\x98 \xef\xbc\x98", "is no ASCII digit"),
        (r"0> MOVE 8 \xef\xbb\xbf8", "amid the line"),
        ("0> thinking...", "no answer begins with `thinking...` here"),
    ] {
        let help = help(&first(&format!("{START}{line} @5ms\n")));
        assert!(help.contains(part), "{line}: {help}");
    }
}

#[test]
fn where_nothing_is_known_nothing_is_guessed() {
    for line in [
        r"0> MOVE 8 8\x07",
        r"0> \x80MOVE",
        r"0> MOVE \xc2\xbd 8",
        r"0> MOVE \xe2\x91\xa0 8",
        "0> MOVE 8.5 8",
        "0> MOVE 99 99",
        "0> MOVE a b",
    ] {
        assert_eq!(help(&first(&format!("{START}{line} @5ms\n"))), "", "{line}");
    }
    // A cell that is taken says nothing of how the bot counts, even if another one is legal alone.
    let crowded = "stickler: 1\ngame: gomoku\nset: board=1x3 row=3\n0< READY FIRST\n1< READY SECOND\n0> OK @3ms\n1> OK @4ms\n\
        0< TURN 10000 10000\n0> MOVE 1 2 @5ms\n1< OPP 1 2 5\n1< TURN 10000 9995\n1> MOVE 1 2 @1ms\n";
    assert_eq!(help(&first(crowded)), "");
}

#[test]
fn a_line_with_its_arrow_turned_round_is_known() {
    assert_eq!(
        help(&first("0> READY FIRST @1ms\n")),
        "a judge says this line: is `>` meant to be `<`?"
    );
    assert_eq!(
        help(&first(&START.replace("0> OK @3ms", "0< OK"))),
        "a seat answers so: is `<` meant to be `>`?"
    );
}
