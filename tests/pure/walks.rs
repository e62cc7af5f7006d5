//! How much of a log is read to explain it.

use std::time::{Duration, Instant};
use stickler::clock::Micros;
use stickler::explain::{Conclusion, Note, validate};
use stickler::games::GAMES;
use stickler::params::{Ms, Settings};
use stickler::referee::{Awaits, Fact, Observation};
use stickler::stream::SplitMix64;
use stickler::transcript::Writer;

/// A game of Gomoku that fills a board of so many rows, as a log.
fn filled(rows: usize) -> String {
    let game = GAMES.find("gomoku").expect("the game");
    let settings: Settings = [
        ("board", format!("{rows}x{rows}")),
        ("row", rows.to_string()),
    ]
    .into_iter()
    .collect();
    let mut referee = game.with(&settings).expect("a variant").referee();
    let mut log = Writer::new("gomoku", &settings, &[]);
    let (mut dice, mut message) = (SplitMix64(1), String::new());
    loop {
        while let Some(seat) = referee.tell(&mut message) {
            log.told(seat, &message);
        }
        let Awaits::Replies(asks) = referee.awaits() else {
            return log.drain();
        };
        let seat = asks[0].seat;
        let replies = referee.replies(seat);
        let reply = &replies[(dice.next_u64() % replies.len() as u64) as usize];
        log.said(seat, reply.as_bytes(), Some(Ms(0)));
        let what = Observation::Lines(reply.as_bytes());
        let fact = Fact::Observed {
            seat,
            what,
            took: Some(Micros(0)),
        };
        referee.take(fact, 0).expect("it is asked");
    }
}

/// How often each line of this log is read, and what is concluded.
fn reads(log: &str) -> (usize, Conclusion) {
    let game = GAMES.find("gomoku").expect("the game");
    let checked = validate(game, &Settings::default(), log.as_bytes()).expect("a log");
    let lines = log.lines().count();
    (checked.walked.div_ceil(lines), checked.conclusion(false))
}

/// The line that stands there instead; `None`: it is left out.
type Change = fn(&str) -> Option<String>;

/// The log with this change to the line at a fraction of it.
fn changed(log: &str, tenths: usize, change: Change) -> String {
    let lines: Vec<&str> = log.lines().collect();
    let is_apt = |line: &&str| line.contains("< OPP");
    let from = lines.len() * tenths / 10;
    let at = from + lines[from..].iter().position(is_apt).expect("a message");
    let mut all: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    match change(lines[at]) {
        Some(line) => all[at] = line,
        None => drop(all.remove(at)),
    }
    all.join("\n") + "\n"
}

#[test]
fn a_good_log_is_read_once() {
    assert_eq!(reads(&filled(15)), (1, Conclusion::Conforms));
}

#[test]
fn a_longer_log_is_not_read_more_often() {
    let (short, long) = (filled(7), filled(14));
    for tenths in [1, 5, 9] {
        let wrong_cell: Change = |line| Some(line.replacen("OPP ", "OPP 1", 1));
        let early_end: Change = |line| Some(format!("{}FINISH", &line[..3]));
        for change in [wrong_cell, early_end, |_| None] {
            let few = reads(&changed(&short, tenths, change));
            let many = reads(&changed(&long, tenths, change));
            assert_ne!(many.1, Conclusion::Conforms);
            // A few more hypotheses are near enough, whatever the length.
            assert!(
                many.0 <= few.0 + few.0 / 2,
                "each line is read {} times in the long log, and {} times in the short one",
                many.0,
                few.0
            );
        }
    }
}

/// A log in which a bot writes so many lines unasked, the other one answers, and the judge then tells a move that nobody made.
fn flooded(lines: usize, answer: &str) -> String {
    let greeting = "0< READY FIRST\n1< READY SECOND\n0> OK @1ms\n1> OK @1ms\n0< TURN 10000 10000\n";
    let flood: String = (0..lines).map(|at| format!("1> HELLO {at}\n")).collect();
    format!("stickler: 1\ngame: gomoku\n\n{greeting}{flood}0> {answer} @5ms\n1< OPP 2 1 5\n")
}

#[test]
fn what_came_unasked_is_not_gone_through_again_for_each_line() {
    let started = Instant::now();
    let game = GAMES.find("gomoku").expect("the game");
    for (lines, answer) in [(20_000, "MOVE 1 1"), (3_000, "B")] {
        let log = flooded(lines, answer);
        let checked = validate(game, &Settings::default(), log.as_bytes()).expect("a log");
        assert!(!checked.findings.is_empty(), "{answer}");
    }
    // Three seconds, and on a busy machine half a minute; where each line looks at all before it, in each world, many minutes.
    let took = started.elapsed();
    assert!(took < Duration::from_secs(90), "{took:?}");
}

#[test]
fn a_hypothesis_that_cannot_hold_is_read_no_further() {
    let greeting = "0< READY FIRST\n1< READY SECOND\n0> OK @1ms\n1> OK @1ms\n0< TURN 10000 10000\n";
    // Each line may have been asked for by a message that is lacking; but mostly none is owed.
    let flood: String = (0..1_000).map(|_| "0> MOVE 1 1\n1> MOVE 1 2\n").collect();
    let log = format!("stickler: 1\ngame: gomoku\n\n{greeting}{flood}0< OPP 3 3 5\n");
    let game = GAMES.find("gomoku").expect("the game");
    let checked = validate(game, &Settings::default(), log.as_bytes()).expect("a log");
    assert!(checked.findings.len() > 1_000);
    let times = checked.walked / log.lines().count();
    // Some 9,000 times, where each of them is read to the end.
    assert!(times < 1_000, "read {times} times");
}

/// A log that breaks at its begin is read so far that somebody would read it, whatever its length: each explanation reads it anew.
#[test]
fn a_long_log_that_breaks_early_is_read_a_part_of_the_way() {
    // With all values set there is one world.
    let set = "exact=late last-opp=no after-fault=nobody memory=256 grace=500";
    let begin = "0< READY FIRST\n0> OK\n1< READY SECOND\n1> OK\n0< TURN 1 2\n";
    let round = "1< OPP 8 8 0\n1< TURN 9000 9000\n1> MOVE 3 3\n";
    let of = |rounds: usize| {
        let game = GAMES.find("gomoku").expect("the game");
        let head = format!("stickler: 1\ngame: gomoku\nset: {set}\n\n");
        let log = format!("{head}{begin}{}", round.repeat(rounds));
        validate(game, &Settings::default(), log.as_bytes()).expect("a log")
    };
    let (short, long) = (of(100), of(40_000));
    assert_eq!(short.findings, long.findings);
    assert_eq!(short.notes, []);
    assert_eq!(long.notes, [Note::ReadNoFurther]);
}
