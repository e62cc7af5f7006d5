//! Other values of parameters that no document gives: a value that is named as an excuse excuses something.

use super::{Change, Dice, SMALL, log_of, miswritten, numbers, played};
use crate::support::files::fixture_cases;
use crate::support::tier::cases;
use proptest::prelude::*;
use stickler::explain::{Finding, validate};
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;

/// Logs of matches, of which half have a digit that the judge wrote wrongly, and their games.
pub(crate) fn logs() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let changes = proptest::sample::subsequence(Change::ALL.to_vec(), 0..3);
    let miswrites = proptest::option::of(any::<u32>());
    let cuts = proptest::collection::vec(any::<u32>(), 0..40);
    let parts = (0..SMALL.len(), numbers(), changes, miswrites, cuts);
    parts.prop_map(|(game, numbers, changes, miswrites, cuts)| {
        let honest = played(game, &numbers);
        let wrong = miswrites.and_then(|at| miswritten(&honest, at as usize, 1));
        let of = wrong.unwrap_or(honest);
        (of.game, log_of(&of, &changes, &mut Dice::new(&cuts)))
    })
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_value_that_is_an_excuse_excuses_something((game, log) in logs()) {
        let game = GAMES.find(game).expect("a game");
        let excuses = excuses(game, &Settings::default(), &log);
        prop_assert!(excuses.unwrap_or(true), "{}", String::from_utf8_lossy(&log));
    }
}

/// Whether the values that are named as an excuse excuse something; `None`: none is named.
fn excuses(game: &dyn AnyGame, set: &Settings, log: &[u8]) -> Option<bool> {
    let checked = validate(game, set, log).ok()?;
    let excuse = checked.excuse.as_ref()?;
    if excuse.set.0.is_empty() {
        return None;
    }
    // No other value of any parameter is tried beside these.
    let usual = game.with(&Settings::default()).expect("defaults");
    let usual: Settings = usual.parameters().into_iter().collect();
    let all = usual.and(&checked.settings).and(&excuse.set);
    let other = validate(game, &all, log).expect("a log");
    let is_certain = |found: &Finding| other.excuse_of(found).is_none();
    let mut doubtful = checked
        .findings
        .iter()
        .filter(|found| checked.excuse_of(found).is_some());
    let is_blamed = |found: &Finding| {
        let mut others = other.findings.iter();
        others.any(|own| own == found && is_certain(own))
    };
    Some(doubtful.any(|found| !is_blamed(found)))
}

#[test]
fn an_excuse_of_a_fixture_excuses_something() {
    let mut count = 0;
    for (game, case) in fixture_cases() {
        let Some(log) = &case.transcript else {
            continue;
        };
        let game = GAMES.find(&game).expect("a game");
        if let Some(is_one) = excuses(game, &case.settings(), log.as_bytes()) {
            assert!(is_one, "{}: {}", game.name(), case.name);
            count += 1;
        }
    }
    assert!(count > 10, "{count} logs are right under another value");
}

#[test]
fn an_excuse_names_no_value_that_it_does_not_need() {
    let log = "stickler: 1\ngame: gomoku\nseats: 0\nclock: own\n0< READY FIRST\n0> OK @10ms\n0< TURN 10000 10000\n0> MOVE 8 8 @30ms\n\
        0! signal 9\n";
    let game = GAMES.find("gomoku").expect("the game");
    let checked = validate(game, &Settings::default(), log.as_bytes()).expect("a log");
    let excuse = checked.excuse.expect("nobody can tell of seat 0");
    assert_eq!(excuse.set.to_string(), "after-fault=nobody");
}
