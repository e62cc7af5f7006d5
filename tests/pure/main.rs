//! Tests that need nothing but the library: rules, pages, fixtures, laws, logs and reports.

#[path = "../support/mod.rs"]
mod support;

mod changes;
mod diagnoses;
mod docs;
mod edits;
mod evidence;
mod fuzz;
mod grade_tetris;
mod hostile;
mod laws;
mod layers;
mod model;
mod naive;
mod one_answer;
mod oracle;
mod parts;
mod records;
mod snapshots;
mod spec;
mod streams;
mod svg;
mod truth;
mod vectors;
mod walks;
mod words;
