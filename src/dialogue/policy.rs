//! What dialogues have in common, as a game has it: handshake, clocks, faults, the end.

use crate::clause::{Cited, Clause};
use crate::clock::{Exact, Rounding};
use crate::conduct::{Ending, Timing};
use crate::game::Seats;
use crate::params::{Megabytes, Ms};

/// A first message that every seat answers with `OK` before the game begins.
#[derive(Clone, Copy, Debug)]
pub struct Handshake {
    /// Time for the answer, apart from every bank.
    pub time: Ms,
    /// The answer is `OK`.
    pub answer: Clause,
    /// It comes in time.
    pub in_time: Clause,
    /// Something else is told first.
    pub first: Cited,
    /// Something more is told before all have answered.
    pub both: Clause,
    /// The first ask shows full banks.
    pub full: Clause,
}

/// Which message shows the time of an answer first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// None.
    Never,
    /// The next ask, by the banks it shows.
    AtAsk,
    /// What is told of the answer itself.
    AtOnce,
}

/// How time is counted and held against a limit.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// One bank a seat for all its answers; `None`: each answer has its own [limit](super::Due::limit).
    pub bank: Option<Ms>,
    /// Milliseconds, and what is in time.
    pub timing: Timing,
    /// Where there is such a clause, any answer to an ask with an empty bank is late.
    pub empty: Option<Clause>,
    /// Where a log shows a time that it does not tell beside the answer.
    pub shown: Shown,
}

impl Clock {
    /// The same, with one bank a seat.
    #[must_use]
    pub const fn with_bank(self, bank: Ms, shown: Shown) -> Clock {
        Clock { bank: Some(bank), shown, ..self }
    }
}

/// Whose answers a fault still waits for before it ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Those of the handshake.
    Handshake,
    /// All that were asked at the same time.
    Phase,
    /// Nobody's.
    None,
}

/// What a fault does to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// It ends, once these answers are in.
    Ends(Patience),
    /// The seat [leaves](super::JudgeState::leave) and the others play on.
    GoesOn,
}

/// What faults lead to, and the clauses of that.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// What a fault does to the game.
    pub then: Then,
    /// Whether those that have not failed hear the end.
    pub are_told: bool,
    /// A seat that has failed is told something.
    pub end: Cited,
    /// Everybody has failed.
    pub all: Option<Clause>,
    /// Answers of the same phase are awaited.
    pub phase: Option<Clause>,
    /// The clause by which a late, an ill-formed and an illegal answer fail, and a program that has died.
    pub kinds: [Clause; 4],
}

impl Faults {
    /// By this clause a fault ends the game, once a handshake under way is over; those that have not failed are told the end.
    pub const fn ending(clause: Clause) -> Faults {
        let end = (clause, "this seat has failed and hears nothing more");
        Faults {
            then: Then::Ends(Patience::Handshake),
            are_told: true,
            end,
            all: None,
            phase: None,
            kinds: [clause; 4],
        }
    }
}

/// How a dialogue ends, where its programs are awaited.
#[derive(Clone, Copy, Debug)]
pub struct Farewell {
    /// Time to end.
    pub grace: Ms,
    /// Nothing more is written.
    pub silent: Clause,
    /// A program ends normally.
    pub exit: Clause,
    /// A normal end is in time and has exit code 0.
    pub normal: Clause,
    /// The last message comes too early.
    pub only: Clause,
    /// Something comes after the last message, or instead of it.
    pub both: Clause,
    /// A program's input ends with its last message.
    pub closes_input: bool,
}

impl Farewell {
    /// The end of these programs, which were told to end.
    pub(super) fn ending(&self, seats: Seats) -> Ending {
        Ending::new(seats, self.grace, self.silent, [self.exit, self.normal])
    }

    /// Where one clause, `exit`, says all of how a program ends.
    pub const fn new(grace: Ms, [silent, exit, only, both]: [Clause; 4]) -> Farewell {
        Farewell { grace, silent, exit, normal: exit, only, both, closes_input: false }
    }
}

/// Everything that dialogues have in common, as this game has it.
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
    /// The end; `None`: programs are just ended.
    pub farewell: Option<Farewell>,
    /// Peak resident memory.
    pub memory: (Megabytes, Clause),
    /// CPU time of a run.
    pub cpu: Option<(Ms, Clause)>,
}

impl Policy {
    /// No handshake, no bank, no farewell: each answer has a limit of its own, and [`Policy`]'s fields say what is otherwise.
    pub const fn new(seats: usize, faults: Faults, memory: (Megabytes, Clause)) -> Policy {
        let timing = Timing { rounding: (Rounding::Down, None), exact: (Exact::InTime, None) };
        let clock = Clock { bank: None, timing, empty: None, shown: Shown::Never };
        Policy { seats, handshake: None, clock, faults, farewell: None, memory, cpu: None }
    }
}
