//! Limits of the kernel, which a program hands on to all that it starts.

use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

/// Limits the CPU time of a process of this user, in seconds. It makes no core file either, which would delay its end.
pub(crate) fn limit(process: Pid, cpu_time: Option<u64>) -> Result<(), Errno> {
    // A program of another user keeps its own.
    let _ = lower(process, Resource::Core, 0, 0);
    cpu_time.map_or(Ok(()), |seconds| lower(process, Resource::Cpu, seconds, 1))
}

/// Lowers a limit. One that is lower already stays: nobody may raise it. `more`: how much higher the hard limit is. A process
/// that has ended needs no limit.
fn lower(process: Pid, resource: Resource, most: u64, more: u64) -> Result<(), Errno> {
    let inherited = getrlimit(resource);
    let least = |limit: u64, inherited: Option<u64>| {
        Some(inherited.map_or(limit, |inherited| inherited.min(limit)))
    };
    let (current, maximum) = (
        least(most, inherited.current),
        least(most.saturating_add(more), inherited.maximum),
    );
    match prlimit(Some(process), resource, Rlimit { current, maximum }) {
        Ok(_) | Err(Errno::SRCH) => Ok(()),
        Err(error) => Err(error),
    }
}
