//! The corpus of `fixtures/vectors/`: it comes out of its own header bit for bit, keeps to its schema, and the rules agree with it.
//!
//! Set `STICKLER_BLESS=1` to write the corpus anew, with a file for every game.

use crate::support::files::root;
use crate::support::trials::of_library;
use libtest_mimic::Trial;
use stickler::games::GAMES;
use stickler_check::testing::Suite;

pub(crate) fn tests() -> Vec<Trial> {
    let tests = Suite::new(GAMES, root()).vector_tests();
    tests.into_iter().map(of_library).collect()
}
