//! Pipes that never block: a queue towards a program, a buffer from it, a drain for its standard error.

#[cfg(target_os = "linux")]
use rustix::{
    event::{PollFd, Timespec, poll},
    fd::{AsFd, BorrowedFd, OwnedFd},
    io::Errno,
};
use std::fmt::Debug;
use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};
use stickler::game::Seat;
use stickler::scenario::Writes;

/// Bytes of standard error that are kept.
const STDERR_TAIL: usize = 16 * 1024;
/// The smallest buffer for a read.
const CHUNK: usize = 4096;
/// The most writes that a message is split into.
const PIECES: usize = 24;
/// The fewest bytes of one write where messages are split.
const PIECE: usize = 7;
/// Time for a program to read one piece before the next is written.
const PAUSE: Duration = Duration::from_micros(100);
/// The most unread output that is kept. Then the pipe of a program that writes more fills up and blocks it.
pub(super) const UNREAD_CAP: usize = 4 << 20;

/// The reading end of a pipe. It never blocks.
pub(crate) trait ByteSource: Debug + Send {
    /// Appends what is there. Returns how many bytes came, and when; 0: the other end is closed.
    fn read(&mut self, into: &mut Vec<u8>) -> io::Result<(usize, Instant)>;
    /// The descriptor to poll; `None`: a bell rings instead.
    #[cfg(target_os = "linux")]
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}

/// The writing end of a pipe. It never blocks.
pub(crate) trait ByteSink: Debug + Send {
    /// Takes as many of these bytes as it can.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// The descriptor to poll; `None`: it takes everything at once.
    #[cfg(target_os = "linux")]
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}

/// The other ends of a program's streams: its input, its output, and its standard error where that is heard.
pub(crate) type StdStreams = (
    Box<dyn ByteSink>,
    Box<dyn ByteSource>,
    Option<Box<dyn ByteSource>>,
);

/// How many of these are ready within this time, or ever; `None`: a signal came first.
#[cfg(target_os = "linux")]
pub fn wait_for(fds: &mut [PollFd<'_>], within: Option<Duration>) -> io::Result<Option<usize>> {
    match poll(
        fds,
        within
            .and_then(|time| Timespec::try_from(time).ok())
            .as_ref(),
    ) {
        Err(Errno::INTR) => Ok(None),
        count => Ok(Some(count?)),
    }
}

/// Waits until something can be read here, at most this long; true if it can.
#[cfg(target_os = "linux")]
pub(super) fn is_ready(fd: BorrowedFd<'_>, within: Duration) -> io::Result<bool> {
    let until = Instant::now() + within;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let mut fds = [PollFd::from_borrowed_fd(fd, rustix::event::PollFlags::IN)];
        match wait_for(&mut fds, Some(left))? {
            None => {}
            Some(count) => return Ok(count > 0),
        }
    }
}

/// Sets a descriptor to return instead of waiting.
#[cfg(target_os = "linux")]
pub fn nonblocking(fd: impl AsFd) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    Ok(fcntl_setfl(&fd, fcntl_getfl(&fd)? | OFlags::NONBLOCK)?)
}

/// These streams, made ready to be polled.
#[cfg(target_os = "linux")]
pub(crate) fn polled(
    (stdin, stdout, stderr): (OwnedFd, OwnedFd, Option<OwnedFd>),
) -> io::Result<StdStreams> {
    [Some(&stdin), Some(&stdout), stderr.as_ref()]
        .into_iter()
        .flatten()
        .try_for_each(nonblocking)?;
    Ok((
        Box::new(stdin),
        Box::new(stdout),
        stderr.map(|stderr| Box::new(stderr) as Box<dyn ByteSource>),
    ))
}

#[cfg(target_os = "linux")]
impl ByteSource for OwnedFd {
    fn read(&mut self, into: &mut Vec<u8>) -> io::Result<(usize, Instant)> {
        into.reserve(CHUNK);
        let count = rustix::io::read(&*self, rustix::buffer::spare_capacity(into))?;
        Ok((count, Instant::now()))
    }

    fn fd(&self) -> Option<BorrowedFd<'_>> {
        Some(self.as_fd())
    }
}

#[cfg(target_os = "linux")]
impl ByteSink for OwnedFd {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(&*self, bytes)?)
    }

    fn fd(&self) -> Option<BorrowedFd<'_>> {
        Some(self.as_fd())
    }
}

/// Bytes on their way to a program.
#[derive(Debug)]
pub(crate) struct Outbox {
    to: Option<Box<dyn ByteSink>>,
    queue: Vec<u8>,
    /// Nothing more will be queued.
    ended: bool,
    writes: Writes,
}

impl Outbox {
    pub(crate) fn new(to: Box<dyn ByteSink>, writes: Writes) -> Outbox {
        Outbox {
            to: Some(to),
            queue: Vec::new(),
            ended: false,
            writes,
        }
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.pass(text.as_bytes());
        self.queue.push(b'\n');
    }

    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        self.queue.extend_from_slice(bytes);
    }

    #[cfg(target_os = "linux")]
    /// Bytes that are not written yet.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.len()
    }

    #[cfg(target_os = "linux")]
    /// The pipe, if bytes are waiting to be written.
    pub(crate) fn awaited(&self) -> Option<&dyn ByteSink> {
        self.to.as_deref().filter(|_| !self.queue.is_empty())
    }

    /// True where nothing more will be queued.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Closes the pipe once everything queued is written.
    pub(crate) fn end(&mut self) {
        self.ended = true;
    }

    /// Writes as much as the pipe takes. A closed input is no error: the program is judged by its answers.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let split = PIECE.max(self.queue.len() / PIECES);
        while let Some(to) = self.to.as_mut().filter(|_| !self.queue.is_empty()) {
            let line = || {
                self.queue
                    .iter()
                    .position(|&byte| byte == b'\n')
                    .map_or(self.queue.len(), |at| at + 1)
            };
            let piece = match self.writes {
                Writes::Whole => &self.queue[..],
                Writes::Split => &self.queue[..split.min(self.queue.len())],
                Writes::Lines => &self.queue[..line()],
            };
            match to.write(piece) {
                Ok(written) if written == self.queue.len() => self.queue.clear(),
                Ok(written) => {
                    self.queue.drain(..written);
                    if self.writes != Writes::Whole {
                        std::thread::sleep(PAUSE);
                    }
                }
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock => return Ok(()),
                    ErrorKind::Interrupted => {}
                    ErrorKind::BrokenPipe => self.close(),
                    _ => return Err(error),
                },
            }
        }
        if self.ended {
            self.close();
        }
        Ok(())
    }

    pub(crate) fn close(&mut self) {
        self.to = None;
        self.queue.clear();
    }

    /// The inode of the pipe, by which the program's end of it is known; `None`: it is closed, or nothing tells.
    #[cfg(target_os = "linux")]
    pub(crate) fn inode(&self) -> Option<u64> {
        Some(rustix::fs::fstat(self.to.as_ref()?.fd()?).ok()?.st_ino)
    }
}

/// Bytes that came from a program and were not taken yet.
#[derive(Debug)]
pub(crate) struct Inbox {
    from: Option<Box<dyn ByteSource>>,
    bytes: Vec<u8>,
    taken: usize,
    /// When the last bytes came.
    pub arrived: Instant,
}

impl Inbox {
    pub(crate) fn new(from: Box<dyn ByteSource>) -> Inbox {
        Inbox {
            from: Some(from),
            bytes: Vec::with_capacity(4096),
            taken: 0,
            arrived: Instant::now(),
        }
    }

    /// Reads what is there, up to the cap.
    pub(crate) fn fill(&mut self) -> io::Result<()> {
        self.forget_taken();
        while let Some(from) = self.from.as_mut().filter(|_| self.bytes.len() < UNREAD_CAP) {
            match from.read(&mut self.bytes) {
                Ok((0, _)) => self.from = None,
                Ok((_, at)) => {
                    self.arrived = at;
                    // A read that did not fill the buffer has read everything.
                    if self.bytes.len() < self.bytes.capacity() {
                        return Ok(());
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    pub(crate) fn is_open(&self) -> bool {
        self.from.is_some()
    }

    /// The pipe, if more may be read from it.
    pub(crate) fn awaited(&self) -> Option<&dyn ByteSource> {
        self.from
            .as_deref()
            .filter(|_| self.rest().len() < UNREAD_CAP)
    }

    /// Everything not taken yet.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.bytes[self.taken..]
    }

    /// Takes `lines` complete lines once all have come, without the last newline.
    pub(crate) fn take_lines(&mut self, lines: usize) -> Option<&[u8]> {
        self.forget_taken();
        let end = self.newlines().nth(lines.checked_sub(1)?)?;
        self.taken = end + 1;
        Some(&self.bytes[..end])
    }

    /// The ends of the lines that are not taken yet.
    pub(crate) fn newlines(&self) -> impl Iterator<Item = usize> {
        self.rest()
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n')
            .map(|(at, _)| at)
    }

    /// Takes everything, without a last newline.
    pub(crate) fn take_rest(&mut self) -> &[u8] {
        self.forget_taken();
        self.taken = self.bytes.len();
        self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes)
    }

    /// True where one of the first lines, ended or not, is longer than this many bytes.
    pub(crate) fn has_longer(&self, cap: usize, lines: usize) -> bool {
        let rest = self.rest();
        rest.len() > cap
            && rest
                .split(|&byte| byte == b'\n')
                .take(lines)
                .any(|line| line.len() > cap)
    }

    /// Keeps only the first `bytes` bytes of what is not taken yet.
    pub(crate) fn keep(&mut self, bytes: usize) {
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

/// Standard error: it is always drained, and its end is kept.
#[derive(Debug)]
pub(crate) struct Drain {
    pub from: Option<Box<dyn ByteSource>>,
    pub tail: Vec<u8>,
    pub total: u64,
    onward: Option<Onward>,
}

/// Is shown the lines of a program's standard error, each with the program's seat.
pub type OnStderr = fn(Seat, &str);

/// Standard error that is passed on, line by line.
#[derive(Debug)]
struct Onward {
    seat: Seat,
    show: OnStderr,
    /// The beginning of a line.
    rest: Vec<u8>,
    shown: usize,
}

/// The most that is passed on of one program, in bytes: whoever reads it must not hold up the match.
const MOST_ONWARD: usize = 1 << 20;

impl Onward {
    fn pass_on(&mut self, bytes: &[u8]) {
        if self.shown > MOST_ONWARD {
            return;
        }
        self.rest.extend_from_slice(bytes);
        if let Some(end) = self.rest.iter().rposition(|&byte| byte == b'\n') {
            let rest = self.rest.split_off(end + 1);
            let lines = std::mem::replace(&mut self.rest, rest);
            lines[..end]
                .split(|&byte| byte == b'\n')
                .for_each(|line| self.show(line));
        }
        if self.rest.len() > STDERR_TAIL {
            self.end();
        }
    }

    fn show(&mut self, line: &[u8]) {
        if self.shown <= MOST_ONWARD {
            // Whoever shows it adds a few words.
            self.shown += line.len() + 16;
            (self.show)(self.seat, &String::from_utf8_lossy(line));
            if self.shown > MOST_ONWARD {
                (self.show)(self.seat, "... (the rest is not shown)");
            }
        }
    }

    fn end(&mut self) {
        let rest = std::mem::take(&mut self.rest);
        if !rest.is_empty() {
            self.show(&rest);
        }
    }
}

impl Drain {
    pub(crate) fn new(from: Option<Box<dyn ByteSource>>) -> Drain {
        Drain {
            from,
            tail: Vec::new(),
            total: 0,
            onward: None,
        }
    }

    /// From now on every line is also shown.
    pub(crate) fn pass_on(&mut self, seat: Seat, show: OnStderr) {
        self.onward = Some(Onward {
            seat,
            show,
            rest: Vec::new(),
            shown: 0,
        });
    }

    /// Reads what is there, but at most a few pipes full, so that a flood cannot block the table.
    pub(crate) fn drain(&mut self) {
        let mut chunk = Vec::with_capacity(2 * CHUNK);
        for _ in 0..32 {
            let Some(from) = &mut self.from else { return };
            chunk.clear();
            match from.read(&mut chunk) {
                Ok((0, _)) => {
                    self.from = None;
                    self.onward.iter_mut().for_each(Onward::end);
                }
                Ok(_) => self.keep(&chunk),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        self.onward
            .iter_mut()
            .for_each(|onward| onward.pass_on(bytes));
        self.tail.extend_from_slice(bytes);
        let surplus = self.tail.len().saturating_sub(STDERR_TAIL);
        self.tail.drain(..surplus);
    }
}

#[cfg(test)]
mod tests;
