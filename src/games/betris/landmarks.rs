//! Games that walks seldom come to: boards that are packed without a gap, from each corner.

use super::rules::{Action, BOTH, Bet, Betris, Cells};
use crate::game::Plies;
use crate::polyomino::Shape;
use crate::prelude::*;

/// The most placements that a packing tries.
const TRIED: usize = 2_000;
/// The cells of the largest blocks.
const LARGEST: usize = 5;

/// A seat packs the largest square, or the whole board, that the rounds of a game suffice for; the other one passes.
pub(super) fn of(rules: &Betris) -> Vec<Plies<Action>> {
    let mut games = Vec::new();
    for (at, corner) in CORNERS.into_iter().enumerate() {
        if let Some(packed) = packed(rules, corner) {
            games.push(game(rules, &packed, BOTH[at % 2]));
        }
    }
    games
}

/// From the last row, from the last column.
const CORNERS: [[bool; 2]; 4] = [[false, false], [true, true], [false, true], [true, false]];

/// Blocks and where they lie, in their order.
type Packing = Vec<(Shape, Cells)>;

/// The whole board without a gap, or else the largest square at a corner for which a packing is found.
fn packed(rules: &Betris, corner: [bool; 2]) -> Option<Packing> {
    let [rows, cols] = [rules.grid.rows, rules.grid.cols].map(i64::from);
    let squares = (1..=rows.min(cols)).rev().map(|side| [side, side]);
    let wanted = std::iter::once([rows, cols]).chain(squares);
    wanted
        .filter(|[rows, cols]| (rows * cols) as usize <= rules.rounds as usize * LARGEST)
        .find_map(|[height, width]| {
            let at = |far: bool, all: i64, number: i64| if far { all - 1 - number } else { number };
            let cells = (0..height).flat_map(|row| (0..width).map(move |col| (row, col)));
            let order = cells.filter_map(|(row, col)| {
                rules
                    .grid
                    .cell(at(corner[0], rows, row), at(corner[1], cols, col))
            });
            let order: Vec<Cell> = order.collect();
            let (mut packing, mut tried) = (Vec::new(), 0);
            pack(rules, &order, &Cells::EMPTY, &mut packing, &mut tried).then_some(packing)
        })
}

/// Covers the first of these cells that is free, then the next; larger blocks come first.
fn pack(
    rules: &Betris,
    order: &[Cell],
    filled: &Cells,
    packing: &mut Packing,
    tried: &mut usize,
) -> bool {
    let free = order.iter().filter(|cell| !filled.contains(**cell));
    let (Some(&first), left) = (free.clone().next(), free.count()) else {
        return true;
    };
    let rounds = rules.rounds as usize - packing.len();
    if left > rounds * LARGEST {
        return false;
    }
    let mut shapes: Vec<Shape> = rules.blocks.iter().collect();
    shapes.sort_by_key(|shape| std::cmp::Reverse(shape.size()));
    for shape in shapes {
        for cells in rules.placements(filled, shape) {
            if !cells.contains(first) {
                continue;
            }
            *tried += 1;
            if *tried > TRIED {
                return false;
            }
            packing.push((shape, cells));
            if pack(rules, order, &filled.union(&cells), packing, tried) {
                return true;
            }
            packing.pop();
        }
    }
    false
}

/// A game in which this seat gets these blocks and places them so; in the rounds after that it has no room left, or passes.
fn game(rules: &Betris, packing: &Packing, seat: Seat) -> Plies<Action> {
    let mut plies = Vec::new();
    let passes = packing
        .last()
        .map(|(shape, _)| (*shape, Cells::EMPTY))
        .into_iter()
        .cycle();
    for (shape, cells) in packing
        .iter()
        .copied()
        .chain(passes)
        .take(rules.rounds as usize)
    {
        let Some(other) = rules.blocks.iter().find(|other| *other != shape) else {
            break;
        };
        plies.push((Actor::Nature, Action::Draw(shape, other)));
        for by in BOTH {
            let block = if by == seat { shape } else { other };
            plies.push((Actor::Seat(by), Action::Bet(Bet { block, chips: 0 })));
        }
        for by in BOTH {
            let placed = if by == seat { cells } else { Cells::EMPTY };
            plies.push((Actor::Seat(by), Action::Place(placed)));
        }
    }
    plies
}
