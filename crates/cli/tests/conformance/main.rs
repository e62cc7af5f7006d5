//! Tables of programs: each example bot, faulty bot, faulty judge and page of the docs is a test with a name of its own.
//!
//! This program is a candidate too: with `--mutant`, `--planted` or `--wrong` it plays as a bot that has a fault.

#[path = "../support/mod.rs"]
mod support;

mod console;
mod converters;
mod corpus;
mod examples;
mod harness;
mod judges;
mod left_out;
mod mutants;
mod mutants_tetris;
mod pages;
mod rare;
mod screens;
mod shrink;

use std::process::ExitCode;

/// Many of them wait for a limit to pass.
const THREADS: usize = 6;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--mutant", game, name] => mutants::play_as(game, name),
        ["--planted", name, ..] => shrink::play_as(name, words.get(2)),
        ["--wrong", name] => mutants_tetris::play_as(name),
        _ => {
            harness::play_as_its_repository();
            return support::trials::run(Some(THREADS), tests);
        }
    }
    ExitCode::SUCCESS
}

/// Those that take longest come first, so that nobody waits for a last one.
fn tests() -> Vec<libtest_mimic::Trial> {
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
