//! Bots under test: games, shrinking, results and reports, and tests for the repository of a bot, an engine or a game.

pub mod again;
pub mod assumptions;
pub mod bot;
pub mod corpus;
pub mod coverage;
pub mod engine_program;
pub mod engine_report;
pub mod fixed;
pub mod harness;
pub mod joined_results;
pub mod opponents;
mod pace;
pub mod replay;
pub mod report;
pub mod results;
pub mod saved_failures;
pub mod search;
pub mod shrink;
pub mod situations;
pub mod smallest;
pub mod standings;
pub mod summary;
mod tactics;
pub mod test_arguments;
pub mod testing;

#[cfg(test)]
mod in_memory;
// The tests of the other crates have this file too, by this name.
#[cfg(test)]
extern crate self as stickler_check;
