//! Every log and file of cases of this repository, broken by edits nobody planned: each is read, checked, shown and explained
//! under its own game and parameters, or refused with its place.

mod common;

use common::scratch;
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use stickler::check::finding::Finding;
use stickler::check::streams::{Streams, interleaved};
use stickler::check::transcript::validate_until;
use stickler::clause::Page;
use stickler::fixture::{self, Case, Saved};
use stickler::game::Seat;
use stickler::games::tetris::batch::grade;
use stickler::games::{GAMES, erased::AnyGame};
use stickler::params::Settings;
use stickler::report::diagnostic::{Diagnosis, Source, advice, before};
use stickler::transcript::interaction;

const BIN: &str = env!("CARGO_BIN_EXE_stickler");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The texts of all files with this ending below a folder.
fn texts(folder: &Path, ending: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).expect("a folder").flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.ends_with("broken") {
            texts.extend(self::texts(&path, ending));
        } else if path.extension().is_some_and(|own| own == ending) {
            texts.push(std::fs::read_to_string(&path).expect("text"));
        }
    }
    texts
}

/// The files of cases, as text.
fn files() -> &'static [String] {
    static FILES: OnceLock<Vec<String>> = OnceLock::new();
    FILES.get_or_init(|| texts(&root().join("fixtures"), "yaml"))
}

/// Every log of the fixtures, with its game and parameters.
fn logs() -> &'static [(&'static dyn AnyGame, Settings, String)] {
    static LOGS: OnceLock<Vec<(&dyn AnyGame, Settings, String)>> = OnceLock::new();
    LOGS.get_or_init(|| {
        let folders = GAMES.iter().map(|game| (*game, root().join("fixtures").join(game.name())));
        let cases = folders.flat_map(|(game, folder)| {
            let cases = texts(&folder, "yaml").into_iter().flat_map(|text| fixture::read(&text).unwrap_or_default());
            cases.map(move |case: Case| (game, case)).collect::<Vec<_>>()
        });
        cases.filter_map(|(game, case)| Some((game, case.settings(), case.transcript?))).collect()
    })
}

/// One edit of a text: bytes left out, doubled, moved, changed, or put in.
#[derive(Clone, Debug)]
enum Edit {
    Cut(usize, usize),
    Double(usize, usize),
    Swap(usize, usize),
    Put(usize, &'static [u8]),
    Flip(usize, u8),
}

const WORDS: &[&[u8]] = &[
    b"-1",
    b"99999999999999999999",
    b"+3",
    b"03",
    b"3.0",
    b" ",
    b"\t",
    b"\r\n",
    b"\n",
    b"\0",
    b"\xff",
    b"\xc3\xa9",
    b"...",
    b"0<",
    b"1>",
    b"0! exit 0",
    b" @5ms",
    b" @99999999999999999999ms",
    b"\\x00",
    b"\\",
    b":",
    b"- ",
    b"'",
    b"{",
    b"[",
    b"set: ",
    b"9",
];

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let place = || any::<usize>();
    let edit = prop_oneof![
        (place(), 0usize..40).prop_map(|(at, length)| Edit::Cut(at, length)),
        (place(), 0usize..40).prop_map(|(at, length)| Edit::Double(at, length)),
        (place(), place()).prop_map(|(a, b)| Edit::Swap(a, b)),
        (place(), proptest::sample::select(WORDS)).prop_map(|(at, word)| Edit::Put(at, word)),
        (place(), any::<u8>()).prop_map(|(at, byte)| Edit::Flip(at, byte)),
    ];
    proptest::collection::vec(edit, 1..5)
}

fn edited(text: &str, edits: &[Edit]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for edit in edits {
        let length = bytes.len();
        if length == 0 {
            break;
        }
        match *edit {
            Edit::Cut(at, count) => drop(bytes.drain(at % length..(at % length + count).min(length))),
            Edit::Double(at, count) => {
                let (from, to) = (at % length, (at % length + count).min(length));
                let doubled = bytes[from..to].to_vec();
                bytes.splice(from..from, doubled);
            }
            Edit::Swap(a, b) => bytes.swap(a % length, b % length),
            Edit::Put(at, word) => drop(bytes.splice(at % length..at % length, word.iter().copied())),
            Edit::Flip(at, byte) => bytes[at % length] = byte,
        }
    }
    bytes
}

fn shown(game: &dyn AnyGame, settings: &Settings, bytes: &[u8], finding: &Finding) {
    let source = Source { path: "edits.log", bytes };
    let diagnosis = Diagnosis::new(*finding, true).facts(advice(game, settings, bytes, finding));
    assert!(diagnosis.render(source, false).contains(finding.breach.clause.id()));
    let _ = before(game, settings, bytes, finding.line, Seat(0), true);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A log is checked, shown and explained, whatever became of it.
    #[test]
    fn an_edited_log_is_read(at in any::<usize>(), edits in edits()) {
        let (game, settings, text) = &logs()[at % logs().len()];
        let bytes = edited(text, &edits);
        if let Ok((checked, referee)) = validate_until(*game, settings, &bytes, usize::MAX) {
            let lines = bytes.split(|&byte| byte == b'\n').count();
            for finding in &checked.findings {
                prop_assert!((1..=lines).contains(&finding.line), "line {} of {lines}", finding.line);
                shown(*game, settings, &bytes, finding);
            }
            let _ = referee.picture().text();
        }
        let (told, said) = bytes.split_at(bytes.len() / 2);
        let _ = interleaved(*game, settings, Streams { seat: None, told, said, omits: "head" });
        let _ = interaction::write(&bytes);
        let _ = interaction::read(&bytes);
    }

    /// A file of cases is read or refused with its place; what is read is run.
    #[test]
    fn an_edited_fixture_is_refused_with_its_place(at in any::<usize>(), edits in edits()) {
        let bytes = edited(&files()[at % files().len()], &edits);
        let text = String::from_utf8_lossy(&bytes);
        match fixture::read(&text) {
            Ok(cases) => cases.iter().take(3).for_each(|case| drop(case.run("gomoku"))),
            Err(why) if why.contains("more than one document") => {}
            Err(why) => prop_assert!(why.contains("line ") || why.contains("case ") || why.contains("invalid"), "{why}"),
        }
        let _ = Saved::read(&text);
    }

    /// A page is read or refused.
    #[test]
    fn an_edited_page_is_refused_or_read(index in 0..GAMES.len(), edits in edits()) {
        let bytes = edited(GAMES[index].spec(), &edits);
        let _ = Page::read(&String::from_utf8_lossy(&bytes));
    }

    /// Graded files, and every word of a parameter.
    #[test]
    fn edited_batches_and_parameters(edits in edits(), index in 0..GAMES.len(), name in any::<usize>(), value in ".{0,12}") {
        let params = stickler::games::tetris::Params::default();
        let input = edited("3\n3\nLIT\n14\nJOTLIZZJSOTLSO\n3\nLOL\n", &edits);
        let output = edited("YES\nYES\nNO\n", &edits);
        prop_assert!(grade(&params, &input[..], &output[..]).is_ok());
        let game = GAMES[index];
        let names = game.parameters(&Settings::default()).expect("parameters");
        let set = Settings(vec![(names[name % names.len()].0.to_string(), value)]);
        if game.parameters(&set).is_ok() && let Ok(mut rules) = game.rules(&set) {
            prop_assert!((1..=4).contains(&game.seats(&set).expect("seats")));
            let actions = if names[name % names.len()].0 == "drawn" { Vec::new() } else { rules.actions() };
            actions.first().map(|action| rules.play(action));
            let _ = game.referee(&set);
        }
    }
}

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(BIN).args(words).current_dir(folder).stdin(std::process::Stdio::null()).output().expect("runs")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Words in any order are a command or are refused; the exit code is one of the known ones.
    #[test]
    fn no_words_make_the_command_panic(words in proptest::collection::vec(proptest::sample::select(vec![
        "validate", "show", "grade", "decide", "spec", "games", "solve", "generate", "replay", "kattis", "vectors", "oracle",
        "gomoku", "betris", "blackout", "tetris", "blokus", "nonsense", "--set", "board=3x3", "board=0x0", "bank=-1", "=", "preset=x", "--seed", "7", "-1",
        "--line", "0", "99999999999999999999", "--every", "--told", "/dev/null", "/no/such/file", "-", "--", "true", "", "é", "--strict", "--json", "LOL",
    ]), 0..6)) {
        let output = run(root(), &words);
        let said = String::from_utf8_lossy(&output.stderr);
        prop_assert!(matches!(output.status.code(), Some(0..=2 | 42 | 43)), "{:?} {said}", output.status);
        prop_assert!(!said.contains("panicked"), "{said}");
        prop_assert!(output.status.success() || !(said.is_empty() && output.stdout.is_empty()), "nothing was said");
    }
}

#[test]
fn a_folder_and_a_binary_are_no_logs() {
    let folder = scratch("edits");
    std::fs::write(folder.join("binary.log"), (0..=255).cycle().take(100_000).collect::<Vec<u8>>()).expect("written");
    for (file, code) in [(".", 2), ("binary.log", 2), ("missing.log", 2)] {
        let output = run(&folder, &["validate", "gomoku", file]);
        assert_eq!(output.status.code(), Some(code), "{file}: {}", String::from_utf8_lossy(&output.stdout));
    }
    std::fs::remove_dir_all(folder).expect("removed");
}
