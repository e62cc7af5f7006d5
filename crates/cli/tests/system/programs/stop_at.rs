//! `replay --stop-at`: the message before which it stops.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, holds, said, stickler};

tests! {
    a_replay_stops_before_a_silence,
    a_line_behind_the_end_of_a_record_keeps_its_number,
}

/// A log that ends in a silence is stopped where the bot fell silent: before the last message that it got.
fn a_replay_stops_before_a_silence() {
    let folder = scratch("stop-silence");
    let log = "stickler: 1\ngame: gomoku\n0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0! silent\n1< FINISH\n";
    std::fs::write(folder.join("hang.log"), log).expect("a log");
    let stopped = |line: &str| {
        let words = [
            "replay",
            "hang.log",
            "--seat",
            "0",
            "--no-clock",
            "--stop-at",
            line,
            "--",
            REFBOT,
            "gomoku",
        ];
        said(&stickler(&folder, &words))
    };
    // The line of the silence, and one of the other seat behind the last message.
    for line in ["8", "7", "9"] {
        holds(&stopped(line), &["stopped before `TURN 10000 10000`"]);
    }
    for line in ["5", "3"] {
        holds(&stopped(line), &["stopped before `READY FIRST`"]);
    }
    holds(
        &stopped("10"),
        &["--stop-at 10: the bot's last message stands at line 7"],
    );
}

/// The lines of a record that is no log are those of its file.
fn a_line_behind_the_end_of_a_record_keeps_its_number() {
    let folder = scratch("stop-record");
    let record = root().join("fixtures/records/alphano/five.json");
    let record = record.to_string_lossy().to_string();
    let words = ["replay", &record, "--seat", "0", "--no-clock"];
    let words = [&words[..], &["--stop-at", "9999", "--", REFBOT, "gomoku"]].concat();
    holds(
        &said(&stickler(&folder, &words)),
        &["--stop-at 9999: the bot's last message stands at line 41"],
    );
}
