//! Broken input, everywhere: no parser panics on anything, and what people get to read is one line that says what to do.

mod common;

use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use stickler::check::standard::read_allowed;
use stickler::check::streams::{Streams, interleaved};
use stickler::check::transcript::validate;
use stickler::clause::Page;
use stickler::fixture::mutants::Mutants;
use stickler::fixture::{self, Saved};
use stickler::game::Seat;
use stickler::games::{self, GAMES};
use stickler::oracle;
use stickler::params::Settings;
use stickler::transcript::interaction;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whole texts to begin with: pages, fixtures, broken files, and every transcript of the fixtures.
static TEXTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folders =
        ["spec", "fixtures/mutants", "fixtures/broken", "fixtures/gomoku", "fixtures/betris", "fixtures/tetris"];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(root().join(folder)).expect("a folder").flatten());
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    let mut texts = vec![];
    for path in paths {
        let bytes = std::fs::read(&path).expect("a file");
        if let Ok(cases) = fixture::read(&String::from_utf8_lossy(&bytes)) {
            texts.extend(cases.into_iter().filter_map(|case| case.transcript).map(String::into_bytes));
        }
        texts.push(bytes);
    }
    texts
});

const WORDS: &[&[u8]] = &[
    b"\0",
    b"\xff\xfe",
    b"\n",
    b"\r\n",
    b"\n\n",
    b" ",
    b"\t",
    b"-1",
    b"99999999999999999999",
    b"18446744073709551616",
    b"0x7f",
    b"...",
    b"0< ",
    b"0> ",
    b"9! ",
    b"0! silent @",
    b"@-1ms",
    b"---",
    b"{",
    b"}",
    b"[",
    b"&a [*a,*a]",
    b"!!tag",
    b": ",
    b"### ",
    b"| | |",
    "\u{661}\u{202e}".as_bytes(),
    b"\\x",
    b"\\",
    b"READY",
    b"MOVE 0 0",
    b"PLACE 99",
    b"1e400",
    b"null",
];

/// A text of the list with a few places changed.
fn broken() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), 0usize..40, any::<prop::sample::Index>(), 0..4);
    (0..TEXTS.len(), prop::collection::vec(edit, 0..8)).prop_map(|(text, edits)| {
        let mut bytes = TEXTS[text].clone();
        for (at, length, word, how) in edits {
            let from = at.index(bytes.len() + 1);
            let to = (from + length).min(bytes.len());
            match how {
                0 => drop(bytes.drain(from..to)),
                1 => drop(bytes.splice(from..from, bytes[from..to].to_vec())),
                2 => drop(bytes.splice(from..to, WORDS[word.index(WORDS.len())].iter().copied())),
                _ => bytes.truncate(bytes.len() - bytes.len() / 4),
            }
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn files_are_read_or_refused(bytes in broken()) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = (fixture::read(&text).map_err(drop), Saved::read(&text).map_err(drop), Mutants::read(&text).map_err(drop));
        let _ = (Page::read(&text).map_err(drop), read_allowed(&text).map_err(drop));
        if let Ok(transcript) = interaction::read(&bytes) {
            let _ = interaction::write(&transcript);
        }
        let _ = interaction::write(&bytes);
    }

    #[test]
    fn logs_are_checked_or_refused(bytes in broken(), game in 0..GAMES.len()) {
        let _ = validate(GAMES[game], &Settings::default(), &bytes).map_err(drop);
        let half = bytes.len() / 2;
        for omits in ["", "head", "tail", "head and tail", "x"] {
            let streams = Streams { seat: None, told: &bytes[..half], said: &bytes[half..], omits };
            let _ = interleaved(GAMES[game], &Settings::default(), streams);
        }
    }

    #[test]
    fn answers_are_read_or_refused(bytes in prop_oneof![broken(), prop::collection::vec(any::<u8>(), 0..40)], game in 0..GAMES.len()) {
        let referee = GAMES[game].referee(&Settings::default()).expect("a referee");
        let rules = GAMES[game].rules(&Settings::default()).expect("rules");
        for line in bytes.split(|&byte| byte == b'\n').take(40) {
            let _ = referee.answer_form(line);
            let _ = referee.told_form(Seat(0), &mut std::iter::once(line));
            let _ = rules.fork().play(&String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn parameters_are_read_or_refused(name in 0..40usize, value in "\\PC{0,12}|[-0-9x/,.]{0,24}", game in 0..GAMES.len()) {
        let known = GAMES[game].parameters(&Settings::default()).expect("defaults");
        let name = known[name % known.len()].0;
        let word = format!("{name}={value}");
        let refused = Settings::read([word.as_str()]).and_then(|settings| {
            let settings = GAMES[game].expand(&settings)?;
            GAMES[game].parameters(&settings).map(drop)
        });
        if let Err(why) = refused {
            prop_assert!(!why.is_empty() && !why.contains('\n'), "{why:?}");
        }
    }

    #[test]
    fn questions_are_answered_or_refused(bytes in prop_oneof![broken(), "[{}\\[\\]\":,a-z0-9 ]{0,80}".prop_map(String::into_bytes)], game in 0..GAMES.len()) {
        let mut answers = Vec::new();
        oracle::run(GAMES[game], &Settings::default(), &bytes[..], &mut answers).expect("memory");
        let lines = answers.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        prop_assert!(lines.into_iter().all(|line| serde_json::from_slice::<serde_json::Value>(line).is_ok()));
    }
}

/// Exit code and first line of what the program says of a file.
fn said_of(path: &Path) -> String {
    let end = path.extension().map(|end| end.to_string_lossy().into_owned()).unwrap_or_default();
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let words: &[&str] = match end.as_str() {
        "saved" => &["replay", &name, "--", "true"],
        "batch" => &["grade", "tetris", &name, "/dev/null"],
        _ => &["validate", "gomoku", &name],
    };
    let folder = path.parent().expect("a folder");
    let output =
        Command::new(env!("CARGO_BIN_EXE_stickler")).args(words).current_dir(folder).output().expect("stickler");
    let text = [output.stdout, output.stderr].concat();
    let line = String::from_utf8_lossy(&text).lines().next().unwrap_or_default().to_string();
    format!("{name}: {}: {line}\n", output.status.code().map_or("killed".into(), |code| code.to_string()))
}

/// `STICKLER_BLESS=1` writes the messages anew: read the difference.
#[test]
fn broken_files_are_refused_in_one_line() {
    let folder = root().join("fixtures/broken");
    let kept = folder.join("messages.txt");
    let entries = std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| *path != kept).collect();
    paths.sort();
    let said: String = paths.iter().map(|path| said_of(path)).collect();
    assert!(!said.contains("panicked") && !said.contains(": killed: ") && !said.contains(": 101: "), "{said}");
    if std::env::var_os("STICKLER_BLESS").is_some() {
        std::fs::write(&kept, &said).expect("written");
    }
    assert_eq!(std::fs::read_to_string(&kept).unwrap_or_default(), said);
}

/// Words of the command line that make no sense end with code 2 and a line about it.
#[test]
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
        let output = Command::new(env!("CARGO_BIN_EXE_stickler")).args(*words).output().expect("stickler");
        let text = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
        assert!(!text.trim().is_empty() && !text.contains("panicked"), "{words:?}: {text}");
    }
    assert!(games::find("chess").is_none());
}
