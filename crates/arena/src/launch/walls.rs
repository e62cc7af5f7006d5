//! Walls around a program: those that are wanted, and those that this machine gives.

use std::fmt;

/// Something that is kept from a program, or counted of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wall {
    /// It sees and signals only its own processes, and they all end with it and with the judge.
    Processes,
    /// The files that it writes are its own, and are gone with it.
    Files,
    /// It has no network.
    Network,
    /// It has no capabilities, gains none, and belongs to a user namespace that only bots have.
    Privileges,
    /// The system calls that no bot needs are refused.
    Calls,
    /// Its CPU time includes all processes that it ever had.
    Cpu,
    /// Its memory includes all its processes and its files in memory.
    Memory,
    /// The number of its processes and threads is limited.
    Tasks,
}

impl Wall {
    /// Every wall, in the order of reports.
    pub const ALL: [Wall; 8] = [
        Wall::Processes,
        Wall::Files,
        Wall::Network,
        Wall::Privileges,
        Wall::Calls,
        Wall::Cpu,
        Wall::Memory,
        Wall::Tasks,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].0
    }

    /// The things that it keeps out.
    pub fn keeps_out(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// The needs of this wall, and how to get them.
    pub fn needs(self) -> &'static str {
        TABLE[self as usize].2
    }
}

const ROOM: &str = "bubblewrap: install the package `bubblewrap`. It wants user namespaces: kernel.unprivileged_userns_clone=1 and user.max_user_namespaces above 0; on Ubuntu also kernel.apparmor_restrict_unprivileged_userns=0";
const FILTER: &str =
    "bubblewrap, and a kernel with CONFIG_SECCOMP_FILTER, on x86_64, aarch64 or riscv64";
const GROUP: &str = "bubblewrap and a control group: run as root, or with `systemd-run --user --scope -p Delegate=yes stickler ...`";

/// The name of each wall, what it keeps out, and what it needs.
const TABLE: [(&str, &str, &str); 8] = [
    (
        "processes",
        "looks and signals at other programs and the judge; processes that outlive the match",
        ROOM,
    ),
    (
        "files",
        "files that others see, and changes of what is there",
        ROOM,
    ),
    (
        "network",
        "connections, to the outside and to programs of this machine",
        FILTER,
    ),
    (
        "privileges",
        "what only root may, and looks into the memory of others",
        ROOM,
    ),
    (
        "calls",
        "mounts, namespaces, kernel modules, tracing of the system",
        FILTER,
    ),
    ("cpu", "CPU time in children that nobody waits for", GROUP),
    (
        "memory",
        "memory in many processes, and in files in memory",
        GROUP,
    ),
    (
        "tasks",
        "processes and threads without end",
        "bubblewrap, with a control group or any user but root",
    ),
];

/// Where a program's files go that it writes in the current folder, and in those for temporary files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Files {
    /// This bot alone sees its files, and they end with it
    Own,
    /// All bots see them, and they stay
    #[default]
    Shared,
    /// Nowhere: nothing can be written.
    ReadOnly,
}

/// The walls that are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walls {
    /// A process room of its own.
    pub processes: bool,
    /// Where its files go.
    pub files: Files,
    /// No network.
    pub no_network: bool,
    /// No privileges, and a filter of system calls.
    pub privileges: bool,
    /// Accounts of a control group.
    pub accounts: bool,
    /// The limit of CPU time in seconds.
    pub cpu_time: Option<u64>,
}

impl Walls {
    /// No wall: for one's own bot.
    pub const NONE: Walls = Walls {
        processes: false,
        files: Files::Shared,
        no_network: false,
        privileges: false,
        accounts: false,
        cpu_time: None,
    };

    /// All walls: for bots of strangers.
    pub const ALL: Walls = Walls {
        processes: true,
        files: Files::Own,
        no_network: true,
        privileges: true,
        accounts: true,
        cpu_time: None,
    };

    /// True for a wall that is wanted.
    pub fn wants(&self, wall: Wall) -> bool {
        match wall {
            Wall::Processes => self.processes,
            Wall::Files => self.files != Files::Shared,
            Wall::Network => self.no_network,
            Wall::Privileges | Wall::Calls => self.privileges,
            Wall::Cpu | Wall::Memory | Wall::Tasks => self.accounts,
        }
    }
}

/// Which of the wanted walls stand, and why others do not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WallReport(pub Vec<(Wall, Result<(), String>)>);

impl WallReport {
    #[cfg(target_os = "linux")]
    /// Notes whether a wall stands. A failure is never overwritten by a later success.
    pub(super) fn note(&mut self, wall: Wall, done: Result<(), String>) {
        match self.0.iter_mut().find(|(noted, _)| *noted == wall) {
            Some((_, before)) if before.is_ok() => *before = done,
            Some(_) => {}
            None => self.0.push((wall, done)),
        }
        self.0.sort_by_key(|(wall, _)| *wall);
    }

    /// The report where none of these walls stands, for one reason.
    pub(super) fn without(walls: Walls, why: &str) -> WallReport {
        let missing = |wall| (wall, Err(why.to_string()));
        WallReport(
            Wall::ALL
                .into_iter()
                .filter(|wall| walls.wants(*wall))
                .map(missing)
                .collect(),
        )
    }

    /// The walls that are missing, with their reasons.
    pub fn missing(&self) -> impl Iterator<Item = (Wall, &str)> {
        self.0
            .iter()
            .filter_map(|(wall, done)| Some((*wall, done.as_ref().err()?.as_str())))
    }

    /// True for a wall that stands.
    pub fn holds(&self, wall: Wall) -> bool {
        self.0.contains(&(wall, Ok(())))
    }
}

/// `processes, files; not memory: no control group`.
impl fmt::Display for WallReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holds: Vec<&str> = self
            .0
            .iter()
            .filter(|(_, done)| done.is_ok())
            .map(|(wall, _)| wall.name())
            .collect();
        f.write_str(if holds.is_empty() { "none" } else { "" })?;
        f.write_str(&holds.join(", "))?;
        // Walls that are missing for the same reason are listed together.
        let mut missing: Vec<(&str, Vec<&str>)> = Vec::new();
        for (wall, why) in self.missing() {
            match missing.iter_mut().find(|(other, _)| *other == why) {
                Some((_, walls)) => walls.push(wall.name()),
                None => missing.push((why, vec![wall.name()])),
            }
        }
        missing
            .iter()
            .try_for_each(|(why, walls)| write!(f, "; not {}: {why}", walls.join(", ")))
    }
}
