//! Changes of the text of an answer, each of one thing alone: numbers at the borders of machines, signs, separators, words.
//!
//! They know no game. Which of them a game refuses, in which of its answers, is seen in a game that is played anyhow.

use super::illegal::{AIMS, walk};
use stickler::game::Seat;
use stickler::games::erased::{AnyReferee, Variant};

/// A change of an answer.
pub struct TextChange {
    /// The name on the command line.
    pub name: &'static str,
    /// The change in words, as the end of "the bot …".
    pub about: &'static str,
    change: Change,
}

enum Change {
    /// A change of the words of the answer.
    Words(fn(&[&str]) -> Option<String>),
    /// A change of the words of the answer, given those of an answer of another kind.
    Other(fn(&[&str], &[&str]) -> Option<String>),
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
        "writes a letter after the last number of an answer",
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
        |words| joined_last(words, ","),
    ),
    TextChange::new("glued", "omits the first blank of an answer", |words| {
        let (first, rest) = words.split_first()?;
        (!rest.is_empty()).then(|| format!("{first}{}", rest.join(" ")))
    }),
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
        "writes a letter more after the first word of an answer",
        |words| {
            let word = words.first().filter(|word| is_word(word))?;
            Some(with(words, 0, &format!("{word}S")))
        },
    ),
    TextChange::new(
        "lower-case",
        "writes the first word of an answer in lower case",
        |words| {
            let word = words.first().filter(|word| is_word(word))?;
            Some(with(words, 0, &word.to_lowercase()))
        },
    ),
    TextChange::new(
        "lower-case-later",
        "writes the later words of an answer in lower case",
        |words| {
            let (first, rest) = words.split_first()?;
            (!rest.is_empty()).then(|| format!("{first} {}", rest.join(" ").to_lowercase()))
        },
    ),
    TextChange::new(
        "other-word",
        "writes another word in place of the first word of an answer",
        |words| {
            words.first().filter(|word| is_word(word))?;
            Some(with(words, 0, "ANSWER"))
        },
    ),
    TextChange::new("no-word", "omits the first word of an answer", |words| {
        let (first, rest) = words.split_first()?;
        (is_word(first) && !rest.is_empty()).then(|| rest.join(" "))
    }),
    TextChange::new("empty", "writes an empty line for an answer", |_| {
        Some(String::new())
    }),
    TextChange::new(
        "colon",
        "writes a colon after the first word of an answer",
        |words| Some(with(words, 0, &format!("{}:", words.first()?))),
    ),
    TextChange::new("semicolon", "writes a semicolon after an answer", |words| {
        Some(format!("{};", words.join(" ")))
    }),
    TextChange::new("full-stop", "writes a full stop after an answer", |words| {
        Some(format!("{}.", words.join(" ")))
    }),
    TextChange::new("quoted", "writes an answer in quotation marks", |words| {
        Some(format!("\"{}\"", words.join(" ")))
    }),
    TextChange::new(
        "brackets",
        "writes the numbers of an answer in brackets",
        |words| {
            let (first, last) = (first_number(words)?, last_number(words)?);
            let opened = with(words, first, &format!("({}", words[first]));
            let opened: Vec<&str> = opened.split(' ').collect();
            Some(with(&opened, last, &format!("{})", opened[last])))
        },
    ),
    TextChange::new(
        "comma-and-blank",
        "writes a comma before the last blank of an answer",
        |words| joined_last(words, ", "),
    ),
    TextChange::new("nul", "writes a NUL byte after an answer", |words| {
        Some(format!("{}\0", words.join(" ")))
    }),
    TextChange::new(
        "extra-word",
        "writes a word too many after an answer",
        |words| Some(format!("{} x", words.join(" "))),
    ),
    TextChange::new(
        "extra-number",
        "writes a number too many after an answer",
        |words| Some(format!("{} 1", words.join(" "))),
    ),
    TextChange::new(
        "missing-word",
        "omits the last word of an answer",
        |words| {
            let (_, before) = words.split_last()?;
            Some(before.join(" "))
        },
    ),
    TextChange::new("doubled", "writes an answer twice in its line", |words| {
        let text = words.join(" ");
        Some(format!("{text} {text}"))
    }),
    TextChange::new(
        "number-word",
        "writes a word in place of the last number of an answer",
        |words| Some(with(words, last_number(words)?, "one")),
    ),
    TextChange::new(
        "fraction",
        "writes the last number of an answer as 3.0",
        |words| {
            let at = last_number(words)?;
            Some(with(words, at, &format!("{}.0", words[at])))
        },
    ),
    TextChange::new(
        "exponent",
        "writes the first number of an answer as 8e0",
        |words| {
            let at = first_number(words)?;
            Some(with(words, at, &format!("{}e0", words[at])))
        },
    ),
    TextChange::new(
        "higher-digit",
        "adds four to a digit of an answer's last word, where that has letters, too",
        |words| {
            let (last, _) = words.split_last()?;
            let has_letter = last.bytes().any(|byte| byte.is_ascii_alphabetic());
            // Of two digits at its end the first.
            let is_digit = |at: &usize| last.as_bytes()[*at].is_ascii_digit();
            let ends = (last.len().checked_sub(2)?..last.len()).filter(is_digit);
            let at = ends.min().filter(|_| has_letter)?;
            let digit: u8 = last[at..=at].parse().ok()?;
            let word = format!("{}{}{}", &last[..at], (digit + 4) % 10, &last[at + 1..]);
            Some(with(words, words.len() - 1, &word))
        },
    ),
    TextChange::new(
        "underscore",
        "writes the first number of an answer as 0_8",
        |words| {
            let at = first_number(words)?;
            Some(with(words, at, &format!("0_{}", words[at])))
        },
    ),
    TextChange::new(
        "unicode-digits",
        "writes the numbers of an answer in other scripts' digits",
        |words| {
            let arabic = |letter: char| match letter.to_digit(10) {
                Some(digit) => char::from_u32(0x660 + digit).unwrap_or(letter),
                None => letter,
            };
            Some(words.join(" ").chars().map(arabic).collect())
        },
    ),
    TextChange::of_other(
        "other-answer",
        "gives an answer of another kind than is asked for",
        |_, other| Some(other.join(" ")),
    ),
    TextChange::of_other(
        "other-word-first",
        "begins an answer with the first word of an answer of another kind",
        |words, other| Some(with(words, 0, other.first()?)),
    ),
    TextChange::of_other(
        "other-word-after",
        "writes the first word of an answer of another kind after an answer",
        |words, other| Some(format!("{} {}", words.join(" "), other.first()?)),
    ),
    TextChange::new(
        "form-feed",
        "writes a form feed in place of the last blank of an answer",
        |words| joined_last(words, "\x0c"),
    ),
    TextChange::new(
        "no-break-space",
        "writes a no-break space in place of the last blank of an answer",
        |words| joined_last(words, "\u{a0}"),
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
            change: Change::Words(change),
        }
    }

    const fn of_other(
        name: &'static str,
        about: &'static str,
        change: fn(&[&str], &[&str]) -> Option<String>,
    ) -> TextChange {
        TextChange {
            name,
            about,
            change: Change::Other(change),
        }
    }

    /// True where it needs an answer of another kind.
    pub(super) fn is_of_other(&self) -> bool {
        matches!(self.change, Change::Other(_))
    }

    /// The answer, changed; `None`: it has nothing that could be changed so. `samples` has an answer of each kind.
    pub(super) fn of(&self, answer: &str, samples: &[String]) -> Option<String> {
        let words: Vec<&str> = answer.split(' ').collect();
        let changed = match self.change {
            Change::Words(change) => change(&words),
            Change::Other(change) => {
                let is_other = |sample: &&String| kind_of(sample) != kind_of(answer);
                let other: Vec<&str> = samples.iter().rfind(is_other)?.split(' ').collect();
                change(&words, &other)
            }
        };
        changed.filter(|changed| changed != answer)
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

/// An answer of each kind, in the order in which kinds come up in a game that is played anyhow.
pub(super) fn samples(variant: &dyn Variant) -> Vec<String> {
    let mut samples: Vec<String> = Vec::new();
    walk(variant, AIMS[0], 0, &mut |_, _, replies, _| {
        let Some(reply) = replies.first() else { return };
        if samples
            .iter()
            .all(|sample| kind_of(sample) != kind_of(reply))
        {
            samples.push(reply.clone());
        }
    });
    samples
}

/// The changes that make a game refuse an answer, with the number of the answer's kind, in the order in which kinds come up. Where all
/// answers are of one kind, number 1 is a later one, and number 2 one of the next game of a run.
pub(super) fn refused(variant: &dyn Variant) -> Vec<(&'static TextChange, u8)> {
    let samples = samples(variant);
    let mut found: Vec<Vec<&'static TextChange>> = Vec::new();
    walk(variant, AIMS[0], 0, &mut |referee, seat, replies, _| {
        let Some(reply) = replies.first() else { return };
        let is_next = samples
            .get(found.len())
            .is_some_and(|sample| sample == reply);
        if !is_next {
            return;
        }
        let refuses = |change: &&TextChange| {
            let text = change.of(reply, &samples);
            text.is_some_and(|text| fails_by(referee, seat, &text))
        };
        found.push(CHANGES.iter().filter(refuses).collect());
    });
    if let [only] = &found[..] {
        let later = only.clone();
        let in_next_game = only
            .iter()
            .filter(|change| IN_NEXT_GAME.contains(&change.name));
        let in_next_game: Vec<_> = in_next_game.copied().collect();
        found.push(later);
        let games = variant.parameter("games");
        if games.is_some_and(|games| games.parse().is_ok_and(|games: u64| games > 1)) {
            found.push(in_next_game);
        }
    }
    let each = found.into_iter().zip(0..);
    each.flat_map(|(changes, kind)| changes.into_iter().map(move |change| (change, kind)))
        .collect()
}

/// Changes that are made in the next game of a run, too.
const IN_NEXT_GAME: [&str; 5] = [
    "extra-word",
    "extra-number",
    "missing-word",
    "half-number",
    "wraps-32",
];

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

/// The words with this between the last two of them, in place of the blank.
fn joined_last(words: &[&str], by: &str) -> Option<String> {
    let (last, before) = words.split_last()?;
    (!before.is_empty()).then(|| format!("{}{by}{last}", before.join(" ")))
}

fn with(words: &[&str], at: usize, word: &str) -> String {
    let mut words = words.to_vec();
    words[at] = word;
    words.join(" ")
}
