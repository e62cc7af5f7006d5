//! A case that was played: the candidate's faults, the clauses that it kept, and its times.

use super::Case;
use crate::coverage::Ran;
use std::collections::BTreeSet;
use stickler::clause::Clause;
use stickler::error_policy::ErrorPolicy;
use stickler::game::Seat;
use stickler::live::MatchReport;
use stickler::params::{Ms, Settings};
use stickler::referee::{Fault, FaultKind};
use stickler::transcript::{Entry, Event, TimeSpent, Transcript};

/// A case that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The case.
    pub case: Case,
    /// True where it counts beside a game of the plan, which is the same case.
    pub beside: bool,
    /// The parameters it was played under.
    pub settings: Settings,
    /// The match.
    pub record: MatchReport,
    /// The choices of the game, as a record for a stream.
    pub choices: Vec<u32>,
    /// How often it was played again because the machine held it up.
    pub stalls: usize,
    /// The situations in which the candidate was; in a run those that no earlier game of it had.
    pub situations: BTreeSet<String>,
    /// The parts of the candidate's code that ran, where that is watched; the points are in a run those that no earlier game of it had.
    pub ran: Ran,
}

impl Played {
    /// The candidate's faults, each with the transcript's line.
    pub fn faults(&self) -> impl Iterator<Item = (&Fault, usize)> {
        let lines = self.record.fault_lines.iter().copied();
        self.record
            .verdict
            .faults
            .iter()
            .zip(lines)
            .filter(|(fault, _)| fault.seat == self.case.seat)
    }

    /// Why an answer of an opponent was refused, if one was: stickler's opponents fail by ending alone, so then the rules and the
    /// messages of the game contradict each other.
    pub(crate) fn opponent_refused(&self) -> Option<String> {
        let record = &self.record;
        let is_answer = |seat: Seat, line: usize| {
            let text = record.transcript.lines().nth(line.saturating_sub(1));
            text.is_some_and(|text| text.starts_with(&format!("{seat}>")))
        };
        let is_refused = |(fault, line): &(&Fault, &usize)| {
            fault.seat != self.case.seat
                && matches!(fault.kind, FaultKind::Format | FaultKind::Illegal)
                && is_answer(fault.seat, **line)
        };
        let mut faults = record.verdict.faults.iter().zip(&record.fault_lines);
        let (Fault { seat, breach, .. }, _) = faults.find(is_refused)?;
        Some(format!(
            "the game refused an answer of stickler's own opponent, seat {seat}: {} ({})",
            breach.why, breach.clause
        ))
    }

    /// True where it met something that no earlier game of its run had.
    pub fn is_news(&self) -> bool {
        !self.situations.is_empty() || !self.ran.points.is_empty()
    }

    /// Clauses that the candidate had occasion to break and kept.
    pub(crate) fn kept(&self) -> impl Iterator<Item = Clause> {
        let kept = self
            .record
            .verdict
            .kept
            .iter()
            .filter(|(keeper, _)| *keeper == self.case.seat);
        kept.map(|(_, clause)| *clause)
    }

    /// The clauses that this game put to the test.
    pub fn met(&self) -> impl Iterator<Item = Clause> {
        self.kept()
            .chain(self.faults().map(|(fault, _)| fault.breach.clause))
    }

    /// The longest time counted for an answer of the candidate.
    pub fn slowest(&self) -> Ms {
        self.record.slowest[self.case.seat.index()]
    }

    /// The time of the candidate's first answer, and the longest of its later ones, as far as there are any.
    pub fn apart(&self) -> [Option<Ms>; 2] {
        self.record.apart[self.case.seat.index()]
    }

    /// Where the time of the slowest answer went; `None`: it was too short to be measured.
    pub fn slowest_spent(&self) -> Option<TimeSpent> {
        self.record.spent[self.case.seat.index()]
    }

    /// How long an answer was waited for in vain, where that is its first error.
    pub fn silence(&self, policy: &ErrorPolicy) -> Option<Ms> {
        let (_, number) = self
            .error(policy)
            .filter(|(fault, _)| fault.kind == FaultKind::Late)?;
        let transcript = Transcript::parse(self.record.transcript.as_bytes()).ok()?;
        let line = transcript.body().find(|line| line.number == number)?;
        match line.entry() {
            Ok(Entry::Event(_, Event::Silent(waited))) => Some(waited),
            _ => None,
        }
    }

    /// The first fault that counts as an error.
    pub fn error(&self, policy: &ErrorPolicy) -> Option<(&Fault, usize)> {
        self.faults().find(|(fault, _)| policy.is_error(fault))
    }
}
