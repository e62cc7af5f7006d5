//! A judge under test, as a program: it runs until it ends or its time is over, and is ended with all that it has started.

use super::body::{Body, Own};
use super::process::interrupted;
use super::table::HarnessError;
use crate::referee::Death;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::process::{getpid, set_child_subreaper};
use std::io::Read;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What is kept of each of its streams, in bytes.
const KEPT: u64 = 1 << 20;

/// How long its bots may take to end after it.
const PATIENCE: Duration = Duration::from_secs(1);

/// How a judge's run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// What it printed, from its beginning.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
    /// How it ended; `None`: its time was over.
    pub end: Option<Death>,
    /// Processes that it left running.
    pub left: usize,
}

/// Runs a judge for so long at most.
pub fn run(words: &[String], most: Duration) -> Result<Ran, HarnessError> {
    set_child_subreaper(Some(getpid()))?;
    let (mut judge, (stdin, stdout, stderr)) = Own::start(words, true)?;
    drop(stdin);
    let (stdout, stderr) = (kept(stdout), stderr.map(kept));
    let until = Instant::now() + most;
    let mut has_ended = false;
    while !has_ended && !interrupted().load(Ordering::Relaxed) {
        let left = until.saturating_duration_since(Instant::now()).min(Duration::from_secs(1));
        let pidfd = judge.end_of_program().map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN));
        let mut fds: Vec<PollFd<'_>> = pidfd.into_iter().collect();
        let timeout = Timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos() as _ };
        match poll(&mut fds, Some(&timeout)) {
            Ok(count) => has_ended = count > 0,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        if left.is_zero() {
            break;
        }
    }
    // What ends at once when its judge has ended was not left behind.
    let patience = Instant::now() + PATIENCE;
    while has_ended && judge.members().len() > 1 && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(2));
    }
    let end = judge.end(has_ended);
    if interrupted().load(Ordering::Relaxed) {
        return Err(HarnessError::Interrupted);
    }
    let text = |kept: JoinHandle<Vec<u8>>| String::from_utf8_lossy(&kept.join().unwrap_or_default()).into_owned();
    let (stdout, stderr) = (text(stdout), stderr.map(text).unwrap_or_default());
    Ok(Ran { stdout, stderr, end: has_ended.then_some(end.death), left: end.left })
}

/// Reads a stream to its end, so that its writer never waits, and keeps its beginning.
fn kept(from: OwnedFd) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let (mut file, mut kept) = (std::fs::File::from(from), Vec::new());
        let _ = file.by_ref().take(KEPT).read_to_end(&mut kept);
        let _ = std::io::copy(&mut file, &mut std::io::sink());
        kept
    })
}
