use super::*;
use stickler::games::GAMES;

/// A match of Gomoku in which the judge says that seat 1 was late, whose tap never read the ask, and what is held against the judge.
fn called_late_unasked(bank: u64) -> Judgement {
    let game = GAMES.find("gomoku").expect("a game of stickler");
    let settings = ["board=5x5".to_string(), format!("bank={bank}")];
    let settings = Settings::read(settings.iter().map(String::as_str)).expect("settings");
    let stamped = |lines: &[&str]| {
        let lines = lines.iter().enumerate();
        lines
            .map(|(at, line)| format!("{}{}\n{line}\n", joined::STAMP, at * 10))
            .collect::<String>()
    };
    let turn = format!("0< TURN {bank} {bank}");
    let went = MatchRun {
        taps: vec![
            Some(stamped(&[
                "0< READY FIRST",
                "0> OK @0ms",
                &turn,
                "0> MOVE 3 3 @0ms",
            ])),
            Some(stamped(&["1< READY SECOND", "1> OK @0ms"])),
        ],
        said: StatedVerdict {
            winner: Some(0),
            words: [(0, "OK".to_string()), (1, "TLE".to_string())].into(),
            ..StatedVerdict::default()
        },
        over: 100,
        ..MatchRun::default()
    };
    judged(game, &settings, &MatchKind::Plain, &went)
}

#[test]
fn an_ask_that_was_never_read_may_have_been_late_where_the_time_is_short() {
    let judgement = called_late_unasked(1);
    assert_eq!(judgement.doubt, Doubt::HeldUp);
    assert!(judgement.wrong.is_empty(), "{judgement:?}");
    assert!(!judgement.unknown.is_empty());
}

#[test]
fn nobody_is_late_by_a_second_in_a_tenth_of_a_millisecond() {
    let judgement = called_late_unasked(1_000);
    assert!(!judgement.wrong.is_empty(), "{judgement:?}");
}
