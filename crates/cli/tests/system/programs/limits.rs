//! Limits of a bot, each with a bot that tries to pass it. A limit that this kernel does not allow is skipped aloud.

use crate::support::files::{root, scratch};
use crate::support::needs::tests;
use crate::support::programs;
use crate::support::programs::{REFBOT, STICKLER, refbot};
use crate::support::trials::leave_out;
use crate::support::users::oneself;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

tests! {
    a_game_s_own_limit_of_cpu_time_counts_every_process [GATE, LIMITS, PYTHON],
    what_the_kernel_refuses_is_said [LIMITS],
    players_of_a_match_are_limited_too [LIMITS],
    a_correct_bot_conforms_under_every_limit [LIMITS, STACK],
    a_program_that_cannot_be_started_is_nobody_s_fault [LIMITS],
    memory_of_children_is_held_against_the_limit [TIMED, LIMITS],
    memory_is_held_against_its_limit [LIMITS],
    a_program_that_outgrows_its_limit_is_ended_at_once [TIMED, LIMITS, PYTHON],
    a_missing_program_is_no_bot_s_fault_under_limits_either [LIMITS],
    strict_makes_errors_of_warnings,
    a_bot_may_be_sent_lines_that_end_with_crlf,
}

fn stickler(words: &[&str]) -> Output {
    programs::stickler(&scratch("limits"), words)
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The limit of Black Out, with 400 ms burnt by the program, by a child that goes on, by one that nobody waits for, and by
/// one that lost its parent.
fn a_game_s_own_limit_of_cpu_time_counts_every_process() {
    let python = programs::python().expect("an interpreter");
    let burner = root().join("crates/cli/tests/system/programs/attacks/burner.py");
    let check = |limit: &str, isolation: &[&str], how: &str| {
        let options = [
            "check", "blackout", "--only", "one_game", "--cases", "1", "--shrink", "0", "--set",
            limit,
        ];
        let bot = [
            "--",
            &python.to_string_lossy(),
            &burner.to_string_lossy(),
            how,
            REFBOT,
            "blackout",
        ];
        text(&stickler(&[&options[..], isolation, &bot].concat()))
    };
    let all = ["itself", "running", "unwaited", "orphan"];
    let mut ways = vec![(&[][..], &all[..])];
    if oneself().has_sandbox() {
        ways.push((&["--wrap=bwrap"], &all[2..]));
    }
    for (isolation, hows) in ways {
        for how in hows {
            let said = check("cpu=300", isolation, how);
            assert!(
                said.contains("error[blackout.limit.cpu]"),
                "{how}, {isolation:?}: {said}"
            );
        }
    }
    let said = check("cpu=30000", &[], "unwaited");
    assert!(!said.contains("error["), "{said}");
}

/// In a place where the kernel makes no namespaces, the run goes on and says so.
fn what_the_kernel_refuses_is_said() {
    let script = "for kind in user net mnt; do echo 0 > /proc/sys/user/max_${kind}_namespaces || exit 99; done; exec \"$@\"";
    let words = [
        "--user",
        "--map-root-user",
        "--net",
        "--mount",
        "sh",
        "-c",
        script,
        "sh",
        STICKLER,
    ];
    let folder = scratch("limits");
    let run = |more: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(words).args(more).current_dir(&folder).output()
    };
    match run(&["games"]) {
        Ok(output) if output.status.success() => {}
        _ => {
            leave_out(
                "a kernel that refuses namespaces: this machine makes none in which it could be tried",
            );
        }
    }
    let bot = refbot("gomoku");
    let match_of = ["gomoku", "-p1", &bot, "-p2", &bot];
    let output = run(&[&["referee"], &match_of[..]].concat()).expect("unshare");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        text(&output)
    );
    let play = [
        "play",
        "gomoku",
        "--log=match.log",
        "--bot",
        &bot,
        "--bot",
        &bot,
    ];
    let said = text(&run(&play).expect("unshare"));
    assert!(said.contains("# isolation: none: `bwrap` "), "{said}");
    let required = ["referee", "--isolation=required"];
    let output = run(&[&required, &match_of[..]].concat()).expect("unshare");
    let said = text(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("--isolation required: `bwrap` ") && said.contains("`stickler doctor`"),
        "{said}"
    );
}

fn players_of_a_match_are_limited_too() {
    let eater = refbot("gomoku --fault memory");
    let bot = refbot("gomoku");
    let said = text(&stickler(&[
        "referee",
        "gomoku",
        "--memory=100",
        "-p1",
        &bot,
        "-p2",
        &eater,
    ]));
    assert_eq!(said.lines().nth(1), Some("-1"), "{said}");
    let burner = "bash -c 'while :; do :; done'";
    let words = [
        "play",
        "gomoku",
        "--cpu-time=1",
        "--set=ready=60000",
        "--bot",
        &bot,
        "--bot",
        burner,
    ];
    let said = text(&stickler(&words));
    assert!(
        said.contains("wire.process.alive") && said.contains("its CPU time was over"),
        "{said}"
    );
}

fn a_correct_bot_conforms_under_every_limit() {
    let mut limits = vec!["--memory=200", "--cpu-time=60", "--stack=8"];
    if oneself().has_sandbox() {
        limits.push("--wrap=bwrap");
    }
    let check = ["check", "gomoku", "--only", "any"];
    let output = stickler(&[&check[..], &limits, &["--", REFBOT, "gomoku"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}

/// In a sandbox as without one, the harness says so, and no bot is blamed.
fn a_program_that_cannot_be_started_is_nobody_s_fault() {
    let folder = scratch("limits");
    let write = |name: &str, text: &str, mode: u32| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("permitted");
        path.to_string_lossy().into_owned()
    };
    let good = refbot("gomoku");
    for bot in [
        write("no-program", "read line", 0o644),
        write("no-interpreter", "#!/no/such/shell\n", 0o755),
    ] {
        for words in [
            &["check", "gomoku", "--cpu-time=9", "--", &bot][..],
            &["check", "gomoku", "--", &bot],
            &["referee", "gomoku", "-p1", &good, "-p2", &bot],
            &["play", "gomoku", "--bot", &good, "--bot", &bot],
        ] {
            let output = stickler(words);
            let said = text(&output);
            assert!(
                said.contains(&format!("`{bot}` could not be started: ")),
                "{words:?}: {said}"
            );
            assert!(
                output.status.code() == Some(2) && output.stdout.is_empty(),
                "{words:?}: {said}"
            );
        }
    }
}

/// Programs that a program starts count as its own, also where it is not the one that answers.
fn memory_of_children_is_held_against_the_limit() {
    let eater = "head -c 200000000 /dev/zero | tail -n 1 | sleep 60 &";
    let bot = format!("( {eater} ) < /dev/null > /dev/null; sleep 2; exec \"$REFBOT\" gomoku");
    let words = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--shrink=0",
        "--memory=100",
        "--",
        "sh",
        "-c",
        &bot,
    ];
    let output = stickler(&words);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(
        text(&output).contains("breaks gomoku.limit.memory"),
        "{}",
        text(&output)
    );
}

fn memory_is_held_against_its_limit() {
    let words = [
        "check",
        "gomoku",
        "--only",
        "any",
        "--cases=1",
        "--shrink=0",
        "--memory=100",
        "--time-bank=60000",
        "--",
    ];
    let output = stickler(&[&words[..], &[REFBOT, "gomoku", "--fault", "memory"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(
        text(&output).contains("breaks gomoku.limit.memory"),
        "{}",
        text(&output)
    );
}

/// A program that grows without an answer is ended long before its time is over, and for its memory.
fn a_program_that_outgrows_its_limit_is_ended_at_once() {
    let python = programs::python().expect("an interpreter");
    let python = python.to_string_lossy();
    let bot = "input(); print('OK', flush=True); input(); kept = []
while len(kept) < 3000: kept.append(bytearray(1 << 20)); __import__('time').sleep(0.002)
__import__('time').sleep(60)";
    let started = Instant::now();
    let words = [
        "check",
        "gomoku",
        "--only",
        "any",
        "--cases=1",
        "--shrink=0",
        "--memory=150",
        "--time-bank=60000",
    ];
    let output = stickler(&[&words[..], &["--", &python, "-c", bot]].concat());
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("breaks gomoku.limit.memory"), "{said}");
    let used = said
        .split("memory ")
        .filter_map(|rest| rest.split_once("MB")?.0.parse::<u64>().ok())
        .max();
    assert!((151..600).contains(&used.expect("what it used")), "{said}");
    assert!(
        started.elapsed() < Duration::from_secs(30),
        "{:?}",
        started.elapsed()
    );
}

/// A sandbox can be started whatever it is to become; a missing program is not a bot that crashed.
fn a_missing_program_is_no_bot_s_fault_under_limits_either() {
    let missing = "/no/such/program";
    let right = refbot("gomoku");
    let play = ["play", "gomoku", "--bot", &right, "--bot", missing];
    for words in [
        &["check", "gomoku", "--cpu-time=9", "--", missing][..],
        &play,
    ] {
        let output = stickler(words);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(
            text(&output).contains("could not be started"),
            "{}",
            text(&output)
        );
    }
}

/// A fault that judges forgive is a warning, and an error where the user says so.
fn strict_makes_errors_of_warnings() {
    let crlf = [
        "check",
        "gomoku",
        "--only",
        "any",
        "--cases=1",
        "--shrink=0",
    ];
    let run = |strict: &[&str]| {
        stickler(
            &[
                &crlf[..],
                strict,
                &["--", REFBOT, "gomoku", "--fault", "crlf"],
            ]
            .concat(),
        )
    };
    assert_eq!(run(&[]).status.code(), Some(0));
    let strict = run(&["--strict"]);
    assert_eq!(strict.status.code(), Some(1), "{}", text(&strict));
    assert!(
        text(&strict).contains("breaks wire.line.crlf"),
        "{}",
        text(&strict)
    );
}

/// Every line of a bot's input ends so, and the saved game says that it is played so again.
fn a_bot_may_be_sent_lines_that_end_with_crlf() {
    let folder = scratch("crlf");
    let run = |words: &[&str]| programs::said(&programs::stickler(&folder, words));
    let check = |more: &[&str], bot: &str| {
        let words = [
            "check", "gomoku", "--only", "any", "--cases", "2", "--shrink", "0",
        ];
        run(&[&words[..], more, &["--", "/bin/sh", "-c", bot]].concat())
    };
    let strips = "cr=$(printf '\\r'); while IFS= read -r l; do printf '%s\\n' \"$l\" >> read; echo \"${l%$cr}\"; case $l in FINISH*) break;; esac; done | \"$REFBOT\" gomoku";
    let told = check(&["--crlf"], strips);
    assert!(told.starts_with("Some(0)"), "{told}");
    let read = std::fs::read_to_string(folder.join("read")).expect("what it read");
    assert!(
        read.contains("READY FIRST\r\n")
            && read
                .split_inclusive('\n')
                .all(|line| line.ends_with("\r\n")),
        "{read:?}"
    );
    let told = check(
        &["--crlf"],
        "IFS= read -r l; case $l in *T|*D) echo OK; esac; exit 3",
    );
    assert!(
        told.contains("replay stickler-failures/") && told.contains(" --crlf -- "),
        "{told}"
    );
}
