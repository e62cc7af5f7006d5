//! Lines and numbers that are too long, and files of nonsense: they are named as what they are, and cost no more than others.

use std::time::{Duration, Instant};
use stickler::explain::{Culprit, validate};
use stickler::formats::json::Paths;
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::records::{CheckOptions, Text};
use stickler::referee::FaultKind;
use stickler::report::{file_report, viewer};
use stickler::wire::LINE_CAP;

/// The first finding in a game of Gomoku whose first answer is this: clause, class of the fault and words.
fn first_finding(answer: &str) -> (&'static str, Option<FaultKind>, String) {
    finding_in(&format!("0< TURN 10000 10000\n0> {answer}\n"))
}

/// The same of a game that goes on like this after the handshake.
fn finding_in(lines: &str) -> (&'static str, Option<FaultKind>, String) {
    finding_of(
        "gomoku",
        &format!("0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n{lines}"),
    )
}

fn finding_of(game: &str, log: &str) -> (&'static str, Option<FaultKind>, String) {
    let game = GAMES.find(game).expect("the game");
    let checked = validate(game, &Settings::default(), log.as_bytes()).expect("a log");
    let finding = checked.findings.first().expect("a finding");
    let kind = if let Culprit::Seat(_, kind) = finding.culprit {
        Some(kind)
    } else {
        None
    };
    (
        finding.breach.clause.id(),
        kind,
        finding.breach.why.to_string(),
    )
}

#[test]
fn a_flood_is_one_in_a_log_too() {
    for answer in [
        format!("MOVE 1 {}1", "0".repeat(70_000)),
        format!("MOVE 1 1{}", "\\x20".repeat(70_000)),
    ] {
        let (clause, kind, _) = first_finding(&answer);
        assert_eq!((clause, kind), ("wire.line.length", Some(FaultKind::Flood)));
        let (clause, kind, _) = finding_in(&format!("...\n0> {answer}\n"));
        assert_eq!((clause, kind), ("wire.line.length", Some(FaultKind::Flood)));
    }
}

#[test]
fn the_longest_line_is_no_flood() {
    // Alone, and as one of several lines.
    let batch = |line: &str| {
        let log = format!("0< 2\n0< 3\n0< LIT\n0< 3\n0< LOL\n0> YES\n0> {line}\n0! exit 0\n");
        finding_of("tetris", &log).1
    };
    let alone = |line: &str| first_finding(line).1;
    for kind in [&alone as &dyn Fn(&str) -> _, &batch] {
        let of = |length: usize| kind(&"1".repeat(length));
        assert_eq!(of(LINE_CAP), Some(FaultKind::Format));
        assert_eq!(of(LINE_CAP + 1), Some(FaultKind::Flood));
    }
}

#[test]
fn numbers_beyond_the_range_are_not_misquoted() {
    let (_, _, why) = first_finding("MOVE 99999999999999999999 1");
    assert!(
        why.contains("row 9223372036854775807 or more is off the board"),
        "{why}"
    );
    let (_, _, why) = first_finding("MOVE 1 -99999999999999999999");
    assert!(
        why.contains("column -9223372036854775807 or less is off the board"),
        "{why}"
    );
}

#[test]
fn a_file_of_nonsense_is_not_read_to_its_end() {
    let nonsense = "0< NOTHING THAT ANY JUDGE WOULD SAY\n".repeat(50_000);
    for game in GAMES.games() {
        let log = format!("stickler: 1\ngame: {}\n{nonsense}", game.name());
        let checked = validate(*game, &Settings::default(), log.as_bytes()).expect("a log");
        let count = checked.findings.len();
        assert!(count <= 1001, "{}: {count} findings", game.name());
        assert!(checked.findings[0].line <= 4, "{}", game.name());
    }
}

/// Not twice as long for each line more: neither findings that are looked for among others, nor words that are cut to fit.
#[test]
fn many_findings_and_long_answers_take_no_longer_than_their_size_asks_for() {
    let began = Instant::now();
    let start = "0< READY FIRST\n1< READY FIRST\n0> OK @0ms\n1> OK @0ms\n";
    let log = start.to_string() + &"0< TURN 10000 10000\n0> MOVEX @0ms\n".repeat(50_000);
    let given = Settings::default();
    let game = GAMES.find("gomoku").expect("the game");
    let ask = CheckOptions {
        game: Some(game),
        ..CheckOptions::new(GAMES, &given)
    };
    let (_, examined) = ask.examine(Text::new("many.log", log.as_bytes()));
    assert!(examined.findings.len() > 49_000);
    let start = "0< READY FIRST\n1< READY SECOND\n0> OK @0ms\n1> OK @0ms\n0< TURN 10000 10000\n";
    let log = format!("{start}0> MOVE 8{}8 @0ms\n", " ".repeat(200_000));
    let checked = validate(game, &given, log.as_bytes()).expect("a log");
    let report = file_report::report(ask, Text::new("long.log", log.as_bytes()));
    let log = log.as_bytes();
    let page = viewer::transcript("long.log", game, &given, log, &checked, &report, None);
    assert!(page.is_ok());
    let text = format!(
        "{{\"a\":[{}0],\"b\":[{}0]}}",
        "0,".repeat(25_000),
        "0,".repeat(25_000)
    );
    let (one, other) = (6, text.len() / 2 + 6);
    let places: Vec<usize> = (0..50_000)
        .flat_map(|at| [one + at / 2 * 2, other + at / 2 * 2])
        .collect();
    let found = Paths::new(text.as_bytes()).of_all(&places);
    assert_eq!(found[0].as_deref(), Some("a[0]"));
    assert_eq!(found[99_999].as_deref(), Some("b[24999]"));
    // What grew with the square took minutes in these builds.
    assert!(
        began.elapsed() < Duration::from_secs(15),
        "{:?}",
        began.elapsed()
    );
}
