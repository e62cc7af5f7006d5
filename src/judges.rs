//! Judges whose clauses stand on a page of stickler's own, so that the page of a game states its rules alone.
//!
//! The page of the game has the line `judge: bank`, and its [`clauses!`](crate::clauses) the line `judge bank "nim";`. That declares these
//! constants beside the game's own, with the name of the game in front of each id, and `JUDGE` with the method `policy`:
//!
//! | judge | constants |
//! |---|---|
//! | `plain` | `TURN_ALTERNATE`, `ANSWER_FORM`, `ANSWER_TIME`, `FAULT_END`, `LIMIT_MEMORY` |
//! | `bank` | the same, and `READY_ROLE`, `READY_ANSWER`, `READY_TIME`, `READY_BOTH`, `TURN_FULL`, `TURN_CLOCKS`, `OPP_MOVE`, `OPP_TIME`, `OPP_FIRST`, `FINISH_ONLY`, `FINISH_BOTH`, `FINISH_SILENT`, `FINISH_EXIT` |
//!
//! With `plain` each answer has a time of its own: [`AnswerRules::within`](crate::dialogue::AnswerRules::within) says it in `Protocol::due`.

use crate::clause::Clause;
use crate::dialogue::{ClockShownIn, Farewell, Faults, Handshake, Policy};
use crate::params::{Megabytes, Ms};

/// The clauses that the policy of the judge `plain` cites.
#[derive(Clone, Copy, Debug)]
pub struct PlainJudge {
    /// `fault.end`
    pub fault_end: Clause,
    /// `limit.memory`
    pub memory: Clause,
}

impl PlainJudge {
    /// Two seats, of which a fault ends the game. Each answer has the time that the protocol says.
    pub fn policy(&self, memory: Megabytes) -> Policy {
        Policy::new(2, Faults::ending(self.fault_end), (memory, self.memory))
    }
}

/// The clauses that the policy of the judge `bank` cites.
#[derive(Clone, Copy, Debug)]
pub struct BankJudge {
    /// `ready.role`
    pub ready_role: Clause,
    /// `ready.answer`
    pub ready_answer: Clause,
    /// `ready.time`
    pub ready_time: Clause,
    /// `ready.both`
    pub ready_both: Clause,
    /// `turn.full`
    pub turn_full: Clause,
    /// `finish.silent`
    pub finish_silent: Clause,
    /// `finish.exit`
    pub finish_exit: Clause,
    /// `finish.only`
    pub finish_only: Clause,
    /// `finish.both`
    pub finish_both: Clause,
    /// `fault.end`
    pub fault_end: Clause,
    /// `limit.memory`
    pub memory: Clause,
}

/// The times of the judge `bank`, and the memory of a program.
#[derive(Clone, Copy, Debug)]
pub struct BankLimits {
    /// Time of a seat for all its answers to TURN.
    pub bank: Ms,
    /// Time for the answer to READY.
    pub ready: Ms,
    /// Time to end after FINISH.
    pub grace: Ms,
    /// Peak memory of a program.
    pub memory: Megabytes,
}

impl BankJudge {
    /// Two seats with READY, a bank of time each, and FINISH.
    pub fn policy(&self, limits: BankLimits) -> Policy {
        let faults = Faults::ending(self.fault_end);
        let policy = Policy::new(2, faults, (limits.memory, self.memory));
        Policy {
            handshake: Some(Handshake {
                time: limits.ready,
                answer: self.ready_answer,
                in_time: self.ready_time,
                first: (self.ready_role, "READY with the seat's role comes first"),
                both: self.ready_both,
                full: self.turn_full,
            }),
            clock: policy.clock.with_bank(limits.bank, ClockShownIn::AtOnce),
            farewell: Some(Farewell {
                grace: limits.grace,
                silent: self.finish_silent,
                exit: self.finish_exit,
                normal: self.finish_exit,
                only: self.finish_only,
                both: self.finish_both,
                closes_input: false,
            }),
            ..policy
        }
    }
}

/// Declares the clauses of a judge under the name of a game, for [`clauses!`](crate::clauses).
#[doc(hidden)]
#[macro_export]
macro_rules! judge_clauses {
    (@each $game:literal $page:ident $($name:ident $rest:literal),+ $(,)?) => {
        $(
            #[doc = concat!("`", $game, ".", $rest, "`")]
            #[allow(dead_code)]
            pub(crate) const $name: $crate::clause::Clause = $crate::clause::Clause::new(&$crate::clause::Citation { id: concat!($game, ".", $rest), page: $page });
        )+
    };
    (plain $game:literal $page:ident) => {
        $crate::judge_clauses!(@each $game $page
            TURN_ALTERNATE "turn.alternate",
            ANSWER_FORM "answer.form",
            ANSWER_TIME "answer.time",
            FAULT_END "fault.end",
            LIMIT_MEMORY "limit.memory"
        );
        /// The judge of this game.
        pub(crate) const JUDGE: $crate::judges::PlainJudge = $crate::judges::PlainJudge { fault_end: FAULT_END, memory: LIMIT_MEMORY };
    };
    (bank $game:literal $page:ident) => {
        $crate::judge_clauses!(@each $game $page
            READY_ROLE "ready.role",
            READY_ANSWER "ready.answer",
            READY_TIME "ready.time",
            READY_BOTH "ready.both",
            TURN_ALTERNATE "turn.alternate",
            TURN_FULL "turn.full",
            TURN_CLOCKS "turn.clocks",
            ANSWER_FORM "answer.form",
            ANSWER_TIME "answer.time",
            OPP_MOVE "opp.move",
            OPP_TIME "opp.time",
            OPP_FIRST "opp.first",
            FINISH_ONLY "finish.only",
            FINISH_BOTH "finish.both",
            FINISH_SILENT "finish.silent",
            FINISH_EXIT "finish.exit",
            FAULT_END "fault.end",
            LIMIT_MEMORY "limit.memory"
        );
        /// The judge of this game.
        pub(crate) const JUDGE: $crate::judges::BankJudge = $crate::judges::BankJudge {
            ready_role: READY_ROLE,
            ready_answer: READY_ANSWER,
            ready_time: READY_TIME,
            ready_both: READY_BOTH,
            turn_full: TURN_FULL,
            finish_silent: FINISH_SILENT,
            finish_exit: FINISH_EXIT,
            finish_only: FINISH_ONLY,
            finish_both: FINISH_BOTH,
            fault_end: FAULT_END,
            memory: LIMIT_MEMORY,
        };
    };
}
