//! Tables: each case of the fixtures, each record, each page and each vector is a test with a name of its own.

#[path = "../support/mod.rs"]
mod support;

mod contracts;
mod engine_edges;
mod fixtures;
mod records;
mod smallest_games;
mod spec;
mod two_turns;
mod vectors;

use std::process::ExitCode;

fn main() -> ExitCode {
    support::trials::run(None, || {
        let tests = [
            contracts::tests(),
            engine_edges::tests(),
            fixtures::tests(),
            records::tests(),
            smallest_games::tests(),
            spec::tests(),
            two_turns::tests(),
            vectors::tests(),
        ];
        tests.into_iter().flatten().collect()
    })
}
