//! What the threads of a silent program wait for, as the kernel tells: its input, a time, or something else.
//!
//! A program whose answer is still in its own buffer waits for more input: by a read, or by a call that watches its input among other
//! files. A program that sleeps waits for a time. One that does both, such as a loop that looks at its input ten times a second,
//! is told from a sleeper by its behaviour: its time passes, and it waits again and has not answered.

use super::stall::threads;
use super::system::{Pid, facts, state_in};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

/// The pipe that is a program's input, by the number of its inode; `None`: any pipe may be it.
pub(super) type Input = Option<u64>;

/// A program that waits for input, and in which nothing runs.
#[derive(Debug)]
pub(super) struct InputWait {
    /// The threads that also wait for a time, and how often each had waited before.
    timed: BTreeMap<PathBuf, u64>,
}

impl InputWait {
    /// Looks at these processes; `None` where a thread of them runs, or where none waits for input.
    pub(super) fn of(members: &[Pid], input: Input) -> Option<InputWait> {
        let (mut waits_for_input, mut timed) = (false, BTreeMap::new());
        for thread in threads(members) {
            let Some(facts) = facts(&thread) else {
                continue;
            };
            match state_in(&facts) {
                Some('R' | 'D') => return None,
                Some('S') => {
                    let wait = Wait::of(&thread, input);
                    waits_for_input |= wait.for_input;
                    if wait.for_time {
                        timed.insert(thread.clone(), waits(&thread)?);
                    }
                }
                _ => {}
            }
        }
        waits_for_input.then_some(InputWait { timed })
    }

    /// True if each time that was waited for has passed since.
    pub(super) fn has_outlasted_times(&self) -> bool {
        self.timed
            .iter()
            .all(|(thread, before)| waits(thread).is_none_or(|now| now != *before))
    }
}

/// True if a thread of these processes runs, wants to run, or waits for a disk.
pub(super) fn is_active(members: &[Pid]) -> bool {
    threads(members)
        .filter_map(|thread| facts(&thread))
        .any(|facts| matches!(state_in(&facts), Some('R' | 'D')))
}

/// How often a thread has begun to wait.
fn waits(thread: &Path) -> Option<u64> {
    fs::read_to_string(thread.join("status"))
        .ok()?
        .lines()
        .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?
        .trim()
        .parse()
        .ok()
}

/// The events that one thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Wait {
    for_input: bool,
    for_time: bool,
}

const INPUT: Wait = Wait {
    for_input: true,
    for_time: false,
};
const TIME: Wait = Wait {
    for_input: false,
    for_time: true,
};
const ELSE: Wait = Wait {
    for_input: false,
    for_time: false,
};

/// The files that a call watches; `Unread`: this process may not see which.
enum Watched {
    Files(Vec<u64>),
    Epoll(u64),
    Unread,
}

impl Wait {
    fn of(thread: &Path, input: Input) -> Wait {
        let place = fs::read_to_string(thread.join("wchan")).unwrap_or_default();
        let call = fs::read_to_string(thread.join("syscall")).unwrap_or_default();
        let Some((number, given)) = call_of(&call) else {
            return by_place(&place);
        };
        by_call(thread, input, number, given).unwrap_or_else(|| by_place(&place))
    }
}

/// The number of the system call in which a thread waits, and what it was given. The kernel's line is the number, six values in
/// base 16, and two addresses.
fn call_of(line: &str) -> Option<(libc::c_long, [u64; 6])> {
    let mut words = line.split_whitespace();
    let number = words.next()?.parse().ok().filter(|number| *number >= 0)?;
    let mut given = [0; 6];
    for value in &mut given {
        *value = u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok()?;
    }
    Some((number, given))
}

/// Where the call is not told, or not known here: by the kernel's function in which the thread sleeps. One that the kernel does not
/// name may be that of a read.
fn by_place(place: &str) -> Wait {
    match place.trim() {
        "" | "0" => INPUT,
        place if place.contains("nanosleep") => TIME,
        place
            if ["pipe_read", "poll", "select", "cqring"]
                .iter()
                .any(|of| place.contains(of)) =>
        {
            INPUT
        }
        _ => ELSE,
    }
}

/// By the call and what it was given; `None` for a call that says nothing here.
fn by_call(thread: &Path, input: Input, number: libc::c_long, given: [u64; 6]) -> Option<Wait> {
    let process = thread.parent()?.parent()?;
    let [first, second, third, fourth, ..] = given;
    let limited = |milliseconds: u64| milliseconds as i32 >= 0;
    let bits = |place, files: u64| {
        let bytes = memory(process, place, files.min(65_536).div_ceil(8))?;
        let has = |file: &u64| {
            bytes
                .get((file / 8) as usize)
                .is_some_and(|bits| bits >> (file % 8) & 1 == 1)
        };
        Some((0..files.min(65_536)).filter(has).collect())
    };
    let polled = |place, files: u64| {
        let bytes = memory(process, place, files.min(4096) * 8)?;
        let file = |entry: &[u8]| i32::from_ne_bytes([entry[0], entry[1], entry[2], entry[3]]);
        let files = bytes.chunks_exact(8).map(file);
        Some(files.filter_map(|file| u64::try_from(file).ok()).collect())
    };
    let files = |read: Option<Vec<u64>>| read.map_or(Watched::Unread, Watched::Files);
    #[cfg(target_arch = "x86_64")]
    match number {
        libc::SYS_poll => {
            return Some(watching(
                process,
                input,
                files(polled(first, second)),
                limited(third),
            ));
        }
        libc::SYS_select => {
            return Some(watching(
                process,
                input,
                files(bits(second, first)),
                given[4] != 0,
            ));
        }
        libc::SYS_epoll_wait => {
            return Some(watching(
                process,
                input,
                Watched::Epoll(first),
                limited(fourth),
            ));
        }
        _ => {}
    }
    let (watched, is_timed) = match number {
        libc::SYS_read | libc::SYS_readv | libc::SYS_splice | libc::SYS_tee => {
            (Watched::Files(vec![first]), false)
        }
        libc::SYS_ppoll => (files(polled(first, second)), third != 0),
        libc::SYS_pselect6 => (files(bits(second, first)), given[4] != 0),
        libc::SYS_epoll_pwait => (Watched::Epoll(first), limited(fourth)),
        libc::SYS_epoll_pwait2 => (Watched::Epoll(first), fourth != 0),
        libc::SYS_nanosleep | libc::SYS_clock_nanosleep => return Some(TIME),
        libc::SYS_futex => {
            // Threads that a runtime has beside the program's own wait for times that mean nothing.
            let is_first = thread.file_name() == process.file_name();
            let waits = matches!(
                second as i32 & 0x7f,
                libc::FUTEX_WAIT | libc::FUTEX_WAIT_BITSET
            );
            return Some(if is_first && waits && fourth != 0 {
                TIME
            } else {
                ELSE
            });
        }
        _ => return None,
    };
    Some(watching(process, input, watched, is_timed))
}

/// A wait for files, and at most for a time where it has one.
fn watching(process: &Path, input: Input, watched: Watched, for_time: bool) -> Wait {
    let is_input = |file: &u64| is_input(process, input, *file);
    let for_input = match watched {
        Watched::Files(files) => files.iter().any(is_input),
        Watched::Epoll(epoll) => fs::read_to_string(process.join(format!("fdinfo/{epoll}")))
            .map_or(true, |text| {
                watched_by(&text).any(|inode| input.is_none_or(|input| input == inode))
            }),
        Watched::Unread => true,
    };
    Wait {
        for_input,
        for_time,
    }
}

/// The inodes of the files that an epoll watches, from the kernel's text on it.
fn watched_by(text: &str) -> impl Iterator<Item = u64> {
    text.lines()
        .filter(|line| line.starts_with("tfd:"))
        .filter_map(|line| {
            let word = line
                .split_whitespace()
                .find_map(|word| word.strip_prefix("ino:"))?;
            u64::from_str_radix(word, 16).ok()
        })
}

/// True if this descriptor of a process is the program's input, or may be.
fn is_input(process: &Path, input: Input, descriptor: u64) -> bool {
    let file = fs::metadata(process.join(format!("fd/{descriptor}")));
    match (file, input) {
        (Ok(file), Some(input)) => file.ino() == input,
        _ => true,
    }
}

/// Some bytes of the memory of a process.
fn memory(process: &Path, place: u64, len: u64) -> Option<Vec<u8>> {
    let mut bytes = vec![0; len as usize];
    if len == 0 || place == 0 {
        return Some(Vec::new());
    }
    File::open(process.join("mem"))
        .ok()?
        .read_exact_at(&mut bytes, place)
        .ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests;
