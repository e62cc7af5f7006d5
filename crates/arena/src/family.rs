//! A program with all that it starts: which processes they are, what they use, and how they are ended.
//!
//! A mark in their environment tells them, wherever they go. This process is the subreaper: it inherits those whose parents have
//! ended.

mod cpu_tally;

use super::linux_process::{
    as_nix_has_it, children, environment, group_of, kill, started, with_descendants,
};
use super::running_program::ExitReport;
use super::system::{MOMENT, outliving, reaped, soon};
use crate::threads::locked;
use cpu_tally::CpuTally;
use nix::unistd::getsid;
use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, set_child_subreaper,
    waitpgid, waitpid,
};
use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use stickler::live::players::HarnessError;

/// The environment variable that marks the descendants of a program.
const VARIABLE: &str = "STICKLER_RUN";

/// How long processes are pursued that fork to escape.
const PURSUIT: Duration = Duration::from_secs(10);

/// The marks of all families that are still running.
static LIVING: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A random mark: a program that guessed another's mark could charge its processes to that one.
pub(super) fn unguessable() -> String {
    let mut bytes = [0; 16];
    // If the kernel has no random bytes, the time must do.
    if rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty()).is_err() {
        bytes = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(bytes, |now| now.as_nanos().to_ne_bytes());
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A program and its descendants.
#[derive(Debug)]
pub(super) struct Family {
    /// The program itself.
    pub(super) child: Child,
    mark: String,
    /// The groups in which orphans of it were seen. Those that replace themselves stay in them.
    groups: Mutex<BTreeSet<i32>>,
    tally: CpuTally,
}

impl Family {
    /// Starts a program with a mark of its own. `fail`: the error where it cannot be started.
    pub(super) fn start(
        command: &mut Command,
        fail: impl Fn(std::io::Error) -> HarnessError,
    ) -> Result<Family, HarnessError> {
        set_child_subreaper(Some(getpid())).map_err(std::io::Error::from)?;
        let mark = unguessable();
        // Before it runs, or a family that takes itself to be alone would count it.
        locked(&LIVING).insert(mark.clone());
        let child = command.env(VARIABLE, &mark).spawn().map_err(|error| {
            locked(&LIVING).remove(&mark);
            fail(error)
        })?;
        Ok(Family {
            child,
            mark,
            groups: Mutex::default(),
            tally: CpuTally::default(),
        })
    }

    /// The program itself.
    pub(super) fn leader(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// The living members; the program itself comes first.
    pub(super) fn members(&self) -> Vec<Pid> {
        let leader = self.leader();
        self.reap(leader);
        let alone = locked(&LIVING).len() == 1;
        let inherited = children("self").filter(|&child| {
            child != leader && !is_ended_orphan(child) && self.is_member(child, alone)
        });
        with_descendants([leader].into_iter().chain(inherited).collect(), usize::MAX)
    }

    /// Notes the group of a child that is a member.
    fn is_member(&self, child: Pid, alone: bool) -> bool {
        let group = group_of(child).map(|group| group.as_raw_nonzero().get());
        let is_known = group.is_some_and(|group| locked(&self.groups).contains(&group));
        let is_member = is_known || self.has(child, alone);
        locked(&self.groups).extend(group.filter(|_| is_member));
        is_member
    }

    /// Reaps orphans that have ended, so that a crowd of them does not fill the table of processes.
    fn reap(&self, leader: Pid) {
        let groups: Vec<Pid> = locked(&self.groups)
            .iter()
            .filter_map(|&group| Pid::from_raw(group))
            .collect();
        for group in groups.into_iter().filter(|group| *group != leader) {
            while let Ok(Some(_)) = waitpgid(group, WaitOptions::NOHANG) {}
        }
    }

    /// CPU time of all that it ever had, as far as looks have seen them.
    pub(super) fn cpu(&mut self) -> Duration {
        let members = self.members();
        self.tally.look(&members)
    }

    /// Ends all of it, and tells how the program ended and what it used. `has_ended`: it has ended by itself.
    pub(super) fn end(&mut self, has_ended: bool) -> ExitReport {
        let left = if has_ended { self.outliving() } else { 0 };
        let seen = self.cpu();
        let group = self.leader();
        // The leader is not reaped yet, so no other group can have its number.
        let _ = kill_process_group(group, Signal::KILL);
        let _ = kill_process(group, Signal::KILL);
        let end = reaped(&mut self.child).unwrap_or_default();
        // Orphans of the group have become children of this process.
        while let Ok(Some(_)) = waitpgid(group, WaitOptions::empty()) {}
        self.see_off();
        self.end_rest();
        ExitReport {
            cpu: end.cpu.max(seen),
            left,
            ..end
        }
    }

    /// Ends the others that were seen last, and waits until they are gone. An ordinary user reads no mark of a sandbox: what is left of it
    /// would be charged to the program that is alone then.
    pub(super) fn see_off(&self) {
        let is_gone = |(member, since): (Pid, u64)| {
            let is_there = || started(member) == Some(since);
            if is_there() {
                let _ = kill_process(member, Signal::KILL);
                let _ = waitpid(Some(member), WaitOptions::NOHANG);
            }
            !is_there()
        };
        // Not the program itself: how it ended is still to be read.
        let others = || {
            let seen = self.tally.living();
            seen.filter(|(member, _)| *member != self.leader())
        };
        // Each of them is ended, also where one is not gone yet.
        soon(PURSUIT, || {
            others().filter(|seen| !is_gone(*seen)).count() == 0
        });
    }

    /// How many members outlive their parents. They have a moment to end as well.
    fn outliving(&self) -> usize {
        outliving(MOMENT, || {
            children("self")
                .filter(|&child| self.has(child, false))
                .count()
        })
    }

    /// Ends every member that this process has inherited, and those it inherits when their parents are killed.
    fn end_rest(&self) {
        let alone = {
            let mut living = locked(&LIVING);
            living.remove(&self.mark) && living.is_empty()
        };
        let until = Instant::now() + PURSUIT;
        while self.end_once(alone) && Instant::now() < until {}
    }

    /// Ends the members that are children of this process now; true if there may be more.
    fn end_once(&self, alone: bool) -> bool {
        let groups: Vec<Pid> = locked(&self.groups)
            .iter()
            .filter_map(|&group| Pid::from_raw(group))
            .collect();
        for group in groups {
            let _ = kill_process_group(group, Signal::KILL);
            while let Ok(Some(_)) = waitpgid(group, WaitOptions::empty()) {}
        }
        let mut is_more = false;
        // Its group is asked for first, since a process that replaces itself may be gone a moment later.
        let all: Vec<(Pid, Option<Pid>)> = children("self")
            .map(|child| (child, group_of(child)))
            .collect();
        for (child, group) in all {
            if alone && !is_of_our_session(child) || self.has(child, alone) {
                is_more = true;
                kill(child, group);
                let _ = waitpid(Some(child), WaitOptions::empty());
                while let Some(Ok(Some(_))) =
                    group.map(|group| waitpgid(group, WaitOptions::empty()))
                {}
            } else {
                is_more |= getsid(Some(as_nix_has_it(child))).is_err();
            }
        }
        is_more
    }

    /// True for a child with this family's mark. While no other program runs, a child with a changed mark counts too,
    /// and so does one without a mark in a session of its own.
    fn has(&self, child: Pid, alone: bool) -> bool {
        let environment = environment(child);
        let mut variables = environment
            .split(|&byte| byte == 0)
            .map(String::from_utf8_lossy);
        let mark = variables
            .find_map(|pair| Some(pair.strip_prefix(VARIABLE)?.strip_prefix('=')?.to_string()));
        match mark {
            Some(mark) if mark == self.mark => true,
            // If this process was itself started with a mark, its own helpers have that mark.
            Some(mark) if std::env::var(VARIABLE).as_ref() != Ok(&mark) => {
                alone && !locked(&LIVING).contains(&mark)
            }
            _ => alone && !is_of_our_session(child),
        }
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        if locked(&LIVING).contains(&self.mark) {
            self.end_rest();
        }
    }
}

/// Reaps a child that nobody waits for, if it has ended: true then. What this process starts leads its group or stays in its
/// session. An orphan of a program that replaces itself does neither, and thousands of them would fill the table of processes.
fn is_ended_orphan(child: Pid) -> bool {
    let is_orphan =
        group_of(child).is_some_and(|group| group != child) && !is_of_our_session(child);
    is_orphan && matches!(waitpid(Some(child), WaitOptions::NOHANG), Ok(Some(_)))
}

/// Programs that this process started for itself stay in its session. In a container the id of the session may be 0: its leader
/// is outside.
fn is_of_our_session(child: Pid) -> bool {
    getsid(Some(as_nix_has_it(child))) == getsid(None)
}

#[cfg(test)]
mod tests {
    use super::{Family, children, group_of};
    use rustix::process::Pid;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    /// Beside another program nothing tells whose they are once they have ended: their environment is gone.
    #[test]
    fn orphans_that_have_ended_do_not_fill_the_table_of_processes() {
        let start = |command: &mut Command| {
            Family::start(command, |why| panic!("{why}")).expect("a subreaper")
        };
        let _other = start(&mut Command::new("true"));
        let mut command = Command::new("sh");
        // A shell that leads a session of its own, and ends before those that it has started.
        let orphans = "echo $$; for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1 & done";
        command.args(["-c", &format!("setsid sh -c '{orphans}' & exec sleep 60")]);
        let mut family = start(command.stdout(Stdio::piped()));
        let mut group = String::new();
        let mut told = std::io::BufReader::new(family.child.stdout.take().expect("piped"));
        std::io::BufRead::read_line(&mut told, &mut group).expect("a number");
        let group = group.trim().parse().ok().and_then(Pid::from_raw);
        let orphans =
            || children("self").filter(|child| group_of(*child) == group && Some(*child) != group);
        for _ in 0..500 {
            std::thread::sleep(Duration::from_millis(20));
            // They have come to this process, and have all ended by then.
            if orphans().count() == 10
                && orphans().all(|child| crate::linux_process::environment(child).is_empty())
            {
                break;
            }
        }
        assert_eq!(orphans().count(), 10);
        family.members();
        assert_eq!(orphans().count(), 0);
        family.end(false);
    }
}
