//! Judges under test: the examples are right, and each of their faulty variants is found.

use crate::support::depth::is_deep;
use crate::support::files::{Scratch, root, scratch, text};
use crate::support::programs::{python, said, stickler};
use crate::support::trials::{named, skipped};
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// An example judge, and how it is tested.
struct Example {
    game: &'static str,
    /// The judge's program in `examples/judges`.
    judge: &'static str,
    /// Its own options, and those of `stickler judge`, so that no bot has ten seconds.
    options: [&'static [&'static str]; 2],
    /// The places of the bots.
    bots: &'static [&'static str],
    variants: &'static [Variant],
}

/// A change that makes the judge wrong.
struct Variant {
    name: &'static str,
    file: &'static str,
    old: &'static str,
    new: &'static str,
    /// A match that shows it.
    shows: &'static str,
    /// What the report then says, among other things.
    says: &'static str,
}

const EXAMPLES: &[Example] = &[Example {
    game: "gomoku",
    judge: "gomoku.py",
    options: [&["--bank", "1000"], &["--set", "bank=1000"]],
    bots: &["{0}", "{1}"],
    variants: GOMOKU,
}];

const GOMOKU: &[Variant] = &[
    Variant {
        name: "accepts an occupied cell",
        file: "gomoku.py",
        old: " or (x, y) in taken",
        new: "",
        shows: "again-1",
        says: "gomoku.opp.move",
    },
    Variant {
        name: "does not see one diagonal",
        file: "gomoku.py",
        old: "(1, 1), (1, -1)",
        new: "(1, 1)",
        shows: "sides-9",
        says: "gomoku.finish.both",
    },
    Variant {
        name: "does not see the other diagonal",
        file: "gomoku.py",
        old: "(1, 1), (1, -1)",
        new: "(1, -1)",
        shows: "sides-6",
        says: "gomoku.finish.both",
    },
    Variant {
        name: "does not see columns",
        file: "gomoku.py",
        old: "(1, 0), (1, 1)",
        new: "(1, 1)",
        shows: "sides-3",
        says: "gomoku.finish.both",
    },
    Variant {
        name: "wants exactly five",
        file: "gomoku.py",
        old: "length >= ROW",
        new: "length == ROW",
        shows: "sides-12",
        says: "gomoku.finish.both",
    },
    Variant {
        name: "takes milliseconds for seconds",
        file: "programs.py",
        old: "limit / 1000",
        new: "limit",
        shows: "silent-1",
        says: "had not ended after",
    },
    Variant {
        name: "blames the other seat",
        file: "gomoku.py",
        old: "words[seat] = str(why)\n            return None",
        new: "words[1 - seat] = str(why)\n            return None",
        shows: "crash-0",
        says: "which did nothing wrong",
    },
    Variant {
        name: "forgets to tell the move",
        file: "gomoku.py",
        old: "        bots[1 - seat].tell(f\"OPP {x} {y} {took}\")\n",
        new: "",
        shows: "plain",
        says: "gomoku.turn.alternate",
    },
    Variant {
        name: "swaps row and column",
        file: "gomoku.py",
        old: "OPP {x} {y}",
        new: "OPP {y} {x}",
        shows: "sides-0",
        says: "gomoku.opp",
    },
    Variant {
        name: "has a clock that never falls",
        file: "gomoku.py",
        old: "        left[seat] -= took\n",
        new: "",
        shows: "slow-1",
        says: "gomoku.turn.clocks",
    },
    Variant {
        name: "waits for a dead bot",
        file: "programs.py",
        old: "max(0, left)",
        new: "None",
        shows: "hang-0",
        says: "had not ended after",
    },
    Variant {
        name: "does not read standard error",
        file: "programs.py",
        old: "stdout=pipe,",
        new: "stdout=pipe, stderr=pipe,",
        shows: "loud-stderr-0",
        says: "loud-stderr-0: the judge must blame nobody",
    },
    Variant {
        name: "takes two lines for two answers",
        file: "programs.py",
        old: "        if self.rest:\n            raise Failed(\"RE\")\n",
        new: "",
        shows: "two-answers-1",
        says: "where RE is due",
    },
    Variant {
        name: "calls a crash a timeout",
        file: "programs.py",
        old: "            if not more or",
        new: "            if not more:\n                raise Failed(\"TLE\")\n            if",
        shows: "crash-1",
        says: "says TLE of seat 1",
    },
    Variant {
        name: "tells one seat the end",
        file: "gomoku.py",
        old: "if word == \"OK\":\n            bot",
        new: "if word == \"OK\" and bot is bots[0]:\n            bot",
        shows: "plain",
        says: "told the end of the game",
    },
    Variant {
        name: "goes on after a row",
        file: "gomoku.py",
        old: "            return True",
        new: "            return False",
        shows: "plain",
        says: "gomoku",
    },
    Variant {
        name: "names the wrong winner",
        file: "gomoku.py",
        old: "            return seat\n        seat",
        new: "            return 1 - seat\n        seat",
        shows: "plain",
        says: "wins",
    },
    Variant {
        name: "lets the second begin",
        file: "gomoku.py",
        old: "[bank, bank], 0",
        new: "[bank, bank], 1",
        shows: "plain",
        says: "gomoku",
    },
    Variant {
        name: "reads any number that Python reads",
        file: "programs.py",
        old: "if not (word.isascii() and word.isdigit()):",
        new: "if not word.lstrip('-').replace('_', '').isdecimal():",
        shows: "unicode-digits-0",
        says: "where RE is due",
    },
    Variant {
        name: "refuses the last row",
        file: "gomoku.py",
        old: "1 <= x <= SIZE",
        new: "1 <= x < SIZE",
        shows: "sides-2",
        says: "which did nothing wrong",
    },
    Variant {
        name: "does not look at the handshake",
        file: "gomoku.py",
        old: "[\"OK\"]:\n                raise Failed(\"RE\")",
        new: "[\"OK\"]:\n                pass",
        shows: "greeting-0",
        says: "gomoku",
    },
    Variant {
        name: "leaves programs running",
        file: "programs.py",
        old: "        try:\n            os.killpg(self.process.pid, 9)\n        except ProcessLookupError:\n            pass\n        self.process.wait()\n",
        new: "",
        shows: "lingers-0",
        says: "processes running",
    },
];

pub(crate) fn tests() -> Vec<Trial> {
    let right =
        EXAMPLES.iter().map(|example| named(&format!("judges::{}_is_right", example.game), move || is_right(example)));
    let wrong = EXAMPLES.iter().flat_map(|example| {
        let words = |name: &str| name.replace(' ', "_");
        let trial = move |variant: &'static Variant| {
            named(&format!("judges::{}_{}", example.game, words(variant.name)), move || is_found(example, variant))
        };
        example.variants.iter().map(trial)
    });
    let others = [
        named("judges::the_matches_of_every_game_are_listed", every_game_has_matches),
        named("judges::what_runs_nothing_is_no_judge", nothing_is_no_judge),
        named("judges::a_verdict_in_other_words_is_read", other_words_are_read),
    ];
    right.chain(wrong).chain(others).collect()
}

/// Runs `stickler judge` on a judge in this folder, and gives back its code and all that it says.
fn judged(folder: &Path, example: &Example, more: &[&str], python: &str) -> (Option<i32>, String) {
    let judge = folder.join("judges").join(example.judge).to_string_lossy().into_owned();
    let [own, ours] = example.options;
    let limits = ["--jobs", "3", "--out", "shown"];
    let words = [&["judge", example.game], ours, &limits, more, &["--", python, &judge], own, example.bots].concat();
    let output = stickler(folder, &words);
    (output.status.code(), said(&output))
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
        skipped("the example judges: no Python is here");
    }
    found
}

/// All matches; in depth over and over, on a machine that is as busy as the other tests make it.
fn is_right(example: &Example) -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let more: &[&str] = if is_deep() { &["--limit", "20", "--times-over", "7"] } else { &["--limit", "20"] };
    let (code, text) = judged(&folder, example, more, &python);
    assert_eq!(code, Some(0), "{text}");
    Ok(())
}

/// The one match that shows it; in depth all of them.
fn is_found(example: &Example, variant: &Variant) -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let path = folder.join("judges").join(variant.file);
    let right = text(&path);
    assert!(right.contains(variant.old), "{} has no {:?}", variant.file, variant.old);
    std::fs::write(&path, right.replace(variant.old, variant.new))?;
    let only = ["--only", variant.shows, "--limit", "4"];
    let (code, text) = judged(&folder, example, if is_deep() { &only[2..] } else { &only }, &python);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(variant.says), "{}\n{text}", variant.says);
    Ok(())
}

fn every_game_has_matches() -> Result<(), Failed> {
    let folder = scratch("judges");
    for game in ["betris", "blackout", "blokus", "gomoku", "tetris"] {
        let output = stickler(&folder, &["judge", game, "--list", "--", "x"]);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(0), "{text}");
        for row in ["plain ", "crash-0 ", "late-exit-0 ", "sides-0-"] {
            assert!(text.lines().any(|line| line.starts_with(row)), "{game}: {row}\n{text}");
        }
    }
    let text = said(&stickler(&folder, &["judge", "gomoku", "--list", "--", "x"]));
    for line in [
        "hang-1               must say TLE of seat 1; the bot of seat 1 stops answering after the second answer",
        "late-exit-0          must blame nobody",
        "crlf-0               may blame seat 0: contests forgive it, and may refuse it; the bot of seat 0 ends its lines with CRLF",
        "beyond-1             must judge seat 1 by the rules; the bot of seat 1 adds a hundred to each number of its third answer",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
    Ok(())
}

/// A program that starts no bot, or whose words nobody reads, was not tested.
fn nothing_is_no_judge() -> Result<(), Failed> {
    let folder = scratch("judges");
    let told = |words: &[&str]| {
        let words = [&["judge", "gomoku", "--only", "crash", "--"], words].concat();
        let output = stickler(&folder, &words);
        (output.status.code(), said(&output))
    };
    let (code, text) = told(&["sh", "-c", "echo winner 1; echo seat 0 RE", "{0}", "{1}"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("could not tell of crash-0, crash-1: nothing passed between it and the bot of seat 0"),
        "{text}"
    );
    assert!(
        text.trim_end().ends_with(
            "could not tell: no match had a fault that the judge had to see, and a verdict that could be read"
        ),
        "{text}"
    );
    let (code, text) = told(&["sh", "-c", "exit 0"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("the judge's command has no {0}, the place for the bot of seat 0"), "{text}");
    let (code, text) = told(&["./no-such-judge", "{0}", "{1}"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("no-such-judge"), "{text}");
    Ok(())
}

/// A judge with numbers from 1 and words of its own; patterns that do not read their own examples are refused.
fn other_words_are_read() -> Result<(), Failed> {
    let Some(python) = here() else { return Ok(()) };
    let folder = copied()?;
    let path = folder.join("judges/gomoku.py");
    let ours = text(&path).replace(
        "print(\"seat\", seat, words[seat])",
        "print(f\"player #{seat + 1}: {dict(OK='fine', RE='broken', TLE='slow')[words[seat]]} in the end\")",
    );
    std::fs::write(&path, ours)?;
    let rules = "seat: ['player #{seat}: {word} …']\nfirst: 1\nwinner: ['winner {seat}']\nwords: {fine: OK, broken: RE, slow: TLE}\nexamples:\n- text: 'player #2: slow in the end'\n  says: {words: {1: TLE}}\n";
    std::fs::write(folder.join("words.yaml"), rules)?;
    let gomoku = &EXAMPLES[0];
    let (code, text) = judged(&folder, gomoku, &["--verdict", "words.yaml", "--only", "crash"], &python);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("conforms: 2 matches, in 2 of them a fault was caught"), "{text}");
    let (code, text) = judged(&folder, gomoku, &["--only", "crash"], &python);
    assert_eq!(code, Some(2), "{text}");
    std::fs::write(folder.join("words.yaml"), rules.replace("1: TLE", "0: TLE"))?;
    let (code, text) = judged(&folder, gomoku, &["--verdict", "words.yaml"], &python);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("words.yaml: example 1: the patterns read"), "{text}");
    Ok(())
}
