//! `refbot GAME --faults`: the list of faults, and the verdict of each in the words of its contest.

use crate::support::needs::tests;
use crate::support::programs::REFBOT;
use std::process::Command;

tests! {
    a_habit_is_a_breach_that_the_contest_forgives,
}

fn a_habit_is_a_breach_that_the_contest_forgives() {
    let output = Command::new(REFBOT)
        .args(["gomoku", "--faults"])
        .output()
        .expect("refbot starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let row = text
        .lines()
        .find(|line| line.starts_with("tabs "))
        .expect("a row");
    assert!(row.contains("OK, a breach"), "{text}");
}
