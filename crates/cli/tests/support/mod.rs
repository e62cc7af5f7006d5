#![allow(dead_code, unused_macros)]
//! What the tests share that start programs, and what all tests share.

#[macro_use]
#[path = "../../../../tests/support/mod.rs"]
mod shared;

pub(crate) mod programs;
pub(crate) mod users;

pub(crate) use shared::*;
