//! A log that comes as two streams, what a seat read and what it wrote, without their common order.

use crate::checker::skip_head;
use crate::game::{Seat, Seats};
use crate::games::erased::AnyGame;
use crate::params::Settings;
use crate::referee::{Fact, Observation};
use crate::transcript::Writer;

/// The streams of one seat. If they leave out their tail, a last line without a newline is half of a line, and left out too.
#[derive(Clone, Copy, Debug)]
pub struct Streams<'a> {
    /// The seat of both; `None`: the seat that can get their first message.
    pub seat: Option<Seat>,
    /// The lines that the seat read.
    pub told: &'a [u8],
    /// The lines that the seat wrote.
    pub said: &'a [u8],
    /// Parts that both leave out: `head`, `tail`, both or nothing, as a transcript's header has it.
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
        .or_else(|| variant.seat_told(&head))
        .unwrap_or(Seat(0));
    let others = Seats::first(variant.seats()).without(Seats::only(seat));
    let mut referee = variant.referee();
    referee.forget(others);
    if omits_head {
        skip_head(&mut referee, Seats::first(variant.seats()), others);
    }
    let omits = Some(("omits", streams.omits.to_string())).filter(|_| !streams.omits.is_empty());
    let header: Vec<_> = omits
        .into_iter()
        .chain((!others.is_empty()).then(|| ("seats", seat.to_string())))
        .collect();
    let mut writer = Writer::new(game.name(), settings, &header);
    let mut told = told().peekable();
    let mut said = lines(streams.said, omits_tail).peekable();
    while told.peek().is_some() || said.peek().is_some() {
        let asked = referee.awaits().ask(seat).map(|ask| ask.lines);
        let is_due = asked.is_some() && referee.owes(seat).is_none();
        // Where one stream has lost its tail, nothing says where the rest of the other belongs.
        if omits_tail
            && if is_due {
                said.peek().is_none()
            } else {
                told.peek().is_none()
            }
        {
            break;
        }
        if said.peek().is_some() && (is_due || told.peek().is_none()) {
            let answer = said
                .by_ref()
                .take(asked.unwrap_or(1))
                .collect::<Vec<_>>()
                .join(&b'\n');
            writer.said(seat, &answer, None);
            let _ = referee.take(
                Fact::Observed {
                    seat,
                    what: Observation::Lines(&answer),
                    took: None,
                },
                0,
            );
            continue;
        }
        let mut is_taken = false;
        let mut message = told.by_ref().inspect(|line| {
            writer.told(seat, &String::from_utf8_lossy(line));
            is_taken = true;
        });
        // What does not fit is found again when the transcript is checked.
        let _ = referee.told(seat, &mut message, others, 0);
        referee.forget(others);
        if !is_taken {
            told.by_ref()
                .take(1)
                .for_each(|line| writer.told(seat, &String::from_utf8_lossy(line)));
        }
    }
    Ok(writer.text().to_string())
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
