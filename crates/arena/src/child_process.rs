//! A program that is a child of this process, on Linux. A mark identifies its family, wherever its members go.

use super::cpu_tally::CpuTally;
use super::launch::cpu_limit;
use super::linux_process::is_exiting;
use super::orphans::MarkedFamily;
use super::pipes::is_ready;
use super::running_program::{ExitReport, ProgramHandle};
use super::system::{piped, reaped, streams};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, kill_process_group, pidfd_open,
    set_child_subreaper, waitpgid,
};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::Duration;
use stickler::live::players::HarnessError;

/// The other ends of a program's streams: its input, its output, and its standard error where that is heard.
pub(super) type Pipes = (OwnedFd, OwnedFd, Option<OwnedFd>);

/// A program that is a child of this process.
#[derive(Debug)]
pub(super) struct ChildProcess {
    child: Child,
    pidfd: OwnedFd,
    family: MarkedFamily,
    tally: CpuTally,
    cpu_time: Option<u64>,
}

impl ChildProcess {
    /// Starts a child in a process group of its own, or in this process's group and with its standard error.
    /// This process becomes the subreaper: it inherits orphaned descendants, so that none is left behind.
    /// `cpu_time`: the limit of its CPU time in seconds.
    pub(super) fn start(
        words: &[String],
        is_apart: bool,
        cpu_time: Option<u64>,
    ) -> Result<(ChildProcess, Pipes), HarnessError> {
        let fail = |error| HarnessError::Start {
            command: words.join(" "),
            error,
        };
        let mut command = piped(words, is_apart).map_err(fail)?;
        if is_apart {
            command.process_group(0);
        }
        let mut own = ChildProcess::spawn(command, cpu_time, fail)?;
        let (stdin, stdout, stderr) = streams(&mut own.child)?;
        Ok((
            own,
            (stdin.into(), stdout.into(), stderr.map(OwnedFd::from)),
        ))
    }

    fn spawn(
        mut command: Command,
        cpu_time: Option<u64>,
        fail: impl Fn(std::io::Error) -> HarnessError,
    ) -> Result<ChildProcess, HarnessError> {
        super::inherited::reset_signals();
        set_child_subreaper(Some(getpid())).map_err(std::io::Error::from)?;
        let family = MarkedFamily::of(&mut command);
        let child = command.spawn().map_err(fail)?;
        let leader = Pid::from_child(&child);
        let pidfd = pidfd_open(leader, PidfdFlags::empty()).map_err(std::io::Error::from)?;
        let own = ChildProcess {
            child,
            pidfd,
            family,
            tally: CpuTally::default(),
            cpu_time,
        };
        cpu_limit::limit(leader, cpu_time).map_err(std::io::Error::from)?;
        Ok(own)
    }

    /// Asks it to end by itself, and gives it this long.
    pub(super) fn ask_to_end(&self, within: Duration) {
        let _ = kill_process(self.leader(), Signal::TERM);
        let _ = is_ready(self.pidfd.as_fd(), within);
    }

    fn leader(&self) -> Pid {
        Pid::from_child(&self.child)
    }
}

impl ProgramHandle for ChildProcess {
    fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        Some(self.pidfd.as_fd())
    }

    fn members(&self) -> Vec<Pid> {
        self.family.members(self.leader())
    }

    fn number(&self) -> Option<i32> {
        Some(self.leader().as_raw_nonzero().get())
    }

    fn is_exiting(&self) -> bool {
        is_exiting(self.leader())
    }

    fn cpu(&mut self) -> Duration {
        self.tally.look(&self.members())
    }

    fn cpu_limit(&self) -> Option<Duration> {
        self.cpu_time.map(Duration::from_secs)
    }

    /// Ends the whole group and reads what the leader used.
    fn end(&mut self, has_ended: bool) -> ExitReport {
        let left = if has_ended {
            self.family.outliving()
        } else {
            0
        };
        let seen = self.cpu();
        let group = self.leader();
        // The leader is not reaped yet, so no other group can have its number.
        let _ = kill_process_group(group, Signal::KILL);
        let _ = kill_process(group, Signal::KILL);
        let end = reaped(&mut self.child).unwrap_or_default();
        // Orphans of the group have become children of this process.
        while let Ok(Some(_)) = waitpgid(group, WaitOptions::empty()) {}
        self.family.end();
        ExitReport {
            cpu: end.cpu.max(seen),
            left,
            ..end
        }
    }
}
