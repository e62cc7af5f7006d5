//! A program in a job object. Whatever it starts belongs to the job and ends with the job's last handle, which this process has.
//! So no process outlives this one if it is killed.
//!
//! It starts suspended, is put into the job, and is then resumed, so that it cannot start anything outside the job. Two crates do
//! this, since this crate has no unsafe code: process-wrap resumes it, and the job of win32job ends with its handle. The job of
//! process-wrap lies within ours and has no other use. Its CPU time is not read: wine answers with that of this process.
//! A crash may open an error window if the user's settings want one. Until that is closed the program has not ended.

use super::streams::Flag;
use super::{ExitReport, Waiting};
use crate::threads::locked;
use process_wrap::std::{ChildWrapper, CommandWrap, CommandWrapper, JobObject};
use std::any::Any;
use std::io;
use std::os::windows::io::{AsRawHandle, OwnedHandle};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use stickler::referee::Death;
use win32job::{ExtendedLimitInfo, Job, utils::get_process_memory_info};

/// How long the system may take to kill a program.
const PATIENCE: Duration = Duration::from_secs(10);

/// The signal by which Linux ends a program for this process: SIGKILL.
const KILL: i32 = 9;

/// Puts a program that is still suspended into our job.
#[derive(Debug)]
struct IntoJob(Arc<Job>);

impl CommandWrapper for IntoJob {
    fn wrap_child(
        &mut self,
        child: Box<dyn ChildWrapper>,
        _: &CommandWrap,
    ) -> io::Result<Box<dyn ChildWrapper>> {
        let handle = child
            .process_handle()
            .ok_or_else(|| io::Error::other("a program has no handle"))?;
        self.0
            .assign_process(handle.as_raw_handle() as isize)
            .map_err(io::Error::other)?;
        Ok(child)
    }
}

/// A program with its job.
#[derive(Debug)]
pub(super) struct ProcessTree {
    /// Closing its last handle ends all that is in it.
    job: Option<Job>,
    number: u32,
    process: OwnedHandle,
    ended: Arc<(Mutex<Option<ExitStatus>>, Condvar)>,
}

impl ProcessTree {
    /// Starts it. The flag is raised when it has ended.
    pub(super) fn start(command: Command, ended: Flag) -> io::Result<(ProcessTree, Waiting)> {
        let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close());
        let job = Arc::new(job.map_err(io::Error::other)?);
        let mut command = CommandWrap::from(command);
        command.wrap(IntoJob(Arc::clone(&job))).wrap(JobObject);
        let mut child = command.spawn()?;
        drop(command);
        let pipe = || io::Error::other("a pipe is missing");
        let (stdin, stdout) = (
            child.stdin().take().ok_or_else(pipe)?,
            child.stdout().take().ok_or_else(pipe)?,
        );
        let (stderr, number) = (child.stderr().take(), child.id());
        let process = child
            .process_handle()
            .ok_or_else(|| io::Error::other("a program has no handle"))?;
        let process = process.try_clone_to_owned()?;
        let end = Arc::<(Mutex<Option<ExitStatus>>, Condvar)>::default();
        let told = Arc::clone(&end);
        std::thread::Builder::new().spawn(move || {
            // The wrapper would wait for the whole family.
            let own: &mut dyn Any = child.inner_mut();
            if let Some(Ok(status)) = own.downcast_mut::<Child>().map(Child::wait) {
                *locked(&told.0) = Some(status);
            }
            ended.raise();
            told.1.notify_all();
        })?;
        Ok((
            ProcessTree {
                job: Arc::into_inner(job),
                number,
                process,
                ended: end,
            },
            (stdin, stdout, stderr),
        ))
    }

    pub(super) fn number(&self) -> i32 {
        self.number as i32
    }

    /// Ends it with all that it has started.
    pub(super) fn kill(&mut self) {
        self.job = None;
    }

    /// Waits for its end, and returns how it ended, if the system tells.
    pub(super) fn account(&mut self) -> Option<ExitReport> {
        let (end, told) = &*self.ended;
        let end = locked(end);
        let (end, _) = told
            .wait_timeout_while(end, PATIENCE, |end| end.is_none())
            .unwrap_or_else(PoisonError::into_inner);
        let code = (*end)?.code()?;
        // A program that ends with its job has code 0, as if it had ended well.
        let death = if self.job.is_none() {
            Death::Signal(KILL)
        } else {
            Death::Exit(code)
        };
        Some(ExitReport {
            death,
            peak: self.peak(),
            ..ExitReport::default()
        })
    }

    /// The most memory that it itself ever had, in bytes; under wine 0 once it has ended.
    pub(super) fn peak(&self) -> u64 {
        get_process_memory_info(self.process.as_raw_handle() as isize)
            .map_or(0, |now| now.peak_working_set_size as u64)
    }

    /// How many processes it left running in the job.
    pub(super) fn living(&self) -> usize {
        let job = self
            .job
            .as_ref()
            .and_then(|job| job.query_process_id_list().ok());
        job.map_or(0, |members| {
            members
                .iter()
                .filter(|&&member| member != self.number as usize)
                .count()
        })
    }

    /// Ends what it has left running.
    pub(super) fn kill_rest(&mut self) {
        self.job = None;
    }
}
