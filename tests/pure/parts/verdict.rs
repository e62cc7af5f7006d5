//! What of a verdict makes a seat fail.

use stickler::check::transcript::validate;
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::params::Settings;

tests! {
    a_limit_counts_after_the_result_and_an_exit_code_does_not,
    a_second_end_of_a_program_is_the_log_s_error,
    a_run_of_one_game_ends_with_its_game_even_after_a_gap,
}

/// A game that seat 0 wins, up to the end of seat 1's program.
const WHOLE: &str = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 1 1 @0ms\n1< OPP 1 1 0\n\
    1< TURN 10000 10000\n1> MOVE 2 1 @0ms\n0< OPP 2 1 0\n0< TURN 10000 10000\n0> MOVE 1 2 @0ms\n1< OPP 1 2 0\n\
    1< TURN 10000 10000\n1> MOVE 2 2 @0ms\n0< OPP 2 2 0\n0< TURN 10000 10000\n0> MOVE 1 3 @0ms\n1< OPP 1 3 0\n\
    1< FINISH\n0< FINISH\n1! exit 0\n";

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
        let verdict = validate(game, &settings, log.as_bytes()).expect("a log").verdict;
        assert_eq!(verdict.outcome.and_then(|outcome| outcome.winner()), Some(Seat(0)), "{end}");
        assert_eq!(verdict.has_failed(Seat(0)), fails, "{end}");
        assert!(!verdict.has_failed(Seat(1)), "{end}");
    }
}

/// Once a program has outstayed its end, nothing more is awaited of it, however short.
fn a_second_end_of_a_program_is_the_log_s_error() {
    let game = GAMES.find("gomoku").expect("the game");
    let settings = Settings::read(["board=3x3", "row=3"]).expect("settings");
    let (played, end) = WHOLE.split_at(WHOLE.len() - "1! exit 0\n".len());
    let log = format!("{played}0! silent @1001ms\n0! silent @5ms\n{end}");
    let findings = validate(game, &settings, log.as_bytes()).expect("a log").findings;
    let ids: Vec<&str> = findings.iter().map(|finding| finding.breach.clause.id()).collect();
    assert_eq!(ids, ["gomoku.finish.normal", "log.line.answer"], "{findings:?}");
    assert_eq!(findings[1].breach.why.to_string(), "nothing was awaited of this seat here");
}

/// After a gap nobody knows which game a message belongs to, unless there is one game.
fn a_run_of_one_game_ends_with_its_game_even_after_a_gap() {
    let game = GAMES.find("blackout").expect("the game");
    for (games, message, ends) in [(1, "GAME", true), (2, "GAME", false), (1, "MOVE 1 1 1 2", false), (1, "1", false)] {
        let settings = Settings::read([format!("games={games}").as_str()]).expect("settings");
        let log = format!("0< {games}\n0> 1 1 1 2\n...\n0< {message}\n0> 2 1 2 2\n0> 3 1 3 2\n");
        let findings = validate(game, &settings, log.as_bytes()).expect("a log").findings;
        let found: Vec<_> = findings.iter().map(|finding| (finding.line, finding.breach.clause.id())).collect();
        let expected = if ends { vec![(6, "blackout.end.silent")] } else { vec![] };
        assert_eq!(found, expected, "{games} games, {message}");
    }
}
