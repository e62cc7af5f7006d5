//! `stickler join`: a validator and a program, joined as a contest system does it.

use crate::common::{CliResult, done, this_program};
use std::time::Duration;
use stickler_arena::trial::ProcessResult;
use stickler_judge_test::join::{Join, join};
use stickler_judge_test::verdict_patterns::StatedVerdict;

/// The separator between the words of a validator and those of its bot.
const BETWEEN: &str = "=";

pub(super) fn joined_words(
    how: Join,
    limit: Duration,
    validator: Vec<String>,
    bot: &[String],
) -> std::io::Result<Vec<String>> {
    let program = this_program()?;
    let head = [
        program,
        "join".into(),
        how.name().into(),
        limit.as_secs().to_string(),
        "--".into(),
    ];
    Ok([&head, &*validator, &[BETWEEN.to_string()], bot].concat())
}

/// Joins a validator and a program, and prints the verdict and how both ended.
#[derive(clap::Args)]
pub(crate) struct JoinArgs {
    /// How: direct, proxy, kattis or bapctools
    how: String,
    /// The program's time in seconds
    limit: u64,
    /// The words of the validator, = and the words of the program
    #[arg(last = true)]
    command: Vec<String>,
}

pub(crate) fn run_join(args: &JoinArgs) -> CliResult {
    let how = Join::ALL
        .into_iter()
        .find(|how| how.name() == args.how)
        .ok_or("no join is called so".to_string())?;
    let at = args
        .command
        .iter()
        .rposition(|word| word == BETWEEN)
        .ok_or("no = stands in the command".to_string())?;
    let (validator, program) = (&args.command[..at], &args.command[at + 1..]);
    let joined = join(how, validator, program, Duration::from_secs(args.limit))?;
    done(&format!("{}\n{joined}\n", how.verdict(&joined)))
}

/// The verdict that a join has printed.
pub(super) fn joined_said(ran: &ProcessResult) -> StatedVerdict {
    let word = ran.stdout.lines().next().map(|word| (0, word.to_string()));
    StatedVerdict {
        words: word.into_iter().collect(),
        ..StatedVerdict::default()
    }
}
