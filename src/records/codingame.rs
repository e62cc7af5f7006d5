//! A replay of CodinGame, JSON: the answers of all seats in order, no messages and no times.

use super::blokus::USUAL;
use super::{ReadError, Reason, Record, Says, Shape, json, words};
use crate::game::{MAX_SEATS, Seat};
use crate::games::Registry;

/// Reads a replay of Blokus.
pub(super) fn read(text: &str, games: Registry) -> Result<Record<'static>, ReadError> {
    let mut top = json::read(text)?;
    if let Some(success) = top.get("success") {
        top = success.object("the replay")?;
    }
    let mut record = Record::new(Shape::Codingame, super::game(games, "blokus")?);
    record.notes.push(USUAL.into());
    record.notes.push("the replay holds no times".into());
    let frames = top.need("frames")?.list("frames")?;
    let mut seats = 0;
    for value in frames {
        let frame = value.object("a frame")?;
        let agent = frame.need("agentId")?;
        let id = agent.integer()?;
        if !(-1..MAX_SEATS as i64).contains(&id) {
            return Err(ReadError::new(agent.at(), "expected -1 for no agent, or a seat from 0 to 3"));
        }
        let Ok(seat) = u8::try_from(id).map(Seat) else { continue };
        seats = seats.max(seat.index() + 1);
        let Some(stdout) = frame.get("stdout") else {
            record.failed(seat, Reason::Silent, value.at());
            continue;
        };
        let said = stdout.text()?;
        let plain = &text[stdout.at().start + 1..stdout.at().end - 1];
        let plain = plain.split('\\').next().unwrap_or_default();
        let places = words(plain, stdout.at().start + 1).into_iter().map(|(at, _)| at).collect();
        let body = said.strip_suffix('\n').unwrap_or(&said);
        for line in body.split('\n') {
            record.said(seat, line.into(), None, stdout.at(), Vec::clone(&places));
        }
    }
    if let Some(agents) = top.get("agents") {
        let agents = agents.list("agents")?;
        seats = agents.len().max(seats);
        record.names = vec![String::new(); seats];
        for (index, agent) in agents.iter().enumerate() {
            let agent = agent.object("an agent")?;
            let named = agent.get("codingamer").map(|player| player.object("a player")).transpose()?;
            if let Some(name) = named.and_then(|player| player.get("pseudo")) {
                record.names[index] = name.text()?.into_owned();
            }
        }
    }
    if !(2..=MAX_SEATS).contains(&seats) {
        let at = top.need("frames")?.at();
        let why = format!("expected frames of 2 to 4 agents; there are {seats}");
        return Err(ReadError::new(at.start..at.start + 1, why));
    }
    record.set("players", seats);
    for (field, name) in [("scores", "a score for each agent"), ("ranks", "a rank for each agent")] {
        let Some(list) = top.get(field) else { continue };
        let values = list.list(field)?;
        if values.is_empty() {
            continue;
        }
        if values.len() != seats {
            return Err(ReadError::new(list.at(), format!("expected {name}: {seats} numbers")));
        }
        for (seat, value) in (0..).map(Seat).zip(values) {
            let says = match field {
                "scores" => Says::Score(seat, value.points()?),
                _ => Says::Rank(seat, value.integer()?),
            };
            record.claim(says, value.at());
        }
        record.claim(Says::Over, list.at());
    }
    Ok(record)
}
