//! The rules of Gomoku: `spec/gomoku.md`, section Rules.

use super::{
    DRAW_FULL, MOVE_EMPTY, MOVE_INSIDE, Params, TURN_ALTERNATE, WIN_OVERLINE, WIN_ROW, landmarks,
};
use crate::game::Plies;
use crate::prelude::*;

/// Stones of one colour, on boards up to 20 x 20.
pub type Stones = CellSet<7>;

/// Along a row, a column and both diagonals: rows and columns of a step.
pub(super) const DIRECTIONS: [(i16, i16); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The rules for one size of board and one length of row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gomoku {
    /// The board.
    pub grid: Grid,
    /// All its cells.
    pub all: Stones,
    /// Stones in line that win.
    pub row: usize,
}

/// Stones on the board, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Stones by seat.
    pub stones: [Stones; 2],
    /// Moves made.
    pub plies: u16,
    /// The stone put last.
    pub last: Option<Cell>,
    /// The end, once it is reached.
    pub over: Option<Outcome>,
}

impl Position {
    /// The seat to move.
    pub fn mover(&self) -> Seat {
        Seat((self.plies % 2) as u8)
    }

    /// Whose stone lies on a cell.
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        (0..2)
            .map(Seat)
            .find(|seat| self.stones[seat.index()].contains(cell))
    }
}

impl Gomoku {
    /// The rules under these parameters.
    pub fn new(params: &Params) -> Gomoku {
        Gomoku {
            grid: params.board.0,
            all: params.board.0.cells().collect(),
            row: params.row.0 as usize,
        }
    }

    /// True where a stone on `cell` stands in a winning row of `stones`: one of the winning length (`WIN_ROW`) or longer
    /// (`WIN_OVERLINE`).
    pub fn wins(&self, stones: &Stones, cell: Cell) -> bool {
        self.directions().iter().any(|&step| {
            let run = |step: i16| {
                (1..self.row)
                    .take_while(|&n| stones.contains(cell.stepped(step * n as i16)))
                    .count()
            };
            1 + run(step) + run(-step) >= self.row
        })
    }

    /// The cells of the longest row of these stones, in order; of several the first.
    pub fn longest(&self, stones: &Stones) -> Vec<Cell> {
        let mut longest = Vec::new();
        for cell in self.grid.cells().filter(|&cell| stones.contains(cell)) {
            for step in self.directions() {
                let row = (0..)
                    .map(|n| cell.stepped(step * n))
                    .take_while(|&cell| stones.contains(cell));
                let row: Vec<Cell> = row.collect();
                if row.len() > longest.len() {
                    longest = row;
                }
            }
        }
        longest
    }

    /// The cells of each row of these stones that wins, in order.
    pub(super) fn winning_rows(&self, stones: &Stones) -> Vec<Vec<Cell>> {
        let owned = self.grid.cells().filter(|&cell| stones.contains(cell));
        let rows = owned.flat_map(|cell| {
            let begins = move |step: &i16| !stones.contains(cell.stepped(-step));
            let steps = self.directions().into_iter().filter(begins);
            steps.map(move |step| {
                let row = (0..).map(|n| cell.stepped(step * n));
                row.take_while(|&cell| stones.contains(cell)).collect()
            })
        });
        let mut rows: Vec<Vec<Cell>> = rows
            .filter(|row: &Vec<Cell>| row.len() >= self.row)
            .collect();
        // A single stone is the same row in each direction.
        rows.dedup();
        rows
    }

    /// Steps along a row, a column and both diagonals.
    fn directions(&self) -> [i16; 4] {
        DIRECTIONS.map(|(rows, cols)| self.grid.step(rows, cols))
    }
}

impl Rules for Gomoku {
    type Position = Position;
    /// The cell to put a stone on.
    type Action = Cell;

    fn start(&self) -> Position {
        Position {
            stones: [Stones::EMPTY; 2],
            plies: 0,
            last: None,
            over: None,
        }
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.over {
            Some(outcome) => Turn::Over(outcome),
            None => Turn::Seats(Seats::only(at.mover())),
        }
    }

    fn rare(&self, at: &Position) -> Vec<(Clause, bool)> {
        let won = at.over.and_then(|outcome| outcome.winner());
        let row = won.map_or(0, |seat| self.longest(&at.stones[seat.index()]).len());
        let mut rare = vec![
            (WIN_ROW, won.is_some()),
            (DRAW_FULL, at.over == Some(Outcome::draw())),
        ];
        // A row that is longer than the board has room for cannot come.
        if usize::from(self.grid.rows.max(self.grid.cols)) > self.row && self.row > 2 {
            rare.push((WIN_OVERLINE, row > self.row));
        }
        rare
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<Cell>) {
        if at.over.is_none() && by == Actor::Seat(at.mover()) {
            let taken = at.stones[0].union(&at.stones[1]);
            into.extend(self.grid.cells().filter(|&cell| !taken.contains(cell)));
        }
    }

    fn check(&self, at: &Position, by: Actor, &cell: &Cell) -> Result<(), Breach> {
        if at.over.is_some() || by != Actor::Seat(at.mover()) {
            return Err(Breach::new(TURN_ALTERNATE, "it is not this seat's turn"));
        }
        if !self.all.contains(cell) {
            return Err(Breach::new(MOVE_INSIDE, "the cell is not on the board"));
        }
        match at.owner(cell) {
            Some(seat) => {
                let [row, col] = self.grid.from_one(cell).map(i64::from);
                let breach = Breach::new(MOVE_EMPTY, "({0},{1}) holds a stone of seat {2}");
                Err(breach.numbers([row, col, seat.0.into()]))
            }
            None => Ok(()),
        }
    }

    fn features(&self, at: &Position, seat: Seat) -> Vec<Feature> {
        let row = |seat: Seat| self.longest(&at.stones[seat.index()]).len();
        let feature = |name, value, most| Feature { name, value, most };
        vec![
            feature(
                "stones on the board",
                usize::from(at.plies),
                self.grid.area() - 1,
            ),
            feature("its own longest row", row(seat), self.row - 1),
            feature(
                "the other seat's longest row",
                row(seat.other()),
                self.row - 1,
            ),
        ]
    }

    fn landmarks(&self) -> Vec<Plies<Cell>> {
        landmarks::of(self)
    }

    fn apply(&self, at: &mut Position, by: Actor, &cell: &Cell) {
        let Actor::Seat(mover) = by else { return };
        let stones = &mut at.stones[mover.index()];
        stones.insert(cell);
        let wins = self.wins(stones, cell);
        at.plies += 1;
        at.last = Some(cell);
        if wins {
            at.over = Some(Outcome::win(mover));
        } else if usize::from(at.plies) == self.grid.area() {
            at.over = Some(Outcome::draw());
        }
    }
}
