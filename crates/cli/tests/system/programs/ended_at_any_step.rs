//! Whatever ends a run, at whatever step: what was found before is told and kept, the exit code says so, and nothing is left behind.

use crate::support::files::{Scratch, scratch};
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, named_programs, refbot, said, started, stickler};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

tests! {
    a_check_that_is_ended_at_any_step_keeps_what_it_found,
    a_judge_s_run_that_is_ended_at_any_step_keeps_what_it_found [GATE],
    an_engine_s_run_that_is_ended_at_any_step_tells_what_it_found [GATE],
    a_replay_that_is_ended_at_any_step_leaves_nothing,
    a_report_that_cannot_be_kept_takes_nothing_away,
    the_folder_of_a_killed_run_is_swept_by_the_next,
    the_folder_of_a_run_that_lives_is_not_swept,
    a_signal_ends_the_wait_for_a_wrapper_that_starts_nothing,
    a_signal_ends_a_tap_whose_judge_does_not_read,
    a_signal_ends_what_a_bot_s_standard_error_holds_up,
}

/// What ends a run: a signal from within, or that the program under test goes away.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Signal(&'static str),
    Gone,
}

/// One for each step, in turn.
const ENDS: [End; 3] = [End::Signal("INT"), End::Gone, End::Signal("TERM")];

impl End {
    fn words(self) -> String {
        match self {
            End::Signal(name) => format!("kill -{name} $PPID; sleep 60"),
            End::Gone => "rm -f program.sh".into(),
        }
    }
}

/// A run whose program counts its steps, and ends the run at one of them.
struct Run {
    folder: Scratch,
    mark: Mark,
    end: End,
}

impl Run {
    /// `script` is the program; each `step` in it is a step.
    fn new(name: &str, script: &str, step: usize, end: End) -> Run {
        let (folder, mark) = (scratch(&format!("{name}-{step}")), Mark::new());
        let words = end.words();
        let text = format!(
            "#!/bin/sh\n: {mark}\necho >> starts\nstep() {{\n  echo >> steps\n  \
             if test $(wc -l < steps) -eq {step}; then wc -l < starts > ended; {words}; fi\n}}\n{script}\n"
        );
        let path = folder.join("program.sh");
        std::fs::write(&path, text).expect("written");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("executable");
        Run { folder, mark, end }
    }

    /// What stickler says, and how often the program had been started when the end came; `None`: the run was over before.
    fn played(&self, words: &[&str]) -> (Output, Option<usize>) {
        let temporary = self.folder.join("tmp");
        std::fs::create_dir_all(&temporary).expect("a folder");
        let mut command = Command::new(STICKLER);
        command.args(words).current_dir(&*self.folder);
        let output = command.env("TMPDIR", &temporary).stdin(Stdio::null());
        let since = Instant::now();
        let output = output.envs(named_programs()).output().expect("stickler");
        let text = said(&output);
        assert!(since.elapsed() < Duration::from_secs(40), "{text}");
        assert!(self.mark.are_gone(), "{text}");
        let left = std::fs::read_dir(&temporary).expect("a folder").flatten();
        let left: Vec<_> = left.map(|entry| entry.path()).collect();
        assert!(left.is_empty(), "{left:?}: {text}");
        let starts = std::fs::read_to_string(self.folder.join("ended")).ok();
        let starts = starts.map(|starts| starts.trim().parse().expect("a number"));
        (output, starts)
    }

    /// Holds the exit code of a run in which so much was found before its end came.
    fn holds(&self, output: &Output, has_ended: bool, has_found: bool) {
        let text = said(output);
        let code = match (self.end, has_found) {
            (End::Signal(_), _) if has_ended => 130,
            (_, true) => 1,
            (_, false) => 2,
        };
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert_eq!(text.contains("violates: "), has_found, "{text}");
        let why = match self.end {
            End::Signal(_) => "interrupted",
            End::Gone => "could not be started",
        };
        assert_eq!(text.contains(why), has_ended, "{text}");
    }
}

fn a_check_that_is_ended_at_any_step_keeps_what_it_found() {
    // Each game is lost by the first move. The third game and those that follow look for a smaller one.
    let bot = "step; read line; echo OK; step; read line; echo MOVE 0 0; read line";
    for step in 1..=10 {
        let run = Run::new("ended-check", bot, step, ENDS[step % 3]);
        let (output, starts) = run.played(&[
            "check",
            "gomoku",
            "--only=any",
            "--seat=0",
            "--cases=2",
            "--jobs=1",
            "--junit=report.xml",
            "--",
            "./program.sh",
        ]);
        let text = said(&output);
        let starts = starts.expect("that many steps");
        // The game in which the program goes away is played to its end, and one in which a signal comes is not.
        let found = match run.end {
            End::Gone => starts,
            End::Signal(_) => starts - 1,
        };
        let saved = run
            .folder
            .join("stickler-failures/gomoku-move-inside-any.yaml");
        assert_eq!(saved.is_file(), found > 0, "step {step}: {text}");
        assert_eq!(
            text.contains("error[gomoku.move.inside]"),
            found > 0,
            "step {step}: {text}"
        );
        if found > 0 {
            let report = std::fs::read_to_string(run.folder.join("report.xml"));
            assert!(
                report.is_ok_and(|report| report.contains("gomoku.move.inside")),
                "step {step}: {text}"
            );
            let conclusion = match run.end {
                End::Signal(_) => 130,
                End::Gone => 1,
            };
            assert_eq!(
                output.status.code(),
                Some(conclusion),
                "step {step}: {text}"
            );
            assert!(text.contains("violates: "), "step {step}: {text}");
        } else {
            run.holds(&output, true, false);
        }
    }
}

/// A judge that greets its bots, lets them go and names a winner; its words are the bots' commands.
const HASTY: &str =
    "echo READY FIRST | sh -c \"$1\" >&2; echo READY SECOND | sh -c \"$2\" >&2; echo winner 0";

fn a_judge_s_run_that_is_ended_at_any_step_keeps_what_it_found() {
    let judge = format!("step; {HASTY}; step");
    for step in 1..=6 {
        let run = Run::new("ended-judge", &judge, step, ENDS[step % 3]);
        let (output, starts) = run.played(&[
            "judge",
            "gomoku",
            "--only=illegal",
            "--jobs=1",
            "--junit=report.xml",
            "--",
            "./program.sh",
            "{0}",
            "{1}",
        ]);
        let found = match run.end {
            End::Gone => starts.expect("that many steps"),
            End::Signal(_) => starts.expect("that many steps") - 1,
        };
        run.holds(&output, true, found > 0);
        let failed = std::fs::read_to_string(run.folder.join("stickler-judge/failed.txt"));
        assert_eq!(
            failed.map_or(0, |names| names.lines().count()),
            found,
            "{}",
            said(&output)
        );
        let report = std::fs::read_to_string(run.folder.join("report.xml"));
        assert_eq!(
            report.is_ok_and(|report| report.contains("<testcase")),
            found > 0
        );
    }
}

fn an_engine_s_run_that_is_ended_at_any_step_tells_what_it_found() {
    // It lists no action, which is wrong at once; the other questions make the list shorter.
    let engine = "while read line; do step; case $line in *start*) echo '{\"start\":[\"actions\"]}';; \
                  *actions*) echo >> lies; echo '{\"actions\":[]}';; *) echo '{\"apply\":true}';; esac; done";
    for step in 1..=9 {
        let end = ENDS[step % 2 * 2];
        let run = Run::new("ended-engine", engine, step, end);
        let (output, ended) =
            run.played(&["engine", "gomoku", "--only=actions", "--", "./program.sh"]);
        let lies = std::fs::read_to_string(run.folder.join("lies")).unwrap_or_default();
        run.holds(&output, ended.is_some(), lies.lines().count() > 1);
    }
}

fn a_replay_that_is_ended_at_any_step_leaves_nothing() {
    let bot = "step; read line; echo OK; step; read line; echo MOVE 0 0; read line";
    for (step, end) in [(1, ENDS[0]), (2, ENDS[2])] {
        let run = Run::new("ended-replay", bot, step, end);
        let words = ["check", "gomoku", "--only=any", "--seat=0", "--cases=1"];
        let wrong = "read line; echo OK; read line; echo MOVE 0 0; read line";
        let bot = ["--", "/bin/sh", "-c", wrong];
        let output = stickler(&run.folder, &[&words[..], &bot].concat());
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        let saved = "stickler-failures/gomoku-move-inside-any.yaml";
        let before = std::fs::read(run.folder.join(saved)).expect("saved");
        let (output, ended) = run.played(&["replay", saved, "--", "./program.sh"]);
        run.holds(&output, ended.is_some(), false);
        assert_eq!(std::fs::read(run.folder.join(saved)).ok(), Some(before));
    }
}

/// The same words under a limit of no byte in any file: what can be printed is.
fn without_disk(folder: &Path, words: &[&str]) -> Output {
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$STICKLER\" \"$@\"";
    Command::new("/bin/sh")
        .args([&["-c", script, "sh"], words].concat())
        .current_dir(folder)
        .envs(named_programs())
        .stdin(Stdio::null())
        .output()
        .expect("a shell")
}

fn a_report_that_cannot_be_kept_takes_nothing_away() {
    let folder = scratch("no-disk");
    let wrong = ["--", "/bin/sh", "-c", "read line; echo NO; read line"];
    let check = ["check", "gomoku", "--only=any", "--cases=1"];
    let judge = ["judge", "gomoku", "--only=plain"];
    let hasty = ["--", "/bin/sh", "-c", HASTY, "sh", "{0}", "{1}"];
    let nowhere = ["--out=/proc/nowhere"];
    let full = ["--junit=/dev/full"];
    for (output, report) in [
        (
            without_disk(&folder, &[&check[..], &wrong].concat()),
            "error[gomoku.ready.answer]",
        ),
        (
            stickler(&folder, &[&check[..], &nowhere, &wrong].concat()),
            "error[gomoku.ready.answer]",
        ),
        (
            stickler(&folder, &[&judge[..], &nowhere, &hasty].concat()),
            "seat 0 was not told TURN",
        ),
        (
            stickler(&folder, &[&judge[..], &full, &hasty].concat()),
            "seat 0 was not told TURN",
        ),
    ] {
        let text = said(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        let why = [
            "File too large",
            "saved to /proc/nowhere",
            "/proc/nowhere: ",
            "No space left",
        ];
        assert!(why.iter().any(|why| text.contains(why)), "{text}");
        for part in [report, "violates: "] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

/// The folders of runs below this one.
fn folders(below: &Path) -> usize {
    let entries = std::fs::read_dir(below).expect("a folder").flatten();
    entries
        .filter(|entry| {
            entry
                .file_name()
                .to_string_lossy()
                .starts_with("stickler-judge-")
        })
        .count()
}

/// A run of `judge` whose judge waits, once it does.
fn waiting(folder: &Path, temporary: &Path, mark: &Mark) -> Child {
    let judge = &format!("echo > waits; exec sleep {mark}; : {{0}} {{1}}");
    let mut command = Command::new(STICKLER);
    command
        .args([
            "judge",
            "gomoku",
            "--only=plain",
            "--out=first",
            "--",
            "/bin/sh",
            "-c",
            judge,
        ])
        .current_dir(folder)
        .env("TMPDIR", temporary)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let child = command.spawn().expect("stickler starts");
    is_there(&folder.join("waits"));
    child
}

/// Waits until this file is there.
fn is_there(file: &Path) {
    let since = Instant::now();
    while !file.exists() {
        assert!(
            since.elapsed() < Duration::from_secs(30),
            "{}",
            file.display()
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A run of `judge` that is soon over.
fn another(folder: &Path, temporary: &Path) {
    let status = Command::new(STICKLER)
        .args([
            "judge",
            "gomoku",
            "--only=plain",
            "--out=second",
            "--",
            "/bin/sh",
            "-c",
            ": {0} {1}",
        ])
        .current_dir(folder)
        .env("TMPDIR", temporary)
        .output()
        .expect("stickler");
    assert_eq!(status.status.code(), Some(2), "{}", said(&status));
}

fn the_folder_of_a_killed_run_is_swept_by_the_next() {
    let folder = scratch("swept");
    let temporary = folder.join("tmp");
    std::fs::create_dir(&temporary).expect("a folder");
    let mark = Mark::new();
    let mut first = waiting(&folder, &temporary, &mark);
    first.kill().expect("killed");
    first.wait().expect("ended");
    assert_eq!(folders(&temporary), 1);
    another(&folder, &temporary);
    assert_eq!(folders(&temporary), 0);
}

fn the_folder_of_a_run_that_lives_is_not_swept() {
    let folder = scratch("not-swept");
    let temporary = folder.join("tmp");
    std::fs::create_dir(&temporary).expect("a folder");
    let mark = Mark::new();
    let mut first = waiting(&folder, &temporary, &mark);
    another(&folder, &temporary);
    assert_eq!(folders(&temporary), 1);
    let pid = rustix::process::Pid::from_child(&first);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("sent");
    first.wait().expect("ended");
    assert_eq!(folders(&temporary), 0);
}

/// It ends within a second or so of a signal, although nobody reads what it has written.
fn ends_soon(mut child: Child, mark: &Mark) {
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("sent");
    let since = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("its state") {
            break status;
        }
        if since.elapsed() > Duration::from_secs(10) {
            child.kill().expect("killed");
            panic!("the signal did not end it");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(130));
    assert!(mark.are_gone());
}

/// A pipe that takes few bytes.
fn narrow(pipe: impl std::os::fd::AsFd) {
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, 4096);
    #[cfg(not(target_os = "linux"))]
    let _ = pipe;
}

fn a_signal_ends_the_wait_for_a_wrapper_that_starts_nothing() {
    let run = Run::new("wrapper", "step; sleep 60", 1, End::Signal("INT"));
    let (output, starts) = run.played(&[
        "check",
        "gomoku",
        "--wrap=./program.sh",
        "--jobs=1",
        "--",
        "true",
    ]);
    assert_eq!(starts, Some(1));
    run.holds(&output, true, false);
}

fn a_signal_ends_a_tap_whose_judge_does_not_read() {
    for arena in ["linux", "portable"] {
        let (folder, mark) = (scratch("tap-full-pipe"), Mark::new());
        let bot = format!(": {mark}; echo > runs; exec yes {mark}");
        let tap = ["--arena", arena, "tap", "--log", "own.log", "--"];
        let child = started(&folder, &[&tap[..], &["/bin/sh", "-c", &bot]].concat());
        narrow(child.stdout.as_ref().expect("a pipe"));
        is_there(&folder.join("runs"));
        std::thread::sleep(Duration::from_millis(300));
        ends_soon(child, &mark);
        let log = std::fs::read_to_string(folder.join("own.log")).expect("a log");
        assert!(
            log.contains("ended the tap, and the bot ended with it"),
            "{log:.300}"
        );
    }
}

fn a_signal_ends_what_a_bot_s_standard_error_holds_up() {
    let (folder, mark) = (scratch("stderr-full-pipe"), Mark::new());
    let loud = format!("sh -c ': {mark}; read line; echo > runs; exec yes {mark} >&2'");
    let silent = refbot("gomoku");
    let words = ["play", "gomoku", "--isolation=off", "--log=own.log"];
    let bots = ["--bot", &loud, "--bot", &silent];
    let child = started(&folder, &[&words[..], &bots].concat());
    narrow(child.stderr.as_ref().expect("a pipe"));
    is_there(&folder.join("runs"));
    std::thread::sleep(Duration::from_millis(300));
    ends_soon(child, &mark);
}
