//! The judge of Black Out: `spec/blackout.md`, sections Messages to Verdicts.

use super::notation::{Say, read_answer, read_say};
use super::rules::{Blackout, Position, SEAT, Segment, score};
use super::*;
use crate::clause::Breach;
use crate::clock::{Left, Micros, Rounding};
use crate::conduct::{self, Ending};
use crate::game::{Actor, Notation, Rules, Seat, Seats, Turn};
use crate::picture::Picture;
use crate::referee::{Ask, Awaits, Fact, Fault, Heard, Known, Lines, Misuse, Owed, Referee, Stream, Verdict};
use crate::wire::word_at;

/// What a verdict rests on where one of these is broken.
const ASSUMED: &[Clause] = &[MOVE_EXTRA, CLOCK_WALL, END_SILENT, END_EXIT];

/// The judge of one run.
#[derive(Clone, Debug)]
pub struct Judge {
    pub(super) params: Params,
    pub(super) rules: Blackout,
    pub(super) position: Position,
    pub(super) phase: Phase,
    bank: Left,
    ask: [Ask; 1],
    /// Games that are over.
    pub(super) played: u32,
    lost: u32,
    /// The contestant's move of this game that gave the win away, from 1; 0: none is known.
    blunder: u8,
    /// The contestant's moves of this game, each with the position it was made in.
    moves: Vec<(Position, Segment)>,
    /// Those of the game lost last.
    defeat: Vec<(Position, Segment)>,
    /// Who blackened the last square of the game before: the contestant.
    pub(super) has_won: bool,
    pub(super) out: Seats,
    verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// The contestant is to move.
    Move,
    /// The jury is to move.
    Jury,
    End(Ending),
}

impl Referee for Judge {
    type Params = Params;
    type Say = Say;
    /// The jury's move, sent or not.
    type Choice = Segment;

    fn new(params: &Params, owed: &mut Owed<Say>) -> Judge {
        let rules = Blackout::new(params);
        owed.push((SEAT, Say::Games(params.games.0)));
        Judge {
            rules,
            position: rules.start(),
            phase: Phase::Move,
            bank: Left::Exactly(params.wall),
            ask: [Ask { seat: SEAT, lines: 1, budget: params.wall }],
            played: 0,
            lost: 0,
            moves: Vec::new(),
            defeat: Vec::new(),
            blunder: 0,
            has_won: false,
            out: Seats::NONE,
            verdict: Verdict::default(),
            params: params.clone(),
        }
    }

    fn awaits(&self) -> Awaits<'_> {
        match &self.phase {
            Phase::Move => Awaits::Replies(&self.ask),
            Phase::Jury => Awaits::Choice,
            Phase::End(ending) if ending.is_waiting() => ending.awaits(),
            Phase::End(_) => Awaits::Verdict,
        }
    }

    fn take(&mut self, fact: Fact<'_>, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        let before = self.verdict.faults.len();
        let taken = match fact {
            Fact::Heard { seat, .. } if self.out.contains(seat) => Ok(()),
            Fact::Heard { seat, what, took } => self.hear(seat, what, took.map(|took| self.count(took)), owed),
            Fact::Clock { .. } => Err(Misuse("no clock is awaited")),
            Fact::Exit { seat, what } => match &mut self.phase {
                Phase::End(ending) => ending.take(seat, what, &mut self.verdict),
                _ => Err(Misuse("the run is not over")),
            },
            Fact::Left { seat, processes } => {
                self.verdict.faults.push(conduct::left(seat, processes));
                Ok(())
            }
            Fact::Usage { seat, cpu, peak } => {
                self.weigh(seat, cpu, peak);
                Ok(())
            }
        };
        self.rest_from(before);
        taken
    }

    fn choose(&mut self, choice: Segment, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        if self.phase != Phase::Jury {
            return Err(Misuse("no choice is awaited"));
        }
        let illegal = |_| Misuse("the jury cannot play this");
        self.rules.check(&self.position, Actor::Nature, &choice).map_err(illegal)?;
        self.rules.apply(&mut self.position, Actor::Nature, &choice);
        match self.rules.turn(&self.position) {
            Turn::Over(_) => self.end_game(false, owed),
            _ => {
                owed.push((SEAT, Say::Move(choice)));
                self.phase = Phase::Move;
            }
        }
        Ok(())
    }

    fn draw(&self, stream: &mut dyn Stream) -> Option<Segment> {
        match self.phase {
            Phase::Jury => jury::choose(self.params.jury, &self.rules, &self.position, stream),
            _ => None,
        }
    }

    fn replies(&self, seat: Seat, into: &mut Vec<String>) {
        if self.phase == Phase::Move && seat == SEAT {
            into.extend(self.rules.moves(self.position.black).map(|(segment, _)| segment.to_string()));
        }
    }

    fn count(&self, took: Micros) -> Ms {
        Rounding::Down.count(took)
    }

    fn read(&self, _to: Seat, lines: Lines<'_, '_>) -> Result<Say, Breach> {
        read_say(&self.rules, lines.next().unwrap_or_default())
    }

    fn form(&self, answer: &[u8]) -> Result<(), Breach> {
        let (numbers, _) = read_answer(answer, self.params.extra_words)?;
        self.rules.segment(numbers).map(drop)
    }

    fn explain(&self, _to: Seat, due: Option<&Say>, say: &Say, known: &mut Vec<Known<Segment>>) {
        if due.is_none() && self.phase == Phase::Jury {
            known.extend(self.jury_played(say).map(Known::Choice));
        }
    }

    fn same(&self, to: Seat, due: Option<&Say>, say: &Say) -> Result<(), Breach> {
        match due {
            None => Err(self.undue(to, say)),
            Some(due) => self.differs(due, say).map_or(Ok(()), Err),
        }
    }

    fn is_last(&self, say: &Say) -> bool {
        *say == Say::Game && self.params.games.0 == 1
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
        let turn = match self.phase {
            Phase::Move => "the contestant to move",
            Phase::Jury => "the jury to move",
            Phase::End(_) => "the run is over",
        };
        let (played, games) = (self.played, self.params.games);
        picture
            .notes
            .push(format!("{turn}; {played} of {games} games over, {} lost; left: {} ms", self.lost, self.bank));
        picture
    }

    fn advice(&self, breach: Option<&Breach>) -> Vec<(&'static str, String)> {
        match breach.map(|breach| breach.clause) {
            None => advice::value(&self.rules, &self.position),
            Some(WIN_EVERY) => advice::blunder(&self.rules, &self.defeat),
            Some(JURY_PERFECT) => vec![("would have won", advice::winning(&self.rules, &self.position))],
            Some(_) => Vec::new(),
        }
    }
}

/// What the contestant was heard to do.
impl Judge {
    fn hear(&mut self, seat: Seat, what: Heard<'_>, took: Option<Ms>, owed: &mut Owed<Say>) -> Result<(), Misuse> {
        match self.phase {
            Phase::Move if !matches!(what, Heard::Unasked(_)) => match self.answer(what, took) {
                Ok(()) => self.settle(took, owed),
                Err(fault) => self.fail(fault),
            },
            Phase::End(_) => return Err(Misuse("the run is over")),
            _ => match conduct::lines(seat, what, CLOCK_WALL) {
                Ok(_) => return Err(Misuse("this seat was not asked")),
                Err(fault) => self.fail(fault),
            },
        }
        Ok(())
    }

    /// Reads, checks and does a move.
    fn answer(&mut self, what: Heard<'_>, took: Option<Ms>) -> Result<(), Fault> {
        let line = conduct::lines(SEAT, what, CLOCK_WALL)?;
        let left = self.bank.most();
        if took.is_some_and(|took| took > left) {
            return Err(conduct::late(SEAT, CLOCK_WALL, took, left));
        }
        let fault = |kind| move |breach| Fault { seat: SEAT, kind, breach };
        let (numbers, remarks) = read_answer(line, self.params.extra_words).map_err(fault(FaultKind::Format))?;
        let segment = self.rules.segment(numbers).map_err(|breach| match breach.clause {
            MOVE_STRAIGHT => fault(FaultKind::Illegal)(breach.span(numbers_of(line))),
            _ => fault(FaultKind::Illegal)(breach),
        })?;
        let by = Actor::Seat(SEAT);
        let illegal = |breach: Breach| fault(FaultKind::Illegal)(breach.span(numbers_of(line)));
        self.rules.check(&self.position, by, &segment).map_err(illegal)?;
        if self.params.jury == Jury::Perfect && jury::is_blunder(&self.rules, &self.position, &segment) {
            self.blunder = self.position.plies / 2 + 1;
        }
        self.moves.push((self.position, segment));
        self.rules.apply(&mut self.position, by, &segment);
        conduct::note_habits(SEAT, remarks, &mut self.verdict);
        Ok(())
    }

    fn weigh(&mut self, seat: Seat, cpu: Ms, peak: u64) {
        let breach = Breach::new(LIMIT_CPU, "the program used {0} ms of CPU time; the limit is {1} ms");
        conduct::limit(seat, breach, [cpu.0, self.params.cpu.0], &mut self.verdict);
        conduct::memory(seat, LIMIT_MEMORY, peak, self.params.memory.0, &mut self.verdict);
    }
}

/// What the judge does next.
impl Judge {
    /// The move is made: the game is won, or the jury moves.
    fn settle(&mut self, took: Option<Ms>, owed: &mut Owed<Say>) {
        self.bank = self.bank.after(took);
        self.ask[0].budget = self.bank.most();
        match self.rules.turn(&self.position) {
            Turn::Over(_) => self.end_game(true, owed),
            _ => self.phase = Phase::Jury,
        }
    }

    fn end_game(&mut self, has_won: bool, owed: &mut Owed<Say>) {
        owed.push((SEAT, Say::Game));
        self.played += 1;
        self.has_won = has_won;
        if !has_won {
            self.lost += 1;
            self.defeat.clone_from(&self.moves);
            self.verdict.faults.push(Fault { seat: SEAT, kind: FaultKind::Lost, breach: self.defeat() });
        }
        self.blunder = 0;
        self.moves.clear();
        if self.played < self.params.games.0 {
            self.position = self.rules.start();
            self.phase = Phase::Move;
        } else {
            self.end_run();
        }
    }

    fn defeat(&self) -> Breach {
        let text = match self.blunder {
            0 => "game {0} of {1} is lost",
            _ => "game {0} of {1} is lost: the contestant's move {2} of it gave the win away",
        };
        let numbers = [self.played, self.params.games.0, self.blunder.into()];
        Breach::new(WIN_EVERY, text).numbers(numbers.map(i64::from))
    }

    fn end_run(&mut self) {
        self.verdict.outcome = Some(score(self.played - self.lost));
        self.phase = Phase::End(Ending::new(Seats::only(SEAT), self.params.grace, END_SILENT, END_EXIT));
        let kept = [MOVE_ANSWER, MOVE_EXTRA, MOVE_INSIDE, MOVE_ORDER, MOVE_STRAIGHT, MOVE_NEW, CLOCK_WALL];
        self.verdict.hold(SEAT, &kept);
        if self.lost == 0 {
            self.verdict.hold(SEAT, &[WIN_EVERY]);
        }
        conduct::hold_the_wire(SEAT, &mut self.verdict);
    }

    /// A fault ends the run at once.
    fn fail(&mut self, fault: Fault) {
        self.out.insert(fault.seat);
        self.verdict.faults.push(fault);
        self.verdict.outcome = Some(score(self.played - self.lost));
        self.phase = Phase::End(Ending::new(Seats::NONE, self.params.grace, END_SILENT, END_EXIT));
    }

    fn rest_from(&mut self, before: usize) {
        let new: Vec<Clause> = self.verdict.faults[before..].iter().map(|fault| fault.breach.clause).collect();
        new.into_iter().filter(|clause| ASSUMED.contains(clause)).for_each(|clause| self.verdict.rest_on(clause));
    }
}

/// Where the four integers of an answer stand.
fn numbers_of(line: &[u8]) -> crate::clause::Span {
    crate::clause::Span::Columns(word_at(line, 0).start, word_at(line, 3).end)
}
