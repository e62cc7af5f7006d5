//! Judges that omit one message each, for any game: our bots play a match under our referee in memory, and from what they
//! heard one kind of message is taken away. Whatever is omitted has to be reported.

use super::in_memory::played;
use super::joined_log::STAMP;
use super::{Aim, Judgement, MatchKind, MatchRun, judged};
use std::collections::{BTreeMap, BTreeSet};
use stickler::clause::Clause;
use stickler::game::{Seat, Seats};
use stickler::games::erased::AnyGame;
use stickler::games::following::{Follower, LineResult};
use stickler::params::Settings;
use stickler::referee::FaultKind;

/// A judge that omits one kind of message to one seat.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LeftOut {
    /// The message: its first word, or `…` where it begins with none.
    pub message: String,
    /// The seat that is not told it.
    pub seat: Seat,
    /// True where the last such message of a match is omitted, false where all are.
    pub is_last: bool,
}

/// The findings about a judge.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The clauses that it breaks, by the report.
    pub clauses: BTreeSet<Clause>,
    /// In words.
    pub what: Vec<String>,
}

impl Told {
    /// True where the report names a clause, or the message that this judge omits.
    pub fn names(&self, judge: &LeftOut) -> bool {
        let untold = format!("was not told {}", judge.message);
        let mut what = self.what.iter();
        let is_named = what.any(|what| what.contains(&untold) || what.contains("was not asked"));
        !self.what.is_empty() && (!self.clauses.is_empty() || is_named || judge.message == "…")
    }
}

/// The report on each judge of this game that omits one kind of message. The error says why no match could be played, or
/// what is told of the right judge.
pub fn told(
    game: &'static dyn AnyGame,
    settings: &Settings,
) -> Result<BTreeMap<LeftOut, Told>, String> {
    let seats = game.with(settings)?.seats();
    let kinds = match seats {
        1 => vec![
            MatchKind::Plain,
            MatchKind::Side(0),
            MatchKind::Made(Aim::Results(1)),
        ],
        _ => vec![
            MatchKind::Plain,
            MatchKind::Sides(0, 1),
            MatchKind::Made(Aim::Long(0)),
        ],
    };
    let mut found: BTreeMap<LeftOut, Told> = BTreeMap::new();
    for kind in kinds {
        let judge = game.with(settings)?.referee();
        let Some(ended) = played(game, settings, &kind, judge, 1, &|_| ()) else {
            continue;
        };
        let went = ended.map_err(|error| error.to_string())?.went;
        let right = judged(game, settings, &kind, &went);
        if !right.wrong.is_empty() || !right.unknown.is_empty() {
            return Err(format!("{kind}: of a right judge is told {right:?}"));
        }
        for seat in Seats::first(seats).iter() {
            let messages = messages(game, settings, &went, seat)?;
            let names: BTreeSet<&String> = messages.iter().map(|message| &message.name).collect();
            for name in names {
                let of_name = || messages.iter().filter(|message| &message.name == name);
                let Some(last) = of_name().next_back() else {
                    continue;
                };
                let of = |is_last: bool| LeftOut {
                    message: name.clone(),
                    seat,
                    is_last,
                };
                let without_last = without(game, &went, seat, &[last]);
                note(
                    &mut found,
                    of(true),
                    judged(game, settings, &kind, &without_last),
                );
                let all: Vec<&ToldMessage> = of_name().collect();
                let without_all = without(game, &went, seat, &all);
                note(
                    &mut found,
                    of(false),
                    judged(game, settings, &kind, &without_all),
                );
            }
        }
    }
    Ok(found)
}

/// A fault that one match shows counts, whatever another one does not show.
fn note(found: &mut BTreeMap<LeftOut, Told>, which: LeftOut, judgement: Judgement) {
    let told = found.entry(which).or_default();
    told.clauses
        .extend(judgement.wrong.iter().filter_map(|wrong| wrong.clause()));
    told.clauses
        .extend(judgement.warned.iter().map(|(clause, _)| *clause));
    told.clauses
        .extend(judgement.excused.iter().map(|(clause, _)| *clause));
    told.what
        .extend(judgement.wrong.into_iter().map(|wrong| wrong.what));
    told.what
        .extend(judgement.warned.into_iter().map(|(_, what)| what));
    told.what.extend(
        judgement
            .excused
            .iter()
            .map(|(clause, set)| format!("{clause}: {set:?}")),
    );
}

/// A message that a seat was told.
struct ToldMessage {
    name: String,
    /// The stamps of its lines.
    stamps: Vec<u64>,
    /// True where the seat answered it.
    is_ask: bool,
}

/// The stamped lines of a tap's log.
fn stamped(tap: &str) -> Vec<(u64, &str)> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in tap.lines() {
        match line.strip_prefix(STAMP) {
            Some(stamp) => at = stamp.parse().unwrap_or(0),
            None if line.get(1..2).is_some_and(|way| "<>!".contains(way)) => lines.push((at, line)),
            None => {}
        }
    }
    lines
}

fn messages(
    game: &dyn AnyGame,
    settings: &Settings,
    went: &MatchRun,
    seat: Seat,
) -> Result<Vec<ToldMessage>, String> {
    let variant = game.with(settings)?;
    let seats = Seats::first(variant.seats());
    let mut follower = Follower::new(seat, seats, variant.referee());
    let tap = went.taps[seat.index()].as_deref().unwrap_or_default();
    let (told, said) = (format!("{seat}< "), format!("{seat}> "));
    let mut found: Vec<ToldMessage> = Vec::new();
    let mut pending: Vec<(u64, &str)> = Vec::new();
    for (at, line) in stamped(tap) {
        if let Some(text) = line.strip_prefix(&told) {
            pending.push((at, text));
            match follower.told(text) {
                LineResult::Within => {}
                LineResult::Lost => return Ok(found),
                LineResult::Message => {
                    let first = pending[0].1.split(' ').next().unwrap_or_default();
                    let is_word = first.len() > 1
                        && first
                            .bytes()
                            .all(|byte| byte.is_ascii_alphabetic() || byte.is_ascii_digit())
                        && !first.as_bytes()[0].is_ascii_digit();
                    let name = if is_word { first } else { "…" }.to_string();
                    let stamps = pending.drain(..).map(|(at, _)| at).collect();
                    found.push(ToldMessage {
                        name,
                        stamps,
                        is_ask: false,
                    });
                }
            }
        } else if let Some(text) = line.strip_prefix(&said) {
            if let Some(last) = found.last_mut() {
                last.is_ask = true;
            }
            let text = text.rsplit_once(" @").map_or(text, |(text, _)| text);
            if !follower.answered(text.as_bytes()) {
                return Ok(found);
            }
        }
    }
    Ok(found)
}

/// The match without these messages to a seat. If one of them is an ask, the bot never answers, and the judge waits until its
/// time is over.
fn without(game: &dyn AnyGame, went: &MatchRun, seat: Seat, left_out: &[&ToldMessage]) -> MatchRun {
    let stamps: BTreeSet<u64> = { left_out.iter() }
        .flat_map(|message| message.stamps.iter().copied())
        .collect();
    let asks = left_out.iter().filter(|message| message.is_ask);
    let until = asks
        .filter_map(|message| message.stamps.first())
        .min()
        .copied();
    let tap_of = |(at, tap): (Seat, &str)| {
        let header = tap.lines().take_while(|line| !line.starts_with(STAMP));
        let mut text: String = header.map(|line| format!("{line}\n")).collect();
        for (stamp, line) in stamped(tap) {
            let is_end = line.get(1..2) == Some("!");
            let is_late = until.is_some_and(|until| stamp > until) && !is_end;
            if !is_late && (at != seat || !stamps.contains(&stamp)) {
                text += &format!("{STAMP}{stamp}\n{line}\n");
            }
        }
        Some(text)
    };
    let mut went = MatchRun {
        taps: went.logs().map(tap_of).collect(),
        ..went.clone()
    };
    if until.is_some() {
        let seats = Seats::first(went.taps.len()).iter();
        let others: Vec<Seat> = seats.filter(|other| *other != seat).collect();
        let late = game.word(FaultKind::Late).to_string();
        went.said.words.insert(seat.0, late);
        went.said.winner = others.first().map(|other| other.0);
        went.said.is_draw = false;
        went.over = 100_000_000;
    }
    went
}

#[cfg(test)]
mod tests;
