#![allow(dead_code)]
//! Helpers that the test binaries share. Each of them uses some.

pub(crate) mod deciders;
pub(crate) mod files;
#[path = "../../crates/check/src/in_memory.rs"]
pub(crate) mod in_memory;
pub(crate) mod perft;
pub(crate) mod played;
pub(crate) mod record_files;
pub(crate) mod tier;
pub(crate) mod trials;
pub(crate) mod wrong_tetris;
