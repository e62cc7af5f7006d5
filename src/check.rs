//! Checks: transcripts against the referee, and bots against clauses.
//!
//! Its files:
//! - `transcript`: the driver of logs and records. `told`, `said` and `events` are its lines, `head` a log without its head, `strays` what came of seats that were asked nothing, `answers` a log of answers alone, `reading` and `untold` the ways to read what it leaves open, `extent` how far it went, `whole` all of it together
//! - `assumed`: other values of parameters that no document gives · `block`: the lines of one message or answer · `streams`: a log in two streams
//! - `bot`: runs of a bot · `scenario`: its opponents · `stream`: choices and their record · `standard`: what counts as an error · `summary`: what a run comes to
//! - `results`, `ledger`: results as JSON lines, resumed and joined · `league`, `strength`: leagues, and who is stronger · `shrink`, `shorter`: smaller games · `again`: the game of a log or record once more
//! - `judge` and below: a judge under test
//! - `walk`: walks by the rules alone · `engine` and below: what an engine is and its laws, engines in Rust (`typed`) and in any language (`program`, `message`), where they part (`divergence`), proptest's state machines (`machine`)

pub(crate) mod assumed;
mod block;
pub mod engine;
pub mod shorter;
pub mod standard;
pub mod stream;
pub mod streams;
pub mod transcript;
pub mod walk;
