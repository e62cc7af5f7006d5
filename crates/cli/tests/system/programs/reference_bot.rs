//! `check` of the reference bot: it conforms, and is named where it is not installed.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, holds, run};
use std::process::Command;

tests! {
    the_reference_bot_conforms,
    an_answer_on_its_way_when_the_other_fails_is_no_fault,
    a_reference_bot_that_is_not_installed_is_named,
}

fn the_reference_bot_conforms() {
    let (code, text) = run(&["check", "gomoku", "--search", "2"], b"");
    assert_eq!(code, 0, "{text}");
    let scenarios: u32 = text
        .lines()
        .filter(|line| line.contains("  ok") && !line.contains("  search "))
        .filter_map(|line| line.split_whitespace().nth(2)?.parse::<u32>().ok())
        .sum();
    assert_eq!(scenarios, 30, "{text}");
    let searched = text.lines().find(|line| line.contains("  search "));
    assert!(
        searched.is_some_and(|line| line.contains("ok: its game")),
        "{text}"
    );
    assert!(text.contains("kinds of position"), "{text}");
    assert!(text.contains("a rarer one need not"), "{text}");
    assert!(!text.contains("never came up:"), "{text}");
    assert!(
        !text.contains('\u{1b}'),
        "no colour where there is no terminal"
    );
}

/// Where a fault ends the game at once, the other seat has read its ask and may be answering it.
fn an_answer_on_its_way_when_the_other_fails_is_no_fault() {
    let (code, text) = run(
        &[
            "check",
            "betris",
            "--set",
            "fault-phase=at-once",
            "--only",
            "failing",
        ],
        b"",
    );
    assert_eq!(code, 0, "{text}");
}

fn a_reference_bot_that_is_not_installed_is_named() {
    let folder = scratch("refbot");
    let told = Command::new(STICKLER)
        .args(["check", "gomoku", "--", "refbot", "gomoku"])
        .current_dir(&folder)
        .env("PATH", "/usr/bin:/bin")
        .output()
        .expect("stickler runs");
    assert_eq!(told.status.code(), Some(2));
    holds(
        &String::from_utf8_lossy(&told.stderr),
        &["`stickler refbot gomoku`"],
    );
}
