//! Commands that only some games have, beside those that all games share.

use super::common::{CliError, CliResult};
use clap::{ArgMatches, Command};
use stickler::games::Registry;

/// A command that only some games have: its arguments, and what it does. The first line of its docs is its help.
pub trait Tool: clap::Args {
    /// The word on the command line.
    const NAME: &'static str;

    /// Does it; the error is printed, and the exit code is then 2.
    fn run(&self, games: Registry) -> CliResult;
}

/// A [`Tool`] without its type.
#[derive(Clone, Copy, Debug)]
pub struct AnyTool {
    pub(super) name: &'static str,
    pub(super) arguments: fn(Command) -> Command,
    pub(super) run: fn(&ArgMatches, Registry) -> CliResult,
}

impl AnyTool {
    /// This tool.
    pub const fn of<T: Tool>() -> AnyTool {
        let run = |matches: &ArgMatches, games: Registry| -> CliResult {
            T::from_arg_matches(matches)
                .map_err(|error| CliError::from(error.to_string()))?
                .run(games)
        };
        AnyTool {
            name: T::NAME,
            arguments: T::augment_args,
            run,
        }
    }
}
