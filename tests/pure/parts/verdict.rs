//! The parts of a verdict that make a seat fail.

use crate::support::in_memory::{altered, gomoku_log, in_memory};
use stickler::explain::{Extent, validate, validate_until};
use stickler::game::{Points, Seat};
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::referee::{Death, Fact, FaultKind, Observation};
use stickler::stream::{Seeded, SplitMix64};
use stickler_check::bot::Plan;

/// A game that seat 0 wins, up to the end of seat 1's program.
const WHOLE: &str = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 1 1 @0ms\n1< OPP 1 1 0\n\
    1< TURN 10000 10000\n1> MOVE 2 1 @0ms\n0< OPP 2 1 0\n0< TURN 10000 10000\n0> MOVE 1 2 @0ms\n1< OPP 1 2 0\n\
    1< TURN 10000 10000\n1> MOVE 2 2 @0ms\n0< OPP 2 2 0\n0< TURN 10000 10000\n0> MOVE 1 3 @0ms\n1< OPP 1 3 0\n\
    1< FINISH\n0< FINISH\n1! exit 0\n";

#[test]
fn a_limit_counts_after_the_result_and_an_exit_code_does_not() {
    let game = GAMES.find("gomoku").expect("the game");
    let settings = Settings::read(["board=3x3", "row=3"]).expect("settings");
    for (end, fails) in [
        ("0! exit 0\n", false),
        ("0! exit 1\n", false),
        ("0! exit 0\n0! used cpu 1ms memory 1024MB\n", false),
        ("0! exit 0\n0! used cpu 1ms memory 1025MB\n", true),
    ] {
        let log = format!("{WHOLE}{end}");
        let verdict = validate(game, &settings, log.as_bytes())
            .expect("a log")
            .verdict;
        assert_eq!(
            verdict.outcome.and_then(|outcome| outcome.winner()),
            Some(Seat(0)),
            "{end}"
        );
        assert_eq!(verdict.has_failed(Seat(0)), fails, "{end}");
        assert!(!verdict.has_failed(Seat(1)), "{end}");
    }
}

/// Once a program has outstayed its end, nothing more is awaited of it, however short.
#[test]
fn a_second_end_of_a_program_is_the_log_s_error() {
    let game = GAMES.find("gomoku").expect("the game");
    let settings = Settings::read(["board=3x3", "row=3"]).expect("settings");
    let (played, end) = WHOLE.split_at(WHOLE.len() - "1! exit 0\n".len());
    let log = format!("{played}0! silent @1001ms\n0! silent @5ms\n{end}");
    let findings = validate(game, &settings, log.as_bytes())
        .expect("a log")
        .findings;
    let ids: Vec<&str> = findings
        .iter()
        .map(|finding| finding.breach.clause.id())
        .collect();
    assert_eq!(
        ids,
        ["gomoku.finish.normal", "log.line.answer"],
        "{findings:?}"
    );
    assert_eq!(
        findings[1].breach.why.to_string(),
        "nothing was awaited of this seat here"
    );
}

/// After a gap nobody knows which game a message belongs to, unless there is one game.
#[test]
fn a_run_of_one_game_ends_with_its_game_even_after_a_gap() {
    let game = GAMES.find("blackout").expect("the game");
    for (games, message, ends) in [
        (1, "GAME", true),
        (2, "GAME", false),
        (1, "MOVE 1 1 1 2", false),
        (1, "1", false),
    ] {
        let settings =
            Settings::read([format!("games={games}").as_str(), "jury=random"]).expect("settings");
        let log = format!("0< {games}\n0> 1 1 1 2\n...\n0< {message}\n0> 2 1 2 2\n0> 3 1 3 2\n");
        let findings = validate(game, &settings, log.as_bytes())
            .expect("a log")
            .findings;
        let found: Vec<_> = findings
            .iter()
            .map(|finding| (finding.line, finding.breach.clause.id()))
            .collect();
        let expected = if ends {
            vec![(6, "blackout.end.silent")]
        } else {
            vec![]
        };
        assert_eq!(found, expected, "{games} games, {message}");
    }
}

/// A full board without a row but for the last move, which seat 0 owes. Seat 1 is asked nothing more.
const FULL: [&str; 8] = ["1 1", "2 1", "3 1", "2 2", "1 2", "3 2", "2 3", "1 3"];

#[test]
fn who_has_ended_answers_nothing_more() {
    let game = GAMES.find("gomoku").expect("the game");
    let settings = Settings::read(["board=3x3", "row=3"]).expect("settings");
    let found = |rest: &str| -> Vec<(&str, String)> {
        let log = gomoku_log(&FULL) + rest;
        let findings = validate(game, &settings, log.as_bytes())
            .expect("a log")
            .findings;
        findings
            .iter()
            .map(|finding| (finding.breach.clause.id(), finding.breach.why.to_string()))
            .collect()
    };
    let end = "0> MOVE 3 3 @0ms\n1< OPP 3 3 0\n0< FINISH\n1< FINISH\n0! exit 0\n";
    assert_eq!(found(&format!("{end}1! exit 0\n")), []);
    assert_eq!(found(&format!("1! exit 0\n{end}")), []);
    let ended = (
        "log.line.answer",
        "this seat's program has ended already".to_string(),
    );
    assert_eq!(
        found(&format!("1! exit 0\n1> MOVE 3 3 @0ms\n{end}")),
        [ended]
    );
    // The other's end is no matter of this one.
    let found = found("1! exit 0\n0> MOVE 9 9 @0ms\n");
    assert_eq!(found[0].0, "gomoku.move.inside", "{found:?}");
}

/// A game of these moves in turn, up to the next turn, and on.
fn found_after(moves: &[&str], rest: &str) -> Vec<(usize, &'static str)> {
    let log = gomoku_log(moves) + rest;
    let before = log.lines().count() - rest.lines().count();
    let game = GAMES.find("gomoku").expect("the game");
    let settings = Settings::read(["board=3x3", "row=3"]).expect("settings");
    let findings = validate(game, &settings, log.as_bytes())
        .expect("a log")
        .findings;
    findings
        .iter()
        .map(|finding| (finding.line - before, finding.breach.clause.id()))
        .collect()
}

#[test]
fn who_has_ended_is_at_fault_where_it_would_be_asked() {
    let wins = |at: &str| {
        format!("1! exit 0\n0> MOVE {at} @0ms\n1< OPP {at} 0\n0< FINISH\n1< FINISH\n0! exit 0\n")
    };
    // It would have been asked after any other move than this one, which wins.
    let moves = ["1 1", "2 1", "1 2", "2 2"];
    assert_eq!(found_after(&moves, &wins("1 3")), []);
    let moves = ["1 1", "3 2", "1 2", "2 3", "2 2", "3 1"];
    assert_eq!(found_after(&moves, &wins("1 3")), []);
    assert_eq!(found_after(&moves, &wins("3 3")), []);
    let asked =
        "1! exit 0\n0> MOVE 2 1 @0ms\n1< OPP 2 1 0\n1< TURN 10000 10000\n0< FINISH\n0! exit 0\n";
    assert_eq!(found_after(&moves, asked), [(1, "wire.process.alive")]);
}

#[test]
fn an_end_after_the_end_has_its_words() {
    let game = GAMES.find("gomoku").expect("the game");
    let settings = Settings::read(["board=3x3", "row=3"]).expect("settings");
    let why = |end: &str| {
        let findings = validate(game, &settings, format!("{WHOLE}{end}").as_bytes())
            .expect("a log")
            .findings;
        findings
            .first()
            .map(|finding| finding.breach.why.to_string())
            .unwrap_or_default()
    };
    assert_eq!(why("0! exit 0\n"), "");
    assert_eq!(why("0! exit 3\n"), "the program ended with exit code 3");
    assert_eq!(
        why("0! signal 11\n"),
        "signal 11 (SIGSEGV) ended the program"
    );
    assert_eq!(why("0! signal 33\n"), "signal 33 ended the program");
    assert_eq!(
        why("0! signal 24\n"),
        "signal 24 ended the program: its CPU time was over"
    );
}

/// Its judge has done with it, and its log may show what it did then.
#[test]
fn what_comes_of_a_seat_that_has_failed_is_nobody_s_matter() {
    let game = GAMES.find("gomoku").expect("the game");
    let (first, _) = WHOLE.split_at(WHOLE.find("0> MOVE 1 1").expect("a move"));
    let end = "1< FINISH\n1! exit 0\n";
    for more in [
        "",
        "0> MORE\n",
        "0! exit 1\n",
        "0! closed\n",
        "0! silent @5ms\n",
        "0> MORE\n0! exit 1\n0! left 2\n",
    ] {
        for log in [
            format!("{first}0> NO\n{more}{end}"),
            format!("{first}0> NO\n{end}{more}"),
        ] {
            let settings = Settings::read(["board=3x3", "row=3"]).expect("settings");
            let checked = validate(game, &settings, log.as_bytes()).expect("a log");
            let found: Vec<&str> = checked
                .findings
                .iter()
                .map(|finding| finding.breach.clause.id())
                .collect();
            let left = more.contains("left").then_some("wire.process.children");
            assert_eq!(
                found,
                ["gomoku.turn.answer"]
                    .into_iter()
                    .chain(left)
                    .collect::<Vec<_>>(),
                "{log}"
            );
            assert_eq!(checked.extent, Extent::Whole, "{log}");
        }
    }
}

/// In answers of one line and of several.
#[test]
fn a_line_may_have_so_many_bytes() {
    for (bytes, clause) in [
        (1 << 16, "tetris.answer.word"),
        ((1 << 16) + 1, "wire.line.length"),
    ] {
        for cases in [1, 2] {
            let batch = "0< 3\n0< LIT\n".repeat(cases);
            let log = format!(
                "0< {cases}\n{batch}0> {}\n{}",
                "N".repeat(bytes),
                "0> NO\n".repeat(cases - 1)
            );
            let game = GAMES.find("tetris").expect("the game");
            let findings = validate(game, &Settings::default(), log.as_bytes())
                .expect("a log")
                .findings;
            let found: Vec<&str> = findings
                .iter()
                .map(|finding| finding.breach.clause.id())
                .collect();
            assert_eq!(
                found.first(),
                Some(&clause),
                "{bytes} bytes, {cases} cases: {found:?}"
            );
        }
    }
}

/// Without its newline the last answer counts, and what comes after the last does not.
#[test]
fn what_stands_after_the_last_answer_is_no_answer() {
    let game = GAMES.find("tetris").expect("the game");
    let found = |rest: &str| -> Vec<String> {
        let log = format!("0< 2\n0< 3\n0< LIT\n0< 3\n0< LOL\n{rest}");
        let findings = validate(game, &Settings::default(), log.as_bytes())
            .expect("a log")
            .findings;
        findings
            .iter()
            .map(|finding| format!("{} {}", finding.line, finding.breach.why))
            .collect()
    };
    assert_eq!(found("0> YES\n0> NO\n0! exit 0\n"), [""; 0]);
    assert_eq!(found("0> YES\n0! unfinished NO\n0! exit 0\n"), [""; 0]);
    assert_eq!(
        found("0! unfinished YES\n0! exit 0\n"),
        ["7 the program ended before its answer to case 2 of 2"]
    );
    for rest in ["0! unfinished NO\n0! exit 0\n", "0> NO\n0! exit 0\n"] {
        assert_eq!(
            found(&format!("0> YES\n0> NO\n{rest}")),
            ["8 output after the end"]
        );
    }
}

/// A game of one round, up to its end, with so many chips in each of the bets.
fn one_round(bets: [u32; 2]) -> String {
    let left = bets.map(|bet| 2 - bet);
    format!(
        "0< READY\n1< READY\n0> OK\n1> OK\n0< PHASE1 F5 U5 10000 10000\n1< PHASE1 F5 U5 10000 10000\n\
        0> BET F5 {} @4ms\n1> BET F5 {} @8ms\n0< PHASE2 U5 {} {} 9996 9992\n1< PHASE2 F5 {} {} 9992 9996\n\
        0> PLACE 0 @0ms\n1> PLACE 0 @0ms\n0< OPP 0\n1< OPP 0\n0< FINISH\n1< FINISH\n0! exit 0\n1! exit 0\n",
        bets[0], bets[1], 2, left[1], left[1], 2
    )
}

#[test]
fn chips_that_are_left_decide_by_an_assumed_rule() {
    let game = GAMES.find("betris").expect("the game");
    let rests_on = |chips: &str, log: &str| {
        let settings =
            Settings::read(["board=3x3", "rounds=1", chips, "max-bet=2"]).expect("settings");
        let checked = validate(game, &settings, log.as_bytes()).expect("a log");
        assert!(checked.findings.is_empty(), "{:?}", checked.findings);
        checked
            .verdict
            .rests_on
            .iter()
            .any(|clause| clause.id() == "betris.score.half")
    };
    assert!(
        rests_on("chips=2", &one_round([2, 2])),
        "seat 0 keeps both of its chips"
    );
    let none = "0< READY\n1< READY\n0> OK\n1> OK\n0< PHASE1 F5 U5 10000 10000\n1< PHASE1 F5 U5 10000 10000\n\
        0> BET F5 0 @4ms\n1> BET F5 0 @8ms\n0< PHASE2 U5 0 0 9996 9992\n1< PHASE2 F5 0 0 9992 9996\n\
        0> PLACE 0 @0ms\n1> PLACE 0 @0ms\n0< OPP 0\n1< OPP 0\n0< FINISH\n1< FINISH\n0! exit 0\n1! exit 0\n";
    assert!(!rests_on("chips=0", none), "nobody had any");
}

/// Of the cells that are named, the first that is covered.
#[test]
fn a_cell_that_is_covered_already_is_marked() {
    let round = "0< PHASE1 I2 I3 10000 10000\n1< PHASE1 I2 I3 10000 10000\n0> BET I2 0 @0ms\n1> BET I3 0 @0ms\n\
        0< PHASE2 I2 4 4 10000 10000\n1< PHASE2 I3 4 4 10000 10000\n";
    let first = "0> PLACE 2 1 1 1 2 @0ms\n1> PLACE 0 @0ms\n0< OPP 0\n1< OPP 2 1 1 1 2\n";
    let game = GAMES.find("betris").expect("the game");
    let settings =
        Settings::read(["board=3x3", "blocks=I2,I3", "rounds=2", "chips=4"]).expect("settings");
    for (answer, marked) in [
        ("PLACE 2 2 2 1 2", "1 2"),
        ("PLACE 2 1 1 2 1", "1 1"),
        ("PLACE 2 1 2 1 3", "1 2"),
    ] {
        let log =
            format!("0< READY\n1< READY\n0> OK\n1> OK\n{round}{first}{round}0> {answer} @0ms\n");
        let findings = validate(game, &settings, log.as_bytes())
            .expect("a log")
            .findings;
        let line = log.lines().nth(findings[0].line - 1).expect("a line");
        let columns = findings[0].breach.span.columns(line.as_bytes());
        assert_eq!(
            (findings[0].breach.clause.id(), &line[columns]),
            ("betris.place.empty", marked),
            "{answer}"
        );
    }
}

/// The bot itself never gives a win away.
#[test]
fn a_blunder_is_told_with_its_number() {
    for number in [1, 2] {
        let mut seen = 0;
        for (row, col) in (1..=3).flat_map(|row| (1..=4).map(move |col| (row, col))) {
            let answer = format!("{row} {col} {row} {col}\n");
            let plan = in_memory("blackout", move |bot| {
                let answer = answer.clone();
                altered(bot, move |at, _, _| (at == number).then(|| answer.clone()))
            });
            let plan = Plan {
                settings: Settings::read(["board=3x4"]).expect("settings"),
                ..plan
            };
            let case = plan
                .stream()
                .expect("cases")
                .find(|case| case.scenario.name == "one_game")
                .expect("a case");
            let played = plan.play(case).expect("a game");
            for fault in played
                .record
                .verdict
                .faults
                .iter()
                .filter(|fault| fault.kind == FaultKind::Lost)
            {
                let why = format!(
                    "game 1 of 1 is lost: the contestant's move {number} of it gave the win away"
                );
                assert_eq!(fault.breach.why.to_string(), why);
                seen += 1;
            }
        }
        assert!(seen > 0, "no answer of number {number} is a blunder");
    }
}

/// The first game is lost by its first move, and the second ends with a word.
#[test]
fn who_fails_after_a_lost_game_has_no_point() {
    let mut seen = 0;
    for (row, col) in (1..=3).flat_map(|row| (1..=4).map(move |col| (row, col))) {
        let answer = format!("{row} {col} {row} {col}\n");
        let plan = in_memory("blackout", move |bot| {
            let answer = answer.clone();
            altered(bot, move |at, heard, _| {
                match heard.last().map(String::as_str) {
                    Some("GAME") => Some("NO\n".into()),
                    _ => (at == 1).then(|| answer.clone()),
                }
            })
        });
        let plan = Plan {
            settings: Settings::read(["board=3x4", "games=2"]).expect("settings"),
            ..plan
        };
        let case = plan
            .stream()
            .expect("cases")
            .find(|case| case.scenario.name == "one_game")
            .expect("a case");
        let record = plan.play(case).expect("a game").record;
        let (verdict, is_over) = (record.verdict, record.transcript.contains("0< GAME\n"));
        let is_lost = verdict
            .faults
            .iter()
            .any(|fault| fault.kind == FaultKind::Lost);
        let points = verdict.outcome.expect("a result").points()[0];
        assert_eq!(
            points,
            Points::whole(i32::from(is_over && !is_lost)),
            "{row} {col}"
        );
        seen += usize::from(is_lost);
    }
    assert!(seen > 0, "no first move loses");
}

#[test]
fn a_long_case_is_cut_where_it_is_shown() {
    let game = GAMES.find("tetris").expect("the game");
    for (pieces, is_cut) in [(99, false), (100, false), (101, true)] {
        let log = format!("0< 1\n0< {pieces}\n0< {}\n", "L".repeat(pieces));
        let (_, referee) =
            validate_until(game, &Settings::default(), log.as_bytes(), usize::MAX).expect("a log");
        let advice = referee.advice(None);
        let (_, case) = advice
            .iter()
            .find(|(name, _)| *name == "case")
            .expect("a case");
        let shown = format!(
            "1, {pieces} pieces: {}{}",
            "L".repeat(pieces.min(100)),
            if is_cut { "…" } else { "" }
        );
        assert_eq!(*case, shown);
    }
}

#[test]
fn facts_of_a_seat_that_is_not_there_are_refused() {
    for game in GAMES.games() {
        let variant = game.with(&Settings::default()).expect("the game");
        let (mut judge, mut message) = (variant.referee(), String::new());
        while judge.tell(&mut message).is_none() {
            judge
                .choose(&mut Seeded::new(SplitMix64(3)), 0)
                .expect("a choice");
        }
        let nobody = Seat(variant.seats() as u8);
        for fact in [
            Fact::Observed {
                seat: nobody,
                what: Observation::Lines(b"OK"),
                took: None,
            },
            Fact::Exit {
                seat: nobody,
                what: Observation::Died(Death::Exit(0)),
            },
            Fact::Clock {
                seat: nobody,
                took: None,
            },
        ] {
            assert!(judge.take(fact, 0).is_err(), "{}", game.name());
        }
        assert_eq!(judge.verdict().faults, []);
    }
}
