//! A replay of CodinGame, JSON: the answers of all seats in order, no messages and no times.

use crate::clause::Breach;
use crate::finding::{CheckedRecord, Culprit, Finding, Note};
use crate::formats::text::words;
use crate::formats::{Format, Opened, ReadError, Record, RecordSource, Says, json, trimmed};
use crate::game::{MAX_SEATS, Seat};
use crate::referee::FaultKind;
use crate::transcript::Reason;
use crate::wire::ASKED;
use serde_json::json;

/// `codingame`.
pub(super) const CODINGAME: Format = Format::new("codingame", is_one, read)
    .written(write)
    .titled("CodinGame");

fn is_one(bytes: &[u8]) -> bool {
    let text = trimmed(bytes);
    text.starts_with(b"{") && json::has_key(text, &["frames", "success", "refereeInput"])
}

/// Reads a replay.
fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let text = source.text()?;
    let json = json::read(text)?;
    let whole = json.whole().object("a record")?;
    whole.alone_with("frames")?;
    let (top, wrapper) = whole.with("frames").unwrap_or((whole, None));
    let mut record = Record::new(CODINGAME, source.game()?);
    record.notes.extend(
        wrapper
            .filter(|name| *name != "success")
            .map(|name| Note::ReplayWithin { key: name.into() }),
    );
    record.notes.push(Note::UsualLetters);
    record.notes.push(Note::NoTimes);
    let frames = top.need("frames")?.list("frames")?;
    let mut seats = 0;
    for value in frames {
        let frame = value.object("a frame")?;
        let agent = frame.need("agentId")?;
        let id = agent.integer()?;
        if !(-1..MAX_SEATS as i64).contains(&id) {
            return Err(ReadError::new(
                agent.at(),
                "expected -1 for no agent, or a seat from 0 to 3",
            ));
        }
        let Ok(seat) = u8::try_from(id).map(Seat) else {
            continue;
        };
        seats = seats.max(seat.index() + 1);
        let Some(stdout) = frame.get("stdout") else {
            record.failed(seat, Reason::Silent, value.at());
            continue;
        };
        let said = stdout.text()?;
        let plain = &text[stdout.at().start + 1..stdout.at().end - 1];
        let plain = plain.split('\\').next().unwrap_or_default();
        let places: Vec<_> = words(plain, stdout.at().start + 1)
            .into_iter()
            .map(|(at, _)| at)
            .collect();
        let body = said.strip_suffix('\n').unwrap_or(said);
        let mut lines = body.split('\n');
        let answer = lines.next().unwrap_or_default();
        record.said(seat, answer, None, stdout.at(), &places);
        if lines.next().is_some() {
            let breach = Breach::new(ASKED, "this line was not asked for: an answer is one line");
            let culprit = Culprit::Seat(seat, FaultKind::Unasked);
            record
                .wrong
                .push(Finding::in_file(stdout.at(), culprit, breach));
        }
    }
    if let Some(agents) = top.get("agents") {
        let agents = agents.list("agents")?;
        seats = agents.clone().count().max(seats);
        record.names = vec![String::new(); seats];
        for (index, agent) in agents.enumerate() {
            match pseudo(agent) {
                Ok(name) => record.names[index] = name.unwrap_or_default().to_string(),
                Err(_) => record.passed_over(&format!("agent {index}"), &text[agent.at()]),
            }
        }
    }
    if !(2..=MAX_SEATS).contains(&seats) {
        let at = top.need("frames")?.at();
        let why = format!("expected frames of 2 to 4 agents; there are {seats}");
        return Err(ReadError::new(at.start..at.start + 1, why));
    }
    record.set("players", seats);
    for (field, name) in [
        ("scores", "a score for each agent"),
        ("ranks", "a rank for each agent"),
    ] {
        let Some(list) = top.get(field) else { continue };
        let values = list.list(field)?;
        let count = values.clone().count();
        if count == 0 {
            continue;
        }
        if count != seats {
            return Err(ReadError::new(
                list.at(),
                format!("expected {name}: {seats} numbers"),
            ));
        }
        for (seat, value) in (0..).map(Seat).zip(values) {
            let says = match field {
                "scores" => value.points().map(|points| Says::Score(seat, points)),
                _ => value.integer().map(|rank| Says::Rank(seat, rank)),
            };
            match says {
                Ok(says) => record.claim(says, value.at()),
                Err(_) => {
                    record.passed_over(&format!("seat {seat} of `{field}`"), &text[value.at()])
                }
            }
        }
        record.claim(Says::Over, list.at());
    }
    Ok(record.into())
}

/// The name of an agent's player, where it is told.
fn pseudo(agent: json::Value<'_>) -> Result<Option<&str>, ReadError> {
    let player = agent
        .object("an agent")?
        .get("codingamer")
        .map(|player| player.object("a player"))
        .transpose()?;
    player
        .and_then(|player| player.get("pseudo"))
        .map(|name| name.text())
        .transpose()
}

/// True where a replay shows the answer by which a seat failed.
fn is_shown(kind: FaultKind) -> bool {
    matches!(kind, FaultKind::Format | FaultKind::Illegal)
}

/// Writes a replay.
fn write(
    record: &Record<'_>,
    of: &CheckedRecord,
    lost: &mut Vec<String>,
) -> Result<Vec<u8>, String> {
    lost.push(
        "times, the letters that nobody used, and parameters but the number of players".into(),
    );
    let seats = record
        .game
        .with(&of.checked.settings)
        .map_or(2, |variant| variant.seats());
    let mut frames = vec![json!({"agentId": -1})];
    frames.extend(of.kept.plies.iter().map(|ply| match &ply.text {
        Some(text) if ply.fault.is_none_or(is_shown) => {
            json!({"agentId": ply.seat.0, "stdout": format!("{text}\n")})
        }
        _ => json!({"agentId": ply.seat.0}),
    }));
    of.lose_faults(|kind, is_on| is_on && is_shown(kind), lost);
    let agent = |seat| json!({"index": seat, "codingamer": {"pseudo": record.name(seat)}});
    let mut replay = json!({"frames": frames, "agents": (0..seats).map(agent).collect::<Vec<_>>()});
    if let Some(score) = of
        .checked
        .score
        .filter(|_| of.checked.verdict.outcome.is_some())
    {
        let points = score.points();
        replay["scores"] = points.iter().map(|points| json::number(*points)).collect();
        replay["ranks"] = points
            .iter()
            .map(|own| json!(points.iter().filter(|other| *other > own).count()))
            .collect();
    }
    Ok(json::pretty(&replay))
}
