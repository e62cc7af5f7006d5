//! Signals: whatever is waited for, they end it, and what was found is told and kept.

use crate::support::files::{root, scratch};
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::python;
use crate::support::programs::{NO_FOR_OK, STICKLER, quoted, refbot, said, started, stickler};
use crate::support::signal_handlers::until_it_catches;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

tests! {
    an_interrupted_run_ends_its_programs,
    an_interrupted_run_says_what_it_had_found,
    a_signal_ends_the_wait_for_enter_and_the_making_of_tables,
    an_interrupted_match_keeps_its_transcript,
    many_games_that_are_interrupted_keep_their_table,
    commands_that_start_no_program_end_like_any_other,
    an_engine_that_interrupts_has_its_differences_shown,
    a_judge_s_failing_matches_are_kept_whatever_ends_the_run [PYTHON, TIMED],
    a_signal_ends_a_write_that_nobody_reads [TIMED],
    a_signal_ends_the_opening_of_a_named_pipe,
    signals_of_a_terminal_leave_no_program,
}

fn an_interrupted_run_ends_its_programs() {
    let mark = Mark::new();
    let sleeps = &format!("sleep {mark}; echo");
    assert_eq!(
        interrupted(&["check", "gomoku", "--", "/bin/sh", "-c", sleeps]),
        Some(130)
    );
    assert_eq!(mark.running(), 0);
    assert_eq!(
        interrupted(&["engine", "gomoku", "--", "/bin/sh", "-c", sleeps]),
        Some(130)
    );
    assert_eq!(mark.running(), 0);
}

/// How a run ends that is interrupted while its program keeps it waiting.
fn interrupted(words: &[&str]) -> Option<i32> {
    let mut child = Command::new(STICKLER)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    until_it_catches(&mut child, "INT");
    std::thread::sleep(Duration::from_millis(300));
    let kill = Command::new("/bin/sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status()
        .expect("kill");
    assert!(kill.success());
    child.wait_with_output().expect("ends").status.code()
}

/// Starts it, sends the signal when so much time is over, and gives back what it said and how long it took to end.
fn signalled(folder: &Path, words: &[&str], signal: &str, after: Duration) -> (Output, Duration) {
    let mut child = started(folder, words);
    let held = child.stdin.take();
    std::thread::sleep(after);
    Command::new("/bin/sh")
        .args(["-c", &format!("kill -{signal} {}", child.id())])
        .status()
        .expect("kill");
    let sent = Instant::now();
    let output = child.wait_with_output().expect("ended");
    drop(held);
    (output, sent.elapsed())
}

fn an_interrupted_run_says_what_it_had_found() {
    let folder = scratch("interrupted");
    // Each start of the bot is counted; the fourth says that there is something to break off.
    let counted = "echo >> games; test $(wc -l < games) -lt 4 || echo > seen; read line";
    let wrong = format!("{counted}; echo NO; read line");
    let check = [
        "check",
        "gomoku",
        "--enough=0",
        "--cases=100000",
        "--shrink=0",
        "--junit=report.xml",
        "--",
    ];
    let text = ended_at(
        &folder,
        &[&check[..], &["/bin/sh", "-c", &wrong]].concat(),
        "TERM",
        "seen",
    );
    assert!(
        text.contains("violates: ") && text.contains("not played: the run was broken off"),
        "{text}"
    );
    assert!(
        folder.join("stickler-failures").is_dir() && folder.join("report.xml").is_file(),
        "{text}"
    );
    // Shrinking ends too, and the closing line comes.
    std::fs::remove_file(folder.join("games")).expect("games were counted");
    let slow = format!("{counted}; echo OK; read line; sleep 0.4; echo NO");
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--seat=1",
        "--",
        "/bin/sh",
        "-c",
        &slow,
    ];
    let text = ended_at(&folder, &check, "INT", "seen");
    assert!(
        text.contains("the search for a smaller failing game was interrupted"),
        "{text}"
    );
    assert!(text.contains("violates: 1 of 1 game break"), "{text}");
}

/// Sends a signal to a running stickler, which then has to end soon with 130 and say so.
fn ends_by(mut child: std::process::Child, signal: &str) {
    let status = Command::new("kill")
        .args([format!("-{signal}"), child.id().to_string()])
        .status()
        .expect("kill");
    assert!(status.success());
    let since = Instant::now();
    while child.try_wait().expect("its state").is_none() {
        if since.elapsed() > Duration::from_secs(10) {
            child.kill().expect("killed");
            panic!("SIG{signal} did not end it");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let text = said(&child.wait_with_output().expect("its output"));
    assert!(
        text.starts_with("Some(130)") && text.contains("interrupted"),
        "{text}"
    );
}

fn a_signal_ends_the_wait_for_enter_and_the_making_of_tables() {
    let folder = scratch("enter");
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--shrink=0",
        "--",
    ];
    stickler(&folder, &[&check[..], &NO_FOR_OK].concat());
    let saved = std::fs::read_dir(folder.join("stickler-failures"))
        .expect("a folder")
        .flatten()
        .find(|entry| entry.path().extension().is_some_and(|end| end == "yaml"))
        .expect("a file");
    for signal in ["INT", "TERM", "HUP"] {
        let saved = saved.path().to_string_lossy().into_owned();
        let mut child = started(
            &folder,
            &[
                &["replay", &saved, "--no-clock", "--stop-at=1", "--"],
                &NO_FOR_OK[..],
            ]
            .concat(),
        );
        let mut line = String::new();
        let mut stderr = std::io::BufReader::new(child.stderr.take().expect("standard error"));
        std::io::BufRead::read_line(&mut stderr, &mut line).expect("a line");
        assert!(line.contains("press Enter here"), "{line}");
        child.stderr = Some(stderr.into_inner());
        ends_by(child, signal);
    }
    let mut command = Command::new(STICKLER);
    command
        .args(["check", "blackout"])
        .current_dir(&*folder)
        .env("STICKLER_CACHE", "off");
    let streams = [
        std::process::Stdio::null(),
        std::process::Stdio::piped(),
        std::process::Stdio::piped(),
    ];
    let [stdin, stdout, stderr] = streams;
    let mut child = command
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .expect("stickler starts");
    until_it_catches(&mut child, "TERM");
    std::thread::sleep(Duration::from_millis(300));
    ends_by(child, "TERM");
}

/// Answers READY, makes a file when it is asked for a move, and says nothing more.
const STOPS: &str = "sh -c 'read line; echo OK; read line; echo > asked; sleep 60'";

/// Starts it, and sends the signal once this file is there.
fn ended_at(folder: &Path, words: &[&str], signal: &str, file: &str) -> String {
    let mut child = started(folder, words);
    let held = child.stdin.take();
    while !folder.join(file).exists() && child.try_wait().expect("a child").is_none() {
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("/bin/sh")
        .args(["-c", &format!("kill -{signal} {}", child.id())])
        .status()
        .expect("kill");
    let output = child.wait_with_output().expect("ended");
    drop(held);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(130), "{text}");
    let _ = std::fs::remove_file(folder.join(file));
    text
}

fn an_interrupted_match_keeps_its_transcript() {
    let folder = scratch("match");
    let bot = refbot("gomoku");
    for [command, log, one, other] in [
        ["play", "--log", "--bot", "--bot"],
        ["referee", "-l", "-p1", "-p2"],
    ] {
        let words = [
            command,
            "gomoku",
            "--isolation=off",
            log,
            "cut.log",
            one,
            STOPS,
            other,
            &bot,
        ];
        ended_at(&folder, &words, "TERM", "asked");
        let kept = std::fs::read_to_string(folder.join("cut.log")).expect("a transcript");
        let has = |text: &str| kept.contains(text);
        assert!(
            has("0> OK") && has("\n0< TURN") && has("# broken off: interrupted"),
            "{kept}"
        );
        let checked = stickler(&folder, &["validate", "gomoku", "cut.log"]);
        assert!(
            checked.status.code() == Some(2) && said(&checked).contains("the log stops here"),
            "{}",
            said(&checked)
        );
    }
    let words = [
        "play",
        "gomoku",
        "--isolation=off",
        "--bot",
        STOPS,
        "--bot",
        &bot,
    ];
    assert!(ended_at(&folder, &words, "TERM", "asked").contains("\n0< TURN"));
}

fn many_games_that_are_interrupted_keep_their_table() {
    let folder = scratch("games-interrupted");
    let stops = "read line; echo OK; read line; echo > asked; sleep 60";
    let third = format!(
        "sh -c 'echo >> games; test $(wc -l < games) -lt 3 && exec \"$REFBOT\" gomoku; {stops}'"
    );
    let words = [
        "play",
        "gomoku",
        "--isolation=off",
        "--bot",
        &third,
        "--bot",
        &refbot("gomoku"),
        "--games",
        "9",
        "--out",
        "out",
    ];
    let text = ended_at(&folder, &words, "TERM", "asked");
    assert!(text.contains("gomoku · 2 games"), "{text}");
    let kept = |name: &str| std::fs::read_to_string(folder.join("out").join(name)).expect("kept");
    assert!(
        kept("games.tsv").contains("\tvoid\tgame-00003.log"),
        "{text}"
    );
    assert!(
        kept("table.txt").contains("sh ") && kept("game-00003.log").contains("# broken off"),
        "{text}"
    );
}

fn commands_that_start_no_program_end_like_any_other() {
    let folder = scratch("signals");
    for words in [
        &["oracle", "gomoku"][..],
        &["validate", "gomoku"],
        &["vectors", "gomoku", "--count", "100000000"],
    ] {
        // Other signals may be ignored by whoever runs this test, and then stickler does as well.
        let (output, took) = signalled(&folder, words, "TERM", Duration::from_millis(300));
        assert!(
            output.status.code().is_none() && took.as_secs() < 30,
            "{words:?}: {}",
            said(&output)
        );
    }
}

fn an_engine_that_interrupts_has_its_differences_shown() {
    let folder = scratch("engine-interrupted");
    // It takes every action for legal. In a game of the last law a signal comes.
    let engine = "n=0; while read l; do case $l in *start*) n=$((n + 1)); \
                  test $n -lt 44 || { kill -INT $PPID; read x; }; echo '{\"start\":[]}';; \
                  *) echo '{\"apply\":true}';; esac; done";
    let words = [
        "engine",
        "tetris",
        "--set=length=5",
        "--walks=1",
        "--nodes=20",
        "--",
        "/bin/sh",
        "-c",
        engine,
    ];
    let text = said(&stickler(&folder, &words));
    for part in [
        "Some(130)",
        "tetris::illegal: error",
        "does an illegal action",
        "violates: 1 of ",
        "interrupted",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

fn a_judge_s_failing_matches_are_kept_whatever_ends_the_run() {
    let folder = scratch("judge-interrupted");
    let judges = root().join("examples/judges");
    let read = |name: &str| std::fs::read_to_string(judges.join(name)).expect(name);
    // It takes a filled cell, and says OK of everybody.
    let [taken, words] = [" or (x, y) in taken:", "print(\"seat\", seat, words[seat])"];
    let judge = read("gomoku.py");
    assert!(judge.contains(taken) && judge.contains(words));
    let judge = judge
        .replace(taken, ":")
        .replace(words, "print(\"seat\", seat, \"OK\")");
    std::fs::write(folder.join("judge.py"), judge).expect("written");
    std::fs::write(folder.join("programs.py"), read("programs.py")).expect("written");
    let python = python().expect("an interpreter");
    for (end, code, out) in [
        ("kill -INT $PPID; sleep 60", 130, "interrupted"),
        ("rm judge.sh", 1, "could not be started"),
    ] {
        let script = format!(
            "#!/bin/sh\necho >> matches\nif test $(wc -l < matches) -ge 3; then {end}; fi\nexec {} judge.py --bank 20000 \"$@\"\n",
            quoted(&python)
        );
        let path = folder.join("judge.sh");
        std::fs::write(&path, script).expect("written");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("executable");
        let output = stickler(
            &folder,
            &[
                "judge",
                "gomoku",
                "--set=bank=20000",
                "--jobs=1",
                "--only=illegal",
                "--junit=report.xml",
                "--",
                "./judge.sh",
                "{0}",
                "{1}",
            ],
        );
        let text = said(&output);
        assert_eq!(output.status.code(), Some(code), "{text}");
        for part in [
            "violates: the judge went wrong in ",
            "the run was broken off",
            out,
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let failed = std::fs::read_to_string(folder.join("stickler-judge/failed.txt"));
        assert!(
            failed.is_ok_and(|names| names.starts_with("illegal-")),
            "{text}"
        );
        assert!(folder.join("report.xml").is_file(), "{text}");
        std::fs::remove_file(folder.join("matches")).expect("matches were counted");
        std::fs::remove_dir_all(folder.join("stickler-judge")).expect("the logs");
    }
}

fn a_signal_ends_a_write_that_nobody_reads() {
    for form in ["--json", "--verbose"] {
        let folder = scratch(&format!("full-pipe{form}"));
        // Lines of JSON fill the pipe as the games come, the report for people at the end.
        let wrong = "echo >> games; read line; echo NO; read line";
        let check = [
            "check",
            "gomoku",
            "--search=0",
            "--enough=0",
            "--cases=8",
            "--shrink=0",
            form,
            "--",
            "/bin/sh",
            "-c",
            wrong,
        ];
        let mut child = started(&folder, &check);
        let out = child.stdout.take().expect("a pipe");
        #[cfg(target_os = "linux")]
        let _ = rustix::pipe::fcntl_setpipe_size(&out, 4096);
        let games = || std::fs::metadata(folder.join("games")).map_or(0, |file| file.len());
        let (mut before, until) = (0, Instant::now() + Duration::from_secs(60));
        loop {
            std::thread::sleep(Duration::from_millis(400));
            let now = games();
            // One game may be a slow one; behind a few the pipe is full.
            if now >= 3 && now == before {
                break;
            }
            assert!(
                Instant::now() < until,
                "{form}: {now} games, and no end of them"
            );
            before = now;
        }
        let since = Instant::now();
        ends_by(child, "TERM");
        assert!(since.elapsed() < Duration::from_secs(5), "{form}");
        drop(out);
        assert!(folder.join("stickler-failures").is_dir(), "{form}");
    }
}

fn a_signal_ends_the_opening_of_a_named_pipe() {
    let folder = scratch("named-pipe");
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status();
    assert!(made.expect("mkfifo").success());
    for option in ["--allow=pipe", "--write-allow=pipe", "--html=pipe"] {
        let check = ["check", "gomoku", "--only=any", "--cases=1", option, "--"];
        let mut child = started(&folder, &[&check[..], &NO_FOR_OK].concat());
        until_it_catches(&mut child, "INT");
        std::thread::sleep(Duration::from_millis(300));
        ends_by(child, "INT");
    }
}

fn signals_of_a_terminal_leave_no_program() {
    let folder = scratch("terminal");
    let bot = "sleep 300 & echo $! > sleeps; mv sleeps seen; cp seen kept; wait";
    for signal in ["QUIT", "HUP"] {
        let check = [
            "check",
            "gomoku",
            "--only=any",
            "--cases=1",
            "--jobs=1",
            "--",
        ];
        let words = [&check[..], &["/bin/sh", "-c", bot]].concat();
        ended_at(&folder, &words, signal, "kept");
        let sleeps = std::fs::read_to_string(folder.join("seen")).expect("a number");
        let is_there = || {
            let status = std::fs::read_to_string(format!("/proc/{}/stat", sleeps.trim()));
            status.is_ok_and(|status| !status.contains(") Z"))
        };
        let since = Instant::now();
        while is_there() && since.elapsed() < Duration::from_secs(3) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(!is_there(), "SIG{signal}");
        std::fs::remove_file(folder.join("seen")).expect("removed");
    }
}
