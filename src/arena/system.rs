//! What is asked of the system about one process: its environment, its state, its children, its memory.

use rustix::process::Pid;
use std::fs;
use std::path::Path;
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

/// The state of a process or a thread, given by its folder. R: has a CPU or wants one; S: sleeps; Z: has ended.
pub(super) fn state(thread: &Path) -> Option<char> {
    let stat = fs::read_to_string(thread.join("stat")).ok()?;
    // The name may hold anything; the state follows its last parenthesis.
    stat.rsplit_once(')')?.1.trim_start().chars().next()
}

/// The living children of a process, which is given as /proc names it.
pub(super) fn children(of: &str) -> impl Iterator<Item = Pid> + use<> {
    let threads = fs::read_dir(format!("/proc/{of}/task")).into_iter().flatten().flatten();
    let lists: Vec<String> = threads.filter_map(|task| fs::read_to_string(task.path().join("children")).ok()).collect();
    let numbers: Vec<i32> =
        lists.iter().flat_map(|list| list.split_whitespace()).filter_map(|word| word.parse().ok()).collect();
    numbers.into_iter().filter_map(Pid::from_raw)
}

/// Peak resident memory of a living process in bytes.
pub(super) fn high_water(pid: Pid) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
