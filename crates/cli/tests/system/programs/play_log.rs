//! `play --log`: the log of a match.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, fed, quoted};

tests! {
    play_writes_a_log_that_validates_and_shows,
}

fn play_writes_a_log_that_validates_and_shows() {
    let folder = scratch("play");
    let bot = format!("{} refbot gomoku", quoted(STICKLER));
    let words = [
        "play", "gomoku", "--bot", &bot, "--bot", &bot, "--log", "game.log",
    ];
    assert_eq!(fed(&folder, &words, b"").status.code(), Some(0));
    assert_eq!(
        fed(&folder, &["validate", "game.log"], b"").status.code(),
        Some(0)
    );
    let shown = fed(&folder, &["show", "game.log", "--line", "20"], b"");
    assert!(String::from_utf8_lossy(&shown.stdout).contains("seat 0 to move"));
    let every = fed(&folder, &["show", "game.log", "--every"], b"");
    assert!(
        String::from_utf8_lossy(&every.stdout)
            .matches("after line")
            .count()
            > 10
    );
}
