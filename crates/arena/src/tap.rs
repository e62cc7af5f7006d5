//! A tap stands between a bot and any judge. It passes both streams through unchanged, and records them as a log of one seat.
//!
//! A message is passed on first and recorded afterwards. An answer is recorded first, since a judge may kill everything after
//! the last answer. If the log cannot be written, recording stops; bot and judge do not notice.

#[cfg(target_os = "linux")]
mod polled;
mod threaded;

#[cfg(target_os = "linux")]
use super::arena_choice;
use super::process_players::is_interrupted;
use super::running_program::ExitReport;
use super::stdio::UnlessInterrupted;
use std::io::Write;
use std::time::{Duration, Instant};
use stickler::game::Seat;
use stickler::games::erased::AnyGame;
use stickler::live::players::HarnessError;
use stickler::params::{Ms, Settings};
use stickler::transcript::{Event, Writer, escape};

/// The most bytes that wait for a bot which does not read. Then the judge's own pipe fills up.
const QUEUE_CAP: usize = 1 << 20;
/// How long a bot may take to begin to exit after it closed its output.
const ENDING: Duration = Duration::from_millis(25);

/// The options of a tap: which seat it records, and where the log goes.
pub struct TapOptions {
    /// The game, if it is known. It reads the seat off the first message.
    pub game: Option<&'static dyn AnyGame>,
    /// The parameters.
    pub settings: Settings,
    /// The seat, where it is known.
    pub seat: Option<Seat>,
    /// True where the log holds the time of each part, so that the logs of several taps can be joined.
    pub stamps: bool,
    /// Where the log goes.
    pub to: Box<dyn Write>,
}

/// Runs the bot inside the tap until it ends. Returns its exit code; for a signal, 128 plus its number.
pub fn tap(words: &[String], recording: TapOptions) -> Result<i32, HarnessError> {
    let mut log = Log::new(recording);
    #[cfg(target_os = "linux")]
    let (passed, end) = if arena_choice::is_portable() {
        threaded::run(words, &mut log)?
    } else {
        polled::run(words, &mut log)?
    };
    #[cfg(not(target_os = "linux"))]
    let (passed, end) = threaded::run(words, &mut log)?;
    match &passed {
        Ok(()) => log.last(Event::Died(end.death), end.left),
        Err(why) => log.ends_without_bot(why),
    }
    passed.map(|()| end.death.code())
}

/// Whether everything was passed on until the bot ended, and how it ended. The tap ends a bot that would outlive it.
type TapResult = (Result<(), HarnessError>, ExitReport);

/// A signal to the whole group also reaches the bot, which may end first.
fn unless_interrupted(passed: Result<(), HarnessError>) -> Result<(), HarnessError> {
    passed.and_then(|()| {
        if is_interrupted() {
            Err(HarnessError::Interrupted)
        } else {
            Ok(())
        }
    })
}

/// The log. It stops at the first error and reports that once.
struct Log {
    recording: Option<TapOptions>,
    writer: Option<Writer>,
    seat: Seat,
    heard: Vec<u8>,
    /// Lines of the judge that are not written yet, each with its stamp.
    waiting: Vec<(u64, String)>,
    spoken: Vec<u8>,
    /// True after the bot has closed its output or ended.
    has_ended: bool,
    asked: Instant,
}

impl Log {
    fn new(recording: TapOptions) -> Log {
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

    /// Notes the moment before the judge's words are read: a log that ends with it does not have what was read then.
    fn reads(&mut self) -> u64 {
        self.open(false);
        let at = stamp();
        if self.recording.as_ref().is_some_and(|own| own.stamps) {
            self.write(at, |_| ());
        }
        at
    }

    /// Notes that the judge sends nothing more.
    fn heard_all(&mut self) {
        self.open(false);
        if self.heard.is_empty() && self.recording.as_ref().is_some_and(|own| own.stamps) {
            self.write(stamp(), |writer| writer.note(HEARD));
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
            self.write(stamp(), |writer| writer.said(seat, &line, Some(took)));
        }
    }

    /// Writes the last event of the bot, and how many processes it left.
    fn last(&mut self, event: Event<'_>, left: usize) {
        if std::mem::replace(&mut self.has_ended, true) {
            return;
        }
        self.open(true);
        let (seat, rest) = (self.seat, std::mem::take(&mut self.spoken));
        let cut = std::mem::take(&mut self.heard);
        self.write(stamp(), |writer| {
            if !cut.is_empty() {
                writer.note(&format!("{CUT}{}", shown(&cut)));
            }
            if !rest.is_empty() {
                writer.event(seat, Event::Unfinished(&rest));
            }
            writer.event(seat, event);
            if left > 0 {
                writer.event(seat, Event::Left(left as u64));
            }
        });
    }

    /// Reports why nothing more is recorded. A log that stops here blames nobody.
    fn ends_without_bot(&mut self, why: &HarnessError) {
        self.open(true);
        let why = match why {
            HarnessError::Interrupted => {
                "a signal from the judge, or from somebody else, ended the tap".into()
            }
            _ => shown(format!("the tap failed: {why}").as_bytes()),
        };
        self.write(stamp(), |writer| {
            writer.note(&format!("{why}, and the bot ended with it"))
        });
    }

    /// Writes the header and the lines that wait for it, once the seat is known or can no longer be known.
    fn open(&mut self, at_once: bool) {
        if let (None, Some(recording)) = (&self.writer, &self.recording) {
            let lines: Vec<&[u8]> = self
                .waiting
                .iter()
                .map(|(_, line)| line.as_bytes())
                .collect();
            let told = recording
                .game
                .map(|game| game.told_settings(&mut lines.iter().copied()))
                .unwrap_or_default();
            let settings = told.and(&recording.settings);
            let seat = recording.seat.or_else(|| {
                let variant = recording.game?.with(&settings).ok()?;
                variant.seat_told(&lines, self.seat)
            });
            if seat.is_none() && !at_once && recording.game.is_some() {
                return;
            }
            self.seat = seat.unwrap_or(self.seat);
            let header = [
                ("seats", self.seat.to_string()),
                ("clock", "own".to_string()),
            ];
            self.writer = Some(Writer::new(
                recording.game.map(|game| game.name()),
                &settings,
                &header,
            ));
        }
        let seat = self.seat;
        for (passed, text) in std::mem::take(&mut self.waiting) {
            self.write(passed, |writer| writer.told(seat, &text));
        }
    }

    fn write(&mut self, passed: u64, add: impl Fn(&mut Writer)) {
        let (Some(recording), Some(writer)) = (&mut self.recording, &mut self.writer) else {
            return;
        };
        if recording.stamps {
            writer.note(&format!("at {passed}"));
        }
        add(writer);
        let text = writer.drain();
        if let Err(error) = recording
            .to
            .write_all(text.as_bytes())
            .and_then(|()| recording.to.flush())
        {
            let _ = writeln!(
                UnlessInterrupted(std::io::stderr()),
                "stickler tap: the record ends here: {error}"
            );
            self.recording = None;
        }
    }
}

/// Microseconds on a clock that all programs of the machine share: the stamps of a log.
pub fn stamp() -> u64 {
    #[cfg(target_os = "linux")]
    {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
        now.tv_sec as u64 * 1_000_000 + now.tv_nsec as u64 / 1000
    }
    #[cfg(not(target_os = "linux"))]
    std::time::UNIX_EPOCH
        .elapsed()
        .map_or(0, |now| now.as_micros() as u64)
}

/// Takes the complete lines out of a buffer.
fn lines(buffer: &mut Vec<u8>) -> Vec<Vec<u8>> {
    let Some(end) = buffer.iter().rposition(|&byte| byte == b'\n') else {
        return Vec::new();
    };
    let rest = buffer.split_off(end + 1);
    let whole = std::mem::replace(buffer, rest);
    whole[..end]
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect()
}

/// The beginning of the note that holds what the judge wrote last, where no newline ends it.
pub const CUT: &str = "the judge's last line has no newline: ";

/// The note of a log with stamps after which the judge sent nothing more.
pub const HEARD: &str = "the judge sent nothing more";

/// A message as a log holds it.
fn shown(line: &[u8]) -> String {
    match std::str::from_utf8(line) {
        Ok(text) if line.iter().all(|byte| (0x20..0x7f).contains(byte)) && !text.ends_with(' ') => {
            text.to_string()
        }
        _ => escape(line),
    }
}
