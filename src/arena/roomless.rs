//! Where a system has no rooms: no wall stands, and programs start as children of this process.

#[path = "room/walls.rs"]
mod walls;

pub use walls::{Files, Standing, Wall, Walls};

use super::table::HarnessError;
use crate::referee::Death;

/// Says that none of these walls stands.
pub fn open(walls: Walls, _wrapper: &[String]) -> Result<Standing, HarnessError> {
    Ok(Standing::nowhere(walls))
}

/// There is nothing to close.
pub fn close() {}

/// Runs nothing: there are no rooms.
pub fn run(_words: &[String]) -> Result<Death, HarnessError> {
    Err(HarnessError::System(std::io::Error::other("rooms are there on Linux alone")))
}
