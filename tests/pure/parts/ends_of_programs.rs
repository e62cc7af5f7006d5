//! Ends of programs in a log: which come too early or too late, which count, and what is nobody's matter.

use crate::support::in_memory::gomoku_log;
use stickler::explain::{Extent, validate};
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::params::Settings;

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
