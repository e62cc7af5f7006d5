//! Bots that use their clock wrongly, each in one way: a check tells them on a bank that is drained, and is quiet about those that
//! look at what is left.

use crate::support::files::{scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{example, holds, python, screen};
use crate::support::trials::leave_out;

tests! {
    a_bot_that_uses_its_clock_wrongly_is_late_on_a_low_bank [GATE, PYTHON, TIMED],
    a_bot_that_looks_at_its_clock_is_in_time_on_a_low_bank [PYTHON, TIMED],
}

/// How long a bot of Gomoku thinks, in milliseconds. `own` and `other` are what its message tells; the others are its own account.
const GOMOKU: &[&str] = &[
    "other / 40",                      // the other seat's bank
    "300",                             // it never looks
    "first / 40",                      // it looks once
    "own * 1000 / 40",                 // seconds for milliseconds
    "(10000 - spent) / 40",            // its own account of a bank that it never asked for
    "(10000 - cpu) / 40",              // CPU time where all time counts
    "(own + other) / 2 / 40",          // both banks
    "1000 if own < 500 else 5",        // the wrong way round
    "150 + own / 40",                  // a part of each answer that it does not count
    "own / 40 if own > 2000 else 500", // it slows down where it should hurry
];

const BETRIS: &[&str] = &[
    "other / 15",
    "450",
    "first / 15",
    "own * 1000 / 15",
    "(10000 - spent) / 15",
    "(10000 - cpu) / 15",
    "(own + other) / 15",
    "1000 if own < 500 else 5",
    "450 + own / 15",
    "4000", // a bank of its own for each round
];

/// The example bot of a game that thinks for so long before each move.
fn thinking(game: &str, think: &str) -> String {
    let own = text(&example(&format!("bots/{game}.py")));
    let clocks = "\nimport time\nfirst = None\nspent = 0\n\n\ndef think(own, other):\n    \
        global first, spent\n    first = first or own\n    cpu = 1000 * time.process_time()\n    \
        took = THINK\n    spent += took\n    time.sleep(took / 1000)\n\n\ndef main():";
    let changes: &[(&str, &str)] = match game {
        "gomoku" => &[(
            "cell = choose(board)",
            "think(*map(int, rest)); cell = choose(board)",
        )],
        _ => &[
            ("wanted = max(", "think(*map(int, rest[2:])); wanted = max("),
            (
                "block, chips = rest[0]",
                "think(*map(int, rest[3:])); block, chips = rest[0]",
            ),
        ],
    };
    let clocks = clocks.replace("THINK", think);
    let changes = changes.iter().copied().chain([("\ndef main():", &*clocks)]);
    changes.fold(own, |bot, (from, to)| {
        assert!(bot.contains(from), "the bot of {game} has no {from:?}");
        bot.replacen(from, to, 1)
    })
}

fn checked(game: &str, think: &str) -> String {
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch(&format!("wrong-clock-{game}"));
    std::fs::write(folder.join("bot.py"), thinking(game, think)).expect("a bot");
    let words = ["--only", "low_bank", "--search", "0", "--shrink", "0", "--"];
    let bot = [&*python.to_string_lossy(), "bot.py"];
    screen(&folder, &[&["check", game], &words[..], &bot].concat())
}

fn a_bot_that_uses_its_clock_wrongly_is_late_on_a_low_bank() {
    for (game, ways) in [("gomoku", GOMOKU), ("betris", BETRIS)] {
        for think in ways {
            holds(&checked(game, think), &["Some(1)\n", "violates: ", ".time"]);
        }
    }
}

fn a_bot_that_looks_at_its_clock_is_in_time_on_a_low_bank() {
    for (game, think) in [
        ("gomoku", "own / 20"),
        ("gomoku", "60"),
        ("betris", "own / 10"),
    ] {
        holds(&checked(game, think), &["Some(0)\n", "conforms: 2 games"]);
    }
}
