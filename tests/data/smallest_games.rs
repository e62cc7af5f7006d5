//! The small games of `examples/`, of which two are those from which a game of one's own begins:
//! `smallest::nim::fixtures::nim::rules::four_are_too_many`.

use crate::support::files::root;
use crate::support::trials::of_library;
use libtest_mimic::Trial;
use stickler::games::Registry;
use stickler_check::testing::{Suite, Test};

#[path = "../../examples/nim/src/lib.rs"]
#[allow(missing_docs, unreachable_pub)]
mod nim;
#[path = "../../examples/nim-alphano/src/lib.rs"]
#[allow(missing_docs, unreachable_pub)]
mod nim_alphano;
#[path = "../../examples/ships/src/lib.rs"]
#[allow(missing_docs, unreachable_pub)]
mod ships;

const GAMES: [(&str, Registry); 3] = [
    ("ships", ships::GAMES),
    ("nim", nim::GAMES),
    ("nim-alphano", nim_alphano::GAMES),
];

/// All but the faulty bots, which are programs: `examples/own-game/try.sh` runs those, and the whole tests of Ships.
pub(crate) fn tests() -> Vec<Trial> {
    let of_game = |(folder, games): (&str, Registry)| {
        let suite = Suite::new(games, root().join("examples").join(folder));
        let named = move |test: Test| Test {
            name: format!("smallest::{folder}::{}", test.name),
            ..test
        };
        let is_of_programs = |test: &Test| test.name.starts_with("mutants::");
        let tests = suite.tests().into_iter();
        tests
            .filter(move |test| !is_of_programs(test))
            .map(named)
            .map(of_library)
            .collect::<Vec<Trial>>()
    };
    GAMES.into_iter().flat_map(of_game).collect()
}
