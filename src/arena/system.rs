//! What is asked of the system about one process: its environment, its memory.

use rustix::process::Pid;
use std::process::Command;

/// Variables that would hide a missing flush.
pub(super) fn unbuffer_nothing(command: &mut Command) {
    for name in ["PYTHONUNBUFFERED", "_STDBUF_I", "_STDBUF_O", "_STDBUF_E"] {
        command.env_remove(name);
    }
    if std::env::var_os("LD_PRELOAD").is_some_and(|value| value.to_string_lossy().contains("stdbuf")) {
        command.env_remove("LD_PRELOAD");
    }
}

/// The variable by which the descendants of a program are known, wherever they went.
pub(super) const MARK: &str = "STICKLER_PLAYER";

/// Children of this process that carry a program's mark: descendants that left its group and lost their parent.
pub(super) fn escaped(mark: &str) -> Vec<Pid> {
    let wanted = format!("{MARK}={mark}");
    let carries = |pid: &Pid| {
        let variables = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        variables.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let children = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let pids: Vec<Pid> = children
        .flat_map(|line| line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<i32>>())
        .filter_map(Pid::from_raw)
        .collect();
    pids.into_iter().filter(carries).collect()
}

/// Peak resident memory of a living process in bytes.
pub(super) fn high_water(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
