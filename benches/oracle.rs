//! Simple questions to the oracle, against a loop that only reads and writes the same lines as JSON.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};
use stickler::games::GAMES;
use stickler::oracle;

const ASKS: usize = 20_000;
const ROUNDS: usize = 21;

fn main() {
    let game = GAMES.find("gomoku").expect("the game");
    println!("{ASKS} questions of each kind, in memory; target: at most 5 times the echo");
    let made = "{\"ask\":{\"new\":{\"as\":\"a\",\"actions\":[\"MOVE 8 8\",\"MOVE 9 8\"]}}}\n";
    for (name, ask) in [
        ("turn", r#"{"turn":{"position":"a"}}"#),
        (
            "check, legal",
            r#"{"check":{"position":"a","action":"MOVE 1 1"}}"#,
        ),
        (
            "check, illegal",
            r#"{"check":{"position":"a","action":"MOVE 8 8"}}"#,
        ),
        ("outcome", r#"{"outcome":{"position":"a"}}"#),
        ("score", r#"{"score":{"position":"a"}}"#),
        (
            "copy and drop",
            r#"{"copy":{"position":"a","as":"b"}}|{"drop":{"position":"b"}}"#,
        ),
        (
            "apply and undo",
            r#"{"apply":{"position":"a","action":"MOVE 1 1"}}|{"undo":{"position":"a"}}"#,
        ),
    ] {
        let asks: Vec<&str> = ask.split('|').collect();
        let line = |id: usize| format!("{{\"id\":{id},\"ask\":{}}}\n", asks[id % asks.len()]);
        let lines: String = std::iter::once(made.to_string())
            .chain((0..ASKS).map(line))
            .collect();
        let (mut echoes, mut answers, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let echoed = timed(|| echo(lines.as_bytes()));
            let answered = timed(|| {
                let mut output = Vec::new();
                oracle::run(game, &Default::default(), lines.as_bytes(), &mut output)
                    .expect("memory");
                output
            });
            ratios.push(answered.as_secs_f64() / echoed.as_secs_f64());
            echoes.push(echoed);
            answers.push(answered);
        }
        ratios.sort_by(f64::total_cmp);
        let (echo, answer) = (median(&mut echoes), median(&mut answers));
        println!(
            "{name:<16} {answer:>6.2} µs   echo {echo:>6.2} µs   ratio {:>5.2}",
            ratios[ROUNDS / 2]
        );
    }
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e6 / ASKS as f64
}

fn timed(work: impl Fn() -> Vec<u8>) -> Duration {
    let started = Instant::now();
    black_box(work());
    started.elapsed()
}

fn echo(lines: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        let value: serde_json::Value = serde_json::from_slice(line).expect("JSON");
        serde_json::to_writer(&mut output, &value).expect("memory");
        output.write_all(b"\n").expect("memory");
    }
    output
}
