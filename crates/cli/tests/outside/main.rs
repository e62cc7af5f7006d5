//! Tests that need a tool that not every machine has: browsers, other packages, other languages. A missing one is skipped aloud.

#[path = "../support/mod.rs"]
mod support;

mod browser;
mod clients;
mod packages;
mod reports;
mod schemas;
mod second_opinion;
