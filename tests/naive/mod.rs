#![allow(dead_code)]
//! Deliberately slow second models, written from the pages under `spec/` alone.

pub mod gomoku;
