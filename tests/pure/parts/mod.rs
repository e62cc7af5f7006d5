//! Parts of the library, each by itself.

mod alphabet;
mod cells;
mod clock;
mod interaction;
mod polyomino;
mod stall;
mod standard;
mod stream;
mod wire;

use libtest_mimic::Trial;

pub(crate) fn tests() -> Vec<Trial> {
    let tests = [
        alphabet::tests,
        cells::tests,
        clock::tests,
        interaction::tests,
        polyomino::tests,
        stall::tests,
        standard::tests,
        stream::tests,
        wire::tests,
    ];
    tests.into_iter().flat_map(|tests| tests()).collect()
}
