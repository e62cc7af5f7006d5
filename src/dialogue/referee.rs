//! The machine as a referee: what it waits for, and what a logged message reveals.

use super::slips::is_other_kind;
use super::{
    DialogueMemory, DialogueState, Faults, Match, OnFault, Patience, Phase, Policy, Protocol,
    Refusal, StepOf,
};
use crate::clause::{Breach, Cited, Clause};
use crate::clock::{BankLeft, Micros};
use crate::conduct::{self, Ending};
use crate::game::{Actor, MAX_SEATS, Outcome, Seat, Seats, Situation};
use crate::message::{DialogueStage, Message, Phrase};
use crate::params::{Megabytes, Ms};
use crate::picture::Picture;
use crate::referee::{
    After, Ask, Awaits, Death, DriverError, Fact, Fault, FaultKind, FirstOptions, Lines,
    Observation, PendingMessages, Referee, RefereeState, Revealed, Slip, Stream, Verdict,
};
use crate::wire::{Words, read_ok};

/// The fault of an answer that took longer than any may, with that time and its clause.
fn too_late(seat: Seat, took: Option<Ms>, most: Option<(Ms, Clause)>) -> Option<Fault> {
    let (took, (most, clause)) = took.zip(most).filter(|(took, (most, _))| took > most)?;
    Some(conduct::late(seat, clause, Some(took), most))
}

/// Facts that a logged message reveals.
impl<P: Protocol> Match<P> {
    /// Any message after the first reveals that the others have answered the first, or that one has failed.
    fn known_handshake(&self, to: Seat, say: &P::Say) -> Option<Revealed<StepOf<P>>> {
        let other = self.state.asks.first().map(|ask| ask.seat)?;
        match say.stage() {
            DialogueStage::Last => self.known_fault(to, say),
            DialogueStage::Middle if self.state.is_waiting_for_others(to) => {
                Some(Revealed::Reply(other, "OK".into(), None))
            }
            _ => None,
        }
    }

    fn known_clock(
        &self,
        to: Seat,
        due: Option<&P::Say>,
        say: &P::Say,
    ) -> Option<Revealed<StepOf<P>>> {
        if let Some(seat) = self.untimed.iter().next() {
            let took = say.took().map(|(took, _)| took).filter(|_| to != seat);
            // Where a seat answers twice in a row, a message that was due before the second answer tells the time of the first.
            let is_of_earlier = took.is_some() && due.is_some_and(|due| !is_other_kind(due, say));
            return (!is_of_earlier).then_some(Revealed::Clock(seat, took));
        }
        let unknown = || Some(Revealed::Clock(self.state.unclocked().iter().next()?, None));
        self.known_bank(to, due, say).or_else(unknown)
    }

    /// The times of earlier answers that the banks in a message reveal. A message that was due before such an answer shows nothing
    /// of it.
    fn known_bank(
        &self,
        to: Seat,
        due: Option<&P::Say>,
        say: &P::Say,
    ) -> Option<Revealed<StepOf<P>>> {
        if self.state.unclocked().is_empty() {
            return None;
        }
        let due = due.and_then(Message::clocks);
        let is_older = |at: usize| due.is_some_and(|due| matches!(due[at], BankLeft::Exactly(_)));
        let shown = [to, to.other()].into_iter().zip(say.clocks()?).enumerate();
        shown
            .filter(|(at, _)| !is_older(*at))
            .find_map(|(_, (seat, shown))| match self.state.banks[seat.index()] {
                BankLeft::AtMost(most) if shown.most() <= most => {
                    Some(Revealed::Clock(seat, Some(Ms(most.0 - shown.most().0))))
                }
                _ => None,
            })
    }

    /// A message that was on its way when the game ended cannot show that an answer before it was late.
    fn outlasts(&self, to: Seat, say: &P::Say) -> Result<(), Breach> {
        if self.state.phase != Phase::Over || self.state.unclocked().is_empty() {
            return Ok(());
        }
        let timing = self.state.policy.clock.timing;
        let shown = say.clocks().into_iter().flatten();
        for (seat, shown) in [to, to.other()].into_iter().zip(shown) {
            let BankLeft::AtMost(most) = self.state.banks[seat.index()] else {
                continue;
            };
            let took = Ms(most.0.saturating_sub(shown.most().0));
            let clause = self.state.policy.faults.end.0;
            timing
                .within(seat, took, most, clause, &mut Verdict::default())
                .map_err(|late| late.breach)?;
        }
        Ok(())
    }

    /// A last message in mid-game reveals that a seat failed instead of answering.
    fn known_fault(&self, to: Seat, say: &P::Say) -> Option<Revealed<StepOf<P>>> {
        let OnFault::Ends(patience) = self.state.policy.faults.then else {
            return None;
        };
        let other = self
            .state
            .asks
            .iter()
            .map(|ask| ask.seat)
            .find(|&seat| seat != to)?;
        let may_come = !self.state.asked(to) || patience == Patience::None;
        (say.stage() == DialogueStage::Last && may_come && !self.state.out.contains(to))
            .then_some(Revealed::Failed(other))
    }

    /// Why a judge could not have taken the answer, or made the choice, that a message reveals.
    fn refusal(&self, known: &Revealed<StepOf<P>>) -> Option<Breach> {
        let (seat, text) = match known {
            Revealed::Reply(seat, text, _) => (seat, text),
            Revealed::Choice(choice) if matches!(self.awaits(), Awaits::Choice) => {
                return self.state.at.check_choice(choice).err();
            }
            _ => return None,
        };
        let mut words = Words::new(text.as_bytes());
        let answer = || {
            self.state
                .game
                .answer(&self.state, *seat, &mut words, &mut Verdict::default())
        };
        self.state
            .asked(*seat)
            .then(answer)?
            .err()
            .map(Refusal::breach)
    }

    /// Why no such message is due. If it tells an illegal answer: why that is illegal; a choice that cannot be made is the judge's own
    /// breach.
    fn undue(&self, to: Seat, say: &P::Say) -> Breach {
        if let Some(refused) = self.refused_choice(to, say) {
            return refused;
        }
        if let Some((clause, text)) = self.told_before(to, say) {
            return Breach::new(clause, text);
        }
        let breach = self.state.undue(to, say);
        let told = (self.state.phase == Phase::Play)
            .then(|| self.state.game.reveals(&self.state, to, say))
            .flatten();
        match told.and_then(|known| self.refusal(&known)) {
            Some(illegal) => Breach {
                why: illegal.why,
                ..breach
            },
            None => breach,
        }
    }

    /// The clause of the message that has to come to this seat before this one, whatever the judge chooses now.
    fn told_before(&self, to: Seat, say: &P::Say) -> Option<Cited> {
        let state = &self.state;
        let is_free = state.phase == Phase::Play
            && say.stage() == DialogueStage::Middle
            && state.game.undue(state, to, say).is_none();
        let (mut after, mut owed) = (is_free.then(|| self.clone())?, PendingMessages::default());
        // Every seat may have a choice of its own.
        for _ in 0..MAX_SEATS {
            let choice = after.draw(&mut FirstOptions)?;
            after.choose(choice, &mut owed).ok()?;
            if let Some(due) = owed.to(to).next() {
                return due.before().filter(|_| is_other_kind(due, say));
            }
        }
        None
    }
}

impl<P: Protocol> RefereeState for Match<P> {
    fn awaits(&self) -> Awaits<'_> {
        match (self.state.phase, &self.ending) {
            (Phase::Handshake | Phase::Play, _) if self.state.asks.is_empty() => Awaits::Choice,
            (Phase::Handshake | Phase::Play, _) => Awaits::Replies(&self.state.asks),
            (Phase::Clock, _) if self.untimed.is_empty() => Awaits::Clock(self.state.unclocked()),
            (Phase::Clock, _) => Awaits::Clock(self.untimed),
            (Phase::Over, ending) => ending.as_ref().map_or(Awaits::Verdict, Ending::awaits),
        }
    }

    fn refuses(&self, seat: Seat, answer: &[u8]) -> Option<Option<Clause>> {
        let is_asked = self.state.phase == Phase::Play && self.state.asked(seat);
        let mut words = Words::new(answer);
        match is_asked.then(|| {
            self.state
                .game
                .answer(&self.state, seat, &mut words, &mut Verdict::default())
        })? {
            Err(Refusal::Format(_)) => None,
            Err(Refusal::Illegal(breach)) => Some(Some(breach.clause)),
            Ok(_) => Some(None),
        }
    }

    fn has_occasion(&self, seat: Seat, clause: Clause) -> bool {
        let is_asked = self.state.phase == Phase::Play && self.state.asked(seat);
        is_asked
            && self
                .state
                .game
                .due(&self.state.at, seat)
                .occasions()
                .any(|other| other == clause)
    }

    fn count(&self, took: Micros) -> Ms {
        self.state.policy.clock.timing.rounding.0.count(took)
    }

    fn closes_input(&self) -> bool {
        self.state.phase == Phase::Over
            && self
                .state
                .policy
                .farewell
                .is_some_and(|farewell| farewell.closes_input)
    }

    fn is_crossing(&self, seat: Seat) -> bool {
        self.crossing.contains(seat)
    }

    fn has_lines(&self) -> bool {
        P::Say::HAS_LINES
    }

    fn grace(&self) -> Option<Ms> {
        let farewell = self.state.policy.farewell.as_ref();
        farewell.map(|farewell| farewell.grace)
    }

    fn knows_time(&self, seat: Seat) -> bool {
        !self.state.unclocked().contains(seat)
    }

    fn memory(&self) -> Megabytes {
        self.state.policy.memory.0
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn out(&self) -> Seats {
        self.state.out
    }

    fn picture(&self) -> Picture {
        self.state.game.picture(&self.state, &self.verdict)
    }

    fn advice(&self, breach: Option<&Breach>) -> Vec<(&'static str, String)> {
        self.state.game.advice(&self.state, breach)
    }
}

impl<P: Protocol> Referee for Match<P> {
    type Params = P::Params;
    type Rules = <P::State as DialogueMemory>::Rules;
    type Say = P::Say;
    type Choice = StepOf<P>;

    fn rules(params: &P::Params) -> Self::Rules {
        P::new(params).rules()
    }

    fn new(params: &P::Params, owed: &mut PendingMessages<P::Say>) -> Self {
        let game = P::new(params);
        let policy = game.policy();
        let seats = Seats::first(policy.seats);
        owed.extend(
            seats
                .iter()
                .filter_map(|seat| Some((seat, game.opening(seat)?))),
        );
        let ask = |seat| {
            policy.handshake.map(|handshake| Ask {
                seat,
                lines: 1,
                budget: handshake.time,
            })
        };
        let state = DialogueState {
            at: game.start(),
            game,
            policy,
            phase: Phase::Handshake,
            banks: [BankLeft::Exactly(policy.clock.bank.unwrap_or_default()); MAX_SEATS],
            took: [None; MAX_SEATS],
            asks: seats.iter().filter_map(ask).collect(),
            out: Seats::NONE,
            failed: None,
            answered: Seats::NONE,
        };
        let (untimed, crossing) = (Seats::NONE, Seats::NONE);
        let mut this = Match {
            state,
            untimed,
            crossing,
            ending: None,
            kept: Default::default(),
            verdict: Verdict::default(),
        };
        if policy.handshake.is_none() {
            this.proceed(owed);
        }
        this
    }

    fn take(
        &mut self,
        fact: Fact<'_>,
        owed: &mut PendingMessages<P::Say>,
    ) -> Result<(), DriverError> {
        let before = self.verdict.faults.len();
        let taken = match fact {
            _ if fact.seat().index() >= self.state.policy.seats => {
                Err(DriverError("the game has no such seat"))
            }
            Fact::Observed { seat, .. } if self.state.out.contains(seat) => Ok(()),
            Fact::Observed {
                seat,
                ref what,
                took,
            } => self.hear(seat, what, took, owed),
            Fact::Clock { seat, took } => self.learn(seat, took, owed),
            Fact::Exit { seat, what } => self.exit(seat, what, owed),
            Fact::Left { seat, processes } => {
                self.verdict.faults.push(conduct::left(seat, processes));
                Ok(())
            }
            Fact::Usage { seat, cpu, peak } => {
                self.weigh(seat, cpu, peak);
                Ok(())
            }
        };
        // The verdict rests on the assumed clauses that were broken.
        for at in before..self.verdict.faults.len() {
            self.verdict.rest_on(self.verdict.faults[at].breach.clause);
        }
        taken
    }

    fn choose(
        &mut self,
        choice: StepOf<P>,
        owed: &mut PendingMessages<P::Say>,
    ) -> Result<(), DriverError> {
        if !matches!(self.awaits(), Awaits::Choice) {
            return Err(DriverError("no choice is awaited"));
        }
        self.state.at.apply(Actor::Nature, choice);
        self.tell_and_proceed(owed);
        Ok(())
    }

    fn draw(&self, stream: &mut dyn Stream) -> Option<StepOf<P>> {
        matches!(self.awaits(), Awaits::Choice).then(|| self.state.at.draw(stream))?
    }

    fn choice(&self, text: &str) -> Result<StepOf<P>, Breach> {
        self.state.at.choice(text)
    }

    fn chosen(&self, choice: &StepOf<P>) -> Option<String> {
        self.state.at.chosen(choice)
    }

    fn replies(&self, seat: Seat, into: &mut Vec<String>) {
        match self.state.phase {
            _ if !self.state.asked(seat) => {}
            Phase::Handshake => into.push("OK".into()),
            _ => self.state.at.replies(seat, into),
        }
    }

    #[inline]
    fn is_plainly(&self, due: &P::Say, line: &[u8]) -> bool {
        due.is_plainly(line)
    }

    fn read(&self, _to: Seat, lines: Lines<'_, '_>) -> Result<P::Say, Breach> {
        P::Say::read(self.state.game.with(), lines)
    }

    fn form(&self, answer: &[u8]) -> Result<(), Breach> {
        match self.state.policy.handshake {
            Some(handshake) if answer.starts_with(b"OK") => {
                read_ok(answer, handshake.answer).map(drop)
            }
            _ => self
                .state
                .game
                .form(&mut Words::new(answer))
                .map_err(Refusal::breach),
        }
    }

    fn told_desynced(&self, to: Seat, due: Option<&P::Say>, say: &P::Say) -> Result<(), Breach> {
        self.state.game.impossible(to, say)?;
        let Policy {
            handshake, clock, ..
        } = &self.state.policy;
        let Some(handshake) = handshake else {
            return Ok(());
        };
        if say.stage() == DialogueStage::Opening
            && due.is_none_or(|due| due.stage() != DialogueStage::Opening)
        {
            return Err(Breach::new(handshake.first.0, P::Say::phrase(Phrase::Once)));
        }
        if self.is_opening(say)
            && let Some(opening) = self.state.game.opening(to)
        {
            return self.state.game.compare(&self.state, to, &opening, say);
        }
        let Some(bank) = clock.bank else {
            return Ok(());
        };
        if let Some((took, Some(clause))) = say.took().filter(|(took, _)| *took > bank) {
            let text = "an answer in time takes at most the whole bank, {0} ms; this is {1}";
            return Err(Breach::new(clause, text).numbers([bank, took].map(|ms| ms.0 as i64)));
        }
        let Some(shown) = say.clocks() else {
            return Ok(());
        };
        let Some(more) = shown
            .iter()
            .map(|left| left.most())
            .find(|left| *left > bank)
        else {
            return Ok(());
        };
        let text = "a bank begins with {0} ms and never grows; this is {1}";
        Err(Breach::new(handshake.full, text).numbers([bank, more].map(|ms| ms.0 as i64)))
    }

    fn is_opening(&self, say: &P::Say) -> bool {
        self.state.policy.handshake.is_some() && say.stage() == DialogueStage::Opening
    }

    fn said_desynced(
        &self,
        seat: Seat,
        answer: &[u8],
        took: Option<Ms>,
        after: After,
        faults: &mut Verdict,
    ) {
        let Policy {
            handshake,
            clock,
            farewell,
            ..
        } = &self.state.policy;
        let fault = |kind, breach| Fault { seat, kind, breach };
        if let Some(farewell) = farewell.filter(|_| after == After::Last) {
            return faults.faults.push(fault(
                FaultKind::Unasked,
                Breach::new(farewell.silent, "output after the end"),
            ));
        }
        let greets = after == After::Opening || answer.starts_with(b"OK");
        if let Some(handshake) =
            handshake.filter(|_| self.state.phase == Phase::Handshake && greets)
        {
            match read_ok(answer, handshake.answer) {
                Err(breach) => faults.faults.push(fault(FaultKind::Format, breach)),
                Ok(_) => faults.faults.extend(too_late(
                    seat,
                    took,
                    Some((handshake.time, handshake.in_time)),
                )),
            }
            return;
        }
        let mut words = Words::new(answer);
        if let Err(refusal) = self.state.game.form(&mut words) {
            return faults.faults.push(refusal.by(seat));
        }
        let bank = clock
            .bank
            .map(|bank| (bank, self.state.game.time_of(answer)));
        match too_late(seat, took, bank.or(self.state.game.longest())) {
            Some(fault) => faults.faults.push(fault),
            None => conduct::note_habits(seat, words.remarks, faults),
        }
    }

    fn ended_desynced(
        &self,
        seat: Seat,
        what: Observation<'_>,
        is_over: bool,
        faults: &mut Verdict,
    ) {
        let Policy {
            faults: Faults { are_told, .. },
            farewell: Some(farewell),
            ..
        } = self.state.policy
        else {
            return;
        };
        if is_over {
            // The seat was told to end, so this is awaited.
            let _ = farewell.ending(Seats::only(seat)).hear(seat, what, faults);
            return;
        }
        if !are_told {
            return;
        }
        // An answer may have been due, or the end was told. Either way the program has failed.
        if matches!(what, Observation::Died(Death::Exit(1..) | Death::Signal(_)))
            && let Err(fault) = conduct::lines(seat, what, farewell.exit)
        {
            faults.faults.push(Fault {
                kind: FaultKind::Unlogged,
                ..fault
            });
        }
    }

    fn known(&self, to: Seat, due: Option<&P::Say>, say: &P::Say) -> Option<Revealed<StepOf<P>>> {
        match self.state.phase {
            Phase::Handshake if due.is_none() => self.known_handshake(to, say),
            Phase::Clock => self.known_clock(to, due, say),
            Phase::Play => self.known_bank(to, due, say).or_else(|| {
                let step = || self.state.game.reveals(&self.state, to, say);
                let legal = due
                    .is_none()
                    .then(step)?
                    .filter(|known| self.refusal(known).is_none());
                legal.or_else(|| self.known_fault(to, say))
            }),
            _ => None,
        }
    }

    fn refused_choice(&self, to: Seat, say: &P::Say) -> Option<Breach> {
        if self.state.phase != Phase::Play || !matches!(self.awaits(), Awaits::Choice) {
            return None;
        }
        match self.state.game.reveals(&self.state, to, say)? {
            Revealed::Choice(choice) => self.state.at.check_choice(&choice).err(),
            _ => None,
        }
    }

    fn end_unseen(&mut self, outcome: Option<Outcome>, owed: &mut PendingMessages<P::Say>) {
        self.state.asks.clear();
        self.end(outcome, self.inside(), owed);
    }

    fn same(&self, to: Seat, due: Option<&P::Say>, say: &P::Say) -> Result<(), Breach> {
        match due {
            None => Err(self.undue(to, say)),
            Some(due) => {
                self.state.game.compare(&self.state, to, due, say)?;
                self.outlasts(to, say)
            }
        }
    }

    fn unasked(&mut self, seats: Seats, owed: &mut PendingMessages<P::Say>) {
        for seat in seats.iter() {
            self.crossing.remove(seat);
        }
        let ends = self.state.policy.faults.then != OnFault::GoesOn && !self.state.out.is_empty();
        if ends && self.state.phase != Phase::Over {
            self.state.asks.retain(|ask| !seats.contains(ask.seat));
            self.go_on(owed);
        }
    }

    fn shown(&mut self, to: Seat, say: &P::Say) {
        self.state.game.shown(&mut self.state.at, to, say);
    }

    fn tells_of_faults(&self) -> bool {
        self.state.policy.faults.are_told
    }

    fn is_last(&self, say: &P::Say) -> bool {
        self.state.game.is_last(say)
    }

    fn shows_clocks(&self, say: &P::Say) -> bool {
        say.clocks().is_some()
    }

    fn own_bank(&self, say: &P::Say) -> Option<usize> {
        say.own_bank()
    }

    fn told_time(&self, say: &P::Say) -> Option<Ms> {
        say.took().map(|(took, _)| took)
    }

    fn situation(&self) -> Option<Situation<Self::Rules>> {
        Some(self.state.at.situation())
    }

    fn slips(&self, owed: &PendingMessages<P::Say>) -> Vec<Slip> {
        self.slips_here(owed)
    }
}
