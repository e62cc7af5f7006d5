//! The machine: it takes answers, opens asks, and judges faults and the end.

use super::{
    AnswerRules, Clock, ClockShownIn, DialogueMemory, DialogueState, Faults, OnFault, Patience,
    Phase, Policy, Protocol, Telling, occasions,
};
use crate::clause::{Breach, Clause};
use crate::clock::{BankLeft, Micros};
use crate::conduct::{self, Ending};
use crate::game::{Actor, MAX_SEATS, Outcome, Seat, Seats, Turn};
use crate::message::Message;
use crate::params::Ms;
use crate::referee::{Ask, DriverError, Fault, FaultKind, Observation, PendingMessages, Verdict};
use crate::wire::Words;

/// The time for an answer, and what an answer in time keeps.
#[derive(Clone, Copy)]
struct Limit {
    clause: Clause,
    kept: (&'static [Clause], u64),
    most: Ms,
    is_empty: bool,
}

/// The referee of a dialogue.
#[derive(Clone, Debug)]
pub struct Match<P: Protocol> {
    pub(super) state: DialogueState<P>,
    /// Seats whose latest answer has no time yet.
    pub(super) untimed: Seats,
    /// Seats that had read an ask when another seat's fault ended the game. They may still answer it; the answer does not count.
    pub(super) crossing: Seats,
    pub(super) ending: Option<Ending>,
    /// The clauses that each seat's answers have kept: each list once, with the bits of clauses that no answer put to the test.
    pub(super) kept: [Vec<(&'static [Clause], u64)>; MAX_SEATS],
    pub(super) verdict: Verdict,
}

impl<P: Protocol> Match<P> {
    pub(super) fn hear(
        &mut self,
        seat: Seat,
        what: &Observation<'_>,
        took: Option<Micros>,
        owed: &mut PendingMessages<P::Say>,
    ) -> Result<(), DriverError> {
        let asked = self.state.owed(seat).map(|ask| ask.budget);
        if self.state.phase == Phase::Over {
            return Err(DriverError("the game is over"));
        }
        if asked.is_none() && matches!(what, Observation::Lines(_)) {
            return Err(DriverError("this seat was not asked"));
        }
        let timing = self.state.policy.clock.timing;
        let took =
            took.map(|took| timing.count(took, asked.unwrap_or_default(), &mut self.verdict));
        let heard = match &self.state.policy.handshake {
            Some(handshake) if self.state.phase == Phase::Handshake => {
                let clauses = [handshake.answer, handshake.in_time];
                conduct::handshake(
                    seat,
                    *what,
                    took,
                    handshake.time,
                    clauses,
                    &mut self.verdict,
                )
            }
            _ => self.answer(seat, what, took),
        };
        self.state.asks.retain(|ask| ask.seat != seat);
        match heard {
            Ok(()) => self.go_on(owed),
            Err(fault) => self.fail(fault, owed),
        }
        Ok(())
    }

    /// Reads, checks and applies an answer, and subtracts its time from the bank.
    fn answer(
        &mut self,
        seat: Seat,
        what: &Observation<'_>,
        took: Option<Ms>,
    ) -> Result<(), Fault> {
        let limit = self.time_limit(seat);
        self.verdict.time(limit.clause);
        if *what == Observation::Unlogged && self.state.asked(seat) {
            // With an empty bank it is late whatever it does.
            self.in_time(seat, took, limit)?;
        }
        let line = conduct::lines(seat, *what, limit.clause)?;
        self.in_time(seat, took, limit)?;
        let state = &mut self.state;
        let mut words = Words::new(line);
        let step = state
            .game
            .answer(state, seat, &mut words, &mut self.verdict)
            .map_err(|refusal| refusal.by(seat))?;
        state.at.apply(Actor::Seat(seat), step);
        let (kept, (clauses, idle)) = (&mut self.kept[seat.index()], limit.kept);
        match kept
            .iter_mut()
            .find(|(known, _)| std::ptr::eq(*known, clauses))
        {
            Some((_, bits)) => *bits &= idle,
            None => kept.push(limit.kept),
        }
        conduct::note_habits(seat, words.remarks, &mut self.verdict);
        state.took[seat.index()] = took;
        state.answered.insert(seat);
        if took.is_none() && state.policy.clock.shown == ClockShownIn::AtOnce {
            self.untimed.insert(seat);
        } else {
            let bank = &mut state.banks[seat.index()];
            *bank = bank.after(took);
        }
        Ok(())
    }

    /// The time that a seat has, and its clause. With an empty bank any answer may be late.
    #[inline]
    fn time_limit(&mut self, seat: Seat) -> Limit {
        let AnswerRules {
            time,
            kept,
            idle,
            limit,
            ..
        } = self.state.game.due(&self.state.at, seat);
        let Clock { bank, empty, .. } = &self.state.policy.clock;
        let most = match bank {
            Some(_) => self.state.banks[seat.index()].most(),
            // Of an answer whose time is told later nothing is owed any more.
            None => self.state.owed(seat).map_or(limit, |ask| ask.budget),
        };
        let kept = (kept, idle);
        if let (Some(empty), Some(_), BankLeft::Exactly(Ms(0))) =
            (empty, bank, self.state.banks[seat.index()])
        {
            self.verdict.rest_on(*empty);
            return Limit {
                clause: *empty,
                kept,
                most,
                is_empty: true,
            };
        }
        Limit {
            clause: time,
            kept,
            most,
            is_empty: false,
        }
    }

    /// Compares an answer's time, which may be unknown, with its limit.
    #[inline]
    fn in_time(&mut self, seat: Seat, took: Option<Ms>, limit: Limit) -> Result<(), Fault> {
        if limit.is_empty {
            let text = "the bank was empty when the answer became due: no answer counts";
            return Err(Fault {
                seat,
                kind: FaultKind::Late,
                breach: Breach::new(limit.clause, text),
            });
        }
        let Some(took) = took.filter(|took| *took >= limit.most) else {
            return Ok(());
        };
        self.state.policy.clock.timing.within(
            seat,
            took,
            limit.most,
            limit.clause,
            &mut self.verdict,
        )
    }

    /// Takes the time of an answer that came without one, or the fact that it stays unknown.
    pub(super) fn learn(
        &mut self,
        seat: Seat,
        took: Option<Ms>,
        owed: &mut PendingMessages<P::Say>,
    ) -> Result<(), DriverError> {
        let is_awaited = self.state.phase == Phase::Clock;
        let is_fresh = is_awaited && self.untimed.contains(seat);
        let is_open = is_fresh || self.state.unclocked().contains(seat);
        if self.state.phase == Phase::Over || !is_open || took.is_none() && !is_awaited {
            return Err(DriverError("this seat's clock was not awaited"));
        }
        if took.is_some() {
            let limit = self.time_limit(seat);
            if let Err(fault) = self.in_time(seat, took, limit) {
                // The asks since then are void.
                owed.forget(self.state.asks.iter().map(|ask| ask.seat).collect());
                self.state.asks.clear();
                self.fail(fault, owed);
                return Ok(());
            }
        }
        let has_bank = self.state.policy.clock.bank.is_some();
        let bank = &mut self.state.banks[seat.index()];
        match took {
            _ if !has_bank => {}
            _ if is_fresh => *bank = bank.after(took),
            Some(_) => {
                *bank = BankLeft::Exactly(bank.after(took).most());
                let own = self.state.asks.iter_mut().find(|ask| ask.seat == seat);
                own.into_iter().for_each(|ask| ask.budget = bank.most());
            }
            None => {}
        }
        if is_fresh {
            self.state.took[seat.index()] = took;
            self.untimed.remove(seat);
            if self.untimed.is_empty() {
                self.tell_and_proceed(owed);
            }
        } else if is_awaited
            && (took.is_none() || self.state.unclocked().is_empty())
            && let Turn::Seats(seats) = self.state.at.turn()
        {
            self.ask(seats, owed);
        }
        Ok(())
    }

    /// Goes on once all asked seats have answered.
    pub(super) fn go_on(&mut self, owed: &mut PendingMessages<P::Say>) {
        if !self.state.asks.is_empty() {
            return;
        }
        if !self.state.out.is_empty() && self.state.policy.faults.then != OnFault::GoesOn {
            return self.end_by_fault(owed);
        }
        if self.state.phase == Phase::Handshake {
            self.proceed(owed);
        } else if !self.untimed.is_empty() {
            self.state.phase = Phase::Clock;
        } else {
            self.tell_and_proceed(owed);
        }
    }

    /// Tells what was done, and goes on.
    pub(super) fn tell_and_proceed(&mut self, owed: &mut PendingMessages<P::Say>) {
        self.state.game.after(
            &self.state,
            &mut Telling {
                owed,
                verdict: &mut self.verdict,
            },
        );
        self.proceed(owed);
    }

    /// Does what the position calls for next.
    pub(super) fn proceed(&mut self, owed: &mut PendingMessages<P::Say>) {
        self.state.phase = Phase::Play;
        match self.state.at.turn() {
            Turn::Over(outcome) => self.end(Some(outcome), self.inside(), owed),
            Turn::Nature => {}
            Turn::Seats(_)
                if self.state.policy.clock.shown == ClockShownIn::AtAsk
                    && !self.state.unclocked().is_empty() =>
            {
                self.state.phase = Phase::Clock;
            }
            Turn::Seats(seats) => self.ask(seats, owed),
        }
    }

    /// Asks the seats whose turn it is.
    fn ask(&mut self, seats: Seats, owed: &mut PendingMessages<P::Say>) {
        self.state.phase = Phase::Play;
        self.state.asks.clear();
        for seat in seats.iter() {
            if let Some(say) = self.state.game.ask(&self.state, seat) {
                owed.push((seat, say));
            }
            let budget = match self.state.policy.clock.bank {
                Some(_) => self.state.banks[seat.index()].most(),
                None => self.state.game.due(&self.state.at, seat).limit,
            };
            self.state.asks.push(Ask {
                seat,
                lines: 1,
                budget,
            });
        }
    }

    pub(super) fn inside(&self) -> Seats {
        self.state.seats().without(self.state.out)
    }

    fn fail(&mut self, fault: Fault, owed: &mut PendingMessages<P::Say>) {
        let faults = self.state.policy.faults;
        if fault.kind == FaultKind::Illegal {
            self.verdict.rest_on(faults.clauses.illegal);
        }
        self.verdict
            .grounds
            .get_or_insert(self.verdict.rests_on.len());
        self.state.out.insert(fault.seat);
        self.state.failed.get_or_insert(fault);
        self.verdict.faults.push(fault);
        match faults.then {
            OnFault::GoesOn => self.play_on(fault.seat, owed),
            OnFault::Ends(patience) => {
                let waits = match patience {
                    Patience::Handshake => self.state.phase == Phase::Handshake,
                    Patience::Phase => true,
                    Patience::None => false,
                };
                if let Some(clause) = faults.phase.filter(|_| !self.state.asks.is_empty()) {
                    self.verdict.rest_on(clause);
                }
                if !waits {
                    self.break_off();
                }
                self.go_on(owed);
            }
        }
    }

    /// Takes a failed seat out; the others play on.
    fn play_on(&mut self, seat: Seat, owed: &mut PendingMessages<P::Say>) {
        self.state.at.leave(seat, &mut self.verdict);
        let asks = &self.state.asks;
        let goes_on = match self.state.at.turn() {
            Turn::Seats(seats) => {
                !asks.is_empty() && asks.iter().all(|ask| seats.contains(ask.seat))
            }
            _ => false,
        };
        if !goes_on {
            self.break_off();
            self.proceed(owed);
        }
    }

    /// Closes all asks. A seat that has read its ask, or will, may still answer it.
    fn break_off(&mut self) {
        self.crossing = self.state.asks.iter().map(|ask| ask.seat).collect();
        self.state.asks.clear();
    }

    fn end_by_fault(&mut self, owed: &mut PendingMessages<P::Say>) {
        let Faults {
            are_told,
            end: (end, _),
            all,
            ..
        } = self.state.policy.faults;
        let inside = self.inside();
        if let Some(clause) = if inside.is_empty() { all } else { Some(end) } {
            self.verdict.rest_on(clause);
        }
        let outcome = self.state.game.forfeit(&self.state.at, self.state.out);
        self.end(
            Some(outcome),
            if are_told { inside } else { Seats::NONE },
            owed,
        );
    }

    /// The game is over; the outcome, where it is known.
    pub(super) fn end(
        &mut self,
        outcome: Option<Outcome>,
        told: Seats,
        owed: &mut PendingMessages<P::Say>,
    ) {
        self.verdict.outcome = outcome;
        self.verdict.decided = Some(self.verdict.faults.len());
        self.verdict.kept.reserve(64);
        if let Some(last) = P::Say::last() {
            owed.extend(told.iter().map(|seat| (seat, last.clone())));
        }
        self.state.phase = Phase::Over;
        self.ending = self
            .state
            .policy
            .farewell
            .map(|farewell| farewell.ending(told));
        for seat in self.state.seats().iter() {
            let is_out = self.state.out.contains(seat);
            for &(kept, idle) in &self.kept[seat.index()] {
                self.verdict
                    .kept
                    .extend(occasions(kept, idle).map(|clause| (seat, clause)));
            }
            if !is_out {
                self.state.game.kept(&self.state, seat, &mut self.verdict);
            }
            if !is_out || self.verdict.kept.iter().any(|(keeper, _)| *keeper == seat) {
                conduct::keep_the_wire(seat, &mut self.verdict);
            }
        }
    }

    /// Takes the end of a program. An answer that was on its way when a fault ended the game does not count.
    pub(super) fn exit(
        &mut self,
        seat: Seat,
        what: Observation<'_>,
        owed: &PendingMessages<P::Say>,
    ) -> Result<(), DriverError> {
        // It has read its ask if only its last message is still on the way.
        let has_read = || {
            owed.due(seat)
                .is_none_or(|(say, _)| self.state.game.is_last(say))
        };
        if self.state.phase == Phase::Over
            && matches!(what, Observation::Lines(_) | Observation::Unasked(_))
            && has_read()
            && self.crossing.remove(seat)
        {
            return Ok(());
        }
        match &mut self.ending {
            Some(ending) if self.state.phase == Phase::Over => {
                ending.hear(seat, what, &mut self.verdict)
            }
            _ => Err(DriverError("the game is not over")),
        }
    }

    pub(super) fn weigh(&mut self, seat: Seat, cpu: Ms, peak: u64) {
        let Policy {
            memory: (memory, clause),
            cpu: limit,
            ..
        } = self.state.policy;
        if let Some((limit, clause)) = limit {
            self.verdict.time(clause);
            let breach = Breach::new(
                clause,
                "the program used {0} ms of CPU time; the limit is {1} ms",
            );
            conduct::limit(seat, breach, [cpu.0, limit.0], &mut self.verdict);
        }
        conduct::memory(seat, clause, peak, memory.0, &mut self.verdict);
    }
}
