//! How a program is started: as a child of this process, or through a command that keeps it apart.

#[cfg(target_os = "linux")]
pub(super) mod cpu_limit;
mod recipe;
#[cfg(target_os = "linux")]
mod told_by_sandbox;
#[cfg(target_os = "linux")]
mod wrap;

pub use recipe::Recipe;

#[cfg(target_os = "linux")]
use super::child_process::ChildProcess;
use super::inherited;
use super::pipes::StdStreams;
#[cfg(target_os = "linux")]
use super::pipes::polled;
use super::portable::{self, streams::Notifier};
use super::running_program::ProgramHandle;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use stickler::live::players::HarnessError;

/// How programs are started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    /// The program in front of each; `None`: they are plain children.
    pub wrapper: Option<Wrapper>,
    /// The limit of CPU time in seconds.
    pub cpu_time: Option<u64>,
    /// True to end the lines that they are sent with a carriage return and a newline.
    pub crlf: bool,
    /// Variables that their environment has beside those of this process.
    pub environment: Vec<(OsString, OsString)>,
}

/// A program in front of another one, which keeps that apart in its own way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrapper {
    /// A command of the user's: its words.
    Command(Vec<String>),
    /// A recipe.
    Recipe {
        /// Which one.
        recipe: Recipe,
        /// The folder in which the program starts.
        here: PathBuf,
        /// The folder in which it may write.
        writable: PathBuf,
    },
}

impl fmt::Display for Wrapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrapper::Command(words) => {
                write!(f, "`{}`", words.first().map_or("nothing", String::as_str))
            }
            Wrapper::Recipe { recipe, .. } => recipe.fmt(f),
        }
    }
}

impl Launch {
    /// Starts programs, and hands on each with the other ends of its streams. With a bell, which threads ring when there is output,
    /// the portable arena starts them, whatever this launch says.
    pub(super) fn start(
        &self,
        programs: &[&[String]],
        bell: Option<&Notifier>,
        started: &mut dyn FnMut(Box<dyn ProgramHandle>, StdStreams),
    ) -> Result<(), HarnessError> {
        inherited::reset_signals();
        for words in programs {
            match (bell, &self.wrapper) {
                (Some(bell), _) => {
                    let (program, streams) = portable::start(words, &self.environment, bell)?;
                    started(Box::new(program), streams);
                }
                #[cfg(target_os = "linux")]
                (None, None) => {
                    let (child, pipes) =
                        ChildProcess::start(words, &self.environment, self.cpu_time)?;
                    started(Box::new(child), polled(pipes)?);
                }
                #[cfg(target_os = "linux")]
                (None, Some(wrapper)) => {
                    let (wrapped, pipes) =
                        wrap::Wrapped::start(wrapper, words, &self.environment, self.cpu_time)?;
                    started(Box::new(wrapped), polled(pipes)?);
                }
                #[cfg(not(target_os = "linux"))]
                (None, _) => {
                    return Err(HarnessError::System(std::io::ErrorKind::Unsupported.into()));
                }
            }
        }
        Ok(())
    }
}
