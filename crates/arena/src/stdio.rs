//! Joins a bot in memory to standard input and output. So the reference bots become programs. Also writes that a signal ends.

#[cfg(unix)]
use super::process_players::is_interrupted;
use std::io::{self, BufRead, Write};
use stickler::game::Bot;

/// Plays until the bot ends or the input does; each answer is flushed.
pub fn run(bot: &mut dyn Bot, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut said = String::new();
    for line in input.lines() {
        said.clear();
        let goes_on = bot.hear(&line?, &mut said);
        output.write_all(said.as_bytes())?;
        output.flush()?;
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// Closes standard input, where the system lets a program do that.
pub(super) fn close_input() {
    #[cfg(unix)]
    if let Ok(null) = std::fs::File::open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(null);
    }
}

/// Closes standard output, where the system lets a program do that, so that its reader reads the end.
pub(super) fn close_output() {
    #[cfg(unix)]
    if let Ok(null) = std::fs::File::options().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(null);
    }
}

/// A stream whose other end may never be read: once a signal has come, a write to it that would wait is an error. A plain write is
/// begun again after a signal, and nobody looks at the flag.
pub struct UnlessInterrupted<W>(
    /// The stream.
    pub W,
);

#[cfg(unix)]
impl<W: std::os::fd::AsFd> Write for UnlessInterrupted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        // A pipe that can be written to takes as many bytes as that without a wait.
        const AT_ONCE: usize = 4096;
        const LOOK: Timespec = Timespec {
            tv_sec: 0,
            tv_nsec: 50_000_000,
        };
        loop {
            let mut fds = [PollFd::new(&self.0, PollFlags::OUT)];
            // After a signal whatever would wait is given up at once.
            let look = if is_interrupted() {
                Timespec::default()
            } else {
                LOOK
            };
            match poll(&mut fds, Some(&look)) {
                Ok(0) | Err(rustix::io::Errno::INTR) if is_interrupted() => {
                    return Err(io::Error::other("interrupted while nobody read"));
                }
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => {
                    let part = &bytes[..bytes.len().min(AT_ONCE)];
                    return Ok(rustix::io::write(&self.0, part)?);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(unix))]
impl<W: Write> Write for UnlessInterrupted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
