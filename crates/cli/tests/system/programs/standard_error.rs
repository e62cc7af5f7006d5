//! What a bot writes to standard error: `check` keeps it beside its game, `play` passes it on.

use crate::support::files::{scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{refbot, screen, stickler};

tests! {
    a_long_standard_error_stands_whole_beside_its_game,
    what_a_bot_writes_to_standard_error_is_passed_on_by_play,
}

fn a_long_standard_error_stands_whole_beside_its_game() {
    let folder = scratch("stderr");
    let bot = "seq 1 40 >&2; echo FATAL: no >&2; exit 3";
    let words = |bot| {
        [
            "check", "gomoku", "--enough", "1", "--shrink", "0", "--", "/bin/sh", "-c", bot,
        ]
    };
    let told = screen(&folder, &words(bot));
    let file = told
        .lines()
        .find_map(|line| line.strip_prefix("its whole standard error: "));
    let whole = text(&folder.join(file.expect("a file")));
    let numbers: String = (1..=40).map(|number| format!("{number}\n")).collect();
    assert_eq!(whole, numbers + "FATAL: no\n");
    let told = screen(&folder, &words("echo few >&2; exit 3"));
    assert!(!told.contains("whole standard error"), "{told}");
}

fn what_a_bot_writes_to_standard_error_is_passed_on_by_play() {
    let folder = scratch("stderr");
    let loud = "sh -c 'echo one >&2; printf \"\\033[2Jtwo\" >&2; exec \"$REFBOT\" gomoku'";
    let silent = refbot("gomoku");
    for arena in ["auto", "portable"] {
        let own = if arena == "portable" {
            &["--arena", "portable"][..]
        } else {
            &[]
        };
        let words = [
            &["play", "gomoku", "--isolation=off", "--log", "own.log"][..],
            own,
            &["--bot", &silent, "--bot", loud],
        ]
        .concat();
        let output = stickler(&folder, &words);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            told.contains("seat 1: one\n") && told.contains("seat 1: \\x1b[2Jtwo\n"),
            "{told}"
        );
    }
    // A bot that never stops to write does not fill the screen.
    let flood = "sh -c 'yes | head -c 9000000 >&2; exec \"$REFBOT\" gomoku'";
    let output = stickler(
        &folder,
        &[
            "play",
            "gomoku",
            "--isolation=off",
            "--log",
            "own.log",
            "--bot",
            &silent,
            "--bot",
            flood,
        ],
    );
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("seat 1: ... (the rest is not shown)\n") && told.len() < 9_000_000,
        "{} bytes",
        told.len()
    );
}
