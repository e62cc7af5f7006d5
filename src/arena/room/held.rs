//! What the kernel can hold in a program's pipes and sockets, where no control group counts it.
//!
//! Nobody tells how full they are. So a program has some for nothing, and every other one counts with what it can hold; the
//! [filter](super::filter) keeps them from holding more, and from being open in no process.

use rustix::process::Pid;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Pipes, and sockets, that a program has for nothing.
const FREE: usize = 64;
/// Bytes that one can hold as it is made.
const PIPE: u64 = 64 << 10;
const SOCKET: u64 = 256 << 10;

/// The open pipes and sockets of a program.
#[derive(Default)]
struct Open {
    pipes: BTreeSet<PathBuf>,
    sockets: BTreeSet<PathBuf>,
    /// Those of processes that show nobody what they are.
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
        // The kernel names them by what they are, and by a number of its own.
        for file in files.flatten().filter_map(|file| fs::read_link(file.path()).ok()) {
            match file.to_str().and_then(|name| name.split_once(':')) {
                Some(("pipe", _)) => self.pipes.insert(file),
                Some(("socket", _)) => self.sockets.insert(file),
                _ => false,
            };
        }
    }
}

/// Bytes that the pipes and sockets of these processes can hold beyond those for nothing; what is more than `enough` may be more
/// still.
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
