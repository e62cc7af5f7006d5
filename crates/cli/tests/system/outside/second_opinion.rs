//! Our Gomoku against the one of open_spiel, on thousands of games, where that package is installed.
//!
//! `STICKLER_OPEN_SPIEL` names a Python that has it; otherwise `/usr/bin/python3` and `python3` are asked.

use crate::support::files::root;
use crate::support::needs::tests;
use crate::support::programs::with_open_spiel;
use stickler::engine::{Effort, Law, check};
use stickler::games::GAMES;
use stickler::params::{Ms, Settings};
use stickler_check::engine_program::Program;

tests! {
    open_spiel_plays_the_same_gomoku [OPEN_SPIEL],
}

fn open_spiel_plays_the_same_gomoku() {
    let python = with_open_spiel().expect("a Python with open_spiel");
    let script = root().join("crates/cli/tests/system/outside/second_opinion/gomoku_open_spiel.py");
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
