//! Programs that left their process group and outlived their parents: as the subreaper this process inherits them, and ends them.

use nix::unistd::getsid;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use std::fs;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The variable by which the descendants of a program are known.
const VARIABLE: &str = "STICKLER_RUN";

/// How long those that a program has started may take to end after it.
const PATIENCE: Duration = Duration::from_millis(50);
const LOOK: Duration = Duration::from_millis(2);

static RUNS: AtomicU64 = AtomicU64::new(0);
static LIVING: AtomicUsize = AtomicUsize::new(0);

/// What a program and its descendants are known by, wherever they go.
#[derive(Debug)]
pub(super) struct Family {
    mark: String,
    is_ended: bool,
}

impl Family {
    /// A family of its own for the program that is about to be started.
    pub(super) fn of(command: &mut std::process::Command) -> Family {
        let mark = format!("{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
        command.env(VARIABLE, &mark);
        LIVING.fetch_add(1, Ordering::Relaxed);
        Family { mark, is_ended: false }
    }

    /// How many members live on when their parents have ended, after a moment in which they may end as well.
    pub(super) fn outliving(&self) -> usize {
        let until = Instant::now() + PATIENCE;
        loop {
            let living = children().filter(|&child| self.has(child, false)).count();
            if living == 0 || Instant::now() >= until {
                return living;
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Ends every member that this process has inherited; members of a killed parent follow it. How many there were.
    pub(super) fn end(&mut self) -> usize {
        let alone = !self.is_ended && LIVING.fetch_sub(1, Ordering::Relaxed) == 1;
        self.is_ended = true;
        let mut ended = 0;
        loop {
            let found: Vec<Pid> = children().filter(|&child| self.has(child, alone)).collect();
            if found.is_empty() {
                return ended;
            }
            for child in found {
                let _ = kill_process(child, Signal::KILL);
                let _ = waitpid(Some(child), WaitOptions::empty());
                ended += 1;
            }
        }
    }

    /// True for a child with this family's mark. One without any mark that made itself a session of its own is taken for a
    /// member while no other program is running.
    fn has(&self, child: Pid, alone: bool) -> bool {
        let path = format!("/proc/{}/environ", child.as_raw_nonzero());
        let Ok(environment) = fs::read(path) else { return false };
        let mut variables = environment.split(|&byte| byte == 0).filter_map(|pair| std::str::from_utf8(pair).ok());
        match variables.find_map(|pair| pair.strip_prefix(VARIABLE)?.strip_prefix('=')) {
            Some(mark) => mark == self.mark,
            None => alone && !is_of_our_session(child),
        }
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        if !self.is_ended {
            self.end();
        }
    }
}

/// Programs that this process started for itself stay in its session. In a container its number may be 0, which is nobody's:
/// then its leader is outside.
fn is_of_our_session(child: Pid) -> bool {
    let child = nix::unistd::Pid::from_raw(child.as_raw_nonzero().get());
    getsid(Some(child)) == getsid(None)
}

fn children() -> impl Iterator<Item = Pid> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists: Vec<String> = threads.filter_map(|task| fs::read_to_string(task.path().join("children")).ok()).collect();
    let numbers: Vec<i32> =
        lists.iter().flat_map(|list| list.split_whitespace()).filter_map(|word| word.parse().ok()).collect();
    numbers.into_iter().filter_map(Pid::from_raw)
}
