//! Exit codes: 2 where nothing can be told, and the worst of several files.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{fed, run};

tests! {
    what_cannot_be_told_ends_with_two,
    several_files_have_the_worst_conclusion,
}

fn what_cannot_be_told_ends_with_two() {
    assert_eq!(run(&["check", "gomoku", "--", "/no/such/bot"], b"").0, 2);
    assert_eq!(run(&["check", "gomoku", "--time-box", "0"], b"").0, 2);
    assert_eq!(run(&["check", "chess"], b"").0, 2);
    assert_eq!(run(&["check", "gomoku", "--set", "board=40x40"], b"").0, 2);
    assert_eq!(run(&["check", "gomoku", "--seat", "7"], b"").0, 2);
    assert_eq!(run(&["validate", "gomoku", "/no/such/file"], b"").0, 2);
    assert_eq!(run(&["play", "gomoku", "--bot", "x"], b"").0, 2);
    assert_eq!(
        run(&["play", "gomoku", "--bot", "'x", "--bot", "x"], b"").0,
        2
    );
    assert_eq!(run(&["spec", "gomoku.no.such"], b"").0, 2);
    assert_eq!(run(&["no-such-command"], b"").0, 2);
    assert_eq!(run(&["show", "-"], b"0< READY FIRST\n").0, 2);
}

fn several_files_have_the_worst_conclusion() {
    let folder = scratch("files");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
    write(
        "good.log",
        "stickler: 1\ngame: gomoku\nomits: tail\n0< READY FIRST\n",
    );
    write("cut.log", "stickler: 1\ngame: gomoku\n0< READY FIRST\n");
    write("bad.log", "stickler: 1\ngame: gomoku\n0< READY SECOND\n");
    let code = |files: &[&str]| {
        fed(&folder, &[&["validate"], files].concat(), b"")
            .status
            .code()
    };
    assert_eq!(code(&["good.log"]), Some(0));
    assert_eq!(code(&["good.log", "cut.log"]), Some(2));
    assert_eq!(code(&["cut.log", "bad.log", "good.log"]), Some(1));
}
