//! Deciding a sequence of 100,000 pieces, against a loop that only reads it through a table.

use std::hint::black_box;
use std::time::Instant;
use stickler::check::stream::{Seeded, SplitMix64};
use stickler::games::tetris::decide::Decider;
use stickler::games::tetris::{Params, Piece, Tetris, draw};
use stickler::params::Parameters;

const ROUNDS: usize = 201;

fn main() {
    let mut params = Params::default();
    params.set("mix", "largest").expect("a mix");
    let rules = Tetris::new(&params);
    for (name, rate) in [("no piece held", 0), ("one piece in eight held", 1), ("half of the pieces held", 4)] {
        let pieces = game(&params, rate);
        println!("{} pieces, {name}", pieces.len());
        measure(&rules, &pieces);
    }
}

/// The first game of the largest length that holds at this rate.
fn game(params: &Params, rate: u32) -> Vec<Piece> {
    // The first number picks a game and the second its rate in eighths; then come the pieces.
    let mut stream = Seeded::new(SplitMix64(7));
    let mut from = Prefixed { first: vec![0, (rate << 29).wrapping_div(9) * 8 + 8], rest: &mut stream };
    draw(params, &mut from).remove(0)
}

/// Some numbers, then those of another stream.
struct Prefixed<'a> {
    first: Vec<u32>,
    rest: &'a mut Seeded,
}

impl stickler::referee::Stream for Prefixed<'_> {
    fn next(&mut self) -> u32 {
        if self.first.is_empty() { self.rest.next() } else { self.first.remove(0) }
    }
}

fn measure(rules: &Tetris, pieces: &[Piece]) {
    let floor = || read(pieces);
    let greedy = || usize::from(Decider::Greedy.decide(rules, black_box(pieces)).is_ok());
    let model = || usize::from(Decider::Model.decide(rules, black_box(pieces)).is_ok());
    let (mut floors, mut greedies, mut models) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        floors.push(seconds(floor));
        greedies.push(seconds(greedy));
        models.push(seconds(model));
    }
    let ratio = |of: &[f64]| median(of.iter().zip(&floors).map(|(time, floor)| time / floor).collect());
    println!("  only read through a table  {:>8.1} µs", median(floors.clone()) * 1e6);
    println!(
        "  greedy                     {:>8.1} µs  ratio {:>5.2}   (target 3)",
        median(greedies.clone()) * 1e6,
        ratio(&greedies)
    );
    println!(
        "  exact simulation           {:>8.1} µs  ratio {:>5.2}   (target 20)",
        median(models.clone()) * 1e6,
        ratio(&models)
    );
}

/// Looks each piece up in a table of seven and keeps what the last one was, and how many there are of a kind.
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

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
