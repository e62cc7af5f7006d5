//! Tests that are data, as trials with names, so that each can be addressed; and what is said of tests that are left out.

use super::depth::is_deep;
use libtest_mimic::{Arguments, Failed, Trial};
use std::io::Write;
use std::process::ExitCode;

/// A test of this name, unless this arena cannot hold it.
pub(crate) fn named(
    name: &str,
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let shown = name.to_string();
    Trial::test(name, move || {
        if super::portable::leaves_out(&shown) {
            return Ok(());
        }
        test()
    })
}

/// A test that the library gives to everybody who has a game.
pub(crate) fn of_library(test: stickler_check::testing::Test) -> Trial {
    named(&test.name, test.hold).with_ignored_flag(test.is_slow && !is_deep())
}

/// Says aloud what is not tested here; what a passing test prints the usual way is not shown.
pub(crate) fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Runs the trials; `threads` is how many run at once where the command line does not say, and `None` is one a CPU.
pub(crate) fn run(threads: Option<usize>, trials: impl FnOnce() -> Vec<Trial>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(threads);
    libtest_mimic::run(&arguments, trials()).exit_code()
}
