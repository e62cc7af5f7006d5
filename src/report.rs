//! Reports for people: diagnoses with the line and a caret, boards, and the table of a run.

pub mod board;
pub mod diagnostic;
#[cfg(feature = "arena")]
pub mod run;
pub mod svg;
