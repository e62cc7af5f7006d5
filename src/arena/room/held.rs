//! The memory that a program's pipes and sockets can hold, where no control group counts it.
//!
//! The kernel does not tell how full they are. So the first few are free, and every other one counts as full. The
//! [filter](super::filter) keeps them from holding more, and from being open in no process.

use rustix::process::Pid;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The numbers of pipes and of sockets that do not count.
const FREE: usize = 64;
/// Bytes that one can hold as it is made.
const PIPE: u64 = 64 << 10;
const SOCKET: u64 = 256 << 10;

/// The open pipes and sockets of a program.
#[derive(Default)]
struct Open {
    pipes: BTreeSet<PathBuf>,
    sockets: BTreeSet<PathBuf>,
    /// Descriptors of processes that do not show what they are.
    hidden: usize,
}

impl Open {
    fn bytes(&self) -> u64 {
        let count = |found: usize, each: u64| found.saturating_sub(FREE) as u64 * each;
        count(self.pipes.len(), PIPE) + count(self.sockets.len() + self.hidden, SOCKET)
    }

    fn look(&mut self, member: Pid) {
        let folder = format!("/proc/{member}/fd");
        let Ok(files) = fs::read_dir(&folder) else {
            self.hidden += fs::metadata(&folder).map_or(0, |files| files.len() as usize);
            return;
        };
        // The kernel names each by its kind and a number.
        for file in files.flatten().filter_map(|file| fs::read_link(file.path()).ok()) {
            match file.to_str().and_then(|name| name.split_once(':')) {
                Some(("pipe", _)) => self.pipes.insert(file),
                Some(("socket", _)) => self.sockets.insert(file),
                _ => false,
            };
        }
    }
}

/// Bytes that the pipes and sockets of these processes can hold, without the free ones. Beyond `enough` they are not all
/// counted.
pub(super) fn bytes(members: &[Pid], enough: u64) -> u64 {
    let mut open = Open::default();
    for &member in members {
        if open.bytes() > enough {
            break;
        }
        open.look(member);
    }
    open.bytes()
}
