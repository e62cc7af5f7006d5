//! Games that walks seldom come to: a seat places every shape, the single cell last.

use super::rules::{Action, Blokus, Placement, Position, small};
use crate::game::Plies;
use crate::polyomino::{Shape, Shapes};
use crate::prelude::*;
use std::cmp::Reverse;

/// Most games that are tried for one seat.
const TRIED: u64 = 16;
/// Of a linear congruential generator, which draws what is added to the room of a placement.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;
/// Apart from one start of it to the next.
const APART: u64 = 0x9E37_79B9_7F4A_7C15;

/// One game for each seat that comes to it.
pub(super) fn of(rules: &Blokus) -> Vec<Plies<Action>> {
    let tried = |seat| (0..TRIED).find_map(|at| game(rules, seat, &mut APART.wrapping_mul(at)));
    rules.seats.iter().filter_map(tried).collect()
}

/// A game in which this seat places all, as the others leave it room for; `None`: it comes to an end before.
fn game(rules: &Blokus, seat: Seat, number: &mut u64) -> Option<Plies<Action>> {
    let (mut at, mut plies) = (rules.start(), Vec::new());
    loop {
        let (by, action) = match rules.turn(&at) {
            Turn::Nature => (Actor::Nature, Action::Deal(smallest(rules.drawn))),
            Turn::Seats(movers) => {
                let mover = movers.iter().next()?;
                let place = match mover == seat {
                    true => largest_first(rules, &at, seat, number),
                    false => least_in_the_way(rules, &at, mover, seat),
                };
                (Actor::Seat(mover), Action::Place(place?))
            }
            Turn::Over(_) => return None,
        };
        rules.apply(&mut at, by, &action);
        plies.push((by, action));
        if at.has_placed_all(seat) {
            return Some(plies);
        }
    }
}

/// So many shapes, the small ones that are always in play among them.
fn smallest(count: usize) -> Shapes {
    let is_small = |shape: &Shape| small().contains(*shape);
    let mut others: Vec<Shape> = Shapes::ALL
        .iter()
        .filter(|shape| !is_small(shape))
        .collect();
    others.sort_by_key(|shape| shape.size());
    small().iter().chain(others).take(count).collect()
}

/// Of the largest shape that fits, the placement that leaves the most cells to go on from, where one cell more or less is drawn
/// from this number on. The single cell comes last.
fn largest_first(rules: &Blokus, at: &Position, seat: Seat, number: &mut u64) -> Option<Placement> {
    let is_last = at.left[seat.index()].len() == 1;
    let fits = rules.placements(at, seat);
    let fits = fits.filter(|place| is_last || place.shape.size() > 1);
    fits.max_by_key(|place| {
        *number = number.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        let one = (*number >> 33) as usize % 2;
        (place.shape.size(), room(rules, at, seat, place, seat) + one)
    })
}

/// The placement that leaves the mover the least room, and this seat the most.
fn least_in_the_way(rules: &Blokus, at: &Position, mover: Seat, seat: Seat) -> Option<Placement> {
    let fits = rules.placements(at, mover);
    fits.max_by_key(|place| {
        let own = room(rules, at, mover, place, mover);
        let of_seat = room(rules, at, mover, place, seat);
        (Reverse(own), of_seat, Reverse(place.shape.size()))
    })
}

/// How many cells this seat can go on from after a placement.
fn room(rules: &Blokus, at: &Position, by: Seat, place: &Placement, seat: Seat) -> usize {
    let mut after = at.clone();
    after.cells[by.index()] = after.cells[by.index()].union(&place.cells);
    rules.anchors(&after, seat).len()
}
