//! A program as something that runs: in a room, as a child of this process beside others, or joined to it by somebody else.

use super::orphans::Family;
use super::room::Stay;
use super::system::{is_exiting, resident, unbuffer_nothing};
use super::table::HarnessError;
use super::tally::Tally;
use crate::referee::Death;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, kill_process, kill_process_group, pidfd_open, waitpgid};
use std::fmt::Debug;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use wait4::Wait4;

/// A running program, with all that it has started.
pub trait Body: Debug + Send {
    /// Readable when the program has ended; `None`: its end is seen by that of its output alone.
    fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        None
    }
    /// Its processes that are alive, itself and whatever it has started.
    fn members(&self) -> Vec<Pid> {
        Vec::new()
    }
    /// True for a program that is on its way to its end.
    fn is_exiting(&self) -> bool {
        false
    }
    /// CPU time of all that it ever was, as far as it is known.
    fn cpu(&mut self) -> Duration {
        Duration::ZERO
    }
    /// What its CPU time may be.
    fn cpu_limit(&self) -> Option<Duration> {
        None
    }
    /// Bytes that all its processes, and its files in memory, take now; beyond `enough` they are counted with care.
    fn memory(&self, members: &[Pid], enough: u64) -> u64 {
        resident(members, enough)
    }
    /// What the kernel may hold it to.
    fn limit_memory(&mut self, _bytes: u64) {}
    /// Ends it, and all that it has started; `has_ended`: by itself it has ended already.
    fn end(&mut self, _has_ended: bool) -> End {
        End::default()
    }
}

/// Starts a program, in a room where there are any.
pub fn start(words: &[String]) -> Result<(Box<dyn Body>, Streams), HarnessError> {
    if let Some((stay, streams)) = Stay::start(words)? {
        return Ok((Box::new(stay), streams));
    }
    let (own, streams) = Own::start(words, true)?;
    Ok((Box::new(own), streams))
}

/// The other ends of a program's streams: its input, its output, and its standard error where that is heard.
pub type Streams = (OwnedFd, OwnedFd, Option<OwnedFd>);

/// How a program ended, and what it used.
#[derive(Debug)]
pub struct End {
    pub death: Death,
    pub cpu: Duration,
    /// Peak resident memory of its largest process in bytes.
    pub peak: u64,
    /// More than the limit, where the kernel has ended it for that.
    pub outgrown: Option<u64>,
    /// Processes that it left running when it ended by itself.
    pub left: usize,
    /// What keeps it has failed, in a sentence: nothing can be said of the program.
    pub trouble: Option<String>,
}

impl Default for End {
    fn default() -> End {
        End { death: Death::Exit(0), cpu: Duration::ZERO, peak: 0, outgrown: None, left: 0, trouble: None }
    }
}

impl End {
    /// An error where nothing can be said of the program.
    pub fn is_sound(&self) -> Result<(), HarnessError> {
        self.trouble.clone().map_or(Ok(()), |why| Err(HarnessError::System(std::io::Error::other(why))))
    }
}

/// A program that is a child of this process.
#[derive(Debug)]
pub struct Own {
    child: Child,
    pidfd: OwnedFd,
    family: Family,
    tally: Tally,
}

/// A program that somebody else has started: how it ends, and what it uses, is for them to see.
#[derive(Debug)]
pub struct Joined;

impl Body for Joined {}

impl Own {
    /// Starts a child: apart from this process, or as a part of it, in its process group and with its standard error.
    pub fn start(words: &[String], is_apart: bool) -> Result<(Own, Streams), HarnessError> {
        let fail = |error| HarnessError::Start { command: words.join(" "), error };
        let program = words.first().ok_or_else(|| fail(std::io::ErrorKind::InvalidInput.into()))?;
        let mut command = Command::new(program);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        if is_apart {
            command.process_group(0).stderr(Stdio::piped());
            unbuffer_nothing(&mut command);
        }
        let family = Family::of(&mut command);
        let mut child = command.spawn().map_err(fail)?;
        let pidfd = pidfd_open(Pid::from_child(&child), PidfdFlags::empty())?;
        let pipe = || std::io::Error::other("a pipe is missing");
        let stdin = OwnedFd::from(child.stdin.take().ok_or_else(pipe)?);
        let stdout = OwnedFd::from(child.stdout.take().ok_or_else(pipe)?);
        let stderr = child.stderr.take().map(OwnedFd::from);
        Ok((Own { child, pidfd, family, tally: Tally::default() }, (stdin, stdout, stderr)))
    }

    fn leader(&self) -> Pid {
        Pid::from_child(&self.child)
    }
}

impl Body for Own {
    fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        Some(self.pidfd.as_fd())
    }

    fn members(&self) -> Vec<Pid> {
        self.family.members(self.leader())
    }

    fn is_exiting(&self) -> bool {
        is_exiting(self.leader())
    }

    fn cpu(&mut self) -> Duration {
        self.tally.look(&self.members())
    }

    /// Ends the whole group and takes the leader's accounts.
    fn end(&mut self, has_ended: bool) -> End {
        let left = if has_ended { self.family.outliving() } else { 0 };
        let mut end = End { cpu: self.cpu(), left, ..End::default() };
        let group = self.leader();
        // The leader is not reaped yet, so its group cannot be another's.
        let _ = kill_process_group(group, Signal::KILL);
        let _ = kill_process(group, Signal::KILL);
        if let Ok(used) = self.child.wait4() {
            end.cpu = end.cpu.max(used.rusage.utime + used.rusage.stime);
            end.peak = used.rusage.maxrss;
            let killed = used.status.signal().map(Death::Signal);
            end.death = killed.or(used.status.code().map(Death::Exit)).unwrap_or(end.death);
        }
        // Orphans of the group have become children of this process.
        while let Ok(Some(_)) = waitpgid(group, WaitOptions::empty()) {}
        self.family.end();
        end
    }
}
