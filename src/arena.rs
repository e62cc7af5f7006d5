//! The arena: the only code that touches the operating system. Programs, pipes, clocks, and matches between them.

pub mod confine;
pub mod faulty;
pub mod joined;
pub mod live;
pub mod memory;
mod orphans;
mod pipes;
mod player;
pub mod process;
#[doc(hidden)]
pub mod stall;
pub mod stdio;
#[doc(hidden)]
pub mod system;
pub mod table;
pub mod tap;
pub mod workshop;
