//! Checking transcripts, against a loop that only splits the same logs into lines.

use std::hint::black_box;
use std::time::{Duration, Instant};
use stickler::clock::Micros;
use stickler::explain::{Conclusion, validate};
use stickler::game::Seats;
use stickler::games::{GAMES, erased::AnyGame};
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::params::Settings;
use stickler::scenario::Opponent;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler_check::opponents::Opponents;

const LOGS: usize = 200;
const ROUNDS: usize = 601;

fn main() {
    for (name, range, target) in [("gomoku", 270..345, 4), ("betris", 0..usize::MAX, 5)] {
        let game = GAMES.find(name).expect("the game");
        let logs: Vec<String> = (0..)
            .map(|seed| log(game, seed))
            .filter(|log| range.contains(&log.lines().count()))
            .take(LOGS)
            .collect();
        measure(game, &logs, target);
    }
}

fn measure(game: &dyn AnyGame, logs: &[String], target: usize) {
    let lines: usize = logs.iter().map(|log| log.lines().count()).sum();
    let bytes: usize = logs.iter().map(String::len).sum();
    println!(
        "{}: {LOGS} logs of {} lines and {} bytes",
        game.name(),
        lines / LOGS,
        bytes / LOGS
    );
    let (mut floors, mut plain, mut checks) = (Vec::new(), Vec::new(), Vec::new());
    let (mut ratios, mut lines_ratios) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let floor = timed(|| logs.iter().map(|log| split(log.as_bytes())).sum());
        let check = timed(|| logs.iter().map(|log| check(game, log.as_bytes())).sum());
        let whole = timed(|| logs.iter().map(|log| std_lines(log)).sum());
        ratios.push(check.as_secs_f64() / floor.as_secs_f64());
        lines_ratios.push(check.as_secs_f64() / whole.as_secs_f64());
        plain.push(whole);
        floors.push(floor);
        checks.push(check);
    }
    let per_log = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64() * 1e6 / LOGS as f64
    };
    ratios.sort_by(f64::total_cmp);
    lines_ratios.sort_by(f64::total_cmp);
    println!(
        "split by memchr, vectorised   {:>8.2} µs a log",
        per_log(&mut floors)
    );
    println!(
        "split by str::lines           {:>8.2} µs a log",
        per_log(&mut plain)
    );
    println!(
        "checked                       {:>8.2} µs a log",
        per_log(&mut checks)
    );
    println!(
        "ratio to str::lines           {:>8.2}   (target {target})",
        lines_ratios[ROUNDS / 2]
    );
    println!("ratio to memchr               {:>8.2}", ratios[ROUNDS / 2]);
}

/// A game of two seats that play anywhere.
fn log(game: &dyn AnyGame, seed: u64) -> String {
    let settings = Settings::default();
    let mut stream = Seeded::new(SplitMix64(seed));
    let mut house = Opponents::new(Seats::first(2), Opponent::Any, SplitMix64(seed), Vec::new());
    let mut table = MemoryPlayers::new(Vec::new(), |_| Micros(0));
    let referee = game.with(&settings).expect("a referee").referee();
    let record = live::play(
        referee,
        2,
        &mut table,
        &mut house,
        &mut stream,
        Writer::default(),
    )
    .expect("a game");
    record.transcript
}

fn timed(work: impl Fn() -> usize) -> Duration {
    let started = Instant::now();
    black_box(work());
    started.elapsed()
}

fn std_lines(log: &str) -> usize {
    log.lines().map(black_box).count()
}

fn split(log: &[u8]) -> usize {
    let mut start = 0;
    let mut lines = 0;
    for end in memchr::memchr_iter(b'\n', log) {
        black_box(&log[start..end]);
        start = end + 1;
        lines += 1;
    }
    lines
}

fn check(game: &dyn AnyGame, log: &[u8]) -> usize {
    let checked = validate(game, &Settings::default(), log).expect("a log");
    assert_eq!(
        checked.conclusion(false),
        Conclusion::Conforms,
        "{:?}",
        checked.findings
    );
    checked.lines
}
