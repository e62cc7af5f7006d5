//! A program that somebody else has started and joined to this process: it reads our output, and we read its.

use super::pipes::{Inbox, Outbox, nonblocking};
use super::process::interrupted;
use super::table::{HarnessError, Table, Usage, after};
use crate::clock::Micros;
use crate::game::{Seat, Seats};
use crate::params::Ms;
use crate::referee::{Ask, Death, Heard};
use crate::scenario::Writes;
use crate::wire::LINE_CAP;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The table of the one program at the other ends of our standard input and output. What it uses, and how it ends, is
/// for whoever started it to see: here a program whose output has ended counts as one that ended well.
#[derive(Debug)]
pub struct Joined {
    outbox: Outbox,
    inbox: Inbox,
    /// When it was told to end, and the bytes that came after that.
    ending: Option<(Instant, usize)>,
}

/// Of what comes after the end so many bytes are kept.
const LAST_WORDS: usize = 4096;

impl Joined {
    /// Takes our standard input and output.
    pub fn to_standard_streams() -> Result<Joined, HarnessError> {
        let input = rustix::io::dup(rustix::stdio::stdin())?;
        let output = rustix::io::dup(rustix::stdio::stdout())?;
        Joined::to(input, output)
    }

    fn to(input: OwnedFd, output: OwnedFd) -> Result<Joined, HarnessError> {
        nonblocking(&input)?;
        nonblocking(&output)?;
        Ok(Joined { outbox: Outbox::new(output, Writes::Whole), inbox: Inbox::new(input), ending: None })
    }

    /// Waits until something can be read or written, or the time is over.
    fn poll(&mut self, until: Instant) -> Result<(), HarnessError> {
        if interrupted().load(Ordering::Relaxed) {
            return Err(HarnessError::Interrupted);
        }
        let mut fds = Vec::with_capacity(2);
        fds.extend(self.inbox.fd.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
        let output = self.outbox.fd.as_ref().filter(|_| self.outbox.is_waiting());
        fds.extend(output.map(|fd| PollFd::new(fd, PollFlags::OUT)));
        let left = until.saturating_duration_since(Instant::now());
        let timeout = Timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos() as _ };
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        self.outbox.flush()?;
        Ok(self.inbox.fill()?)
    }
}

impl Table for Joined {
    fn tell(&mut self, _to: Seat, text: &str) {
        self.outbox.push(text);
    }

    fn close(&mut self, _seat: Seat) {
        self.outbox.end();
    }

    fn stray(&mut self, _seat: Seat) -> Result<Option<&[u8]>, HarnessError> {
        if self.inbox.rest().is_empty() {
            self.inbox.fill()?;
        }
        Ok((!self.inbox.rest().is_empty()).then(|| self.inbox.take_rest()))
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Heard<'_>, Micros), HarnessError> {
        let ask = asks.first().ok_or(HarnessError::Misuse(crate::referee::Misuse("nobody is asked")))?;
        self.outbox.flush()?;
        let asked = Instant::now();
        let until = after(asked, Ms(ask.budget.0.saturating_add(1)));
        let took = |until: Instant| Micros(until.saturating_duration_since(asked).as_micros() as u64);
        loop {
            let lines = self.inbox.rest().iter().filter(|&&byte| byte == b'\n').take(ask.lines).count();
            let now = Instant::now();
            if self.inbox.has_longer(LINE_CAP, ask.lines) {
                return Ok((ask.seat, Heard::TooMuch, took(now)));
            }
            if lines == ask.lines || (!self.inbox.is_open() && lines > 0) {
                let arrived = took(self.inbox.arrived);
                return Ok((ask.seat, Heard::Lines(self.inbox.take_lines(lines).unwrap_or_default()), arrived));
            }
            if !self.inbox.is_open() {
                return Ok((ask.seat, Heard::Closed, took(now)));
            }
            if now >= until {
                return Ok((ask.seat, Heard::Silent { unfinished: self.inbox.take_rest(), unflushed: b"" }, took(now)));
            }
            self.poll(until)?;
        }
    }

    fn end(&mut self, seats: Seats, grace: Ms) -> Result<(Seat, Heard<'_>, Micros), HarnessError> {
        let seat = seats.iter().next().ok_or(HarnessError::Misuse(crate::referee::Misuse("nobody is to end")))?;
        self.outbox.flush()?;
        let (started, mut heard) = self.ending.unwrap_or((Instant::now(), 0));
        let until = after(started, grace);
        // The time is looked at before the output: a flood, or a drip, puts no end off.
        while self.inbox.is_open() && Instant::now() < until {
            let kept = LAST_WORDS.saturating_sub(heard);
            heard += self.inbox.rest().len();
            self.inbox.keep(kept);
            if !self.inbox.rest().is_empty() {
                break;
            }
            self.poll(until)?;
        }
        self.ending = Some((started, heard));
        let took = Micros(started.elapsed().as_micros() as u64);
        if self.inbox.rest().is_empty() || Instant::now() >= until {
            return Ok((seat, Heard::Died(Death::Exit(0)), took));
        }
        Ok((seat, Heard::Lines(self.inbox.take_rest()), took))
    }

    fn retire(&mut self, _seat: Seat) -> Result<Usage, HarnessError> {
        let _ = self.outbox.flush();
        self.outbox.close();
        Ok(Usage::default())
    }
}
