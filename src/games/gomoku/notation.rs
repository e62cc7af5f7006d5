//! How Gomoku is written: cells, messages, answers, pictures.

use super::rules::{Gomoku, Position};
use super::{MOVE_INSIDE, TURN_ALTERNATE, TURN_ANSWER};
use crate::cells::{Cell, Grid};
use crate::clause::Breach;
use crate::clock::Left;
use crate::game::{Actor, Notation, Seat, Turn};
use crate::params::Ms;
use crate::picture::{Board, Picture, Tile};
use crate::wire::{JUDGE_FORM, Remarks, Words, digits, plain, unreadable};
use std::fmt;

/// A message of the judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Say {
    /// `READY FIRST` or `READY SECOND`, by seat.
    Ready(Seat),
    /// `TURN my_time opp_time`.
    Turn {
        /// What the asked seat has left.
        mine: Left,
        /// What the other has left.
        others: Left,
    },
    /// `OPP x y time`.
    Opp {
        /// Row and column, from 1.
        at: (u8, u8),
        /// The time the move was counted with; `None`: not known.
        took: Option<Ms>,
    },
    /// `FINISH`.
    Finish,
}

impl fmt::Display for Say {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Say::Ready(Seat(0)) => f.write_str("READY FIRST"),
            Say::Ready(_) => f.write_str("READY SECOND"),
            Say::Turn { mine, others } => numbers(f, "TURN", [mine.most().0, others.most().0]),
            Say::Opp { at: (row, col), took } => {
                numbers(f, "OPP", [u64::from(*row), u64::from(*col), took.unwrap_or_default().0])
            }
            Say::Finish => f.write_str("FINISH"),
        }
    }
}

fn numbers<const N: usize>(f: &mut fmt::Formatter<'_>, word: &str, numbers: [u64; N]) -> fmt::Result {
    f.write_str(word)?;
    numbers.iter().try_for_each(|&number| {
        f.write_str(" ")?;
        f.write_str(digits(number, &mut [0; 20]))
    })
}

/// True where the line is this very message, all of whose numbers are known.
pub(super) fn is_plainly(due: &Say, line: &[u8]) -> bool {
    let same = |left: &Left, shown: u32| *left == Left::Exactly(Ms(shown.into()));
    match due {
        Say::Turn { mine, others } => {
            plain(line, b"TURN").is_some_and(|[shown, other]| same(mine, shown) && same(others, other))
        }
        Say::Opp { at: (row, col), took: Some(took) } => plain(line, b"OPP")
            .is_some_and(|[x, y, time]| (x, y) == ((*row).into(), (*col).into()) && Ms(time.into()) == *took),
        _ => false,
    }
}

/// Reads a message of the judge: its words, plain numbers, cells on the board.
pub(super) fn read_say(grid: Grid, line: &[u8]) -> Result<Say, Breach> {
    let mut words = Words::new(line);
    let say = match words.next() {
        Some(b"READY") => match words.next() {
            Some(b"FIRST") => Say::Ready(Seat(0)),
            Some(b"SECOND") => Say::Ready(Seat(1)),
            _ => return Err(Breach::new(JUDGE_FORM, "READY goes on with FIRST or SECOND").word(1)),
        },
        Some(b"TURN") => Say::Turn {
            mine: Left::Exactly(read_time(&mut words, 1)?),
            others: Left::Exactly(read_time(&mut words, 2)?),
        },
        Some(b"OPP") => {
            let at = read_pair(&mut words)
                .ok_or_else(|| Breach::new(JUDGE_FORM, "expected `OPP x y time`").word(words.index()))?;
            inside(grid, at).map_err(|breach| Breach { clause: JUDGE_FORM, ..breach })?;
            Say::Opp { at: (at.0 as u8, at.1 as u8), took: Some(read_time(&mut words, 3)?) }
        }
        Some(b"FINISH") => Say::Finish,
        _ => return Err(Breach::new(JUDGE_FORM, "expected READY, TURN, OPP or FINISH").word(0)),
    };
    if !words.end() {
        return Err(Breach::new(JUDGE_FORM, "nothing may follow").word(words.index() + 1));
    }
    words.strictly().map(|()| say)
}

fn read_time(words: &mut Words<'_>, index: usize) -> Result<Ms, Breach> {
    let time = words.integer().and_then(|time| u64::try_from(time).ok());
    time.map(Ms).ok_or_else(|| Breach::new(JUDGE_FORM, "expected a time in milliseconds").word(index))
}

fn read_pair(words: &mut Words<'_>) -> Option<(i64, i64)> {
    Some((words.integer()?, words.integer()?))
}

/// The cell at a row and column from 1; the words of the numbers are 1 and 2.
pub(super) fn inside(grid: Grid, (row, col): (i64, i64)) -> Result<Cell, Breach> {
    let (rows, cols) = (i64::from(grid.rows), i64::from(grid.cols));
    let off = |index: usize, text, number, most| Breach::new(MOVE_INSIDE, text).word(index).numbers([number, most]);
    if !(1..=rows).contains(&row) {
        return Err(off(1, "row {0} is off the board: rows go from 1 to {1}", row, rows));
    }
    grid.cell(row - 1, col - 1)
        .ok_or_else(|| off(2, "column {0} is off the board: columns go from 1 to {1}", col, cols))
}

/// Reads the answer to TURN: row and column from 1, wherever they are.
pub(super) fn read_move(line: &[u8]) -> Result<((i64, i64), Remarks), Breach> {
    if let Some([row, col]) = plain(line, b"MOVE") {
        return Ok(((row.into(), col.into()), Remarks::default()));
    }
    let mut words = Words::new(line);
    let wrong = |text, index| Err(unreadable(line, Breach::new(TURN_ANSWER, text).word(index)));
    if words.next() != Some(b"MOVE") {
        return wrong("expected `MOVE x y`", 0);
    }
    match read_pair(&mut words) {
        Some(at) if words.end() => Ok((at, words.remarks)),
        Some(_) => wrong("nothing may follow the two integers", 3),
        None => wrong("expected an integer", words.index().max(1)),
    }
}

/// Reads the answer to TURN as a cell of the board.
pub(super) fn read_cell(grid: Grid, line: &[u8]) -> Result<(Cell, Remarks), Breach> {
    let (at, remarks) = read_move(line)?;
    Ok((inside(grid, at)?, remarks))
}

impl Notation for Gomoku {
    fn parse(&self, at: &Position, text: &str) -> Result<(Actor, Cell), Breach> {
        if !matches!(crate::game::Rules::turn(self, at), Turn::Seats(_)) {
            return Err(Breach::new(TURN_ALTERNATE, "the game is over"));
        }
        let (cell, _) = read_cell(self.grid, text.as_bytes())?;
        Ok((Actor::Seat(at.mover()), cell))
    }

    fn print(&self, _by: Actor, &cell: &Cell) -> String {
        let (row, col) = self.grid.place(cell);
        format!("MOVE {} {}", row + 1, col + 1)
    }

    fn observe(&self, at: &Position) -> Vec<(&'static str, String)> {
        let to_move = match at.over {
            Some(_) => "nobody".to_string(),
            None => format!("seat {}", at.mover()),
        };
        vec![
            ("plies", at.plies.to_string()),
            ("to_move", to_move),
            ("stones", format!("{} {}", at.stones[0].len(), at.stones[1].len())),
            ("last", at.last.map_or("none".into(), |cell| self.print(Actor::Nature, &cell)[5..].into())),
            (
                "legal",
                if at.over.is_some() { "0".into() } else { (self.grid.len() - usize::from(at.plies)).to_string() },
            ),
            ("outcome", at.over.map_or("running".into(), |outcome| outcome.to_string())),
        ]
    }

    fn picture(&self, at: &Position) -> Picture {
        let tile = |row, col| {
            let cell = self.grid.cell(row, col)?;
            let owner = at.owner(cell)?;
            let glyph = if owner == Seat(0) { 'B' } else { 'W' };
            Some(Tile { glyph, owner: Some(owner.0), fresh: at.last == Some(cell) })
        };
        let rows = (0..i64::from(self.grid.rows))
            .map(|row| (0..i64::from(self.grid.cols)).map(|col| tile(row, col).unwrap_or(Tile::EMPTY)).collect());
        let board = Board { title: String::new(), first: 1, rows: rows.collect() };
        Picture { boards: vec![board], notes: Vec::new() }
    }
}
