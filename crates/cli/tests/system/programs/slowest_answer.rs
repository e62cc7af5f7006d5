//! The slowest answer that a report names, and of how many games it is.

use super::failure_report::check;
use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{SAYS_NO, fed, holds, stdout};

tests! {
    the_slowest_answer_is_held_against_its_own_limit,
    a_time_says_of_how_many_games_it_is,
}

fn the_slowest_answer_is_held_against_its_own_limit() {
    let folder = scratch("apart");
    let bot = "read a; sleep 0.3; echo OK; read a; echo MOVE 1 1; cat > /dev/null";
    let line = [
        "check",
        "gomoku",
        "--only",
        "failing",
        "--set",
        "bank=1000",
        "--cases",
        "1",
        "--shrink",
        "0",
        "--",
        "sh",
        "-c",
        bot,
    ];
    let text = stdout(&fed(&folder, &line, b""));
    let (_, said) = text
        .split_once("READY ")
        .unwrap_or_else(|| panic!("{text}"));
    let ms: u64 = said
        .split(' ')
        .next()
        .and_then(|word| word.parse().ok())
        .expect("milliseconds");
    assert!(
        ms >= 300 && said.contains(&format!("{ms} ms of 3000")),
        "{text}"
    );
    let text = stdout(&fed(
        &folder,
        &["check", "blokus", "--cases", "1", "--search", "0"],
        b"",
    ));
    assert!(
        text.contains("first answer ")
            && text.contains(" ms of 1000")
            && text.contains(" ms of 200"),
        "{text}"
    );
    let text = stdout(&fed(
        &folder,
        &[
            "check",
            "blackout",
            "--set",
            "board=2x2",
            "--cases",
            "1",
            "--search",
            "0",
        ],
        b"",
    ));
    assert!(
        text.contains("slowest answer of all: ") && !text.contains("READY"),
        "{text}"
    );
}

/// The head counts the games of the run; the game below it may have been played once more, to shrink it.
fn a_time_says_of_how_many_games_it_is() {
    let text = check("times", SAYS_NO);
    holds(
        &text,
        &[
            "; slowest answer of all: ",
            "= clocks: in this one game: slowest answer ",
        ],
    );
}
