//! A judge's own verdict on a match: who won, and its word for each seat.

use crate::join::ANSWERS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use stickler::game::Seat;

/// How a judge's verdict is read from the lines that it prints: a file of YAML, `stickler judge --verdict FILE`. Schema:
/// `spec/verdict.schema.json`.
///
/// In a pattern `{seat}` stands for the number of a seat, `{word}` for one word, at the end for the rest of the line, and `…` for
/// anything. The rest stands for itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VerdictPatterns {
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

/// The word for a seat of which a judge says only that it has failed.
pub const AT_FAULT: &str = "a fault";

/// How a judge says its verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerdictFormat {
    /// In lines of text.
    Lines(VerdictPatterns),
    /// By its exit code: the first accepted, the second wrong.
    Exit([i32; 2]),
    /// By a line with a score for each seat, -1 for one that failed; brutaltester's referees.
    Scores,
    /// By one JSON object with `ranks` and `errors`; psyleague's referees.
    Ranks,
    /// By one JSON object with `result` and a reason for each agent; ALPHANO.
    Alphano,
}

impl VerdictFormat {
    /// The names of those that are ready-made.
    pub const NAMES: [(&str, VerdictFormat); 5] = [
        ("kattis", VerdictFormat::Exit(ANSWERS)),
        ("exit", VerdictFormat::Exit([0, 1])),
        ("brutaltester", VerdictFormat::Scores),
        ("psyleague", VerdictFormat::Ranks),
        ("alphano", VerdictFormat::Alphano),
    ];

    /// The first line that a judge printed before its scores, where scores are due as the first lines.
    pub fn noise<'o>(&self, output: &'o str) -> Option<&'o str> {
        let (before, found) = match self {
            VerdictFormat::Scores => scores(output),
            _ => return None,
        };
        let first = output.lines().next()?;
        (before > 0 && !found.is_empty()).then_some(first)
    }

    /// The convention of a judge's exit code, where it is another one than the chosen.
    pub fn other_codes(&self, code: i32) -> Option<&'static str> {
        match (self, code) {
            (VerdictFormat::Exit(ANSWERS), 0..=7) => Some(
                "a validator of Kattis ends with 42 (accepted) or 43 (wrong); 0 and 1 are the codes of testlib's checkers and \
                 interactors",
            ),
            (VerdictFormat::Exit([0, 1]), 42 | 43) => Some(
                "42 (accepted) and 43 (wrong) are the codes of a validator of Kattis: `--verdict kattis` reads them",
            ),
            (VerdictFormat::Exit([0, 1]), 2..=7) => Some(
                "0 is accepted and 1 is wrong: testlib's other codes, such as 2 for a presentation error, are none here",
            ),
            _ => None,
        }
    }

    /// The verdict of a judge that printed this and ended with this code.
    pub fn said(&self, output: &str, code: Option<i32>) -> StatedVerdict {
        match self {
            VerdictFormat::Lines(reading) => reading.said(output),
            VerdictFormat::Exit([accepted, wrong]) => {
                let word = match code {
                    Some(code) if code == *accepted => "AC",
                    Some(code) if code == *wrong => "WA",
                    _ => return StatedVerdict::default(),
                };
                StatedVerdict {
                    words: [(0, word.to_string())].into(),
                    ..StatedVerdict::default()
                }
            }
            VerdictFormat::Scores => {
                let (_, scores) = scores(output);
                let failed: Vec<bool> = scores.iter().map(|score| *score < 0).collect();
                let ahead =
                    |score: &i64| scores.iter().filter(|other| *other > score).count() as u64;
                StatedVerdict::ranked(&scores.iter().map(ahead).collect::<Vec<_>>(), &failed)
            }
            VerdictFormat::Ranks => object(output).map_or_else(StatedVerdict::default, |object| {
                let numbers = |name: &str| -> Vec<u64> {
                    object[name]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(serde_json::Value::as_u64)
                        .collect()
                };
                let failed: Vec<bool> = numbers("errors")
                    .into_iter()
                    .map(|error| error != 0)
                    .collect();
                StatedVerdict::ranked(&numbers("ranks"), &failed)
            }),
            VerdictFormat::Alphano => {
                object(output).map_or_else(StatedVerdict::default, |object| {
                    let reasons =
                        ["agent1_reason", "agent2_reason"].map(|name| object[name].as_str());
                    let words = (0..)
                        .zip(reasons)
                        .filter_map(|(seat, word)| Some((seat, word?.to_string())))
                        .collect();
                    let (winner, is_draw) = match object["result"].as_str() {
                        Some("AGENT1_WIN") => (Some(0), false),
                        Some("AGENT2_WIN") => (Some(1), false),
                        other => (None, other == Some("DRAW")),
                    };
                    StatedVerdict {
                        winner,
                        is_draw,
                        words,
                    }
                })
            }
        }
    }
}

/// How many lines stand before the scores, and the scores: the first lines, one after the other, that are numbers, at least two, as a
/// number alone may be noise.
fn scores(output: &str) -> (usize, Vec<i64>) {
    let lines: Vec<Option<i64>> = output
        .lines()
        .map(|line| line.trim().parse().ok())
        .collect();
    let run =
        |start: usize| -> Vec<i64> { lines[start..].iter().map_while(|score| *score).collect() };
    let begins = |at: &usize| lines[*at].is_some() && (*at == 0 || lines[*at - 1].is_none());
    let starts: Vec<usize> = (0..lines.len()).filter(begins).collect();
    let first = starts.iter().find(|start| run(**start).len() > 1);
    let first = first.or(starts.first()).copied().unwrap_or(0);
    (first, run(first))
}

/// The JSON object that a judge prints: its whole output, or its last line.
fn object(output: &str) -> Option<serde_json::Value> {
    let read = |text: &str| {
        serde_json::from_str::<serde_json::Value>(text)
            .ok()
            .filter(serde_json::Value::is_object)
    };
    read(output).or_else(|| output.lines().rev().find_map(read))
}

/// A text of a judge, and what it says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The text.
    pub text: String,
    /// The words.
    pub says: StatedVerdict,
}

/// The verdict in a judge's words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StatedVerdict {
    /// The seat that won.
    #[serde(default)]
    pub winner: Option<u8>,
    /// True where nobody won.
    #[serde(default)]
    pub is_draw: bool,
    /// The names of seats, in this contest's words.
    #[serde(default)]
    pub words: BTreeMap<u8, String>,
}

impl Default for VerdictPatterns {
    fn default() -> VerdictPatterns {
        let line = |text: &str| vec![text.to_string()];
        VerdictPatterns {
            winner: line("winner {seat}"),
            draw: line("winner none"),
            seat: line("seat {seat} {word}"),
            first: 0,
            words: BTreeMap::new(),
            examples: Vec::new(),
        }
    }
}

impl VerdictPatterns {
    /// Reads the patterns of a file, and tries them on its own examples.
    pub fn read(text: &str) -> Result<VerdictPatterns, String> {
        let reading: VerdictPatterns = stickler::yaml::parse(text)?;
        for (patterns, needs) in [
            (&reading.winner, &["seat"][..]),
            (&reading.draw, &[]),
            (&reading.seat, &["seat", "word"]),
        ] {
            for pattern in patterns {
                can_match(pattern, needs).map_err(|why| format!("pattern `{pattern}`: {why}"))?;
            }
        }
        for (example, number) in reading.examples.iter().zip(1..) {
            let said = reading.said(&example.text);
            if said != example.says {
                return Err(format!(
                    "example {number}: expected {}, and the patterns read {said}",
                    example.says
                ));
            }
        }
        Ok(reading)
    }

    /// The verdict in this output. Of two lines about the same thing the later one counts.
    pub fn said<'a>(&'a self, output: &'a str) -> StatedVerdict {
        let mut said = StatedVerdict::default();
        for line in output.lines().map(str::trim) {
            let is =
                |patterns: &'a [String]| patterns.iter().find_map(|pattern| matched(pattern, line));
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
        found
            .get("seat")?
            .parse::<u8>()
            .ok()?
            .checked_sub(self.first)
            .map(Seat)
    }
}

impl StatedVerdict {
    /// The verdict from ranks (0 is the best) and faults by seat.
    fn ranked(ranks: &[u64], failed: &[bool]) -> StatedVerdict {
        let best: Vec<u8> = (0..)
            .zip(ranks)
            .filter(|(_, rank)| **rank == 0)
            .map(|(seat, _)| seat)
            .collect();
        let word = |failed: &bool| if *failed { AT_FAULT } else { "OK" }.to_string();
        let words = (0..)
            .zip(failed)
            .map(|(seat, failed)| (seat, word(failed)))
            .collect();
        StatedVerdict {
            winner: best.first().copied().filter(|_| best.len() == 1),
            is_draw: best.len() > 1,
            words,
        }
    }
}

impl fmt::Display for StatedVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.winner {
            Some(seat) => Some(format!("winner {seat}")),
            None if self.is_draw => Some("a draw".to_string()),
            None => None,
        };
        let words = self
            .words
            .iter()
            .map(|(seat, word)| format!("seat {seat} {word}"));
        let all: Vec<String> = winner.into_iter().chain(words).collect();
        f.write_str(if all.is_empty() { "nothing" } else { "" })?;
        f.write_str(&all.join(", "))
    }
}

/// Refuses a pattern that no line can match, or that says nothing because one of these places is missing.
fn can_match(pattern: &str, needs: &[&str]) -> Result<(), String> {
    let words: Vec<&str> = pattern.split_whitespace().collect();
    let is_place = |word: &str| word.contains('{') || word.contains('}');
    for (word, next) in words
        .iter()
        .zip(words.iter().skip(1).map(Some).chain([None]))
    {
        if word.contains('…') && *word != "…" {
            return Err("`…` stands as a word of its own, with a blank on each side".into());
        }
        if *word == "…" && next.is_some_and(|next| is_place(next) || *next == "…") {
            return Err("expected a plain word after `…`, up to which anything may stand".into());
        }
        let name = word
            .split_once('{')
            .and_then(|(_, rest)| rest.split_once('}'));
        match name {
            Some(("seat" | "word", rest)) if !is_place(rest) => {}
            None if !is_place(word) => {}
            _ => {
                return Err(format!(
                    "in `{word}` one place is due, {{seat}} or {{word}}"
                ));
            }
        }
    }
    let lacks = |name: &&&str| !pattern.contains(&format!("{{{name}}}"));
    match needs.iter().find(lacks) {
        Some(name) => Err(format!("it says nothing without {{{name}}}")),
        None => Ok(()),
    }
}

/// The words at the places of a pattern; `None`: the line does not match.
fn matched<'a>(pattern: &'a str, line: &'a str) -> Option<BTreeMap<&'a str, &'a str>> {
    let mut found = BTreeMap::new();
    let mut rest = line.trim();
    let mut parts = pattern.split_whitespace().peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match part.find('{').zip(part.find('}')) {
            _ if part == "…" && is_last => return Some(found),
            _ if part == "…" => {
                while !rest.is_empty() && rest.split_whitespace().next() != parts.peek().copied() {
                    rest = rest
                        .split_once(char::is_whitespace)
                        .map_or("", |(_, after)| after.trim_start());
                }
                continue;
            }
            _ if word.is_empty() => return None,
            Some(_) if part == "{word}" && is_last => {
                found.insert("word", rest);
                return Some(found);
            }
            Some((from, to)) if from < to => {
                let (before, behind) = (&part[..from], &part[to + 1..]);
                found.insert(
                    &part[from + 1..to],
                    word.strip_prefix(before)?.strip_suffix(behind)?,
                );
            }
            _ if part == word => {}
            _ => return None,
        }
        rest = after.trim_start();
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests;
