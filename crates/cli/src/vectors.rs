//! `stickler vectors GAME`: test vectors as JSON lines.

use crate::common;
use crate::common::{CliResult, done};
use stickler::games::Registry;
use stickler::vectors;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// Draw all walks from this seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write this many positions
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Set a parameter of the game; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let game = games.find(&args.game)?;
    let settings = common::settings(game, &args.set)?;
    done(&vectors::write(&vectors::generate(
        game, &settings, args.seed, args.count,
    )?))
}
