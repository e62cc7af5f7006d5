//! A process that takes its own environment away.

use crate::support::needs::tests;
use crate::support::programs::python;
use crate::support::trials::leave_out;
use rustix::process::Pid;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use stickler_arena::linux_process::environment;

tests! {
    an_environment_that_was_taken_away_is_not_awaited [PYTHON],
}

/// How long a process may take to become the program that it is to run.
const BECOMING: Duration = Duration::from_secs(1);

fn started(command: &mut Command) -> (std::process::Child, Pid) {
    let child = command.stdin(Stdio::piped()).spawn().expect("started");
    let pid = Pid::from_child(&child);
    (child, pid)
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
    let once = || {
        let since = Instant::now();
        assert_eq!(environment(pid), b"");
        since.elapsed()
    };
    // The machine may hold one of them up.
    let fastest = (0..5).map(|_| once()).min();
    assert!(fastest < Some(BECOMING / 2), "{fastest:?}");
    child.kill().expect("killed");
    child.wait().expect("ended");
}
