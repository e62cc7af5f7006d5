//! Parts of the library, each by itself.

mod alphabet;
mod cells;
mod clock;
mod events;
mod extremes;
mod held_up;
mod interaction;
mod lines;
mod memory;
mod polyomino;
mod results;
mod stall;
mod standard;
mod stream;
mod verdict;
mod visible;
mod wire;

use libtest_mimic::Trial;

pub(crate) fn tests() -> Vec<Trial> {
    let tests = [
        alphabet::tests,
        cells::tests,
        clock::tests,
        events::tests,
        extremes::tests,
        held_up::tests,
        interaction::tests,
        lines::tests,
        memory::tests,
        polyomino::tests,
        results::tests,
        stall::tests,
        standard::tests,
        stream::tests,
        verdict::tests,
        visible::tests,
        wire::tests,
    ];
    tests.into_iter().flat_map(|tests| tests()).collect()
}
