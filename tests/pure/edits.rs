//! Every log and file of cases of this repository, broken by edits nobody planned: each is read, checked, shown and explained
//! under its own game and parameters, or refused with its place.

use crate::support::depth::cases;
use crate::support::files::{below, case_files, root, text};
use proptest::prelude::*;
use std::sync::OnceLock;
use stickler::clause::Page;
use stickler::explain::validate_until;
use stickler::finding::Finding;
use stickler::fixture::{self, Fixture, Saved};
use stickler::games::tetris::batch::grade;
use stickler::games::{GAMES, erased::AnyGame};
use stickler::params::Settings;
use stickler::report::diagnostic::{Diagnosis, Source};
use stickler::report::journal::Journal;
use stickler::transcript::interaction;
use stickler::two_streams::{Streams, interleaved};

/// The files of cases and of faulty bots, as text.
fn files() -> &'static [String] {
    static FILES: OnceLock<Vec<String>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mutants = below(&root().join("fixtures/mutants"), "yaml");
        case_files()
            .iter()
            .chain(&mutants)
            .map(|path| text(path))
            .collect()
    })
}

/// Every log of the fixtures, with its game and parameters.
fn logs() -> &'static [(&'static dyn AnyGame, Settings, String)] {
    static LOGS: OnceLock<Vec<(&dyn AnyGame, Settings, String)>> = OnceLock::new();
    LOGS.get_or_init(|| {
        let cases = case_files().into_iter().filter_map(|path| {
            let game = GAMES.games().iter().find(|game| {
                path.parent()
                    .is_some_and(|folder| folder.ends_with(game.name()))
            })?;
            Some((*game, fixture::read(&text(&path)).unwrap_or_default()))
        });
        let cases = cases
            .flat_map(|(game, cases)| cases.into_iter().map(move |case: Fixture| (game, case)));
        cases
            .filter_map(|(game, case)| Some((game, case.settings(), case.transcript?)))
            .collect()
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
            Edit::Cut(at, count) => {
                drop(bytes.drain(at % length..(at % length + count).min(length)))
            }
            Edit::Double(at, count) => {
                let (from, to) = (at % length, (at % length + count).min(length));
                let doubled = bytes[from..to].to_vec();
                bytes.splice(from..from, doubled);
            }
            Edit::Swap(a, b) => bytes.swap(a % length, b % length),
            Edit::Put(at, word) => {
                drop(bytes.splice(at % length..at % length, word.iter().copied()))
            }
            Edit::Flip(at, byte) => bytes[at % length] = byte,
        }
    }
    bytes
}

fn shown(game: &dyn AnyGame, settings: &Settings, bytes: &[u8], finding: &Finding) {
    let source = Source::new("edits.log", bytes);
    let around = Journal::new(game, settings, &source).around_one(finding, true);
    let diagnosis = Diagnosis::new(*finding, true).facts(around.advice);
    assert!(
        diagnosis
            .render(&source, false)
            .contains(finding.breach.clause.id())
    );
}

proptest! {
    #![proptest_config(cases(2000))]

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
            Ok(cases) => cases.iter().take(3).for_each(|case| drop(case.run(GAMES, "gomoku"))),
            Err(why) if why.contains("more than one document") => {}
            Err(why) => prop_assert!(why.contains("line ") || why.contains("case ") || why.contains("invalid"), "{why}"),
        }
        let _ = Saved::read(&text);
    }

    /// A page is read or refused.
    #[test]
    fn an_edited_page_is_refused_or_read(index in 0..GAMES.games().len(), edits in edits()) {
        let bytes = edited(&text(&root().join(format!("spec/{}.md", GAMES.games()[index].name()))), &edits);
        let _ = Page::read(&String::from_utf8_lossy(&bytes));
    }

    /// Graded files, and every word of a parameter.
    #[test]
    fn edited_batches_and_parameters(edits in edits(), index in 0..GAMES.games().len(), name in any::<usize>(), value in ".{0,12}") {
        let params = stickler::games::tetris::Params::default();
        let input = edited("3\n3\nLIT\n14\nJOTLIZZJSOTLSO\n3\nLOL\n", &edits);
        let output = edited("YES\nYES\nNO\n", &edits);
        prop_assert!(grade(&params, &input[..], &output[..]).is_ok());
        let game = GAMES.games()[index];
        let names = game.with(&Settings::default()).expect("parameters").parameters();
        let set = Settings(vec![(names[name % names.len()].0.to_string(), value)]);
        if let Ok(variant) = game.with(&set) {
            let mut rules = variant.rules();
            prop_assert!((1..=4).contains(&variant.seats()));
            let actions = if names[name % names.len()].0 == "drawn" { Vec::new() } else { rules.actions() };
            actions.first().map(|action| rules.play(action));
            let _ = variant.referee();
        }
    }
}
