//! Tests that start programs: the command line, bots, engines, taps, and what keeps bots apart. Tables of bots and judges are in
//! `conformance`.

#[path = "../support/mod.rs"]
mod support;

mod again;
mod asked;
mod attacks;
mod broken_input;
mod cli;
mod clockless;
mod ended;
mod engine;
mod files;
mod flushes;
mod isolation;
mod joins;
mod limits;
mod many_games;
mod names;
mod new_game;
mod oracle;
mod packages;
mod portable;
mod precompute;
mod processes;
mod reading;
mod records;
mod referee;
mod results;
mod screens;
mod silences;
mod system;
mod tap;
mod trouble;
mod wrap;

use std::process::ExitCode;
use support::trials;

fn main() -> ExitCode {
    trials::run(Some(trials::waiting()), || {
        let tests = [
            again::tests,
            asked::tests,
            attacks::tests,
            broken_input::tests,
            cli::tests,
            clockless::tests,
            ended::tests,
            engine::tests,
            files::tests,
            flushes::tests,
            isolation::tests,
            joins::tests,
            limits::tests,
            many_games::tests,
            names::tests,
            new_game::tests,
            oracle::tests,
            packages::tests,
            portable::tests,
            precompute::tests,
            processes::tests,
            reading::tests,
            records::tests,
            referee::tests,
            results::tests,
            screens::tests,
            silences::tests,
            system::tests,
            tap::tests,
            trouble::tests,
            wrap::tests,
        ];
        tests.into_iter().flat_map(|tests| tests()).collect()
    })
}
