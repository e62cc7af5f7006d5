//! What starts programs: the command line, bots, engines, taps, and what is withheld from them.
//!
//! - `cli`, `screens` (what the screens say), `broken_input`, `reading`, `records`, `results`, `pages` (the commands of README and docs)
//! - `examples` (the example bots, whole and broken), `mutants` (every faulty bot of the table), `shrink` (planted faults), `engine`, `oracle`
//! - `attacks` (each with its wall, and without), `walls` (what a program finds in its room), `limits`, `clockless` and `again` (games without clocks, recorded games played again), `wrap`, `trouble`, `processes`, `portable`, `system`
//! - `tap`, `league`, `referee`, `packages`, `workshop`
//!
//! This program is a candidate too: with `--mutant`, `--planted` or `--wrong` it plays as a bot that has a fault.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod again;
mod attacks;
mod broken_input;
mod cli;
mod clockless;
mod engine;
mod examples;
mod files;
mod joins;
mod judges;
mod league;
mod limits;
mod mutants;
mod mutants_tetris;
mod oracle;
mod packages;
mod pages;
mod portable;
mod processes;
mod reading;
mod records;
mod referee;
mod results;
mod screens;
mod shrink;
mod system;
mod tap;
mod trouble;
mod walls;
mod workshop;
mod wrap;

use std::process::ExitCode;

/// Many of them wait for a limit to pass.
const THREADS: usize = 6;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--mutant", game, name] => mutants::play_as(game, name),
        ["--planted", name, ..] => shrink::play_as(name, words.get(2)),
        ["--wrong", name] => mutants_tetris::play_as(name),
        _ => return support::trials::run(Some(THREADS), tests),
    }
    ExitCode::SUCCESS
}

/// Those that take longest come first, so that nobody waits for a last one.
fn tests() -> Vec<libtest_mimic::Trial> {
    let tests = [
        joins::tests,
        attacks::tests,
        examples::tests,
        files::tests,
        reading::tests,
        records::tests,
        results::tests,
        screens::tests,
        trouble::tests,
        walls::tests,
        packages::tests,
        pages::tests,
        portable::tests,
        referee::tests,
        system::tests,
        mutants::tests,
        mutants_tetris::tests,
        shrink::tests,
        engine::tests,
        limits::tests,
        tap::tests,
        broken_input::tests,
        cli::tests,
        again::tests,
        clockless::tests,
        judges::tests,
        league::tests,
        oracle::tests,
        processes::tests,
        workshop::tests,
        wrap::tests,
    ];
    tests.into_iter().flat_map(|tests| tests()).collect()
}
