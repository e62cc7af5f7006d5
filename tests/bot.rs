//! Any bot against the scenarios and the clauses, one test each: `gomoku::reference`, `gomoku::gomoku.move.inside`.
//!
//! `STICKLER_GAME=gomoku STICKLER_BOT="python3 bot.py" cargo test --test bot` tests a candidate; relative paths mean the folder
//! in which cargo was called. Without a candidate the reference bot of every game is tested.

use stickler::games::GAMES;
use stickler_check::harness;

fn main() {
    // Cargo runs tests in the package's folder; the shell's own folder is still in PWD.
    if let Some(folder) = std::env::var_os("PWD") {
        let _ = std::env::set_current_dir(folder);
    }
    match (
        std::env::var("STICKLER_GAME"),
        std::env::var("STICKLER_BOT"),
    ) {
        (Ok(game), Ok(bot)) => {
            let command =
                shell_words::split(&bot).unwrap_or_else(|error| panic!("STICKLER_BOT: {error}"));
            harness::alone(harness::candidate(&game, command))
        }
        (Err(_), Err(_)) => harness::run(
            GAMES
                .games()
                .iter()
                .map(|game| {
                    harness::plan(
                        *game,
                        vec![
                            env!("CARGO_BIN_EXE_refbot").to_string(),
                            game.name().to_string(),
                        ],
                    )
                })
                .collect(),
        ),
        _ => panic!("set both STICKLER_GAME and STICKLER_BOT, or neither"),
    }
}
