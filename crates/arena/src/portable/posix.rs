//! A program in a process group of its own, by plain POSIX: it runs on macOS, and on Linux, where it is tested.

use super::streams::Flag;
use super::{ExitReport, Waiting};
use crate::system::{reaped, spawn};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, test_kill_process_group,
    waitid,
};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

/// A program with its group.
#[derive(Debug)]
pub(super) struct ProcessTree {
    child: Child,
}

impl ProcessTree {
    /// Starts it. The flag is raised when it has ended.
    pub(super) fn start(mut command: Command, ended: Flag) -> io::Result<(ProcessTree, Waiting)> {
        let (child, streams) = spawn(command.process_group(0))?;
        let leader = Pid::from_child(&child);
        // It is not reaped here: no other process may get its id before its family is ended.
        let mut tree = ProcessTree { child };
        let watch = move || {
            while let Err(rustix::io::Errno::INTR) = waitid(
                WaitId::Pid(leader),
                WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
            ) {}
            ended.raise();
        };
        if let Err(error) = std::thread::Builder::new().spawn(watch) {
            tree.kill();
            return Err(error);
        }
        Ok((tree, streams))
    }

    fn leader(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    pub(super) fn number(&self) -> i32 {
        self.leader().as_raw_nonzero().get()
    }

    /// Ends it with its group.
    pub(super) fn kill(&mut self) {
        self.kill_rest();
        let _ = kill_process(self.leader(), Signal::KILL);
    }

    /// Waits for its end, and returns how it ended, if the system tells.
    pub(super) fn account(&mut self) -> Option<ExitReport> {
        reaped(&mut self.child)
    }

    /// Nothing tells it while the program runs.
    pub(super) fn peak(&self) -> u64 {
        0
    }

    /// Whether others of its group outlive it. POSIX does not count them, so one stands for all.
    pub(super) fn living(&self) -> usize {
        usize::from(test_kill_process_group(self.leader()).is_ok())
    }

    /// Ends what is left of the group. While any member is left, no other group gets its number.
    pub(super) fn kill_rest(&mut self) {
        let _ = kill_process_group(self.leader(), Signal::KILL);
    }
}
