//! A position as boards to look at, without saying how they are drawn.

use crate::cells::{Cell, Grid};

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

/// One board with the numbers of its first row and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The title of the board, empty where there is only one.
    pub title: String,
    /// Number of the first row and the first column.
    pub first: u8,
    /// The tiles, row by row.
    pub rows: Vec<Vec<Tile>>,
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
            title: String::new(),
            first,
            rows,
        }
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
