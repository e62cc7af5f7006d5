//! The report of `stickler engine`: what differs, the shortest game that shows it, and the laws that were not held.

use super::example_engines::{engine_file, interpreter};
use crate::support::files::{root, scratch, text};
use crate::support::needs::tests;
use crate::support::programs::example;
use crate::support::programs::{STICKLER, holds, python, said, screen, stickler};
use crate::support::trials::leave_out;
use std::process::Command;

tests! {
    what_is_said_of_an_engine_is_true_of_all_its_parts [GATE, PYTHON, TIMED],
    the_shortest_difference_of_an_engine_comes_first [GATE, PYTHON, TIMED],
    a_longer_game_that_shows_the_same_is_told_in_short [GATE, TIMED],
    the_command_line_holds_an_engine,
    an_engine_that_forgets_nothing_is_told_that_games_before_are_needed [PYTHON],
    what_only_a_full_board_shows_is_shown_on_a_small_one [PYTHON],
}

/// The last stone of a full board wins; on 15x15 that takes 225 moves.
fn what_only_a_full_board_shows_is_shown_on_a_small_one() {
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch("engine-full-board");
    let whole = text(&example("engines/gomoku.py"));
    let broken = whole.replace("if self.end is None and len(", "if len(");
    assert_ne!(
        whole, broken,
        "the engine has another way to see a full board"
    );
    std::fs::write(folder.join("engine.py"), broken).expect("an engine");
    let engine = ["--", &*python.to_string_lossy(), "engine.py"];
    let words = ["engine", "gomoku", "--walks", "4", "--only", "outcome"];
    let shown = screen(&folder, &[&words[..], &engine].concat());
    holds(
        &shown,
        &[
            "Some(1)\n",
            "gomoku::outcome on a small board, --set board=5x5: error[",
            "after 25 actions",
            "by the rules: the board is full, and its last stone wins: seat 0 has ",
            "gomoku::outcome: error: the engine has another end of the game after 225 actions, too; the small board shows why",
            "has 225 actions (outcome)",
        ],
    );
}

/// A difference that a fresh process does not show: the engine counts the stones of all games.
fn an_engine_that_forgets_nothing_is_told_that_games_before_are_needed() {
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch("engine-state");
    let whole = text(&example("engines/gomoku.py"));
    let full = "len(self.stones) == self.rows * self.cols";
    let with_state = whole.replacen("DIRECTIONS =", "SEEN = []\nDIRECTIONS =", 1);
    let told = |condition: &str| {
        let broken = with_state.replace(full, condition);
        assert_ne!(
            with_state, broken,
            "the engine has another way to see a full board"
        );
        std::fs::write(folder.join("engine.py"), broken).expect("an engine");
        let words = ["--set", "board=9x9", "--walks", "4", "--only", "outcome"];
        let engine = ["--", &*python.to_string_lossy(), "engine.py"];
        screen(
            &folder,
            &[&["engine", "gomoku"], &words[..], &engine].concat(),
        )
    };
    let note = "note: right after the program is started these actions show no difference; played ";
    let often = "times in one process, the last time they do: does `start` forget everything";
    let kept = told("SEEN.append(1) or len(SEEN) >= 30");
    holds(
        &kept,
        &[
            "Some(1)\n",
            note,
            often,
            "(outcome), after other games in the same process",
        ],
    );
    let fresh = told("len(self.stones) == 2");
    holds(&fresh, &["Some(1)\n", "after 2 actions"]);
    assert!(!fresh.contains("right after"), "{fresh}");
}

/// A clause that one part came to is not said to be unknown, and commands that a report names exist.
fn what_is_said_of_an_engine_is_true_of_all_its_parts() {
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch("engine-parts");
    let whole = std::fs::read_to_string(root().join("examples/engines/gomoku.py"));
    let whole = whole.expect("an engine");
    let python = python.to_string_lossy();
    let told = |from: &str, to: &str| {
        let broken = whole.replace(from, to);
        assert_ne!(whole, broken, "{from}");
        std::fs::write(folder.join("engine.py"), broken).expect("an engine");
        let words = [
            "engine",
            "gomoku",
            "--set",
            "board=9x9",
            "--walks",
            "4",
            "--",
            &python,
            "engine.py",
        ];
        said(&stickler(&folder, &words))
    };
    let text = told("[0.5, 0.5]", "[1, 1]");
    holds(&text, &["error[gomoku.draw.full]"]);
    assert!(!text.contains("no game came to gomoku.draw.full"), "{text}");
    // It refuses the last row, from the first action on.
    let text = told("1 <= cell[0] <= self.rows", "1 <= cell[0] < self.rows");
    holds(&text, &["  after 1 action", "more: `stickler spec gomoku`"]);
    assert!(
        !text.contains("after 1 actions")
            && !text.contains("spec gomoku outcome")
            && !text.contains("no game came to"),
        "{text}"
    );
    // A part that sees too little says so by its name.
    let words = [
        "engine", "gomoku", "--walks", "1", "--plies", "12", "--only", "divide", "--", &python,
    ];
    let engine = root().join("examples/engines/gomoku.py");
    let engine = engine.to_string_lossy();
    let text = said(&stickler(&folder, &[&words[..], &[&*engine]].concat()));
    holds(
        &text,
        &["note: divide: no game came to gomoku.draw.full, so nothing is known of it"],
    );
}

fn the_shortest_difference_of_an_engine_comes_first() {
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch("engine-order");
    let whole = text(&example("engines/gomoku.py"));
    let broken = whole.replace(">= self.row", ">= self.row - 1");
    assert_ne!(whole, broken, "the engine counts otherwise now");
    std::fs::write(folder.join("engine.py"), broken).expect("an engine");
    let python = python.to_string_lossy();
    let engine = |file: &str| {
        let words = [
            "engine",
            "gomoku",
            "--set",
            "board=9x9",
            "--walks",
            "4",
            "--",
            &python,
            file,
        ];
        screen(&folder, &words)
    };
    let told = engine("engine.py");
    let lengths: Vec<usize> = told
        .lines()
        .filter_map(|line| {
            let (number, _) = line
                .trim()
                .strip_prefix("after ")?
                .split_once(" actions from")?;
            number.parse().ok()
        })
        .collect();
    assert!(
        !lengths.is_empty() && lengths.is_sorted(),
        "{lengths:?}\n{told}"
    );
    let last = format!(
        "the shortest game that shows a difference has {} actions",
        lengths[0]
    );
    holds(
        &told,
        &[
            "Some(1)\n",
            "\nthe board then:\n",
            "more: `stickler spec gomoku`",
            &last,
        ],
    );
    let example = example("engines/gomoku.py");
    holds(
        &engine(&example.to_string_lossy()),
        &["Some(0)\n", "conforms: no difference in 5 laws\n"],
    );
}

/// Betris by the oracle, with a fault: the largest square counts a point more, or seat -1 may bet.
const BY_THE_ORACLE: &str = r#"
import json, subprocess, sys

fault, made = sys.argv[2], False
oracle = subprocess.Popen([sys.argv[1], "oracle", "betris"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(kind, **fields):
    oracle.stdin.write(json.dumps({"ask": {kind: fields}}) + "\n")
    oracle.stdin.flush()
    return json.loads(oracle.stdout.readline())["answer"][kind]

def counted(points):
    if fault != "square" or points is None:
        return points
    filled = ask("observe", position="a")["filled"].split()
    return [point + (int(cells) >= 4) for point, cells in zip(points, filled)]

for line in sys.stdin:
    ((kind, fields),) = json.loads(line).items()
    if kind == "start":
        if made:
            ask("drop", position="a")
        made = ask("new", **{"as": "a", "set": fields["set"], "actions": []})
        answer = ["actions", "outcome", "score"]
    elif kind == "apply":
        answer = "done" in ask("apply", position="a", action=fields["action"])
    elif kind == "actions":
        answer = ask("actions", position="a")
        answer += ["-1 " + action[2:] for action in answer[:1] if fault == "seat" and action.startswith("0 BET")]
    else:
        answer = counted(ask(kind, position="a"))
    print(json.dumps({kind: answer}), flush=True)
"#;

/// For an engine that counts the square wrong `stickler engine` prints the shortest game, the parts of the points, and of longer
/// games that they show the same.
fn a_longer_game_that_shows_the_same_is_told_in_short() {
    let Some(python) = interpreter("py") else {
        return;
    };
    let folder = scratch("by-the-oracle");
    std::fs::write(folder.join("engine.py"), BY_THE_ORACLE).expect("written");
    let told = |fault: &str| {
        let words = [
            "engine",
            "betris",
            "--set",
            "rounds=4",
            "--walks",
            "3",
            "--",
            python,
            "engine.py",
            STICKLER,
            fault,
        ];
        crate::support::programs::said(&crate::support::programs::stickler(&folder, &words))
    };
    let text = told("square");
    let (first, rest) = text
        .split_once("  more: `stickler spec betris score`\n")
        .expect("the shortest game, in full");
    for part in [
        "betris::score: error: the engine has other points\n",
        "\n  after 4 actions from the start:\n",
        "\nthe points: seat 0: ",
        " for the largest square of 1, 12 for 24 chips",
        "(betris.score.cells, betris.score.square, betris.score.chips)\n",
    ] {
        assert!(first.contains(part), "{part:?} is missing in:\n{text}");
    }
    assert!(
        rest.contains("betris::outcome: error: the engine has another end of the game\n")
            && rest.contains(" of them the difference of `score` above shows: fix that first\n")
            && !rest.contains("the board then"),
        "{text}"
    );
    assert!(
        text.contains("positions\nbetris::") && text.contains(" illegal actions offered\n"),
        "{text}"
    );
    // An action that nobody could read breaks the form that is due, not the order of messages.
    let text = told("seat");
    assert!(
        text.contains(
            "error[betris.phase1.answer]: the engine takes an illegal action for legal\n"
        ) && text
            .contains("is illegal: expected a seat, 0 or 1, and BET or PLACE; or DRAW, or AWARD\n"),
        "{text}"
    );
}

/// The command line says what it found, law by law, and ends with 0, 1 or 2.
fn the_command_line_holds_an_engine() {
    let run = |command: &[&str]| {
        let words = [
            &[
                "engine", "tetris", "--set", "length=5", "--walks", "1", "--nodes", "20", "--",
            ],
            command,
        ]
        .concat();
        let output = Command::new(STICKLER)
            .args(words)
            .output()
            .expect("stickler runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    assert_eq!(run(&["/no/such/engine"]).0, Some(2));
    let (code, text) = run(&[
        "/bin/sh",
        "-c",
        r#"while read l; do case $l in *start*) echo '{"start":[]}';; *) echo '{"apply":true}';; esac; done"#,
    ]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("tetris::legal: 9 games") && text.contains("tetris::actions: skipped"),
        "{text}"
    );
    assert!(text.contains("does an illegal action"), "{text}");
    if let Some(python) = interpreter("py") {
        let (code, text) = run(&[python, &engine_file("tetris.py").to_string_lossy()]);
        assert_eq!(code, Some(0), "{text}");
    }
}
