//! Tests that need nothing but the library: rules, pages, fixtures, laws, logs and reports.
//!
//! - `truth`: a match has one truth and many logs, and nobody is blamed wrongly · `model`: who is to blame, by brute force over every short match of small games · `walks`: how often a log is read · `changes`: every single-line change of a log · `words`: every change of a word
//! - `fixtures`, `spec` (pages, code and fixtures agree), `snapshots`, `diagnoses`, `evidence` (each line that is shown is needed)
//! - `laws`: generated games, bytes and positions · `contracts`: what the traits of a game promise · `naive`: slow second models, written from the pages alone
//! - `records` (every shape, whole and broken, `of_matches`: of every match), `streams`, `edits` and `hostile` (broken input), `fuzz` (what is fuzzed, with a few bytes)
//! - `oracle`, `vectors`, `grade_tetris`, `docs`, `drawing` (boards as SVG), `layers` (modules import only what stands below them), `parts` (parts of the library)

#[path = "../support/mod.rs"]
mod support;

mod changes;
mod diagnoses;
mod docs;
mod drawing;
mod edits;
mod evidence;
mod fuzz;
mod grade_tetris;
mod hostile;
mod laws;
mod layers;
mod model;
mod naive;
mod oracle;
mod parts;
mod records;
mod snapshots;
mod spec;
mod streams;
mod truth;
mod vectors;
mod walks;
mod words;
