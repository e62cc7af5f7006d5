//! Tests as trials with names, so that each can be addressed; and the main function of a binary of them.

use super::depth::{is_deep, seed};
use libtest_mimic::{Arguments, Failed, Trial};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// What a test gives back.
pub(crate) trait Done {
    fn done(self) -> Result<(), Failed>;
}

impl Done for () {
    fn done(self) -> Result<(), Failed> {
        Ok(())
    }
}

impl Done for Result<(), Failed> {
    fn done(self) -> Result<(), Failed> {
        self
    }
}

/// A test, named after its module: `laws::gomoku::games_end`.
pub(crate) fn trial<D: Done + 'static>(module: &str, name: &str, test: fn() -> D) -> Trial {
    named(
        &format!(
            "{}::{name}",
            module.split_once("::").map_or("", |(_, rest)| rest)
        ),
        move || test().done(),
    )
}

/// A test that takes long: ignored, unless the tests go deep.
pub(crate) fn deep<D: Done + 'static>(module: &str, name: &str, test: fn() -> D) -> Trial {
    trial(module, name, test).with_ignored_flag(!is_deep())
}

/// A test of this name. In a run with a time box it does not begin once the time is over, and says so.
pub(crate) fn named(
    name: &str,
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let shown = name.to_string();
    Trial::test(name, move || {
        let is_over = time_box().is_some_and(|end| Instant::now() > end);
        match super::portable::left_out(&shown).or(is_over.then_some("the time box was over")) {
            Some(why) => skipped(&format!("{shown}: {why}")),
            None => return test(),
        }
        Ok(())
    })
}

/// A test that the library gives to everybody who has a game.
pub(crate) fn of_library(test: stickler_check::testing::Test) -> Trial {
    named(&test.name, test.hold).with_ignored_flag(test.is_slow && !is_deep())
}

/// When no further test begins: `STICKLER_TIME_BOX` is a number of seconds.
fn time_box() -> Option<Instant> {
    static END: std::sync::OnceLock<Option<Instant>> = std::sync::OnceLock::new();
    *END.get_or_init(|| {
        let seconds = std::env::var("STICKLER_TIME_BOX")
            .ok()?
            .parse()
            .expect("STICKLER_TIME_BOX is in seconds");
        Some(Instant::now() + Duration::from_secs(seconds))
    })
}

/// Says aloud what is not tested here; what a passing test prints the usual way is not shown.
pub(crate) fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Runs the trials, in a process whose temporary files and caches are of its own, and holds that none is left.
///
/// `threads` is how many tests run at once where the command line does not say; `None`: one a CPU.
pub(crate) fn run(threads: Option<usize>, trials: impl FnOnce() -> Vec<Trial>) -> ExitCode {
    const HOME: &str = "STICKLER_TEST_HOME";
    if std::env::var_os(HOME).is_none() {
        return alone(HOME);
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(threads);
    let mut trials = trials();
    if time_box().is_some() {
        // Each such run gets to other tests.
        let place = |trial: &Trial| {
            trial.name().bytes().fold(seed(), |sum, byte| {
                (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            })
        };
        trials.sort_by_cached_key(place);
    }
    if is_deep() && !arguments.list {
        println!(
            "deep, from seed {0}; `STICKLER_DEPTH=deep STICKLER_SEED={0}` repeats it",
            seed()
        );
    }
    be_silent_of_planned_panics();
    let conclusion = libtest_mimic::run(&arguments, trials);
    if is_deep() && conclusion.has_failed() {
        println!(
            "failed from seed {0}: repeat it with STICKLER_DEPTH=deep STICKLER_SEED={0} and the test's name",
            seed()
        );
    }
    conclusion.exit_code()
}

/// Panics that a test plants say "on purpose", and nobody needs to read of them.
fn be_silent_of_planned_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.to_string().contains("on purpose") {
            usual(panic);
        }
    }));
}

/// Starts this program again with folders of its own; the exit code is that of its tests, unless they left files.
fn alone(mark: &str) -> ExitCode {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let made = |folder: &Path| {
        let home = folder.join(format!("tests-{}", std::process::id()));
        // One of a run that was killed may have had this number.
        let _ = std::fs::remove_dir_all(&home);
        std::fs::create_dir_all(&home).is_ok().then_some(home)
    };
    // Root starts programs as an ordinary user too, and an ordinary user may test what root has built.
    let is_shut = super::files::is_root() && !super::files::is_open_to_all(target);
    let home = made(target)
        .filter(|_| !is_shut)
        .or_else(|| made(&std::env::temp_dir()));
    let home = home.expect("a folder for temporary files");
    let status = Command::new(std::env::current_exe().expect("this program"))
        .args(std::env::args_os().skip(1))
        .env(mark, &home)
        .env("TMPDIR", &home)
        .env("STICKLER_CACHE", target.join("cache"))
        .status()
        .expect("this program starts");
    let left: Vec<PathBuf> = super::files::sorted(&home);
    let _ = std::fs::remove_dir_all(&home);
    if !left.is_empty() {
        println!("the tests left files behind: {left:?}");
        return ExitCode::from(101);
    }
    ExitCode::from(
        status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(101),
    )
}
