//! One line of a transcript's body: a fact, with the seat in front.

use super::LINE_FORM;
use crate::clause::{Breach, Span};
use crate::game::Seat;
use crate::params::{Megabytes, Ms};
use crate::referee::Death;
use crate::wire::decimal;
#[cfg(feature = "files")]
use std::ops::Range;

/// An event of a seat that is no line.
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
    Left(u64),
    /// The usage of the process.
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
    /// Something else happened to the seat.
    Event(Seat, Event<'a>),
    /// A choice that no seat makes. It stands among answers alone.
    Chosen(&'a [u8]),
    /// The judge says that the seat failed, but not how. Only logs of answers alone have it.
    Failed(Seat, Reason),
    /// Lines are missing.
    Gap,
}

/// Why a seat ended as it did, in the word of a judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The program did not fail.
    Ok,
    /// Time was over.
    Late,
    /// Any other failure.
    Fault,
    /// The other seat failed.
    Interrupted,
    /// No answer came.
    Silent,
    /// The program wrote a line that was not asked for, and its judge took notice at once.
    Unasked,
}

impl Reason {
    /// The words of failures in a line.
    const FAILURES: [(&'static str, Reason); 3] = [
        ("late", Reason::Late),
        ("fault", Reason::Fault),
        ("silent", Reason::Silent),
    ];

    /// The word of a failure; `fault` for what is none.
    pub(crate) fn word(self) -> &'static str {
        Reason::FAILURES
            .iter()
            .find(|(_, reason)| *reason == self)
            .map_or("fault", |(word, _)| word)
    }
}

/// Columns that stand in front of a fact's text.
pub const PREFIX: usize = 3;

/// The line that says that lines are missing.
const GAP: &[u8] = b"...";

/// The largest time in milliseconds, and the largest size in megabytes, that a log can hold.
pub const MOST: u64 = Megabytes::MOST.0;

/// A line of the body, read when it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Number in the file, from 1.
    pub number: usize,
    raw: &'a [u8],
    /// The step of a record, which no text stands for.
    step: Option<&'a Entry<'a>>,
}

/// Why a line of a body cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// The line has no form that a line can have.
    Line,
    /// The line tells an event that does not exist.
    Event,
    /// The line holds a number beyond this one, here.
    Large(Span, u64),
    /// The text here looks like a time, and is none.
    Time(Span),
    /// The line begins the header of another log.
    Header,
}

impl Unreadable {
    /// The clause it breaks.
    pub fn breach(self) -> Breach {
        match self {
            Unreadable::Line => Breach::new(
                LINE_FORM,
                "expected a line such as `0< READY`, `0> OK @3ms`, `0! exit 1` or `...`",
            ),
            Unreadable::Event => {
                let known = "an unknown event; there are silent @Nms, unfinished, unflushed, closed, exit N, signal N, left N, flood, used";
                Breach::new(LINE_FORM, known).span(Span::Columns(PREFIX, usize::MAX))
            }
            Unreadable::Large(span, most) => {
                let breach = Breach::new(
                    LINE_FORM,
                    "too large: the most that a log can hold here is {0}",
                );
                breach.span(span).numbers([most as i64])
            }
            Unreadable::Time(span) => {
                let form = "a time is a whole number of milliseconds at the end of its line, ` @3ms`; an `@` of the answer itself is written `\\x40`";
                Breach::new(LINE_FORM, form).span(span)
            }
            Unreadable::Header => {
                let form = "a second log begins here: put each into a file of its own";
                Breach::new(LINE_FORM, form)
            }
        }
    }
}

impl<'a> Line<'a> {
    #[inline]
    pub(super) fn new(number: usize, raw: &'a [u8]) -> Line<'a> {
        Line {
            number,
            raw,
            step: None,
        }
    }

    #[inline]
    pub(super) fn of_step(number: usize, step: &'a Entry<'a>) -> Line<'a> {
        Line {
            number,
            raw: b"",
            step: Some(step),
        }
    }

    /// The content, or why it cannot be read.
    pub fn entry(&self) -> Result<Entry<'a>, Unreadable> {
        if let Some(step) = self.step {
            return Ok(*step);
        }
        if let Some((seat, text)) = self.told() {
            return Ok(Entry::Told(seat, text));
        }
        if let Some((seat, text)) = self.text(b'>') {
            return split_time(text).map(|(text, took)| Entry::Said(seat, text, took));
        }
        match self.raw {
            [digit @ b'0'..=b'9', b'!', b' ', text @ ..] => {
                let seat = Seat(digit - b'0');
                let word = text.strip_prefix(b"failed ").unwrap_or_default();
                let failure = Reason::FAILURES
                    .iter()
                    .find(|(known, _)| known.as_bytes() == word);
                failure.map_or_else(
                    || event(text).map(|event| Entry::Event(seat, event)),
                    |(_, reason)| Ok(Entry::Failed(seat, *reason)),
                )
            }
            [b'*', b' ', text @ ..] => Ok(Entry::Chosen(text)),
            GAP => Ok(Entry::Gap),
            raw if raw.starts_with(b"stickler:") => Err(Unreadable::Header),
            _ => Err(Unreadable::Line),
        }
    }

    /// The bytes, without the newline.
    pub(crate) fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Where it stands in the log that it comes from.
    #[cfg(feature = "files")]
    pub(crate) fn place_in(&self, log: &[u8]) -> Range<usize> {
        let start = self.raw.as_ptr() as usize - log.as_ptr() as usize;
        start..start + self.raw.len()
    }

    /// True where it says that lines are missing.
    pub(crate) fn is_gap(&self) -> bool {
        self.raw == GAP
    }

    /// Seat and text, where it is a message; the text may be empty.
    #[inline]
    pub fn told(&self) -> Option<(Seat, &'a [u8])> {
        self.text(b'<')
    }

    /// Seat, text and time, where it is an answer that can be read.
    #[inline]
    pub fn said(&self) -> Option<(Seat, &'a [u8], Option<Ms>)> {
        if let Some(step) = self.step {
            return match *step {
                Entry::Said(seat, text, took) => Some((seat, text, took)),
                _ => None,
            };
        }
        let (seat, text) = self.text(b'>')?;
        split_time(text).ok().map(|(text, took)| (seat, text, took))
    }

    #[inline]
    fn text(&self, sign: u8) -> Option<(Seat, &'a [u8])> {
        match self.raw {
            [digit @ b'0'..=b'9', found, b' ', text @ ..] if *found == sign => {
                Some((Seat(digit - b'0'), text))
            }
            [digit @ b'0'..=b'9', found] if *found == sign => Some((Seat(digit - b'0'), b"")),
            _ => None,
        }
    }
}

/// Splits ` @50ms` off the end of an answer. Whoever writes a log writes an `@` of the answer as `\x40`, so what only looks like a
/// time is a slip of the log.
#[inline]
pub fn split_time(text: &[u8]) -> Result<(&[u8], Option<Ms>), Unreadable> {
    let (front, took) = split_plainly(text)?;
    match front.iter().rposition(|&byte| byte == b'@') {
        Some(at) if looks_like_a_time(&front[..at], &front[at + 1..]) => Err(Unreadable::Time(
            Span::Columns(PREFIX + at, PREFIX + text.len()),
        )),
        _ => Ok((front, took)),
    }
}

/// Units of time, as people and other tools write them.
const UNITS: [&[u8]; 15] = [
    b"ms",
    b"msec",
    b"msecs",
    b"millis",
    b"milliseconds",
    b"s",
    b"sec",
    b"secs",
    b"seconds",
    b"second",
    b"us",
    b"usec",
    b"ns",
    b"m",
    b"min",
];

/// True for text after an `@` that is a number, and may have a unit; before it stands a blank, or it has one.
fn looks_like_a_time(before: &[u8], behind: &[u8]) -> bool {
    let behind = behind.trim_ascii();
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || b"+-~<=.,:_'".contains(byte);
    let number = behind.iter().take_while(|byte| is_of_number(byte)).count();
    let (number, rest) = behind.split_at(number);
    if !number.iter().any(u8::is_ascii_digit) {
        return false;
    }
    // The exponent of a number that is written with one.
    let rest = match rest {
        [b'e' | b'E', rest @ ..] if rest.first().is_some_and(is_of_number) => {
            let digits = rest.iter().take_while(|byte| is_of_number(byte)).count();
            &rest[digits..]
        }
        rest => rest,
    };
    // The sign of a millionth part is no ASCII.
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix("µ".as_bytes()).unwrap_or(rest);
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
    let unit = &rest[..letters.count()];
    if unit.is_empty() {
        return rest.is_empty() && matches!(before, [] | [.., b' ' | b'\t']);
    }
    // Words may follow it.
    UNITS.iter().any(|known| known.eq_ignore_ascii_case(unit))
}

/// Splits a time in its right form off the end of an answer.
#[inline]
fn split_plainly(text: &[u8]) -> Result<(&[u8], Option<Ms>), Unreadable> {
    let Some(body) = text.strip_suffix(b"ms") else {
        return Ok((text, None));
    };
    let digits = body
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (front, number) = body.split_at(body.len() - digits);
    let front = match front {
        [front @ .., b' ', b'@'] => front,
        b"@" => b"",
        _ => return Ok((text, None)),
    };
    let Some(ms) = decimal(number) else {
        return Ok((text, None));
    };
    let column = PREFIX + body.len() - digits;
    amount(ms, Span::Columns(column, usize::MAX), MOST).map(|ms| (front, Some(Ms(ms))))
}

/// The number that stands here, unless it is too large.
#[inline]
fn amount(number: i64, span: Span, most: u64) -> Result<u64, Unreadable> {
    u64::try_from(number)
        .ok()
        .filter(|&number| number <= most)
        .ok_or(Unreadable::Large(span, most))
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
        let number = text
            .strip_suffix(unit.as_bytes())
            .and_then(decimal)
            .ok_or(Unreadable::Event)?;
        amount(number, Span::Word(word), MOST)
    };
    match word {
        b"silent" => Ok(Event::Silent(Ms(number(
            rest.strip_prefix(b"@").unwrap_or_default(),
            "ms",
            2,
        )?))),
        b"unfinished" => Ok(Event::Unfinished(rest)),
        b"unflushed" => Ok(Event::Unflushed(rest)),
        b"closed" if word == text => Ok(Event::Closed),
        b"flood" if word == text => Ok(Event::Flood),
        b"left" => match number(rest, "", 2)? {
            0 => Err(Unreadable::Event),
            processes => Ok(Event::Left(processes)),
        },
        b"exit" => Ok(Event::Died(Death::Exit(code()?))),
        b"signal" => match code()? {
            0 => Err(Unreadable::Event),
            signal => Ok(Event::Died(Death::Signal(signal))),
        },
        b"used" => {
            let words: Vec<&[u8]> = rest.split(|&byte| byte == b' ').collect();
            let [b"cpu", cpu, b"memory", memory] = words[..] else {
                return Err(Unreadable::Event);
            };
            Ok(Event::Used {
                cpu: Ms(number(cpu, "ms", 3)?),
                memory: number(memory, "MB", 5)?,
            })
        }
        _ => Err(Unreadable::Event),
    }
}
