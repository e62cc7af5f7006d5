//! A match of ALPHANO, JSON. Seen on another game of that site; the fields of a move, which each game names, are assumed.

mod record_writer;

pub(super) use record_writer::write;

use super::{ALPHANO, Opened, ReadError, Reason, Record, RecordSource, Says};
use crate::clause::Breach;
use crate::explain::{Culprit, Finding, Note};
use crate::formats::json::{self, Object, Value};
use crate::formats::{ROLES, role};
use crate::game::Seat;
use crate::games::Registry;
use crate::games::erased::AnyGame;
use crate::games::matches::{AnswerFields, MatchRecord, MoveField};
use crate::params::Ms;
use crate::referee::Death;
use crate::transcript::MOST;
use crate::transcript::record_clauses::TURN_COUNT;
use crate::wire::digits;
use std::ops::Range;

/// A move has about so many words, with its time.
const WORDS_OF_A_MOVE: usize = 4;

/// Reads a match.
pub(super) fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let text = source.text()?;
    let json = json::read(text)?;
    let whole = json.whole().object("a record")?;
    let (top, wrapper) = match_of(whole)?;
    if wrapper.is_some() {
        whole.alone_with("problem_id")?;
        whole.alone_with("data")?;
    }
    let (game, matches) = problem(top, source.game, source.games)?;
    let mut record = Record::new(ALPHANO, game);
    record.notes.push(Note::FieldsAssumed { game: game.name() });
    record
        .notes
        .extend(wrapper.map(|name| Note::MatchWithin { key: name.into() }));
    if let Some(status) = top.get("status") {
        match status.text() {
            Ok("COMPLETED") => {}
            Ok(status_word @ ("QUEUED" | "RUNNING" | "FAILED")) => {
                let why = format!(
                    "expected COMPLETED: a match that is {status_word} has no verdict to check"
                );
                return Err(ReadError::new(status.at(), why));
            }
            _ => record.passed_over("`status`", &text[status.at()]),
        }
    }
    let data = top.need("data")?.object("the match's data")?;
    let mut others = unknown(top, data);
    limits(&mut record, data, text)?;
    let seats = [seat(data, "agent1")?, seat(data, "agent2")?];
    if seats[0].0 == seats[1].0 {
        return Err(ReadError::new(
            seats[1].1.need("role")?.at(),
            "expected the other role: both agents have the same",
        ));
    }
    record.names = vec![String::new(); 2];
    record.roles = &ROLES;
    let mut reasons = Vec::new();
    for ((seat, agent), number) in seats.into_iter().zip(1..) {
        if let Some(name) = top.get(&format!("agent{number}_username")) {
            match name.text() {
                Ok(name) => record.names[seat.index()] = name.to_string(),
                Err(_) => {
                    record.passed_over(&format!("`agent{number}_username`"), &text[name.at()])
                }
            }
        }
        let reason = top.get(&format!("agent{number}_reason"));
        if let Some(reason) = reason {
            let known = reason_of(reason.text()?).ok_or_else(|| {
                ReadError::new(reason.at(), "expected OK, TLE, RE, CE or INTERRUPTED")
            })?;
            record.claim(Says::Ended(seat, known), reason.at());
            reasons.push((seat, known, reason.at()));
        }
        if let Some(exit) = agent.get("exit") {
            match Exit::of(exit) {
                Some(Exit::Code(death)) => {
                    record.claim(Says::Exit(seat, death), exit.at());
                    if death != Death::Exit(0) {
                        let how = death.to_string();
                        record.notes.push(Note::ProgramEnded { seat, how });
                    }
                }
                Some(Exit::Word(word)) if reason.is_some() => {
                    record.claim(Says::Again(seat, word), exit.at())
                }
                Some(Exit::Word(word)) => {
                    record.claim(Says::Ended(seat, word), exit.at());
                    reasons.push((seat, word, exit.at()));
                }
                None => record.passed_over(&format!("`exit` of seat {seat}"), &text[exit.at()]),
            }
        }
        record.lacks_an_end |= reasons.iter().all(|(told, ..)| *told != seat);
        if let Some(total) = agent.get("total_time") {
            match total.number(MOST) {
                Ok(ms) => record.claim(Says::Time(seat, Ms(ms)), total.at()),
                Err(_) => {
                    record.passed_over(&format!("`total_time` of seat {seat}"), &text[total.at()])
                }
            }
        }
        if let Some(score) = agent.get("total_score").filter(|_| matches.has_points) {
            match score.points() {
                Ok(points) => record.claim(Says::Score(seat, points), score.at()),
                Err(_) => {
                    record.passed_over(&format!("`total_score` of seat {seat}"), &text[score.at()])
                }
            }
        }
    }
    winner(
        &mut record,
        (top, data),
        text,
        seats.each_ref().map(|(seat, _)| *seat),
    )?;
    let moves = data.need("move")?.list("moves")?;
    let count = moves.clone().count();
    if let Some(turns) = data.get("total_turn") {
        match turns.number(1 << 20) {
            Ok(number) => record.claim(Says::Turns(number as usize, count), turns.at()),
            Err(_) => record.passed_over("`total_turn`", &text[turns.at()]),
        }
    }
    let (mut before, mut answer) = (None, Answer::default());
    let mut has_others = false;
    record.steps.reserve(count + 2);
    record.places.reserve(count * WORDS_OF_A_MOVE);
    for (index, value) in moves.enumerate() {
        let fields = value.object("a move")?;
        if let Some((turn, number)) = fields
            .get("turn")
            .and_then(|turn| Some((turn, turn.number(1 << 20).ok()?)))
        {
            if before.is_some_and(|before| number != before + 1) || index == 0 && number > 1 {
                let text = "turn {0} does not follow the turn before it";
                let breach = Breach::new(TURN_COUNT, text).numbers([number as i64]);
                record
                    .wrong
                    .push(Finding::in_file(turn.at(), Culprit::Log, breach));
            }
            before = Some(number);
        }
        let seat = match fields.get("role") {
            Some(word) => role(word.text()?)
                .ok_or_else(|| ReadError::new(word.at(), "expected FIRST or SECOND"))?,
            None => Seat(index as u8 % 2),
        };
        let time = fields.get("time");
        let took = time.map(|time| time.number(MOST)).transpose()?.map(Ms);
        let read = answer.read(matches.answers, fields)?;
        if !has_others {
            let own = OF_A_MOVE.iter().filter(|name| fields.has(name)).count();
            // The first move that has others names them.
            if fields.count() > own + read.len() {
                let read = read.iter().map(|field| field.name());
                let known: Vec<&str> = read.chain(OF_A_MOVE).collect();
                let of_move = fields.others(&known);
                others.extend(of_move.map(|name| format!("`data.move[{index}].{name}`")));
                has_others = true;
            }
        }
        answer.words.extend(time.map(Value::at));
        record.said(seat, &answer.text, took, value.at(), &answer.words);
    }
    record.unread(others);
    let failed = |reason: &Reason| matches!(reason, Reason::Late | Reason::Fault);
    for (seat, reason, at) in reasons.into_iter().filter(|(_, reason, _)| failed(reason)) {
        record.failed(seat, reason, at);
    }
    Ok(record.into())
}

/// Fields that a move has beside its answer.
const OF_A_MOVE: [&str; 3] = ["turn", "role", "time"];

/// The fields whose meaning nobody knows, as paths; those of the known file that decide nothing are known, too.
fn unknown(top: Object<'_>, data: Object<'_>) -> Vec<String> {
    const TOP: &[&str] = &[
        "match_id",
        "problem_id",
        "agent1_userid",
        "agent2_userid",
        "agent1_username",
        "agent2_username",
        "random_seed",
        "status",
        "result",
        "agent1_reason",
        "agent2_reason",
        "log_key",
        "data",
    ];
    const DATA: &[&str] = &["meta", "winner", "agent1", "agent2", "total_turn", "move"];
    const META: &[&str] = &["seed", "time_limit_ms", "memory_limit_mb"];
    const AGENT: &[&str] = &["role", "exit", "total_time", "total_score"];
    let mut found: Vec<String> = top.others(TOP).map(|name| format!("`{name}`")).collect();
    found.extend(data.others(DATA).map(|name| format!("`data.{name}`")));
    for (name, known) in [("meta", META), ("agent1", AGENT), ("agent2", AGENT)] {
        let Some(object) = data.get(name).and_then(|value| value.object("").ok()) else {
            continue;
        };
        let others = object.others(known);
        found.extend(others.map(|other| format!("`data.{name}.{other}`")));
    }
    found
}

/// The object of a match: the whole file, or a member of it, whose name comes with it.
fn match_of(whole: Object<'_>) -> Result<(Object<'_>, Option<&str>), ReadError> {
    let has_data = |(object, _): &(Object<'_>, _)| {
        object
            .get("data")
            .is_some_and(|data| data.object("").is_ok())
    };
    if let Some(found) = whole
        .with("problem_id")
        .or_else(|| whole.with("data").filter(has_data))
    {
        return Ok(found);
    }
    let at = whole.at().start;
    let why = match whole.list_with("data") {
        Some((name, count)) => format!(
            "the list `{name}` has {count} matches: write each on a line of a file .jsonl, as `jq -c '.{name}[]' FILE` does"
        ),
        None if whole.get("outputs").is_some() && whole.get("ids").is_some() => "this is the result of a game of \
            CodinGame's SDK: it has no order of the turns, so it cannot be checked; a replay of the site has `frames`"
            .to_string(),
        None => format!(
            "this JSON is no record that is known: a match of ALPHANO has `problem_id` and `data`, a replay of CodinGame \
             `frames`; there are {}",
            whole.names()
        ),
    };
    Err(ReadError::new(at..at + 1, why))
}

/// The limits of a match. Nothing in a record rests on that of memory.
fn limits(record: &mut Record<'_>, data: Object<'_>, text: &str) -> Result<(), ReadError> {
    let Some(value) = data.get("meta") else {
        return Ok(());
    };
    let Ok(meta) = value.object("the match's numbers") else {
        record.passed_over("`meta`", &text[value.at()]);
        return Ok(());
    };
    if let Some(limit) = meta.get("time_limit_ms") {
        record.set("bank", limit.number(86_400_000)?);
    }
    if let Some(limit) = meta.get("memory_limit_mb") {
        match limit.number(1 << 20) {
            Ok(number) => record.set("memory", number),
            Err(_) => record.passed_over("`memory_limit_mb`", &text[limit.at()]),
        }
    }
    Ok(())
}

fn reason_of(word: &str) -> Option<Reason> {
    Some(match word {
        "OK" => Reason::Ok,
        "TLE" => Reason::Late,
        "RE" | "CE" => Reason::Fault,
        "INTERRUPTED" => Reason::Interrupted,
        _ => return None,
    })
}

/// The meaning of an agent's `exit`: the word of its reason, or, as an assumption, a code.
enum Exit {
    Word(Reason),
    Code(Death),
}

impl Exit {
    fn of(value: Value<'_>) -> Option<Exit> {
        if let Ok(word) = value.text() {
            return reason_of(word).map(Exit::Word);
        }
        let code = i32::try_from(value.integer().ok()?).ok()?;
        Some(Exit::Code(if code < 0 {
            Death::Signal(code.saturating_neg())
        } else {
            Death::Exit(code)
        }))
    }
}

/// The game of a match: by its number on the site, or the one that is named.
fn problem(
    top: Object<'_>,
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
            let found = known()
                .find(|(_, matches)| is_it(matches))
                .or(named.filter(|(_, own)| own.problem.is_none()));
            found.ok_or_else(|| {
                let numbers = known().filter_map(|(game, matches)| {
                    Some(format!(
                        "problem {} ({})",
                        matches.problem?,
                        game.page().title
                    ))
                });
                let numbers = numbers.collect::<Vec<_>>().join(" and ");
                ReadError::new(
                    problem.at(),
                    format!("a record of another game: stickler knows {numbers}"),
                )
            })
        }
        (None, Some(named)) => Ok(named),
        (None, None) => {
            top.need("problem_id")?;
            Err(ReadError::new(0..0, "no game has such records"))
        }
    }
}

fn seat<'v>(data: Object<'v>, name: &str) -> Result<(Seat, Object<'v>), ReadError> {
    let agent = data.need(name)?.object("an agent")?;
    let word = agent.need("role")?;
    let seat =
        role(word.text()?).ok_or_else(|| ReadError::new(word.at(), "expected FIRST or SECOND"))?;
    Ok((seat, agent))
}

fn winner(
    record: &mut Record<'_>,
    (top, data): (Object<'_>, Object<'_>),
    text: &str,
    seats: [Seat; 2],
) -> Result<(), ReadError> {
    let mut unread = None;
    let known = record.claims.len();
    if let Some(result) = top.get("result") {
        let winner = match result.text().unwrap_or_default() {
            "AGENT1_WIN" => Some(Some(seats[0])),
            "AGENT2_WIN" => Some(Some(seats[1])),
            "DRAW" => Some(None),
            _ => None,
        };
        match winner {
            Some(winner) => record.claim(Says::Winner(winner), result.at()),
            None => {
                unread = Some((
                    "`result`",
                    result,
                    "expected AGENT1_WIN, AGENT2_WIN or DRAW",
                ))
            }
        }
    }
    if let Some(word) = data.get("winner") {
        let winner = role(word.text().unwrap_or_default());
        if winner.is_some() || word.text() == Ok("DRAW") {
            record.claim(Says::Winner(winner), word.at());
        } else {
            unread = Some(("`winner`", word, "expected FIRST, SECOND, DRAW or null"));
        }
    }
    match unread {
        // Who won rests on one of the two.
        Some((_, value, wanted)) if record.claims.len() == known => {
            Err(ReadError::new(value.at(), wanted))
        }
        Some((name, value, _)) => {
            record.passed_over(name, &text[value.at()]);
            Ok(())
        }
        None => Ok(()),
    }
}

/// The answer of a move, and where its words stand.
#[derive(Default)]
struct Answer {
    text: String,
    words: Vec<Range<usize>>,
}

impl Answer {
    /// Reads a move: of the first kind of which it has the first field. The fields of that kind.
    fn read(
        &mut self,
        kinds: &[AnswerFields],
        fields: Object<'_>,
    ) -> Result<&'static [MoveField], ReadError> {
        let has_first = |kind: &&AnswerFields| {
            kind.fields
                .first()
                .is_none_or(|first| fields.get(first.name()).is_some())
        };
        let kind = match kinds {
            [only] => Some(only),
            _ => kinds.iter().find(has_first).or(kinds.last()),
        };
        let start = fields.at().start;
        self.text.clear();
        self.words.clear();
        self.text.push_str(kind.map_or("", |kind| kind.word));
        self.words.push(start..start);
        let own: &'static [MoveField] = kind.map_or(&[], |kind| kind.fields);
        for field in own {
            let value = fields.need(field.name())?;
            match field {
                MoveField::Number(_) => self.number(value)?,
                MoveField::Word(_) => self.put(value.text()?, value.at()),
                MoveField::Cells(_) => {
                    let cells = value.list("cells")?;
                    self.put(&cells.clone().count().to_string(), value.at());
                    for cell in cells {
                        let mut place = cell.list("a row and a column")?;
                        let (Some(row), Some(col), None) =
                            (place.next(), place.next(), place.next())
                        else {
                            return Err(ReadError::new(
                                cell.at(),
                                "expected a row and a column, `[1, 2]`",
                            ));
                        };
                        self.number(row)?;
                        self.number(col)?;
                    }
                }
            }
        }
        Ok(own)
    }

    fn number(&mut self, value: Value<'_>) -> Result<(), ReadError> {
        let (number, mut buffer) = (value.integer()?, [0; 20]);
        let sign = if number < 0 { "-" } else { "" };
        self.put(sign, value.at());
        self.text
            .push_str(digits(number.unsigned_abs(), &mut buffer));
        Ok(())
    }

    fn put(&mut self, word: &str, at: Range<usize>) {
        self.text.push(' ');
        self.text.push_str(word);
        self.words.push(at);
    }
}
