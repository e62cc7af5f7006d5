//! Bots under test: games, shrinking, results and reports, and tests for the repository of a bot, an engine or a game.
//!
//! - `bot`: the games of a run · `opponents`: opponents · `search`, `tactics`, `situations`: games after the scenarios, as long as they bring news · `corpus`: those of earlier searches · `shrink`: smaller games that fail in the same way · `summary`: what a run comes to
//! - `results`, `ledger`: results as JSON lines, resumed and joined · `report`: for people, and JUnit · `saved_failures`, `smallest`: failing games, made small and kept · `replay`, `again`: saved games and logs once more
//! - `standings`: many matches, and who is stronger · `engine_program`: an engine in any language
//! - `harness`: tests of a bot or an engine · `testing`: tests of a game

pub mod again;
pub mod assumptions;
pub mod bot;
pub mod corpus;
pub mod engine_program;
pub mod harness;
pub mod ledger;
pub mod opponents;
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
pub mod testing;
