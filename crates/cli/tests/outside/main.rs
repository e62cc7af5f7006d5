//! Tests that need a tool that not every machine has: browsers, other packages, other languages.

#[path = "../support/mod.rs"]
mod support;

mod browser;
mod clients;
mod packages;
mod reports;
mod schemas;
mod second_opinion;

use std::process::ExitCode;

fn main() -> ExitCode {
    support::trials::run(None, || {
        let tests = [
            browser::tests,
            clients::tests,
            packages::tests,
            reports::tests,
            schemas::tests,
            second_opinion::tests,
        ];
        tests.into_iter().flat_map(|tests| tests()).collect()
    })
}
