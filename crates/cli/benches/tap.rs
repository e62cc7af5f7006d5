//! Time that the tap adds to a round trip, in microseconds and against the bare trip; all processes on one CPU.

use rustix::thread::{CpuSet, sched_setaffinity};
use std::io::{BufRead, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 30;
const TRIPS: usize = 200;

fn main() {
    if std::env::args().any(|word| word == "--child") {
        return child();
    }
    let mut cpus = CpuSet::new();
    cpus.set(0);
    if let Err(error) = sched_setaffinity(None, &cpus) {
        println!("not pinned to one CPU: {error}");
    }
    let program = std::env::current_exe()
        .expect("this program")
        .to_string_lossy()
        .into_owned();
    let log = std::env::temp_dir().join(format!("stickler-tap-{}.log", std::process::id()));
    let log = log.to_string_lossy().into_owned();
    let bare = [program.as_str(), "--child"];
    let tapped = [
        env!("CARGO_BIN_EXE_stickler"),
        "tap",
        "--log",
        &log,
        "--",
        program.as_str(),
        "--child",
    ];
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        without.extend(trips(&bare));
        with.extend(trips(&tapped));
    }
    let _ = std::fs::remove_file(&log);
    let (without, with) = (median(&mut without), median(&mut with));
    println!("bare round trip     p50 {:>8.2} µs", without * 1e6);
    println!("with the tap        p50 {:>8.2} µs", with * 1e6);
    println!(
        "added by a line each way {:>5.2} µs   (target 20 a line), ratio {:.2}",
        (with - without) * 1e6,
        with / without
    );
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}

fn child() {
    let mut out = std::io::stdout().lock();
    for _ in std::io::stdin().lock().lines().map_while(Result::ok) {
        if out
            .write_all(b"MOVE 8 8\n")
            .and_then(|()| out.flush())
            .is_err()
        {
            return;
        }
    }
}

fn trips(words: &[&str]) -> Vec<Duration> {
    let mut child = Command::new(words[0])
        .args(&words[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a child");
    let (mut to, mut from) = (
        child.stdin.take().expect("a pipe"),
        child.stdout.take().expect("a pipe"),
    );
    let mut answer = [0u8; 4096];
    let mut trip = || {
        let started = Instant::now();
        to.write_all(b"TURN 10000 10000\n").expect("written");
        let read = from.read(&mut answer).expect("read");
        assert_eq!(&answer[..read], b"MOVE 8 8\n");
        started.elapsed()
    };
    trip();
    let times = (0..TRIPS).map(|_| trip()).collect();
    drop(to);
    child.wait().expect("ended");
    times
}
