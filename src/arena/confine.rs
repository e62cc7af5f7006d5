//! What is withheld from a program, by a small launcher: a program that gives things up for good and then becomes the other.
//!
//! The launcher is any program that calls [`Confinement::enter`] and then executes the command, or says that it was
//! [not started](not_started); `stickler launch` is one.

mod overlay;

use crate::referee::Death;
use landlock::{ABI, Access, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus};
use nix::sched::{CloneFlags, unshare};
use rustix::process::{Resource, Rlimit, getgid, getuid, setrlimit};
use std::fs;

/// What is withheld from a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Confinement {
    /// Seconds of CPU time for each of its processes, after which the kernel ends it.
    pub cpu_time: Option<u64>,
    /// It has no network.
    pub no_network: bool,
    /// It writes no file but the null device.
    pub read_only: bool,
    /// What it writes in the current folder and in those for temporary files is its own, and gone when it ends.
    pub own_files: bool,
}

impl Confinement {
    /// True where nothing is withheld.
    pub fn is_none(&self) -> bool {
        *self == Confinement::default()
    }

    /// The options of `stickler launch` that stand for it.
    pub fn words(&self) -> Vec<String> {
        let cpu_time = self.cpu_time.map(|seconds| format!("--cpu-time={seconds}"));
        let no_network = self.no_network.then(|| "--no-network".to_string());
        let read_only = self.read_only.then(|| "--read-only".to_string());
        let own_files = self.own_files.then(|| "--files=own".to_string());
        cpu_time.into_iter().chain(no_network).chain(read_only).chain(own_files).collect()
    }

    /// Withholds all this from the calling process and whatever it becomes, for good. What the kernel does not allow is
    /// given back, a line each, with the reason. The process must have one thread.
    pub fn enter(&self) -> Vec<String> {
        let mut refused = Vec::new();
        let mut note = |what: &str, done: Result<(), String>| {
            if let Err(why) = done {
                refused.push(format!("{what} could not be applied: {why}"));
            }
        };
        // A network namespace begins without any device that is up.
        if self.no_network {
            note("--no-network", leave(CloneFlags::CLONE_NEWNET));
        }
        if self.own_files {
            note("--files=own", leave(CloneFlags::CLONE_NEWNS).and_then(|()| overlay::cover()));
        }
        if self.read_only {
            note("--read-only", write_nothing());
        }
        if let Some(seconds) = self.cpu_time {
            let limit = Rlimit { current: Some(seconds), maximum: Some(seconds + 1) };
            note("--cpu-time", setrlimit(Resource::Cpu, limit).map_err(|error| error.to_string()));
        }
        refused
    }
}

/// Exit code of a launcher that could not become the program.
pub const UNSTARTED: u8 = 126;
const NOT_STARTED: &str = "not started\t";

/// What such a launcher has to write to standard error, so that nobody takes it for a program that failed.
pub fn not_started(command: &str, error: &std::io::Error) -> String {
    format!("{NOT_STARTED}{command}\t{error}\n")
}

/// The command that a launcher which ended like this could not become, and why; `None`: it had become it.
pub(super) fn why_not_started(death: Death, stderr: &[u8]) -> Option<(String, String)> {
    let text = std::str::from_utf8(stderr).ok().filter(|_| death == Death::Exit(UNSTARTED.into()))?;
    let (command, why) = text.strip_prefix(NOT_STARTED)?.trim_end().rsplit_once('\t')?;
    Some((command.into(), why.into()))
}

/// Leaves a namespace for a new one. Where that takes a user namespace too, the user keeps being itself in it.
fn leave(namespace: CloneFlags) -> Result<(), String> {
    if unshare(namespace).is_ok() {
        return Ok(());
    }
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    unshare(CloneFlags::CLONE_NEWUSER | namespace).map_err(|error| error.to_string())?;
    let map =
        |file: &str, text: String| fs::write(format!("/proc/self/{file}"), text).map_err(|error| error.to_string());
    map("setgroups", "deny".into())?;
    map("uid_map", format!("{user} {user} 1"))?;
    map("gid_map", format!("{group} {group} 1"))
}

/// Every file can be read and run, and the null device written.
fn write_nothing() -> Result<(), String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let abi = ABI::V3;
    let below = |path: &str, access| PathFd::new(path).map(|fd| PathBeneath::new(fd, access)).map_err(|e| told(&e));
    let ruleset = Ruleset::default().handle_access(AccessFs::from_all(abi)).map_err(|e| told(&e))?;
    let ruleset = ruleset.create().map_err(|e| told(&e))?;
    let ruleset = ruleset.add_rule(below("/", AccessFs::from_read(abi))?).map_err(|e| told(&e))?;
    let null = AccessFs::ReadFile | AccessFs::WriteFile;
    let ruleset = ruleset.add_rule(below("/dev/null", null)?).map_err(|e| told(&e))?;
    match ruleset.restrict_self().map_err(|e| told(&e))?.ruleset {
        RulesetStatus::NotEnforced => Err("this kernel has no Landlock".into()),
        RulesetStatus::PartiallyEnforced => Err("this kernel's Landlock knows only some kinds of writing".into()),
        RulesetStatus::FullyEnforced => Ok(()),
    }
}
