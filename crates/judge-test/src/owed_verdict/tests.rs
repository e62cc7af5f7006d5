//! The verdict of a validator that is joined to its bot.

use crate::*;
use stickler::games::GAMES;

/// A validator's match in which it blames its bot, which did nothing wrong.
fn joined(said: &str, held_up: u64, out_of_time: Option<u64>, failed: Option<&str>) -> Judgement {
    joined_in("plain", said, held_up, out_of_time, failed)
}

/// A validator's match of this name, in which its bot came to its fault, if it has one.
fn joined_in(
    name: &str,
    said: &str,
    held_up: u64,
    out_of_time: Option<u64>,
    failed: Option<&str>,
) -> Judgement {
    let game = GAMES.find("blackout").expect("a game of stickler");
    let settings = Settings::read(["board=2x3", "games=1", "jury=first"]).expect("settings");
    let went = MatchRun {
        taps: vec![Some("0< 1\n".into())],
        said: StatedVerdict {
            words: [(0, said.to_string())].into(),
            ..StatedVerdict::default()
        },
        held_up: Duration::from_millis(held_up),
        failed: failed.map(str::to_string),
        is_joined: true,
        fault_came: name != "plain",
        out_of_time,
        ..MatchRun::default()
    };
    let kind = MatchKind::named(game, name, 1).expect("a match");
    judged(game, &settings, &kind, &went)
}

#[test]
fn a_validator_whose_time_ran_out_on_a_busy_machine_is_not_blamed() {
    let busy = joined("TLE", 1_500, Some(4), None);
    assert_eq!(busy.doubt, Doubt::HeldUp, "{busy:?}");
    // On an idle machine it is played again, and blamed if it comes to that each time.
    let idle = joined("TLE", 0, Some(4), None);
    assert_eq!(idle.doubt, Doubt::Unseen, "{idle:?}");
    assert!(idle.wrong[0].what.contains("4 s, was over"), "{idle:?}");
    // A verdict of its own is no matter of time.
    let own = joined("WA", 0, None, None);
    assert_eq!(own.doubt, Doubt::None, "{own:?}");
    assert!(!own.wrong.is_empty());
}

#[test]
fn a_bot_that_sleeps_within_the_time_of_the_join_is_not_late() {
    let slept = joined_in("late-0", "AC", 0, None, None);
    assert!(slept.wrong.is_empty() && slept.is_untried, "{slept:?}");
    // Any other fault is due whatever the time.
    let unflushed = joined_in("no-flush-0", "AC", 0, None, None);
    assert!(!unflushed.wrong.is_empty(), "{unflushed:?}");
}

#[test]
fn a_validator_that_crashes_is_blamed_on_a_busy_machine_too() {
    let how = "validator: exit 1, first; submission: signal 13";
    let crashed = joined("JE", 9_000, None, Some(how));
    assert_eq!(crashed.doubt, Doubt::None, "{crashed:?}");
    assert!(crashed.wrong[0].what.contains("it failed itself"));
    // What it does when its program was ended, or a signal ends it, can be of the machine.
    let ended = joined("JE", 9_000, Some(4), Some(how));
    assert_eq!(ended.doubt, Doubt::HeldUp, "{ended:?}");
    let killed = joined(
        "JE",
        9_000,
        None,
        Some("validator: signal 9, first; submission: exit 0"),
    );
    assert_eq!(killed.doubt, Doubt::HeldUp, "{killed:?}");
}

/// A match of Betris in which both bots answer READY with another word, and the judge says this of them.
fn both_failed(said: [&str; 2]) -> Judgement {
    both_failed_and("betris", ["READY", "READY"], said, None)
}

/// The same of a game that greets its seats so, where the judge says that this seat wins.
fn both_failed_and(
    game: &str,
    greetings: [&str; 2],
    said: [&str; 2],
    winner: Option<u8>,
) -> Judgement {
    let game = GAMES.find(game).expect("a game of stickler");
    let settings = Settings::default();
    let tap = |seat: u8| {
        let greeting = greetings[usize::from(seat)];
        format!("# at {seat}\n{seat}< {greeting}\n# at 1{seat}\n{seat}> xOK\n")
    };
    let went = MatchRun {
        taps: vec![Some(tap(0)), Some(tap(1))],
        said: StatedVerdict {
            words: [(0, said[0].to_string()), (1, said[1].to_string())].into(),
            winner,
            is_draw: winner.is_none(),
        },
        fault_came: true,
        ..MatchRun::default()
    };
    let kind = MatchKind::named(game, "all-fail-wrong-word", 2).expect("a match");
    judged(game, &settings, &kind, &went)
}

#[test]
fn a_judge_blames_one_of_two_that_fail_at_once_at_least() {
    for said in [["RE", "RE"], ["RE", "OK"], ["OK", "RE"]] {
        let right = both_failed(said);
        assert!(right.wrong.is_empty() && right.has_caught, "{right:?}");
    }
    let neither = both_failed(["OK", "OK"]);
    let what = "it blames no seat, and each of them failed: RE is due";
    assert_eq!(neither.wrong[0].what, what, "{neither:?}");
    let other = both_failed(["TLE", "RE"]);
    let what = "it says TLE of seat 0, where RE is due";
    assert_eq!(other.wrong[0].what, what, "{other:?}");
}

#[test]
fn no_judge_is_accused_for_a_winner_where_all_failed() {
    let greetings = ["READY FIRST", "READY SECOND"];
    let gomoku = both_failed_and("gomoku", greetings, ["RE", "RE"], Some(1));
    assert!(gomoku.wrong.is_empty(), "{gomoku:?}");
    let [(clause, what)] = &gomoku.warned[..] else {
        panic!("{gomoku:?}");
    };
    assert_eq!(clause.id(), "gomoku.fault.end");
    assert_eq!(what, "it says that every seat failed and that seat 1 wins");
    let betris = both_failed_and("betris", ["READY", "READY"], ["RE", "RE"], Some(0));
    assert!(betris.wrong.is_empty(), "{betris:?}");
}
