//! How far a long run is: a bar on a terminal, and elsewhere, as in CI, a plain line every so often.

use super::common::{self, remark};
use indicatif::ProgressBar;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use stickler_arena::threads::locked;

/// How often a plain line comes.
const EVERY: Duration = Duration::from_secs(15);

/// A run of so many games.
pub(crate) struct Progress {
    bar: ProgressBar,
    of: u64,
    /// The unit that is counted: `games`.
    what: &'static str,
    /// Nothing begins after this time.
    time_box: Option<Duration>,
    /// Since when, and from which game on, the pace is measured.
    pace: Mutex<(Instant, u64)>,
    told: Mutex<Instant>,
}

impl Progress {
    /// `before` of them were played in an earlier run.
    pub(crate) fn new(
        what: &'static str,
        of: usize,
        before: usize,
        time_box: Option<Duration>,
    ) -> Progress {
        let (of, before) = (of as u64, before as u64);
        let bar = common::bar("{bar:30} {msg}", of);
        bar.set_position(before);
        Progress {
            bar,
            of,
            what,
            time_box,
            pace: Mutex::new((Instant::now(), before)),
            told: Mutex::new(Instant::now()),
        }
    }

    /// A search, of which nobody knows how many games it has.
    pub(crate) fn searching(time: Duration) -> Progress {
        Progress {
            bar: common::bar("{spinner} {msg}", 0),
            of: 0,
            what: "games",
            time_box: Some(time),
            pace: Mutex::new((Instant::now(), 0)),
            told: Mutex::new(Instant::now()),
        }
    }

    /// One more game of a search was played; `news`: what it has brought so far.
    pub(crate) fn searched(&self, news: &str) {
        self.bar.inc(1);
        let text = format!("searching: game {}, {news}", self.bar.position());
        self.tell(text);
    }

    /// One more was played; `unmet`: how many clauses nothing has put to the test yet, where these are counted.
    pub(crate) fn step(&self, unmet: Option<usize>) {
        self.bar.inc(1);
        let (done, elapsed) = (self.bar.position(), self.bar.elapsed());
        let to_go = self.of.saturating_sub(done);
        let (since, from) = *locked(&self.pace);
        let now = done.saturating_sub(from);
        // If it goes on like this; no longer than until the end of the time box.
        let left = since.elapsed().mul_f64(to_go as f64 / now.max(1) as f64);
        let left = self
            .time_box
            .map_or(left, |time_box| left.min(time_box.saturating_sub(elapsed)));
        let is_late = self.time_box.is_some_and(|time_box| elapsed > time_box);
        if is_late && to_go > 0 {
            let (of, what) = (self.of, self.what);
            return self.tell(format!(
                "{done} of {of} {what}; no more begin, and those that run are played to their end"
            ));
        }
        self.tell(line(done, self.of, self.what, unmet, left));
    }

    /// One more was played, which took longer than most: it tells nothing of those to come.
    pub(crate) fn long_step(&self) {
        self.bar.inc(1);
        let done = self.bar.position();
        *locked(&self.pace) = (Instant::now(), done);
        self.tell(format!("{done} of {} {}", self.of, self.what));
    }

    fn tell(&self, text: String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(text);
            return;
        }
        let mut told = locked(&self.told);
        if told.elapsed() >= EVERY {
            *told = Instant::now();
            remark(&text);
        }
    }

    /// The run is over: the bar goes away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// How far a run is, in words.
fn line(done: u64, of: u64, what: &str, unmet: Option<usize>, left: Duration) -> String {
    let unmet = match unmet {
        None => String::new(),
        Some(0) => ", every clause has come up".into(),
        Some(1) => ", 1 clause has not come up yet".into(),
        Some(count) => format!(", {count} clauses have not come up yet"),
    };
    format!(
        "{done} of {of} {what}{unmet}, about {} s to go",
        left.as_secs()
    )
}

/// How many games are played at the same time: as many as somebody says, or the usual number, which is told if it is more than one.
pub(crate) fn jobs(given: Option<u16>) -> u16 {
    let said = given.or_else(|| std::env::var("STICKLER_JOBS").ok()?.parse().ok());
    said.unwrap_or_else(|| {
        let jobs = usual_jobs();
        if jobs > 1 {
            remark(&format!(
                "plays {jobs} games at a time, on {} CPUs; --jobs 1 plays one after the other",
                cpus()
            ));
        }
        jobs
    })
}

/// One game for two CPUs that nothing else uses, so that a bot and its judge never wait for each other's CPU.
pub(crate) fn usual_jobs() -> u16 {
    ((cpus() as f64 - load().unwrap_or(0.0)) / 2.0).clamp(1.0, 64.0) as u16
}

pub(crate) fn cpus() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How many programs wanted a CPU in the last minute; `None`: this system does not tell it.
pub(crate) fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg")
        .ok()?
        .split(' ')
        .next()?
        .parse()
        .ok()
}
