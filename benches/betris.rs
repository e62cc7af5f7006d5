//! Betris: legal placements on half-filled boards against the slow second model, and checking logs against splitting them.

#[path = "../tests/naive/mod.rs"]
mod naive;

use naive::betris::{self as plain, Board};
use std::hint::black_box;
use std::time::{Duration, Instant};
use stickler::arena::live;
use stickler::arena::memory::Memory;
use stickler::cells::{Cell, Grid};
use stickler::check::scenario::Opponents;
use stickler::check::stream::{Seeded, SplitMix64};
use stickler::check::transcript::{Conclusion, validate};
use stickler::clock::Micros;
use stickler::game::Seats;
use stickler::games::betris::{Betris, Cells, Params};
use stickler::games::{self, erased::AnyGame};
use stickler::params::Settings;
use stickler::polyomino::Shape;
use stickler::scenario::Opponent;
use stickler::transcript::Writer;

const BOARDS: usize = 100;
const LOGS: usize = 100;
const ROUNDS: usize = 51;

fn main() {
    placements();
    logs();
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
    let slow = |at: usize, shape: Shape| black_box(&grids[at]).placements(plain::kind(shape.name())).len();
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

fn logs() {
    let game = games::find("betris").expect("the game");
    let logs: Vec<String> = (0..LOGS as u64).map(|seed| log(game, seed)).collect();
    let lines: usize = logs.iter().map(|log| log.lines().count()).sum();
    let bytes: usize = logs.iter().map(String::len).sum();
    println!("{LOGS} logs of {} lines and {} bytes", lines / LOGS, bytes / LOGS);
    let check = || logs.iter().map(|log| check(game, log.as_bytes())).sum();
    let split = || logs.iter().map(|log| split(log.as_bytes())).sum();
    let pairs = measured(check, split);
    report("checking a log", pairs, LOGS, "checked / split", |checked, split| checked / split, "5");
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
    let ratio = median(pairs.iter().map(|(ours, other)| ratio(ours.as_secs_f64(), other.as_secs_f64())).collect());
    println!("{what}: {:.3} µs; {named} {ratio:.1} (target {target})", ours * 1e6 / count as f64);
}

fn timed(work: impl Fn() -> usize) -> Duration {
    let started = Instant::now();
    black_box(work());
    started.elapsed()
}

/// A 7 x 7 board on which each cell is filled as often as not.
fn half_filled(seed: u64) -> Board {
    let mut generator = SplitMix64(seed);
    Board((0..7).map(|_| (0..7).map(|_| generator.next_u64().is_multiple_of(2)).collect()).collect())
}

fn cells(grid: Grid, board: &Board) -> Cells {
    let is_filled = |cell: &Cell| {
        let (row, col) = grid.place(*cell);
        board.0[usize::from(row)][usize::from(col)]
    };
    grid.cells().filter(is_filled).collect()
}

/// A game of two seats that answer anything legal.
fn log(game: &dyn AnyGame, seed: u64) -> String {
    let mut stream = Seeded::new(SplitMix64(seed));
    let mut house = Opponents::new(Seats::first(2), Opponent::Any, SplitMix64(seed), Vec::new());
    let mut table = Memory::new(Vec::new(), |_| Micros(0));
    let referee = game.referee(&Settings::default()).expect("a referee");
    let record = live::play(referee, 2, &mut table, &mut house, &mut stream, Writer::default()).expect("a game");
    record.transcript
}

fn split(log: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', log).map(|end| black_box(end).min(1)).sum()
}

fn check(game: &dyn AnyGame, log: &[u8]) -> usize {
    let checked = validate(game, &Settings::default(), log).expect("a log");
    assert_eq!(checked.conclusion(false), Conclusion::Conforms, "{:?}", checked.findings);
    checked.lines
}
