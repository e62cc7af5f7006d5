//! Answers of a log: the referee takes those that were asked for.

use super::block::Block;
use super::unsolicited::Unsolicited;
use super::{Checker, Stop, has_ended_already};
use crate::clause::Breach;
use crate::clock::Micros;
use crate::finding::Culprit;
use crate::game::Seat;
use crate::params::Ms;
use crate::referee::{Awaits, Fact, Fault, FaultKind, Observation};
use crate::transcript::{Body, Entry};
use crate::wire::{ASKED, LINE_CAP};

impl<'a> Checker<'a> {
    pub(super) fn said(
        &mut self,
        seat: Seat,
        mut block: Block<'a>,
        took: Option<Ms>,
        body: &mut Body<'a>,
    ) -> Result<(), Stop> {
        let pending = std::mem::take(&mut self.pending[seat.index()]);
        // What a seat does that has failed counts for nothing.
        if !self.failed(seat) {
            let wrong = |breach| Stop::Wrong(Culprit::Log, breach);
            pending.answered().map_err(wrong)?;
        }
        let took = took.filter(|_| !self.view.own_clock);
        if self.dead.contains(seat) {
            return Err(Stop::Void(has_ended_already()));
        }
        if self.deviation.is_some() && self.failed(seat) {
            return Ok(());
        }
        if let Some(desynced) = &mut self.desynced {
            let mut ended = self.dead.iter().chain(self.referee.out().iter());
            let has_another_ended = ended.any(|other| other != seat);
            let (is_finished, after) = (desynced.is_finished(seat), desynced.after(seat));
            let is_open = desynced.answered(seat);
            // Nobody knows whether it was asked, and so whether this line is no answer or a wrong one.
            let is_unasked = self.deviation.is_some() && (is_finished || !is_open);
            let is_untold = desynced.told.is_some_and(|told| !told.contains(seat));
            let may_be_finished = || has_another_ended && is_untold && !body.clone().tells(seat);
            let crosses = is_open && (is_finished || may_be_finished());
            if crosses || is_unasked {
                // It may have crossed the end, and counts for nothing.
                return Ok(());
            }
            let faults = self.referee.said_desynced(seat, &block.first, took, after);
            self.found(faults, &block);
            return Ok(());
        }
        let is_told = self.referee.owes(seat).is_none();
        let due = self
            .referee
            .awaits()
            .ask(seat)
            .filter(|_| is_told)
            .map(|ask| ask.lines);
        if let Some(lines) = due {
            let last = block
                .gather(seat, lines, body)
                .filter(|_| !self.view.own_clock);
            // Where no input follows, the end of the output ends a last line as well as a newline does.
            if block.len() < lines && self.referee.closes_input() {
                block.gather_unended(seat, body);
            }
            if block.len() < lines
                && body
                    .clone()
                    .next()
                    .is_some_and(|line| line.entry() == Ok(Entry::Gap))
            {
                return Ok(());
            }
            let took = last.or(took).map(Micros::from);
            let answer = block.joined();
            let is_long = answer
                .split(|&byte| byte == b'\n')
                .any(|line| line.len() > LINE_CAP);
            let what = if is_long {
                Observation::TooMuch
            } else {
                Observation::Lines(&answer)
            };
            let (is_partial, taken) = (
                block.len() < lines,
                self.take_and_report(Fact::Observed { seat, what, took }, &block),
            );
            self.partial = Some(block).filter(|_| is_partial);
            return taken;
        }
        if self
            .answers
            .as_ref()
            .is_some_and(|answers| !answers.is_whole)
        {
            return Err(self.out_of_turn(seat));
        }
        let what = if is_told {
            Observation::Lines(&block.first)
        } else {
            Observation::Unasked(b"")
        };
        match self.referee.awaits() {
            Awaits::Exit { seats, .. } if seats.contains(seat) => {
                self.take_and_report(Fact::Exit { seat, what }, &block)
            }
            Awaits::Replies(_) | Awaits::Clock(_) | Awaits::Choice => {
                let unasked = Unsolicited::new(seat, Observation::Unasked(b""), block);
                // Answers alone show no message that would tell when the judge noticed it.
                if self.answers.is_some() {
                    self.hand_in(unasked)
                } else {
                    self.take_unsolicited(unasked)
                }
            }
            _ if self.failed(seat) => Ok(()),
            // An answer that crosses the end is taken; nothing else was asked for.
            _ => {
                if self
                    .referee
                    .take(
                        Fact::Exit {
                            seat,
                            what: Observation::Lines(&block.first),
                        },
                        block.number,
                    )
                    .is_err()
                {
                    let breach =
                        Breach::new(ASKED, "this line was not asked for: the game is over");
                    self.found(
                        [Fault {
                            seat,
                            kind: FaultKind::Unasked,
                            breach,
                        }],
                        &block,
                    );
                }
                Ok(())
            }
        }
    }
}
