//! Situations: classes of what a bot was told, read off the messages of a log. They need no word of the game.
//!
//! A class is a text, such as `TURN: number 2 is 0`. A message has classes for its first word and the one before it, for its
//! length, and for each of its first numbers: 0, 1, its digits, equal to another one, equal to the last message's or one apart.

use std::collections::{BTreeMap, BTreeSet};
use stickler::game::Seat;
use stickler::transcript::Transcript;

/// Numbers of a line that have classes.
const NUMBERS: usize = 6;
/// First words that are told apart; others are only counted.
const KINDS: usize = 24;

/// The situations in which a seat was, by the log of its game.
pub fn situations(transcript: &str, seat: Seat) -> BTreeSet<String> {
    let mut met = BTreeSet::new();
    let Ok(transcript) = Transcript::parse(transcript.as_bytes()) else {
        return met;
    };
    let mut last: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    let (mut before, mut lines) = (String::from("nothing"), 0usize);
    for line in transcript.body() {
        let Some((_, text)) = line.told().filter(|(to, _)| *to == seat) else {
            continue;
        };
        lines += 1;
        let text = String::from_utf8_lossy(text);
        let kind = kind(&text);
        if !last.contains_key(&kind) && last.len() >= KINDS {
            continue;
        }
        if kind != before {
            met.insert(format!("{kind} after {before}"));
        }
        let words = text.split(' ').count();
        if words > NUMBERS {
            met.insert(format!("{kind}: {} words", size(words)));
        }
        if text.len() >= 64 {
            met.insert(format!("{kind}: {} characters", size(text.len())));
        }
        let numbers: Vec<i64> = text
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .take(NUMBERS)
            .collect();
        let earlier = last
            .insert(kind.clone(), numbers.clone())
            .unwrap_or_default();
        for (at, number) in numbers.iter().enumerate() {
            let name = format!("{kind}: number {}", at + 1);
            met.insert(match number {
                0 | 1 => format!("{name} is {number}"),
                ..0 => format!("{name} is negative"),
                _ => format!("{name} has {} digits", number.to_string().len()),
            });
            for (other, equal) in numbers[..at].iter().enumerate() {
                if equal == number {
                    met.insert(format!("{name} is number {}", other + 1));
                }
            }
            match earlier.get(at).map(|earlier| number - earlier) {
                Some(0) => met.insert(format!("{name} as before")),
                Some(1) => met.insert(format!("{name} is one more")),
                Some(-1) => met.insert(format!("{name} is one less")),
                _ => false,
            };
        }
        before = kind;
    }
    met.insert(format!("a game of {} lines", size(lines)));
    met
}

/// The first word where it is one of the protocol's, or else a word for the line's form.
fn kind(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    let is_word = first.len() > 2
        && first.starts_with(|c: char| c.is_ascii_uppercase())
        && first
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    match first.parse::<i64>() {
        _ if is_word && first.len() <= 12 => first.to_string(),
        Ok(_) => format!("a line of {} words", text.split(' ').count().min(NUMBERS)),
        Err(_) => "another line".to_string(),
    }
}

/// A size by powers of two, in words.
pub(crate) fn size(number: usize) -> String {
    match number {
        0..=2 => number.to_string(),
        _ => {
            let least = 1usize << number.ilog2();
            format!("{least} to {}", 2 * least - 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::situations;
    use stickler::game::Seat;

    #[test]
    fn a_message_has_classes_for_its_numbers() {
        let log = "0< READY FIRST\n0> OK\n0< TURN 10000 10000\n0> MOVE 1 1\n1< OPP 1 1 5\n0< OPP 2 2 0\n0< TURN 9999 0\n";
        let met = situations(log, Seat(0));
        for wanted in [
            "OPP after TURN",
            "TURN: number 2 is number 1",
            "TURN: number 2 is 0",
            "TURN: number 1 is one less",
            "OPP: number 3 is 0",
            "a game of 4 to 7 lines",
        ] {
            assert!(met.contains(wanted), "{wanted}: {met:?}");
        }
        assert!(
            !met.contains("OPP: number 3 has 1 digits"),
            "the other seat's line"
        );
    }
}
