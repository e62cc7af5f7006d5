//! Planted faults that need a particular position: each is found, shrunk to a short game, saved, and replayed.
//!
//! The test program is its own bot: with `--planted NAME` it plays as the reference bot with that fault.

use libtest_mimic::{Arguments, Failed, Trial};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};
use stickler::check::bot::{Plan, Played};
use stickler::check::replay::{Replayed, replay, saved};
use stickler::check::shrink::shrink;
use stickler::fixture::Saved;
use stickler::games;
use stickler::params::Settings;

type Cell = (i32, i32);

/// What a planted fault looks at.
struct Seen {
    /// `FIRST` or `SECOND`.
    role: String,
    /// The opponent's stones, in order.
    theirs: Vec<Cell>,
    /// The own moves made.
    made: usize,
    /// The time of the opponent's last move.
    time: i32,
}

/// A fault: its name, when it shows, the answer then, the clause it breaks, and the fewest moves before it.
struct Planted {
    name: &'static str,
    shows: fn(&Seen) -> bool,
    answer: &'static str,
    clause: &'static str,
    fewest: usize,
}

const PLANTED: &[Planted] = &[
    Planted {
        name: "four_in_a_row",
        shows: |seen| line_of(&seen.theirs, 4),
        answer: "MOVE 0 0",
        clause: "gomoku.move.inside",
        fewest: 7,
    },
    Planted {
        name: "three_in_a_column",
        shows: |seen| column_of(&seen.theirs, 3),
        answer: "MOVE 0 0",
        clause: "gomoku.move.inside",
        fewest: 5,
    },
    Planted {
        name: "last_row",
        shows: |seen| seen.theirs.iter().any(|cell| cell.0 == 15),
        answer: "MOVE 16 1",
        clause: "gomoku.move.inside",
        fewest: 1,
    },
    Planted {
        name: "last_column",
        shows: |seen| seen.theirs.iter().any(|cell| cell.1 == 15),
        answer: "MOVE 1 16",
        clause: "gomoku.move.inside",
        fewest: 1,
    },
    Planted {
        name: "second_after_twenty",
        shows: |seen| seen.role == "SECOND" && seen.made >= 20,
        answer: "",
        clause: "wire.process.alive",
        fewest: 41,
    },
    Planted {
        name: "first_after_nine",
        shows: |seen| seen.role == "FIRST" && seen.made >= 9,
        answer: "PASS",
        clause: "gomoku.turn.answer",
        fewest: 18,
    },
    Planted {
        name: "corner",
        shows: |seen| seen.theirs.contains(&(15, 15)),
        answer: "MOVE 15 15",
        clause: "gomoku.move.empty",
        fewest: 1,
    },
    Planted {
        name: "a_slow_opponent",
        shows: |seen| seen.time > 300,
        answer: "MOVE",
        clause: "gomoku.turn.answer",
        fewest: 1,
    },
    Planted {
        name: "two_edges",
        shows: |seen| [1, 15].iter().all(|row| seen.theirs.iter().any(|cell| cell.0 == *row)),
        answer: "MOVE 0 0",
        clause: "gomoku.move.inside",
        fewest: 3,
    },
    Planted {
        name: "a_diagonal",
        shows: |seen| diagonal_of(&seen.theirs),
        answer: "move 1 1",
        clause: "gomoku.turn.answer",
        fewest: 5,
    },
];

fn line_of(cells: &[Cell], length: i32) -> bool {
    cells.iter().any(|&(row, col)| (0..length).all(|n| cells.contains(&(row, col + n))))
}

fn column_of(cells: &[Cell], length: i32) -> bool {
    cells.iter().any(|&(row, col)| (0..length).all(|n| cells.contains(&(row + n, col))))
}

fn diagonal_of(cells: &[Cell]) -> bool {
    cells.iter().any(|&(row, col)| (0..3).all(|n| cells.contains(&(row + n, col + n))))
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let Some(at) = words.iter().position(|word| word == "--planted") {
        let planted = PLANTED.iter().find(|planted| planted.name == words[at + 1]);
        return play(planted.filter(|_| words.get(at + 2).is_none_or(|file| is_odd_run(file))));
    }
    let mut trials: Vec<Trial> =
        PLANTED.iter().map(|planted| Trial::test(planted.name, || is_shrunk(planted))).collect();
    trials.push(Trial::test("a_bot_that_fails_every_second_time", flaky_is_shrunk));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Counts the runs in a file; true for the first, the third, the fifth.
fn is_odd_run(file: &str) -> bool {
    let length = std::fs::read(file).map_or(0, |bytes| bytes.len());
    let _ = std::fs::write(file, vec![b'.'; length + 1]);
    length.is_multiple_of(2)
}

/// A bot that does not fail every time is reported with its rate, and shrunk by repeated runs.
fn flaky_is_shrunk() -> Result<(), Failed> {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("runs-{}", std::process::id()));
    let mut plan = plan("last_column");
    plan.command.push(file.to_string_lossy().into_owned());
    let summary = plan.run(&plan.cases()?, &|_| ())?;
    let first = summary.failures(&plan.standard).next().ok_or("the fault was not found")?;
    let clause = first.error(&plan.standard).ok_or("no error")?.0.breach.clause;
    let shrunk = shrink(&plan, first, clause, Duration::from_secs(30))?.ok_or("it did not fail again")?;
    std::fs::remove_file(file)?;
    assert!([(2, 5), (3, 5)].contains(&shrunk.rate), "{:?}", shrunk.rate);
    assert!(moves(&shrunk.played, &plan) <= 5, "{}", shrunk.played.record.transcript);
    Ok(())
}

/// The bot: the reference bot, until the fault shows.
fn play(planted: Option<&Planted>) {
    let game = games::find("gomoku").expect("the game");
    let mut bot = game.bot(&Settings::default()).expect("a bot");
    let mut seen = Seen { role: String::new(), theirs: Vec::new(), made: 0, time: 0 };
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words[at].parse::<i32>().unwrap_or(0);
        match words[0] {
            "READY" => seen.role = words[1].into(),
            "OPP" => {
                seen.theirs.push((number(1), number(2)));
                seen.time = number(3);
            }
            _ => {}
        }
        let mut said = String::new();
        let goes_on = bot.hear(&line, &mut said);
        if words[0] == "TURN" {
            if let Some(planted) = planted.filter(|planted| (planted.shows)(&seen)) {
                if planted.answer.is_empty() {
                    std::process::exit(3);
                }
                said = format!("{}\n", planted.answer);
            }
            seen.made += 1;
        }
        print!("{said}");
        let _ = std::io::stdout().flush();
        if !goes_on {
            return;
        }
    }
}

fn plan(bot: &str) -> Plan {
    let program = std::env::current_exe().expect("this program").to_string_lossy().into_owned();
    Plan {
        game: games::find("gomoku").expect("the game"),
        settings: Settings::default(),
        command: vec![program, "--planted".into(), bot.into()],
        seed: 3,
        cases: Some(40),
        seat: None,
        jobs: 1,
        time_box: Duration::from_secs(60),
        standard: Default::default(),
    }
}

fn is_shrunk(planted: &Planted) -> Result<(), Failed> {
    let plan = plan(planted.name);
    let summary = plan.run(&plan.cases()?, &|_| ())?;
    let first = summary.failures(&plan.standard).next().ok_or("the fault was not found")?;
    let (fault, _) = first.error(&plan.standard).ok_or("no error")?;
    assert_eq!(fault.breach.clause.id(), planted.clause);
    let started = Instant::now();
    let shrunk = shrink(&plan, first, fault.breach.clause, Duration::from_secs(30))?.ok_or("it did not fail again")?;
    let took = started.elapsed();
    let moves = moves(&shrunk.played, &plan);
    println!("{}: {} moves (fewest {}), {} games, {took:?}", planted.name, moves, planted.fewest, shrunk.runs);
    assert!(shrunk.is_minimal, "not minimal after {took:?}");
    assert!(
        moves <= planted.fewest + 4,
        "{moves} moves; {} are enough\n{}",
        planted.fewest,
        shrunk.played.record.transcript
    );
    assert_eq!(shrunk.rate, (5, 5));
    is_replayed(&shrunk.played, &plan, planted.clause)
}

/// Moves made before the fault.
fn moves(played: &Played, plan: &Plan) -> usize {
    let line = played.error(&plan.standard).expect("an error").1;
    played.record.transcript.lines().take(line - 1).filter(|line| line.contains("> MOVE")).count()
}

/// The saved game fails as before, and passes with the repaired bot.
fn is_replayed(played: &Played, broken: &Plan, clause: &str) -> Result<(), Failed> {
    let (fault, line) = played.error(&broken.standard).ok_or("no error")?;
    let saved = Saved::read(&saved(broken, played, fault, line).write())?;
    assert_eq!(saved.clause, clause);
    assert!(matches!(replay(broken, &saved, false)?, Replayed::Fails { same: true, .. }));
    assert!(matches!(replay(&plan("none"), &saved, false)?, Replayed::Passes(_)));
    Ok(())
}
