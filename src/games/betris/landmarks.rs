//! Games that walks seldom come to: boards that are packed without a gap, from each corner.

use super::rules::{Action, BOTH, Bet, Betris, Cells};
use crate::game::Plies;
use crate::polyomino::Shape;
use crate::prelude::*;

/// The most placements that a packing tries.
const TRIED: usize = 2_000;
/// The cells of the largest blocks.
const LARGEST: usize = 5;

/// A seat packs the largest square, or the whole board, that the rounds of a game suffice for, and the other one passes; then both
/// pack theirs in one game.
pub(super) fn of(rules: &Betris) -> Vec<Plies<Action>> {
    let all = CORNERS.map(|corner| packed(rules, corner).unwrap_or_default());
    let alone = all.iter().zip(BOTH.into_iter().cycle());
    let alone = alone.map(|(packing, seat)| match seat {
        Seat(0) => [packing.clone(), Packing::new()],
        _ => [Packing::new(), packing.clone()],
    });
    let [one, other, ..] = &all;
    let games = alone.chain([[one.clone(), beside(one, other)]]);
    games
        .filter(|packings| !packings.concat().is_empty())
        .map(|packings| game(rules, &packings))
        .collect()
}

/// A packing in another order: to each round the first block that is left and differs from the first packing's.
fn beside(first: &Packing, packing: &Packing) -> Packing {
    let mut left = packing.clone();
    let mut ordered = Packing::new();
    for (shape, _) in first {
        match left.iter().position(|(other, _)| other != shape) {
            Some(at) => ordered.push(left.remove(at)),
            None => break,
        }
    }
    ordered.extend(left);
    ordered
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
            let shapes = shapes(rules, corner[0]);
            pack(
                rules,
                &shapes,
                &order,
                &Cells::EMPTY,
                &mut packing,
                &mut tried,
            )
            .then_some(packing)
        })
}

/// The blocks, the larger ones first. Two packings of one game want different blocks, so one of them begins with the second of these.
fn shapes(rules: &Betris, begins_with_second: bool) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = rules.blocks.iter().collect();
    shapes.sort_by_key(|shape| std::cmp::Reverse(shape.size()));
    if begins_with_second && shapes.len() > 1 {
        shapes.swap(0, 1);
    }
    shapes
}

/// Covers the first of these cells that is free, then the next; larger blocks come first.
fn pack(
    rules: &Betris,
    shapes: &[Shape],
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
    for &shape in shapes {
        for cells in rules.placements(filled, shape) {
            if !cells.contains(first) {
                continue;
            }
            *tried += 1;
            if *tried > TRIED {
                return false;
            }
            packing.push((shape, cells));
            if pack(rules, shapes, order, &filled.union(&cells), packing, tried) {
                return true;
            }
            packing.pop();
        }
    }
    false
}

/// A game in which the seats get these blocks and place them so; in a round without one of its own a seat gets another block and passes.
fn game(rules: &Betris, packings: &[Packing; 2]) -> Plies<Action> {
    let mut plies = Vec::new();
    for round in 0..rules.rounds as usize {
        let own = [0, 1].map(|seat: usize| packings[seat].get(round).copied());
        let taken = own.iter().flatten().next().map(|(shape, _)| *shape);
        let Some(first) = taken.or_else(|| rules.blocks.iter().next()) else {
            break;
        };
        let Some(other) = rules.blocks.iter().find(|other| *other != first) else {
            break;
        };
        let pass = |shape: Shape| (shape, Cells::EMPTY);
        let placed = match own {
            [Some(one), Some(two)] if one.0 != two.0 => [one, two],
            // Where both want one block the second seat goes without.
            [Some(one), _] => [one, pass(other)],
            [None, Some(two)] => [pass(other), two],
            [None, None] => [pass(first), pass(other)],
        };
        plies.push((Actor::Nature, Action::Draw(placed[0].0, placed[1].0)));
        for (by, (block, _)) in BOTH.into_iter().zip(placed) {
            plies.push((Actor::Seat(by), Action::Bet(Bet { block, chips: 0 })));
        }
        for (by, (_, cells)) in BOTH.into_iter().zip(placed) {
            plies.push((Actor::Seat(by), Action::Place(cells)));
        }
    }
    plies
}
