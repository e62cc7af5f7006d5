//! Tests that start no program: rules, pages, fixtures, laws, logs and reports.

#[path = "../support/mod.rs"]
mod support;

mod changes;
mod diagnoses;
mod docs;
mod evidence;
mod fuzz;
mod grade_tetris;
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
mod too_long;
mod truth;
mod vectors;
mod walks;
mod words;
