//! Every faulty bot of `fixtures/mutants/` is caught; the test program is its own candidate: see [`stickler_check::testing`].

mod rare;
mod slips;

use crate::support::files::root;
use crate::support::trials::{of_library, usual_if};
use libtest_mimic::Trial;
pub(crate) use rare::RARE;
pub(crate) use slips::SLIPS;
use stickler::games::GAMES;
use stickler_check::testing::{Suite, Test};

fn suite() -> Suite {
    Suite::new(GAMES, root())
        .with_shared_pages()
        .with_ways(SLIPS)
}

/// Faulty bots that use up memory, CPU time or output: by default those of one game.
const HEAVY: [&str; 4] = ["::memory", "::threads", "::endless", "::cpu"];

pub(crate) fn tests() -> Vec<Trial> {
    let of_gate = |test: &Test| {
        let is_heavy = HEAVY.iter().any(|name| test.name.ends_with(name));
        is_heavy && !test.name.contains("::gomoku::")
    };
    let tests = suite().mutant_tests().into_iter();
    let trial = |test: Test| usual_if(!of_gate(&test), of_library(test));
    tests.map(trial).collect()
}

/// Plays as a mutant over standard input and output, and ends this process.
pub(crate) fn play_as(game: &str, name: &str) -> ! {
    suite().play_as(game, name)
}
