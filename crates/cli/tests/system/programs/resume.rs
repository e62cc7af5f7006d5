//! `--resume`: a file of results that is gone on with, and files that are not.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{said, stickler};

tests! {
    a_file_that_holds_something_else_is_not_gone_on_with [LIMITS],
}

fn a_file_that_holds_something_else_is_not_gone_on_with() {
    let folder = scratch("foreign");
    let file = folder.join("notes");
    let check = [
        "check", "gomoku", "--only", "any", "--cases", "1", "--resume", "notes",
    ];
    for text in ["one precious line", "{\"plan\": 7", "two\nlines\n"] {
        std::fs::write(&file, text).expect("written");
        let output = stickler(&folder, &check);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert_eq!(std::fs::read_to_string(&file).expect("still there"), text);
    }
    std::fs::remove_file(&file).expect("removed");
    let output = stickler(&folder, &check);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    // A plan that was half written is this plan's beginning.
    let whole = std::fs::read_to_string(&file).expect("results");
    std::fs::write(&file, &whole[..30]).expect("written");
    let output = stickler(&folder, &check);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let other = stickler(&folder, &[&check[..], &["--cpu-time=60"]].concat());
    assert!(
        other.status.code() == Some(2) && said(&other).contains("of another plan"),
        "{}",
        said(&other)
    );
    let full = stickler(&folder, &["check", "gomoku", "--resume", "/dev/full"]);
    assert!(
        full.status.code() == Some(2) && said(&full).contains("no ordinary file"),
        "{}",
        said(&full)
    );
}
