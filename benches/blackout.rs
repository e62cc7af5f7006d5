//! The value of every position of Black Out, against a straightforward pass over the same positions on one thread.

use std::hint::black_box;
use std::time::{Duration, Instant};
use stickler::games::blackout::{Blackout, Params, Values};
use stickler::params::{Parameters, Settings};
use stickler::precompute::{OneThread, Precompute};
use stickler_arena::precompute::ThreadsAndFolder;

const ROUNDS: usize = 3;

fn main() {
    let rules = Blackout::new(&Params::with(&Settings::default()).expect("parameters"));
    let table = Plain::find(&rules);
    let values = Values::find(&rules, &OneThread);
    assert!(
        (0..1 << 30)
            .step_by(997)
            .all(|black| values.is_won(black) == table.is_won(black)),
        "the tables differ"
    );
    drop((table, values));
    let best = |work: &dyn Fn()| (0..ROUNDS).map(|_| timed(work)).min().unwrap_or_default();
    let plain = timed(&|| drop(black_box(Plain::find(&rules))));
    let with = |way: &dyn Precompute| best(&|| drop(black_box(Values::find(&rules, way))));
    let one = with(&OneThread);
    let two = with(&ThreadsAndFolder {
        threads: Some(2),
        folder: None,
        ..ThreadsAndFolder::default()
    });
    println!("5x6, a plain retrograde pass  {plain:>8.2?}");
    println!("one thread                    {one:>8.2?}");
    println!("two threads                   {two:>8.2?}");
    println!(
        "plain / one thread            {:>8.2}   (target at least 1)",
        ratio(plain, one)
    );
    println!(
        "one thread / two              {:>8.2}   (target at least 1.6)",
        ratio(one, two)
    );
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

fn timed(work: &dyn Fn()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

/// A bit for each position; one that no later position has marked is lost, and marks those that lead to it.
struct Plain(Vec<u64>);

impl Plain {
    fn find(rules: &Blackout) -> Plain {
        let segments: Vec<u32> = rules
            .segments()
            .map(|segment| rules.squares(&segment))
            .collect();
        let mut table = Plain(vec![0; 1 << (rules.grid.area() - 6)]);
        for black in (0..=rules.full()).rev() {
            if table.is_won(black) {
                continue;
            }
            for &segment in segments.iter().filter(|&&segment| segment & !black == 0) {
                let mut taken = segment;
                while taken != 0 {
                    let before = black & !taken;
                    table.0[(before >> 6) as usize] |= 1 << (before & 63);
                    taken = (taken - 1) & segment;
                }
            }
        }
        table
    }

    fn is_won(&self, black: u32) -> bool {
        self.0[(black >> 6) as usize] >> (black & 63) & 1 == 1
    }
}
