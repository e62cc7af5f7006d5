//! `--resume`: a file of results that is gone on with, and files that are not.

use crate::support::files::scratch;
use crate::support::needs::tests;
use crate::support::programs::{holds, said, started, stickler};
use std::time::Duration;

tests! {
    a_file_that_holds_something_else_is_not_gone_on_with [LIMITS],
    a_second_run_at_once_is_refused_before_it_plays,
    a_failure_under_another_value_is_joined_and_gone_on_with,
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

/// Two runs that write to one file would write into each other's lines.
#[cfg(unix)]
fn a_second_run_at_once_is_refused_before_it_plays() {
    let folder = scratch("two-at-once");
    let bot = "touch began; while [ ! -e go ]; do sleep 0.05; done; exec \"$REFBOT\" gomoku";
    let words = [
        "check",
        "gomoku",
        "--only",
        "any",
        "--cases",
        "1",
        "--resume",
        "run.jsonl",
        "-q",
        "--",
        "/bin/sh",
        "-c",
        bot,
    ];
    let first = started(&folder, &words);
    while !folder.join("began").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let second = stickler(&folder, &words);
    std::fs::write(folder.join("go"), "").expect("a file");
    let first = first.wait_with_output().expect("the first run ends");
    assert!(first.status.code() != Some(2), "{}", said(&first));
    assert_eq!(second.status.code(), Some(2), "{}", said(&second));
    let refused = "run.jsonl: another run writes its results to this file now";
    holds(&said(&second), &[refused]);
    let merged = stickler(&folder, &["report", "merge", "-q", "run.jsonl"]);
    assert_eq!(
        merged.status.code(),
        first.status.code(),
        "{}",
        said(&merged)
    );
}

#[cfg(not(unix))]
fn a_second_run_at_once_is_refused_before_it_plays() {
    crate::support::trials::leave_out("want locks of Unix");
}

/// A bot that errs once, in the first game after the search: its line stands beside that of the same game of the plan.
fn a_failure_under_another_value_is_joined_and_gone_on_with() {
    let folder = scratch("beside");
    let played = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap_or_default();
    let check = |nth: &str| {
        let bot = format!(
            "echo >> games; [ $(wc -l < games) = {nth} ] || exec \"$REFBOT\" gomoku; \
             read l; echo OK; read l; echo MOVE 0 0; read l"
        );
        let words = [
            "check",
            "gomoku",
            "--cases",
            "1",
            "--jobs",
            "1",
            "--shrink",
            "0",
            "--resume",
            "run.jsonl",
            "-q",
            "--",
            "/bin/sh",
            "-c",
            &bot,
        ];
        stickler(&folder, &words)
    };
    let planned = check("0");
    assert_eq!(planned.status.code(), Some(0), "{}", said(&planned));
    // The games of the plan and of the search are those that have lines.
    let lines = played("run.jsonl");
    let games = lines
        .lines()
        .filter(|line| line.starts_with("{\"game\""))
        .count();
    for file in ["run.jsonl", "games"] {
        std::fs::remove_file(folder.join(file)).expect("removed");
    }
    let nth = (games + 1).to_string();
    let found = check(&nth);
    let merged = stickler(&folder, &["report", "merge", "run.jsonl"]);
    let resumed = check(&nth);
    for output in [&found, &merged, &resumed] {
        assert_eq!(output.status.code(), Some(1), "{}", said(output));
        holds(&said(output), &["gomoku.move.inside"]);
    }
    assert!(played("run.jsonl").contains("\"beside\":true"));
}
