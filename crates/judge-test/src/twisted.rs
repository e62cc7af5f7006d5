//! Judges that are wrong in one thing, made by machine for any game: our referee in memory, and between it and our bots a change of
//! one kind of message, of how an answer is read, or of the verdict. Of each is asked which match tells it from the right judge.

use super::in_memory::{MemoryJudge, played_by};
use super::verdict_patterns::StatedVerdict;
use super::{MatchKind, judged};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use stickler::game::{Seat, Seats};
use stickler::games::erased::{AnyGame, Variant};
use stickler::params::Settings;
use stickler::referee::FaultKind;

/// A mistake of a judge.
pub struct Twist {
    kind: Kind,
    /// True once it has changed something.
    came: Cell<bool>,
}

enum Kind {
    /// The first word of a message (`…`: it has none), the seat that is sent it, and the change.
    Message(String, Seat, MessageChange),
    Answer(&'static AnswerChange),
    Verdict(&'static VerdictChange),
}

impl fmt::Display for Twist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Message(word, seat, change) => {
                write!(f, "message {word} to seat {seat}: {}", change.name())
            }
            Kind::Answer((name, _)) => write!(f, "answer: {name}"),
            Kind::Verdict((name, _)) => write!(f, "verdict: {name}"),
        }
    }
}

/// What is sent in place of a message.
pub(super) enum Sent {
    /// These messages.
    Now(Vec<(Seat, String)>),
    /// It comes after the next message to the same seat.
    AfterNext,
}

#[derive(Clone, Copy)]
enum MessageChange {
    LeftOut,
    Twice,
    ToTheNextSeat,
    ToTheNextSeatToo,
    AfterTheNext,
    Text(&'static str, fn(&str) -> Option<String>),
}

impl MessageChange {
    fn name(self) -> &'static str {
        match self {
            MessageChange::LeftOut => "left out",
            MessageChange::Twice => "sent twice",
            MessageChange::ToTheNextSeat => "sent to the next seat",
            MessageChange::ToTheNextSeatToo => "sent to the next seat, too",
            MessageChange::AfterTheNext => "sent after the next message",
            MessageChange::Text(name, _) => name,
        }
    }
}

const MESSAGE_CHANGES: &[MessageChange] = &[
    MessageChange::LeftOut,
    MessageChange::Twice,
    MessageChange::ToTheNextSeat,
    MessageChange::ToTheNextSeatToo,
    MessageChange::AfterTheNext,
    MessageChange::Text("in the other case", |text| {
        Some(match text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => text.to_lowercase(),
            false => text.to_uppercase(),
        })
    }),
    MessageChange::Text("first number one more", |text| {
        with_number(text, false, |number| number + 1)
    }),
    MessageChange::Text("last number one less", |text| {
        with_number(text, true, |number| number - 1)
    }),
    MessageChange::Text("last number a thousand times", |text| {
        with_number(text, true, |number| number * 1000)
    }),
    MessageChange::Text("first two words exchanged", |text| {
        let words: Vec<&str> = text.splitn(3, ' ').collect();
        let [one, two, rest @ ..] = &words[..] else {
            return None;
        };
        Some([&[*two, *one], rest].concat().join(" "))
    }),
    MessageChange::Text("last two words exchanged", last_two_exchanged),
    MessageChange::Text("last word left out", |text| {
        Some(text.rsplit_once(' ')?.0.to_string())
    }),
    MessageChange::Text("a word more", |text| Some(format!("{text} 0"))),
    MessageChange::Text("two blanks", |text| {
        text.contains(' ').then(|| text.replacen(' ', "  ", 1))
    }),
    MessageChange::Text("a line more", |text| Some(format!("{text}\n"))),
];

/// The text with its last two words exchanged.
fn last_two_exchanged(text: &str) -> Option<String> {
    let words: Vec<&str> = text.rsplitn(3, ' ').collect();
    let [last, before, rest @ ..] = &words[..] else {
        return None;
    };
    Some([rest, &[*last, *before]].concat().join(" "))
}

/// The text with another first or last number.
fn with_number(text: &str, is_last: bool, other: fn(i64) -> i64) -> Option<String> {
    let is_number = |word: &&str| word.parse::<i64>().is_ok();
    let mut words = text.split([' ', '\n']).filter(is_number);
    let word = if is_last {
        words.next_back()
    } else {
        words.next()
    }?;
    let at = word.as_ptr() as usize - text.as_ptr() as usize;
    let number = other(word.parse().ok()?);
    Some(format!(
        "{}{number}{}",
        &text[..at],
        &text[at + word.len()..]
    ))
}

type AnswerChange = (&'static str, fn(&str) -> Option<String>);

/// How a judge reads answers otherwise than they are written. Whatever is no legal answer must not become one.
const ANSWER_CHANGES: &[AnswerChange] = &[
    ("numbers of 8 bits", |text| in_bits(text, 8)),
    ("numbers of 16 bits", |text| in_bits(text, 16)),
    ("numbers of 32 bits", |text| in_bits(text, 32)),
    ("any case", |text| Some(text.to_uppercase())),
    ("a comma is a blank", |text| Some(text.replace(',', " "))),
    ("a sign is passed over", |text| Some(text.replace('-', ""))),
    ("a point ends a number", |text| {
        let words = text.split(' ');
        let word = |word: &str| match word.split_once('.') {
            Some((whole, rest)) if whole.parse::<i64>().is_ok() && !rest.is_empty() => {
                whole.to_string()
            }
            _ => word.to_string(),
        };
        Some(words.map(word).collect::<Vec<_>>().join(" "))
    }),
    ("letters after a number are passed over", |text| {
        let words = text.split(' ');
        let word = |word: &str| match word.starts_with(|first: char| first.is_ascii_digit()) {
            true => word
                .trim_end_matches(|last: char| last.is_ascii_alphabetic())
                .to_string(),
            false => word.to_string(),
        };
        Some(words.map(word).collect::<Vec<_>>().join(" "))
    }),
    ("first number one more", |text| {
        with_number(text, false, |number| number + 1)
    }),
    ("last two words exchanged", last_two_exchanged),
];

/// The text with each number as so many bits have it.
fn in_bits(text: &str, bits: u32) -> Option<String> {
    let words = text.split(' ').map(|word| match word.parse::<u64>() {
        Ok(number) => (number % (1 << bits)).to_string(),
        Err(_) => word.to_string(),
    });
    Some(words.collect::<Vec<_>>().join(" "))
}

type VerdictChange = (&'static str, fn(&dyn AnyGame, &mut StatedVerdict));

const VERDICT_CHANGES: &[VerdictChange] = &[
    ("the next seat wins", |_, said| {
        let seats = said.words.len() as u8;
        if let Some(winner) = &mut said.winner {
            *winner = (*winner + 1) % seats.max(1);
        }
    }),
    ("a draw is a win of the first", |_, said| {
        if std::mem::take(&mut said.is_draw) {
            said.winner = Some(0);
        }
    }),
    ("a win is a draw", |_, said| {
        if said.winner.is_some() && said.words.len() > 1 {
            said.winner = None;
            said.is_draw = true;
        }
    }),
    ("the words of the seats are exchanged", |_, said| {
        let words: Vec<String> = said.words.values().rev().cloned().collect();
        said.words
            .values_mut()
            .zip(words)
            .for_each(|(word, other)| *word = other);
    }),
    ("nobody has failed", |_, said| {
        let ok = if said.words.len() == 1 { "AC" } else { "OK" };
        said.words.values_mut().for_each(|word| *word = ok.into());
    }),
    ("whoever wins has failed", |game, said| {
        if let Some(winner) = said.winner {
            said.words
                .insert(winner, game.word(FaultKind::Illegal).into());
        }
    }),
];

impl Twist {
    fn of(kind: Kind) -> Twist {
        let came = Cell::new(false);
        Twist { kind, came }
    }

    /// What is sent in place of this message; `None`: itself.
    pub(super) fn of_message(&self, to: Seat, text: &str) -> Option<Sent> {
        let Kind::Message(word, seat, change) = &self.kind else {
            return None;
        };
        if *seat != to || first_word(text) != word {
            return None;
        }
        let next = |seat: Seat| Seat(1 - seat.0.min(1));
        let own = || text.to_string();
        let sent = match change {
            MessageChange::LeftOut => vec![],
            MessageChange::Twice => vec![(to, own()), (to, own())],
            MessageChange::ToTheNextSeat => vec![(next(to), own())],
            MessageChange::ToTheNextSeatToo => vec![(to, own()), (next(to), own())],
            MessageChange::AfterTheNext => {
                self.came.set(true);
                return Some(Sent::AfterNext);
            }
            MessageChange::Text(_, change) => {
                vec![(to, change(text).filter(|changed| changed != text)?)]
            }
        };
        self.came.set(true);
        Some(Sent::Now(sent))
    }

    /// The answer as the judge reads it.
    pub(super) fn of_answer(&self, answer: Vec<u8>) -> Vec<u8> {
        let Kind::Answer((_, change)) = &self.kind else {
            return answer;
        };
        let read = std::str::from_utf8(&answer).ok().and_then(change);
        match read {
            Some(read) if read.as_bytes() != answer => {
                self.came.set(true);
                read.into_bytes()
            }
            _ => answer,
        }
    }

    /// The verdict that it says.
    pub(super) fn of_verdict(&self, game: &dyn AnyGame, said: &mut StatedVerdict) {
        if let Kind::Verdict((_, change)) = &self.kind {
            let right = said.clone();
            change(game, said);
            self.came.set(self.came.get() || *said != right);
        }
    }
}

fn first_word(text: &str) -> &str {
    let first = text.split([' ', '\n']).next().unwrap_or_default();
    let is_word = first.len() > 1 && first.starts_with(|first: char| first.is_ascii_alphabetic());
    if is_word { first } else { "…" }
}

/// What comes of a wrong judge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// This match tells it, in these words.
    By(String, String),
    /// No match does, though what is changed came.
    NotTold,
    /// What it changes came in no match.
    NeverCame,
}

fn judge<'a>(variant: &dyn Variant, twist: Option<&'a Twist>) -> MemoryJudge<'a> {
    MemoryJudge {
        referee: variant.referee(),
        seed: 1,
        switch: &|_| (),
        twist,
    }
}

/// The wrong judges of a game, and what comes of each in these matches. The error says what is said of the right judge, or why a
/// match could not be played.
pub fn told(
    game: &'static dyn AnyGame,
    settings: &Settings,
    kinds: &[MatchKind],
) -> Result<Vec<(String, Told)>, String> {
    let variant = game.with(settings)?;
    let mut messages: BTreeSet<(String, Seat)> = BTreeSet::new();
    let mut in_memory = Vec::new();
    for kind in kinds {
        let Some(ended) = played_by(game, settings, kind, judge(&*variant, None)) else {
            continue;
        };
        let went = ended.map_err(|error| error.to_string())?.went;
        let right = judged(game, settings, kind, &went);
        if !right.wrong.is_empty() || !right.unknown.is_empty() {
            return Err(format!("{kind}: of the right judge is said {right:?}"));
        }
        for (seat, tap) in Seats::first(variant.seats()).iter().zip(&went.taps) {
            let sent = format!("{seat}< ");
            let lines = tap.as_deref().unwrap_or_default().lines();
            let lines = lines.filter_map(|line| line.strip_prefix(&sent));
            messages.extend(lines.map(|line| (first_word(line).to_string(), seat)));
        }
        in_memory.push(kind);
    }
    let is_change = |change: &&MessageChange| {
        variant.seats() > 1 || !matches!(change, MessageChange::ToTheNextSeatToo)
    };
    let of_messages = messages.into_iter().flat_map(|(word, seat)| {
        let of = move |change: &MessageChange| Kind::Message(word.clone(), seat, *change);
        let changes = MESSAGE_CHANGES.iter().filter(is_change);
        changes.map(of).collect::<Vec<_>>()
    });
    let of_answers = ANSWER_CHANGES.iter().map(Kind::Answer);
    let of_verdicts = VERDICT_CHANGES.iter().map(Kind::Verdict);
    let twists = of_messages.chain(of_answers).chain(of_verdicts);
    let mut found = Vec::new();
    for twist in twists.map(Twist::of) {
        let mut told = Told::NotTold;
        let is_of_answers = matches!(twist.kind, Kind::Answer(_));
        let is_of_answers_alone = |kind: &MatchKind| matches!(kind, MatchKind::Text(..));
        for kind in in_memory
            .iter()
            .filter(|kind| is_of_answers || !is_of_answers_alone(kind))
        {
            let Some(Ok(played)) = played_by(game, settings, kind, judge(&*variant, Some(&twist)))
            else {
                continue;
            };
            let judgement = judged(game, settings, kind, &played.went);
            if let Some(wrong) = judgement.wrong.first() {
                told = Told::By(kind.to_string(), wrong.what.clone());
                break;
            }
            if let Some((clause, what)) = judgement.warned.first() {
                told = Told::By(kind.to_string(), format!("warning[{clause}]: {what}"));
                break;
            }
        }
        if !twist.came.get() {
            told = Told::NeverCame;
        }
        found.push((twist.to_string(), told));
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
