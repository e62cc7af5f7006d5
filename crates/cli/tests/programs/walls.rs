//! The room that a program finds, for every set of walls that can be asked for, by this user and by an ordinary one: each
//! wall that was asked for, and no other.

use crate::support::files::{Scratch, scratch};
use crate::support::programs::{REFBOT, STICKLER, are_gone, running, said, which};
use crate::support::trials::skipped;
use crate::support::users::{User, for_each_user};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Says what it finds, a line each. Its words are a name that no other probe has, since numbers of processes begin anew in
/// every room, and the folders in which it tries to write a file of this name.
const PROBE: &str = r#"
name_of_file=$1; shift
for name in pid mnt uts ipc net user; do echo "$name=$(readlink /proc/self/ns/$name)"; done
while read -r key value; do case $key in CapEff:|NoNewPrivs:|Seccomp:) echo "${key%:}=$value";; esac; done </proc/self/status
while read -r line; do case $line in "Max cpu time"*|"Max processes"*|"Max core"*) echo $line;; esac; done </proc/self/limits |
    while read -r max name rest; do echo "$name=$rest"; done
echo "groups=$(tr '\n' ' ' </proc/self/cgroup)"
echo "devices=$(ls /dev | tr '\n' ' ')"
echo "input=$(readlink /proc/self/fd/0)"
(echo >/dev/null) && echo "null=written"
for folder in "$@"; do (: >"$folder/$name_of_file") 2>/dev/null && rm "$folder/$name_of_file" && echo "$folder=written"; done
"#;

/// The findings of a probe, by name.
type Found = BTreeMap<String, String>;

fn found(output: &Output) -> Found {
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    lines
        .lines()
        .filter_map(|line| line.split_once('='))
        .map(|(key, value)| (key.into(), value.into()))
        .collect()
}

/// The walls for which some options ask.
struct Wanted {
    processes: bool,
    own_files: bool,
    read_only: bool,
    no_network: bool,
    /// Of the rest there are all or none.
    all: bool,
    cpu_time: bool,
}

impl Wanted {
    fn of(options: &[&str]) -> Wanted {
        let has = |option: &str| options.contains(&option);
        let all = has("--isolation=auto");
        let read_only = has("--read-only");
        let own_files = !read_only && (has("--files=own") || all && !has("--files=shared"));
        let no_network = all || has("--no-network");
        let processes = no_network || own_files || read_only;
        Wanted {
            processes,
            own_files,
            read_only,
            no_network,
            all,
            cpu_time: has("--cpu-time=7"),
        }
    }

    /// The walls by their names.
    fn walls(&self) -> Vec<&'static str> {
        let files = self.own_files || self.read_only;
        let first = [
            ("processes", self.processes),
            ("files", files),
            ("network", self.no_network),
        ];
        let rest = ["privileges", "calls", "cpu", "memory", "tasks"].map(|wall| (wall, self.all));
        first
            .into_iter()
            .chain(rest)
            .filter(|(_, wanted)| *wanted)
            .map(|(wall, _)| wall)
            .collect()
    }
}

#[test]
fn every_wall_that_was_asked_for_stands_and_no_other() {
    if crate::support::portable::leaves_out(
        "walls::every_wall_that_was_asked_for_stands_and_no_other",
    ) {
        return;
    }
    for_each_user(|user| {
        for options in [
            &[][..],
            &["--cpu-time=7"],
            &["--no-network"],
            &["--read-only"],
            &["--files=own"],
            &["--files=own", "--no-network"],
            &["--read-only", "--no-network", "--cpu-time=7"],
            &["--isolation=auto"],
            &["--isolation=auto", "--files=shared"],
            &["--isolation=auto", "--read-only"],
            &["--isolation=auto", "--cpu-time=7"],
        ] {
            holds(user, options);
        }
    });
}

fn holds(user: &User, options: &[&str]) {
    let wanted = Wanted::of(options);
    let standing = user
        .stickler(&[&["launch"], options].concat())
        .output()
        .expect("stickler starts");
    let standing = String::from_utf8_lossy(&standing.stdout).trim().to_string();
    let what = format!("{options:?} as {}: {standing}", user.name);
    let mut parts = standing.split("; not ");
    let stand = parts
        .next()
        .unwrap_or_default()
        .trim_start_matches("isolation: ");
    let stand: Vec<&str> = stand.split(", ").filter(|wall| *wall != "none").collect();
    let missing: Vec<&str> = parts
        .filter_map(|part| part.split(": ").next())
        .flat_map(|names| names.split(", "))
        .collect();
    if missing.contains(&"processes") || missing.contains(&"privileges") {
        return skipped(&what);
    }
    let is_root = user.name == "root";
    // Not every machine lets judges keep accounts; tasks of an ordinary user are counted without any.
    let may_miss = |wall: &str| ["cpu", "memory"].contains(&wall) || is_root && wall == "tasks";
    let mut expected = wanted.walls();
    expected.retain(|wall| !(may_miss(wall) && missing.contains(wall)));
    assert_eq!(stand, expected, "{what}");
    let has_accounts = !["cpu", "memory"].iter().any(|wall| missing.contains(wall));

    let elsewhere = scratch_of_all();
    let folders = [
        ".",
        "/tmp",
        "/var/tmp",
        "/dev/shm",
        &elsewhere.to_string_lossy(),
    ]
    .map(str::to_string);
    let name = format!("probe-{}-{}", std::process::id(), user.number(0));
    let probe = [
        &["/bin/sh", "-c", PROBE, "sh", &name][..],
        &folders.each_ref().map(String::as_str),
    ]
    .concat();
    let outside = found(&user.command(&probe).output().expect("a shell"));
    let launch = [&["launch"], options, &["--"], &probe].concat();
    let inside = found(&user.stickler(&launch).output().expect("stickler starts"));
    assert!(
        outside.contains_key(&folders[4]) && inside.contains_key("pid"),
        "{what}\n{inside:#?}\n{outside:#?}"
    );

    let is_apart = !["/tmp", "/var/tmp"]
        .iter()
        .any(|own| elsewhere.starts_with(own));
    if !is_apart {
        skipped(&format!(
            "a folder that is not a bot's own: {} lies in one for temporary files",
            elsewhere.display()
        ));
    }
    let Wanted {
        processes,
        own_files,
        read_only,
        no_network,
        all,
        cpu_time,
    } = wanted;
    let is_filtered = all || no_network;
    for (name, is_own) in [
        ("pid", processes),
        ("mnt", processes),
        ("uts", processes),
        ("ipc", processes),
        ("net", no_network),
        ("user", processes),
        // Those of a number, and nothing else.
        ("devices", own_files || read_only),
    ] {
        assert_eq!(
            inside[name] != outside[name],
            is_own,
            "{name}, {what}\n{inside:#?}\n{outside:#?}"
        );
    }
    if own_files || read_only {
        let devices = inside["devices"]
            .split(' ')
            .filter(|name| !["", "console"].contains(name))
            .collect::<Vec<_>>();
        assert_eq!(
            devices.join(" "),
            "core fd full null ptmx pts random shm stderr stdin stdout tty urandom zero",
            "{what}"
        );
    }
    let none = "0000000000000000";
    assert_eq!(
        inside["CapEff"],
        if processes || !is_root {
            none
        } else {
            &outside["CapEff"]
        },
        "{what}"
    );
    assert_eq!(
        inside["NoNewPrivs"],
        if processes {
            "1"
        } else {
            &outside["NoNewPrivs"]
        },
        "{what}"
    );
    assert_eq!(
        inside["Seccomp"],
        if is_filtered {
            "2"
        } else {
            &outside["Seccomp"]
        },
        "{what}"
    );
    assert_eq!(
        inside["cpu"],
        if cpu_time {
            "time 7 8 seconds"
        } else {
            "time unlimited unlimited seconds"
        },
        "{what}"
    );
    assert_eq!(inside["core"], "file size 0 0 bytes", "{what}");
    // The kernel counts tasks in a control group, or by user; root is held to no number of its own.
    let has_group = inside["groups"].contains("/stickler-");
    let (free, held) = (outside["processes"].as_str(), "512 512 processes");
    match all && !is_root {
        true if has_group => assert!(
            [free, held].contains(&inside["processes"].as_str()),
            "{what}\n{inside:#?}"
        ),
        true => assert_eq!(inside["processes"], held, "{what}"),
        false => assert_eq!(inside["processes"], free, "{what}"),
    }
    assert!(all || !has_group, "{what}\n{inside:#?}");
    assert!(has_group || !(all && has_accounts), "{what}\n{inside:#?}");
    assert_eq!(inside["null"], "written", "{what}");
    for folder in folders
        .iter()
        .filter(|folder| is_apart || **folder != elsewhere.to_string_lossy())
    {
        let is_written = match () {
            () if read_only => false,
            () if own_files => *folder != elsewhere.to_string_lossy(),
            () => outside.contains_key(folder),
        };
        assert_eq!(
            inside.contains_key(folder),
            is_written,
            "{folder}, {what}\n{inside:#?}"
        );
    }
    for group in inside["groups"]
        .split(' ')
        .filter_map(|group| group.rsplit('/').next())
    {
        assert!(
            !group.starts_with("stickler-") || !exists_below(Path::new("/sys/fs/cgroup"), group),
            "{group} is left"
        );
    }
}

/// A folder that is no bot's own, in which every user may write.
fn scratch_of_all() -> Scratch {
    let folder = scratch("elsewhere");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).expect("permitted");
    folder
}

fn exists_below(folder: &Path, name: &str) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders
        .map(|entry| entry.path())
        .any(|path| path.ends_with(name) || exists_below(&path, name))
}

/// `stickler` with these words, with a folder of these programs as the path in place of the usual one.
fn with_path(user: &User, path: &Path, words: &[&str]) -> Output {
    user.stickler(words)
        .env("PATH", path)
        .output()
        .expect("stickler starts")
}

/// A match of two right bots.
fn match_of(user: &User) -> Vec<String> {
    let bot = format!("{} gomoku", user.reached(Path::new(REFBOT)));
    [
        "play",
        "gomoku",
        "--log=match.log",
        "--bot",
        &bot,
        "--bot",
        &bot,
    ]
    .map(str::to_string)
    .to_vec()
}

#[test]
fn without_bubblewrap_it_is_said_or_refused() {
    if crate::support::portable::leaves_out("walls::without_bubblewrap_it_is_said_or_refused") {
        return;
    }
    for_each_user(|user| {
        let empty = scratch("no-bubblewrap");
        let run = |words: &[&str]| with_path(user, &empty, words);
        let missing = "`bwrap` is not on the path: install the package `bubblewrap`";
        let play = match_of(user);
        let play: Vec<&str> = play.iter().map(String::as_str).collect();
        let output = run(&play);
        assert_eq!(
            output.status.code(),
            Some(0),
            "as {}: {}",
            user.name,
            said(&output)
        );
        let all = "not processes, files, network, privileges, calls, cpu, memory, tasks: ";
        assert!(
            said(&output).contains(&format!("isolation: none; {all}{missing}\n")),
            "{}",
            said(&output)
        );
        let output = run(&[&play[..], &["--isolation=required"]].concat());
        assert_eq!(
            output.status.code(),
            Some(2),
            "as {}: {}",
            user.name,
            said(&output)
        );
        assert!(
            said(&output).contains(missing) && said(&output).contains("`stickler doctor`"),
            "{}",
            said(&output)
        );
        for option in ["--no-network", "--read-only", "--files=own"] {
            let bot = user.reached(Path::new(REFBOT));
            let check = [
                "check",
                "gomoku",
                "--only=any",
                "--cases=1",
                option,
                "--",
                &bot,
                "gomoku",
            ];
            let output = run(&check);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{option} as {}: {}",
                user.name,
                said(&output)
            );
            assert!(
                said(&output).contains(missing),
                "{option}: {}",
                said(&output)
            );
        }
        let doctor = said(&run(&["doctor"]));
        assert!(
            doctor.contains("bubblewrap: `bwrap` is not on the path"),
            "{doctor}"
        );
    });
}

/// A stand-in for it says why it makes no room, always or once it is to start a bot.
#[test]
fn a_bubblewrap_that_fails_leaves_no_half_of_a_room() {
    if crate::support::portable::leaves_out(
        "walls::a_bubblewrap_that_fails_leaves_no_half_of_a_room",
    ) {
        return;
    }
    for_each_user(|user| {
        let Some(real) = which("bwrap") else {
            return skipped("a bubblewrap that fails: there is none");
        };
        let folder = scratch("half-a-room");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("permitted");
        let stand_in = folder.join("bwrap");
        let write = |text: &str| {
            fs::write(&stand_in, format!("#!/bin/sh\n{text}\n")).expect("written");
            fs::set_permissions(&stand_in, fs::Permissions::from_mode(0o755)).expect("permitted");
        };
        let play = match_of(user);
        let play: Vec<&str> = play.iter().map(String::as_str).collect();
        write("echo 'bwrap: it may not' >&2; exit 1");
        let output = with_path(user, &folder, &play);
        assert_eq!(
            output.status.code(),
            Some(0),
            "as {}: {}",
            user.name,
            said(&output)
        );
        assert!(
            said(&output).contains("isolation: none; not processes, "),
            "{}",
            said(&output)
        );
        assert!(
            said(&output).contains(": bwrap: it may not\n"),
            "{}",
            said(&output)
        );
        if !user.has("processes") {
            return;
        }
        let only = |word: &str, then: &str| {
            let real = real.display();
            write(&format!(
                "case \" $* \" in *\" {word} \"*) {then};; esac; exec {real} \"$@\""
            ));
            with_path(user, &folder, &play)
        };
        // A room with fewer walls, and each of them is named.
        let output = only("--tmpfs", "echo 'bwrap: no folder' >&2; exit 1");
        assert_eq!(
            output.status.code(),
            Some(0),
            "as {}: {}",
            user.name,
            said(&output)
        );
        assert!(
            said(&output).contains("isolation: processes, network, "),
            "{}",
            said(&output)
        );
        assert!(
            said(&output).contains("not files") && said(&output).contains("bwrap: no folder"),
            "{}",
            said(&output)
        );
        // It fails after it was tried: nobody is blamed.
        let output = only("--json-status-fd", "echo 'bwrap: not now' >&2; exit 1");
        assert_eq!(
            output.status.code(),
            Some(2),
            "as {}: {}",
            user.name,
            said(&output)
        );
        assert!(
            said(&output).contains("bubblewrap made no room for a bot: bwrap: not now"),
            "{}",
            said(&output)
        );
    });
}

/// A script of root in mounts of its own, with the path of stickler as its first word and the bot's as its second.
fn in_mounts_of_its_own(script: &str) -> Option<Output> {
    let folder = scratch("walls");
    let run = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-e", "-c", script, "sh", STICKLER, REFBOT]);
        command
            .current_dir(&folder)
            .env("TMPDIR", &*folder)
            .output()
    };
    match run("mount -t tmpfs none .") {
        Ok(output) if output.status.success() => run(script).ok(),
        _ => {
            skipped("mounts of its own: this machine makes none");
            None
        }
    }
}

/// As an image of a program mounts itself: below the folder for temporary files, in which the bot lies as well.
#[test]
fn what_is_mounted_in_a_covered_folder_harms_nobody() {
    if crate::support::portable::leaves_out(
        "walls::what_is_mounted_in_a_covered_folder_harms_nobody",
    ) {
        return;
    }
    if Path::new(REFBOT).starts_with("/tmp") {
        skipped(&format!("a covered folder: {REFBOT} lies in one itself"));
        return;
    }
    let script = "
        mkdir image; mount -t tmpfs none image; : >image/file
        mkdir bots; cd bots; printf '#!/bin/sh\nexec %s gomoku\n' $2 >bot; chmod 755 bot
        mkdir below; mount -t tmpfs none below
        $1 play gomoku --log log --bot ./bot --bot './bot'
        $1 referee gomoku -p1 ./bot -p2 ./bot
        $1 check gomoku --cases 1 --only any --isolation auto -- ./bot";
    let Some(output) = in_mounts_of_its_own(script) else {
        return;
    };
    let said = said(&output);
    assert!(
        said.starts_with("Some(0)") && !said.contains("-1\n"),
        "{said}"
    );
}

/// Each of its files would be a mount.
#[test]
fn a_current_folder_with_many_files_can_be_read() {
    if crate::support::portable::leaves_out("walls::a_current_folder_with_many_files_can_be_read") {
        return;
    }
    for_each_user(|user| {
        let folder = scratch_of_all();
        (0..200).for_each(|number| {
            fs::write(folder.join(format!("file{number}")), "e4\n").expect("written")
        });
        let script = "cat file0 && ! (: >new) 2>/dev/null && : >/tmp/new && echo held";
        let mut command = user.stickler(&["launch", "--files=own", "--", "sh", "-c", script]);
        let output = command
            .current_dir(&*folder)
            .output()
            .expect("stickler starts");
        let overlays = || said(&output).starts_with("Some(2)\ne4\n");
        if user.has("files") {
            assert!(
                said(&output).contains("e4\nheld\n") || overlays(),
                "as {}: {}",
                user.name,
                said(&output)
            );
        }
        assert!(!folder.join("new").exists() || !user.has("files"));
    });
}

/// Tools are often installed in a folder for temporary files, and called by their names alone.
#[test]
fn a_program_of_the_search_path_is_found_wherever_it_lies() {
    for_each_user(|user| {
        let folder = scratch_of_all();
        let tools =
            Path::new("/tmp").join(format!("tools-{}-{}", std::process::id(), user.number(0)));
        fs::create_dir(&tools).expect("a folder");
        let tool = tools.join("greets");
        fs::write(&tool, "#!/bin/sh\necho hello\n").expect("written");
        let all = |mode| std::os::unix::fs::PermissionsExt::from_mode(mode);
        fs::set_permissions(&tools, all(0o755))
            .and_then(|()| fs::set_permissions(&tool, all(0o755)))
            .expect("for all");
        let mut command = user.stickler(&["launch", "--files=own", "--", "greets"]);
        command.env("PATH", format!("{}:/usr/bin:/bin", tools.display()));
        let output = command
            .current_dir(&*folder)
            .output()
            .expect("stickler starts");
        // A link elsewhere leads there.
        fs::create_dir(folder.join("links")).expect("a folder");
        std::os::unix::fs::symlink(&tool, folder.join("links/hails")).expect("a link");
        let mut command = user.stickler(&["launch", "--files=own", "--", "hails"]);
        command.env(
            "PATH",
            format!("{}:/usr/bin:/bin", folder.join("links").display()),
        );
        let linked = command.current_dir("/").output().expect("stickler starts");
        fs::remove_dir_all(&tools).expect("removed");
        assert!(
            said(&output).contains("\nhello\n"),
            "as {}: {}",
            user.name,
            said(&output)
        );
        assert!(
            said(&linked).contains("\nhello\n"),
            "as {}: {}",
            user.name,
            said(&linked)
        );
    });
}

/// Somebody starts in the folder of all folders.
#[test]
fn the_root_is_no_folder_of_ones_own() {
    for_each_user(|user| {
        let name = format!("probe-of-root-{}-{}", std::process::id(), user.number(0));
        let script = format!("(: >/tmp/{name}) && ! (: >/{name}) 2>/dev/null && echo held");
        let mut command = user.stickler(&["launch", "--files=own", "--", "sh", "-c", &script]);
        let output = command.current_dir("/").output().expect("stickler starts");
        if user.has("files") {
            assert!(
                said(&output).contains("\nheld\n"),
                "as {}: {}",
                user.name,
                said(&output)
            );
        }
        for folder in ["/", "/tmp"] {
            let is_left = fs::remove_file(Path::new(folder).join(&name)).is_ok();
            assert!(
                !is_left || !user.has("files"),
                "{folder}/{name} is left, as {}",
                user.name
            );
        }
    });
}

/// The living children of a process.
fn children(of: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{of}/task/{of}/children")).unwrap_or_default();
    list.split_whitespace()
        .filter_map(|number| number.parse().ok())
        .collect()
}

/// The machine runs out of memory, or somebody else ends the process of bubblewrap that no bot reaches.
#[test]
fn who_ends_a_room_from_outside_blames_no_bot() {
    for_each_user(|user| {
        if !user.has("processes") {
            return;
        }
        let number = user.number(4771);
        let bot = &format!("sleep {number}");
        let words = [
            "play",
            "gomoku",
            "--set=ready=60000",
            "--log=match.log",
            "--bot",
            bot,
            "--bot",
            bot,
        ];
        let mut judge = user.stickler(&words);
        let judge = judge
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("stickler starts");
        let since = Instant::now();
        // The words of a bot are also words of the two processes that hold its room.
        while running(&format!("sleep\u{0}{number}")) < 6
            && since.elapsed() < Duration::from_secs(60)
        {
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
        assert!(are_gone(&format!("sleep\u{0}{number}")), "{what}");
    });
}

/// `stickler` below a shell that has prepared what it hands on.
fn below_a_shell(user: &User, prepared: &str, words: &[&str]) -> Output {
    let stickler = user.reached(Path::new(STICKLER));
    let script = format!("{prepared}; exec \"$@\"");
    user.command(&[&["bash", "-c", &script, "bash", &stickler], words].concat())
        .output()
        .expect("a shell")
}

/// A start takes what is stricter than its own limits, and says what may end a bot.
#[test]
fn limits_of_the_session_hold_and_are_said() {
    if crate::support::portable::leaves_out("walls::limits_of_the_session_hold_and_are_said") {
        return;
    }
    for_each_user(|user| {
        let play = match_of(user);
        let play: Vec<&str> = play.iter().map(String::as_str).collect();
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
            let output = below_a_shell(user, prepared, &[&play[..], more].concat());
            let what = format!("{prepared} as {}: {}", user.name, said(&output));
            assert_eq!(output.status.code(), Some(0), "{what}");
            assert_eq!(
                what.contains("this session has limits"),
                is_said.is_some(),
                "{what}"
            );
            assert!(is_said.is_none_or(|text| what.contains(text)), "{what}");
        }
        // A log that may not be as long is no reason to end without a word.
        let output = below_a_shell(user, "ulimit -f 0", &play);
        assert_eq!(
            output.status.code(),
            Some(2),
            "as {}: {}",
            user.name,
            said(&output)
        );
        assert!(said(&output).contains("match.log"), "{}", said(&output));
    });
}

/// Otherwise nobody would say how a bot has ended.
#[test]
fn a_parent_that_ignores_the_ends_of_its_children_changes_nothing() {
    if crate::support::portable::leaves_out(
        "walls::a_parent_that_ignores_the_ends_of_its_children_changes_nothing",
    ) {
        return;
    }
    for_each_user(|user| {
        let bot = user.reached(Path::new(REFBOT));
        for ignored in ["CHLD", "CHLD PIPE ALRM USR1"] {
            for isolation in ["--isolation=auto", "--isolation=off"] {
                for game in ["gomoku", "betris"] {
                    let check = [
                        "check",
                        game,
                        "--cases=1",
                        "--shrink=0",
                        isolation,
                        "--",
                        &bot,
                        game,
                    ];
                    let output = below_a_shell(user, &format!("trap '' {ignored}"), &check);
                    assert_eq!(
                        output.status.code(),
                        Some(0),
                        "{ignored} as {}: {}",
                        user.name,
                        said(&output)
                    );
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
            assert!(
                said(&output).contains("exit code 3"),
                "{ignored} as {}: {}",
                user.name,
                said(&output)
            );
        }
    });
}
