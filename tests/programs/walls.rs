//! What a program finds in its room, for every set of walls that can be asked for, by this user and by an ordinary one: each
//! wall that was asked for, and no other.

use crate::support::files::{Scratch, scratch};
use crate::support::programs::{STICKLER, are_gone, running, said, stickler, which};
use crate::support::trials::skipped;
use crate::support::users::{User, for_each_user};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

tests! {
    every_wall_that_was_asked_for_stands_and_no_other,
    what_is_mounted_keeps_its_flags,
    root_does_without_a_namespace_of_users,
    nothing_is_written_where_there_is_no_room,
    a_folder_that_cannot_be_copied_is_named,
    the_root_is_no_folder_of_ones_own,
    a_command_has_a_length,
    who_ends_its_keeper_leaves_nobody_behind,
    who_ends_a_process_of_stickler_blames_no_bot,
    a_keeper_that_fails_blames_no_bot,
}

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

/// What a probe has said.
type Found = BTreeMap<String, String>;

fn found(output: &Output) -> Found {
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    lines.lines().filter_map(|line| line.split_once('=')).map(|(key, value)| (key.into(), value.into())).collect()
}

/// What is asked for by some options.
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
        Wanted { processes, own_files, read_only, no_network, all, cpu_time: has("--cpu-time=7") }
    }

    /// The walls by their names.
    fn walls(&self) -> Vec<&'static str> {
        let files = self.own_files || self.read_only;
        let first = [("processes", self.processes), ("files", files), ("network", self.no_network)];
        let rest = ["privileges", "calls", "cpu", "memory", "tasks"].map(|wall| (wall, self.all));
        first.into_iter().chain(rest).filter(|(_, wanted)| *wanted).map(|(wall, _)| wall).collect()
    }
}

fn every_wall_that_was_asked_for_stands_and_no_other() {
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
    let standing = user.stickler(&[&["launch"], options].concat()).output().expect("stickler starts");
    let standing = String::from_utf8_lossy(&standing.stdout).trim().to_string();
    let what = format!("{options:?} as {}: {standing}", user.name);
    let mut parts = standing.split("; not ");
    let stand = parts.next().unwrap_or_default().trim_start_matches("isolation: ");
    let stand: Vec<&str> = stand.split(", ").filter(|wall| *wall != "none").collect();
    let missing: Vec<&str> =
        parts.filter_map(|part| part.split(": ").next()).flat_map(|names| names.split(", ")).collect();
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
    let folders = [".", "/tmp", "/var/tmp", "/dev/shm", &elsewhere.to_string_lossy()].map(str::to_string);
    let name = format!("probe-{}-{}", std::process::id(), user.number(0));
    let probe = [&["/bin/sh", "-c", PROBE, "sh", &name][..], &folders.each_ref().map(String::as_str)].concat();
    let outside = found(&user.command(&probe).output().expect("a shell"));
    let launch = [&["launch"], options, &["--"], &probe].concat();
    let inside = found(&user.stickler(&launch).output().expect("stickler starts"));
    assert!(outside.contains_key(&folders[4]) && inside.contains_key("pid"), "{what}\n{inside:#?}\n{outside:#?}");

    let is_apart = !["/tmp", "/var/tmp"].iter().any(|own| elsewhere.starts_with(own));
    if !is_apart {
        skipped(&format!("a folder that is not a bot's own: {} lies in one for temporary files", elsewhere.display()));
    }
    let Wanted { processes, own_files, read_only, no_network, all, cpu_time } = wanted;
    let is_filtered = all || no_network;
    for (name, is_own) in [
        ("pid", processes),
        ("mnt", processes),
        ("uts", processes),
        // Where a filter refuses what these are for, they are shared.
        ("ipc", processes && !all),
        ("net", no_network),
        ("user", all || processes && !is_root),
        // Those of a number, and nothing else.
        ("devices", own_files || read_only),
    ] {
        assert_eq!(inside[name] != outside[name], is_own, "{name}, {what}\n{inside:#?}\n{outside:#?}");
    }
    if own_files || read_only {
        assert_eq!(inside["devices"], "fd full null random shm stderr stdin stdout urandom zero ", "{what}");
    }
    let none = "0000000000000000";
    assert_eq!(inside["CapEff"], if all || !is_root { none } else { &outside["CapEff"] }, "{what}");
    assert_eq!(inside["NoNewPrivs"], if is_filtered { "1" } else { &outside["NoNewPrivs"] }, "{what}");
    assert_eq!(inside["Seccomp"], if is_filtered { "2" } else { &outside["Seccomp"] }, "{what}");
    assert_eq!(inside["cpu"], if cpu_time { "time 7 8 seconds" } else { "time unlimited unlimited seconds" }, "{what}");
    assert_eq!(inside["core"], "file size 0 0 bytes", "{what}");
    // The kernel counts tasks in a control group, or by user; root is held to no number of its own.
    let has_group = inside["groups"].contains("/stickler-");
    let (free, held) = (outside["processes"].as_str(), "512 512 processes");
    match all && !is_root {
        true if has_group => assert!([free, held].contains(&inside["processes"].as_str()), "{what}\n{inside:#?}"),
        true => assert_eq!(inside["processes"], held, "{what}"),
        false => assert_eq!(inside["processes"], free, "{what}"),
    }
    assert!(all || !has_group, "{what}\n{inside:#?}");
    assert!(has_group || !(all && has_accounts), "{what}\n{inside:#?}");
    assert_eq!(inside["null"], "written", "{what}");
    for folder in folders.iter().filter(|folder| is_apart || **folder != elsewhere.to_string_lossy()) {
        let is_written = match () {
            () if read_only => false,
            () if own_files => *folder != elsewhere.to_string_lossy(),
            () => outside.contains_key(folder),
        };
        assert_eq!(inside.contains_key(folder), is_written, "{folder}, {what}\n{inside:#?}");
    }
    for group in inside["groups"].split(' ').filter_map(|group| group.rsplit('/').next()) {
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
    folders.map(|entry| entry.path()).any(|path| path.ends_with(name) || exists_below(&path, name))
}

/// A script of root in namespaces of its own, with the path of stickler as its first word.
fn in_a_machine(options: &[&str], script: &str) -> Option<Output> {
    let folder = scratch("walls");
    let run = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(options).args(["sh", "-e", "-c", script, "sh", STICKLER]);
        command.current_dir(&folder).env("TMPDIR", &*folder).output()
    };
    match run("mount -t tmpfs none .") {
        Ok(output) if output.status.success() => run(script).ok(),
        _ => {
            skipped(&format!("a machine by `unshare {}`: this one makes none", options.join(" ")));
            None
        }
    }
}

/// A room adds that nothing is written, that nobody is changed into another user, and that there are no devices.
fn what_is_mounted_keeps_its_flags() {
    let script = "
        for options in noexec noatime nodiratime strictatime relatime noexec,noatime,nodiratime noexec,strictatime; do
            mkdir $options; mount -t tmpfs -o $options none $options
        done
        mkdir 'a blank'; mount -t tmpfs none 'a blank'
        cat /proc/self/mountinfo
        echo inside
        cd /; exec $1 launch --read-only -- cat /proc/self/mountinfo";
    let Some(output) = in_a_machine(&["--mount"], script) else { return };
    let said = said(&output);
    let (outside, inside) = said.split_once("inside\n").expect("two lists");
    let flags = |list: &str| -> BTreeMap<String, Vec<String>> {
        let rows = list.lines().map(|line| line.split(' ').collect::<Vec<_>>()).filter(|row| row.len() > 5);
        let of = |row: Vec<&str>| (row[4].to_string(), row[5].split(',').map(str::to_string).collect());
        // The last that is mounted at a place covers the others.
        rows.map(of).collect()
    };
    let (outside, inside) = (flags(outside), flags(inside));
    let mut seen = 0;
    // What else is mounted on this machine may lie below others, where nobody changes it.
    for (path, flags) in outside.iter().filter(|(path, _)| path.contains("/walls-") || *path == "/") {
        let mut expected: Vec<&str> = flags.iter().map(String::as_str).filter(|flag| *flag != "rw").collect();
        expected.extend(["ro", "nosuid", "nodev"]);
        let mut found: Vec<&str> = inside[path].iter().map(String::as_str).collect();
        for list in [&mut expected, &mut found] {
            list.sort_unstable();
            list.dedup();
        }
        assert_eq!(found, expected, "{path}");
        seen += usize::from(path.contains("time") || path.ends_with("a\\040blank"));
    }
    assert_eq!(seen, 7, "{said}");
}

/// Root has the other namespaces all the same.
fn root_does_without_a_namespace_of_users() {
    let script = "
        echo 0 >/proc/sys/user/max_user_namespaces
        $1 launch --isolation=auto; $1 launch --files=own
        echo 0 >/proc/sys/user/max_pid_namespaces
        $1 launch --files=own; $1 launch --read-only";
    let Some(output) = in_a_machine(&["--user", "--map-root-user", "--mount"], script) else { return };
    let said = said(&output);
    let lines: Vec<&str> = said.lines().skip(1).collect();
    let [all, own, own_without_room, none_without_room] = lines[..] else { panic!("{said}") };
    assert!(all.starts_with("isolation: processes, files, network, calls"), "{said}");
    assert!(all.contains("; not privileges: no user namespace: "), "{said}");
    assert_eq!(own, "isolation: processes, files");
    assert!(own_without_room.starts_with("isolation: none; not processes: "), "{said}");
    assert!(own_without_room.ends_with("; not files: there is no room for them"), "{said}");
    assert!(none_without_room.starts_with("isolation: files; not processes: "), "{said}");
}

/// An ordinary user of a machine that makes no namespaces.
fn nothing_is_written_where_there_is_no_room() {
    let script = r#"
        echo 0 >/proc/sys/user/max_user_namespaces
        chmod 777 .
        launch() { setpriv --ambient-caps=-all --inh-caps=-all "$stickler" launch "$@"; }
        stickler=$1
        launch --read-only; launch --files=own
        launch --read-only -- sh -c 'echo >/dev/null && cat /etc/passwd >/dev/null && ! (: >file) 2>/dev/null && echo held'
        launch --files=own -- sh -c 'mkdir shared'; ls"#;
    let options = ["--user", "--map-user=1000", "--map-group=1000", "--keep-caps", "--mount"];
    let Some(output) = in_a_machine(&options, script) else { return };
    let said = said(&output);
    let lines: Vec<&str> = said.lines().skip(1).collect();
    let [read_only, own, rest @ ..] = &lines[..] else { panic!("{said}") };
    assert!(own.starts_with("isolation: none; not processes, files: no user namespace: "), "{said}");
    if read_only.contains("Landlock") {
        return skipped(&format!("files that nobody writes, without a room: {read_only}"));
    }
    assert!(read_only.starts_with("isolation: files; not processes: no user namespace: "), "{said}");
    assert_eq!(rest, ["held", "shared"], "{said}");
}

fn a_folder_that_cannot_be_copied_is_named() {
    let script = "
        mkdir mounted; mount -t tmpfs none mounted; : >mounted/file
        pwd; exec $1 launch --isolation=auto";
    let Some(output) = in_a_machine(&["--mount"], script) else { return };
    let said = said(&output);
    let lines: Vec<&str> = said.lines().skip(1).collect();
    let [folder, standing] = lines[..] else { panic!("{said}") };
    if standing.contains("not privileges") {
        return skipped(&format!("a folder that cannot be copied: {standing}"));
    }
    let why = ": the kernel makes no copy of it; is a file system mounted in it?";
    let named = standing.split_once("not files: ").and_then(|(_, rest)| Some(rest.split_once(why)?.0));
    // Where this folder lies in one for temporary files, that one is met first.
    assert!(named.is_some_and(|named| Path::new(folder).starts_with(named)), "{said}");
}

/// Somebody starts in the folder of all folders.
fn the_root_is_no_folder_of_ones_own() {
    for_each_user(|user| {
        let name = format!("probe-of-root-{}-{}", std::process::id(), user.number(0));
        let script = format!("(: >/tmp/{name}) && ! (: >/{name}) 2>/dev/null && echo held");
        let mut command = user.stickler(&["launch", "--files=own", "--", "sh", "-c", &script]);
        let output = command.current_dir("/").output().expect("stickler starts");
        if user.has("files") {
            assert!(said(&output).contains("\nheld\n"), "as {}: {}", user.name, said(&output));
        }
        for folder in ["/", "/tmp"] {
            let is_left = fs::remove_file(Path::new(folder).join(&name)).is_ok();
            assert!(!is_left || !user.has("files"), "{folder}/{name} is left, as {}", user.name);
        }
    });
}

fn a_command_has_a_length() {
    let folder = scratch("walls");
    // A blank stands between two words, and each of them can be as long as the kernel lets it be.
    let launch = |more: usize| {
        let word = "x".repeat(65_000 + more);
        let length = 2 * (1 + 65_000) + "/bin/true".len() + more;
        (stickler(&folder, &["launch", "--", "/bin/true", &word, &word[more..]]), length)
    };
    let (output, length) = launch((128 << 10) - 2 * 65_001 - "/bin/true".len());
    assert_eq!((said(&output).as_str(), length), ("Some(0)\n", 128 << 10));
    let (output, length) = launch((128 << 10) - 2 * 65_001 - "/bin/true".len() + 1);
    assert_eq!((output.status.code(), length), (Some(2), (128 << 10) + 1));
    assert!(said(&output).contains("a command has more than 131072 bytes"), "{}", said(&output));
}

fn who_ends_its_keeper_leaves_nobody_behind() {
    for_each_user(|user| {
        let number = user.number(4767);
        let leaves = format!("setsid sleep {number} & (setsid sleep {number} &) ;");
        // At once, while its keeper may not have told anybody that it runs, and later.
        for before in std::iter::repeat_n("", 12).chain([leaves.as_str()]) {
            let script = format!("{before} kill -9 $PPID; exec sleep {number}");
            // Without a room there is a keeper whom its program can reach.
            let mut command = user.stickler(&["launch", "--cpu-time=60", "--", "sh", "-c", &script]);
            let output = command.output().expect("stickler starts");
            assert_eq!(output.status.code(), Some(128 + 9), "as {}: {}", user.name, said(&output));
            assert_eq!(running(&format!("sleep\u{0}{number}")), 0, "as {}", user.name);
        }
    });
}

/// The living children of a process.
fn children(of: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{of}/task/{of}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

/// The porter, the process that holds a room, or the keeper in it: the machine runs out of memory, or somebody else ends them.
fn who_ends_a_process_of_stickler_blames_no_bot() {
    for_each_user(|user| {
        if !user.has("processes") {
            return;
        }
        let number = user.number(4771);
        let bot = &format!("sleep {number}");
        for depth in 1..=3 {
            let words = ["play", "gomoku", "--set=ready=60000", "--log=match.log", "--bot", bot, "--bot", bot];
            let mut judge = user.stickler(&words);
            let judge = judge.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("stickler starts");
            let since = Instant::now();
            while running(&format!("sleep\u{0}{number}")) < 2 && since.elapsed() < Duration::from_secs(60) {
                std::thread::sleep(Duration::from_millis(5));
            }
            let down = |process: u32, _| *children(process).last().expect("a process of stickler");
            let process = (0..depth).fold(judge.id(), down);
            let process = Pid::from_raw(process as i32).expect("a number");
            kill_process(process, Signal::KILL).expect("ended");
            let output = judge.wait_with_output().expect("it ends");
            let what = format!("{depth} as {}: {}", user.name, said(&output));
            assert_eq!(output.status.code(), Some(2), "{what}");
            assert!(what.contains("No bot is to blame"), "{what}");
            let log = fs::read_to_string(user.folder.join("match.log")).unwrap_or_default();
            assert!(!log.contains("signal") && !log.contains("exit"), "{what}\n{log}");
            assert!(are_gone(&format!("sleep\u{0}{number}")), "{what}");
        }
    });
}

/// Where no filter stands, a program can take from its keeper what that needs.
fn a_keeper_that_fails_blames_no_bot() {
    if which("prlimit").is_none() {
        return skipped("a keeper that fails: there is no prlimit here");
    }
    for_each_user(|user| {
        if !user.has("processes") {
            return;
        }
        // An orphan that ends wakes the keeper.
        let script = "prlimit --pid 1 --nofile=0:0; (sleep 0.1 &); sleep 2";
        let command = ["launch", "--no-network", "--", "sh", "-c", script];
        let output = user.stickler(&command).output().expect("stickler starts");
        assert_eq!(output.status.code(), Some(2), "as {}: {}", user.name, said(&output));
        assert!(said(&output).contains("stickler: a room "), "as {}: {}", user.name, said(&output));
    });
}
