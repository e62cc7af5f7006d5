//! What every system offers for a program: its command and pipes, its stack, its end, its state and memory. A system without `/proc`
//! tells no state and no memory.

#[cfg(unix)]
use super::running_program::ExitReport;
#[cfg(unix)]
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
#[cfg(unix)]
use std::process::{Child, ExitStatus};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};
#[cfg(unix)]
use stickler::referee::Death;
#[cfg(unix)]
use wait4::Wait4;

/// The number of a process.
#[cfg(unix)]
pub use rustix::process::Pid;
/// The number of a process.
#[cfg(not(unix))]
pub type Pid = u32;

/// Gives a stack of so many bytes to the programs that are started from now on. The error says why it cannot.
#[cfg(unix)]
pub fn give_stack(bytes: u64) -> Result<(), String> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Stack);
    if let Some(most) = maximum.filter(|most| *most < bytes) {
        return Err(format!(
            "this session allows {} MB at most (`ulimit -Hs`)",
            most >> 20
        ));
    }
    let limit = Rlimit {
        current: Some(bytes),
        maximum,
    };
    setrlimit(Resource::Stack, limit).map_err(|error| error.to_string())
}

/// Gives no stack: this system decides it when a program is linked.
#[cfg(not(unix))]
pub fn give_stack(_bytes: u64) -> Result<(), String> {
    Err("here a program's stack is decided when it is linked".into())
}

/// The limit of the stack that programs get which are started here, in words; `None`: nothing tells it.
pub fn stack_limit() -> Option<String> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let row = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max stack size"))?;
    match row.split_whitespace().next()? {
        "unlimited" => Some("unlimited".into()),
        bytes => Some(format!("{} MB", bytes.parse::<u64>().ok()? >> 20)),
    }
}

/// Waits for a condition, at most so long; true if it came true.
pub(super) fn soon(within: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + within;
    loop {
        if is_so() {
            return true;
        }
        if Instant::now() >= until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// How a program ended.
#[cfg(unix)]
pub fn death(status: ExitStatus) -> Death {
    status
        .signal()
        .map(Death::Signal)
        .or(status.code().map(Death::Exit))
        .unwrap_or(Death::Exit(0))
}

/// Waits for the end of a child, and returns how it ended and what it itself used; `None`: the system does not say.
#[cfg(unix)]
pub(super) fn reaped(child: &mut Child) -> Option<ExitReport> {
    let used = child.wait4().ok()?;
    let cpu = used.rusage.utime + used.rusage.stime;
    Some(ExitReport {
        death: death(used.status),
        cpu,
        peak: used.rusage.maxrss,
        ..ExitReport::default()
    })
}

/// How long the processes that a program has started may take to end after it.
pub(super) const MOMENT: Duration = Duration::from_millis(50);

/// How many of these still live after a moment in which they could end.
pub(super) fn outliving(within: Duration, mut living: impl FnMut() -> usize) -> usize {
    let mut left = 0;
    soon(within, || {
        left = living();
        left == 0
    });
    left
}

/// A command whose three streams are pipes, without variables that would hide a missing flush.
pub(super) fn apart(words: &[String]) -> io::Result<Command> {
    let mut command = piped(words)?;
    unbuffer_nothing(command.stderr(Stdio::piped()));
    Ok(command)
}

/// A command whose input and output are pipes; it has this process's standard error.
pub(super) fn piped(words: &[String]) -> io::Result<Command> {
    let (program, rest) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command
        .args(rest)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    Ok(command)
}

/// Starts a program, and returns it with the other ends of its pipes.
#[cfg(unix)]
pub(super) fn spawn(command: &mut Command) -> io::Result<(Child, super::portable::Waiting)> {
    let mut child = command.spawn()?;
    let streams = streams(&mut child)?;
    Ok((child, streams))
}

/// The other ends of the pipes of a child.
#[cfg(unix)]
pub(super) fn streams(child: &mut Child) -> io::Result<super::portable::Waiting> {
    let pipe = || io::Error::other("a pipe is missing");
    let (stdin, stdout) = (
        child.stdin.take().ok_or_else(pipe)?,
        child.stdout.take().ok_or_else(pipe)?,
    );
    Ok((stdin, stdout, child.stderr.take()))
}

/// Removes environment variables that would hide a missing flush.
pub(super) fn unbuffer_nothing(command: &mut Command) {
    for name in ["PYTHONUNBUFFERED", "_STDBUF_I", "_STDBUF_O", "_STDBUF_E"] {
        command.env_remove(name);
    }
    if std::env::var_os("LD_PRELOAD")
        .is_some_and(|value| value.to_string_lossy().contains("stdbuf"))
    {
        command.env_remove("LD_PRELOAD");
    }
}

/// The state of a process or a thread, given by its folder. R: has a CPU or wants one; S: sleeps; Z: has ended.
pub(super) fn state(thread: &Path) -> Option<char> {
    state_in(&facts(thread)?)
}

/// The kernel's line on a process or a thread, from its state on.
pub(super) fn facts(thread: &Path) -> Option<String> {
    let stat = fs::read_to_string(thread.join("stat")).ok()?;
    // The name may hold anything; it ends at the last parenthesis.
    Some(stat.rsplit_once(')')?.1.to_string())
}

pub(super) fn state_in(facts: &str) -> Option<char> {
    facts.trim_start().chars().next()
}

/// The sum of the lines with these names in a file of a process, in bytes.
fn bytes(of: Pid, file: &str, names: &[&str]) -> u64 {
    let text = fs::read_to_string(format!("/proc/{of}/{file}")).unwrap_or_default();
    let named = text
        .lines()
        .filter_map(|line| line.split_once(':'))
        .filter(|(name, _)| names.contains(name));
    named
        .filter_map(|(_, rest)| rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok())
        .sum::<u64>()
        << 10
}

/// Bytes that processes take. What they share counts once.
pub(super) fn resident(members: &[Pid], enough: u64) -> u64 {
    let apart: u64 = members
        .iter()
        .map(|&member| bytes(member, "status", &["RssAnon", "RssShmem"]))
        .sum();
    if members.len() == 1 || apart <= enough {
        return apart;
    }
    let shares = || {
        members
            .iter()
            .map(|&member| bytes(member, "smaps_rollup", &["Pss_Anon", "Pss_Shmem"]))
            .collect()
    };
    let first: Vec<u64> = shares();
    at_least(&first, &shares())
}

/// Bytes that processes take at least, by two looks at the share of each, one after the other.
///
/// Shares that are read at different moments may count the same memory twice: of one process before, and of another after the two
/// have come to share it. Such a change shows between the looks, so what has changed does not count.
fn at_least(first: &[u64], second: &[u64]) -> u64 {
    let both = || first.iter().zip(second);
    let lower: u64 = both().map(|(first, second)| first.min(second)).sum();
    lower.saturating_sub(both().map(|(first, second)| first.abs_diff(*second)).sum())
}

/// Peak resident memory of a living process in bytes.
pub(super) fn high_water(process: Pid) -> Option<u64> {
    Some(bytes(process, "status", &["VmHWM"])).filter(|&bytes| bytes > 0)
}

/// The peak that a program may have inherited from this process, which starts it.
pub(super) fn own_high_water() -> u64 {
    #[cfg(target_os = "linux")]
    return high_water(rustix::process::getpid()).unwrap_or(u64::MAX);
    #[cfg(not(target_os = "linux"))]
    0
}

#[cfg(test)]
mod tests;
