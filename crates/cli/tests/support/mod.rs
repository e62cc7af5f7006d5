#![allow(dead_code)]
//! Helpers of the tests that start programs, and of all tests.

#[path = "../../../../tests/support/mod.rs"]
mod shared;

pub(crate) mod mark;
pub(crate) mod needs;
pub(crate) mod programs;
pub(crate) mod scripts;
pub(crate) mod signal_handlers;
pub(crate) mod users;

pub(crate) use shared::*;
