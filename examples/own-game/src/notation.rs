//! How Reversi is written: answers, actions, pictures.

use super::rules::{Move, Position, Reversi};
use super::{GO_ANSWER, MOVE_INSIDE, TURN_ALTERNATE};
use stickler::prelude::*;

impl Reversi {
    /// Reads `PLAY row col`, both from 1, or `PASS`.
    pub(super) fn read(&self, words: &mut Words<'_>) -> Result<Move, Refusal> {
        let wrong = |words: &Words<'_>, word| {
            let text = "expected `PLAY row col` or `PASS`";
            Err(Refusal::Format(words.wrong(GO_ANSWER, text, word)))
        };
        let place = match words.next() {
            Some(b"PASS") => None,
            Some(b"PLAY") => match (words.integer(), words.integer()) {
                (Some(row), Some(col)) => Some([row, col]),
                _ => return wrong(words, words.index().max(1)),
            },
            _ => return wrong(words, 0),
        };
        if !words.end() {
            return wrong(words, words.next_index());
        }
        place.map_or(Ok(Move::Pass), |at| self.cell(at).map(Move::Play))
    }

    /// The cell of a row and a column, both from 1.
    fn cell(&self, [row, col]: [i64; 2]) -> Result<Cell, Refusal> {
        let is_row = (1..=i64::from(self.grid.rows)).contains(&row);
        let off = Breach::new(MOVE_INSIDE, "({0},{1}) is off the board").numbers([row, col]);
        let cell = self.grid.cell(row.saturating_sub(1), col.saturating_sub(1));
        cell.ok_or(Refusal::Illegal(off.word(if is_row { 2 } else { 1 })))
    }
}

impl Notation for Reversi {
    fn parse(&self, at: &Position, text: &str) -> Result<(Actor, Move), Breach> {
        if let Turn::Over(_) = self.turn(at) {
            return Err(Breach::new(TURN_ALTERNATE, "the game is over"));
        }
        let action = self
            .read(&mut Words::new(text.as_bytes()))
            .map_err(Refusal::breach)?;
        Ok((Actor::Seat(at.mover()), action))
    }

    fn print(&self, _: Actor, action: &Move) -> String {
        match *action {
            Move::Pass => "PASS".into(),
            Move::Play(cell) => {
                let [row, col] = self.grid.from_one(cell);
                format!("PLAY {row} {col}")
            }
        }
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        let [black, white] = at.discs.map(|discs| discs.len());
        vec![("discs", format!("{black} {white}"))]
    }

    fn picture(&self, at: &Position) -> Picture {
        let tile = |cell| {
            let (glyph, owner) = match at.discs.map(|discs| discs.contains(cell)) {
                [true, _] => ('B', Some(0)),
                [_, true] => ('W', Some(1)),
                _ => return None,
            };
            let fresh = at.last == Some(cell);
            Some(Tile {
                glyph,
                owner,
                fresh,
            })
        };
        Board::of(self.grid, 1, tile).into()
    }
}
