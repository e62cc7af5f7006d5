//! Broken input, everywhere: no parser panics on anything, and what people get to read is one line that says what to do.

use crate::support::depth::cases;
use crate::support::files::root;
use proptest::prelude::*;
use std::path::PathBuf;
use std::sync::LazyLock;
use stickler::clause::Page;
use stickler::error_policy::read_allowed;
use stickler::explain::{Culprit, validate};
use stickler::fixture::mutant_table::Mutants;
use stickler::fixture::{self, Saved};
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::oracle;
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler::transcript::interaction;
use stickler::two_streams::{Streams, interleaved};

/// Whole texts to begin with: pages, fixtures, broken files, and every transcript of the fixtures.
static TEXTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folders = [
        "spec",
        "fixtures/mutants",
        "fixtures/broken",
        "fixtures/gomoku",
        "fixtures/betris",
        "fixtures/tetris",
    ];
    let entries = folders.iter().flat_map(|folder| {
        std::fs::read_dir(root().join(folder))
            .expect("a folder")
            .flatten()
    });
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    let mut texts = vec![];
    for path in paths {
        let bytes = std::fs::read(&path).expect("a file");
        if let Ok(cases) = fixture::read(&String::from_utf8_lossy(&bytes)) {
            texts.extend(
                cases
                    .into_iter()
                    .filter_map(|case| case.transcript)
                    .map(String::into_bytes),
            );
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
    let edit = (
        any::<prop::sample::Index>(),
        0usize..40,
        any::<prop::sample::Index>(),
        0..4,
    );
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
    #![proptest_config(cases(400))]

    #[test]
    fn files_are_read_or_refused(bytes in broken()) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = (fixture::read(&text).map_err(drop), Saved::read(&text).map_err(drop), Mutants::read(&text).map_err(drop));
        let _ = (Page::read(&text).map_err(drop), read_allowed(GAMES, &text).map_err(drop));
        if let Ok(transcript) = interaction::read(&bytes) {
            let _ = interaction::write(&transcript);
        }
        let _ = interaction::write(&bytes);
    }

    #[test]
    fn logs_are_checked_or_refused(bytes in broken(), game in 0..GAMES.games().len()) {
        let _ = validate(GAMES.games()[game], &Settings::default(), &bytes).map_err(drop);
        let half = bytes.len() / 2;
        for omits in ["", "head", "tail", "head and tail", "x"] {
            let streams = Streams { seat: None, told: &bytes[..half], said: &bytes[half..], omits };
            let _ = interleaved(GAMES.games()[game], &Settings::default(), streams);
        }
    }

    #[test]
    fn answers_are_read_or_refused(bytes in prop_oneof![broken(), prop::collection::vec(any::<u8>(), 0..40)], game in 0..GAMES.games().len()) {
        let mut referee = GAMES.games()[game].with(&Settings::default()).expect("a referee").referee();
        let rules = GAMES.games()[game].with(&Settings::default()).expect("rules").rules();
        for line in bytes.split(|&byte| byte == b'\n').take(40) {
            let _ = referee.answer_form(line);
            let _ = referee.told_desynced(Seat(0), &mut std::iter::once(line));
            let _ = rules.fork().play(&String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn parameters_are_read_or_refused(name in 0..40usize, value in "\\PC{0,12}|[-0-9x/,.]{0,24}", game in 0..GAMES.games().len()) {
        let known = GAMES.games()[game].with(&Settings::default()).expect("defaults").parameters();
        let name = known[name % known.len()].0;
        let word = format!("{name}={value}");
        let refused = Settings::read([word.as_str()]).and_then(|settings| GAMES.games()[game].with(&settings).map(drop));
        if let Err(why) = refused {
            prop_assert!(!why.is_empty() && !why.contains('\n'), "{why:?}");
        }
    }

    #[test]
    fn questions_are_answered_or_refused(bytes in prop_oneof![broken(), "[{}\\[\\]\":,a-z0-9 ]{0,80}".prop_map(String::into_bytes)], game in 0..GAMES.games().len()) {
        let mut answers = Vec::new();
        oracle::run(GAMES.games()[game], &Settings::default(), &bytes[..], &mut answers).expect("memory");
        let lines = answers.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        prop_assert!(lines.into_iter().all(|line| serde_json::from_slice::<serde_json::Value>(line).is_ok()));
    }
}

/// The first finding in a game of Gomoku whose first answer is this: clause, class of the fault and words.
fn first_finding(answer: &str) -> (&'static str, Option<FaultKind>, String) {
    finding_in(&format!("0< TURN 10000 10000\n0> {answer}\n"))
}

/// The same of a game that goes on like this after the handshake.
fn finding_in(lines: &str) -> (&'static str, Option<FaultKind>, String) {
    let log = format!("0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n{lines}");
    let checked = validate(
        GAMES.find("gomoku").expect("the game"),
        &Settings::default(),
        log.as_bytes(),
    )
    .expect("a log");
    let finding = checked.findings.first().expect("a finding");
    let kind = if let Culprit::Seat(_, kind) = finding.culprit {
        Some(kind)
    } else {
        None
    };
    (
        finding.breach.clause.id(),
        kind,
        finding.breach.why.to_string(),
    )
}

#[test]
fn a_flood_is_one_in_a_log_too() {
    for answer in [
        format!("MOVE 1 {}1", "0".repeat(70_000)),
        format!("MOVE 1 1{}", "\\x20".repeat(70_000)),
    ] {
        let (clause, kind, _) = first_finding(&answer);
        assert_eq!((clause, kind), ("wire.line.length", Some(FaultKind::Flood)));
        let (clause, kind, _) = finding_in(&format!("...\n0> {answer}\n"));
        assert_eq!((clause, kind), ("wire.line.length", Some(FaultKind::Flood)));
    }
}

#[test]
fn numbers_beyond_the_range_are_not_misquoted() {
    let (_, _, why) = first_finding("MOVE 99999999999999999999 1");
    assert!(
        why.contains("row 9223372036854775807 or more is off the board"),
        "{why}"
    );
    let (_, _, why) = first_finding("MOVE 1 -99999999999999999999");
    assert!(
        why.contains("column -9223372036854775807 or less is off the board"),
        "{why}"
    );
}

#[test]
fn a_file_of_nonsense_is_not_read_to_its_end() {
    let nonsense = "0< NOTHING THAT ANY JUDGE WOULD SAY\n".repeat(200_000);
    for game in GAMES.games() {
        let log = format!("stickler: 1\ngame: {}\n{nonsense}", game.name());
        let checked = validate(*game, &Settings::default(), log.as_bytes()).expect("a log");
        let count = checked.findings.len();
        assert!(count <= 1001, "{}: {count} findings", game.name());
        assert!(checked.findings[0].line <= 4, "{}", game.name());
    }
}
