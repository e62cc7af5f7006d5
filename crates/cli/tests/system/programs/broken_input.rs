//! Broken input to the command line: what people get to read is one line that says what to do.

use crate::support::files::{keep, root, scratch, sorted};
use crate::support::needs::tests;
use crate::support::programs::stickler;
use crate::support::tier::cases;
use proptest::prelude::*;
use std::path::Path;
use stickler::games::GAMES;

tests! {
    a_folder_and_a_binary_are_no_logs,
    no_words_make_the_command_panic,
    broken_files_are_refused_in_one_line,
    broken_command_lines_are_refused,
}

fn a_folder_and_a_binary_are_no_logs() {
    let folder = scratch("edits");
    std::fs::write(
        folder.join("binary.log"),
        (0..=255).cycle().take(100_000).collect::<Vec<u8>>(),
    )
    .expect("written");
    for (file, code) in [(".", 2), ("binary.log", 2), ("missing.log", 2)] {
        let output = stickler(&folder, &["validate", "gomoku", file]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{file}: {}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// Words in any order are a command or are refused; the exit code is one of the known ones.
    fn no_words_make_the_command_panic(words in proptest::collection::vec(proptest::sample::select(vec![
        "validate", "show", "grade", "decide", "spec", "games", "solve", "generate", "replay", "kattis", "vectors", "oracle",
        "gomoku", "betris", "blackout", "tetris", "blokus", "nonsense", "--set", "board=3x3", "board=0x0", "bank=-1", "=", "preset=x", "--seed", "7", "-1",
        "--line", "0", "99999999999999999999", "--every", "--told", "/dev/null", "/no/such/file", "-", "--", "true", "", "é", "--strict", "--json", "LOL",
    ]), 0..6)) {
        let output = stickler(root(), &words);
        let said = String::from_utf8_lossy(&output.stderr);
        prop_assert!(matches!(output.status.code(), Some(0..=2 | 42 | 43)), "{:?} {said}", output.status);
        prop_assert!(!said.contains("panicked"), "{said}");
        prop_assert!(output.status.success() || !(said.is_empty() && output.stdout.is_empty()), "nothing was said");
    }
}

/// Exit code and first line of what the program says of a file.
fn said_of(path: &Path) -> String {
    let end = path
        .extension()
        .map(|end| end.to_string_lossy().into_owned())
        .unwrap_or_default();
    let name = path
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let words: &[&str] = match end.as_str() {
        "saved" => &["replay", &name, "--", "true"],
        "batch" => &["grade", "tetris", &name, "/dev/null"],
        _ => &["validate", "gomoku", &name],
    };
    let folder = path.parent().expect("a folder");
    let output = stickler(folder, words);
    let text = [output.stdout, output.stderr].concat();
    let line = String::from_utf8_lossy(&text)
        .lines()
        .next()
        .unwrap_or_default()
        .to_string();
    format!(
        "{name}: {}: {line}\n",
        output
            .status
            .code()
            .map_or("killed".into(), |code| code.to_string())
    )
}

/// `STICKLER_BLESS=1` writes the messages anew: read the difference.
fn broken_files_are_refused_in_one_line() {
    let folder = root().join("fixtures/broken");
    let kept = folder.join("messages.txt");
    let said: String = sorted(&folder)
        .iter()
        .filter(|path| **path != kept)
        .map(|path| said_of(path))
        .collect();
    assert!(
        !said.contains("panicked") && !said.contains(": killed: ") && !said.contains(": 101: "),
        "{said}"
    );
    keep(&kept, &said);
}

/// Words of the command line that make no sense end with code 2 and a line about it.
fn broken_command_lines_are_refused() {
    let words: &[&[&str]] = &[
        &["check"],
        &["check", "chess"],
        &["check", "gomoku", "--set", "board"],
        &["check", "gomoku", "--set", "board=\u{661}x\u{661}"],
        &["check", "gomoku", "--set", "bank=18446744073709551616"],
        &["check", "gomoku", "--seat", "9"],
        &["check", "gomoku", "--seat", "-1"],
        &["check", "gomoku", "--cases", "1e9"],
        &["check", "gomoku", "--only", "no.such"],
        &["check", "gomoku", "--", "/no/such/program"],
        &["play", "gomoku", "--bot", "'"],
        &["play", "gomoku", "--bot", ""],
        &["spec", "no.such.clause"],
        &["validate", "gomoku", "/no/such/file"],
        &["decide", "tetris", "\u{fe}\u{fe}"],
        &["vectors", "gomoku", "--count", "-3"],
        &["show", "/no/such/file", "--line", "0"],
    ];
    for words in words {
        let output = stickler(root(), words);
        let text = String::from_utf8_lossy(&output.stderr).into_owned()
            + &String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
        assert!(
            !text.trim().is_empty() && !text.contains("panicked"),
            "{words:?}: {text}"
        );
    }
    assert!(GAMES.find("chess").is_err());
}
