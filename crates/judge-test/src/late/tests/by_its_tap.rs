//! A bot that is called late, by the times of its own tap.

use crate::verdict_patterns::StatedVerdict;
use crate::{Doubt, Judgement, MatchKind, MatchRun, judged};
use std::time::Duration;
use stickler::games;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;

fn gomoku() -> &'static dyn AnyGame {
    games::GAMES.find("gomoku").expect("Gomoku")
}

/// A match in which READY comes at 0 ms, the first seat answers after so many milliseconds, or never, and the judge then calls it
/// late; all is over at the last number.
fn called_late(answered: Option<u64>, held_up: u64, over: u64) -> Judgement {
    let head = |seat: u8| format!("stickler: 1\ngame: gomoku\nseats: {seat}\nclock: own\n");
    let mut first = head(0) + "# at 0\n0< READY FIRST\n";
    if let Some(after) = answered {
        first += &format!("# at {}\n0> OK @{after}ms\n", after * 1000);
    }
    let last = over * 1000;
    first += &format!("# at {last}\n0! signal 9\n");
    let second = head(1)
        + &format!("# at 10\n1< READY SECOND\n# at 900\n1> OK @0ms\n# at {last}\n1< FINISH\n");
    let said = StatedVerdict {
        winner: Some(1),
        words: [(0, "TLE".to_string()), (1, "OK".to_string())].into(),
        ..StatedVerdict::default()
    };
    let held_up = Duration::from_millis(held_up);
    let went = MatchRun {
        taps: vec![Some(first), Some(second)],
        said,
        held_up,
        over: last,
        ..MatchRun::default()
    };
    judged(gomoku(), &Settings::default(), &MatchKind::Plain, &went)
}

#[test]
fn a_bot_that_was_in_time_by_its_tap_was_not_late() {
    let judgement = called_late(Some(3), 20, 40);
    assert_eq!(judgement.doubt, Doubt::None);
    assert!(
        judgement
            .wrong
            .iter()
            .any(|wrong| wrong.what.contains("TLE of seat 0")),
        "{judgement:?}"
    );
}

#[test]
fn a_bot_of_ours_that_was_slow_is_not_the_judge_s_fault() {
    for judgement in [called_late(Some(2990), 0, 3100), called_late(None, 0, 3100)] {
        assert_eq!(
            (judgement.doubt, judgement.wrong.len()),
            (Doubt::HeldUp, 0),
            "{judgement:?}"
        );
        assert!(
            judgement.unknown[0].contains("one of stickler's own, was slow or held up"),
            "{judgement:?}"
        );
    }
}

#[test]
fn what_the_machine_took_is_not_the_judge_s_fault() {
    let judgement = called_late(Some(3), 3000, 40);
    assert_eq!(
        (judgement.doubt, judgement.wrong.len()),
        (Doubt::HeldUp, 0),
        "{judgement:?}"
    );
}

/// It answered in time by its tap, or never; but for long nothing passed any tap.
#[test]
fn a_bot_that_stood_still_unseen_is_tried_again() {
    for judgement in [called_late(Some(3), 0, 3100), called_late(None, 0, 2000)] {
        assert_eq!(judgement.doubt, Doubt::Unseen, "{judgement:?}");
        assert!(!judgement.wrong.is_empty());
    }
}
