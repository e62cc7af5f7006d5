//! Where the time of an awaited program goes, by looks at the kernel's accounts.
//!
//! Of the time between two looks, as much counts as computing as its CPU time grew, and as much as waiting for a CPU as the
//! kernel counted. Threads that compute side by side count once. The rest counts as what the second look finds the program
//! doing. If a thread has come and gone meanwhile, its wait is in no account any more: the rest then counts as waiting for as
//! long as programs of this machine waited for a CPU.

use super::stall::{PROGRESS, Pressure, ran_and_waited, threads};
use super::system::{Pid, state};
use std::time::{Duration, Instant};
use stickler::params::Ms;
use stickler::transcript::{Spending, TimeSpent};

/// When a program that has not answered is first looked at. The time of shorter answers is not split up.
pub(crate) const FIRST_LOOK: Duration = Duration::from_millis(5);

/// The findings of a look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sample {
    /// CPU time of the program so far, with all its threads and processes.
    pub cpu: Duration,
    /// The living threads; empty where the system does not tell of them.
    pub threads: Vec<ThreadAccount>,
    /// How many CPUs it may have at once.
    pub cpus: usize,
    /// How long programs of this machine have waited for a CPU so far; `None`: the system does not tell.
    pub pressure: Option<Duration>,
    /// The activity.
    pub doing: Doing,
    /// Time so far in which the judge was kept from running.
    pub lost: Duration,
}

/// The kernel's account of one living thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ThreadAccount {
    /// The number.
    pub id: u64,
    /// CPU time so far.
    pub ran: Duration,
    /// Time so far in which it waited for a CPU.
    pub waited: Duration,
}

/// Activity of the threads of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doing {
    /// At least one has a CPU or wants one.
    Running,
    /// All of them are stopped.
    Stopped,
    /// Anything else.
    Sleeping,
}

impl Sample {
    /// Looks at these processes now; nothing where there are none.
    pub(crate) fn now(members: &[Pid], cpu: Duration, lost: Duration) -> Option<Sample> {
        let threads: Vec<_> = threads(members).collect();
        let states: Vec<char> = threads.iter().filter_map(|thread| state(thread)).collect();
        let doing = match () {
            () if states.contains(&'R') => Doing::Running,
            () if !states.is_empty() && states.iter().all(|state| matches!(state, 'T' | 't')) => {
                Doing::Stopped
            }
            () => Doing::Sleeping,
        };
        let account = |thread: &std::path::PathBuf| {
            let [ran, waited] = ran_and_waited(thread)?.map(Duration::from_nanos);
            let id = thread.file_name()?.to_str()?.parse().ok()?;
            Some(ThreadAccount { id, ran, waited })
        };
        let threads = threads.iter().filter_map(account).collect();
        let (pressure, cpus) = (Pressure::total(), allowed_cpus(members.first().copied()));
        (!members.is_empty()).then_some(Sample {
            cpu,
            threads,
            cpus,
            pressure,
            doing,
            lost,
        })
    }

    /// The CPU time of each thread since then; the first is that of all threads that are gone.
    fn ran_since(&self, then: &Sample) -> Vec<Duration> {
        let before = |id: u64| then.threads.iter().find(|thread| thread.id == id);
        let grown = |thread: &ThreadAccount| {
            thread
                .ran
                .saturating_sub(before(thread.id).map_or(Duration::ZERO, |before| before.ran))
        };
        let living: Vec<Duration> = self.threads.iter().map(grown).collect();
        let gone = self
            .cpu
            .saturating_sub(then.cpu)
            .saturating_sub(living.iter().sum());
        std::iter::once(gone).chain(living).collect()
    }

    /// How long it has computed since then, had nobody else taken a CPU: as long as its busiest thread, and at least as long as the
    /// CPUs that it may have need for all of its threads.
    fn computed_since(&self, then: &Sample) -> Duration {
        let ran = self.ran_since(then);
        let at_once = ran
            .iter()
            .filter(|ran| **ran >= PROGRESS)
            .count()
            .clamp(1, self.cpus.max(1));
        let busiest = ran.iter().max().copied().unwrap_or_default();
        busiest.max(self.cpu.saturating_sub(then.cpu) / at_once as u32)
    }

    /// The last look at a program of which no process lives any more.
    pub(crate) fn of_the_gone(cpu: Duration, lost: Duration) -> Sample {
        let pressure = Pressure::total();
        Sample {
            cpu,
            threads: Vec::new(),
            cpus: allowed_cpus(None),
            pressure,
            doing: Doing::Sleeping,
            lost,
        }
    }

    /// How long the threads that live now have waited for a CPU since then; `None`: the system does not tell.
    fn waited_since(&self, then: &Sample) -> Option<Duration> {
        let before = |id: u64| then.threads.iter().find(|thread| thread.id == id);
        let grown = |thread: &ThreadAccount| {
            thread
                .waited
                .saturating_sub(before(thread.id).map_or(Duration::ZERO, |before| before.waited))
        };
        (!self.threads.is_empty()).then(|| self.threads.iter().map(grown).sum())
    }

    /// True where a thread that had a CPU since then is gone, or where one is that was there.
    fn has_lost_a_thread_since(&self, then: &Sample) -> bool {
        let now = |id: u64| self.threads.iter().find(|thread| thread.id == id);
        then.threads.iter().any(|thread| now(thread.id).is_none())
            || self.ran_since(then)[0] > PROGRESS
    }
}

/// How many CPUs this program may have at once.
fn allowed_cpus(program: Option<Pid>) -> usize {
    #[cfg(target_os = "linux")]
    if let Some(set) =
        program.and_then(|program| rustix::thread::sched_getaffinity(Some(program)).ok())
    {
        return set.count() as usize;
    }
    let _ = program;
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The watch over one answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    /// When the judge began to wait, and the time that it had lost by then.
    since: Option<(Instant, Duration)>,
    /// The latest look.
    last: Option<(Instant, Sample)>,
    parts: [Duration; 7],
    /// CPU time since the first look.
    cpu: Duration,
    /// Waits that the kernel has not counted, since they still last.
    presumed: Duration,
    hides_waits: bool,
}

impl Watch {
    /// The judge begins to wait.
    pub(crate) fn begin(&mut self, now: Instant, lost: Duration) {
        *self = Watch {
            since: Some((now, lost)),
            ..Watch::default()
        };
    }

    /// When the first look is due; `None`: there was one.
    pub(crate) fn first_look(&self) -> Option<Instant> {
        self.since
            .filter(|_| self.last.is_none())
            .map(|(since, _)| since + FIRST_LOOK)
    }

    /// Nothing can be seen of this program, so no first look is due any more.
    pub(crate) fn give_up(&mut self) {
        self.since = None;
    }

    /// True after the first look.
    pub(crate) fn has_begun(&self) -> bool {
        self.last.is_some()
    }

    /// Takes a look. The time before the first look counts as what that look finds.
    pub(crate) fn look(&mut self, now: Instant, seen: Sample) {
        let Some((since, lost)) = self.since else {
            return;
        };
        let is_first = self.last.is_none();
        let (from, before) = self.last.take().unwrap_or_else(|| {
            (
                since,
                Sample {
                    lost,
                    ..seen.clone()
                },
            )
        });
        let mut rest = now.saturating_duration_since(from);
        let parts = &mut self.parts;
        let mut give = |spending: Spending, time: Duration| {
            let given = time.min(rest);
            parts[spending as usize] += given;
            rest -= given;
            given
        };
        let cpu = seen.cpu.saturating_sub(before.cpu);
        self.cpu += cpu;
        give(Spending::Computing, seen.computed_since(&before));
        let counted = seen.waited_since(&before).unwrap_or_default();
        self.hides_waits |= seen.threads.is_empty() && seen.doing == Doing::Running;
        let known = self.presumed.min(counted);
        self.presumed -= known;
        give(Spending::Waiting, counted - known);
        give(Spending::Judge, seen.lost.saturating_sub(before.lost));
        if seen.has_lost_a_thread_since(&before) {
            let pressed = seen
                .pressure
                .zip(before.pressure)
                .map_or(Duration::ZERO, |(now, then)| now.saturating_sub(then));
            give(Spending::Waiting, pressed.saturating_sub(counted));
        }
        match seen.doing {
            Doing::Running if is_first => give(Spending::Computing, Duration::MAX),
            // It wants a CPU and has had none since the last look. The kernel has not counted this wait yet.
            Doing::Running if cpu < PROGRESS && !seen.threads.is_empty() => {
                let wait = give(Spending::Waiting, Duration::MAX);
                self.presumed += wait;
                wait
            }
            Doing::Stopped => give(Spending::Stopped, Duration::MAX),
            Doing::Running | Doing::Sleeping => give(Spending::Asleep, Duration::MAX),
        };
        self.last = Some((now, seen));
    }

    /// The parts up to the last look. `stolen`: the time that the machine's host took meanwhile. To a look, that time seems like an
    /// uncounted wait, or like sleep.
    fn parts(&self, stolen: Duration) -> [Duration; 7] {
        let mut parts = self.parts;
        let (mut left, mut host) = (stolen, Duration::ZERO);
        for (from, most) in [
            (Spending::Waiting, self.presumed),
            (Spending::Asleep, Duration::MAX),
        ] {
            let taken = left.min(most).min(parts[from as usize]);
            parts[from as usize] -= taken;
            left -= taken;
            host += taken;
        }
        parts[Spending::Host as usize] += host;
        parts
    }

    /// How much of the time up to the last look the machine, its host or the judge took.
    pub(crate) fn taken(&self, stolen: Duration) -> Duration {
        let parts = self.parts(stolen);
        [Spending::Waiting, Spending::Host, Spending::Judge]
            .into_iter()
            .map(|of| parts[of as usize])
            .sum()
    }

    /// Where the time went up to the last look.
    pub(crate) fn spent(&self, stolen: Duration) -> Option<TimeSpent> {
        self.last.as_ref()?;
        let parts = self.parts(stolen);
        let micros: Vec<_> = Spending::ALL
            .into_iter()
            .map(|of| (of, parts[of as usize].as_micros() as u64))
            .collect();
        let mut spent = TimeSpent::of_micros(&micros);
        let in_parallel = self.cpu > parts[Spending::Computing as usize].mul_f64(1.2) + FIRST_LOOK;
        spent.cpu = in_parallel.then_some(Ms(self.cpu.as_millis() as u64));
        spent.hides_waits = self.hides_waits;
        Some(spent)
    }
}

#[cfg(test)]
mod tests;
