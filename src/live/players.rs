//! The table: all players of a match at once.

use crate::clock::Micros;
use crate::game::{Seat, Seats};
use crate::params::Ms;
use crate::referee::{Ask, Observation};
use crate::transcript::TimeSpent;
use std::fmt;

/// The harness failed, not the bot, so nothing can be said of the bot.
#[derive(Debug)]
pub enum HarnessError {
    /// The program could not be started.
    Start {
        /// The command as it was given.
        command: String,
        /// The error of the system.
        error: std::io::Error,
    },
    /// A call to the system failed.
    System(std::io::Error),
    /// The user interrupted the run.
    Interrupted,
    /// The machine kept a program or the harness from running for so long that an answer came too late.
    Stalled {
        /// The seat whose answer was late.
        seat: Seat,
        /// By how much, in milliseconds, rounded up.
        over: Ms,
        /// The time that the machine took from all answers of the seat until then, in milliseconds.
        lost: Ms,
        /// Where the time of these answers went, where it is known.
        spent: Option<TimeSpent>,
    },
    /// The driver or the referee is at fault.
    DriverError(crate::referee::DriverError),
}

impl fmt::Display for HarnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HarnessError::Start { command, error } if is_not_found(command, error) => write!(
                f,
                "`{command}` could not be started: `{}` is not on the PATH. Install it, or name it by its path",
                program_of(command)
            ),
            HarnessError::Start { command, error } => write!(
                f,
                "`{command}` could not be started: {error}. A command is a list of words; it is run without a shell in the current folder"
            ),
            HarnessError::System(error) if error.raw_os_error().is_none() => write!(f, "{error}"),
            HarnessError::System(error) => write!(f, "a call to the system failed: {error}"),
            HarnessError::Interrupted => f.write_str("interrupted"),
            HarnessError::Stalled {
                seat,
                over,
                lost,
                spent,
            } => {
                write!(
                    f,
                    "the machine is overloaded or was asleep: an answer of seat {seat} came {over} ms too late, and the machine took {lost} ms from its answers until then. So the program may be right: try again while nothing else runs"
                )?;
                spent.map_or(Ok(()), |spent| write!(f, " (all of them: {spent})"))
            }
            HarnessError::DriverError(misuse) => write!(f, "{misuse}"),
        }
    }
}

/// True where a program that is called by its name alone was not found.
fn is_not_found(command: &str, error: &std::io::Error) -> bool {
    let program = program_of(command);
    let is_name = !program.is_empty() && !program.contains(['/', '\\']);
    is_name && error.kind() == std::io::ErrorKind::NotFound
}

fn program_of(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

impl std::error::Error for HarnessError {}

impl From<std::io::Error> for HarnessError {
    fn from(error: std::io::Error) -> Self {
        HarnessError::System(error)
    }
}

impl From<crate::referee::DriverError> for HarnessError {
    fn from(misuse: crate::referee::DriverError) -> Self {
        HarnessError::DriverError(misuse)
    }
}

/// Usage of a program, and its standard error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// CPU time of all threads and of the children it waited for.
    pub cpu: Ms,
    /// Peak resident memory in bytes; 0: not known.
    pub peak: u64,
    /// The last bytes of standard error.
    pub stderr: Vec<u8>,
    /// All bytes of standard error.
    pub stderr_total: u64,
    /// Bytes of standard output after the end of the game that no transcript holds.
    pub unkept: u64,
}

/// The players of a match.
pub trait Players {
    /// From now on a program is ended as soon as it is seen to have more than so many bytes of resident memory.
    fn limit_memory(&mut self, _bytes: u64) {}
    /// False where the table sees only a part: a program may have used more, or left more running.
    fn sees_all(&self, _seat: Seat) -> bool {
        true
    }
    /// How many processes a program that ended by itself left running. They have a moment to end as well.
    fn left(&mut self, _seat: Seat) -> usize {
        0
    }
    /// True for a program that was ended because of its memory.
    fn outgrew(&mut self, _seat: Seat) -> bool {
        false
    }
    /// The number of a seat's process, where a program sits there.
    fn process(&self, _seat: Seat) -> Option<i32> {
        None
    }
    /// Puts lines (without the last newline) in a seat's queue; never blocks.
    fn tell(&mut self, to: Seat, text: &str);
    /// Ends a seat's input after what is queued for it.
    fn close(&mut self, seat: Seat);
    /// Output of a seat that nobody asked for, if some has come before the seat is told anything more.
    fn unsolicited(&mut self, seat: Seat) -> Result<Option<&[u8]>, HarnessError>;
    /// Sends what is queued and waits until the first of these asks is settled: by an answer, a timeout, or the program's end.
    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Observation<'_>, Micros), HarnessError>;
    /// Sends what is queued and waits until the first of these programs ends, writes more, or exceeds `grace`.
    fn end(
        &mut self,
        seats: Seats,
        grace: Ms,
    ) -> Result<(Seat, Observation<'_>, Micros), HarnessError>;
    /// How long the machine has kept this program or the table from running, since the program was started.
    fn stalled(&mut self, _seat: Seat) -> Micros {
        Micros(0)
    }
    /// Where the time of the latest answer went; `None`: it was too short to be measured, or this table cannot tell.
    fn spent(&mut self) -> Option<TimeSpent> {
        None
    }
    /// Ends a seat's program with its children, and returns what it used.
    fn retire(&mut self, seat: Seat) -> Result<Usage, HarnessError>;
}
