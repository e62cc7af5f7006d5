//! Tests that hold real time against limits, or count what this very process holds: one test after the other.

#[path = "../support/mod.rs"]
mod support;

mod no_false_alarm;
mod processes;
mod tables;
mod time_spent;

use std::process::ExitCode;

fn main() -> ExitCode {
    support::trials::run(Some(1), || {
        let tests = [
            no_false_alarm::tests,
            processes::tests,
            time_spent::tests,
            tables::tests,
        ];
        tests.into_iter().flat_map(|tests| tests()).collect()
    })
}
