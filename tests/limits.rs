//! What is withheld from a bot: each limit with a bot that tries. What this kernel does not allow is skipped aloud.

mod common;

use common::{scratch, skipped};
use std::net::TcpListener;
use std::process::{Command, Output};

const STICKLER: &str = env!("CARGO_BIN_EXE_stickler");
const REFBOT: &str = env!("CARGO_BIN_EXE_refbot");

fn stickler(words: &[&str]) -> Output {
    Command::new(STICKLER).args(words).current_dir(scratch("limits")).output().expect("stickler")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// True where the kernel allows this; what it does not allow is said.
fn is_allowed(limit: &str) -> bool {
    let refused = text(&stickler(&["launch", limit]));
    if !refused.is_empty() {
        skipped(refused.trim());
        assert!(refused.starts_with(limit.split('=').next().unwrap_or(limit)), "{refused}");
    }
    refused.is_empty()
}

/// A shell script under a limit, and without it; whether it succeeded.
fn tries(limit: &str, script: &str) -> [bool; 2] {
    [&["launch", limit, "--", "bash", "-c", script][..], &["launch", "--", "bash", "-c", script][..]]
        .map(|words| stickler(words).status.success())
}

#[test]
fn a_bot_without_network_reaches_nobody() {
    if is_allowed("--no-network") {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        assert_eq!(tries("--no-network", &format!("exec 3<>/dev/tcp/127.0.0.1/{port}")), [false, true]);
    }
}

#[test]
fn a_bot_that_may_not_write_leaves_no_file() {
    if is_allowed("--read-only") {
        let file = scratch("read-only").join("left");
        let write = format!("echo left > {}", file.display());
        assert!(!stickler(&["launch", "--read-only", "--", "bash", "-c", &write]).status.success());
        assert!(!file.exists());
        assert_eq!(tries("--read-only", &write), [false, true]);
        assert_eq!(tries("--read-only", "echo gone > /dev/null && cat /etc/passwd"), [true, true]);
        std::fs::remove_file(file).expect("the one without the limit");
    }
}

#[test]
fn a_bot_that_burns_cpu_time_is_ended() {
    assert!(is_allowed("--cpu-time=1"));
    let started = std::time::Instant::now();
    let ended = stickler(&["launch", "--cpu-time=1", "--", "bash", "-c", "while :; do :; done"]);
    assert!(!ended.status.success() && started.elapsed().as_secs() < 60, "{:?}", ended.status);
}

#[test]
fn a_correct_bot_conforms_under_every_limit() {
    let limits = ["--memory=200", "--cpu-time=60", "--no-network", "--read-only"];
    let words = [&["check", "gomoku", "--only", "any"][..], &limits, &["--", REFBOT, "gomoku"]].concat();
    let output = stickler(&words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    for limit in &limits[2..] {
        assert_eq!(text(&output).contains(&format!("{limit} could not be applied")), !is_allowed(limit));
    }
}

#[test]
fn memory_is_held_against_its_limit() {
    let words =
        ["check", "gomoku", "--only", "any", "--cases=1", "--shrink=0", "--memory=100", "--time-bank=60000", "--"];
    let output = stickler(&[&words[..], &[REFBOT, "gomoku", "--fault", "memory"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("breaks gomoku.limit.memory"), "{}", text(&output));
}

/// The launcher can be started whatever it is to become; a missing program is not a bot that crashed.
#[test]
fn a_missing_program_is_no_bot_s_fault_under_limits_either() {
    let output = stickler(&["check", "gomoku", "--no-network", "--", "/no/such/program"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("could not be started"), "{}", text(&output));
}

/// What judges forgive is a warning, and an error where the user says so.
#[test]
fn strict_makes_errors_of_warnings() {
    let crlf = ["check", "gomoku", "--only", "any", "--cases=1", "--shrink=0"];
    let run = |strict: &[&str]| stickler(&[&crlf[..], strict, &["--", REFBOT, "gomoku", "--fault", "crlf"]].concat());
    assert_eq!(run(&[]).status.code(), Some(0));
    let strict = run(&["--strict"]);
    assert_eq!(strict.status.code(), Some(1), "{}", text(&strict));
    assert!(text(&strict).contains("breaks wire.line.crlf"), "{}", text(&strict));
}
