//! A bot that says nothing: two equal silences are enough, and the report shows what it was asked and where the game stood.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{said, stickler};
use std::time::{Duration, Instant};

tests! {
    after_two_equal_silences_the_rest_is_not_waited_for,
    short_silences_are_waited_for,
    silences_of_two_parts_end_the_joined_run_as_they_end_the_whole [GATE],
    parts_that_ended_early_by_silences_are_joined_to_the_run_of_one_machine [GATE],
    a_silent_bot_is_told_within_twenty_five_seconds [DEEP],
}

/// A bot that answers `OK` and then never moves.
const STARES: &str = "read l; echo OK; while read l; do :; done";

fn checked(folder: &str, game: &str, more: &[&str], script: &str) -> String {
    let bot = ["--jobs", "1", "--", "/bin/sh", "-c", script];
    said(&stickler(
        &scratch(folder),
        &[&["check", game], more, &bot].concat(),
    ))
}

fn after_two_equal_silences_the_rest_is_not_waited_for() {
    let seat = ["--set", "bank=3000", "--seat", "0"];
    let text = checked("silences", "gomoku", &seat, STARES);
    for part in [
        "violates: 2 of 2 games break gomoku.",
        "games not played: the bot was silent twice in the same way, and every silence takes as long; --enough 0 plays them",
        "0< TURN 3000 3000\n   | ----------------- the last line that the bot was sent",
        "= waited for: line 2 of the bot; its first one came in time",
        "no smaller failing game was looked for: every try waits",
    ] {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
    assert!(!text.contains("allowed here"), "{text}");
}

/// They cost little, and later games may show more.
fn short_silences_are_waited_for() {
    let seat = [
        "--set", "bank=200", "--seat", "0", "--enough", "3", "--shrink", "2",
    ];
    let text = checked("short-silences", "gomoku", &seat, STARES);
    assert!(
        text.contains("violates: 3 of 3 games") && text.contains("smallest failing game found"),
        "{text}"
    );
}

/// A bot that is silent where its opponent's first move lies in an even row, and breaks another clause elsewhere.
const SOMETIMES: &str = "read l; echo OK; read o r rest; read l; case $r in *[02468]) while read l; do :; done;; *) echo NO; read l;; esac";

/// In the four games of this seed it is silent in the second and the third: one of each part of two.
fn silences_of_two_parts_end_the_joined_run_as_they_end_the_whole() {
    let folder = scratch("silences-in-parts");
    let check = &|file: &str, part: &[&str]| {
        let usual = [
            "check",
            "gomoku",
            "--set",
            "bank=3000",
            "--only",
            "any",
            "--seat",
            "1",
            "--cases",
            "4",
            "--seed",
            "7",
            "--enough",
            "9",
            "--search",
            "0",
            "--shrink",
            "0",
            "--jobs",
            "1",
            "--json",
        ];
        let bot = ["--", "/bin/sh", "-c", SOMETIMES];
        let output = stickler(&folder, &[&usual[..], part, &bot].concat());
        std::fs::write(folder.join(file), &output.stdout).expect("written");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        text.lines().last().unwrap_or_default().to_string()
    };
    let merged = |files: &[&str]| {
        let words = [&["report", "merge", "--quiet"], files].concat();
        said(&stickler(&folder, &words))
    };
    let [whole, first, second] = std::thread::scope(|scope| {
        let parts = [
            ("whole.jsonl", &[][..]),
            ("1.jsonl", &["--shard", "1/2"]),
            ("2.jsonl", &["--shard", "2/2"]),
        ];
        parts
            .map(|(file, part)| scope.spawn(move || check(file, part)))
            .map(|run| run.join().expect("a run"))
    });
    let end = "; 1 game not played: the bot was silent twice in the same way, and every silence takes as long; --enough 0 plays them";
    let begins = "violates: 3 of 3 games break gomoku.";
    assert!(whole.starts_with(begins) && whole.ends_with(end), "{whole}");
    for text in [first, second] {
        assert!(
            text.starts_with("violates: 2 of 2 games") && !text.contains("not played"),
            "{text}"
        );
    }
    for files in [&["whole.jsonl"][..], &["1.jsonl", "2.jsonl"]] {
        let text = merged(files);
        assert!(
            text.starts_with(&format!("Some(1)\n{begins}")) && text.trim_end().ends_with(end),
            "{files:?}: {text}"
        );
    }
}

/// Each of the parts ends with two equal silences of its own; the joined run with the first two of the whole.
fn parts_that_ended_early_by_silences_are_joined_to_the_run_of_one_machine() {
    let folder = scratch("silent-parts");
    let check = &|file: &str, part: &[&str]| {
        let usual = [
            "check",
            "gomoku",
            "--set",
            "bank=3000",
            "--seat",
            "0",
            "--search",
            "0",
            "--jobs",
            "1",
            "--json",
        ];
        let bot = ["--", "/bin/sh", "-c", STARES];
        let output = stickler(&folder, &[&usual[..], part, &bot].concat());
        std::fs::write(folder.join(file), &output.stdout).expect("written");
    };
    std::thread::scope(|scope| {
        scope.spawn(|| check("whole.jsonl", &[]));
        scope.spawn(|| check("1.jsonl", &["--shard", "1/2"]));
        scope.spawn(|| check("2.jsonl", &["--shard", "2/2"]));
    });
    let told = |files: &[&str]| {
        let text = said(&stickler(&folder, &[&["report", "merge"], files].concat()));
        let (_, tables) = text.split_once("\n  scenario ").expect("tables");
        tables.to_string()
    };
    let whole = told(&["whole.jsonl"]);
    assert!(whole.contains("in 2 of 2 games"), "{whole}");
    assert_eq!(told(&["2.jsonl", "1.jsonl"]), whole);
}

fn a_silent_bot_is_told_within_twenty_five_seconds() {
    for game in ["blackout", "gomoku", "betris", "blokus"] {
        let started = Instant::now();
        let text = checked("silent", game, &[], "cat >/dev/null");
        let took = started.elapsed();
        assert!(
            text.starts_with("Some(1)") && took < Duration::from_secs(25),
            "{game}: {took:?}\n{text}"
        );
    }
}
