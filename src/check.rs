//! Checks: transcripts against the referee, and bots against clauses.

pub(crate) mod assumed;
mod block;
#[cfg(feature = "arena")]
pub mod bot;
pub mod engine;
pub mod finding;
#[cfg(feature = "pages")]
pub mod league;
#[cfg(all(feature = "arena", feature = "oracle"))]
pub mod ledger;
#[cfg(all(feature = "arena", feature = "fixtures"))]
pub mod replay;
#[cfg(all(feature = "arena", feature = "oracle"))]
pub mod results;
#[cfg(feature = "arena")]
pub mod scenario;
mod shorter;
#[cfg(feature = "arena")]
pub mod shrink;
pub mod standard;
pub mod stream;
pub mod streams;
#[cfg(feature = "arena")]
pub mod summary;
pub mod transcript;
pub mod walk;
