//! Our Gomoku against the one of open_spiel, on thousands of games, where that package is installed.
//!
//! `STICKLER_OPEN_SPIEL` names a Python that has it; otherwise `/usr/bin/python3` and `python3` are asked.

use crate::support::files::root;
use crate::support::trials::skipped;
use std::process::Command;
use stickler::engine::{Effort, Law, check};
use stickler::games::GAMES;
use stickler::params::{Ms, Settings};
use stickler_check::engine_program::Program;

/// A Python that can import open_spiel.
fn python() -> Option<String> {
    let named = std::env::var("STICKLER_OPEN_SPIEL").ok();
    let known = ["/usr/bin/python3", "python3"].map(str::to_string);
    named.into_iter().chain(known).find(|python| {
        let imports = Command::new(python).args(["-c", "import pyspiel"]).output();
        imports.is_ok_and(|output| output.status.success())
    })
}

#[test]
fn open_spiel_plays_the_same_gomoku() {
    let Some(python) = python() else {
        return skipped(
            "no Python here has the package open_spiel; STICKLER_OPEN_SPIEL may name one",
        );
    };
    let script = root().join("crates/cli/tests/outside/second_opinion/gomoku_open_spiel.py");
    let game = GAMES.find("gomoku").expect("the game");
    let mut played = 0;
    for (set, walks) in [
        (&[][..], 500),
        (&["board=7x7", "row=4"], 400),
        (&["board=5x5", "row=5"], 300),
    ] {
        let settings = Settings::read(set.iter().copied()).expect("settings");
        let start = game.with(&settings).expect("rules").rules();
        let mut engine = Program::new(
            game,
            &settings,
            &[python.clone(), script.display().to_string()],
            Ms(60_000),
        )
        .expect("settings");
        for (law, walks) in [(Law::Outcome, walks), (Law::Actions, 10), (Law::Illegal, 5)] {
            let report = check(
                &*start,
                &mut engine,
                law,
                Effort {
                    walks,
                    ..Effort::default()
                },
            )
            .expect("a report");
            assert_eq!(report.divergence, None, "{set:?} {}", law.word());
            assert_eq!(report.ends, report.games, "every game is played to its end");
            played += report.games;
        }
    }
    eprintln!("{played} games: open_spiel and the rules agree");
    assert!(played > 3000);
}
