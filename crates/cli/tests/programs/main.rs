//! Tests that start programs: the command line, bots, engines, taps, and what is withheld from them. Tables of bots and judges are in `conformance`.
//!
//! - `cli`, `screens` (what the screens say), `silences`, `asked` (what people ask for), `broken_input`, `reading`, `records`, `results`, `files`, `names`, `joins`, `engine`, `oracle`
//! - `attacks` (each with its wall, and without), `walls` (what a program finds in its room), `limits`, `clockless` and `again` (games without clocks, recorded games played again), `wrap`, `trouble`, `flushes` (answers that a bot keeps), `processes`, `portable`, `system`
//! - `tap`, `league`, `referee`, `packages`, `precompute`

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
mod flushes;
mod joins;
mod league;
mod limits;
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
mod walls;
mod wrap;
