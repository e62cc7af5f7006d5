//! Tests that start programs: the command line, bots, engines, taps, and what is withheld from them. Tables of bots and judges are in `conformance`.

#[path = "../support/mod.rs"]
mod support;

mod again;
mod asked;
mod attacks;
mod broken_input;
mod cli;
mod clockless;
mod engine;
mod files;
mod joins;
mod limits;
mod many_games;
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
mod walls;
mod wrap;
