//! `stickler launch`: one command, started as a bot is.

use crate::common::{CliResult, done};
use crate::launch_options::Confined;
use std::process::ExitCode;
use stickler_arena::launch::Walls;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    confined: Confined,
    /// The program to run; without one, say which walls stand
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> CliResult {
    let kept = args.confined.open(Walls::NONE)?;
    if args.command.is_empty() {
        return done(&kept.line);
    }
    Ok(ExitCode::from(kept.launch.run(&args.command)?.code() as u8))
}
