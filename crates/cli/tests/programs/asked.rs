//! Wishes that people have again and again: the place of a fault, a position of a record, a folder for a bot, a larger stack.

use crate::support::files::{root, scratch, text};
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, STICKLER, example, named_programs, python, said, stickler};
use crate::support::trials::leave_out;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

tests! {
    a_place_of_the_report_is_a_place_of_a_file,
    a_record_gives_every_position_to_the_bot,
    a_turn_is_counted_from_the_first_move,
    without_clocks_a_bot_that_does_not_end_is_ended_aloud [PYTHON],
    the_shortest_difference_of_an_engine_comes_first [PYTHON],
    a_new_folder_s_job_says_what_to_set,
    a_stack_is_as_large_as_it_is_asked_for [STACK],
    a_page_names_a_command_that_works_elsewhere,
    the_largest_input_keeps_the_limits_of_time,
    the_bot_takes_the_place_of_the_seat_that_is_not_told_the_end,
    several_scenarios_are_played_and_no_other,
    a_long_standard_error_stands_whole_beside_its_game,
    a_reference_bot_that_is_not_installed_is_named,
}

fn holds(text: &str, parts: &[&str]) {
    parts
        .iter()
        .for_each(|part| assert!(text.contains(part), "{part:?} is missing in:\n{text}"));
}

fn screen(folder: &Path, words: &[&str]) -> String {
    said(&stickler(folder, words))
}

const WRONG: &str = "read l; echo OK; while read l; do echo MOVE 16 8; done";

/// An editor opens the line that the report marks.
fn a_place_of_the_report_is_a_place_of_a_file() {
    let folder = scratch("place");
    let check = [
        "check", "gomoku", "--enough", "1", "--", "/bin/sh", "-c", WRONG,
    ];
    let told = screen(&folder, &check);
    let place = told
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("--> "))
        .expect("a place");
    let [file, line, column] = place.split(':').collect::<Vec<_>>()[..] else {
        panic!("{place}");
    };
    let [line, column] = [line, column].map(|number| number.parse::<usize>().expect("a number"));
    let log = text(&folder.join(file));
    let marked = log.lines().nth(line - 1).expect("the line");
    assert!(
        marked[column - 1..].starts_with("16 8") || marked[column - 1..].starts_with("MOVE 16"),
        "{place}: {marked}"
    );
    assert!(
        told.ends_with(&format!("broken at line {line} by seat 0\n")),
        "{told}"
    );
    assert!(screen(&folder, &["validate", file]).starts_with("Some(1)"));
}

fn a_record_gives_every_position_to_the_bot() {
    let folder = scratch("each");
    let five = root().join("fixtures/records/alphano/five.json");
    let five = five.to_string_lossy().into_owned();
    let replay = |more: &[&str], bot: &[&str]| {
        let words = ["replay", &five, "--each", "--seat", "0"];
        screen(&folder, &[&words[..], more, &["--"], bot].concat())
    };
    let told = replay(&[], &[REFBOT, "gomoku"]);
    holds(
        &told,
        &[
            "Some(0)\n",
            "of seat 0:\n  recorded  MOVE 8 10\n  now       ",
            "\nthe board before it:\n",
            "the game went on with the recorded answers",
            "five.json: of 6 recorded answers the bot was asked for 6, and gives ",
        ],
    );
    assert!(replay(&["--strict"], &[REFBOT, "gomoku"]).starts_with("Some(2)"));
    // It gives the record's own answers.
    let moves = "read l; echo OK; for m in 8 9 10 11 12; do while read l; do case $l in TURN*) break;; esac; done; echo MOVE 8 $((m-1)); done; cat >/dev/null";
    let told = replay(&["--strict"], &["/bin/sh", "-c", moves]);
    holds(
        &told,
        &["Some(", "of 6 recorded answers the bot was asked for 6"],
    );
}

fn a_turn_is_counted_from_the_first_move() {
    let five = root().join("fixtures/records/alphano/five.json");
    let show = |turn: &str| {
        let file = five.to_string_lossy();
        screen(&scratch("turn"), &["show", &file, "--turn", turn])
    };
    let stones = |board: &str| board.matches(['B', 'W']).count();
    assert_eq!([stones(&show("1")), stones(&show("5"))], [0, 4]);
    holds(
        &show("10"),
        &["Some(2)", "has 9 turns, the first of which is 1"],
    );
    holds(&show("0"), &["Some(2)"]);
}

/// It would be waited for, in silence and for ever.
fn without_clocks_a_bot_that_does_not_end_is_ended_aloud() {
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch("farewell");
    let bot = text(&example("bots/gomoku.py")) + "\nimport time; time.sleep(1000)\n";
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
    let (started, told) = (Instant::now(), screen(&folder, &check));
    assert!(started.elapsed() < Duration::from_secs(60), "{told}");
    holds(
        &told,
        &[
            "Some(0)\n",
            "the game is over, and the program of seat 0 still ran 5 s later: it is ended here",
        ],
    );
}

fn the_shortest_difference_of_an_engine_comes_first() {
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let folder = scratch("engine-order");
    let whole = text(&example("engines/gomoku.py"));
    let broken = whole.replace(">= self.row", ">= self.row - 1");
    assert_ne!(whole, broken, "the engine counts otherwise now");
    std::fs::write(folder.join("engine.py"), broken).expect("an engine");
    let python = python.to_string_lossy();
    let engine = |file: &str| {
        let words = [
            "engine",
            "gomoku",
            "--set",
            "board=9x9",
            "--walks",
            "4",
            "--",
            &python,
            file,
        ];
        screen(&folder, &words)
    };
    let told = engine("engine.py");
    let lengths: Vec<usize> = told
        .lines()
        .filter_map(|line| {
            let (number, _) = line
                .trim()
                .strip_prefix("after ")?
                .split_once(" actions from")?;
            number.parse().ok()
        })
        .collect();
    assert!(
        !lengths.is_empty() && lengths.is_sorted(),
        "{lengths:?}\n{told}"
    );
    let last = format!(
        "the shortest game that shows a difference has {} actions",
        lengths[0]
    );
    holds(
        &told,
        &[
            "Some(1)\n",
            "\nthe board then:\n",
            "more: `stickler spec gomoku`",
            &last,
        ],
    );
    let example = example("engines/gomoku.py");
    holds(
        &engine(&example.to_string_lossy()),
        &["Some(0)\n", "conforms: no difference in 5 laws\n"],
    );
}

/// Nothing is published yet: the job says so, and where stickler comes from.
fn a_new_folder_s_job_says_what_to_set() {
    let folder = scratch("new-job");
    let told = screen(&folder, &["new", "gomoku", "mine"]);
    holds(
        &told,
        &[
            "Some(0)\n",
            "wants STICKLER_SOURCE set, or stickler's wheel beside the bot",
        ],
    );
    let job = text(&folder.join("mine/.github/workflows/check.yml"));
    holds(
        &job,
        &[
            "STICKLER_SOURCE: \"\"",
            "cargo install --locked --git \"${STICKLER_SOURCE:?",
        ],
    );
    // On PyPI stickler is somebody else's.
    assert!(
        job.contains("pip install stickler_contest-*.whl")
            && !job.contains("pip install stickler\n"),
        "{job}"
    );
    // What is installed is the crate that has the program.
    let package = job
        .lines()
        .find_map(|line| line.rsplit_once("beside the bot}\" "))
        .map(|(_, package)| package);
    assert_eq!(package, Some(env!("CARGO_PKG_NAME")), "{job}");
    // Where nothing is set, the step says so.
    let step = job
        .lines()
        .find_map(|line| line.trim().strip_prefix("- run: pip install"))
        .expect("the step");
    let step = Command::new("sh")
        .args(["-c", &format!("false{step}")])
        .env("STICKLER_SOURCE", "")
        .current_dir(&folder)
        .output()
        .expect("a shell");
    let told = String::from_utf8_lossy(&step.stderr);
    assert!(
        !step.status.success()
            && told.contains("STICKLER_SOURCE: set it in this file, or put the wheel"),
        "{step:?}"
    );
}

fn a_stack_is_as_large_as_it_is_asked_for() {
    if cfg!(not(target_os = "linux")) {
        leave_out("--stack: its limit is looked at on Linux alone");
    }
    let folder = scratch("stack");
    let shown = "read l; ulimit -s >&2; exit 1";
    let stack = |megabytes: &str| {
        let words = [
            "check", "gomoku", "--enough", "1", "--shrink", "0", "--stack", megabytes, "--",
            "/bin/sh", "-c", shown,
        ];
        screen(&folder, &words)
    };
    holds(&stack("3"), &["= stderr: 3072\n", "'--stack=3' -- /bin/sh"]);
    let words = "ulimit -s 4096; exec \"$STICKLER\" check gomoku --stack 64 -- true";
    let refused = Command::new("sh")
        .args(["-c", words])
        .envs(named_programs())
        .output()
        .expect("a shell");
    holds(
        &said(&refused),
        &["Some(2)\n", "--stack 64: this session allows 4 MB at most"],
    );
}

fn a_page_names_a_command_that_works_elsewhere() {
    let folder = scratch("pages-again");
    let words = [
        "check",
        "gomoku",
        "--seed",
        "7",
        "--enough",
        "1",
        "--shrink",
        "0",
        "--html",
        "r.html",
        "--markdown",
        "r.md",
        "--",
        "/bin/sh",
        "-c",
        "read l; echo NO",
    ];
    screen(&folder, &words);
    let again = "stickler check gomoku --only reference --seed 7 -- /bin/sh -c 'read l; echo NO'";
    holds(&text(&folder.join("r.md")), &[&format!("again: {again}")]);
    let page = text(&folder.join("r.html"));
    holds(
        &page,
        &[
            "again",
            "check gomoku --only reference --seed 7 -- /bin/sh -c ",
        ],
    );
}

/// A case of 100,000 pieces: the search for a smaller one ends in time, and a signal ends it at once.
fn the_largest_input_keeps_the_limits_of_time() {
    let folder = scratch("largest");
    let script = "read n; i=0; while [ $i -lt $n ]; do read l; read c; i=$((i+1)); [ $l -gt 500 ] && echo NO || echo YES; done; cat >/dev/null";
    let check = |shrink: &str| {
        let mut command = Command::new(STICKLER);
        command
            .args([
                "check", "tetris", "--only", "largest", "--enough", "1", "--shrink", shrink,
            ])
            .args(["--", "/bin/sh", "-c", script])
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    };
    let started = Instant::now();
    let told = said(&check("2").output().expect("stickler"));
    assert!(
        told.starts_with("Some(1)") && started.elapsed() < Duration::from_secs(40),
        "{:?}: {told}",
        started.elapsed()
    );
    let running = check("60").spawn().expect("stickler");
    std::thread::sleep(Duration::from_secs(4));
    let signalled = Instant::now();
    let kill = Command::new("kill")
        .args(["-TERM", &running.id().to_string()])
        .status();
    assert!(kill.is_ok_and(|status| status.success()));
    let output = running.wait_with_output().expect("it ends");
    assert!(
        output.status.code() == Some(130) && signalled.elapsed() < Duration::from_secs(10),
        "{:?} after {:?}",
        output.status,
        signalled.elapsed()
    );
}

/// A record that does not say how a seat failed still says which: the one that is not told the end.
fn the_bot_takes_the_place_of_the_seat_that_is_not_told_the_end() {
    let crash = root().join("fixtures/records/alphano/crash.json");
    let crash = crash.to_string_lossy().into_owned();
    let output = stickler(
        &scratch("untold"),
        &["replay", &crash, "--", REFBOT, "betris"],
    );
    let text = said(&output);
    assert!(
        text.contains("seat 1 failed, since the others alone hear the end")
            && text.contains("answers of the record"),
        "{text}"
    );
}

fn several_scenarios_are_played_and_no_other() {
    let folder = scratch("several");
    let words = |only: &[&'static str]| [&["check", "gomoku", "--verbose"], only].concat();
    for only in [
        &["--only", "eager,split"][..],
        &["--only", "eager", "--only", "split"],
    ] {
        let told = screen(&folder, &words(only));
        holds(&told, &["eager ", "split ", "conforms"]);
        assert!(!told.contains("line_by_line"), "{told}");
    }
    let told = stickler(&folder, &words(&["--only", "eager,spilt"]));
    assert_eq!(told.status.code(), Some(2));
    holds(
        &String::from_utf8_lossy(&told.stderr),
        &["--only spilt: gomoku has no such scenario"],
    );
}

fn a_long_standard_error_stands_whole_beside_its_game() {
    let folder = scratch("stderr");
    let bot = "seq 1 40 >&2; echo FATAL: no >&2; exit 3";
    let words = |bot| {
        [
            "check", "gomoku", "--enough", "1", "--shrink", "0", "--", "/bin/sh", "-c", bot,
        ]
    };
    let told = screen(&folder, &words(bot));
    let file = told
        .lines()
        .find_map(|line| line.strip_prefix("its whole standard error: "));
    let whole = text(&folder.join(file.expect("a file")));
    let numbers: String = (1..=40).map(|number| format!("{number}\n")).collect();
    assert_eq!(whole, numbers + "FATAL: no\n");
    let told = screen(&folder, &words("echo few >&2; exit 3"));
    assert!(!told.contains("whole standard error"), "{told}");
}

fn a_reference_bot_that_is_not_installed_is_named() {
    let folder = scratch("refbot");
    let told = Command::new(STICKLER)
        .args(["check", "gomoku", "--", "refbot", "gomoku"])
        .current_dir(&folder)
        .env("PATH", "/usr/bin:/bin")
        .output()
        .expect("stickler runs");
    assert_eq!(told.status.code(), Some(2));
    holds(
        &String::from_utf8_lossy(&told.stderr),
        &["`stickler refbot gomoku`"],
    );
}
