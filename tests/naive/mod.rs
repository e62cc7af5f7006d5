#![allow(dead_code, unreachable_pub)]
//! Deliberately slow second models, written from the pages under `spec/` alone.

pub mod betris;
pub mod blackout;
pub mod blokus;
pub mod blokus_codes;
pub mod blokus_log;
pub mod gomoku;
pub mod tetris;
