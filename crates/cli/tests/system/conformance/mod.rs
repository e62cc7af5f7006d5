//! Tables of programs: each example bot, faulty bot, faulty judge and page of the docs is a test with a name of its own.

pub(crate) mod console;
mod converters;
mod corpus;
mod examples;
pub(crate) mod harness;
mod judges;
mod left_out;
pub(crate) mod mutants;
pub(crate) mod mutants_tetris;
mod pages;
mod rare;
mod screens;
pub(crate) mod shrink;

use libtest_mimic::Trial;

/// Those that take longest come first, so that nobody waits for a last one.
pub(crate) fn tests() -> Vec<Trial> {
    let tests = [
        examples::tests,
        pages::tests,
        screens::tests,
        harness::tests,
        mutants::tests,
        mutants_tetris::tests,
        shrink::tests,
        judges::tests,
        left_out::tests,
        rare::tests,
        corpus::tests,
        converters::tests,
    ];
    tests.into_iter().flat_map(|tests| tests()).collect()
}
