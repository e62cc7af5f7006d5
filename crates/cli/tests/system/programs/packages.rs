//! The problem packages for other judges, and the validators that they call.

use crate::support::files::{Scratch, root, scratch};
use crate::support::needs::tests;
use crate::support::programs::{
    REFBOT, STICKLER, kept_tables, plan, refbot, said, stickler, words,
};
use crate::support::trials::leave_out;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use stickler::games::blackout::{Blackout, Params, Values};
use stickler::params::{Parameters, Settings};
use stickler_check::report::closing_line::closing;
use stickler_check::report::failure::failure;
use stickler_check::report::html;

tests! {
    the_reference_bot_is_accepted,
    wrong_programs_are_told_what_is_wrong,
    a_case_that_cannot_be_read_is_the_judge_s_error,
    weak_programs_are_shown_their_blunder,
    a_program_that_floods_or_drips_ends_with_the_grace,
    the_package_s_sample_is_an_interaction_that_validates,
}

fn package() -> PathBuf {
    root().join("packages/blackout")
}

/// A validator joined to a program, each reading what the other writes; its exit code and the feedback folder. The validator
/// has a gigabyte of address space.
fn judged(name: &str, input: &str, program: &[&str]) -> (Option<i32>, Scratch) {
    let folder = scratch(name);
    std::fs::write(folder.join("case.in"), input).expect("written");
    let mut validator = Command::new("/bin/sh")
        .args(["-c", "ulimit -v 1000000; exec \"$@\"", "sh", STICKLER])
        .args(["kattis", "blackout", "case.in", "case.ans", "."])
        .current_dir(&folder)
        .env("STICKLER_CACHE", kept_tables())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the validator");
    let told = validator.stdout.take().expect("a pipe");
    let said = validator.stdin.take().expect("a pipe");
    let mut program = Command::new(program[0])
        .args(&program[1..])
        .stdin(Stdio::from(told))
        .stdout(Stdio::from(said))
        .spawn()
        .expect("the program");
    let code = validator.wait().expect("ends").code();
    let _ = program.kill();
    program.wait().expect("ends");
    (code, folder)
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

fn the_reference_bot_is_accepted() {
    let (code, folder) = judged("accepted", "100 7\n", &[REFBOT, "blackout"]);
    assert_eq!(code, Some(42), "{}", read(&folder, "judgemessage.txt"));
    assert_eq!(read(&folder, "judgemessage.txt"), "accepted: 100 points\n");
    let log = Command::new(STICKLER)
        .args(["validate", "transcript.log"])
        .current_dir(&folder)
        .output()
        .expect("runs");
    assert!(
        log.status.success(),
        "{}",
        String::from_utf8_lossy(&log.stdout)
    );
}

fn wrong_programs_are_told_what_is_wrong() {
    for (name, script, clause) in [
        ("zero", "read games; echo 0 1 0 1", "blackout.move.inside"),
        ("junk", "read games; echo hello", "blackout.move.answer"),
        (
            "crlf",
            "read games; printf '3 1 3 6\\r\\n'; read line; echo 9 9 9 9",
            "blackout.move.inside",
        ),
        ("leaves", "read games; exit 3", "wire.process.stdout"),
        ("at_once", "exit 0", "wire.process.stdout"),
    ] {
        let (code, folder) = judged(name, "1\n", &["/bin/sh", "-c", script]);
        assert_eq!(
            code,
            Some(43),
            "{name}: {}",
            read(&folder, "judgemessage.txt")
        );
        let message = read(&folder, "judgemessage.txt");
        assert!(message.contains(clause), "{name}: {message}");
        let team = read(&folder, "teammessage.txt");
        assert!(
            team.lines().count() == 2 && !team.contains("error["),
            "{name}: {team}"
        );
    }
}

fn a_case_that_cannot_be_read_is_the_judge_s_error() {
    for input in ["", "0\n", "101 1\n", "one\n", "1 2 3\n"] {
        let (code, _folder) = judged("unreadable", input, &["/bin/sh", "-c", "cat > /dev/null"]);
        assert_eq!(code, Some(2), "{input:?}");
    }
    let output = Command::new(STICKLER)
        .args(["kattis", "blackout", "/no/such/case", "x", "."])
        .output()
        .expect("runs");
    assert_eq!(output.status.code(), Some(2));
}

fn compiled(source: &Path, to: &Path) -> bool {
    let compiler = Command::new("g++")
        .args(["-O2", "-o"])
        .args([to, source])
        .status();
    compiler.is_ok_and(|status| status.success())
}

/// A greedy program and one that plays anything lose, and each is shown the move that gave the game away.
fn weak_programs_are_shown_their_blunder() {
    let folder = scratch("weak");
    let rules = Blackout::new(&Params::with(&Settings::default()).expect("parameters"));
    let values = Values::of(&rules);
    for name in ["greedy", "random_moves"] {
        let program = folder.join(name);
        if !compiled(
            &package().join(format!("submissions/wrong_answer/{name}.cpp")),
            &program,
        ) {
            leave_out("want g++");
        }
        let plan = plan("blackout", &[], words([&program]));
        let cases: Vec<_> = plan
            .cases()
            .expect("cases")
            .into_iter()
            .filter(|case| case.scenario.name == "one_game")
            .collect();
        let summary = plan.run(&cases, &|_| ()).expect("a run");
        let played = summary.failures(&plan.policy).next().expect("it loses");
        let (fault, line) = played.error(&plan.policy).expect("a fault");
        assert_eq!(fault.breach.clause.id(), "blackout.win.every");
        let page = html::run("weak", &plan, cases.iter().copied(), &summary).expect("a page");
        assert!(
            page.contains("✗ right in protocol, weak in play: "),
            "{page}"
        );
        let report = closing(&plan, &summary);
        assert!(
            report.contains("right in protocol, weak in play: "),
            "{report}"
        );
        let text = failure(&plan, played, fault, line, "game.log", false);
        let blunder = text.lines().find_map(|line| {
            line.split_once("blunder: move ")?
                .1
                .split_once(" of the game, `")
        });
        let (number, segment) = blunder.unwrap_or_else(|| panic!("no blunder is named\n{text}"));
        assert!(text.contains("would have won: `"), "{text}");
        let (before, after) = around(
            &played.record.transcript,
            number.parse().expect("a number"),
            segment.trim_end_matches('`'),
        );
        assert!(
            values.is_won(before) && values.is_won(after),
            "{text}\n{}",
            played.record.transcript
        );
    }
}

/// The black squares before and after the contestant's move of this number, which is this segment.
fn around(transcript: &str, number: usize, segment: &str) -> (u32, u32) {
    let (mut black, mut made) = (0, 0);
    for line in transcript.lines() {
        let Some(text) = line.strip_prefix("0> ").or(line.strip_prefix("0< MOVE ")) else {
            continue;
        };
        let text = text.split(" @").next().expect("a move");
        let [r1, c1, r2, c2] = text
            .split(' ')
            .map(|word| word.parse().expect("a number"))
            .collect::<Vec<u32>>()[..]
        else {
            panic!("{line}")
        };
        let rows = r1..=r2;
        let squares = rows.flat_map(|row| (c1..=c2).map(move |col| 1 << (6 * (row - 1) + col - 1)));
        let before = black;
        black |= squares.fold(0, |all, square: u32| all | square);
        made += usize::from(line.starts_with("0>"));
        if made == number {
            assert_eq!(text, segment);
            return (before, black);
        }
    }
    panic!("there is no move {number}")
}

/// Output after the end, or instead of answers, is cut: the validator neither waits for it nor keeps it.
fn a_program_that_floods_or_drips_ends_with_the_grace() {
    // What it computes once, and keeps, is not timed.
    judged("flood", "1\n", &[REFBOT, "blackout"]);
    for script in [
        "read games; yes 3 1 3 6",
        "read games; yes | tr -d '\\n'",
        &format!("{}; yes", refbot("blackout")),
        &format!(
            "{}; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo x; sleep 2; done",
            refbot("blackout")
        ),
    ] {
        let since = Instant::now();
        let (code, folder) = judged("flood", "1\n", &["/bin/sh", "-c", script]);
        let took = since.elapsed();
        assert_eq!(
            code,
            Some(43),
            "{script}: {}",
            read(&folder, "judgemessage.txt")
        );
        assert!(took < Duration::from_secs(25), "{script}: {took:?}");
        let size = |name| std::fs::metadata(folder.join(name)).map_or(0, |file| file.len());
        let kept = ["transcript.log", "judgemessage.txt", "teammessage.txt"].map(size);
        assert!(
            kept.iter().all(|&bytes| bytes < 1 << 20),
            "{script}: {kept:?}"
        );
    }
}

fn the_package_s_sample_is_an_interaction_that_validates() {
    let sample = package().join("data/sample/1.interaction");
    let output = stickler(root(), &["validate", "blackout", &sample.to_string_lossy()]);
    assert!(output.status.success(), "{}", said(&output));
}
