//! A live turn over a program that answers at once, against a bare round trip over the same pipes; both on one CPU.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::thread::{CpuSet, sched_setaffinity};
use std::io::{BufRead, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::games::{GAMES, erased::AnyReferee};
use stickler::live;
use stickler::live::BuiltinPlayers;
use stickler::params::Settings;
use stickler::referee::Stream;
use stickler::stream::Recorded;
use stickler::transcript::Writer;
use stickler_arena::process_players::ProcessPlayers;

const ROUNDS: usize = 40;
const TURNS: usize = 112;

fn main() {
    if std::env::args().any(|word| word == "--child") {
        return child();
    }
    pin();
    let (mut floors, mut turns) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        floors.extend(bare());
        turns.extend(live_game());
    }
    let (floor, turn) = (median(&mut floors), median(&mut turns));
    println!(
        "bare round trip with poll      p50 {:>8.2} µs",
        floor.as_secs_f64() * 1e6
    );
    println!(
        "live turn, told and judged     p50 {:>8.2} µs",
        turn.as_secs_f64() * 1e6
    );
    println!(
        "ratio                              {:>8.2}   (target 1.3)",
        turn.as_secs_f64() / floor.as_secs_f64()
    );
}

/// Two processes that alternate are measured on one CPU: across two, the wake-up costs more than everything else.
fn pin() {
    let mut cpus = CpuSet::new();
    cpus.set(0);
    if let Err(error) = sched_setaffinity(None, &cpus) {
        println!("not pinned to one CPU: {error}");
    }
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn cell(ply: usize) -> String {
    format!("MOVE {} {}", ply / 15 + 1, ply % 15 + 1)
}

/// Seat 0: it answers with every second cell in order.
fn child() {
    let mut ply = 0;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let answer = match line.as_bytes().first() {
            Some(b'R') => "OK\n".to_string(),
            Some(b'T') => {
                ply += 2;
                cell(ply - 2) + "\n"
            }
            Some(b'F') => return,
            _ => continue,
        };
        if out
            .write_all(answer.as_bytes())
            .and_then(|()| out.flush())
            .is_err()
        {
            return;
        }
    }
}

fn words() -> Vec<String> {
    let program = std::env::current_exe().expect("this program");
    vec![program.to_string_lossy().into_owned(), "--child".into()]
}

/// The least that a judge can do: write, poll, read.
fn bare() -> Vec<Duration> {
    let words = words();
    let mut child = Command::new(&words[0])
        .arg(&words[1])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a child");
    let (mut to, mut from) = (
        child.stdin.take().expect("a pipe"),
        child.stdout.take().expect("a pipe"),
    );
    let mut answer = [0u8; 4096];
    let mut trip = |text: &str| {
        let started = Instant::now();
        to.write_all(text.as_bytes()).expect("written");
        let mut fds = [PollFd::new(&from, PollFlags::IN)];
        poll(&mut fds, None).expect("polled");
        let read = from.read(&mut answer).expect("read");
        assert_eq!(answer[read - 1], b'\n');
        started.elapsed()
    };
    trip("READY FIRST\n");
    let times = (0..TURNS)
        .map(|_| trip("OPP 8 8 0\nTURN 10000 10000\n"))
        .collect();
    drop(to);
    child.wait().expect("ended");
    times
}

/// Seat 1: it answers in memory, and looks at the clock.
struct Scripted {
    answers: std::vec::IntoIter<String>,
    stamps: Vec<Instant>,
}

impl BuiltinPlayers for Scripted {
    fn seats(&self) -> Seats {
        Seats::only(Seat(1))
    }

    fn told(&mut self, _seat: Seat, _message: &str) {}

    fn answer(
        &mut self,
        _: &dyn AnyReferee,
        _: Seat,
        _: &mut dyn Stream,
    ) -> (Option<String>, Micros) {
        self.stamps.push(Instant::now());
        (self.answers.next(), Micros(0))
    }
}

/// A game on a full board that nobody wins; the time from one answer of the house to the next is a whole turn of the program.
fn live_game() -> Vec<Duration> {
    let game = GAMES.find("gomoku").expect("the game");
    let settings = Settings::read(["row=19"]).expect("settings");
    let mut table = ProcessPlayers::start(&[Some(words()), None]).expect("a table");
    let answers: Vec<String> = std::iter::once("OK".into())
        .chain((1..225).step_by(2).map(cell))
        .collect();
    let mut house = Scripted {
        answers: answers.into_iter(),
        stamps: Vec::with_capacity(256),
    };
    let referee = game.with(&settings).expect("a referee").referee();
    let mut stream = Recorded::new(Vec::new());
    let record = live::play(
        referee,
        2,
        &mut table,
        &mut house,
        &mut stream,
        Writer::default(),
    )
    .expect("a game");
    assert!(
        record.verdict.faults.is_empty(),
        "{:?}",
        record.verdict.faults
    );
    house
        .stamps
        .windows(2)
        .skip(2)
        .map(|pair| pair[1] - pair[0])
        .collect()
}
