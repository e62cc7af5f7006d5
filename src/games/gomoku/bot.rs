//! The minimal reference bot of Gomoku: it wins where it can, blocks where it must, and stays near the other stones.

use super::Params;
use super::notation::Point;
use super::protocol::Say;
use super::rules::{Gomoku, Position};
use crate::prelude::*;

/// A bot of one game.
#[derive(Clone, Debug)]
pub struct Reference {
    rules: Gomoku,
    position: Position,
}

impl Reference {
    /// A bot before READY.
    pub fn new(params: &Params) -> Reference {
        let rules = Gomoku::new(params);
        Reference {
            rules,
            position: rules.start(),
        }
    }

    fn choose(&self) -> Option<Cell> {
        let mut cells = Vec::new();
        let mover = self.position.mover();
        self.rules
            .actions(&self.position, Actor::Seat(mover), &mut cells);
        cells
            .into_iter()
            .max_by_key(|&cell| self.worth(mover, cell))
    }

    /// Win, block, neighbours, nearness to the middle: the first that differs decides.
    fn worth(&self, mover: Seat, cell: Cell) -> (bool, bool, usize, i32) {
        let stones = |seat: Seat| &self.position.stones[seat.index()];
        let [win, block] = [mover, mover.other()].map(|seat| self.rules.wins(stones(seat), cell));
        let near = |rows, cols| {
            self.position
                .owner(cell.stepped(self.rules.grid.step(rows, cols)))
                .is_some()
        };
        let around = (-1..=1).flat_map(|rows| (-1..=1).map(move |cols| (rows, cols)));
        let neighbours = around.filter(|&(rows, cols)| near(rows, cols)).count();
        let (row, col) = self.rules.grid.place(cell);
        let off = |at: u8, side: u8| (2 * i32::from(at) + 1 - i32::from(side)).abs();
        let middle = off(row, self.rules.grid.rows) + off(col, self.rules.grid.cols);
        (win, block, neighbours, -middle)
    }

    fn play(&mut self, cell: Cell) {
        let by = Actor::Seat(self.position.mover());
        if self.rules.check(&self.position, by, &cell).is_ok() {
            self.rules.apply(&mut self.position, by, &cell);
        }
    }
}

impl Bot for Reference {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        match Say::read(&self.rules.grid, &mut std::iter::once(line.as_bytes())) {
            Ok(Say::Ready { .. }) => say.push_str("OK\n"),
            Ok(Say::Opp {
                at: Point(row, col),
                ..
            }) => {
                if let Some(cell) = self.rules.grid.cell(i64::from(row) - 1, i64::from(col) - 1) {
                    self.play(cell);
                }
            }
            Ok(Say::Turn { .. }) => {
                if let Some(cell) = self.choose() {
                    *say += &self.rules.print(Actor::Nature, &cell);
                    say.push('\n');
                    self.play(cell);
                }
            }
            Ok(Say::Finish) | Err(_) => return false,
        }
        true
    }
}
