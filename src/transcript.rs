//! Transcripts: one fact a line, the seat in front. The format's page is `spec/log.md`.

pub mod interaction;
pub mod line;
pub mod record_clauses;
mod time_spent;
mod writer;

pub use line::{Entry, Event, Line, MOST, PREFIX, Reason, Unreadable};
pub use time_spent::{Spending, TimeSpent};
pub(crate) use writer::is_literal;
pub use writer::{Writer, escape, unescape};

use crate::clause::{Breach, Span};
use crate::clauses;
use crate::game::{Seat, Seats};
use crate::params::{Ms, Settings};

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

/// The lines before the first line of a transcript.
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
    /// It has no messages, only answers, including those to a handshake.
    pub is_answers: bool,
    /// It is made of two streams of one seat, whose common order nobody recorded.
    pub is_streams: bool,
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

/// The lines of a transcript's body; comments and blank lines are passed over. Those of a record are its steps.
#[derive(Clone, Debug)]
pub struct Body<'a> {
    rest: &'a [u8],
    steps: &'a [Entry<'a>],
    number: usize,
    /// Every line ends in a blank, so these blanks are the file's: an editor or a chat adds them.
    has_blanks: bool,
}

impl<'a> Transcript<'a> {
    /// Reads the header; the body is read line by line by [`Transcript::body`].
    pub fn parse(bytes: &'a [u8]) -> Result<Transcript<'a>, LogError> {
        let mut body = Body {
            rest: crate::encoding::unmarked(bytes),
            steps: &[],
            number: 0,
            has_blanks: false,
        };
        let mut header = Header::default();
        let mut seen: Vec<&[u8]> = Vec::new();
        loop {
            let before = body.clone();
            let Some(raw) = body.next_raw() else { break };
            let error = |breach| LogError {
                line: body.number,
                breach,
            };
            if !raw.first().is_some_and(u8::is_ascii_lowercase) {
                if seen.is_empty() && Line::new(body.number, raw).entry() == Err(Unreadable::Line) {
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
        body.has_blanks = body.ends_in_blanks();
        Ok(Transcript { header, body })
    }

    /// The steps of a record, each a line of its own.
    pub fn of_steps(header: Header, steps: &'a [Entry<'a>]) -> Transcript<'a> {
        Transcript {
            header,
            body: Body {
                rest: &[],
                steps,
                number: 0,
                has_blanks: false,
            },
        }
    }

    /// The lines after the header.
    pub fn body(&self) -> Body<'a> {
        self.body.clone()
    }

    /// Which of the game's seats have lines in the body.
    pub fn seats(&self, game: Seats) -> Seats {
        let mut seen = Seats::NONE;
        for line in self.body() {
            if let Ok(Entry::Told(seat, _) | Entry::Said(seat, ..) | Entry::Event(seat, _)) =
                line.entry()
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

fn header_line<'a>(
    header: &mut Header,
    raw: &'a [u8],
    seen: &mut Vec<&'a [u8]>,
) -> Result<(), Breach> {
    let wrong = |text| Breach::new(HEADER_FORM, text);
    let colon = raw.iter().position(|&byte| byte == b':');
    let (key, value) = raw.split_at(
        colon.ok_or_else(|| wrong("expected `key: value`, or a line such as `0< READY`"))?,
    );
    if seen.contains(&key) {
        return Err(wrong("this key stands here already").span(Span::Columns(0, key.len())));
    }
    if seen.is_empty() && key != b"stickler" {
        return Err(wrong("a header begins with `stickler: 1`").span(Span::Columns(0, key.len())));
    }
    seen.push(key);
    let value = std::str::from_utf8(&value[1..])
        .map_err(|_| wrong("expected text"))?
        .trim_start();
    let start = raw.len() - value.len();
    let value = value.trim_end();
    let at = Span::Columns(start, start + value.len());
    let refuse = |text| wrong(text).span(at);
    match key {
        b"stickler" if value == "1" => {}
        b"stickler" => {
            return Err(refuse(
                "an unknown version of this format; this reader knows version 1",
            ));
        }
        b"game" => header.game = Some(value.to_string()),
        b"set" => {
            header.settings = Settings::read(value.split_whitespace())
                .map_err(|_| refuse("expected `name=value` words"))?;
        }
        b"seats" => {
            let seats: Option<Seats> = value
                .split_whitespace()
                .map(|word| word.parse().ok().filter(|n| *n < 8).map(Seat))
                .collect();
            header.seats = Some(
                seats
                    .filter(|seats| !seats.is_empty())
                    .ok_or_else(|| refuse("expected seat numbers"))?,
            );
        }
        b"omits" => {
            for word in value.split_whitespace() {
                match word {
                    "head" => header.omits_head = true,
                    "tail" => header.omits_tail = true,
                    "both" => (header.omits_head, header.omits_tail) = (true, true),
                    _ => return Err(refuse("expected head, tail or both")),
                }
            }
        }
        b"clock" if value == "own" => header.own_clock = true,
        b"clock" if value == "judge" => {}
        b"clock" => return Err(refuse("expected judge or own")),
        b"holds" if value == "answers" => header.is_answers = true,
        b"holds" if value == "streams" => header.is_streams = true,
        b"holds" => return Err(refuse("expected answers or streams")),
        b"seed" | b"note" => {}
        _ => {
            let known =
                "an unknown key; there are game, set, seats, omits, clock, holds, seed, note";
            return Err(wrong(known).span(Span::Columns(0, key.len())));
        }
    }
    Ok(())
}

impl<'a> Body<'a> {
    #[inline(always)]
    fn next_raw(&mut self) -> Option<&'a [u8]> {
        while !self.rest.is_empty() {
            let (line, rest) = split_line(self.rest);
            self.rest = rest;
            self.number += 1;
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            match line.first() {
                None | Some(b'#') => {}
                Some(b' ' | b'\t') if line.trim_ascii().is_empty() => {}
                Some(_) => return Some(line),
            }
        }
        None
    }

    /// True where each of several lines ends in a blank.
    fn ends_in_blanks(&self) -> bool {
        let mut body = self.clone();
        let mut lines = std::iter::from_fn(|| body.next_raw());
        let ends = |line: &[u8]| line.ends_with(b" ");
        lines.next().is_some_and(ends) && lines.next().is_some_and(ends) && lines.all(ends)
    }

    /// The next line where this holds for it; otherwise the line stays unread.
    fn next_if<T>(&mut self, read: impl Fn(&Line<'a>) -> Option<T>) -> Option<T> {
        let mut after = self.clone();
        let read = read(&after.next()?)?;
        *self = after;
        Some(read)
    }

    /// Number and text of the next line where it is a message to this seat; otherwise the line stays unread.
    pub fn next_told(&mut self, to: Seat) -> Option<(usize, &'a [u8])> {
        self.next_if(|line| {
            let (_, text) = line.told().filter(|(seat, _)| *seat == to)?;
            Some((line.number, text))
        })
    }

    /// Number, text and time of the next line where it is an answer of this seat; otherwise the line stays unread.
    pub fn next_said(&mut self, by: Seat) -> Option<(usize, &'a [u8], Option<Ms>)> {
        self.next_if(|line| {
            let (_, text, took) = line.said().filter(|(seat, ..)| *seat == by)?;
            Some((line.number, text, took))
        })
    }

    /// True where any text from here on may hold an escape.
    pub(crate) fn has_escapes(&self) -> bool {
        first(b'\\', self.rest).is_some()
    }

    /// The text of the lines that are still to come.
    #[cfg(feature = "files")]
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The number of the line that was read last; 0 before the first.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// The steps of a record that were read since then.
    pub(crate) fn since(&self, before: &Body<'a>) -> &'a [Entry<'a>] {
        &before.steps[..before.steps.len() - self.steps.len()]
    }

    /// Seat, text and time of a record's next step, where it is an answer; the step stays unread.
    pub(crate) fn next_step_said(&self) -> Option<(Seat, &'a [u8], Option<Ms>)> {
        match self.steps.first()? {
            Entry::Said(seat, text, took) => Some((*seat, text, *took)),
            _ => None,
        }
    }

    /// Passes over a step of a record.
    pub(crate) fn pass_step(&mut self) {
        self.steps = &self.steps[1..];
        self.number += 1;
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
            Ok(Entry::Event(seat, Event::Unfinished(text)))
                if seat == by && after.is_ending(by) =>
            {
                *self = after;
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

    // To hand a line over in memory would take longer than to read it.
    #[inline(always)]
    fn next(&mut self) -> Option<Line<'a>> {
        if let Some((step, rest)) = self.steps.split_first() {
            self.steps = rest;
            self.number += 1;
            return Some(Line::of_step(self.number, step));
        }
        let mut raw = self.next_raw()?;
        while self.has_blanks && raw.ends_with(b" ") {
            raw = &raw[..raw.len() - 1];
        }
        Some(Line::new(self.number, raw))
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
    for (index, chunk) in text.as_chunks::<8>().0.iter().enumerate() {
        if let Some(at) = first_of_eight(byte, chunk) {
            return Some(index * 8 + at);
        }
    }
    match text.last_chunk::<8>() {
        // Some of these were looked at before.
        Some(last) => first_of_eight(byte, last).map(|at| text.len() - 8 + at),
        None => text.iter().position(|&other| other == byte),
    }
}

#[inline]
fn first_of_eight(byte: u8, eight: &[u8; 8]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let zero_where_equal = u64::from_le_bytes(*eight) ^ (ONES * u64::from(byte));
    let found = zero_where_equal.wrapping_sub(ONES) & !zero_where_equal & (ONES << 7);
    (found != 0).then_some(found.trailing_zeros() as usize / 8)
}
