//! Locks of files and folders that one run has for itself; a lock goes away with the process that holds it.

use std::fs::File;

/// Takes the lock of this file or folder for as long as the file is open. False: another process holds it. `None`: nobody can tell,
/// because the file system has no locks, or the system is none of Unix.
#[cfg(unix)]
pub(crate) fn lock(file: &File) -> Option<bool> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Some(true),
        Err(Errno::WOULDBLOCK) => Some(false),
        Err(_) => None,
    }
}

#[cfg(not(unix))]
pub(crate) fn lock(_: &File) -> Option<bool> {
    None
}
