//! Programs at a match: the code that starts bots, measures them and ends them.

pub mod arena_choice;
#[cfg(target_os = "linux")]
mod awaited;
#[cfg(target_os = "linux")]
mod child_process;
#[cfg(target_os = "linux")]
mod family;
pub mod faulty;
pub mod inherited;
pub mod launch;
#[cfg(target_os = "linux")]
pub mod linux_process;
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
pub mod unhurried;
mod watch;

pub use pipes::OnStderr;
#[cfg(target_os = "linux")]
pub use pipes::{nonblocking, wait_for};
