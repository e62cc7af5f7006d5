//! `bwrap`: where it is, what it can do on this machine, and the words by which it starts a program.

use super::Launch;
use super::control_groups::{GroupFolders, Groups, TASKS};
use super::covered_folders::Covers;
use super::filter::{Denials, Filter};
use super::limits::Limits;
use super::walls::{Files, Wall, WallReport, Walls};
use command_fds::{CommandFdExt, FdMapping};
use rustix::io::write;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, getuid};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use stickler::live::players::HarnessError;

/// The name of its program, which is also the name of its package but for the vowels.
const NAME: &str = "bwrap";
const MISSING: &str = "`bwrap` is not on the path: install the package `bubblewrap`";

/// The descriptors that it gets beside the three streams: where it says what has become of the program, and the filters.
pub(super) const STATUS: i32 = 3;
const FILTERS: i32 = 4;
/// The descriptor that the gate reads: a number of one digit, since shells know no others.
pub(super) const GO: i32 = 9;
/// The descriptor that the guard reads until the judge is gone.
pub(super) const ALIVE: i32 = 8;
const FILES: i32 = 10;
/// A guard beside bubblewrap, in its process group, which it ends when the judge is gone: if that happens at the start, bubblewrap
/// leaves a process that waits for ever.
const GUARD: &str =
    "(read -r end <&8; kill -9 0) </dev/null >/dev/null 2>&1 3>&- 9<&- & exec 8<&-; exec \"$@\"";
/// The first program of a room. It becomes the real one when it is told to, and ends if the judge is gone. Bubblewrap's own
/// `--block-fd` would go on then: the judge may end before the first process of the room is bound to end with it.
pub(super) const GATE: &str = "read -r go <&9 || exit 1; exec 9<&-; exec \"$@\"";

/// Skills of this version beyond what every room needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Skills {
    /// It keeps a program from making namespaces of users.
    ends_namespaces: bool,
    /// It makes a namespace of the network.
    has_network: bool,
    /// It covers folders, so that files are a program's own.
    covers: bool,
    /// It does so by laying a folder in memory over another one.
    overlays: bool,
}

/// It is asked for all of these, then for less and less.
const ALL: Skills = Skills {
    ends_namespaces: true,
    has_network: true,
    covers: true,
    overlays: true,
};
const PLAIN: Skills = Skills {
    overlays: false,
    ..ALL
};
const SHARING: Skills = Skills {
    covers: false,
    ..PLAIN
};
const TRIED: [Skills; 7] = [
    ALL,
    PLAIN,
    Skills {
        ends_namespaces: false,
        ..PLAIN
    },
    Skills {
        has_network: false,
        ..PLAIN
    },
    Skills {
        ends_namespaces: false,
        has_network: false,
        ..PLAIN
    },
    SHARING,
    Skills {
        ends_namespaces: false,
        has_network: false,
        ..SHARING
    },
];

/// How bubblewrap starts programs.
#[derive(Debug)]
pub struct Bubblewrap {
    program: PathBuf,
    walls: Walls,
    skills: Skills,
    covers: Covers,
    pub(super) filters: Vec<Filter>,
    pub(super) groups: Groups,
    pub(super) limits: Limits,
}

/// Where `bwrap` lies and its version, if it is on the path.
pub fn found() -> Option<(PathBuf, String)> {
    let folders = std::env::var_os("PATH")?;
    let program = std::env::split_paths(&folders)
        .map(|folder| folder.join(NAME))
        .find(|file| file.is_file())?;
    let said = Command::new(&program)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let version = String::from_utf8_lossy(&said.stdout)
        .trim()
        .trim_start_matches("bubblewrap ")
        .to_string();
    Some((program, version))
}

/// The way to start programs that has most of these walls, and which of them stand.
pub(super) fn within(walls: Walls) -> (Launch, WallReport) {
    let limits = Limits {
        cpu_time: walls.cpu_time,
        tasks: None,
    };
    if !walls.processes {
        return (Launch::Direct(limits), WallReport::default());
    }
    match Bubblewrap::find(walls) {
        Ok((bubblewrap, report)) => (Launch::Bubblewrap(Arc::new(bubblewrap)), report),
        Err(why) => (Launch::Direct(limits), WallReport::without(walls, &why)),
    }
}

impl Bubblewrap {
    /// Finds it and tries what it can do here. The error says why it makes no room.
    fn find(walls: Walls) -> Result<(Bubblewrap, WallReport), String> {
        let (program, _) = found().ok_or(MISSING)?;
        let limits = Limits {
            cpu_time: walls.cpu_time,
            tasks: None,
        };
        let (covers, groups) = (Covers::find(), Groups::new(GroupFolders::default()));
        let mut made = Bubblewrap {
            program,
            walls,
            skills: ALL,
            covers,
            filters: Vec::new(),
            groups,
            limits,
        };
        let files = made.try_skills()?;
        let mut report = WallReport::default();
        let has_memory = !walls.accounts || made.open_accounts(&mut report);
        let filtered = made.filter(Denials {
            calls: walls.privileges,
            sockets: walls.no_network,
            hidden_memory: !has_memory,
        });
        // A namespace of the network alone leaves sockets that have a path.
        let others = [
            (Wall::Processes, Ok(())),
            (Wall::Files, files),
            (Wall::Network, filtered.clone()),
            (Wall::Privileges, Ok(())),
            (Wall::Calls, filtered),
        ];
        others
            .into_iter()
            .filter(|(wall, _)| walls.wants(*wall))
            .for_each(|(wall, done)| report.note(wall, done));
        Ok((made, report))
    }

    /// Finds control groups, and notes which accounts there are; true if memory is counted.
    fn open_accounts(&mut self, report: &mut WallReport) -> bool {
        let mut places = GroupFolders::find();
        self.groups = Groups::new(places.clone());
        if let Err(why) = self.is_admitted() {
            places = GroupFolders {
                why_not: format!("no process can join a control group: {why}"),
                ..Default::default()
            };
            self.groups = Groups::new(places.clone());
        }
        places.tell(report);
        // The kernel counts the tasks of each room by itself, but not those of root.
        if places.tasks.is_none() && !getuid().is_root() {
            self.limits.tasks = Some(TASKS);
            report.0.retain(|(wall, _)| *wall != Wall::Tasks);
            report.note(Wall::Tasks, Ok(()));
        }
        places.memory.is_some()
    }

    /// Tries to put a process into a group, where there are groups.
    fn is_admitted(&self) -> std::io::Result<()> {
        let Some(group) = self.groups.lend() else {
            return Ok(());
        };
        let mut command = Command::new(&self.program);
        command
            .args(["--ro-bind", "/", "/", "--block-fd", "0", "--"])
            .arg(&self.program)
            .arg("--version");
        let mut waiting = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let admitted = group.admit(Pid::from_child(&waiting));
        // The end of its input lets it go on.
        drop(waiting.stdin.take());
        waiting.wait()?;
        self.groups.take_back(Some(group));
        admitted
    }

    fn filter(&mut self, denials: Denials) -> Result<(), String> {
        self.filters = Filter::all(denials)?;
        Ok(())
    }

    /// Takes the first skills with which it makes a room. Returns why files are not a program's own, if they are not.
    fn try_skills(&mut self) -> Result<Result<(), String>, String> {
        let own_files = self.walls.files == Files::Own;
        let mut refused = None;
        for skills in TRIED
            .into_iter()
            .filter(|skills| own_files || skills.covers && !skills.overlays)
        {
            self.skills = skills;
            match self.makes_a_room() {
                Ok(()) => {
                    return Ok(if skills.covers {
                        Ok(())
                    } else {
                        Err(refused.unwrap_or_default())
                    });
                }
                // An older version does not know overlays, which is no reason.
                Err(why) if !skills.overlays => refused = refused.or(Some(why)),
                Err(_) => {}
            }
        }
        Err(refused.unwrap_or_default())
    }

    /// Has it run itself in a room.
    fn makes_a_room(&self) -> Result<(), String> {
        let itself = self.program.to_string_lossy().into_owned();
        let cannot = |error: &dyn Display| format!("{itself}: {error}");
        let (mut command, files) = self.room(Command::new(&self.program), &[]);
        command
            .args(["--", &itself, "--version"])
            .stdin(Stdio::null());
        command.fd_mappings(files).map_err(|error| cannot(&error))?;
        let said = command.output().map_err(|error| cannot(&error))?;
        let text = String::from_utf8_lossy(&said.stderr).into_owned();
        let why = text
            .lines()
            .rev()
            .find(|line| !line.trim().is_empty())
            .unwrap_or("bwrap: it said nothing")
            .trim();
        if said.status.success() {
            Ok(())
        } else {
            Err(why.to_string())
        }
    }

    /// Its command for a room in which these words are to run, without them, and the descriptors that it reads.
    fn room(&self, mut command: Command, words: &[String]) -> (Command, Vec<FdMapping>) {
        command.args([
            "--unshare-user",
            "--unshare-pid",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
        ]);
        command.args(["--die-with-parent", "--new-session", "--cap-drop", "ALL"]);
        if self.walls.no_network && self.skills.has_network {
            command.arg("--unshare-net");
        }
        if self.skills.ends_namespaces {
            command.arg("--disable-userns");
        }
        let folders = self
            .covers
            .words(words, self.files(), self.skills.overlays, FILES);
        command.args(folders.words);
        let numbered = (FILES..).zip(folders.files);
        (
            command,
            numbered
                .map(|(child_fd, parent_fd)| FdMapping {
                    parent_fd,
                    child_fd,
                })
                .collect(),
        )
    }

    fn files(&self) -> Files {
        if self.skills.covers || self.walls.files != Files::Own {
            self.walls.files
        } else {
            Files::Shared
        }
    }

    /// The command that starts a program, and the descriptors that it reads, but for those of its status, the gate and the guard. `token`:
    /// what the gate is called by.
    pub(super) fn command(
        &self,
        words: &[String],
        token: &str,
    ) -> Result<(Command, Vec<FdMapping>), HarnessError> {
        let mut guarded = Command::new("/bin/sh");
        guarded.args(["-c", GUARD, "sh"]).arg(&self.program);
        let (mut command, mut fds) = self.room(guarded, words);
        command.arg("--json-status-fd").arg(STATUS.to_string());
        for (child_fd, filter) in (FILTERS..).zip(&self.filters) {
            command.arg("--add-seccomp-fd").arg(child_fd.to_string());
            let (parent_fd, to) = pipe_with(PipeFlags::CLOEXEC).map_err(std::io::Error::from)?;
            // A pipe holds 64 KB, and a filter is much smaller.
            write(&to, &filter.bytes()).map_err(std::io::Error::from)?;
            fds.push(FdMapping {
                parent_fd,
                child_fd,
            });
        }
        command
            .args(["--", "/bin/sh", "-c", GATE, token])
            .args(words);
        Ok((command, fds))
    }

    /// The folders that a program keeps in memory.
    pub(super) fn folders_in_memory(&self) -> impl Iterator<Item = &Path> {
        self.covers
            .in_memory()
            .filter(|_| self.files() == Files::Own)
    }
}
