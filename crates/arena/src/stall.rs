//! How much of a wait the machine took: time in which it kept the table, or the awaited program, from running.

use super::system::{Pid, state};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Longest time between two looks at the clock.
const BEAT: Duration = Duration::from_millis(50);
/// How late an ordinary wake-up may be.
const TOLERANCE: Duration = Duration::from_millis(5);

/// Looks at the clock at least once a beat, and adds up how long it was kept from it: how late these looks were, or how long this
/// thread waited for a CPU before them, whichever is longer.
#[derive(Debug, Default)]
pub struct LoopDelay {
    due: Option<Instant>,
    /// Time in which this process was kept from looking.
    pub lost: Duration,
    own: OwnWaits,
    /// Time lost when this thread's account was read for the last time.
    noted: Duration,
}

/// The kernel's account of how long this thread has waited for a CPU.
#[derive(Debug, Default)]
struct OwnWaits {
    account: Option<fs::File>,
    /// When it was read last, or the wait began, and what it said.
    read: Option<(Instant, Option<Duration>)>,
}

/// How often the own account is read, at most: a short turn does not pay for it.
const OWN_LOOK: Duration = Duration::from_millis(2);

impl OwnWaits {
    /// How much the account has grown since it was read for the last time; nothing if that is only a moment ago, at the first reading of
    /// a wait, or where the system does not tell.
    fn grown(&mut self, now: Instant) -> Option<Duration> {
        let (at, before) = *self.read.get_or_insert((now, None));
        if now.saturating_duration_since(at) < OWN_LOOK {
            return None;
        }
        if self.account.is_none() {
            self.account = fs::File::open("/proc/thread-self/schedstat").ok();
        }
        let waited = own_wait(self.account.as_ref()?)?;
        self.read = Some((now, Some(waited)));
        Some(waited.saturating_sub(before?))
    }
}

#[cfg(target_os = "linux")]
fn own_wait(account: &fs::File) -> Option<Duration> {
    let mut bytes = [0; 64];
    let len = rustix::io::pread(account, &mut bytes, 0).ok()?;
    let waited = std::str::from_utf8(&bytes[..len])
        .ok()?
        .split_whitespace()
        .nth(1)?;
    Some(Duration::from_nanos(waited.parse().ok()?))
}

#[cfg(not(target_os = "linux"))]
fn own_wait(_: &fs::File) -> Option<Duration> {
    None
}

impl LoopDelay {
    /// Starts now.
    pub fn begin(&mut self) {
        self.due = None;
        self.own.read = None;
        self.noted = self.lost;
    }

    /// A look at the clock.
    pub fn look(&mut self, now: Instant) {
        let late = self
            .due
            .map_or(Duration::ZERO, |due| now.saturating_duration_since(due));
        if late > TOLERANCE {
            self.lost += late;
        }
        if let Some(waited) = self.own.grown(now) {
            self.lost = self.lost.max(self.noted + waited);
            self.noted = self.lost;
        }
    }

    /// When to look again, if nothing happens before `until`.
    pub fn next(&mut self, now: Instant, until: Instant) -> Instant {
        let next = until.min(now + BEAT).max(now);
        self.due = Some(next);
        next
    }
}

/// Time between two glances at a program that is due. If the kernel takes longer to update its accounts, there is one glance
/// more.
pub(super) const GLANCE: Duration = Duration::from_millis(6);

/// The threads of a program that want a CPU, each with its CPU time, and the CPU time of the whole program. The kernel has not
/// yet counted the wait that these threads are in.
#[derive(Debug, Default)]
pub struct ProcStatSample {
    wanting: BTreeMap<PathBuf, u64>,
    /// The moment of the last glance, and the CPU time of the program then.
    seen: Option<(Instant, Duration)>,
}

/// A glance older than this is void: the program may have run since and be waiting again.
const OLD: Duration = GLANCE.saturating_mul(4);

impl ProcStatSample {
    /// Looks again. True if this is the first glance for a while, or if a thread still wants a CPU and no thread of the program
    /// has had one since the last glance. `cpu`: the CPU time of the whole program.
    pub fn finds_waiting(&mut self, members: &[Pid], cpu: Duration) -> bool {
        let now = Instant::now();
        let wanting = threads(members).filter(|thread| state(thread) == Some('R'));
        let wanting: BTreeMap<PathBuf, u64> = wanting
            .filter_map(|thread| Some((thread.clone(), ran_and_waited(&thread)?[0])))
            .collect();
        // If the program has run, a new thread may have waited for nothing but its own program.
        let is_waiting = match self.seen.filter(|(at, _)| now < *at + OLD) {
            None => !wanting.is_empty(),
            Some((_, before)) => {
                let still = wanting
                    .iter()
                    .any(|(thread, ran)| self.wanting.get(thread).is_none_or(|had| had == ran));
                still && cpu.saturating_sub(before) < PROGRESS
            }
        };
        (self.wanting, self.seen) = (wanting, Some((now, cpu)));
        is_waiting
    }

    /// Forgets what was seen.
    pub(super) fn forget(&mut self) {
        *self = ProcStatSample::default();
    }
}

/// CPU time by which a program that has a CPU advances between two glances at least.
pub(super) const PROGRESS: Duration = Duration::from_micros(500);

/// How long a program waited for a CPU that others had. `cpu`: its CPU time, with that of its ended threads and processes.
pub(super) fn starved(members: &[Pid], cpu: Duration) -> Duration {
    let accounts: Vec<[u64; 2]> = threads(members)
        .filter_map(|thread| ran_and_waited(&thread))
        .collect();
    longest_wait(&accounts, cpu)
}

/// How long the threads of programs have waited for a CPU, by looks now and then: also those that are gone by now.
#[cfg(target_os = "linux")]
#[derive(Debug, Default)]
pub(super) struct FamilyWaits(BTreeMap<PathBuf, [u64; 2]>);

#[cfg(target_os = "linux")]
impl FamilyWaits {
    /// Looks at these processes now.
    pub(super) fn look(&mut self, members: &[Pid]) {
        for thread in threads(members) {
            if let Some(times) = ran_and_waited(&thread) {
                self.0.insert(thread, times);
            }
        }
    }

    /// The sum of all times on a CPU and all waits for one.
    pub(super) fn wanted(&self) -> Duration {
        Duration::from_nanos(self.0.values().flatten().sum())
    }

    /// The sum of all waits.
    pub(super) fn total(&self) -> Duration {
        Duration::from_nanos(self.0.values().map(|[_, waited]| waited).sum())
    }
}

/// The longest wait, from the nanoseconds that each thread ran and waited: the longest wait, less the CPU time of all other threads.
/// Waiting for those is the program's own doing.
pub fn longest_wait(accounts: &[[u64; 2]], cpu: Duration) -> Duration {
    let all = accounts
        .iter()
        .map(|[ran, _]| ran)
        .sum::<u64>()
        .max(cpu.as_nanos() as u64);
    let longest = accounts.iter().max_by_key(|[_, waited]| *waited);
    Duration::from_nanos(longest.map_or(0, |[ran, waited]| waited.saturating_sub(all - ran)))
}

/// The time that the host of a virtual machine had taken from each CPU by one moment, in ticks since the machine was started.
#[derive(Debug)]
pub struct StealTime(pub Vec<u64>);

impl StealTime {
    /// Looks now; nothing where the system does not tell.
    pub fn now() -> StealTime {
        StealTime::of(&fs::read_to_string("/proc/stat").unwrap_or_default())
    }

    /// Reads the accounts of the kernel: the text of `/proc/stat`.
    pub fn of(accounts: &str) -> StealTime {
        let cpus = accounts
            .lines()
            .filter(|line| line.starts_with("cpu") && !line.starts_with("cpu "));
        let stolen = |cpu: &str| cpu.split_whitespace().nth(8)?.parse().ok();
        StealTime(cpus.map(|cpu| stolen(cpu).unwrap_or(0)).collect())
    }

    /// The most that the host has taken from one CPU since then. The program may have been on any of them.
    pub fn since(&self) -> Duration {
        time_of(self.until(&StealTime::now()), ticks_per_second())
    }

    /// In ticks.
    pub fn until(&self, now: &StealTime) -> u64 {
        self.0
            .iter()
            .zip(&now.0)
            .map(|(then, now)| now.saturating_sub(*then))
            .max()
            .unwrap_or(0)
    }
}

/// How long programs of this machine have waited for a CPU.
#[derive(Debug)]
pub struct Pressure;

impl Pressure {
    /// In all so far; `None`: the kernel does not tell.
    pub fn total() -> Option<Duration> {
        Pressure::of(&fs::read_to_string("/proc/pressure/cpu").ok()?)
    }

    /// Reads the kernel's line `some avg10=0.00 avg60=0.00 avg300=0.00 total=12345`, in microseconds.
    pub fn of(accounts: &str) -> Option<Duration> {
        let total = accounts
            .lines()
            .find(|line| line.starts_with("some "))?
            .rsplit_once("total=")?
            .1;
        Some(Duration::from_micros(total.trim().parse().ok()?))
    }
}

fn ticks_per_second() -> u64 {
    #[cfg(target_os = "linux")]
    return rustix::param::clock_ticks_per_second();
    #[cfg(not(target_os = "linux"))]
    100
}

/// Ticks as a time, by the number of ticks in a second.
pub fn time_of(ticks: u64, a_second: u64) -> Duration {
    Duration::from_secs(ticks) / a_second.max(1) as u32
}

/// The folders of all threads of these processes.
pub(super) fn threads(members: &[Pid]) -> impl Iterator<Item = PathBuf> {
    let tasks = members.iter().flat_map(|member| {
        fs::read_dir(format!("/proc/{member}/task"))
            .into_iter()
            .flatten()
    });
    tasks.flatten().map(|entry| entry.path())
}

/// Nanoseconds on a CPU, and nanoseconds waiting for one.
pub(super) fn ran_and_waited(thread: &Path) -> Option<[u64; 2]> {
    let text = fs::read_to_string(thread.join("schedstat")).ok()?;
    let mut numbers = text.split_whitespace().map(|number| number.parse().ok());
    Some([numbers.next()??, numbers.next()??])
}

/// A thread that looks at the clock again and again: a gap shows that this process, or the whole machine, stood still.
#[derive(Debug)]
pub struct Heartbeat {
    start: Instant,
    shared: Arc<Beats>,
}

#[derive(Debug, Default)]
struct Beats {
    /// Microseconds of all gaps so far, and of the latest beat since the start.
    gaps: AtomicU64,
    latest: AtomicU64,
    is_over: AtomicBool,
}

/// A longer time between two beats is a gap.
const GAP: Duration = Duration::from_millis(250);

impl Heartbeat {
    /// Begins to beat, until it is dropped.
    pub fn start() -> Heartbeat {
        let heartbeat = Heartbeat {
            start: Instant::now(),
            shared: Arc::default(),
        };
        let (start, shared) = (heartbeat.start, Arc::clone(&heartbeat.shared));
        let beat = move || {
            while !shared.is_over.load(Ordering::Relaxed) {
                std::thread::sleep(BEAT);
                shared.beat(start.elapsed());
            }
        };
        // Without it a gap is seen as soon as somebody asks.
        let _ = std::thread::Builder::new().spawn(beat);
        heartbeat
    }

    /// How long this process has stood still so far.
    pub fn stood_still(&self) -> Duration {
        let since = self.start.elapsed().saturating_sub(Duration::from_micros(
            self.shared.latest.load(Ordering::SeqCst),
        ));
        let before = Duration::from_micros(self.shared.gaps.load(Ordering::SeqCst));
        before + if since > GAP { since } else { Duration::ZERO }
    }
}

impl Beats {
    fn beat(&self, now: Duration) {
        let now = now.as_micros() as u64;
        let since = now.saturating_sub(self.latest.load(Ordering::SeqCst));
        if since > GAP.as_micros() as u64 {
            self.gaps.fetch_add(since, Ordering::SeqCst);
        }
        self.latest.store(now, Ordering::SeqCst);
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
