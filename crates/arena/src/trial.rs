//! A judge under test, as a program. It runs until it ends or its time is over; then everything that it has started is ended.

use super::portable::{self, streams::Notifier};
use super::process_players::is_interrupted;
use super::running_program::{ExitReport, ProgramHandle};
use super::system::apart;
#[cfg(target_os = "linux")]
use super::{arena_choice, stall::FamilyWaits, system::soon, system::state};
use std::io::Read;
use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stickler::live::players::HarnessError;
use stickler::referee::Death;

/// How much of each of its streams is kept, in bytes.
const KEPT: u64 = 1 << 20;

/// How long its bots may take to end after it.
const PATIENCE: Duration = Duration::from_secs(1);

/// How a judge's run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessResult {
    /// The beginning of its standard output.
    pub stdout: String,
    /// The beginning of its standard error.
    pub stderr: String,
    /// How it ended; `None`: its time was over.
    pub end: Option<Death>,
    /// Processes that it left running.
    pub left: usize,
    /// How long it and its bots waited for a CPU that others had, and how long somebody had suspended it, as far as the system tells.
    pub starved: Duration,
}

/// When a judge counts as hung before its time is over.
#[derive(Clone, Debug)]
pub struct HangRule {
    /// The logs of its taps, which grow while anything passes.
    pub logs: Vec<PathBuf>,
    /// How long nothing may pass, and the judge and its bots may want no CPU.
    pub most: Duration,
}

/// The least CPU time between two looks by which programs are at work.
#[cfg(target_os = "linux")]
const AT_WORK: Duration = Duration::from_millis(10);

/// How much longer than twice the time of an idle judge one may compute while nothing passes.
#[cfg(target_os = "linux")]
const SPINS: Duration = Duration::from_secs(10);

/// The last moment at which a judge did something.
#[cfg(target_os = "linux")]
struct LastDeed<'a> {
    rule: &'a HangRule,
    /// When something passed last, and when something passed or a program was at work.
    passed: Instant,
    at: Instant,
    logged: u64,
    wanted: Duration,
}

/// How long somebody has suspended a judge, by looks now and then; a shell's job control does so.
#[cfg(target_os = "linux")]
struct Suspension {
    judge: PathBuf,
    looked: Instant,
    total: Duration,
    /// One that is suspended for longer hangs: it may have stopped itself.
    most: Duration,
}

#[cfg(target_os = "linux")]
impl Suspension {
    fn of(judge: Option<i32>, most: Duration) -> Suspension {
        Suspension {
            judge: PathBuf::from(format!("/proc/{}", judge.unwrap_or_default())),
            looked: Instant::now(),
            total: Duration::ZERO,
            most,
        }
    }

    /// The time since the last look, if the judge is suspended now; none of it counts.
    fn look(&mut self) -> Duration {
        let passed = std::mem::replace(&mut self.looked, Instant::now()).elapsed();
        let is_stopped = state(&self.judge) == Some('T') && self.total < self.most;
        let gone = if is_stopped { passed } else { Duration::ZERO };
        self.total += gone;
        gone
    }
}

#[cfg(target_os = "linux")]
impl LastDeed<'_> {
    /// Skips a time in which the judge could do nothing.
    fn leave_out(&mut self, gone: Duration) {
        self.passed += gone;
        self.at += gone;
    }

    /// True where there was none for too long. `wanted`: the CPU time that its programs had and waited for.
    fn is_long_ago(&mut self, wanted: Duration) -> bool {
        let length = |path: &PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
        let logged = self.rule.logs.iter().map(length).sum();
        let now = Instant::now();
        if logged != self.logged {
            (self.passed, self.at) = (now, now);
        } else if wanted.saturating_sub(self.wanted) >= AT_WORK {
            self.at = now;
        }
        (self.logged, self.wanted) = (logged, wanted);
        self.at.elapsed() > self.rule.most || self.passed.elapsed() > 2 * self.rule.most + SPINS
    }
}

/// Runs a judge, at most this long; where it hangs, for a shorter time.
pub fn run(
    words: &[String],
    most: Duration,
    hang: Option<&HangRule>,
) -> Result<ProcessResult, HarnessError> {
    let until = Instant::now() + most;
    #[cfg(not(target_os = "linux"))]
    let _ = hang;
    #[cfg(target_os = "linux")]
    let (streams, has_ended, end, starved) = if arena_choice::is_portable() {
        by_threads(words, until)?
    } else {
        by_poll(words, until, hang)?
    };
    #[cfg(not(target_os = "linux"))]
    let (streams, has_ended, end, starved) = by_threads(words, until)?;
    if is_interrupted() {
        return Err(HarnessError::Interrupted);
    }
    let [stdout, stderr] =
        streams.map(|kept| String::from_utf8_lossy(&kept.join().unwrap_or_default()).into_owned());
    Ok(ProcessResult {
        stdout,
        stderr,
        end: has_ended.then_some(end.death),
        left: end.left,
        starved,
    })
}

/// Collects its output and its standard error. Returns whether it ended by itself, how it ended, and how long it was starved.
type WatchedJudge = ([JoinHandle<Vec<u8>>; 2], bool, ExitReport, Duration);

/// The longest time between two looks at a judge.
const LOOK: Duration = Duration::from_millis(250);

/// How long to wait before the next look; `None`: its time is over.
fn left(until: Instant) -> Option<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    (!left.is_zero() && !is_interrupted()).then_some(left.min(LOOK))
}

fn by_threads(words: &[String], until: Instant) -> Result<WatchedJudge, HarnessError> {
    let (bell, ear) = Notifier::new();
    let (mut judge, (stdin, stdout, stderr)) = portable::spawn(words, apart(words), &bell)?;
    drop(stdin);
    let streams = [kept(Some(stdout))?, kept(stderr)?];
    let mut has_ended = false;
    while let Some(left) = left(until).filter(|_| !has_ended) {
        ear.hears(left);
        has_ended = judge.has_ended(true) == Some(true);
    }
    let end = judge.end_within(has_ended, PATIENCE);
    Ok((streams, has_ended, end, Duration::ZERO))
}

#[cfg(target_os = "linux")]
fn by_poll(
    words: &[String],
    until: Instant,
    hang: Option<&HangRule>,
) -> Result<WatchedJudge, HarnessError> {
    use rustix::event::{PollFd, PollFlags};
    let (mut judge, (stdin, stdout, stderr)) =
        super::child_process::ChildProcess::start(words, &[], None)?;
    drop(stdin);
    let streams = [
        kept(Some(std::fs::File::from(stdout)))?,
        kept(stderr.map(std::fs::File::from))?,
    ];
    let mut has_ended = false;
    let mut waits = FamilyWaits::default();
    let mut last = hang.map(|rule| LastDeed {
        rule,
        passed: Instant::now(),
        at: Instant::now(),
        logged: 0,
        wanted: Duration::ZERO,
    });
    let (mut until, mut suspension) = (
        until,
        Suspension::of(judge.number(), until - Instant::now()),
    );
    while let Some(left) = left(until).filter(|_| !has_ended) {
        waits.look(&judge.members());
        let gone = suspension.look();
        until += gone;
        if let Some(last) = &mut last {
            last.leave_out(gone);
        }
        if (last.as_mut()).is_some_and(|last| last.is_long_ago(waits.wanted())) {
            break;
        }
        let pidfd = judge
            .end_of_program()
            .map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN));
        let mut fds: Vec<PollFd<'_>> = pidfd.into_iter().collect();
        has_ended = super::pipes::wait_for(&mut fds, Some(left))?.is_some_and(|count| count > 0);
    }
    // Processes that end as soon as their judge has ended do not count as left running.
    if has_ended {
        soon(PATIENCE, || judge.members().len() <= 1);
    }
    waits.look(&judge.members());
    let end = judge.end(has_ended);
    Ok((streams, has_ended, end, waits.total() + suspension.total))
}

/// Reads a stream to its end, so that its writer never waits, and keeps its beginning.
fn kept(from: Option<impl Read + Send + 'static>) -> std::io::Result<JoinHandle<Vec<u8>>> {
    std::thread::Builder::new().spawn(move || {
        let mut kept = Vec::new();
        if let Some(mut from) = from {
            let _ = from.by_ref().take(KEPT).read_to_end(&mut kept);
            let _ = std::io::copy(&mut from, &mut std::io::sink());
        }
        kept
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::run;
    use std::time::Duration;

    /// It would have ended in time; somebody suspends it for longer than it has.
    #[test]
    fn a_suspended_judge_has_its_time_afterwards() {
        let script =
            "(sleep 0.3; kill -STOP $$; sleep 1.6; kill -CONT $$) & sleep 0.6; echo done; wait";
        let words = ["/bin/sh", "-c", script].map(str::to_string);
        let ran = run(&words, Duration::from_millis(1500), None).expect("it runs");
        assert_eq!((&ran.stdout[..], ran.end.is_some()), ("done\n", true));
        assert!(
            ran.starved > Duration::from_millis(800),
            "{:?}",
            ran.starved
        );
    }

    /// One that stops itself hangs.
    #[test]
    fn a_judge_that_stays_suspended_is_ended() {
        let words = ["/bin/sh", "-c", "kill -STOP $$"].map(str::to_string);
        let ran = run(&words, Duration::from_millis(700), None).expect("it runs");
        assert!(ran.end.is_none());
    }
}
