//! State inherited from the parent process, as far as programs that this process starts would suffer from it.

#[cfg(unix)]
use signal_hook::consts::{SIGCHLD, SIGXFSZ};
use std::sync::Once;

/// Takes back what may stand in the way: a parent that ignores the ends of its children hands that on, and then nobody says how
/// a program ended. A limit on the size of files shows as an error, and no longer ends this process.
pub(super) fn reset_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // A program that is executed gets the default in place of a handler.
        #[cfg(unix)]
        for signal in [SIGCHLD, SIGXFSZ] {
            if signal == SIGXFSZ || is_ignored(signal) {
                let _ = signal_hook::flag::register(signal, std::sync::Arc::default());
            }
        }
    });
}

/// True for a signal that this process ignores, or may ignore.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}

/// A limit of this session, and how low it may be before programs suffer from it.
#[cfg(target_os = "linux")]
struct SessionLimit {
    resource: rustix::process::Resource,
    least: u64,
    unit: u64,
    /// The limited thing, with `{}` for the number of units.
    text: &'static str,
}

/// Limits of this session that are lower than programs may need, as text.
#[cfg(target_os = "linux")]
pub fn low_limits() -> Vec<String> {
    use rustix::process::{Resource, getrlimit};
    let limit = |resource, least, unit, text| SessionLimit {
        resource,
        least,
        unit,
        text,
    };
    let all = [
        limit(Resource::Cpu, u64::MAX, 1, "CPU time of {} s (ulimit -t)"),
        limit(
            Resource::Fsize,
            u64::MAX,
            1 << 10,
            "files of {} KB (ulimit -f)",
        ),
        limit(
            Resource::Stack,
            1 << 20,
            1 << 10,
            "a stack of {} KB (ulimit -s)",
        ),
        limit(
            Resource::As,
            1 << 30,
            1 << 20,
            "{} MB of addresses (ulimit -v)",
        ),
        limit(
            Resource::Data,
            1 << 30,
            1 << 20,
            "{} MB of data (ulimit -d)",
        ),
        limit(Resource::Nofile, 64, 1, "{} open files (ulimit -n)"),
        limit(
            Resource::Nproc,
            64,
            1,
            "{} processes and threads of this user (ulimit -u)",
        ),
    ];
    let low = |limit: SessionLimit| {
        let current = getrlimit(limit.resource)
            .current
            .filter(|current| *current < limit.least)?;
        Some(
            limit
                .text
                .replace("{}", &(current / limit.unit).to_string()),
        )
    };
    all.into_iter().filter_map(low).collect()
}

/// Nothing is known of limits here.
#[cfg(not(target_os = "linux"))]
pub fn low_limits() -> Vec<String> {
    Vec::new()
}
