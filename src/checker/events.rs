//! Events of a log: silences, deaths, what a program used and what it left running.

use super::block::Block;
use super::unsolicited::Unsolicited;
use super::{Checker, Stop, has_ended_already};
use crate::clause::Breach;
use crate::clock::Micros;
use crate::conduct::BY_JUDGES;
use crate::finding::Culprit;
use crate::game::{Seat, Seats};
use crate::params::{Megabytes, Ms};
use crate::referee::{Awaits, Death, Fact, Observation};
use crate::transcript::{Body, EVENT_TIME, Event, LINE_ANSWER, unescape};

/// Bytes of a seat that are unfinished, and unflushed: they are told before its next event.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pending<'a>(&'a [u8], &'a [u8]);

impl<'a> Pending<'a> {
    /// True where bytes of a line without an end are told.
    pub(crate) fn is_unfinished(self) -> bool {
        !self.0.is_empty()
    }

    /// A whole answer comes, which nothing unfinished may stand before.
    pub(crate) fn answered(self) -> Result<(), Breach> {
        let text =
            "this seat's line had no end, as the log says before; no whole answer follows it";
        if self.is_unfinished() {
            Err(Breach::new(EVENT_TIME, text))
        } else {
            Ok(())
        }
    }
}

impl<'a> Checker<'a> {
    /// An event of a seat: no line.
    pub(super) fn event(
        &mut self,
        seat: Seat,
        event: Event<'a>,
        number: usize,
        body: &mut Body<'a>,
    ) -> Result<(), Stop> {
        let block = Block::new(number, b"".into());
        let Pending(unfinished, unflushed) = self.pending[seat.index()];
        let what = match event {
            Event::Unfinished(bytes) if self.referee.closes_input() && body.is_ending(seat) => {
                return self.said(seat, Block::new(number, unescape(bytes)), None, body);
            }
            Event::Unfinished(bytes) => {
                self.pending[seat.index()].0 = bytes;
                return Ok(());
            }
            Event::Unflushed(bytes) => {
                self.pending[seat.index()].1 = bytes;
                return Ok(());
            }
            Event::Left(_) if self.is_playing(seat) => {
                let breach = Breach::new(
                    EVENT_TIME,
                    "this program has not ended, so it cannot have left a process running",
                );
                return Err(Stop::Wrong(Culprit::Log, breach));
            }
            Event::Left(processes) => {
                return self.take_and_report(Fact::Left { seat, processes }, &block);
            }
            Event::Used { cpu, memory } => {
                return self.take_and_report(
                    Fact::Usage {
                        seat,
                        cpu,
                        peak: Megabytes(memory).bytes(),
                    },
                    &block,
                );
            }
            Event::Silent(_) => Observation::Silent {
                unfinished,
                unflushed,
            },
            Event::Closed => Observation::Closed,
            Event::Died(death) => Observation::Died(death),
            Event::Flood => Observation::TooMuch,
        };
        self.pending[seat.index()] = Pending::default();
        let is_over = matches!(self.referee.awaits(), Awaits::Verdict | Awaits::Exit { .. });
        let is_second_end = matches!(event, Event::Died(_)) || is_over && !self.failed(seat);
        if self.dead.contains(seat) && is_second_end {
            return Err(Stop::Void(has_ended_already()));
        }
        if let Event::Died(_) = event {
            self.dead.insert(seat);
        }
        if self.deviation.is_some() && self.failed(seat) {
            return Ok(());
        }
        // Without its messages nobody knows whether an answer of it was due.
        if self.view.omits_messages && matches!(event, Event::Died(_)) {
            return Ok(());
        }
        if let Some(desynced) = &self.desynced {
            let is_finished = desynced.is_finished(seat);
            // It may have been silent to an ask that crossed the end.
            let grace = self.referee.grace().filter(|_| is_finished);
            if grace.is_some_and(|grace| is_too_short(event, grace)) {
                return Ok(());
            }
            let faults = self.referee.ended_desynced(seat, what, is_finished);
            self.found(faults, &block);
            return Ok(());
        }
        if self.failed(seat) {
            return Ok(());
        }
        match self.referee.awaits() {
            awaits @ (Awaits::Replies(_) | Awaits::Clock(_) | Awaits::Choice) => {
                let ask = awaits.ask(seat).map(|ask| ask.budget);
                if self.view.own_clock && ask.is_some_and(|limit| is_too_short(event, limit)) {
                    return Ok(());
                }
                self.check_silence(seat, event, ask)?;
                let is_heard = ask.is_some() && self.referee.owes(seat).is_none();
                let is_asked_alone = || {
                    let mut unseen = self.view.unseen.iter();
                    is_heard && !unseen.any(|other| self.referee.awaits().ask(other).is_some())
                };
                // A program whose input ends exits with any code. One that is asked alone was asked for what it then did not do.
                let may_be_ended = match event {
                    Event::Died(Death::Signal(signal)) => BY_JUDGES.contains(&signal),
                    Event::Died(Death::Exit(code)) => code == 0 || !is_asked_alone(),
                    _ => false,
                };
                if may_be_ended && !body.clone().tells(seat) {
                    self.note_ended_by_judge(number, seat, is_heard);
                }
                if !is_heard {
                    return self.take_unsolicited(Unsolicited::new(seat, what, block));
                }
                let took = if let Event::Silent(time) = event {
                    Some(Micros::from(time))
                } else {
                    None
                };
                self.take_and_report(Fact::Observed { seat, what, took }, &block)
            }
            // It was silent to the ask that it had read, and this counts for nothing.
            Awaits::Exit { grace, .. }
                if self.referee.is_crossing(seat)
                    && matches!(event, Event::Silent(time) if self.referee.owes(seat).is_some() || grace != time) =>
            {
                Ok(())
            }
            Awaits::Exit { seats, grace } if seats.contains(seat) => {
                if self.view.own_clock && is_too_short(event, grace) {
                    return Ok(());
                }
                self.check_silence(seat, event, Some(grace))?;
                if self.referee.owes(seat).is_some() {
                    return self.take_unsolicited(Unsolicited::new(seat, what, block));
                }
                self.take_and_report(Fact::Exit { seat, what }, &block)
            }
            _ if matches!(event, Event::Silent(_)) => Err(Stop::Wrong(
                Culprit::Log,
                Breach::new(LINE_ANSWER, "nothing was awaited of this seat here"),
            )),
            // The judge awaits nothing more of it, so how it ends is its own affair.
            _ => Ok(()),
        }
    }

    /// Notes that the judge may have ended the program of this line, where a failure of a seat that the log does not show ends the
    /// game. One that is asked nothing would be sent the end first, where it is due.
    fn note_ended_by_judge(&mut self, number: usize, own: Seat, is_asked: bool) {
        let unseen = self.view.unseen.iter();
        let ends_the_game = |seat: &Seat| {
            let what = Observation::Unlogged;
            let mut ahead = self.referee.fork();
            let fact = Fact::Observed {
                seat: *seat,
                what,
                took: None,
            };
            let is_over = ahead.take(fact, number).is_ok() && ahead.awaits().is_over();
            ahead.forget_moot(Seats::only(own));
            is_over && (is_asked || ahead.owes(own).is_none())
        };
        let first = unseen
            .filter(|seat| !self.failed(*seat))
            .find(ends_the_game);
        self.ended_by_judge = first.map(|seat| (seat, number));
    }

    /// A silence comes after what was told, and lasts at least as long as the seat had, where that is known: the time to end always is.
    fn check_silence(&self, seat: Seat, event: Event<'_>, limit: Option<Ms>) -> Result<(), Stop> {
        let Event::Silent(time) = event else {
            return Ok(());
        };
        let is_known = || self.referee.knows_time(seat) || self.referee.awaits().is_over();
        let breach = match limit {
            Some(_) if self.referee.owes(seat).is_some() => {
                Breach::new(EVENT_TIME, "the seat was not told yet what it is silent to")
            }
            Some(limit) if time < limit && is_known() => Breach::new(
                EVENT_TIME,
                "the seat had {0} ms; a shorter silence is no fault",
            )
            .numbers([limit, time].map(|ms| ms.0 as i64)),
            Some(_) => return Ok(()),
            None => Breach::new(EVENT_TIME, "nothing was asked of this seat"),
        };
        Err(Stop::Wrong(Culprit::Log, breach))
    }

    /// True before the end of the game for a program that has not ended.
    fn is_playing(&self, seat: Seat) -> bool {
        let is_over = self.referee.awaits().is_over();
        self.desynced.is_none() && !is_over && !self.failed(seat) && !self.dead.contains(seat)
    }
}

/// True for a silence that ends before this limit is over. Whether it was over by the judge's clock, another clock does not tell.
fn is_too_short(event: Event<'_>, limit: Ms) -> bool {
    matches!(event, Event::Silent(time) if time < limit)
}
