//! Cells of a board and sets of them: a set is a few words, and a rule is set algebra.
//!
//! Cells are numbered row by row with one spare column after each row, which no set ever holds: a step to the right of the last
//! column lands there and not in the next row. Boards reach up to 20 x 20.
//!
#![doc = include_str!("../docs/boards.md")]

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// Rows, from 1 to 20.
    pub rows: u8,
    /// Columns, from 1 to 20.
    pub cols: u8,
}

/// A cell, by its number on its [`Grid`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell(u16);

impl Grid {
    /// The cell at a row and a column, both from 0; `None` off the board.
    #[inline]
    pub fn cell(self, row: i64, col: i64) -> Option<Cell> {
        let inside =
            (0..i64::from(self.rows)).contains(&row) && (0..i64::from(self.cols)).contains(&col);
        inside.then(|| Cell((row * self.stride() as i64 + col) as u16))
    }

    /// Row and column of a cell, both from 0.
    #[inline]
    pub fn place(self, cell: Cell) -> (u8, u8) {
        let stride = u16::from(self.cols) + 1;
        ((cell.0 / stride) as u8, (cell.0 % stride) as u8)
    }

    /// Number of cells.
    pub fn area(self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// Row and column, from 1, of a cell of this grid.
    pub fn from_one(self, cell: Cell) -> [u8; 2] {
        let (row, col) = self.place(cell);
        [row + 1, col + 1]
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let stride = self.stride() as u16;
        (0..u16::from(self.rows))
            .flat_map(move |row| (0..u16::from(self.cols)).map(move |col| Cell(row * stride + col)))
    }

    /// The step in cell numbers of one row down and one column right.
    #[inline]
    pub fn step(self, rows: i16, cols: i16) -> i16 {
        rows * self.stride() as i16 + cols
    }

    /// The steps to the eight cells around one.
    pub fn around(self) -> [i16; 8] {
        [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ]
        .map(|(rows, cols)| self.step(rows, cols))
    }

    fn stride(self) -> usize {
        usize::from(self.cols) + 1
    }
}

impl Cell {
    /// The top left corner of every grid.
    pub const FIRST: Cell = Cell(0);

    /// The step in cell numbers from here to another cell.
    pub fn step_to(self, other: Cell) -> i16 {
        other.0.wrapping_sub(self.0) as i16
    }

    /// The cell a step away; it may be off the board, where no set holds it.
    #[inline]
    pub fn stepped(self, step: i16) -> Cell {
        Cell(self.0.wrapping_add_signed(step))
    }
}

/// A set of cells in `WORDS` words of 64; a 19 x 19 board needs 6, a 20 x 20 board 7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> CellSet<WORDS> {
    /// The empty set.
    pub const EMPTY: Self = CellSet([0; WORDS]);

    /// True where the set holds the cell; a cell off the board is in no set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        let at = usize::from(cell.0);
        self.0
            .get(at / 64)
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Adds a cell of the board.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        let at = usize::from(cell.0);
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// The set with this cell of the board.
    #[must_use]
    pub fn with(mut self, cell: Cell) -> Self {
        self.insert(cell);
        self
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// True where the set holds no cell.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The cells that are in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        CellSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The cells that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        CellSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The cells that are not in the other set.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        CellSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Every cell a step further; what leaves the numbers that the set can hold is dropped.
    #[must_use]
    pub fn shifted(&self, step: i16) -> Self {
        let (words, bits) = (
            usize::from(step.unsigned_abs()) / 64,
            u32::from(step.unsigned_abs()) % 64,
        );
        let word = |i: Option<usize>| i.and_then(|i| self.0.get(i)).copied().unwrap_or(0);
        let up = |i: usize| {
            let low = i.checked_sub(words);
            word(low) << bits
                | word(low.and_then(|i| i.checked_sub(1)))
                    .checked_shr(64 - bits)
                    .unwrap_or(0)
        };
        let down = |i: usize| {
            word(Some(i + words)) >> bits
                | word(Some(i + words + 1))
                    .checked_shl(64 - bits)
                    .unwrap_or(0)
        };
        CellSet(std::array::from_fn(
            |i| if step >= 0 { up(i) } else { down(i) },
        ))
    }

    /// The cells that share a side with one of these; some may be off the board.
    #[must_use]
    pub fn sides(&self, grid: Grid) -> Self {
        self.stepped_by(
            [(0, 1), (0, -1), (1, 0), (-1, 0)].map(|(rows, cols)| grid.step(rows, cols)),
        )
    }

    /// The cells that touch one of these at a corner, one row and one column away; some may be off the board.
    #[must_use]
    pub fn corners(&self, grid: Grid) -> Self {
        self.stepped_by(
            [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(rows, cols)| grid.step(rows, cols)),
        )
    }

    fn stepped_by<const STEPS: usize>(&self, steps: [i16; STEPS]) -> Self {
        steps
            .into_iter()
            .fold(Self::EMPTY, |all, step| all.union(&self.shifted(step)))
    }

    /// True where the sets share a cell.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The cells in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<WORDS> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| {
            std::iter::successors(Some(word).filter(|&w| w != 0), |w| {
                Some(w & (w - 1)).filter(|&w| w != 0)
            })
            .map(move |w| Cell((i * 64) as u16 + w.trailing_zeros() as u16))
        })
    }
}

impl<const WORDS: usize> FromIterator<Cell> for CellSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const WORDS: usize> std::fmt::Debug for CellSet<WORDS> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|cell| cell.0))
            .finish()
    }
}
