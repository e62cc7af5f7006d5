//! Waits that only the other end of a pipe can end: a write to a pipe that is full, the opening of a named pipe. The system begins
//! such a call again after a signal, so each is made in a thread of its own, and whoever waits for the thread sees the signal.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use stickler_arena::process_players::is_interrupted;
use stickler_arena::threads::locked;

/// True once signals are flags; until then they end this program as usual.
static WATCHES: AtomicBool = AtomicBool::new(false);

/// How often a signal is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// How long all waits for one place may take together after a signal.
const GRACE: Duration = Duration::from_millis(400);

/// The stream that a wait is for. Each has a grace of its own: where nobody reads one stream, the other still says why.
#[derive(Clone, Copy)]
pub(crate) enum WaitFor {
    Output,
    Errors,
    File,
}

/// From now on a signal ends the waits, and not this program.
pub(crate) fn signals_are_flags() {
    WATCHES.store(true, Ordering::Relaxed);
}

/// The result of this work; `None`: a signal came, and the work was not done in time after it.
pub(crate) fn unless_interrupted<T: Send + 'static>(
    what: WaitFor,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    if !WATCHES.load(Ordering::Relaxed) {
        return Some(work());
    }
    let (sender, receiver) = mpsc::channel();
    let work = Arc::new(Mutex::new(Some(work)));
    let own = Arc::clone(&work);
    let run = move || {
        let work = locked(&own).take();
        let _ = work.map(|work| sender.send(work()));
    };
    // Where no thread can be had, it is done here.
    if std::thread::Builder::new().spawn(run).is_err() {
        let work = locked(&work).take();
        return work.map(|work| work());
    }
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(done) => return Some(done),
            Err(RecvTimeoutError::Timeout) if !is_interrupted() || grace_is_left(what) => {}
            Err(_) => return None,
        }
    }
}

/// Does work with a file, which a signal can interrupt. An ordinary file keeps nobody waiting.
pub(crate) fn with_file<T: Send + 'static>(
    path: &Path,
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> std::io::Result<T> {
    if path.metadata().map_or(true, |file| file.is_file()) {
        return work();
    }
    unless_interrupted(WaitFor::File, work).unwrap_or_else(|| Err(interrupted()))
}

/// The error of a wait that a signal ended.
pub(crate) fn interrupted() -> std::io::Error {
    std::io::Error::other("interrupted while nobody was at the other end of the pipe")
}

fn grace_is_left(what: WaitFor) -> bool {
    static SEEN: [OnceLock<Instant>; 3] = [const { OnceLock::new() }; 3];
    let seen = &SEEN[what as usize];
    seen.get_or_init(Instant::now).elapsed() < GRACE
}
