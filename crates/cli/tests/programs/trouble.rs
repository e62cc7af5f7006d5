//! Full disks, interruptions, files that are something else, senseless numbers: what was found is said, and nothing else is.

use crate::support::files::{root, scratch};
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::{STICKLER, python, quoted, refbot, said, started, stickler};
use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use stickler::error_policy::ErrorPolicy;
use stickler::game::{Bot, Seat};
use stickler::games::GAMES;
use stickler_check::bot::{Plan, Played, RunSummary};
use stickler_check::report::run::smallest;

tests! {
    a_full_disk_at_standard_output_is_said,
    files_that_cannot_be_written_are_named_before_anything_is_played,
    a_file_that_holds_something_else_is_not_gone_on_with [LIMITS],
    an_interrupted_run_says_what_it_had_found,
    a_signal_ends_the_wait_for_enter_and_the_making_of_tables,
    what_a_bot_writes_to_standard_error_is_passed_on_by_play,
    a_batch_program_that_dies_is_named_for_its_death,
    the_end_of_the_output_ends_a_batch_s_last_answer,
    many_games_that_are_interrupted_keep_their_table,
    an_interrupted_match_keeps_its_transcript,
    commands_that_start_no_program_end_like_any_other,
    senseless_numbers_are_refused_or_do_no_harm,
    a_saved_failure_that_cannot_be_played_is_no_pass,
    a_quiet_run_keeps_its_failures,
    what_ends_the_search_for_a_smaller_game_takes_no_failure_away,
    a_failure_is_saved_although_nothing_can_be_printed,
    a_report_that_cannot_be_written_takes_no_other_with_it,
    an_out_that_is_a_file_is_refused_before_the_first_match,
    a_json_run_keeps_its_failures,
    a_signal_ends_a_write_that_nobody_reads,
    a_signal_ends_the_opening_of_a_named_pipe,
    signals_of_a_terminal_leave_no_program,
    a_saved_failure_that_is_held_up_ends_no_run [TIMED],
    an_engine_that_interrupts_has_its_differences_shown,
    a_judge_s_failing_matches_are_kept_whatever_ends_the_run [PYTHON, TIMED],
    a_failure_before_the_value_changes_anything_is_the_bot_s,
    a_failure_that_never_comes_again_under_the_value_is_the_bot_s,
    a_failure_that_comes_again_under_the_value_is_the_value_s,
    an_ordinary_game_is_shown_before_an_odd_one_of_its_length,
    a_run_without_some_scenarios_conforms_to_nothing,
}

/// Says NO where OK is due.
const WRONG: [&str; 3] = ["/bin/sh", "-c", "read line; echo NO; read line"];

/// Plays the failure again that a check of this bot has saved.
fn fails_as_before(folder: &Path) {
    let saved = "stickler-failures/gomoku-ready-answer-any.yaml";
    let output = stickler(folder, &[&["replay", saved, "--"], &WRONG[..]].concat());
    assert!(
        said(&output).contains("fails as before"),
        "{}",
        said(&output)
    );
}

fn a_full_disk_at_standard_output_is_said() {
    let folder = scratch("full");
    let bot = refbot("gomoku");
    for words in [
        &["check", "gomoku", "--only", "any", "--cases", "1"][..],
        &["check", "gomoku", "--only", "any", "--cases", "1", "--json"],
        &["referee", "gomoku", "-p1", &bot, "-p2", &bot],
        &["play", "gomoku", "--bot", &bot, "--bot", &bot],
        &["generate", "tetris"],
        &["vectors", "gomoku", "--count", "1"],
        &["spec"],
    ] {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a full disk");
        let output = Command::new(STICKLER)
            .args(words)
            .current_dir(&folder)
            .stdout(full)
            .output()
            .expect("stickler");
        let text = said(&output);
        assert!(
            output.status.code() == Some(2) && text.contains("standard output: No space left"),
            "{words:?}: {text}"
        );
    }
}

fn files_that_cannot_be_written_are_named_before_anything_is_played() {
    let folder = scratch("unwritable");
    let bot = refbot("gomoku");
    let touch = "touch played; read line; echo NO";
    for option in ["--html", "--junit", "--markdown", "--write-allow"] {
        let output = stickler(
            &folder,
            &[
                "check",
                "gomoku",
                option,
                "/no/such/file",
                "--",
                "/bin/sh",
                "-c",
                touch,
            ],
        );
        let text = said(&output);
        assert!(
            output.status.code() == Some(2) && text.contains("/no/such/file: No such file"),
            "{option}: {text}"
        );
        assert!(!folder.join("played").exists(), "{option}");
    }
    let output = stickler(
        &folder,
        &[
            "play",
            "gomoku",
            "--log=x.interaction",
            "--bot",
            "touch played",
            "--bot",
            &bot,
        ],
    );
    assert!(
        output.status.code() == Some(2) && said(&output).contains("an interaction has one program"),
        "{}",
        said(&output)
    );
    assert!(!folder.join("played").exists());
    for words in [
        ["play", "--log", "--bot", "--bot"],
        ["referee", "-l", "-p1", "-p2"],
    ] {
        let [command, log, first, second] = words;
        let output = stickler(
            &folder,
            &[
                command,
                "gomoku",
                log,
                "/no/such/file",
                first,
                &bot,
                second,
                &bot,
            ],
        );
        assert!(
            output.status.code() == Some(2) && output.stdout.is_empty(),
            "{}",
            said(&output)
        );
    }
    // Where the disk is full only in the end, the report is there all the same.
    let output = stickler(
        &folder,
        &[
            &["check", "gomoku", "--shrink=0", "--html=/dev/full", "--"],
            &WRONG[..],
        ]
        .concat(),
    );
    let text = said(&output);
    assert!(
        text.contains("violates: ") && text.contains("/dev/full: No space left"),
        "{text}"
    );
    assert!(
        folder.join("stickler-failures").is_dir() && output.status.code() == Some(1),
        "{text}"
    );
}

fn a_file_that_holds_something_else_is_not_gone_on_with() {
    let folder = scratch("foreign");
    let file = folder.join("notes");
    let check = [
        "check", "gomoku", "--only", "any", "--cases", "1", "--resume", "notes",
    ];
    for text in ["one precious line", "{\"plan\": 7", "two\nlines\n"] {
        std::fs::write(&file, text).expect("written");
        let output = stickler(&folder, &check);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert_eq!(std::fs::read_to_string(&file).expect("still there"), text);
    }
    std::fs::remove_file(&file).expect("removed");
    let output = stickler(&folder, &check);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    // A plan that was half written is this plan's beginning.
    let whole = std::fs::read_to_string(&file).expect("results");
    std::fs::write(&file, &whole[..30]).expect("written");
    let output = stickler(&folder, &check);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let other = stickler(&folder, &[&check[..], &["--cpu-time=60"]].concat());
    assert!(
        other.status.code() == Some(2) && said(&other).contains("of another plan"),
        "{}",
        said(&other)
    );
    let full = stickler(&folder, &["check", "gomoku", "--resume", "/dev/full"]);
    assert!(
        full.status.code() == Some(2) && said(&full).contains("no ordinary file"),
        "{}",
        said(&full)
    );
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
    stickler(&folder, &[&check[..], &WRONG].concat());
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
                &WRONG[..],
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
    let child = command
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .expect("stickler starts");
    std::thread::sleep(Duration::from_millis(300));
    ends_by(child, "TERM");
}

fn what_a_bot_writes_to_standard_error_is_passed_on_by_play() {
    let folder = scratch("stderr");
    let loud = "sh -c 'echo one >&2; printf \"\\033[2Jtwo\" >&2; exec \"$REFBOT\" gomoku'";
    let silent = refbot("gomoku");
    for arena in ["auto", "portable"] {
        let own = if arena == "portable" {
            &["--arena", "portable"][..]
        } else {
            &[]
        };
        let words = [
            &["play", "gomoku", "--isolation=off", "--log", "own.log"][..],
            own,
            &["--bot", &silent, "--bot", loud],
        ]
        .concat();
        let output = stickler(&folder, &words);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            told.contains("seat 1: one\n") && told.contains("seat 1: \\x1b[2Jtwo\n"),
            "{told}"
        );
    }
    // A bot that never stops to write does not fill the screen.
    let flood = "sh -c 'yes | head -c 9000000 >&2; exec \"$REFBOT\" gomoku'";
    let output = stickler(
        &folder,
        &[
            "play",
            "gomoku",
            "--isolation=off",
            "--log",
            "own.log",
            "--bot",
            &silent,
            "--bot",
            flood,
        ],
    );
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("seat 1: ... (the rest is not shown)\n") && told.len() < 9_000_000,
        "{} bytes",
        told.len()
    );
}

/// A batch of so many sequences of one piece, all of them possible, to a shell script.
fn batch(folder: &Path, cases: &str, script: &str) -> String {
    let bot = format!("sh -c 'cat > input; {script}'");
    let set = [
        "--set",
        cases,
        "--set",
        "length=1",
        "--set",
        "mix=games",
        "--set",
        "time=20000",
    ];
    let words = [
        &["play", "tetris", "--isolation=off", "--log=batch.log"][..],
        &set,
        &["--bot", &bot],
    ]
    .concat();
    let text = said(&stickler(folder, &words));
    let log = std::fs::read_to_string(folder.join("batch.log")).expect("a transcript");
    let checked = stickler(folder, &["validate", "tetris", "batch.log"]);
    format!("{text}{log}{}", said(&checked))
}

fn a_batch_program_that_dies_is_named_for_its_death() {
    let folder = scratch("batch-death");
    for end in ["exit 3", "kill -SEGV $$"] {
        let text = batch(&folder, "cases=5", &format!("echo YES; {end}"));
        let places = [
            "wire.process.alive (line",
            "tetris.answer.count",
            "error[wire.process.alive]",
        ]
        .map(|word| text.find(word));
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{end}: {text}"
        );
    }
    // Who ends as it should has only left answers out.
    let text = batch(&folder, "cases=5", "echo YES");
    assert!(
        text.contains("tetris.answer.count") && !text.contains("wire.process.alive"),
        "{text}"
    );
}

fn the_end_of_the_output_ends_a_batch_s_last_answer() {
    let folder = scratch("batch-newline");
    let answers = "for i in $(seq 2 $(head -n 1 input)); do echo YES; done; printf YES";
    for script in [answers, "printf YES"] {
        let text = batch(
            &folder,
            if script == answers {
                "cases=5"
            } else {
                "cases=1"
            },
            script,
        );
        assert!(
            text.starts_with("Some(0)") && text.contains("batch.log: conforms"),
            "{text}"
        );
    }
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

fn senseless_numbers_are_refused_or_do_no_harm() {
    let folder = scratch("numbers");
    let most = u64::MAX.to_string();
    for words in [
        &["check", "gomoku", "--cases", "4294967295"][..],
        &["check", "gomoku", "--jobs", "0"],
        &["check", "gomoku", "--cases", "0"],
        &["check", "gomoku", "--time-box", "0"],
        &["check", "gomoku", "--only", "betris"],
        &["check", "gomoku", "--only", "tetris.bag"],
        &["engine", "gomoku", "--walks", "0", "--", "true"],
        &["engine", "gomoku", "--answer-time", "0", "--", "true"],
    ] {
        let output = stickler(&folder, words);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{words:?}: {}",
            said(&output)
        );
    }
    std::fs::write(folder.join("game.log"), "0< READY FIRST\n").expect("written");
    for (line, code) in [("0", 2), ("1", 0), ("2", 0), ("3", 2), (&most, 2)] {
        let output = stickler(
            &folder,
            &["show", "game.log", "--game", "gomoku", "--line", line],
        );
        assert_eq!(
            output.status.code(),
            Some(code),
            "{line}: {}",
            said(&output)
        );
    }
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--shrink",
        &most,
        "--time-box",
        &most,
        "--",
    ];
    let output = stickler(&folder, &[&check[..], &WRONG].concat());
    assert!(
        output.status.code() == Some(1) && said(&output).contains("smallest failing game found"),
        "{}",
        said(&output)
    );
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--time-bank",
        &most,
        "--set",
        "ready=99999999999999999",
    ];
    let output = stickler(&folder, &check);
    assert!(
        matches!(output.status.code(), Some(0 | 2)),
        "{}",
        said(&output)
    );
}

fn a_saved_failure_that_cannot_be_played_is_no_pass() {
    let folder = scratch("replayed");
    let output = stickler(
        &folder,
        &[
            &[
                "check",
                "gomoku",
                "--only=any",
                "--cases=1",
                "--shrink=0",
                "--",
            ],
            &WRONG[..],
        ]
        .concat(),
    );
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let saved = std::fs::read_dir(folder.join("stickler-failures"))
        .expect("saved")
        .flatten()
        .find(|entry| entry.path().extension().is_some_and(|end| end == "yaml"))
        .expect("one");
    let text = std::fs::read_to_string(saved.path()).expect("text");
    for (old, new, why) in [
        (
            "\nseat: 0",
            "\nseat: 77",
            "the saved seat is 77, and the game has seats 0 to 1",
        ),
        (
            "\nline: ",
            "\nline: 9999",
            "is to show the fault, and the saved transcript has lines 1 to",
        ),
        ("\nclause: ", "\nclause: no.such.", "is called `no.such."),
    ] {
        assert!(text.contains(old), "{text}");
        std::fs::write(folder.join("other.yaml"), text.replace(old, new)).expect("written");
        let output = stickler(
            &folder,
            &[&["replay", "other.yaml", "--"], &WRONG[..]].concat(),
        );
        assert!(
            output.status.code() == Some(2) && said(&output).contains(why),
            "{}",
            said(&output)
        );
    }
    let path = saved.path();
    let path = path.to_string_lossy();
    let output = stickler(&folder, &["replay", &path, "--", "/bin/sh", "-c", "exit 3"]);
    let text = said(&output);
    assert!(
        text.contains("fails there, and breaks another clause")
            || text.contains("there is none now"),
        "{text}"
    );
}

/// In one line, in JSON lines, or in full: what fails can be played again.
fn what_ends_the_search_for_a_smaller_game_takes_no_failure_away() {
    let folder = scratch("bot-goes-away");
    let bot = folder.join("bot.sh");
    // The games of the plan are two; in the third the bot's file goes away.
    let script = "#!/bin/sh\necho >> games\ntest $(wc -l < games) -lt 3 || rm -f bot.sh\nread line; echo NO; read line\n";
    std::fs::write(&bot, script).expect("written");
    std::fs::set_permissions(&bot, PermissionsExt::from_mode(0o755)).expect("executable");
    let words = [
        "check",
        "gomoku",
        "--only=any",
        "--seat=0",
        "--cases=2",
        "--jobs=1",
        "--junit=report.xml",
        "--write-allow=known",
        "--",
        "./bot.sh",
    ];
    let output = stickler(&folder, &words);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in [
        "error[gomoku.ready.answer]",
        "the search for a smaller failing game ended: `./bot.sh` could not be started",
        "again: stickler replay",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for file in [
        "stickler-failures/gomoku-ready-answer-any.yaml",
        "report.xml",
        "known",
    ] {
        assert!(folder.join(file).is_file(), "{file}: {text}");
    }
}

fn a_failure_is_saved_although_nothing_can_be_printed() {
    let folder = scratch("full-and-failing");
    for words in [&[][..], &["--quiet"], &["--json"]] {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a full disk");
        let check = ["check", "gomoku", "--only=any", "--cases=1", "--shrink=0"];
        let output = Command::new(STICKLER)
            .args([&check[..], words, &["--"], &WRONG].concat())
            .current_dir(&folder)
            .stdout(full)
            .output()
            .expect("stickler");
        let text = said(&output);
        assert!(text.contains("standard output: No space left"), "{text}");
        let saved = folder.join("stickler-failures/gomoku-ready-answer-any.yaml");
        // Of JSON lines the first cannot be written, so nothing is played.
        assert_eq!(saved.is_file(), words != ["--json"], "{words:?}: {text}");
        let _ = std::fs::remove_dir_all(folder.join("stickler-failures"));
    }
}

fn a_report_that_cannot_be_written_takes_no_other_with_it() {
    let folder = scratch("one-unwritable");
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--shrink=0",
        "--html=/dev/full",
        "--junit=report.xml",
        "--write-allow=known",
        "--",
    ];
    let output = stickler(&folder, &[&check[..], &WRONG].concat());
    let text = said(&output);
    assert!(
        output.status.code() == Some(1) && text.contains("/dev/full: No space left"),
        "{text}"
    );
    for file in ["report.xml", "known"] {
        let text = std::fs::read_to_string(folder.join(file)).expect(file);
        assert!(text.contains("gomoku.ready.answer"), "{file}: {text}");
    }
}

fn an_out_that_is_a_file_is_refused_before_the_first_match() {
    let folder = scratch("out-is-a-file");
    std::fs::write(folder.join("taken"), "").expect("written");
    let judge = "touch played; exit 1; {0} {1}";
    for words in [
        &["check", "gomoku"][..],
        &["judge", "gomoku", "--only=plain"],
    ] {
        let output = stickler(
            &folder,
            &[words, &["--out=taken", "--", "/bin/sh", "-c", judge]].concat(),
        );
        let text = said(&output);
        assert!(
            output.status.code() == Some(2) && text.contains("--out names a file"),
            "{text}"
        );
        assert!(!folder.join("played").exists(), "{words:?}");
    }
}

fn a_json_run_keeps_its_failures() {
    let folder = scratch("json-keeps");
    let check = ["check", "gomoku", "--only=any", "--cases=1", "--json", "--"];
    let output = stickler(&folder, &[&check[..], &WRONG].concat());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    fails_as_before(&folder);
}

fn a_saved_failure_that_is_held_up_ends_no_run() {
    let folder = scratch("held-up-again");
    // The bot is late. In the games 2 to 7, which are the tries of the saved one, it also holds stickler up.
    let bot = "echo >> games; n=$(wc -l < games); read line; echo OK; read line; sleep 0.15; \
               if test $n -ge 2 && test $n -le 7; then \
               kill -STOP $PPID; sleep 0.5; echo x; sleep 0.3; kill -CONT $PPID; read line; fi; \
               sleep 0.5; echo x";
    let check = |only: &[&str]| {
        let words = [
            "check",
            "betris",
            "--seat=0",
            "--cases=1",
            "--search=0",
            "--enough=1",
            "--set=bank=300",
            "--shrink=0",
        ];
        let bot = ["--", "/bin/sh", "-c", bot];
        stickler(&folder, &[&words[..], only, &bot].concat())
    };
    let first = said(&check(&["--only=reference"]));
    assert!(first.starts_with("Some(1)"), "{first}");
    let text = said(&check(&[]));
    assert!(
        text.starts_with("Some(1)")
            && text.contains("could not tell whether this saved failure still fails")
            && text.contains("error[betris.phase1.time]"),
        "{text}"
    );
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

/// The bot fails at once in each game, in the odd ones first.
fn an_ordinary_game_is_shown_before_an_odd_one_of_its_length() {
    struct Silent;
    impl Bot for Silent {
        fn hear(&mut self, _: &str, say: &mut String) -> bool {
            *say += "NO\n";
            true
        }
    }
    let game = GAMES.find("betris").expect("the game");
    let plan = Plan::in_memory(game, |_| Box::new(Silent));
    let mut cases = Vec::new();
    for scenario in ["low_bank", "split", "any"] {
        cases.extend(plan.stream_of(&[scenario]).expect("cases"));
    }
    let summary = plan.run(&cases, &|_| ()).expect("played");
    let shown = smallest(&plan, &summary);
    let (played, ..) = shown.first().expect("a failure");
    assert_eq!(played.case.scenario.name, "any");
}

/// A moment of a game of a bot that may answer otherwise than the reference bot.
struct Moment {
    /// The number of the game among all that it played.
    game: usize,
    /// True for an answer to a turn.
    is_turn: bool,
    /// Where the pass before this turn was not told, which only `opp-after-pass=no` allows: the number of games of which that is so.
    untold: Option<usize>,
}

/// A failure of the run, and what is said of other values, where a bot answers wrongly at these moments of the first seat's games.
fn assumed_otherwise(game: &str, is_wrong: fn(&Moment) -> bool) -> (Option<Played>, RunSummary) {
    struct Wrong {
        bot: Box<dyn Bot>,
        is_wrong: fn(&Moment) -> bool,
        now: Moment,
        waits_for_opp: bool,
        games: Arc<AtomicUsize>,
    }
    impl Bot for Wrong {
        fn hear(&mut self, line: &str, say: &mut String) -> bool {
            let goes_on = self.bot.hear(line, say);
            let is_untold = line.starts_with("PHASE1") && self.waits_for_opp;
            if is_untold && self.now.untold.is_none() {
                self.now.untold = Some(self.games.fetch_add(1, Ordering::Relaxed));
            }
            match line.split(' ').next() {
                Some("PHASE2") => self.waits_for_opp = true,
                Some("OPP") => self.waits_for_opp = false,
                _ => {}
            }
            self.now.is_turn = line.starts_with("TURN") || is_untold;
            if (self.is_wrong)(&self.now) {
                *say = "MOVE 0 0\n".into();
            }
            goes_on
        }
    }
    let game = GAMES.find(game).expect("the game");
    let [played, untold] = [(); 2].map(|()| Arc::new(AtomicUsize::new(0)));
    let plan = Plan {
        seat: Some(Seat(0)),
        ..Plan::in_memory(game, move |bot| {
            let now = Moment {
                game: played.fetch_add(1, Ordering::Relaxed),
                is_turn: false,
                untold: None,
            };
            let games = Arc::clone(&untold);
            Box::new(Wrong {
                bot,
                is_wrong,
                now,
                waits_for_opp: false,
                games,
            })
        })
    };
    let mut summary = RunSummary::new(game);
    let failing = plan.assume_otherwise(&mut summary, Duration::from_secs(60));
    (failing, summary)
}

/// A bot that answers its first turn wrongly in the first of all games, and is right in the others.
fn a_failure_before_the_value_changes_anything_is_the_bot_s() {
    let (failing, summary) =
        assumed_otherwise("gomoku", |moment| moment.is_turn && moment.game == 0);
    let failing = failing.expect("a failure of the run");
    let (fault, _) = failing.error(&ErrorPolicy::default()).expect("a fault");
    assert_eq!(fault.breach.clause.id(), "gomoku.move.inside");
    assert!(summary.assumptions.is_empty(), "{:?}", summary.assumptions);
}

/// Once a pass is not told, and it fails. It never does so again.
fn a_failure_that_never_comes_again_under_the_value_is_the_bot_s() {
    let (failing, summary) = assumed_otherwise("betris", |moment| {
        moment.is_turn && moment.untold == Some(0)
    });
    let failing = failing.expect("a failure of the run");
    assert!(failing.record.transcript.contains("MOVE 0 0"));
    assert!(summary.assumptions.is_empty(), "{:?}", summary.assumptions);
}

/// A bot that draws its moves need not fail in each game.
fn a_failure_that_comes_again_under_the_value_is_the_value_s() {
    let (failing, summary) = assumed_otherwise("betris", |moment| {
        moment.is_turn && moment.untold.is_some_and(|games| games % 3 == 0)
    });
    assert!(failing.is_none());
    let broken = summary
        .assumptions
        .iter()
        .find(|value| value.broken.is_some());
    let broken = broken.expect("a value");
    assert_eq!(broken.set, "opp-after-pass=no");
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
        let mut before = 0;
        loop {
            std::thread::sleep(Duration::from_millis(400));
            let now = games();
            if now > 0 && now == before {
                break;
            }
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
        let child = started(&folder, &[&check[..], &WRONG].concat());
        std::thread::sleep(Duration::from_millis(500));
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

fn a_quiet_run_keeps_its_failures() {
    let folder = scratch("quiet");
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--quiet",
        "--",
    ];
    let output = stickler(&folder, &[&check[..], &WRONG].concat());
    assert!(
        output.status.code() == Some(1) && output.stderr.is_empty(),
        "{}",
        said(&output)
    );
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).lines().count(),
        1,
        "{}",
        said(&output)
    );
    fails_as_before(&folder);
}

/// Whoever is slow enough leaves scenarios unplayed: nothing is said of those.
fn a_run_without_some_scenarios_conforms_to_nothing() {
    let folder = scratch("unplayed");
    let mark = Mark::new();
    let slow = format!(": {mark}; sleep 1.2; exec \"$REFBOT\" gomoku");
    let check = [
        "check",
        "gomoku",
        "--time-box",
        "1",
        "--resume",
        "kept.jsonl",
        "--",
        "/bin/sh",
        "-c",
        &slow,
    ];
    let output = stickler(&folder, &check);
    let text = said(&output);
    assert!(
        output.status.code() == Some(2)
            && text.contains(
                "could not tell: nothing failed in 1 game, but these scenarios were not played: "
            ),
        "{text}"
    );
    let why = "27 games not played: the time box was over";
    assert!(text.contains(why), "{text}");
    assert_eq!(mark.running(), 0);
    // Its results still know why.
    let joined = said(&stickler(&folder, &["report", "merge", "kept.jsonl"]));
    assert!(joined.contains(why), "{joined}");
}
