//! The words on how a failing game was found.

use super::{HowFound, flaky, found};
use crate::bot::{Plan, Played};
use crate::in_memory::{altered, in_memory};
use crate::results::tests::planned;
use crate::shrink::Shrunk;
use std::sync::atomic::{AtomicUsize, Ordering};
use stickler::game::Seat;

/// A bot that says this in place of its own answer, by the number of the game and of the answer in it, from 1; the plan comes with its
/// first game, in which it begins.
fn played(says: fn(usize, usize) -> Option<&'static str>) -> (Plan, Played) {
    let games = AtomicUsize::new(0);
    let plan = in_memory("gomoku", move |bot| {
        let game = games.fetch_add(1, Ordering::Relaxed) + 1;
        altered(bot, move |number, _, _| {
            says(game, number).map(|line| format!("{line}\n"))
        })
    });
    let mut cases = planned("gomoku", None, None).cases(&plan).expect("cases");
    let first = cases.find(|case| case.seat == Seat(0)).expect("a case");
    let played = plan.play(first).expect("a game");
    (plan, played)
}

fn told(says: fn(usize, usize) -> Option<&'static str>) -> String {
    let (plan, played) = played(says);
    flaky(&plan, &played, 6).words
}

#[test]
fn a_bot_that_gave_the_same_answers_is_said_to() {
    let words = told(|game, answer| (game == 1 && answer == 2).then_some("NO"));
    let same = "it gave the same answers, so it differs in its times, or in how it ends";
    assert_eq!(
        words,
        format!("flaky: it failed 1 of 7 times with the same choices; {same}\n")
    );
}

#[test]
fn an_answer_that_differs_is_told_with_what_it_was() {
    let words = told(|game, answer| match (game, answer) {
        (1, 2) => Some("MOVE 1 1"),
        (1, 3) => Some("NO"),
        (_, 2) => Some("MOVE 2 2"),
        _ => None,
    });
    let differs = "its answer 2 was `MOVE 1 1`, and was then `MOVE 2 2`";
    assert_eq!(
        words,
        format!("flaky: it failed 1 of 7 times with the same choices; {differs}\n")
    );
}

#[test]
fn a_failure_that_came_again_counts_twice() {
    let words = told(|_, answer| (answer == 2).then_some("NO"));
    let again = "the last time it failed again";
    assert_eq!(
        words,
        format!("flaky: it failed 2 of 7 times with the same choices; {again}\n")
    );
}

#[test]
fn a_game_without_a_failure_has_no_words() {
    let (plan, played) = played(|_, _| None);
    assert_eq!(flaky(&plan, &played, 6), HowFound::default());
}

#[test]
fn a_smallest_game_is_told_with_how_surely_it_fails() {
    let (_, played) = played(|_, answer| (answer == 2).then_some("NO"));
    let shrunk = |is_minimal, rate, stopped: Option<&str>| {
        let how = found(&Shrunk {
            played: played.clone(),
            runs: 12,
            is_minimal,
            rate,
            stopped: stopped.map(str::to_string),
        });
        how.words
    };
    let all = [
        shrunk(true, (3, 3), None),
        shrunk(true, (2, 3), None),
        shrunk(false, (3, 3), None),
        shrunk(true, (3, 3), Some("was stopped by a signal")),
    ];
    let words = [
        "smallest failing game found (12 tried)\n",
        "flaky: it failed 2 of 3 times with the same choices; smallest failing game found (12 tried)\n",
        "smallest failing game found before the time for it was over (12 tried)\n",
        "the search for a smaller failing game was stopped by a signal\n",
    ];
    assert_eq!(all, words);
}
