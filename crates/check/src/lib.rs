//! Checks of bots: games, shrinking, results and reports, and tests for the repository of a bot or a game.

pub mod again;
pub mod bot;
pub mod engine_program;
pub mod harness;
pub mod league;
pub mod ledger;
pub mod replay;
pub mod report;
pub mod results;
pub mod scenario;
pub mod shrink;
pub mod strength;
pub mod summary;
pub mod testing;
