//! What is said of a bot that its sandbox did not let write.

use stickler::live::MatchReport;
use stickler::live::players::Usage;
use stickler_arena::launch::{Launch, Wrapper};

/// The words of the system where a file system can only be read.
const READ_ONLY: &str = "Read-only file system";

/// The last line that a bot wrote to standard error.
pub(crate) fn last_line(usage: &Usage) -> Option<String> {
    let text = String::from_utf8_lossy(&usage.stderr);
    let last = text.lines().rfind(|line| !line.trim().is_empty());
    last.map(|line| line.trim().to_string())
}

/// Where one of these bots says that it could not write: what the sandbox allows, and how to play without it.
pub(crate) fn sandbox_note(launch: &Launch, record: &MatchReport) -> Option<String> {
    let Some(Wrapper::Recipe {
        recipe, writable, ..
    }) = &launch.wrapper
    else {
        return None;
    };
    let faults = record.verdict.faults.iter();
    let mut failed = faults.filter_map(|fault| record.usage.get(fault.seat.index())?.as_ref());
    failed
        .any(|usage| String::from_utf8_lossy(&usage.stderr).contains(READ_ONLY))
        .then(|| {
            format!(
                "the sandbox ({recipe}) lets a bot write to {} and to /tmp alone, and `check` has none: let HOME and XDG_CACHE_HOME name \
                 a folder there, or play with --isolation off",
                writable.display()
            )
        })
}
