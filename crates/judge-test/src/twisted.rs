//! Judges that are wrong in one thing, made by machine for any game: our referee in memory, and between it and our bots a change of
//! one kind of message, of how an answer is read, or of the verdict. Of each is asked which match tells it from the right judge.

use super::in_memory::{MemoryJudge, played_by};
use super::verdict_patterns::StatedVerdict;
use super::{MatchKind, MatchRun, judged, text_change};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::games::erased::{AnyGame, Variant};
use stickler::params::Settings;
use stickler::referee::FaultKind;

/// A mistake of a judge.
pub struct Twist {
    kind: Kind,
    /// An answer of each kind.
    samples: Rc<[String]>,
    /// The seats that have answered.
    answered: Cell<Seats>,
    /// How many answers came, with the time of the last, in milliseconds.
    measured: Cell<(usize, u64)>,
}

enum Kind {
    /// The first word of a message (`…`: it has none), the seat that is sent it, and the change.
    Message(String, Seat, MessageChange),
    Answer(&'static AnswerChange, Which),
    Verdict(&'static VerdictChange),
    Time(&'static TimeChange),
    /// None: it notes the messages and their seats.
    Watching(RefCell<BTreeSet<(String, Seat)>>),
}

impl fmt::Display for Twist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Message(word, seat, change) => {
                write!(f, "message {word} to seat {seat}: {}", change.name())
            }
            Kind::Answer((name, _), which) => write!(f, "{which}: {name}"),
            Kind::Verdict((name, _)) => write!(f, "verdict: {name}"),
            Kind::Time((name, _)) => write!(f, "time: {name}"),
            Kind::Watching(_) => f.write_str("none"),
        }
    }
}

/// The text that is sent in place of a message.
pub(super) enum Sent {
    /// These messages.
    Now(Vec<(Seat, String)>),
    /// The message comes after the next message to the same seat.
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
            MessageChange::LeftOut => "omitted",
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
    MessageChange::Text("last word omitted", |text| {
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

/// Which answers of a seat a judge reads otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    First,
    Later,
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Which::First => "first answer",
            Which::Later => "later answer",
        })
    }
}

/// How it reads them; it knows an answer of each kind.
type AnswerChange = (&'static str, fn(&str, &[String]) -> Option<String>);

/// How a judge reads answers otherwise than they are written. Whatever is no legal answer must not become one.
const ANSWER_CHANGES: &[AnswerChange] = &[
    ("numbers of 8 bits", |text, _| in_bits(text, 8)),
    ("numbers of 16 bits", |text, _| in_bits(text, 16)),
    ("numbers of 32 bits", |text, _| in_bits(text, 32)),
    ("any case", |text, _| Some(text.to_uppercase())),
    ("a comma is a blank", |text, _| Some(text.replace(',', " "))),
    ("a comma is passed over", |text, _| {
        Some(text.replace(',', ""))
    }),
    ("a sign is passed over", |text, _| {
        Some(text.replace('-', ""))
    }),
    ("a point ends a number", |text, _| {
        each_word(text, |word| match word.split_once('.') {
            Some((whole, rest)) if whole.parse::<i64>().is_ok() && !rest.is_empty() => whole,
            _ => word,
        })
    }),
    ("letters after a number are passed over", |text, _| {
        each_word(text, |word| {
            match word.starts_with(|first: char| first.is_ascii_digit()) {
                true => word.trim_end_matches(|last: char| last.is_ascii_alphabetic()),
                false => word,
            }
        })
    }),
    (
        "whatever follows the digits of a number is passed over",
        |text, _| {
            each_word(text, |word| {
                let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
                match digits.len() < word.len() {
                    true => &word[..word.len() - digits.len()],
                    false => word,
                }
            })
        },
    ),
    ("punctuation around words is passed over", |text, _| {
        each_word(text, |word| {
            word.trim_matches(|c: char| c.is_ascii_punctuation() && c != '-')
        })
    }),
    ("a NUL byte ends a line", |text, _| {
        Some(text.split('\0').next()?.to_string())
    }),
    ("a low line within a number is passed over", |text, _| {
        Some(text.replace('_', ""))
    }),
    ("digits of any script", |text, _| {
        let latin = |letter: char| match u32::from(letter).checked_sub(0x660) {
            Some(digit @ 0..10) => char::from_digit(digit, 10).unwrap_or(letter),
            _ => letter,
        };
        Some(text.chars().map(latin).collect())
    }),
    ("words too many are passed over", |text, samples| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_like = |sample: &&String| sample.split(' ').next() == words.first().copied();
        let count = match samples {
            [_] => samples.first(),
            _ => samples.iter().find(is_like),
        }?
        .split(' ')
        .count();
        is_fixed(samples).then(|| words[..count.min(words.len())].join(" "))
    }),
    ("the first word is not looked at", |text, samples| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let word = word_due(&words, samples)?;
        Some([&[word], &words[1..]].concat().join(" "))
    }),
    (
        "the first letter of the first word is looked at alone",
        |text, samples| {
            let words: Vec<&str> = text.split_whitespace().collect();
            let word =
                word_due(&words, samples).filter(|word| word.get(..1) == words[0].get(..1))?;
            Some([&[word], &words[1..]].concat().join(" "))
        },
    ),
    ("the first word may be missing", |text, samples| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let word = word_due(&[&[""], &words[..]].concat(), samples)?;
        let is_number = words.first()?.parse::<i64>().is_ok();
        is_number.then(|| format!("{word} {}", words.join(" ")))
    }),
    ("first number one more", |text, _| {
        with_number(text, false, |number| number + 1)
    }),
    ("last two words exchanged", |text, _| {
        last_two_exchanged(text)
    }),
];

/// The text with each word, parted by blanks, in another form.
fn each_word(text: &str, form: fn(&str) -> &str) -> Option<String> {
    Some(text.split(' ').map(form).collect::<Vec<_>>().join(" "))
}

/// The first word of the one kind of answers that has so many words.
fn word_due<'a>(words: &[&str], samples: &'a [String]) -> Option<&'a str> {
    let mut of_that_length = samples.iter().filter(|sample| {
        let is_word = sample.starts_with(|first: char| first.is_ascii_uppercase());
        is_word && sample.split(' ').count() == words.len()
    });
    let sample = of_that_length.next()?;
    let is_alone = of_that_length.next().is_none();
    sample.split(' ').next().filter(|_| is_alone)
}

/// True where no answer of a kind is longer than another one: each kind has few words.
fn is_fixed(samples: &[String]) -> bool {
    samples.iter().all(|sample| sample.split(' ').count() <= 4)
}

/// The text with each number as so many bits have it.
fn in_bits(text: &str, bits: u32) -> Option<String> {
    let words = text.split(' ').map(|word| match word.parse::<u64>() {
        Ok(number) => (number % (1 << bits)).to_string(),
        Err(_) => word.to_string(),
    });
    Some(words.collect::<Vec<_>>().join(" "))
}

/// An answer that a judge measures: its seat, its number among all answers of the match, its time in milliseconds, and that of the
/// answer of another seat before it.
struct Measured {
    seat: Seat,
    number: usize,
    millis: u64,
    before: u64,
}

type TimeChange = (&'static str, fn(Measured) -> u64);

/// How a judge measures the time of an answer wrongly, in milliseconds.
const TIME_CHANGES: &[TimeChange] = &[
    ("no time passes", |_| 0),
    ("no time passes for the second seat", |it| {
        if it.seat.0 == 1 { 0 } else { it.millis }
    }),
    ("half of it", |it| it.millis / 2),
    ("double", |it| it.millis * 2),
    ("300 ms less", |it| it.millis.saturating_sub(300)),
    ("a second more", |it| it.millis + 1000),
    ("nothing from the fifth answer on", |it| {
        if it.number < 5 { it.millis } else { 0 }
    }),
    ("nothing from the sixteenth answer on", |it| {
        if it.number < 16 { it.millis } else { 0 }
    }),
    ("that of the other seat", |it| it.before),
    ("that of the other seat, too", |it| it.millis + it.before),
    ("microseconds", |it| it.millis * 1000),
    ("seconds", |it| it.millis / 1000),
    ("no more than half a second", |it| it.millis.min(500)),
];

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
    fn of(kind: Kind, samples: &Rc<[String]>) -> Twist {
        Twist {
            kind,
            samples: Rc::clone(samples),
            answered: Cell::new(Seats::NONE),
            measured: Cell::default(),
        }
    }

    /// A match begins.
    pub(super) fn begins(&self) {
        self.answered.set(Seats::NONE);
        self.measured.take();
    }

    /// The time of an answer as the judge measures it.
    pub(super) fn of_time(&self, seat: Seat, took: Micros) -> Micros {
        let Kind::Time((_, change)) = &self.kind else {
            return took;
        };
        let (number, before) = self.measured.get();
        let millis = took.0 / 1000;
        self.measured.set((number + 1, millis));
        let measured = Measured {
            seat,
            number,
            millis,
            before,
        };
        Micros(change(measured) * 1000)
    }

    /// The text that is sent in place of this message; `None`: itself.
    pub(super) fn of_message(&self, to: Seat, text: &str) -> Option<Sent> {
        let (word, seat, change) = match &self.kind {
            Kind::Message(word, seat, change) => (word, seat, change),
            Kind::Watching(messages) => {
                let message = (first_word(text).to_string(), to);
                messages.borrow_mut().insert(message);
                return None;
            }
            _ => return None,
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
            MessageChange::AfterTheNext => return Some(Sent::AfterNext),
            MessageChange::Text(_, change) => {
                vec![(to, change(text).filter(|changed| changed != text)?)]
            }
        };
        Some(Sent::Now(sent))
    }

    /// The answer of a seat as the judge reads it.
    pub(super) fn of_answer(&self, seat: Seat, answer: Vec<u8>) -> Vec<u8> {
        let Kind::Answer((_, change), which) = &self.kind else {
            return answer;
        };
        let answered = self.answered.get();
        self.answered.set(answered.with(seat));
        if answered.contains(seat) == (*which == Which::First) {
            return answer;
        }
        let text = std::str::from_utf8(&answer).ok();
        let read = text.and_then(|text| change(text, &self.samples));
        read.map_or(answer, String::into_bytes)
    }

    /// The verdict that it says.
    pub(super) fn of_verdict(&self, game: &dyn AnyGame, said: &mut StatedVerdict) {
        if let Kind::Verdict((_, change)) = &self.kind {
            change(game, said);
        }
    }
}

fn first_word(text: &str) -> &str {
    let first = text.split([' ', '\n']).next().unwrap_or_default();
    let is_word = first.len() > 1 && first.starts_with(|first: char| first.is_ascii_alphabetic());
    if is_word { first } else { "…" }
}

/// The result of a wrong judge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// This match tells it, in these words.
    By(String, String),
    /// No match does, though what is changed came.
    NotTold,
    /// The message or answer that it changes came in no match, or changed nothing that bots hear and the judge says.
    NeverCame,
}

fn judge<'a>(variant: &dyn Variant, twist: &'a Twist) -> MemoryJudge<'a> {
    MemoryJudge {
        referee: variant.referee(),
        seed: 1,
        switch: &|_| (),
        twist: Some(twist),
    }
}

/// A match under the right judge.
struct RightMatch<'a> {
    kind: &'a MatchKind,
    went: MatchRun,
}

impl RightMatch<'_> {
    /// A match under a wrong judge: what tells it, and whether anything differs.
    fn under(
        &self,
        game: &'static dyn AnyGame,
        settings: &Settings,
        twist: &Twist,
    ) -> (Option<String>, bool) {
        let Ok(variant) = game.with(settings) else {
            return (None, false);
        };
        let went = match played_by(game, settings, self.kind, judge(&*variant, twist)) {
            None => return (None, false),
            Some(Err(why)) => return (Some(format!("it does not end: {why}")), true),
            Some(Ok(played)) => played.went,
        };
        let judgement = judged(game, settings, self.kind, &went);
        let failed: Vec<&str> = judgement.failed.iter().map(|clause| clause.id()).collect();
        let wrong = judgement.wrong.first();
        let failed = match failed.is_empty() {
            true => "none".to_string(),
            false => failed.join(", "),
        };
        let wrong = wrong.map(|wrong| format!("{}\n  failed: {failed}", wrong.what));
        let warned = || {
            let (clause, what) = judgement.warned.first()?;
            Some(format!("warning[{clause}]: {what}"))
        };
        let differs = went.said != self.went.said || went.taps != self.went.taps;
        (wrong.or_else(warned), differs)
    }
}

/// The matches that can be played in memory, under the right judge. The error says what is said of it, or why one could not be played.
fn right_matches<'a>(
    game: &'static dyn AnyGame,
    settings: &Settings,
    kinds: &'a [MatchKind],
    watching: &Twist,
) -> Result<Vec<RightMatch<'a>>, String> {
    let variant = game.with(settings)?;
    let mut matches = Vec::new();
    for kind in kinds {
        let Some(ended) = played_by(game, settings, kind, judge(&*variant, watching)) else {
            continue;
        };
        let went = ended.map_err(|error| error.to_string())?.went;
        let right = judged(game, settings, kind, &went);
        if !right.wrong.is_empty() || !right.unknown.is_empty() {
            return Err(format!("{kind}: of the right judge is said {right:?}"));
        }
        matches.push(RightMatch { kind, went });
    }
    Ok(matches)
}

/// Each mistake that can be made with these messages.
fn mistakes(seats: usize, messages: BTreeSet<(String, Seat)>) -> Vec<Kind> {
    let is_change =
        |change: &&MessageChange| seats > 1 || !matches!(change, MessageChange::ToTheNextSeatToo);
    let of_messages = messages.into_iter().flat_map(|(word, seat)| {
        let of = move |change: &MessageChange| Kind::Message(word.clone(), seat, *change);
        let changes = MESSAGE_CHANGES.iter().filter(is_change);
        changes.map(of).collect::<Vec<_>>()
    });
    let of_answers = ANSWER_CHANGES.iter().flat_map(|change| {
        let each = [Which::First, Which::Later].into_iter();
        each.map(move |which| Kind::Answer(change, which))
    });
    let of_verdicts = VERDICT_CHANGES.iter().map(Kind::Verdict);
    let of_times = TIME_CHANGES.iter().map(Kind::Time);
    let all = of_messages.chain(of_answers).chain(of_times);
    all.chain(of_verdicts).collect()
}

/// The wrong judges of a game, and the result of each in these matches; only one in `every` of them. The error
/// says what is said of the right judge, or why a match could not be played.
pub fn told(
    game: &'static dyn AnyGame,
    settings: &Settings,
    kinds: &[MatchKind],
    every: usize,
) -> Result<Vec<(String, Told)>, String> {
    let variant = game.with(settings)?;
    let samples = text_change::samples(&*variant).into();
    let watching = Twist::of(Kind::Watching(RefCell::default()), &samples);
    let matches = right_matches(game, settings, kinds, &watching)?;
    let Kind::Watching(messages) = watching.kind else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    let mistakes = mistakes(variant.seats(), messages.into_inner());
    for kind in mistakes.into_iter().step_by(every) {
        let twist = Twist::of(kind, &samples);
        let is_of_answers = !matches!(twist.kind, Kind::Message(..));
        let is_of_texts = |kind: &MatchKind| matches!(kind, MatchKind::Text(..));
        let mut told = Told::NeverCame;
        for played in matches
            .iter()
            .filter(|played| is_of_answers || !is_of_texts(played.kind))
        {
            let (what, differs) = played.under(game, settings, &twist);
            if let Some(what) = what {
                told = Told::By(played.kind.to_string(), what);
                break;
            }
            if differs {
                told = Told::NotTold;
            }
        }
        found.push((twist.to_string(), told));
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
