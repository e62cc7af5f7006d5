//! The keeper of a room: its first process, its init. It starts the program, inherits orphans, and ends them all.

use super::super::pipes::wait_for;
use super::super::proc::{children, descendants, kill};
use super::super::system::{MOMENT, outliving, soon, unbuffer_nothing};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{SigSet, Signal as Sig, kill as kill_all_in_room};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::time::TimeValLike;
use nix::unistd::Pid as NixPid;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::{AsFd, OwnedFd};
use rustix::net::{SendFlags, send};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, wait};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a wrapper may take to end what it has started.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long the keeper pursues processes that fork to escape, where it cannot end all at once.
const PURSUIT: Duration = Duration::from_secs(10);

/// A request to start a program.
pub(super) struct LaunchOrder {
    pub(super) words: Vec<String>,
    /// Standard input, output and error.
    pub(super) streams: [OwnedFd; 3],
    pub(super) cpu_time: Option<u64>,
    pub(super) tasks: Option<u64>,
    /// A wrapper gets SIGTERM before SIGKILL, since only it can undo what it has set up.
    pub(super) is_wrapped: bool,
}

/// Sends a message to the judge. A judge that is gone is no error.
pub(super) fn say(judge: &OwnedFd, text: &str) {
    let _ = send(judge, text.as_bytes(), SendFlags::NOSIGNAL);
}

/// The ends of children, as a descriptor to poll.
pub(super) fn ends_of_children() -> Result<SignalFd, nix::Error> {
    let mut signals = SigSet::empty();
    signals.add(Sig::SIGCHLD);
    signals.thread_block()?;
    SignalFd::with_flags(&signals, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)
}

/// Starts the program and keeps its family, until it ends or the judge says so.
pub(super) fn keep(judge: OwnedFd, order: LaunchOrder, is_room: bool) -> Result<(), std::io::Error> {
    let ends = ends_of_children()?;
    let is_wrapped = order.is_wrapped;
    let leader = match start(order)? {
        Ok(leader) => leader,
        Err(error) => {
            say(&judge, &format!("error {error}"));
            return Ok(());
        }
    };
    say(&judge, "started");
    let mut family = KeptFamily { leader, ended: None };
    family.wait_for_end(&judge, &ends)?;
    let left = if family.ended.is_none() {
        0
    } else {
        outliving(MOMENT, || {
            family.reap(&ends);
            descendants("self").len()
        })
    };
    if is_wrapped && family.ended.is_none() {
        family.ask_to_end(&ends);
    }
    end_all(is_room, |child, status| family.note(child, status));
    let used = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let cpu = (used.user_time() + used.system_time()).num_microseconds();
    let (kind, code) = family.ended.unwrap_or(("signal", Signal::KILL.as_raw()));
    say(&judge, &format!("ended {kind} {code} {left} {cpu} {}", used.max_rss()));
    Ok(())
}

/// Starts the program. Returns it once it is executed, or the number of the error that prevented that.
fn start(order: LaunchOrder) -> Result<Result<Pid, i32>, std::io::Error> {
    let (mut told, mut tell) = std::io::pipe()?;
    match fork::fork()? {
        fork::Fork::Child => {
            drop(told);
            let error = become_program(order);
            let _ = tell.write_all(error.raw_os_error().unwrap_or(0).to_string().as_bytes());
            std::process::exit(1)
        }
        fork::Fork::Parent(program) => {
            drop((tell, order));
            let mut error = String::new();
            // The other end closes when the program is executed.
            told.read_to_string(&mut error)?;
            Ok(match error.parse() {
                Ok(error) => Err(error),
                Err(_) => Ok(Pid::from_raw(program).ok_or(std::io::ErrorKind::NotFound)?),
            })
        }
    }
}

fn become_program(order: LaunchOrder) -> std::io::Error {
    use rustix::process::{Resource, Rlimit, setrlimit, setsid};
    let limited = |resource, limit: Option<u64>, more: u64| {
        let set = |limit| setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit + more) });
        limit.map_or(Ok(()), set)
    };
    let limited = limited(Resource::Cpu, order.cpu_time, 1)
        .and_then(|()| limited(Resource::Nproc, order.tasks, 0))
        .and_then(|()| limited(Resource::Core, Some(0), 0))
        .and_then(|()| setsid().map(drop));
    if let Err(error) = limited {
        return error.into();
    }
    let [input, output, errors] = order.streams.map(Stdio::from);
    let Some((program, words)) = order.words.split_first() else { return std::io::ErrorKind::InvalidInput.into() };
    let mut command = Command::new(program);
    unbuffer_nothing(&mut command);
    command.args(words).stdin(input).stdout(output).stderr(errors).exec()
}

/// A program and all that it has started.
struct KeptFamily {
    leader: Pid,
    /// How the program ended before it was told to: `exit` or `signal`, and the number.
    ended: Option<(&'static str, i32)>,
}

impl KeptFamily {
    fn wait_for_end(&mut self, judge: &OwnedFd, ends: &SignalFd) -> Result<(), std::io::Error> {
        loop {
            self.reap(ends);
            let mut fds = [PollFd::new(judge, PollFlags::IN), PollFd::from_borrowed_fd(ends.as_fd(), PollFlags::IN)];
            if self.ended.is_some() {
                return Ok(());
            }
            wait_for(&mut fds, None)?;
            // Any message means: end the program. So does a judge that is gone.
            if !fds[0].revents().is_empty() {
                return Ok(());
            }
        }
    }

    /// Asks a wrapper to end what it has started.
    fn ask_to_end(&mut self, ends: &SignalFd) {
        let _ = kill_process(self.leader, Signal::TERM);
        soon(FAREWELL, || {
            self.reap(ends);
            self.ended.is_some()
        });
    }

    /// Reaps the processes that have ended.
    fn reap(&mut self, ends: &SignalFd) {
        // At most one of these signals is pending, so a flood of them blocks nothing.
        let _ = ends.read_signal();
        while let Ok(Some((child, status))) = wait(WaitOptions::NOHANG) {
            self.note(child, status);
        }
    }

    fn note(&mut self, child: Pid, status: WaitStatus) {
        if child == self.leader {
            let killed = status.terminating_signal().map(|signal| ("signal", signal));
            self.ended = killed.or(status.exit_status().map(|code| ("exit", code)));
        }
    }
}

/// Ends all children of this process and all that it inherits. In a room one signal reaches them all; without a room it pursues
/// them.
pub(super) fn end_all(is_room: bool, mut note: impl FnMut(Pid, WaitStatus)) {
    let until = Instant::now() + PURSUIT;
    loop {
        if is_room {
            let _ = kill_all_in_room(NixPid::from_raw(-1), Sig::SIGKILL);
        } else {
            // A process that forks to escape stays in the group of its parent, unless it leaves each time.
            for child in children("self") {
                kill(child);
            }
        }
        let mut options = if is_room { WaitOptions::empty() } else { WaitOptions::NOHANG };
        // Reaps all that have ended before the next pursuit, since that is most of a crowd.
        loop {
            match wait(options) {
                Err(rustix::io::Errno::CHILD) => return,
                Ok(Some((child, status))) => note(child, status),
                _ if Instant::now() >= until => return,
                _ => break,
            }
            options = WaitOptions::NOHANG;
        }
    }
}
