//! Betris: legal placements on half-filled boards against the slow second model.

#[macro_use]
#[path = "../tests/support/mod.rs"]
mod support;

#[path = "../tests/pure/naive/mod.rs"]
mod naive;

use naive::betris::{self as plain, Board};
use std::hint::black_box;
use std::time::{Duration, Instant};
use stickler::cells::{Cell, Grid};
use stickler::games::betris::{Betris, Cells, Params};
use stickler::polyomino::Shape;
use stickler::stream::SplitMix64;

const BOARDS: usize = 100;
const ROUNDS: usize = 51;

fn main() {
    placements();
}

fn placements() {
    let rules = Betris::new(&Params::default());
    let grids: Vec<Board> = (0..BOARDS as u64).map(half_filled).collect();
    let sets: Vec<Cells> = grids.iter().map(|board| cells(rules.grid, board)).collect();
    let every = |count: &dyn Fn(usize, Shape) -> usize| -> usize {
        (0..BOARDS)
            .flat_map(|at| Shape::ALL.iter().map(move |&shape| (at, shape)))
            .map(|(at, shape)| count(at, shape))
            .sum()
    };
    let ours = |at: usize, shape| rules.placements(black_box(&sets[at]), shape).count();
    let slow = |at: usize, shape: Shape| {
        black_box(&grids[at])
            .placements(plain::kind(shape.name()))
            .len()
    };
    assert_eq!(every(&ours), every(&slow));
    let pairs = measured(|| every(&ours), || every(&slow));
    report(
        "legal placements",
        pairs,
        BOARDS * Shape::ALL.len(),
        "naive / ours",
        |ours, slow| slow / ours,
        "at least 20",
    );
}

/// Times of both works in turn.
fn measured(ours: impl Fn() -> usize, floor: impl Fn() -> usize) -> Vec<(Duration, Duration)> {
    (0..ROUNDS).map(|_| (timed(&ours), timed(&floor))).collect()
}

fn report(
    what: &str,
    pairs: Vec<(Duration, Duration)>,
    count: usize,
    named: &str,
    ratio: impl Fn(f64, f64) -> f64,
    target: &str,
) {
    let median = |mut numbers: Vec<f64>| {
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() / 2]
    };
    let ours = median(pairs.iter().map(|(ours, _)| ours.as_secs_f64()).collect());
    let ratio = median(
        pairs
            .iter()
            .map(|(ours, other)| ratio(ours.as_secs_f64(), other.as_secs_f64()))
            .collect(),
    );
    println!(
        "{what}: {:.3} µs; {named} {ratio:.1} (target {target})",
        ours * 1e6 / count as f64
    );
}

fn timed(work: impl Fn() -> usize) -> Duration {
    let started = Instant::now();
    black_box(work());
    started.elapsed()
}

/// A 7 x 7 board on which each cell is filled as often as not.
fn half_filled(seed: u64) -> Board {
    let mut generator = SplitMix64(seed);
    Board(
        (0..7)
            .map(|_| {
                (0..7)
                    .map(|_| generator.next_u64().is_multiple_of(2))
                    .collect()
            })
            .collect(),
    )
}

fn cells(grid: Grid, board: &Board) -> Cells {
    let is_filled = |cell: &Cell| {
        let (row, col) = grid.place(*cell);
        board.0[usize::from(row)][usize::from(col)]
    };
    grid.cells().filter(is_filled).collect()
}
