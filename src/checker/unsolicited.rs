//! Unsolicited output of a seat that was asked nothing, or the end of its program.
//!
//! One judge takes notice at once, another when it asks the seat again. Nobody is accused of being the one or the other.

use super::block::Block;
use super::{Checker, Stop};
use crate::clock::Micros;
use crate::conduct::{self, BY_JUDGES};
use crate::finding::{Finding, Hypothesis};
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::games::erased::AnyReferee;
use crate::referee::{Awaits, Death, Fact, FirstOptions, Observation};
use crate::transcript::{Body, Entry, Event, Line, unescape};
use crate::wire::ASKED;
use std::ops::Range;

/// Something of a seat that was asked nothing.
#[derive(Clone)]
pub(super) struct Unsolicited<'a> {
    pub(super) seat: Seat,
    pub(super) what: Observation<'a>,
    pub(super) block: Block<'a>,
    /// The steps in a record, where they are kept.
    pub(super) steps: &'a [Entry<'a>],
    /// More was to be asked of the seat, and nothing had failed for which the judge could have ended its program.
    is_needed: bool,
}

/// A run of unsolicited output of which a judge may have taken notice.
#[derive(Clone, Default)]
struct Run<'a> {
    /// Which of what came.
    lines: Range<usize>,
    /// The facts for the referee.
    facts: Vec<(Seat, Observation<'a>)>,
}

impl<'a> Unsolicited<'a> {
    pub(super) fn new(seat: Seat, what: Observation<'a>, block: Block<'a>) -> Unsolicited<'a> {
        Unsolicited {
            seat,
            what,
            block,
            steps: &[],
            is_needed: false,
        }
    }
}

impl Unsolicited<'_> {
    /// True for an end that breaks no clause if nothing more is asked of the seat.
    fn is_in_order(&self) -> bool {
        matches!(
            self.what,
            Observation::Died(Death::Exit(0)) | Observation::Closed
        )
    }
}

impl<'a> Checker<'a> {
    /// Hands it in, or keeps it. A program may end by itself once nothing more will be asked of it.
    pub(super) fn take_unsolicited(&mut self, mut unasked: Unsolicited<'a>) -> Result<(), Stop> {
        self.first_unsolicited.get_or_insert(unasked.block.number);
        let is_end = matches!(unasked.what, Observation::Died(_) | Observation::Closed);
        unasked.is_needed = is_end
            && self.referee.owes(unasked.seat).is_none()
            && self.referee.out().is_empty()
            && awaits_more(&*self.referee, unasked.seat, false);
        if !self.hypotheses.contains(&Hypothesis::NoticesAtOnce) || self.may_end(&unasked) {
            self.unsolicited_of.insert(unasked.seat);
            self.unsolicited.push(unasked);
            return Ok(());
        }
        self.hand_in(unasked)
    }

    /// Hands in the fewest that make this message due, if it is not due without them. If nothing makes it due, none is handed in.
    pub(super) fn notice_for(&mut self, to: Seat, text: &'a [u8], number: usize, body: &Body<'a>) {
        let explains = |run: &Run<'a>| {
            let ahead = self.having_noticed(&run.facts, number);
            self.is_due(ahead, to, text, number, body)
        };
        if explains(&Run::default()) {
            return;
        }
        let mut runs = self.runs().into_iter();
        let found = runs.find(explains).unwrap_or_default();
        let noticed: Vec<_> = self.unsolicited.drain(found.lines).collect();
        for unasked in noticed {
            let _ = self.hand_in(unasked);
        }
    }

    /// Runs of what came, the shortest first, each kind once. Of a seat the first two decide, a line and the end of its program:
    /// a seat that has failed is heard no more.
    fn runs(&self) -> Vec<Run<'a>> {
        let mut places = [const { Vec::new() }; MAX_SEATS];
        for (at, one) in self.unsolicited.iter().enumerate() {
            places[one.seat.index()].push(at);
        }
        let mut runs: Vec<Run<'a>> = Vec::new();
        for start in 0..self.unsolicited.len() {
            let mut run = Run::default();
            let mut next = Some(start);
            while let Some(at) = next {
                run.lines = start..at + 1;
                let Unsolicited { seat, what, .. } = self.unsolicited[at];
                run.facts.push((seat, what));
                match runs.iter_mut().find(|own| own.facts == run.facts) {
                    Some(own) if own.lines.len() > run.lines.len() => own.lines = run.lines.clone(),
                    Some(_) => {}
                    None => runs.push(run.clone()),
                }
                let of_seat = |places: &Vec<usize>| {
                    let own = &places[places.partition_point(|own| *own < start)..];
                    own.iter().take(2).copied().find(|own| *own > at)
                };
                next = places.iter().filter_map(of_seat).min();
            }
        }
        runs.sort_by_key(|run| (run.lines.len(), run.lines.start));
        runs
    }

    /// True where this message is due to a referee, as far as the log has it.
    pub(super) fn is_due(
        &self,
        mut referee: Box<dyn AnyReferee>,
        to: Seat,
        text: &'a [u8],
        number: usize,
        body: &Body<'a>,
    ) -> bool {
        let (mut rest, mut block) = (body.clone(), Block::new(number, text.into()));
        let mut lines =
            std::iter::once(text).chain(std::iter::from_fn(|| block.follow(to, &mut rest)));
        let told = referee.told(to, &mut lines, self.view.unseen, number);
        told == Ok(None) || told.is_err() && block.is_dry
    }

    /// Hands in the output and the ends of seats that are now asked, or told to end.
    pub(super) fn notice(&mut self) -> Result<(), Stop> {
        if self.unsolicited.is_empty() {
            return Ok(());
        }
        let awaits = self.referee.awaits();
        let is_asked = |seat: &Seat| match awaits {
            Awaits::Replies(_) => awaits.ask(*seat).is_some(),
            Awaits::Exit { seats, .. } => seats.contains(*seat),
            _ => false,
        };
        let is_heard = |seat: &Seat| is_asked(seat) && self.referee.owes(*seat).is_none();
        let heard: Seats = self.unsolicited_of.iter().filter(is_heard).collect();
        if heard.is_empty() {
            return Ok(());
        }
        self.unsolicited_of = self.unsolicited_of.without(heard);
        let is_noticed = |unasked: &mut Unsolicited<'a>| heard.contains(unasked.seat);
        let noticed: Vec<_> = self.unsolicited.extract_if(.., is_noticed).collect();
        noticed
            .into_iter()
            .try_for_each(|unasked| self.hand_in(unasked))
    }

    /// True for an end in order of a program that is asked nothing more.
    fn may_end(&self, unasked: &Unsolicited<'_>) -> bool {
        unasked.is_in_order() && !awaits_more(&*self.referee, unasked.seat, false)
    }

    /// Hands in all that is a fault.
    pub(super) fn notice_all(&mut self) -> Result<(), Stop> {
        for unasked in std::mem::take(&mut self.unsolicited) {
            if self.may_end(&unasked) {
                self.unsolicited.push(unasked);
            } else {
                self.hand_in(unasked)?;
            }
        }
        Ok(())
    }

    /// At the end of the log: output that nobody asked for breaks a clause, whatever comes next. A program may end in order
    /// if nothing more is asked of it. If the judge ends programs, or a fault has ended the game, nobody knows who has ended it.
    pub(super) fn notice_the_rest(&mut self) {
        let mut accused = Seats::NONE;
        for unasked in std::mem::take(&mut self.unsolicited) {
            let (seat, found) = (unasked.seat, self.findings.len());
            let counts = match unasked.what {
                _ if unasked.is_in_order() => false,
                // No judge ends a program by such a signal.
                Observation::Died(Death::Signal(signal))
                    if unasked.is_needed
                        && !BY_JUDGES.contains(&signal)
                        && self.view.unseen.is_empty() =>
                {
                    true
                }
                // The judge may have ended it, but not before anything had failed, where that would show.
                Observation::Died(_) if !self.referee.out().is_empty() => {
                    unasked.is_needed && self.view.unseen.is_empty()
                }
                Observation::Died(_) if accused.contains(seat) => false,
                Observation::Died(_) => {
                    self.referee.tells_all_the_end() && awaits_more(&*self.referee, seat, true)
                }
                _ => true,
            };
            let number = unasked.block.number;
            if let Some(kept) = self.kept().filter(|_| !counts) {
                kept.copy(unasked.steps);
            }
            if counts && let Err(Stop::Wrong(culprit, breach)) = self.hand_in(unasked) {
                self.findings.push(Finding::new(number, culprit, breach));
            }
            if self.findings.len() > found {
                accused.insert(seat);
            }
        }
    }

    /// The seat of this answer fails by what it does next; false where the answer does not end the game, or nothing comes. Before
    /// the end the judge may take notice at any later line.
    pub(super) fn notice_with(&mut self, answer: &Line<'a>, rest: &Body<'a>) -> bool {
        let Some((seat, text, took)) = answer.said() else {
            return false;
        };
        let mut ahead = self.referee.fork();
        let taken = ahead.answer(seat, text, took.map(Micros::from), answer.number);
        if self.desynced.is_some() || taken != Some(self.faults) || !ahead.awaits().is_over() {
            return false;
        }
        let Some((line, what)) = next_of(seat, rest.clone()) else {
            return false;
        };
        let fact = Fact::Observed {
            seat,
            what,
            took: None,
        };
        let text = line.said().map_or(&b""[..], |(_, text, _)| text);
        let block = Block::new(line.number, unescape(text));
        self.take_and_report(fact, &block).is_ok() && self.failed(seat)
    }

    /// The referee, had its judge taken notice of these here.
    fn having_noticed(
        &self,
        facts: &[(Seat, Observation<'_>)],
        number: usize,
    ) -> Box<dyn AnyReferee> {
        let mut ahead = self.referee.fork();
        for &(seat, what) in facts {
            let fact = match ahead.awaits() {
                Awaits::Exit { .. } => Fact::Exit { seat, what },
                _ => Fact::Observed {
                    seat,
                    what,
                    took: None,
                },
            };
            // What the referee does not await here counts for nothing.
            let _ = ahead.take(fact, number);
        }
        ahead
    }

    pub(super) fn hand_in(&mut self, unasked: Unsolicited<'_>) -> Result<(), Stop> {
        let is_in_order = unasked.is_in_order();
        let Unsolicited {
            seat,
            what,
            block,
            steps,
            ..
        } = unasked;
        if let Some(kept) = self.kept() {
            kept.copy(steps);
        }
        if self.failed(seat) {
            return Ok(());
        }
        match self.referee.awaits() {
            Awaits::Exit { seats, .. }
                if seats.contains(seat) && (is_in_order || self.referee.owes(seat).is_none()) =>
            {
                self.take_and_report(Fact::Exit { seat, what }, &block)
            }
            Awaits::Exit { .. } | Awaits::Verdict => {
                let fault = conduct::lines(seat, what, ASKED).err();
                self.found(fault.filter(|_| !is_in_order), &block);
                Ok(())
            }
            _ => self.take_and_report(
                Fact::Observed {
                    seat,
                    what,
                    took: None,
                },
                &block,
            ),
        }
    }
}

/// The next thing that this seat does, unasked: another line, or the end of its program. `None`: a message to it comes before, or nothing.
fn next_of<'a>(seat: Seat, mut rest: Body<'a>) -> Option<(Line<'a>, Observation<'a>)> {
    rest.find_map(|line| {
        let what = match line.entry() {
            Ok(Entry::Told(to, _)) if to == seat => return Some(None),
            Ok(Entry::Said(by, ..)) if by == seat => Observation::Unasked(b""),
            Ok(Entry::Event(of, Event::Died(death))) if of == seat => Observation::Died(death),
            Ok(Entry::Event(of, Event::Closed)) if of == seat => Observation::Closed,
            _ => return None,
        };
        Some(Some((line, what)))
    })?
}

/// Whether anything more will be asked of this seat, or its end awaited if that counts, as two ways to play on show: everybody
/// gives the first answer, or the last.
fn awaits_more(referee: &dyn AnyReferee, seat: Seat, or_end: bool) -> bool {
    let asks = |last: bool| {
        let mut referee = referee.fork();
        for _ in 0..4096 {
            let taken = match referee.awaits() {
                awaits if awaits.ask(seat).is_some() => return true,
                Awaits::Replies(asks) => {
                    let other = asks[0].seat;
                    let mut replies = referee.replies(other);
                    let reply = replies
                        .drain(..)
                        .reduce(|first, next| if last { next } else { first });
                    let what = reply.as_ref().map_or(Observation::Unlogged, |reply| {
                        Observation::Lines(reply.as_bytes())
                    });
                    referee.take(
                        Fact::Observed {
                            seat: other,
                            what,
                            took: None,
                        },
                        0,
                    )
                }
                Awaits::Choice => referee.choose(&mut FirstOptions, 0),
                Awaits::Clock(seats) => seats
                    .iter()
                    .take(1)
                    .try_for_each(|seat| referee.take(Fact::Clock { seat, took: None }, 0)),
                Awaits::Exit { seats, .. } => return or_end && seats.contains(seat),
                Awaits::Verdict => return false,
            };
            if taken.is_err() {
                return false;
            }
        }
        false
    };
    asks(false) || asks(true)
}
