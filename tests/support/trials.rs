//! Tests with names, so that each can be addressed; and what is reported about those that are skipped.

use super::tier::{self, Tier, is_deep, tier};
use libtest_mimic::{Completion, Failed, Trial};
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Instant;
use stickler_check::test_arguments::TestArguments;

/// Why a test is skipped here, to whoever runs it.
struct LeftOut(String);

/// Leaves out the test that calls this, from its own thread. The report says why, and the last line counts it.
pub(crate) fn leave_out(why: &str) -> ! {
    resume_unwind(Box::new(LeftOut(why.to_string())))
}

/// Notes that a part of a test is skipped here. The last line counts it.
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

/// Which tests may run beside a test.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Company {
    /// It holds real time against limits, or counts what this very process holds: no other test runs beside it.
    pub(crate) is_alone: bool,
    /// It waits for real time: where it fails, it is tried again alone.
    pub(crate) is_timed: bool,
}

/// A test that can be run more than once. `missing`: what it needs and this machine lacks; then it is ignored. Any test that fails
/// because the machine was too busy is tried again alone.
pub(crate) fn trial(
    name: &str,
    missing: Option<String>,
    company: Company,
    hold: impl Fn() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let shown = name.to_string();
    let run = move || {
        if let Some(why) = &missing {
            return Ok(left_out(why));
        }
        let first = if company.is_alone {
            let _alone = RUNNING.write().unwrap_or_else(PoisonError::into_inner);
            once(&shown, &hold)
        } else {
            let _one_of_many = RUNNING.read().unwrap_or_else(PoisonError::into_inner);
            once(&shown, &hold)
        };
        match first {
            failed if company.is_timed && !is_green(&failed) || is_about_the_machine(&failed) => {
                let _alone = RUNNING.write().unwrap_or_else(PoisonError::into_inner);
                let _ = writeln!(std::io::stderr(), "{shown} failed; it is tried again alone");
                let second = once(&shown, &hold);
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

/// Appends the seconds of a test to the file that `STICKLER_TIMES` names, so that one sees where the time goes.
struct Timed<'a> {
    name: &'a str,
    began: Instant,
}

impl Timed<'_> {
    fn new(name: &str) -> Timed<'_> {
        let began = Instant::now();
        Timed { name, began }
    }
}

impl Drop for Timed<'_> {
    fn drop(&mut self) {
        let Some(path) = std::env::var_os("STICKLER_TIMES") else {
            return;
        };
        let opened = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(path);
        let seconds = self.began.elapsed().as_secs_f64();
        let _ = opened.and_then(|mut file| writeln!(file, "{seconds:8.2} {}", self.name));
    }
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

fn once(name: &str, hold: impl Fn() -> Result<(), Failed>) -> Came {
    let _timed = Timed::new(name);
    match catch_unwind(AssertUnwindSafe(hold)) {
        Ok(done) => Ok(done.map(|()| Completion::Completed)),
        Err(payload) => payload
            .downcast::<LeftOut>()
            .map(|why| Ok(left_out(&why.0))),
    }
}

/// A test of this name.
pub(crate) fn named(name: &str, test: impl Fn() -> Result<(), Failed> + Send + 'static) -> Trial {
    trial(name, None, Company::default(), test)
}

/// A test that the library gives to everybody who has a game.
pub(crate) fn of_library(test: stickler_check::testing::Test) -> Trial {
    named(&test.name, test.hold).with_ignored_flag(test.is_slow && !is_deep())
}

/// The word before the name of a test that only the gate runs.
const GATE: &str = "gate";

/// A test that only the gate runs, or whoever asks for ignored tests.
pub(crate) fn of_gate(trial: Trial) -> Trial {
    trial.with_kind(GATE).with_ignored_flag(tier() < Tier::Gate)
}

/// A test that runs by default if this is true, and only in the gate if it is a variation of one that does.
pub(crate) fn usual_if(is_usual: bool, trial: Trial) -> Trial {
    if is_usual { trial } else { of_gate(trial) }
}

/// How many tests run at once that wait more than they compute.
pub(crate) fn waiting() -> usize {
    3 * std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs the trials; `threads` is how many run at once where the command line does not say, and `None` is one a CPU.
pub(crate) fn run(threads: Option<usize>, trials: impl FnOnce() -> Vec<Trial>) -> ExitCode {
    let mut arguments = TestArguments::from_args();
    arguments.options.test_threads = arguments.options.test_threads.or(threads);
    let trials = arguments.chosen(trials());
    let of_gate = { trials.iter() }
        .filter(|trial| trial.kind() == GATE && trial.has_ignored_flag())
        .count();
    let conclusion = arguments.run(trials);
    if !arguments.options.list {
        let asks_for_ignored = arguments.options.ignored || arguments.options.include_ignored;
        if of_gate > 0 && !asks_for_ignored {
            let _ = writeln!(
                std::io::stderr(),
                "tests that run in the gate: {of_gate}; {}=gate runs them here",
                tier::VARIABLE
            );
        }
        tell("tests that were skipped here", &WHOLE);
        tell("parts of tests that were skipped here", &PARTS);
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
