//! A position as boards to look at, without saying how they are drawn.

use crate::cells::{Cell, Grid};
use std::collections::BTreeMap;

/// One cell to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// The letter of the cell; `.` for an empty one.
    pub glyph: char,
    /// The colour, from 0: that of the seat, or the block; `None` for an empty cell.
    pub owner: Option<u8>,
    /// True for the latest action.
    pub fresh: bool,
}

impl Tile {
    /// A cell where nothing stands.
    pub const EMPTY: Tile = Tile {
        glyph: '.',
        owner: None,
        fresh: false,
    };
}

/// A cell of one of the boards of a picture; all three count from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Spot {
    /// The board.
    pub board: u8,
    /// The row.
    pub row: u8,
    /// The column.
    pub col: u8,
}

/// A cell that an answer names off a board: row and column count from 0 at the board's first cell, and may lead anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OffBoard {
    /// The board.
    pub board: u8,
    /// The row.
    pub row: i64,
    /// The column.
    pub col: i64,
}

impl OffBoard {
    /// The cell at this row and column, which count from 1, off the only board.
    pub fn from_one((row, col): (i64, i64)) -> OffBoard {
        OffBoard {
            board: 0,
            row: row.saturating_sub(1),
            col: col.saturating_sub(1),
        }
    }
}

/// The cells that an answer names, whether it is legal or not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Aim {
    /// Those on boards.
    pub spots: Vec<Spot>,
    /// Those off them.
    pub off: Vec<OffBoard>,
}

/// The meaning of a mark for its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// They are the row that won.
    Row,
    /// They are the largest square.
    Square,
    /// They were named by an answer that was refused.
    Refused,
    /// They lie nearest to a cell off the board that a refused answer named.
    Off {
        /// 1: it lies below them; -1: above.
        down: i8,
        /// 1: it lies to the right of them; -1: to the left.
        right: i8,
    },
    /// They are what the last move took, with those that were taken before.
    Last,
}

/// Cells that are marked where the board is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The meaning.
    pub sign: Sign,
    /// Row and column of each cell, from 0.
    pub cells: Vec<(u8, u8)>,
    /// A few words beside them, or none.
    pub label: String,
}

/// How a board is drawn, beside what its letters say. Text does not show it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Stones lie on the crossings of lines; else pieces fill the cells between them.
    pub stones: bool,
    /// Words on cells, by row and column from 0: the number of a move, the name of a piece.
    pub labels: BTreeMap<(u8, u8), String>,
    /// Cells that are marked.
    pub marks: Vec<Mark>,
    /// The meaning of the colours, where they are not simply those of the players.
    pub colours: Option<&'static str>,
}

/// One board with the numbers of its first row and column.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// The title of the board, empty where there is only one.
    pub title: String,
    /// Number of the first row and the first column.
    pub first: u8,
    /// The tiles, row by row.
    pub rows: Vec<Vec<Tile>>,
    /// How it is drawn.
    pub look: Look,
}

impl Board {
    /// A board of this size without a title; cells of which `tile` knows nothing are empty.
    pub fn of(grid: Grid, first: u8, tile: impl Fn(Cell) -> Option<Tile>) -> Board {
        let tiles: Vec<Tile> = grid
            .cells()
            .map(|cell| tile(cell).unwrap_or(Tile::EMPTY))
            .collect();
        let rows = tiles
            .chunks(grid.cols.into())
            .map(<[Tile]>::to_vec)
            .collect();
        Board {
            first,
            rows,
            ..Board::default()
        }
    }

    /// The cell that lies nearest to one off this board, and where that one lies; `None`: it is on the board, or there is no cell.
    fn nearest(&self, off: &OffBoard) -> Option<(Sign, Vec<(u8, u8)>)> {
        let rows = i64::try_from(self.rows.len()).ok()?;
        let cols = i64::try_from(self.rows.first()?.len()).ok()?;
        let (row, col) = (off.row.clamp(0, rows - 1), off.col.clamp(0, cols - 1));
        let side = |at: i64, nearest: i64| (at > nearest) as i8 - (at < nearest) as i8;
        let (down, right) = (side(off.row, row), side(off.col, col));
        let cell = (u8::try_from(row).ok()?, u8::try_from(col).ok()?);
        ((down, right) != (0, 0)).then(|| (Sign::Off { down, right }, vec![cell]))
    }

    /// The tile of a cell, where there is one.
    pub fn tile(&self, row: usize, col: usize) -> Option<&Tile> {
        self.rows.get(row)?.get(col)
    }
}

impl From<Board> for Picture {
    fn from(board: Board) -> Picture {
        Picture {
            boards: vec![board],
            ..Picture::default()
        }
    }
}

/// All boards of a position, and what stands beside them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// The boards, left to right.
    pub boards: Vec<Board>,
    /// Clocks, scores, whose turn: one fact a line.
    pub notes: Vec<String>,
    /// Of each note, the meaning of letters on the boards. Text alone shows it: where boards are drawn, labels name their pieces.
    pub letters: Vec<String>,
}

impl Picture {
    /// Marks the cells that a refused answer names. Where the moves are numbered, it has the next number.
    pub fn refuse(&mut self, answer: &str, aim: &Aim) {
        for (board, number) in self.boards.iter_mut().zip(0u8..) {
            let own = aim.spots.iter().filter(|spot| spot.board == number);
            let cells: Vec<(u8, u8)> = own.map(|spot| (spot.row, spot.col)).collect();
            let on = (!cells.is_empty()).then_some((Sign::Refused, cells));
            let off = aim.off.iter().filter(|off| off.board == number);
            let off: Vec<_> = off.filter_map(|off| board.nearest(off)).collect();
            let labels = board.look.labels.values().filter(|_| board.look.stones);
            let last = labels.filter_map(|label| label.parse::<usize>().ok()).max();
            let mut label = last.map_or(answer.to_string(), |last| {
                format!("{} · {answer}", last + 1)
            });
            for (sign, cells) in on.into_iter().chain(off) {
                // The answer is written once, however many marks it has.
                let label = std::mem::take(&mut label);
                board.look.marks.push(Mark { sign, cells, label });
            }
        }
    }

    /// Plain text, the latest action in brackets.
    pub fn text(&self) -> String {
        self.paint(|tile| tile.glyph.to_string())
    }

    /// Text with each tile as `paint` makes it; the paint may add colour, not width.
    pub fn paint(&self, paint: impl Fn(&Tile) -> String) -> String {
        let mut text = String::new();
        for board in &self.boards {
            if !board.title.is_empty() {
                text += &format!("{}\n", board.title);
            }
            text += &heading(board);
            for (row, tiles) in board.rows.iter().enumerate() {
                text += &format!("{:>3}", row + usize::from(board.first));
                for (col, tile) in tiles.iter().enumerate() {
                    let before = match (tile.fresh, col > 0 && tiles[col - 1].fresh) {
                        (true, false) => '[',
                        (false, true) => ']',
                        _ => ' ',
                    };
                    text += &format!("{before}{}", paint(tile));
                }
                if tiles.last().is_some_and(|tile| tile.fresh) {
                    text.push(']');
                }
                text.push('\n');
            }
        }
        for (at, note) in self.notes.iter().enumerate() {
            let letters = self.letters.get(at).filter(|letters| !letters.is_empty());
            let letters = letters.map_or(String::new(), |letters| format!("; {letters}"));
            text += &format!("{note}{letters}\n");
        }
        text
    }
}

/// Column numbers, units only, tens above where there are any.
fn heading(board: &Board) -> String {
    let first = usize::from(board.first);
    let columns = board.rows.first().map_or(0, Vec::len);
    let numbers = || first..first + columns;
    let line = |digit: &dyn Fn(usize) -> String| {
        let digits: Vec<String> = numbers().map(digit).collect();
        format!("    {}\n", digits.join(" ").trim_end())
    };
    let tens = |n: usize| {
        if n >= 10 {
            (n / 10).to_string()
        } else {
            " ".to_string()
        }
    };
    let units = line(&|n| (n % 10).to_string());
    if numbers().any(|n| n >= 10) {
        line(&tens) + &units
    } else {
        units
    }
}

/// The order in which stones were put, over the pictures of a game.
#[derive(Default)]
pub struct MoveNumbers {
    taken: BTreeMap<Spot, (u8, usize)>,
    count: usize,
}

impl MoveNumbers {
    /// Sees the next picture, and labels its stones with the numbers of their moves. Stones that came at once have no number.
    pub fn number(&mut self, picture: &mut Picture) {
        for (board, number) in picture.boards.iter_mut().zip(0u8..) {
            if !board.look.stones {
                continue;
            }
            let tiles = board.rows.iter().zip(0u8..).flat_map(|(tiles, row)| {
                tiles.iter().zip(0u8..).map(move |(tile, col)| {
                    (
                        tile,
                        Spot {
                            board: number,
                            row,
                            col,
                        },
                    )
                })
            });
            let held: BTreeMap<Spot, u8> = tiles
                .filter_map(|(tile, spot)| Some((spot, tile.owner?)))
                .collect();
            self.taken
                .retain(|spot, (owner, _)| spot.board != number || held.get(spot) == Some(owner));
            let new: Vec<(Spot, u8)> = held
                .into_iter()
                .filter(|(spot, _)| !self.taken.contains_key(spot))
                .collect();
            self.count += new.len();
            let count = if new.len() == 1 { self.count } else { 0 };
            self.taken
                .extend(new.into_iter().map(|(spot, owner)| (spot, (owner, count))));
            let own = self
                .taken
                .iter()
                .filter(|(spot, (_, count))| spot.board == number && *count > 0);
            board
                .look
                .labels
                .extend(own.map(|(spot, (_, count))| ((spot.row, spot.col), count.to_string())));
        }
    }
}
