//! Where the time of an awaited program goes, by looks at the kernel's accounts.
//!
//! Of the time between two looks, as much counts as computing as its CPU time grew, and as much as waiting for a CPU as the
//! kernel counted. The rest counts as what the second look finds the program doing.

use super::stall::{PROGRESS, ran_and_waited, threads};
use super::system::{Pid, state};
use crate::params::Ms;
use crate::transcript::{Spending, TimeSpent};
use std::time::{Duration, Instant};

/// When a program that has not answered is first looked at. The time of shorter answers is not split up.
pub const FIRST_LOOK: Duration = Duration::from_millis(5);

/// The findings of a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// CPU time of the program so far, with all its threads and processes.
    pub cpu: Duration,
    /// How long its living threads have waited for a CPU so far; `None`: the system does not tell.
    pub waited: Option<Duration>,
    /// What it is doing.
    pub doing: Doing,
    /// Time so far in which the judge was kept from running.
    pub lost: Duration,
}

/// What the threads of a program are doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// At least one has a CPU or wants one.
    Running,
    /// All of them are stopped.
    Stopped,
    /// Anything else.
    Sleeping,
}

impl Seen {
    /// Looks at these processes now; nothing where there are none.
    pub fn now(members: &[Pid], cpu: Duration, lost: Duration) -> Option<Seen> {
        let threads: Vec<_> = threads(members).collect();
        let states: Vec<char> = threads.iter().filter_map(|thread| state(thread)).collect();
        let doing = match () {
            () if states.contains(&'R') => Doing::Running,
            () if !states.is_empty() && states.iter().all(|state| matches!(state, 'T' | 't')) => Doing::Stopped,
            () => Doing::Sleeping,
        };
        let waits: Vec<u64> = threads.iter().filter_map(|thread| Some(ran_and_waited(thread)?[1])).collect();
        let waited = (!waits.is_empty()).then(|| Duration::from_nanos(waits.iter().sum()));
        (!members.is_empty()).then_some(Seen { cpu, waited, doing, lost })
    }
}

/// The watch over one answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    /// When the judge began to wait, and the time that it had lost by then.
    since: Option<(Instant, Duration)>,
    /// The latest look.
    last: Option<(Instant, Seen)>,
    parts: [Duration; 7],
    /// CPU time since the first look.
    cpu: Duration,
    /// Waits that the kernel has not counted, since they still last.
    presumed: Duration,
    hides_waits: bool,
}

impl Watch {
    /// The judge begins to wait.
    pub fn begin(&mut self, now: Instant, lost: Duration) {
        *self = Watch { since: Some((now, lost)), ..Watch::default() };
    }

    /// When the first look is due; `None`: there was one.
    pub fn first_look(&self) -> Option<Instant> {
        self.since.filter(|_| self.last.is_none()).map(|(since, _)| since + FIRST_LOOK)
    }

    /// Nothing can be seen of this program, so no first look is due any more.
    pub fn give_up(&mut self) {
        self.since = None;
    }

    /// True after the first look.
    pub fn has_begun(&self) -> bool {
        self.last.is_some()
    }

    /// Takes a look. The time before the first look counts as what that look finds.
    pub fn look(&mut self, now: Instant, seen: Seen) {
        let Some((since, lost)) = self.since else { return };
        let (from, before) = self.last.unwrap_or((since, Seen { lost, ..seen }));
        let is_first = self.last.is_none();
        self.last = Some((now, seen));
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
        give(Spending::Computing, cpu);
        let counted = seen.waited.zip(before.waited).map_or(Duration::ZERO, |(now, then)| now.saturating_sub(then));
        self.hides_waits |= seen.waited.is_none() && seen.doing == Doing::Running;
        let known = self.presumed.min(counted);
        self.presumed -= known;
        give(Spending::Waiting, counted - known);
        give(Spending::Judge, seen.lost.saturating_sub(before.lost));
        match seen.doing {
            Doing::Running if is_first => give(Spending::Computing, Duration::MAX),
            // It wants a CPU and has had none since the last look. The kernel has not counted this wait yet.
            Doing::Running if cpu < PROGRESS && seen.waited.is_some() => {
                let wait = give(Spending::Waiting, Duration::MAX);
                self.presumed += wait;
                wait
            }
            Doing::Stopped => give(Spending::Stopped, Duration::MAX),
            Doing::Running | Doing::Sleeping => give(Spending::Asleep, Duration::MAX),
        };
    }

    /// Where the time went up to the last look. `stolen`: the time that the machine's host took meanwhile. To a look, that time
    /// seems like an uncounted wait, or like sleep.
    pub fn spent(&self, stolen: Duration) -> Option<TimeSpent> {
        self.last?;
        let mut parts = self.parts;
        let (mut left, mut host) = (stolen, Duration::ZERO);
        for (from, most) in [(Spending::Waiting, self.presumed), (Spending::Asleep, Duration::MAX)] {
            let taken = left.min(most).min(parts[from as usize]);
            parts[from as usize] -= taken;
            left -= taken;
            host += taken;
        }
        parts[Spending::Host as usize] += host;
        let micros: Vec<_> = Spending::ALL.into_iter().map(|of| (of, parts[of as usize].as_micros() as u64)).collect();
        let mut spent = TimeSpent::of_micros(&micros);
        let in_parallel = self.cpu > parts[Spending::Computing as usize].mul_f64(1.2) + FIRST_LOOK;
        spent.cpu = in_parallel.then_some(Ms(self.cpu.as_millis() as u64));
        spent.hides_waits = self.hides_waits;
        Some(spent)
    }
}
