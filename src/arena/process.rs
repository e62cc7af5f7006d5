//! Programs as players: one poll over every pipe, the whole process group ended and reaped.

use super::orphans::Family;
use super::pipes::{Drain, Inbox, Outbox, nonblocking};
use super::stall::{Pulse, starved};
use super::system::{high_water, unbuffer_nothing};
use super::table::{HarnessError, Table, Usage};
use crate::clock::Micros;
use crate::game::{Seat, Seats};
use crate::params::Ms;
use crate::referee::{Ask, Death, Heard};
use crate::scenario::Writes;
use crate::wire::LINE_CAP;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process_group, pidfd_open, set_child_subreaper, waitpgid,
};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// A flag for signal handlers: once it is set, every wait ends with [`HarnessError::Interrupted`].
pub fn interrupted() -> &'static Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(Arc::default)
}

/// How long a program whose output has ended may take to be seen as dead.
const DEATH_PATIENCE: Duration = Duration::from_millis(25);
/// How long a silent program may take to give away what it had not flushed.
const FLUSH_PATIENCE: Duration = Duration::from_millis(30);
/// No program is waited for longer than this beyond its time, however slow the machine.
const LONGEST_STALL: Duration = Duration::from_secs(10);

/// The table of programs, by seat; a seat without a program is played elsewhere.
#[derive(Debug, Default)]
pub struct Processes {
    players: Vec<Option<Player>>,
    pulse: Pulse,
}

/// A running program.
#[derive(Debug)]
struct Player {
    child: Child,
    pidfd: OwnedFd,
    stdin: Outbox,
    stdout: Inbox,
    stderr: Drain,
    family: Family,
    /// Longest line that is waited for.
    line_cap: usize,
    asked: Option<Instant>,
    death: Option<Death>,
    dead: bool,
    cpu: Duration,
    peak: u64,
    /// What a silent program had written without a newline, and what it had not flushed.
    withheld: [Vec<u8>; 2],
}

impl Processes {
    /// Starts a program at each seat that has a command: a list of words, run without a shell in the current folder.
    ///
    /// This process becomes the one that the system gives orphaned descendants to, so that none is left behind.
    pub fn start(commands: &[Option<Vec<String>>]) -> Result<Processes, HarnessError> {
        Processes::start_writing(commands, Writes::Whole)
    }

    /// The same; messages are written in this way.
    pub fn start_writing(commands: &[Option<Vec<String>>], writes: Writes) -> Result<Processes, HarnessError> {
        set_child_subreaper(Some(getpid()))?;
        let mut table = Processes::default();
        for command in commands {
            let player = command.as_ref().map(|words| Player::start(words, writes)).transpose()?;
            table.players.push(player);
        }
        Ok(table)
    }

    /// The same programs, whose lines may have so many bytes.
    #[must_use]
    pub fn with_line_cap(mut self, bytes: usize) -> Processes {
        self.players.iter_mut().flatten().for_each(|player| player.line_cap = bytes);
        self
    }

    fn player(&mut self, seat: Seat) -> Result<&mut Player, HarnessError> {
        let player = self.players.get_mut(seat.index()).and_then(Option::as_mut);
        player.ok_or(HarnessError::Misuse(crate::referee::Misuse("no program sits at this seat")))
    }

    /// Waits until something can be read or written, a program ends, or the time is over.
    fn poll(&mut self, now: Instant, until: Instant) -> Result<(), HarnessError> {
        if interrupted().load(Ordering::Relaxed) {
            return Err(HarnessError::Interrupted);
        }
        let mut fds = Vec::with_capacity(4 * self.players.len());
        for player in self.players.iter().flatten() {
            player.poll_fds(&mut fds);
        }
        let left = self.pulse.next(now, until).saturating_duration_since(now);
        let timeout = Timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos() as _ };
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        // At most four players with four descriptors each.
        let mut ready = fds.iter().rev().fold(0u16, |ready, fd| ready << 1 | u16::from(!fd.revents().is_empty()));
        drop(fds);
        for player in self.players.iter_mut().flatten() {
            player.serve(&mut ready)?;
        }
        Ok(())
    }
}

impl Table for Processes {
    fn tell(&mut self, to: Seat, text: &str) {
        if let Ok(player) = self.player(to) {
            player.stdin.push(text);
        }
    }

    fn close(&mut self, seat: Seat) {
        if let Ok(player) = self.player(seat) {
            player.stdin.end();
        }
    }

    fn stray(&mut self, seat: Seat) -> Result<Option<&[u8]>, HarnessError> {
        let player = self.player(seat)?;
        if player.stdout.rest().is_empty() {
            player.stdout.fill()?;
        }
        Ok((!player.stdout.rest().is_empty()).then(|| player.stdout.take_rest()))
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Heard<'_>, Micros), HarnessError> {
        for ask in asks {
            self.player(ask.seat)?.ask()?;
        }
        self.pulse.begin();
        let settled = loop {
            let now = Instant::now();
            self.pulse.look(now);
            let lost = self.pulse.lost;
            let mut settled = None;
            let mut until = now + Duration::from_secs(3600);
            for ask in asks {
                match self.player(ask.seat)?.settles(ask, now, lost) {
                    Progress::Settled(how) => settled = settled.or(Some((*ask, how))),
                    Progress::Until(deadline) => until = until.min(deadline),
                }
            }
            match settled {
                Some(settled) => break settled,
                None => self.poll(now, until)?,
            }
        };
        let (ask, how) = settled;
        if matches!(how, How::Silent) {
            self.unflushed(ask.seat)?;
        }
        let player = self.player(ask.seat)?;
        let took = player.took();
        player.asked = None;
        Ok((ask.seat, player.heard(how), took))
    }

    fn end(&mut self, seats: Seats, grace: Ms) -> Result<(Seat, Heard<'_>, Micros), HarnessError> {
        for seat in seats.iter() {
            let player = self.player(seat)?;
            player.sample_memory();
            player.ask()?;
        }
        self.pulse.begin();
        let (seat, how) = loop {
            let now = Instant::now();
            self.pulse.look(now);
            let lost = self.pulse.lost;
            let mut until = now + Duration::from_secs(3600);
            let mut settled = None;
            for seat in seats.iter() {
                match self.player(seat)?.ends(grace, now, lost) {
                    Progress::Settled(how) => settled = settled.or(Some((seat, how))),
                    Progress::Until(deadline) => until = until.min(deadline),
                }
            }
            match settled {
                Some(settled) => break settled,
                None => self.poll(now, until)?,
            }
        };
        let player = self.player(seat)?;
        let took = player.took();
        Ok((seat, player.heard(how), took))
    }

    fn stalled(&mut self, seat: Seat) -> Micros {
        let lost = self.pulse.lost;
        let stalled = self.player(seat).map_or(lost, |player| player.stalled(lost));
        Micros(stalled.as_micros() as u64)
    }

    fn retire(&mut self, seat: Seat) -> Result<Usage, HarnessError> {
        let mut player = self
            .players
            .get_mut(seat.index())
            .and_then(Option::take)
            .ok_or(HarnessError::Misuse(crate::referee::Misuse("this seat was retired already")))?;
        player.sample_memory();
        player.reap();
        player.stderr.drain();
        Ok(Usage {
            cpu: Ms(player.cpu.as_millis() as u64),
            peak: player.peak,
            stderr: std::mem::take(&mut player.stderr.tail),
            stderr_total: player.stderr.total,
        })
    }
}

impl Processes {
    /// Closes the input of a silent program: an answer that comes now was only not flushed.
    fn unflushed(&mut self, seat: Seat) -> Result<(), HarnessError> {
        let player = self.player(seat)?;
        let unfinished = player.stdout.take_rest().to_vec();
        player.sample_memory();
        player.stdin.close();
        let until = Instant::now() + FLUSH_PATIENCE;
        while let now = Instant::now()
            && now < until
            && self.player(seat)?.stdout.is_open()
        {
            self.poll(now, until)?;
        }
        let player = self.player(seat)?;
        let unflushed = player.stdout.take_rest().to_vec();
        player.withheld = [unfinished, unflushed].map(|bytes| first_line(&bytes).to_vec());
        Ok(())
    }
}

/// How an ask is settled.
#[derive(Clone, Copy, Debug)]
enum How {
    Lines(usize),
    Rest,
    TooMuch,
    Silent,
    Closed,
    Died(Death),
}

enum Progress {
    Settled(How),
    Until(Instant),
}

impl Player {
    fn start(words: &[String], writes: Writes) -> Result<Player, HarnessError> {
        let fail = |error| HarnessError::Start { command: words.join(" "), error };
        let program = words.first().ok_or_else(|| fail(std::io::ErrorKind::InvalidInput.into()))?;
        let mut command = Command::new(program);
        command.args(&words[1..]).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        unbuffer_nothing(&mut command);
        let family = Family::of(&mut command);
        let mut child = command.spawn().map_err(fail)?;
        let pidfd = pidfd_open(Pid::from_child(&child), PidfdFlags::empty())?;
        let pipe = || std::io::Error::other("a pipe is missing");
        let stdin = OwnedFd::from(child.stdin.take().ok_or_else(pipe)?);
        let stdout = OwnedFd::from(child.stdout.take().ok_or_else(pipe)?);
        let stderr = OwnedFd::from(child.stderr.take().ok_or_else(pipe)?);
        for fd in [&stdin, &stdout, &stderr] {
            nonblocking(fd)?;
        }
        Ok(Player {
            child,
            pidfd,
            stdin: Outbox::new(stdin, writes),
            stdout: Inbox::new(stdout),
            stderr: Drain::new(stderr),
            family,
            line_cap: LINE_CAP,
            asked: None,
            death: None,
            dead: false,
            cpu: Duration::ZERO,
            peak: 0,
            withheld: Default::default(),
        })
    }

    /// Sends what is queued; the clock of a new ask starts now.
    fn ask(&mut self) -> Result<(), HarnessError> {
        if self.asked.is_none() {
            self.asked = Some(Instant::now());
        }
        Ok(self.stdin.flush()?)
    }

    fn took(&self) -> Micros {
        let asked = self.asked.unwrap_or(self.stdout.arrived);
        Micros(self.stdout.arrived.saturating_duration_since(asked).as_micros() as u64)
    }

    fn settles(&mut self, ask: &Ask, now: Instant, lost: Duration) -> Progress {
        if self.has_lines(ask.lines) {
            return Progress::Settled(How::Lines(ask.lines));
        }
        if self.stdout.open_line() > self.line_cap {
            return Progress::Settled(How::TooMuch);
        }
        let deadline = self.asked.unwrap_or(now) + Duration::from_millis(ask.budget.0 + 1);
        match self.ended(now) {
            // Answers of several lines count as far as they go.
            Some(Progress::Settled(_)) if self.has_lines(1) => {
                return Progress::Settled(How::Lines(self.whole_lines()));
            }
            Some(ended) => return ended,
            None => {}
        }
        self.silent(deadline, now, lost)
    }

    /// Silence, once the deadline is over and as much time after it as the machine took from the program.
    fn silent(&mut self, deadline: Instant, now: Instant, lost: Duration) -> Progress {
        if now < deadline {
            return Progress::Until(deadline);
        }
        let deadline = deadline + self.stalled(lost).min(LONGEST_STALL);
        if now < deadline {
            return Progress::Until(deadline);
        }
        self.stdout.arrived = now;
        Progress::Settled(How::Silent)
    }

    fn stalled(&self, lost: Duration) -> Duration {
        if self.dead { lost } else { lost + starved(self.child.id()) }
    }

    fn ends(&mut self, grace: Ms, now: Instant, lost: Duration) -> Progress {
        if !self.stdout.rest().is_empty() {
            return Progress::Settled(How::Rest);
        }
        let deadline = self.asked.unwrap_or(now) + Duration::from_millis(grace.0);
        if self.dead {
            self.reap();
            return Progress::Settled(How::Died(self.death.unwrap_or(Death::Exit(0))));
        }
        self.silent(deadline, now, lost)
    }

    /// A program that can no longer answer.
    fn ended(&mut self, now: Instant) -> Option<Progress> {
        if self.dead {
            self.reap();
            return Some(Progress::Settled(How::Died(self.death.unwrap_or(Death::Exit(0)))));
        }
        if self.stdout.is_open() {
            return None;
        }
        let patience = self.stdout.arrived + DEATH_PATIENCE;
        Some(if now >= patience { Progress::Settled(How::Closed) } else { Progress::Until(patience) })
    }

    fn has_lines(&self, lines: usize) -> bool {
        let rest = self.stdout.rest();
        lines > 0 && rest.iter().filter(|&&byte| byte == b'\n').take(lines).count() == lines
    }

    fn whole_lines(&self) -> usize {
        self.stdout.rest().iter().filter(|&&byte| byte == b'\n').count()
    }

    fn heard(&mut self, how: How) -> Heard<'_> {
        match how {
            How::Lines(lines) => Heard::Lines(self.stdout.take_lines(lines).unwrap_or_default()),
            How::Rest => Heard::Lines(self.stdout.take_rest()),
            How::TooMuch => Heard::TooMuch,
            How::Silent => Heard::Silent { unfinished: &self.withheld[0], unflushed: &self.withheld[1] },
            How::Closed => Heard::Closed,
            How::Died(death) => Heard::Died(death),
        }
    }

    fn poll_fds<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
        if let Some(fd) = self.stdout.fd.as_ref().filter(|_| self.stdout.wants_more()) {
            fds.push(PollFd::new(fd, PollFlags::IN));
        }
        if let Some(fd) = &self.stderr.fd {
            fds.push(PollFd::new(fd, PollFlags::IN));
        }
        if let Some(fd) = self.stdin.fd.as_ref().filter(|_| self.stdin.is_waiting()) {
            fds.push(PollFd::new(fd, PollFlags::OUT));
        }
        if !self.dead {
            fds.push(PollFd::from_borrowed_fd(self.pidfd.as_fd(), PollFlags::IN));
        }
    }

    /// Takes what poll found, in the order of [`Player::poll_fds`].
    fn serve(&mut self, ready: &mut u16) -> Result<(), HarnessError> {
        let mut next = || {
            let first = *ready & 1 == 1;
            *ready >>= 1;
            first
        };
        let out = self.stdout.wants_more() && next();
        let err = self.stderr.fd.is_some() && next();
        let input = self.stdin.is_waiting() && next();
        let died = !self.dead && next();
        if err {
            self.stderr.drain();
        }
        if input {
            self.stdin.flush()?;
        }
        if out || died {
            self.stdout.fill()?;
            if self.peak == 0 {
                self.sample_memory();
            }
        }
        if out && !self.stdout.is_open() {
            self.stdout.arrived = Instant::now();
        }
        self.dead |= died;
        Ok(())
    }

    /// The kernel's high-water mark, as long as the process has one.
    fn sample_memory(&mut self) {
        if self.death.is_none() {
            self.peak = self.peak.max(high_water(self.child.id()).unwrap_or(0));
        }
    }

    /// Ends the whole group and takes the leader's accounts; a second call does nothing.
    fn reap(&mut self) {
        if self.death.is_some() {
            return;
        }
        let group = Pid::from_child(&self.child);
        // The leader is not reaped yet, so its group cannot be another's.
        let _ = kill_process_group(group, Signal::KILL);
        if let Ok(used) = self.child.wait4() {
            self.cpu = used.rusage.utime + used.rusage.stime;
            // A child starts with its parent's mark, so only a higher one is its own.
            let ours = high_water(std::process::id()).unwrap_or(u64::MAX);
            if used.rusage.maxrss > ours {
                self.peak = self.peak.max(used.rusage.maxrss);
            }
            let killed = used.status.signal().map(Death::Signal);
            self.death = killed.or(used.status.code().map(Death::Exit));
        }
        self.death.get_or_insert(Death::Exit(0));
        self.dead = true;
        // Orphans of the group have become children of this process.
        while let Ok(Some(_)) = waitpgid(group, WaitOptions::empty()) {}
        self.family.end();
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.reap();
    }
}

/// The first line, as far as a report can show it.
fn first_line(bytes: &[u8]) -> &[u8] {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    &line[..line.len().min(200)]
}
