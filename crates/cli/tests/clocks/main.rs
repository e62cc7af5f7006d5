//! Tests that hold real time against limits, or count what this very process holds: one test after the other.

#[path = "../support/mod.rs"]
mod support;

mod no_false_alarm;
mod processes;
mod spent;
mod tables;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Makes the tests of this program run one after the other: each holds this while it runs.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}
