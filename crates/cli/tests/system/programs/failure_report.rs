//! The report of a failing game: clause, line, board, transcript, help, and the lines that are marked.

use crate::support::files::{scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{OFF_THE_BOARD, fed, holds, screen, screen_of};

tests! {
    a_failure_shows_clause_line_board_and_transcript,
    a_line_too_many_is_sent_to_standard_error,
    of_a_long_batch_three_lines_are_shown_and_their_number,
    a_game_of_one_bot_names_no_seat,
    a_bot_that_ends_early_is_shown_the_message_that_it_did_not_read,
    a_place_of_the_report_is_a_place_of_a_file,
}

fn a_failure_shows_clause_line_board_and_transcript() {
    let folder = scratch("failure");
    let script = "read l; echo OK; echo grumble >&2; x=8; while read l; do case $l in TURN*) echo MOVE $x 8; x=16;; esac; done";
    let check = [
        "check",
        "gomoku",
        "--seat=0",
        "--cases=1",
        "--out=failing",
        "--",
        "/bin/sh",
        "-c",
        script,
    ];
    let output = fed(&folder, &check, b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in [
        "error[gomoku.move.inside]: seat 0, illegal: row 16 is off the board: rows go from 1 to 15",
        "^^ row 16 is off the board",
        "= clause: A move names a cell of the board",
        "= verdict: RE in this contest's words",
        "= allowed here: 223 answers; nearest: `MOVE 15 7`",
        "= help: `MOVE 15 7` is legal, with every number one less: is the bot off by one?",
        "grumble",
        "the board before it:",
        "again: stickler replay failing/gomoku-move-inside-reference.yaml -- /bin/sh -c",
        "= more: `stickler spec gomoku.move.inside`",
        "smallest failing game found (",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let order = [
        "\nviolates:",
        "\nerror[",
        "\nthe board before it:",
        "\nagain:",
        "\n  scenario ",
    ]
    .map(|part| {
        assert_eq!(text.matches(part).count(), 1, "{part} in\n{text}");
        text.find(part)
    });
    assert!(
        order.is_sorted(),
        "the cause comes first: {order:?} in\n{text}"
    );
    let last = text.lines().last().unwrap_or_default();
    let at = text
        .split("inside-reference.log:")
        .nth(1)
        .and_then(|rest| rest.split(':').next())
        .unwrap_or_default();
    assert_eq!(
        last,
        format!("gomoku.move.inside: broken at line {at} by seat 0"),
        "{text}"
    );
    let saved = folder.join("failing/gomoku-move-inside-reference.yaml");
    let again = fed(&folder, &["validate", &saved.to_string_lossy()], b"");
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stdout).contains("error[gomoku.move.inside]"));
}

pub(crate) fn check(folder: &str, script: &str) -> String {
    screen_of(
        folder,
        &[
            "check", "gomoku", "--shrink", "0", "--seat", "0", "--", "/bin/sh", "-c", script,
        ],
    )
}

fn a_line_too_many_is_sent_to_standard_error() {
    let help = |word| {
        format!(
            "= help: no answer begins with `{word}` here; text for people belongs on standard error\n"
        )
    };
    holds(
        &check(
            "stray",
            "read l; echo OK; while read l; do echo thinking; echo MOVE 8 8; done",
        ),
        &[&help("thinking")],
    );
    let blackout = "read n; echo found it; read l";
    let words = [
        "check", "blackout", "--only", "one_game", "--shrink", "0", "--", "/bin/sh", "-c", blackout,
    ];
    holds(&screen_of("stray-blackout", &words), &[&help("found")]);
    // An answer with a slip is none.
    let slip = check(
        "slip",
        "read l; echo OK; while read l; do echo MOVE 0 0; done",
    );
    assert!(!slip.contains("standard error"), "{slip}");
}

fn of_a_long_batch_three_lines_are_shown_and_their_number() {
    let bot = "read n; while [ $n -gt 0 ]; do read l; read l; echo MAYBE; n=$((n-1)); done";
    let words = [
        "check", "tetris", "--cases", "1", "--only", "short", "--shrink", "0", "--", "/bin/sh",
        "-c", bot,
    ];
    let text = screen_of("batch", &words);
    holds(
        &text,
        &["= allowed here: `YES, YES, YES, … (100 lines in all)` alone\n"],
    );
}

/// Where there is one bot, no seat is named; games are counted from 1; and each line that took a part of the cells is shown.
fn a_game_of_one_bot_names_no_seat() {
    let mirror = "read n; echo 3 1 3 6; while read m a b c d; do [ $m = MOVE ] || exit 0; echo $((6-c)) $b $((6-a)) $d; done";
    let words = [
        "check", "blackout", "--only", "one_game", "--enough", "1", "--shrink", "0", "--",
        "/bin/sh", "-c", mirror,
    ];
    let text = screen_of("one-bot", &words);
    holds(
        &text,
        &[
            "error[blackout.move.new]: the bot, illegal: each square of this segment is black already\n",
            "= game: scenario one_game, game 1: one game against a jury",
            "filled here\n",
            "\nblackout.move.new: broken at line ",
        ],
    );
    assert!(
        !text.contains("seat 0") && !text.contains("not allowed any more"),
        "{text}"
    );
    // The line just above gave the last white square away.
    let lines: Vec<&str> = text.lines().collect();
    let mark = lines
        .iter()
        .position(|line| line.contains("^ each square"))
        .expect("a mark");
    assert!(
        lines[mark - 2].contains("filled here") && lines[mark - 3].contains("0< MOVE"),
        "{text}"
    );
}

/// A bot that cannot read its second message: the report shows where that message begins, and where it ends.
fn a_bot_that_ends_early_is_shown_the_message_that_it_did_not_read() {
    let bot = "n=0; while read l; do n=$((n+1)); case $l in *\\ A001) echo $l;; *\\ D032) [ $n -lt 20 ] || exit 0;; esac; done";
    let words = [
        "check",
        "blokus",
        "--set",
        "board=5",
        "--set",
        "shapes=I1,L3",
        "--seat",
        "0",
        "--only",
        "reference",
        "--enough",
        "1",
        "--shrink",
        "0",
        "--",
        "/bin/sh",
        "-c",
        bot,
    ];
    let text = screen_of("second-message", &words);
    holds(
        &text,
        &[
            "died: the program ended with exit code 0 before its answer\n",
            "the last message to the bot begins here\n",
            "the last line that the bot was sent\n",
            "= waited for: line 2 of the bot; its first one came in time\n",
            "\nthe board before it:\n",
        ],
    );
}

/// An editor opens the line that the report marks.
fn a_place_of_the_report_is_a_place_of_a_file() {
    let folder = scratch("place");
    let check = [
        "check",
        "gomoku",
        "--enough",
        "1",
        "--",
        "/bin/sh",
        "-c",
        OFF_THE_BOARD,
    ];
    let told = screen(&folder, &check);
    let place = told
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("--> "))
        .expect("a place");
    let [file, line, column] = place.split(':').collect::<Vec<_>>()[..] else {
        panic!("{place}");
    };
    let [line, column] = [line, column].map(|number| number.parse::<usize>().expect("a number"));
    let log = text(&folder.join(file));
    let marked = log.lines().nth(line - 1).expect("the line");
    assert!(
        marked[column - 1..].starts_with("16 8") || marked[column - 1..].starts_with("MOVE 16"),
        "{place}: {marked}"
    );
    assert!(
        told.ends_with(&format!("broken at line {line} by seat 0\n")),
        "{told}"
    );
    assert!(screen(&folder, &["validate", file]).starts_with("Some(1)"));
}
