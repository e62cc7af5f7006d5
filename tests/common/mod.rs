#![allow(dead_code, unreachable_pub)]
//! What several test files need.

use std::io::Write;
use std::path::{Path, PathBuf};

/// A new folder for one test, below cargo's own.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}

/// Processes whose command line holds this word.
pub fn running(word: &str) -> usize {
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    let lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(word)).count()
}

/// Says aloud what is not tested here; what a passing test prints the usual way is not shown.
pub fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
