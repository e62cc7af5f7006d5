//! A mark by which a test finds the processes that it started, and nobody else's.

use rustix::process::{Pid, Signal, kill_process};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A number that no other test of this machine has. As seconds to sleep it is longer than any test. What still runs under it when
/// the test is over, green or red, is ended.
pub(crate) struct Mark(u64);

impl Mark {
    pub(crate) fn new() -> Mark {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let micros = now.map_or(0, |since| since.subsec_micros());
        let number = NEXT.fetch_add(1, Ordering::Relaxed) % 1000;
        Mark((u64::from(std::process::id()) * 1_000_000 + u64::from(micros)) * 1000 + number)
    }

    /// The processes with this mark as a word, or within one, of their command lines. A zombie has none.
    fn processes(&self) -> impl Iterator<Item = (Pid, Vec<u8>)> {
        let mark = self.0.to_string().into_bytes();
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let others = numbers.filter(|number| *number != std::process::id() as i32);
        others.filter_map(move |number| {
            let words = std::fs::read(format!("/proc/{number}/cmdline")).ok()?;
            let has_mark = words.windows(mark.len()).any(|part| part == mark);
            has_mark.then_some((Pid::from_raw(number)?, words))
        })
    }

    /// How many processes `sleep MARK` there are.
    pub(crate) fn sleeping(&self) -> usize {
        let words = format!("sleep\u{0}{self}\u{0}");
        let is_asleep = |(_, line): &(Pid, Vec<u8>)| line.ends_with(words.as_bytes());
        self.processes().filter(is_asleep).count()
    }

    /// How many processes have it in their command lines.
    pub(crate) fn running(&self) -> usize {
        self.processes().count()
    }

    /// True as soon as none of them runs, at most half a minute later.
    pub(crate) fn are_gone(&self) -> bool {
        self.left().is_empty()
    }

    /// Those that still run after half a minute. Returns as soon as there are none.
    pub(crate) fn left(&self) -> Vec<Left> {
        let until = Instant::now() + Duration::from_secs(30);
        while self.running() > 0 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        let told = |(pid, words): (Pid, Vec<u8>)| {
            let about = |file: &str| {
                let path = format!("/proc/{}/{file}", pid.as_raw_nonzero());
                std::fs::read_to_string(path).unwrap_or_default()
            };
            let status = about("status");
            let is_told = |line: &&str| line.starts_with("State:") || line.starts_with("PPid:");
            Left {
                words: String::from_utf8_lossy(&words).replace('\0', " "),
                status: status.lines().filter(is_told).map(str::to_string).collect(),
                waits_in: about("wchan"),
            }
        };
        self.processes().map(told).collect()
    }
}

/// A process that should be gone.
#[derive(Debug)]
#[allow(dead_code, reason = "a failure shows all of it")]
pub(crate) struct Left {
    pub(crate) words: String,
    /// Its state and its parent.
    status: Vec<String>,
    /// The kernel's name of what it waits for.
    waits_in: String,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        for (process, _) in self.processes() {
            // It may have ended meanwhile.
            let _ = kill_process(process, Signal::KILL);
        }
    }
}
