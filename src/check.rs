//! Choices and their record, walks by the rules, and engines held against them.
//!
//! - `stream`: choices as numbers, and their record · `walk`: walks by the rules alone · `standard`: which clauses count as errors
//! - `streams`: a log in two streams · `shorter`: smaller lists
//! - `engine` and below: an engine and its laws, engines in Rust (`typed`), messages of an engine in any language (`message`), where they part (`divergence`), proptest's state machines (`machine`)

pub mod engine;
pub mod shorter;
pub mod standard;
pub mod stream;
pub mod streams;
pub mod walk;
