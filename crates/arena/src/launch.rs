//! How a program is started: as a child of this process, in a room that bubblewrap makes, or by a command of the user's.
//!
//! Its files: `walls` names the walls · `bubblewrap` finds `bwrap` and says its words, `covers` those about folders, `filter` the
//! system calls that it refuses · `room`: a program in its room · `accounts`: control groups · `limits`: limits of the kernel ·
//! `wrap`: a command of the user's

#[cfg(target_os = "linux")]
mod bubblewrap;
#[cfg(target_os = "linux")]
mod control_groups;
#[cfg(target_os = "linux")]
mod covered_folders;
#[cfg(target_os = "linux")]
mod filter;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod room;
mod walls;
#[cfg(target_os = "linux")]
mod wrap;

#[cfg(target_os = "linux")]
pub use bubblewrap::{Bubblewrap, found};
#[cfg(target_os = "linux")]
pub use limits::Limits;
pub use walls::{Files, Wall, WallReport, Walls};
#[cfg(target_os = "linux")]
pub use wrap::Wrapper;

#[cfg(target_os = "linux")]
use super::arena_choice;
use super::inherited;
use super::pipes::StdStreams;
use super::portable::{self, streams::Notifier};
use super::running_program::ProgramHandle;
#[cfg(target_os = "linux")]
use std::{sync::Arc, time::Duration};
use stickler::live::players::HarnessError;
use stickler::referee::Death;

/// How programs are started.
#[derive(Clone, Debug)]
pub enum Launch {
    /// As children of this process, each in a process group of its own.
    #[cfg(target_os = "linux")]
    Direct(Limits),
    /// As children of this process.
    #[cfg(not(target_os = "linux"))]
    Direct,
    /// In rooms that bubblewrap makes.
    #[cfg(target_os = "linux")]
    Bubblewrap(Arc<Bubblewrap>),
    /// By a command that keeps each program apart in its own way.
    #[cfg(target_os = "linux")]
    Wrap(Arc<Wrapper>),
}

impl Default for Launch {
    fn default() -> Launch {
        #[cfg(target_os = "linux")]
        return Launch::Direct(Limits::default());
        #[cfg(not(target_os = "linux"))]
        Launch::Direct
    }
}

impl Launch {
    /// The way to start programs that has most of these walls, and which of them stand; a missing wall is no error.
    pub fn within(walls: Walls) -> (Launch, WallReport) {
        #[cfg(target_os = "linux")]
        if !arena_choice::is_portable() {
            return bubblewrap::within(walls);
        }
        (
            Launch::default(),
            WallReport::without(walls, "the portable arena has no walls"),
        )
    }

    /// Starts programs by a command that runs another one, and keeps that apart in its own way. `cpu_time`: the limit of CPU time
    /// in seconds.
    #[cfg(target_os = "linux")]
    pub fn by(command: Vec<String>, cpu_time: Option<u64>) -> Launch {
        Launch::Wrap(Arc::new(Wrapper::new(
            command,
            Limits {
                cpu_time,
                tasks: None,
            },
        )))
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
                Launch::Direct(limits) => programs.iter().try_for_each(|words| {
                    let (own, streams) =
                        super::child_process::ChildProcess::start(words, true, *limits)?;
                    started(Box::new(own), polled(streams)?);
                    Ok(())
                }),
                Launch::Wrap(wrapper) => programs.iter().try_for_each(|words| {
                    let (wrapped, streams) = wrap::Wrapped::start(wrapper, words)?;
                    started(Box::new(wrapped), polled(streams)?);
                    Ok(())
                }),
                Launch::Bubblewrap(bubblewrap) => room::Room::start(bubblewrap, programs)?
                    .into_iter()
                    .try_for_each(|(room, streams)| {
                        started(Box::new(room), polled(streams)?);
                        Ok(())
                    }),
            }
        }
    }

    /// Runs a program on the streams of this process, until it ends.
    #[cfg(target_os = "linux")]
    pub fn run(&self, words: &[String]) -> Result<Death, HarnessError> {
        inherited::reset_signals();
        let mut program: Box<dyn ProgramHandle> = match self {
            Launch::Direct(limits) => Box::new(super::child_process::ChildProcess::on_our_streams(
                words, *limits,
            )?),
            Launch::Bubblewrap(bubblewrap) => {
                Box::new(room::Room::on_our_streams(bubblewrap, words)?)
            }
            Launch::Wrap(wrapper) => Box::new(wrap::Wrapped::on_our_streams(wrapper, words)?),
        };
        while let Some(end) = program.end_of_program()
            && !super::pipes::is_ready(end, Duration::from_secs(3600))?
        {}
        let end = program.end(true);
        end.is_sound().map(|()| end.death)
    }

    /// Runs nothing: programs run on the streams of this process on Linux alone.
    #[cfg(not(target_os = "linux"))]
    pub fn run(&self, _words: &[String]) -> Result<Death, HarnessError> {
        Err(HarnessError::System(std::io::Error::other(
            "`launch` is there on Linux alone",
        )))
    }
}
