//! A program in the room that bubblewrap made for it.
//!
//! Two processes of bubblewrap hold a room. The outer one is a child of this process, and ends when the program does. The inner
//! one is the first process of the room: it inherits orphans, and the kernel ends all others with it.

use super::bubblewrap::{ALIVE, Bubblewrap, GATE, GO, STATUS};
use super::control_groups::Group;
use crate::child_process::Pipes;
use crate::cpu_tally::CpuTally;
use crate::linux_process::{children, cpu_of_process, descendants, is_exiting};
use crate::orphans::unguessable;
use crate::pipes::is_ready;
use crate::process_players::is_interrupted;
use crate::running_program::{ExitReport, ProgramHandle};
use crate::system::{reaped, resident, soon, streams, unbuffer_nothing};
use command_fds::{CommandFdExt, FdMapping};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::statvfs;
use rustix::io::{Errno, read, write};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, kill_process_group, pidfd_open,
    set_child_subreaper, waitpgid, waitpid,
};
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stickler::live::players::HarnessError;
use stickler::referee::Death;

/// How long it may take to make a room, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The time between two looks at a room that is being made.
const LOOK: Duration = Duration::from_millis(50);
/// How long the processes of a room may take to end once they are told to.
const END: Duration = Duration::from_secs(15);
/// How long bubblewrap may take to say that a program has ended.
const AFTERMATH: Duration = Duration::from_secs(1);
/// No bot can cause this: it sees no process outside its room.
const LOST: &str = "a process of bubblewrap, which keeps a bot in its room, was ended or stopped from outside. No bot is to \
                    blame; play the game again. Had the machine too little memory?";
/// Exit codes above this one stand for a signal, as in a shell.
const SIGNALS: i32 = 128;

/// A program in its room.
#[derive(Debug)]
pub(super) struct Room {
    by: Arc<Bubblewrap>,
    /// The outer process, which ends with the program.
    outer: Child,
    /// Where bubblewrap tells of the program; it ends if nobody listens.
    _status: OwnedFd,
    /// The pipe of the guard: it ends the room when this is closed.
    _alive: OwnedFd,
    group: Option<Group>,
    tally: CpuTally,
    begun: RunningRoom,
}

/// A room whose program has begun.
#[derive(Debug)]
struct RunningRoom {
    /// The end of the outer process.
    pidfd: OwnedFd,
    /// The first process of the room.
    first: Pid,
    /// The program itself; `None`: it has ended already.
    leader: Option<Pid>,
    /// The CPU time that the room took before the program began.
    before: Duration,
    /// The bytes of the files that were copied into it.
    copied: u64,
}

/// A room that is being made.
struct Making {
    by: Arc<Bubblewrap>,
    words: Vec<String>,
    outer: Child,
    status: OwnedFd,
    heard: Vec<u8>,
    go: OwnedFd,
    alive: OwnedFd,
    /// The name of the room's gate.
    token: String,
    group: Option<Group>,
    is_refused: bool,
}

/// Why a room was not made; without an error, bubblewrap or the gate says why on standard error.
type RoomRefusal = Option<HarnessError>;

impl Room {
    /// Starts programs side by side, and returns each with the other ends of its streams.
    pub(super) fn start(
        by: &Arc<Bubblewrap>,
        programs: &[&[String]],
    ) -> Result<Vec<(Room, Pipes)>, HarnessError> {
        let started = |mut room: Room| {
            let (stdin, stdout, stderr) = streams(&mut room.outer)?;
            Ok((
                room,
                (stdin.into(), stdout.into(), stderr.map(OwnedFd::from)),
            ))
        };
        Room::all(by, programs, true)?
            .into_iter()
            .map(started)
            .collect()
    }

    /// Starts a program on the streams of this process.
    pub(super) fn on_our_streams(
        by: &Arc<Bubblewrap>,
        words: &[String],
    ) -> Result<Room, HarnessError> {
        let none = || HarnessError::System(std::io::ErrorKind::NotFound.into());
        Room::all(by, &[words], false)?.pop().ok_or_else(none)
    }

    fn all(
        by: &Arc<Bubblewrap>,
        programs: &[&[String]],
        is_piped: bool,
    ) -> Result<Vec<Room>, HarnessError> {
        let mut makings = Vec::new();
        let begun = programs
            .iter()
            .try_for_each(|words| {
                makings.push(Making::begin(by, words, is_piped)?);
                Ok(())
            })
            .and_then(|()| Making::begun(&mut makings));
        match begun {
            Ok(begun) => Ok(makings.into_iter().zip(begun).map(Making::room).collect()),
            Err(error) => {
                makings.iter_mut().for_each(Making::abandon);
                let refused = makings.iter_mut().find(|making| making.is_refused);
                Err(match (error, refused) {
                    (None, Some(making)) => making.refusal(),
                    (error, _) => error.unwrap_or(HarnessError::Interrupted),
                })
            }
        }
    }
}

/// Why nothing was started: the program cannot be executed, as the gate says, or there is no room for it.
fn refusal(words: &[String], token: &str, said: &str) -> HarnessError {
    let line = said
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .unwrap_or("it ended without a word")
        .trim();
    if token.is_empty() || !line.starts_with(token) {
        return HarnessError::System(std::io::Error::other(format!(
            "bubblewrap made no room for a bot: {line}"
        )));
    }
    let is_about = |texts: &[&str]| texts.iter().any(|text| line.contains(text));
    let error = match () {
        () if is_about(&["ermission denied", "s a directory"]) => Errno::ACCESS.into(),
        () if is_about(&["not found", "o such file"]) => Errno::NOENT.into(),
        () if is_about(&["xec format", "annot execute"]) => Errno::NOEXEC.into(),
        () => std::io::Error::other(line.rsplit(": ").next().unwrap_or(line).to_string()),
    };
    HarnessError::Start {
        command: words.join(" "),
        error,
    }
}

/// CPU time of the first process of a room and of all that it has reaped, or of the whole group.
fn cpu_of(first: Pid, group: Option<&Group>) -> Duration {
    let own = || cpu_of_process(first).map_or(Duration::ZERO, |times| times.iter().sum());
    group.and_then(Group::cpu).unwrap_or_else(own)
}

/// Bytes of the files in memory of a room with these members.
fn in_files(by: &Bubblewrap, members: &[Pid]) -> u64 {
    let in_folder = |path: &std::path::Path| {
        let found = members
            .iter()
            .find_map(|member| statvfs(format!("/proc/{member}/root{}", path.display())).ok());
        found.map_or(0, |fs| (fs.f_blocks - fs.f_bfree) * fs.f_frsize)
    };
    by.folders_in_memory().map(in_folder).sum()
}

impl Making {
    /// Has the rooms made, and the programs begun. All of them take each step together, since most of the time is spent waiting.
    fn begun(makings: &mut [Making]) -> Result<Vec<RunningRoom>, RoomRefusal> {
        let mut begun = Vec::new();
        for making in makings.iter_mut() {
            let pidfd =
                pidfd_open(Pid::from_child(&making.outer), PidfdFlags::empty()).map_err(system)?;
            let first = making.first()?;
            // The kernel takes a while for it, and the room is being made meanwhile.
            making.admit(first)?;
            begun.push((pidfd, first));
        }
        makings
            .iter_mut()
            .zip(begun)
            .map(|(making, (pidfd, first))| {
                let leader = making.leader(first)?;
                making.hold(leader)?;
                let before = cpu_of(first, making.group.as_ref());
                let copied = in_files(&making.by, &[leader]);
                let leader = making.let_in(leader)?;
                Ok(RunningRoom {
                    pidfd,
                    first,
                    leader,
                    before,
                    copied,
                })
            })
            .collect()
    }

    fn room((making, begun): (Making, RunningRoom)) -> Room {
        Room {
            by: making.by,
            outer: making.outer,
            _status: making.status,
            _alive: making.alive,
            group: making.group,
            tally: CpuTally::default(),
            begun,
        }
    }

    fn abandon(&mut self) {
        let _ = self.outer.kill();
        let _ = self.outer.wait();
        end_guard(&self.outer);
        self.number("\"child-pid\"")
            .and_then(Pid::from_raw)
            .map(end_first);
        self.by.groups.take_back(self.group.take());
    }

    /// Why it was refused, as bubblewrap or the gate says.
    fn refusal(&mut self) -> HarnessError {
        let Some(stderr) = &mut self.outer.stderr else {
            return refusal(&self.words, "", "it has said why");
        };
        let mut said = String::new();
        // A process that is left would keep it open.
        let _ = stderr.take(4096).read_to_string(&mut said);
        refusal(&self.words, &self.token, &said)
    }

    fn begin(
        by: &Arc<Bubblewrap>,
        words: &[String],
        is_piped: bool,
    ) -> Result<Making, HarnessError> {
        let fail = |error| HarnessError::Start {
            command: words.join(" "),
            error,
        };
        if words.is_empty() || words.iter().any(|word| word.contains('\0')) {
            return Err(fail(std::io::ErrorKind::InvalidInput.into()));
        }
        // Orphans of a room come to this process, which ends and reaps them.
        set_child_subreaper(Some(getpid())).map_err(system)?;
        let token = format!("gate-{}", unguessable());
        let (mut command, mut fds) = by.command(words, &token)?;
        if is_piped {
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
        }
        unbuffer_nothing(&mut command);
        command.process_group(0);
        let (status, told) = pipe_with(PipeFlags::CLOEXEC).map_err(system)?;
        let (awaited, go) = pipe_with(PipeFlags::CLOEXEC).map_err(system)?;
        fds.push(FdMapping {
            parent_fd: told,
            child_fd: STATUS,
        });
        fds.push(FdMapping {
            parent_fd: awaited,
            child_fd: GO,
        });
        let (guarded, alive) = pipe_with(PipeFlags::CLOEXEC).map_err(system)?;
        fds.push(FdMapping {
            parent_fd: guarded,
            child_fd: ALIVE,
        });
        command
            .fd_mappings(fds)
            .map_err(|error| fail(std::io::Error::other(error.to_string())))?;
        let outer = spawned(command)?;
        Ok(Making {
            by: by.clone(),
            words: words.to_vec(),
            outer,
            status,
            heard: Vec::new(),
            go,
            alive,
            token,
            group: by.groups.lend(),
            is_refused: false,
        })
    }

    /// The first process of the room, which bubblewrap names.
    fn first(&mut self) -> Result<Pid, RoomRefusal> {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(number) = self.number("\"child-pid\"").and_then(Pid::from_raw) {
                return Ok(number);
            }
            self.hear(until)?;
        }
    }

    /// A number of what bubblewrap has told so far.
    fn number(&self, name: &str) -> Option<i32> {
        let text = String::from_utf8_lossy(&self.heard).into_owned();
        let (_, rest) = text.split_once(name)?;
        // Until the next word has come, it may not be whole.
        let (number, _) = rest
            .trim_start_matches([':', ' '])
            .split_once([',', ' ', '}'])?;
        number.parse().ok()
    }

    /// Reads more of what bubblewrap tells.
    fn hear(&mut self, until: Instant) -> Result<(), RoomRefusal> {
        while !is_ready(self.status.as_fd(), LOOK).map_err(system)? {
            is_in_time(until)?;
        }
        let mut bytes = [0; 512];
        match read(&self.status, &mut bytes) {
            Ok(0) => Err(self.refused()),
            Ok(count) => {
                self.heard.extend_from_slice(&bytes[..count]);
                Ok(())
            }
            Err(Errno::INTR) => Ok(()),
            Err(error) => Err(Some(system(error))),
        }
    }

    /// The process at the gate. Once it is there, the first process is bound to end with the outer one.
    fn leader(&mut self, first: Pid) -> Result<Pid, RoomRefusal> {
        let until = Instant::now() + PATIENCE;
        loop {
            let leader = children(&first.to_string()).next();
            // Before it becomes the gate, it has the words of bubblewrap.
            if let Some(leader) =
                leader.filter(|leader| words_of(*leader).starts_with(b"/bin/sh\0"))
            {
                return Ok(leader);
            }
            self.is_over(until)?;
        }
    }

    /// Sets limits and accounts before the program runs.
    fn hold(&self, leader: Pid) -> Result<(), HarnessError> {
        self.by.limits.set(leader).map_err(system)?;
        self.admit(leader)
    }

    fn admit(&self, process: Pid) -> Result<(), HarnessError> {
        let outside = self.group.iter().find(|group| !group.has(process));
        Ok(outside.map_or(Ok(()), |group| group.admit(process))?)
    }

    /// Opens the gate, and waits until the process there has become the program: then it has other words. `None`: the program has
    /// ended already.
    fn let_in(&mut self, leader: Pid) -> Result<Option<Pid>, RoomRefusal> {
        write(&self.go, b"\n").map_err(system)?;
        let until = Instant::now() + PATIENCE;
        loop {
            let words = words_of(leader);
            if !words.is_empty() && !are_of_the_gate(&words) {
                return Ok(Some(leader));
            }
            if self.is_over(until)? {
                let is_refused = matches!(self.number("\"exit-code\""), Some(126 | 127));
                return if is_refused {
                    Err(self.refused())
                } else {
                    Ok(None)
                };
            }
        }
    }

    fn refused(&mut self) -> RoomRefusal {
        self.is_refused = true;
        None
    }

    /// Waits a moment; true if the program has ended.
    fn is_over(&mut self, until: Instant) -> Result<bool, RoomRefusal> {
        if is_ready(self.status.as_fd(), Duration::from_micros(200)).map_err(system)? {
            self.hear(until)?;
        }
        is_in_time(until)?;
        Ok(self.number("\"exit-code\"").is_some())
    }
}

/// True for the words of the gate. Those of a process that ends can be read in part.
fn are_of_the_gate(words: &[u8]) -> bool {
    let gate = ["/bin/sh\0-c\0", GATE, "\0"].concat();
    let gate = gate.as_bytes();
    words.starts_with(gate) || gate.starts_with(words) && !words.ends_with(b"\0")
}

/// The words of a process.
fn words_of(process: Pid) -> Vec<u8> {
    std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default()
}

/// An error when a room takes too long, and when the user interrupts the run.
fn is_in_time(until: Instant) -> Result<(), RoomRefusal> {
    if is_interrupted() {
        return Err(Some(HarnessError::Interrupted));
    }
    let late = || {
        std::io::Error::other(format!(
            "bubblewrap took more than {} s to make a room",
            PATIENCE.as_secs()
        ))
    };
    if Instant::now() < until {
        Ok(())
    } else {
        Err(Some(HarnessError::System(late())))
    }
}

/// Starts bubblewrap itself.
fn spawned(mut command: Command) -> Result<Child, HarnessError> {
    let cannot = |error| {
        HarnessError::System(std::io::Error::other(format!(
            "bubblewrap cannot be started: {error}"
        )))
    };
    command.spawn().map_err(cannot)
}

impl ProgramHandle for Room {
    fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        Some(self.begun.pidfd.as_fd())
    }

    fn number(&self) -> Option<i32> {
        self.begun
            .leader
            .map(|leader| leader.as_raw_nonzero().get())
    }

    fn members(&self) -> Vec<Pid> {
        descendants(&self.begun.first.to_string())
    }

    fn is_exiting(&self) -> bool {
        self.begun.leader.is_none_or(is_exiting)
    }

    fn cpu(&mut self) -> Duration {
        let all = self.group.as_ref().and_then(Group::cpu).unwrap_or_else(|| {
            let mut counted = descendants(&self.begun.first.to_string());
            // The CPU time of processes that the first one has reaped is counted there.
            counted.push(self.begun.first);
            self.tally.look(&counted)
        });
        all.saturating_sub(self.begun.before)
    }

    fn cpu_limit(&self) -> Option<Duration> {
        self.by.limits.cpu_time.map(Duration::from_secs)
    }

    fn memory(&self, members: &[Pid], enough: u64) -> u64 {
        let counted = self.group.as_ref().and_then(Group::memory);
        let looked_at = || resident(members, enough) + in_files(&self.by, members);
        counted
            .unwrap_or_else(looked_at)
            .saturating_sub(self.begun.copied)
    }

    fn limit_memory(&mut self, bytes: u64) {
        if let Some(group) = &mut self.group {
            group.limit_memory(bytes);
        }
    }

    fn end(&mut self, _has_ended: bool) -> ExitReport {
        let seen = self.cpu();
        // It may have ended by itself, and bubblewrap not have said so.
        let patience = if self.is_exiting() {
            AFTERMATH
        } else {
            Duration::ZERO
        };
        let has_ended = is_ready(self.begun.pidfd.as_fd(), patience).unwrap_or(false);
        if !has_ended {
            let _ = kill_process(self.begun.first, Signal::KILL);
        }
        let is_over = is_ready(self.begun.pidfd.as_fd(), END).unwrap_or(false);
        if !is_over {
            let _ = self.outer.kill();
        }
        let told = reaped(&mut self.outer);
        end_guard(&self.outer);
        // If the program ended by itself, the first process of its room comes to this process, and ends now.
        let rest = end_first(self.begun.first);
        let outgrown = self.group.as_ref().and_then(Group::outgrown);
        let group = self.group.as_ref().and_then(Group::cpu).unwrap_or_default();
        self.by.groups.take_back(self.group.take());
        let told = told.unwrap_or_default();
        let (death, trouble) = match told.death {
            Death::Exit(code) if (1..=64).contains(&(code - SIGNALS)) => {
                (Death::Signal(code - SIGNALS), None)
            }
            Death::Exit(code) => (Death::Exit(code), None),
            // The outer process is out of every bot's reach.
            Death::Signal(signal) if outgrown.is_some() => (Death::Signal(signal), None),
            Death::Signal(signal) => (Death::Signal(signal), Some(LOST.to_string())),
        };
        let used = told
            .cpu
            .max(rest)
            .max(group)
            .saturating_sub(self.begun.before)
            .max(seen);
        ExitReport {
            death,
            cpu: used,
            peak: told.peak,
            outgrown,
            left: 0,
            trouble,
        }
    }
}

/// Ends the guard of a room whose outer process has been reaped. It keeps the number of their group.
fn end_guard(outer: &Child) {
    let group = Pid::from_child(outer);
    let _ = kill_process_group(group, Signal::KILL);
    while let Ok(Some(_)) = waitpgid(group, WaitOptions::empty()) {}
}

/// Ends the first process of a room, and all others with it, where it is a child of this process. Returns what it and they have
/// used, if nobody else was told.
fn end_first(first: Pid) -> Duration {
    let mut used = Duration::ZERO;
    if children("self").any(|child| child == first) {
        let _ = kill_process(first, Signal::KILL);
        soon(END, || {
            used = used.max(cpu_of(first, None));
            !matches!(waitpid(Some(first), WaitOptions::NOHANG), Ok(None))
        });
    }
    used
}

/// A call to the system that failed.
fn system(error: impl Into<std::io::Error>) -> HarnessError {
    HarnessError::System(error.into())
}

#[cfg(test)]
mod tests;
