//! How Reversi is written: answers, actions, pictures.

use super::rules::{Move, Position, Reversi};
use super::{GO_ANSWER, MOVE_INSIDE, TURN_ALTERNATE};
use stickler::prelude::*;

impl Reversi {
    /// Reads `PLAY row col`, both from 1, or `PASS`.
    pub(super) fn read(&self, words: &mut Words<'_>) -> Result<Move, Refusal> {
        let wrong = |words: &Words<'_>, text, word| Refusal::Format(words.wrong(GO_ANSWER, text, word));
        let action = match words.next() {
            Some(b"PASS") => Move::Pass,
            Some(b"PLAY") => {
                let (Some(row), Some(col)) = (words.integer(), words.integer()) else {
                    return Err(wrong(words, "expected `PLAY row col`", words.index().max(1)));
                };
                let off = Breach::new(MOVE_INSIDE, "({0},{1}) is off the board").word(1).numbers([row, col]);
                let cell = self.grid.cell(row.saturating_sub(1), col.saturating_sub(1));
                Move::Play(cell.ok_or(Refusal::Illegal(off))?)
            }
            _ => return Err(wrong(words, "expected `PLAY row col` or `PASS`", 0)),
        };
        if words.end() { Ok(action) } else { Err(wrong(words, "nothing may follow", words.next_index())) }
    }
}

impl Notation for Reversi {
    fn parse(&self, at: &Position, text: &str) -> Result<(Actor, Move), Breach> {
        if let Turn::Over(_) = self.turn(at) {
            return Err(Breach::new(TURN_ALTERNATE, "the game is over"));
        }
        let action = self.read(&mut Words::new(text.as_bytes())).map_err(Refusal::breach)?;
        Ok((Actor::Seat(at.mover()), action))
    }

    fn print(&self, _: Actor, action: &Move) -> String {
        match *action {
            Move::Pass => "PASS".into(),
            Move::Play(cell) => {
                let (row, col) = self.grid.place(cell);
                format!("PLAY {} {}", row + 1, col + 1)
            }
        }
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        let outcome = match self.turn(at) {
            Turn::Over(outcome) => outcome.to_string(),
            _ => "running".into(),
        };
        vec![("discs", format!("{} {}", at.discs[0].len(), at.discs[1].len())), ("outcome", outcome)]
    }

    fn picture(&self, at: &Position) -> Picture {
        let tile = |cell| {
            let owner = [Seat(0), Seat(1)].into_iter().find(|seat| at.discs[seat.index()].contains(cell))?;
            Some(Tile { glyph: ['B', 'W'][owner.index()], owner: Some(owner.0), fresh: at.last == Some(cell) })
        };
        Board::of(self.grid, 1, tile).into()
    }
}
