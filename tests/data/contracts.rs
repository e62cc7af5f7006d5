//! The promises of a game's traits, held for every game of this crate: `contract::gomoku::rules_list_what_they_allow`.

use crate::support::files::root;
use crate::support::trials::of_library;
use libtest_mimic::Trial;
use stickler::games::GAMES;
use stickler_check::testing::Suite;

pub(crate) fn tests() -> Vec<Trial> {
    let suite = Suite::new(GAMES, root());
    let tests = [
        suite.contract_tests(),
        suite.end_tests(),
        suite.declared_tests(),
    ];
    tests.into_iter().flatten().map(of_library).collect()
}
