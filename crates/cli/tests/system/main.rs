//! Tests that start programs, all in one test program, so that those that wait run beside those that compute.
//!
//! This program is a candidate too: with `--mutant`, `--planted` or `--wrong` it plays as a bot that has a fault.

#[path = "../support/mod.rs"]
mod support;

mod clocks;
mod conformance;
mod outside;
mod programs;

use conformance::{harness, mutants, mutants_tetris, shrink};
use std::process::ExitCode;
use support::trials;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--mutant", game, name] => mutants::play_as(game, name),
        ["--planted", name, ..] => shrink::play_as(name, words.get(2)),
        ["--wrong", name] => mutants_tetris::play_as(name),
        _ => {
            harness::play_as_its_repository();
            return trials::run(Some(trials::waiting()), || {
                // The clocks are first: some of them count what this process has, and others leave children behind.
                let tests = [
                    clocks::tests,
                    conformance::tests,
                    outside::tests,
                    programs::tests,
                ];
                tests.into_iter().flat_map(|tests| tests()).collect()
            });
        }
    }
    ExitCode::SUCCESS
}
