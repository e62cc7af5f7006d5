use super::*;
use stickler::games::GAMES;

/// The judgement of a judge that says that seat 1 was late, in a match of Gomoku. Seat 0's bot was ended at 50 µs; these are the
/// last lines of seat 1's tap.
fn called_late(bank: u64, last: &[(u64, &str)]) -> Judgement {
    called_late_in("plain", bank, last, 100)
}

/// The same in another match, under a judge that ends at this moment, in microseconds.
fn called_late_in(name: &str, bank: u64, last: &[(u64, &str)], over: u64) -> Judgement {
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
        fault_came: true,
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
    for name in ["panic-1", "crash-1", "early-exit-1"] {
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
    let judgement = called_late_in("panic-1", 1_000, &told, 1_100_000);
    assert_eq!(judgement.doubt, Doubt::Unseen);
    let said = "it says TLE of seat 1, where RE is due";
    assert_eq!(judgement.wrong[0].what, said, "{judgement:?}");
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

#[test]
fn nobody_is_late_by_a_second_in_a_tenth_of_a_millisecond() {
    let judgement = called_late(1_000, &[]);
    assert!(!judgement.wrong.is_empty(), "{judgement:?}");
}

#[test]
fn a_message_that_was_never_due_gave_no_occasion() {
    let ids = |last: &[(u64, &str)]| -> Vec<&str> {
        let judgement = called_late(1_000, last);
        judgement
            .had_occasion
            .iter()
            .map(|clause| clause.id())
            .collect()
    };
    let told = [(35, "1< OPP 3 3 0"), (40, "1< TURN 1000 1000")];
    let (before, after) = (ids(&[]), ids(&told));
    let late = "gomoku.fault.late";
    assert!(!before.contains(&late), "{before:?}");
    assert!(after.contains(&late), "{after:?}");
    let game = GAMES.find("gomoku").expect("a game of stickler");
    let never: Vec<&str> = of_messages(game, &Settings::default())
        .iter()
        .map(|clause| clause.id())
        .filter(|id| !after.contains(id))
        .collect();
    let expected = [
        "gomoku.fault.crash",
        "gomoku.fault.invalid",
        "gomoku.finish.both",
    ];
    assert_eq!(never, expected);
}

/// The clause of an answer that the judge let pass tells all that goes wrong after it, also where a line has a wrong form.
#[test]
fn a_fault_that_passed_counts_though_a_line_is_written_wrongly_after_it() {
    let game = GAMES.find("gomoku").expect("a game of stickler");
    let settings = Settings::default();
    let kind = MatchKind::named(game, "illegal-gomoku.move.empty-0-1", 2);
    let end = format!("1! exit {GONE_ON}");
    let tap = [
        "1< READY SECOND",
        "1> OK",
        "1< OPP 8 8 0",
        "1< TURN 10000 10000",
        "1> MOVE 8 8",
        "1< OPP +7 7 0",
        &end,
    ];
    let went = MatchRun {
        taps: vec![Some(String::new()), Some(tap.join("\n") + "\n")],
        fault_came: true,
        ..MatchRun::default()
    };
    let judgement = judged(game, &settings, &kind.expect("a match of this name"), &went);
    let tried: Vec<&str> = judgement.tried.iter().map(|clause| clause.id()).collect();
    assert!(
        judgement.let_pass && tried.contains(&"gomoku.move.empty"),
        "{judgement:?}"
    );
}

/// A validator's match in which it blames its bot, which did nothing wrong.
fn joined(said: &str, held_up: u64, out_of_time: Option<u64>, failed: Option<&str>) -> Judgement {
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
        out_of_time,
        ..MatchRun::default()
    };
    let kind = MatchKind::named(game, "plain", 1).expect("a match");
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

#[test]
fn scores_are_read_behind_what_a_judge_prints_before_them() {
    use verdict_patterns::VerdictFormat;
    let scores = VerdictFormat::Scores;
    for (output, winner, noise) in [
        ("1\n0\nseed=5\n", Some(0), None),
        (
            "WARNING: slow\n0\n1\nseed=5\n",
            Some(1),
            Some("WARNING: slow"),
        ),
        (
            "# 7 cores\n\n42\nready\n 1 \n-1\r\nseed=5\n77\n",
            Some(0),
            Some("# 7 cores"),
        ),
        ("seed=5\n", None, None),
        ("", None, None),
    ] {
        let said = scores.said(output, Some(0));
        assert_eq!(said.winner, winner, "{output:?}: {said:?}");
        assert_eq!(scores.noise(output), noise, "{output:?}");
    }
    let said = scores.said("hello\n-1\n1\n", Some(0));
    assert_eq!(
        said.words.get(&0).map(String::as_str),
        Some(verdict_patterns::AT_FAULT)
    );
}

#[test]
fn codes_of_another_convention_are_named() {
    use verdict_patterns::VerdictFormat;
    let named = |codes: [i32; 2], code| VerdictFormat::Exit(codes).other_codes(code);
    for code in [0, 1, 2, 3, 7] {
        assert!(
            named([42, 43], code).is_some_and(|text| text.contains("testlib")),
            "{code}"
        );
    }
    assert!(named([0, 1], 42).is_some_and(|text| text.contains("--verdict kattis")));
    assert!(named([0, 1], 3).is_some_and(|text| text.contains("presentation")));
    for (codes, code) in [([42, 43], 44), ([42, 43], 139), ([0, 1], 9)] {
        assert_eq!(named(codes, code), None);
    }
}

/// A judge that leaves out one kind of message, to one seat, once or always, is told, and by the clause wherever that message is
/// no ask: a bot that is not asked is silent, and its judge then blames it wrongly.
#[test]
fn whatever_a_judge_leaves_out_is_told() {
    for (name, set) in [
        ("gomoku", &["board=5x5", "row=4"][..]),
        ("betris", &["board=4x4", "rounds=3"]),
        ("blackout", &["board=2x3", "games=2"]),
        ("blokus", &["board=5", "shapes=I1,I2,I3,L3"]),
    ] {
        let game = GAMES.find(name).expect("a game of stickler");
        let settings = Settings::read(set.iter().copied()).expect("settings");
        let found = left_out::told(game, &settings).expect("matches");
        assert!(found.len() > 1, "{name}: {found:?}");
        for (judge, told) in &found {
            assert!(told.names(judge), "{name}: {judge:?} {told:?}");
        }
        let clauses: std::collections::BTreeSet<&str> = { found.values() }
            .flat_map(|told| told.clauses.iter().map(|clause| clause.id()))
            .collect();
        let finish = format!("{name}.finish.both");
        assert!(
            game.clause(&finish).is_none() || clauses.contains(&*finish),
            "{name}: {clauses:?}"
        );
    }
}
