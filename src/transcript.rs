//! Transcripts: one fact a line, the seat in front. The format's page is `spec/log.md`.

pub mod interaction;
pub mod record;
mod writer;

pub use writer::{Writer, escape, unescape};

use crate::clause::{Breach, Span};
use crate::clauses;
use crate::game::{Seat, Seats};
use crate::params::{Ms, Settings};
use crate::referee::Death;
use crate::wire::decimal;

clauses! {
    page include_str!("../spec/log.md");
    /// `log.header.form`
    pub HEADER_FORM "log.header.form",
    /// `log.line.form`
    pub LINE_FORM "log.line.form",
    /// `log.line.seat`
    pub LINE_SEAT "log.line.seat",
    /// `log.line.answer`
    pub LINE_ANSWER "log.line.answer",
    /// `log.event.time`
    pub EVENT_TIME "log.event.time",
    /// `log.gap.form`
    pub GAP_FORM "log.gap.form",
    /// `log.end.whole`
    pub END_WHOLE "log.end.whole",
}

/// A line names a seat that the game does not have.
pub(crate) fn no_seat(seat: Seat) -> Breach {
    Breach::new(LINE_SEAT, "the game has no seat {0}").numbers([i64::from(seat.0)])
}

/// What stands before the first line of a transcript.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The game, where it is named.
    pub game: Option<String>,
    /// Parameters that differ from the defaults.
    pub settings: Settings,
    /// The seats whose lines are here; `None`: those that occur.
    pub seats: Option<Seats>,
    /// Lines are missing at the start.
    pub omits_head: bool,
    /// Lines are missing at the end.
    pub omits_tail: bool,
    /// The times were taken beside the program, not by the judge.
    pub own_clock: bool,
    /// No seat is told anything: the answers alone are here, those of a handshake among them.
    pub is_answers: bool,
}

/// A transcript: its header, and its body still unread.
#[derive(Clone, Debug)]
pub struct Transcript<'a> {
    /// The header; all defaults where there is none.
    pub header: Header,
    body: Body<'a>,
}

/// A place in the file where it cannot be read, or breaks a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogError {
    /// Line of the file, from 1.
    pub line: usize,
    /// The clause, and the columns in that line.
    pub breach: Breach,
}

/// What came of a seat, where it was no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// No complete answer in this time.
    Silent(Ms),
    /// Bytes without a newline, still escaped.
    Unfinished(&'a [u8]),
    /// Bytes that came when the input was closed, still escaped.
    Unflushed(&'a [u8]),
    /// Standard output was closed.
    Closed,
    /// The process ended.
    Died(Death),
    /// A line grew beyond the cap.
    Flood,
    /// The process ended and left so many others running.
    Left(usize),
    /// What the process used.
    Used {
        /// CPU time.
        cpu: Ms,
        /// Peak resident memory in megabytes.
        memory: u64,
    },
}

/// One fact of a transcript; texts are still escaped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry<'a> {
    /// The seat reads this.
    Told(Seat, &'a [u8]),
    /// The seat writes this; the time counted for it.
    Said(Seat, &'a [u8], Option<Ms>),
    /// Something else came of the seat.
    Event(Seat, Event<'a>),
    /// Lines are missing.
    Gap,
}

/// Columns that stand in front of a fact's text.
pub const PREFIX: usize = 3;

/// The largest time in milliseconds, and the largest size in megabytes, that a log can hold.
pub const MOST: u64 = 999_999_999_999;

/// The lines of a transcript's body; comments and blank lines are passed over.
#[derive(Clone, Debug)]
pub struct Body<'a> {
    rest: &'a [u8],
    number: usize,
}

/// A line of the body, read when it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Number in the file, from 1.
    pub number: usize,
    raw: &'a [u8],
}

/// Why a line of a body cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// It has no form that a line can have.
    Line,
    /// It tells an event that does not exist.
    Event,
    /// It holds a number beyond this one, here.
    Large(Span, u64),
}

impl Unreadable {
    /// The clause it breaks.
    pub fn breach(self) -> Breach {
        match self {
            Unreadable::Line => {
                Breach::new(LINE_FORM, "expected a line such as `0< READY`, `0> OK @3ms`, `0! exit 1` or `...`")
            }
            Unreadable::Event => {
                let known = "an unknown event; there are silent @Nms, unfinished, unflushed, closed, exit N, signal N, left N, flood, used";
                Breach::new(LINE_FORM, known).span(Span::Columns(PREFIX, usize::MAX))
            }
            Unreadable::Large(span, most) => {
                let breach = Breach::new(LINE_FORM, "too large: the most that a log can hold here is {0}");
                breach.span(span).numbers([most as i64])
            }
        }
    }
}

impl<'a> Transcript<'a> {
    /// Reads the header; the body is read line by line by [`Transcript::body`].
    pub fn parse(bytes: &'a [u8]) -> Result<Transcript<'a>, LogError> {
        let mut body = Body { rest: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), number: 0 };
        let mut header = Header::default();
        let mut seen: Vec<&[u8]> = Vec::new();
        loop {
            let before = body.clone();
            let Some(raw) = body.next_raw() else { break };
            let error = |breach| LogError { line: body.number, breach };
            if !raw.first().is_some_and(u8::is_ascii_lowercase) {
                if seen.is_empty() && (Line { number: body.number, raw }).entry() == Err(Unreadable::Line) {
                    return Err(error(Breach::new(
                        HEADER_FORM,
                        "this is no log: neither a header nor a line of a game",
                    )));
                }
                body = before;
                break;
            }
            header_line(&mut header, raw, &mut seen).map_err(error)?;
        }
        Ok(Transcript { header, body })
    }

    /// The lines after the header.
    pub fn body(&self) -> Body<'a> {
        self.body.clone()
    }

    /// Which of the game's seats have lines in the body.
    pub fn seats(&self, game: Seats) -> Seats {
        let mut seen = Seats::NONE;
        for line in self.body() {
            if let Ok(Entry::Told(seat, _) | Entry::Said(seat, ..) | Entry::Event(seat, _)) = line.entry()
                && game.contains(seat)
            {
                seen.insert(seat);
            }
            if seen == game {
                break;
            }
        }
        seen
    }
}

fn header_line<'a>(header: &mut Header, raw: &'a [u8], seen: &mut Vec<&'a [u8]>) -> Result<(), Breach> {
    let wrong = |text| Breach::new(HEADER_FORM, text);
    let colon = raw.iter().position(|&byte| byte == b':');
    let (key, value) = raw.split_at(colon.ok_or_else(|| wrong("expected `key: value`, or a line such as `0< READY`"))?);
    if seen.contains(&key) {
        return Err(wrong("this key stands here already").span(Span::Columns(0, key.len())));
    }
    if seen.is_empty() && key != b"stickler" {
        return Err(wrong("a header begins with `stickler: 1`").span(Span::Columns(0, key.len())));
    }
    seen.push(key);
    let value = std::str::from_utf8(&value[1..]).map_err(|_| wrong("expected text"))?.trim();
    let at = Span::Columns(raw.len() - value.len(), raw.len());
    let refuse = |text| wrong(text).span(at);
    match key {
        b"stickler" if value == "1" => {}
        b"stickler" => return Err(refuse("an unknown version of this format; this reader knows version 1")),
        b"game" => header.game = Some(value.to_string()),
        b"set" => {
            header.settings =
                Settings::read(value.split_whitespace()).map_err(|_| refuse("expected `name=value` words"))?;
        }
        b"seats" => {
            let seats: Option<Seats> =
                value.split_whitespace().map(|word| word.parse().ok().filter(|n| *n < 8).map(Seat)).collect();
            header.seats =
                Some(seats.filter(|seats| !seats.is_empty()).ok_or_else(|| refuse("expected seat numbers"))?);
        }
        b"omits" => {
            for word in value.split_whitespace() {
                match word {
                    "head" => header.omits_head = true,
                    "tail" => header.omits_tail = true,
                    _ => return Err(refuse("expected head, tail or both")),
                }
            }
        }
        b"clock" if value == "own" => header.own_clock = true,
        b"clock" if value == "judge" => {}
        b"clock" => return Err(refuse("expected judge or own")),
        b"holds" if value == "answers" => header.is_answers = true,
        b"holds" => return Err(refuse("expected answers")),
        b"seed" | b"note" => {}
        _ => {
            let known = "an unknown key; there are game, set, seats, omits, clock, holds, seed, note";
            return Err(wrong(known).span(Span::Columns(0, key.len())));
        }
    }
    Ok(())
}

impl<'a> Body<'a> {
    #[inline]
    fn next_raw(&mut self) -> Option<&'a [u8]> {
        while !self.rest.is_empty() {
            let (line, rest) = split_line(self.rest);
            self.rest = rest;
            self.number += 1;
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if !matches!(line.first(), None | Some(b'#')) {
                return Some(line);
            }
        }
        None
    }

    /// Number and text of the next line where it is a message to this seat; otherwise the line stays unread.
    pub fn next_told(&mut self, to: Seat) -> Option<(usize, &'a [u8])> {
        let line = self.clone().next()?;
        let (_, text) = line.told().filter(|(seat, _)| *seat == to)?;
        self.next_raw();
        Some((line.number, text))
    }

    /// Number, text and time of the next line where it is an answer of this seat; otherwise the line stays unread.
    pub fn next_said(&mut self, by: Seat) -> Option<(usize, &'a [u8], Option<Ms>)> {
        let line = self.clone().next()?;
        let (_, text, took) = line.said().filter(|(seat, ..)| *seat == by)?;
        self.next_raw();
        Some((line.number, text, took))
    }

    /// Whether any line from here on is a message to this seat.
    pub fn tells(mut self, seat: Seat) -> bool {
        self.any(|line| line.told().is_some_and(|(to, _)| to == seat))
    }

    /// Number and text of the next line where it is what the seat wrote without a newline before it ended.
    pub fn next_unended(&mut self, by: Seat) -> Option<(usize, &'a [u8])> {
        let mut after = self.clone();
        let line = after.next()?;
        match line.entry() {
            Ok(Entry::Event(seat, Event::Unfinished(text))) if seat == by && after.is_ending(by) => {
                self.next_raw();
                Some((line.number, text))
            }
            _ => None,
        }
    }

    /// True where the next line says that the seat's program ended, or closed its output.
    pub fn is_ending(&self, seat: Seat) -> bool {
        let ends = |entry| matches!(entry, Ok(Entry::Event(by, Event::Died(_) | Event::Closed)) if by == seat);
        self.clone().next().is_some_and(|line| ends(line.entry()))
    }
}

impl<'a> Iterator for Body<'a> {
    type Item = Line<'a>;

    #[inline]
    fn next(&mut self) -> Option<Line<'a>> {
        let raw = self.next_raw()?;
        Some(Line { number: self.number, raw })
    }
}

#[inline]
fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    match first(b'\n', text) {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, &[]),
    }
}

/// Where this byte stands first; eight bytes are looked at in one step.
#[inline]
fn first(byte: u8, text: &[u8]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (chunks, rest) = text.as_chunks::<8>();
    for (index, chunk) in chunks.iter().enumerate() {
        let zero_where_equal = u64::from_le_bytes(*chunk) ^ (ONES * u64::from(byte));
        let found = zero_where_equal.wrapping_sub(ONES) & !zero_where_equal & (ONES << 7);
        if found != 0 {
            return Some(index * 8 + found.trailing_zeros() as usize / 8);
        }
    }
    rest.iter().position(|&other| other == byte).map(|at| text.len() - rest.len() + at)
}

/// Whether a text stands here as a program wrote it, with nothing escaped.
#[inline]
pub(crate) fn is_literal(text: &[u8]) -> bool {
    first(b'\\', text).is_none()
}

impl<'a> Line<'a> {
    /// What it says, or why it cannot be read.
    pub fn entry(&self) -> Result<Entry<'a>, Unreadable> {
        if let Some((seat, text)) = self.told() {
            return Ok(Entry::Told(seat, text));
        }
        if let Some((seat, text)) = self.written() {
            return split_time(text).map(|(text, took)| Entry::Said(seat, text, took));
        }
        match self.raw {
            [digit @ b'0'..=b'9', b'!', b' ', text @ ..] => {
                event(text).map(|event| Entry::Event(Seat(digit - b'0'), event))
            }
            b"..." => Ok(Entry::Gap),
            _ => Err(Unreadable::Line),
        }
    }

    /// Seat and text, where it is a message; the text may be empty.
    #[inline]
    pub fn told(&self) -> Option<(Seat, &'a [u8])> {
        self.text(b'<')
    }

    /// Seat, text and time, where it is an answer that can be read.
    #[inline]
    pub fn said(&self) -> Option<(Seat, &'a [u8], Option<Ms>)> {
        let (seat, text) = self.written()?;
        split_time(text).ok().map(|(text, took)| (seat, text, took))
    }

    fn written(&self) -> Option<(Seat, &'a [u8])> {
        self.text(b'>')
    }

    #[inline]
    fn text(&self, sign: u8) -> Option<(Seat, &'a [u8])> {
        match self.raw {
            [digit @ b'0'..=b'9', found, b' ', text @ ..] if *found == sign => Some((Seat(digit - b'0'), text)),
            [digit @ b'0'..=b'9', found] if *found == sign => Some((Seat(digit - b'0'), b"")),
            _ => None,
        }
    }
}

/// Splits ` @50ms` off the end of an answer.
#[inline]
pub(crate) fn split_time(text: &[u8]) -> Result<(&[u8], Option<Ms>), Unreadable> {
    let Some(body) = text.strip_suffix(b"ms") else { return Ok((text, None)) };
    let digits = body.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (front, number) = body.split_at(body.len() - digits);
    let front = match front {
        [front @ .., b' ', b'@'] => front,
        b"@" => b"",
        _ => return Ok((text, None)),
    };
    let Some(ms) = decimal(number) else { return Ok((text, None)) };
    let column = PREFIX + body.len() - digits;
    amount(ms, Span::Columns(column, usize::MAX), MOST).map(|ms| (front, Some(Ms(ms))))
}

/// The number that stands here, unless it is too large.
#[inline]
fn amount(number: i64, span: Span, most: u64) -> Result<u64, Unreadable> {
    u64::try_from(number).ok().filter(|&number| number <= most).ok_or(Unreadable::Large(span, most))
}

fn event(text: &[u8]) -> Result<Event<'_>, Unreadable> {
    let (word, rest) = match text.iter().position(|&byte| byte == b' ') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &text[text.len()..]),
    };
    let code = || {
        let code = decimal(rest).ok_or(Unreadable::Event)?;
        amount(code, Span::Word(2), i32::MAX as u64).map(|code| code as i32)
    };
    let number = |text: &[u8], unit: &str, word: usize| {
        let number = text.strip_suffix(unit.as_bytes()).and_then(decimal).ok_or(Unreadable::Event)?;
        amount(number, Span::Word(word), MOST)
    };
    match word {
        b"silent" => Ok(Event::Silent(Ms(number(rest.strip_prefix(b"@").unwrap_or_default(), "ms", 2)?))),
        b"unfinished" => Ok(Event::Unfinished(rest)),
        b"unflushed" => Ok(Event::Unflushed(rest)),
        b"closed" if word == text => Ok(Event::Closed),
        b"flood" if word == text => Ok(Event::Flood),
        b"left" => match number(rest, "", 2)? {
            0 => Err(Unreadable::Event),
            processes => Ok(Event::Left(processes as usize)),
        },
        b"exit" => Ok(Event::Died(Death::Exit(code()?))),
        b"signal" if rest != b"0" => Ok(Event::Died(Death::Signal(code()?))),
        b"used" => {
            let words: Vec<&[u8]> = rest.split(|&byte| byte == b' ').collect();
            let [b"cpu", cpu, b"memory", memory] = words[..] else { return Err(Unreadable::Event) };
            Ok(Event::Used { cpu: Ms(number(cpu, "ms", 3)?), memory: number(memory, "MB", 5)? })
        }
        _ => Err(Unreadable::Event),
    }
}
