//! The tap on Linux: one poll over all streams.

use super::super::child_process::ChildProcess;
use super::super::pipes::{Outbox, nonblocking, wait_for};
use super::super::process_players::is_interrupted;
use super::super::running_program::ProgramHandle;
use super::super::stdio::{UnlessInterrupted, close_output};
use super::super::system::piped;
use super::{ENDING, Log, QUEUE_CAP, TapResult, unless_interrupted};
use rustix::event::{PollFd, PollFlags};
use rustix::fd::OwnedFd;
use rustix::io::{Errno, read};
use std::io::Write;
use stickler::live::players::HarnessError;
use stickler::scenario::Writes;
use stickler::transcript::Event;

/// The most reads after the bot's end, since processes that it left running may write without end.
const LAST_READS: usize = 16;

pub(super) fn run(words: &[String], log: &mut Log) -> Result<TapResult, HarnessError> {
    let (bot, (to, from, _)) = ChildProcess::spawn(words, piped(words), None)?;
    nonblocking(&to)?;
    nonblocking(&from)?;
    let to = Outbox::new(Box::new(to), Writes::Whole);
    let mut tap = Tap {
        bot,
        to,
        from: Some(from),
        judge: true,
        log,
    };
    let passed = unless_interrupted(tap.pass());
    let end = tap.bot.end(passed.is_ok());
    Ok((passed, end))
}

struct Tap<'a> {
    bot: ChildProcess,
    to: Outbox,
    from: Option<OwnedFd>,
    /// True as long as the judge's stream is open.
    judge: bool,
    log: &'a mut Log,
}

impl Tap<'_> {
    /// Passes bytes until the bot ends; what lives on after it may keep its streams.
    fn pass(&mut self) -> Result<(), HarnessError> {
        let mut chunk = vec![0u8; 65536];
        let mut has_ended = false;
        while !has_ended {
            if is_interrupted() {
                self.hear_rest(&mut chunk);
                self.log.heard_all();
                return Err(HarnessError::Interrupted);
            }
            let stdin = std::io::stdin();
            let reads = self.judge && self.to.waiting() < QUEUE_CAP;
            let mut fds = Vec::with_capacity(4);
            fds.extend(
                self.bot
                    .end_of_program()
                    .map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN)),
            );
            if reads {
                fds.push(PollFd::new(&stdin, PollFlags::IN));
            }
            fds.extend(
                self.from
                    .as_ref()
                    .map(|from| PollFd::new(from, PollFlags::IN)),
            );
            let to = self.to.awaited().and_then(|to| to.fd());
            fds.extend(to.map(|to| PollFd::from_borrowed_fd(to, PollFlags::OUT)));
            let patience = (self.from.is_none() && !self.log.has_ended).then_some(ENDING);
            let Some(count) = wait_for(&mut fds, patience)? else {
                continue;
            };
            let ready: Vec<bool> = fds.iter().map(|fd| !fd.revents().is_empty()).collect();
            drop(fds);
            if count == 0 && !self.bot.is_exiting() {
                self.log.last(Event::Closed, 0);
            }
            if reads && ready[1] {
                self.hear_judge(&mut chunk);
            }
            self.flush();
            has_ended = ready[0];
            let reads = if has_ended {
                LAST_READS
            } else {
                usize::from(self.from.is_some() && ready[1 + usize::from(reads)])
            };
            // An error, and a chunk that is not full, say that there is no more.
            (0..reads).try_for_each(|_| self.hear_bot(&mut chunk).then_some(()));
        }
        self.hear_rest(&mut chunk);
        Ok(())
    }

    fn hear_judge(&mut self, chunk: &mut [u8]) {
        let passed = self.log.reads();
        match read(std::io::stdin(), &mut *chunk) {
            Ok(0) | Err(Errno::IO) => {
                self.judge = false;
                self.log.heard_all();
                self.to.end();
            }
            Ok(count) => {
                self.to.pass(&chunk[..count]);
                self.flush();
                self.log.told(&chunk[..count], passed);
            }
            Err(_) => {}
        }
    }

    /// Reads what the judge has sent so far.
    fn hear_rest(&mut self, chunk: &mut [u8]) {
        while self.judge && rustix::io::ioctl_fionread(std::io::stdin()).is_ok_and(|left| left > 0)
        {
            self.hear_judge(chunk);
        }
    }

    /// Nothing is said of a bot that no longer hears.
    fn flush(&mut self) {
        if self.to.flush().is_err() {
            self.to.close();
        }
    }

    /// True where there may be more.
    fn hear_bot(&mut self, chunk: &mut [u8]) -> bool {
        let Some(from) = &self.from else { return false };
        match read(from, &mut *chunk) {
            // A bot that ends closes its output and ends at once, and so does its tap.
            Ok(0) if self.ends_now() => self.from = None,
            Ok(0) => self.mute(),
            Ok(count) => {
                self.log.said(&chunk[..count]);
                let mut out = UnlessInterrupted(std::io::stdout());
                let passed = out.write_all(&chunk[..count]).and_then(|()| out.flush());
                if passed.is_err() {
                    self.mute();
                }
                return passed.is_ok() && count == chunk.len();
            }
            Err(_) => {}
        }
        false
    }

    /// True where the bot that has closed its output ends, and did not only close it.
    fn ends_now(&self) -> bool {
        let mut end: Vec<PollFd<'_>> = self
            .bot
            .end_of_program()
            .map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN))
            .into_iter()
            .collect();
        wait_for(&mut end, Some(ENDING)).is_ok_and(|count| count > Some(0))
    }

    /// The bot will write no more, or the judge will read no more: closes both ends.
    fn mute(&mut self) {
        self.from = None;
        close_output();
    }
}
