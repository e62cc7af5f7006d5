//! Control groups: by these the kernel counts what all processes of a program use, and enforces limits.

use super::walls::{Wall, WallReport};
use crate::system::soon;
use crate::threads::locked;
use rustix::process::Pid;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// Processes and threads that a program may have.
pub(super) const TASKS: u64 = 512;
/// The kernel's count includes its own memory, so its limit is this much higher. Looks at resident memory enforce the limit
/// itself.
const SLACK: u64 = 16 << 20;
/// How long the last processes of the groups may take to end.
const GOING: Duration = Duration::from_secs(3);

/// The folders in which groups can be made, one for each kind of account.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupFolders {
    /// CPU time.
    pub cpu: Option<GroupFolder>,
    /// Memory.
    pub memory: Option<GroupFolder>,
    /// Processes and threads.
    pub tasks: Option<GroupFolder>,
    /// The reason, where one is missing.
    pub why_not: String,
}

/// A folder of groups, in the first version of control groups or in the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GroupFolder {
    /// Its path.
    pub folder: PathBuf,
    /// True for the second version.
    pub is_second: bool,
}

impl GroupFolders {
    /// Finds the accounts that this process may use. Removes groups of judges that are gone.
    pub(super) fn find() -> GroupFolders {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let (own, mounts) = (read("/proc/self/cgroup"), read("/proc/self/mountinfo"));
        let mut why_not = "there is no control group".to_string();
        let mut usable = |folders: Vec<GroupFolder>| {
            let tried: Vec<_> = folders
                .into_iter()
                .map(|place| (place.is_usable(), place))
                .collect();
            if let Some((Err(why), place)) = tried.first() {
                why_not = format!(
                    "no control group can be made in {}: {why}",
                    place.folder.display()
                );
            }
            tried
                .into_iter()
                .find_map(|(usable, place)| usable.is_ok().then_some(place))
        };
        let memory = usable(candidates(&own, &mounts, "memory"));
        let tasks = usable(candidates(&own, &mounts, "pids"));
        // The second version always counts CPU time.
        let counted = memory.iter().filter(|place| place.is_second).cloned();
        let cpu = usable(
            counted
                .chain(candidates(&own, &mounts, "cpuacct"))
                .collect(),
        );
        let cpu = cpu.or_else(|| usable(ancestors(&own, &mounts)));
        GroupFolders {
            cpu,
            memory,
            tasks,
            why_not,
        }
    }

    /// Notes which accounts there are.
    pub(super) fn tell(&self, standing: &mut WallReport) {
        for (wall, place) in [
            (Wall::Cpu, &self.cpu),
            (Wall::Memory, &self.memory),
            (Wall::Tasks, &self.tasks),
        ] {
            standing.note(
                wall,
                place
                    .as_ref()
                    .map(|_| ())
                    .ok_or_else(|| self.why_not.clone()),
            );
        }
    }

    /// A new group of this number; `None` where there is no place for any.
    pub(super) fn group(&self, number: u64) -> Option<Group> {
        let name = format!("{NAME}{}-{number}", std::process::id());
        let made = |place: &Option<GroupFolder>| {
            let place = place.as_ref()?;
            let folder = place.folder.join(&name);
            match fs::create_dir(&folder) {
                Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => None,
                _ => Some(GroupFolder {
                    folder,
                    is_second: place.is_second,
                }),
            }
        };
        let [cpu, memory, tasks] = [&self.cpu, &self.memory, &self.tasks].map(made);
        if cpu.is_none() && memory.is_none() && tasks.is_none() {
            return None;
        }
        let mut group = Group {
            cpu,
            memory,
            tasks,
            used: Duration::ZERO,
            killed: 0,
            limit: u64::MAX,
        };
        if let Some(tasks) = &group.tasks {
            tasks.set("pids.max", &TASKS.to_string());
        }
        group.renew();
        Some(group)
    }
}

const NAME: &str = "stickler-";

impl GroupFolder {
    /// Tries to make a group here, after removing those of judges that are gone.
    pub(super) fn is_usable(&self) -> Result<(), std::io::Error> {
        for left in fs::read_dir(&self.folder)?.flatten() {
            let name = left.file_name().to_string_lossy().into_owned();
            let judge = name
                .strip_prefix(NAME)
                .and_then(|rest| rest.split_once('-'))
                .map(|(judge, _)| judge.to_string());
            if judge.is_some_and(|judge| !Path::new("/proc").join(judge).exists()) {
                let _ = fs::remove_dir(left.path());
            }
        }
        let probe = self
            .folder
            .join(format!("{NAME}{}-probe", std::process::id()));
        fs::create_dir(&probe)?;
        let joined = fs::OpenOptions::new()
            .write(true)
            .open(probe.join("cgroup.procs"))
            .map(drop);
        fs::remove_dir(&probe)?;
        joined
    }

    fn number(&self, file: &str) -> Option<u64> {
        fs::read_to_string(self.folder.join(file))
            .ok()?
            .trim()
            .parse()
            .ok()
    }

    /// The number beside a name, in a file of names and numbers.
    fn entry(&self, file: &str, name: &str) -> Option<u64> {
        let text = fs::read_to_string(self.folder.join(file)).ok()?;
        text.lines().find_map(|line| {
            line.strip_prefix(name)?
                .strip_prefix(' ')?
                .trim()
                .parse()
                .ok()
        })
    }

    fn set(&self, file: &str, value: &str) {
        // If the limit cannot be set, looks alone enforce it.
        let _ = fs::write(self.folder.join(file), value);
    }
}

/// The folders in which a controller counts this process, from the texts of `/proc/self/cgroup` and `/proc/self/mountinfo`.
pub(super) fn candidates(own: &str, mounts: &str, controller: &str) -> Vec<GroupFolder> {
    let counts = |place: &GroupFolder| {
        let enabled =
            fs::read_to_string(place.folder.join("cgroup.subtree_control")).unwrap_or_default();
        enabled.split_whitespace().any(|name| name == controller)
    };
    first(own, mounts, controller)
        .into_iter()
        .chain(ancestors(own, mounts).into_iter().filter(counts))
        .collect()
}

/// The folder of this process in the hierarchy of one controller, in the first version.
fn first(own: &str, mounts: &str, controller: &str) -> Option<GroupFolder> {
    let has = |list: &str| list.split(',').any(|name| name == controller);
    let path = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        Some(fields.next().filter(|list| has(list))?).and(fields.next())
    })?;
    let folder = mounts.lines().find_map(|line| {
        let (mount, system) = line.split_once(" - cgroup ")?;
        has(system.split(' ').nth(1)?).then_some(())?;
        Some(below(mount, path))
    })?;
    Some(GroupFolder {
        folder,
        is_second: false,
    })
}

/// The folder of this process, and those above it, in the second version.
pub(super) fn ancestors(own: &str, mounts: &str) -> Vec<GroupFolder> {
    let path = own.lines().find_map(|line| line.strip_prefix("0::"));
    let mount = mounts
        .lines()
        .find_map(|line| Some(line.split_once(" - cgroup2 ")?.0));
    let (Some(path), Some(mount)) = (path, mount) else {
        return Vec::new();
    };
    let (top, folder) = (below(mount, ""), below(mount, path));
    let folders = folder
        .ancestors()
        .take_while(|folder| folder.starts_with(&top));
    folders
        .map(|folder| GroupFolder {
            folder: folder.into(),
            is_second: true,
        })
        .collect()
}

/// A group's path below the mount of its hierarchy, which may show only a part of the hierarchy.
fn below(mount: &str, path: &str) -> PathBuf {
    let mut fields = mount.split(' ').skip(3);
    let (root, point) = (fields.next().unwrap_or("/"), fields.next().unwrap_or("/"));
    let path = path.strip_prefix(root).unwrap_or(path);
    Path::new(point).join(path.trim_start_matches('/'))
}

/// The accounts of one program.
#[derive(Debug)]
pub(super) struct Group {
    cpu: Option<GroupFolder>,
    memory: Option<GroupFolder>,
    tasks: Option<GroupFolder>,
    /// The CPU time of the earlier programs of this group.
    used: Duration,
    killed: u64,
    /// The limit of memory that is set.
    limit: u64,
}

impl Group {
    /// Resets it for the next program.
    pub(super) fn renew(&mut self) {
        if let Some(memory) = self.memory.as_ref().filter(|memory| !memory.is_second) {
            memory.set("memory.max_usage_in_bytes", "0");
        }
        self.used += self.cpu().unwrap_or_default();
        self.killed += self.kills();
    }

    fn folders(&self) -> Vec<&GroupFolder> {
        let mut folders: Vec<&GroupFolder> = [&self.cpu, &self.memory, &self.tasks]
            .into_iter()
            .flatten()
            .collect();
        folders.dedup();
        folders
    }

    /// True for a process that is in it. A process begins in the group of its parent.
    pub(super) fn has(&self, process: Pid) -> bool {
        let groups = fs::read_to_string(format!("/proc/{process}/cgroup")).unwrap_or_default();
        let folders = self.folders();
        let name = folders.first().and_then(|place| place.folder.file_name());
        let is_own = |line: &&str| Path::new(line).file_name() == name;
        groups.lines().filter(is_own).count() == folders.len()
    }

    /// Puts a process into it, with all that this one starts from now on.
    pub(super) fn admit(&self, process: Pid) -> std::io::Result<()> {
        self.folders()
            .into_iter()
            .try_for_each(|place| fs::write(place.folder.join("cgroup.procs"), process.to_string()))
    }

    /// CPU time of everything that was ever in it.
    pub(super) fn cpu(&self) -> Option<Duration> {
        let place = self.cpu.as_ref()?;
        let all = match place.is_second {
            true => Duration::from_micros(place.entry("cpu.stat", "usage_usec")?),
            false => Duration::from_nanos(place.number("cpuacct.usage")?),
        };
        Some(all.saturating_sub(self.used))
    }

    /// Bytes that its processes and its files in memory take now.
    pub(super) fn memory(&self) -> Option<u64> {
        let place = self.memory.as_ref()?;
        let names = [if place.is_second { "anon" } else { "rss" }, "shmem"];
        let text = fs::read_to_string(place.folder.join("memory.stat")).ok()?;
        let entries = text
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter(|(name, _)| names.contains(name));
        Some(
            entries
                .filter_map(|(_, bytes)| bytes.parse::<u64>().ok())
                .sum(),
        )
    }

    /// The kernel kills the process that takes more than this.
    pub(super) fn limit_memory(&mut self, bytes: u64) {
        let Some(place) = self.memory.as_ref().filter(|_| self.limit != bytes) else {
            return;
        };
        self.limit = bytes;
        let limit = bytes.saturating_add(SLACK).to_string();
        if place.is_second {
            place.set("memory.swap.max", "0");
            place.set("memory.max", &limit);
        } else {
            // One limit may never exceed the other, so the first write fails where it would.
            place.set("memory.limit_in_bytes", &limit);
            place.set("memory.memsw.limit_in_bytes", &limit);
            place.set("memory.limit_in_bytes", &limit);
        }
    }

    /// The highest memory that it had, if the kernel has killed a process for that.
    pub(super) fn outgrown(&self) -> Option<u64> {
        let place = self.memory.as_ref().filter(|_| self.kills() > 0)?;
        place.number(if place.is_second {
            "memory.peak"
        } else {
            "memory.max_usage_in_bytes"
        })
    }

    fn kills(&self) -> u64 {
        let Some(place) = &self.memory else { return 0 };
        let file = if place.is_second {
            "memory.events"
        } else {
            "memory.oom_control"
        };
        place
            .entry(file, "oom_kill")
            .unwrap_or(0)
            .saturating_sub(self.killed)
    }

    /// Removes it; false while processes are in it.
    pub(super) fn remove(&self) -> bool {
        let gone =
            |place: &GroupFolder| fs::remove_dir(&place.folder).is_ok() || !place.folder.exists();
        [&self.cpu, &self.memory, &self.tasks]
            .into_iter()
            .flatten()
            .filter(|place| !gone(place))
            .count()
            == 0
    }
}

/// The groups of this process: a program gets one that is empty, and gives it back.
#[derive(Debug)]
pub(super) struct Groups {
    places: GroupFolders,
    /// The empty ones, and the number of all that were made.
    made: Mutex<(Vec<Group>, u64)>,
}

impl Groups {
    pub(super) fn new(places: GroupFolders) -> Groups {
        Groups {
            places,
            made: Mutex::default(),
        }
    }

    /// A group for a program; `None` where there is no place for any.
    pub(super) fn lend(&self) -> Option<Group> {
        let mut made = locked(&self.made);
        let (empty, number) = &mut *made;
        if let Some(mut group) = empty.pop() {
            group.renew();
            return Some(group);
        }
        *number += 1;
        self.places.group(*number)
    }

    pub(super) fn take_back(&self, group: Option<Group>) {
        locked(&self.made).0.extend(group);
    }
}

impl Drop for Groups {
    fn drop(&mut self) {
        let groups = std::mem::take(&mut *locked(&self.made)).0;
        // A group can be removed once its last process has ended.
        soon(GOING, || {
            groups.iter().filter(|group| !group.remove()).count() == 0
        });
    }
}

#[cfg(test)]
mod tests;
