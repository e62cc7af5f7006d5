//! How Reversi is written: answers, actions, pictures.

use super::rules::{Move, Position, Reversi};
use super::{GO_ANSWER, MOVE_INSIDE};
use stickler::prelude::*;

impl Reversi {
    /// The cell of a row and a column, both from 1.
    fn cell(&self, [row, col]: [i64; 2]) -> Result<Cell, Refusal> {
        let is_row = (1..=i64::from(self.grid.rows)).contains(&row);
        let off = Breach::new(MOVE_INSIDE, "({0},{1}) is off the board").numbers([row, col]);
        let cell = self.grid.cell(row.saturating_sub(1), col.saturating_sub(1));
        cell.ok_or(Refusal::Illegal(off.word(if is_row { 2 } else { 1 })))
    }
}

impl Notation for Reversi {
    /// `PLAY row col`, both from 1, or `PASS`.
    fn read(&self, words: &mut Words<'_>) -> Result<Move, Refusal> {
        let form = (GO_ANSWER, "expected `PLAY row col` or `PASS`");
        let place = words.whole(form, |words| match words.next()? {
            b"PASS" => Some(None),
            b"PLAY" => Some(Some([words.integer()?, words.integer()?])),
            _ => None,
        })?;
        place.map_or(Ok(Move::Pass), |at| self.cell(at).map(Move::Play))
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
