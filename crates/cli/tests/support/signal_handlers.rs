//! Waits for the handlers of a program that is to be signalled: a signal that comes before them ends it without a word.

use std::process::Child;
use std::time::{Duration, Instant};

/// Returns once this child of ours catches the signal, or has ended; at most a minute later. Where the system does not tell, after
/// half a second.
pub(crate) fn until_it_catches(child: &mut Child, signal: &str) {
    let number = match signal {
        "HUP" => 1,
        "INT" => 2,
        "QUIT" => 3,
        "TERM" => 15,
        other => panic!("no signal that anything waits for: {other}"),
    };
    if !cfg!(target_os = "linux") {
        return std::thread::sleep(Duration::from_millis(500));
    }
    let status = format!("/proc/{}/status", child.id());
    let catches = || {
        let status = std::fs::read_to_string(&status).unwrap_or_default();
        let mut lines = status.lines();
        let caught = lines.find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
        caught.is_some_and(|caught| caught >> (number - 1) & 1 == 1)
    };
    let until = Instant::now() + Duration::from_secs(60);
    while !catches() && child.try_wait().expect("a child").is_none() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
}
