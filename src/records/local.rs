//! Logs of local testing tools in the manner of NYPC: a fact a line, `FIRST 8 8 50`. For Betris by likeness.

use super::moves::role;
use super::{ReadError, Reason, Record, Says, Shape, Step, What, Word, lines, words};
use crate::game::Seat;
use crate::games::Registry;
use crate::games::erased::AnyGame;
use crate::json::exact;
use crate::params::Ms;
use crate::transcript::MOST;
use std::ops::Range;

const FACTS: &str = "FIRST SECOND FINISH SCOREFIRST SCORESECOND ABORT ROUND PAIR PHASE1 BET GET PUT [FIRST";

/// True where the first line that says anything is one of these, or a remark of such a tool.
pub(super) fn is_one(text: &[u8]) -> bool {
    let line = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty());
    let is_fact = |line: &[u8]| FACTS.split(' ').any(|fact| line.starts_with(fact.as_bytes()));
    line.is_some_and(|line| is_fact(line) || line.starts_with(b"# Debug"))
}

/// Reads such a log.
pub(super) fn read(
    text: &str,
    named: Option<&'static dyn AnyGame>,
    games: Registry,
) -> Result<Record<'static>, ReadError> {
    let is_betris =
        lines(text).any(|(_, line)| ["BET ", "PUT ", "PAIR ", "PHASE1 "].iter().any(|word| line.starts_with(word)));
    let game = match (is_betris, named) {
        (true, _) => super::game(games, "betris")?,
        (false, Some(game)) if game.name() == "betris" => game,
        (false, _) => super::game(games, "gomoku")?,
    };
    let mut record = Record::new(Shape::Local, game);
    record.names = vec![String::new(); 2];
    let mut pairs: Vec<(String, Range<usize>)> = Vec::new();
    for (at, line) in lines(text) {
        let words = words(line, at.start);
        let wrong = |index: usize, why: &str| {
            let at = words.get(index).map_or(at.end..at.end, |(at, _)| at.clone());
            ReadError::new(at, why)
        };
        let seat = |index: usize| {
            let number = |word: &str| word.parse().ok().filter(|number| *number < 2).map(Seat);
            let seat = words.get(index).and_then(|(_, word)| role(word).or_else(|| number(word)));
            seat.ok_or_else(|| wrong(index, "expected FIRST or SECOND"))
        };
        let Some(&(_, first)) = words.first() else { continue };
        match first {
            _ if first.starts_with('#') => {}
            "FIRST" | "SECOND" => {
                let (text, places, took) = numbers(&words[1..], "MOVE", at.end)?;
                record.said(seat(0)?, text, took, at, places);
            }
            "BET" | "PUT" => {
                let (by, after) = (seat(1)?, words.get(2..).unwrap_or_default());
                let (text, places, took) = match first {
                    "PUT" => numbers(after, "PLACE", at.end)?,
                    _ => bet(&words, at.end)?,
                };
                record.said(by, text, took, at, places);
            }
            "PAIR" | "PHASE1" => match words[1..] {
                [(_, a), (_, b)] => {
                    record.steps.push(Step { what: What::Chosen(format!("DRAW {a} {b}")), at, words: Vec::new() });
                }
                _ => return Err(wrong(1, "expected the two blocks of the round, A and B")),
            },
            "GET" => pairs.push((format!("{} {}", seat(1)?, words.get(2).map_or("", |(_, word)| word)), at)),
            "ROUND" => {}
            "FINISH" => record.claim(Says::Over, at),
            "SCOREFIRST" | "SCORESECOND" => {
                let seat = Seat(u8::from(first == "SCORESECOND"));
                let points = words.get(1).and_then(|(_, word)| exact(word.parse().ok()?));
                let points = points.ok_or_else(|| wrong(1, "expected points"))?;
                if game.name() == "betris" {
                    record.claim(Says::Score(seat, points), words[1].0.clone());
                }
            }
            "ABORT" => {
                let seat = seat(1)?;
                let text: Vec<&str> = words[2..].iter().map(|(_, word)| *word).collect();
                let reason = if text.first() == Some(&"TLE") { Reason::Late } else { Reason::Fault };
                let at = words.get(2).map_or(at.clone(), |(word, _)| word.start..at.end);
                record.failed(seat, reason, at.clone());
                record.claim(Says::Ended(seat, reason), at);
            }
            _ if first.starts_with('[') => heading(&mut record, line, at)?,
            _ => {
                let known = "expected a fact such as `FIRST 8 8 50`, `FINISH`, `SCOREFIRST 1` or `ABORT FIRST TLE`";
                return Err(wrong(0, known));
            }
        }
    }
    if game.name() == "betris" {
        record.notes.push("the lines of a round of betris are assumed".into());
        awards(&mut record, pairs);
    }
    Ok(record)
}

type Answer = (String, Vec<Range<usize>>, Option<Ms>);

/// Numbers of an answer, the last of which is its time.
fn numbers(words: &[Word<'_>], word: &str, end: usize) -> Result<Answer, ReadError> {
    let [answer @ .., (at, time)] = words else {
        return Err(ReadError::new(end..end, "expected the answer's numbers and its milliseconds"));
    };
    let took = time.parse::<u64>().ok().filter(|time| *time <= MOST);
    let took = took.ok_or_else(|| ReadError::new(at.clone(), "expected milliseconds after the answer's numbers"))?;
    let texts: Vec<&str> = answer.iter().map(|(_, word)| *word).collect();
    let text = [&[word][..], &texts].concat().join(" ");
    let start = words.first().map_or(end, |(at, _)| at.start);
    let places = std::iter::once(start..start).chain(words.iter().map(|(at, _)| at.clone())).collect();
    Ok((text, places, Some(Ms(took))))
}

/// `BET FIRST A 3 50`: block, chips, milliseconds.
fn bet(words: &[Word<'_>], end: usize) -> Result<Answer, ReadError> {
    match words {
        [(bet, _), _, (at, block), (then, chips)] => {
            Ok((format!("BET {block} {chips}"), [bet, at, then].map(Range::clone).into(), None))
        }
        _ => numbers(words.get(2..).unwrap_or_default(), "BET", end),
    }
}

/// `[RESULT "1-0"]` and the programs' commands.
fn heading(record: &mut Record<'_>, line: &str, at: Range<usize>) -> Result<(), ReadError> {
    let value = line.split('"').nth(1).unwrap_or_default();
    match line.split(['[', ' ']).nth(1) {
        Some("RESULT") => {
            let winner = match value {
                "1-0" => Some(Seat(0)),
                "0-1" => Some(Seat(1)),
                "1/2-1/2" => None,
                _ => return Err(ReadError::new(at, "expected 1-0, 0-1 or 1/2-1/2")),
            };
            record.claim(Says::Winner(winner), at);
        }
        Some(word) => {
            if let Some(seat) = role(word) {
                record.names[seat.index()] = value.into();
            }
        }
        None => {}
    }
    Ok(())
}

/// Of equal bets, the block that a seat got tells who succeeded.
fn awards(record: &mut Record<'_>, told: Vec<(String, Range<usize>)>) {
    let bet = |step: &Step<'_>| match &step.what {
        What::Said(seat, text, _) => text.strip_prefix(b"BET ").map(|bet| (*seat, bet.to_vec())),
        _ => None,
    };
    for (got, at) in told {
        let Some(last) = record.steps.iter().rposition(|step| step.at.start < at.start) else { continue };
        let Some(before) = last.checked_sub(1) else { continue };
        let (Some((_, one)), Some((_, other))) = (bet(&record.steps[before]), bet(&record.steps[last])) else {
            continue;
        };
        if one == other {
            let seat: u8 = if got.starts_with('1') { 1 } else { 0 };
            let is_it = one.starts_with(&got.as_bytes()[2..]) && got.len() > 2;
            let winner = if is_it { seat } else { 1 - seat };
            let what = What::Chosen(format!("AWARD {winner}"));
            record.steps.insert(last + 1, Step { what, at, words: Vec::new() });
        }
    }
}
