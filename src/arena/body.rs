//! A program as something that runs: in a room, as a child of this process beside others, or joined to it by somebody else.

use super::orphans::Family;
use super::room::Stay;
use super::system::{is_exiting, resident, unbuffer_nothing};
use super::table::HarnessError;
use super::tally::Tally;
use crate::referee::Death;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, kill_process, kill_process_group, pidfd_open, waitpgid};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use wait4::Wait4;

/// A running program, with all that it has started.
#[derive(Debug)]
pub(super) enum Body {
    Room(Box<Stay>),
    Child(Box<Own>),
    /// Somebody else has started it: how it ends, and what it uses, is for them to see.
    Joined,
}

/// The other ends of a program's streams: its input, its output, and its standard error where that is heard.
pub(super) type Streams = (OwnedFd, OwnedFd, Option<OwnedFd>);

/// How a program ended, and what it used.
#[derive(Debug)]
pub(super) struct End {
    pub(super) death: Death,
    pub(super) cpu: Duration,
    /// Peak resident memory of its largest process in bytes.
    pub(super) peak: u64,
    /// More than the limit, where the kernel has ended it for that.
    pub(super) outgrown: Option<u64>,
    /// Processes that it left running when it ended by itself.
    pub(super) left: usize,
    /// What it was started through has failed, and nothing can be said of it.
    pub(super) trouble: Option<String>,
}

impl Default for End {
    fn default() -> End {
        End { death: Death::Exit(0), cpu: Duration::ZERO, peak: 0, outgrown: None, left: 0, trouble: None }
    }
}

/// A program that is a child of this process.
#[derive(Debug)]
pub(super) struct Own {
    child: Child,
    pidfd: OwnedFd,
    family: Family,
    tally: Tally,
}

impl Body {
    /// Starts a program, in a room where there are any.
    pub(super) fn start(words: &[String]) -> Result<(Body, Streams), HarnessError> {
        match Stay::start(words) {
            Some(started) => started.map(|(stay, streams)| (Body::Room(Box::new(stay)), streams)),
            None => Body::child(words, true),
        }
    }

    /// Starts a child: apart from this process, or as a part of it, in its process group and with its standard error.
    pub(super) fn child(words: &[String], is_apart: bool) -> Result<(Body, Streams), HarnessError> {
        Own::start(words, is_apart).map(|(own, streams)| (Body::Child(Box::new(own)), streams))
    }

    /// True for a program whose end is seen by that of its output alone.
    pub(super) fn is_joined(&self) -> bool {
        matches!(self, Body::Joined)
    }

    /// Readable when the program has ended.
    pub(super) fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Body::Room(stay) => Some(stay.end_of_program()),
            Body::Child(own) => Some(own.pidfd.as_fd()),
            Body::Joined => None,
        }
    }

    /// Its processes that are alive, itself and whatever it has started.
    pub(super) fn members(&self) -> Vec<Pid> {
        match self {
            Body::Room(stay) => stay.members(),
            Body::Child(own) => own.family.members(own.leader()),
            Body::Joined => Vec::new(),
        }
    }

    /// True for a program that is on its way to its end.
    pub(super) fn is_exiting(&self) -> bool {
        match self {
            Body::Room(stay) => stay.is_exiting(),
            Body::Child(own) => is_exiting(own.leader()),
            Body::Joined => false,
        }
    }

    /// CPU time of all that it ever was, as far as it is known.
    pub(super) fn cpu(&mut self) -> Duration {
        match self {
            Body::Room(stay) => stay.cpu(),
            Body::Child(own) => own.cpu(),
            Body::Joined => Duration::ZERO,
        }
    }

    /// What its CPU time may be.
    pub(super) fn cpu_limit(&self) -> Option<Duration> {
        match self {
            Body::Room(stay) => stay.cpu_limit(),
            Body::Child(_) | Body::Joined => None,
        }
    }

    /// Bytes that all its processes, and its files in memory, take now; beyond `enough` they are counted with care.
    pub(super) fn memory(&self, members: &[Pid], enough: u64) -> u64 {
        let Body::Room(stay) = self else { return resident(members, enough) };
        let looked = || {
            let used =
                |folder: String| rustix::fs::statvfs(folder).map_or(0, |fs| (fs.f_blocks - fs.f_bfree) * fs.f_frsize);
            resident(members, enough) + stay.files_in_memory().map_or(0, used)
        };
        stay.memory().unwrap_or_else(looked)
    }

    pub(super) fn limit_memory(&mut self, bytes: u64) {
        if let Body::Room(stay) = self {
            stay.limit_memory(bytes);
        }
    }

    /// Ends it, and all that it has started; `has_ended`: by itself it has ended already.
    pub(super) fn end(&mut self, has_ended: bool) -> End {
        match self {
            Body::Room(stay) => stay.end(),
            Body::Child(own) => own.end(has_ended),
            Body::Joined => End::default(),
        }
    }
}

impl Own {
    fn start(words: &[String], is_apart: bool) -> Result<(Own, Streams), HarnessError> {
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

    fn cpu(&mut self) -> Duration {
        self.tally.look(&self.family.members(self.leader()))
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
