//! Deciding a sequence of 100,000 pieces, against a loop that only reads it through a table.

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::time::Instant;
use stickler::games::tetris::{Params, Piece, Tetris, draw};
use stickler::params::Parameters;
use stickler::stream::{Seeded, SplitMix64};
use support::deciders::Decider;

const ROUNDS: usize = 201;

fn main() {
    let mut params = Params::default();
    params.set("mix", "largest").expect("a mix");
    let rules = Tetris::new(&params);
    for (name, rate) in [
        ("no piece held", 0),
        ("one piece in eight held", 1),
        ("half of the pieces held", 4),
    ] {
        let pieces = game(&params, rate);
        println!("{} pieces, {name}", pieces.len());
        measure(&rules, &pieces);
    }
}

/// The first game of the largest length that holds at this rate.
fn game(params: &Params, rate: u32) -> Vec<Piece> {
    // The first number picks a game and the second its rate in eighths, one of nine; then come the pieces.
    let rate = ((u64::from(rate) << 32) / 9 + 1) as u32;
    let mut stream = Seeded::new(SplitMix64(7));
    let mut from = Prefixed {
        first: vec![0, rate],
        rest: &mut stream,
    };
    draw(params, &mut from).remove(0)
}

/// Some numbers, then those of another stream.
struct Prefixed<'a> {
    first: Vec<u32>,
    rest: &'a mut Seeded,
}

impl stickler::referee::Stream for Prefixed<'_> {
    fn next(&mut self) -> u32 {
        if self.first.is_empty() {
            self.rest.next()
        } else {
            self.first.remove(0)
        }
    }
}

fn measure(rules: &Tetris, pieces: &[Piece]) {
    let deciders = [
        (Decider::Greedy, "(target 3)"),
        (Decider::Slots, "(target 20)"),
        (Decider::Model, ""),
    ];
    let mut floors = Vec::new();
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        floors.push(seconds(|| read(pieces)));
        for ((decider, _), times) in deciders.iter().zip(&mut times) {
            times.push(seconds(|| {
                usize::from(decider.decide(rules, black_box(pieces)).is_ok())
            }));
        }
    }
    println!(
        "  only read through a table  {:>8.1} µs",
        median(&floors) * 1e6
    );
    for ((decider, target), times) in deciders.iter().zip(&times) {
        let ratios: Vec<f64> = times
            .iter()
            .zip(&floors)
            .map(|(time, floor)| time / floor)
            .collect();
        let name = format!("{decider:?}").to_lowercase();
        println!(
            "  {name:<26} {:>8.1} µs  ratio {:>6.2}   {target}",
            median(times) * 1e6,
            median(&ratios)
        );
    }
}

/// Looks each piece up in a table of seven and folds what it finds.
fn read(pieces: &[Piece]) -> usize {
    const TABLE: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
    let seen = |hash: u32, piece: &Piece| hash.rotate_left(1) ^ TABLE[usize::from(piece.0)];
    black_box(pieces).iter().fold(0, seen) as usize
}

fn seconds(work: impl Fn() -> usize) -> f64 {
    let started = Instant::now();
    black_box(work());
    started.elapsed().as_secs_f64()
}

fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
