//! Illegal answers that are wrong in one thing alone, found by the rules.
//!
//! An answer that is legal in a position near this one, and illegal here, is wrong in nothing but the difference: one that was
//! legal before the last answers, one of another moment of the game, one of a game whose parameter is one more, a legal one that
//! was moved as a whole, a list with an element too many. The referee says which clause each of them breaks.

use super::aim::{Aim, AskedSeat};
use super::steered_bot::{FAR, Side};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use stickler::clause::Clause;
use stickler::explain::{Checked, validate_until};
use stickler::game::{Seat, Seats};
use stickler::games::erased::{AnyGame, AnyReferee, Variant};
use stickler::params::Settings;
use stickler::referee::{Awaits, Stream};
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler::walk::with_word;

/// The difference between an illegal answer and a legal one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// Two numbers of one kind, such as two rows, stand in each other's place: the first and the second of those at even or odd places.
    Exchanged(usize),
    /// The answer was legal earlier in this game.
    Earlier,
    /// The answer is legal in a game in which this parameter, by its number, is one more (true) or one less.
    Parameter(usize, bool),
    /// A list has an element too few, too many or twice.
    List(u8),
    /// All numbers of one kind are one more or less: those at even or odd places from this one on.
    Moved(usize, bool),
    /// A letter, digit or number at this place is the next or the one before.
    Beside(usize, usize),
    /// The answer is legal in another game.
    Elsewhere,
    /// The name at this place is one of an answer that was legal earlier, as of a piece that is used.
    Named(usize),
}

/// Illegal answers by the clause that they break and what makes them differ.
pub type IllegalAnswers = BTreeMap<(Clause, Way), Vec<String>>;

/// Most answers of a kind that are tried.
const TRIED: usize = 300;

/// Most legal answers whose texts are changed.
const CHANGED: usize = 40;

/// Most legal answers that get other names.
const RENAMED: usize = 5;

/// A position, and what was legal before it.
pub struct Near<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The parameters.
    pub settings: &'a Settings,
    /// The referee of the game so far.
    pub referee: &'a dyn AnyReferee,
    /// The seat that is asked.
    pub seat: Seat,
    /// The legal answers.
    pub replies: &'a [String],
    /// Answers that were legal earlier in this game.
    pub earlier: &'a [String],
    /// Answers that are legal in other games.
    pub elsewhere: &'a [String],
    /// The log of the game so far, where there is one.
    pub log: Option<&'a str>,
}

impl fmt::Debug for Near<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Near")
            .field("seat", &self.seat)
            .finish_non_exhaustive()
    }
}

fn sample(texts: &[String]) -> impl Iterator<Item = &String> {
    texts.iter().step_by(texts.len().div_ceil(TRIED).max(1))
}

impl Near<'_> {
    /// Illegal answers of every kind.
    pub fn found(&self) -> IllegalAnswers {
        let mut found = IllegalAnswers::new();
        let mut take = |way: Way, text: String| {
            if let Some(Some(clause)) = self.referee.refuses(self.seat, text.as_bytes()) {
                let texts = found.entry((clause, way)).or_default();
                if texts.len() < TRIED && !texts.contains(&text) {
                    texts.push(text);
                }
            }
        };
        sample(self.earlier).for_each(|text| take(Way::Earlier, text.clone()));
        sample(self.elsewhere).for_each(|text| take(Way::Elsewhere, text.clone()));
        let step = self.replies.len().div_ceil(CHANGED).max(1);
        for reply in self.replies.iter().step_by(step) {
            let words: Vec<&str> = reply.split(' ').collect();
            lists(&words, &mut take);
            exchanged(&words, &mut take);
            moved(&words, &mut take);
            beside_each(&words, &mut take);
        }
        let names = self.names();
        let step = self.replies.len().div_ceil(RENAMED).max(1);
        for reply in self.replies.iter().step_by(step) {
            let words: Vec<&str> = reply.split(' ').collect();
            for (at, name) in &names {
                if words.get(*at).is_some_and(|word| word != name) {
                    take(Way::Named(*at), with_word(&words, *at, name));
                }
            }
        }
        for (way, text) in self.of_other_parameters() {
            take(way, text);
        }
        found
    }

    /// Words of answers that were legal earlier and are no numbers, each with its place: of each place the first and some others.
    fn names(&self) -> Vec<(usize, &str)> {
        let words = self
            .earlier
            .iter()
            .flat_map(|text| text.split(' ').enumerate());
        let names: BTreeSet<(usize, &str)> = words
            .filter(|(_, word)| word.parse::<i64>().is_err())
            .collect();
        let names: Vec<(usize, &str)> = names.into_iter().collect();
        let of_places = names.chunk_by(|(one, _), (other, _)| one == other);
        let some = of_places.flat_map(|names| {
            let step = names.len().div_ceil(CHANGED).max(1);
            names.iter().step_by(step).copied()
        });
        some.collect()
    }

    /// Answers that are legal where one parameter is one more or less, and the game was the same up to here.
    fn of_other_parameters(&self) -> Vec<(Way, String)> {
        let (Some(log), Ok(variant)) = (self.log, self.game.with(self.settings)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (number, (name, value)) in variant.parameters().into_iter().enumerate() {
            // A number as large as that is a time or a limit, which decides nothing about an answer.
            if value.parse::<u64>().is_ok_and(|value| value > LARGE) {
                continue;
            }
            for more in [true, false] {
                let Some(other) = stepped(&value, more) else {
                    continue;
                };
                let others = self
                    .settings
                    .0
                    .iter()
                    .filter(|(own, _)| own != name)
                    .cloned();
                let settings = Settings(others.chain([(name.to_string(), other)]).collect());
                let Ok((checked, referee)) = played(self.game, &settings, log) else {
                    continue;
                };
                if !checked.findings.is_empty() || referee.awaits().ask(self.seat).is_none() {
                    continue;
                }
                let replies = referee.replies(self.seat);
                found.extend(
                    sample(&replies).map(|text| (Way::Parameter(number, more), text.clone())),
                );
            }
        }
        found
    }
}

/// A game like this one under other parameters.
fn played(
    game: &dyn AnyGame,
    settings: &Settings,
    log: &str,
) -> Result<(Checked, Box<dyn AnyReferee>), ()> {
    let told = log.lines().filter(|line| {
        line.as_bytes()
            .get(1)
            .is_some_and(|mark| b"<>!".contains(mark))
    });
    let kept = log
        .lines()
        .filter(|line| line.starts_with("seats:") || line.starts_with("clock:"));
    let mut text = Writer::new(game.name(), settings, &[]).text().to_string();
    for line in kept.chain(told) {
        text.push_str(line);
        text.push('\n');
    }
    validate_until(game, settings, text.as_bytes(), usize::MAX).map_err(drop)
}

/// More than any number of a board or a game.
const LARGE: u64 = 400;

/// A number, or the numbers of a size, one more or less.
fn stepped(value: &str, more: bool) -> Option<String> {
    let step = |number: &str| {
        let number: i64 = number.parse().ok()?;
        Some((if more { number + 1 } else { number - 1 }).to_string())
    };
    match value.split_once('x') {
        Some((rows, cols)) => Some(format!("{}x{}", step(rows)?, step(cols)?)),
        None => step(value),
    }
}

/// Where a number says how many elements follow: one fewer, one more, one twice.
fn lists(words: &[&str], take: &mut impl FnMut(Way, String)) {
    for at in 0..words.len() {
        let rest = words.len() - at - 1;
        let Some(count) = words[at]
            .parse::<usize>()
            .ok()
            .filter(|&count| count > 0 && rest > 0 && rest.is_multiple_of(count))
        else {
            continue;
        };
        let size = rest / count;
        let counted = |count: usize, rest: &[&str]| {
            let number = count.to_string();
            [&words[..at], &[number.as_str()], rest].concat().join(" ")
        };
        let elements = &words[at + 1..];
        let end = &elements[rest - size..];
        take(Way::List(0), counted(count - 1, &elements[..rest - size]));
        let next = end
            .last()
            .and_then(|word| word.parse::<i64>().ok())
            .map(|number| (number + 1).to_string());
        if let Some(next) = &next {
            let more = [elements, &end[..size - 1], &[next.as_str()]].concat();
            take(Way::List(1), counted(count + 1, &more));
        }
        if count > 1 {
            let twice = [end, &elements[size..]].concat();
            take(Way::List(2), counted(count, &twice));
        }
        take(Way::List(3), counted(count + 1, &[elements, end].concat()));
        // From the first number on that can be a count.
        break;
    }
}

/// The places of the numbers.
fn numbers(words: &[&str]) -> Vec<usize> {
    let places = 0..words.len();
    places
        .filter(|&at| words[at].parse::<i64>().is_ok())
        .collect()
}

/// The rows or the columns of two squares exchanged.
fn exchanged(words: &[&str], take: &mut impl FnMut(Way, String)) {
    let numbers = numbers(words);
    for first in 0..2 {
        if let [one, _, other, ..] = numbers[first.min(numbers.len())..] {
            let mut words = words.to_vec();
            words.swap(one, other);
            take(Way::Exchanged(first), words.join(" "));
        }
    }
}

/// All rows or all columns one more or less.
fn moved(words: &[&str], take: &mut impl FnMut(Way, String)) {
    let numbers = numbers(words);
    for first in 0..numbers.len().min(3) {
        for more in [true, false] {
            let is_moved = |at: &usize| numbers[first..].iter().step_by(2).any(|other| other == at);
            let text: Vec<String> = (0..words.len())
                .map(|at| match words[at].parse::<i64>() {
                    Ok(number) if is_moved(&at) => {
                        (if more { number + 1 } else { number - 1 }).to_string()
                    }
                    _ => words[at].to_string(),
                })
                .collect();
            take(Way::Moved(first, more), text.join(" "));
        }
    }
}

/// One number, letter or digit beside it.
fn beside_each(words: &[&str], take: &mut impl FnMut(Way, String)) {
    for (at, word) in words.iter().enumerate() {
        let others = match word.parse::<i64>() {
            Ok(number) => vec![(number + 1).to_string(), (number - 1).to_string()],
            Err(_) => word
                .char_indices()
                .flat_map(|(at, _)| beside(word, at))
                .collect(),
        };
        for (change, other) in others.into_iter().enumerate() {
            take(Way::Beside(at, change), with_word(words, at, &other));
        }
    }
}

/// The word with the letter or digit at this place replaced by the next or the previous one.
fn beside(word: &str, at: usize) -> impl Iterator<Item = String> {
    let byte = word.as_bytes()[at];
    let others = [byte.wrapping_add(1), byte.wrapping_sub(1)]
        .into_iter()
        .filter(u8::is_ascii_alphanumeric);
    others.filter(move |_| byte.is_ascii()).map(move |other| {
        let (before, after) = word.split_at(at);
        format!(
            "{before}{}{}",
            char::from(other),
            after.get(1..).unwrap_or_default()
        )
    })
}

/// How many words of the one stand at the same place in the other.
fn shared(one: &str, other: &str) -> usize {
    one.split(' ')
        .zip(other.split(' '))
        .filter(|(one, other)| one == other)
        .count()
}

/// The number of the illegal answer, among those that may come early, that has the first of all names, such as that of the smallest
/// piece, where a name that is spent makes one illegal. Until the first one does, there is none.
pub(super) const FIRST_NAME: usize = 5;

/// The illegal answer of this number among those that break a clause: the ways take turns, then the answers of a way. Every
/// other one lies as near to a legal answer as any. `waits`: where a name that is spent makes one illegal, only the first of all
/// names will do.
pub fn numbered(near: &Near<'_>, clause: Clause, number: usize, waits: bool) -> Option<String> {
    let found = near.found();
    let of_clause = || found.iter().filter(|((other, _), _)| *other == clause);
    let named = of_clause().find_map(|((_, way), texts)| match way {
        Way::Named(at) => Some((*at, texts)),
        _ => None,
    });
    let word = |text: &String, at: usize| text.split(' ').nth(at).map(str::to_string);
    // Names that no legal answer has any more, as of used pieces.
    let is_spent = |(at, texts): &(usize, &Vec<String>)| {
        let legal: BTreeSet<_> = near.replies.iter().map(|text| word(text, *at)).collect();
        !texts.iter().any(|text| legal.contains(&word(text, *at)))
    };
    if let Some((at, texts)) = named.filter(|named| waits && is_spent(named)) {
        let (_, first) = near.names().into_iter().find(|(place, _)| *place == at)?;
        let is_first = |text: &&String| text.split(' ').nth(at) == Some(first);
        return texts.iter().find(is_first).cloned();
    }
    let ways: Vec<&Vec<String>> = of_clause().map(|(_, texts)| texts).collect();
    let texts = ways.get(number % ways.len().max(1))?;
    let round = number / ways.len();
    match (number + round) % 2 {
        0 => {
            let shares = |text: &&String| {
                let shared = sample(near.replies).map(|reply| shared(text, reply));
                shared.max()
            };
            texts.iter().max_by_key(shares).cloned()
        }
        _ => texts
            .get(SplitMix64(number as u64).nth(round as u64).0 as usize % texts.len())
            .cloned(),
    }
}

/// How the bots play that give illegal answers: some clauses need much to be spent before they can be broken.
pub(super) const AIMS: [Aim; 3] = [
    Aim::Side(Side::Anywhere(1)),
    Aim::Side(Side::Line([1, 0], FAR)),
    Aim::Side(Side::Line([1, 0], 1)),
];

/// Answers that are legal at some moment of a game that is played anyhow.
pub fn elsewhere(variant: &dyn Variant) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for (at, aim) in AIMS.into_iter().cycle().take(2 * AIMS.len()).enumerate() {
        let most = TRIED * (at + 1);
        walk(variant, aim, at as u64, &mut |_, _, replies, _| {
            // The rarest first: an answer that stands alone, such as a pass.
            let rare = usize::from(replies.len() > 1) * 40;
            for reply in sample(replies).take(rare.max(1)) {
                if texts.len() < most && !texts.contains(reply) {
                    texts.push(reply.clone());
                }
            }
        });
    }
    texts
}

/// Is shown a seat that is asked, its legal answers, and those that it had before.
pub(super) type See<'a> = &'a mut dyn FnMut(&dyn AnyReferee, Seat, &[String], &[String]);

/// Plays a game anyhow by its referee, and shows every seat that is asked with its legal answers, and those that it had before.
pub(super) fn walk(variant: &dyn Variant, aim: Aim, seed: u64, see: See<'_>) {
    let (mut referee, mut told) = (variant.referee(), String::new());
    let mut stream = Seeded::new(SplitMix64(seed));
    let mut earlier: BTreeMap<Seat, Vec<String>> = BTreeMap::new();
    for _ in 0..MOST {
        while referee.tell(&mut told).is_some() {}
        let seat = match referee.awaits() {
            Awaits::Choice => match referee.choose(&mut stream, 0) {
                Ok(()) => continue,
                Err(_) => return,
            },
            Awaits::Replies(asks) => asks.first().map(|ask| ask.seat),
            _ => None,
        };
        let Some(seat) = seat else { return };
        let mut replies = referee.replies(seat);
        let past = earlier.entry(seat).or_default();
        see(&*referee, seat, &replies, past);
        sample(&replies)
            .filter(|reply| past.len() < 8 * TRIED && !past.contains(reply))
            .cloned()
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|reply| past.push(reply));
        let turn = AskedSeat {
            referee: &*referee,
            seat,
            unseen: Seats::NONE,
        };
        aim.sort(&turn, 0, &mut replies);
        // Aims that are lines would play the same game with each seed.
        let at = if stream.pick(3) == 0 {
            stream.pick(replies.len())
        } else {
            0
        };
        let Some(answer) = replies.get(at) else {
            return;
        };
        if referee.take_answer(seat, answer).is_err() {
            return;
        }
    }
}

/// Most steps of such a game.
const MOST: usize = 400;

#[cfg(test)]
mod tests;
