//! Where a system has no rooms: no wall stands, and programs start as children of this process.

#[path = "room/walls.rs"]
mod walls;

pub use walls::{Files, Wall, WallReport, Walls};

use super::table::HarnessError;
use crate::referee::Death;

/// Reports that none of these walls stands.
pub fn open(walls: Walls, _wrapper: &[String]) -> Result<WallReport, HarnessError> {
    Ok(WallReport::nowhere(walls))
}

/// There is nothing to close.
pub fn close() {}

/// Runs nothing: there are no rooms.
pub fn run(_words: &[String]) -> Result<Death, HarnessError> {
    Err(HarnessError::System(std::io::Error::other("rooms are there on Linux alone")))
}
