//! The command line: what it prints, its exit codes, and what it makes of broken input.

use crate::support::files::scratch;
use crate::support::mark::Mark;
use crate::support::needs::{not_working, tests};
use crate::support::programs::{STICKLER, named_programs, python, quoted, started};
use crate::support::trials::{leave_out, skipped};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

tests! {
    the_reference_bot_conforms,
    an_answer_on_its_way_when_the_other_fails_is_no_fault,
    the_same_seed_plays_the_same_games,
    known_failures_are_allowed_until_they_no_longer_fail,
    failing_games_of_an_earlier_run_are_put_aside,
    a_saved_failure_is_replayed_with_three_outcomes,
    a_failure_that_does_not_come_again_is_called_flaky [PYTHON],
    a_failure_shows_clause_line_board_and_transcript,
    a_command_that_is_written_wrong_is_mended,
    a_bot_that_is_no_program_is_answered_with_the_command_that_was_meant,
    a_file_that_the_system_does_not_start_is_told_with_its_cause,
    warnings_do_not_fail_unless_they_are_made_to,
    the_slowest_answer_is_held_against_its_own_limit,
    a_wrong_access_of_memory_shows_the_limit_of_the_stack [STACK],
    what_cannot_be_told_ends_with_two,
    broken_logs_are_named_with_their_line,
    several_files_have_the_worst_conclusion,
    play_writes_a_log_that_validates_and_shows,
    clauses_and_parameters_can_be_read,
    rules_are_found_by_the_words_that_people_have,
    a_judge_s_breach_names_the_fault_that_it_follows_from,
    completions_and_the_manual_know_every_command,
    a_preset_stands_for_its_parameters,
    show_says_what_is_known_of_a_position,
    a_lost_game_names_the_blunder_and_what_would_have_won,
    a_reader_that_goes_away_is_no_error,
    an_interrupted_run_ends_its_programs,
    a_batch_is_graded_generated_and_decided,
    a_solved_game_names_its_winning_first_moves,
    nobody_knows_the_board_after_a_gap,
    a_new_bot_conforms,
}

fn stickler(folder: &Path, words: &[&str], input: &[u8]) -> Output {
    let mut child = started(folder, words);
    let mut to = child.stdin.take().expect("a pipe");
    let _ = to.write_all(input);
    drop(to);
    child.wait_with_output().expect("stickler ends")
}

/// Exit code and standard output.
fn run(words: &[&str], input: &[u8]) -> (i32, String) {
    let output = stickler(&scratch("cli"), words, input);
    (
        output.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn validate(input: &[u8]) -> (i32, String) {
    let (code, text) = run(&["validate", "gomoku", "-"], input);
    assert!(
        !text.is_empty(),
        "a diagnosis for {:?}",
        String::from_utf8_lossy(&input[..input.len().min(60)])
    );
    (code, text)
}

fn the_reference_bot_conforms() {
    let (code, text) = run(&["check", "gomoku", "--search", "2"], b"");
    assert_eq!(code, 0, "{text}");
    let scenarios: u32 = text
        .lines()
        .filter(|line| line.contains("  ok") && !line.contains("  search "))
        .filter_map(|line| line.split_whitespace().nth(2)?.parse::<u32>().ok())
        .sum();
    assert_eq!(scenarios, 28, "{text}");
    let searched = text.lines().find(|line| line.contains("  search "));
    assert!(
        searched.is_some_and(|line| line.contains("ok: its game")),
        "{text}"
    );
    assert!(text.contains("kinds of position"), "{text}");
    assert!(text.contains("a rarer one need not"), "{text}");
    assert!(!text.contains("never came up:"), "{text}");
    assert!(
        !text.contains('\u{1b}'),
        "no colour where there is no terminal"
    );
}

/// Where a fault ends the game at once, the other seat has read its ask and may be answering it.
fn an_answer_on_its_way_when_the_other_fails_is_no_fault() {
    let (code, text) = run(
        &[
            "check",
            "betris",
            "--set",
            "fault-phase=at-once",
            "--only",
            "failing",
        ],
        b"",
    );
    assert_eq!(code, 0, "{text}");
}

fn the_same_seed_plays_the_same_games() {
    let log = |seed: &str| {
        let folder = scratch(&format!("seed-{seed}"));
        // It answers correctly for five turns, so that the opponent's moves are in the log.
        let script = "read l; echo OK; n=0; while read l; do case $l in TURN*) n=$((n+1)); \
            if [ $n -lt 6 ]; then echo MOVE $((2 * n)) 14; else echo NO; fi;; esac; done";
        let words = [
            "check", "gomoku", "--seed", seed, "--shrink", "0", "--only", "any", "--seat", "1",
            "--", "/bin/sh", "-c", script,
        ];
        let output = stickler(&folder, &words, b"");
        assert_eq!(
            output.status.code(),
            Some(1),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
        let saved = std::fs::read_dir(folder.join("stickler-failures"))
            .expect("saved")
            .flatten()
            .find(|entry| entry.path().extension().is_some_and(|end| end == "yaml"))
            .expect("a file");
        let text = std::fs::read_to_string(saved.path()).expect("text");
        let saved = stickler::fixture::Saved::read(&text).expect("a saved failure");
        let opponent = saved
            .transcript
            .lines()
            .filter(|line| line.starts_with("0> "));
        (
            saved.choices,
            opponent.map(str::to_string).collect::<Vec<_>>(),
        )
    };
    let (choices, opponent) = log("7");
    assert!(opponent.len() > 3 && !choices.is_empty(), "{opponent:?}");
    assert_eq!(log("7"), (choices.clone(), opponent.clone()));
    assert_ne!(log("8").1, opponent);
}

/// A bot that knows no end: known failures, and the list of them.
fn known_failures_are_allowed_until_they_no_longer_fail() {
    let folder = scratch("allow");
    let script = "read l; echo OK; while read l; do case $l in TURN*) echo NO;; esac; done";
    let check = |more: &[&str]| {
        let words = [
            &["check", "gomoku", "--cases", "1", "--shrink", "0"],
            more,
            &["--", "/bin/sh", "-c", script],
        ]
        .concat();
        stickler(&folder, &words, b"").status.code()
    };
    assert_eq!(check(&["--write-allow", "known.txt"]), Some(1));
    assert_eq!(check(&["--allow", "known.txt"]), Some(0));
    std::fs::write(
        folder.join("known.txt"),
        "gomoku.turn.answer\ngomoku.move.empty\n",
    )
    .expect("written");
    assert_eq!(
        check(&["--allow", "known.txt"]),
        Some(1),
        "an entry that no longer fails is an error"
    );
    std::fs::write(folder.join("known.txt"), "gomoku.no.such\n").expect("written");
    assert_eq!(check(&["--allow", "known.txt"]), Some(2));
    assert_eq!(check(&["--only", "gomoku.move"]), Some(0));
    assert_eq!(check(&["--only", "gomoku.turn"]), Some(1));
    assert_eq!(check(&["--only", "nothing"]), Some(2));
}

/// The games that a run saves stand apart from those of earlier runs, and say only what its own verdict rests on.
fn failing_games_of_an_earlier_run_are_put_aside() {
    let folder = scratch("earlier");
    let check = |answer: &str| {
        let script = format!(
            "read l; echo OK; while read l; do case $l in TURN*) echo {answer};; esac; done"
        );
        let words = [
            "check", "gomoku", "--cases", "1", "--only", "any", "--shrink", "0", "--", "/bin/sh",
            "-c", &script,
        ];
        let text = String::from_utf8_lossy(&stickler(&folder, &words, b"").stdout).into_owned();
        assert!(
            text.contains("violates: ") && !text.contains("= depends on"),
            "{text}"
        );
    };
    check("NO");
    check("MOVE 16 8");
    let saved = |folder: &std::path::Path| {
        let names = std::fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let failures = folder.join("stickler-failures");
    assert_eq!(
        saved(&failures),
        [
            "earlier",
            "gomoku-move-inside-any.log",
            "gomoku-move-inside-any.yaml"
        ]
    );
    assert_eq!(
        saved(&failures.join("earlier")),
        ["gomoku-turn-answer-any.log", "gomoku-turn-answer-any.yaml"]
    );
}

fn a_saved_failure_is_replayed_with_three_outcomes() {
    let folder = scratch("replay");
    let bot = |answer: &str| {
        format!(
            "read l; echo OK; while read l; do case $l in TURN*) echo {answer};; FINISH) exit;; esac; done"
        )
    };
    let broken = bot("MOVE 16 8");
    let check = [
        "check", "gomoku", "--cases", "1", "--only", "any", "--seat", "0", "--", "/bin/sh", "-c",
        &broken,
    ];
    assert_eq!(stickler(&folder, &check, b"").status.code(), Some(1));
    let file = "stickler-failures/gomoku-move-inside-any.yaml";
    let replay = |answer: &str| {
        let script = bot(answer);
        stickler(
            &folder,
            &["replay", file, "--", "/bin/sh", "-c", &script],
            b"",
        )
        .status
        .code()
    };
    assert_eq!(replay("MOVE 16 8"), Some(1));
    assert_eq!(replay("MOVE 8 8"), Some(0));
    let late = bot("MOVE 8 8").replace("echo OK", "echo WHAT");
    assert_eq!(
        stickler(
            &folder,
            &["replay", file, "--", "/bin/sh", "-c", &late],
            b""
        )
        .status
        .code(),
        Some(2)
    );
    assert_eq!(
        stickler(&folder, &["validate", file], b"").status.code(),
        Some(1)
    );
    assert_eq!(
        stickler(&folder, &["show", file], b"").status.code(),
        Some(0)
    );
    assert_eq!(
        stickler(&folder, &["replay", "/no/such", "--", "x"], b"")
            .status
            .code(),
        Some(2)
    );
}

fn a_failure_that_does_not_come_again_is_called_flaky() {
    let folder = scratch("flaky");
    let Some(python) = python() else {
        leave_out("want Python 3.9 or later");
    };
    let python = python.to_string_lossy().into_owned();
    let bot = "import os, sys\n\
        first = not os.path.exists('played')\n\
        open('played', 'w').close()\n\
        for line in sys.stdin:\n\
        \x20   word = line.split()[0]\n\
        \x20   if word == 'READY':\n\
        \x20       print('OK', flush=True)\n\
        \x20   elif word == 'TURN':\n\
        \x20       if first: sys.exit(3)\n\
        \x20       print('MOVE 1 1', flush=True)\n\
        \x20   elif word == 'FINISH':\n\
        \x20       break\n";
    std::fs::write(folder.join("bot.py"), bot).expect("a bot");
    let set = ["--set", "board=1x3", "--set", "row=1"];
    let check = [
        &["check", "gomoku", "--only", "any"],
        &set[..],
        &["--", &python, "bot.py"],
    ]
    .concat();
    let output = stickler(&folder, &check, b"");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let flaky = "flaky: it failed 1 of 7 times with the same choices; it gave the same answers, so it differs in its times, or in how it ends";
    assert!(text.contains(flaky), "{text}");
}

fn a_failure_shows_clause_line_board_and_transcript() {
    let folder = scratch("failure");
    let script = "read l; echo OK; echo grumble >&2; x=8; while read l; do case $l in TURN*) echo MOVE $x 8; x=16;; esac; done";
    let check = [
        "check",
        "gomoku",
        "--seat=0",
        "--cases=1",
        "--out=failing",
        "--",
        "/bin/sh",
        "-c",
        script,
    ];
    let output = stickler(&folder, &check, b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in [
        "error[gomoku.move.inside]: seat 0, illegal: row 16 is off the board: rows go from 1 to 15",
        "^^ row 16 is off the board",
        "= clause: A move names a cell of the board",
        "= verdict: RE in this contest's words",
        "= allowed here: 223 answers; nearest: `MOVE 15 7`",
        "= help: `MOVE 15 7` is legal, with every number one less: is the bot off by one?",
        "grumble",
        "the board before it:",
        "again: stickler replay failing/gomoku-move-inside-reference.yaml -- /bin/sh -c",
        "= more: `stickler spec gomoku.move.inside`",
        "smallest failing game found (",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let order = [
        "\nviolates:",
        "\nerror[",
        "\nthe board before it:",
        "\nagain:",
        "\n  scenario ",
    ]
    .map(|part| {
        assert_eq!(text.matches(part).count(), 1, "{part} in\n{text}");
        text.find(part)
    });
    assert!(
        order.is_sorted(),
        "the cause comes first: {order:?} in\n{text}"
    );
    let last = text.lines().last().unwrap_or_default();
    let at = text
        .split("inside-reference.log:")
        .nth(1)
        .and_then(|rest| rest.split(':').next())
        .unwrap_or_default();
    assert_eq!(
        last,
        format!("gomoku.move.inside: broken at line {at} by seat 0"),
        "{text}"
    );
    let saved = folder.join("failing/gomoku-move-inside-reference.yaml");
    let again = stickler(&folder, &["validate", &saved.to_string_lossy()], b"");
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stdout).contains("error[gomoku.move.inside]"));
}

fn a_command_that_is_written_wrong_is_mended() {
    let folder = scratch("cli");
    std::fs::write(folder.join("a_bot.py"), "").expect("written");
    let said = |words: &[&str]| {
        let output = stickler(&folder, words, b"");
        (
            output.status.code().unwrap_or(-1),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (code, text) = said(&["check", "gomoku", "--", "python3 bot.py"]);
    assert!(
        code == 2 && text.contains("take the quotes away: `-- python3 bot.py`"),
        "{text}"
    );
    let (code, text) = said(&["check", "gomoku", "--seed", "3", "python3", "bot.py"]);
    assert!(
        code == 2
            && text
                .contains("stands behind `--`: stickler check gomoku --seed 3 -- python3 bot.py"),
        "{text}"
    );
    let (code, text) = said(&["check", "a_bot.py"]);
    let meant =
        "`a_bot.py` is a file: name the game first, as in `stickler check gomoku -- COMMAND`";
    assert!(code == 2 && text.contains(meant), "{text}");
    let (code, text) = said(&["check", "gomoku", "--sed", "3"]);
    assert!(code == 2 && !text.contains("stands behind"), "{text}");
    let (code, text) = said(&["check", "gomoku", "--bot", "python3 bot.py", "--seed", "3"]);
    assert!(
        code == 2
            && text
                .contains("stands behind `--`: stickler check gomoku --seed 3 -- python3 bot.py"),
        "{text}"
    );
    let (code, text) = said(&["play", "gomoku", "--bot", "./a", "--", "python3", "bot.py"]);
    let meant = "takes each bot's whole command line in quotes, behind --bot: stickler play gomoku --bot ./a --bot 'python3 bot.py'";
    assert!(code == 2 && text.contains(meant), "{text}");
}

/// A file that is missing, or needs its interpreter, is no fault of a bot.
fn a_bot_that_is_no_program_is_answered_with_the_command_that_was_meant() {
    let folder = scratch("meant");
    std::fs::write(folder.join("bot.py"), "print('OK')\n").expect("written");
    std::fs::write(folder.join("bot"), "#!/bin/sh\n").expect("written");
    for (command, meant) in [
        (
            &["bot.py"][..],
            "no program is called `bot.py`, but a file is; this was meant: `python3 bot.py`",
        ),
        (
            &["./bot.py", "-x"],
            "is not executable. To mend it, type `chmod +x ./bot.py`, or name what runs it: `python3 ./bot.py -x`",
        ),
        (
            &["./bot"],
            "`./bot` could not be started: it is not executable. To mend it, type `chmod +x ./bot`",
        ),
        (
            &["bot"],
            "no program is called `bot`, but a file is; this was meant: `./bot`",
        ),
        (&["/"], "`/` could not be started: it is a folder"),
        (
            &["python3", "-u", "nope.py"],
            "`nope.py` is not there: `python3` would end at once",
        ),
        (
            &["python3", "nope.py"],
            "`nope.py` is not there: `python3` would end at once",
        ),
        (
            &["sh", "nope.sh"],
            "`nope.sh` is not there: `sh` would end at once",
        ),
        (
            &["no-such-program"],
            "`no-such-program` could not be started: ",
        ),
    ] {
        let words = command.join(" ");
        for line in [
            [&["check", "gomoku", "--"], command].concat(),
            [&["tap", "--log", "tap.log", "--"], command].concat(),
            vec!["play", "gomoku", "--bot", &words, "--bot", &words],
        ] {
            let output = stickler(&folder, &line, b"");
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.code() == Some(2) && text.contains(meant),
                "{line:?}: {text}"
            );
        }
    }
    // An option's value may be any word, and what another sandbox starts is not here.
    for line in [
        &[
            "check", "gomoku", "--cases", "1", "--only", "any", "--", "sh", "-c", "exit 0",
            "nope.sh",
        ][..],
        &[
            "check",
            "gomoku",
            "--cases",
            "1",
            "--only",
            "any",
            "--wrap",
            "sh -c 'exit 0' x",
            "--",
            "python3",
            "nope.py",
        ],
    ] {
        let output = stickler(&folder, line, b"");
        assert!(
            !String::from_utf8_lossy(&output.stderr).contains("is not there"),
            "{line:?}"
        );
    }
}

/// Files that the system does not start: the text or the bytes of each, and what is said.
const UNSTARTABLE: &[(&str, &[u8], &str)] = &[
    (
        "plain.py",
        b"import sys\n",
        "it is no program: as a script it needs a first line such as `#!/usr/bin/env python3`",
    ),
    ("empty", b"", "it is no program"),
    ("nameless.py", b"#! \n", "it is no program"),
    ("windows.exe", b"MZ\x90\x00", "Exec format error"),
    (
        "other",
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x08\0",
        "Exec format error",
    ),
    (
        "crlf.py",
        b"#!/usr/bin/env python3\r\nprint()\r\n",
        "its first line has a Windows line end",
    ),
    (
        "gone.py",
        b"#!/opt/none/python3\n",
        "the program of its first line, `/opt/none/python3`, is not there",
    ),
];

/// A file that the system does not start is no fault of the bot.
fn a_file_that_the_system_does_not_start_is_told_with_its_cause() {
    let folder = scratch("unstartable");
    let mark = |path: &std::path::Path| {
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(path, executable).expect("marked");
    };
    for (name, bytes, why) in UNSTARTABLE {
        std::fs::write(folder.join(name), bytes).expect("written");
        mark(&folder.join(name));
        let output = stickler(
            &folder,
            &["check", "gomoku", "--", &format!("./{name}")],
            b"",
        );
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && text.contains(why),
            "{name}: {text}"
        );
        assert!(text.contains(&format!("`./{name}`")), "{name}: {text}");
    }
    // A script with a first line, also by `env`, and a program of this machine are started.
    std::fs::write(
        folder.join("good"),
        "#!/usr/bin/env -S sh -e\nread line; echo OK; cat > /dev/null\n",
    )
    .expect("written");
    mark(&folder.join("good"));
    std::fs::copy("/bin/true", folder.join("true")).expect("copied");
    for program in ["./good", "./true"] {
        let line = [
            "check",
            "gomoku",
            "--only",
            "any",
            "--cases",
            "1",
            "--set",
            "ready=500",
            "--set",
            "bank=500",
            "--",
            program,
        ];
        let output = stickler(&folder, &line, b"");
        assert_eq!(
            output.status.code(),
            Some(1),
            "{program}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

fn warnings_do_not_fail_unless_they_are_made_to() {
    let script = "printf 'OK\\r\\n' && exec cat > /dev/null";
    let words = |strict: &'static str| {
        [
            "check",
            "gomoku",
            "--cases",
            "1",
            "--time-bank",
            "100",
            strict,
            "--",
            "/bin/sh",
            "-c",
            script,
        ]
    };
    let (code, text) = run(&words("--verbose"), b"");
    assert_eq!(code, 1, "{text}");
    let log =
        b"0< READY FIRST\n1< READY SECOND\n0> OK\\r @1ms\n1> OK @1ms\n...\n0< FINISH\n1< FINISH\n";
    assert_eq!(validate(log).0, 0);
    assert_eq!(run(&["validate", "gomoku", "-", "--strict"], log).0, 1);
}

fn the_slowest_answer_is_held_against_its_own_limit() {
    let folder = scratch("apart");
    let bot = "read a; sleep 0.3; echo OK; read a; echo MOVE 1 1; cat > /dev/null";
    let line = [
        "check",
        "gomoku",
        "--only",
        "failing",
        "--set",
        "bank=1000",
        "--cases",
        "1",
        "--shrink",
        "0",
        "--",
        "sh",
        "-c",
        bot,
    ];
    let text = stdout(&stickler(&folder, &line, b""));
    let (_, said) = text
        .split_once("READY ")
        .unwrap_or_else(|| panic!("{text}"));
    let ms: u64 = said
        .split(' ')
        .next()
        .and_then(|word| word.parse().ok())
        .expect("milliseconds");
    assert!(
        ms >= 300 && said.contains(&format!("{ms} ms of 3000")),
        "{text}"
    );
    let text = stdout(&stickler(
        &folder,
        &["check", "blokus", "--cases", "1", "--search", "0"],
        b"",
    ));
    assert!(
        text.contains("first answer ")
            && text.contains(" ms of 1000")
            && text.contains(" ms of 200"),
        "{text}"
    );
    let text = stdout(&stickler(
        &folder,
        &[
            "check",
            "blackout",
            "--set",
            "board=2x2",
            "--cases",
            "1",
            "--search",
            "0",
        ],
        b"",
    ));
    assert!(
        text.contains("slowest answer of all: ") && !text.contains("READY"),
        "{text}"
    );
}

fn a_wrong_access_of_memory_shows_the_limit_of_the_stack() {
    let folder = scratch("stack");
    let check = |bot: &str| {
        let command = format!(
            "ulimit -s 8192; exec {} check gomoku --only any --cases 1 --shrink 0 -- sh -c '{bot}'",
            quoted(STICKLER)
        );
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .output()
            .expect("sh");
        stdout(&output)
    };
    let text = check("read a; kill -SEGV $$");
    assert!(
        text.contains("signal 11 (SIGSEGV) ended the program before its answer"),
        "{text}"
    );
    assert!(
        text.contains("it has 8 MB here") && text.contains("`--stack 256`"),
        "{text}"
    );
    let text = check("read a; kill -FPE $$");
    assert!(
        text.contains("signal 8 (SIGFPE) ended the program") && !text.contains("ulimit"),
        "{text}"
    );
}

fn what_cannot_be_told_ends_with_two() {
    assert_eq!(run(&["check", "gomoku", "--", "/no/such/bot"], b"").0, 2);
    assert_eq!(run(&["check", "gomoku", "--time-box", "0"], b"").0, 2);
    assert_eq!(run(&["check", "chess"], b"").0, 2);
    assert_eq!(run(&["check", "gomoku", "--set", "board=40x40"], b"").0, 2);
    assert_eq!(run(&["check", "gomoku", "--seat", "7"], b"").0, 2);
    assert_eq!(run(&["validate", "gomoku", "/no/such/file"], b"").0, 2);
    assert_eq!(run(&["play", "gomoku", "--bot", "x"], b"").0, 2);
    assert_eq!(
        run(&["play", "gomoku", "--bot", "'x", "--bot", "x"], b"").0,
        2
    );
    assert_eq!(run(&["spec", "gomoku.no.such"], b"").0, 2);
    assert_eq!(run(&["no-such-command"], b"").0, 2);
    assert_eq!(run(&["show", "-"], b"0< READY FIRST\n").0, 2);
}

fn broken_logs_are_named_with_their_line() {
    let good = "0< READY FIRST\n1< READY SECOND\n0> OK @3ms\n1> OK @4ms\n0< TURN 10000 10000\n";
    let cases: [(Vec<u8>, i32, &str); 13] = [
        (Vec::new(), 2, "it is empty: expected a log or a record"),
        (
            b"\n\n# nothing\n".to_vec(),
            2,
            "there is no line of a seat in it",
        ),
        (
            b"\x00\x01\xff\xfe".to_vec(),
            2,
            "this is no text: it has bytes of zero",
        ),
        (
            b"\x7fELF\x02\x01\x01\x00".repeat(1000),
            2,
            "this is a program: name the log of a match",
        ),
        (
            b"stickler: 1\ngame: gomoku\n...\n".to_vec(),
            2,
            "there is no line of a seat in it",
        ),
        (good.as_bytes().to_vec(), 2, "error[log.end.whole]"),
        (
            good.replace('\n', "\r\n").into_bytes(),
            2,
            "error[log.end.whole]",
        ),
        (
            b"stickler: 9\n0< READY FIRST\n".to_vec(),
            2,
            "error[log.header.form]",
        ),
        (
            b"stickler: 1\ngame: chess\n0< READY FIRST\n".to_vec(),
            2,
            "another game, chess",
        ),
        (
            b"stickler: 1\nset: board=99x99\n0< READY FIRST\n".to_vec(),
            2,
            "board=99x99",
        ),
        (
            [good.as_bytes(), b"0> ", &vec![b'x'; 10_000_000]].concat(),
            1,
            "error[wire.line.length]",
        ),
        (
            format!("{good}0> MOVE 8 8 @5\n").into_bytes(),
            1,
            "error[log.line.form]: the log: a time is a whole number",
        ),
        (format!("{good}hello\n").into_bytes(), 1, "-:6:1"),
    ];
    for (bytes, wanted, part) in cases {
        let (code, text) = validate(&bytes);
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
        assert_eq!(code, wanted, "{shown}\n{text}");
        assert!(
            text.contains(part),
            "{part} is missing for {shown}:\n{text}"
        );
        assert!(text.len() < 10_000, "a paragraph, not {} bytes", text.len());
    }
}

fn several_files_have_the_worst_conclusion() {
    let folder = scratch("files");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
    write(
        "good.log",
        "stickler: 1\ngame: gomoku\nomits: tail\n0< READY FIRST\n",
    );
    write("cut.log", "stickler: 1\ngame: gomoku\n0< READY FIRST\n");
    write("bad.log", "stickler: 1\ngame: gomoku\n0< READY SECOND\n");
    let code = |files: &[&str]| {
        stickler(&folder, &[&["validate"], files].concat(), b"")
            .status
            .code()
    };
    assert_eq!(code(&["good.log"]), Some(0));
    assert_eq!(code(&["good.log", "cut.log"]), Some(2));
    assert_eq!(code(&["cut.log", "bad.log", "good.log"]), Some(1));
}

fn play_writes_a_log_that_validates_and_shows() {
    let folder = scratch("play");
    let bot = format!("{} refbot gomoku", quoted(STICKLER));
    let words = [
        "play", "gomoku", "--bot", &bot, "--bot", &bot, "--log", "game.log",
    ];
    assert_eq!(stickler(&folder, &words, b"").status.code(), Some(0));
    assert_eq!(
        stickler(&folder, &["validate", "game.log"], b"")
            .status
            .code(),
        Some(0)
    );
    let shown = stickler(&folder, &["show", "game.log", "--line", "20"], b"");
    assert!(String::from_utf8_lossy(&shown.stdout).contains("seat 0 to move"));
    let every = stickler(&folder, &["show", "game.log", "--every"], b"");
    assert!(
        String::from_utf8_lossy(&every.stdout)
            .matches("after line")
            .count()
            > 10
    );
}

fn clauses_and_parameters_can_be_read() {
    let (code, text) = run(&["spec", "gomoku.move"], b"");
    assert_eq!(code, 0);
    assert!(
        text.contains("gomoku.move.inside\n") && !text.contains("gomoku.turn"),
        "{text}"
    );
    let (code, text) = run(&["games"], b"");
    assert_eq!(code, 0);
    assert!(
        text.contains("bank") && text.contains("10000") && text.contains("assumed"),
        "{text}"
    );
}

fn rules_are_found_by_the_words_that_people_have() {
    let first = |words: &[&str]| {
        let (code, text) = run(&[&["spec"], words].concat(), b"");
        assert_eq!(code, 0, "{words:?}: {text}");
        (text.lines().next().unwrap_or_default().to_string(), text)
    };
    assert_eq!(first(&["betris", "tie"]).0, "betris.bet.tie");
    assert_eq!(first(&["gomoku", "move", "empty"]).0, "gomoku.move.empty");
    assert_eq!(first(&["flush"]).0, "wire.line.flush");
    assert!(
        first(&["gomoku", "bank"])
            .0
            .trim_start()
            .starts_with("bank "),
        "a parameter comes first"
    );
    let (title, page) = first(&["gomoku"]);
    assert_eq!(title, "# Gomoku");
    assert!(
        page.contains("0< READY FIRST\n") && page.contains("gomoku.move.empty\n"),
        "{page}"
    );
    let (_, clause) = first(&["gomoku.move.empty"]);
    assert!(clause.contains("that break it: gomoku/"), "{clause}");
    assert!(
        clause.contains("kept, as in fixtures/gomoku/rules.yaml, ") && clause.contains("[B]"),
        "{clause}"
    );
    assert!(
        clause.contains("`MOVE 8 8` is refused: (8,8) holds a stone"),
        "{clause}"
    );
    let (_, clause) = first(&["betris.pay.winner"]);
    assert!(
        clause.contains("error[betris.pay.winner]: the judge: seat 0 succeeded and pays"),
        "{clause}"
    );
    assert!(
        first(&["betris"]).1.contains("| V5 | `#../#../###` |"),
        "its blocks are drawn"
    );
    assert_eq!(run(&["spec", "gomoku", "zeppelin"], b"").0, 2);
}

fn a_judge_s_breach_names_the_fault_that_it_follows_from() {
    let log = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 1 1 @50ms\n1< OPP 1 1 50\n1< TURN 10000 9950\n1> MOVE 1 1 @20ms\n0< OPP 1 1 20\n";
    let (code, text) = run(&["validate", "gomoku", "-"], log.as_bytes());
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("= consequence: of line 9, where seat 1 failed"),
        "{text}"
    );
    // A judge that errs after another answer does not err because of the fault.
    let log = log.replace(
        "1> MOVE 1 1 @20ms\n0< OPP 1 1 20\n",
        "1> MOVE 2 1  @20ms\n0< OPP 2 1 30\n",
    );
    let (code, text) = run(&["validate", "gomoku", "-"], log.as_bytes());
    assert!(code == 1 && !text.contains("consequence"), "{text}");
}

fn completions_and_the_manual_know_every_command() {
    for words in [
        &["completions", "bash"][..],
        &["completions", "zsh"],
        &["manual"],
    ] {
        let (code, text) = run(words, b"");
        assert!(
            code == 0
                && ["validate", "grade", "oracle"]
                    .iter()
                    .all(|name| text.contains(name)),
            "{words:?}: {text}"
        );
        assert!(
            text.contains(if words == ["manual"] {
                "\\-\\-shrink"
            } else {
                "--shrink"
            }),
            "{words:?}"
        );
    }
}

fn a_preset_stands_for_its_parameters() {
    let (code, text) = run(
        &[
            "games",
            "tetris",
            "--set",
            "hold=yes",
            "--set",
            "preset=generation",
        ],
        b"",
    );
    assert_eq!(code, 0);
    let value = |name: &str| {
        text.lines()
            .find_map(|line| line.trim().strip_prefix(name))
            .map(|rest| rest.trim_start())
    };
    assert!(
        value("start ").is_some_and(|rest| rest.starts_with("mid-bag")),
        "{text}"
    );
    assert!(
        value("hold ").is_some_and(|rest| rest.starts_with("yes")),
        "what is set beside a preset wins: {text}"
    );
    assert!(text.contains("--set preset=generation: "), "{text}");
    assert_eq!(
        run(&["games", "gomoku", "--set", "preset=generation"], b"").0,
        2
    );
}

fn show_says_what_is_known_of_a_position() {
    let yes = run(
        &["show", "-"],
        b"stickler: 1\ngame: tetris\n0< 1\n0< 3\n0< LIT\n",
    )
    .1;
    assert!(
        yes.contains("LIT YES")
            && yes.contains("because: this game places it")
            && yes.contains("Q   _   L"),
        "{yes}"
    );
    let no = run(
        &["show", "-"],
        b"stickler: 1\ngame: tetris\n0< 1\n0< 3\n0< LOL\n",
    )
    .1;
    assert!(no.contains("because: no game places L as piece 3"), "{no}");
    let log = b"stickler: 1\ngame: blackout\nset: board=2x2\n0< 1\n0> 1 1 1 1\n0< MOVE 2 2 2 2\n";
    let value = run(&["show", "-"], log).1;
    assert!(value.contains("value: the player to move loses"), "{value}");
}

fn a_lost_game_names_the_blunder_and_what_would_have_won() {
    let log =
        b"stickler: 1\ngame: blackout\nset: board=1x3\n0< 1\n0> 1 1 1 1\n0< GAME\n0! exit 0\n";
    let (code, text) = run(&["validate", "-"], log);
    assert_eq!(code, 1);
    assert!(
        text.contains("blunder: move 1 of the game, `1 1 1 1`"),
        "{text}"
    );
    assert!(text.contains("would have won: `1 1 1 3`"), "{text}");
}

fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(STICKLER)
        .arg("spec")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
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
    let child = Command::new(STICKLER)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let kill = Command::new("/bin/sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status()
        .expect("kill");
    assert!(kill.success());
    child.wait_with_output().expect("ends").status.code()
}

fn a_batch_is_graded_generated_and_decided() {
    let folder = scratch("batch");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
    let run = |words: &[&str]| {
        let output = stickler(&folder, words, b"");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    write("in", "3\n3\nLIT\n14\nJOTLIZZJSOTLSO\n3\nLOL\n");
    write("right", "YES\nYES\nNO\n");
    write("wrong", "YES\nYES\nYES\n");
    assert_eq!(run(&["grade", "tetris", "in", "right"]).0, Some(0));
    assert_eq!(
        run(&["grade", "tetris", "in", "right", "--kattis"]).0,
        Some(42)
    );
    assert_eq!(
        run(&["grade", "tetris", "in", "wrong", "--kattis"]).0,
        Some(43)
    );
    let (code, text) = run(&["grade", "tetris", "in", "wrong"]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("error[tetris.answer.no]")
            && text.contains("wrong:3:1")
            && text.contains("places L as piece 3"),
        "{text}"
    );
    write("in", "1\n3\nLIX\n");
    assert_eq!(run(&["grade", "tetris", "in", "right"]).0, Some(2));
    assert_eq!(run(&["grade", "tetris", "in", "no-such-file"]).0, Some(2));
    assert_eq!(run(&["grade", "gomoku", "in", "right"]).0, Some(2));
    let (code, text) = run(&["decide", "tetris", "ZOSLJTZLOSIJI"]);
    assert!(
        code == Some(0) && text.starts_with("YES\n") && text.contains("Q   _   Z"),
        "{text}"
    );
    assert!(
        run(&["decide", "tetris", "--set=preset=generation", "JJTT"])
            .1
            .starts_with("0\n")
    );
    let generated = run(&["generate", "tetris", "--seed", "3"]).1;
    assert_eq!(run(&["generate", "tetris", "--seed", "3"]).1, generated);
    write("in", &generated);
    let refbot = stickler(&folder, &["refbot", "tetris"], generated.as_bytes());
    std::fs::write(folder.join("right"), refbot.stdout).expect("written");
    assert_eq!(run(&["grade", "tetris", "in", "right"]).0, Some(0));
}

fn a_solved_game_names_its_winning_first_moves() {
    let (code, text) = run(&["solve", "blackout"], b"");
    assert_eq!(code, 0);
    assert!(
        text.starts_with("5x6: the first player wins, by 5 of 165 first moves:\n")
            && text.contains("3 1 3 6"),
        "{text}"
    );
    assert!(
        run(&["solve", "blackout", "--rows", "4", "--cols", "4"], b"")
            .1
            .contains("the second player wins")
    );
    assert_eq!(run(&["solve", "blackout", "--rows", "9"], b"").0, 2);
    assert_eq!(run(&["solve", "gomoku"], b"").0, 2);
}

fn nobody_knows_the_board_after_a_gap() {
    let head = "0< READY FIRST\n1< READY SECOND\n0> OK @3ms\n1> OK @4ms\n0< TURN 10000 10000\n";
    let (code, text) = validate(format!("{head}0> MOVE 99 8 @5ms\n").as_bytes());
    assert!(
        code == 1 && !text.contains("the board before it") && text.contains("allowed here"),
        "an empty board: {text}"
    );
    let head = format!("{head}0> MOVE 8 8 @0ms\n1< OPP 8 8 0\n1< TURN 10000 10000\n");
    let (code, text) = validate(format!("{head}1> MOVE 99 8 @5ms\n").as_bytes());
    assert!(
        code == 1 && text.contains("the board before it") && text.contains("allowed here"),
        "{text}"
    );
    let (code, text) = validate(format!("{head}...\n1> MOVE 99 8 @5ms\n").as_bytes());
    assert!(
        code == 1 && !text.contains("the board before it") && !text.contains("allowed here"),
        "{text}"
    );
}

/// Each bot that `new` writes conforms, by the command that it prints; its job holds the same command.
fn a_new_bot_conforms() {
    let bots = [
        ("betris", "--python"),
        ("betris", "--cpp"),
        ("betris", "--rust"),
        ("blackout", "--python"),
        ("blackout", "--cpp"),
        ("blackout", "--rust"),
        ("blackout", "--js"),
        ("blokus", "--python"),
        ("blokus", "--cpp"),
        ("blokus", "--rust"),
        ("gomoku", "--python"),
        ("gomoku", "--cpp"),
        ("gomoku", "--rust"),
        ("gomoku", "--js"),
        ("tetris", "--python"),
        ("tetris", "--cpp"),
        ("tetris", "--rust"),
    ];
    for (game, language) in bots {
        let needed = match language {
            "--python" => "python3",
            "--cpp" => "g++",
            "--rust" => "rustc",
            _ => "node",
        };
        if let Some(why) = not_working(needed, &["--version"]) {
            skipped(&format!("{game} {language}: {why}"));
            continue;
        }
        let folder = scratch("new");
        let output = stickler(&folder, &["new", game, "mine", language], b"");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{game} {language}");
        let last = text.lines().last().expect("a line");
        let (build, check) = last
            .strip_prefix("now: cd mine && ")
            .and_then(|line| line.split_once("stickler check "))
            .expect(last);
        let job = std::fs::read_to_string(folder.join("mine/.github/workflows/check.yml"))
            .expect("a job");
        let (_, bot) = check.split_once(" -- ").expect("a command");
        assert!(
            job.contains(&format!(
                "- run: stickler check {game} --markdown summary.md -- {bot}\n"
            )),
            "{job}"
        );
        let line =
            format!("{build}\"$STICKLER\" check {game} --cases 1 --search 0 --jobs 1 -- {bot}");
        let shell = std::process::Command::new("sh")
            .args(["-c", &line])
            .envs(named_programs())
            .current_dir(folder.join("mine"))
            .output();
        let shell = shell.expect("a shell");
        assert_eq!(
            shell.status.code(),
            Some(0),
            "{line}\n{}",
            String::from_utf8_lossy(&shell.stdout)
        );
        let again = stickler(&folder, &["new", game, "mine"], b"");
        let text = String::from_utf8_lossy(&again.stderr);
        assert!(
            again.status.code() == Some(2) && text.contains("this folder holds something"),
            "{text}"
        );
    }
    for (words, why) in [
        (
            ["new", "tetris", "--js"],
            "no bot for tetris in JavaScript; there are --python, --cpp, --rust",
        ),
        (
            ["new", "--game", "Chess"],
            "a name has small letters and digits",
        ),
        (["new", "--game", "rules"], "this name is taken"),
        (
            ["new", "--game", "match"],
            "Rust keeps this word for itself",
        ),
    ] {
        let output = stickler(&scratch("new"), &words, b"");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && text.contains(why),
            "{text}"
        );
    }
}
