//! Checks: transcripts against the referee, and bots against clauses.

#[cfg(feature = "arena")]
pub mod bot;
#[cfg(feature = "arena")]
pub mod scenario;
#[cfg(feature = "arena")]
pub mod shrink;
pub mod stream;
pub mod transcript;
