//! Answers that break one clause alone.

use super::{AIMS, FIRST_NAME};
use crate::MatchKind;
use crate::matches_in_memory::played;
use std::collections::BTreeSet;
use stickler::game::{Bot, Seat, Seats};
use stickler::games::GAMES;
use stickler::params::Settings;

/// Each illegal answer breaks the clause that its match names, in every game: the rules found it.
#[test]
fn an_illegal_answer_breaks_the_clause_that_is_named() {
    let small = |set: &[&str]| Settings::read(set.iter().copied()).expect("settings");
    let games = [
        ("gomoku", small(&["board=9x9"]), "empty inside"),
        (
            "betris",
            small(&["rounds=12"]),
            "affordable block count distinct empty inside range shape",
        ),
        (
            "blokus",
            small(&["board=7", "shapes=I1,I2,L3,T4,Z5"]),
            "anchor corner free inside letter side start used",
        ),
    ];
    for (name, settings, wanted) in games {
        let game = GAMES.find(name).expect("a game");
        let seats = game.with(&settings).expect("a variant").seats();
        let kinds = MatchKind::all(game, &settings, seats, false, "illegal-");
        let mut broken = BTreeSet::new();
        for kind in kinds {
            let MatchKind::Illegal(clause, _, at) = kind else {
                continue;
            };
            let bot = |seat| {
                let steered = kind.steered(game, &settings, seat).expect("a bot");
                Some(Box::new(steered) as Box<dyn Bot>)
            };
            let bots = Seats::first(seats).iter().map(bot).collect();
            let record = played(game, &settings, bots);
            let faults: Vec<_> = record
                .verdict
                .faults
                .iter()
                .map(|fault| (fault.seat, fault.breach.clause))
                .collect();
            assert!(
                faults.is_empty() || faults == [(at, clause)],
                "{kind} {faults:?}"
            );
            broken.extend(
                faults
                    .iter()
                    .filter_map(|(_, clause)| clause.id().rsplit('.').next()),
            );
        }
        let broken: Vec<&str> = broken.into_iter().collect();
        let missing: Vec<&str> = wanted
            .split(' ')
            .filter(|word| !broken.contains(word))
            .collect();
        assert!(missing.is_empty(), "{name}: {missing:?} of {broken:?}");
    }
}

/// A judge may forget that the smallest piece is used: one match waits until it is, and places it again.
#[test]
fn the_first_of_all_pieces_is_used_again() {
    let game = GAMES.find("blokus").expect("a game");
    let settings = Settings::default();
    let kinds = MatchKind::all(game, &settings, 2, false, "illegal-");
    let is_first = |kind: &&MatchKind| {
        matches!(kind, MatchKind::Illegal(clause, which, _)
            if clause.id() == "blokus.move.used" && which / AIMS.len() == FIRST_NAME)
    };
    let kind = kinds.iter().find(is_first).expect("a match");
    let seat = kind.seat().expect("a seat");
    let bot = |seat| {
        let steered = kind.steered(game, &settings, seat).expect("a bot");
        Some(Box::new(steered) as Box<dyn Bot>)
    };
    let record = played(game, &settings, Seats::first(2).iter().map(bot).collect());
    let said = format!("{seat}> ");
    let mut lines = record.transcript.lines().rev();
    let last = lines
        .find(|line| line.starts_with(&said))
        .expect("an answer");
    assert!(last.contains(" A001"), "{kind}: {last}");
    let fault = record.verdict.faults.first().expect("a fault");
    assert_eq!(
        fault.breach.clause.id(),
        "blokus.move.used",
        "{kind}: {last}"
    );
}

/// Segments whose squares are exchanged, and which break nothing else: several in a row and in a column, and half of all at least.
#[test]
fn half_of_the_answers_that_break_the_order_have_exchanged_squares() {
    let game = GAMES.find("blackout").expect("a game");
    let settings = Settings::default();
    let kinds = MatchKind::all(game, &settings, 1, false, "illegal-");
    let mut exchanged = Vec::new();
    let is_of_order = |kind: &&MatchKind| matches!(kind, MatchKind::Illegal(clause, ..) if clause.id() == "blackout.move.order");
    for kind in kinds.iter().filter(is_of_order) {
        let bot = kind.steered(game, &settings, Seat(0)).expect("a bot");
        let record = played(game, &settings, vec![Some(Box::new(bot) as Box<dyn Bot>)]);
        let mut lines = record.transcript.lines().rev();
        let last = lines.find_map(|line| line.strip_prefix("0> "));
        let last = last
            .and_then(|line| line.split(" @").next())
            .expect("an answer");
        let numbers: Vec<i64> = last
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        exchanged.push(match numbers[..] {
            [r1, c1, r2, c2] if r1 == r2 && c1 > c2 => "in a row",
            [r1, c1, r2, c2] if c1 == c2 && r1 > r2 => "in a column",
            _ => "in another way, too",
        });
    }
    let of = |way: &str| exchanged.iter().filter(|other| **other == way).count();
    let [row, column, more] = ["in a row", "in a column", "in another way, too"].map(of);
    assert!(
        row >= 2 && column >= 2 && row + column >= more,
        "{exchanged:?}"
    );
}
