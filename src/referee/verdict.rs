//! The verdict: the clauses that seats broke and kept, how the game ended, and which assumed clauses that rests on.

use crate::clause::{Breach, Clause, words};
use crate::game::{Outcome, Seat};

/// The class of a fault. Each contest has its own word for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// No complete answer in time.
    Late,
    /// An answer of the wrong form.
    Format,
    /// A well-formed answer that the rules refuse.
    Illegal,
    /// Output that was not asked for.
    Unasked,
    /// More output than any answer may have.
    Flood,
    /// The process ended, or closed its output, while it owed an answer.
    Died,
    /// The process did not end as it should.
    Ending,
    /// More memory or CPU time than allowed.
    Limit,
    /// A small fault that judges forgive.
    Habit,
    /// A game lost that had to be won.
    Lost,
    /// The log shows that the seat failed, but not how.
    Unlogged,
}

impl FaultKind {
    /// Whether a seat plays no more after such a fault.
    pub fn is_last(self) -> bool {
        !matches!(
            self,
            FaultKind::Habit | FaultKind::Ending | FaultKind::Limit | FaultKind::Lost
        )
    }

    /// Whether a contest counts the seat as failed.
    pub fn is_failure(self) -> bool {
        self.is_last() || self == FaultKind::Limit
    }
}

words!(FaultKind:
    Late "late", Format "format", Illegal "illegal", Unasked "unasked", Flood "flood", Died "died", Ending "ending",
    Limit "limit", Habit "habit", Lost "lost", Unlogged "unlogged");

/// A clause that a seat broke.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The seat.
    pub seat: Seat,
    /// The class.
    pub kind: FaultKind,
    /// The clause, and the place in the answer.
    pub breach: Breach,
}

/// The referee's judgement of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// Every clause that a seat broke, in order.
    pub faults: Vec<Fault>,
    /// How the game ended; `None`: not known.
    pub outcome: Option<Outcome>,
    /// How many of the faults came before the outcome was final; `None`: all of them count, as in a batch.
    pub decided: Option<usize>,
    /// The assumed clauses that this verdict rests on, as they came up.
    pub rests_on: Vec<Clause>,
    /// How many of these came up before the first fault that put a seat out; `None`: there was no such fault.
    pub grounds: Option<usize>,
    /// The clauses that each seat had occasion to break and kept, at least until it failed.
    pub kept: Vec<(Seat, Clause)>,
    /// The clauses of the time limits that answers were compared with. Without clocks nobody can break them.
    pub timed: Vec<Clause>,
}

impl Verdict {
    /// True if a seat failed in the game itself, or exceeded its memory or CPU time. A program that ends wrongly after the result
    /// is final gets a finding, not a defeat.
    pub fn has_failed(&self, seat: Seat) -> bool {
        let in_the_game = |at: usize| self.decided.is_none_or(|decided| at < decided);
        let counts = |kind: FaultKind, at: usize| {
            kind != FaultKind::Habit && (kind == FaultKind::Limit || in_the_game(at))
        };
        self.faults
            .iter()
            .enumerate()
            .any(|(at, fault)| fault.seat == seat && counts(fault.kind, at))
    }

    /// Notes that the verdict rests on a clause, where the clause is assumed.
    pub fn rest_on(&mut self, clause: Clause) {
        if !self.rests_on.contains(&clause) && clause.is_assumed() {
            self.rests_on.push(clause);
        }
    }

    /// Notes that an answer was compared with a time limit.
    #[inline]
    pub fn time(&mut self, clause: Clause) {
        if !self.timed.contains(&clause) {
            self.timed.push(clause);
        }
    }

    /// Notes that the seat kept these clauses.
    pub fn keep(&mut self, seat: Seat, clauses: &[Clause]) {
        self.kept
            .extend(clauses.iter().map(|&clause| (seat, clause)));
    }
}
