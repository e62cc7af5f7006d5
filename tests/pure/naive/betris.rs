//! The rules of Betris a second time, as plainly as the page `betris.md` puts them. Nothing here is meant to be fast:
//! blocks are found by growing them cell by cell, and placements by trying every way a block can lie.

use std::collections::BTreeSet;

/// A row and a column, from 0.
pub type Cell = (i32, i32);

/// The names of the 21 kinds, each with one of its forms.
pub const KINDS: [(&str, &[Cell]); 21] = [
    ("I1", &[(0, 0)]),
    ("I2", &[(0, 0), (0, 1)]),
    ("I3", &[(0, 0), (0, 1), (0, 2)]),
    ("L3", &[(0, 0), (1, 0), (1, 1)]),
    ("I4", &[(0, 0), (0, 1), (0, 2), (0, 3)]),
    ("L4", &[(0, 0), (1, 0), (2, 0), (2, 1)]),
    ("S4", &[(0, 1), (0, 2), (1, 0), (1, 1)]),
    ("T4", &[(0, 0), (0, 1), (0, 2), (1, 1)]),
    ("O4", &[(0, 0), (0, 1), (1, 0), (1, 1)]),
    ("I5", &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]),
    ("L5", &[(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]),
    ("F5", &[(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)]),
    ("N5", &[(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)]),
    ("P5", &[(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]),
    ("T5", &[(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)]),
    ("U5", &[(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]),
    ("V5", &[(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]),
    ("W5", &[(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]),
    ("X5", &[(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]),
    ("Y5", &[(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)]),
    ("Z5", &[(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)]),
];

/// The cells of the kind of this name.
pub fn kind(name: &str) -> &'static [Cell] {
    KINDS
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a kind")
        .1
}

/// All shapes of this many cells joined by their sides, moved to the top left, by growing smaller ones.
pub fn fixed_shapes(size: usize) -> BTreeSet<Vec<Cell>> {
    if size == 1 {
        return BTreeSet::from([vec![(0, 0)]]);
    }
    let mut grown = BTreeSet::new();
    for shape in fixed_shapes(size - 1) {
        for &(row, col) in &shape {
            for cell in [
                (row + 1, col),
                (row - 1, col),
                (row, col + 1),
                (row, col - 1),
            ] {
                if !shape.contains(&cell) {
                    let mut larger = shape.clone();
                    larger.push(cell);
                    grown.insert(moved_to_corner(&larger));
                }
            }
        }
    }
    grown
}

/// The eight ways to look at a shape: four turns, and four turns of its mirror image. Some may be alike.
pub fn eight_ways(shape: &[Cell]) -> Vec<Vec<Cell>> {
    let mut ways = Vec::new();
    for mirror in [false, true] {
        let mut cells: Vec<Cell> = shape
            .iter()
            .map(|&(row, col)| if mirror { (row, -col) } else { (row, col) })
            .collect();
        for _ in 0..4 {
            cells = cells.iter().map(|&(row, col)| (col, -row)).collect();
            ways.push(moved_to_corner(&cells));
        }
    }
    ways
}

fn moved_to_corner(cells: &[Cell]) -> Vec<Cell> {
    let top = cells.iter().map(|cell| cell.0).min().expect("a cell");
    let left = cells.iter().map(|cell| cell.1).min().expect("a cell");
    let mut moved: Vec<Cell> = cells
        .iter()
        .map(|&(row, col)| (row - top, col - left))
        .collect();
    moved.sort();
    moved
}

/// A board: true where a cell is filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(pub Vec<Vec<bool>>);

impl Board {
    /// An empty board.
    pub fn empty(rows: usize, cols: usize) -> Board {
        Board(vec![vec![false; cols]; rows])
    }

    fn is_free(&self, (row, col): Cell) -> bool {
        if row < 0 || col < 0 || row as usize >= self.0.len() || col as usize >= self.0[0].len() {
            return false;
        }
        !self.0[row as usize][col as usize]
    }

    /// Every way to put a block on empty cells: each orientation with its corner on each cell.
    pub fn placements(&self, shape: &[Cell]) -> BTreeSet<Vec<Cell>> {
        let mut found = BTreeSet::new();
        for way in eight_ways(shape) {
            for row in 0..self.0.len() as i32 {
                for col in 0..self.0[0].len() as i32 {
                    let cells: Vec<Cell> = way
                        .iter()
                        .map(|cell| (cell.0 + row, cell.1 + col))
                        .collect();
                    if cells.iter().all(|&cell| self.is_free(cell)) {
                        found.insert(cells);
                    }
                }
            }
        }
        found
    }

    /// Fills these cells.
    pub fn fill(&mut self, cells: &[Cell]) {
        for &(row, col) in cells {
            assert!(self.is_free((row, col)), "({row},{col}) is not free");
            self.0[row as usize][col as usize] = true;
        }
    }

    /// Number of filled cells.
    pub fn filled(&self) -> usize {
        self.0.iter().flatten().filter(|&&filled| filled).count()
    }

    /// Cells of the largest square of filled cells, by trying every square.
    pub fn largest_square(&self) -> usize {
        let (rows, cols) = (self.0.len(), self.0[0].len());
        let mut best = 0;
        for side in 1..=rows.min(cols) {
            for top in 0..=rows - side {
                for left in 0..=cols - side {
                    let full = (top..top + side)
                        .all(|row| (left..left + side).all(|col| self.0[row][col]));
                    if full {
                        best = side * side;
                    }
                }
            }
        }
        best
    }

    /// Twice the score: a point for a cell, a point for a cell of the square, half a point for a chip.
    pub fn double_score(&self, chips: usize) -> usize {
        2 * self.filled() + 2 * self.largest_square() + chips
    }
}

/// A bet on the first or the second block of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bet {
    /// 0 for A, 1 for B.
    pub on: usize,
    /// Chips.
    pub chips: usize,
}

/// Who gets which block (0 for A, 1 for B) and pays what; `tie` is the seat that the judge draws where it must.
pub fn resolve(first: Bet, second: Bet, tie: usize) -> [(usize, usize); 2] {
    if first.on != second.on {
        return [(first.on, first.chips), (second.on, second.chips)];
    }
    let other = 1 - first.on;
    let first_succeeds = if first.chips == second.chips {
        tie == 0
    } else {
        first.chips > second.chips
    };
    if first_succeeds {
        [(first.on, first.chips), (other, 0)]
    } else {
        [(other, 0), (second.on, second.chips)]
    }
}
