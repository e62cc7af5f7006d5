//! Facts of Linux about one process: its environment, its children, its CPU time. And how to kill it.

use super::stall::time_of;
use super::system::{facts, state_in};
use nix::unistd::{getpgid, getpgrp};
use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a process may take to become the program it is to run; a machine may halt it at any point.
const BECOMING: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(2);
/// The kernel's flag for a process that has begun to exit.
const EXITING: u32 = 4;
/// In bytes: the most that Linux gives arguments and environment together.
const LARGEST_ENVIRONMENT: usize = 6 << 20;

/// True for a process if all its threads have begun to exit. The kernel is closing its files.
pub(super) fn is_exiting(process: Pid) -> bool {
    let mut threads = fs::read_dir(format!("/proc/{process}/task"))
        .into_iter()
        .flatten()
        .flatten();
    threads.all(|thread| facts(&thread.path()).is_none_or(|facts| ends(&facts)))
}

/// True for a thread that has exited or has begun to.
pub fn ends(facts: &str) -> bool {
    let flags = facts
        .split_whitespace()
        .nth(6)
        .and_then(|flags| flags.parse::<u32>().ok());
    has_ended(facts) || flags.is_some_and(|flags| flags & EXITING != 0)
}

fn has_ended(facts: &str) -> bool {
    matches!(state_in(facts), None | Some('Z' | 'X'))
}

/// The environment with which a process was started; empty if it has ended or may not be read.
///
/// A process that is executing another program shows none for a moment, so this waits.
pub fn environment(of: Pid) -> Vec<u8> {
    let folder = format!("/proc/{of}");
    let until = Instant::now() + BECOMING;
    let mut before = None;
    loop {
        let facts = facts(Path::new(&folder));
        if facts.as_deref().is_none_or(has_ended) {
            return Vec::new();
        }
        match at_once(&format!("{folder}/environ")) {
            Ok(environment) if !environment.is_empty() => return environment,
            Err(error) if error.kind() == ErrorKind::PermissionDenied => return Vec::new(),
            _ => {}
        }
        let place = facts.as_deref().and_then(place_of_environment);
        // A loaded program whose environment cannot be read has removed it.
        let is_gone =
            place.is_some_and(|[start, end]| start == end) || place.is_some() && place == before;
        if is_gone || Instant::now() >= until {
            return Vec::new();
        }
        before = place;
        std::thread::sleep(LOOK);
    }
}

/// Reads a file by one system call: a second call might find another program in the process.
fn at_once(path: &str) -> std::io::Result<Vec<u8>> {
    let file = fs::File::open(path)?;
    let mut bytes = Vec::with_capacity(LARGEST_ENVIRONMENT);
    rustix::io::read(file, rustix::buffer::spare_capacity(&mut bytes))?;
    Ok(bytes)
}

/// Where the environment of a loaded process begins and ends. The kernel sets the end of the code last, so nothing is known
/// before that is set.
fn place_of_environment(facts: &str) -> Option<[u64; 2]> {
    let facts: Vec<u64> = facts
        .split_whitespace()
        .map(|fact| fact.parse().unwrap_or(0))
        .collect();
    let is_loaded = facts.get(24).is_some_and(|end| *end != 0);
    facts.get(47..49).filter(|_| is_loaded)?.try_into().ok()
}

/// The living children of a process, by its name in /proc.
pub(super) fn children(of: &str) -> impl Iterator<Item = Pid> + use<> {
    let threads = fs::read_dir(format!("/proc/{of}/task"))
        .into_iter()
        .flatten()
        .flatten();
    let lists: Vec<String> = threads
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok())
        .collect();
    let numbers: Vec<i32> = lists
        .iter()
        .flat_map(|list| list.split_whitespace())
        .filter_map(|word| word.parse().ok())
        .collect();
    numbers.into_iter().filter_map(Pid::from_raw)
}

/// These and their living descendants, at most so many.
pub(super) fn with_descendants(mut found: Vec<Pid>, most: usize) -> Vec<Pid> {
    let mut seen = 0;
    while let Some(member) = found.get(seen).filter(|_| found.len() < most) {
        found.extend(children(&member.to_string()));
        seen += 1;
    }
    found
}

/// When a process was started, in ticks since the machine was. Together with its number it identifies the process.
pub(super) fn started(process: Pid) -> Option<u64> {
    facts(Path::new(&format!("/proc/{process}")))?
        .split_whitespace()
        .nth(19)?
        .parse()
        .ok()
}

/// CPU time of a process with its ended threads, and of the children that it has waited for.
pub(super) fn cpu_of_process(process: Pid) -> Option<[Duration; 2]> {
    let clock = nix::time::ClockId::pid_cpu_clock_id(as_nix_has_it(process)).ok()?;
    let own = Duration::from(clock.now().ok()?);
    let facts = facts(Path::new(&format!("/proc/{process}")))?;
    let mut ticks = facts
        .split_whitespace()
        .skip(13)
        .map(|ticks| ticks.parse::<u64>().unwrap_or(0));
    let waited_for = ticks.next()? + ticks.next()?;
    Some([own, time_of(waited_for, clock_ticks_per_second())])
}

/// The number of a process in the type of nix, which allows 0.
pub(super) fn as_nix_has_it(process: Pid) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(process.as_raw_nonzero().get())
}

/// The group of a process, if it has one that is not ours.
pub(super) fn group_of(process: Pid) -> Option<Pid> {
    let own = getpgid(Some(as_nix_has_it(process))).ok();
    // In a container the number of a group may be 0: its leader is outside.
    own.filter(|&group| group != getpgrp())
        .and_then(|group| Pid::from_raw(group.as_raw()))
}

/// Kills a process with its group, since a process that replaces itself leaves its successor there.
pub(super) fn kill(process: Pid, group: Option<Pid>) {
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = kill_process(process, Signal::KILL);
}

#[cfg(test)]
mod tests;
