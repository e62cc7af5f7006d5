//! `judge --list`: the matches of every game.

use crate::support::files::scratch;
use crate::support::programs::{said, stickler};
use crate::support::trials::{named, of_gate};
use libtest_mimic::{Failed, Trial};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        named(
            "judges::list_of_matches::a_row_says_what_a_judge_owes",
            a_row_says_what_a_judge_owes,
        ),
        of_gate(named(
            "judges::list_of_matches::the_matches_of_every_game_are_listed",
            every_game_has_matches,
        )),
    ]
}

fn every_game_has_matches() -> Result<(), Failed> {
    let folder = scratch("judges");
    for game in ["betris", "blackout", "blokus", "gomoku", "tetris"] {
        let output = stickler(&folder, &["judge", game, "--list"]);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(0), "{text}");
        let sides = if ["blackout", "tetris"].contains(&game) {
            "side-0 "
        } else {
            "sides-0-1 "
        };
        let illegal = match game {
            "betris" => "illegal-betris.place.empty-",
            "blackout" => "illegal-blackout.move.new-",
            "blokus" => "illegal-blokus.move.corner-",
            "gomoku" => "illegal-gomoku.move.empty-",
            _ => "plain ",
        };
        for row in ["plain ", "crash-0 ", "late-exit-0 ", illegal, sides] {
            assert!(
                text.lines().any(|line| line.starts_with(row)),
                "{game}: {row}\n{text}"
            );
        }
    }
    Ok(())
}

fn a_row_says_what_a_judge_owes() -> Result<(), Failed> {
    let folder = scratch("judges");
    let text = said(&stickler(&folder, &["judge", "gomoku", "--list"]));
    for line in [
        "hang-1               must say TLE of seat 1; the bot of seat 1 stops answering after the second answer",
        "late-exit-0          must blame nobody",
        "late-end-0           must say TLE of seat 0; the bot of seat 0 is late with the answer that ends the game",
        "crlf-0               may blame seat 0: contests forgive it, and may refuse it; the bot of seat 0 ends its lines with CRLF",
        "beyond-1             must judge seat 1 by the rules; the bot of seat 1 adds a hundred to each number of its third answer",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
    Ok(())
}
