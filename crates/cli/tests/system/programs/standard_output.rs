//! Standard output that cannot be written: a full disk, and a reader that goes away.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{NO_FOR_OK, STICKLER, refbot, said};
use std::fs::File;
use std::process::{Command, Stdio};

tests! {
    a_reader_that_goes_away_is_no_error,
    a_full_disk_at_standard_output_is_said,
    a_failure_is_saved_although_nothing_can_be_printed,
}

fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(STICKLER)
        .arg("spec")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

fn a_full_disk_at_standard_output_is_said() {
    let folder = scratch("full");
    let bot = refbot("gomoku");
    for words in [
        &["check", "gomoku", "--only", "any", "--cases", "1"][..],
        &["check", "gomoku", "--only", "any", "--cases", "1", "--json"],
        &["referee", "gomoku", "-p1", &bot, "-p2", &bot],
        &["play", "gomoku", "--bot", &bot, "--bot", &bot],
        &["generate", "tetris"],
        &["vectors", "gomoku", "--count", "1"],
        &["spec"],
    ] {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a full disk");
        let output = Command::new(STICKLER)
            .args(words)
            .current_dir(&folder)
            .stdout(full)
            .output()
            .expect("stickler");
        let text = said(&output);
        assert!(
            output.status.code() == Some(2) && text.contains("standard output: No space left"),
            "{words:?}: {text}"
        );
    }
}

fn a_failure_is_saved_although_nothing_can_be_printed() {
    let folder = scratch("full-and-failing");
    for words in [&[][..], &["--quiet"], &["--json"]] {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a full disk");
        let check = ["check", "gomoku", "--only=any", "--cases=1", "--shrink=0"];
        let output = Command::new(STICKLER)
            .args([&check[..], words, &["--"], &NO_FOR_OK].concat())
            .current_dir(&folder)
            .stdout(full)
            .output()
            .expect("stickler");
        let text = said(&output);
        assert!(text.contains("standard output: No space left"), "{text}");
        let saved = folder.join("stickler-failures/gomoku-ready-answer-any.yaml");
        // Of JSON lines the first cannot be written, so nothing is played.
        assert_eq!(saved.is_file(), words != ["--json"], "{words:?}: {text}");
        let _ = std::fs::remove_dir_all(folder.join("stickler-failures"));
    }
}
