//! The one driver of logs and records: the referee takes the answers and holds the messages against those that are due.

#[cfg_attr(not(feature = "files"), allow(dead_code))]
mod answers;
mod events;
mod extent;
mod head;
mod reading;
mod said;
mod strays;
mod told;
mod untold;
mod whole;

pub use crate::finding::{
    Checked, Conclusion, Culprit, Excuse, Extent, Finding, Judged, Kept, Ply, Refused, cut,
};
pub(crate) use answers::Answers;
#[cfg(feature = "files")]
pub(crate) use answers::Followed;
#[cfg(feature = "files")]
pub(crate) use whole::as_set;
pub use whole::{settings_of, validate, validate_until, walk};

use super::block::Block;
use crate::clause::{Breach, Span};
use crate::clock::Micros;
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::games::erased::{AnyReferee, Variant};
use crate::referee::{After, Fact, Fault, FaultKind};
use crate::transcript::{
    Body, Entry, LINE_ANSWER, LINE_SEAT, Line, Transcript, Unreadable, is_literal, no_seat,
    unescape,
};
use crate::wire::LINE_CAP;
use events::Pending;
use head::skip_greeting;
pub(in crate::check) use head::skip_head;
use reading::Reading;
use strays::Stray;
use untold::Supposed;

/// Where the walk through a transcript stands.
#[derive(Clone, Copy)]
pub struct Standing<'a> {
    /// The referee, before the line.
    pub referee: &'a dyn AnyReferee,
    /// True after a gap, where nobody knows the position.
    pub is_adrift: bool,
}

/// Gets a line's number and the standing before it.
type Observer<'o> = dyn FnMut(usize, Standing<'_>) + 'o;

/// A check under way.
struct Check<'a> {
    referee: Box<dyn AnyReferee>,
    seats: Seats,
    seen: Seats,
    unseen: Seats,
    own_clock: bool,
    /// Seats that were told their last message.
    finished: Seats,
    /// After a gap: seats that may have an answer on the way.
    open: Seats,
    /// After a gap: what each seat was told last, until it answers.
    after: [After; MAX_SEATS],
    /// After a gap: how many lines were checked for their form.
    adrift: Option<usize>,
    /// The line before was a gap, which may have cut a message.
    is_after_gap: bool,
    /// The handshake, or the start of it, is left out, and the rest of it may still come.
    omits_head: bool,
    /// Lines read.
    lines: usize,
    /// Faults of the verdict already reported.
    faults: usize,
    findings: Vec<Finding>,
    /// Unfinished and unflushed bytes of each seat, told before its next event.
    pending: [Pending<'a>; MAX_SEATS],
    /// Output and ends of programs that nothing was asked of: they count once the judge takes notice.
    strays: Vec<Stray<'a>>,
    /// The seat of the first thing of the kind, and its line.
    first_stray: Option<(Seat, usize)>,
    notices_at_once: bool,
    /// Failures that the log does not show.
    supposed: Vec<Supposed>,
    /// Seats whose programs have ended.
    dead: Seats,
    /// Answers of a seat that are too few: the end of its program reveals what is wrong with them.
    partial: Option<Block<'a>>,
    /// Where the log holds answers alone.
    answers: Option<Answers<'a>>,
}

/// Why nothing more can be checked.
enum Stop {
    /// A contradiction.
    Wrong(Culprit, Breach),
    /// The log ends within a message.
    Within,
}

impl<'a> Check<'a> {
    fn new(variant: &dyn Variant, transcript: &Transcript<'_>, reading: Reading) -> Check<'a> {
        let (header, seats) = (&transcript.header, Seats::first(variant.seats()));
        let seen = header.seats.unwrap_or_else(|| transcript.seats(seats));
        let unseen = seats.without(seen);
        let mut referee = variant.referee();
        referee.forget(unseen);
        let has_greeted = reading.greeted == seats;
        if has_greeted {
            skip_head(&mut referee, seats, unseen);
        } else if !reading.greeted.is_empty() {
            skip_greeting(&mut *referee, reading.greeted);
        }
        Check {
            referee,
            seats,
            seen,
            unseen,
            notices_at_once: reading.notices_at_once,
            own_clock: header.own_clock,
            finished: Seats::NONE,
            adrift: None,
            is_after_gap: false,
            omits_head: header.omits_head && !has_greeted,
            lines: 0,
            faults: 0,
            findings: Vec::new(),
            pending: [Pending::default(); MAX_SEATS],
            strays: Vec::new(),
            first_stray: None,
            supposed: reading.supposed,
            dead: Seats::NONE,
            partial: None,
            open: seats,
            after: [After::Anything; MAX_SEATS],
            answers: None,
        }
    }

    /// Reads the lines up to this one of the file. `None`: it reached them all; otherwise it stopped within a
    /// message (cut), or at a contradiction.
    fn walk(
        &mut self,
        mut body: Body<'a>,
        until: usize,
        observe: &mut Option<&mut Observer<'_>>,
    ) -> Option<Extent> {
        loop {
            if self.answers.is_some()
                && let Err(stop) = self.lead(&body)
            {
                return Some(self.stop(stop, body.number() + 1));
            }
            let start = body.clone();
            let Some(line) = body.next() else { break };
            if line.number >= until {
                break;
            }
            if let Some(observe) = observe {
                observe(line.number, self.standing());
            }
            self.lines += 1;
            if !self.supposed.is_empty() && self.suppose(&line) {
                continue;
            }
            if self.is_plain(&line) {
                continue;
            }
            let strays = self.strays.len();
            let done = self.step(&line, &mut body);
            if done.is_ok() {
                self.keep(&line, body.since(&start), self.strays.len() > strays);
            }
            if let Err(stop) = done.and_then(|()| self.notice()) {
                return Some(self.stop(stop, line.number));
            }
        }
        self.notice_the_rest();
        None
    }

    /// Ends the walk at this line.
    fn stop(&mut self, stop: Stop, number: usize) -> Extent {
        self.notice_the_rest();
        match stop {
            Stop::Within => Extent::Cut,
            Stop::Wrong(culprit, breach) => {
                self.findings
                    .push(Finding::new(number + breach.line, culprit, breach));
                Extent::Contradicted
            }
        }
    }

    fn accuses_more_than_seats(&self) -> bool {
        self.findings.iter().any(|finding| !finding.is_of_a_seat())
    }

    /// Seats that are blamed for their end after another seat's program had done what nobody asked of it.
    fn ended_after_a_stray(&self) -> Seats {
        let Some((stray, line)) = self.first_stray else {
            return Seats::NONE;
        };
        let ended = |found: &Finding| match found.culprit {
            Culprit::Seat(seat, FaultKind::Died) if seat != stray && found.line > line => {
                Some(seat)
            }
            _ => None,
        };
        self.findings.iter().filter_map(ended).collect()
    }

    fn blames(&self, seats: Seats) -> bool {
        self.findings
            .iter()
            .any(|found| matches!(found.culprit, Culprit::Seat(seat, _) if seats.contains(seat)))
    }

    fn standing(&self) -> Standing<'_> {
        Standing {
            referee: &*self.referee,
            is_adrift: self.adrift.is_some(),
        }
    }

    /// The usual lines, told and answered just as they were due; true where that is all there is to say.
    fn is_plain(&mut self, line: &Line<'a>) -> bool {
        let is_kept = self
            .answers
            .as_ref()
            .is_some_and(|answers| answers.gathered.kept.is_some());
        if self.adrift.is_some()
            || self.omits_head
            || is_kept
            || !self.unseen.is_empty()
            || !self.strays.is_empty()
        {
            return false;
        }
        if let Some((seat, text)) = line.told() {
            return self.referee.told_plainly(seat, text);
        }
        let Some((seat, text, took)) = line.said() else {
            return false;
        };
        let is_unfinished = self
            .pending
            .get(seat.index())
            .is_some_and(|pending| pending.is_unfinished());
        if text.len() > LINE_CAP || is_unfinished || !is_literal(text) {
            return false;
        }
        let took = took.filter(|_| !self.own_clock);
        let faults = self
            .referee
            .answer(seat, text, took.map(Micros::from), line.number);
        if faults.is_some_and(|faults| faults > self.faults) {
            self.settle(&Block::new(line.number, text.into()));
        }
        if faults.is_some() {
            self.pending[seat.index()] = Pending::default();
            if let Some(answers) = &mut self.answers {
                answers.count(seat, took);
            }
        }
        faults.is_some()
    }

    /// Any other line.
    fn step(&mut self, line: &Line<'a>, body: &mut Body<'a>) -> Result<(), Stop> {
        let entry = line
            .entry()
            .map_err(|unreadable| Stop::Wrong(Culprit::Log, unreadable.breach()))?;
        let number = line.number;
        if let Some(lines) = &mut self.adrift {
            *lines += 1;
        }
        self.check_seat(&entry)?;
        if self.omits_head {
            self.greet(&entry, number);
        }
        let is_after_gap = std::mem::take(&mut self.is_after_gap);
        match entry {
            Entry::Gap => {
                self.adrift.get_or_insert(0);
                self.after = [After::Anything; MAX_SEATS];
                self.is_after_gap = true;
                Ok(())
            }
            Entry::Told(seat, text) if self.adrift.is_some() => self.told_adrift(
                seat,
                Block::new(number, text.into()),
                text,
                body,
                is_after_gap,
            ),
            Entry::Told(seat, text) => self.told(seat, text, number, body),
            Entry::Said(seat, text, took) => {
                self.said(seat, Block::new(number, unescape(text)), took, body)
            }
            Entry::Event(seat, event) => self.event(seat, event, number, body),
            Entry::Chosen(_) | Entry::Failed(..) if self.answers.is_none() => {
                Err(Stop::Wrong(Culprit::Log, Unreadable::Line.breach()))
            }
            Entry::Chosen(_) if self.adrift.is_some() => Ok(()),
            Entry::Chosen(text) => self.chosen(&String::from_utf8_lossy(&unescape(text)), number),
            Entry::Failed(seat, reason) => self.fails(seat, reason, number),
        }
    }

    /// The seat in front of a line is one of the game, and of the header.
    fn check_seat(&self, entry: &Entry<'a>) -> Result<(), Stop> {
        let (Entry::Told(seat, _)
        | Entry::Said(seat, ..)
        | Entry::Event(seat, _)
        | Entry::Failed(seat, _)) = entry
        else {
            return Ok(());
        };
        let breach = match seat {
            seat if !self.seats.contains(*seat) => no_seat(*seat),
            seat if !self.seen.contains(*seat) => {
                Breach::new(LINE_SEAT, "the header's `seats` leaves this seat out")
            }
            _ => return Ok(()),
        };
        Err(Stop::Wrong(Culprit::Log, breach.span(Span::Columns(0, 1))))
    }

    /// Reports faults at their lines.
    fn found(&mut self, faults: impl IntoIterator<Item = Fault>, block: &Block<'_>) {
        self.findings.extend(faults.into_iter().map(|fault| {
            let breach = block.locate(fault.breach);
            let culprit = Culprit::Seat(fault.seat, fault.kind);
            Finding::new(block.number + breach.line, culprit, breach)
        }));
    }

    fn take(&mut self, fact: Fact<'_>, block: &Block<'_>) -> Result<(), Stop> {
        let misuse = |_| {
            Stop::Wrong(
                Culprit::Log,
                Breach::new(LINE_ANSWER, "nothing was awaited of this seat here"),
            )
        };
        self.referee.take(fact, block.number).map_err(misuse)?;
        if let Some(answers) = &mut self.answers {
            answers.note(fact, &self.referee.verdict().faults[self.faults..]);
        }
        self.settle(block);
        Ok(())
    }

    /// Reports new faults at their lines, and drops what is owed to seats that the log does not show.
    fn settle(&mut self, block: &Block<'_>) {
        if !self.unseen.is_empty() {
            self.referee.forget(self.unseen);
        }
        let faults = &self.referee.verdict().faults;
        let new = faults.get(self.faults..).unwrap_or_default().to_vec();
        self.faults = faults.len();
        match self.partial.take() {
            Some(answers) => {
                let (within, at_end): (Vec<_>, _) = new
                    .into_iter()
                    .partition(|fault| fault.breach.span != Span::Whole);
                let is_still_open = within.is_empty();
                self.found(within, &answers);
                self.found(at_end, block);
                self.partial = Some(answers).filter(|_| is_still_open);
            }
            None => self.found(new, block),
        }
    }

    fn failed(&self, seat: Seat) -> bool {
        self.referee.out().contains(seat)
    }
}

fn has_ended_already() -> Breach {
    Breach::new(LINE_ANSWER, "this seat's program has ended already")
}
