//! What needs nothing but the library: rules, pages, fixtures, laws, logs and reports.
//!
//! - `truth`: a match has one truth and many logs, and nobody is blamed wrongly · `changes`: every single-line change of a log · `words`: every change of a word
//! - `fixtures`, `spec` (pages, code and fixtures agree), `snapshots`, `diagnoses`, `evidence` (each line that is shown is needed)
//! - `laws`: generated games, bytes and positions · `contracts`: what the traits of a game promise · `naive`: slow second models, written from the pages alone
//! - `records` (every shape, whole and broken, `of_matches`: of every match), `streams`, `edits` and `hostile` (broken input), `fuzz` (what is fuzzed, with a few bytes)
//! - `oracle`, `vectors`, `grade_tetris`, `docs`, `rooms` (the list of rooms), `parts` (parts of the library)

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod changes;
mod contracts;
mod diagnoses;
mod docs;
mod edits;
mod evidence;
mod fixtures;
mod fuzz;
mod grade_tetris;
mod hostile;
mod laws;
mod naive;
mod oracle;
mod parts;
mod records;
mod rooms;
mod snapshots;
mod spec;
mod streams;
mod truth;
mod vectors;
mod words;

use std::process::ExitCode;

fn main() -> ExitCode {
    support::trials::run(None, || {
        let tests = [
            changes::tests,
            contracts::tests,
            diagnoses::tests,
            docs::tests,
            edits::tests,
            evidence::tests,
            fixtures::tests,
            fuzz::tests,
            grade_tetris::tests,
            hostile::tests,
            laws::tests,
            naive::tests,
            oracle::tests,
            parts::tests,
            records::tests,
            rooms::tests,
            snapshots::tests,
            spec::tests,
            streams::tests,
            truth::tests,
            vectors::tests,
            words::tests,
        ];
        tests.into_iter().flat_map(|tests| tests()).collect()
    })
}
