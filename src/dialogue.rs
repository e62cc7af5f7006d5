//! The one referee of dialogues: handshake, asks, clocks, faults, the end, and what a log gives away of them.
//!
//! A game says what its messages are and when they are due ([`Protocol`]); everything shared is [`Match`]'s.

use crate::clause::{Breach, Clause};
use crate::clock::{Exact, Left, Micros, Rounding};
use crate::conduct::{self, Asks, Ending};
use crate::game::{Actor, MAX_SEATS, Outcome, Seat, Seats, Turn};
use crate::message::{Difference, Message, Part};
use crate::params::{Megabytes, Ms, Parameters};
use crate::picture::Picture;
use crate::referee::{
    Ask, Awaits, Fact, Fault, FaultKind, Heard, Known, Lines, Misuse, Owed, Referee, Stream, Verdict,
};
use crate::wire::{Remarks, read_ok};
use std::fmt;

/// A clause and the words for its breach.
pub type Cited = (Clause, &'static str);

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
    /// It is told again.
    pub once: Cited,
    /// Something more is told before all have answered.
    pub both: Cited,
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

/// How time is counted and held against a limit; a clause stands where the page has one to rest on.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// One bank a seat for all its answers; `None`: each answer has its own [limit](Protocol::limit).
    pub bank: Option<Ms>,
    /// How a time becomes whole milliseconds.
    pub rounding: (Rounding, Option<Clause>),
    /// Whether exactly the limit is in time.
    pub exact: (Exact, Option<Clause>),
    /// Where there is such a clause, any answer to an ask with an empty bank is late.
    pub empty: Option<Clause>,
    /// Where a log shows a time that it does not tell beside the answer.
    pub shown: Shown,
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
    /// The seat [leaves](Protocol::leave) and the others play on.
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
    /// The clause by which a late, an ill-formed and an illegal answer fail.
    pub kinds: [Clause; 3],
    /// Clauses that a verdict rests on where a seat breaks them.
    pub assumed: &'static [Clause],
}

/// How a dialogue ends, where its programs are awaited.
#[derive(Clone, Copy, Debug)]
pub struct Farewell {
    /// Time to end.
    pub grace: Ms,
    /// Nothing more is written.
    pub silent: Clause,
    /// A program ends normally and in time.
    pub exit: Clause,
    /// The last message comes too early.
    pub only: Clause,
    /// Something comes after the last message, or instead of it.
    pub both: Clause,
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

/// An answer that fails, and by which class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It has a wrong form.
    Format(Breach),
    /// The rules refuse it.
    Illegal(Breach),
}

/// How a judge talks to the seats of a game: pure functions of what has happened.
pub trait Protocol: Clone + Send + 'static {
    /// The numbers it obeys.
    type Params: Parameters;
    /// The position, and what the judge keeps beside it, such as moves as they were written.
    type State: Clone + fmt::Debug + Send;
    /// What an actor does: an answer as it was written, or a choice that no seat makes.
    type Step: Clone + fmt::Debug + Send;
    /// A message.
    type Say: Message;

    /// The protocol under these numbers.
    fn new(params: &Self::Params) -> Self;
    /// What it has in common with others.
    fn policy(&self) -> Policy;
    /// Before the first step.
    fn start(&self) -> Self::State;
    /// Who acts, or how it ended.
    fn turn(&self, at: &Self::State) -> Turn;
    /// Does a step that [`Protocol::answer`], [`Protocol::draw`] or [`Protocol::reveals`] gave.
    fn apply(&self, at: &mut Self::State, by: Actor, step: Self::Step);

    /// The first message to a seat.
    fn opening(&self, _to: Seat) -> Option<Self::Say> {
        None
    }
    /// What a seat is told when it is asked.
    fn ask(&self, on: &Scene<Self>, to: Seat) -> Option<Self::Say>;
    /// What is told, and what a verdict rests on, once all that were asked have answered, or a choice is made.
    fn after(&self, _on: &Scene<Self>, _tell: &mut Telling<'_, Self::Say>) {}
    /// The last message.
    fn last(&self) -> Option<Self::Say> {
        None
    }

    /// Time for an answer where there is no bank.
    fn limit(&self, _at: &Self::State, _seat: Seat) -> Ms {
        Ms(0)
    }
    /// The clause of the time limit.
    fn time(&self, at: &Self::State) -> Clause;
    /// The clause of the banks that a message shows.
    fn clocks(&self, _say: &Self::Say) -> Clause {
        self.time(&self.start())
    }
    /// Reads and checks an answer; the verdict only takes clauses that it rests on.
    fn answer(
        &self,
        on: &Scene<Self>,
        by: Seat,
        line: &[u8],
        verdict: &mut Verdict,
    ) -> Result<(Self::Step, Remarks), Refusal>;
    /// Checks an answer's form as far as that needs no position; `OK` of a handshake is not for it.
    fn form(&self, line: &[u8]) -> Result<(), Breach>;
    /// The legal answers of a seat that is asked.
    fn replies(&self, at: &Self::State, seat: Seat, into: &mut Vec<String>);
    /// A choice that no seat makes.
    fn draw(&self, _at: &Self::State, _stream: &mut dyn Stream) -> Option<Self::Step> {
        None
    }

    /// A seat that has failed leaves a game that goes on.
    fn leave(&self, _at: &mut Self::State, _seat: Seat, _verdict: &mut Verdict) {}
    /// The outcome of a game that the faults of these seats end.
    fn forfeit(&self, _at: &Self::State, out: Seats) -> Outcome {
        let winner = [Seat(0), Seat(1)].into_iter().find(|&seat| !out.contains(seat));
        winner.map_or(Outcome::draw(), Outcome::win)
    }
    /// The clauses that a seat had occasion to break and kept, now that the game is over.
    fn kept(&self, on: &Scene<Self>, seat: Seat, verdict: &mut Verdict);

    /// What a logged message gives away of steps that the log does not show.
    fn reveals(&self, _on: &Scene<Self>, _to: Seat, _say: &Self::Say) -> Option<Known<Self::Step>> {
        None
    }
    /// Why nothing like this message is due, where the game knows better than the [`Scene`].
    fn undue(&self, on: &Scene<Self>, to: Seat, say: &Self::Say) -> Option<Breach>;
    /// The clause broken by a message that differs, where the game knows better than the [`Scene`].
    fn blame(&self, on: &Scene<Self>, to: Seat, due: &Self::Say, say: &Self::Say, how: Difference) -> Option<Breach>;
    /// Holds a message against the one that is due.
    fn compare(&self, on: &Scene<Self>, to: Seat, due: &Self::Say, say: &Self::Say) -> Result<(), Breach> {
        due.difference(say).map_or(Ok(()), |how| Err(on.blame(to, due, say, how)))
    }
    /// What must be known to read a message.
    fn with(&self) -> &<Self::Say as Message>::With;
    /// True for the last message that a seat can get.
    fn is_last(&self, say: &Self::Say) -> bool {
        say.part() == Part::Last
    }

    /// The position to look at.
    fn picture(&self, on: &Scene<Self>, verdict: &Verdict) -> Picture;
    /// What more a person wants to know.
    fn advice(&self, _on: &Scene<Self>, _breach: Option<&Breach>) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// Where a dialogue stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Not all have answered the first message.
    Handshake,
    /// Seats are asked, or a choice is awaited where none is.
    Play,
    /// The next message tells a time that is not known yet.
    Clock,
    /// The game is over.
    Over,
}

/// What a protocol may look at when it speaks.
#[derive(Clone, Debug)]
pub struct Scene<P: Protocol> {
    /// The protocol.
    pub game: P,
    /// What it has in common with others.
    pub policy: Policy,
    /// The position and what goes with it.
    pub at: P::State,
    /// Where the dialogue stands.
    pub phase: Phase,
    /// What each seat has left.
    pub banks: [Left; MAX_SEATS],
    /// The time of each seat's latest answer.
    pub took: [Option<Ms>; MAX_SEATS],
    /// The answers that are awaited.
    pub asks: Asks,
    /// The seats that have failed.
    pub out: Seats,
    /// The first fault that put a seat out.
    pub failed: Option<Fault>,
    /// The seats that have answered an ask.
    pub answered: Seats,
}

/// Takes what a protocol tells after a step.
#[derive(Debug)]
pub struct Telling<'a, S> {
    owed: &'a mut Owed<S>,
    verdict: &'a mut Verdict,
}

impl<S> Telling<'_, S> {
    /// A message to a seat.
    pub fn tell(&mut self, to: Seat, say: S) {
        self.owed.push((to, say));
    }

    /// The verdict rests on an assumed clause.
    pub fn rest_on(&mut self, clause: Clause) {
        self.verdict.rest_on(clause);
    }

    /// A clause that a seat broke without failing by it.
    pub fn fault(&mut self, fault: Fault) {
        self.verdict.faults.push(fault);
    }
}

impl<P: Protocol> Scene<P> {
    /// Every seat of the match.
    pub fn seats(&self) -> Seats {
        Seats::first(self.policy.seats)
    }

    /// What is left to a seat and to the other.
    pub fn left(&self, to: Seat) -> [Left; 2] {
        [to, to.other()].map(|seat| self.banks[seat.index()])
    }

    /// True where a seat owes an answer.
    pub fn asked(&self, seat: Seat) -> bool {
        self.asks.owed(seat).is_some()
    }

    /// True where this seat owes nothing and another does.
    pub fn is_waiting_for_others(&self, to: Seat) -> bool {
        !self.asked(to) && !self.asks.is_empty()
    }

    /// Seats whose time a log has not told.
    fn unclocked(&self) -> Seats {
        self.seats().iter().filter(|seat| matches!(self.banks[seat.index()], Left::AtMost(_))).collect()
    }

    /// Why nothing like this message is due.
    fn undue(&self, to: Seat, say: &P::Say) -> Breach {
        let Policy { faults, handshake, farewell, .. } = &self.policy;
        let cite = |(clause, text): Cited| Breach::new(clause, text);
        if let Some(clause) = faults.all.filter(|_| self.out == self.seats()) {
            return Breach::new(clause, "both seats have failed and hear nothing more");
        }
        if self.out.contains(to) {
            return cite(faults.end);
        }
        if let (Part::Opening, Some(handshake)) = (say.part(), handshake) {
            return cite(handshake.once);
        }
        if let Some(breach) = self.game.undue(self, to, say) {
            return breach;
        }
        match (self.phase, say.part(), farewell, handshake) {
            (Phase::Over, ..) if self.failed.is_some() => {
                Breach::new(faults.end.0, "the game has ended by a fault; nothing more is due to this seat")
            }
            (Phase::Over, _, Some(farewell), _) => {
                Breach::new(farewell.both, "the game is over; nothing comes after FINISH")
            }
            (_, Part::Last, ..) if self.failed.is_some() => Breach::new(
                faults.phase.unwrap_or(faults.end.0),
                "this seat's answer of the same phase is still awaited",
            ),
            (_, Part::Last, Some(farewell), _) => Breach::new(farewell.only, "the game is not over"),
            (Phase::Handshake, _, _, Some(handshake)) => cite(handshake.both),
            _ => cite(faults.end),
        }
    }

    /// The clause broken by a message that differs from the one that is due.
    pub fn blame(&self, to: Seat, due: &P::Say, say: &P::Say, how: Difference) -> Breach {
        let Policy { faults, handshake, farewell, .. } = &self.policy;
        let word = if let Difference::Field { word, .. } = how { word } else { 0 };
        let parts = (due.part(), say.part());
        if let (Some(handshake), true) = (handshake, parts.0 == Part::Opening || parts.1 == Part::Opening) {
            return match parts.0 {
                Part::Opening => Breach::new(handshake.first.0, handshake.first.1).word(word),
                _ => Breach::new(handshake.once.0, handshake.once.1),
            };
        }
        if let (Part::Last, Some(fault)) = (parts.0, self.failed) {
            return self.ends(&fault);
        }
        if let Difference::Field { word, offset, is_clock: true, .. } = how
            && let Some(breach) = self.clocks(to, due, say, word, offset)
        {
            return breach;
        }
        if let Some(breach) = self.game.blame(self, to, due, say, how) {
            return breach;
        }
        match (parts, farewell, self.policy.clock.exact.1) {
            ((Part::Last, _), Some(farewell), _) => Breach::new(farewell.both, "the game is over: FINISH is due"),
            ((_, Part::Last), _, Some(exact)) if self.banks[to.other().index()] == Left::Exactly(Ms(0)) => {
                Breach::new(exact, "the answer used exactly what was left, which is in time")
            }
            ((_, Part::Last), Some(farewell), _) => Breach::new(farewell.only, "the game is not over"),
            _ => Breach::new(faults.end.0, faults.end.1),
        }
    }

    /// FINISH is due because a seat has failed, and something else came.
    fn ends(&self, fault: &Fault) -> Breach {
        let [late, format, illegal] = self.policy.faults.kinds;
        let clause = match fault.kind {
            _ if Some(fault.breach.clause) == self.policy.clock.empty => fault.breach.clause,
            FaultKind::Late => late,
            FaultKind::Illegal => illegal,
            _ => format,
        };
        let breach = Breach::new(clause, "seat {0} has failed, which ends the game: FINISH is due");
        breach.numbers([i64::from(fault.seat.0)])
    }

    /// How the banks that a message shows differ.
    fn clocks(&self, to: Seat, due: &P::Say, say: &P::Say, word: usize, wrong: usize) -> Option<Breach> {
        let (due_left, shown) = (due.clocks()?, say.clocks()?);
        let (left, shown) = (*due_left.get(wrong)?, *shown.get(wrong)?);
        let full = self.policy.handshake.filter(|_| self.answered.is_empty()).map(|handshake| handshake.full);
        let text = match left {
            Left::Exactly(_) => "seat {0} has {1} ms left, not {2}",
            Left::AtMost(_) => "seat {0} has at most {1} ms left, not {2}",
        };
        let seat = if wrong == 0 { to } else { to.other() };
        let numbers = [i64::from(seat.0), left.most().0 as i64, shown.most().0 as i64];
        Some(Breach::new(full.unwrap_or_else(|| self.game.clocks(due)), text).word(word).numbers(numbers))
    }
}

/// The referee of a dialogue.
#[derive(Clone, Debug)]
pub struct Match<P: Protocol> {
    scene: Scene<P>,
    /// Seats whose latest answer waits for its time.
    untimed: Seats,
    /// Seats that had read an ask when a fault of another ended the game: they may answer it, and it counts for nothing.
    crossing: Seats,
    ending: Option<Ending>,
    verdict: Verdict,
}

impl<P: Protocol> Match<P> {
    /// Where it stands.
    pub fn scene(&self) -> &Scene<P> {
        &self.scene
    }

    fn hear(
        &mut self,
        seat: Seat,
        what: Heard<'_>,
        took: Option<Micros>,
        owed: &mut Owed<P::Say>,
    ) -> Result<(), Misuse> {
        let is_asked = self.scene.asked(seat);
        if self.scene.phase == Phase::Over {
            return Err(Misuse("the game is over"));
        }
        if !is_asked && matches!(what, Heard::Lines(_)) {
            return Err(Misuse("this seat was not asked"));
        }
        let took = took.map(|took| self.counted(took, self.scene.asks.budget(seat)));
        let heard = match self.scene.policy.handshake.filter(|_| self.scene.phase == Phase::Handshake) {
            Some(handshake) => {
                let clauses = [handshake.answer, handshake.in_time];
                conduct::handshake(seat, what, took, handshake.time, clauses, &mut self.verdict)
            }
            None => self.answer(seat, what, took),
        };
        self.scene.asks.close(seat);
        match heard {
            Ok(()) => self.go_on(owed),
            Err(fault) => self.fail(fault, owed),
        }
        Ok(())
    }

    /// Reads, checks and does what a seat answered, and takes its time off the bank.
    fn answer(&mut self, seat: Seat, what: Heard<'_>, took: Option<Ms>) -> Result<(), Fault> {
        let time = self.time_clause(seat);
        let line = conduct::lines(seat, what, time)?;
        self.in_time(seat, took, time)?;
        let scene = &mut self.scene;
        let (step, remarks) =
            scene.game.answer(scene, seat, line, &mut self.verdict).map_err(|refusal| match refusal {
                Refusal::Format(breach) => Fault { seat, kind: FaultKind::Format, breach },
                Refusal::Illegal(breach) => Fault { seat, kind: FaultKind::Illegal, breach },
            })?;
        scene.game.apply(&mut scene.at, Actor::Seat(seat), step);
        conduct::note_habits(seat, remarks, &mut self.verdict);
        scene.took[seat.index()] = took;
        scene.answered.insert(seat);
        if took.is_none() && scene.policy.clock.shown == Shown::AtOnce {
            self.untimed.insert(seat);
        } else {
            let bank = &mut scene.banks[seat.index()];
            *bank = bank.after(took);
        }
        Ok(())
    }

    /// The clause of the time limit: with an empty bank any answer may be late.
    fn time_clause(&mut self, seat: Seat) -> Clause {
        let Clock { bank, empty, .. } = self.scene.policy.clock;
        let is_empty = bank.is_some() && self.scene.banks[seat.index()] == Left::Exactly(Ms(0));
        match empty.filter(|_| is_empty) {
            Some(empty) => {
                self.verdict.rest_on(empty);
                empty
            }
            None => self.scene.game.time(&self.scene.at),
        }
    }

    /// Holds an answer's time, which may be unknown, against its limit.
    fn in_time(&mut self, seat: Seat, took: Option<Ms>, time: Clause) -> Result<(), Fault> {
        let Clock { bank, empty, exact: (exact, clause), .. } = self.scene.policy.clock;
        if Some(time) == empty {
            let breach = Breach::new(time, "the bank was empty when the answer became due, so that none counts");
            return Err(Fault { seat, kind: FaultKind::Late, breach });
        }
        let Some(took) = took else { return Ok(()) };
        let limit = match bank {
            Some(_) => self.scene.banks[seat.index()].most(),
            None => self.scene.asks.budget(seat),
        };
        if let Some(clause) = clause.filter(|_| took == limit) {
            self.verdict.rest_on(clause);
        }
        let is_late = took > limit || took == limit && exact == Exact::Late;
        if is_late { Err(conduct::late(seat, time, Some(took), limit)) } else { Ok(()) }
    }

    fn counted(&mut self, took: Micros, limit: Ms) -> Ms {
        let (rounding, clause) = self.scene.policy.clock.rounding;
        let counted = rounding.count(took);
        if let Some(clause) = clause
            && rounding.matters(took)
            && counted.0.abs_diff(limit.0) <= 1
        {
            self.verdict.rest_on(clause);
        }
        counted
    }

    /// A message shows the time of an answer that was taken without one, or that it stays unknown.
    fn learn(&mut self, seat: Seat, took: Option<Ms>, owed: &mut Owed<P::Say>) -> Result<(), Misuse> {
        let is_awaited = self.scene.phase == Phase::Clock;
        let is_fresh = is_awaited && self.untimed.contains(seat);
        let is_open = is_fresh || self.scene.unclocked().contains(seat);
        if self.scene.phase == Phase::Over || !is_open || took.is_none() && !is_awaited {
            return Err(Misuse("this seat's clock was not awaited"));
        }
        if took.is_some() {
            let time = self.time_clause(seat);
            if let Err(fault) = self.in_time(seat, took, time) {
                // What was asked since then was asked in vain.
                owed.forget(self.scene.asks.all().iter().map(|ask| ask.seat).collect());
                self.scene.asks.clear();
                self.fail(fault, owed);
                return Ok(());
            }
        }
        let bank = &mut self.scene.banks[seat.index()];
        match took {
            _ if is_fresh => *bank = bank.after(took),
            Some(_) => *bank = Left::Exactly(bank.after(took).most()),
            None => {}
        }
        if is_fresh {
            self.scene.took[seat.index()] = took;
            self.untimed.remove(seat);
            if self.untimed.is_empty() {
                self.settle(owed);
            }
        } else if is_awaited && (took.is_none() || self.scene.unclocked().is_empty()) {
            self.ask(owed);
        }
        Ok(())
    }

    /// The game goes on once all that were asked have answered.
    fn go_on(&mut self, owed: &mut Owed<P::Say>) {
        if !self.scene.asks.is_empty() {
            return;
        }
        if !self.scene.out.is_empty() && self.scene.policy.faults.then != Then::GoesOn {
            return self.end_by_fault(owed);
        }
        if self.scene.phase == Phase::Handshake {
            self.proceed(owed);
        } else if !self.untimed.is_empty() {
            self.scene.phase = Phase::Clock;
        } else {
            self.settle(owed);
        }
    }

    /// What was done is told.
    fn settle(&mut self, owed: &mut Owed<P::Say>) {
        self.scene.game.after(&self.scene, &mut Telling { owed, verdict: &mut self.verdict });
        self.proceed(owed);
    }

    /// The position says what comes next.
    fn proceed(&mut self, owed: &mut Owed<P::Say>) {
        self.scene.phase = Phase::Play;
        match self.scene.game.turn(&self.scene.at) {
            Turn::Over(outcome) => self.end(outcome, self.inside(), owed),
            Turn::Nature => {}
            Turn::Seats(_) if self.scene.policy.clock.shown == Shown::AtAsk && !self.scene.unclocked().is_empty() => {
                self.scene.phase = Phase::Clock;
            }
            Turn::Seats(_) => self.ask(owed),
        }
    }

    /// Those whose turn it is are told so.
    fn ask(&mut self, owed: &mut Owed<P::Say>) {
        self.scene.phase = Phase::Play;
        self.scene.asks.clear();
        let Turn::Seats(seats) = self.scene.game.turn(&self.scene.at) else { return };
        for seat in seats.iter() {
            owed.extend(self.scene.game.ask(&self.scene, seat).map(|say| (seat, say)));
            let budget = match self.scene.policy.clock.bank {
                Some(_) => self.scene.banks[seat.index()].most(),
                None => self.scene.game.limit(&self.scene.at, seat),
            };
            self.scene.asks.open(Ask { seat, lines: 1, budget });
        }
    }

    fn inside(&self) -> Seats {
        self.scene.seats().iter().filter(|&seat| !self.scene.out.contains(seat)).collect()
    }

    fn fail(&mut self, fault: Fault, owed: &mut Owed<P::Say>) {
        let faults = self.scene.policy.faults;
        if faults.assumed.contains(&faults.kinds[2]) && fault.kind == FaultKind::Illegal {
            self.verdict.rest_on(faults.kinds[2]);
        }
        self.scene.out.insert(fault.seat);
        self.scene.failed.get_or_insert(fault);
        self.verdict.faults.push(fault);
        match faults.then {
            Then::GoesOn => self.play_on(fault.seat, owed),
            Then::Ends(patience) => {
                let waits = match patience {
                    Patience::Handshake => self.scene.phase == Phase::Handshake,
                    Patience::Phase => true,
                    Patience::None => false,
                };
                if let Some(clause) = faults.phase.filter(|_| !self.scene.asks.is_empty()) {
                    self.verdict.rest_on(clause);
                }
                if !waits {
                    self.break_off(owed);
                }
                self.go_on(owed);
            }
        }
    }

    /// A seat has failed, and the others play on.
    fn play_on(&mut self, seat: Seat, owed: &mut Owed<P::Say>) {
        self.scene.game.leave(&mut self.scene.at, seat, &mut self.verdict);
        let asks = self.scene.asks.all();
        let goes_on = match self.scene.game.turn(&self.scene.at) {
            Turn::Seats(seats) => !asks.is_empty() && asks.iter().all(|ask| seats.contains(ask.seat)),
            _ => false,
        };
        if !goes_on {
            self.break_off(owed);
            self.proceed(owed);
        }
    }

    /// Nobody owes anything more; who has read an ask may be answering it.
    fn break_off(&mut self, owed: &Owed<P::Say>) {
        let asks = self.scene.asks.all().iter().map(|ask| ask.seat);
        self.crossing = asks.filter(|&seat| owed.due(seat).is_none()).collect();
        self.scene.asks.clear();
    }

    fn end_by_fault(&mut self, owed: &mut Owed<P::Say>) {
        let Faults { are_told, end: (end, _), all, .. } = self.scene.policy.faults;
        let inside = self.inside();
        if let Some(clause) = if inside.is_empty() { all } else { Some(end) } {
            self.verdict.rest_on(clause);
        }
        let outcome = self.scene.game.forfeit(&self.scene.at, self.scene.out);
        self.end(outcome, if are_told { inside } else { Seats::NONE }, owed);
    }

    fn end(&mut self, outcome: Outcome, told: Seats, owed: &mut Owed<P::Say>) {
        self.verdict.outcome = Some(outcome);
        if let Some(last) = self.scene.game.last() {
            owed.extend(told.iter().map(|seat| (seat, last.clone())));
        }
        self.scene.phase = Phase::Over;
        self.ending = self.scene.policy.farewell.map(|end| Ending::new(told, end.grace, end.silent, end.exit));
        for seat in self.inside().iter() {
            self.scene.game.kept(&self.scene, seat, &mut self.verdict);
            conduct::hold_the_wire(seat, &mut self.verdict);
        }
    }

    /// The end of a program; an answer that crossed the fault that ended the game counts for nothing.
    fn exit(&mut self, seat: Seat, what: Heard<'_>) -> Result<(), Misuse> {
        if self.scene.phase == Phase::Over
            && matches!(what, Heard::Lines(_) | Heard::Unasked(_))
            && self.crossing.remove(seat)
        {
            return Ok(());
        }
        match &mut self.ending {
            Some(ending) if self.scene.phase == Phase::Over => ending.take(seat, what, &mut self.verdict),
            _ => Err(Misuse("the game is not over")),
        }
    }

    fn weigh(&mut self, seat: Seat, cpu: Ms, peak: u64) {
        let Policy { memory: (memory, clause), cpu: limit, .. } = self.scene.policy;
        if let Some((limit, clause)) = limit {
            let breach = Breach::new(clause, "the program used {0} ms of CPU time; the limit is {1} ms");
            conduct::limit(seat, breach, [cpu.0, limit.0], &mut self.verdict);
        }
        conduct::memory(seat, clause, peak, memory.0, &mut self.verdict);
    }

    /// The verdict rests on the assumed clauses that were broken.
    fn rest_from(&mut self, before: usize) {
        let assumed = self.scene.policy.faults.assumed;
        for at in before..self.verdict.faults.len() {
            let clause = self.verdict.faults[at].breach.clause;
            if assumed.contains(&clause) {
                self.verdict.rest_on(clause);
            }
        }
    }
}

/// What a logged message gives away.
impl<P: Protocol> Match<P> {
    fn known(&self, to: Seat, due: Option<&P::Say>, say: &P::Say) -> Option<Known<P::Step>> {
        match self.scene.phase {
            Phase::Handshake if due.is_none() => self.known_handshake(to, say),
            Phase::Clock => self.known_clock(to, say),
            Phase::Play => self.known_bank(to, say).or_else(|| {
                let step = || self.scene.game.reveals(&self.scene, to, say);
                due.is_none().then(step)?.or_else(|| self.known_fault(to, say))
            }),
            _ => None,
        }
    }

    /// Whatever comes after the first message tells that the others have answered it, or that one has failed.
    fn known_handshake(&self, to: Seat, say: &P::Say) -> Option<Known<P::Step>> {
        let other = self.scene.asks.all().first().map(|ask| ask.seat)?;
        match say.part() {
            Part::Last => self.known_fault(to, say),
            Part::Middle if self.scene.is_waiting_for_others(to) => Some(Known::Reply(other, "OK".into(), None)),
            _ => None,
        }
    }

    fn known_clock(&self, to: Seat, say: &P::Say) -> Option<Known<P::Step>> {
        if let Some(seat) = self.untimed.iter().next() {
            return Some(Known::Clock(seat, say.took().filter(|_| to != seat)));
        }
        let unknown = || Some(Known::Clock(self.scene.unclocked().iter().next()?, None));
        self.known_bank(to, say).or_else(unknown)
    }

    /// The time of earlier answers that the banks of a message show.
    fn known_bank(&self, to: Seat, say: &P::Say) -> Option<Known<P::Step>> {
        let shown = say.clocks()?;
        [to, to.other()].into_iter().zip(shown).find_map(|(seat, shown)| match self.scene.banks[seat.index()] {
            Left::AtMost(most) if shown.most() <= most => Some(Known::Clock(seat, Some(Ms(most.0 - shown.most().0)))),
            _ => None,
        })
    }

    /// The last message, in mid-game, tells that a seat failed instead of answering.
    fn known_fault(&self, to: Seat, say: &P::Say) -> Option<Known<P::Step>> {
        let Then::Ends(patience) = self.scene.policy.faults.then else { return None };
        let other = self.scene.asks.all().iter().map(|ask| ask.seat).find(|&seat| seat != to)?;
        let may_come = !self.scene.asked(to) || patience == Patience::None;
        (say.part() == Part::Last && may_come && !self.scene.out.contains(to)).then_some(Known::Failed(other))
    }
}

impl<P: Protocol> Referee for Match<P> {
    type Params = P::Params;
    type Say = P::Say;
    type Choice = P::Step;

    fn new(params: &P::Params, owed: &mut Owed<P::Say>) -> Self {
        let game = P::new(params);
        let policy = game.policy();
        let seats = Seats::first(policy.seats);
        owed.extend(seats.iter().filter_map(|seat| Some((seat, game.opening(seat)?))));
        let asks = policy.handshake.map_or(Asks::of(Seats::NONE, Ms(0)), |handshake| Asks::of(seats, handshake.time));
        let scene = Scene {
            at: game.start(),
            game,
            policy,
            phase: Phase::Handshake,
            banks: [Left::Exactly(policy.clock.bank.unwrap_or_default()); MAX_SEATS],
            took: [None; MAX_SEATS],
            asks,
            out: Seats::NONE,
            failed: None,
            answered: Seats::NONE,
        };
        let (untimed, crossing) = (Seats::NONE, Seats::NONE);
        let mut this = Match { scene, untimed, crossing, ending: None, verdict: Verdict::default() };
        if policy.handshake.is_none() {
            this.proceed(owed);
        }
        this
    }

    fn awaits(&self) -> Awaits<'_> {
        match (self.scene.phase, &self.ending) {
            (Phase::Handshake | Phase::Play, _) if self.scene.asks.is_empty() => Awaits::Choice,
            (Phase::Handshake | Phase::Play, _) => Awaits::Replies(self.scene.asks.all()),
            (Phase::Clock, _) if self.untimed.is_empty() => Awaits::Clock(self.scene.unclocked()),
            (Phase::Clock, _) => Awaits::Clock(self.untimed),
            (Phase::Over, Some(ending)) if ending.is_waiting() => ending.awaits(),
            (Phase::Over, _) => Awaits::Verdict,
        }
    }

    fn take(&mut self, fact: Fact<'_>, owed: &mut Owed<P::Say>) -> Result<(), Misuse> {
        let before = self.verdict.faults.len();
        let taken = match fact {
            Fact::Heard { seat, .. } if self.scene.out.contains(seat) => Ok(()),
            Fact::Heard { seat, what, took } => self.hear(seat, what, took, owed),
            Fact::Clock { seat, took } => self.learn(seat, took, owed),
            Fact::Exit { seat, what } => self.exit(seat, what),
            Fact::Left { seat, processes } => {
                self.verdict.faults.push(conduct::left(seat, processes));
                Ok(())
            }
            Fact::Usage { seat, cpu, peak } => {
                self.weigh(seat, cpu, peak);
                Ok(())
            }
        };
        if self.verdict.faults.len() > before {
            self.rest_from(before);
        }
        taken
    }

    fn choose(&mut self, choice: P::Step, owed: &mut Owed<P::Say>) -> Result<(), Misuse> {
        if !matches!(self.awaits(), Awaits::Choice) {
            return Err(Misuse("no choice is awaited"));
        }
        self.scene.game.apply(&mut self.scene.at, Actor::Nature, choice);
        self.settle(owed);
        Ok(())
    }

    fn draw(&self, stream: &mut dyn Stream) -> Option<P::Step> {
        matches!(self.awaits(), Awaits::Choice).then(|| self.scene.game.draw(&self.scene.at, stream))?
    }

    fn replies(&self, seat: Seat, into: &mut Vec<String>) {
        match self.scene.phase {
            _ if !self.scene.asked(seat) => {}
            Phase::Handshake => into.push("OK".into()),
            _ => self.scene.game.replies(&self.scene.at, seat, into),
        }
    }

    fn count(&self, took: Micros) -> Ms {
        self.scene.policy.clock.rounding.0.count(took)
    }

    #[inline]
    fn is_plainly(&self, due: &P::Say, line: &[u8]) -> bool {
        due.is_plainly(line)
    }

    fn read(&self, _to: Seat, lines: Lines<'_, '_>) -> Result<P::Say, Breach> {
        P::Say::read(self.scene.game.with(), lines)
    }

    fn form(&self, answer: &[u8]) -> Result<(), Breach> {
        match self.scene.policy.handshake {
            Some(handshake) if answer.starts_with(b"OK") => read_ok(answer, handshake.answer).map(drop),
            _ => self.scene.game.form(answer),
        }
    }

    fn explain(&self, to: Seat, due: Option<&P::Say>, say: &P::Say, known: &mut Vec<Known<P::Step>>) {
        known.extend(self.known(to, due, say));
    }

    fn same(&self, to: Seat, due: Option<&P::Say>, say: &P::Say) -> Result<(), Breach> {
        match due {
            None => Err(self.scene.undue(to, say)),
            Some(due) => self.scene.game.compare(&self.scene, to, due, say),
        }
    }

    fn is_last(&self, say: &P::Say) -> bool {
        self.scene.game.is_last(say)
    }

    fn memory(&self) -> Megabytes {
        self.scene.policy.memory.0
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn out(&self) -> Seats {
        self.scene.out
    }

    fn picture(&self) -> Picture {
        self.scene.game.picture(&self.scene, &self.verdict)
    }

    fn advice(&self, breach: Option<&Breach>) -> Vec<(&'static str, String)> {
        self.scene.game.advice(&self.scene, breach)
    }
}
