//! A match of ALPHANO, JSON. Seen on another game of that site; the fields of a move, which each game names, are assumed.

mod writer;

pub(super) use writer::write;

use super::{ALPHANO, Opened, ReadError, Reason, Record, RecordSource, Says};
use crate::check::transcript::{Culprit, Finding};
use crate::clause::Breach;
use crate::formats::json::{self, Object};
use crate::formats::role;
use crate::game::Seat;
use crate::games::Registry;
use crate::games::erased::AnyGame;
use crate::games::matches::{AnswerFields, MatchRecord, MoveField};
use crate::params::Ms;
use crate::referee::Death;
use crate::transcript::MOST;
use crate::transcript::record::TURN_COUNT;
use std::fmt::{Display, Write};
use std::ops::Range;

/// Reads a match.
pub(super) fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let whole = json::read(source.text()?)?;
    let top = whole.object("a record")?;
    let (game, matches) = problem(top, source.game, source.games)?;
    let mut record = Record::new(ALPHANO, game);
    record.notes.push(format!("the fields of a move of {} are assumed", game.name()));
    if let Some(status) = top.get("status")
        && status.text()? != "COMPLETED"
    {
        let why = format!("expected COMPLETED: a match that is {} has no verdict to check", status.text()?);
        return Err(ReadError::new(status.at(), why));
    }
    let data = top.need("data")?.object("the match's data")?;
    if let Some(meta) = data.get("meta") {
        let meta = meta.object("the match's numbers")?;
        for (field, name, most) in [("time_limit_ms", "bank", 86_400_000), ("memory_limit_mb", "memory", 1 << 20)] {
            if let Some(limit) = meta.get(field) {
                record.set(name, limit.number(most)?);
            }
        }
    }
    let seats = [seat(data, "agent1")?, seat(data, "agent2")?];
    if seats[0].0 == seats[1].0 {
        return Err(ReadError::new(
            seats[1].1.need("role")?.at(),
            "expected the other role: both agents have the same",
        ));
    }
    record.names = vec![String::new(); 2];
    let mut reasons = Vec::new();
    for ((seat, agent), number) in seats.iter().zip(1..) {
        if let Some(name) = top.get(&format!("agent{number}_username")) {
            record.names[seat.index()] = name.text()?.to_string();
        }
        if let Some(reason) = top.get(&format!("agent{number}_reason")) {
            let known = match reason.text()? {
                "OK" => Reason::Ok,
                "TLE" => Reason::Late,
                "RE" | "CE" => Reason::Fault,
                "INTERRUPTED" => Reason::Interrupted,
                _ => return Err(ReadError::new(reason.at(), "expected OK, TLE, RE, CE or INTERRUPTED")),
            };
            record.claim(Says::Ended(*seat, known), reason.at());
            reasons.push((*seat, known, reason.at()));
        }
        if let Some(exit) = agent.get("exit") {
            let number = exit.integer()?;
            let code = i32::try_from(number).map_err(|_| ReadError::new(exit.at(), "expected an exit code"))?;
            let death = if code < 0 { Death::Signal(code.saturating_neg()) } else { Death::Exit(code) };
            record.claim(Says::Exit(*seat, death), exit.at());
            if code != 0 {
                record.notes.push(format!("the program of seat {seat}: {death}"));
            }
        }
        if let Some(total) = agent.get("total_time") {
            record.claim(Says::Time(*seat, Ms(total.number(MOST)?)), total.at());
        }
        if let Some(score) = agent.get("total_score").filter(|_| matches.has_points) {
            record.claim(Says::Score(*seat, score.points()?), score.at());
        }
    }
    winner(&mut record, top, data, seats.each_ref().map(|(seat, _)| *seat))?;
    let moves = data.need("move")?.list("moves")?;
    if let Some(turns) = data.get("total_turn") {
        record.claim(Says::Turns(turns.number(1 << 20)? as usize, moves.len()), turns.at());
    }
    let mut before = None;
    for (index, value) in moves.iter().enumerate() {
        let fields = value.object("a move")?;
        if let Some(turn) = fields.get("turn") {
            let number = turn.number(1 << 20)?;
            if before.is_some_and(|before| number != before + 1) || index == 0 && number > 1 {
                let text = "turn {0} does not follow the turn before it";
                let breach = Breach::new(TURN_COUNT, text).numbers([number as i64]);
                record.wrong.push(Finding::in_file(turn.at(), Culprit::Log, breach));
            }
            before = Some(number);
        }
        let seat = match fields.get("role") {
            Some(word) => role(word.text()?).ok_or_else(|| ReadError::new(word.at(), "expected FIRST or SECOND"))?,
            None => Seat(index as u8 % 2),
        };
        let took = fields.get("time").map(|time| time.number(MOST)).transpose()?.map(Ms);
        let (text, mut words) = answer(matches.answers, fields)?;
        words.extend(fields.get("time").map(|time| time.at()));
        record.said(seat, text, took, value.at(), words);
    }
    let failed = |reason: &Reason| matches!(reason, Reason::Late | Reason::Fault);
    for (seat, reason, at) in reasons.into_iter().filter(|(_, reason, _)| failed(reason)) {
        record.failed(seat, reason, at);
    }
    Ok(record.into())
}

/// The game of a match: by its number on the site, or the one that is named.
fn problem(
    top: Object<'_, '_>,
    named: Option<&'static dyn AnyGame>,
    games: Registry,
) -> Result<(&'static dyn AnyGame, MatchRecord), ReadError> {
    let with = |game: &'static dyn AnyGame| Some((game, game.match_record()?));
    match (top.get("problem_id"), named.and_then(with)) {
        (Some(problem), named) => {
            let number = problem.number(u64::MAX)?;
            let is_it = |matches: &MatchRecord| matches.problem == Some(number);
            let known = || games.games().iter().filter_map(|&game| with(game));
            // A game whose number nobody knows is what somebody says it is.
            let found = known().find(|(_, matches)| is_it(matches)).or(named.filter(|(_, own)| own.problem.is_none()));
            found.ok_or_else(|| {
                let numbers = known().filter_map(|(game, matches)| {
                    Some(format!("problem {} ({})", matches.problem?, game.page().title))
                });
                let numbers = numbers.collect::<Vec<_>>().join(" and ");
                ReadError::new(problem.at(), format!("a record of another game: stickler knows {numbers}"))
            })
        }
        (None, Some(named)) => Ok(named),
        (None, None) => {
            top.need("problem_id")?;
            Err(ReadError::new(0..0, "no game has such records"))
        }
    }
}

fn seat<'v, 'a>(data: Object<'v, 'a>, name: &str) -> Result<(Seat, Object<'v, 'a>), ReadError> {
    let agent = data.need(name)?.object("an agent")?;
    let word = agent.need("role")?;
    let seat = role(word.text()?).ok_or_else(|| ReadError::new(word.at(), "expected FIRST or SECOND"))?;
    Ok((seat, agent))
}

fn winner(
    record: &mut Record<'_>,
    top: Object<'_, '_>,
    data: Object<'_, '_>,
    seats: [Seat; 2],
) -> Result<(), ReadError> {
    if let Some(result) = top.get("result") {
        let winner = match result.text()? {
            "AGENT1_WIN" => Some(seats[0]),
            "AGENT2_WIN" => Some(seats[1]),
            "DRAW" => None,
            _ => return Err(ReadError::new(result.at(), "expected AGENT1_WIN, AGENT2_WIN or DRAW")),
        };
        record.claim(Says::Winner(winner), result.at());
    }
    if let Some(word) = data.get("winner") {
        let text = word.text()?;
        let winner = role(text);
        if winner.is_none() && text != "DRAW" {
            return Err(ReadError::new(word.at(), "expected FIRST, SECOND, DRAW or null"));
        }
        record.claim(Says::Winner(winner), word.at());
    }
    Ok(())
}

fn put(text: &mut String, word: &dyn Display) {
    let _ = write!(text, " {word}");
}

type Answer = (String, Vec<Range<usize>>);

/// The answer of a move, of the first kind of which it has the first field.
fn answer(kinds: &[AnswerFields], fields: Object<'_, '_>) -> Result<Answer, ReadError> {
    let has_first = |kind: &&AnswerFields| kind.fields.first().is_none_or(|first| fields.get(first.name()).is_some());
    let kind = kinds.iter().find(has_first).or(kinds.last());
    let none = fields.at().start..fields.at().start;
    let (mut text, mut words) = (String::with_capacity(24), Vec::with_capacity(6));
    text.push_str(kind.map_or("", |kind| kind.word));
    words.push(none);
    for field in kind.map_or(&[][..], |kind| kind.fields) {
        let value = fields.need(field.name())?;
        match field {
            MoveField::Number(_) => put(&mut text, &value.integer()?),
            MoveField::Word(_) => put(&mut text, &value.text()?),
            MoveField::Cells(_) => {
                let cells = value.list("cells")?;
                put(&mut text, &cells.len());
                words.push(value.at());
                for cell in cells {
                    let [row, col] = cell.list("a row and a column")? else {
                        return Err(ReadError::new(cell.at(), "expected a row and a column, `[1, 2]`"));
                    };
                    for number in [row, col] {
                        put(&mut text, &number.integer()?);
                        words.push(number.at());
                    }
                }
                continue;
            }
        }
        words.push(value.at());
    }
    Ok((text, words))
}
