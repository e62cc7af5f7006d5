//! A hundred thousand small records in a folder, checked file by file, against reading the same files and splitting them into lines.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;
use stickler::clock::Micros;
use stickler::explain::Conclusion;
use stickler::game::Seats;
use stickler::games::GAMES;
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::params::Settings;
use stickler::records::{self, ALPHANO, CheckOptions, Format, MOVES, Text};
use stickler::scenario::Opponent;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler_check::opponents::Opponents;

const FILES: usize = 100_000;
const DIFFERENT: usize = 200;
const ROUNDS: usize = 3;

fn main() {
    let folder = std::env::temp_dir().join(format!("stickler-records-{}", std::process::id()));
    for format in [MOVES, ALPHANO] {
        std::fs::create_dir_all(&folder).expect("a folder");
        let texts: Vec<Vec<u8>> = (0..DIFFERENT as u64)
            .map(|seed| record(seed, format))
            .collect();
        let paths: Vec<PathBuf> = (0..FILES)
            .map(|number| folder.join(format!("{number:06}")))
            .collect();
        for (path, text) in paths.iter().zip(texts.iter().cycle()) {
            std::fs::write(path, text).expect("written");
        }
        let bytes: usize = texts.iter().map(Vec::len).sum::<usize>() / DIFFERENT;
        println!("{}: {FILES} files of {bytes} bytes", format.name);
        let mut ratios = Vec::new();
        let first = memory();
        for _ in 0..ROUNDS {
            let floor = timed(&paths, |_, bytes| {
                bytes.split(|&byte| byte == b'\n').map(black_box).count()
            });
            let checked = timed(&paths, check);
            println!(
                "read and split {:>7.0} files a second, checked {:>7.0}",
                FILES as f64 / floor,
                FILES as f64 / checked
            );
            ratios.push(checked / floor);
        }
        ratios.sort_by(f64::total_cmp);
        println!(
            "ratio {:.2}; memory grew by {} kB",
            ratios[ROUNDS / 2],
            memory().saturating_sub(first)
        );
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}

/// A game of about thirty answers.
fn record(seed: u64, format: Format) -> Vec<u8> {
    let game = GAMES.find("gomoku").expect("the game");
    let mut house = Opponents::new(
        Seats::first(2),
        Opponent::Reference,
        SplitMix64(seed),
        Vec::new(),
    );
    let (mut table, mut stream) = (
        MemoryPlayers::new(Vec::new(), |_| Micros(0)),
        Seeded::new(SplitMix64(seed)),
    );
    let (settings, writer) = (
        Settings::default(),
        Writer::new("gomoku", &Settings::default(), &[]),
    );
    let referee = game.with(&settings).expect("a variant").referee();
    let played =
        live::play(referee, 2, &mut table, &mut house, &mut stream, writer).expect("a game");
    let record = records::of_log(game, &settings, played.transcript.as_bytes()).expect("answers");
    let checked = records::check(&record, &settings, true).expect("a check");
    records::convert(&record, &checked, format.name, GAMES)
        .expect("converted")
        .bytes
}

fn timed(paths: &[PathBuf], work: impl Fn(&Path, &[u8]) -> usize) -> f64 {
    let started = Instant::now();
    for path in paths {
        black_box(work(path, &std::fs::read(path).expect("a file")));
    }
    started.elapsed().as_secs_f64()
}

fn check(path: &Path, bytes: &[u8]) -> usize {
    let (path, given) = (path.to_string_lossy(), Settings::default());
    let ask = CheckOptions::new(GAMES, &given);
    let (conclusion, examined) = ask.examine(Text::new(&path, bytes));
    assert_eq!(conclusion, Conclusion::Conforms, "{examined:?}");
    serde_json::to_string(&examined).expect("JSON").len()
}

/// Peak resident memory in kB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}
