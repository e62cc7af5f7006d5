//! Answers of the opponents of a candidate, whatever their dice show.

use crate::in_memory::gomoku_log;
use crate::opponents::Opponents;
use std::collections::BTreeSet;
use stickler::clock::Micros;
use stickler::explain::validate_until;
use stickler::game::{Bot, Seat, Seats};
use stickler::games::GAMES;
use stickler::games::erased::AnyReferee;
use stickler::live::BuiltinPlayers;
use stickler::params::{Ms, Settings};
use stickler::referee::Stream;
use stickler::scenario::Opponent;
use stickler::stream::SplitMix64;

/// After these seat 0 is to move, and one of its five moves wins.
const PLAYED: [&str; 4] = ["1 1", "2 1", "1 2", "2 2"];
const MOVES: [&str; 5] = ["MOVE 3 1", "MOVE 3 2", "MOVE 1 3", "MOVE 2 3", "MOVE 3 3"];

fn after(log: &str) -> Box<dyn AnyReferee> {
    let game = GAMES.find("gomoku").expect("the game");
    let settings = Settings::read(["board=3x3", "row=3"]).expect("settings");
    let (checked, referee) =
        validate_until(game, &settings, log.as_bytes(), usize::MAX).expect("a log");
    assert!(checked.findings.is_empty(), "{:?}", checked.findings);
    referee
}

/// The place that is taken of every list, and every list's length.
#[derive(Default)]
struct Taken(usize, Vec<usize>, Vec<(usize, usize)>);

impl Stream for Taken {
    fn next(&mut self) -> u32 {
        unreachable!("options are picked")
    }
    fn pick(&mut self, options: usize) -> usize {
        self.1.push(options);
        self.0.min(options - 1)
    }
    fn note(&mut self, choice: usize, options: usize) {
        self.2.push((choice, options));
    }
}

fn answer(house: &mut Opponents, log: &str) -> Option<String> {
    house.answer(&*after(log), Seat(0), &mut Taken::default()).0
}

/// What an opponent answers by so many dice.
fn answers(kind: Opponent, dice: u64, set: impl Fn(&mut Opponents)) -> Vec<Option<String>> {
    let answered = (0..dice).map(|seed| {
        let mut house = Opponents::new(Seats::only(Seat(0)), kind, SplitMix64(seed), Vec::new());
        set(&mut house);
        answer(&mut house, &gomoku_log(&PLAYED))
    });
    answered.collect()
}

fn all(answer: &str, dice: u64) -> Vec<Option<String>> {
    vec![Some(answer.to_string()); dice as usize]
}

#[test]
fn simple_opponents_answer_by_their_rule() {
    let replies = after(&gomoku_log(&PLAYED)).replies(Seat(0));
    assert_eq!(
        BTreeSet::from_iter(replies.iter().map(String::as_str)),
        BTreeSet::from(MOVES)
    );
    assert_eq!(answers(Opponent::First, 20, |_| ()), all(&replies[0], 20));
    assert_eq!(answers(Opponent::Last, 20, |_| ()), all(&replies[4], 20));
    assert_eq!(
        answers(Opponent::Echo, 20, |house| house.heard(b"MOVE 3 2")),
        all("MOVE 3 2", 20)
    );
    for (kind, heard) in [(Opponent::Any, "MOVE 3 2"), (Opponent::Echo, "MOVE 1 1")] {
        let seen = BTreeSet::from_iter(answers(kind, 60, |house| house.heard(heard.as_bytes())));
        assert_eq!(seen.len(), 5, "{kind:?}");
    }
    for kind in [
        Opponent::Any,
        Opponent::First,
        Opponent::Reference,
        Opponent::Failing,
        Opponent::Echo,
    ] {
        let house = Opponents::new(Seats::only(Seat(0)), kind, SplitMix64(1), Vec::new());
        assert_eq!(
            (house.peeks(), house.drains()),
            (kind == Opponent::Echo, None),
            "{kind:?}"
        );
    }
}

#[test]
fn an_eager_one_wins_where_it_can() {
    assert_eq!(answers(Opponent::Eager, 20, |_| ()), all("MOVE 1 3", 20));
    // Before that move nobody wins with the next.
    let log = gomoku_log(&PLAYED[..2]);
    let seen = (0..100).map(|seed| {
        let mut house = Opponents::new(
            Seats::only(Seat(0)),
            Opponent::Eager,
            SplitMix64(seed),
            Vec::new(),
        );
        answer(&mut house, &log)
    });
    assert_eq!(BTreeSet::from_iter(seen).len(), 7);
}

#[test]
fn who_may_fail_does_so_at_times() {
    let answers = answers(Opponent::Failing, 400, |_| ());
    let failed = answers.iter().filter(|answer| answer.is_none()).count();
    assert!((20..100).contains(&failed), "{failed} of 400");
    assert_eq!(BTreeSet::from_iter(answers).len(), 6);
    // Where there is nothing to choose nobody fails.
    for seed in 0..100 {
        let mut house = Opponents::new(
            Seats::only(Seat(0)),
            Opponent::Failing,
            SplitMix64(seed),
            Vec::new(),
        );
        let said = answer(&mut house, "0< READY FIRST\n1< READY SECOND\n");
        assert_eq!(said.as_deref(), Some("OK"));
    }
}

/// Says what it was told to say, in two lines of which the last is meant.
struct Stubborn;

impl Bot for Stubborn {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        if line.starts_with("TURN") {
            say.push_str("MOVE 3 1\nMOVE 2 3\n");
        }
        true
    }
}

#[test]
fn the_reference_bot_is_mostly_listened_to() {
    let answered = (0..400).map(|seed| {
        let bots: Vec<Box<dyn Bot>> = vec![Box::new(Stubborn)];
        let mut house = Opponents::new(
            Seats::only(Seat(0)),
            Opponent::Reference,
            SplitMix64(seed),
            bots,
        );
        house.told(Seat(0), "OPP 2 2 0\nTURN 10000 10000");
        answer(&mut house, &gomoku_log(&PLAYED)).expect("an answer")
    });
    let answered: Vec<String> = answered.collect();
    let listened = answered
        .iter()
        .filter(|answer| *answer == "MOVE 2 3")
        .count();
    assert!((330..390).contains(&listened), "{listened} of 400");
    assert_eq!(BTreeSet::from_iter(answered).len(), 5);
}

fn script(answers: &[&str]) -> Opponents {
    let answers = answers.iter().map(|answer| answer.to_string()).collect();
    Opponents::scripted(Seats::only(Seat(0)), Opponent::Any, answers)
}

#[test]
fn a_script_leaves_out_what_is_not_legal() {
    let mut house = script(&["MOVE 1 1", "MOVE 9 9", "MOVE 3 3", "MOVE 2 3"]);
    assert_eq!(
        answer(&mut house, &gomoku_log(&PLAYED)).as_deref(),
        Some("MOVE 3 3")
    );
    assert_eq!(
        answer(&mut house, &gomoku_log(&PLAYED)).as_deref(),
        Some("MOVE 2 3")
    );
    // It is over: the first legal one.
    assert_eq!(
        answer(&mut house, &gomoku_log(&PLAYED)),
        after(&gomoku_log(&PLAYED))
            .replies(Seat(0))
            .first()
            .cloned()
    );
}

#[test]
fn a_script_waits_where_one_answer_is_legal() {
    let greeting = "0< READY FIRST\n1< READY SECOND\n";
    let mut house = script(&["MOVE 3 3", "OK", "MOVE 2 3"]);
    assert_eq!(answer(&mut house, greeting).as_deref(), Some("OK"));
    assert_eq!(
        answer(&mut house, &gomoku_log(&PLAYED)).as_deref(),
        Some("MOVE 3 3")
    );
    assert_eq!(answer(&mut house, greeting).as_deref(), Some("OK"));
    assert_eq!(
        answer(&mut house, &gomoku_log(&PLAYED)).as_deref(),
        Some("MOVE 2 3")
    );
}

/// Five moves, and a quarter of what is left; whoever may fail has one more to choose from.
#[test]
fn choices_are_noted_with_their_bounds() {
    for (kind, options) in [(Opponent::Any, 5), (Opponent::Failing, 6)] {
        for (place, time) in [(4, 4), (5, 5), (3000, 2500)] {
            let mut taken = Taken(place, Vec::new(), Vec::new());
            let (said, took) = Opponents::explicit(Seats::only(Seat(0)), kind).answer(
                &*after(&gomoku_log(&PLAYED)),
                Seat(0),
                &mut taken,
            );
            assert_eq!(
                said,
                after(&gomoku_log(&PLAYED))
                    .replies(Seat(0))
                    .get(place.min(options - 1))
                    .cloned()
            );
            assert_eq!(
                (took, taken.1),
                (Micros::from(Ms(time)), vec![options, 2501])
            );
        }
        let mut taken = Taken::default();
        let mut house = Opponents::new(Seats::only(Seat(0)), kind, SplitMix64(1), Vec::new());
        let (_, took) = house.answer(&*after(&gomoku_log(&PLAYED)), Seat(0), &mut taken);
        assert_eq!(taken.2[0].1, options);
        assert_eq!(taken.2[1], ((took.0 / 1000) as usize, 2501));
    }
    let mut taken = Taken::default();
    script(&["MOVE 3 3"]).answer(&*after(&gomoku_log(&PLAYED)), Seat(0), &mut taken);
    let place = after(&gomoku_log(&PLAYED))
        .replies(Seat(0))
        .iter()
        .position(|reply| reply == "MOVE 3 3")
        .expect("legal");
    assert_eq!(taken.2, [(place, 5), (0, 2501)]);
}
