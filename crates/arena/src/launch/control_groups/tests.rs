//! Parts of `arena/launch/control_groups.rs`: control groups, with plain folders and files in the kernel's stead.

use crate::launch::control_groups::{Group, GroupFolder, GroupFolders, ancestors, candidates};
use crate::launch::{Wall, WallReport};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A folder that is gone when the test is over.
struct Scratch(tempfile::TempDir);

impl std::ops::Deref for Scratch {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

fn scratch() -> Scratch {
    Scratch(tempfile::tempdir().expect("a folder"))
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

const FIRST: &str = "12:name=systemd:/\n11:pids:/user.slice\n5:cpu,cpuacct:/\n4:memory:/judge/one\n0::/user.slice\n";
const FIRST_MOUNTS: &str = "22 27 0:21 / /proc rw,relatime - proc proc rw
33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:9 - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 /judge /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
";

fn folders(places: &[GroupFolder]) -> Vec<String> {
    places
        .iter()
        .map(|place| format!("{} {}", place.is_second, place.folder.display()))
        .collect()
}

#[test]
fn a_folder_of_the_first_version_is_found() {
    let found = |controller| folders(&candidates(FIRST, FIRST_MOUNTS, controller));
    assert_eq!(found("pids"), ["false /sys/fs/cgroup/pids/user.slice"]);
    assert_eq!(found("cpuacct"), ["false /sys/fs/cgroup/cpu,cpuacct/"]);
    // Of this hierarchy a container sees a part.
    assert_eq!(found("memory"), ["false /sys/fs/cgroup/memory/one"]);
    // Hierarchies that are not mounted, and one that has a name and no controller.
    for controller in ["cpuset", "systemd", "mem"] {
        assert_eq!(found(controller), [""; 0]);
    }
}

#[test]
fn folders_of_the_second_version_are_found() {
    let mounts = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
    let found = folders(&ancestors("0::/user.slice/a.scope\n", mounts));
    let all = [
        "true /sys/fs/cgroup/user.slice/a.scope",
        "true /sys/fs/cgroup/user.slice",
        "true /sys/fs/cgroup/",
    ];
    assert_eq!(found, all.map(|folder| folder.trim_end_matches('/')));
    assert_eq!(folders(&ancestors("4:memory:/\n", mounts)), [""; 0]);
    assert_eq!(folders(&ancestors("0::/\n", FIRST_MOUNTS)), [""; 0]);
}

#[test]
fn a_folder_of_the_second_version_counts_what_is_enabled_in_it() {
    let folder = scratch();
    fs::create_dir_all(folder.join("slice/scope")).expect("folders");
    fs::write(folder.join("slice/cgroup.subtree_control"), "cpu memory\n").expect("written");
    fs::write(folder.join("slice/scope/cgroup.subtree_control"), "\n").expect("written");
    let mounts = format!(
        "30 23 0:26 / {} rw - cgroup2 cgroup2 rw\n",
        folder.display()
    );
    let found = |controller| folders(&candidates("0::/slice/scope\n", &mounts, controller));
    assert_eq!(
        found("memory"),
        [format!("true {}/slice", folder.display())]
    );
    assert_eq!(found("pids"), [""; 0]);
}

/// In plain folders no group can be made, since nobody can join it; but what was left there goes.
#[test]
fn groups_of_judges_that_are_gone_are_removed() {
    let folder = scratch();
    let ours = format!("stickler-{}-1", std::process::id());
    for name in [
        "stickler-4194999-1",
        "stickler-4194999-27",
        &ours,
        "stickler-notes",
        "other-4194999-1",
    ] {
        fs::create_dir(folder.join(name)).expect("a folder");
    }
    let place = GroupFolder {
        folder: folder.to_path_buf(),
        is_second: true,
    };
    assert!(place.is_usable().is_err());
    let names = fs::read_dir(&*folder)
        .expect("there")
        .flatten()
        .map(|entry| entry.file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["other-4194999-1", &ours, "stickler-notes"]);
    assert!(
        GroupFolder {
            folder: folder.join("missing"),
            is_second: true
        }
        .is_usable()
        .is_err()
    );
}

fn place(folder: &Path, name: &str, is_second: bool) -> Option<GroupFolder> {
    let folder = folder.join(name);
    fs::create_dir_all(&folder).expect("a folder");
    Some(GroupFolder { folder, is_second })
}

#[test]
fn accounts_that_are_missing_have_their_reason() {
    let folder = scratch();
    let places = GroupFolders {
        memory: place(&folder, "memory", false),
        why_not: "nobody may".into(),
        ..GroupFolders::default()
    };
    let mut standing = WallReport::default();
    places.tell(&mut standing);
    let missing: Vec<(Wall, &str)> = standing.missing().collect();
    assert_eq!(
        missing,
        [(Wall::Cpu, "nobody may"), (Wall::Tasks, "nobody may")]
    );
    assert!(standing.holds(Wall::Memory));
}

/// One hierarchy for all, as in the second version, or one for each, as in the first.
fn places(is_second: bool) -> (Scratch, GroupFolders) {
    let folder = scratch();
    let names = if is_second {
        ["all"; 3]
    } else {
        ["cpuacct", "memory", "pids"]
    };
    let [cpu, memory, tasks] = names.map(|name| place(&folder, name, is_second));
    (
        folder,
        GroupFolders {
            cpu,
            memory,
            tasks,
            why_not: String::new(),
        },
    )
}

/// A group with the folders of its accounts.
fn group(is_second: bool, number: u64) -> (Scratch, Group, [std::path::PathBuf; 3]) {
    let (folder, places) = places(is_second);
    let group = places.group(number).expect("a group");
    let name = format!("stickler-{}-{number}", std::process::id());
    let folders = [&places.cpu, &places.memory, &places.tasks]
        .map(|place| place.as_ref().expect("there").folder.join(&name));
    (folder, group, folders)
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("written");
    }
}

#[test]
fn a_group_is_where_there_is_a_place() {
    assert!(GroupFolders::default().group(1).is_none());
    let (folder, all) = places(false);
    let name = |number| format!("stickler-{}-{number}", std::process::id());
    for (number, only) in [
        GroupFolders {
            cpu: all.cpu.clone(),
            ..GroupFolders::default()
        },
        GroupFolders {
            memory: all.memory.clone(),
            ..GroupFolders::default()
        },
        GroupFolders {
            tasks: all.tasks.clone(),
            ..GroupFolders::default()
        },
    ]
    .into_iter()
    .enumerate()
    {
        assert!(only.group(number as u64).is_some());
        let made =
            ["cpuacct", "memory", "pids"].map(|kind| folder.join(kind).join(name(number)).exists());
        assert_eq!(made, [0, 1, 2].map(|kind| kind == number));
    }
    assert_eq!(
        text(&folder.join("pids").join(name(2)).join("pids.max")),
        "512"
    );
    // One of this number that is there already is taken; where none can be made, there is none.
    assert!(
        GroupFolders {
            cpu: all.cpu.clone(),
            ..GroupFolders::default()
        }
        .group(0)
        .is_some()
    );
    let gone = Some(GroupFolder {
        folder: folder.join("gone"),
        is_second: true,
    });
    assert!(
        GroupFolders {
            cpu: gone.clone(),
            memory: gone.clone(),
            tasks: gone,
            why_not: String::new()
        }
        .group(1)
        .is_none()
    );
}

#[test]
fn the_second_version_is_read() {
    let (_folder, group, [folder, ..]) = group(true, 4);
    assert_eq!(
        (group.cpu(), group.memory(), group.outgrown()),
        (None, None, None)
    );
    write(
        &folder,
        &[
            (
                "cpu.stat",
                "usage_usec 1500000\nuser_usec 1000000\nsystem_usec 500000\n",
            ),
            ("memory.stat", "anon 1000\nfile 5000\nshmem 24\nrss 7\n"),
            ("memory.events", "low 0\noom 2\noom_kill 0\n"),
            ("memory.peak", "123456\n"),
        ],
    );
    assert_eq!(
        (group.cpu(), group.memory(), group.outgrown()),
        (Some(Duration::from_millis(1500)), Some(1024), None)
    );
    write(&folder, &[("memory.events", "low 0\noom 2\noom_kill 1\n")]);
    assert_eq!(group.outgrown(), Some(123_456));
}

#[test]
fn the_first_version_is_read() {
    let (_folder, group, [cpu, memory, _]) = group(false, 4);
    // As new: the kernel forgets its mark when it is told to.
    assert_eq!(text(&memory.join("memory.max_usage_in_bytes")), "0");
    write(&cpu, &[("cpuacct.usage", "1500000000\n")]);
    write(
        &memory,
        &[
            (
                "memory.stat",
                "cache 5000\nrss 1000\nanon 7\nshmem 24\ntotal_rss 99\n",
            ),
            (
                "memory.oom_control",
                "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n",
            ),
            ("memory.max_usage_in_bytes", "123456\n"),
        ],
    );
    assert_eq!(
        (group.cpu(), group.memory(), group.outgrown()),
        (Some(Duration::from_millis(1500)), Some(1024), None)
    );
    write(
        &memory,
        &[(
            "memory.oom_control",
            "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n",
        )],
    );
    assert_eq!(group.outgrown(), Some(123_456));
}

#[test]
fn a_group_begins_anew_with_every_program() {
    let (_folder, mut group, [folder, ..]) = group(true, 4);
    let uses = |usec: u64, kills: u64| {
        write(
            &folder,
            &[
                ("cpu.stat", &format!("usage_usec {usec}\n")),
                ("memory.events", &format!("oom_kill {kills}\n")),
            ],
        );
        write(&folder, &[("memory.peak", "9\n")]);
    };
    for (before, kills) in [(0, 0), (700, 1), (900, 3)] {
        uses(before, kills);
        group.renew();
        assert_eq!(
            (group.cpu(), group.outgrown()),
            (Some(Duration::ZERO), None)
        );
        uses(before + 40, kills);
        assert_eq!(
            (group.cpu(), group.outgrown()),
            (Some(Duration::from_micros(40)), None)
        );
        uses(before + 40, kills + 1);
        assert_eq!(group.outgrown(), Some(9));
    }
    // The second version has no mark to forget.
    assert!(!folder.join("memory.max_usage_in_bytes").exists());
}

/// The kernel's own part comes on top of it.
#[test]
fn a_limit_is_set_once() {
    const MEGABYTE: u64 = 1 << 20;
    for (is_second, files) in [
        (true, &["memory.max"][..]),
        (
            false,
            &["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"],
        ),
    ] {
        let (_folder, mut group, [_, folder, _]) = group(is_second, 4);
        for (limit, set) in [(100, Some(116)), (100, None), (50, Some(66))] {
            let _ = files
                .iter()
                .map(|file| fs::remove_file(folder.join(file)))
                .collect::<Vec<_>>();
            group.limit_memory(limit * MEGABYTE);
            for file in files {
                let held = fs::read_to_string(folder.join(file)).ok();
                assert_eq!(
                    held,
                    set.map(|set: u64| (set * MEGABYTE).to_string()),
                    "{file}, {limit}"
                );
            }
        }
        assert_eq!(
            fs::read_to_string(folder.join("memory.swap.max")).ok(),
            is_second.then(|| "0".to_string())
        );
        group.limit_memory(u64::MAX - 1);
        assert_eq!(text(&folder.join(files[0])), u64::MAX.to_string());
    }
}

#[test]
fn a_process_is_admitted_in_every_hierarchy() {
    let oneself = rustix::process::getpid();
    for is_second in [true, false] {
        let (_folder, group, folders) = group(is_second, 4);
        group.admit(oneself).expect("written");
        for folder in folders {
            assert_eq!(text(&folder.join("cgroup.procs")), oneself.to_string());
        }
    }
}

#[test]
fn a_group_that_somebody_is_in_stays() {
    for is_second in [true, false] {
        let (_folder, group, folders) = group(is_second, 4);
        let empty = |folder: &Path| {
            for left in fs::read_dir(folder).into_iter().flatten().flatten() {
                fs::remove_file(left.path()).expect("removed");
            }
        };
        folders.iter().for_each(|folder| empty(folder));
        write(&folders[1], &[("somebody", "")]);
        assert!(!group.remove());
        assert!(folders[1].exists() && (is_second || !folders[0].exists() && !folders[2].exists()));
        empty(&folders[1]);
        assert!(group.remove() && folders.iter().all(|folder| !folder.exists()));
        assert!(group.remove(), "it is gone");
    }
}
