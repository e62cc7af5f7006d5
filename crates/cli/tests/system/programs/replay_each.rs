//! `replay --each`: a record gives every position to the bot.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, holds, screen};

tests! {
    a_record_gives_every_position_to_the_bot,
}

fn a_record_gives_every_position_to_the_bot() {
    let folder = scratch("each");
    let five = root().join("fixtures/records/alphano/five.json");
    let five = five.to_string_lossy().into_owned();
    let replay = |more: &[&str], bot: &[&str]| {
        let words = ["replay", &five, "--each", "--seat", "0"];
        screen(&folder, &[&words[..], more, &["--"], bot].concat())
    };
    let told = replay(&[], &[REFBOT, "gomoku"]);
    holds(
        &told,
        &[
            "Some(0)\n",
            "of seat 0:\n  recorded  MOVE 8 10\n  now       ",
            "\nthe board before it:\n",
            "the game went on with the recorded answers",
            "five.json: of 6 recorded answers the bot was asked for 6, and gives ",
        ],
    );
    assert!(replay(&["--strict"], &[REFBOT, "gomoku"]).starts_with("Some(2)"));
    // It gives the record's own answers.
    let moves = "read l; echo OK; for m in 8 9 10 11 12; do while read l; do case $l in TURN*) break;; esac; done; echo MOVE 8 $((m-1)); done; cat >/dev/null";
    let told = replay(&["--strict"], &["/bin/sh", "-c", moves]);
    holds(
        &told,
        &["Some(", "of 6 recorded answers the bot was asked for 6"],
    );
}
