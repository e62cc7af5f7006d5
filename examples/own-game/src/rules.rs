//! The rules of Reversi: `spec/reversi.md`, section Rules.

use super::{MOVE_EMPTY, MOVE_FLIPS, PASS_ONLY, TURN_ALTERNATE};
use stickler::prelude::*;

/// The rules for one size of board.
#[derive(Clone, Copy, Debug)]
pub struct Reversi {
    pub grid: Grid,
}

/// A disc put on a cell, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    Play(Cell),
    Pass,
}

/// The discs of both seats, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub discs: [CellSet<2>; 2],
    pub plies: u32,
    /// The cell played last; `None` after a pass.
    pub last: Option<Cell>,
}

impl Position {
    /// The seat to move.
    pub fn mover(&self) -> Seat {
        Seat((self.plies % 2) as u8)
    }
}

impl Reversi {
    /// The discs that a disc on this cell turns.
    pub fn flipped(&self, at: &Position, by: Seat, cell: Cell) -> CellSet<2> {
        let [own, others] = [by, by.other()].map(|seat| &at.discs[seat.index()]);
        let mut flipped = CellSet::EMPTY;
        for step in self.grid.around() {
            let is_other = |n: &i16| others.contains(cell.stepped(step * n));
            let count = (1..).take_while(is_other).count() as i16;
            if own.contains(cell.stepped(step * (count + 1))) {
                (1..=count).for_each(|n| flipped.insert(cell.stepped(step * n)));
            }
        }
        flipped
    }

    /// The cells that a seat can play.
    pub fn cells(&self, at: &Position, by: Seat) -> impl Iterator<Item = Cell> {
        let taken = at.discs[0].union(&at.discs[1]);
        let flips = move |cell: &Cell| !self.flipped(at, by, *cell).is_empty();
        let free = self.grid.cells().filter(move |&cell| !taken.contains(cell));
        free.filter(flips)
    }

    /// Whether a seat has a cell to play.
    pub fn can_play(&self, at: &Position, by: Seat) -> bool {
        self.cells(at, by).next().is_some()
    }
}

impl Rules for Reversi {
    type Position = Position;
    type Action = Move;

    fn start(&self) -> Position {
        let (row, col) = (i64::from(self.grid.rows) / 2, i64::from(self.grid.cols) / 2);
        let cell = |(row, col)| self.grid.cell(row, col);
        let black = [(row - 1, col), (row, col - 1)];
        let white = [(row - 1, col - 1), (row, col)];
        let discs = [black, white].map(|discs| discs.into_iter().filter_map(cell).collect());
        Position {
            discs,
            plies: 0,
            last: None,
        }
    }

    fn turn(&self, at: &Position) -> Turn {
        if self.can_play(at, Seat(0)) || self.can_play(at, Seat(1)) {
            return Turn::Seats(Seats::only(at.mover()));
        }
        let points = at.discs.map(|discs| Points::whole(discs.len() as i32));
        Turn::Over(Outcome::new(&points))
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<Move>) {
        if self.turn(at) == Turn::Seats(Seats::only(at.mover())) && by == Actor::Seat(at.mover()) {
            into.extend(self.cells(at, at.mover()).map(Move::Play));
            if into.is_empty() {
                into.push(Move::Pass);
            }
        }
    }

    fn check(&self, at: &Position, by: Actor, action: &Move) -> Result<(), Breach> {
        let mover = at.mover();
        if by != Actor::Seat(mover) || matches!(self.turn(at), Turn::Over(_)) {
            return Err(Breach::new(TURN_ALTERNATE, "it is not this seat's turn"));
        }
        let place = |cell| self.grid.from_one(cell).map(i64::from);
        let (clause, text, numbers) = match *action {
            Move::Pass if self.can_play(at, mover) => {
                (PASS_ONLY, "there is a cell to play", [0; 2])
            }
            Move::Play(cell) if at.discs.iter().any(|discs| discs.contains(cell)) => {
                (MOVE_EMPTY, "({0},{1}) holds a disc", place(cell))
            }
            Move::Play(cell) if self.flipped(at, mover, cell).is_empty() => (
                MOVE_FLIPS,
                "a disc on ({0},{1}) turns no other",
                place(cell),
            ),
            _ => return Ok(()),
        };
        Err(Breach::new(clause, text).numbers(numbers))
    }

    fn apply(&self, at: &mut Position, by: Actor, action: &Move) {
        let Actor::Seat(mover) = by else { return };
        at.last = None;
        if let Move::Play(cell) = *action {
            let flipped = self.flipped(at, mover, cell);
            at.discs[mover.index()] = at.discs[mover.index()].union(&flipped).with(cell);
            at.discs[mover.other().index()] = at.discs[mover.other().index()].without(&flipped);
            at.last = Some(cell);
        }
        at.plies += 1;
    }
}
