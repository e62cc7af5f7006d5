//! The minimal reference bot of a game, as a program: `refbot GAME`.

use clap::Parser;
use std::process::ExitCode;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler_arena::faulty::{Faulty, MISBEHAVIOURS, Misbehaviour};
use stickler_arena::{faulty, stdio};

/// Plays a game over standard input and output, correctly and simply.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// The game
    game: String,
    /// Set a parameter of the game; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Play with this fault, to test a judge
    #[arg(long, value_name = "NAME")]
    fault: Option<String>,
    /// List the faults, with this contest's verdict for each
    #[arg(long)]
    faults: bool,
}

/// The whole program of these games, with the words of this process.
pub fn main(games: Registry) -> ExitCode {
    match run(&Args::parse(), games) {
        Ok(code) => ExitCode::from(code),
        Err(why) => {
            eprintln!("refbot: {why}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args, games: Registry) -> Result<u8, String> {
    games.declared()?;
    let game = games.find(&args.game)?;
    let settings = Settings::read(args.set.iter().map(String::as_str))?;
    let mut bot = game.with(&settings)?.bot();
    if args.faults {
        print!("{}", faults(game));
        return Ok(0);
    }
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let Some(name) = &args.fault else {
        return stdio::run(&mut *bot, input, output)
            .map(|()| 0)
            .map_err(|error| error.to_string());
    };
    let way = MISBEHAVIOURS
        .iter()
        .find(|way| way.name == name)
        .ok_or("no such fault; --faults lists them")?;
    let code =
        faulty::run(Faulty::new(bot, way), input, output).map_err(|error| error.to_string())?;
    Ok(code as u8)
}

fn faults(game: &dyn AnyGame) -> String {
    let verdict = |way: &Misbehaviour| match way.kind(game) {
        // Contests forgive it; the clause is broken all the same.
        Some(kind @ FaultKind::Habit) => format!("{}, a breach", game.word(kind)),
        kind => kind.map_or("OK", |kind| game.word(kind)).to_string(),
    };
    let width = MISBEHAVIOURS
        .iter()
        .map(|way| verdict(way).len())
        .max()
        .unwrap_or(0);
    let row =
        |way: &Misbehaviour| format!("{:<14} {:<width$} {}\n", way.name, verdict(way), way.about);
    MISBEHAVIOURS.iter().map(row).collect()
}
