//! The portable arena, on whatever system this is: its verdicts, what it refuses, and what it cannot look at.

use crate::support::files::scratch;
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, said, started, stickler};
use std::process::Command;

tests! {
    a_correct_bot_conforms_and_what_is_not_seen_is_said,
    faults_have_the_verdicts_of_the_usual_arena [GATE],
    what_needs_the_arena_of_linux_is_refused,
    a_wrong_name_of_an_arena_is_no_arena,
    the_last_words_of_a_bot_are_heard_though_another_keeps_its_output,
    a_tap_records_and_ends_with_its_bot,
}

/// The exit code, and all that is said of a check of this bot.
fn checked(more: &[&str], bot: &[&str]) -> (Option<i32>, String) {
    let usual = [
        "--arena", "portable", "check", "gomoku", "--cases", "1", "--shrink", "0", "--enough", "1",
        "--json",
    ];
    let output = stickler(
        &scratch("portable"),
        &[&usual[..], more, &["--"], bot].concat(),
    );
    (output.status.code(), said(&output))
}

fn a_correct_bot_conforms_and_what_is_not_seen_is_said() {
    let (code, text) = checked(&[], &[REFBOT, "gomoku"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains(r#""unseen":["gomoku.limit.memory","wire.process.children"]"#),
        "{text}"
    );
    let held: Vec<&str> = text
        .split(r#""held":["#)
        .skip(1)
        .filter_map(|rest| rest.split(']').next())
        .collect();
    assert!(
        held.len() > 5
            && held
                .iter()
                .all(|held| !held.contains("children") && !held.contains("memory")),
        "{held:?}"
    );
}

fn faults_have_the_verdicts_of_the_usual_arena() {
    let faults = [
        ("crash", "wire.process.alive"),
        ("closed", "wire.process.stdout"),
        ("no-newline", "wire.line.newline"),
        ("no-flush", "wire.line.flush"),
        ("flood", "wire.line.length"),
        ("lower-case", "gomoku.ready.answer"),
        ("after-the-end", "gomoku.finish.silent"),
        ("exit-code", "gomoku.finish.normal"),
    ];
    for (fault, clause) in faults {
        let (code, text) = checked(
            &["--set", "ready=3000", "--set", "bank=3000"],
            &[REFBOT, "gomoku", "--fault", fault],
        );
        assert!(
            code == Some(1) && text.contains(&format!(r#"{{"clause":"{clause}""#)),
            "{fault}: {text}"
        );
    }
    let (code, text) = checked(&[], &[REFBOT, "gomoku", "--fault", "child"]);
    assert!(
        code == Some(0) && text.contains(r#"{"clause":"wire.process.children""#),
        "{text}"
    );
}

fn what_needs_the_arena_of_linux_is_refused() {
    for option in ["--cpu-time=3", "--wrap=env", "--memory=100"] {
        let (code, text) = checked(&[option], &[REFBOT, "gomoku"]);
        assert!(
            code == Some(2) && text.contains("the portable arena"),
            "{option}: {text}"
        );
    }
}

fn a_wrong_name_of_an_arena_is_no_arena() {
    let named = |name| {
        let mut command = Command::new(crate::support::programs::STICKLER);
        command
            .args(["check", "gomoku", "--list"])
            .env("STICKLER_ARENA", name)
            .output()
            .expect("stickler starts")
    };
    let output = named("both");
    assert!(
        output.status.code() == Some(2) && said(&output).contains("expected linux or portable"),
        "{}",
        said(&output)
    );
    assert_eq!(named("").status.code(), Some(0));
}

fn the_last_words_of_a_bot_are_heard_though_another_keeps_its_output() {
    let mark = Mark::new();
    let script = format!("read line; sleep {mark} & exit 7");
    let (code, text) = checked(&[], &["/bin/sh", "-c", &script]);
    assert!(
        code == Some(1)
            && text.contains(r#""clause":"wire.process.alive""#)
            && text.contains("[7,0,0,0]"),
        "{text}"
    );
    assert_eq!(mark.running(), 0);
}

fn a_tap_records_and_ends_with_its_bot() {
    let folder = scratch("portable");
    let mark = Mark::new();
    let script = format!("echo one; sleep {mark} & exit 5");
    let words = [
        "--arena", "portable", "tap", "--log", "x.log", "--", "/bin/sh", "-c", &script,
    ];
    let output = started(&folder, &words).wait_with_output().expect("ended");
    assert_eq!(
        (output.status.code(), &output.stdout[..]),
        (Some(5), &b"one\n"[..])
    );
    let log = std::fs::read_to_string(folder.join("x.log")).expect("a log");
    assert!(
        log.contains("0> one @") && log.ends_with("0! exit 5\n0! left 1\n"),
        "{log}"
    );
    assert_eq!(mark.running(), 0);
}
