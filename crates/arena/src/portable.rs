//! The portable arena: nothing can be polled here, so each stream has a thread, and one thread waits for the program's end.
//!
//! No general crate fits: tokio, too, reads pipes on Windows by blocking threads, and process-wrap's `wait` waits for the whole
//! family, but a judge must know when the program itself has ended.

pub(super) mod busy;
#[cfg(unix)]
mod posix;
pub(super) mod streams;
#[cfg(windows)]
mod windows;

use super::pipes::{ByteSource, StdStreams};
use super::running_program::{ExitReport, ProgramHandle};
use super::system::{MOMENT, Pid, apart, outliving, soon};
#[cfg(unix)]
use posix::ProcessTree;
use std::ffi::OsString;
use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use std::time::Duration;
use stickler::live::players::HarnessError;
use streams::{Flag, Notifier, ReaderThread, WriterThread};
#[cfg(windows)]
use windows::ProcessTree;

/// How long the last output of a program may take to come through its pipe if other processes keep that open. The thread that
/// reads it may have to wait for a CPU.
const LAST_BYTES: Duration = Duration::from_secs(1);

/// A program that was started by this process.
#[derive(Debug)]
pub(super) struct PortableProcess {
    kin: ProcessTree,
    ended: Flag,
}

/// Starts a program in a group of its own, with these variables beside those of this process. The bell rings at every event.
pub(super) fn start(
    words: &[String],
    environment: &[(OsString, OsString)],
    bell: &Notifier,
) -> Result<(PortableProcess, StdStreams), HarnessError> {
    let command = apart(words).map(|mut command| {
        command.envs(environment.iter().cloned());
        command
    });
    let (program, (stdin, stdout, stderr)) = spawn(words, command, bell)?;
    let stderr = stderr
        .map(|stderr| ReaderThread::of(stderr, bell))
        .transpose()?;
    Ok((
        program,
        (
            Box::new(WriterThread::to(stdin)?),
            Box::new(ReaderThread::of(stdout, bell)?),
            stderr.map(|stderr| Box::new(stderr) as Box<dyn ByteSource>),
        ),
    ))
}

/// The blocking streams of a program.
pub(super) type Waiting = (ChildStdin, ChildStdout, Option<ChildStderr>);

/// Starts the command of these words in a group of its own; nobody reads or writes its streams yet.
pub(super) fn spawn(
    words: &[String],
    command: io::Result<Command>,
    bell: &Notifier,
) -> Result<(PortableProcess, Waiting), HarnessError> {
    let fail = |error| HarnessError::Start {
        command: words.join(" "),
        error,
    };
    let ended = Flag::new(bell);
    let started = command.and_then(|command| ProcessTree::start(command, ended.clone()));
    let (kin, streams) = started.map_err(fail)?;
    Ok((PortableProcess { kin, ended }, streams))
}

impl ProgramHandle for PortableProcess {
    /// True once the program has ended and its output has come. Processes that it left running may keep its pipes open.
    fn has_ended(&self, is_read: bool) -> Option<bool> {
        Some(
            self.ended
                .at()
                .is_some_and(|at| is_read || at.elapsed() > LAST_BYTES),
        )
    }

    fn number(&self) -> Option<i32> {
        Some(self.kin.number())
    }

    fn is_exiting(&self) -> bool {
        self.ended.at().is_some()
    }

    fn memory(&self, _members: &[Pid], _enough: u64) -> u64 {
        self.kin.peak()
    }

    fn sees_all(&self) -> bool {
        false
    }

    fn end(&mut self, has_ended: bool) -> ExitReport {
        self.end_within(has_ended, MOMENT)
    }
}

impl PortableProcess {
    /// Ends it with its family. The family may take this long to end after it.
    pub(super) fn end_within(&mut self, has_ended: bool, patience: Duration) -> ExitReport {
        if !has_ended {
            self.kin.kill();
        }
        let account = self.kin.account();
        let left = if has_ended {
            outliving(patience, || self.kin.living())
        } else {
            0
        };
        self.kin.kill_rest();
        soon(MOMENT, || self.kin.living() == 0);
        match account {
            Some(end) => ExitReport { left, ..end },
            None => ExitReport {
                trouble: Some("the system did not say how a program ended".into()),
                ..ExitReport::default()
            },
        }
    }
}
