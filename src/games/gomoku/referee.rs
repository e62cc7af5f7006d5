//! The judge of Gomoku: `spec/gomoku.md`, sections Handshake to Faults.

use super::notation::{Say, inside, is_plainly, read_cell, read_move, read_say};
use super::rules::{Gomoku, Position};
use super::*;
use crate::clause::Breach;
use crate::clock::{Left, Micros};
use crate::conduct::{self, Asks, Ending, Timing};
use crate::game::{Actor, Notation, Outcome, Rules, Seat, Seats, Turn};
use crate::params::{Megabytes, Ms};
use crate::picture::Picture;
use crate::referee::{Ask, Awaits, Fact, Fault, Heard, Known, Lines, Misuse, Owed, Referee, Stream, Verdict};
use crate::wire::read_ok;
use std::convert::Infallible;

/// The judge of one game.
#[derive(Clone, Debug)]
pub struct Judge {
    pub(super) params: Params,
    pub(super) rules: Gomoku,
    pub(super) position: Position,
    pub(super) phase: Phase,
    pub(super) banks: [Left; 2],
    pub(super) asks: Asks,
    pub(super) out: Seats,
    timing: Timing,
    pub(super) verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Ready,
    Move,
    /// The move of this seat is made; its time is not known yet.
    Clock(Seat),
    End(Ending),
}

impl Referee for Judge {
    type Params = Params;
    type Say = Say;
    type Choice = Infallible;

    fn new(params: &Params, owed: &mut Owed<Say>) -> Judge {
        let rules = Gomoku::new(params);
        let seats = [Seat(0), Seat(1)];
        owed.extend(seats.map(|seat| (seat, Say::Ready(seat))));
        Judge {
            rules,
            position: rules.start(),
            phase: Phase::Ready,
            banks: [Left::Exactly(params.bank); 2],
            asks: Asks::of(Seats::first(2), params.ready),
            out: Seats::NONE,
            timing: Timing { rounding: (params.rounding, CLOCK_ROUNDING), exact: (params.exact, CLOCK_EXACT) },
            verdict: Verdict::default(),
            params: params.clone(),
        }
    }

    fn awaits(&self) -> Awaits<'_> {
        match &self.phase {
            Phase::Ready | Phase::Move => Awaits::Replies(self.asks.all()),
            Phase::Clock(seat) => Awaits::Clock(Seats::only(*seat)),
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
                conduct::assumed_memory(seat, LIMIT_MEMORY, peak, self.params.memory.0, &mut self.verdict);
                Ok(())
            }
        }
    }

    fn choose(&mut self, choice: Infallible, _owed: &mut Owed<Say>) -> Result<(), Misuse> {
        match choice {}
    }

    fn draw(&self, _stream: &mut dyn Stream) -> Option<Infallible> {
        None
    }

    fn replies(&self, seat: Seat, into: &mut Vec<String>) {
        match self.phase {
            Phase::Ready if self.asked(seat).is_some() => into.push("OK".into()),
            Phase::Move => {
                let by = Actor::Seat(seat);
                let mut cells = Vec::new();
                self.rules.actions(&self.position, by, &mut cells);
                into.extend(cells.iter().map(|cell| self.rules.print(by, cell)));
            }
            _ => {}
        }
    }

    fn count(&self, took: Micros) -> Ms {
        self.timing.rounding.0.count(took)
    }

    fn is_plainly(&self, due: &Say, line: &[u8]) -> bool {
        is_plainly(due, line)
    }

    fn read(&self, _to: Seat, lines: Lines<'_, '_>) -> Result<Say, Breach> {
        read_say(self.rules.grid, lines.next().unwrap_or_default())
    }

    fn form(&self, answer: &[u8]) -> Result<(), Breach> {
        if answer.starts_with(b"OK") {
            return read_ok(answer, READY_ANSWER).map(drop);
        }
        read_cell(self.rules.grid, answer).map(drop)
    }

    fn explain(&self, to: Seat, due: Option<&Say>, say: &Say, known: &mut Vec<Known<Infallible>>) {
        self.explains(to, due, say, known);
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
        let turn = match self.rules.turn(&self.position) {
            Turn::Over(outcome) => outcome.to_string(),
            _ => format!("seat {} to move", self.position.mover()),
        };
        picture.notes.push(format!("{turn}; left: {} ms, {} ms", self.banks[0], self.banks[1]));
        picture
    }
}

/// What a seat was heard to do.
impl Judge {
    fn hear(&mut self, seat: Seat, what: Heard<'_>, took: Option<Ms>, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        if self.asked(seat).is_none() {
            return match conduct::lines(seat, what, TURN_TIME) {
                Ok(_) => Err(Misuse("this seat was not asked")),
                Err(_) if matches!(self.phase, Phase::End(_)) => Err(Misuse("the game is over")),
                Err(fault) => {
                    self.lose(fault, owed);
                    Ok(())
                }
            };
        }
        match self.phase {
            Phase::Ready => {
                self.asks.close(seat);
                if let Err(fault) = self.handshake(seat, what, took) {
                    self.fault(fault);
                }
                if self.asks.is_empty() {
                    self.after_handshake(owed);
                }
                Ok(())
            }
            Phase::Move => {
                match self.move_of(seat, what, took) {
                    Ok(()) => self.settle(seat, took, owed),
                    Err(fault) => self.lose(fault, owed),
                }
                Ok(())
            }
            _ => Err(Misuse("no answer is awaited")),
        }
    }

    fn handshake(&mut self, seat: Seat, what: Heard<'_>, took: Option<Ms>) -> Result<(), Fault> {
        let clauses = [READY_ANSWER, READY_TIME];
        conduct::handshake(seat, what, took, self.params.ready, clauses, &mut self.verdict)
    }

    fn after_handshake(&mut self, owed: &mut Owed<Say>) {
        match (self.out.contains(Seat(0)), self.out.contains(Seat(1))) {
            (false, false) => self.ask(owed),
            (true, true) => self.end(Outcome::draw(), Seats::NONE, owed),
            (first, _) => self.end_for(if first { Seat(0) } else { Seat(1) }, owed),
        }
    }

    /// Reads, checks and does a move; its time is settled afterwards.
    fn move_of(&mut self, seat: Seat, what: Heard<'_>, took: Option<Ms>) -> Result<(), Fault> {
        let line = conduct::lines(seat, what, self.time_clause(seat))?;
        self.in_time(seat, took)?;
        let format = |breach| Fault { seat, kind: FaultKind::Format, breach };
        let illegal = |breach| Fault { seat, kind: FaultKind::Illegal, breach };
        let (at, remarks) = read_move(line).map_err(format)?;
        let cell = inside(self.rules.grid, at).map_err(illegal)?;
        let by = Actor::Seat(seat);
        self.rules.check(&self.position, by, &cell).map_err(|breach| illegal(breach.span(cell_span(line))))?;
        self.rules.apply(&mut self.position, by, &cell);
        conduct::note_habits(seat, remarks, &mut self.verdict);
        Ok(())
    }

    /// The clause of the time limit: with an empty bank any answer is late.
    fn time_clause(&mut self, seat: Seat) -> Clause {
        if self.banks[seat.index()] != Left::Exactly(Ms(0)) {
            return TURN_TIME;
        }
        self.verdict.rest_on(CLOCK_EMPTY);
        CLOCK_EMPTY
    }

    /// The time of an answer may be unknown.
    fn in_time(&mut self, seat: Seat, took: Option<Ms>) -> Result<(), Fault> {
        let clauses = [TURN_TIME, CLOCK_EMPTY];
        self.timing.banked(seat, took, self.banks[seat.index()], clauses, &mut self.verdict)
    }

    fn learn(&mut self, seat: Seat, took: Option<Ms>, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        match (self.phase, took) {
            (Phase::Clock(mover), _) if mover == seat => match self.in_time(seat, took) {
                Err(fault) => self.lose(fault, owed),
                Ok(()) => self.settle(seat, took, owed),
            },
            (Phase::Move, Some(took)) => {
                let bank = &mut self.banks[seat.index()];
                *bank = Left::Exactly(bank.after(Some(took)).most());
            }
            _ => return Err(Misuse("this seat's clock was not awaited")),
        }
        Ok(())
    }
}

/// What the judge does next.
impl Judge {
    pub(super) fn asked(&self, seat: Seat) -> Option<&Ask> {
        self.asks.owed(seat)
    }

    fn ask(&mut self, owed: &mut Owed<Say>) {
        let seat = self.position.mover();
        let [mine, others] = [seat, seat.other()].map(|seat| self.banks[seat.index()]);
        owed.push((seat, Say::Turn { mine, others }));
        self.asks.clear();
        self.asks.open(Ask { seat, lines: 1, budget: mine.most() });
        self.phase = Phase::Move;
    }

    /// The move is made: its time comes off the bank, the other hears of it, and the game goes on or ends.
    fn settle(&mut self, seat: Seat, took: Option<Ms>, owed: &mut Owed<Say>) {
        self.asks.clear();
        if took.is_none() && self.phase == Phase::Move {
            self.phase = Phase::Clock(seat);
            return;
        }
        let bank = &mut self.banks[seat.index()];
        *bank = bank.after(took);
        if let Some(cell) = self.position.last.filter(|_| self.tells_move()) {
            let (row, col) = self.rules.grid.place(cell);
            owed.push((seat.other(), Say::Opp { at: (row + 1, col + 1), took }));
        }
        match self.position.over {
            None => self.ask(owed),
            Some(outcome) => {
                self.verdict.rest_on(OPP_LAST);
                self.end(outcome, [seat.other(), seat].into_iter().collect(), owed);
            }
        }
    }

    fn tells_move(&self) -> bool {
        self.position.over.is_none() || self.params.last_opp == Flag::Yes
    }

    fn fault(&mut self, fault: Fault) {
        self.out.insert(fault.seat);
        self.verdict.faults.push(fault);
    }

    fn lose(&mut self, fault: Fault, owed: &mut Owed<Say>) {
        self.fault(fault);
        self.end_for(fault.seat, owed);
    }

    fn end_for(&mut self, loser: Seat, owed: &mut Owed<Say>) {
        self.verdict.rest_on(FAULT_END);
        let told = match self.params.after_fault {
            AfterFault::Innocent => Seats::only(loser.other()),
            AfterFault::Nobody => Seats::NONE,
        };
        self.end(Outcome::win(loser.other()), told, owed);
    }

    fn end(&mut self, outcome: Outcome, told: Seats, owed: &mut Owed<Say>) {
        self.asks.clear();
        self.verdict.outcome = Some(outcome);
        owed.extend(told.iter().map(|seat| (seat, Say::Finish)));
        self.phase = Phase::End(Ending::new(told, self.params.grace, FINISH_SILENT, FINISH_EXIT));
        for seat in [Seat(0), Seat(1)] {
            self.hold(seat);
        }
    }

    /// What a seat had occasion to break and kept, now that the moves are over.
    fn hold(&mut self, seat: Seat) {
        if self.out.contains(seat) {
            return;
        }
        if !self.position.stones[seat.index()].is_empty() {
            self.verdict.hold(seat, &[TURN_ANSWER, TURN_TIME, MOVE_INSIDE, MOVE_EMPTY]);
        }
        conduct::hold_the_wire(seat, &mut self.verdict);
    }
}

/// Where the cell of a MOVE stands.
fn cell_span(line: &[u8]) -> crate::clause::Span {
    let [row, col] = [1, 2].map(|index| crate::wire::word_at(line, index));
    crate::clause::Span::Columns(row.start, col.end)
}
