//! A program in the room that bubblewrap made for it.
//!
//! Two processes of bubblewrap hold a room. The outer one is a child of this process, and ends when the program does. The inner
//! one is the first process of the room: it inherits orphans, and the kernel ends all others with it.

use super::accounts::Group;
use super::bubblewrap::{Bubblewrap, GO, STATUS};
use crate::arena::handle::{ExitReport, ProgramHandle};
use crate::arena::own::Pipes;
use crate::arena::pipes::is_ready;
use crate::arena::proc::{BECOMING, children, cpu_of_process, descendants, is_exiting};
use crate::arena::system::{reaped, resident, soon, streams, unbuffer_nothing};
use crate::arena::table::HarnessError;
use crate::arena::tally::CpuTally;
use crate::referee::Death;
use command_fds::{CommandFdExt, FdMapping};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::statvfs;
use rustix::io::{Errno, read, write};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, pidfd_open, set_child_subreaper, waitpid,
};
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long it may take to make a room, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);
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
    pidfd: OwnedFd,
    /// Where bubblewrap tells of the program; it ends if nobody listens.
    _status: OwnedFd,
    /// The first process of the room.
    first: Pid,
    leader: Option<Pid>,
    group: Option<Group>,
    tally: CpuTally,
    /// The CPU time that the room took before the program began.
    before: Duration,
    /// The bytes of the files that were copied into it.
    copied: u64,
}

/// A room that is being made.
struct Making {
    outer: Child,
    status: OwnedFd,
    heard: Vec<u8>,
    go: OwnedFd,
}

impl Room {
    /// Starts a program and returns it with the other ends of its streams.
    pub(super) fn start(by: &Arc<Bubblewrap>, words: &[String]) -> Result<(Room, Pipes), HarnessError> {
        let mut making = Making::begin(by, words, true)?;
        let (stdin, stdout, mut stderr) = streams(&mut making.outer)?;
        match Room::of(by, making) {
            Ok(room) => Ok((room, (stdin.into(), stdout.into(), stderr.map(OwnedFd::from)))),
            Err(None) => {
                let mut said = String::new();
                if let Some(stderr) = &mut stderr {
                    // A process that is left would keep it open.
                    let _ = stderr.take(4096).read_to_string(&mut said);
                }
                Err(refusal(words, &said))
            }
            Err(Some(error)) => Err(error),
        }
    }

    /// Starts a program on the streams of this process.
    pub(super) fn on_our_streams(by: &Arc<Bubblewrap>, words: &[String]) -> Result<Room, HarnessError> {
        let making = Making::begin(by, words, false)?;
        Room::of(by, making).map_err(|error| error.unwrap_or_else(|| refusal(words, "it has said why")))
    }

    /// Lets the program begin. An error without words: bubblewrap says why on standard error.
    fn of(by: &Arc<Bubblewrap>, mut making: Making) -> Result<Room, Option<HarnessError>> {
        let group = by.groups.take();
        let begun = making.first().and_then(|first| {
            making.hold(first, by, group.as_ref())?;
            let before = cpu_of(first, group.as_ref());
            let leader = making.let_in(first, by.name())?;
            let pidfd = pidfd_open(Pid::from_child(&making.outer), PidfdFlags::empty()).map_err(HarnessError::from)?;
            Ok((first, before, leader, pidfd))
        });
        match begun {
            Ok((first, before, leader, pidfd)) => {
                let (tally, copied) = (CpuTally::default(), in_files(by, leader.as_slice()));
                Ok(Room {
                    by: by.clone(),
                    copied,
                    outer: making.outer,
                    pidfd,
                    _status: making.status,
                    first,
                    leader,
                    group,
                    tally,
                    before,
                })
            }
            Err(error) => {
                let _ = making.outer.kill();
                let _ = making.outer.wait();
                making.number("\"child-pid\"").and_then(Pid::from_raw).map(end_first);
                by.groups.take_back(group);
                Err(error)
            }
        }
    }
}

/// Why bubblewrap started nothing: the program cannot be executed, or there is no room for it.
fn refusal(words: &[String], said: &str) -> HarnessError {
    let line = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it ended without a word").trim();
    let reason = line.strip_prefix("bwrap: execvp ").and_then(|rest| Some(rest.rsplit_once(": ")?.1));
    let of_system = |reason: &str| {
        let errors = (1..134).map(std::io::Error::from_raw_os_error);
        errors.into_iter().find(|error| error.to_string().starts_with(&format!("{reason} (")))
    };
    match reason.and_then(of_system) {
        Some(error) => HarnessError::Start { command: words.join(" "), error },
        None => HarnessError::System(std::io::Error::other(format!("bubblewrap made no room for a bot: {line}"))),
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
        let found = members.iter().find_map(|member| statvfs(format!("/proc/{member}/root{}", path.display())).ok());
        found.map_or(0, |fs| (fs.f_blocks - fs.f_bfree) * fs.f_frsize)
    };
    by.folders_in_memory().map(in_folder).sum()
}

impl Making {
    fn begin(by: &Bubblewrap, words: &[String], is_piped: bool) -> Result<Making, HarnessError> {
        let fail = |error| HarnessError::Start { command: words.join(" "), error };
        if words.is_empty() || words.iter().any(|word| word.contains('\0')) {
            return Err(fail(std::io::ErrorKind::InvalidInput.into()));
        }
        // Orphans of a room come to this process, which ends and reaps them.
        set_child_subreaper(Some(getpid()))?;
        let (mut command, mut fds) = by.command(words)?;
        if is_piped {
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        }
        unbuffer_nothing(&mut command);
        command.process_group(0);
        let (status, told) = pipe_with(PipeFlags::CLOEXEC)?;
        let (awaited, go) = pipe_with(PipeFlags::CLOEXEC)?;
        fds.push(FdMapping { parent_fd: told, child_fd: STATUS });
        fds.push(FdMapping { parent_fd: awaited, child_fd: GO });
        command.fd_mappings(fds).map_err(|error| fail(std::io::Error::other(error.to_string())))?;
        let outer = spawned(command)?;
        Ok(Making { outer, status, heard: Vec::new(), go })
    }

    /// The first process of the room, which bubblewrap names.
    fn first(&mut self) -> Result<Pid, Option<HarnessError>> {
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
        let (number, _) = rest.trim_start_matches([':', ' ']).split_once([',', ' ', '}'])?;
        number.parse().ok()
    }

    /// Reads more of what bubblewrap tells.
    fn hear(&mut self, until: Instant) -> Result<(), Option<HarnessError>> {
        let left = until.saturating_duration_since(Instant::now());
        if !is_ready(self.status.as_fd(), left).map_err(HarnessError::from)? {
            let late = format!("bubblewrap took more than {} s to make a room", PATIENCE.as_secs());
            return Err(Some(HarnessError::System(std::io::Error::other(late))));
        }
        let mut bytes = [0; 512];
        match read(&self.status, &mut bytes) {
            Ok(0) => Err(None),
            Ok(count) => {
                self.heard.extend_from_slice(&bytes[..count]);
                Ok(())
            }
            Err(Errno::INTR) => Ok(()),
            Err(error) => Err(Some(error.into())),
        }
    }

    /// Sets limits and accounts before anything runs in the room.
    fn hold(&self, first: Pid, by: &Bubblewrap, group: Option<&Group>) -> Result<(), Option<HarnessError>> {
        by.limits.set(first).map_err(HarnessError::from)?;
        group.map_or(Ok(()), |group| group.admit(first)).map_err(HarnessError::from)?;
        Ok(())
    }

    /// Lets the program begin, and waits until it has: then the process that becomes it has its name no more.
    fn let_in(&mut self, first: Pid, name: &str) -> Result<Option<Pid>, Option<HarnessError>> {
        // Bubblewrap may have failed by now; then it says so.
        let _ = write(&self.go, b"\n");
        let (until, mut becoming) = (Instant::now() + PATIENCE, None);
        loop {
            let leader = children(&first.to_string()).next();
            let is_new = leader.is_some_and(|leader| {
                let comm = std::fs::read_to_string(format!("/proc/{leader}/comm")).unwrap_or_default();
                !comm.is_empty() && comm.trim_end() != &name[..name.len().min(15)]
            });
            let since = *becoming.get_or_insert_with(Instant::now);
            // A program may be called like bubblewrap.
            if is_new || leader.is_some() && since.elapsed() > BECOMING {
                return Ok(leader);
            }
            if leader.is_none() {
                becoming = None;
            }
            if is_ready(self.status.as_fd(), Duration::from_micros(200)).map_err(HarnessError::from)? {
                self.hear(until)?;
            }
            if self.number("\"exit-code\"").is_some() {
                return Ok(None);
            }
            if Instant::now() >= until {
                let late = format!("bubblewrap took more than {} s to start a program", PATIENCE.as_secs());
                return Err(Some(HarnessError::System(std::io::Error::other(late))));
            }
        }
    }
}

/// Starts bubblewrap itself.
fn spawned(mut command: Command) -> Result<Child, HarnessError> {
    let cannot = |error| HarnessError::System(std::io::Error::other(format!("bubblewrap cannot be started: {error}")));
    command.spawn().map_err(cannot)
}

impl ProgramHandle for Room {
    fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        Some(self.pidfd.as_fd())
    }

    fn number(&self) -> Option<i32> {
        self.leader.map(|leader| leader.as_raw_nonzero().get())
    }

    fn members(&self) -> Vec<Pid> {
        descendants(&self.first.to_string())
    }

    fn is_exiting(&self) -> bool {
        self.leader.is_none_or(is_exiting)
    }

    fn cpu(&mut self) -> Duration {
        let all = self.group.as_ref().and_then(Group::cpu).unwrap_or_else(|| {
            let mut counted = descendants(&self.first.to_string());
            // The CPU time of processes that the first one has reaped is counted there.
            counted.push(self.first);
            self.tally.look(&counted)
        });
        all.saturating_sub(self.before)
    }

    fn cpu_limit(&self) -> Option<Duration> {
        self.by.limits.cpu_time.map(Duration::from_secs)
    }

    fn memory(&self, members: &[Pid], enough: u64) -> u64 {
        if let Some(bytes) = self.group.as_ref().and_then(Group::memory) {
            return bytes;
        }
        resident(members, enough) + in_files(&self.by, members).saturating_sub(self.copied)
    }

    fn limit_memory(&mut self, bytes: u64) {
        if let Some(group) = &mut self.group {
            group.limit_memory(bytes);
        }
    }

    fn end(&mut self, _has_ended: bool) -> ExitReport {
        let seen = self.cpu();
        // It may have ended by itself, and bubblewrap not have said so.
        let patience = if self.is_exiting() { AFTERMATH } else { Duration::ZERO };
        let has_ended = is_ready(self.pidfd.as_fd(), patience).unwrap_or(false);
        if !has_ended {
            let _ = kill_process(self.first, Signal::KILL);
        }
        let is_over = is_ready(self.pidfd.as_fd(), END).unwrap_or(false);
        if !is_over {
            let _ = self.outer.kill();
        }
        let told = reaped(&mut self.outer);
        // If the program ended by itself, the first process of its room comes to this process, and ends now.
        let rest = end_first(self.first);
        let outgrown = self.group.as_ref().and_then(Group::outgrown);
        let group = self.group.as_ref().and_then(Group::cpu).unwrap_or_default();
        self.by.groups.take_back(self.group.take());
        let told = told.unwrap_or_default();
        let (death, trouble) = match told.death {
            Death::Exit(code) if (1..=64).contains(&(code - SIGNALS)) => (Death::Signal(code - SIGNALS), None),
            Death::Exit(code) => (Death::Exit(code), None),
            // The outer process is out of every bot's reach.
            Death::Signal(signal) if outgrown.is_some() => (Death::Signal(signal), None),
            Death::Signal(signal) => (Death::Signal(signal), Some(LOST.to_string())),
        };
        let used = told.cpu.max(rest).max(group).saturating_sub(self.before).max(seen);
        ExitReport { death, cpu: used, peak: told.peak, outgrown, left: 0, trouble }
    }
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
