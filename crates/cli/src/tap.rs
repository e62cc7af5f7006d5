//! `stickler tap --log FILE -- CMD`: records a bot under any judge.

use crate::common::CliResult;
use crate::patience::with_file;
use crate::{common, did_you_mean};
use std::fs::File;
use std::path::PathBuf;
use std::process::ExitCode;
use stickler::game::Seat;
use stickler::games::Registry;
use stickler::params::Settings;
use stickler_arena::stdio::UnlessInterrupted;
use stickler_arena::tap::{TapOptions, tap};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write the log to this file
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
    /// The game, for the log's header; with it, the tap also finds the seat in the first message
    #[arg(long)]
    game: Option<String>,
    /// The seat, for the log
    #[arg(long)]
    seat: Option<u8>,
    /// Name a parameter of the game in the log's header
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    set: Vec<String>,
    /// Tell when each part passed, for `stickler judge`
    #[arg(long, hide = true)]
    stamps: bool,
    /// The bot: a list of words, run without a shell in the current folder
    #[arg(last = true, value_name = "CMD", required = true)]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let game = args
        .game
        .as_deref()
        .map(|name| games.find(name))
        .transpose()?;
    let settings = game.map_or(Ok(Settings::default()), |game| {
        common::settings(game, &args.set)
    })?;
    let log = args.log.clone();
    let to: Box<dyn std::io::Write> = match with_file(&args.log, move || File::create(log)) {
        Ok(file) => Box::new(UnlessInterrupted(file)),
        Err(error) => {
            // The bot plays all the same.
            common::complain(
                &format!("tap: nothing is recorded: {}: {error}", args.log.display()).into(),
            );
            Box::new(std::io::sink())
        }
    };
    did_you_mean::startable(&args.command)?;
    let code = tap(
        &args.command,
        TapOptions {
            game,
            settings,
            seat: args.seat.map(Seat),
            stamps: args.stamps,
            to,
        },
    )?;
    Ok(ExitCode::from(code as u8))
}
