//! Games that walks seldom come to: a row on every line of the board, longer rows, stones that make a row only where an edge is
//! overlooked, and full boards whose last stone, in a corner, wins or draws.

use super::rules::{DIRECTIONS, Gomoku, Stones};
use crate::game::Plies;
use crate::prelude::*;
use std::cmp::Ordering;

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
    let games = all
        .enumerate()
        .map(|(at, stones)| game(rules.grid, &stones, Seat((at % 2) as u8)));
    games.chain(full(rules)).collect()
}

/// Games that fill the board and end in a corner: along each direction that a row can have there, and without a row.
fn full(rules: &Gomoku) -> Vec<Plies<Cell>> {
    let grid = rules.grid;
    let (bottom, right) = (i64::from(grid.rows) - 1, i64::from(grid.cols) - 1);
    let corners = [(0, 0), (0, right), (bottom, 0), (bottom, right)];
    let corners = corners.map(|(row, col)| grid.cell(row, col));
    let mut all = Vec::new();
    for (at, corner) in corners.into_iter().flatten().enumerate() {
        let rows = DIRECTIONS.into_iter().flat_map(|(down, right)| {
            let steps = [(down, right), (-down, -right)];
            steps.map(|step| {
                let cells = (0..rules.row as i64).map(|n| stepped(grid, corner, step, n));
                cells.collect::<Option<Vec<Cell>>>()
            })
        });
        let rows: Vec<Vec<Cell>> = rows.flatten().collect();
        let row = rows.get(at % rows.len().max(1)).cloned();
        let wanted = [row, Some(vec![corner])].into_iter().flatten();
        all.extend(wanted.filter_map(|row| filled(rules, &row)));
    }
    all
}

/// A game that fills the board: the last stone goes to the first of these cells, and whoever puts it has the others too. `None`: no
/// way to fill it without another row was found.
fn filled(rules: &Gomoku, row: &[Cell]) -> Option<Plies<Cell>> {
    let grid = rules.grid;
    let last = *row.first()?;
    let owner = Seat(((grid.area() + 1) % 2) as u8);
    let mut stones = [Stones::EMPTY; 2];
    for cell in grid.cells() {
        let is_owned = row.contains(&cell) || is_scattered(grid, cell);
        let seat = if is_owned { owner } else { owner.other() };
        stones[seat.index()].insert(cell);
    }
    // What the last stone alone completes is no row before it.
    let before = |stones: &[Stones; 2], seat: Seat| match row.len() > 1 && seat == owner {
        true => stones[seat.index()].without(&[last].into_iter().collect()),
        false => stones[seat.index()],
    };
    let others = || grid.cells().filter(|cell| !row.contains(cell));
    let exchange = |stones: &mut [Stones; 2], cell: Cell, to: Seat| {
        let is_free = !rules.wins(&before(stones, to).with(cell), cell);
        if is_free {
            let one = [cell].into_iter().collect();
            stones[to.index()].insert(cell);
            stones[to.other().index()] = stones[to.other().index()].without(&one);
        }
        is_free
    };
    for cell in others() {
        let has_row =
            before(&stones, owner).contains(cell) && rules.wins(&before(&stones, owner), cell);
        if has_row && !exchange(&mut stones, cell, owner.other()) {
            return None;
        }
    }
    let wanted = grid.area().div_ceil(2);
    for cell in others() {
        let surplus = match stones[0].len().cmp(&wanted) {
            Ordering::Equal => break,
            Ordering::Greater => Seat(0),
            Ordering::Less => Seat(1),
        };
        if stones[surplus.index()].contains(cell) {
            exchange(&mut stones, cell, surplus.other());
        }
    }
    let has_row = |seat: Seat| {
        let own = before(&stones, seat);
        own.iter().any(|cell| rules.wins(&own, cell))
    };
    if stones[0].len() != wanted || has_row(Seat(0)) || has_row(Seat(1)) {
        return None;
    }
    let in_order = |seat: Seat| {
        let own = stones[seat.index()].iter().filter(|cell| *cell != last);
        own.chain((seat == owner).then_some(last))
            .collect::<Vec<_>>()
    };
    let [first, second] = [Seat(0), Seat(1)].map(in_order);
    let plies = (0..grid.area()).map(|at| {
        let own = if at % 2 == 0 { &first } else { &second };
        (Actor::Seat(Seat((at % 2) as u8)), own[at / 2])
    });
    Some(plies.collect())
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
    let is_free = |cell: &Cell| is_scattered(grid, *cell) && !stones.contains(cell);
    let mut others = grid.cells().filter(is_free);
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

/// True for half of the cells: along no line more than two of these cells, or of the others, are neighbours.
fn is_scattered(grid: Grid, cell: Cell) -> bool {
    let (row, col) = grid.place(cell);
    (2 * usize::from(row) + usize::from(col)) % 4 < 2
}
