//! Logs of local testing tools in the manner of NYPC: a fact a line, `FIRST 8 8 50`. Each game names the facts of its own.

use super::text::{Word, lines, words};
use super::{Format, ROLES, ReadError, Record, RecordSource, Says, role};
use crate::game::{Points, Seat};
use crate::params::Ms;
use crate::transcript::{MOST, Reason};
use std::ops::Range;

const FACTS: &str =
    "FIRST SECOND FINISH SCOREFIRST SCORESECOND ABORT ROUND PAIR PHASE1 BET GET PUT [FIRST";

/// True where the first line that says anything is a fact, or a remark of such a tool.
pub fn is_one(bytes: &[u8]) -> bool {
    let line = bytes
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty());
    let is_fact = |line: &[u8]| {
        FACTS
            .split(' ')
            .any(|fact| line.starts_with(fact.as_bytes()))
    };
    line.is_some_and(|line| is_fact(line) || line.starts_with(b"# Debug"))
}

/// A line and its words.
pub struct FactLine<'a> {
    /// Where it stands.
    pub at: Range<usize>,
    /// The words, at least one, with the place of each.
    pub words: Vec<Word<'a>>,
}

/// An answer, the places of its words, and its time.
pub type LocatedAnswer = (String, Vec<Range<usize>>, Option<Ms>);

impl<'a> FactLine<'a> {
    /// The first word.
    pub fn first(&self) -> &'a str {
        self.words.first().map_or("", |(_, word)| word)
    }

    /// An error in this word.
    pub fn wrong(&self, index: usize, why: &str) -> ReadError {
        let end = self.at.end..self.at.end;
        ReadError::new(self.words.get(index).map_or(end, |(at, _)| at.clone()), why)
    }

    /// The seat of this word.
    pub fn seat(&self, index: usize) -> Result<Seat, ReadError> {
        let number = |word: &str| word.parse().ok().filter(|number| *number < 2).map(Seat);
        let seat = self
            .words
            .get(index)
            .and_then(|(_, word)| role(word).or_else(|| number(word)));
        seat.ok_or_else(|| self.wrong(index, "expected FIRST or SECOND"))
    }

    /// The answer of this first word whose numbers begin here. The last of them is its time, unless there are no more than it has.
    pub fn answer(&self, from: usize, word: &str, has: usize) -> Result<LocatedAnswer, ReadError> {
        let words = self.words.get(from..).unwrap_or_default();
        let (answer, took) = match words {
            [] => {
                let end = self.at.end..self.at.end;
                return Err(ReadError::new(
                    end,
                    "expected the answer's numbers and its milliseconds",
                ));
            }
            all if all.len() == has => (all, None),
            [answer @ .., (at, time)] => {
                let took = time.parse::<u64>().ok().filter(|time| *time <= MOST);
                let wrong = || {
                    ReadError::new(
                        at.clone(),
                        "expected milliseconds after the answer's numbers",
                    )
                };
                (answer, Some(Ms(took.ok_or_else(wrong)?)))
            }
        };
        let texts: Vec<&str> = answer.iter().map(|(_, word)| *word).collect();
        let text = [&[word][..], &texts].concat().join(" ");
        let start = words[0].0.start;
        let places = std::iter::once(start..start)
            .chain(words.iter().map(|(at, _)| at.clone()))
            .collect();
        Ok((text, places, took))
    }
}

/// The game's own facts.
#[derive(Clone, Copy)]
pub struct OwnFacts {
    /// Reads a fact of the game's own; false: it is none.
    pub read: fn(&mut Record<'_>, &FactLine<'_>) -> Result<bool, ReadError>,
    /// True where `SCOREFIRST` and `SCORESECOND` tell the points of the game's rules.
    pub has_points: bool,
}

/// Reads such a log.
pub fn read(
    source: RecordSource<'_>,
    format: Format,
    own: OwnFacts,
) -> Result<Record<'static>, ReadError> {
    let mut record = Record::new(format, source.game()?);
    record.names = vec![String::new(); 2];
    record.roles = &ROLES;
    let mut is_over = false;
    for (at, line) in lines(source.text()?) {
        let fact = FactLine {
            words: words(line, at.start),
            at: at.clone(),
        };
        match fact.first() {
            "" | "ROUND" => {}
            first if first.starts_with('#') => {}
            "FIRST" | "SECOND" | "PAIR" | "BET" | "GET" | "PUT" | "[FIRST" | "[SECOND"
                if is_over =>
            {
                let why = "another game begins after the result of the first: put each into a file of its own";
                return Err(fact.wrong(0, why));
            }
            _ if (own.read)(&mut record, &fact)? => {}
            "FINISH" => record.claim(Says::Over, at),
            word @ ("SCOREFIRST" | "SCORESECOND") => {
                let points = fact
                    .words
                    .get(1)
                    .and_then(|(_, word)| Points::exact(word.parse().ok()?));
                match points {
                    Some(points) if own.has_points => {
                        let seat = Seat(u8::from(word == "SCORESECOND"));
                        record.claim(Says::Score(seat, points), fact.words[1].0.clone());
                    }
                    Some(_) => {}
                    None => record.passed_over("the line of a score", line),
                }
            }
            "ABORT" => {
                let seat = fact.seat(1)?;
                let why = fact.words.get(2);
                let at = why.map_or(at.clone(), |(word, _)| word.start..at.end);
                let reason = why.and_then(|(_, word)| reason(word));
                record.failed(seat, reason.unwrap_or(Reason::Fault), at.clone());
                // Another word claims nothing but that the seat failed.
                if let Some(reason) = reason {
                    record.claim(Says::Ended(seat, reason), at);
                }
            }
            first if first.starts_with('[') => {
                is_over |= first == "[RESULT";
                heading(&mut record, line, at);
            }
            _ => {
                let known = "expected a fact such as `FIRST 8 8 50`, `FINISH`, `SCOREFIRST 1` or `ABORT FIRST TLE`";
                return Err(fact.wrong(0, known));
            }
        }
    }
    Ok(record)
}

/// The meaning of a tool's word for a failure, where it is one of those that tools have.
fn reason(word: &str) -> Option<Reason> {
    let word = word.to_ascii_uppercase();
    let starts = |all: &[&str]| all.iter().any(|start| word.starts_with(start));
    match &word[..] {
        "TLE" | "TL" => Some(Reason::Late),
        _ if starts(&["TIME"]) => Some(Reason::Late),
        "RE" | "RTE" | "WA" | "MLE" | "OLE" | "CE" => Some(Reason::Fault),
        _ if starts(&["ILLEGAL", "INVALID", "RUNTIME", "CRASH", "WRONG"]) => Some(Reason::Fault),
        _ => None,
    }
}

/// `[RESULT "1-0"]` and the programs' commands.
fn heading(record: &mut Record<'_>, line: &str, at: Range<usize>) {
    let value = line.split('"').nth(1).unwrap_or_default();
    match line.split(['[', ' ']).nth(1) {
        Some("RESULT") => {
            let winner = match value {
                "1-0" => Some(Seat(0)),
                "0-1" => Some(Seat(1)),
                "1/2-1/2" => None,
                _ => {
                    record.passed_over("the line of the result", line);
                    return;
                }
            };
            record.claim(Says::Winner(winner), at);
        }
        Some(word) => match role(word) {
            Some(seat) => record.names[seat.index()] = value.into(),
            None => record.passed_over("the heading", line),
        },
        None => {}
    }
}
