//! Programs at a match: the only code that touches the operating system.
//!
//! - Starting: `launch` (how a program is started, and the walls around it), `child_process` (as a child, on Linux), `portable` (anywhere), `inherited` (limits and signals of the parent)
//! - Playing: `process_players` (all programs of a match), `player` (one of them), `running_program` (a running program), `pipes`, `timeless` (without clocks), `overruled` (a program that comes to every position of a record), `inner` (what both pass on)
//! - Measuring: `watch` (where the time of an answer went), `awaited` (what a silent program waits for), `unflushed` (whether its answer is still in its own buffer), `stall` (what of a wait was the machine's), `tally` (CPU time), `linux_process`, `system`
//! - Ending: `orphans` (escaped programs, where no room holds them)
//! - Beside a match: `tap` (a recorder between a bot and any judge), `trial` (a judge's program), `stdio` and `faulty` (reference bots as programs, whole and misbehaving), `precompute` (threads and kept tables), `kind` (the arena of Linux, or the portable one)

pub mod arena_choice;
#[cfg(target_os = "linux")]
mod awaited;
#[cfg(target_os = "linux")]
mod child_process;
#[cfg(target_os = "linux")]
mod cpu_tally;
pub mod faulty;
pub mod inherited;
pub mod launch;
#[cfg(target_os = "linux")]
pub mod linux_process;
#[cfg(target_os = "linux")]
mod orphans;
pub mod overruling_players;
mod passed_on;
mod pipes;
mod player;
mod portable;
pub mod precompute;
pub mod process_players;
mod running_program;
pub mod stall;
pub mod stdio;
pub mod system;
pub mod tap;
pub mod threads;
pub mod timeless;
pub mod trial;
mod unflushed;
mod watch;

pub use pipes::OnStderr;
#[cfg(target_os = "linux")]
pub use pipes::{nonblocking, wait_for};
