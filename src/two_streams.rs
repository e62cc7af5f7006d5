//! A log that comes as two streams, what a seat read and what it wrote, without their common order.

use crate::checker::skip_head;
use crate::game::{Seat, Seats};
use crate::games::erased::{AnyGame, Variant};
use crate::params::Settings;
use crate::referee::{Fact, Observation};
use crate::transcript::{Entry, Transcript, Writer, unescape};
use std::borrow::Cow;

/// The streams of one seat. If their tail is missing, a last line without a newline is half of a line, and ignored too.
#[derive(Clone, Copy, Debug)]
pub struct Streams<'a> {
    /// The seat of both; `None`: the seat that can get their first message.
    pub seat: Option<Seat>,
    /// The lines that the seat read.
    pub told: &'a [u8],
    /// The lines that the seat wrote.
    pub said: &'a [u8],
    /// Parts that are missing from both: `head`, `tail`, both or nothing, as a transcript's header has it.
    pub omits: &'a str,
}

/// The transcript that the two streams make. Each answer stands where the game waits for it. If the streams do not fit
/// the game, their rest is copied as it comes, and the check of the transcript finds the error.
pub fn interleaved(
    game: &dyn AnyGame,
    settings: &Settings,
    streams: Streams<'_>,
) -> Result<String, String> {
    if let Some(word) = streams
        .omits
        .split_whitespace()
        .find(|word| !["head", "tail", "both"].contains(word))
    {
        return Err(format!("omits: expected head, tail or both, not `{word}`"));
    }
    let omits_head = streams.omits.split_whitespace().any(|word| word != "tail");
    let omits_tail = streams.omits.split_whitespace().any(|word| word != "head");
    let told =
        || lines(streams.told, omits_tail).map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let head: Vec<&[u8]> = told().filter(|_| !omits_head).collect();
    let settings = &game.told_settings(&mut head.iter().copied()).and(settings);
    let variant = game.with(settings)?;
    let seat = streams
        .seat
        .or_else(|| variant.seat_told(&head, Seat(0)))
        .unwrap_or(Seat(0));
    let told: Vec<Cow<'_, [u8]>> = told().map(Cow::Borrowed).collect();
    let said: Vec<Option<Cow<'_, [u8]>>> = lines(streams.said, omits_tail)
        .map(|line| Some(Cow::Borrowed(line)))
        .collect();
    let omits = Some(("omits", streams.omits.to_string())).filter(|_| !streams.omits.is_empty());
    let has_others = variant.seats() > 1;
    let header: Vec<_> = omits
        .into_iter()
        .chain(has_others.then(|| ("seats", seat.to_string())))
        .chain([("holds", "streams".to_string())])
        .collect();
    let mut writer = Writer::new(game.name(), settings, &header);
    let order = order(&*variant, seat, [omits_head, omits_tail], &told, &said);
    let (mut told, mut said) = (told.iter(), said.iter().flatten());
    for next in order {
        match next {
            NextLine::Told => {
                let line = told.next().map(|line| String::from_utf8_lossy(line));
                writer.told(seat, &line.unwrap_or_default());
            }
            NextLine::Said => writer.said(seat, said.next().map_or(b"", |line| line), None),
        }
    }
    Ok(writer.text().to_string())
}

/// From which stream the next line of the log comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextLine {
    Told,
    Said,
}

/// The order of the lines that a seat was told and of those that it wrote: an answer stands where the referee waits for it. What
/// the seat wrote may hold events, which are `None`.
fn order(
    variant: &dyn Variant,
    seat: Seat,
    [omits_head, omits_tail]: [bool; 2],
    told: &[Cow<'_, [u8]>],
    said: &[Option<Cow<'_, [u8]>>],
) -> Vec<NextLine> {
    let others = Seats::first(variant.seats()).without(Seats::only(seat));
    let mut referee = variant.referee();
    referee.forget(others);
    let greets = matches!(said.first(), Some(Some(line)) if line.starts_with(b"OK"));
    if omits_head && greets && referee.replies(seat) == ["OK"] {
        // Of the handshake only what was sent is missing.
        referee.forget(Seats::only(seat));
    } else if omits_head {
        skip_head(&mut referee, Seats::first(variant.seats()), others);
    }
    let (mut told, mut said) = (told, said);
    let mut order = Vec::with_capacity(told.len() + said.len());
    while !told.is_empty() || !said.is_empty() {
        let asked = referee.awaits().ask(seat).map(|ask| ask.lines);
        let is_due = asked.is_some() && referee.owes(seat).is_none();
        // Where one stream has lost its tail, nothing says where the rest of the other belongs.
        let next_is_lost = if is_due {
            said.is_empty()
        } else {
            told.is_empty()
        };
        if omits_tail && next_is_lost {
            break;
        }
        if !said.is_empty() && (is_due || told.is_empty()) {
            let answer = said.iter().take(asked.unwrap_or(1));
            let answer: Vec<&[u8]> = answer.map_while(|line| line.as_deref()).collect();
            let taken = answer.len().max(1);
            order.extend(std::iter::repeat_n(NextLine::Said, taken));
            said = &said[taken..];
            if !answer.is_empty() {
                let answer = answer.join(&b'\n');
                let what = Observation::Lines(&answer);
                let fact = Fact::Observed {
                    seat,
                    what,
                    took: None,
                };
                let _ = referee.take(fact, 0);
            }
            continue;
        }
        let mut taken = 0;
        let mut message = told.iter().map(|line| &**line).inspect(|_| taken += 1);
        // What does not fit is found again when the log is checked.
        let _ = referee.told(seat, &mut message, others, 0);
        referee.forget(others);
        let taken = taken.max(1);
        order.extend(std::iter::repeat_n(NextLine::Told, taken));
        told = &told[taken..];
    }
    order
}

/// A log in another order.
pub(crate) struct Rejoined {
    /// The log.
    pub(crate) log: Vec<u8>,
    /// For each of its lines, which line of the other log it is.
    pub(crate) lines: Vec<usize>,
}

impl Rejoined {
    /// The line of the other log.
    pub(crate) fn line(&self, line: usize) -> usize {
        let at = line.checked_sub(1).and_then(|at| self.lines.get(at));
        at.copied().unwrap_or(line)
    }
}

/// A log of two streams, in the order that they have under these parameters; `None`: it stands in it already, or it is no such
/// log.
pub(crate) fn rejoined(
    variant: &dyn Variant,
    transcript: &Transcript<'_>,
    log: &[u8],
) -> Option<Rejoined> {
    let header = &transcript.header;
    if !header.is_streams {
        return None;
    }
    let all = Seats::first(variant.seats());
    let mut seats = header.seats.unwrap_or_else(|| transcript.seats(all)).iter();
    let (Some(seat), None) = (seats.next(), seats.next()) else {
        return None;
    };
    let (mut told, mut said) = (Vec::new(), Vec::new());
    let (mut told_raw, mut said_raw) = (Vec::new(), Vec::new());
    for line in transcript.body() {
        match line.entry() {
            Ok(Entry::Told(to, text)) if to == seat => {
                told.push(unescape(text));
                told_raw.push(line);
            }
            Ok(Entry::Said(by, text, _)) if by == seat => {
                said.push(Some(unescape(text)));
                said_raw.push(line);
            }
            Ok(Entry::Event(of, _)) if of == seat => {
                said.push(None);
                said_raw.push(line);
            }
            _ => return None,
        }
    }
    let omits = [header.omits_head, header.omits_tail];
    let first = transcript.body().next()?;
    let start = first.raw().as_ptr() as usize - log.as_ptr() as usize;
    let mut other = Rejoined {
        log: log[..start].to_vec(),
        lines: (1..first.number).collect(),
    };
    let is_open_ended = !log.ends_with(b"\n");
    let (mut told_raw, mut said_raw) = (told_raw.iter(), said_raw.iter());
    let mut is_same = true;
    for next in order(variant, seat, omits, &told, &said) {
        let line = match next {
            NextLine::Told => told_raw.next(),
            NextLine::Said => said_raw.next(),
        }?;
        is_same &= other.lines.last().is_none_or(|last| *last < line.number);
        other.log.extend_from_slice(line.raw());
        other.log.push(b'\n');
        other.lines.push(line.number);
    }
    is_same &= told_raw.len() + said_raw.len() == 0;
    if is_open_ended {
        other.log.pop();
    }
    (!is_same).then_some(other)
}

fn lines(stream: &[u8], omits_tail: bool) -> impl Iterator<Item = &[u8]> {
    let whole = stream
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |last| last + 1);
    let stream = if omits_tail { &stream[..whole] } else { stream };
    let body = stream.strip_suffix(b"\n").unwrap_or(stream);
    body.split(|&byte| byte == b'\n')
        .filter(move |_| !stream.is_empty())
}
