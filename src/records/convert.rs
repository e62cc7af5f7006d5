//! A record in another shape, and what that shape cannot hold.

use super::claims::puts_out;
use super::{Checked, Ply, Record, Shape, What, blksgf};
use crate::game::{Points, Seat, Seats};
use crate::games::blokus;
use crate::params::Parameters;
use crate::referee::FaultKind;
use crate::transcript::interaction;
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
pub fn convert(record: &Record<'_>, checked: &Checked, to: Shape) -> Result<Converted, String> {
    let game = record.game.name();
    let wrong = |wanted: &str| Err(format!("{} holds games of {wanted}, and this is one of {game}", to.name()));
    let mut lost = Vec::new();
    let bytes = match (to, game) {
        (Shape::Log, _) => checked.kept.log.clone().into_bytes(),
        (Shape::Moves, _) => checked.kept.moves.clone().into_bytes(),
        (Shape::Interaction, _) => {
            lost.push("times, events and the header".into());
            interaction::write(checked.kept.log.as_bytes())
                .ok_or("interaction holds one seat alone, and this game has more")?
        }
        (Shape::Psq, "gomoku") => psq(record, checked, &mut lost)?.into_bytes(),
        (Shape::Sgf, "gomoku") => sgf(record, checked, &mut lost)?.into_bytes(),
        (Shape::Blksgf, "blokus") => blksgf(checked, &mut lost)?.into_bytes(),
        (Shape::Alphano, "gomoku" | "betris") => pretty(&alphano(record, checked, &mut lost)?),
        (Shape::Codingame, "blokus") => pretty(&codingame(record, checked, &mut lost)),
        (Shape::Psq | Shape::Sgf, _) => return wrong("gomoku"),
        (Shape::Blksgf | Shape::Codingame, _) => return wrong("blokus"),
        (Shape::Alphano, _) => return wrong("gomoku and betris"),
        (Shape::Domjudge | Shape::Local, _) => {
            return Err(format!("{} is read and not written: log holds all it does", to.name()));
        }
    };
    let fault = checked.verdict.faults.iter().find(|fault| fault.kind != FaultKind::Habit);
    if let (Some(fault), true) = (fault, matches!(to, Shape::Psq | Shape::Sgf | Shape::Blksgf)) {
        lost.push(format!("how seat {} failed", fault.seat));
    }
    Ok(Converted { bytes, lost })
}

fn pretty(value: &Value) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text.into_bytes()
}

fn setting(checked: &Checked, record: &Record<'_>, name: &str) -> Option<String> {
    let all = record.game.with(&checked.settings).ok()?.parameters();
    all.into_iter().find(|(own, _)| *own == name).map(|(_, value)| value)
}

/// Row and column of a stone; a ply that is none ends what such a file can hold.
fn stones<'c>(checked: &'c Checked, lost: &mut Vec<String>) -> Vec<(&'c Ply, [u8; 2])> {
    let stone = |ply: &'c Ply| {
        let mut numbers = ply.text.strip_prefix("MOVE ")?.split(' ').map(|word| word.parse::<u8>().ok());
        let both = [numbers.next()??, numbers.next()??];
        (numbers.next().is_none() && both.iter().all(|at| (1..=26).contains(at))).then_some((ply, both))
    };
    let stones: Vec<_> = checked.kept.plies.iter().map_while(stone).collect();
    if stones.len() < checked.kept.plies.len() {
        lost.push("the answers from the first that is no move on".into());
    }
    stones
}

fn name(record: &Record<'_>, seat: usize) -> String {
    record.names.get(seat).filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| format!("seat {seat}"))
}

/// Rows and columns of the board.
fn size(checked: &Checked, record: &Record<'_>) -> Result<(String, String), String> {
    let size = setting(checked, record, "board").unwrap_or_default();
    let (rows, cols) = size.split_once('x').ok_or("the board has no size")?;
    Ok((rows.into(), cols.into()))
}

fn psq(record: &Record<'_>, checked: &Checked, lost: &mut Vec<String>) -> Result<String, String> {
    let (rows, cols) = size(checked, record)?;
    let mut text = format!("Piskvorky {cols}x{rows}, 11:11, 0\n");
    lost.push("the answers of the handshake and the banks".into());
    for (ply, [row, col]) in stones(checked, lost) {
        if ply.took.is_none() {
            lost.push("that times are not known: 0 stands for them".into());
        }
        text += &format!("{col},{row},{}\n", ply.took.unwrap_or_default());
    }
    lost.dedup();
    text += &format!("{}\n{}\n-1\n", name(record, 0), name(record, 1));
    if let Some(outcome) = checked.verdict.outcome {
        text += &format!("{},Freestyle\n", outcome.winner().map_or(0, |seat| seat.0 + 1));
    }
    Ok(text)
}

fn sgf(record: &Record<'_>, checked: &Checked, lost: &mut Vec<String>) -> Result<String, String> {
    let (rows, cols) = size(checked, record)?;
    let size = if rows == cols { cols } else { format!("{cols}:{rows}") };
    lost.push("times".into());
    let escaped = |seat| name(record, seat).replace('\\', "\\\\").replace(']', "\\]");
    let mut text = format!("(;FF[4]GM[4]SZ[{size}]PB[{}]PW[{}]", escaped(0), escaped(1));
    if let Some(outcome) = checked.verdict.outcome {
        text += outcome.winner().map_or("RE[0]", |seat| ["RE[B+]", "RE[W+]"][seat.index().min(1)]);
    }
    for (ply, [row, col]) in stones(checked, lost) {
        let letter = |at: u8| char::from(b'a' + at - 1);
        text += &format!("\n;{}[{}{}]", ["B", "W"][ply.seat.index().min(1)], letter(col), letter(row));
    }
    Ok(text + ")\n")
}

fn blksgf(checked: &Checked, lost: &mut Vec<String>) -> Result<String, String> {
    let params = blokus::Params::with(&checked.settings)?;
    let is = |preset: &crate::params::Preset| {
        let wanted = blokus::Params::with(&preset.settings());
        wanted.is_ok_and(|wanted| {
            (wanted.players, wanted.board, wanted.starts) == (params.players, params.board, params.starts)
        })
    };
    let (variant, colours) = match (is(&blokus::BOXED), is(&blokus::DUO)) {
        (true, _) => ("Blokus", ["1", "2", "3", "4"]),
        (_, true) => ("Blokus Duo", ["B", "W", "", ""]),
        _ => return Err("blksgf holds the boxed game and Duo: `--set preset=boxed` or `--set preset=duo`".into()),
    };
    lost.push("times, and by which of equal codes a shape was placed".into());
    let mut text = format!("(;GM[{variant}]");
    for Ply { seat, text: answer, .. } in &checked.kept.plies {
        let Some(cells) = blksgf::cells_of(&params, answer) else {
            lost.push("the answers from the first that is no move on".into());
            break;
        };
        text += &format!("\n;{}[{}]", colours[seat.index().min(3)], cells.join(","));
    }
    Ok(text + ")\n")
}

/// The word that ALPHANO has for how a seat ended.
fn reason(record: &Record<'_>, checked: &Checked, seat: Seat) -> &'static str {
    let mut faults = checked.verdict.faults.iter().filter(|fault| puts_out(fault.kind));
    match faults.clone().find(|fault| fault.seat == seat) {
        Some(fault) => record.game.word(fault.kind),
        None if faults.next().is_some() => "INTERRUPTED",
        None => "OK",
    }
}

fn number(points: Points) -> Value {
    if points.halves % 2 == 0 { json!(points.halves / 2) } else { json!(f64::from(points.halves) / 2.0) }
}

fn alphano(record: &Record<'_>, checked: &Checked, lost: &mut Vec<String>) -> Result<Value, String> {
    let betris = record.game.name() == "betris";
    lost.push(
        "the answers of the handshake, choices that do not follow from the moves, and parameters but time and memory"
            .into(),
    );
    if checked.verdict.outcome.is_none() {
        return Err("a match of ALPHANO has a result, and this game has no end".into());
    }
    let (mut moves, mut totals) = (Vec::new(), [0; 2]);
    for (turn, ply) in (1..).zip(&checked.kept.plies) {
        let words: Vec<&str> = ply.text.split(' ').collect();
        let integer = |index: usize| words.get(index).and_then(|word| word.parse::<i64>().ok());
        let mut one = match (words[0], integer(1), integer(2)) {
            ("MOVE", Some(x), Some(y)) => json!({"turn": turn, "x": x, "y": y}),
            ("BET", _, Some(chips)) => json!({"turn": turn, "block": words[1], "chips": chips}),
            ("PLACE", Some(_), _) => {
                let cells: Vec<[Option<i64>; 2]> =
                    (2..words.len()).step_by(2).map(|index| [integer(index), integer(index + 1)]).collect();
                json!({"turn": turn, "cells": cells})
            }
            _ => {
                lost.push("the answers from the first that is no move on".into());
                break;
            }
        };
        if betris {
            one["role"] = json!(["FIRST", "SECOND"][ply.seat.index().min(1)]);
        }
        if let Some(took) = ply.took {
            totals[ply.seat.index().min(1)] += took.0;
            one["time"] = json!(took.0);
        }
        moves.push(one);
    }
    let is_timed = checked.kept.plies.iter().all(|ply| ply.took.is_some());
    let agent = |seat: usize| {
        let mut agent = json!({"role": (["FIRST", "SECOND"][seat])});
        if is_timed {
            agent["total_time"] = json!(totals[seat]);
        }
        if let Some(points) = checked.score.and_then(|score| score.points().get(seat).copied()) {
            agent["total_score"] = number(points);
        }
        agent
    };
    let winner = checked.verdict.outcome.and_then(|outcome| outcome.winner());
    let word = |words: [&'static str; 3]| winner.map_or(words[2], |seat| words[seat.index().min(1)]);
    let ms = |name: &str| setting(checked, record, name).and_then(|value| value.parse::<u64>().ok());
    Ok(json!({
        "problem_id": if betris { 5 } else { 7 },
        "agent1_username": name(record, 0),
        "agent2_username": name(record, 1),
        "status": "COMPLETED",
        "result": word(["AGENT1_WIN", "AGENT2_WIN", "DRAW"]),
        "agent1_reason": reason(record, checked, Seat(0)),
        "agent2_reason": reason(record, checked, Seat(1)),
        "data": {
            "meta": {"time_limit_ms": ms("bank"), "memory_limit_mb": ms("memory")},
            "winner": word(["FIRST", "SECOND", "DRAW"]),
            "agent1": agent(0),
            "agent2": agent(1),
            "total_turn": moves.len(),
            "move": moves,
        },
    }))
}

fn codingame(record: &Record<'_>, checked: &Checked, lost: &mut Vec<String>) -> Value {
    lost.push("times, the letters that nobody used, and parameters but the number of players".into());
    let seats = record.game.with(&checked.settings).map_or(2, |variant| variant.seats());
    let mut frames = vec![json!({"agentId": -1})];
    frames.extend(
        checked.kept.plies.iter().map(|ply| json!({"agentId": ply.seat.0, "stdout": format!("{}\n", ply.text)})),
    );
    let is_late =
        |seat: Seat| checked.verdict.faults.iter().any(|fault| (fault.seat, fault.kind) == (seat, FaultKind::Late));
    let is_silent = |seat: Seat| {
        let mut steps = record.steps.iter();
        steps.any(|step| matches!(step.what, What::Event(by, _) | What::Failed(by, _) if by == seat))
    };
    let silent = Seats::first(seats).iter().filter(|&seat| is_late(seat) && is_silent(seat));
    frames.extend(silent.map(|seat| json!({"agentId": seat.0})));
    let agent = |seat| json!({"index": seat, "codingamer": {"pseudo": name(record, seat)}});
    let mut replay = json!({"frames": frames, "agents": (0..seats).map(agent).collect::<Vec<_>>()});
    if let Some(score) = checked.score.filter(|_| checked.verdict.outcome.is_some()) {
        let points = score.points();
        replay["scores"] = points.iter().map(|points| number(*points)).collect();
        replay["ranks"] = points.iter().map(|own| json!(points.iter().filter(|other| *other > own).count())).collect();
    }
    replay
}
