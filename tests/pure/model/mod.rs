//! A model of the idea by which logs are judged, small enough to try everything: what is the least that must have gone wrong?
//!
//! `matches` plays every short match of small games and writes the logs that can be had of it. `explain` finds every explanation
//! of such a log by brute force: each hidden step, failure and lacking line at each place, by the table of costs in
//! `spec/log.md`. Whoever is blamed by every explanation of least cost is blamed, and nobody else. `worlds` plays them under every
//! combination of the words that no document gives, and writes what hides them: logs without values, records, two streams.

mod explain;
mod matches;
mod worlds;

use crate::support::tier::by_tier;
use explain::{Blame, explanations};
use matches::{ObservedLog, observations};
use std::collections::{BTreeMap, BTreeSet};
use stickler::explain::{Checked, Culprit, validate};
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::referee::FaultKind;

#[test]
fn short_matches_of_gomoku_are_judged_by_the_definition() {
    hold("gomoku", "board=1x3 row=2 bank=2", by_tier(3, 5, 7));
    hold("gomoku", "board=2x2 row=2 bank=2", by_tier(3, 4, 6));
}

#[test]
fn short_matches_of_betris_are_judged_by_the_definition() {
    hold(
        "betris",
        "rounds=1 board=3x2 blocks=I1,I2 bank=2",
        by_tier(2, 2, 3),
    );
}

#[test]
fn short_runs_of_black_out_are_judged_by_the_definition() {
    hold(
        "blackout",
        "board=2x3 games=1 jury=first wall=2",
        by_tier(2, 3, 4),
    );
}

/// Holds the program against the model over every observation of every match of so many facts.
fn hold(game: &str, settings: &str, facts: usize) {
    let settings = Settings::read(settings.split(' ')).expect("settings");
    let game = GAMES.find(game).expect("a game");
    let variant = game.with(&settings).expect("parameters");
    // Every parameter is told, so that no other value of any is possible.
    let told: Settings = variant.parameters().into_iter().collect();
    let (mut seen, mut kinds) = (BTreeSet::new(), BTreeMap::<String, (usize, String)>::new());
    let mut judged = 0;
    for observation in observations(game, &settings, facts) {
        let log = observation.log(game.name(), &told);
        // What a seat wrote without any message to it is not judged.
        if !log.contains("< ") {
            continue;
        }
        if !seen.insert(log.clone()) {
            continue;
        }
        let Some((cost, all)) = explanations(&*variant, &observation) else {
            continue;
        };
        judged += 1;
        let Some(blamed) = all.iter().cloned().reduce(|one, other| &one & &other) else {
            continue;
        };
        let checked = validate(game, &Settings::default(), log.as_bytes()).expect("a log");
        let found = found(&checked, &observation);
        // All blame the judge, if not for the same line.
        let judge = |blame: &Blame| blame.who == "judge";
        let is_judge = all.iter().all(|one| one.iter().any(judge));
        let of_others = |all: &BTreeSet<Blame>| {
            let others = all.iter().filter(|blame| !judge(blame)).cloned();
            others.collect::<BTreeSet<Blame>>()
        };
        if of_others(&found) == of_others(&blamed) && found.iter().any(judge) == is_judge {
            continue;
        }
        let kind = format!("program {:?}, model {:?}", names(&found), names(&blamed));
        let shown = format!("{kind}, cost {cost}, of {all:?}\n{log}");
        let known = kinds.entry(kind).or_insert_with(|| (0, shown.clone()));
        known.0 += 1;
        if shown.len() < known.1.len() {
            known.1 = shown;
        }
    }
    let shown: Vec<String> = kinds
        .values()
        .map(|(times, shown)| format!("{times} times: {shown}"))
        .collect();
    assert!(judged > 100, "only {judged} logs");
    assert!(
        shown.is_empty(),
        "{} of {judged} logs of {} in {} kinds:\n{}",
        kinds.values().map(|(times, _)| times).sum::<usize>(),
        game.name(),
        kinds.len(),
        shown.join("\n")
    );
}

fn names(blamed: &BTreeSet<Blame>) -> Vec<String> {
    blamed.iter().map(|blame| blame.who.clone()).collect()
}

/// Whom the program blames for sure, and for which line of the body.
fn found(checked: &Checked, observation: &ObservedLog) -> BTreeSet<Blame> {
    let certain = checked
        .findings
        .iter()
        .filter(|found| checked.excuse_of(found).is_none());
    let blame = |found: &stickler::explain::Finding| Blame {
        // A game is lost by a choice of the judge, which stands in no line.
        line: match found.culprit {
            Culprit::Seat(_, FaultKind::Lost) => 0,
            _ => found.line - observation.head(),
        },
        who: match found.culprit {
            Culprit::Seat(seat, _) => format!("seat {seat}"),
            other => other.to_string(),
        },
    };
    certain.map(blame).collect()
}
