//! Other values of parameters that no document gives. A check tries them only for parameters that were read: under other values
//! of the rest it must come to the same. And a value that it names as an excuse must excuse something.

use super::{Change, Dice, SMALL, log_of, miswritten, numbers, played};
use crate::support::depth::cases;
use crate::support::files::fixture_cases;
use proptest::prelude::*;
use stickler::explain::{Checked, Finding, validate};
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::params::{ReadSet, Settings, reads};

/// Numbers of any size, and such as stand for points, times and memory.
const NUMBERS: [&str; 6] = ["0", "1", "3", "40", "1000", "3/2"];

/// Other values of this parameter under which the game can be.
fn others(game: &dyn AnyGame, name: &str) -> Vec<Settings> {
    let usual = game
        .with(&Settings::default())
        .expect("defaults")
        .parameters();
    let is_usual = |value: &str| {
        usual
            .iter()
            .any(|(own, usual)| *own == name && usual == value)
    };
    let values = match game.values(name) {
        [] => &NUMBERS,
        words => words,
    };
    values
        .iter()
        .filter(|value| !is_usual(value))
        .map(|value| [(name, value)].into_iter().collect())
        .filter(|set| game.with(set).is_ok())
        .collect()
}

/// The result of a check, without the parameters under which it holds; and the parameters that the check read.
fn said(game: &dyn AnyGame, set: &Settings, log: &[u8]) -> (Checked, ReadSet) {
    let (mut checked, read) = reads(|| validate(game, set, log).expect("a log"));
    (checked.settings, checked.walked) = (Settings::default(), 0);
    (checked, read)
}

/// Logs of matches, of which half have a digit that the judge wrote wrongly, and their games.
fn logs() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
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
    // Each of them is checked in every world, for every value of every such parameter.
    #![proptest_config(cases(40))]

    #[test]
    fn parameters_that_were_not_read_change_nothing((game, log) in logs()) {
        let game = GAMES.find(game).expect("a game");
        let (checked, read) = said(game, &Settings::default(), &log);
        let rows = game.page().parameters.iter().map(|row| row.name.as_str());
        for name in rows.filter(|name| game.page().leaves_open(name) && !game.was_read(name, read)) {
            for set in others(game, name) {
                let (other, _) = said(game, &set, &log);
                prop_assert_eq!(
                    &checked, &other,
                    "{} was not read, and {} changes what is said of\n{}",
                    name, set, String::from_utf8_lossy(&log)
                );
            }
        }
    }

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
    let (checked, _) = said(game, &Settings::default(), log.as_bytes());
    let excuse = checked.excuse.expect("nobody can tell of seat 0");
    assert_eq!(excuse.set.to_string(), "after-fault=nobody");
}

/// The parameters that no document gives, and that a check of this log reads.
fn read_by(body: &str) -> Vec<String> {
    let game = GAMES.find("gomoku").expect("the game");
    let log = format!("stickler: 1\ngame: gomoku\n\n{body}");
    let (_, read) = said(game, &Settings::default(), log.as_bytes());
    let rows = game.page().parameters.iter().map(|row| row.name.clone());
    rows.filter(|name| game.page().leaves_open(name) && game.was_read(name, read))
        .collect()
}

#[test]
fn a_check_reads_what_its_log_raises_and_nothing_else() {
    let greeting = "0< READY FIRST\n1< READY SECOND\n0> OK @1ms\n1> OK @1ms\n";
    let asked = format!("{greeting}0< TURN 10000 10000\n");
    assert_eq!(read_by(&format!("{asked}1< OPP 1 1 5\n")), ["after-fault"]);
    assert_eq!(
        read_by(&format!(
            "{greeting}0! used cpu 5ms memory 9999MB\n0< TURN 1 1\n"
        )),
        ["memory", "after-fault"]
    );
    assert_eq!(
        read_by(&format!("{asked}0> MOVE 1 1 @10000ms\n1< OPP 1 1 9999\n")),
        ["exact", "after-fault"]
    );
}
