//! A tap: in front of a bot under any judge it passes both streams through unchanged, and records them as a log of one seat.
//!
//! Messages are passed on first and recorded afterwards. Answers are recorded first: a judge that has its last answer may end
//! everything at once. Where the record cannot be written it ends, and the bot and its judge notice nothing.

use super::body::{Body, Own};
use super::pipes::{Outbox, nonblocking};
use super::process::interrupted;
use super::table::HarnessError;
use crate::game::Seat;
use crate::games::erased::AnyGame;
use crate::params::{Ms, Settings};
use crate::referee::Death;
use crate::scenario::Writes;
use crate::transcript::{Event, Writer, escape};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::{Errno, read};
use rustix::process::{getpid, set_child_subreaper};
use rustix::stdio::dup2_stdout;
use rustix::time::{ClockId, clock_gettime};
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Bytes that wait for a bot which does not read; then the judge's own pipe fills.
const QUEUE_CAP: usize = 1 << 20;

/// What to record, and where.
pub struct Recording {
    /// The game, where it is known; it tells the seat from the first message.
    pub game: Option<&'static dyn AnyGame>,
    /// Its parameters.
    pub settings: Settings,
    /// The seat, where it is known.
    pub seat: Option<Seat>,
    /// True where the log tells when each part passed, so that the logs of several taps can be joined.
    pub stamps: bool,
    /// Where the log goes.
    pub to: Box<dyn Write>,
}

/// Reads after the bot's end: what it leaves running may write without end.
const LAST_READS: usize = 16;
/// How long a bot that has closed its output may take to begin to end itself.
const ENDING: Timespec = Timespec { tv_sec: 0, tv_nsec: 25_000_000 };

/// Runs the bot behind the tap until it ends; its exit code, 128 and the number for a signal.
pub fn tap(words: &[String], recording: Recording) -> Result<i32, HarnessError> {
    set_child_subreaper(Some(getpid()))?;
    let (bot, (to, from, _)) = Own::start(words, false)?;
    nonblocking(&to)?;
    nonblocking(&from)?;
    let to = Outbox::new(to, Writes::Whole);
    let mut tap = Tap { bot, to, from: Some(from), judge: true, log: Log::new(recording) };
    // A signal to the whole group meets the bot too, and it may end first.
    let is_ended = || interrupted().load(Ordering::Relaxed);
    let passed = tap.pass().and_then(|()| if is_ended() { Err(HarnessError::Interrupted) } else { Ok(()) });
    // The bot must not outlive its tap.
    let end = tap.bot.end(passed.is_ok());
    match &passed {
        Ok(()) => tap.log.last(Event::Died(end.death), end.left),
        Err(why) => tap.log.ends_without_bot(why),
    }
    passed.map(|()| match end.death {
        Death::Exit(code) => code,
        Death::Signal(signal) => 128 + signal,
    })
}

struct Tap {
    bot: Own,
    to: Outbox,
    from: Option<OwnedFd>,
    /// True as long as the judge's stream is open.
    judge: bool,
    log: Log,
}

impl Tap {
    /// Passes bytes until the bot ends; what lives on after it may keep its streams.
    fn pass(&mut self) -> Result<(), HarnessError> {
        let mut chunk = vec![0u8; 65536];
        let mut has_ended = false;
        while !has_ended {
            if interrupted().load(Ordering::Relaxed) {
                return Err(HarnessError::Interrupted);
            }
            let stdin = std::io::stdin();
            let reads = self.judge && self.to.waiting() < QUEUE_CAP;
            let mut fds = Vec::with_capacity(4);
            fds.extend(self.bot.end_of_program().map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN)));
            if reads {
                fds.push(PollFd::new(&stdin, PollFlags::IN));
            }
            fds.extend(self.from.as_ref().map(|from| PollFd::new(from, PollFlags::IN)));
            fds.extend(self.to.awaited().map(|to| PollFd::new(to, PollFlags::OUT)));
            let patience = (self.from.is_none() && !self.log.has_ended).then_some(&ENDING);
            let count = match poll(&mut fds, patience) {
                Ok(count) => count,
                Err(Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
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
            let reads =
                if has_ended { LAST_READS } else { usize::from(self.from.is_some() && ready[1 + usize::from(reads)]) };
            // An error, and a chunk that is not full, say that there is no more.
            (0..reads).try_for_each(|_| self.hear_bot(&mut chunk).then_some(()));
        }
        Ok(())
    }

    fn hear_judge(&mut self, chunk: &mut [u8]) {
        match read(std::io::stdin(), &mut *chunk) {
            Ok(0) | Err(Errno::IO) => {
                self.judge = false;
                self.to.end();
            }
            Ok(count) => {
                let passed = now();
                self.to.pass(&chunk[..count]);
                self.flush();
                self.log.told(&chunk[..count], passed);
            }
            Err(_) => {}
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
                let mut out = std::io::stdout().lock();
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
        let mut end: Vec<PollFd<'_>> =
            self.bot.end_of_program().map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN)).into_iter().collect();
        poll(&mut end, Some(&ENDING)).is_ok_and(|count| count > 0)
    }

    /// The bot speaks no more, or nobody hears it: neither end is kept open.
    fn mute(&mut self) {
        self.from = None;
        if let Ok(null) = std::fs::File::options().write(true).open("/dev/null") {
            let _ = dup2_stdout(null);
        }
    }
}

/// The record; it gives up on the first error and says so once.
struct Log {
    recording: Option<Recording>,
    writer: Option<Writer>,
    seat: Seat,
    heard: Vec<u8>,
    /// Lines of the judge that are not written yet, each with its stamp.
    waiting: Vec<(u64, String)>,
    spoken: Vec<u8>,
    /// The bot has closed its output, or has ended itself.
    has_ended: bool,
    asked: Instant,
}

impl Log {
    fn new(recording: Recording) -> Log {
        let seat = recording.seat.unwrap_or(Seat(0));
        Log {
            recording: Some(recording),
            writer: None,
            seat,
            heard: Vec::new(),
            waiting: Vec::new(),
            spoken: Vec::new(),
            has_ended: false,
            asked: Instant::now(),
        }
    }

    fn told(&mut self, bytes: &[u8], passed: u64) {
        self.heard.extend_from_slice(bytes);
        for line in lines(&mut self.heard) {
            self.waiting.push((passed, shown(&line)));
        }
        self.open(false);
        self.asked = Instant::now();
    }

    fn said(&mut self, bytes: &[u8]) {
        let took = Ms(self.asked.elapsed().as_millis() as u64);
        self.spoken.extend_from_slice(bytes);
        for line in lines(&mut self.spoken) {
            self.open(true);
            let seat = self.seat;
            self.write(now(), |writer| writer.said(seat, &line, Some(took)));
        }
    }

    /// Writes the last event of the bot, and how many processes it left.
    fn last(&mut self, event: Event<'_>, left: usize) {
        if std::mem::replace(&mut self.has_ended, true) {
            return;
        }
        self.open(true);
        let (seat, rest) = (self.seat, std::mem::take(&mut self.spoken));
        self.write(now(), |writer| {
            if !rest.is_empty() {
                writer.event(seat, Event::Unfinished(&rest));
            }
            writer.event(seat, event);
            if left > 0 {
                writer.event(seat, Event::Left(left as u64));
            }
        });
    }

    /// Says why nothing more is recorded. A log that stops here blames nobody.
    fn ends_without_bot(&mut self, why: &HarnessError) {
        self.open(true);
        let why = match why {
            HarnessError::Interrupted => "a signal from the judge, or from somebody else, ended the tap".into(),
            _ => shown(format!("the tap failed: {why}").as_bytes()),
        };
        self.write(now(), |writer| writer.note(&format!("{why}, and the bot ended with it")));
    }

    /// Writes the header, once the first message has told the seat or nothing more can, and the lines that wait for it.
    fn open(&mut self, at_once: bool) {
        if let (None, Some(recording)) = (&self.writer, &self.recording) {
            let lines: Vec<&[u8]> = self.waiting.iter().map(|(_, line)| line.as_bytes()).collect();
            let told = recording.game.map(|game| game.told_settings(&mut lines.iter().copied())).unwrap_or_default();
            let settings = told.and(&recording.settings);
            let seat = recording.seat.or_else(|| recording.game?.with(&settings).ok()?.seat_told(&lines));
            if seat.is_none() && !at_once && recording.game.is_some() {
                return;
            }
            self.seat = seat.unwrap_or(self.seat);
            let header = [("seats", self.seat.to_string()), ("clock", "own".to_string())];
            self.writer = Some(Writer::new(recording.game.map(|game| game.name()), &settings, &header));
        }
        let seat = self.seat;
        for (passed, text) in std::mem::take(&mut self.waiting) {
            self.write(passed, |writer| writer.told(seat, &text));
        }
    }

    fn write(&mut self, passed: u64, add: impl Fn(&mut Writer)) {
        let (Some(recording), Some(writer)) = (&mut self.recording, &mut self.writer) else { return };
        if recording.stamps {
            writer.note(&format!("at {passed}"));
        }
        add(writer);
        let text = writer.take();
        if let Err(error) = recording.to.write_all(text.as_bytes()).and_then(|()| recording.to.flush()) {
            let _ = writeln!(std::io::stderr(), "stickler tap: the record ends here: {error}");
            self.recording = None;
        }
    }
}

/// Microseconds by a clock that all programs of the machine share.
fn now() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec as u64 * 1_000_000 + now.tv_nsec as u64 / 1000
}

/// Takes the complete lines out of a buffer.
fn lines(buffer: &mut Vec<u8>) -> Vec<Vec<u8>> {
    let Some(end) = buffer.iter().rposition(|&byte| byte == b'\n') else { return Vec::new() };
    let rest = buffer.split_off(end + 1);
    let whole = std::mem::replace(buffer, rest);
    whole[..end].split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// A message as a log holds it.
fn shown(line: &[u8]) -> String {
    match std::str::from_utf8(line) {
        Ok(text) if line.iter().all(|byte| (0x20..0x7f).contains(byte)) => text.to_string(),
        _ => escape(line),
    }
}
