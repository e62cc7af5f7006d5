//! The arena: the only code that touches the operating system. Programs, pipes, clocks, and matches between them.

mod body;
pub mod faulty;
pub mod live;
pub mod memory;
mod orphans;
mod pipes;
mod player;
pub mod process;
pub mod room;
#[doc(hidden)]
pub mod stall;
pub mod stdio;
#[doc(hidden)]
pub mod system;
pub mod table;
mod tally;
pub mod tap;
pub mod workshop;
