//! Places in a file: of a finding in a log, and in JSON with long objects and lists.

use std::time::{Duration, Instant};
use stickler::formats::json::Paths;
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::records::json_line::{Examined, Remark};
use stickler::records::{CheckOptions, Text, path_in};
use stickler::wire::Index;

fn examined(bytes: &str, first: usize) -> Examined {
    let (game, given) = (GAMES.find("gomoku").ok(), Settings::default());
    let game = game.filter(|_| !bytes.contains("game:"));
    let ask = CheckOptions {
        game,
        ..CheckOptions::new(GAMES, &given)
    };
    ask.examine(Text::at_line("it", bytes.as_bytes(), first)).1
}

#[test]
fn a_finding_of_a_log_has_its_line_and_column() {
    let log = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 16\n";
    for (first, line) in [(1, 6), (10, 15)] {
        let place = examined(log, first).findings[0].place.clone();
        assert_eq!((place.line, place.column, place.length), (line, 11, 2));
    }
}

#[test]
fn a_name_that_stands_twice_among_many_has_its_place() {
    let many: String = (0..20)
        .map(|number| format!("\"field{number}\": 0,\n"))
        .collect();
    let trouble = |more: &str| {
        let record = format!("{{\n{many}\"last\": 0{more}}}");
        let examined = examined(&record, 1);
        let trouble = examined.trouble.expect("it is no record");
        (trouble.place.map_or(0, |place| place.line), trouble.why)
    };
    let (line, why) = trouble(",\n\"field7\": 1");
    assert_eq!(line, 23, "{why}");
    assert!(
        why.contains("`field7` stands in this object twice"),
        "{why}"
    );
    let (_, why) = trouble("");
    assert!(!why.contains("twice"), "{why}");
}

#[test]
fn a_value_has_its_path() {
    let text = r#"{"data": {"move": [{"x": 1}, {"x": 2}, {"x": [3, 4, 5]}]}}"#;
    for (digit, path) in [
        ("1", "[0].x"),
        ("2", "[1].x"),
        ("3", "[2].x[0]"),
        ("4", "[2].x[1]"),
        ("5", "[2].x[2]"),
    ] {
        let at = text.find(digit).expect("the digit");
        assert_eq!(
            path_in(text.as_bytes(), at),
            Some(format!("data.move{path}"))
        );
    }
}

#[test]
fn a_byte_has_one_line_and_column_however_it_is_asked_for() {
    for bytes in ["", "\n", "a\n\nbc\n", "ab\r\nc", "no newline"] {
        for (first, indent) in [(1, 0), (7, 3)] {
            let text = Text {
                indent,
                ..Text::at_line("it", bytes.as_bytes(), first)
            };
            let lines = Index::new(text.bytes);
            for at in 0..bytes.len() + 3 {
                assert_eq!(text.line_by(&lines, at), text.line_of(at), "{bytes:?} {at}");
            }
        }
    }
}

#[test]
fn paths_are_the_same_in_any_order() {
    let text = r#"{"a": [1, {"b\"": "c,[", "d": [[], 2]}], "e": {"f": null}}"#;
    let alone = |at: usize| path_in(text.as_bytes(), at);
    let mut paths = Paths::new(text.as_bytes());
    for at in (0..text.len() + 2)
        .chain((0..text.len()).rev())
        .chain([9, 9, 40, 12, 12, 30])
    {
        assert_eq!(paths.of(at), alone(at), "{at}");
    }
    assert_eq!(Paths::new(b"[1]").of(1), None);
}

#[test]
fn many_findings_are_placed_without_counting_lines_for_each() {
    let started = Instant::now();
    let flood: String = (0..30_000).map(|_| "0> OK\n1> OK\n").collect();
    let greeting = "stickler: 1\ngame: betris\n0< READY\n1< READY\n";
    let found = examined(&format!("{greeting}{flood}"), 1).findings;
    assert!(found.len() >= 30_000, "{}", found.len());
    let last = found.iter().map(|found| found.place.line).max();
    assert_eq!(last, Some(60_004));
    // Half a minute, where the place of each is counted from the start of the log.
    let took = started.elapsed();
    assert!(took < Duration::from_secs(15), "{took:?}");
}

#[test]
fn a_judge_that_goes_on_and_on_after_the_end_is_read_as_far_as_anybody_reads() {
    let greeting = "stickler: 1\ngame: betris\n0< READY\n1< READY\n0> OK\n1> OK\n";
    let told = |times: usize| examined(&format!("{greeting}{}", "0< FINISH\n".repeat(times)), 1);
    let is_said = |note: &Remark| note.code == "read-no-further";
    assert!(!told(900).notes.iter().any(is_said));
    let many = told(1_100);
    assert!(many.notes.iter().any(is_said), "{:?}", many.notes);
    assert!(many.findings.len() <= 1_001, "{}", many.findings.len());
}

#[test]
fn a_flood_is_read_as_far_as_anybody_reads() {
    let flood: String = (0..70_000).map(|_| "0> OK\n1> OK\n").collect();
    let greeting = "stickler: 1\ngame: betris\n0< READY\n1< READY\n";
    let examined = examined(&format!("{greeting}{flood}"), 1);
    assert!(
        examined.findings.len() <= 100_000,
        "{}",
        examined.findings.len()
    );
    let is_said = |note: &Remark| note.code == "read-no-further";
    assert!(examined.notes.iter().any(is_said), "{:?}", examined.notes);
    for seat in ["seat 0", "seat 1"] {
        let mut findings = examined.findings.iter();
        assert!(
            findings.any(|found| found.by == seat && !found.in_doubt),
            "{seat}"
        );
    }
}

#[test]
fn a_fact_that_a_stopped_tool_has_half_written_accuses_nobody() {
    let local =
        "[FIRST \"COMMAND: ./alder\"]\n[SECOND \"COMMAND: ./birch\"]\nFIRST 8 8 120\nSECOND 8 8";
    let moves = "stickler: 1\ngame: gomoku\nholds: answers\n0> OK\n1> OK\n0> MOVE 8 8\n1> MOVE 8 8";
    for (format, facts, whole) in [("local", local, " 110\n"), ("moves", moves, "\n")] {
        let half = examined(facts, 1);
        assert_eq!(half.shape.as_deref(), Some(format));
        assert_eq!(
            (&*half.verdict, half.findings.len()),
            ("unknown", 0),
            "{half:#?}"
        );
        assert_eq!(half.extent.as_deref(), Some("torn"), "{half:#?}");
        let whole = examined(&format!("{facts}{whole}"), 1);
        assert_eq!(whole.findings[0].clause, "gomoku.move.empty", "{format}");
    }
}
