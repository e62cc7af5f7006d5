//! A judge that says that a bot was late.

mod by_its_tap;

use crate::matches_in_memory::said;
use crate::*;
use stickler::games::GAMES;

/// The judgement of a judge that says that seat 1 was late, in a match of Gomoku. Seat 0's bot was ended at 50 µs; these are the
/// last lines of seat 1's tap.
pub(crate) fn called_late(bank: u64, last: &[(u64, &str)]) -> Judgement {
    called_late_in("plain", bank, last, 100)
}

/// The same in another match, whose fault came, under a judge that ends at this moment, in microseconds.
fn called_late_in(name: &str, bank: u64, last: &[(u64, &str)], over: u64) -> Judgement {
    judgement(name, true, bank, last, over)
}

fn judgement(
    name: &str,
    fault_came: bool,
    bank: u64,
    last: &[(u64, &str)],
    over: u64,
) -> Judgement {
    let game = GAMES.find("gomoku").expect("a game of stickler");
    let settings = ["board=5x5".to_string(), format!("bank={bank}")];
    let settings = Settings::read(settings.iter().map(String::as_str)).expect("settings");
    let stamped = |lines: &[(u64, &str)]| {
        let lines = lines.iter();
        lines
            .map(|(at, line)| format!("{}{at}\n{line}\n", joined_log::STAMP))
            .collect::<String>()
    };
    let turn = format!("0< TURN {bank} {bank}");
    let went = MatchRun {
        taps: vec![
            Some(stamped(&[
                (0, "0< READY FIRST"),
                (10, "0> OK @0ms"),
                (20, &turn),
                (30, "0> MOVE 3 3 @0ms"),
                (50, "0! exit 0"),
            ])),
            Some(stamped(
                &[&[(0, "1< READY SECOND"), (10, "1> OK @0ms")], last].concat(),
            )),
        ],
        said: StatedVerdict {
            winner: Some(0),
            words: [(0, "OK".to_string()), (1, "TLE".to_string())].into(),
            ..StatedVerdict::default()
        },
        over,
        fault_came,
        ..MatchRun::default()
    };
    let kind = MatchKind::named(game, name, 2).expect("a match");
    judged(game, &settings, &kind, &went)
}

#[test]
fn an_ask_that_was_never_read_may_have_been_late_where_the_time_is_short() {
    let judgement = called_late(1, &[]);
    assert_eq!(judgement.doubt, Doubt::HeldUp);
    assert!(judgement.wrong.is_empty(), "{judgement:?}");
    assert!(!judgement.unknown.is_empty());
}

#[test]
fn an_answer_may_pass_the_tap_after_the_judge_ended_the_other_bot() {
    let told = [
        (35, "1< OPP 3 3 0"),
        (40, "1< TURN 1 1"),
        (60, "1> MOVE 1 1 @0ms"),
        (70, "1! exit 0"),
    ];
    let judgement = called_late(1, &told);
    assert_eq!(judgement.doubt, Doubt::HeldUp);
    assert!(judgement.wrong.is_empty(), "{judgement:?}");
}

/// The second of its bank had passed before the machine let the bot crash, so the judge was right.
#[test]
fn a_bot_that_is_to_crash_may_be_late() {
    for name in ["panic-1", "crash-1", "crash-end-1", "early-exit-1"] {
        let told = [(35, "1< OPP 3 3 0"), (40, "1< TURN 1000 1000")];
        let judgement = called_late_in(name, 1_000, &told, 1_100_000);
        assert_eq!(judgement.doubt, Doubt::HeldUp, "{name}");
        assert!(judgement.wrong.is_empty(), "{name}: {judgement:?}");
        let slow = [&told[..], &[(1_050_000, "1! exit 101")]].concat();
        let judgement = called_late_in(name, 1_000, &slow, 1_100_000);
        assert_eq!(judgement.doubt, Doubt::HeldUp, "{name}");
        assert!(judgement.wrong.is_empty(), "{name}: {judgement:?}");
    }
}

/// A judge that waits until the time is over, although the bot has ended at once, is wrong. It is looked at again.
#[test]
fn a_bot_that_crashed_at_once_is_not_late() {
    let told = [
        (35, "1< OPP 3 3 0"),
        (40, "1< TURN 1000 1000"),
        (60, "1! exit 101"),
    ];
    for name in ["panic-1", "crash-end-1"] {
        let judgement = called_late_in(name, 1_000, &told, 1_100_000);
        assert_eq!(judgement.doubt, Doubt::Unseen, "{name}");
        let said = "it says TLE of seat 1, where RE is due";
        assert_eq!(judgement.wrong[0].what, said, "{judgement:?}");
    }
}

/// An answer that breaks a rule may come too late as well.
#[test]
fn a_bot_that_is_to_give_a_wrong_answer_may_be_late() {
    let told = [
        (35, "1< OPP 3 3 0"),
        (40, "1< TURN 1000 1000"),
        (990_000, "1> MOVE 3 3 @989ms"),
        (990_050, "1! exit 0"),
    ];
    let judgement = called_late_in("beyond-1", 1_000, &told, 1_100_000);
    assert_eq!(judgement.doubt, Doubt::HeldUp);
    assert!(judgement.wrong.is_empty(), "{judgement:?}");
}

/// A bot that is to be late at the end of the game is not late on purpose before.
#[test]
fn a_bot_may_be_late_before_its_fault() {
    let told = [(35, "1< OPP 3 3 0"), (40, "1< TURN 1 1")];
    let own = judgement("late-end-1", false, 1, &told, 1_100_000);
    assert_eq!(own.doubt, Doubt::HeldUp);
    assert!(own.wrong.is_empty(), "{own:?}");
    let on_purpose = judgement("late-end-1", true, 1, &told, 1_100_000);
    assert!(on_purpose.has_caught, "{on_purpose:?}");
}

#[test]
fn nobody_is_late_by_a_second_in_a_tenth_of_a_millisecond() {
    let judgement = called_late(1_000, &[]);
    assert!(!judgement.wrong.is_empty(), "{judgement:?}");
}

/// Where a crash has the word of a late answer, whoever says it of the bot that crashed is right, however busy the machine was.
#[test]
fn a_crash_that_has_the_word_of_a_late_answer_is_not_called_late() {
    for (name, word, is_late) in [("blokus", "timeout", false), ("gomoku", "TLE", true)] {
        let game = GAMES.find(name).expect("a game");
        let played = MatchKind::named(game, "crash-0", 2).expect("a match");
        let went = MatchRun {
            taps: vec![Some(String::new()); 2],
            said: said(&format!("winner 1\nseat 0 {word}\nseat 1 OK\n")),
            fault_came: true,
            ..MatchRun::default()
        };
        let called = super::called_late(game, &went, played.duty(game), &played);
        assert_eq!(called.contains(Seat(0)), is_late, "{name}");
        // Of the other seat it is no right verdict anywhere.
        let other = MatchRun {
            said: said(&format!("winner 0\nseat 0 OK\nseat 1 {word}\n")),
            ..went
        };
        let called = super::called_late(game, &other, played.duty(game), &played);
        assert!(called.contains(Seat(1)), "{name}");
    }
}
