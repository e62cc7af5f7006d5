//! Polling of a player, and taking its output once some has come.

use super::Player;
#[cfg(target_os = "linux")]
use rustix::event::{PollFd, PollFlags};
use std::time::Instant;
use stickler::live::players::HarnessError;

impl Player {
    #[cfg(target_os = "linux")]
    pub(crate) fn poll_fds<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
        let mut poll = |fd, flags| fds.push(PollFd::from_borrowed_fd(fd, flags));
        self.stdout
            .awaited()
            .and_then(|from| from.fd())
            .into_iter()
            .for_each(|fd| poll(fd, PollFlags::IN));
        self.stderr
            .from
            .as_ref()
            .and_then(|from| from.fd())
            .into_iter()
            .for_each(|fd| poll(fd, PollFlags::IN));
        self.stdin
            .awaited()
            .and_then(|to| to.fd())
            .into_iter()
            .for_each(|fd| poll(fd, PollFlags::OUT));
        let end = self.program.end_of_program().filter(|_| !self.dead);
        end.into_iter().for_each(|fd| poll(fd, PollFlags::IN));
    }

    #[cfg(target_os = "linux")]
    /// Handles the results of poll, in the order of [`Player::poll_fds`].
    pub(crate) fn serve(&mut self, ready: &mut u16) -> Result<(), HarnessError> {
        let mut next = || {
            let first = *ready & 1 == 1;
            *ready >>= 1;
            first
        };
        let out = self.stdout.awaited().is_some() && next();
        let err = self.stderr.from.is_some() && next();
        let input = self.stdin.awaited().is_some() && next();
        let died = !self.dead && !self.program.is_joined() && next();
        self.drain_streams(out, err, input, died)
    }

    /// Takes whatever has come after the bell has rung.
    pub(crate) fn serve_all(&mut self) -> Result<(), HarnessError> {
        self.drain_streams(self.stdout.awaited().is_some(), true, true, false)?;
        self.dead |= self.program.has_ended(!self.stdout.is_open()) == Some(true);
        Ok(())
    }

    fn drain_streams(
        &mut self,
        out: bool,
        err: bool,
        input: bool,
        died: bool,
    ) -> Result<(), HarnessError> {
        if err {
            self.stderr.drain();
        }
        if input {
            self.stdin.flush()?;
        }
        let was_open = self.stdout.is_open();
        if out || died {
            self.stdout.fill()?;
            if self.peak == 0 {
                self.sample_memory();
            }
        }
        if out && was_open && !self.stdout.is_open() {
            self.stdout.arrived = Instant::now();
        }
        self.dead |= died;
        Ok(())
    }
}
