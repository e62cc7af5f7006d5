//! The judge of Betris: `spec/betris.md`, sections Handshake to Faults.

use super::named::{Named, plain_placement};
use super::notation::{Say, bet, form, is_plainly, placement, point, read_bet, read_place, read_say};
use super::rules::{Action, Betris, Position, Stage};
use super::*;
use crate::clause::Breach;
use crate::clock::{Left, Micros};
use crate::conduct::{self, Asks, Ending, Timing};
use crate::game::{Actor, Notation, Outcome, Rules, Seat, Seats, Turn};
use crate::params::{Megabytes, Ms};
use crate::picture::Picture;
use crate::referee::{Ask, Awaits, Fact, Fault, Heard, Known, Lines, Misuse, Owed, Referee, Stream, Verdict};
use crate::wire::Remarks;

/// The judge of one game.
#[derive(Clone, Debug)]
pub struct Judge {
    pub(super) params: Params,
    pub(super) rules: Betris,
    pub(super) position: Position,
    pub(super) phase: Phase,
    pub(super) banks: [Left; 2],
    asks: Asks,
    /// The cells of each seat's latest placement, as it named them.
    pub(super) named: [Named; 2],
    pub(super) out: Seats,
    timing: Timing,
    pub(super) verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Ready,
    /// A draw is awaited, or answers to PHASE1 or PHASE2: the position tells.
    Play,
    /// Both bets are in; the time of some is not known yet.
    Reveal,
    End(Ending),
}

impl Referee for Judge {
    type Params = Params;
    type Say = Say;
    /// A draw of the judge: [`Action::Draw`] or [`Action::Award`].
    type Choice = Action;

    fn new(params: &Params, owed: &mut Owed<Say>) -> Judge {
        let rules = Betris::new(params);
        let seats = [Seat(0), Seat(1)];
        owed.extend(seats.map(|seat| (seat, Say::Ready)));
        Judge {
            rules,
            position: rules.start(),
            phase: Phase::Ready,
            banks: [Left::Exactly(params.bank); 2],
            asks: Asks::of(Seats::first(2), params.ready),
            named: [Named::default(); 2],
            out: Seats::NONE,
            timing: Timing { rounding: (params.rounding, CLOCK_ROUNDING), exact: (params.exact, CLOCK_EXACT) },
            verdict: Verdict::default(),
            params: params.clone(),
        }
    }

    fn awaits(&self) -> Awaits<'_> {
        match &self.phase {
            Phase::Ready | Phase::Play if !self.asks.is_empty() => Awaits::Replies(self.asks.all()),
            Phase::Ready | Phase::Play => Awaits::Choice,
            Phase::Reveal => Awaits::Clock(self.unclocked()),
            Phase::End(ending) if ending.is_waiting() => ending.awaits(),
            Phase::End(_) => Awaits::Verdict,
        }
    }

    fn take(&mut self, fact: Fact<'_>, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        match fact {
            Fact::Heard { seat, .. } if self.out.contains(seat) => Ok(()),
            Fact::Heard { seat, what, took } => {
                let limit = self.asks.budget(seat);
                let took = took.map(|took| self.timing.count(took, limit, &mut self.verdict));
                self.hear(seat, what, took, owed)
            }
            Fact::Clock { seat, took } => self.learn(seat, took, owed),
            Fact::Exit { seat, what } => match &mut self.phase {
                Phase::End(ending) => ending.take(seat, what, &mut self.verdict),
                _ => Err(Misuse("the game is not over")),
            },
            Fact::Left { seat, processes } => {
                self.verdict.faults.push(conduct::left(seat, processes));
                Ok(())
            }
            Fact::Usage { seat, peak, .. } => {
                conduct::memory(seat, LIMIT_MEMORY, peak, self.params.memory.0, &mut self.verdict);
                Ok(())
            }
        }
    }

    fn choose(&mut self, choice: Action, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        if !matches!(self.awaits(), Awaits::Choice) {
            return Err(Misuse("no choice is awaited"));
        }
        let illegal = |_| Misuse("the judge cannot draw this");
        self.rules.check(&self.position, Actor::Nature, &choice).map_err(illegal)?;
        self.rules.apply(&mut self.position, Actor::Nature, &choice);
        match self.position.stage {
            Stage::Bets { pair, .. } => self.ask(|_, left| Say::Phase1 { pair, left }, owed),
            _ => self.reveal(owed),
        }
        Ok(())
    }

    fn draw(&self, stream: &mut dyn Stream) -> Option<Action> {
        match self.position.stage {
            Stage::Pair => {
                let blocks = self.rules.blocks;
                let a = blocks.iter().nth(stream.pick(blocks.len()))?;
                let b = blocks.iter().filter(|&b| b != a).nth(stream.pick(blocks.len() - 1))?;
                Some(Action::Draw(a, b))
            }
            Stage::Tie { .. } => Some(Action::Award(Seat(stream.pick(2) as u8))),
            _ => None,
        }
    }

    fn replies(&self, seat: Seat, into: &mut Vec<String>) {
        match self.phase {
            _ if self.asked(seat).is_none() => {}
            Phase::Ready => into.push("OK".into()),
            _ => {
                let mut actions = Vec::new();
                self.rules.actions(&self.position, Actor::Seat(seat), &mut actions);
                into.extend(actions.iter().map(|action| self.rules.answer(action)));
            }
        }
    }

    fn count(&self, took: Micros) -> Ms {
        self.timing.rounding.0.count(took)
    }

    fn is_plainly(&self, due: &Say, line: &[u8]) -> bool {
        is_plainly(due, line)
    }

    fn read(&self, _to: Seat, lines: Lines<'_, '_>) -> Result<Say, Breach> {
        read_say(&self.rules, lines.next().unwrap_or_default())
    }

    fn form(&self, answer: &[u8]) -> Result<(), Breach> {
        form(&self.rules, answer)
    }

    fn explain(&self, to: Seat, due: Option<&Say>, say: &Say, known: &mut Vec<Known<Action>>) {
        if due.is_none() {
            known.extend(self.given_away(to, say));
        }
    }

    fn same(&self, to: Seat, due: Option<&Say>, say: &Say) -> Result<(), Breach> {
        match due {
            None => Err(self.undue(to, say)),
            Some(due) => self.differs(to, due, say).map_or(Ok(()), Err),
        }
    }

    fn is_last(&self, say: &Say) -> bool {
        *say == Say::Finish
    }

    fn memory(&self) -> Megabytes {
        self.params.memory
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn out(&self) -> Seats {
        self.out
    }

    fn picture(&self) -> Picture {
        let mut picture = self.rules.picture(&self.position);
        picture.notes.push(format!("left: {} ms, {} ms", self.banks[0], self.banks[1]));
        picture.notes.extend(self.verdict.outcome.map(|outcome| outcome.to_string()));
        picture
    }
}

/// What a seat was heard to do.
impl Judge {
    fn hear(&mut self, seat: Seat, what: Heard<'_>, took: Option<Ms>, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        let is_asked = self.asked(seat).is_some();
        let heard = match self.phase {
            _ if !is_asked && matches!(what, Heard::Lines(_)) => return Err(Misuse("this seat was not asked")),
            Phase::End(_) => return Err(Misuse("the game is over")),
            Phase::Ready => self.handshake(seat, what, took),
            _ => self.answer(seat, what, took),
        };
        self.asks.close(seat);
        match heard {
            Ok(()) => self.go_on(owed),
            Err(fault) => self.fail(fault, owed),
        }
        Ok(())
    }

    fn handshake(&mut self, seat: Seat, what: Heard<'_>, took: Option<Ms>) -> Result<(), Fault> {
        let clauses = [READY_ANSWER, READY_TIME];
        conduct::handshake(seat, what, took, self.params.ready, clauses, &mut self.verdict)
    }

    /// Reads, checks and does a bet or a placement, and takes its time off the bank.
    fn answer(&mut self, seat: Seat, what: Heard<'_>, took: Option<Ms>) -> Result<(), Fault> {
        let time = self.time_clause(seat);
        let line = conduct::lines(seat, what, time)?;
        self.timing.banked(seat, took, self.banks[seat.index()], [time, CLOCK_EMPTY], &mut self.verdict)?;
        let is_bet = matches!(self.position.stage, Stage::Bets { .. });
        let (action, remarks) = if is_bet { self.bet_of(seat, line)? } else { self.placement_of(seat, line)? };
        self.rules.apply(&mut self.position, Actor::Seat(seat), &action);
        conduct::note_habits(seat, remarks, &mut self.verdict);
        let bank = &mut self.banks[seat.index()];
        *bank = bank.after(took);
        Ok(())
    }

    fn bet_of(&self, seat: Seat, line: &[u8]) -> Result<(Action, Remarks), Fault> {
        let format = |breach| Fault { seat, kind: FaultKind::Format, breach };
        let illegal = |breach| Fault { seat, kind: FaultKind::Illegal, breach };
        let (block, chips, remarks) = read_bet(line).map_err(format)?;
        let action = Action::Bet(bet(&self.rules, block, chips).map_err(illegal)?);
        self.check(seat, &action, &[], line).map_err(illegal)?;
        Ok((action, remarks))
    }

    fn placement_of(&mut self, seat: Seat, line: &[u8]) -> Result<(Action, Remarks), Fault> {
        let format = |breach| Fault { seat, kind: FaultKind::Format, breach };
        let illegal = |breach| Fault { seat, kind: FaultKind::Illegal, breach };
        let (cells, named, remarks) = match plain_placement(self.rules.grid, line) {
            Some((cells, named)) => {
                self.check(seat, &Action::Place(cells), &named, line).map_err(illegal)?;
                (cells, named, Remarks::default())
            }
            None => {
                let (listed, remarks) = read_place(line).map_err(format)?;
                let (cells, places) = placement(&self.rules, &listed).map_err(illegal)?;
                self.check(seat, &Action::Place(cells), &places, line).map_err(illegal)?;
                (cells, Named::of(&places).unwrap_or_default(), remarks)
            }
        };
        if !named.is_sorted() {
            self.verdict.rest_on(PLACE_ORDER);
        }
        self.named[seat.index()] = named;
        Ok((Action::Place(cells), remarks))
    }

    fn check(&self, seat: Seat, action: &Action, named: &[(u8, u8)], line: &[u8]) -> Result<(), Breach> {
        let filled = &self.position.yards[seat.index()].filled;
        let point = |breach| point(&self.rules, filled, named, line, breach);
        self.rules.check(&self.position, Actor::Seat(seat), action).map_err(point)
    }

    /// The clause of the time limit: with an empty bank any answer is late.
    fn time_clause(&mut self, seat: Seat) -> Clause {
        match (self.banks[seat.index()], self.position.stage) {
            (Left::Exactly(Ms(0)), _) => {
                self.verdict.rest_on(CLOCK_EMPTY);
                CLOCK_EMPTY
            }
            (_, Stage::Place { .. }) => PHASE2_TIME,
            _ => PHASE1_TIME,
        }
    }

    /// The time of an answer may be unknown.
    fn in_time(&mut self, seat: Seat, took: Option<Ms>) -> Result<(), Fault> {
        let clauses = [self.time_clause(seat), CLOCK_EMPTY];
        self.timing.banked(seat, took, self.banks[seat.index()], clauses, &mut self.verdict)
    }

    /// A message shows the time of an answer that was taken without one, or that it stays unknown.
    fn learn(&mut self, seat: Seat, took: Option<Ms>, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        if !self.unclocked().contains(seat) || matches!(self.phase, Phase::End(_)) {
            return Err(Misuse("this seat's clock was not awaited"));
        }
        match took.map(|took| self.in_time(seat, Some(took))) {
            Some(Err(fault)) => self.fail(fault, owed),
            Some(Ok(())) => {
                let bank = &mut self.banks[seat.index()];
                *bank = Left::Exactly(bank.after(took).most());
                if self.phase == Phase::Reveal {
                    self.reveal(owed);
                }
            }
            None if self.phase == Phase::Reveal => self.announce(owed),
            None => return Err(Misuse("this seat's clock can still be told")),
        }
        Ok(())
    }
}

/// What the judge does next.
impl Judge {
    pub(super) fn asked(&self, seat: Seat) -> Option<&Ask> {
        self.asks.owed(seat)
    }

    /// Tells both seats what `say` makes of their banks, own first, and awaits their answers.
    fn ask(&mut self, say: impl Fn(Seat, [Left; 2]) -> Say, owed: &mut Owed<Say>) {
        self.asks.clear();
        for seat in [Seat(0), Seat(1)] {
            let left = [seat, seat.other()].map(|seat| self.banks[seat.index()]);
            owed.push((seat, say(seat, left)));
            self.asks.open(Ask { seat, lines: 1, budget: left[0].most() });
        }
        self.phase = Phase::Play;
    }

    /// Seats whose bank is not known exactly.
    pub(super) fn unclocked(&self) -> Seats {
        let is_open = |seat: &Seat| matches!(self.banks[seat.index()], Left::AtMost(_));
        [Seat(0), Seat(1)].into_iter().filter(is_open).collect()
    }

    /// The bets are decided: PHASE2, as soon as all clocks are known.
    fn reveal(&mut self, owed: &mut Owed<Say>) {
        if self.unclocked().is_empty() { self.announce(owed) } else { self.phase = Phase::Reveal }
    }

    fn announce(&mut self, owed: &mut Owed<Say>) {
        let Stage::Place { deal, .. } = self.position.stage else { return };
        let chips = self.position.yards.each_ref().map(|yard| yard.chips);
        let shown = |seat: Seat| [seat, seat.other()].map(|seat| chips[seat.index()]);
        self.ask(|seat, left| Say::Phase2 { block: deal.block(seat), chips: shown(seat), left }, owed);
    }

    /// The phase goes on while answers are missing; then comes what the position says, or the end by a fault.
    fn go_on(&mut self, owed: &mut Owed<Say>) {
        if !self.asks.is_empty() {
            return;
        }
        if !self.out.is_empty() {
            return self.end_by_fault(owed);
        }
        match (self.phase, self.position.stage) {
            (Phase::Ready, _) => self.phase = Phase::Play,
            (_, Stage::Place { .. }) => self.reveal(owed),
            (_, Stage::Pair) => self.tell_placements(owed),
            (_, Stage::Over) => {
                self.tell_placements(owed);
                self.end_by_score(owed);
            }
            (_, Stage::Bets { .. } | Stage::Tie { .. }) => {}
        }
    }

    fn tell_placements(&mut self, owed: &mut Owed<Say>) {
        for seat in [Seat(0), Seat(1)] {
            let named = &self.named[seat.other().index()];
            if named.is_empty() {
                self.verdict.rest_on(OPP_PASS);
            }
            if !named.is_empty() || self.params.opp_after_pass == Flag::Yes {
                owed.push((seat, Say::Opp(*named)));
            }
        }
    }

    fn fail(&mut self, fault: Fault, owed: &mut Owed<Say>) {
        if fault.kind == FaultKind::Illegal {
            self.verdict.rest_on(FAULT_ILLEGAL);
        }
        self.out.insert(fault.seat);
        self.verdict.faults.push(fault);
        if !self.asks.is_empty() {
            self.verdict.rest_on(FAULT_PHASE);
            if self.params.fault_phase == FaultPhase::AtOnce {
                self.asks.clear();
            }
        }
        self.go_on(owed);
    }

    fn end_by_fault(&mut self, owed: &mut Owed<Say>) {
        let innocent = [Seat(0), Seat(1)].into_iter().find(|&seat| !self.out.contains(seat));
        self.verdict.rest_on(if innocent.is_some() { FAULT_END } else { FAULT_BOTH });
        let told = innocent.filter(|_| self.params.after_fault == AfterFault::Innocent);
        let outcome = innocent.map_or(Outcome::draw(), Outcome::win);
        self.end(outcome, told.into_iter().collect(), owed);
    }

    fn end_by_score(&mut self, owed: &mut Owed<Say>) {
        let Turn::Over(outcome) = self.rules.turn(&self.position) else { return };
        if self.position.yards.iter().any(|yard| yard.chips > 0) {
            self.verdict.rest_on(SCORE_CHIPS);
        }
        self.end(outcome, Seats::first(2), owed);
    }

    fn end(&mut self, outcome: Outcome, told: Seats, owed: &mut Owed<Say>) {
        self.verdict.outcome = Some(outcome);
        owed.extend(told.iter().map(|seat| (seat, Say::Finish)));
        self.phase = Phase::End(Ending::new(told, self.params.grace, FINISH_SILENT, FINISH_EXIT));
        for seat in [Seat(0), Seat(1)] {
            self.hold(seat);
        }
    }

    /// What a seat had occasion to break and kept, now that the answers are over.
    fn hold(&mut self, seat: Seat) {
        if self.out.contains(seat) {
            return;
        }
        if self.position.rounds > 0 {
            self.verdict.hold(seat, &[PHASE1_ANSWER, PHASE1_TIME, PHASE2_ANSWER, PHASE2_TIME]);
            self.verdict.hold(seat, &[BET_BLOCK, BET_RANGE, BET_AFFORDABLE]);
        }
        if !self.position.yards[seat.index()].placed.is_empty() {
            self.verdict.hold(seat, &[PLACE_COUNT, PLACE_INSIDE, PLACE_DISTINCT, PLACE_EMPTY, PLACE_SHAPE]);
        }
        conduct::hold_the_wire(seat, &mut self.verdict);
    }
}
