//! Judges under test.

mod assumed_clauses;
mod clocks;
mod fault_that_never_came;
mod graders;
mod hanging_judge;
mod list_of_matches;
mod not_a_judge;
mod reports;
mod right_judges;
mod verdict_words;
mod wrong_judges;

use crate::support::files::{Scratch, root, scratch, text};
use crate::support::programs::{python, said, stickler};
use crate::support::trials::leave_out;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

pub(crate) fn tests() -> Vec<Trial> {
    let tests = [
        right_judges::tests,
        wrong_judges::tests,
        hanging_judge::tests,
        list_of_matches::tests,
        not_a_judge::tests,
        fault_that_never_came::tests,
        verdict_words::tests,
        graders::tests,
        assumed_clauses::tests,
        clocks::tests,
        reports::tests,
    ];
    tests.into_iter().flat_map(|tests| tests()).collect()
}

/// An example judge, and how it is tested.
struct Example {
    game: &'static str,
    /// The options of `stickler judge`, so that no bot has ten seconds.
    ours: &'static [&'static str],
    /// The end of its command: its own options and the places of the bots.
    own: &'static [&'static str],
    /// The changes that make it wrong.
    variants: &'static str,
    /// Matches that are played where not all are.
    sample: &'static str,
}

const EXAMPLES: &[Example] = &[
    Example {
        game: "gomoku",
        ours: &["--set", "bank=1000"],
        own: &["--bank", "1000", "{0}", "{1}"],
        variants: include_str!("judges/gomoku.yaml"),
        sample: "",
    },
    Example {
        game: "blackout",
        ours: &[
            "--set",
            "board=3x4",
            "--set",
            "games=3",
            "--kattis",
            "case.in",
        ],
        own: &["{input}", "{answer}", "{feedback}", "--board", "3x4"],
        variants: include_str!("judges/blackout.yaml"),
        sample: "s",
    },
    Example {
        game: "blokus",
        ours: &[
            "--set",
            "board=7",
            "--set",
            "shapes=all",
            "--set",
            "first-time=1500",
            "--set",
            "turn-time=1500",
        ],
        own: &["--board", "7", "--times", "1500", "1500", "{0}", "{1}"],
        variants: include_str!("judges/blokus.yaml"),
        sample: "c",
    },
    Example {
        game: "betris",
        ours: &["--set", "bank=1000"],
        own: &["--bank", "1000", "{0}", "{1}"],
        variants: "[]",
        sample: "c",
    },
];

/// The code of a run, and all that it says.
type Came = (Option<i32>, String);

/// How often a run is tried that may be the machine's.
const TRIES: usize = 4;

/// Runs `stickler judge` on a judge in this folder. Where a busy machine held a bot up, nothing can be told, and it runs again.
fn judged(folder: &Path, example: &Example, more: &[&str], python: &str) -> Came {
    let is_told = |(code, text): &Came| *code != Some(2) || !text.contains("was slow or held up");
    judged_until(folder, example, more, python, is_told)
}

/// Runs it until this is true, a few times at most.
fn judged_until(
    folder: &Path,
    example: &Example,
    more: &[&str],
    python: &str,
    is_told: impl Fn(&Came) -> bool,
) -> Came {
    let judge = folder
        .join(format!("judges/{}.py", example.game))
        .to_string_lossy()
        .into_owned();
    std::fs::write(folder.join("case.in"), "3 7\n").expect("written");
    std::fs::write(folder.join("case.ans"), "").expect("written");
    let jobs: &[&str] = if more.contains(&"--jobs") {
        &[]
    } else {
        &["--jobs", "3"]
    };
    let limits = ["--out", "shown"];
    let words = [
        &["judge", example.game],
        example.ours,
        jobs,
        &limits,
        more,
        &["--", python, &judge],
        example.own,
    ]
    .concat();
    let run = || {
        let output = stickler(folder, &words);
        (output.status.code(), said(&output))
    };
    let mut came = run();
    for _ in 1..TRIES {
        if is_told(&came) {
            break;
        }
        came = run();
    }
    came
}

/// A copy of the examples, to be changed.
fn copied() -> Result<Scratch, Failed> {
    let folder = scratch("judges");
    std::fs::create_dir(folder.join("judges"))?;
    for entry in std::fs::read_dir(root().join("examples/judges"))?.flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), folder.join("judges").join(entry.file_name()))?;
        }
    }
    Ok(folder)
}

fn here() -> Option<String> {
    let found = python().map(|path| path.to_string_lossy().into_owned());
    if found.is_none() {
        leave_out("want Python 3.9 or later");
    }
    found
}

/// Changes a copied judge: its file, a text of it, and what stands in its place.
fn changed(folder: &Path, [file, old, new]: [&str; 3]) -> Result<(), Failed> {
    let path = folder.join("judges").join(file);
    let right = text(&path);
    assert!(right.contains(old), "{file} has no {old:?}");
    std::fs::write(&path, right.replace(old, new))?;
    Ok(())
}
