//! Processes that left their group and outlived their parents. As the subreaper, this process inherits them and ends them.

use super::proc::{as_nix_has_it, children, environment, kill, with_descendants};
use super::system::{MOMENT, outliving};
use crate::threads::locked;
use nix::unistd::getsid;
use rustix::process::{Pid, WaitOptions, waitpgid, waitpid};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// The environment variable that marks the descendants of a program.
const VARIABLE: &str = "STICKLER_RUN";

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

/// A program and its descendants, recognized by a mark wherever they go.
#[derive(Debug)]
pub(super) struct MarkedFamily {
    mark: String,
}

impl MarkedFamily {
    /// Marks the program that is about to be started as a family of its own.
    pub(super) fn of(command: &mut std::process::Command) -> MarkedFamily {
        let mark = unguessable();
        command.env(VARIABLE, &mark);
        locked(&LIVING).insert(mark.clone());
        MarkedFamily { mark }
    }

    /// The living members, of which the first was started as `leader`.
    pub(super) fn members(&self, leader: Pid) -> Vec<Pid> {
        let alone = locked(&LIVING).len() == 1;
        let inherited = children("self").filter(|&child| child != leader && self.has(child, alone));
        with_descendants([leader].into_iter().chain(inherited).collect(), usize::MAX)
    }

    /// How many members outlive their parents. They have a moment to end as well.
    pub(super) fn outliving(&self) -> usize {
        outliving(MOMENT, || children("self").filter(|&child| self.has(child, false)).count())
    }

    /// Ends every member that this process has inherited, and those it inherits when their parents are killed.
    pub(super) fn end(&self) {
        let alone = {
            let mut living = locked(&LIVING);
            living.remove(&self.mark) && living.is_empty()
        };
        loop {
            let found: Vec<Pid> = children("self").filter(|&child| self.has(child, alone)).collect();
            if found.is_empty() {
                return;
            }
            for child in found {
                let group = kill(child);
                let _ = waitpid(Some(child), WaitOptions::empty());
                while let Some(Ok(Some(_))) = group.map(|group| waitpgid(group, WaitOptions::empty())) {}
            }
        }
    }

    /// True for a child with this family's mark. While no other program runs, a child with a changed mark counts too,
    /// and so does one without a mark in a session of its own.
    fn has(&self, child: Pid, alone: bool) -> bool {
        let environment = environment(child);
        let mut variables = environment.split(|&byte| byte == 0).map(String::from_utf8_lossy);
        let mark = variables.find_map(|pair| Some(pair.strip_prefix(VARIABLE)?.strip_prefix('=')?.to_string()));
        match mark {
            Some(mark) if mark == self.mark => true,
            // If this process was itself started with a mark, its own helpers have that mark.
            Some(mark) if std::env::var(VARIABLE).as_ref() != Ok(&mark) => alone && !locked(&LIVING).contains(&mark),
            _ => alone && !is_of_our_session(child),
        }
    }
}

impl Drop for MarkedFamily {
    fn drop(&mut self) {
        if locked(&LIVING).contains(&self.mark) {
            self.end();
        }
    }
}

/// Programs that this process started for itself stay in its session. In a container the id of the session may be 0: its leader
/// is outside.
fn is_of_our_session(child: Pid) -> bool {
    getsid(Some(as_nix_has_it(child))) == getsid(None)
}
