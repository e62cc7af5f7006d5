//! A record in another shape, and what that shape cannot hold.

use super::claims::failed;
use super::{CheckedRecord, Ply, Record, Shape, What};
use crate::game::{Points, Seat};
use crate::games::matches::{AnswerFields, MatchRecord, MoveField};
use crate::referee::{Death, Fault, FaultKind};
use crate::transcript::{Event, interaction};
use serde_json::{Value, json};

/// A record written anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converted {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it does not hold, each in a few words.
    pub lost: Vec<String>,
}

/// Writes a checked record in a shape; [`check`](super::check) must have kept it. The error says why the shape cannot hold it.
pub fn convert(record: &Record<'_>, of: &CheckedRecord, to: Shape) -> Result<Converted, String> {
    let game = record.game.name();
    let mut lost = record.lost.clone();
    let bytes = match (to, game) {
        (Shape::Log, _) => of.kept.log.text().into(),
        (Shape::Moves, _) => moves(of)?.into_bytes(),
        (Shape::Interaction, _) => {
            lost.push("times, events and the header".into());
            interaction::write(of.kept.log.text().as_bytes())
                .ok_or("interaction holds one seat alone, and this game has more")?
        }
        (Shape::Alphano, _) => match record.game.matches() {
            Some(matches) => pretty(&alphano(record, of, matches, &mut lost)?),
            None => return Err(format!("nobody knows how ALPHANO tells a match of {game}")),
        },
        (Shape::Codingame, "blokus") => pretty(&codingame(record, of, &mut lost)),
        (Shape::Codingame, _) => return Err(format!("codingame holds games of blokus, and this is one of {game}")),
        (Shape::Domjudge | Shape::Local | Shape::Psq | Shape::Sgf | Shape::Blksgf, _) => {
            return Err(format!("{} is read and not written: log holds all it does", to.name()));
        }
    };
    Ok(Converted { bytes, lost })
}

fn moves(of: &CheckedRecord) -> Result<String, String> {
    let untold = of.kept.plies.iter().find(|ply| ply.fault == Some(FaultKind::Unlogged));
    if let Some(Ply { seat, .. }) = untold {
        return Err(format!("moves cannot hold that seat {seat} failed where no line says how; log can"));
    }
    Ok(of.kept.moves.text().to_string())
}

fn pretty(value: &Value) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text.into_bytes()
}

fn setting(of: &CheckedRecord, record: &Record<'_>, name: &str) -> Option<String> {
    let all = record.game.with(&of.checked.settings).ok()?.parameters();
    all.into_iter().find(|(own, _)| *own == name).map(|(_, value)| value)
}

fn name(record: &Record<'_>, seat: usize) -> String {
    record.names.get(seat).filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| format!("seat {seat}"))
}

/// Lists the faults of which the shape does not hold how they came about; it is asked whether the game was still on.
fn faults_lost(of: &CheckedRecord, is_held: impl Fn(FaultKind, bool) -> bool, lost: &mut Vec<String>) {
    let decided = of.checked.verdict.decided.unwrap_or(usize::MAX);
    let faults = of.checked.verdict.faults.iter().enumerate().filter(|(_, fault)| fault.kind != FaultKind::Habit);
    for (at, Fault { seat, kind, .. }) in faults.filter(|(at, fault)| !is_held(fault.kind, *at < decided)) {
        let when = if at < decided { "how" } else { "that after the end of the game" };
        lost.push(format!("{when} seat {seat} failed: {}", kind.word()));
    }
}

/// The word that ALPHANO has for how a seat ended.
fn reason(record: &Record<'_>, of: &CheckedRecord, seat: Seat) -> &'static str {
    match failed(&of.checked.verdict, seat) {
        // Nobody knows how: the shape has no word for that.
        Some(Fault { kind: FaultKind::Unlogged, .. }) => "RE",
        Some(fault) => record.game.word(fault.kind),
        None if failed(&of.checked.verdict, seat.other()).is_some() => "INTERRUPTED",
        None => "OK",
    }
}

fn number(points: Points) -> Value {
    if points.halves % 2 == 0 { json!(points.halves / 2) } else { json!(f64::from(points.halves) / 2.0) }
}

/// How a seat's program ended, as a number: of an exit its code, of a signal the number below zero.
fn exit(record: &Record<'_>, wanted: Seat) -> Option<i32> {
    record.steps.iter().find_map(|step| match step.what {
        What::Event(seat, Event::Died(Death::Exit(code))) if seat == wanted => Some(code),
        What::Event(seat, Event::Died(Death::Signal(signal))) if seat == wanted => Some(-signal),
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
                (json!(cells.chunks(2).map(<[i64]>::to_vec).collect::<Vec<_>>()), &[][..])
            }
        };
    }
    rest.is_empty().then_some(one)
}

fn alphano(
    record: &Record<'_>,
    of: &CheckedRecord,
    matches: MatchRecord,
    lost: &mut Vec<String>,
) -> Result<Value, String> {
    lost.push(
        "the answers of the handshake, choices that do not follow from the moves, and parameters but time and memory"
            .into(),
    );
    if of.checked.verdict.outcome.is_none() {
        return Err("a match of ALPHANO has a result, and this game has no end".into());
    }
    let plies: Vec<&Ply> = of.kept.plies.iter().filter(|ply| ply.fault.is_none()).collect();
    if of.kept.plies.iter().any(|ply| ply.fault.is_some() && ply.text.is_some()) {
        lost.push("the answer that failed".into());
    }
    let (mut moves, mut totals) = (Vec::new(), [0; 2]);
    for (turn, Ply { seat, text, took, .. }) in (1..).zip(plies.iter().copied()) {
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
        if let Some(points) = of.checked.score.and_then(|score| score.points().get(seat.index()).copied()) {
            agent["total_score"] = number(points);
        }
        if let Some(code) = exit(record, seat) {
            agent["exit"] = json!(code);
        }
        agent
    };
    faults_lost(of, |kind, is_on| is_on && kind == FaultKind::Late, lost);
    let winner = of.checked.verdict.outcome.and_then(|outcome| outcome.winner());
    let word = |words: [&'static str; 3]| winner.map_or(words[2], |seat| words[seat.index().min(1)]);
    let ms = |name: &str| setting(of, record, name).and_then(|value| value.parse::<u64>().ok());
    Ok(json!({
        "problem_id": matches.problem,
        "agent1_username": name(record, 0),
        "agent2_username": name(record, 1),
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
    }))
}

/// True where a replay shows the answer by which a seat failed.
fn is_shown(kind: FaultKind) -> bool {
    matches!(kind, FaultKind::Format | FaultKind::Illegal)
}

fn codingame(record: &Record<'_>, of: &CheckedRecord, lost: &mut Vec<String>) -> Value {
    lost.push("times, the letters that nobody used, and parameters but the number of players".into());
    let seats = record.game.with(&of.checked.settings).map_or(2, |variant| variant.seats());
    let mut frames = vec![json!({"agentId": -1})];
    frames.extend(of.kept.plies.iter().map(|ply| match &ply.text {
        Some(text) if ply.fault.is_none_or(is_shown) => json!({"agentId": ply.seat.0, "stdout": format!("{text}\n")}),
        _ => json!({"agentId": ply.seat.0}),
    }));
    faults_lost(of, |kind, is_on| is_on && is_shown(kind), lost);
    let agent = |seat| json!({"index": seat, "codingamer": {"pseudo": name(record, seat)}});
    let mut replay = json!({"frames": frames, "agents": (0..seats).map(agent).collect::<Vec<_>>()});
    if let Some(score) = of.checked.score.filter(|_| of.checked.verdict.outcome.is_some()) {
        let points = score.points();
        replay["scores"] = points.iter().map(|points| number(*points)).collect();
        replay["ranks"] = points.iter().map(|own| json!(points.iter().filter(|other| *other > own).count())).collect();
    }
    replay
}
