//! A log of answers alone: nobody sees the judge's messages, and a choice of the judge is told, follows, or is not known.

use super::block::Block;
use super::head::is_greeting;
use super::{Checker, Stop};
use crate::clause::Breach;
use crate::clock::Micros;
use crate::finding::Hypothesis;
use crate::finding::{Culprit, Extent, Finding, Kept, Note, Ply};
use crate::game::{MAX_SEATS, Seat, Seats, Turn};
use crate::games::erased::{AnyReferee, AnyRules, Variant};
use crate::params::Ms;
use crate::referee::{Ask, Awaits, Death, Fact, Fault, FirstOptions, Observation};
use crate::transcript::record_clauses::{END_AFTER, REASON, TURN_ORDER};
use crate::transcript::{Body, Entry, Event, Line, Reason, Transcript};

/// The options of a choice that no message tells, before this line and in this position; and the part of it that nobody can tell.
pub(crate) type ChoiceOptions<'a> =
    &'a dyn Fn(usize, Option<Box<dyn AnyRules>>) -> Option<(Vec<String>, Option<Note>)>;

/// Facts about a game beside its answers.
#[derive(Clone)]
pub(crate) struct Answers<'a> {
    /// The answers of the handshake are there, and all that came unasked.
    pub(crate) is_whole: bool,
    /// Something is told of the game beside its lines.
    pub(crate) has_claims: bool,
    pub(crate) follows: ChoiceOptions<'a>,
    /// Which options to take of choices that are left open.
    pub(crate) way: &'a [usize],
    /// This contest's word for a seat that was late.
    pub(crate) late: &'static str,
    /// How programs ended that were told to.
    pub(crate) exits: [Option<Death>; MAX_SEATS],
    /// Answers of the handshake that are still to come.
    pub(super) greeting: usize,
    /// The times of each seat's answers together; `None`: not all are told.
    spent: [Option<u64>; MAX_SEATS],
    pub(crate) gathered: Gathered,
}

/// The findings and facts that come together while answers are followed.
#[derive(Clone, Default)]
pub(crate) struct Gathered {
    /// Options of the first choice that is left open and for which none is given; 0: there is none.
    pub(crate) open: usize,
    /// How many answers were taken.
    pub(crate) answers: usize,
    pub(crate) notes: Vec<Note>,
    /// Seats that failed by the record's word alone; where it is lateness: the time that they had used, and had left.
    pub(crate) by_word: Vec<(Seat, Option<(u64, Ms)>)>,
    /// The game in other forms, where it is asked for.
    pub(crate) kept: Option<Kept>,
}

impl Gathered {
    /// Seats of which nothing but the record's word tells how they failed.
    pub(crate) fn by_word_alone(&self) -> Seats {
        let by_word = self.by_word.iter().filter(|(_, late)| late.is_none());
        by_word.map(|(seat, _)| *seat).collect()
    }
}

/// A log of answers alone that was followed.
pub(crate) struct Followed {
    pub(crate) referee: Box<dyn AnyReferee>,
    pub(crate) gathered: Gathered,
    /// Line 0: the end of a program that [`Answers::exits`] tells.
    pub(crate) findings: Vec<Finding>,
    pub(crate) extent: Extent,
}

impl<'a> Answers<'a> {
    pub(crate) fn new(
        is_whole: bool,
        has_claims: bool,
        follows: ChoiceOptions<'a>,
        way: &'a [usize],
    ) -> Answers<'a> {
        Answers {
            is_whole,
            has_claims,
            follows,
            way,
            late: "",
            exits: [None; MAX_SEATS],
            greeting: 0,
            spent: [Some(0); MAX_SEATS],
            gathered: Gathered::default(),
        }
    }

    /// Plays the answers to the referee. Of a program that is asked nothing a judge notices the end at once, or late.
    pub(crate) fn follow(
        self,
        variant: &dyn Variant,
        transcript: &Transcript<'a>,
        notices_late: bool,
    ) -> Followed {
        let at_once = [Hypothesis::NoticesAtOnce];
        let hypotheses = if notices_late { &[][..] } else { &at_once };
        let mut check = Checker::new(variant, transcript, hypotheses);
        let greeting = if is_greeting(&*check.referee) {
            variant.seats()
        } else {
            0
        };
        check.answers = Some(Answers { greeting, ..self });
        check.walk(usize::MAX, &mut None);
        let extent = check.extent();
        let gathered = check.answers.map(|answers| answers.gathered);
        Followed {
            referee: check.referee,
            gathered: gathered.unwrap_or_default(),
            findings: check.findings,
            extent,
        }
    }

    /// A fact that a line told, and the faults that it led to.
    pub(super) fn note(&mut self, fact: Fact<'_>, new: &[Fault]) {
        let Fact::Observed { seat, what, took } = fact else {
            return;
        };
        let took = took.map(|took| Ms(took.0 / 1000));
        let text = match what {
            Observation::Lines(text) if self.count(seat, took) => {
                Some(String::from_utf8_lossy(text).into_owned())
            }
            _ => None,
        };
        let fault = new
            .iter()
            .find(|fault| fault.seat == seat && fault.kind.is_failure())
            .map(|fault| fault.kind);
        if let Some(kept) = &mut self.gathered.kept
            && (text.is_some() || fault.is_some())
        {
            let took = took.filter(|_| text.is_some());
            kept.plies.push(Ply {
                seat,
                text,
                took,
                fault,
            });
        }
    }

    /// Counts an answer that was asked for; false for one of the handshake.
    pub(super) fn count(&mut self, seat: Seat, took: Option<Ms>) -> bool {
        self.gathered.answers += 1;
        let is_ply = self.greeting == 0;
        if is_ply {
            let spent = &mut self.spent[seat.index()];
            *spent = spent
                .zip(took)
                .map(|(spent, took)| spent.saturating_add(took.0));
        } else {
            self.greeting -= 1;
        }
        is_ply
    }
}

impl<'a> Checker<'a> {
    /// Takes the plain answers that come next; and before the line after them: messages that nobody sees, choices, and a handshake
    /// that is not told.
    pub(super) fn lead(&mut self, body: &mut Body<'a>) -> Result<(), Stop> {
        while self.desynced.is_none() {
            self.tell_nobody();
            self.notice()?;
            match self.referee.awaits() {
                Awaits::Clock(seats) => {
                    let seat = seats.iter().next().unwrap_or(Seat(0));
                    // The referee awaits exactly this.
                    let _ = self
                        .referee
                        .take(Fact::Clock { seat, took: None }, self.lines);
                }
                Awaits::Choice => match body.clone().next() {
                    Some(line) if matches!(line.entry(), Ok(Entry::Chosen(_))) => return Ok(()),
                    _ => self.choose(body.number() + 1)?,
                },
                Awaits::Replies(asks) => {
                    let seat = asks[0].seat;
                    if self.greets(body) {
                        self.greet_alone(seat);
                    } else if !self.unsolicited.is_empty() && body.clone().next().is_none() {
                        let unasked = self.unsolicited.remove(0);
                        self.hand_in(unasked)?;
                    } else if !self.takes_plain_answers(body) {
                        return Ok(());
                    }
                }
                Awaits::Exit { .. } | Awaits::Verdict => return Ok(()),
            }
        }
        Ok(())
    }

    /// Takes the answers that come next, as far as they are plain; false where the first is not.
    fn takes_plain_answers(&mut self, body: &mut Body<'a>) -> bool {
        let before = body.number();
        let is_greeting = self
            .answers
            .as_ref()
            .is_some_and(|answers| answers.greeting > 0);
        while !is_greeting
            && self.may_be_plain()
            && let Some((seat, text, took)) = body.next_step_said()
            && self.is_plain_answer(seat, text, took, body.number() + 1)
        {
            body.pass_step();
            self.lines += usize::from(self.deviation.is_none());
            self.referee.forget(self.view.seats);
        }
        body.number() > before
    }

    fn tell_nobody(&mut self) {
        let Some(kept) = self
            .answers
            .as_mut()
            .and_then(|answers| answers.gathered.kept.as_mut())
        else {
            return self.referee.forget(self.view.seats);
        };
        let mut message = String::new();
        while let Some(seat) = self.referee.tell(&mut message) {
            kept.log.told(seat, &message);
        }
    }

    pub(super) fn kept(&mut self) -> Option<&mut Kept> {
        self.answers.as_mut()?.gathered.kept.as_mut()
    }

    /// Keeps steps that were followed. Unsolicited output is written where it is noticed; after the end before the seat's next line.
    pub(super) fn keep(&mut self, line: &Line<'a>, steps: &'a [Entry<'a>], is_unsolicited: bool) {
        let Some(kept) = self
            .answers
            .as_mut()
            .and_then(|answers| answers.gathered.kept.as_mut())
        else {
            return;
        };
        let is_over = self.referee.awaits().is_over();
        if let Some(unasked) = self.unsolicited.last_mut().filter(|_| is_unsolicited) {
            unasked.steps = steps;
            return kept.followed(line.entry().ok(), &[]);
        }
        if is_over && let Ok(Entry::Said(by, ..) | Entry::Event(by, _)) = line.entry() {
            for unasked in self
                .unsolicited
                .iter_mut()
                .filter(|unasked| unasked.seat == by)
            {
                kept.copy(std::mem::take(&mut unasked.steps));
            }
        }
        kept.followed(line.entry().ok(), steps);
    }

    /// True where the next line is beyond the handshake, which is not told.
    fn greets(&self, body: &Body<'a>) -> bool {
        let Some(answers) = self.answers.as_ref().filter(|answers| answers.greeting > 0) else {
            return false;
        };
        match body.clone().next().map(|line| line.entry()) {
            Some(Ok(Entry::Said(_, text, _))) => !answers.is_whole && !text.starts_with(b"OK"),
            Some(Ok(Entry::Chosen(_))) => true,
            Some(_) => false,
            None => !answers.is_whole && (answers.has_claims || self.lines > 0),
        }
    }

    fn greet_alone(&mut self, seat: Seat) {
        if let Some(answers) = &mut self.answers {
            answers.greeting -= 1;
            if let Some(kept) = &mut answers.gathered.kept {
                kept.copy(&[Entry::Said(seat, b"OK", None)]);
            }
        }
        // It is asked for this answer.
        let _ = self.referee.take(
            Fact::Observed {
                seat,
                what: Observation::Lines(b"OK"),
                took: Some(Micros(0)),
            },
            self.lines,
        );
    }

    /// A choice that is not told: there is one, it follows from the lines from this one on, or nobody knows it.
    fn choose(&mut self, number: usize) -> Result<(), Stop> {
        let rules = self.referee.rules();
        if rules
            .as_ref()
            .is_some_and(|rules| rules.turn() != Turn::Nature || rules.actions().len() == 1)
        {
            // The referee awaits a choice.
            let _ = self.referee.choose(&mut FirstOptions, self.lines);
            return Ok(());
        }
        let Some(answers) = &mut self.answers else {
            return Ok(());
        };
        let (mut options, note) = (answers.follows)(number, rules).unwrap_or_default();
        answers
            .gathered
            .notes
            .extend(note.filter(|note| !answers.gathered.notes.contains(note)));
        let option = match (options.len(), answers.way.split_first()) {
            (0 | 1, _) => 0,
            (_, Some((option, way))) => {
                answers.way = way;
                *option
            }
            (open, None) => {
                answers.gathered.open = open;
                open
            }
        };
        if option >= options.len() {
            self.desync();
            return Ok(());
        }
        let choice = options.swap_remove(option);
        if let Some(kept) = &mut answers.gathered.kept {
            kept.moves.chosen(&choice);
        }
        self.chosen(&choice, number)
    }

    /// The judge's choice, before or on this line.
    pub(super) fn chosen(&mut self, choice: &str, number: usize) -> Result<(), Stop> {
        let judge = |text| Stop::Wrong(Culprit::Judge, Breach::new(END_AFTER, text));
        match self.referee.awaits() {
            Awaits::Choice => {}
            Awaits::Replies(asks) => {
                let text = "a choice of the judge where seat {0} is to answer";
                let breach = Breach::new(TURN_ORDER, text).numbers([i64::from(asks[0].seat.0)]);
                return Err(Stop::Wrong(Culprit::Log, breach));
            }
            _ => return Err(judge(self.goes_on())),
        }
        self.referee
            .choose_named(choice, number)
            .map_err(|breach| Stop::Wrong(Culprit::Judge, breach))?;
        self.report_new_faults(&Block::new(number, b"".into()));
        Ok(())
    }

    fn goes_on(&self) -> &'static str {
        match self.referee.verdict().faults.last() {
            Some(_) if !self.referee.out().is_empty() => {
                "the record goes on after a fault that ends the game"
            }
            _ => "the record goes on after the end of the game",
        }
    }

    /// An answer that nobody asked for, where the answers of the game alone are told.
    pub(super) fn out_of_turn(&self, seat: Seat) -> Stop {
        let number = |seat: Seat| i64::from(seat.0);
        match self.referee.awaits() {
            Awaits::Replies(_) if self.failed(seat) => {
                let text = "the record goes on with an answer of seat {0}, which has failed";
                Stop::Wrong(
                    Culprit::Judge,
                    Breach::new(END_AFTER, text).numbers([number(seat)]),
                )
            }
            Awaits::Replies(asks) => {
                let text = "an answer of seat {0} where seat {1} is to move";
                let breach =
                    Breach::new(TURN_ORDER, text).numbers([number(seat), number(asks[0].seat)]);
                Stop::Wrong(Culprit::Log, breach)
            }
            _ => Stop::Wrong(Culprit::Judge, Breach::new(END_AFTER, self.goes_on())),
        }
    }

    /// The record says that a seat failed here: instead of its answer, or while others were asked.
    pub(super) fn fails(&mut self, seat: Seat, reason: Reason, number: usize) -> Result<(), Stop> {
        if self.failed(seat) {
            return Ok(());
        }
        if self.desynced.is_some() {
            let is_shown = reason == Reason::Silent;
            if let Some(answers) = self.answers.as_mut().filter(|_| !is_shown) {
                answers.gathered.by_word.push((seat, None));
                let note = Note::FailureNotShown { seat };
                answers.gathered.notes.push(note);
            }
            return Ok(());
        }
        let ask = match self.referee.awaits() {
            awaits @ Awaits::Replies(_) => awaits.ask(seat).copied(),
            // What a program used, and how it ended, no record shows.
            _ if reason == Reason::Fault => {
                if let Some(answers) = &mut self.answers {
                    let note = Note::FailedAfterTheEnd { seat };
                    answers.gathered.notes.push(note);
                }
                return Ok(());
            }
            _ => {
                let text = "the record says that seat {0} failed, and the game was over";
                let breach = Breach::new(REASON, text).numbers([i64::from(seat.0)]);
                return Err(Stop::Wrong(Culprit::Judge, breach));
            }
        };
        match (reason, ask) {
            (Reason::Late, None) => {
                let text =
                    "the record says that seat {0} was late here, where nothing was asked of it";
                Err(Stop::Wrong(
                    Culprit::Judge,
                    Breach::new(REASON, text).numbers([i64::from(seat.0)]),
                ))
            }
            (Reason::Late, Some(ask)) => {
                if let Some(answers) = &mut self.answers {
                    let spent = answers.spent[seat.index()].unwrap_or(0);
                    answers
                        .gathered
                        .by_word
                        .push((seat, Some((spent, ask.budget))));
                }
                self.falls_silent(ask, number)
            }
            (Reason::Silent, Some(ask)) => self.falls_silent(ask, number),
            // The record shows the line itself.
            (Reason::Unasked, _) => self.fails_unseen(seat, Observation::Unasked(b""), number),
            _ => {
                if let Some(answers) = &mut self.answers {
                    let note = Note::FailedByWord { seat };
                    answers.gathered.notes.push(note);
                    answers.gathered.by_word.push((seat, None));
                }
                self.fails_unseen(seat, Observation::Unlogged, number)
            }
        }
    }

    /// The seat fails here, and this is nobody's finding.
    fn fails_unseen(
        &mut self,
        seat: Seat,
        what: Observation<'_>,
        number: usize,
    ) -> Result<(), Stop> {
        let found = self.findings.len();
        let fact = Fact::Observed {
            seat,
            what,
            took: None,
        };
        let done = self.take_and_report(fact, &Block::new(number, b"".into()));
        self.findings.truncate(found);
        done
    }

    fn falls_silent(&mut self, ask: Ask, number: usize) -> Result<(), Stop> {
        let seat = ask.seat;
        if let Some(answers) = &mut self.answers {
            if let Some(took) = answers.spent[seat.index()].filter(|took| *took > 0) {
                answers.gathered.notes.push(Note::LostByTime {
                    word: answers.late,
                    seat,
                    took,
                    left: ask.budget,
                });
            }
            if let Some(kept) = &mut answers.gathered.kept {
                kept.event(seat, Event::Silent(ask.budget));
            }
        }
        let what = Observation::Silent {
            unfinished: b"",
            unflushed: b"",
        };
        self.take_and_report(
            Fact::Observed {
                seat,
                what,
                took: None,
            },
            &Block::new(number, b"".into()),
        )
    }
}
