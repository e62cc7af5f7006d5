//! The arena: the only code that touches the operating system. Programs, pipes, clocks, and matches between them.

#[doc(hidden)]
pub mod body;
pub mod faulty;
pub mod live;
pub mod memory;
mod orphans;
#[doc(hidden)]
pub mod pipes;
#[doc(hidden)]
pub mod player;
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
