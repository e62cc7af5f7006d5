//! Rooms: each keeps a program and all that it starts apart from others and from the judge, as far as this machine allows.
//!
//! [`open`] forks a porter off this process. From then on, [`Processes`](super::process::Processes) start in rooms.

#[doc(hidden)]
pub mod accounts;
mod files;
#[doc(hidden)]
pub mod filter;
mod held;
mod keeper;
mod porter;
mod walls;
mod wrap;

pub use walls::{Files, Wall, WallReport, Walls};

use super::handle::{ExitReport, ProgramHandle};
use super::kind;
use super::own::Pipes;
use super::pipes::wait_for;
use super::proc::{children, descendants, is_exiting};
use super::system::{resident, soon};
use super::table::HarnessError;
use super::tally::CpuTally;
use crate::referee::Death;
use crate::threads::locked;
use accounts::{Group, GroupFolders};
use porter::{LONGEST, MOST_FDS, Porter};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::statvfs;
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, Shutdown, SocketFlags, SocketType,
    recv, sendmsg, shutdown, socketpair,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, set_dumpable_behavior,
    waitpid,
};
use std::collections::BTreeSet;
use std::io::IoSlice;
use std::mem::MaybeUninit;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wrap::Wrapped;

/// How long a keeper may take to end its family: it pursues those that replace themselves.
const END: Duration = Duration::from_secs(15);

/// No bot can cause this: it sees no process of stickler.
const LOST: &str = "a process of stickler, which keeps a bot in its room, was ended or stopped from outside. No bot is to \
                    blame; play the game again. Had the machine too little memory?";

/// How long the last processes of the rooms may take to end.
const GOING: Duration = Duration::from_secs(3);

static OPEN: Mutex<Option<Arc<Rooms>>> = Mutex::new(None);

/// The rooms of this process.
#[derive(Debug)]
struct Rooms {
    porter: Pid,
    door: OwnedFd,
    walls: Walls,
    /// True where no program can signal its keeper.
    are_shut: bool,
    places: GroupFolders,
    /// The empty control groups, and the number of all of them.
    groups: Mutex<(Vec<Group>, u64)>,
    wrapper: Vec<String>,
    /// The numbers of the programs that run.
    boxes: Mutex<BTreeSet<u64>>,
}

/// From now on programs start in rooms with these walls. Returns which of them stand; a missing wall is no error.
///
/// If there is a wrapper, a command that runs another, it starts every program. This process must have one thread.
pub fn open(walls: Walls, wrapper: &[String]) -> Result<WallReport, HarnessError> {
    close();
    if kind::is_portable() {
        return Ok(WallReport::nowhere(walls));
    }
    let threads = std::fs::read_dir("/proc/self/task").map_or(1, Iterator::count);
    if threads > 1 {
        return Err(HarnessError::System(std::io::Error::other("rooms can be opened only by a process of one thread")));
    }
    let places = if walls.accounts { GroupFolders::find() } else { GroupFolders::default() };
    let mut standing = WallReport::default();
    if walls.accounts {
        places.tell(&mut standing);
    }
    set_child_subreaper(Some(getpid()))?;
    let (door, theirs) = talk()?;
    let judge = getpid();
    let porter = match fork::fork()? {
        fork::Fork::Child => {
            drop(door);
            porter::begin(judge);
            let counts = [places.memory.is_some(), places.tasks.is_some()];
            let served = Porter::new(walls, standing, counts, !wrapper.is_empty()).serve(&theirs);
            std::process::exit(served.is_err().into())
        }
        fork::Fork::Parent(porter) => Pid::from_raw(porter).ok_or(Errno::SRCH)?,
    };
    let mut rooms = Rooms {
        porter,
        door,
        walls,
        are_shut: false,
        places,
        groups: Mutex::default(),
        wrapper: wrapper.to_vec(),
        boxes: Mutex::default(),
    };
    let standing = rooms.look()?;
    rooms.are_shut = standing.holds(Wall::Processes);
    if walls.privileges {
        // Programs of the same user must not read the memory of the judge.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    }
    *locked(&OPEN) = Some(Arc::new(rooms));
    Ok(standing)
}

/// From now on programs start without rooms. Removes what was made for the rooms.
pub fn close() {
    locked(&OPEN).take();
}

/// Runs a program in a room, on the streams of this process, until it ends. Rooms must be [`open`].
pub fn run(words: &[String]) -> Result<Death, HarnessError> {
    let streams = [
        rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?,
        rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?,
        rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stderr(), 3)?,
    ];
    let rooms = locked(&OPEN).clone().ok_or_else(|| system("there is none"))?;
    let mut process = RoomProcess::start_on(rooms, words, streams)?;
    poll(&mut [PollFd::new(&process.talk, PollFlags::IN)], None)?;
    let end = process.end(false);
    end.is_sound().map(|()| end.death)
}

/// A pair of sockets that carry whole messages.
fn talk() -> Result<(OwnedFd, OwnedFd), Errno> {
    socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
}

fn system(why: impl Into<String>) -> HarnessError {
    HarnessError::System(std::io::Error::other(format!("a room could not be had: {}", why.into())))
}

/// The next message; `None`: the other side is gone.
fn hear(from: &OwnedFd) -> Result<Option<String>, Errno> {
    let mut bytes = vec![0; 8192];
    loop {
        match recv(from, &mut bytes, RecvFlags::empty()) {
            Err(Errno::INTR) => {}
            Err(Errno::CONNRESET) => return Ok(None),
            Err(error) => return Err(error),
            Ok((0, _)) => return Ok(None),
            Ok((count, _)) => return Ok(Some(String::from_utf8_lossy(&bytes[..count]).into_owned())),
        }
    }
}

impl Rooms {
    /// Asks the porter to start a program on these streams; without words, none. Returns the socket to its keeper, and its group.
    fn let_in(&self, words: &str, streams: &[OwnedFd]) -> Result<(OwnedFd, Option<Group>), HarnessError> {
        if words.len() > LONGEST {
            return Err(system(format!("a command has more than {LONGEST} bytes")));
        }
        let (ours, theirs) = talk()?;
        let group = self.group();
        let doors = group.as_ref().map(Group::doors).unwrap_or_default();
        let fds: Vec<BorrowedFd<'_>> = [&theirs].into_iter().chain(streams).chain(&doors).map(AsFd::as_fd).collect();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
        let mut beside = SendAncillaryBuffer::new(&mut space);
        beside.push(SendAncillaryMessage::ScmRights(&fds));
        sendmsg(&self.door, &[IoSlice::new(words.as_bytes())], &mut beside, SendFlags::NOSIGNAL)?;
        Ok((ours, group))
    }

    /// Has an empty room made, to see which walls stand.
    fn look(&self) -> Result<WallReport, HarnessError> {
        let (ours, group) = self.let_in("", &[])?;
        self.take_back(group);
        while let Some(text) = hear(&ours)? {
            match text.split_once(['\n', ' ']) {
                Some(("walls", lines)) => return Ok(WallReport::of_lines(lines)),
                Some(("trouble", why)) => return Err(system(why)),
                _ => {}
            }
        }
        Err(system("its porter has ended"))
    }

    /// Gives a group back, for the next program.
    fn take_back(&self, group: Option<Group>) {
        locked(&self.groups).0.extend(group);
    }

    /// A number that no other running program has.
    fn number(&self) -> u64 {
        let mut taken = locked(&self.boxes);
        let free = (0..).find(|number| !taken.contains(number)).unwrap_or(0);
        taken.insert(free);
        free
    }

    fn group(&self) -> Option<Group> {
        let mut groups = locked(&self.groups);
        let (idle, made) = &mut *groups;
        let used = idle.pop().map(|mut group| {
            group.renew();
            group
        });
        used.or_else(|| {
            *made += 1;
            self.places.group(*made)
        })
    }
}

impl Drop for Rooms {
    fn drop(&mut self) {
        let _ = shutdown(&self.door, Shutdown::Both);
        let has_ended = || !matches!(waitpid(Some(self.porter), WaitOptions::NOHANG), Ok(None));
        if !soon(GOING, has_ended) {
            let _ = kill_process(self.porter, Signal::KILL);
            let _ = waitpid(Some(self.porter), WaitOptions::empty());
        }
        // A group ends with its last process.
        let groups = std::mem::take(&mut *locked(&self.groups)).0;
        soon(GOING, || groups.iter().filter(|group| !group.remove()).count() == 0);
    }
}

/// A program in its room.
#[derive(Debug)]
pub(super) struct RoomProcess {
    rooms: Arc<Rooms>,
    talk: OwnedFd,
    keeper: Pid,
    leader: Option<Pid>,
    group: Option<Group>,
    tally: CpuTally,
    /// Its number and its wrapper, if it has one.
    wrapped: Option<(u64, Wrapped)>,
}

impl RoomProcess {
    /// Starts a program in a room and returns it with the other ends of its streams; `None` if no rooms are open.
    pub(super) fn start(words: &[String]) -> Result<Option<(RoomProcess, Pipes)>, HarnessError> {
        let Some(rooms) = locked(&OPEN).clone() else { return Ok(None) };
        let pipe = || pipe_with(PipeFlags::CLOEXEC);
        let ((stdin, to), (from, stdout), (errors, stderr)) = (pipe()?, pipe()?, pipe()?);
        if rooms.wrapper.is_empty() {
            return Ok(Some((RoomProcess::start_on(rooms, words, [stdin, stdout, stderr])?, (to, from, Some(errors)))));
        }
        let number = rooms.number();
        let wrapped = Wrapped::new(&rooms.wrapper, number);
        let mut process = RoomProcess::start_on(rooms, &wrapped.command(words), [stdin, stdout, stderr])?;
        let awaited = wrapped.awaited(&from, &errors);
        process.wrapped = Some((number, wrapped));
        if let Err(why) = awaited {
            process.end(false);
            return Err(HarnessError::Start { command: words.join(" "), error: std::io::Error::other(why) });
        }
        Ok(Some((process, (to, from, Some(errors)))))
    }

    /// Starts a program in a room, on these streams.
    fn start_on(rooms: Arc<Rooms>, words: &[String], streams: [OwnedFd; 3]) -> Result<RoomProcess, HarnessError> {
        let fail = |error| HarnessError::Start { command: words.join(" "), error };
        if words.is_empty() || words.iter().any(|word| word.contains('\0')) {
            return Err(fail(std::io::ErrorKind::InvalidInput.into()));
        }
        let (talk, group) = rooms.let_in(&words.join("\0"), &streams)?;
        drop(streams);
        let (mut keeper, mut has_started) = (None, false);
        let keeper = loop {
            if let Some(keeper) = keeper.filter(|_| has_started) {
                break keeper;
            }
            let Some(text) = hear(&talk)? else {
                // Without a room a program can kill its keeper as soon as it runs, which ends the program itself.
                break keeper.filter(|_| !rooms.are_shut).ok_or_else(|| system(LOST))?;
            };
            match text.split_once(' ').unwrap_or((&text, "")) {
                ("keeper", number) => keeper = number.parse().ok().and_then(Pid::from_raw),
                ("error", number) => {
                    let error = std::io::Error::from_raw_os_error(number.parse().unwrap_or(0));
                    rooms.take_back(group);
                    return Err(fail(error));
                }
                ("trouble", why) => return Err(system(why)),
                _ => has_started = true,
            }
        };
        let leader = children(&keeper.to_string()).next();
        Ok(RoomProcess { rooms, talk, keeper, leader, group, tally: CpuTally::default(), wrapped: None })
    }
}

impl ProgramHandle for RoomProcess {
    fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        Some(self.talk.as_fd())
    }

    fn number(&self) -> Option<i32> {
        self.members().first().map(|pid| pid.as_raw_nonzero().get())
    }

    fn members(&self) -> Vec<Pid> {
        descendants(&self.keeper.to_string())
    }

    fn is_exiting(&self) -> bool {
        self.leader.is_none_or(is_exiting)
    }

    fn cpu(&mut self) -> Duration {
        if let Some(cpu) = self.group.as_ref().and_then(Group::cpu) {
            return cpu;
        }
        let mut counted = self.members();
        // The CPU time of processes that the keeper has waited for is counted in the keeper.
        counted.push(self.keeper);
        self.tally.look(&counted)
    }

    fn cpu_limit(&self) -> Option<Duration> {
        self.rooms.walls.cpu_time.map(Duration::from_secs)
    }

    fn memory(&self, members: &[Pid], enough: u64) -> u64 {
        if let Some(bytes) = self.group.as_ref().and_then(Group::memory) {
            return bytes;
        }
        let leader = self.leader.filter(|_| self.rooms.walls.files == Files::Own);
        let files = leader.and_then(|leader| statvfs(format!("/proc/{leader}/root{}", files::MEMORY)).ok());
        let files = files.map_or(0, |fs| (fs.f_blocks - fs.f_bfree) * fs.f_frsize);
        let held = if self.rooms.walls.accounts { held::bytes(members, enough) } else { 0 };
        resident(members, enough) + files + held
    }

    fn limit_memory(&mut self, bytes: u64) {
        if let Some(group) = &mut self.group {
            group.limit_memory(bytes);
        }
    }

    fn end(&mut self, _has_ended: bool) -> ExitReport {
        let seen = self.cpu();
        // Nothing is written: bytes that the keeper left unread would destroy its last message.
        let _ = shutdown(&self.talk, Shutdown::Write);
        let told = match wait_for(&mut [PollFd::new(&self.talk, PollFlags::IN)], Some(END)) {
            Ok(Some(0)) => None,
            _ => hear(&self.talk).ok().flatten(),
        };
        if told.is_none() {
            // Somebody has killed its keeper or stopped it.
            let _ = kill_process(self.keeper, Signal::KILL);
        }
        let outgrown = self.group.as_ref().and_then(Group::outgrown);
        let words: Vec<&str> = told.as_deref().unwrap_or_default().split(' ').collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        let killed = Death::Signal(Signal::KILL.as_raw());
        let (death, trouble) = match (&words[..], told.as_deref()) {
            (["ended", "exit", ..], _) => (Death::Exit(number(2) as i32), None),
            (["ended", "signal", ..], _) => (Death::Signal(number(2) as i32), None),
            // The kernel has killed the keeper with all others.
            _ if outgrown.is_some() => (killed, None),
            (_, Some(told)) => (killed, Some(format!("a room failed: {}", told.trim_start_matches("trouble ")))),
            (_, None) => (killed, self.rooms.are_shut.then(|| LOST.to_string())),
        };
        let cpu = self.group.as_ref().and_then(Group::cpu);
        let cpu = cpu.unwrap_or_default().max(Duration::from_micros(number(4))).max(seen);
        self.rooms.take_back(self.group.take());
        let mut end = ExitReport { death, cpu, peak: number(5) << 10, outgrown, left: number(3) as usize, trouble };
        if let Some((number, wrapped)) = self.wrapped.take() {
            locked(&self.rooms.boxes).remove(&number);
            wrapped.account(&mut end);
        }
        end
    }
}
