//! Reports of runs: for terminals, as Markdown, as HTML pages, as JUnit.

pub mod clause_table;
pub mod closing_line;
pub(crate) mod code_that_ran;
pub mod failure;
pub mod html;
pub mod junit;
pub mod markdown;
pub mod met;
pub mod run;
pub mod scenario_table;
