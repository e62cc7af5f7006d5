#![allow(dead_code)]
//! What the test binaries share. Each of them uses a part of it.

pub(crate) mod deciders;
pub(crate) mod depth;
pub(crate) mod files;
pub(crate) mod perft;
pub(crate) mod played;
pub(crate) mod portable;
pub(crate) mod record_files;
pub(crate) mod scripts;
pub(crate) mod trials;
pub(crate) mod wrong_tetris;
