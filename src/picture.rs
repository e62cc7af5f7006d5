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

/// The meaning of a mark for its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// They are the row that won.
    Row,
    /// They are the largest square.
    Square,
    /// They were named by an answer that was refused.
    Refused,
}

/// Cells that are marked where the board is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its meaning.
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

    /// The tile of a cell, where there is one.
    pub fn tile(&self, row: usize, col: usize) -> Option<&Tile> {
        self.rows.get(row)?.get(col)
    }
}

impl From<Board> for Picture {
    fn from(board: Board) -> Picture {
        Picture {
            boards: vec![board],
            notes: Vec::new(),
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
}

impl Picture {
    /// Marks the cells that a refused answer names. Where the moves are numbered, it has the next number.
    pub fn refuse(&mut self, answer: &str, spots: &[Spot]) {
        for (board, number) in self.boards.iter_mut().zip(0u8..) {
            let own = spots.iter().filter(|spot| spot.board == number);
            let cells: Vec<(u8, u8)> = own.map(|spot| (spot.row, spot.col)).collect();
            if !cells.is_empty() {
                let labels = board.look.labels.values().filter(|_| board.look.stones);
                let last = labels.filter_map(|label| label.parse::<usize>().ok()).max();
                board.look.marks.push(Mark {
                    sign: Sign::Refused,
                    cells,
                    label: last.map_or(answer.to_string(), |last| {
                        format!("{} · {answer}", last + 1)
                    }),
                });
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
        for note in &self.notes {
            text += &format!("{note}\n");
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
