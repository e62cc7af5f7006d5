//! Every faulty bot of `fixtures/mutants/` is caught; the test program is its own candidate: see [`stickler_check::testing`].

mod rare;
mod slips;

use crate::support::files::root;
use crate::support::trials::of_library;
use libtest_mimic::Trial;
pub(crate) use rare::RARE;
pub(crate) use slips::SLIPS;
use stickler::games::GAMES;
use stickler_check::testing::Suite;

fn suite() -> Suite {
    Suite::new(GAMES, root())
        .with_shared_pages()
        .with_ways(SLIPS)
}

pub(crate) fn tests() -> Vec<Trial> {
    suite().mutant_tests().into_iter().map(of_library).collect()
}

/// Plays as a mutant over standard input and output, and ends this process.
pub(crate) fn play_as(game: &str, name: &str) -> ! {
    suite().play_as(game, name)
}
