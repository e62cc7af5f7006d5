//! What needs nothing but the library: rules, pages, fixtures, laws, logs and reports.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod changes;
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
mod vectors;

use std::process::ExitCode;

fn main() -> ExitCode {
    support::trials::run(None, || {
        // The quick ones first.
        let tests = [
            fixtures::tests,
            snapshots::tests,
            spec::tests,
            oracle::tests,
            naive::tests,
            parts::tests,
            docs::tests,
            diagnoses::tests,
            grade_tetris::tests,
            streams::tests,
            rooms::tests,
            fuzz::tests,
            evidence::tests,
            hostile::tests,
            vectors::tests,
            edits::tests,
            records::tests,
            changes::tests,
            laws::tests,
        ];
        tests.into_iter().flat_map(|tests| tests()).collect()
    })
}
