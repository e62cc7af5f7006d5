//! The environment of a process that becomes another, and the end of a thread.

use crate::linux_process::{ends, environment};
use rustix::process::Pid;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a process may take to become the program that it is to run.
const BECOMING: Duration = Duration::from_secs(1);

fn started(command: &mut Command) -> (std::process::Child, Pid) {
    let child = command.stdin(Stdio::piped()).spawn().expect("started");
    let pid = Pid::from_child(&child);
    (child, pid)
}

/// Wherever a process is on its way from one program to the next, its environment is seen.
#[test]
fn a_process_that_becomes_another_is_awaited() {
    let long = "-".repeat(100_000);
    for _ in 0..300 {
        let (mut child, pid) = started(
            Command::new("/bin/sh")
                .args(["-c", "exec cat"])
                .env("LONG", &long)
                .env("MARK", "seen"),
        );
        for _ in 0..20 {
            let environment = environment(pid);
            assert!(
                environment.windows(9).any(|part| part == b"MARK=seen"),
                "{} bytes",
                environment.len()
            );
        }
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
}

#[test]
fn nothing_is_awaited_where_nothing_comes() {
    let once = || {
        let (mut child, pid) = started(Command::new("/bin/cat").env_clear());
        let since = Instant::now();
        while environment(pid) != b"" {}
        assert_eq!(environment(pid), b"");
        child.kill().expect("killed");
        // It has ended, and waits to be reaped.
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(environment(pid), b"");
        child.wait().expect("ended");
        assert_eq!(environment(pid), b"");
        since.elapsed()
    };
    // The machine may hold one of them up.
    let fastest = (0..5).map(|_| once()).min();
    assert!(fastest < Some(BECOMING), "{fastest:?}");
}

/// The kernel's flags are the seventh fact.
#[test]
fn a_thread_ends_before_it_has_ended() {
    for (state, flags, is_so) in [
        ("S", 4_194_304, false),
        ("R", 4_194_308, true),
        ("Z", 4_194_304, true),
        ("X", 0, true),
        ("D", 3, false),
        ("T", 12, true),
    ] {
        assert_eq!(
            ends(&format!(" {state} 1 2 2 0 -1 {flags} 99 0 0")),
            is_so,
            "{state} {flags}"
        );
    }
    assert!(ends("") && !ends(" S 1 2"));
}
