//! `stickler vectors GAME`: test vectors as JSON lines.

use crate::common;
use crate::common::{CliResult, done, print};
use stickler::games::Registry;
use stickler::games::erased::AnyRules;
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
    /// Count the sequences of this many legal actions from a position instead, with a line for each first action: perft and divide
    #[arg(long, value_name = "DEPTH", conflicts_with_all = ["seed", "count"])]
    perft: Option<usize>,
    /// With --perft: the actions that lead to the position; without any, the start
    #[arg(value_name = "ACTION", requires = "perft")]
    actions: Vec<String>,
    /// Set a parameter of the game; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let game = games.find(&args.game)?;
    let settings = common::settings(game, &args.set)?;
    if let Some(depth) = args.perft {
        let mut rules = game.with(&settings)?.rules();
        for (action, number) in args.actions.iter().zip(1..) {
            rules.play(action).map_err(|breach| {
                format!(
                    "action {number}, `{action}`: {}: {}",
                    breach.clause, breach.why
                )
            })?;
        }
        return divided(&*rules, depth);
    }
    done(&vectors::write(&vectors::generate(
        game, &settings, args.seed, args.count,
    )?))
}

/// Prints how many sequences begin with each legal action, and how many there are.
fn divided(rules: &dyn AnyRules, depth: usize) -> CliResult {
    let mut all = 0;
    let legal = rules.actions();
    for action in legal.iter().filter(|_| depth > 0) {
        let mut after = rules.fork();
        let below = after
            .play(action)
            .map_or(0, |()| vectors::perft(&*after, depth - 1));
        all += below;
        print(&format!("{action}: {below}\n"))?;
    }
    let all = if depth == 0 { 1 } else { all };
    done(&format!(
        "{} legal actions, {all} sequences of {depth}\n",
        legal.len()
    ))
}
