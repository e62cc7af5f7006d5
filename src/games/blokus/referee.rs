//! The judge of Blokus: `spec/blokus.md`, sections Messages to Faults.

use super::alphabet::Alphabet;
use super::message::{Head, Say, read_say};
use super::notation::{Move, read_answer};
use super::rules::{Action, Blokus, Position};
use super::*;
use crate::clause::{Breach, Span};
use crate::clock::Micros;
use crate::conduct::{self, Asks, Timing};
use crate::game::{Actor, MAX_SEATS, Notation, Rules, Seat, Seats};
use crate::picture::Picture;
use crate::polyomino::{Shape, Shapes};
use crate::referee::{Ask, Awaits, Fact, Fault, Heard, Known, Lines, Misuse, Owed, Referee, Stream, Verdict};
use crate::wire::{Remarks, word_at};

/// The judge of one game.
#[derive(Clone, Debug)]
pub struct Judge {
    pub(super) params: Params,
    pub(super) rules: Blokus,
    pub(super) position: Position,
    pub(super) phase: Phase,
    pub(super) asks: Asks,
    /// Every move, as its seat wrote it.
    pub(super) history: Vec<(Seat, Move)>,
    /// How much of the history stood when each seat was told last; `None`: it was told nothing yet.
    pub(super) told: [Option<usize>; MAX_SEATS],
    timing: Timing,
    pub(super) verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// The letters are not known yet.
    Deal,
    /// Some seat is asked.
    Move,
    /// Nobody moves any more.
    End,
}

impl Referee for Judge {
    type Params = Params;
    type Say = Say;
    /// The letters in play, and how they are drawn.
    type Choice = Alphabet;

    fn new(params: &Params, _owed: &mut Owed<Say>) -> Judge {
        let rules = Blokus::new(params);
        Judge {
            position: rules.start(),
            rules,
            phase: Phase::Deal,
            asks: Asks::of(Seats::NONE, Ms(0)),
            history: Vec::new(),
            told: [None; MAX_SEATS],
            timing: Timing { rounding: (params.rounding, CLOCK_ROUNDING), exact: (params.exact, CLOCK_EXACT) },
            verdict: Verdict::default(),
            params: params.clone(),
        }
    }

    fn awaits(&self) -> Awaits<'_> {
        match self.phase {
            Phase::Deal => Awaits::Choice,
            Phase::Move => Awaits::Replies(self.asks.all()),
            Phase::End => Awaits::Verdict,
        }
    }

    fn take(&mut self, fact: Fact<'_>, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        match fact {
            Fact::Heard { seat, .. } if self.position.out.contains(seat) => Ok(()),
            Fact::Heard { seat, what, took } => {
                let limit = self.asks.budget(seat);
                let took = took.map(|took| self.timing.count(took, limit, &mut self.verdict));
                self.hear(seat, what, took, owed)
            }
            Fact::Left { seat, processes } => {
                self.verdict.faults.push(conduct::left(seat, processes));
                Ok(())
            }
            Fact::Usage { seat, peak, .. } => {
                conduct::assumed_memory(seat, LIMIT_MEMORY, peak, self.params.memory.0, &mut self.verdict);
                Ok(())
            }
            Fact::Clock { .. } => Err(Misuse("no clock is awaited")),
            Fact::Exit { .. } => Err(Misuse("no program is told to end")),
        }
    }

    fn choose(&mut self, alphabet: Alphabet, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        if self.phase != Phase::Deal {
            return Err(Misuse("the letters are known already"));
        }
        self.check_letters(&alphabet).map_err(|_| Misuse("the judge cannot draw these"))?;
        self.rules.alphabet = alphabet;
        if self.position.stock.is_empty() {
            self.rules.apply(&mut self.position, Actor::Nature, &Action::Deal(alphabet.shapes()));
        }
        self.ask(owed);
        Ok(())
    }

    fn draw(&self, stream: &mut dyn Stream) -> Option<Alphabet> {
        if self.phase != Phase::Deal {
            return None;
        }
        let mut shapes = self.position.stock;
        if shapes.is_empty() {
            let (small, mut others): (Vec<Shape>, Vec<Shape>) =
                Shapes::ALL.iter().partition(|&shape| rules::small().contains(shape));
            let mut draw = |_| others.remove(stream.pick(others.len()));
            let more: Vec<Shape> = (small.len()..self.rules.drawn).map(&mut draw).collect();
            shapes = small.into_iter().chain(more).collect();
        }
        Some(self.rules.alphabet.only(shapes))
    }

    fn replies(&self, seat: Seat, into: &mut Vec<String>) {
        if self.asked(seat).is_some() {
            into.extend(self.rules.listed(&self.position, seat).iter().map(Move::to_string));
        }
    }

    fn count(&self, took: Micros) -> Ms {
        self.timing.rounding.0.count(took)
    }

    fn read(&self, _to: Seat, lines: Lines<'_, '_>) -> Result<Say, Breach> {
        read_say(self.rules.grid, lines)
    }

    fn form(&self, answer: &[u8]) -> Result<(), Breach> {
        read_answer(answer).map(drop)
    }

    fn explain(&self, to: Seat, due: Option<&Say>, say: &Say, known: &mut Vec<Known<Alphabet>>) {
        if due.is_none() {
            known.extend(self.given_away(to, say));
        }
    }

    fn same(&self, to: Seat, due: Option<&Say>, say: &Say) -> Result<(), Breach> {
        match due {
            None => Err(self.undue(to, say)),
            Some(due) => self.differs(to, due, say),
        }
    }

    fn is_last(&self, _say: &Say) -> bool {
        false
    }

    fn memory(&self) -> Megabytes {
        self.params.memory
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn out(&self) -> Seats {
        self.position.out
    }

    fn picture(&self) -> Picture {
        let mut picture = self.rules.picture(&self.position);
        picture.notes.push(match (self.position.mover, self.verdict.outcome) {
            (_, Some(outcome)) => outcome.to_string(),
            (Some(seat), None) => format!("seat {seat} to move"),
            (None, None) => "the shapes are not drawn yet".to_string(),
        });
        picture
    }
}

/// What a seat was heard to do.
impl Judge {
    fn hear(&mut self, seat: Seat, what: Heard<'_>, took: Option<Ms>, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        if self.phase == Phase::End {
            return Err(Misuse("the game is over"));
        }
        let heard = match self.asked(seat) {
            Some(_) => self.move_of(seat, what, took),
            None => match conduct::lines(seat, what, ANSWER_TIME) {
                Ok(_) => return Err(Misuse("this seat was not asked")),
                Err(fault) => Err(fault),
            },
        };
        self.asks.close(seat);
        if let Err(fault) = heard {
            self.fail(fault);
        }
        let asked = self.asks.all().first().map(|ask| ask.seat);
        if self.phase == Phase::Move && (asked.is_none() || asked != self.position.mover) {
            self.ask(owed);
        }
        Ok(())
    }

    /// Reads, checks and does a move.
    fn move_of(&mut self, seat: Seat, what: Heard<'_>, took: Option<Ms>) -> Result<(), Fault> {
        let line = conduct::lines(seat, what, ANSWER_TIME)?;
        if let Some(took) = took {
            self.in_time(seat, took)?;
        }
        let (step, action, remarks) = self.read_move(seat, line)?;
        if !self.is_listed(seat, step) {
            self.check_unlisted(seat, line)?;
        }
        self.rules.apply(&mut self.position, Actor::Seat(seat), &action);
        self.history.push((seat, step));
        conduct::note_habits(seat, remarks, &mut self.verdict);
        Ok(())
    }

    fn read_move(&self, seat: Seat, line: &[u8]) -> Result<(Move, Action, Remarks), Fault> {
        let format = |breach| Fault { seat, kind: FaultKind::Format, breach };
        let illegal = |breach| Fault { seat, kind: FaultKind::Illegal, breach };
        let ((col, row), code, remarks) = read_answer(line).map_err(format)?;
        let action = Action::Place(self.rules.placed(self.position.stock, (col, row), code).map_err(illegal)?);
        let point = |breach: Breach| illegal(breach.span(point(line, breach.clause)));
        self.rules.check(&self.position, Actor::Seat(seat), &action).map_err(point)?;
        // A cell of the board has a column and a row below 20.
        Ok((Move { col: col as u8, row: row as u8, code }, action, remarks))
    }

    fn is_listed(&self, seat: Seat, step: Move) -> bool {
        self.rules.listed(&self.position, seat).binary_search(&step).is_ok()
    }

    /// Codes of a first move are as good as each other by the document's example; of later ones, by assumption.
    fn check_unlisted(&mut self, seat: Seat, line: &[u8]) -> Result<(), Fault> {
        if self.position.is_new(seat) {
            return Ok(());
        }
        self.verdict.rest_on(CODE_UNLISTED);
        if self.params.unlisted == Flag::Yes {
            return Ok(());
        }
        let breach = Breach::new(CODE_UNLISTED, "another code stands for these cells in the list");
        Err(Fault { seat, kind: FaultKind::Illegal, breach: breach.span(point(line, CODE_UNLISTED)) })
    }

    fn in_time(&mut self, seat: Seat, took: Ms) -> Result<(), Fault> {
        self.timing.within(seat, took, self.asks.budget(seat), ANSWER_TIME, &mut self.verdict)
    }
}

/// What the judge does next.
impl Judge {
    pub(super) fn asked(&self, seat: Seat) -> Option<&Ask> {
        self.asks.owed(seat)
    }

    /// Whose turn it is gets its message; where it is nobody's the game is over.
    fn ask(&mut self, owed: &mut Owed<Say>) {
        self.asks.clear();
        let Some(seat) = self.position.mover else { return self.end() };
        let is_first = self.told[seat.index()].is_none();
        owed.push((seat, self.message(seat)));
        self.told[seat.index()] = Some(self.history.len());
        let budget = if is_first { self.params.first_time } else { self.params.turn_time };
        self.asks.open(Ask { seat, lines: 1, budget });
        self.phase = Phase::Move;
    }

    fn message(&self, seat: Seat) -> Say {
        let grid = self.rules.grid;
        let head = self.told[seat.index()].is_none().then(|| Head {
            alphabet: self.rules.alphabet,
            order: self.rules.alphabet.iter().map(|(letter, _)| letter).collect(),
            players: self.params.players.0.into(),
            id: seat.0.into(),
            board: grid.rows.into(),
        });
        let is_marked = !self.position.is_new(seat) || self.params.mark_start == Flag::Yes;
        let anchors = self.rules.anchors(&self.position, seat);
        let glyphs: Vec<u8> = grid
            .cells()
            .map(|cell| match self.position.owner(cell) {
                Some(owner) => b'0' + owner.0,
                None if is_marked && anchors.contains(cell) => b'x',
                None => b'.',
            })
            .collect();
        let board = glyphs.chunks(grid.cols.into()).map(<[u8]>::to_vec).collect();
        let moves = self.rules.listed(&self.position, seat);
        Say { head, board, others: self.others(seat), moves }
    }

    /// The moves of the others that a seat is to be told now.
    pub(super) fn others(&self, seat: Seat) -> Vec<(Seat, Move)> {
        let known = match self.params.others {
            Others::Since => self.told[seat.index()].unwrap_or(0),
            Others::All => 0,
        };
        self.history[known..].iter().filter(|(other, _)| *other != seat).copied().collect()
    }

    fn fail(&mut self, fault: Fault) {
        self.verdict.faults.push(fault);
        self.rules.leave(&mut self.position, fault.seat);
        let inside = self.rules.seats.iter().filter(|&seat| !self.position.out.contains(seat)).count();
        self.verdict.rest_on(if inside < 2 { FAULT_ALONE } else { FAULT_STAY });
        self.verdict.rest_on(FAULT_POINTS);
    }

    fn end(&mut self) {
        self.phase = Phase::End;
        self.verdict.outcome = Some(self.rules.outcome(&self.position));
        self.verdict.rest_on(SCORE_SQUARES);
        for seat in self.rules.seats.iter() {
            self.hold(seat);
        }
    }

    /// What a seat had occasion to break and kept, now that the moves are over.
    fn hold(&mut self, seat: Seat) {
        if self.position.out.contains(seat) {
            return;
        }
        let moves = self.history.iter().filter(|(by, _)| *by == seat).count();
        if moves > 0 {
            let kept =
                [ANSWER_FORM, ANSWER_TIME, MOVE_LETTER, MOVE_SQUARE, MOVE_INSIDE, MOVE_FREE, MOVE_START, MOVE_ANCHOR];
            self.verdict.hold(seat, &kept);
        }
        if moves > 0 && self.rules.small_first.contains(seat) {
            self.verdict.hold(seat, &[MOVE_OPENING]);
        }
        if moves > 1 {
            self.verdict.hold(seat, &[MOVE_USED, MOVE_SIDE, MOVE_CORNER, CODE_UNLISTED]);
        }
        conduct::hold_the_wire(seat, &mut self.verdict);
    }
}

/// The part of an answer that a clause of the rules speaks of: the named cell, the code, or both.
fn point(line: &[u8], clause: Clause) -> Span {
    match clause {
        MOVE_ANCHOR => Span::Columns(word_at(line, 0).start, word_at(line, 1).end),
        MOVE_LETTER | MOVE_USED | MOVE_OPENING => Span::Word(2),
        _ => Span::Columns(word_at(line, 0).start, word_at(line, 2).end),
    }
}
