//! The porter: a process that starts programs in rooms. The judge forks it while it has one thread.
//!
//! It prepares once what all rooms share: namespaces of the user, of the network and of mounts. For each program it forks a
//! process that makes a namespace of processes, and this one forks a keeper, the first process there.

use super::super::pipes::wait_for;
use super::files;
use super::filter::{Denials, Filter};
use super::keeper::{LaunchOrder, end_all, ends_of_children, keep, say};
use super::walls::{Files, Wall, WallReport, Walls};
use nix::sched::{CloneFlags, unshare};
use rustix::event::{PollFd, PollFlags};
use rustix::fd::{AsFd, OwnedFd};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, getgid, getppid, getuid, set_child_subreaper, set_dumpable_behavior,
    set_parent_process_death_signal, wait, waitpid,
};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, set_capabilities, set_capabilities_secure_bits,
};
use std::fs;
use std::io::IoSliceMut;
use std::mem::MaybeUninit;

/// Most bytes of a command.
pub(super) const LONGEST: usize = 128 << 10;
/// One end of the socket to the judge, three streams, and a file of each control group.
pub(super) const MOST_FDS: usize = 8;

/// What the rooms have in common.
pub(super) struct Porter {
    walls: Walls,
    standing: WallReport,
    filter: Option<Filter>,
    /// Whether a control group counts memory, and tasks.
    counts: [bool; 2],
    is_wrapped: bool,
    /// The folders that each room covers.
    folders: files::Folders,
}

fn in_words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Makes this process end with the process that forked it.
fn die_with(parent: Pid) {
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    if getppid() != Some(parent) {
        std::process::exit(1);
    }
}

impl Porter {
    /// Prepares what all rooms share. `counts`: whether a control group counts memory, and tasks.
    pub(super) fn new(walls: Walls, standing: WallReport, counts: [bool; 2], is_wrapped: bool) -> Porter {
        let mut porter =
            Porter { walls, standing, filter: None, counts, is_wrapped, folders: files::Folders::default() };
        porter.leave();
        porter.prepare_filter();
        porter
    }

    fn note(&mut self, wall: Wall, done: Result<(), String>) {
        if self.walls.wants(wall) {
            self.standing.note(wall, done);
        }
    }

    fn leave(&mut self) {
        let Walls { processes, files, no_network, privileges, .. } = self.walls;
        let has_mounts = processes || files != Files::Shared;
        let mut flags = CloneFlags::empty();
        flags.set(CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWUTS, has_mounts);
        flags.set(CloneFlags::CLONE_NEWNET, no_network);
        let needs_user = privileges || !flags.is_empty() && !getuid().is_root();
        let left = if needs_user { leave_as_oneself(flags) } else { unshare(flags).map_err(in_words) };
        let left = left.or_else(|why| match getuid().is_root() && !flags.is_empty() {
            // Root may do without a user namespace.
            true => unshare(flags).map_err(in_words).inspect(|()| self.note(Wall::Privileges, Err(why))),
            false => Err(why),
        });
        if files == Files::Own {
            // Before the seal, since the seal's own mounts are no folders of the user.
            match files::Folders::find() {
                Ok(folders) => self.folders = folders,
                Err(why) => self.note(Wall::Files, Err(why)),
            }
        }
        let sealed = left.clone().and_then(|()| if has_mounts { files::seal(files) } else { Ok(()) });
        self.note(Wall::Processes, left.clone());
        self.note(Wall::Files, sealed);
        self.note(Wall::Network, left.clone());
        self.note(Wall::Privileges, left);
    }

    fn prepare_filter(&mut self) {
        let Walls { privileges, no_network, .. } = self.walls;
        let hidden_memory = self.walls.accounts && !self.counts[0];
        if !privileges && !no_network && !hidden_memory {
            return;
        }
        match Filter::new(Denials { calls: privileges, sockets: no_network, hidden_memory }) {
            Ok(filter) => self.filter = Some(filter),
            Err(why) => self.note(Wall::Calls, Err(why)),
        }
    }

    /// Starts the programs that the judge sends, until the judge is gone.
    pub(super) fn serve(mut self, judge: &OwnedFd) -> Result<(), std::io::Error> {
        let ends = ends_of_children()?;
        loop {
            while let Ok(Some(_)) = ends.read_signal() {}
            while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
            let mut fds = [PollFd::new(judge, PollFlags::IN), PollFd::from_borrowed_fd(ends.as_fd(), PollFlags::IN)];
            wait_for(&mut fds, None)?;
            if fds[0].revents().is_empty() {
                continue;
            }
            let Some((words, mut fds)) = receive(judge)? else {
                // No process is left behind.
                while let Ok(Some(_)) = wait(WaitOptions::empty()) {}
                return Ok(());
            };
            if fds.is_empty() {
                continue;
            }
            let talk = fds.remove(0);
            let me = rustix::process::getpid();
            match fork::fork() {
                Ok(fork::Fork::Parent(_)) => {}
                Ok(fork::Fork::Child) => {
                    if let Err(why) = self.let_in(me, &talk, words, fds) {
                        say(&talk, &format!("trouble {why}"));
                    }
                    std::process::exit(0)
                }
                Err(error) => say(&talk, &format!("trouble {error}")),
            }
        }
    }

    /// Joins the control groups, makes a namespace of processes, and waits until the keeper there has ended.
    fn let_in(&mut self, porter: Pid, talk: &OwnedFd, words: String, mut fds: Vec<OwnedFd>) -> Result<(), String> {
        let mut streams = Vec::new();
        if !words.is_empty() && fds.len() >= 3 {
            streams = fds.drain(..3).collect();
        }
        for door in fds.drain(..) {
            let joined = rustix::io::write(&door, b"0\n").map(drop).map_err(in_words);
            self.note(Wall::Cpu, joined.clone());
            self.note(Wall::Memory, joined);
        }
        let has_room = self.walls.processes && self.standing.holds(Wall::Processes) && self.leave_processes();
        if !has_room {
            set_child_subreaper(Some(rustix::process::getpid())).map_err(in_words)?;
        } else {
            die_with(porter);
        }
        match fork::fork().map_err(in_words)? {
            fork::Fork::Child => {
                if has_room {
                    let _ = set_parent_process_death_signal(Some(Signal::KILL));
                }
                let kept = self.furnish(has_room).and_then(|()| self.admit(talk, words, streams, has_room));
                if let Err(why) = kept {
                    say(talk, &format!("trouble {why}"));
                }
                std::process::exit(0)
            }
            fork::Fork::Parent(keeper) => {
                say(talk, &format!("keeper {keeper}"));
                drop(streams);
                let _ = waitpid(Pid::from_raw(keeper), WaitOptions::empty());
                if !has_room {
                    end_all(false, |_, _| {});
                }
                Ok(())
            }
        }
    }

    /// Where no control group counts tasks, a user namespace does; but not for root.
    fn is_counted_by_user(&self) -> bool {
        !self.counts[1] && self.standing.holds(Wall::Privileges) && !getuid().is_root()
    }

    /// Makes a namespace of processes; true if the next child is its first process.
    fn leave_processes(&mut self) -> bool {
        let mut flags = CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWNS;
        flags.set(CloneFlags::CLONE_NEWIPC, self.filter.is_none() || !self.walls.privileges);
        let left = match self.is_counted_by_user() {
            true => leave_as_oneself(flags),
            false => unshare(flags).map_err(in_words),
        };
        self.note(Wall::Processes, left.clone());
        left.is_ok()
    }

    /// Prepares the room before the program starts.
    fn furnish(&mut self, has_room: bool) -> Result<(), String> {
        if has_room {
            self.note(Wall::Processes, files::own_processes(self.walls.files));
            if self.walls.files == Files::Own && self.standing.holds(Wall::Files) {
                self.note(Wall::Files, files::own_folders(&self.folders));
            }
        } else {
            set_child_subreaper(Some(rustix::process::getpid())).map_err(in_words)?;
            match self.walls.files {
                Files::ReadOnly if !self.standing.holds(Wall::Files) => {
                    self.standing.settle(Wall::Files, files::write_nothing());
                }
                Files::Own => self.note(Wall::Files, Err("there is no room for them".into())),
                _ => {}
            }
        }
        if self.walls.privileges {
            self.note(Wall::Privileges, give_up_privileges());
        }
        if self.walls.accounts && (self.counts[1] || self.is_counted_by_user()) {
            self.standing.settle(Wall::Tasks, Ok(()));
        }
        if let Some(filter) = &self.filter {
            let applied = filter.apply();
            self.note(Wall::Calls, applied.clone());
            if self.walls.no_network && applied.is_ok() {
                // Without sockets a program reaches nobody, whatever its namespace.
                self.standing.settle(Wall::Network, applied);
            }
        }
        set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(in_words)
    }

    /// Says which walls stand, or starts the program and keeps it.
    fn admit(&mut self, talk: &OwnedFd, words: String, streams: Vec<OwnedFd>, has_room: bool) -> Result<(), String> {
        let Ok(streams) = <[OwnedFd; 3]>::try_from(streams) else {
            say(talk, &format!("walls\n{}", self.standing.to_lines()));
            return Ok(());
        };
        let words = words.split('\0').map(str::to_string).collect();
        let tasks = (self.walls.accounts && self.is_counted_by_user()).then_some(super::accounts::TASKS);
        let talk = rustix::io::fcntl_dupfd_cloexec(talk, 3).map_err(in_words)?;
        keep(
            talk,
            LaunchOrder { words, streams, cpu_time: self.walls.cpu_time, tasks, is_wrapped: self.is_wrapped },
            has_room,
        )
        .map_err(in_words)
    }
}

/// Makes new namespaces, with one of users in which only this user is mapped, to itself.
fn leave_as_oneself(namespaces: CloneFlags) -> Result<(), String> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    unshare(CloneFlags::CLONE_NEWUSER | namespaces).map_err(|error| format!("no user namespace: {error}"))?;
    let map =
        |file: &str, text: String| fs::write(format!("/proc/self/{file}"), text).map_err(|e| format!("{file}: {e}"));
    map("setgroups", "deny".into())?;
    map("uid_map", format!("{user} {user} 1"))?;
    map("gid_map", format!("{group} {group} 1"))
}

/// Gives up all privileges for good: neither a set-user-ID program nor root gets any back.
fn give_up_privileges() -> Result<(), String> {
    rustix::thread::set_no_new_privs(true).map_err(in_words)?;
    let root_is_nobody = CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED;
    set_capabilities_secure_bits(root_is_nobody).map_err(in_words)?;
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none }).map_err(in_words)
}

/// A message with its descriptors; `None`: the other side is gone.
fn receive(from: &OwnedFd) -> Result<Option<(String, Vec<OwnedFd>)>, rustix::io::Errno> {
    let mut bytes = vec![0; LONGEST];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
    let mut beside = RecvAncillaryBuffer::new(&mut space);
    let mut slices = [IoSliceMut::new(&mut bytes)];
    let count = match recvmsg(from, &mut slices, &mut beside, RecvFlags::CMSG_CLOEXEC) {
        Err(rustix::io::Errno::INTR) => return Ok(Some((String::new(), Vec::new()))),
        received => received?.bytes,
    };
    let mut fds = Vec::new();
    for message in beside.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            fds.extend(rights);
        }
    }
    if count == 0 && fds.is_empty() {
        return Ok(None);
    }
    bytes.truncate(count);
    Ok(Some((String::from_utf8_lossy(&bytes).into_owned(), fds)))
}

/// Makes this process end with the judge, and detaches it from the terminal.
pub(super) fn begin(judge: Pid) {
    die_with(judge);
    if let Ok(null) = fs::File::options().read(true).write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(&null);
        let _ = rustix::stdio::dup2_stdout(&null);
        let _ = rustix::stdio::dup2_stderr(&null);
    }
}
