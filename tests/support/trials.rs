//! Tests with names, so that each can be addressed; and what is said of those that are left out.

use super::depth::is_deep;
use libtest_mimic::{Completion, Failed, Trial};
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError, RwLock};
use stickler_check::test_arguments::TestArguments;

/// Why a test is left out here, to whoever runs it.
struct LeftOut(String);

/// Leaves out the test that calls this, from its own thread. The report says why, and the last line counts it.
pub(crate) fn leave_out(why: &str) -> ! {
    resume_unwind(Box::new(LeftOut(why.to_string())))
}

/// Notes that a part of a test is left out here. The last line counts it.
pub(crate) fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
    note(&PARTS, why);
}

/// Reasons, and how often each was given.
type Reasons = Mutex<BTreeMap<String, usize>>;
static WHOLE: Reasons = Mutex::new(BTreeMap::new());
static PARTS: Reasons = Mutex::new(BTreeMap::new());
/// Tests that were green when they were tried again alone.
static AGAIN: Reasons = Mutex::new(BTreeMap::new());
/// Held by each test while it runs, and by one that is tried again alone.
static RUNNING: RwLock<()> = RwLock::new(());

fn note(reasons: &Reasons, why: &str) {
    let mut reasons = reasons.lock().unwrap_or_else(PoisonError::into_inner);
    *reasons.entry(why.to_string()).or_default() += 1;
}

/// A test that can be run more than once. `missing`: what it needs and this machine lacks; then it is ignored. `is_timed`: it
/// waits for real time, so where it fails it is tried again alone. So is any other test that fails because the machine was too busy.
pub(crate) fn trial(
    name: &str,
    missing: Option<String>,
    is_timed: bool,
    hold: impl Fn() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let shown = name.to_string();
    let run = move || {
        if let Some(why) = &missing {
            return Ok(left_out(why));
        }
        let first = {
            let _one_of_many = RUNNING.read().unwrap_or_else(PoisonError::into_inner);
            once(&hold)
        };
        match first {
            failed if is_timed && !is_green(&failed) || is_about_the_machine(&failed) => {
                let _alone = RUNNING.write().unwrap_or_else(PoisonError::into_inner);
                let _ = writeln!(std::io::stderr(), "{shown} failed; it is tried again alone");
                let second = once(&hold);
                if matches!(second, Ok(Ok(Completion::Completed))) {
                    note(&AGAIN, &shown);
                }
                second
            }
            first => first,
        }
        .unwrap_or_else(|payload| resume_unwind(payload))
    };
    Trial::ignorable_test(name, run)
}

fn left_out(why: &str) -> Completion {
    note(&WHOLE, why);
    Completion::ignored_with(why)
}

/// What came of a test; an error is what it panicked with.
type Came = Result<Result<Completion, Failed>, Box<dyn std::any::Any + Send>>;

fn is_green(came: &Came) -> bool {
    matches!(came, Ok(Ok(_)))
}

/// True where a test failed because the machine was too busy for it, as stickler itself says.
fn is_about_the_machine(came: &Came) -> bool {
    let text = match came {
        Ok(Ok(_)) => return false,
        Ok(Err(failed)) => failed.message().unwrap_or_default(),
        Err(panic) => panic.downcast_ref::<String>().map_or_else(
            || *panic.downcast_ref::<&str>().unwrap_or(&""),
            String::as_str,
        ),
    };
    [
        "the machine is overloaded",
        "the machine held",
        "was slow or held up",
        "Stalled {",
    ]
    .iter()
    .any(|words| text.contains(words))
}

fn once(hold: impl Fn() -> Result<(), Failed>) -> Came {
    match catch_unwind(AssertUnwindSafe(hold)) {
        Ok(done) => Ok(done.map(|()| Completion::Completed)),
        Err(payload) => payload
            .downcast::<LeftOut>()
            .map(|why| Ok(left_out(&why.0))),
    }
}

/// A test of this name.
pub(crate) fn named(name: &str, test: impl Fn() -> Result<(), Failed> + Send + 'static) -> Trial {
    trial(name, None, false, test)
}

/// A test that the library gives to everybody who has a game.
pub(crate) fn of_library(test: stickler_check::testing::Test) -> Trial {
    named(&test.name, test.hold).with_ignored_flag(test.is_slow && !is_deep())
}

/// How many tests run at once that wait more than they compute.
pub(crate) fn waiting() -> usize {
    3 * std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs the trials; `threads` is how many run at once where the command line does not say, and `None` is one a CPU.
pub(crate) fn run(threads: Option<usize>, trials: impl FnOnce() -> Vec<Trial>) -> ExitCode {
    let mut arguments = TestArguments::from_args();
    arguments.options.test_threads = arguments.options.test_threads.or(threads);
    let conclusion = arguments.run(trials());
    if !arguments.options.list {
        tell("tests that were left out here", &WHOLE);
        tell("parts of tests that were left out here", &PARTS);
        tell("tests that were green only when they ran alone", &AGAIN);
    }
    conclusion.exit_code()
}

/// A line with the number of something and its reasons, if there is any.
fn tell(what: &str, reasons: &Reasons) {
    let reasons = reasons.lock().unwrap_or_else(PoisonError::into_inner);
    let all: usize = reasons.values().sum();
    if all > 0 {
        let each = reasons.iter().map(|(why, count)| format!("{count} {why}"));
        let each = each.collect::<Vec<_>>().join("; ");
        let _ = writeln!(std::io::stderr(), "{what}: {all}: {each}");
    }
}
