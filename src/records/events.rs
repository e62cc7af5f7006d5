//! What of a record is no answer: events, failures, and how programs ended.

use super::check::{Found, Ply};
use super::drive::{Drive, Stop};
use super::{Reason, Says, Step, What};
use crate::check::transcript::Culprit;
use crate::check::transcript::events::Meant;
use crate::clause::Breach;
use crate::clock::Micros;
use crate::game::Seat;
use crate::referee::{Ask, Awaits, Fact, FaultKind, Heard};
use crate::transcript::record::{END_AFTER, REASON};
use crate::transcript::{EVENT_TIME, Event};

/// The end of a program that was asked nothing: its step, and what it is to the referee.
pub(super) struct Stray<'a> {
    step: usize,
    seat: Seat,
    event: Event<'a>,
    what: Heard<'a>,
}

impl<'a> Drive<'_, 'a> {
    pub(super) fn event(&mut self, seat: Seat, event: Event<'a>, ask: Option<&Ask>) -> Result<(), Stop> {
        let step = self.at;
        self.at += 1;
        let took = if let Event::Silent(time) = event { Some(time) } else { None };
        // Where a time is not told, the seat may have had less.
        let is_known = self.spent[seat.index()].is_some();
        let short = took.zip(ask).filter(|(time, ask)| is_known && *time < ask.budget);
        if let Some((_, ask)) = short {
            let breach = Breach::new(EVENT_TIME, "the seat had {0} ms; a shorter silence is no fault");
            return Err(self.contradict(step, Culprit::Log, breach.numbers([ask.budget.0 as i64])));
        }
        let what = match self.pending[seat.index()].told(seat, event) {
            Meant::Later => {
                self.write_event(seat, event);
                return Ok(());
            }
            Meant::Fact(fact) => {
                self.write_event(seat, event);
                return self.fact(step, fact, b"");
            }
            Meant::Heard(what) => what,
        };
        let stray = Stray { step, seat, event, what };
        let is_end = matches!(event, Event::Died(_) | Event::Closed);
        if is_end && ask.is_none() && self.record.notices_late && matches!(self.referee.awaits(), Awaits::Replies(_)) {
            self.strays.push(stray);
            return Ok(());
        }
        self.hand_in(stray)
    }

    /// Hands in the ends of programs that are now asked, or that nothing more is asked of.
    pub(super) fn notice(&mut self) -> Result<(), Stop> {
        let is_noticed = |stray: &mut Stray<'a>| match self.referee.awaits() {
            Awaits::Replies(asks) => asks.iter().any(|ask| ask.seat == stray.seat),
            Awaits::Exit { .. } | Awaits::Verdict => true,
            _ => false,
        };
        let noticed: Vec<_> = self.strays.extract_if(.., is_noticed).collect();
        noticed.into_iter().try_for_each(|stray| self.hand_in(stray))
    }

    pub(super) fn hand_in(&mut self, Stray { step, seat, event, what }: Stray<'a>) -> Result<(), Stop> {
        self.write_event(seat, event);
        self.note_line(step);
        if self.referee.out().contains(seat) {
            return Ok(());
        }
        let took = if let Event::Silent(time) = event { Some(time) } else { None };
        match self.referee.awaits() {
            Awaits::Exit { seats, .. } if seats.contains(seat) => self.fact(step, Fact::Exit { seat, what }, b""),
            // Nothing more is awaited of it: how it ends is its own affair.
            Awaits::Exit { .. } | Awaits::Verdict => Ok(()),
            _ => {
                let none = Ply { seat, text: None, took: None, fault: None };
                self.ply(step, none, Fact::Heard { seat, what, took: took.map(Micros::from) }, b"")
            }
        }
    }

    /// The record says that a seat failed here: instead of its answer, or while others were asked.
    pub(super) fn fail(&mut self, seat: Seat, reason: Reason, ask: Option<&Ask>) -> Result<(), Stop> {
        let step = self.at;
        self.at += 1;
        if self.referee.out().contains(seat) {
            return Ok(());
        }
        let none = Ply { seat, text: None, took: None, fault: None };
        if reason == Reason::Late && ask.is_none() {
            let text = "the record says that seat {0} was late here, where nothing was asked of it";
            let breach = Breach::new(REASON, text).numbers([i64::from(seat.0)]);
            return Err(self.contradict(step, Culprit::Judge, breach));
        }
        if let (Some(ask), Reason::Late | Reason::Silent) = (ask, reason) {
            if let Some(spent) = self.spent[seat.index()].filter(|spent| *spent > 0) {
                let word = self.record.game.word(FaultKind::Late);
                self.notes.push(format!(
                    "{word} for seat {seat}: its answers add up to {spent} ms; the one that is missing had {} ms",
                    ask.budget
                ));
            }
            self.write_event(seat, Event::Silent(ask.budget));
            let what = Heard::Silent { unfinished: b"", unflushed: b"" };
            return self.ply(step, none, Fact::Heard { seat, what, took: None }, b"");
        }
        self.notes.push(format!("how seat {seat} failed is not told: the record's word is taken for it"));
        let found = self.findings.len();
        let done = self.ply(step, none, Fact::Heard { seat, what: Heard::Unlogged, took: None }, b"");
        self.findings.truncate(found);
        done
    }

    /// Something after the end of the game.
    pub(super) fn after(&mut self, step: &Step<'a>) -> Result<(), Stop> {
        match &step.what {
            What::Event(seat, event) => self.event(*seat, *event, None),
            What::Failed(seat, _) if self.referee.out().contains(*seat) => {
                self.at += 1;
                Ok(())
            }
            What::Said(seat, text, took) if self.record.is_whole => {
                let number = self.at;
                self.at += 1;
                self.write_said(*seat, text, *took);
                let fact = Fact::Exit { seat: *seat, what: Heard::Lines(text) };
                self.fact(number, fact, text)
            }
            What::Failed(seat, _) => {
                let breach = Breach::new(REASON, "the record says that seat {0} failed, and the game was over");
                Err(self.contradict(self.at, Culprit::Judge, breach.numbers([i64::from(seat.0)])))
            }
            _ => {
                let text = match self.referee.verdict().faults.last() {
                    Some(_) if !self.referee.out().is_empty() => "the record goes on after a fault that ends the game",
                    _ => "the record goes on after the end of the game",
                };
                Err(self.contradict(self.at, Culprit::Judge, Breach::new(END_AFTER, text)))
            }
        }
    }

    /// True where this seat's line without an end is the last of its answers.
    pub(super) fn is_last_line(&self, seat: Seat) -> bool {
        let mut rest = self.record.steps[self.at + 1..].iter().filter_map(|step| match &step.what {
            What::Said(by, ..) if *by == seat => Some(false),
            What::Event(by, event) if *by == seat => Some(matches!(event, Event::Died(_))),
            _ => None,
        });
        self.referee.closes_input() && rest.next() == Some(true)
    }

    /// How a program ended that was told to, as far as the record says.
    pub(super) fn exit(&mut self, seat: Seat) {
        let told = self.record.claims.iter().find_map(|claim| match claim.says {
            Says::Exit(by, death) if by == seat => Some((death, claim.at.clone())),
            _ => None,
        });
        // Where a seat failed, the judge may have ended the programs itself.
        let (what, at) = match told.filter(|_| self.referee.out().is_empty()) {
            Some((death, at)) => (Heard::Died(death), at),
            None => (Heard::Unlogged, 0..0),
        };
        // The referee awaits exactly these.
        let _ = self.referee.take(Fact::Exit { seat, what }, 0);
        let faults = &self.referee.verdict().faults;
        for fault in &faults[self.faults..] {
            let culprit = Culprit::Seat(fault.seat, fault.kind);
            self.findings.push(Found { at: at.clone(), culprit, breach: fault.breach, step: None });
        }
        self.faults = faults.len();
    }
}
