//! Players in memory with a clock of their own: for tests, benches and opponents that need no process.

use super::players::{HarnessError, Players, Usage};
use crate::clock::Micros;
use crate::game::{Bot, Seat, Seats};
use crate::params::Ms;
use crate::referee::{Ask, Death, DriverError, Observation};

/// A table of bots in memory; each answer takes the time that `pace` says.
pub struct MemoryPlayers {
    players: Vec<Option<MemoryPlayer>>,
    pace: Box<dyn FnMut(Seat) -> Micros>,
}

struct MemoryPlayer {
    bot: Box<dyn Bot>,
    said: String,
    taken: usize,
    alive: bool,
}

impl MemoryPlayers {
    /// Bots by seat, and how long each answer takes.
    pub fn new(
        bots: Vec<Option<Box<dyn Bot>>>,
        pace: impl FnMut(Seat) -> Micros + 'static,
    ) -> MemoryPlayers {
        let player = |bot| MemoryPlayer {
            bot,
            said: String::new(),
            taken: 0,
            alive: true,
        };
        MemoryPlayers {
            players: bots.into_iter().map(|bot| bot.map(player)).collect(),
            pace: Box::new(pace),
        }
    }

    fn player(&mut self, seat: Seat) -> Result<&mut MemoryPlayer, HarnessError> {
        let player = self.players.get_mut(seat.index()).and_then(Option::as_mut);
        player.ok_or(HarnessError::DriverError(DriverError(
            "no bot sits at this seat",
        )))
    }
}

impl MemoryPlayer {
    fn forget_taken(&mut self) {
        self.said.drain(..std::mem::take(&mut self.taken));
    }

    fn take_rest(&mut self) -> &[u8] {
        self.taken = self.said.len();
        self.said.trim_end_matches('\n').as_bytes()
    }

    /// The first `lines` lines, where they are there.
    fn lines_end(&self, lines: usize) -> Option<usize> {
        self.said
            .match_indices('\n')
            .nth(lines.checked_sub(1)?)
            .map(|(at, _)| at)
    }
}

const SILENT: Observation<'static> = Observation::Silent {
    unfinished: b"",
    unflushed: b"",
};

impl Players for MemoryPlayers {
    fn tell(&mut self, to: Seat, text: &str) {
        let Ok(player) = self.player(to) else { return };
        player.forget_taken();
        for line in text.split('\n') {
            player.alive = player.alive && player.bot.hear(line, &mut player.said);
        }
    }

    /// A bot in memory notices the end of the game itself.
    fn close(&mut self, _seat: Seat) {}

    fn unsolicited(&mut self, seat: Seat) -> Result<Option<&[u8]>, HarnessError> {
        let player = self.player(seat)?;
        player.forget_taken();
        Ok((!player.said.is_empty()).then(|| player.take_rest()))
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let ask = asks
            .first()
            .ok_or(HarnessError::DriverError(DriverError("nobody is asked")))?;
        let took = (self.pace)(ask.seat);
        let player = self.player(ask.seat)?;
        player.forget_taken();
        let silence = Micros::from(Ms(ask.budget.0.saturating_add(1)));
        let heard = match player.lines_end(ask.lines) {
            Some(end) if took <= silence => {
                player.taken = end + 1;
                Observation::Lines(&player.said.as_bytes()[..end])
            }
            Some(_) => SILENT,
            None if !player.alive => Observation::Died(Death::Exit(0)),
            None => Observation::Silent {
                unfinished: player.take_rest(),
                unflushed: b"",
            },
        };
        let took = if matches!(heard, Observation::Silent { .. }) {
            silence
        } else {
            took
        };
        Ok((ask.seat, heard, took))
    }

    fn end(
        &mut self,
        seats: Seats,
        grace: Ms,
    ) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let seat = seats
            .iter()
            .next()
            .ok_or(HarnessError::DriverError(DriverError(
                "nobody is told to end",
            )))?;
        let player = self.player(seat)?;
        player.forget_taken();
        if !player.said.is_empty() {
            return Ok((seat, Observation::Lines(player.take_rest()), Micros(0)));
        }
        let heard = if player.alive {
            SILENT
        } else {
            Observation::Died(Death::Exit(0))
        };
        Ok((seat, heard, Micros::from(grace)))
    }

    fn retire(&mut self, _seat: Seat) -> Result<Usage, HarnessError> {
        Ok(Usage::default())
    }
}
