#![allow(dead_code)]
//! What the tests share that start programs, and what all tests share.

#[path = "../../../../tests/support/mod.rs"]
mod shared;

pub(crate) mod programs;
pub(crate) mod users;

pub(crate) use shared::*;
