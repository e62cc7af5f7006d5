//! A program as something that runs: as a child of this process, inside a wrapper, or joined to it by somebody else.

use super::system::{Pid, resident};
#[cfg(target_os = "linux")]
use rustix::fd::BorrowedFd;
use std::fmt::Debug;
use std::time::Duration;
use stickler::live::players::HarnessError;
use stickler::referee::Death;

/// A running program, with all that it has started. The defaults are for systems that do not tell.
pub(crate) trait ProgramHandle: Debug + Send {
    /// Readable when the program has ended.
    #[cfg(target_os = "linux")]
    fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        None
    }
    /// Whether it has ended, for programs whose end makes nothing readable. `is_read`: all its output has been read.
    fn has_ended(&self, _is_read: bool) -> Option<bool> {
        None
    }
    /// True where only the end of its output shows that it has ended.
    fn is_joined(&self) -> bool {
        #[cfg(target_os = "linux")]
        if self.end_of_program().is_some() {
            return false;
        }
        self.has_ended(true).is_none()
    }
    /// The living processes: itself and whatever it has started.
    fn members(&self) -> Vec<Pid> {
        Vec::new()
    }
    /// The process id.
    fn number(&self) -> Option<i32> {
        None
    }
    /// False where the arena sees only a part: processes and usage that it does not find may exist.
    fn sees_all(&self) -> bool {
        true
    }
    /// True for a program that has begun to exit.
    fn is_exiting(&self) -> bool {
        false
    }
    /// CPU time of all processes that it ever had, as far as it is known.
    fn cpu(&mut self) -> Duration {
        Duration::ZERO
    }
    /// The limit of its CPU time.
    fn cpu_limit(&self) -> Option<Duration> {
        None
    }
    /// Bytes that all its processes take now. Above `enough` they are counted exactly, which is slower.
    fn memory(&self, members: &[Pid], enough: u64) -> u64 {
        resident(members, enough)
    }
    /// Ends it and all that it has started. `has_ended`: the program itself has ended already.
    fn end(&mut self, _has_ended: bool) -> ExitReport {
        ExitReport::default()
    }
}

/// How a program ended, and what it used.
#[derive(Debug)]
pub(crate) struct ExitReport {
    pub death: Death,
    pub cpu: Duration,
    /// Peak resident memory of its largest process in bytes.
    pub peak: u64,
    /// Processes that it left running when it ended by itself.
    pub left: usize,
    /// How the arena itself failed, in a sentence. Then nothing can be said of the program.
    pub trouble: Option<String>,
}

impl Default for ExitReport {
    fn default() -> ExitReport {
        ExitReport {
            death: Death::Exit(0),
            cpu: Duration::ZERO,
            peak: 0,
            left: 0,
            trouble: None,
        }
    }
}

impl ExitReport {
    /// An error where nothing can be said of the program.
    pub(crate) fn is_sound(&self) -> Result<(), HarnessError> {
        self.trouble.clone().map_or(Ok(()), |why| {
            Err(HarnessError::System(std::io::Error::other(why)))
        })
    }
}

/// A program that somebody else has started. This process cannot see how it ends or what it uses.
#[derive(Debug)]
pub(crate) struct External;

impl ProgramHandle for External {}
