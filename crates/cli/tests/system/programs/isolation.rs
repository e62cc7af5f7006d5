//! What keeps bots apart: the recipe of bubblewrap, and what is said where it starts no program.

use crate::support::files::root;
use crate::support::files::{Scratch, scratch, text};
use crate::support::mark::Mark;
use crate::support::needs::tests;
use crate::support::programs::{REFBOT, STICKLER, quoted, said};
use crate::support::users::User;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

tests! {
    ; each user:
    a_bot_finds_a_system_of_its_own,
    only_the_folder_of_the_recipe_can_be_written_to,
    a_bot_that_may_not_write_where_it_wants_is_told_of_the_sandbox,
    a_program_below_a_hidden_folder_is_seen,
    without_bubblewrap_it_is_said_or_refused [LIMITS],
    a_bubblewrap_that_may_not_is_quoted [LIMITS],
    a_sandbox_that_is_ended_from_outside_blames_no_bot,
    limits_of_the_session_hold [LIMITS],
    a_parent_that_ignores_the_ends_of_its_children_changes_nothing [LIMITS],
    the_doctor_and_its_page_know_the_same_recipes [LIMITS],
}

/// A match of a right bot against this one, with these options; without one, against a right one.
fn play(user: &User, more: &[&str], bot: Option<&str>) -> Command {
    let right = format!("{} gomoku", quoted(user.reached(Path::new(REFBOT))));
    let bots = ["--bot", &right, "--bot", bot.unwrap_or(&right)];
    let words = ["play", "gomoku", "--log=match.log"];
    user.stickler(&[&words[..], &bots, more].concat())
}

fn played(user: &User, more: &[&str], bot: &str) -> Output {
    let mut play = play(user, more, Some(bot));
    play.output().expect("stickler starts")
}

/// The same of two right bots, with a folder of these programs as the path in place of the usual one.
fn with_path(user: &User, path: &Path, more: &[&str]) -> Output {
    let mut play = play(user, more, None);
    play.env("PATH", path).output().expect("stickler starts")
}

/// The command line of a bot that runs this script first.
fn after(user: &User, script: &str) -> String {
    // A word of the command, so that the sandbox shows it.
    let bot = user.reached(Path::new(REFBOT));
    let script = format!("{script}; exec \"$0\" gomoku");
    shell_words::join(["sh", "-c", &script, &bot])
}

/// Its own processes, names and network; no capabilities, and none to be gained; harmless devices.
fn a_bot_finds_a_system_of_its_own(user: &User) {
    user.needs_sandbox();
    let probe = "for name in pid mnt uts ipc net user; do echo $name=$(readlink /proc/self/ns/$name) >&2; done; \
                 grep -E '^(CapEff|NoNewPrivs)' /proc/self/status >&2; echo devices=$(ls /dev) >&2; \
                 echo names=$(ls /proc/1/root/proc | grep -c '^[0-9]') >&2; (echo >/dev/null) && echo null=written >&2";
    let bot = after(user, probe);
    let [inside, outside] = ["required", "off"].map(|isolation| {
        let output = played(user, &["--isolation", isolation], &bot);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        said(&output)
    });
    let line = |text: &str, name: &str| {
        let has_name = |line: &&str| line.contains(name);
        text.lines().find(has_name).unwrap_or_default().to_string()
    };
    for name in ["pid=", "mnt=", "uts=", "ipc=", "net=", "user="] {
        let found = line(&inside, name);
        assert!(
            !found.is_empty() && found != line(&outside, name),
            "{name}: {inside}"
        );
    }
    assert!(
        line(&inside, "CapEff").ends_with("0000000000000000"),
        "{inside}"
    );
    assert!(line(&inside, "NoNewPrivs").ends_with('1'), "{inside}");
    assert!(inside.contains("null=written"), "{inside}");
    let devices = line(&inside, "devices=");
    let (_, devices) = devices.split_once("devices=").expect("devices");
    let devices: Vec<&str> = devices
        .split(' ')
        .filter(|name| *name != "console")
        .collect();
    assert_eq!(
        devices.join(" "),
        "core fd full null ptmx pts random shm stderr stdin stdout tty urandom zero"
    );
    // `--wrap bwrap` is the same for every command.
    let wrapped = said(&played(user, &["--wrap=bwrap"], &bot));
    assert_ne!(line(&wrapped, "pid="), line(&outside, "pid="), "{wrapped}");
}

fn only_the_folder_of_the_recipe_can_be_written_to(user: &User) {
    user.needs_sandbox();
    let elsewhere = scratch_of_all();
    let other = scratch_of_all();
    let name = format!("written-{}", Mark::new());
    let folders = [
        "sub".to_string(),
        "/tmp".to_string(),
        "/var/tmp".to_string(),
        "/dev/shm".to_string(),
        quoted(&elsewhere),
        quoted(&other),
    ];
    let probe = format!(
        "mkdir -p sub 2>/dev/null; for folder in {}; do (: >\"$folder/{name}\") 2>/dev/null && echo \"wrote: $folder\" >&2; done",
        folders.join(" ")
    );
    let dir = format!(
        "--wrap=bwrap {}",
        quoted(format!("dir={}", other.display()))
    );
    for (options, wrote) in [
        (
            &["--isolation=required"][..],
            &["sub", "/tmp", "/var/tmp", "/dev/shm"][..],
        ),
        (&["--wrap=bwrap"], &["sub", "/tmp", "/var/tmp", "/dev/shm"]),
        (
            &[&dir],
            &["/tmp", "/var/tmp", "/dev/shm", &other.to_string_lossy()],
        ),
    ] {
        let output = played(user, options, &after(user, &probe));
        let text = said(&output);
        assert_eq!(output.status.code(), Some(0), "{text}");
        let found: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split_once("wrote: "))
            .map(|(_, folder)| folder)
            .collect();
        assert_eq!(found, wrote, "{options:?} as {}: {text}", user.name);
        for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
            assert!(!Path::new(folder).join(&name).exists(), "{folder}: {text}");
        }
        let _ = fs::remove_dir_all(user.folder.join("sub"));
    }
}

/// By its path, by a link, and by the search path.
fn a_program_below_a_hidden_folder_is_seen(user: &User) {
    user.needs_sandbox();
    let hidden = tempfile::Builder::new()
        .permissions(fs::Permissions::from_mode(0o755))
        .tempdir_in("/tmp")
        .expect("a folder");
    let program = hidden.path().join("a bot");
    let copied = Command::new("cp")
        .args([REFBOT.as_ref(), program.as_path()])
        .status();
    assert!(copied.expect("copied").success());
    let folders = hidden.path().join("linked");
    fs::create_dir(&folders).expect("a folder");
    std::os::unix::fs::symlink(&program, folders.join("linked-bot")).expect("a link");
    let path = std::env::var("PATH").unwrap_or_default();
    for bot in [
        quoted(&program),
        quoted(folders.join("linked-bot")),
        "linked-bot".to_string(),
    ] {
        let bot = format!("{bot} gomoku");
        let words = ["play", "gomoku", "--isolation=required", "--log=match.log"];
        let output = user
            .stickler(&[&words[..], &["--bot", &bot, "--bot", &bot]].concat())
            .env("PATH", format!("{}:{path}", folders.display()))
            .output()
            .expect("stickler starts");
        assert_eq!(output.status.code(), Some(0), "{bot}: {}", said(&output));
    }
}

/// A folder that every user may write to.
fn scratch_of_all() -> Scratch {
    let folder = scratch("elsewhere");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).expect("permitted");
    folder
}

fn without_bubblewrap_it_is_said_or_refused(user: &User) {
    let empty = scratch("no-bubblewrap");
    let missing = "`bwrap` is not on the path: install the package `bubblewrap`";
    let output = with_path(user, &empty, &[]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "as {}: {text}", user.name);
    let line = format!("# isolation: none: {missing}\n");
    assert!(
        String::from_utf8_lossy(&output.stdout).ends_with(&line),
        "{text}"
    );
    assert!(output.stderr.is_empty(), "{text}");
    for (options, why) in [
        (&["--isolation=required"][..], "--isolation required: "),
        (&["--wrap=bwrap"], "--wrap bwrap: "),
    ] {
        let output = with_path(user, &empty, options);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "as {}: {text}", user.name);
        assert!(text.contains(&format!("{why}{missing}")), "{text}");
    }
    let off = said(&with_path(user, &empty, &["--isolation=off"]));
    assert!(off.contains("# isolation: none: off\n"), "{off}");
}

/// A stand-in for it says why it starts nothing.
fn a_bubblewrap_that_may_not_is_quoted(user: &User) {
    let folder = scratch("bubblewrap");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("permitted");
    let stand_in = folder.join("bwrap");
    fs::write(
        &stand_in,
        "#!/bin/sh\necho 'bwrap: it may not' >&2; exit 1\n",
    )
    .expect("written");
    fs::set_permissions(&stand_in, fs::Permissions::from_mode(0o755)).expect("permitted");
    let output = with_path(user, &folder, &[]);
    let why = "`bwrap` starts no program here: bwrap: it may not";
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(
        said(&output).contains(&format!("isolation: none: {why}\n")),
        "{}",
        said(&output)
    );
    let output = with_path(user, &folder, &["--isolation=required"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains(why), "{}", said(&output));
}

/// The first of these processes that are children of another one.
fn children(of: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{of}/task/{of}/children")).unwrap_or_default();
    list.split_whitespace()
        .filter_map(|number| number.parse().ok())
        .collect()
}

/// The machine runs out of memory, or somebody else ends the process of bubblewrap that no bot reaches.
fn a_sandbox_that_is_ended_from_outside_blames_no_bot(user: &User) {
    user.needs_sandbox();
    let mark = Mark::new();
    let bot = &format!("sleep {mark}");
    let judge = user
        .match_in_sandboxes(bot, &["--log=match.log"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("stickler starts");
    let since = Instant::now();
    // The words of a bot are also words of the two processes that hold its sandbox.
    while mark.running() < 6 && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(500));
    let outer = *children(judge.id())
        .last()
        .expect("a process of bubblewrap");
    kill_process(Pid::from_raw(outer as i32).expect("a number"), Signal::KILL).expect("ended");
    let output = judge.wait_with_output().expect("it ends");
    let what = format!("as {}: {}", user.name, said(&output));
    assert_eq!(output.status.code(), Some(2), "{what}");
    assert!(what.contains("No bot is to blame"), "{what}");
    let log = fs::read_to_string(user.folder.join("match.log")).unwrap_or_default();
    assert!(
        !log.contains("signal") && !log.contains("exit"),
        "{what}\n{log}"
    );
    assert!(mark.are_gone(), "{what}");
}

/// `stickler` below a shell that has prepared what it hands on.
fn below_a_shell(user: &User, prepared: &str, words: &[&str]) -> Output {
    let stickler = user.reached(Path::new(STICKLER));
    let script = format!("{prepared}; exec \"$@\"");
    user.command(&[&["bash", "-c", &script, "bash", &stickler], words].concat())
        .output()
        .expect("a shell")
}

/// A start takes what is stricter than its own limits; `check` says what may end a bot, and an arena hears nothing.
fn limits_of_the_session_hold(user: &User) {
    let bot = user.reached(Path::new(REFBOT));
    let check = ["check", "gomoku", "--only=any", "--cases=1"];
    for (prepared, more, is_said) in [
        ("ulimit -u 511", &[][..], None),
        (
            "ulimit -t 50",
            &["--cpu-time=100"],
            Some("CPU time of 50 s"),
        ),
        ("ulimit -c 0", &[], None),
        ("ulimit -f 4096", &[], Some("files of 4096 KB")),
        ("ulimit -s 512", &[], Some("a stack of 512 KB")),
    ] {
        let words = [&check[..], more, &["--", &bot, "gomoku"]].concat();
        let output = below_a_shell(user, prepared, &words);
        let what = format!("{prepared} as {}: {}", user.name, said(&output));
        assert_eq!(output.status.code(), Some(0), "{what}");
        assert_eq!(
            what.contains("this session has limits"),
            is_said.is_some(),
            "{what}"
        );
        assert!(is_said.is_none_or(|text| what.contains(text)), "{what}");
        let line = format!("{} gomoku", quoted(&bot));
        let referee = ["referee", "gomoku", "-p1", &line, "-p2", &line];
        let output = below_a_shell(user, prepared, &[&referee[..], more].concat());
        let what = format!("{prepared} as {}: {}", user.name, said(&output));
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{what}"
        );
    }
}

/// Otherwise nobody would say how a bot has ended.
fn a_parent_that_ignores_the_ends_of_its_children_changes_nothing(user: &User) {
    let bot = user.reached(Path::new(REFBOT));
    let wraps = if user.has_sandbox() {
        &[&["--wrap=bwrap"][..], &[]][..]
    } else {
        &[&[][..]]
    };
    for ignored in ["CHLD", "CHLD PIPE ALRM USR1"] {
        for wrap in wraps {
            for game in ["gomoku", "betris"] {
                let check = ["check", game, "--cases=1", "--shrink=0", "--search=0"];
                let words = [&check[..], wrap, &["--", &bot, game]].concat();
                let output = below_a_shell(user, &format!("trap '' {ignored}"), &words);
                let what = format!("{ignored} as {}: {}", user.name, said(&output));
                assert_eq!(output.status.code(), Some(0), "{what}");
            }
        }
        let crash = [
            "check",
            "gomoku",
            "--cases=1",
            "--only=any",
            "--shrink=0",
            "--",
            "sh",
            "-c",
            "exit 3",
        ];
        let output = below_a_shell(user, &format!("trap '' {ignored}"), &crash);
        let what = format!("{ignored} as {}: {}", user.name, said(&output));
        assert!(what.contains("exit code 3"), "{what}");
    }
}

/// The page names each recipe that the doctor knows, and its command line is the one of the page.
fn the_doctor_and_its_page_know_the_same_recipes(user: &User) {
    let output = user
        .stickler(&["doctor"])
        .output()
        .expect("stickler starts");
    let doctor = said(&output);
    let page = text(&root().join("docs/isolation.md"));
    let rows: Vec<&str> = doctor
        .lines()
        .filter(|line| line.starts_with("  --wrap "))
        .collect();
    assert_eq!(rows.len(), 3, "{doctor}");
    for row in &rows {
        let recipe = row.split_whitespace().nth(1).expect("a recipe");
        assert!(
            page.contains(&format!("| `{recipe}` |")),
            "{recipe} has no row"
        );
        if let Some((_, line)) = row.split_once("  yes: ")
            && recipe == "bwrap"
        {
            let (fixed, _) = line.split_once(" --ro-bind / / ").expect("the root");
            assert!(
                page.contains(fixed),
                "the page has another command line than {line}"
            );
        }
    }
    let any = rows.iter().any(|row| row.contains("  yes: "));
    assert_eq!(output.status.code(), Some(i32::from(!any)), "{doctor}");
}

/// A cache in the home folder, say: `check` has no sandbox, so the bot is right there.
fn a_bot_that_may_not_write_where_it_wants_is_told_of_the_sandbox(user: &User) {
    user.needs_sandbox();
    let bot = after(user, "echo 'mkdir: Read-only file system' >&2; exit 1");
    let output = played(user, &[], &bot);
    let text = said(&output);
    let note = "the sandbox (bwrap) lets a bot write to ";
    assert!(
        text.contains(note) && text.contains("--isolation off"),
        "{text}"
    );
    let output = played(user, &["--isolation=off"], &bot);
    assert!(!said(&output).contains("the sandbox"), "{}", said(&output));
    let right = after(user, "echo 'Read-only file system' >&2");
    let output = played(user, &[], &right);
    assert!(!said(&output).contains("the sandbox"), "{}", said(&output));
}
