//! What is asked of the system about one process: its environment, its memory.

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

/// Peak resident memory of a living process in bytes.
pub(super) fn high_water(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
