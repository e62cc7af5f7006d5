//! The tests that a bot's own repository has: a test a scenario and one a clause, and one diagnosis for one mistake.
//!
//! This test program is that of the repository: with the variable [`BOT`] it tests the bot that the variable names.

use crate::support::files::scratch;
use crate::support::programs::{REFBOT, said};
use crate::support::trials::named;
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::process::{Command, Output};
use stickler::fixture::Saved;

/// A game and the words of a bot's command, a word a line.
const BOT: &str = "STICKLER_TEST_BOT";

/// Where the variable names a bot, tests it and ends the process.
pub(crate) fn play_as_its_repository() {
    if let Ok(words) = std::env::var(BOT) {
        let words: Vec<&str> = words.lines().collect();
        stickler_check::harness::bot(words[0], &words[1..])
    }
}

pub(crate) fn tests() -> Vec<Trial> {
    type Test = fn() -> Result<(), Failed>;
    let tests: [(&str, Test); 4] = [
        ("one_mistake_is_told_once", one_mistake_is_told_once),
        ("a_clause_is_a_filter", a_clause_is_a_filter),
        (
            "a_correct_bot_keeps_its_clauses",
            a_correct_bot_keeps_its_clauses,
        ),
        (
            "a_clause_that_is_none_is_an_error",
            a_clause_that_is_none_is_an_error,
        ),
    ];
    tests
        .into_iter()
        .map(|(name, test)| named(&format!("harness::{name}"), test))
        .collect()
}

/// A bot whose second move is off the board.
const OFF: &[&str] = &[
    "gomoku",
    "/bin/sh",
    "-c",
    "n=0; while read word rest; do case $word in READY) echo OK;; FINISH) exit;; \
     TURN) n=$((n+1)); if [ $n = 1 ]; then echo MOVE 3 11; else echo MOVE 0 0; fi;; esac; done",
];

const CORRECT: &[&str] = &["gomoku", REFBOT, "gomoku"];

/// The tests of a bot in this folder. The program is where cargo puts one, so that it saves failing games in the folder.
fn tested(folder: &Path, bot: &[&str], words: &[&str]) -> Output {
    let this = std::env::current_exe().expect("this program");
    let program = folder.join("target/debug/deps/conformance");
    std::fs::create_dir_all(program.with_file_name("")).expect("a folder");
    if std::fs::hard_link(&this, &program).is_err() {
        std::fs::copy(&this, &program).expect("a copy");
    }
    let mut command = Command::new(program);
    command
        .args(words)
        .env(BOT, bot.join("\n"))
        .current_dir(folder)
        .output()
        .expect("it starts")
}

fn one_mistake_is_told_once() -> Result<(), Failed> {
    let folder = scratch("harness");
    let output = tested(&folder, OFF, &[]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(101), "{text}");
    let diagnoses = text.matches("error[gomoku.move.inside]").count();
    assert_eq!(diagnoses, 1, "{text}");
    assert_eq!(
        text.matches("\nagain: stickler replay ").count(),
        1,
        "{text}"
    );
    assert!(text.contains("the board before it:"), "{text}");
    assert!(text.contains("smallest failing game found"), "{text}");
    // Each other test that fails names the one that tells.
    let failed = text
        .lines()
        .filter(|line| line.ends_with("FAILED") && line.starts_with("test "))
        .count();
    let same = text
        .lines()
        .filter(|line| line.starts_with("the same as gomoku::"))
        .count();
    assert!(
        failed > 8 && same == failed - 1,
        "{same} of {failed}\n{text}"
    );
    let again = text
        .lines()
        .find_map(|line| line.strip_prefix("again: stickler replay "));
    let words = shell_words::split(again.expect("a line")).expect("words");
    assert!(
        words[0].starts_with("target/debug/stickler-failures/"),
        "{}",
        words[0]
    );
    let saved = std::fs::read_to_string(folder.join(&words[0])).expect("a saved game");
    let saved = Saved::read(&saved)?;
    assert_eq!(saved.clause, "gomoku.move.inside");
    assert_eq!(words[2..], OFF[1..]);
    // The log that the diagnosis names is there, too.
    let place = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("--> "))
        .expect("a place");
    let (log, _) = place.split_once(".log:").expect("a log");
    let log = std::fs::read_to_string(folder.join(format!("{log}.log"))).expect("a log");
    assert_eq!(log, saved.transcript);
    Ok(())
}

fn a_clause_is_a_filter() -> Result<(), Failed> {
    let output = tested(&scratch("harness"), OFF, &["gomoku.move.inside"]);
    let text = said(&output);
    assert!(
        output.status.code() == Some(101)
            && text.contains("running 1 test\n")
            && text.contains("gomoku::gomoku.move.inside")
            && text.contains("error[gomoku.move.inside]"),
        "{text}"
    );
    Ok(())
}

fn a_correct_bot_keeps_its_clauses() -> Result<(), Failed> {
    let output = tested(&scratch("harness"), CORRECT, &["gomoku.move"]);
    let text = said(&output);
    assert!(
        output.status.code() == Some(0) && text.contains("2 passed; 0 failed; 0 ignored"),
        "{text}"
    );
    // No bot can break what binds the judge or the rules.
    let text = said(&tested(
        &scratch("harness"),
        CORRECT,
        &["gomoku.turn.alternate"],
    ));
    assert!(
        text.contains("1 ignored") && text.contains("none can break it"),
        "{text}"
    );
    Ok(())
}

fn a_clause_that_is_none_is_an_error() -> Result<(), Failed> {
    for filter in ["gomoku.move.insde", "wire.newline"] {
        let output = tested(&scratch("harness"), CORRECT, &[filter]);
        let text = said(&output);
        assert!(
            output.status.code() == Some(2)
                && text.contains(&format!("no test of this bot has `{filter}` in its name")),
            "{text}"
        );
    }
    // A name of another kind may be that of a test in another file.
    assert_eq!(
        tested(&scratch("harness"), CORRECT, &["reads_a_board"])
            .status
            .code(),
        Some(0)
    );
    Ok(())
}
