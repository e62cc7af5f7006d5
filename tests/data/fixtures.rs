//! Every case of `fixtures/`, one test each: `fixtures::gomoku::rules::five_in_a_row_win`.

use crate::support::files::root;
use crate::support::trials::of_library;
use libtest_mimic::Trial;
use stickler::games::GAMES;
use stickler_check::testing::Suite;

pub(crate) fn tests() -> Vec<Trial> {
    let suite = Suite::new(GAMES, root()).with_shared_pages();
    suite.fixture_tests().into_iter().map(of_library).collect()
}
