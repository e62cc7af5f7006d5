//! The rules of Black Out: `spec/blackout.md`, section Rules.

use super::solver::Values;
use super::{JURY_LEGAL, MOVE_INSIDE, MOVE_NEW, MOVE_ORDER, MOVE_STRAIGHT, Params, TURN_ALTERNATE};
use crate::game::Plies;
use crate::prelude::*;

/// The one seat: the contestant. The jury plays as nature.
pub(super) const SEAT: Seat = Seat(0);

/// The rules for one size of board, at most 5x6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blackout {
    /// The board.
    pub grid: Grid,
}

/// Squares in one row or column, by the two ends, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Segment {
    /// First row.
    pub r1: u8,
    /// First column.
    pub c1: u8,
    /// Last row.
    pub r2: u8,
    /// Last column.
    pub c2: u8,
}

/// The black squares of one game as bits, row by row from the lowest, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Black squares.
    pub black: u32,
    /// Squares that the last move blackened.
    pub fresh: u32,
    /// Squares of the last move, with those that were black before it.
    pub last: u32,
    /// Squares that the jury blackened.
    pub jury: u32,
    /// Moves made.
    pub plies: u8,
}

impl Blackout {
    /// The rules under these parameters.
    pub fn new(params: &Params) -> Blackout {
        Blackout {
            grid: params.board.0,
        }
    }

    /// All squares as bits.
    pub fn full(&self) -> u32 {
        (1 << self.grid.area()) - 1
    }

    /// The bit of a square, row and column from 1.
    pub fn square(&self, row: u8, col: u8) -> u32 {
        1 << ((row - 1) * self.grid.cols + col - 1)
    }

    /// Every segment of the board, in order.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + use<> {
        let Grid { rows, cols } = self.grid;
        let squares = (1..=rows).flat_map(move |row| (1..=cols).map(move |col| (row, col)));
        squares.flat_map(move |(r1, c1)| {
            let across = (c1..=cols).map(move |c2| Segment { r1, c1, r2: r1, c2 });
            let down = (r1 + 1..=rows).map(move |r2| Segment { r1, c1, r2, c2: c1 });
            across.chain(down)
        })
    }

    /// The squares of a segment of this board.
    pub fn squares(&self, segment: &Segment) -> u32 {
        let &Segment { r1, c1, r2, c2 } = segment;
        (r1..=r2)
            .flat_map(|row| (c1..=c2).map(move |col| (row, col)))
            .map(|(row, col)| self.square(row, col))
            .sum()
    }

    /// The segment between two squares, `r1 c1 r2 c2` from 1; a breach points at the number, from 0.
    pub fn segment(&self, numbers: [i64; 4]) -> Result<Segment, Breach> {
        let sides = [i64::from(self.grid.rows), i64::from(self.grid.cols)];
        let off = |&at: &usize| !(1..=sides[at % 2]).contains(&numbers[at]);
        if let Some(at) = (0..4).find(off) {
            let texts = [
                "row {0} is off the board of {1} rows",
                "column {0} is off the board of {1} columns",
            ];
            return Err(Breach::new(MOVE_INSIDE, texts[at % 2])
                .word(at)
                .numbers([numbers[at], sides[at % 2]]));
        }
        if let Some(at) = (0..2).find(|&at| numbers[at] > numbers[at + 2]) {
            let breach = Breach::new(
                MOVE_ORDER,
                "{0} comes after {1}: name the upper or left square first",
            );
            return Err(breach.word(at + 2).numbers([numbers[at], numbers[at + 2]]));
        }
        let [r1, c1, r2, c2] = numbers.map(|number| number as u8);
        if r1 != r2 && c1 != c2 {
            return Err(Breach::new(
                MOVE_STRAIGHT,
                "the two squares share neither row nor column",
            ));
        }
        Ok(Segment { r1, c1, r2, c2 })
    }

    /// Legal moves with the squares that they cover; none on a full board.
    pub fn moves(&self, black: u32) -> impl Iterator<Item = (Segment, u32)> {
        let all = self
            .segments()
            .map(|segment| (segment, self.squares(&segment)));
        all.filter(move |&(_, squares)| squares & !black != 0)
    }

    /// A game that is as long as it can be, and ends with this segment, where these squares of it are still white.
    fn with_last(&self, last: &Segment, white: u32) -> Plies<Segment> {
        let single = |segment: &Segment| self.squares(segment).count_ones() == 1;
        let others = self
            .segments()
            .filter(single)
            .filter(|segment| self.squares(segment) & white == 0);
        in_turn(others.chain([*last]))
    }

    /// A move that blackens every white square.
    pub fn last_move(&self, black: u32) -> Option<Segment> {
        let ends = |&(_, squares): &(Segment, u32)| black | squares == self.full();
        self.moves(black).find(ends).map(|(segment, _)| segment)
    }
}

impl Position {
    /// The player to move, also of a game that is over.
    pub fn mover(&self) -> Actor {
        if self.plies.is_multiple_of(2) {
            Actor::Seat(SEAT)
        } else {
            Actor::Nature
        }
    }
}

/// A game of these moves, the contestant's first.
fn in_turn(segments: impl Iterator<Item = Segment>) -> Plies<Segment> {
    let movers = [Actor::Seat(SEAT), Actor::Nature].into_iter().cycle();
    movers.zip(segments).collect()
}

/// A point for each game that the contestant has won.
pub(super) fn score(games: u32) -> Outcome {
    Outcome::new(&[Points::whole(games as i32)])
}

impl Rules for Blackout {
    type Position = Position;
    /// The squares to blacken.
    type Action = Segment;

    /// Each segment comes last, with all of its squares white; one from edge to edge also with each of them alone, with its two ends
    /// and with every other square. Then the shortest games, by whole rows and by whole columns.
    fn landmarks(&self) -> Vec<Plies<Segment>> {
        let Grid { rows, cols } = self.grid;
        let each_white = |last: Segment| {
            let all = self.squares(&last);
            let is_whole = (last.r1, last.r2) == (1, rows) || (last.c1, last.c2) == (1, cols);
            let squares = (0..u32::BITS).map(|at| 1 << at);
            let squares: Vec<u32> = squares.filter(|square| all & square != 0).collect();
            let ends = squares.first().zip(squares.last());
            let ends = ends.map(|(first, last)| first | last);
            let every_other = squares.iter().step_by(2).sum();
            let mut whites = vec![all];
            if is_whole {
                whites.extend(squares.iter().copied().chain(ends).chain([every_other]));
            }
            whites
                .into_iter()
                .map(move |white| self.with_last(&last, white))
        };
        let row = |row| [row, 1, row, cols];
        let column = |column| [1, column, rows, column];
        let shortest = [
            (1..=rows).map(row).collect::<Vec<_>>(),
            (1..=cols).map(column).collect(),
        ];
        let shortest = shortest.into_iter().map(|lines| {
            let segment = |[r1, c1, r2, c2]: [u8; 4]| Segment { r1, c1, r2, c2 };
            in_turn(lines.into_iter().map(segment))
        });
        self.segments()
            .flat_map(each_white)
            .chain(shortest)
            .collect()
    }

    fn features(&self, at: &Position, _seat: Seat) -> Vec<Feature> {
        let feature = |name, value, most| Feature { name, value, most };
        let (black, area) = (at.black.count_ones() as usize, self.grid.area());
        vec![
            feature("black squares", black, area - 1),
            feature("moves of a game", at.plies.into(), area - 1),
        ]
    }

    fn start(&self) -> Position {
        Position {
            black: 0,
            fresh: 0,
            last: 0,
            jury: 0,
            plies: 0,
        }
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.mover() {
            mover if at.black == self.full() => {
                Turn::Over(score(u32::from(mover == Actor::Nature)))
            }
            Actor::Nature => Turn::Nature,
            Actor::Seat(seat) => Turn::Seats(Seats::only(seat)),
        }
    }

    fn value(&self, at: &Position) -> Option<Outcome> {
        let is_won = || Values::of(self).is_won(at.black) == (at.mover() == Actor::Seat(SEAT));
        Some(
            self.turn(at)
                .outcome()
                .unwrap_or_else(|| score(u32::from(is_won()))),
        )
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<Segment>) {
        if by == at.mover() {
            into.extend(self.moves(at.black).map(|(segment, _)| segment));
        }
    }

    fn check(&self, at: &Position, by: Actor, action: &Segment) -> Result<(), Breach> {
        if at.black == self.full() || by != at.mover() {
            return Err(Breach::new(TURN_ALTERNATE, "it is not this player's turn"));
        }
        let numbers = [action.r1, action.c1, action.r2, action.c2].map(i64::from);
        let segment = self.segment(numbers)?;
        if self.squares(&segment) & !at.black == 0 {
            let clause = if by == Actor::Nature {
                JURY_LEGAL
            } else {
                MOVE_NEW
            };
            return Err(Breach::new(
                clause,
                "each square of this segment is black already",
            ));
        }
        Ok(())
    }

    fn apply(&self, at: &mut Position, by: Actor, action: &Segment) {
        at.last = self.squares(action);
        at.fresh = at.last & !at.black;
        at.black |= at.fresh;
        if by == Actor::Nature {
            at.jury |= at.fresh;
        }
        at.plies += 1;
    }
}
