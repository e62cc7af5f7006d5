//! What holds real time against limits, or counts what this very process holds: one test after the other.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod no_false_alarm;
mod processes;
mod spent;

use std::process::ExitCode;

fn main() -> ExitCode {
    support::trials::run(Some(1), || {
        [no_false_alarm::tests(), processes::tests(), spent::tests()]
            .into_iter()
            .flatten()
            .collect()
    })
}
