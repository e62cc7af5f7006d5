//! How a program is started: as a child of this process, or by a recipe or a command of the user's that keeps it apart.

#[cfg(target_os = "linux")]
pub(super) mod cpu_limit;
#[cfg(target_os = "linux")]
mod recipe;
#[cfg(target_os = "linux")]
mod wrap;

#[cfg(target_os = "linux")]
pub use recipe::Recipe;
#[cfg(target_os = "linux")]
pub use wrap::{By, Wrapper};

use super::inherited;
use super::pipes::StdStreams;
use super::portable::{self, streams::Notifier};
use super::running_program::ProgramHandle;
#[cfg(target_os = "linux")]
use std::sync::Arc;
use stickler::live::players::HarnessError;

/// How programs are started.
#[derive(Clone, Debug)]
pub enum Launch {
    /// As children of this process, each in a process group of its own.
    #[cfg(target_os = "linux")]
    Direct {
        /// The limit of CPU time in seconds.
        cpu_time: Option<u64>,
    },
    /// As children of this process.
    #[cfg(not(target_os = "linux"))]
    Direct,
    /// By a command that keeps each program apart in its own way.
    #[cfg(target_os = "linux")]
    Wrap(Arc<Wrapper>),
}

impl Default for Launch {
    fn default() -> Launch {
        #[cfg(target_os = "linux")]
        return Launch::Direct { cpu_time: None };
        #[cfg(not(target_os = "linux"))]
        Launch::Direct
    }
}

impl Launch {
    /// Starts programs by a command that runs another one, and keeps that apart. `cpu_time`: the limit of CPU time in seconds.
    #[cfg(target_os = "linux")]
    pub fn by(by: By, cpu_time: Option<u64>) -> Launch {
        Launch::Wrap(Arc::new(Wrapper::new(by, cpu_time)))
    }

    /// Starts programs, and hands on each with the other ends of its streams. With a bell, which threads ring when there is output,
    /// the portable arena starts them, whatever this launch says.
    pub(super) fn start(
        &self,
        programs: &[&[String]],
        bell: Option<&Notifier>,
        started: &mut dyn FnMut(Box<dyn ProgramHandle>, StdStreams),
    ) -> Result<(), HarnessError> {
        inherited::reset_signals();
        if let Some(bell) = bell {
            for words in programs {
                let (apart, streams) = portable::start(words, bell)?;
                started(Box::new(apart), streams);
            }
            return Ok(());
        }
        #[cfg(not(target_os = "linux"))]
        return Err(HarnessError::System(std::io::ErrorKind::Unsupported.into()));
        #[cfg(target_os = "linux")]
        {
            let polled = super::pipes::polled;
            match self {
                Launch::Direct { cpu_time } => programs.iter().try_for_each(|words| {
                    let (own, streams) =
                        super::child_process::ChildProcess::start(words, true, *cpu_time)?;
                    started(Box::new(own), polled(streams)?);
                    Ok(())
                }),
                Launch::Wrap(wrapper) => programs.iter().try_for_each(|words| {
                    let (wrapped, streams) = wrap::Wrapped::start(wrapper, words)?;
                    started(Box::new(wrapped), polled(streams)?);
                    Ok(())
                }),
            }
        }
    }
}
