//! The process between a validator and a submission while both run.

use super::{ANSWERS, Join, Joined, Party};
use rustix::event::{PollFd, PollFlags};
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use stickler::live::players::HarnessError;
use stickler::referee::Death;
use stickler_arena::system::death;
use stickler_arena::{nonblocking, wait_for};

/// The largest size of a pipe that any user may set, in bytes. The contest systems set it.
const PIPE: usize = 1 << 20;

/// One direction through a process between the two.
struct Direction {
    from: Option<OwnedFd>,
    to: Option<OwnedFd>,
    buffer: Vec<u8>,
    /// True if it passes on the end of the stream.
    passes_end: bool,
    /// The most that it holds, in bytes.
    most: usize,
}

impl Direction {
    /// Copies what is there.
    fn pump(&mut self) {
        let mut chunk = vec![0u8; 65536];
        while let Some(from) = self.from.as_ref().filter(|_| self.buffer.len() < self.most) {
            match rustix::io::read(from, &mut *chunk) {
                Ok(0) => self.from = None,
                Ok(count) if self.to.is_some() => self.buffer.extend_from_slice(&chunk[..count]),
                Ok(_) => {}
                Err(_) => break,
            }
            self.write();
        }
        self.write();
        if self.from.is_none() && self.buffer.is_empty() && self.passes_end {
            self.to = None;
        }
    }

    fn write(&mut self) {
        while let Some(to) = self.to.as_ref().filter(|_| !self.buffer.is_empty()) {
            match rustix::io::write(to, &self.buffer) {
                Ok(count) => drop(self.buffer.drain(..count)),
                Err(Errno::AGAIN | Errno::INTR) => break,
                Err(_) => self.to = None,
            }
        }
        if self.to.is_none() {
            self.buffer.clear();
        }
    }

    fn awaited(&self) -> impl Iterator<Item = PollFd<'_>> {
        let reads = self.from.iter().filter(|_| self.buffer.len() < self.most);
        let writes = self.to.iter().filter(|_| !self.buffer.is_empty());
        reads
            .map(|fd| PollFd::new(fd, PollFlags::IN))
            .chain(writes.map(|fd| PollFd::new(fd, PollFlags::OUT)))
    }
}

/// The connection of the two while they run.
struct Between {
    how: Join,
    /// From the validator, and to it.
    directions: Vec<Direction>,
    /// Ends that are held open so that nobody reads the end of a stream too soon; each with the party whose exit closes it.
    held: Vec<(Option<Party>, OwnedFd)>,
}

impl Between {
    /// The four ends, `[validator's input, its output, submission's input, its output]`, and what stands between them.
    fn new(how: Join) -> Result<([OwnedFd; 4], Between), HarnessError> {
        let pipe = || -> Result<(OwnedFd, OwnedFd), HarnessError> {
            let (read, write) = pipe_with(PipeFlags::CLOEXEC).map_err(std::io::Error::from)?;
            if how != Join::Bapctools {
                // A contest system that cannot set it goes on.
                let _ = fcntl_setpipe_size(&write, PIPE);
            }
            Ok((read, write))
        };
        let (from_validator, from_submission) = (pipe()?, pipe()?);
        let mut between = Between {
            how,
            directions: Vec::new(),
            held: Vec::new(),
        };
        if matches!(how, Join::Direct | Join::Kattis) {
            if how == Join::Kattis {
                between.held = vec![
                    (Some(Party::Validator), from_validator.1.try_clone()?),
                    (Some(Party::Submission), from_submission.1.try_clone()?),
                    (None, from_validator.0.try_clone()?),
                ];
            }
            return Ok((
                [
                    from_submission.0,
                    from_validator.1,
                    from_validator.0,
                    from_submission.1,
                ],
                between,
            ));
        }
        let (to_submission, to_validator) = (pipe()?, pipe()?);
        let most = if how == Join::Proxy { PIPE } else { 32 << 20 };
        for (from, to) in [
            (from_validator.0, to_submission.1),
            (from_submission.0, to_validator.1),
        ] {
            nonblocking(&from)?;
            nonblocking(&to)?;
            let passes_end = how == Join::Proxy || between.directions.is_empty();
            between.directions.push(Direction {
                from: Some(from),
                to: Some(to),
                buffer: Vec::new(),
                passes_end,
                most,
            });
        }
        Ok((
            [
                to_validator.0,
                from_validator.1,
                to_submission.0,
                from_submission.1,
            ],
            between,
        ))
    }

    fn ended(&mut self, party: Party) {
        self.held.retain(|(owner, _)| *owner != Some(party));
        self.directions.iter_mut().for_each(Direction::pump);
        let own = party as usize;
        match self.how {
            Join::Direct | Join::Kattis => {}
            // Both programs read the end of their input as soon as one has ended.
            Join::Proxy => self.directions.iter_mut().for_each(|way| way.to = None),
            Join::Bapctools => {
                self.directions[own].passes_end = true;
                self.directions[1 - own].to = None;
            }
        }
        self.directions.iter_mut().for_each(Direction::pump);
    }
}

pub(super) fn join(
    how: Join,
    validator: &[String],
    submission: &[String],
    limit: Duration,
) -> Result<Joined, HarnessError> {
    let ([in_validator, out_validator, in_submission, out_submission], mut between) =
        Between::new(how)?;
    let start = |words: &[String], stdin: OwnedFd, stdout: OwnedFd| {
        let mut command = Command::new(words.first().map_or("", String::as_str));
        command
            .args(&words[1.min(words.len())..])
            .stdin(stdin)
            .stdout(stdout)
            .process_group(0)
            .spawn()
    };
    let mut children: [Child; 2] = [
        start(validator, in_validator, out_validator)?,
        start(submission, in_submission, out_submission)?,
    ];
    let pidfd = |child: &Child| {
        pidfd_open(Pid::from_child(child), PidfdFlags::empty()).map_err(std::io::Error::from)
    };
    // The contest systems end a program with all that it has started.
    let groups = [Pid::from_child(&children[0]), Pid::from_child(&children[1])];
    let pidfds = [pidfd(&children[0])?, pidfd(&children[1])?];
    let parties = [Party::Validator, Party::Submission];
    let mut ended: [Option<Death>; 2] = [None, None];
    let (mut first, mut is_late) = (None, false);
    let until = Instant::now() + limit;
    while ended.iter().any(Option::is_none) {
        let left = until.saturating_duration_since(Instant::now());
        // A validator that does not end now is waited for.
        let left = if left.is_zero() {
            Duration::from_secs(60)
        } else {
            left
        };
        let running = pidfds
            .iter()
            .zip(&ended)
            .filter(|(_, ended)| ended.is_none());
        let mut fds: Vec<PollFd<'_>> = running
            .map(|(fd, _)| PollFd::from_borrowed_fd(fd.as_fd(), PollFlags::IN))
            .collect();
        fds.extend(between.directions.iter().flat_map(Direction::awaited));
        wait_for(&mut fds, Some(left))?;
        drop(fds);
        between.directions.iter_mut().for_each(Direction::pump);
        for (which, party) in parties.into_iter().enumerate() {
            let status = if ended[which].is_none() {
                children[which].try_wait()?
            } else {
                None
            };
            let Some(death) = status.map(death) else {
                continue;
            };
            first = first.or(Some(party));
            ended[which] = Some(death);
            between.ended(party);
            let is_refused = party == Party::Validator && death != Death::Exit(ANSWERS[0]);
            if how == Join::Bapctools && is_refused && ended[1].is_none() {
                kill_process_group(groups[1], Signal::KILL).map_err(std::io::Error::from)?;
            }
        }
        let is_over = Instant::now() >= until;
        if is_over && !is_late && ended[1].is_none() {
            is_late = true;
            // Whatever ends from here on ends after it, in whatever order the ends are seen.
            first = first.or(Some(Party::Submission));
            kill_process_group(groups[1], Signal::KILL).map_err(std::io::Error::from)?;
        }
        if is_over && how == Join::Kattis {
            if ended[0].is_none() {
                kill_process_group(groups[0], Signal::TERM).map_err(std::io::Error::from)?;
            }
            break;
        }
    }
    let [validator, submission] = ended;
    Ok(Joined {
        validator,
        submission,
        first,
        is_late,
    })
}
