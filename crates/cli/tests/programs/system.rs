//! Parts of `arena/system.rs`.

use crate::support::needs::tests;
use crate::support::programs::python;
use crate::support::trials::leave_out;
use rustix::process::Pid;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use stickler_arena::linux_process::{ends, environment};

/// How long a process may take to become the program that it is to run.
const BECOMING: Duration = Duration::from_secs(1);

tests! {
    a_process_that_becomes_another_is_awaited,
    nothing_is_awaited_where_nothing_comes,
    an_environment_that_was_taken_away_is_not_awaited [PYTHON],
    a_thread_ends_before_it_has_ended,
}

fn started(command: &mut Command) -> (std::process::Child, Pid) {
    let child = command.stdin(Stdio::piped()).spawn().expect("started");
    let pid = Pid::from_child(&child);
    (child, pid)
}

/// Wherever a process is on its way from one program to the next, its environment is seen.
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

fn nothing_is_awaited_where_nothing_comes() {
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
    assert!(since.elapsed() < BECOMING);
}

/// It unmaps the pages that hold it.
const BLIND: &str = "import ctypes, time
start, end = map(int, open('/proc/self/stat').read().rsplit(')', 1)[1].split()[47:49])
ctypes.CDLL(None).munmap(ctypes.c_void_p(start & ~4095), ctypes.c_size_t((end | 4095) + 1 - (start & ~4095)))
print('blind', flush=True)
time.sleep(60)";

fn an_environment_that_was_taken_away_is_not_awaited() {
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let mut command = Command::new(python);
    let (mut child, pid) = started(command.args(["-c", BLIND]).stdout(Stdio::piped()));
    let mut said = String::new();
    BufReader::new(child.stdout.as_mut().expect("its output"))
        .read_line(&mut said)
        .expect("a line");
    let since = Instant::now();
    assert_eq!(environment(pid), b"");
    assert!(since.elapsed() < BECOMING / 2, "{:?}", since.elapsed());
    child.kill().expect("killed");
    child.wait().expect("ended");
}

/// The kernel's flags are the seventh fact.
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
