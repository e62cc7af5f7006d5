//! Tests that need a tool that not every machine has: browsers, other packages, other languages.

mod browser;
mod clients;
mod packages;
mod reports;
mod schemas;
mod second_opinion;

use libtest_mimic::Trial;

pub(crate) fn tests() -> Vec<Trial> {
    let tests = [
        browser::tests,
        clients::tests,
        packages::tests,
        reports::tests,
        schemas::tests,
        second_opinion::tests,
    ];
    tests.into_iter().flat_map(|tests| tests()).collect()
}
