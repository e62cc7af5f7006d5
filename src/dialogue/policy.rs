//! A game's choices in what dialogues have in common: handshake, clocks, faults, the end.

use crate::choice_parameter;
use crate::clause::{Cited, Clause};
use crate::clock::{Exact, Rounding};
use crate::conduct::{Ending, Timing};
use crate::game::Seats;
use crate::params::{Megabytes, Ms};

/// A first message that every seat answers with `OK` before the game begins.
#[derive(Clone, Copy, Debug)]
pub struct Handshake {
    /// The time for the answer; it is taken from no bank.
    pub time: Ms,
    /// The answer is `OK`.
    pub answer: Clause,
    /// The answer comes in time.
    pub in_time: Clause,
    /// Broken if something else is told first.
    pub first: Cited,
    /// Broken if more is told before all have answered.
    pub both: Clause,
    /// The first ask shows full banks.
    pub full: Clause,
}

/// Which message shows the time of an answer first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockShownIn {
    /// No message.
    Never,
    /// The next ask, by the banks it shows.
    AtAsk,
    /// The message that tells the answer itself.
    AtOnce,
}

/// How time is counted and compared with a limit.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// One bank a seat for all its answers; `None`: each answer has its own [limit](super::AnswerRules::limit).
    pub bank: Option<Ms>,
    /// The rounding to milliseconds, and whether exactly the limit is in time.
    pub timing: Timing,
    /// The clause by which any answer to an ask with an empty bank is late, if there is one.
    pub empty: Option<Clause>,
    /// The message that shows a time which the log does not have beside the answer: the one that tells the answer, if it has a time,
    /// otherwise the next ask to the seat, if it shows banks. With seats that are asked at once it is the next ask.
    pub shown: ClockShownIn,
}

impl Clock {
    /// This clock with one bank a seat.
    #[must_use]
    pub const fn with_bank(self, bank: Ms, shown: ClockShownIn) -> Clock {
        Clock {
            bank: Some(bank),
            shown,
            ..self
        }
    }
}

/// The answers that are still awaited before a fault ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// The answers of the handshake.
    Handshake,
    /// The answers of all seats asked at the same time.
    Phase,
    /// None.
    None,
}

choice_parameter! {
    /// The seats that hear the last message after a seat failed.
    AfterFault {
        /// The seat that did not fail.
        Innocent "innocent",
        /// No seat.
        Nobody "nobody",
    }
}

/// The effect of a fault on the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnFault {
    /// The game ends, once these answers are in.
    Ends(Patience),
    /// The seat [leaves](super::DialogueMemory::leave) and the others play on.
    GoesOn,
}

/// The consequences of faults, and their clauses.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// The effect of a fault on the game.
    pub then: OnFault,
    /// True if the seats that have not failed are told the end.
    pub are_told: bool,
    /// Broken if a failed seat is told something.
    pub end: Cited,
    /// Broken if a seat is told something after all have failed.
    pub all: Option<Clause>,
    /// Broken if the end is told while answers of the same phase are awaited.
    pub phase: Option<Clause>,
    /// The clauses by which a seat fails.
    pub clauses: FaultClauses,
}

/// The clause by which a seat fails, for each kind of fault.
#[derive(Clone, Copy, Debug)]
pub struct FaultClauses {
    /// For a late answer.
    pub late: Clause,
    /// For an ill-formed answer.
    pub format: Clause,
    /// For an illegal answer.
    pub illegal: Clause,
    /// For a program that died.
    pub crash: Clause,
}

impl FaultClauses {
    /// One clause for every kind.
    pub const fn all(clause: Clause) -> FaultClauses {
        FaultClauses {
            late: clause,
            format: clause,
            illegal: clause,
            crash: clause,
        }
    }
}

impl Faults {
    /// By this clause a fault ends the game once the handshake is over, and the seats that have not failed are told the end.
    pub const fn ending(clause: Clause) -> Faults {
        let end = (clause, "this seat has failed and hears nothing more");
        Faults {
            then: OnFault::Ends(Patience::Handshake),
            are_told: true,
            end,
            all: None,
            phase: None,
            clauses: FaultClauses::all(clause),
        }
    }
}

/// How a dialogue ends, if the judge waits for its programs to end.
#[derive(Clone, Copy, Debug)]
pub struct Farewell {
    /// The time that a program has to end.
    pub grace: Ms,
    /// A program writes nothing more.
    pub silent: Clause,
    /// A program ends normally.
    pub exit: Clause,
    /// A normal end is in time and has exit code 0.
    pub normal: Clause,
    /// Broken if the last message comes too early.
    pub only: Clause,
    /// Broken if something comes after the last message or instead of it.
    pub both: Clause,
    /// A program's input ends with its last message.
    pub closes_input: bool,
}

impl Farewell {
    /// Waits for these programs, which were told to end.
    pub(super) fn ending(&self, seats: Seats) -> Ending {
        Ending::new(seats, self.grace, self.silent, self.exit, self.normal)
    }
}

/// A game's choices in everything that dialogues have in common.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Seats of a match.
    pub seats: usize,
    /// The handshake, if there is one.
    pub handshake: Option<Handshake>,
    /// Time.
    pub clock: Clock,
    /// Faults.
    pub faults: Faults,
    /// The farewell; `None`: the judge just kills the programs.
    pub farewell: Option<Farewell>,
    /// Peak resident memory.
    pub memory: (Megabytes, Clause),
    /// CPU time of a run.
    pub cpu: Option<(Ms, Clause)>,
}

impl Policy {
    /// A policy without handshake, bank and farewell: each answer has a limit of its own. Set fields of [`Policy`] for the rest.
    pub const fn new(seats: usize, faults: Faults, memory: (Megabytes, Clause)) -> Policy {
        let timing = Timing {
            rounding: (Rounding::Down, None),
            exact: (Exact::InTime, None),
        };
        let clock = Clock {
            bank: None,
            timing,
            empty: None,
            shown: ClockShownIn::Never,
        };
        Policy {
            seats,
            handshake: None,
            clock,
            faults,
            farewell: None,
            memory,
            cpu: None,
        }
    }
}
