//! Answers that break one clause alone.

use crate::MatchKind;
use crate::matches_in_memory::played;
use std::collections::BTreeSet;
use stickler::game::{Bot, Seats};
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
