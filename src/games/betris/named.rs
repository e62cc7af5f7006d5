//! Cells by name: `k x1 y1 ... xk yk`, rows and columns from 1, as OPP and PLACE list them.

use super::rules::Cells;
use super::{PLACE_DISTINCT, PLACE_INSIDE};
use crate::cells::Grid;
use crate::clause::{Breach, Clause};
use crate::message::cell_from_one;
use crate::polyomino::MOST_CELLS;
use crate::wire::{Words, plain_list};
use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

/// Rows and columns, from 1, of the cells of a placement, in the order in which they were named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NamedCells {
    count: u8,
    places: [(u8, u8); MOST_CELLS],
}

impl NamedCells {
    /// Names one cell more; false where no block has so many.
    fn push(&mut self, place: (u8, u8)) -> bool {
        let next = self.places.get_mut(usize::from(self.count));
        next.map(|next| *next = place)
            .map(|()| self.count += 1)
            .is_some()
    }

    /// These cells; `None`: they are more than a block has.
    pub(super) fn of(places: &[(u8, u8)]) -> Option<NamedCells> {
        let mut named = NamedCells::default();
        places
            .iter()
            .all(|&place| named.push(place))
            .then_some(named)
    }
}

impl Deref for NamedCells {
    type Target = [(u8, u8)];

    fn deref(&self) -> &[(u8, u8)] {
        &self.places[..usize::from(self.count)]
    }
}

/// A list of cells as `k x1 y1 ... xk yk`.
pub(super) struct List<'a>(pub(super) &'a [(u8, u8)]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.len())?;
        self.0
            .iter()
            .try_for_each(|(row, col)| write!(f, " {row} {col}"))
    }
}

/// Reads `k x1 y1 ... xk yk`; `k` is the word of this index.
pub(super) fn read_list(
    words: &mut Words<'_>,
    index: usize,
    clause: Clause,
) -> Result<Vec<(i64, i64)>, Breach> {
    let wrong = |text, word| Breach::new(clause, text).word(word);
    let count = words
        .integer()
        .ok_or_else(|| wrong("expected the number of cells", index))?;
    let (mut cells, mut row, mut there) = (Vec::with_capacity(5), 0, 0);
    while !words.end() {
        let number = words
            .integer()
            .ok_or_else(|| wrong("expected an integer", index + 1 + there))?;
        match there % 2 {
            0 => row = number,
            _ => cells.push((row, number)),
        }
        there += 1;
    }
    let needed = count.saturating_mul(2);
    let breach = |text, word| Err(wrong(text, word).numbers([count, needed, there as i64]));
    match u64::try_from(needed).map(|needed| (needed, needed.cmp(&(there as u64)))) {
        Err(_) => breach("a negative number of cells", index),
        Ok((_, Ordering::Greater)) => breach(
            "{0} cells have {1} numbers; there are {2}",
            index + 1 + there,
        ),
        // The number is smaller than the number of words, so the cast is exact.
        Ok((needed, Ordering::Less)) => breach(
            "{0} cells have {1} numbers; there are {2}",
            index + 1 + needed as usize,
        ),
        Ok((_, Ordering::Equal)) => Ok(cells),
    }
}

/// The cells of a list, which are on the board and different, as a set and as they were named; the first is the third word.
pub(super) fn on_board(
    grid: Grid,
    listed: &[(i64, i64)],
) -> Result<(Cells, Vec<(u8, u8)>), Breach> {
    let (mut cells, mut named) = (
        Cells::EMPTY,
        Vec::with_capacity(listed.len().min(grid.area())),
    );
    for (index, &(row, col)) in listed.iter().enumerate() {
        let cell = cell_from_one(grid, (row, col), PLACE_INSIDE, 2 + 2 * index)?;
        if cells.contains(cell) {
            let twice = Breach::new(PLACE_DISTINCT, "({0},{1}) is named twice").numbers([row, col]);
            return Err(twice.word(2 + 2 * index));
        }
        cells.insert(cell);
        named.push((row as u8, col as u8));
    }
    Ok((cells, named))
}

/// Reads a placement in its usual form, with different cells of the board. For any other line it returns `None`;
/// [`read_list`] and [`on_board`] judge that.
pub(super) fn plain_placement(grid: Grid, line: &[u8]) -> Option<(Cells, NamedCells)> {
    let mut numbers = [0; 1 + 2 * MOST_CELLS];
    let count = plain_list(line, b"PLACE", &mut numbers)
        .filter(|&count| count == 1 + 2 * numbers[0] as usize)?;
    let (mut cells, mut named) = (Cells::EMPTY, NamedCells::default());
    for place in numbers[1..count].chunks_exact(2) {
        let cell = grid.cell(i64::from(place[0]) - 1, i64::from(place[1]) - 1)?;
        if cells.contains(cell) || !named.push((place[0] as u8, place[1] as u8)) {
            return None;
        }
        cells.insert(cell);
    }
    Some((cells, named))
}
