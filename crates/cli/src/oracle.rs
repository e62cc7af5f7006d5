//! `stickler oracle GAME`: questions as JSON lines on standard input, answers on standard output.

use crate::common;
use crate::common::CliResult;
use std::process::ExitCode;
use stickler::games::Registry;
use stickler::oracle;
use stickler::oracle::Oracle;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// Set a parameter of the game; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let game = games.find(&args.game)?;
    let settings = common::settings(game, &args.set)?;
    let oracle = Oracle::new(game, &settings);
    match oracle::converse(oracle, std::io::stdin(), std::io::stdout()) {
        // A caller that went away asks nothing more.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(error.to_string().into())
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
