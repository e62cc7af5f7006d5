//! Limits of a bot, each with a bot that tries to pass it. A limit that this kernel does not allow is skipped aloud.

use crate::support::files::{root, scratch};
use crate::support::programs;
use crate::support::programs::{REFBOT, STICKLER};
use crate::support::trials::skipped;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn stickler(words: &[&str]) -> Output {
    programs::stickler(&scratch("limits"), words)
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// True where the kernel allows this; what it does not allow is said.
fn is_allowed(limit: &str) -> bool {
    let standing = text(&stickler(&["launch", limit]));
    let refused = standing.split_once("; not ");
    if let Some((_, why)) = refused {
        skipped(&format!("{limit}: {}", why.trim()));
    }
    assert!(standing.starts_with("isolation: "), "{standing}");
    refused.is_none()
}

/// A shell script under a limit, and without it; whether it succeeded.
fn tries(limit: &str, script: &str) -> [bool; 2] {
    [
        &["launch", limit, "--", "bash", "-c", script][..],
        &["launch", "--", "bash", "-c", script][..],
    ]
    .map(|words| stickler(words).status.success())
}

#[test]
fn a_bot_without_network_reaches_nobody() {
    if crate::support::portable::leaves_out("limits::a_bot_without_network_reaches_nobody") {
        return;
    }
    if is_allowed("--no-network") {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        assert_eq!(
            tries(
                "--no-network",
                &format!("exec 3<>/dev/tcp/127.0.0.1/{port}")
            ),
            [false, true]
        );
    }
}

#[test]
fn a_bot_that_may_not_write_leaves_no_file() {
    if crate::support::portable::leaves_out("limits::a_bot_that_may_not_write_leaves_no_file") {
        return;
    }
    if is_allowed("--read-only") {
        let folder = scratch("read-only");
        let file = folder.join("left");
        let write = format!("echo left > {}", file.display());
        assert!(
            !stickler(&["launch", "--read-only", "--", "bash", "-c", &write])
                .status
                .success()
        );
        assert!(!file.exists());
        assert_eq!(tries("--read-only", &write), [false, true]);
        assert_eq!(
            tries("--read-only", "echo gone > /dev/null && cat /etc/passwd"),
            [true, true]
        );
        std::fs::remove_file(file).expect("the one without the limit");
    }
}

#[test]
fn a_bot_that_burns_cpu_time_is_ended() {
    if crate::support::portable::leaves_out("limits::a_bot_that_burns_cpu_time_is_ended") {
        return;
    }
    assert!(is_allowed("--cpu-time=1"));
    let started = Instant::now();
    let ended = stickler(&[
        "launch",
        "--cpu-time=1",
        "--",
        "bash",
        "-c",
        "while :; do :; done",
    ]);
    assert!(
        !ended.status.success() && started.elapsed().as_secs() < 60,
        "{:?}",
        ended.status
    );
}

/// The limit of Black Out, with 400 ms burnt by the program, by a child that goes on, by one that nobody waits for, and by
/// one that lost its parent.
#[test]
fn a_game_s_own_limit_of_cpu_time_counts_every_process() {
    if crate::support::portable::leaves_out(
        "limits::a_game_s_own_limit_of_cpu_time_counts_every_process",
    ) {
        return;
    }
    let Some(python) = programs::python() else {
        return skipped("CPU time of Black Out: there is no Python here");
    };
    let burner = root().join("crates/cli/tests/programs/attacks/burner.py");
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
    for (isolation, hows) in [
        (&[][..], &all[..]),
        (&["--isolation=auto"], &all[2..]),
        (&["--isolation=off"], &all[2..]),
    ] {
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

/// No program in it runs, gets another user's rights, or is a device.
#[test]
fn a_room_s_table_of_processes_gives_no_privilege() {
    let standing = text(&stickler(&["launch", "--isolation=auto"]));
    if !standing.contains("processes")
        || standing
            .split_once("; not ")
            .is_some_and(|(_, missing)| missing.contains("processes"))
    {
        return skipped(&format!(
            "how a room's table of processes is mounted: {}",
            standing.trim()
        ));
    }
    let mounts = text(&stickler(&[
        "launch",
        "--isolation=auto",
        "--",
        "cat",
        "/proc/self/mounts",
    ]));
    let own = mounts
        .lines()
        .rfind(|line| line.contains(" /proc proc "))
        .expect("it is mounted");
    let options: Vec<&str> = own.split(' ').nth(3).expect("options").split(',').collect();
    assert!(
        ["nosuid", "nodev", "noexec"]
            .iter()
            .all(|option| options.contains(option)),
        "{own}"
    );
}

/// Two bots of which the second to come finds the first one's folder, where they share any.
#[test]
fn bots_of_a_match_do_not_see_each_others_files() {
    if crate::support::portable::leaves_out("limits::bots_of_a_match_do_not_see_each_others_files")
    {
        return;
    }
    if !is_allowed("--files=own") {
        return;
    }
    let scratch = scratch("limits");
    let stickler = |words: &[&str]| programs::stickler(&scratch, words);
    // In the current folder, and in one for temporary files.
    for folder in [
        scratch.join("mark"),
        std::env::temp_dir().join(format!("mark-{}", std::process::id())),
    ] {
        let bot = format!(
            "sh -c 'mkdir {} || exit 9; exec {REFBOT} gomoku'",
            folder.display()
        );
        let kept = scratch.join("kept.log");
        let kept = kept.to_string_lossy();
        for words in [
            &[
                "play", "gomoku", "--log", &kept, "--bot", &bot, "--bot", &bot,
            ][..],
            &["referee", "gomoku", "-p1", &bot, "-p2", &bot, "--json"],
        ] {
            let output = stickler(words);
            assert_eq!(output.status.code(), Some(0), "{}", text(&output));
            assert!(
                !text(&output).contains("-1") && !folder.exists(),
                "{}",
                text(&output)
            );
        }
        let shared = stickler(&[
            "play",
            "gomoku",
            "--log",
            &kept,
            "--files=shared",
            "--bot",
            &bot,
            "--bot",
            &bot,
        ]);
        assert_eq!(shared.status.code(), Some(1), "{}", text(&shared));
        std::fs::remove_dir(folder).expect("the first one's folder");
    }
}

/// Files that are there already can be read, and changed for oneself.
#[test]
fn files_of_its_own_begin_as_those_that_are_there() {
    if crate::support::portable::leaves_out(
        "limits::files_of_its_own_begin_as_those_that_are_there",
    ) {
        return;
    }
    if is_allowed("--files=own") {
        let folder = scratch("limits");
        let file = folder.join("book");
        let stickler = |words: &[&str]| programs::stickler(&folder, words);
        std::fs::write(&file, "e4").expect("written");
        let script = "test \"$(cat book)\" = e4 && echo d4 > book && test \"$(cat book)\" = d4 && rm book && ! test -e book";
        assert!(
            stickler(&["launch", "--files=own", "--", "bash", "-c", script])
                .status
                .success()
        );
        assert_eq!(std::fs::read_to_string(&file).expect("still there"), "e4");
        std::fs::remove_file(file).expect("removed");
    }
}

/// In a place where the kernel makes no namespaces, the run goes on and says so.
#[test]
fn what_the_kernel_refuses_is_said() {
    if crate::support::portable::leaves_out("limits::what_the_kernel_refuses_is_said") {
        return;
    }
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
            return skipped(
                "a kernel that refuses namespaces: this machine makes none in which it could be tried",
            );
        }
    }
    let bot = [REFBOT, "gomoku"];
    let check = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--no-network",
        "--files=own",
        "--",
    ];
    let output = run(&[&check[..], &bot].concat()).expect("unshare");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("isolation: none; not processes, files, network: "),
        "{said}"
    );
    let bot = bot.join(" ");
    let output = run(&["referee", "gomoku", "-p1", &bot, "-p2", &bot]).expect("unshare");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("stickler: isolation: none; not processes, files, network, privileges"),
        "{said}"
    );
    let output = run(&[
        "referee",
        "gomoku",
        "--isolation=required",
        "-p1",
        &bot,
        "-p2",
        &bot,
    ])
    .expect("unshare");
    let said = text(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("a wall is missing: ") && said.contains("`stickler doctor`"),
        "{said}"
    );
}

#[test]
fn players_of_a_match_are_limited_too() {
    if crate::support::portable::leaves_out("limits::players_of_a_match_are_limited_too") {
        return;
    }
    let eater = format!("{REFBOT} gomoku --fault memory");
    let bot = format!("{REFBOT} gomoku");
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

#[test]
fn a_correct_bot_conforms_under_every_limit() {
    if crate::support::portable::leaves_out("limits::a_correct_bot_conforms_under_every_limit") {
        return;
    }
    let limits = [
        "--memory=200",
        "--cpu-time=60",
        "--no-network",
        "--read-only",
        "--files=own",
    ];
    let words = [
        &["check", "gomoku", "--only", "any"][..],
        &limits,
        &["--", REFBOT, "gomoku"],
    ]
    .concat();
    let output = stickler(&words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let all_stand = limits[2..].iter().all(|limit| is_allowed(limit));
    assert_eq!(
        text(&output).contains("isolation: "),
        !all_stand,
        "{}",
        text(&output)
    );
}

/// Under the launcher as without it, the harness says so, and no bot is blamed.
#[test]
fn a_program_that_cannot_be_started_is_nobody_s_fault() {
    if crate::support::portable::leaves_out(
        "limits::a_program_that_cannot_be_started_is_nobody_s_fault",
    ) {
        return;
    }
    let folder = scratch("limits");
    let write = |name: &str, text: &str, mode: u32| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("permitted");
        path.to_string_lossy().into_owned()
    };
    let good = format!("{REFBOT} gomoku");
    for bot in [
        write("no-program", "read line", 0o644),
        write("no-interpreter", "#!/no/such/shell\n", 0o755),
    ] {
        for words in [
            &["check", "gomoku", "--read-only", "--", &bot][..],
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
#[test]
fn memory_of_children_is_held_against_the_limit() {
    if crate::support::portable::leaves_out("limits::memory_of_children_is_held_against_the_limit")
    {
        return;
    }
    let eater = "head -c 200000000 /dev/zero | tail -n 1 | sleep 60 &";
    let bot = format!("( {eater} ) < /dev/null > /dev/null; sleep 2; exec {REFBOT} gomoku");
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

#[test]
fn memory_is_held_against_its_limit() {
    if crate::support::portable::leaves_out("limits::memory_is_held_against_its_limit") {
        return;
    }
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

/// Thirty megabytes, of a hundred that it may have.
#[test]
fn files_in_memory_count_as_far_as_they_are_there() {
    if crate::support::portable::leaves_out(
        "limits::files_in_memory_count_as_far_as_they_are_there",
    ) {
        return;
    }
    if !is_allowed("--files=own") {
        return;
    }
    let bot = format!(
        "head -c 30000000 /dev/zero >/dev/shm/own; read line; echo OK; sleep 0.5; echo NO; exec {REFBOT} gomoku"
    );
    let words = [
        "check",
        "gomoku",
        "--only=any",
        "--cases=1",
        "--shrink=0",
        "--memory=100",
        "--files=own",
    ];
    let output = stickler(&[&words[..], &["--time-bank=60000", "--", "sh", "-c", &bot]].concat());
    let said = text(&output);
    let peak = said
        .split("peak memory ")
        .filter_map(|rest| rest.split_once(" MB")?.0.parse::<u64>().ok())
        .max();
    assert!(
        peak.is_some_and(|megabytes| (28..60).contains(&megabytes)),
        "{said}"
    );
    assert!(!said.contains("gomoku.limit.memory"), "{said}");
}

/// A bot that comes into the control group of one that was ended pays for nothing of it.
#[test]
fn accounts_begin_anew_with_every_program() {
    if crate::support::portable::leaves_out("limits::accounts_begin_anew_with_every_program") {
        return;
    }
    let Some(python) = programs::python() else {
        return skipped("accounts of one program after another: there is no Python here");
    };
    let scratch = scratch("limits");
    let script = |text: &str| format!("{} -c '{text}'", python.display());
    let good = format!("{REFBOT} gomoku");
    let name = python.file_name().expect("a name").to_string_lossy();
    let hogs = [
        ("--memory=100", script("bytearray(1 << 30)")),
        ("--cpu-time=1", script("while True: pass")),
    ];
    for (number, (limit, hog)) in hogs.into_iter().enumerate() {
        let out = number.to_string();
        let words = [
            "play",
            "gomoku",
            "--set=ready=60000",
            limit,
            "--games=4",
            "--bot",
            &good,
            "--bot",
            &hog,
            "--out",
            &out,
        ];
        let said = text(&programs::stickler(&scratch, &words));
        let faults = |bot: &str| -> Option<u32> {
            let line = said
                .lines()
                .map(str::trim_start)
                .find(|line| line.starts_with(&format!("{bot} ")))?;
            line.split_whitespace().nth(6)?.parse().ok()
        };
        assert_eq!(
            (faults("refbot"), faults(&name)),
            (Some(0), Some(4)),
            "{limit}: {said}"
        );
    }
}

/// A program that grows without an answer is ended long before its time is over, and for its memory.
#[test]
fn a_program_that_outgrows_its_limit_is_ended_at_once() {
    if crate::support::portable::leaves_out(
        "limits::a_program_that_outgrows_its_limit_is_ended_at_once",
    ) {
        return;
    }
    let Some(python) = ["/usr/bin/python3", "/usr/local/bin/python3"]
        .into_iter()
        .find(|path| Path::new(path).exists())
    else {
        return skipped("a program that grows: there is no Python here");
    };
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
    let output = stickler(&[&words[..], &["--", python, "-c", bot]].concat());
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

/// The launcher can be started whatever it is to become; a missing program is not a bot that crashed.
#[test]
fn a_missing_program_is_no_bot_s_fault_under_limits_either() {
    if crate::support::portable::leaves_out(
        "limits::a_missing_program_is_no_bot_s_fault_under_limits_either",
    ) {
        return;
    }
    let output = stickler(&["check", "gomoku", "--no-network", "--", "/no/such/program"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(
        text(&output).contains("could not be started"),
        "{}",
        text(&output)
    );
}

/// A fault that judges forgive is a warning, and an error where the user says so.
#[test]
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
