//! The arena: the only code that touches the operating system. Programs, pipes, clocks, and matches between them.

pub mod live;
pub mod memory;
pub mod process;
mod pipes;
pub mod table;
