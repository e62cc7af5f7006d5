//! Logs as recorders beside the seats write them: of one seat alone, or of all, where a message may be seen late.
//!
//! Such a log shows an answer of another seat only in the messages that tell it.

use super::contract::Tried;
use stickler::explain::validate;
use stickler::fixture::declared;
use stickler::game::Seats;

/// Games of random answers under each settings.
const GAMES: u64 = 3;

impl Tried {
    /// A log of one seat, and one in which messages come as late as they can, are as right as the whole log.
    pub(super) fn recorded(&self) -> Result<(), String> {
        for (settings, variant) in self.settings.iter().zip(self.variants()?) {
            let seats = Seats::first(variant.seats());
            for log in declared::whole_games(self.game, settings, GAMES)? {
                let mut views = vec![
                    ("with all messages at once", log.clone()),
                    (
                        "with every message as late as it can come",
                        late(&log, seats),
                    ),
                ];
                let alone = |seat: u8| format!("seats: {seat}\n{}", of_seat(&log, seat));
                views.extend(
                    seats
                        .iter()
                        .map(|seat| ("of one seat alone", alone(seat.0))),
                );
                for (kind, view) in views {
                    for clock in ["judge", "own"] {
                        let text = format!(
                            "stickler: 1\ngame: {}\nclock: {clock}\n{view}",
                            self.game.name()
                        );
                        let checked = validate(self.game, settings, text.as_bytes())
                            .map_err(|refused| format!("{refused}\n{text}"))?;
                        if let Some(found) = checked.findings.first() {
                            return Err(format!(
                                "a log {kind}, {}, is no longer right: line {} breaks {}: {}. `Protocol::reveals` in protocol.rs says \
                                 which answer of another seat a message shows, and `Protocol::after` who hears of it\n{text}",
                                if clock == "own" {
                                    "with the times of a recorder"
                                } else {
                                    "with the judge's times"
                                },
                                found.line,
                                found.breach.clause,
                                found.breach.why
                            ));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn of_seat(log: &str, seat: u8) -> String {
    let mark = seat.to_string();
    let lines = log.lines().filter(|line| line.starts_with(&mark));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The log, with the messages to each seat just before its next answer or event.
fn late(log: &str, seats: Seats) -> String {
    let mut waiting = vec![String::new(); seats.iter().count()];
    let mut text = String::new();
    for line in log.lines() {
        let seat = line
            .bytes()
            .next()
            .map_or(0, |digit| usize::from(digit - b'0'));
        waiting[seat] += line;
        waiting[seat].push('\n');
        if !line[1..].starts_with('<') {
            text += &std::mem::take(&mut waiting[seat]);
        }
    }
    text + &waiting.concat()
}
