//! The arena: the only code that touches the operating system. Programs, pipes, clocks, and matches between them.
//!
//! Its files:
//! - `table`: the trait of what sits at a match · `live`: a match played
//! - `kind`: which arena is played in · `process`: all programs of a match · `player`: one of them (`serve`: what comes of it) · `handle`: what runs, joined to us by another judge, in a room of bubblewrap, or as a child: `own` on Linux, `portable` anywhere
//! - `launch` and below: how a program is started, and the walls around it · `inherited`: what this process was given by the one that started it
//! - `pipes`, `system`, `proc`: reading, writing and asking the kernel · `tally`: CPU time by looks · `stall`: what of a wait was the machine's · `watch`: where the time of an answer went
//! - `orphans`: escaped programs, where there are no rooms · `memory`: bots in memory · `stdio`, `faulty`: reference bots as programs, whole and misbehaving
//! - `workshop`: threads and kept tables · `tap`: a recorder between a bot and any judge · `timeless`: a table without clocks · `trial`: a judge under test · `join`: a validator and a submission, joined as contest systems do

pub mod faulty;
#[doc(hidden)]
pub mod handle;
#[doc(hidden)]
pub mod inherited;
pub mod kind;
pub mod launch;
#[cfg(target_os = "linux")]
mod orphans;
#[cfg(target_os = "linux")]
mod own;
#[doc(hidden)]
pub mod pipes;
#[doc(hidden)]
pub mod player;
mod portable;
#[cfg(target_os = "linux")]
#[doc(hidden)]
pub mod proc;
pub mod process;
#[doc(hidden)]
pub mod stall;
pub mod stdio;
#[doc(hidden)]
pub mod system;
#[cfg(target_os = "linux")]
mod tally;
pub mod tap;
pub mod threads;
pub mod timeless;
pub mod trial;
#[doc(hidden)]
pub mod watch;
pub mod workshop;
