//! What the traits of a game promise, held for every game of this crate: `contract::gomoku::rules_list_what_they_allow`.

use crate::support::files::root;
use crate::support::trials::of_library;
use libtest_mimic::Trial;
use stickler::games::GAMES;
use stickler_check::testing::Suite;

pub(crate) fn tests() -> Vec<Trial> {
    Suite::new(GAMES, root())
        .contract_tests()
        .into_iter()
        .map(of_library)
        .collect()
}
