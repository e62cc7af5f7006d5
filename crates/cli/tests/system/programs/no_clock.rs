//! Games without clocks: what would be late is waited for, and the report says that no clock ran.

use crate::support::files::{scratch, text};
use crate::support::needs::tests;
use crate::support::programs;
use crate::support::trials::leave_out;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

tests! {
    a_slow_bot_conforms_without_clocks_alone [PYTHON],
    a_late_failure_is_fixed_without_clocks_and_every_other_comes_again [PYTHON],
    a_match_without_clocks_is_a_log_in_which_no_bank_falls [PYTHON],
    the_joined_report_of_games_without_clocks_says_so [PYTHON],
    a_game_stops_before_a_message_until_somebody_presses_enter [PYTHON],
    without_clocks_a_bot_that_does_not_end_is_ended_aloud [PYTHON],
}

/// A bot that thinks for 50 ms, with a bank of 60 ms for all its answers.
fn slow(folder: &Path) -> String {
    let bot = "import sys, time\n\
        taken = set()\n\
        for line in sys.stdin:\n\
        \x20   word, *rest = line.split()\n\
        \x20   if word == 'READY':\n\
        \x20       print('OK', flush=True)\n\
        \x20   elif word == 'OPP':\n\
        \x20       taken.add((int(rest[0]), int(rest[1])))\n\
        \x20   elif word == 'TURN':\n\
        \x20       time.sleep(0.05)\n\
        \x20       cell = min((x, y) for x in (1, 2, 3) for y in (1, 2, 3) if (x, y) not in taken)\n\
        \x20       taken.add(cell)\n\
        \x20       print('MOVE', *cell, flush=True)\n\
        \x20   else:\n\
        \x20       break\n";
    let path = folder.join("slow.py");
    std::fs::write(&path, bot).expect("a bot");
    path.to_string_lossy().into_owned()
}

const SET: [&str; 6] = ["--set", "board=3x3", "--set", "row=3", "--set", "bank=60"];

fn python() -> Option<String> {
    programs::python().map(|path| path.to_string_lossy().into_owned())
}

fn checked(folder: &Path, more: &[&str], bot: &str) -> (Option<i32>, String) {
    let python = python().expect("a Python");
    let words = [
        &["check", "gomoku", "--only", "last_cells", "--cases", "2"],
        &SET[..],
        more,
        &["--", &python, bot],
    ];
    let run = || said(&programs::stickler(folder, &words.concat()));
    // A busy machine holds games up, and the check says that it could not tell; it is asked again.
    (0..10)
        .map(|_| run())
        .find(|(code, text)| *code != Some(2) || !text.contains("could not tell"))
        .unwrap_or_else(run)
}

fn said(output: &Output) -> (Option<i32>, String) {
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

fn a_slow_bot_conforms_without_clocks_alone() {
    let folder = scratch("clockless");
    let (bot, Some(_)) = (slow(&folder), python()) else {
        leave_out("want Python 3.9 or later");
    };
    let (_, text) = checked(&folder, &[], &bot);
    assert!(
        text.contains("\nviolates") && text.contains("gomoku.turn.time"),
        "{text}"
    );
    let (code, text) = checked(&folder, &["--no-clock"], &bot);
    assert_eq!(code, Some(0), "{text}");
    let last = text
        .lines()
        .rfind(|line| !line.is_empty())
        .unwrap_or_default();
    assert!(
        last.starts_with("conforms without clocks: 2 games"),
        "{text}"
    );
    assert!(
        last.contains("times were not checked") && !last.contains("slowest"),
        "{text}"
    );
    // What nobody could break was not kept.
    let text = checked(&folder, &["--no-clock", "--verbose"], &bot).1;
    for (clause, passed) in [
        ("gomoku.ready.time", "·"),
        ("gomoku.turn.time", "·"),
        ("gomoku.turn.answer", "2"),
    ] {
        let row = text
            .lines()
            .find(|line| line.trim_start().starts_with(clause))
            .expect("a row");
        assert_eq!(row.split_whitespace().nth(1), Some(passed), "{row}");
    }
}

/// The slow bot, Python, and the game that a check saved in which the bot was late.
fn late(folder: &Path) -> (String, String, &'static str) {
    let (bot, Some(python)) = (slow(folder), python()) else {
        leave_out("want Python 3.9 or later");
    };
    let (code, text) = checked(folder, &["--shrink", "0"], &bot);
    assert_eq!(code, Some(1), "{text}");
    let saved = "stickler-failures/gomoku-turn-time-last_cells.yaml";
    (bot, python, saved)
}

fn a_late_failure_is_fixed_without_clocks_and_every_other_comes_again() {
    let folder = scratch("clockless");
    let (bot, python, saved) = late(&folder);
    let (code, text) = said(&programs::stickler(
        &folder,
        &["replay", saved, "--no-clock", "--", &python, &bot],
    ));
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains(": fixed: ") && text.contains("played without clocks"),
        "{text}"
    );
    let wrong = std::fs::read_to_string(&bot)
        .expect("the bot")
        .replace("'MOVE', *cell", "'MOVE', 9, 9");
    std::fs::write(&bot, wrong).expect("a wrong bot");
    let (code, text) = checked(&folder, &["--no-clock"], &bot);
    assert_eq!(code, Some(1), "{text}");
    let again = text
        .lines()
        .find_map(|line| line.strip_prefix("again: stickler "))
        .expect("how to play it again");
    assert!(again.contains(" --no-clock "), "{again}");
    let words: Vec<&str> = again.split(' ').collect();
    let (code, text) = said(&programs::stickler(&folder, &words));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("gomoku.move.inside"), "{text}");
}

fn a_match_without_clocks_is_a_log_in_which_no_bank_falls() {
    let folder = scratch("clockless");
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let bot = format!(
        "{} {}",
        programs::quoted(python),
        programs::quoted(slow(&folder))
    );
    let play = |more: &[&str]| {
        let words = [
            &[
                "play",
                "gomoku",
                "--log",
                "match.log",
                "--bot",
                &bot,
                "--bot",
                &bot,
            ],
            &SET[..],
            more,
        ]
        .concat();
        said(&programs::stickler(&folder, &words))
    };
    // 2, where a busy machine may have made it late.
    assert_ne!(play(&[]).0, Some(0));
    let (code, text) = play(&["--no-clock"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("played without clocks"), "{text}");
    let log = std::fs::read_to_string(folder.join("match.log")).expect("a log");
    assert!(log.contains("\nnote: without clocks\n"), "{log}");
    let turns: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("< TURN "))
        .collect();
    assert!(
        turns.len() > 3 && turns.iter().all(|turn| turn.ends_with("< TURN 60 60")),
        "{log}"
    );
    assert_eq!(
        said(&programs::stickler(&folder, &["validate", "match.log"])).0,
        Some(0),
        "{log}"
    );
}

fn the_joined_report_of_games_without_clocks_says_so() {
    let folder = scratch("clockless");
    let (bot, Some(_)) = (slow(&folder), python()) else {
        leave_out("want Python 3.9 or later");
    };
    assert_eq!(
        checked(&folder, &["--no-clock", "--resume", "run.jsonl"], &bot).0,
        Some(0)
    );
    let (code, text) = said(&programs::stickler(
        &folder,
        &["report", "merge", "run.jsonl"],
    ));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("conforms without clocks"), "{text}");
}

fn a_game_stops_before_a_message_until_somebody_presses_enter() {
    let folder = scratch("clockless");
    let (bot, python, saved) = late(&folder);
    let stop = |line: &str| {
        [
            "replay",
            saved,
            "--no-clock",
            "--stop-at",
            line,
            "--",
            &python,
            &bot,
        ]
        .map(str::to_string)
    };
    let words = stop("9");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut child = programs::started(&folder, &words);
    let mut remarks = BufReader::new(child.stderr.take().expect("standard error"));
    let (mut line, mut before) = (String::new(), String::new());
    while !line.contains("stopped before `") {
        before += &line;
        line.clear();
        if remarks.read_line(&mut line).expect("a remark") == 0 {
            let saved = std::fs::read_to_string(folder.join(saved)).expect("a game");
            let output = said(&child.wait_with_output().expect("its end"));
            panic!("it ended without a stop: {output:?}\n{before}\n{saved}");
        }
    }
    let number = line
        .split("process ")
        .nth(1)
        .and_then(|rest| rest.split('.').next())
        .expect("a process");
    // A process that is just becoming the bot has no command line for a moment.
    let deadline = Instant::now() + Duration::from_secs(10);
    let command = loop {
        let file = format!("/proc/{number}/cmdline");
        let command = std::fs::read_to_string(file).expect("the bot runs");
        if !command.is_empty() || Instant::now() > deadline {
            break command;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(command.contains("slow.py"), "{command:?}");
    assert!(child.try_wait().expect("a child").is_none(), "it waits");
    child
        .stdin
        .take()
        .expect("standard input")
        .write_all(b"\n")
        .expect("Enter");
    let output = child.wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output).1);
    let words = stop("999");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (code, text) = said(&programs::stickler(&folder, &words));
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("--stop-at 999: the bot's last message stands at line"),
        "{text}"
    );
}

/// It would be waited for, in silence and for ever.
fn without_clocks_a_bot_that_does_not_end_is_ended_aloud() {
    let Some(python) = programs::python() else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch("farewell");
    let bot = text(&programs::example("bots/gomoku.py")) + "\nimport time; time.sleep(1000)\n";
    std::fs::write(folder.join("bot.py"), bot).expect("a bot");
    let python = python.to_string_lossy();
    let check = [
        "check",
        "gomoku",
        "--no-clock",
        "--cases",
        "1",
        "--only",
        "eager",
        "--seat",
        "0",
        "--",
        &python,
        "bot.py",
    ];
    let (started, told) = (Instant::now(), programs::screen(&folder, &check));
    assert!(started.elapsed() < Duration::from_secs(60), "{told}");
    programs::holds(
        &told,
        &[
            "Some(0)\n",
            "the game is over, and the program of seat 0 still ran 5 s later: it is ended here",
        ],
    );
}
