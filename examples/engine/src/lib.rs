//! A Gomoku engine that keeps a board of bytes.

use stickler::cells::{Cell, Grid};
use stickler::engine::{Engine, GameStatus};
use stickler::game::{Actor, Outcome, Seat};
use stickler::games::gomoku::Gomoku;

/// The board, row by row: 0 is empty, 1 and 2 are stones.
pub struct Board {
    grid: Grid,
    row: usize,
    stones: Vec<u8>,
    plies: usize,
    over: Option<Outcome>,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            grid: Grid { rows: 15, cols: 15 },
            row: 5,
            stones: vec![0; 225],
            plies: 0,
            over: None,
        }
    }
}

impl Board {
    fn stone(&self, row: i64, col: i64) -> u8 {
        self.index(row, col).map_or(0, |at| self.stones[at])
    }

    fn index(&self, row: i64, col: i64) -> Option<usize> {
        self.grid
            .cell(row, col)
            .map(|_| row as usize * usize::from(self.grid.cols) + col as usize)
    }

    fn wins(&self, row: i64, col: i64, stone: u8) -> bool {
        let run = |rows: i64, cols: i64| {
            (1..self.row as i64)
                .take_while(|n| self.stone(row + n * rows, col + n * cols) == stone)
                .count()
        };
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
        // The planted bug: rows that lean to the left are not seen.
        let seen = if cfg!(feature = "planted") {
            &directions[..3]
        } else {
            &directions[..]
        };
        seen.iter()
            .any(|&(rows, cols)| 1 + run(rows, cols) + run(-rows, -cols) >= self.row)
    }
}

impl Engine<Gomoku> for Board {
    fn start(&mut self, rules: &Gomoku) {
        let stones = vec![0; rules.grid.area()];
        *self = Board {
            grid: rules.grid,
            row: rules.row,
            stones,
            plies: 0,
            over: None,
        };
    }

    fn apply(&mut self, by: Actor, cell: &Cell) -> bool {
        let (row, col) = self.grid.place(*cell);
        let (row, col) = (i64::from(row), i64::from(col));
        let mover = (self.plies % 2) as u8;
        let Some(at) = self.index(row, col).filter(|&at| self.stones[at] == 0) else {
            return false;
        };
        if self.over.is_some() || by != Actor::Seat(Seat(mover)) {
            return false;
        }
        self.stones[at] = mover + 1;
        self.plies += 1;
        if self.wins(row, col, mover + 1) {
            self.over = Some(Outcome::win(Seat(mover)));
        } else if self.plies == self.stones.len() {
            self.over = Some(Outcome::draw());
        }
        true
    }

    fn actions(&mut self, _by: Actor) -> Option<Vec<Cell>> {
        let cells = if self.over.is_some() {
            None
        } else {
            Some(self.grid.cells())
        };
        Some(
            cells
                .into_iter()
                .flatten()
                .zip(&self.stones)
                .filter(|(_, stone)| **stone == 0)
                .map(|(cell, _)| cell)
                .collect(),
        )
    }

    fn outcome(&mut self) -> Option<GameStatus> {
        Some(self.over.map_or(GameStatus::Running, GameStatus::Over))
    }
}
