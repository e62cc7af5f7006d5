//! The minimal reference bot of a game, as a program: `refbot GAME`.

use clap::Parser;
use std::process::ExitCode;
use stickler::arena::stdio;
use stickler::games;
use stickler::params::Settings;

/// Plays a game over standard input and output, correctly and simply.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// The game
    game: String,
    /// A parameter that differs from its default
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("refbot: {why}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let names: Vec<&str> = games::GAMES.iter().map(|game| game.name()).collect();
    let game = games::find(&args.game)
        .ok_or_else(|| format!("no game is called {}; there are {}", args.game, names.join(", ")))?;
    let settings = Settings::read(args.set.iter().map(String::as_str))?;
    let mut bot = game.bot(&settings)?;
    stdio::run(&mut *bot, std::io::stdin().lock(), std::io::stdout().lock()).map_err(|error| error.to_string())
}
