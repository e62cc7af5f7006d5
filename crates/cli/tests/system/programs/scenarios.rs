//! Scenarios of a check: the table of the report, `--only`, and those that do not bear what is set.

use super::failure_report::check;
use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{SAYS_NO, holds, screen, screen_of, stickler};

tests! {
    a_scenario_that_does_not_bear_what_is_set_is_left_out_aloud,
    scenarios_have_columns_for_failed_played_and_planned,
    several_scenarios_are_played_and_no_other,
}

/// It ends no run that did not want it; where none is left, nothing can be told.
fn a_scenario_that_does_not_bear_what_is_set_is_left_out_aloud() {
    let check = |words: &[&str]| {
        let usual = ["check", "blokus", "--cases", "1", "--time-box", "600"];
        screen_of("left-out", &[&usual[..], words].concat())
    };
    for set in ["players=3", "board=8", "starts=0,0/5,5"] {
        let text = check(&["--set", set, "--only", "reference", "--quiet"]);
        assert!(
            text.starts_with("Some(0)\nconforms: 1 game,") && !text.contains("left out"),
            "{set}: {text}"
        );
    }
    let roomy = "skipped: roomy (starts=4,4/8,8: 2 start cells for 3 players)\n";
    let text = check(&["--set", "players=3", "--seat", "2", "--quiet"]);
    holds(&text, &["Some(0)\nconforms: 12 games", roomy]);
    // One player too few for what is usual, and right for the scenarios of three.
    let three = ["--set", "starts=0,0/5,5/12,12", "--quiet"];
    holds(
        &check(&three),
        &[
            "Some(0)\nconforms: 3 games",
            "skipped: reference, first_listed,",
            "3 start cells for 4 players)",
        ],
    );
    let none = "Some(2)\nstickler: no scenario is left to play: roomy (starts=4,4/8,8: 2 start cells for 3 players)\n";
    assert_eq!(check(&["--set", "players=3", "--only", "roomy"]), none);
    let wrong = "Some(2)\nstickler: --set players=9: expected a whole number from 2 to 4\n";
    assert_eq!(check(&["--set", "players=9"]), wrong);
    let seatless = check(&["--seat", "4"]);
    holds(
        &seatless,
        &[
            "Some(2)\nstickler: no scenario is left to play:",
            "the game has seats 0 to 3; there is no seat 4",
        ],
    );
}

/// `1/6` reads as one of six.
fn scenarios_have_columns_for_failed_played_and_planned() {
    let text = check("columns", SAYS_NO);
    let row = |name: &str, cells: &str| format!("\n  {name:<24} {cells}");
    let title = row("scenario", " failed  played  planned  result\n");
    let any = row(
        "any",
        "      1       1        6  breaks gomoku.turn.answer\n",
    );
    holds(&text, &[&title, &any]);
}

fn several_scenarios_are_played_and_no_other() {
    let folder = scratch("several");
    let words = |only: &[&'static str]| [&["check", "gomoku", "--verbose"], only].concat();
    for only in [
        &["--only", "eager,split"][..],
        &["--only", "eager", "--only", "split"],
    ] {
        let told = screen(&folder, &words(only));
        holds(&told, &["eager ", "split ", "conforms"]);
        assert!(!told.contains("line_by_line"), "{told}");
    }
    let told = stickler(&folder, &words(&["--only", "eager,spilt"]));
    assert_eq!(told.status.code(), Some(2));
    holds(
        &String::from_utf8_lossy(&told.stderr),
        &["--only spilt: gomoku has no such scenario"],
    );
}
