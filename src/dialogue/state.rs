//! Where a dialogue stands, and which clause a wrong message breaks.

use super::{Phase, Policy, Protocol};
use crate::clause::{Breach, Cited, Clause};
use crate::clock::BankLeft;
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::message::{DialogueStage, Difference, Message, Phrase};
use crate::params::Ms;
use crate::referee::{Ask, Fault, FaultKind};

/// The state of a dialogue, as its protocol may read it.
#[derive(Clone, Debug)]
pub struct DialogueState<P: Protocol> {
    /// The protocol.
    pub game: P,
    /// The choices in what dialogues have in common.
    pub policy: Policy,
    /// The position and what goes with it.
    pub at: P::State,
    /// Where the dialogue stands.
    pub phase: Phase,
    /// The bank of each seat.
    pub banks: [BankLeft; MAX_SEATS],
    /// The time of each seat's latest answer.
    pub took: [Option<Ms>; MAX_SEATS],
    /// The answers that are awaited, at most one a seat, in the order in which they were asked for.
    pub asks: Vec<Ask>,
    /// The seats that have failed.
    pub out: Seats,
    /// The first fault that put a seat out.
    pub failed: Option<Fault>,
    /// The seats that have answered an ask.
    pub answered: Seats,
}

impl<P: Protocol> DialogueState<P> {
    /// Every seat of the match.
    pub fn seats(&self) -> Seats {
        Seats::first(self.policy.seats)
    }

    /// The banks of a seat and of the other.
    pub fn left(&self, to: Seat) -> [BankLeft; 2] {
        [to, to.other()].map(|seat| self.banks[seat.index()])
    }

    /// True where a seat owes an answer.
    pub fn asked(&self, seat: Seat) -> bool {
        self.owed(seat).is_some()
    }

    /// The answer that a seat owes.
    pub fn owed(&self, seat: Seat) -> Option<&Ask> {
        self.asks.iter().find(|ask| ask.seat == seat)
    }

    /// True where this seat owes nothing and another does.
    pub fn is_waiting_for_others(&self, to: Seat) -> bool {
        !self.asked(to) && !self.asks.is_empty()
    }

    /// Seats with an answer whose time the log has not told.
    #[inline]
    pub(super) fn unclocked(&self) -> Seats {
        let banks = self.banks.iter().zip(0..);
        banks
            .filter(|(left, _)| matches!(left, BankLeft::AtMost(_)))
            .map(|(_, seat)| Seat(seat))
            .collect()
    }

    /// Why no message of this kind is due.
    pub(super) fn undue(&self, to: Seat, say: &P::Say) -> Breach {
        let Policy {
            faults,
            handshake,
            farewell,
            ..
        } = &self.policy;
        let cite = |(clause, text): Cited| Breach::new(clause, text);
        if let Some(clause) = faults.all.filter(|_| self.out == self.seats()) {
            return Breach::new(clause, "both seats have failed and hear nothing more");
        }
        if self.out.contains(to) {
            return cite(faults.end);
        }
        if let (DialogueStage::Opening, Some(handshake)) = (say.stage(), handshake) {
            return Breach::new(handshake.first.0, P::Say::phrase(Phrase::Once));
        }
        if let Some(breach) = self.game.undue(self, to, say) {
            return breach;
        }
        match (self.phase, say.stage(), farewell, handshake) {
            (Phase::Over, ..) if self.failed.is_some() => Breach::new(
                faults.end.0,
                "the game has ended by a fault; nothing more is due to this seat",
            ),
            (Phase::Over, _, Some(farewell), _) => {
                Breach::new(farewell.both, P::Say::phrase(Phrase::After))
            }
            (_, DialogueStage::Last, ..) if self.failed.is_some() => Breach::new(
                faults.phase.unwrap_or(faults.end.0),
                "this seat's answer of the same phase is still awaited",
            ),
            (_, DialogueStage::Last, Some(farewell), _) => {
                Breach::new(farewell.only, "the game is not over")
            }
            (Phase::Handshake, _, _, Some(handshake)) => {
                Breach::new(handshake.both, P::Say::phrase(Phrase::Unanswered))
            }
            _ => cite(say.undue().unwrap_or(faults.end)),
        }
    }

    /// The breach of a message that differs from the one that is due.
    pub fn blame(&self, to: Seat, due: &P::Say, say: &P::Say, how: Difference) -> Breach {
        let Policy {
            faults,
            handshake,
            farewell,
            ..
        } = &self.policy;
        let word = if let Difference::Field { word, .. } = how {
            word
        } else {
            0
        };
        let stages = (due.stage(), say.stage());
        if let (Some(handshake), true) = (
            handshake,
            stages.0 == DialogueStage::Opening || stages.1 == DialogueStage::Opening,
        ) {
            return match stages.0 {
                DialogueStage::Opening => {
                    Breach::new(handshake.first.0, handshake.first.1).word(word)
                }
                _ => Breach::new(handshake.first.0, P::Say::phrase(Phrase::Once)),
            };
        }
        if let (DialogueStage::Last, Some(fault)) = (stages.0, self.failed) {
            return self.ends(&fault);
        }
        if let Difference::Field {
            word,
            offset,
            is_clock: true,
            cited: Some((clause, _)),
            ..
        } = how
            && let Some(breach) = self.clocks(to, due, say, clause, word, offset)
        {
            return breach;
        }
        if let Some(breach) = self.game.blame(self, to, due, say, how) {
            return breach;
        }
        if let Difference::Field {
            cited: Some((clause, text)),
            numbers,
            ..
        } = how
        {
            return Breach::new(clause, text).word(word).numbers(numbers);
        }
        if let (Phase::Over, DialogueStage::Last, Some((clause, text))) =
            (self.phase, stages.1, due.at_the_end())
        {
            return Breach::new(clause, text);
        }
        match (stages, farewell, self.policy.clock.timing.exact.1) {
            ((DialogueStage::Last, _), Some(farewell), _) => {
                Breach::new(farewell.both, P::Say::phrase(Phrase::Due))
            }
            ((_, DialogueStage::Last), _, Some(exact))
                if self.banks[to.other().index()] == BankLeft::Exactly(Ms(0)) =>
            {
                Breach::new(
                    exact,
                    "the answer used exactly what was left, which is in time",
                )
            }
            ((_, DialogueStage::Last), Some(farewell), _) => {
                Breach::new(farewell.only, "the game is not over")
            }
            _ => due
                .before()
                .or(say.undue())
                .map_or(Breach::new(faults.end.0, faults.end.1), |(clause, text)| {
                    Breach::new(clause, text)
                }),
        }
    }

    /// The breach where FINISH is due because a seat has failed, and something else came.
    fn ends(&self, fault: &Fault) -> Breach {
        let by = self.policy.faults.clauses;
        let clause = match fault.kind {
            _ if Some(fault.breach.clause) == self.policy.clock.empty => fault.breach.clause,
            FaultKind::Late => by.late,
            FaultKind::Illegal => by.illegal,
            FaultKind::Died => by.crash,
            _ => by.format,
        };
        let breach = Breach::new(clause, P::Say::phrase(Phrase::Failed));
        breach.numbers([i64::from(fault.seat.0)])
    }

    /// The breach of a message with wrong banks.
    fn clocks(
        &self,
        to: Seat,
        due: &P::Say,
        say: &P::Say,
        clause: Clause,
        word: usize,
        wrong: usize,
    ) -> Option<Breach> {
        let (due_left, shown) = (due.clocks()?, say.clocks()?);
        let (left, shown) = (*due_left.get(wrong)?, *shown.get(wrong)?);
        let full = self
            .policy
            .handshake
            .filter(|_| self.answered.is_empty())
            .map(|handshake| handshake.full);
        let text = match left {
            BankLeft::Exactly(_) => "seat {0} has {1} ms left, not {2}",
            BankLeft::AtMost(_) => "seat {0} has at most {1} ms left, not {2}",
        };
        let seat = if wrong == 0 { to } else { to.other() };
        let numbers = [
            i64::from(seat.0),
            left.most().0 as i64,
            shown.most().0 as i64,
        ];
        Some(
            Breach::new(full.unwrap_or(clause), text)
                .word(word)
                .numbers(numbers),
        )
    }
}
