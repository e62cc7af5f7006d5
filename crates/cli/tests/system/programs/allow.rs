//! `--allow` and `--write-allow`: known failures.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::fed;

tests! {
    known_failures_are_allowed_until_they_no_longer_fail,
}

/// A bot that knows no end: known failures, and the list of them.
fn known_failures_are_allowed_until_they_no_longer_fail() {
    let folder = scratch("allow");
    let script = "read l; echo OK; while read l; do case $l in TURN*) echo NO;; esac; done";
    let check = |more: &[&str]| {
        let words = [
            &["check", "gomoku", "--cases", "1", "--shrink", "0"],
            more,
            &["--", "/bin/sh", "-c", script],
        ]
        .concat();
        fed(&folder, &words, b"").status.code()
    };
    assert_eq!(check(&["--write-allow", "known.txt"]), Some(1));
    assert_eq!(check(&["--allow", "known.txt"]), Some(0));
    std::fs::write(
        folder.join("known.txt"),
        "gomoku.turn.answer\ngomoku.move.empty\n",
    )
    .expect("written");
    assert_eq!(
        check(&["--allow", "known.txt"]),
        Some(1),
        "an entry that no longer fails is an error"
    );
    std::fs::write(folder.join("known.txt"), "gomoku.no.such\n").expect("written");
    assert_eq!(check(&["--allow", "known.txt"]), Some(2));
    assert_eq!(check(&["--only", "gomoku.move"]), Some(0));
    assert_eq!(check(&["--only", "gomoku.turn"]), Some(1));
    assert_eq!(check(&["--only", "nothing"]), Some(2));
}
