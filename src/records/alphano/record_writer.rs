//! A match of ALPHANO, written.

use crate::finding::{CheckedRecord, Ply};
use crate::formats::json::{number, pretty};
use crate::formats::{Record, StepFact};
use crate::game::Seat;
use crate::games::matches::{AnswerFields, MoveField};
use crate::records::claims::failed;
use crate::referee::{Death, Fault, FaultKind};
use crate::transcript::Event;
use serde_json::{Value, json};

fn setting(of: &CheckedRecord, record: &Record<'_>, name: &str) -> Option<String> {
    let variant = record.game.with(&of.checked.settings).ok()?;
    variant.parameter(name)
}

/// The word that ALPHANO has for how a seat ended.
fn reason(record: &Record<'_>, of: &CheckedRecord, seat: Seat) -> &'static str {
    match failed(&of.checked.verdict, seat) {
        // Nobody knows how: the shape has no word for that.
        Some(Fault {
            kind: FaultKind::Unlogged,
            ..
        }) => "RE",
        Some(fault) => record.game.word(fault.kind),
        None if failed(&of.checked.verdict, seat.other()).is_some() => "INTERRUPTED",
        None => "OK",
    }
}

/// How a seat's program ended, as a number: of an exit its code, of a signal the number below zero.
fn exit(record: &Record<'_>, wanted: Seat) -> Option<i32> {
    record.steps.iter().find_map(|step| match step.what {
        StepFact::Event(seat, Event::Died(Death::Exit(code))) if seat == wanted => Some(code),
        StepFact::Event(seat, Event::Died(Death::Signal(signal))) if seat == wanted => {
            Some(-signal)
        }
        _ => None,
    })
}

/// An answer as a move of ALPHANO.
fn moved(kinds: &[AnswerFields], text: &str) -> Option<Value> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let (first, mut rest) = words.split_first()?;
    let kind = kinds.iter().find(|kind| kind.word == *first)?;
    let number = |word: &&str| word.parse::<i64>().ok();
    let mut one = json!({});
    for field in kind.fields {
        let (word, others) = rest.split_first()?;
        (one[field.name()], rest) = match field {
            MoveField::Number(_) => (json!(number(word)?), others),
            MoveField::Word(_) => (json!(word), others),
            MoveField::Cells(_) => {
                let cells = others.iter().map(number).collect::<Option<Vec<_>>>()?;
                (
                    json!(cells.chunks(2).map(<[i64]>::to_vec).collect::<Vec<_>>()),
                    &[][..],
                )
            }
        };
    }
    rest.is_empty().then_some(one)
}

/// Writes a match.
pub(in crate::records) fn write(
    record: &Record<'_>,
    of: &CheckedRecord,
    lost: &mut Vec<String>,
) -> Result<Vec<u8>, String> {
    let game = record.game.name();
    let matches = record
        .game
        .match_record()
        .ok_or_else(|| format!("nobody knows how ALPHANO tells a match of {game}"))?;
    lost.push(
        "the answers of the handshake, choices that do not follow from the moves, and parameters but time and memory"
            .into(),
    );
    if of.checked.verdict.outcome.is_none() {
        return Err("a match of ALPHANO has a result, and this game has no end".into());
    }
    let plies: Vec<&Ply> = of
        .kept
        .plies
        .iter()
        .filter(|ply| ply.fault.is_none())
        .collect();
    if of
        .kept
        .plies
        .iter()
        .any(|ply| ply.fault.is_some() && ply.text.is_some())
    {
        lost.push("the answer that failed".into());
    }
    let (mut moves, mut totals) = (Vec::new(), [0; 2]);
    for (
        turn,
        Ply {
            seat, text, took, ..
        },
    ) in (1..).zip(plies.iter().copied())
    {
        let text = text.as_deref().unwrap_or_default();
        let mut one = moved(matches.answers, text)
            .ok_or_else(|| format!("a match of ALPHANO cannot hold the answer `{text}`"))?;
        one["turn"] = json!(turn);
        if matches.names_roles {
            one["role"] = json!(["FIRST", "SECOND"][seat.index().min(1)]);
        }
        if let Some(took) = took {
            totals[seat.index().min(1)] += took.0;
            one["time"] = json!(took.0);
        }
        moves.push(one);
    }
    let is_timed = plies.iter().all(|ply| ply.took.is_some());
    let agent = |seat: Seat| {
        let mut agent = json!({"role": (["FIRST", "SECOND"][seat.index()])});
        if is_timed {
            agent["total_time"] = json!(totals[seat.index()]);
        }
        if let Some(points) = of
            .checked
            .score
            .and_then(|score| score.points().get(seat.index()).copied())
        {
            agent["total_score"] = number(points);
        }
        if let Some(code) = exit(record, seat) {
            agent["exit"] = json!(code);
        }
        agent
    };
    of.lose_faults(|kind, is_on| is_on && kind == FaultKind::Late, lost);
    let winner = of
        .checked
        .verdict
        .outcome
        .and_then(|outcome| outcome.winner());
    let word =
        |words: [&'static str; 3]| winner.map_or(words[2], |seat| words[seat.index().min(1)]);
    let ms = |name: &str| setting(of, record, name).and_then(|value| value.parse::<u64>().ok());
    Ok(pretty(&json!({
        "problem_id": matches.problem,
        "agent1_username": record.name(0),
        "agent2_username": record.name(1),
        "status": "COMPLETED",
        "result": word(["AGENT1_WIN", "AGENT2_WIN", "DRAW"]),
        "agent1_reason": reason(record, of, Seat(0)),
        "agent2_reason": reason(record, of, Seat(1)),
        "data": {
            "meta": {"time_limit_ms": ms("bank"), "memory_limit_mb": ms("memory")},
            "winner": word(["FIRST", "SECOND", "DRAW"]),
            "agent1": agent(Seat(0)),
            "agent2": agent(Seat(1)),
            "total_turn": moves.len(),
            "move": moves,
        },
    })))
}
