#![allow(dead_code)]
//! Helpers that the test binaries share. Each of them uses some.

pub(crate) mod deciders;
pub(crate) mod depth;
pub(crate) mod files;
pub(crate) mod perft;
pub(crate) mod played;
pub(crate) mod record_files;
pub(crate) mod scripts;
pub(crate) mod trials;
pub(crate) mod wrong_tetris;
