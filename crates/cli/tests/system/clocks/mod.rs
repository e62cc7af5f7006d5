//! Tests that hold real time against limits, or count what this very process holds: one test after the other.

mod no_false_alarm;
mod processes;
mod tables;
mod time_spent;
mod wrong_clocks;

use libtest_mimic::Trial;

pub(crate) fn tests() -> Vec<Trial> {
    let tests = [
        processes::tests,
        no_false_alarm::tests,
        time_spent::tests,
        tables::tests,
        wrong_clocks::tests,
    ];
    tests.into_iter().flat_map(|tests| tests()).collect()
}
