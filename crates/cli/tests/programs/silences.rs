//! A bot that says nothing: two equal silences are enough, and the report shows what it was asked and where the game stood.

use crate::support::files::scratch;
use crate::support::programs::{said, stickler};
use std::time::{Duration, Instant};

/// A bot that answers `OK` and then never moves.
const STARES: &str = "read l; echo OK; while read l; do :; done";

fn checked(folder: &str, game: &str, more: &[&str], script: &str) -> String {
    let bot = ["--jobs", "1", "--", "/bin/sh", "-c", script];
    said(&stickler(
        &scratch(folder),
        &[&["check", game], more, &bot].concat(),
    ))
}

#[test]
fn after_two_equal_silences_the_rest_is_not_waited_for() {
    let seat = ["--set", "bank=3000", "--seat", "0"];
    let text = checked("silences", "gomoku", &seat, STARES);
    for part in [
        "violates: 2 of 2 games break 1 clause",
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
#[test]
fn short_silences_are_waited_for() {
    let seat = ["--set", "bank=200", "--seat", "0", "--enough", "3"];
    let text = checked("short-silences", "gomoku", &seat, STARES);
    assert!(
        text.contains("violates: 3 of 3 games") && text.contains("smallest failing game found"),
        "{text}"
    );
}

#[test]
#[ignore = "takes long: STICKLER_DEPTH=deep, and --include-ignored"]
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
