//! How much of a wait was the machine's: time in which the table, or the program it waits for, was kept from running.

use std::fs;
use std::time::{Duration, Instant};

/// Longest time between two looks at the clock.
const BEAT: Duration = Duration::from_millis(50);
/// What an ordinary wake-up may take.
const TOLERANCE: Duration = Duration::from_millis(5);

/// Looks at the clock at least every beat, and adds up by how much the looks came too late.
#[derive(Debug, Default)]
pub(super) struct Pulse {
    due: Option<Instant>,
    /// Time in which this process was kept from looking.
    pub(super) lost: Duration,
}

impl Pulse {
    /// Begins to watch.
    pub(super) fn begin(&mut self) {
        self.due = None;
    }

    /// A look at the clock.
    pub(super) fn look(&mut self, now: Instant) {
        let late = self.due.map_or(Duration::ZERO, |due| now.saturating_duration_since(due));
        if late > TOLERANCE {
            self.lost += late;
        }
    }

    /// When to look again, if nothing happens before `until`.
    pub(super) fn next(&mut self, now: Instant, until: Instant) -> Instant {
        let next = until.min(now + BEAT).max(now);
        self.due = Some(next);
        next
    }
}

/// How long a process group was kept waiting for a CPU that others had: the longest wait of one of its threads, less the
/// CPU time of all others of the group, for which it may have waited by its own doing.
pub(super) fn starved(group: u32) -> Duration {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ours = processes.map(|entry| entry.path()).filter(|path| group_of(path) == Some(group));
    let threads = ours.flat_map(|path| fs::read_dir(path.join("task")).into_iter().flatten().flatten());
    let accounts: Vec<[u64; 2]> = threads.filter_map(|thread| ran_and_waited(&thread.path())).collect();
    let all: u64 = accounts.iter().map(|[ran, _]| ran).sum();
    let longest = accounts.iter().max_by_key(|[_, waited]| *waited);
    Duration::from_nanos(longest.map_or(0, |[ran, waited]| waited.saturating_sub(all - ran)))
}

fn group_of(process: &std::path::Path) -> Option<u32> {
    let stat = fs::read_to_string(process.join("stat")).ok()?;
    // The name may hold anything; state, parent and group follow its last parenthesis.
    stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}

/// Nanoseconds on a CPU, and in line for one.
fn ran_and_waited(thread: &std::path::Path) -> Option<[u64; 2]> {
    let text = fs::read_to_string(thread.join("schedstat")).ok()?;
    let mut numbers = text.split_whitespace().map(|number| number.parse().ok());
    Some([numbers.next()??, numbers.next()??])
}
