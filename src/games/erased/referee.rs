//! Referees without their types, and what a logged message reveals.

use super::AnyRules;
use crate::clause::{Breach, Clause};
use crate::clock::Micros;
use crate::conduct;
use crate::game::{MAX_SEATS, Outcome, Seat, Seats};
use crate::games::Game;
use crate::params::{Megabytes, Ms};
use crate::picture::Picture;
use crate::referee::{
    After, Awaits, DriverError, Fact, Fault, Lines, Observation, PendingMessages, Referee,
    RefereeState, Revealed, Slip, Stream, Verdict,
};
use crate::wire::{JUDGE_FORM, LENGTH, LINE_CAP};
use std::fmt::Write;

/// A referee and the messages it owes, as an object-safe trait.
pub trait AnyReferee: RefereeState + Send {
    /// Takes a fact. The messages that it makes due carry `mark`.
    fn take(&mut self, fact: Fact<'_>, mark: usize) -> Result<(), DriverError>;
    /// Takes a one-line answer where it is due, and says how many faults the verdict then has; otherwise takes nothing.
    fn answer(
        &mut self,
        seat: Seat,
        answer: &[u8],
        took: Option<Micros>,
        mark: usize,
    ) -> Option<usize>;
    /// Draws and takes a choice.
    fn choose(&mut self, stream: &mut dyn Stream, mark: usize) -> Result<(), DriverError>;
    /// Takes the choice that this text names. A breach says why it cannot be made here.
    fn choose_named(&mut self, text: &str, mark: usize) -> Result<(), Breach>;
    /// From now on it keeps what messages of a log reveal.
    fn keep_learned(&mut self);
    /// Facts that the messages of a log have revealed since then, each with the mark of its message, choices as text.
    fn learned(&self) -> Vec<(usize, Revealed<Option<String>>)>;
    /// The next message owed to anyone, written to `into` without its last newline.
    fn tell(&mut self, into: &mut String) -> Option<Seat>;
    /// True if a logged line is plainly the message that is due to the seat. The message then counts as told.
    fn told_plainly(&mut self, to: Seat, line: &[u8]) -> bool;
    /// Takes a logged message and what it reveals, and compares it with the one that is due. The log has no lines of the seats
    /// `unseen`. Returns the seat of these of which the message reveals that it failed, not how.
    fn told(
        &mut self,
        to: Seat,
        lines: Lines<'_, '_>,
        unseen: Seats,
        mark: usize,
    ) -> Result<Option<Seat>, Breach>;
    /// True where this message, which is not due, shows that a choice was made or an unseen seat has answered, and not how.
    fn hides_step(&self, to: Seat, line: &[u8], unseen: Seats) -> bool;
    /// Takes the choice or the answer that is missing from a message that comes later; false: the message tells none. A breach says why
    /// the judge cannot have made the choice that it tells. The marks are those of the message that shows it to be missing, and of this.
    fn step_as_told(
        &mut self,
        to: Seat,
        line: &[u8],
        unseen: Seats,
        marks: [usize; 2],
    ) -> Result<bool, Breach>;
    /// Goes on in every game that a legal answer leads to which this message shows to be missing; false: there are too many.
    fn suppose_answers(&mut self, to: Seat, line: &[u8], unseen: Seats) -> bool;
    /// In how many games it goes on: more than one where the log does not tell every answer.
    fn games(&self) -> usize;
    /// Checks a message after a gap as far as that needs no position, and says what an answer to it would come after.
    fn told_desynced(&mut self, to: Seat, lines: Lines<'_, '_>) -> Result<After, Breach>;
    /// The faults of an answer after a gap, as far as they need no position.
    fn said_desynced(
        &self,
        seat: Seat,
        answer: &[u8],
        took: Option<Ms>,
        after: After,
    ) -> Vec<Fault>;
    /// The faults of an event after a gap.
    fn ended_desynced(&self, seat: Seat, what: Observation<'_>, is_over: bool) -> Vec<Fault>;
    /// True where every seat that has not failed is told the end of the game.
    fn tells_all_the_end(&self) -> bool;
    /// Reads a message as far as that needs no position; true for one that shows what is left of banks.
    fn shows_clocks(&self, to: Seat, lines: Lines<'_, '_>) -> Result<bool, Breach>;
    /// The word of this line, from 0, that is the rest of the told seat's own bank. No line of a message of several lines has one.
    fn own_bank(&self, to: Seat, line: &[u8]) -> Option<usize>;
    /// The time of the other seat's latest answer, in milliseconds, if this line tells that.
    fn told_time(&self, to: Seat, line: &[u8]) -> Option<u64>;
    /// True for a last message, as far as its form tells.
    fn is_last(&self, to: Seat, lines: Lines<'_, '_>) -> bool;
    /// Why the game is over, or what is still missing: the rules' reason, or the fault that has ended it.
    fn end(&self) -> Option<String>;
    /// Checks an answer as far as that needs no position.
    fn answer_form(&self, answer: &[u8]) -> Result<(), Breach>;
    /// The mark of the oldest message still owed to the seat.
    fn owes(&self, to: Seat) -> Option<usize>;
    /// How many messages are still owed to the seat.
    fn pending(&self, to: Seat) -> usize;
    /// Removes what is owed to these seats: their lines are not in the log.
    fn forget(&mut self, seats: Seats);
    /// Removes what was owed to these seats when a fault ended the game, except last messages: a judge may omit what it has
    /// not sent.
    fn forget_moot(&mut self, seats: Seats);
    /// The legal answers of a seat now.
    fn replies(&self, seat: Seat) -> Vec<String>;
    /// Deeds that would break a clause here, by what the protocol declares.
    fn slips(&self) -> Vec<Slip>;
    /// A copy of the referee.
    fn fork(&self) -> Box<dyn AnyReferee>;
    /// The position before it, under the rules alone; `None`: its game has no board.
    fn rules(&self) -> Option<Box<dyn AnyRules>>;
}

impl dyn AnyReferee + '_ {
    /// Takes the lines of a seat's answer, at once and without a mark. The error is the driver's: the answer was not due.
    pub fn take_answer(&mut self, seat: Seat, answer: &str) -> Result<(), DriverError> {
        let fact = Fact::Observed {
            seat,
            what: Observation::Lines(answer.as_bytes()),
            took: Some(Micros(0)),
        };
        self.take(fact, 0)
    }

    /// The game after this answer; `None`: it is not due.
    pub fn after(&self, seat: Seat, answer: &str) -> Option<Box<dyn AnyReferee>> {
        let mut ahead = self.fork();
        ahead.take_answer(seat, answer).ok().map(|()| ahead)
    }

    /// True where the game has ended and this seat has won it.
    pub fn is_won(&self, by: Seat) -> bool {
        let outcome = self.verdict().outcome;
        outcome.is_some_and(|outcome| outcome.winner() == Some(by))
    }
}

/// A referee and the messages it owes.
pub(super) struct ErasedReferee<G: Game> {
    pub(super) referee: G::Referee,
    pub(super) owed: PendingMessages<SayOf<G>>,
    pub(super) learned: Option<Vec<(usize, Revealed<ChoiceOf<G>>)>>,
    /// The other games that a log allows which does not show every answer.
    pub(super) others: Vec<ErasedReferee<G>>,
    /// The verdict without its outcome, where those games do not agree on it.
    pub(super) open: Option<Box<Verdict>>,
}

/// The most answers of an unseen seat that are tried for one message.
const MOST_TRIED: usize = 64;

pub(super) type SayOf<G> = <<G as Game>::Referee as Referee>::Say;
pub(super) type ChoiceOf<G> = <<G as Game>::Referee as Referee>::Choice;

impl<G: Game> ErasedReferee<G> {
    pub(super) fn new(params: &G::Params) -> Self {
        let mut owed = PendingMessages::default();
        let referee = G::Referee::new(params, &mut owed);
        ErasedReferee {
            referee,
            owed,
            learned: None,
            others: Vec::new(),
            open: None,
        }
    }

    /// Takes the facts that the message reveals, one after the other. Returns the seat that must have failed, if any.
    fn learn(&mut self, to: Seat, say: &SayOf<G>, unseen: Seats) -> Option<Seat> {
        let mut failed = None;
        if let Some((before, outcome)) = self.unseen_end(to, say, unseen) {
            (self.referee, self.owed) = (before.referee, before.owed);
            self.referee.end_unseen(outcome, &mut self.owed);
            self.owed.forget(unseen);
            return None;
        }
        loop {
            let due = self.owed.due(to).map(|(due, _)| due);
            let known = self.referee.known(to, due, say);
            let Some(known) = known.or_else(|| self.only_answer(to, say, unseen)) else {
                return failed;
            };
            let learned = self
                .learned
                .is_some()
                .then(|| (self.owed.mark, known.clone()));
            let taken = match known {
                Revealed::Choice(choice) => self.referee.choose(choice, &mut self.owed),
                Revealed::Clock(seat, took) => self
                    .referee
                    .take(Fact::Clock { seat, took }, &mut self.owed),
                Revealed::Unknown => return failed,
                Revealed::Reply(seat, ..) if !unseen.contains(seat) => return failed,
                Revealed::Failed(seat) if !unseen.contains(seat) => return failed,
                Revealed::Reply(seat, text, took) => {
                    self.heard(seat, Observation::Lines(text.as_bytes()), took)
                }
                Revealed::Failed(seat) => {
                    failed = Some(seat);
                    self.heard(seat, Observation::Unlogged, None)
                }
            };
            if taken.is_err() {
                return failed;
            }
            if let Some(all) = &mut self.learned {
                all.extend(learned);
            }
        }
    }

    /// The answer of a seat of which the log has no lines, where no other answer makes this message due.
    fn only_answer(
        &self,
        to: Seat,
        say: &SayOf<G>,
        unseen: Seats,
    ) -> Option<Revealed<ChoiceOf<G>>> {
        let seat = match self.referee.awaits() {
            Awaits::Replies([ask]) if unseen.contains(ask.seat) => ask.seat,
            _ => return None,
        };
        if self.owed.due(to).is_some() {
            return None;
        }
        let mut replies = Vec::new();
        self.referee.replies(seat, &mut replies);
        if replies.len() > MOST_TRIED {
            return None;
        }
        let makes_it_due = |reply: &String| {
            let mut after = self.ahead();
            let heard = after.heard(seat, Observation::Lines(reply.as_bytes()), None);
            after.take_no_times();
            let due = after.owed.due(to).map(|(due, _)| due);
            heard.is_ok() && due.is_some() && after.referee.same(to, due, say).is_ok()
        };
        let mut answers = replies.iter().filter(|reply| makes_it_due(reply));
        let only = answers.next().filter(|_| answers.next().is_none())?;
        Some(Revealed::Reply(seat, only.clone(), None))
    }

    /// A copy of this game alone.
    pub(super) fn copied(&self) -> ErasedReferee<G> {
        ErasedReferee {
            learned: self.learned.clone(),
            ..self.ahead()
        }
    }

    /// A copy of this game alone that keeps nothing of what it has learned.
    pub(super) fn ahead(&self) -> ErasedReferee<G> {
        ErasedReferee {
            referee: self.referee.clone(),
            owed: self.owed.clone(),
            learned: None,
            others: Vec::new(),
            open: None,
        }
    }

    /// A last message that comes while a seat of which the log has no lines is asked, or will be: the position before its last answer,
    /// and how the game can have ended, where an answer of that seat can be the reason. Outer `None`: none can, or the message itself
    /// tells the only one. Inner `None`: the reasons do not agree on the outcome.
    fn unseen_end(
        &self,
        to: Seat,
        say: &SayOf<G>,
        unseen: Seats,
    ) -> Option<(ErasedReferee<G>, Option<Outcome>)> {
        if !self.referee.is_last(say) || self.owed.due(to).is_some() || unseen.is_empty() {
            return None;
        }
        let mut before = self.ahead();
        let mut outcomes = Vec::new();
        loop {
            before.take_no_times();
            let seat = match before.referee.awaits() {
                Awaits::Replies([ask]) if unseen.contains(ask.seat) => ask.seat,
                _ => return None,
            };
            let mut replies = Vec::new();
            before.referee.replies(seat, &mut replies);
            outcomes.extend(before.ended_by(to, say, seat, Observation::Unlogged));
            let answered = replies.iter().filter_map(|reply| {
                before.ended_by(to, say, seat, Observation::Lines(reply.as_bytes()))
            });
            let answered: Vec<Option<Outcome>> = answered.collect();
            // An answer that had to be this one, and goes on: that of a handshake.
            if let ([only], true) = (&replies[..], answered.is_empty()) {
                before
                    .heard(seat, Observation::Lines(only.as_bytes()), None)
                    .ok()?;
                before.owed.forget(unseen);
                if before.owed.due(to).is_some() {
                    return None;
                }
                continue;
            }
            let is_revealed =
                || matches!(self.referee.known(to, None, say), Some(Revealed::Reply(..)));
            if answered.is_empty() || answered.len() == 1 && outcomes.is_empty() && is_revealed() {
                return None;
            }
            outcomes.extend(answered);
            let first = *outcomes.first()?;
            return Some((
                before,
                first.filter(|_| outcomes.iter().all(|other| *other == first)),
            ));
        }
    }

    /// How the game has ended if this happened to a seat now, and the message is then due; outer `None`: it has not, or is not.
    fn ended_by(
        &self,
        to: Seat,
        say: &SayOf<G>,
        seat: Seat,
        what: Observation<'_>,
    ) -> Option<Option<Outcome>> {
        let mut ahead = self.ahead();
        ahead.heard(seat, what, None).ok()?;
        ahead.take_no_times();
        let due = ahead.owed.due(to).map(|(due, _)| due);
        let is_over = ahead.referee.awaits().is_over();
        let is_due = is_over && due.is_some() && ahead.referee.same(to, due, say).is_ok();
        is_due.then(|| ahead.referee.verdict().outcome)
    }

    /// Goes on where nothing but the time of an answer is awaited.
    fn take_no_times(&mut self) {
        while let Awaits::Clock(seats) = self.referee.awaits() {
            let Some(seat) = seats.iter().next() else {
                return;
            };
            if self
                .referee
                .take(Fact::Clock { seat, took: None }, &mut self.owed)
                .is_err()
            {
                return;
            }
        }
    }

    /// True if a seat failed before it was told what it was asked, and this seat was not told either.
    fn failed_unasked(&self, to: Seat) -> bool {
        let out = self.referee.out();
        let is_untold = |seat| {
            self.owed
                .due(seat)
                .is_some_and(|(say, _)| !self.referee.is_last(say))
        };
        !out.is_empty()
            && self.referee.awaits().ask(to).is_some()
            && out.iter().chain([to]).all(is_untold)
    }

    /// Takes back what these seats are owed, but for last messages: a fault has ended the game before they were told it.
    fn withdraw(&mut self, seats: Seats) {
        let moot = self
            .owed
            .take_back(|seat, say| seats.contains(seat) && !self.referee.is_last(say));
        self.referee.unasked(moot, &mut self.owed);
    }

    /// Takes a message in this game alone.
    pub(super) fn told_in_this(
        &mut self,
        to: Seat,
        say: &SayOf<G>,
        unseen: Seats,
        mark: usize,
    ) -> Result<Option<Seat>, Breach> {
        self.owed.mark = mark;
        if self.referee.is_last(say) && self.failed_unasked(to) {
            self.withdraw(Seats::first(MAX_SEATS));
        }
        let failed = self.learn(to, say, unseen);
        if self.is_over_by_fault() && !self.referee.is_last(say) {
            // A message that was on its way when a fault ended the game describes the position before.
            let due = self
                .owed
                .due(to)
                .filter(|(due, _)| !self.referee.is_last(due));
            if due.is_some_and(|(due, _)| self.referee.same(to, Some(due), say).is_ok()) {
                self.owed.told(to);
                return Ok(None);
            }
        } else {
            self.withdraw_moot(Seats::only(to));
        }
        let due = self.owed.due(to);
        let since = |breach| Breach {
            since: due.map(|(_, mark)| mark),
            ..breach
        };
        self.referee
            .same(to, due.map(|(due, _)| due), say)
            .map_err(since)?;
        self.owed.told(to);
        self.referee.shown(to, say);
        Ok(failed)
    }

    fn withdraw_moot(&mut self, seats: Seats) {
        if self.is_over_by_fault() {
            self.withdraw(seats);
        }
    }

    /// Takes the step that is missing in this game from a message that tells it. The error is the reason why the judge cannot have made
    /// the choice that it tells; `None`: it tells no step.
    fn step_told_by(
        &mut self,
        to: Seat,
        say: &SayOf<G>,
        unseen: Seats,
        [missing, told]: [usize; 2],
    ) -> Result<(), Option<Breach>> {
        if let Some(refused) = self.referee.refused_choice(to, say) {
            return Err(Some(refused));
        }
        let known = self.referee.known(to, None, say).ok_or(None)?;
        self.owed.mark = told;
        match &known {
            Revealed::Choice(choice) => self.referee.choose(choice.clone(), &mut self.owed),
            Revealed::Reply(seat, text, took) if unseen.contains(*seat) => {
                self.heard(*seat, Observation::Lines(text.as_bytes()), *took)
            }
            _ => return Err(None),
        }
        .map_err(|_| None)?;
        self.learned
            .iter_mut()
            .for_each(|all| all.push((missing, known.clone())));
        Ok(())
    }

    fn is_over_by_fault(&self) -> bool {
        let is_over = self.referee.awaits().is_over();
        is_over && !self.referee.out().is_empty()
    }

    pub(super) fn heard(
        &mut self,
        seat: Seat,
        what: Observation<'_>,
        took: Option<Ms>,
    ) -> Result<(), DriverError> {
        self.referee.take(
            Fact::Observed {
                seat,
                what,
                took: took.map(Micros::from),
            },
            &mut self.owed,
        )
    }
}

impl<G: Game> RefereeState for ErasedReferee<G> {
    fn awaits(&self) -> Awaits<'_> {
        self.referee.awaits()
    }

    fn is_crossing(&self, seat: Seat) -> bool {
        self.referee.is_crossing(seat)
    }

    fn closes_input(&self) -> bool {
        self.referee.closes_input()
    }

    fn grace(&self) -> Option<Ms> {
        self.referee.grace()
    }

    fn memory(&self) -> Megabytes {
        self.referee.memory()
    }

    fn has_lines(&self) -> bool {
        self.referee.has_lines()
    }

    fn knows_time(&self, seat: Seat) -> bool {
        self.referee.knows_time(seat)
    }

    fn refuses(&self, seat: Seat, answer: &[u8]) -> Option<Option<Clause>> {
        self.referee.refuses(seat, answer)
    }

    fn has_occasion(&self, seat: Seat, clause: Clause) -> bool {
        self.referee.has_occasion(seat, clause)
    }

    fn count(&self, took: Micros) -> Ms {
        self.referee.count(took)
    }

    fn verdict(&self) -> &Verdict {
        let own = self.referee.verdict();
        self.open.as_deref().unwrap_or(own)
    }

    fn out(&self) -> Seats {
        self.referee.out()
    }

    fn picture(&self) -> Picture {
        let mut picture = self.referee.picture();
        if !self.others.is_empty() {
            let text = "this is one of {} games that the log allows: it does not tell every answer";
            let games = (1 + self.others.len()).to_string();
            picture.notes.push(text.replace("{}", &games));
        }
        picture
    }

    fn advice(&self, breach: Option<&Breach>) -> Vec<(&'static str, String)> {
        self.referee.advice(breach)
    }
}

impl<G: Game + 'static> AnyReferee for ErasedReferee<G> {
    fn take(&mut self, fact: Fact<'_>, mark: usize) -> Result<(), DriverError> {
        self.in_each(|game| {
            game.owed.mark = mark;
            game.referee.take(fact, &mut game.owed)
        })
        .map_err(|errors| errors[0])
    }

    fn answer(
        &mut self,
        seat: Seat,
        answer: &[u8],
        took: Option<Micros>,
        mark: usize,
    ) -> Option<usize> {
        let is_due = self
            .referee
            .awaits()
            .ask(seat)
            .is_some_and(|ask| ask.lines == 1);
        if !is_due || self.owed.due(seat).is_some() {
            return None;
        }
        self.take(
            Fact::Observed {
                seat,
                what: Observation::Lines(answer),
                took,
            },
            mark,
        )
        .ok()?;
        Some(self.referee.verdict().faults.len())
    }

    fn choose(&mut self, stream: &mut dyn Stream, mark: usize) -> Result<(), DriverError> {
        self.owed.mark = mark;
        let choice = self
            .referee
            .draw(stream)
            .ok_or(DriverError("no choice is awaited"))?;
        self.referee.choose(choice, &mut self.owed)
    }

    fn choose_named(&mut self, text: &str, mark: usize) -> Result<(), Breach> {
        self.owed.mark = mark;
        let choice = self.referee.choice(text)?;
        let undue = |_| Breach::new(JUDGE_FORM, "no choice is awaited here");
        self.referee.choose(choice, &mut self.owed).map_err(undue)
    }

    fn keep_learned(&mut self) {
        self.learned.get_or_insert_default();
    }

    fn learned(&self) -> Vec<(usize, Revealed<Option<String>>)> {
        let named = |known: &Revealed<ChoiceOf<G>>| match known {
            Revealed::Choice(choice) => Revealed::Choice(self.referee.chosen(choice)),
            Revealed::Clock(seat, took) => Revealed::Clock(*seat, *took),
            Revealed::Reply(seat, text, took) => Revealed::Reply(*seat, text.clone(), *took),
            Revealed::Failed(seat) => Revealed::Failed(*seat),
            Revealed::Unknown => Revealed::Unknown,
        };
        let of = |game: &ErasedReferee<G>| -> Vec<(usize, Revealed<Option<String>>)> {
            let learned = game.learned.iter().flatten();
            learned.map(|(mark, known)| (*mark, named(known))).collect()
        };
        let mut all = of(self);
        // What is not the same in every game is not known.
        for other in self.others.iter().map(of) {
            for (at, (_, known)) in all.iter_mut().enumerate() {
                if other.get(at).map(|(_, known)| known) != Some(&*known) {
                    *known = Revealed::Unknown;
                }
            }
        }
        all
    }

    fn tell(&mut self, into: &mut String) -> Option<Seat> {
        let (seat, say) = self.owed.pop()?;
        into.clear();
        // Writing to a String cannot fail.
        let _ = write!(into, "{say}");
        Some(seat)
    }

    fn told_plainly(&mut self, to: Seat, line: &[u8]) -> bool {
        let is_plain = |(due, _): (&SayOf<G>, usize)| self.referee.is_plainly(due, line);
        let plainly = self.others.is_empty() && self.owed.due(to).is_some_and(is_plain);
        if plainly {
            self.owed.told(to);
        }
        plainly
    }

    fn told(
        &mut self,
        to: Seat,
        lines: Lines<'_, '_>,
        unseen: Seats,
        mark: usize,
    ) -> Result<Option<Seat>, Breach> {
        let say = self.referee.read(to, lines)?;
        self.told_in_each(to, &say, unseen, mark)
    }

    fn hides_step(&self, to: Seat, line: &[u8], unseen: Seats) -> bool {
        let say = self.referee.read(to, &mut std::iter::once(line));
        say.is_ok_and(|say| self.hides(to, &say, unseen))
    }

    fn suppose_answers(&mut self, to: Seat, line: &[u8], unseen: Seats) -> bool {
        let say = self.referee.read(to, &mut std::iter::once(line));
        say.is_ok_and(|say| self.suppose(to, &say, unseen))
    }

    fn games(&self) -> usize {
        1 + self.others.len()
    }

    fn step_as_told(
        &mut self,
        to: Seat,
        line: &[u8],
        unseen: Seats,
        marks: [usize; 2],
    ) -> Result<bool, Breach> {
        let Ok(say) = self.referee.read(to, &mut std::iter::once(line)) else {
            return Ok(false);
        };
        match self.in_each(|game| game.step_told_by(to, &say, unseen, marks)) {
            Ok(()) => Ok(true),
            Err(refused) => refused[0].map_or(Ok(false), Err),
        }
    }

    fn told_desynced(&mut self, to: Seat, lines: Lines<'_, '_>) -> Result<After, Breach> {
        let say = self.referee.read(to, lines)?;
        self.referee
            .told_desynced(to, self.owed.due(to).map(|(due, _)| due), &say)?;
        self.owed.told(to);
        Ok(match () {
            () if self.referee.is_last(&say) => After::Last,
            () if self.referee.is_opening(&say) => After::Opening,
            () => After::Anything,
        })
    }

    fn said_desynced(
        &self,
        seat: Seat,
        answer: &[u8],
        took: Option<Ms>,
        after: After,
    ) -> Vec<Fault> {
        let mut found = Verdict::default();
        let what = if answer.len() > LINE_CAP {
            Observation::TooMuch
        } else {
            Observation::Lines(answer)
        };
        match conduct::lines(seat, what, LENGTH) {
            Ok(answer) => self
                .referee
                .said_desynced(seat, answer, took, after, &mut found),
            Err(fault) => found.faults.push(fault),
        }
        found.faults
    }

    fn ended_desynced(&self, seat: Seat, what: Observation<'_>, is_over: bool) -> Vec<Fault> {
        let mut found = Verdict::default();
        match conduct::lines(seat, what, LENGTH) {
            // A line that is too long is a fault whatever was asked.
            Err(fault) if matches!(what, Observation::TooMuch) => found.faults.push(fault),
            _ => self.referee.ended_desynced(seat, what, is_over, &mut found),
        }
        found.faults
    }

    fn tells_all_the_end(&self) -> bool {
        G::TELLS_THE_END && self.referee.tells_of_faults()
    }

    fn shows_clocks(&self, to: Seat, lines: Lines<'_, '_>) -> Result<bool, Breach> {
        self.referee
            .read(to, lines)
            .map(|say| self.referee.shows_clocks(&say))
    }

    fn own_bank(&self, to: Seat, line: &[u8]) -> Option<usize> {
        let said = self.referee.read(to, &mut std::iter::once(line)).ok()?;
        self.referee.own_bank(&said)
    }

    fn told_time(&self, to: Seat, line: &[u8]) -> Option<u64> {
        let said = self.referee.read(to, &mut std::iter::once(line)).ok()?;
        self.referee.told_time(&said).map(|took| took.0)
    }

    fn is_last(&self, to: Seat, lines: Lines<'_, '_>) -> bool {
        self.referee
            .read(to, lines)
            .is_ok_and(|say| self.referee.is_last(&say))
    }

    fn end(&self) -> Option<String> {
        let verdict = self.referee.verdict();
        let ended = verdict
            .faults
            .get(..verdict.decided.unwrap_or(0))
            .unwrap_or_default();
        match ended
            .iter()
            .find(|fault| fault.kind.is_failure())
            .filter(|_| self.is_over_by_fault())
        {
            Some(Fault { seat, breach, .. }) => Some(format!(
                "seat {seat} failed: {} ({})",
                breach.why, breach.clause
            )),
            None => self.rules()?.end(),
        }
    }

    fn answer_form(&self, answer: &[u8]) -> Result<(), Breach> {
        self.referee.form(answer)
    }

    fn owes(&self, to: Seat) -> Option<usize> {
        self.owed.due(to).map(|(_, mark)| mark)
    }

    fn pending(&self, to: Seat) -> usize {
        self.owed.count(to)
    }

    fn forget(&mut self, seats: Seats) {
        self.owed.forget(seats);
        let others = self.others.iter_mut();
        others.for_each(|game| game.owed.forget(seats));
    }

    fn forget_moot(&mut self, seats: Seats) {
        self.withdraw_moot(seats);
        let others = self.others.iter_mut();
        others.for_each(|game| game.withdraw_moot(seats));
    }

    fn replies(&self, seat: Seat) -> Vec<String> {
        let mut replies = Vec::new();
        self.referee.replies(seat, &mut replies);
        replies
    }

    fn slips(&self) -> Vec<Slip> {
        self.referee.slips(&self.owed)
    }

    fn fork(&self) -> Box<dyn AnyReferee> {
        let others = self.others.iter().map(ErasedReferee::copied);
        Box::new(ErasedReferee {
            others: others.collect(),
            open: self.open.clone(),
            ..self.copied()
        })
    }

    fn rules(&self) -> Option<Box<dyn AnyRules>> {
        self.referee
            .situation()
            .map(|situation| Box::new(situation) as Box<dyn AnyRules>)
    }
}
