//! Games that walks seldom come to: a row on every line of the board, longer rows, and stones that make a row only where an edge is
//! overlooked.

use super::rules::{DIRECTIONS, Gomoku};
use crate::game::Plies;
use crate::prelude::*;

/// The most games of each kind in which stones go on beyond an edge.
const BEYOND: usize = 160;

/// Each game: one seat puts these stones in this order, the other one puts stones far too scattered for a row.
pub(super) fn of(rules: &Gomoku) -> Vec<Plies<Cell>> {
    // Scattered stones may stand in twos.
    if rules.row < 3 {
        return Vec::new();
    }
    let rows = DIRECTIONS
        .into_iter()
        .flat_map(|direction| lines(rules.grid, direction, rules.row));
    let rows = rows.enumerate().map(|(at, line)| {
        let last = at % line.len();
        with_last(line, last)
    });
    let all = rows.chain(longer(rules)).chain(beyond(rules));
    all.enumerate()
        .map(|(at, stones)| game(rules.grid, &stones, Seat((at % 2) as u8)))
        .collect()
}

/// The lines of so many cells in a direction.
fn lines(grid: Grid, direction: (i16, i16), length: usize) -> Vec<Vec<Cell>> {
    let straight = |start: Cell| {
        let cells = (0..length as i64).map(|n| stepped(grid, start, direction, n));
        cells.collect::<Option<Vec<Cell>>>()
    };
    grid.cells().filter_map(straight).collect()
}

fn stepped(grid: Grid, from: Cell, (rows, cols): (i16, i16), n: i64) -> Option<Cell> {
    let (row, col) = grid.place(from);
    let [row, col] =
        [(row, rows), (col, cols)].map(|(at, step)| i64::from(at) + n * i64::from(step));
    grid.cell(row, col)
}

/// These stones, the one at this place as the last.
fn with_last(mut line: Vec<Cell>, last: usize) -> Vec<Cell> {
    let stone = line.remove(last);
    line.push(stone);
    line
}

/// Rows that are longer than they have to be, at the edges and amid the board: the last stone joins two parts that win nothing.
fn longer(rules: &Gomoku) -> Vec<Vec<Cell>> {
    let mut all = Vec::new();
    for (direction, length) in DIRECTIONS
        .into_iter()
        .flat_map(|direction| (rules.row + 1..2 * rules.row).map(move |length| (direction, length)))
    {
        let lines = lines(rules.grid, direction, length);
        let Some(end) = lines.len().checked_sub(1) else {
            continue;
        };
        for last in length - rules.row..rules.row {
            for place in [0, end / 2, end] {
                all.push(with_last(lines[place].clone(), last));
            }
        }
    }
    all
}

/// Stones that would be a row if a line went on in the next row of the board, or on the other side: as numbers of cells do.
fn beyond(rules: &Gomoku) -> Vec<Vec<Cell>> {
    let (grid, length) = (rules.grid, rules.row as i64);
    let (rows, cols) = (i64::from(grid.rows), i64::from(grid.cols));
    let numbered = |start: Cell, (down, right): (i16, i16)| {
        let (row, col) = grid.place(start);
        let first = i64::from(row) * cols + i64::from(col);
        let step = i64::from(down) * cols + i64::from(right);
        let cell = move |n: i64| {
            let number = first + n * step;
            grid.cell(number.div_euclid(cols), number.rem_euclid(cols))
        };
        (0..length).map(cell).collect::<Option<Vec<Cell>>>()
    };
    let around = |start: Cell, (down, right): (i16, i16)| {
        let (row, col) = grid.place(start);
        let cell = move |n: i64| {
            let row = (i64::from(row) + n * i64::from(down)).rem_euclid(rows);
            grid.cell(
                row,
                (i64::from(col) + n * i64::from(right)).rem_euclid(cols),
            )
        };
        (0..length).map(cell).collect::<Option<Vec<Cell>>>()
    };
    let mut all = Vec::new();
    for direction in DIRECTIONS {
        for kind in [&numbered as &dyn Fn(Cell, (i16, i16)) -> _, &around] {
            let is_odd = |stones: &Vec<Cell>| {
                let mut cells: Vec<Cell> = stones.clone();
                cells.sort_unstable();
                cells.dedup();
                let is_straight = stepped(grid, stones[0], direction, length - 1).is_some();
                cells.len() == stones.len() && !is_straight
            };
            let found: Vec<Vec<Cell>> = grid
                .cells()
                .filter_map(|start| kind(start, direction))
                .filter(is_odd)
                .collect();
            let each = found.len().div_ceil(BEYOND).max(1);
            all.extend(found.into_iter().step_by(each));
        }
    }
    all
}

/// A game in which this seat puts these stones.
fn game(grid: Grid, stones: &[Cell], seat: Seat) -> Plies<Cell> {
    // Along no line more than two of these cells are neighbours.
    let scattered = |cell: &Cell| {
        let (row, col) = grid.place(*cell);
        (2 * usize::from(row) + usize::from(col)) % 4 < 2 && !stones.contains(cell)
    };
    let mut others = grid.cells().filter(scattered);
    let mut plies = Vec::new();
    for (at, stone) in stones.iter().enumerate() {
        if at > 0 || seat == Seat(1) {
            let Some(other) = others.next() else {
                break;
            };
            plies.push((Actor::Seat(seat.other()), other));
        }
        plies.push((Actor::Seat(seat), *stone));
    }
    plies
}
