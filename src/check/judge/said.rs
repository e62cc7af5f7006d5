//! What a judge says of a match: who won, and what it calls each seat.

use crate::game::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a judge's verdict is read from the lines that it prints: the pages are YAML, `stickler judge --verdict FILE`.
///
/// In a pattern `{seat}` stands for the number of a seat, `{word}` for one word, and `…` for anything. The rest stands for itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// A line that names the winner: `winner {seat}`.
    #[serde(default)]
    pub winner: Vec<String>,
    /// A line that says that nobody has won.
    #[serde(default)]
    pub draw: Vec<String>,
    /// A line that says what became of a seat: `seat {seat} {word}`.
    #[serde(default)]
    pub seat: Vec<String>,
    /// The number by which the judge calls the first seat.
    #[serde(default)]
    pub first: u8,
    /// The judge's words in this contest's words, `crash: RE`; a word that is not here stands for itself.
    #[serde(default)]
    pub words: BTreeMap<String, String>,
    /// Texts of the judge, each with the verdict that it says: the patterns are tried on them before anything is played.
    #[serde(default)]
    pub examples: Vec<Example>,
}

/// A text of a judge, and what it says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The text.
    pub text: String,
    /// What it says.
    pub says: Said,
}

/// What a judge has said.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The seat that won.
    #[serde(default)]
    pub winner: Option<u8>,
    /// True where nobody won.
    #[serde(default)]
    pub is_draw: bool,
    /// What it calls seats, in this contest's words.
    #[serde(default)]
    pub words: BTreeMap<u8, String>,
}

impl Default for Reading {
    fn default() -> Reading {
        let line = |text: &str| vec![text.to_string()];
        Reading {
            winner: line("winner {seat}"),
            draw: line("winner none"),
            seat: line("seat {seat} {word}"),
            first: 0,
            words: BTreeMap::new(),
            examples: Vec::new(),
        }
    }
}

impl Reading {
    /// The rules of this file, which its own examples must bear out.
    pub fn read(text: &str) -> Result<Reading, String> {
        let reading: Reading = crate::fixture::parse(text)?;
        for (example, number) in reading.examples.iter().zip(1..) {
            let said = reading.said(&example.text);
            if said != example.says {
                return Err(format!("example {number}: the patterns read {said:?}"));
            }
        }
        Ok(reading)
    }

    /// What this output says; of two lines that say the same thing of a match the later counts.
    pub fn said(&self, output: &str) -> Said {
        let mut said = Said::default();
        for line in output.lines().map(str::trim) {
            let is = |patterns| first(patterns, line);
            if is(&self.draw).is_some() {
                (said.winner, said.is_draw) = (None, true);
            } else if let Some(seat) = is(&self.winner).and_then(|found| self.seat_of(&found)) {
                (said.winner, said.is_draw) = (Some(seat.0), false);
            } else if let Some(found) = is(&self.seat)
                && let (Some(seat), Some(word)) = (self.seat_of(&found), found.get("word"))
            {
                let word = self.words.get(*word).map_or(*word, String::as_str);
                said.words.insert(seat.0, word.to_string());
            }
        }
        said
    }

    fn seat_of(&self, found: &BTreeMap<&str, &str>) -> Option<Seat> {
        found.get("seat")?.parse::<u8>().ok()?.checked_sub(self.first).map(Seat)
    }
}

impl Said {
    /// True where nothing was read.
    pub fn is_nothing(&self) -> bool {
        *self == Said::default()
    }
}

/// The words at the places of the first pattern that a line has.
fn first<'a>(patterns: &'a [String], line: &'a str) -> Option<BTreeMap<&'a str, &'a str>> {
    patterns.iter().find_map(|pattern| matched(pattern, line))
}

/// The words that stand at the places of a pattern; `None`: the line is another one.
fn matched<'a>(pattern: &'a str, line: &'a str) -> Option<BTreeMap<&'a str, &'a str>> {
    let mut found = BTreeMap::new();
    let mut words = line.split_whitespace();
    let mut parts = pattern.split_whitespace().peekable();
    while let Some(part) = parts.next() {
        if part == "…" {
            let next = parts.peek().copied();
            if next.is_none() {
                return Some(found);
            }
            let rest = words.clone();
            let skipped = rest.take_while(|word| Some(*word) != next).count();
            words.by_ref().take(skipped).for_each(drop);
            continue;
        }
        let word = words.next()?;
        match part.find('{').zip(part.find('}')) {
            Some((from, to)) if from < to => {
                let (before, after) = (&part[..from], &part[to + 1..]);
                found.insert(&part[from + 1..to], word.strip_prefix(before)?.strip_suffix(after)?);
            }
            _ if part == word => {}
            _ => return None,
        }
    }
    words.next().is_none().then_some(found)
}
