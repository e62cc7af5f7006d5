//! Changes of the text of an answer, each of one thing alone: numbers at the borders of machines, signs, separators, words.
//!
//! They know no game. Which of them a game refuses, in which of its answers, is seen in a game that is played anyhow.

use super::illegal::{AIMS, walk};
use std::collections::BTreeMap;
use stickler::game::Seat;
use stickler::games::erased::{AnyReferee, Variant};

/// A change of an answer.
pub struct TextChange {
    /// Its name on the command line.
    pub name: &'static str,
    /// What the bot does, as the end of "the bot …".
    pub about: &'static str,
    change: fn(&[&str]) -> Option<String>,
}

impl std::fmt::Debug for TextChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The changes.
pub const CHANGES: &[TextChange] = &[
    TextChange::new(
        "wraps-8",
        "adds 2^8 to the last number of an answer",
        |words| more(words, last_number(words)?, 1 << 8),
    ),
    TextChange::new(
        "wraps-16",
        "adds 2^16 to the first number of an answer",
        |words| more(words, first_number(words)?, 1 << 16),
    ),
    TextChange::new(
        "wraps-32",
        "adds 2^32 to the last number of an answer",
        |words| more(words, last_number(words)?, 1 << 32),
    ),
    TextChange::new(
        "wraps-53",
        "adds 2^53 to the first number of an answer",
        |words| more(words, first_number(words)?, 1 << 53),
    ),
    TextChange::new(
        "wraps-64",
        "adds 2^64 to the last number of an answer",
        |words| more(words, last_number(words)?, 1 << 64),
    ),
    TextChange::new(
        "sign",
        "puts a minus before the first number of an answer",
        |words| {
            let at = first_number(words)?;
            (words[at] != "0").then(|| with(words, at, &format!("-{}", words[at])))
        },
    ),
    TextChange::new(
        "half-number",
        "writes a letter behind the last number of an answer",
        |words| {
            let at = last_number(words)?;
            Some(with(words, at, &format!("{}x", words[at])))
        },
    ),
    TextChange::new(
        "hexadecimal",
        "writes the first number of an answer as 0x…",
        |words| {
            let at = first_number(words)?;
            let number: u64 = words[at].parse().ok()?;
            Some(with(words, at, &format!("{number:#x}")))
        },
    ),
    TextChange::new(
        "comma",
        "writes a comma in place of the last blank of an answer",
        |words| {
            let (last, before) = words.split_last()?;
            (!before.is_empty()).then(|| format!("{},{last}", before.join(" ")))
        },
    ),
    TextChange::new(
        "glued",
        "leaves out the first blank of an answer",
        |words| {
            let (first, rest) = words.split_first()?;
            (!rest.is_empty()).then(|| format!("{first}{}", rest.join(" ")))
        },
    ),
    TextChange::new(
        "short-word",
        "writes the first letter alone of the first word of an answer",
        |words| {
            let word = words
                .first()
                .filter(|word| is_word(word) && word.len() > 1)?;
            Some(with(words, 0, &word[..1]))
        },
    ),
    TextChange::new(
        "long-word",
        "writes a letter more behind the first word of an answer",
        |words| {
            let word = words.first().filter(|word| is_word(word))?;
            Some(with(words, 0, &format!("{word}S")))
        },
    ),
];

impl TextChange {
    const fn new(
        name: &'static str,
        about: &'static str,
        change: fn(&[&str]) -> Option<String>,
    ) -> TextChange {
        TextChange {
            name,
            about,
            change,
        }
    }

    /// The answer, changed; `None`: it has nothing that could be changed so.
    pub fn of(&self, answer: &str) -> Option<String> {
        (self.change)(&answer.split(' ').collect::<Vec<_>>())
    }

    /// The change of this name.
    pub fn named(name: &str) -> Option<&'static TextChange> {
        CHANGES.iter().find(|change| change.name == name)
    }
}

/// The kind of an answer: its first word, where that is a word.
pub(super) fn kind_of(answer: &str) -> &str {
    let first = answer.split(' ').next().unwrap_or_default();
    if is_word(first) { first } else { "" }
}

/// The changes that make a game refuse an answer, with the number of the answer's kind, in the order in which kinds come up.
pub(super) fn refused(variant: &dyn Variant) -> Vec<(&'static TextChange, u8)> {
    let mut kinds: BTreeMap<u8, Vec<&'static TextChange>> = BTreeMap::new();
    let mut names: Vec<String> = Vec::new();
    walk(variant, AIMS[0], 0, &mut |referee, seat, replies, _| {
        let Some(reply) = replies.first() else { return };
        let kind = kind_of(reply);
        if names.iter().any(|name| name == kind) {
            return;
        }
        let refuses = |change: &&TextChange| {
            let text = change.of(reply);
            text.is_some_and(|text| fails_by(referee, seat, &text))
        };
        kinds.insert(names.len() as u8, CHANGES.iter().filter(refuses).collect());
        names.push(kind.to_string());
    });
    let each = kinds.into_iter();
    each.flat_map(|(kind, changes)| changes.into_iter().map(move |change| (change, kind)))
        .collect()
}

/// True where the seat fails by this answer.
pub(super) fn fails_by(referee: &dyn AnyReferee, seat: Seat, answer: &str) -> bool {
    let mut after = referee.fork();
    after.take_answer(seat, answer).is_ok() && after.verdict().has_failed(seat)
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn first_number(words: &[&str]) -> Option<usize> {
    words.iter().position(|word| word.parse::<u64>().is_ok())
}

fn last_number(words: &[&str]) -> Option<usize> {
    words.iter().rposition(|word| word.parse::<u64>().is_ok())
}

fn more(words: &[&str], at: usize, by: u128) -> Option<String> {
    let number: u128 = words[at].parse().ok()?;
    Some(with(words, at, &(number + by).to_string()))
}

fn with(words: &[&str], at: usize, word: &str) -> String {
    let mut words = words.to_vec();
    words[at] = word;
    words.join(" ")
}
