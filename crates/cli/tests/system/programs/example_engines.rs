//! The example engines conform, and their broken variants do not.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::trials::skipped;
use std::path::PathBuf;
use std::process::Command;
use stickler::engine::{Effort, Kind, Law, Report, check};
use stickler::games::GAMES;
use stickler::params::{Ms, Settings};
use stickler_check::engine_program::Program;

tests! {
    the_example_engines_conform [GATE],
    broken_variants_are_found_and_shrunk [GATE],
    an_engine_that_is_wrong_over_two_letters_only_is_found_there [GATE],
}

const QUICK: Effort = Effort {
    seed: 1,
    walks: 2,
    plies: 60,
    nodes: 80,
};

/// A program in this language, as a list of words; `None`, said aloud, where the machine does not have it.
pub(crate) fn interpreter(language: &str) -> Option<&'static str> {
    let program = if language == "js" {
        "node"
    } else {
        "/usr/bin/python3"
    };
    let there = Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    if !there {
        skipped(&format!(
            "{program} is not installed, so the engines in .{language} are not run"
        ));
    }
    there.then_some(program)
}

pub(crate) fn engine_file(name: &str) -> PathBuf {
    root().join("examples/engines").join(name)
}

fn settings(set: &[&str]) -> Settings {
    Settings::read(set.iter().copied()).expect("settings")
}

fn held(game: &str, set: &[&str], command: &[&str], law: Law, effort: Effort) -> Report {
    let game = GAMES.find(game).expect("the game");
    let command: Vec<String> = command.iter().map(|word| word.to_string()).collect();
    let mut engine = Program::new(game, &settings(set), &command, Ms(20_000)).expect("settings");
    check(
        &*game.with(&settings(set)).expect("rules").rules(),
        &mut engine,
        law,
        effort,
    )
    .expect("a report")
}

fn the_example_engines_conform() {
    for (game, name, set) in [
        ("gomoku", "gomoku.py", &["board=6x7"][..]),
        ("tetris", "tetris.py", &["length=12"]),
        (
            "tetris",
            "tetris.py",
            &["length=12", "hold=no", "start=mid-bag"],
        ),
        ("tetris", "tetris.py", &["length=12", "alphabet=AB"]),
        ("blackout", "blackout.js", &["board=3x4"]),
    ] {
        let (path, language) = (
            engine_file(name),
            name.rsplit('.').next().expect("an ending"),
        );
        let lines = std::fs::read_to_string(&path)
            .expect("the engine")
            .lines()
            .count();
        assert!(lines < 80, "{name} has {lines} lines");
        let Some(interpreter) = interpreter(language) else {
            continue;
        };
        for law in Law::ALL {
            let report = held(
                game,
                set,
                &[interpreter, &path.to_string_lossy()],
                law,
                QUICK,
            );
            assert_eq!(report.divergence, None, "{name} {}", law.word());
        }
    }
}

/// A line of an example engine as it is and as it is broken, the law that finds it, and how many actions show it.
type Broken = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
    Law,
    Kind,
    usize,
);

const BROKEN: &[Broken] = &[
    (
        "gomoku",
        "gomoku.py",
        &["board=9x9"],
        ", (1, -1)]",
        "]",
        Law::Outcome,
        Kind::Outcome,
        9,
    ),
    (
        "gomoku",
        "gomoku.py",
        &["board=9x9"],
        "1 + self.run(cell, (down, right), mover) + self.run(cell, (-down, -right), mover)",
        "1 + self.run(cell, (down, right), mover)",
        Law::Outcome,
        Kind::Outcome,
        9,
    ),
    (
        "gomoku",
        "gomoku.py",
        &["board=3x3", "row=3"],
        "self.end = [0.5, 0.5]",
        "self.end = [0, 0]",
        Law::Outcome,
        Kind::Outcome,
        9,
    ),
    (
        "gomoku",
        "gomoku.py",
        &["board=9x9"],
        "cell not in self.stones and",
        "",
        Law::Illegal,
        Kind::Does,
        2,
    ),
    (
        "gomoku",
        "gomoku.py",
        &["board=9x9"],
        "range(1, self.cols + 1)]",
        "range(1, self.cols)]",
        Law::Actions,
        Kind::Missing,
        0,
    ),
    (
        "gomoku",
        "gomoku.py",
        &["board=5x5", "row=3"],
        "and self.end is None]",
        "]",
        Law::Actions,
        Kind::Extra,
        5,
    ),
    (
        "tetris",
        "tetris.py",
        &["length=12"],
        "self.placed += self.slot is not None",
        "self.placed += 1",
        Law::Outcome,
        Kind::Outcome,
        24,
    ),
    (
        "tetris",
        "tetris.py",
        &["length=12"],
        "self.hand, self.slot = None, self.hand",
        "self.hand = None",
        Law::Outcome,
        Kind::Outcome,
        26,
    ),
    (
        "tetris",
        "tetris.py",
        &["hold=no", "start=mid-bag", "length=12"],
        "self.bag, self.opening = set(self.letters), False\n        elif",
        "self.bag = set(self.letters)\n        elif",
        Law::Actions,
        Kind::Extra,
        5,
    ),
    (
        "blackout",
        "blackout.js",
        &["board=3x4"],
        "  if (r1 !== r2 && c1 !== c2) return null;\n",
        "",
        Law::Illegal,
        Kind::Does,
        1,
    ),
    (
        "blackout",
        "blackout.js",
        &["board=3x4"],
        "r2 = r1 + 1",
        "r2 = r1",
        Law::Actions,
        Kind::Twice,
        0,
    ),
    (
        "blackout",
        "blackout.js",
        &["board=3x4"],
        "plies % 2 === 1 ? 1 : 0",
        "1",
        Law::Outcome,
        Kind::Outcome,
        4,
    ),
    (
        "blackout",
        "blackout.js",
        &["board=3x4"],
        "covered.every(",
        "covered.some(",
        Law::Legal,
        Kind::Refuses,
        2,
    ),
];

fn broken_variants_are_found_and_shrunk() {
    let folder = scratch("engines");
    for &(game, name, set, whole, broken, law, kind, actions) in BROKEN {
        let source = std::fs::read_to_string(engine_file(name)).expect("the engine");
        assert_eq!(
            source.matches(whole).count(),
            1,
            "{name} has `{whole}` once"
        );
        let Some(interpreter) = interpreter(name.rsplit('.').next().expect("an ending")) else {
            continue;
        };
        let path = folder.join(name);
        std::fs::write(&path, source.replace(whole, broken)).expect("written");
        let report = held(
            game,
            set,
            &[interpreter, &path.to_string_lossy()],
            law,
            Effort {
                walks: 8,
                plies: 120,
                ..QUICK
            },
        );
        let part = report
            .divergence
            .unwrap_or_else(|| panic!("{name} with `{broken}` is not found"));
        assert_eq!(
            (part.kind, part.actions.len()),
            (kind, actions),
            "{name} with `{broken}`: {part}"
        );
    }
}

/// Bags in a ring, a row for each letter, the row two ahead cleared: over two letters that is the row in use.
fn an_engine_that_is_wrong_over_two_letters_only_is_found_there() {
    let Some(python) = interpreter("py") else {
        return;
    };
    let folder = scratch("ring");
    let source = std::fs::read_to_string(engine_file("tetris.py")).expect("the engine");
    let edits = [
        (
            "        self.placed = 0\n",
            "        self.placed = 0\n        self.ring, self.row = [set(self.letters) for _ in self.letters], 0\n",
        ),
        (
            "            self.bag.remove(self.hand)\n            if not self.bag:\n                self.bag, self.opening = set(self.letters), False\n",
            "            row, rows = self.row, len(self.ring)\n            self.ring[row].remove(self.hand)\n            if not self.ring[row]:\n                self.row, self.opening = (row + 1) % rows, False\n            else:\n                self.ring[(row + 2) % rows] = set(self.letters)\n            self.bag = self.ring[self.row]\n",
        ),
    ];
    let mutant = edits.iter().fold(source, |source, (whole, broken)| {
        assert_eq!(source.matches(whole).count(), 1, "`{whole}`");
        source.replace(whole, broken)
    });
    let path = folder.join("ring.py");
    std::fs::write(&path, mutant).expect("written");
    let held = |alphabet: &str, law| {
        held(
            "tetris",
            &["length=30", alphabet],
            &[python, &path.to_string_lossy()],
            law,
            QUICK,
        )
    };
    for alphabet in ["alphabet=ABC", "alphabet=ABCD", "alphabet=ZLOSIJT"] {
        for law in [Law::Legal, Law::Illegal, Law::Actions, Law::Outcome] {
            assert_eq!(
                held(alphabet, law).divergence,
                None,
                "{alphabet} {}",
                law.word()
            );
        }
    }
    let part = held("alphabet=AB", Law::Actions).divergence.expect("found");
    assert_eq!((part.kind, part.actions.len()), (Kind::Extra, 2), "{part}");
    assert_eq!(
        part.clause.map(|clause| clause.id()),
        Some("tetris.bag.whole")
    );
}
