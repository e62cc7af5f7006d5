//! Pipes that never block: a queue towards a program, a buffer from it, a drain for its standard error.

use crate::scenario::Writes;
use rustix::buffer::spare_capacity;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, read, write};
use std::time::{Duration, Instant};

/// Bytes of standard error that are kept.
const STDERR_TAIL: usize = 16 * 1024;
/// Least room for a read.
const CHUNK: usize = 4096;
/// Writes of which a split message has no more, however long it is.
const PIECES: usize = 24;
/// Least bytes of one write where messages are split.
const PIECE: usize = 7;
/// Time for a program to read one piece before the next is written.
const PAUSE: Duration = Duration::from_micros(100);
/// Unread output that is kept; a program that writes more is stopped by its full pipe.
const UNREAD_CAP: usize = 4 << 20;

/// Sets a descriptor to return instead of waiting.
pub fn nonblocking(fd: impl AsFd) -> Result<(), Errno> {
    fcntl_setfl(&fd, fcntl_getfl(&fd)? | OFlags::NONBLOCK)
}

/// Bytes on their way to a program.
#[derive(Debug)]
pub struct Outbox {
    fd: Option<OwnedFd>,
    queue: Vec<u8>,
    /// Nothing more will be queued.
    ended: bool,
    writes: Writes,
}

impl Outbox {
    pub fn new(fd: OwnedFd, writes: Writes) -> Outbox {
        Outbox { fd: Some(fd), queue: Vec::new(), ended: false, writes }
    }

    pub fn push(&mut self, text: &str) {
        self.pass(text.as_bytes());
        self.queue.push(b'\n');
    }

    pub fn pass(&mut self, bytes: &[u8]) {
        self.queue.extend_from_slice(bytes);
    }

    /// Bytes that are not written yet.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// The pipe, where it is to take more.
    pub fn awaited(&self) -> Option<&OwnedFd> {
        self.fd.as_ref().filter(|_| !self.queue.is_empty())
    }

    /// True where nothing more will be queued.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Closes the pipe once everything queued is written.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// Writes as much as the pipe takes. A program that has closed its input is judged by what it answers.
    pub fn flush(&mut self) -> Result<(), Errno> {
        let split = PIECE.max(self.queue.len() / PIECES);
        while let Some(fd) = self.awaited() {
            let line = || self.queue.iter().position(|&byte| byte == b'\n').map_or(self.queue.len(), |at| at + 1);
            let piece = match self.writes {
                Writes::Whole => &self.queue[..],
                Writes::Split => &self.queue[..split.min(self.queue.len())],
                Writes::Lines => &self.queue[..line()],
            };
            match write(fd, piece) {
                Ok(written) if written == self.queue.len() => self.queue.clear(),
                Ok(written) => {
                    self.queue.drain(..written);
                    if self.writes != Writes::Whole {
                        std::thread::sleep(PAUSE);
                    }
                }
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => self.close(),
                Err(error) => return Err(error),
            }
        }
        if self.ended {
            self.close();
        }
        Ok(())
    }

    pub fn close(&mut self) {
        self.fd = None;
        self.queue.clear();
    }
}

/// Bytes that came from a program and were not taken yet.
#[derive(Debug)]
pub struct Inbox {
    fd: Option<OwnedFd>,
    bytes: Vec<u8>,
    taken: usize,
    /// When the last bytes came.
    pub arrived: Instant,
}

impl Inbox {
    pub fn new(fd: OwnedFd) -> Inbox {
        Inbox { fd: Some(fd), bytes: Vec::with_capacity(4096), taken: 0, arrived: Instant::now() }
    }

    /// Reads what is there, up to the cap.
    pub fn fill(&mut self) -> Result<(), Errno> {
        self.forget_taken();
        while let Some(fd) = self.fd.as_ref().filter(|_| self.bytes.len() < UNREAD_CAP) {
            self.bytes.reserve(CHUNK);
            let room = self.bytes.capacity() - self.bytes.len();
            match read(fd, spare_capacity(&mut self.bytes)) {
                Ok(0) => self.fd = None,
                Ok(count) => {
                    self.arrived = Instant::now();
                    if count < room {
                        return Ok(());
                    }
                }
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    pub fn is_open(&self) -> bool {
        self.fd.is_some()
    }

    /// The pipe, where more of it is kept.
    pub fn awaited(&self) -> Option<&OwnedFd> {
        self.fd.as_ref().filter(|_| self.rest().len() < UNREAD_CAP)
    }

    /// Everything not taken yet.
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.taken..]
    }

    /// Takes `lines` complete lines where they are there; the last newline is left out.
    pub fn take_lines(&mut self, lines: usize) -> Option<&[u8]> {
        self.forget_taken();
        let end = self.newlines().nth(lines.checked_sub(1)?)?;
        self.taken = end + 1;
        Some(&self.bytes[..end])
    }

    /// Where the lines end that are not taken yet.
    pub fn newlines(&self) -> impl Iterator<Item = usize> {
        self.rest().iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at)
    }

    /// Takes everything; a last newline is left out.
    pub fn take_rest(&mut self) -> &[u8] {
        self.forget_taken();
        self.taken = self.bytes.len();
        self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes)
    }

    /// True where one of the first lines, ended or not, is longer than this many bytes.
    pub fn has_longer(&self, cap: usize, lines: usize) -> bool {
        let rest = self.rest();
        rest.len() > cap && rest.split(|&byte| byte == b'\n').take(lines).any(|line| line.len() > cap)
    }

    /// Forgets all that is not taken yet but so many bytes.
    pub fn keep(&mut self, bytes: usize) {
        self.forget_taken();
        self.bytes.truncate(bytes);
    }

    fn forget_taken(&mut self) {
        if self.taken == self.bytes.len() {
            self.bytes.clear();
        } else if self.taken > 0 {
            self.bytes.drain(..self.taken);
        }
        self.taken = 0;
    }
}

/// Standard error: always drained, the end of it kept.
#[derive(Debug)]
pub struct Drain {
    pub fd: Option<OwnedFd>,
    pub tail: Vec<u8>,
    pub total: u64,
}

impl Drain {
    pub fn new(fd: Option<OwnedFd>) -> Drain {
        Drain { fd, tail: Vec::new(), total: 0 }
    }

    /// Reads what is there, but no more than a few pipes full, so that a flood cannot hold the table up.
    pub fn drain(&mut self) {
        let mut chunk = [0u8; 8192];
        for _ in 0..32 {
            let Some(fd) = &self.fd else { return };
            match read(fd, &mut chunk[..]) {
                Ok(0) => self.fd = None,
                Ok(count) => self.keep(&chunk[..count]),
                Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        self.tail.extend_from_slice(bytes);
        let surplus = self.tail.len().saturating_sub(STDERR_TAIL);
        self.tail.drain(..surplus);
    }
}
