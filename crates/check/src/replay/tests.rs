//! Saved failures, played again against the same bot, a fixed one, and others.

use crate::bot::{Plan, Played};
use crate::in_memory::{altered, in_memory};
use crate::replay::{Replayed, replay, saved};
use stickler::fixture::Saved;

/// The reference bot, one of whose answers is another.
fn plan(wrong: usize, says: &'static str) -> Plan {
    in_memory("gomoku", move |bot| {
        altered(bot, move |number, _, _| {
            (number == wrong).then(|| says.into())
        })
    })
}

/// A bot whose third answer is off the board.
fn failure() -> Saved {
    let plan = plan(3, "MOVE 99 1\n");
    let case = plan
        .stream()
        .expect("cases")
        .find(|case| case.scenario.name == "any")
        .expect("a case");
    let played = plan.play(case).expect("a game");
    let (fault, line) = played.error(&plan.policy).expect("it fails");
    assert_eq!(fault.breach.clause.id(), "gomoku.move.inside");
    saved(&plan, &played, fault, line)
}

fn again(plan: &Plan, follow: bool) -> Replayed {
    replay(plan, &failure(), follow).expect("it is played")
}

fn broken(plan: &Plan, played: &Played) -> Option<String> {
    played
        .error(&plan.policy)
        .map(|(fault, _)| fault.breach.clause.id().to_string())
}

#[test]
fn the_same_bot_fails_again() {
    for follow in [false, true] {
        for (says, clause, is_same) in [
            ("MOVE 99 1\n", "gomoku.move.inside", true),
            ("MOVE 0 1\n", "gomoku.move.inside", true),
            ("NO\n", "gomoku.turn.answer", false),
        ] {
            let plan = plan(3, says);
            let Replayed::Fails { played, same } = again(&plan, follow) else {
                panic!("it fails: {says}")
            };
            assert_eq!(
                (broken(&plan, &played).as_deref(), same),
                (Some(clause), is_same),
                "{says}"
            );
        }
    }
}

#[test]
fn a_mended_bot_passes() {
    for follow in [false, true] {
        let plan = plan(0, "");
        let Replayed::Passes(played) = again(&plan, follow) else {
            panic!("it passes")
        };
        assert_eq!(broken(&plan, &played), None);
    }
    // What it does wrong after that is another matter, unless somebody wants to know.
    let plan = plan(4, "MOVE 99 1\n");
    assert!(
        matches!(again(&plan, false), Replayed::Passes(played) if broken(&plan, &played).is_some())
    );
    assert!(matches!(
        again(&plan, true),
        Replayed::Fails { same: true, .. }
    ));
}

#[test]
fn a_bot_that_answers_otherwise_before_says_nothing_of_it() {
    let saved = failure();
    let first = saved
        .transcript
        .lines()
        .filter(|line| line.starts_with(&format!("{}> ", saved.seat)))
        .nth(1);
    let first = first
        .and_then(|line| line.split("> ").nth(1)?.split(" @").next())
        .expect("an answer")
        .to_string();
    let plan = plan(2, "NO\n");
    let Replayed::Diverges {
        answers, number, ..
    } = again(&plan, false)
    else {
        panic!("it differs")
    };
    assert_eq!(
        (answers, number),
        ((first.clone(), Some("NO".to_string())), 2)
    );
    assert!(matches!(
        again(&plan, true),
        Replayed::Fails { same: false, .. }
    ));
    // One that says nothing at all any more.
    let plan = self::plan(2, "");
    let Replayed::Diverges {
        answers, number, ..
    } = again(&plan, false)
    else {
        panic!("it differs")
    };
    assert_eq!((answers, number), ((first, None), 2));
}

#[test]
fn what_cannot_be_played_again_is_refused() {
    let plan = plan(3, "NO\n");
    let lines = failure().transcript.lines().count();
    let refused = |change: &dyn Fn(&mut Saved)| {
        let mut saved = failure();
        change(&mut saved);
        replay(&plan, &saved, false)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(
        refused(&|saved| saved.scenario = "none".into()),
        Err("gomoku has no scenario called none".into())
    );
    assert_eq!(
        refused(&|saved| saved.seat = 2),
        Err("the saved seat is 2, and the game has seats 0 to 1".into())
    );
    for line in [0, lines + 1] {
        let why = format!(
            "line {line} is to show the fault, and the saved transcript has lines 1 to {lines}"
        );
        assert_eq!(refused(&|saved| saved.line = line), Err(why));
    }
    for line in [1, lines] {
        assert_eq!(refused(&|saved| saved.line = line), Ok(()));
    }
}
