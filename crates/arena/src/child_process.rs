//! A program that is a child of this process, on Linux.

use super::family::Family;
use super::inherited::reset_signals;
use super::launch::cpu_limit;
use super::linux_process::is_exiting;
use super::pipes::is_ready;
use super::running_program::{ExitReport, ProgramHandle};
use super::system::{apart, streams};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;
use stickler::live::players::HarnessError;

/// The other ends of a program's streams: its input, its output, and its standard error where that is heard.
pub(super) type Pipes = (OwnedFd, OwnedFd, Option<OwnedFd>);

/// A program that is a child of this process.
#[derive(Debug)]
pub(super) struct ChildProcess {
    family: Family,
    pidfd: OwnedFd,
    cpu_time: Option<u64>,
}

impl ChildProcess {
    /// Starts a child in a process group of its own, with these variables beside those of this process. `cpu_time`: the limit of its
    /// CPU time in seconds.
    pub(super) fn start(
        words: &[String],
        environment: &[(OsString, OsString)],
        cpu_time: Option<u64>,
    ) -> Result<(ChildProcess, Pipes), HarnessError> {
        let command = apart(words).map(|mut command| {
            command.envs(environment.iter().cloned()).process_group(0);
            command
        });
        ChildProcess::spawn(words, command, cpu_time)
    }

    /// Starts the command of these words.
    pub(super) fn spawn(
        words: &[String],
        command: io::Result<Command>,
        cpu_time: Option<u64>,
    ) -> Result<(ChildProcess, Pipes), HarnessError> {
        let fail = |error| HarnessError::Start {
            command: words.join(" "),
            error,
        };
        reset_signals();
        let mut family = Family::start(&mut command.map_err(fail)?, fail)?;
        let leader = family.leader();
        let pidfd = pidfd_open(leader, PidfdFlags::empty()).map_err(io::Error::from)?;
        cpu_limit::limit(leader, cpu_time).map_err(io::Error::from)?;
        let (stdin, stdout, stderr) = streams(&mut family.child)?;
        let pipes = (stdin.into(), stdout.into(), stderr.map(OwnedFd::from));
        let own = ChildProcess {
            family,
            pidfd,
            cpu_time,
        };
        Ok((own, pipes))
    }

    /// Asks it to end by itself, and gives it this long.
    pub(super) fn ask_to_end(&mut self, within: Duration) {
        // Once it has ended, nothing tells any more which processes were its own.
        self.family.cpu();
        let _ = kill_process(self.family.leader(), Signal::TERM);
        let _ = is_ready(self.pidfd.as_fd(), within);
        self.family.see_off();
    }
}

impl ProgramHandle for ChildProcess {
    fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        Some(self.pidfd.as_fd())
    }

    fn members(&self) -> Vec<Pid> {
        self.family.members()
    }

    fn number(&self) -> Option<i32> {
        Some(self.family.leader().as_raw_nonzero().get())
    }

    fn is_exiting(&self) -> bool {
        is_exiting(self.family.leader())
    }

    fn cpu(&mut self) -> Duration {
        self.family.cpu()
    }

    fn cpu_limit(&self) -> Option<Duration> {
        self.cpu_time.map(Duration::from_secs)
    }

    fn end(&mut self, has_ended: bool) -> ExitReport {
        self.family.end(has_ended)
    }
}
