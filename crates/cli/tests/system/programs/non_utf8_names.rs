//! Names that are no UTF-8: of files, and of the folder of stickler itself.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, STICKLER, said};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

tests! {
    files_may_have_names_that_are_no_utf_8,
    stickler_may_lie_in_a_folder_whose_name_is_no_utf_8,
}

/// `a`, a byte that no UTF-8 has, and this end.
fn odd(end: &str) -> OsString {
    OsStr::from_bytes(&[b"a\xff", end.as_bytes()].concat()).to_owned()
}

fn files_may_have_names_that_are_no_utf_8() {
    let folder = scratch("names");
    std::fs::copy(
        root().join("examples/logs/gomoku_taken.log"),
        folder.join(odd(".log")),
    )
    .expect("a log");
    let run = |before: &[&str], file: OsString, after: &[&str]| {
        let mut command = Command::new(STICKLER);
        command
            .args(before)
            .arg(file)
            .args(after)
            .current_dir(&*folder);
        command.output().expect("stickler starts")
    };
    for (before, after, code, words) in [
        (&["validate"][..], &[][..], 1, "error[gomoku.move.empty]"),
        (
            &["validate", "gomoku"],
            &[],
            1,
            "the judge's messages were right",
        ),
        (&["show"], &[], 0, "gomoku.move.empty"),
        (&["convert"], &["--to", "moves"], 0, ""),
        (
            &["replay"],
            &["--", REFBOT, "gomoku", "--set", "board=5x5"],
            0,
            "answer 2 of seat 1",
        ),
    ] {
        let output = run(before, odd(".log"), after);
        let text = said(&output);
        assert!(
            output.status.code() == Some(code) && text.contains(words),
            "{before:?} {text}"
        );
    }
    // A folder that holds it, and a file that is made.
    let text = said(&run(&["validate", "--json", "."], "--quiet".into(), &[]));
    assert!(text.contains("gomoku.move.empty"), "{text}");
    let output = run(
        &["tap", "--game", "gomoku", "--log"],
        odd("2.log"),
        &["--", "true"],
    );
    assert!(folder.join(odd("2.log")).exists(), "{}", said(&output));
}

/// It starts its own reference bot, which is itself.
fn stickler_may_lie_in_a_folder_whose_name_is_no_utf_8() {
    let folder = scratch("names");
    let bin = folder.join(odd(""));
    std::fs::create_dir(&bin).expect("a folder");
    let program = bin.join("stickler");
    if std::fs::hard_link(STICKLER, &program).is_err() {
        std::fs::copy(STICKLER, &program).expect("a copy");
    }
    let mut check = Command::new(&program);
    check.args(["check", "gomoku", "--cases", "1", "--search", "0"]);
    let output = check
        .current_dir(&*folder)
        .output()
        .expect("stickler starts");
    let text = said(&output);
    assert!(
        output.status.code() == Some(0) && text.contains("\nconforms: "),
        "{text}"
    );
}
