//! What judges take off a bank, and what is said of it.

use super::{Charge, charges};
use crate::match_log::MatchLog;
use crate::matches_in_memory::{gomoku, none, wrong};
use crate::{Doubt, Judgement, MatchRun};
use std::fmt::Write;
use std::time::Duration;
use stickler::game::Seat;

/// The tap of the first seat in a game in which it has thought once for 700 ms, and the judge tells these banks after that.
fn tap(banks: [u64; 2]) -> String {
    let mut log = "stickler: 1\ngame: gomoku\nseats: 0\nclock: own\n".to_string();
    let lines = [
        (1_000, "0< READY FIRST".to_string()),
        (2_000, "0> OK @0ms".to_string()),
        (3_000, "0< TURN 10000 10000".to_string()),
        (703_500, "0> MOVE 8 8 @700ms".to_string()),
        (710_000, "0< OPP 1 1 3".to_string()),
        (711_000, format!("0< TURN {} {}", banks[0], banks[1])),
    ];
    for (at, line) in lines {
        let _ = writeln!(log, "# at {at}\n{line}");
    }
    log
}

fn charge(bank: u64) -> Charge {
    let variant = gomoku().with(&none()).expect("a variant");
    let charges = charges(&*variant.referee(), Seat(0), &tap([bank, 9997]));
    assert_eq!(charges.len(), 1, "{charges:?}");
    charges[0]
}

#[test]
fn a_judge_may_measure_a_little_less_and_half_a_second_more() {
    for (bank, error) in [
        (9_300, None),
        // It rounds up, starts its clock late, or was held up for a moment.
        (9_299, None),
        (9_350, None),
        (8_850, None),
        (10_000, Some(-700)),
        (9_650, Some(-350)),
        (9_600, Some(-300)),
        (9_999, Some(-699)),
        (8_600, Some(699)),
        (0, Some(9_299)),
        (10_100, Some(-800)),
    ] {
        assert_eq!(charge(bank).error(), error, "{bank}");
    }
}

/// A match of which this is the first tap; the other seat has heard and said what fits.
fn judgement(bank: u64, held_up: Duration) -> Judgement {
    let other = "stickler: 1\ngame: gomoku\nseats: 1\nclock: own\n# at 1100\n1< READY SECOND\n# at 2100\n1> OK @0ms\n\
                 # at 704000\n1< OPP 8 8 MILLIS\n# at 705000\n1< TURN 10000 BANK\n# at 709000\n1> MOVE 1 1 @3ms\n";
    let millis = 10_000u64.saturating_sub(bank);
    let other = other.replace("MILLIS", &millis.to_string());
    let went = MatchRun {
        taps: vec![
            Some(tap([bank, 9997]) + "# at 712000\n0! exit 0\n"),
            Some(other.replace("BANK", &bank.to_string()) + "# at 712000\n1! exit 0\n"),
        ],
        held_up,
        over: 712_000,
        ..MatchRun::default()
    };
    let (game, none) = (gomoku(), none());
    let mut judgement = Judgement::default();
    super::checked(&MatchLog::of(game, &none, &went), &mut judgement);
    judgement
}

#[test]
fn a_charge_that_no_time_explains_is_tried_again() {
    let calm = judgement(10_000, Duration::ZERO);
    assert_eq!(calm.doubt, Doubt::Unseen);
    assert_eq!(
        wrong(&calm),
        [
            "it took 0 ms off the bank of seat 0 for an answer of 700 ms: the recorder beside the bot measured that"
        ]
    );
    let clause = calm.wrong[0].clause().map(|clause| clause.id());
    assert_eq!(clause, Some("gomoku.opp.time"));
    // The machine explains it, and nothing is told.
    assert_eq!(
        judgement(10_000, Duration::from_secs(1)).doubt,
        Doubt::HeldUp
    );
    assert_eq!(judgement(9_290, Duration::ZERO), Judgement::default());
}

/// A game whose last move took 700 ms, and whose judge sends that it took so long.
fn last_move(told: u64, held_up: Duration) -> Judgement {
    let [first, second] = ["READY FIRST", "READY SECOND"];
    let taps = [
        format!(
            "# at 1\n0< {first}\n# at 2\n0> OK @0ms\n# at 5\n0< TURN 10000 10000\n# at 6\n0> MOVE 1 1 @0ms\n\
             # at 9\n0< OPP 2 1 0\n# at 10\n0< TURN 10000 10000\n# at 700011\n0> MOVE 1 2 @700ms\n\
             # at 700014\n0< FINISH\n# at 700015\n0! exit 0\n"
        ),
        format!(
            "# at 3\n1< {second}\n# at 4\n1> OK @0ms\n# at 7\n1< OPP 1 1 0\n# at 7\n1< TURN 10000 10000\n# at 8\n\
             1> MOVE 2 1 @0ms\n# at 700012\n1< OPP 1 2 {told}\n# at 700013\n1< FINISH\n# at 700016\n1! exit 0\n"
        ),
    ];
    let went = MatchRun {
        taps: taps.map(Some).into(),
        held_up,
        over: 700_016,
        ..MatchRun::default()
    };
    let settings = stickler::params::Settings::read(["board=2x2", "row=2"]).expect("settings");
    let mut judgement = Judgement::default();
    super::checked(&MatchLog::of(gomoku(), &settings, &went), &mut judgement);
    judgement
}

#[test]
fn the_time_of_the_last_answer_is_held_against_the_recorder() {
    assert_eq!(last_move(700, Duration::ZERO), Judgement::default());
    assert_eq!(last_move(640, Duration::ZERO), Judgement::default());
    let short = last_move(0, Duration::ZERO);
    let what = "it sends that the last answer of seat 0 took 0 ms: the recorder beside the bot measured 700 ms";
    assert_eq!(wrong(&short), [what]);
    assert_eq!(short.doubt, Doubt::Unseen);
    assert_eq!(last_move(0, Duration::from_secs(1)).doubt, Doubt::HeldUp);
}
