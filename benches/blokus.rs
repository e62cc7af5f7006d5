//! Blokus: perft against a plain pass over all placements, and random games against the slow second model.

#[macro_use]
#[path = "../tests/support/mod.rs"]
mod support;

#[path = "../tests/pure/naive/mod.rs"]
mod naive;

use naive::blokus::{Game, Moves, Naive};
use std::hint::black_box;
use std::time::{Duration, Instant};
use stickler::cells::{Cell, CellSet, Grid};
use stickler::game::{Actor, Rules};
use stickler::games::blokus::{Action, Blokus, Params};
use stickler::params::{Parameters, Settings};
use stickler::polyomino::Shape;
use stickler::referee::Stream;
use stickler::stream::SplitMix64;
use support::perft::perft;

const ROUNDS: usize = 5;
const GAMES: u64 = 100;
const PERFT: [u64; 4] = [58, 3364, 564_282, 94_653_441];

fn main() {
    let settings = Settings::read(["shapes=all"]).expect("settings");
    let rules = Blokus::new(&Params::with(&settings).expect("parameters"));
    counts(&rules);
    games(&rules);
}

fn counts(rules: &Blokus) {
    let pass = Pass::new(rules);
    let ours = || perft(rules, &rules.start(), 4);
    let plain = || pass.count(&[Side::default(); 2], 0, 4);
    assert_eq!([ours(), plain()], [PERFT[3]; 2]);
    let pairs: Vec<[f64; 2]> = (0..ROUNDS).map(|_| [timed(ours), timed(plain)]).collect();
    let time = median(pairs.iter().map(|[ours, _]| *ours).collect());
    let ratio = median(pairs.iter().map(|[ours, plain]| plain / ours).collect());
    println!(
        "perft(4), 13x13, 2 players, 21 shapes: {:.1} ms; plain pass / ours {ratio:.1} (target at least 5)",
        time * 1e3
    );
}

fn games(rules: &Blokus) {
    let pairs: Vec<[f64; 2]> = (0..ROUNDS as u64)
        .map(|round| {
            let (ours, plies) = measured(|| {
                (0..GAMES)
                    .map(|seed| game(rules, GAMES * round + seed))
                    .sum()
            });
            let (slow, slow_plies) = measured(|| slow_game(round));
            [ours / plies as f64, slow / slow_plies as f64]
        })
        .collect();
    let time = median(pairs.iter().map(|[ours, _]| *ours).collect());
    let ratio = median(pairs.iter().map(|[ours, slow]| slow / ours).collect());
    println!(
        "a move of a random game: {:.1} µs; naive / ours {ratio:.0} (target at least 50)",
        time * 1e6
    );
}

/// Plays to the end; the number of moves.
fn game(rules: &Blokus, seed: u64) -> u64 {
    let (mut at, mut dice, mut actions) = (rules.start(), SplitMix64(seed), Vec::new());
    while let Some(seat) = at.mover {
        actions.clear();
        rules.actions(&at, Actor::Seat(seat), &mut actions);
        let action: Action = actions[dice.pick(actions.len())];
        rules.apply(&mut at, Actor::Seat(seat), &action);
    }
    at.plies.into()
}

fn slow_game(seed: u64) -> u64 {
    let shapes = naive::blokus::Shape::all("ABCDEFGHIJKLMNOPQRSTU");
    let (mut game, mut dice, mut plies) =
        (Game::new(&Naive::of(2, 13), shapes), SplitMix64(seed), 0);
    while let Some(player) = game.to_move() {
        let moves = every_way(&game, player);
        let codes = moves.values().nth(dice.pick(moves.len())).expect("a move");
        game.place(player, codes[0]);
        plies += 1;
    }
    plies
}

/// What a player can place: every code of every shape is tried at every cell.
fn every_way(game: &Game, player: usize) -> Moves {
    let cells = (0..game.rules.size).flat_map(|x| (0..game.rules.size).map(move |y| (x, y)));
    let tried = cells.flat_map(|at| {
        game.shapes
            .iter()
            .flat_map(move |shape| shape.all_at(at).into_iter().map(move |mv| (shape, mv)))
    });
    let mut moves = Moves::new();
    for (shape, mv) in tried.filter(|(_, mv)| game.broken(player, *mv).is_empty()) {
        moves
            .entry(shape.cells(mv).expect("cells"))
            .or_default()
            .push(mv);
    }
    moves
}

/// Cells of a 13 x 13 board.
type Set = CellSet<3>;

/// The straightforward way: every placement there can be, tried one after the other.
struct Pass {
    grid: Grid,
    placements: Vec<(Shape, Set)>,
    starts: [Set; 2],
}

/// What a player has on the board and has left.
#[derive(Clone, Copy)]
struct Side {
    cells: Set,
    sides: Set,
    corners: Set,
    used: u32,
}

impl Default for Side {
    fn default() -> Side {
        Side {
            cells: Set::EMPTY,
            sides: Set::EMPTY,
            corners: Set::EMPTY,
            used: 0,
        }
    }
}

impl Pass {
    fn new(rules: &Blokus) -> Pass {
        let (grid, all): (_, Set) = (rules.grid, rules.grid.cells().collect());
        let forms = Shape::ALL
            .iter()
            .flat_map(|&shape| shape.forms().iter().map(move |form| (shape, form)));
        let placements = forms
            .flat_map(|(shape, form)| form.placements(grid, &all).map(move |cells| (shape, cells)));
        let start = |cell: Cell| Set::EMPTY.with(cell);
        Pass {
            grid,
            placements: placements.collect(),
            starts: [start(rules.starts[0]), start(rules.starts[1])],
        }
    }

    /// Sequences of so many moves; nobody is stuck so early.
    fn count(&self, players: &[Side; 2], mover: usize, depth: u32) -> u64 {
        let own = &players[mover];
        let blocked = players[0].cells.union(&players[1].cells).union(&own.sides);
        let anchors = if own.used == 0 {
            self.starts[mover]
        } else {
            own.corners
        };
        let is_legal = |(shape, cells): &&(Shape, Set)| {
            own.used >> *shape as u32 & 1 == 0 && !cells.meets(&blocked) && cells.meets(&anchors)
        };
        let legal = self.placements.iter().filter(is_legal);
        if depth == 1 {
            return legal.count() as u64;
        }
        let after = |(shape, cells): &(Shape, Set)| {
            let mut next = *players;
            next[mover] = Side {
                cells: own.cells.union(cells),
                sides: own.sides.union(&cells.sides(self.grid)),
                corners: own.corners.union(&cells.corners(self.grid)),
                used: own.used | 1 << *shape as u32,
            };
            next
        };
        legal
            .map(|placement| self.count(&after(placement), 1 - mover, depth - 1))
            .sum()
    }
}

fn timed(work: impl Fn() -> u64) -> f64 {
    measured(work).0
}

fn measured(work: impl FnOnce() -> u64) -> (f64, u64) {
    let started = Instant::now();
    let done = black_box(work());
    let took: Duration = started.elapsed();
    (took.as_secs_f64(), done)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
