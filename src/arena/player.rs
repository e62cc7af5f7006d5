//! One running program: its pipes, its clock, how an ask is settled, and how it is ended with all its descendants.

use super::confine::why_not_started;
use super::orphans::Family;
use super::pipes::{Drain, Inbox, Outbox, nonblocking};
use super::stall::{GLANCE, Glance, Steal, reads, starved};
use super::system::{high_water, is_exiting, unbuffer_nothing};
use super::table::{HarnessError, after};
use crate::clock::Micros;
use crate::params::Ms;
use crate::referee::{Ask, Death, Heard};
use crate::scenario::Writes;
use crate::wire::LINE_CAP;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::{AsFd, OwnedFd};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process_group, pidfd_open, waitpgid};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// How long a program whose output has ended may take to begin to end itself.
const DEATH_PATIENCE: Duration = Duration::from_millis(25);
/// No program is waited for longer than this beyond its time, however slow the machine.
const LONGEST_STALL: Duration = Duration::from_secs(10);

/// A running program.
#[derive(Debug)]
pub(super) struct Player {
    child: Child,
    pidfd: OwnedFd,
    pub(super) stdin: Outbox,
    pub(super) stdout: Inbox,
    pub(super) stderr: Drain,
    family: Family,
    /// Longest line that is waited for.
    pub(super) line_cap: usize,
    pub(super) asked: Option<Instant>,
    glance: Glance,
    /// Where the host's account stood some way into this ask, and what the host took in earlier ones.
    steal: Option<Steal>,
    stolen: Duration,
    death: Option<Death>,
    dead: bool,
    pub(super) cpu: Duration,
    pub(super) peak: u64,
    /// Most bytes of resident memory that one of its processes may have.
    pub(super) memory: u64,
    pub(super) has_outgrown: bool,
    /// Processes that it left running when it ended by itself.
    pub(super) left: usize,
    /// What a silent program had written without a newline, and what it had not flushed.
    pub(super) withheld: [Vec<u8>; 2],
}

/// How an ask is settled.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    Lines(usize),
    Rest,
    TooMuch,
    Silent,
    Closed,
    Died(Death),
}

pub(super) enum Progress {
    Settled(How),
    Until(Instant),
}

impl Player {
    pub(super) fn start(words: &[String], writes: Writes) -> Result<Player, HarnessError> {
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
            glance: Glance::default(),
            steal: None,
            stolen: Duration::ZERO,
            death: None,
            dead: false,
            cpu: Duration::ZERO,
            peak: 0,
            memory: u64::MAX,
            has_outgrown: false,
            left: 0,
            withheld: Default::default(),
        })
    }

    /// Sends what is queued. The clock of a new ask starts when that is written, however many writes it takes.
    pub(super) fn ask(&mut self) -> Result<(), HarnessError> {
        self.stdin.flush()?;
        if self.asked.is_none() {
            self.asked = Some(Instant::now());
            self.glance.forget();
        }
        Ok(())
    }

    pub(super) fn took(&self) -> Micros {
        let asked = self.asked.unwrap_or(self.stdout.arrived);
        Micros(self.stdout.arrived.saturating_duration_since(asked).as_micros() as u64)
    }

    /// The ask is over, and so is what the host takes during it.
    pub(super) fn settled(&mut self) {
        self.asked = None;
        self.stolen += self.steal.take().map_or(Duration::ZERO, |steal| steal.since());
    }

    pub(super) fn settles(&mut self, ask: &Ask, now: Instant, lost: Duration) -> Progress {
        if let Some(how) = self.answer(ask.lines) {
            return Progress::Settled(how);
        }
        self.outgrow();
        let deadline = after(self.asked.unwrap_or(now), Ms(ask.budget.0.saturating_add(1)));
        match self.ended(now) {
            // Answers of several lines count as far as they go.
            Some(Progress::Settled(_)) if self.has_lines(1) => {
                return Progress::Settled(How::Lines(self.whole_lines()));
            }
            Some(ended) => return ended,
            None => {}
        }
        self.silent(deadline, now, lost, ask.lines)
    }

    /// What has come of an answer of so many lines; where none is asked for, anything.
    pub(super) fn answer(&self, lines: usize) -> Option<How> {
        match lines {
            0 => (!self.stdout.rest().is_empty()).then_some(How::Rest),
            _ if self.stdout.has_longer(self.line_cap, lines) => Some(How::TooMuch),
            _ => self.has_lines(lines).then_some(How::Lines(lines)),
        }
    }

    /// Silence, once the deadline is over and as much time after it as the machine took from the program, and takes yet.
    fn silent(&mut self, deadline: Instant, now: Instant, lost: Duration, lines: usize) -> Progress {
        if now < deadline {
            return Progress::Until(deadline);
        }
        // The glance comes before the accounts: a wait that ends in between is in them.
        if now < deadline + LONGEST_STALL && self.glance.finds_waiting(&self.members()) {
            return Progress::Until(now + GLANCE);
        }
        let given_back = deadline + self.stalled(lost).min(LONGEST_STALL);
        if now < given_back {
            return Progress::Until(given_back);
        }
        self.stdout.arrived = now;
        // It may have had its turn, and answered, since the last look at its output; an error is met again there.
        let _ = self.stdout.fill();
        Progress::Settled(self.answer(lines).unwrap_or(How::Silent))
    }

    pub(super) fn stalled(&self, lost: Duration) -> Duration {
        let starved = if self.dead { Duration::ZERO } else { starved(&self.members()) };
        let stolen = self.steal.as_ref().map_or(Duration::ZERO, Steal::since);
        lost + starved + self.stolen + stolen
    }

    pub(super) fn ends(&mut self, grace: Ms, now: Instant, lost: Duration) -> Progress {
        if let Some(how) = self.answer(0) {
            return Progress::Settled(how);
        }
        self.outgrow();
        let deadline = after(self.asked.unwrap_or(now), grace);
        if self.dead {
            self.reap();
            return Progress::Settled(How::Died(self.death.unwrap_or(Death::Exit(0))));
        }
        self.silent(deadline, now, lost, 0)
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
        Some(match now {
            _ if now < patience => Progress::Until(patience),
            _ if now < patience + LONGEST_STALL && is_exiting(Pid::from_child(&self.child)) => {
                Progress::Until(now + DEATH_PATIENCE)
            }
            _ => Progress::Settled(How::Closed),
        })
    }

    fn has_lines(&self, lines: usize) -> bool {
        let rest = self.stdout.rest();
        rest.iter().filter(|&&byte| byte == b'\n').take(lines).count() == lines
    }

    fn whole_lines(&self) -> usize {
        self.stdout.rest().iter().filter(|&&byte| byte == b'\n').count()
    }

    /// A program of which nothing can be said, since its launcher could not start it.
    pub(super) fn not_started(&mut self) -> Option<HarnessError> {
        let death = self.death?;
        self.stderr.drain();
        let (command, why) = why_not_started(death, &self.stderr.tail)?;
        Some(HarnessError::Start { command, error: std::io::Error::other(why) })
    }

    pub(super) fn heard(&mut self, how: How) -> Heard<'_> {
        match how {
            How::Lines(lines) => Heard::Lines(self.stdout.take_lines(lines).unwrap_or_default()),
            How::Rest => Heard::Lines(self.stdout.take_rest()),
            How::TooMuch => Heard::TooMuch,
            How::Silent => Heard::Silent { unfinished: &self.withheld[0], unflushed: &self.withheld[1] },
            How::Closed => Heard::Closed,
            How::Died(death) => Heard::Died(death),
        }
    }

    pub(super) fn poll_fds<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
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
    pub(super) fn serve(&mut self, ready: &mut u16) -> Result<(), HarnessError> {
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

    /// Nothing has happened for a while: time for a look at what it has grown to, and at what the host takes from now on.
    pub(super) fn wait_longer(&mut self) {
        self.sample_memory();
        if self.asked.is_some() && self.steal.is_none() {
            self.steal = Some(Steal::now());
        }
    }

    /// The kernel's high-water marks, as long as the process has one.
    pub(super) fn sample_memory(&mut self) {
        if self.death.is_none() {
            self.peak = self.peak.max(self.members().into_iter().filter_map(high_water).max().unwrap_or(0));
        }
    }

    /// Its processes that are alive, itself and whatever it has started.
    fn members(&self) -> Vec<Pid> {
        self.family.members(Pid::from_child(&self.child))
    }

    /// True where it waits for more input, so that an answer which has not come will not come by itself; also where the
    /// system does not say what it waits for.
    pub(super) fn reads(&self) -> bool {
        !self.dead && reads(&self.members())
    }

    /// Ends a program that was seen to have more memory than it may.
    fn outgrow(&mut self) {
        if !self.dead && self.peak > self.memory {
            self.has_outgrown = true;
            self.reap();
        }
    }

    /// Ends the whole group and takes the leader's accounts; a second call does nothing.
    pub(super) fn reap(&mut self) {
        if self.death.is_some() {
            return;
        }
        if self.dead {
            self.left = self.family.outliving();
        }
        let group = Pid::from_child(&self.child);
        // The leader is not reaped yet, so its group cannot be another's.
        let _ = kill_process_group(group, Signal::KILL);
        if let Ok(used) = self.child.wait4() {
            self.cpu = used.rusage.utime + used.rusage.stime;
            // A child starts with its parent's mark, so only a higher one is its own.
            let ours = high_water(getpid()).unwrap_or(u64::MAX);
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
