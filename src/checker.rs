//! The checker of logs and records: the referee takes the answers and holds the messages against those that are due.

mod answered;
#[cfg_attr(not(feature = "files"), allow(dead_code))]
mod answers_alone;
mod block;
mod desynced;
mod events;
mod extent;
mod head;
mod sent;
mod unsolicited;
mod view;

pub(crate) use answers_alone::Answers;
#[cfg(feature = "files")]
pub(crate) use answers_alone::Followed;
pub(crate) use head::skip_head;

use crate::clause::{Breach, Span};
use crate::clock::Micros;
use crate::finding::{Cost, Culprit, Extent, Finding, Hypothesis};
use crate::game::{MAX_SEATS, Outcome, Seat, Seats};
use crate::games::erased::{AnyReferee, Variant};
use crate::params::Ms;
use crate::referee::{After, Fact, Fault, FaultKind, Observation};
use crate::transcript::{
    Body, Entry, LINE_ANSWER, LINE_SEAT, Line, Transcript, Unreadable, is_literal, no_seat,
    unescape,
};
use crate::wire::LINE_CAP;
use block::Block;
use desynced::Desynced;
use events::Pending;
use head::{is_greeting, skip_greeting};
use unsolicited::Unsolicited;
pub(crate) use view::View;

/// A file with more deviations than this is read no further: nobody reads more of them.
const MOST_DEVIATIONS: usize = 1000;

/// The most findings of any kind, and of what nobody asked for: a flood has as many as it has lines.
const MOST_FINDINGS: usize = 100_000;

/// So many lines after the first one that nothing explains a file is read no further: its position is not known there, and each
/// explanation reads them again.
const MOST_LOST: usize = 100_000;

/// Where the walk through a transcript stands.
#[derive(Clone, Copy)]
pub struct Standing<'a> {
    /// The referee, before the line.
    pub referee: &'a dyn AnyReferee,
    /// True where nobody knows the position, as after a gap.
    pub is_desynced: bool,
}

/// Gets a line's number and the standing before it.
pub(crate) type Observer<'o> = dyn FnMut(usize, Standing<'_>) + 'o;

/// A referee and what is pending, before a line of a log. It can be cloned, so that a search goes on from where a doubt begins.
pub(crate) struct Checker<'a> {
    referee: Box<dyn AnyReferee>,
    /// The lines that are still to come.
    body: Body<'a>,
    view: View,
    /// Where the position is unknown.
    desynced: Option<Desynced>,
    /// The head is missing from the log, and the rest of the handshake may still come.
    omits_head: bool,
    /// Lines at the start of the log that are ends of programs.
    ends_at_start: usize,
    /// Seats whose first ask may stand in the head that is missing: another seat's ask of the same moment is the first line.
    asked_in_head: Seats,
    /// Lines read, up to the first deviation.
    lines: usize,
    /// Faults of the verdict already reported.
    faults: usize,
    findings: Vec<Finding>,
    /// Unfinished and unflushed bytes of each seat, told before its next event.
    pending: [Pending<'a>; MAX_SEATS],
    /// Output and ends of programs that nothing was asked of: they count once the judge takes notice.
    unsolicited: Vec<Unsolicited<'a>>,
    /// The seats of which some of it came.
    unsolicited_of: Seats,
    /// The line of the first thing of the kind.
    first_unsolicited: Option<usize>,
    /// Seats whose programs have ended.
    dead: Seats,
    /// The line of a program that was asked, and that the judge may have ended, since this other seat may have failed.
    ended_by_judge: Option<(Seat, usize)>,
    /// Answers of a seat that are too few: the end of its program reveals what is wrong with them.
    partial: Option<Block<'a>>,
    /// Where the log holds answers alone.
    answers: Option<Answers<'a>>,
    hypotheses: Vec<Hypothesis>,
    /// The cost so far.
    cost: Cost,
    /// Beyond this cost nothing more is read.
    most: usize,
    /// The first line that nothing explains.
    deviation: Option<usize>,
    /// A hypothesis cannot hold, or costs too much.
    is_impossible: bool,
    /// More was found than anybody reads: the rest of the log was not read.
    is_full: bool,
    /// Why the walk stopped before the end of what it was to read.
    stopped: Option<Extent>,
    /// Whether the rest of the log has escapes, once anybody has looked.
    has_escapes: Option<bool>,
}

/// Why nothing more can be checked.
enum Stop {
    /// A contradiction.
    Wrong(Culprit, Breach),
    /// A line that cannot be, and tells nothing of the game.
    Void(Breach),
    /// The log ends within a message.
    Within,
}

impl Clone for Checker<'_> {
    fn clone(&self) -> Self {
        Checker {
            referee: self.referee.fork(),
            body: self.body.clone(),
            findings: self.findings.clone(),
            unsolicited: self.unsolicited.clone(),
            unsolicited_of: self.unsolicited_of,
            partial: self.partial.clone(),
            answers: self.answers.clone(),
            hypotheses: self.hypotheses.clone(),
            ..*self
        }
    }
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        variant: &dyn Variant,
        transcript: &Transcript<'a>,
        hypotheses: &[Hypothesis],
    ) -> Checker<'a> {
        let view = View::new(transcript, variant.seats());
        let View { seats, unseen, .. } = view;
        let mut referee = variant.referee();
        referee.forget(unseen);
        let greeted = hypotheses.iter().find_map(|one| match one {
            Hypothesis::Greeted(seats) => Some(*seats),
            _ => None,
        });
        let has_greeted = greeted == Some(seats);
        if has_greeted {
            skip_head(&mut referee, seats, unseen);
        } else if let Some(greeted) = greeted {
            skip_greeting(&mut *referee, greeted);
        }
        let mut checker = Checker {
            referee,
            body: transcript.body(),
            view,
            desynced: None,
            omits_head: view.omits_head && !has_greeted,
            ends_at_start: 0,
            asked_in_head: Seats::NONE,
            lines: 0,
            faults: 0,
            findings: Vec::new(),
            pending: [Pending::default(); MAX_SEATS],
            unsolicited: Vec::new(),
            unsolicited_of: Seats::NONE,
            first_unsolicited: None,
            dead: Seats::NONE,
            ended_by_judge: None,
            partial: None,
            answers: None,
            hypotheses: hypotheses.to_vec(),
            cost: Cost::default(),
            most: usize::MAX,
            deviation: None,
            is_impossible: false,
            is_full: false,
            stopped: None,
            has_escapes: None,
        };
        if view.omits_messages {
            checker.desync().leave_out();
        }
        checker
    }

    /// This checker under one hypothesis more, of a line that is still to come. It reads on as long as it costs no more than `most`.
    pub(crate) fn supposing(&self, hypothesis: Hypothesis, most: usize) -> Checker<'a> {
        let mut checker = self.clone();
        checker.hypotheses.push(hypothesis);
        checker.most = most;
        checker
    }

    /// This checker under these hypotheses, all of lines that are still to come.
    pub(crate) fn under(self, hypotheses: &[Hypothesis]) -> Checker<'a> {
        let hypotheses = hypotheses.to_vec();
        Checker { hypotheses, ..self }
    }

    /// This checker, which reads on as long as it costs no more than this.
    pub(crate) fn within(self, most: usize) -> Checker<'a> {
        Checker { most, ..self }
    }

    /// From now on the referee keeps what messages reveal.
    pub(crate) fn keep_learned(&mut self) {
        self.referee.keep_learned();
    }

    pub(crate) fn view(&self) -> View {
        self.view
    }

    pub(crate) fn hypotheses(&self) -> &[Hypothesis] {
        &self.hypotheses
    }

    pub(crate) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The findings, and why the check stopped.
    pub(crate) fn glance(&self) -> (Vec<Finding>, Option<Extent>) {
        (self.findings.clone(), self.stopped)
    }

    pub(crate) fn deviation(&self) -> Option<usize> {
        self.deviation
    }

    pub(crate) fn cost(&self) -> Cost {
        self.cost
    }

    /// Body lines read.
    pub(crate) fn lines(&self) -> usize {
        self.lines
    }

    /// The line of the file that was read last.
    pub(crate) fn at(&self) -> usize {
        self.body.number()
    }

    /// The line of the first output or end of a seat that was asked nothing.
    pub(crate) fn first_unsolicited(&self) -> Option<usize> {
        self.first_unsolicited
    }

    /// The line of a program that the judge may have ended, and the seat whose failure may have made it do so.
    pub(crate) fn ended_by_judge(&self) -> Option<(Seat, usize)> {
        self.ended_by_judge
    }

    pub(crate) fn has_lines(&self) -> bool {
        self.referee.has_lines()
    }

    /// True where a hypothesis cannot hold, or costs too much: nothing was read after its line.
    pub(crate) fn is_impossible(&self) -> bool {
        self.is_impossible
    }

    /// True where more was found than anybody reads, and the rest of the log was not read.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// How the game ended in it, as far as that is known.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let mut ended = self.clone();
        ended.extent();
        ended.referee.verdict().outcome
    }

    /// The referee as it stands.
    pub(crate) fn into_referee(self) -> Box<dyn AnyReferee> {
        self.referee
    }

    /// Reads the lines up to this one of the file, which is still to come then. `None`: it read them all; otherwise it stopped
    /// within a message (cut), or at a contradiction; or it gave up, since it costs too much or found more than anybody reads.
    pub(crate) fn advance(
        &mut self,
        until: usize,
        observe: &mut Option<&mut Observer<'_>>,
    ) -> Option<Extent> {
        let mut body = self.body.clone();
        loop {
            if self.answers.is_some()
                && let Err(stop) = self.lead(&mut body)
            {
                return self.deviate(stop, None, body.number() + 1, &mut body);
            }
            let is_far = |line| body.number() >= line + MOST_LOST;
            if self.findings.len() + self.unsolicited.len() >= MOST_FINDINGS
                || self.deviation.is_some_and(is_far)
            {
                self.is_full = true;
                self.notice_the_rest();
                self.body = body;
                return Some(Extent::Contradicted);
            }
            let start = body.clone();
            let Some(line) = body.next() else { break };
            if line.number >= until {
                body = start;
                break;
            }
            if let Some(observe) = observe {
                observe(line.number, self.standing());
            }
            if self.deviation.is_none() {
                self.lines += 1;
            }
            if !self.hypotheses.is_empty() {
                let is_void = self.suppose(&line, &body);
                self.is_impossible |= self.cost.sum() > self.most;
                if self.is_impossible {
                    self.body = body;
                    return Some(Extent::Contradicted);
                }
                if is_void {
                    continue;
                }
            }
            if self.is_plain(&line) {
                continue;
            }
            let unsolicited = self.unsolicited.len();
            let done = self.step(&line, &mut body);
            if done.is_ok() {
                self.keep(
                    &line,
                    body.since(&start),
                    self.unsolicited.len() > unsolicited,
                );
            }
            if let Err(stop) = done.and_then(|()| self.notice())
                && let Some(end) = self.deviate(stop, Some(&line), line.number, &mut body)
            {
                self.body = body;
                return Some(end);
            }
        }
        self.body = body;
        None
    }

    /// Reads all lines up to this one of the file, as if nothing came after them.
    pub(crate) fn walk(&mut self, until: usize, observe: &mut Option<&mut Observer<'_>>) {
        self.stopped = self.advance(until, observe);
        if self.stopped.is_none() {
            self.notice_the_rest();
        }
    }

    /// Takes the hypotheses of this line; true where it is itself an answer that then counts for nothing.
    fn suppose(&mut self, line: &Line<'a>, rest: &Body<'a>) -> bool {
        let mut is_void = false;
        for at in 0..self.hypotheses.len() {
            let hypothesis = self.hypotheses[at];
            if hypothesis.line() != Some(line.number) {
                continue;
            }
            self.is_impossible |= !match hypothesis {
                Hypothesis::Failed { seat, .. } => {
                    is_void |= line.said().is_some_and(|(by, ..)| by == seat);
                    self.suppose_failed(seat, line)
                }
                // An answer to nothing that could be asked was not asked for, and nobody supposes what a choice was.
                Hypothesis::Asked { .. } if !self.is_well_formed(line) => false,
                Hypothesis::Asked { seat, .. } => {
                    if self.referee.pending(seat) == 0 {
                        // The message would have shown that the handshake was over.
                        self.end_handshake();
                    }
                    let pending = self.referee.pending(seat);
                    self.referee.forget(Seats::only(seat));
                    self.cost.lacking += pending;
                    pending > 0
                }
                Hypothesis::Notices(_) => self.desynced.is_none() && self.notice_all().is_ok(),
                Hypothesis::NoticesWith(_) => {
                    is_void = true;
                    self.notice_with(line, rest)
                }
                Hypothesis::NoticesAtOnce | Hypothesis::Greeted(_) => true,
            };
        }
        is_void
    }

    fn is_well_formed(&self, line: &Line<'a>) -> bool {
        let Some((seat, text, _)) = line.said() else {
            return false;
        };
        let is_asked = self.referee.awaits().ask(seat).is_some();
        let greets = is_greeting(&*self.referee) && is_asked;
        greets == text.starts_with(b"OK") && self.referee.answer_form(&unescape(text)).is_ok()
    }

    /// The seat has failed before this line in a way that nothing shows; false where it cannot have.
    fn suppose_failed(&mut self, seat: Seat, line: &Line<'a>) -> bool {
        if self.failed(seat) || self.desynced.is_some() {
            return false;
        }
        let is_unseen = self.view.unseen.contains(seat);
        // A message that it does not see, on its way before it failed, shows that the handshake was over.
        if is_unseen
            && let Some((to, text)) = line.told()
            && !self.referee.is_last(to, &mut std::iter::once(text))
        {
            self.end_handshake();
        }
        let number = line.number;
        let fact = Fact::Observed {
            seat,
            what: Observation::Unlogged,
            took: None,
        };
        if self.referee.take(fact, number).is_err() {
            return false;
        }
        self.referee.forget(self.view.unseen);
        let faults = &self.referee.verdict().faults;
        let new = faults[self.faults..].to_vec();
        self.faults = faults.len();
        // Whatever it answered, it would have been late.
        if let Some(certain) = new.into_iter().find(|fault| fault.kind == FaultKind::Late) {
            self.found([certain], &Block::new(number, b"".into()));
            // An event of its own says what it did instead.
            return !matches!(line.entry(), Ok(Entry::Event(by, _)) if by == seat);
        }
        match is_unseen {
            true => self.cost.fails_unseen = true,
            false => self.cost.fails_seen = true,
        }
        true
    }

    /// The handshake of the seats that the log does not show is over.
    fn end_handshake(&mut self) {
        skip_greeting(&mut *self.referee, self.view.unseen);
        self.referee.forget(self.view.unseen);
    }

    /// Counts an accusation by what is only supposed.
    pub(crate) fn count_accusation(&mut self) {
        self.cost.deviations += 1;
    }

    /// Notes a line that nothing explains. `None`: the lines after it are checked as far as that needs no position.
    fn deviate(
        &mut self,
        stop: Stop,
        line: Option<&Line<'a>>,
        number: usize,
        body: &mut Body<'a>,
    ) -> Option<Extent> {
        let (culprit, breach, holds) = match stop {
            Stop::Within => {
                self.notice_the_rest();
                return Some(Extent::Cut);
            }
            Stop::Wrong(culprit, breach) => (culprit, breach, false),
            Stop::Void(breach) => (Culprit::Log, breach, self.answers.is_none()),
        };
        if !holds {
            self.notice_the_rest();
        }
        self.cost.deviations += 1;
        self.deviation.get_or_insert(number);
        self.findings
            .push(Finding::new(number + breach.line, culprit, breach));
        self.is_full |= self.cost.deviations > MOST_DEVIATIONS;
        if self.cost.sum() > self.most || self.is_full {
            return Some(Extent::Contradicted);
        }
        match line {
            _ if holds => None,
            Some(line) if culprit == Culprit::Judge && self.answers.is_none() => {
                self.lose_track(line, body);
                None
            }
            _ => Some(Extent::Contradicted),
        }
    }

    /// From here on the position is unknown: only what needs none is held.
    fn lose_track(&mut self, line: &Line<'a>, body: &mut Body<'a>) {
        if self.desynced.is_none() {
            let open = self.asked();
            self.desync().open = open;
        }
        let Some((to, text)) = line.told() else {
            return;
        };
        let is_last = self.referee.is_last(to, &mut std::iter::once(text));
        let what = match is_last {
            true => After::Last,
            false => After::Anything,
        };
        self.desync().sent(to, what);
        while self.referee.has_lines() && body.next_told(to).is_some() {}
    }

    pub(crate) fn standing(&self) -> Standing<'_> {
        Standing {
            referee: &*self.referee,
            is_desynced: self.desynced.is_some(),
        }
    }

    /// The usual lines, told and answered just as they were due; true where that is all there is to say.
    fn is_plain(&mut self, line: &Line<'a>) -> bool {
        if !self.may_be_plain() {
            return false;
        }
        if let Some((seat, text)) = line.told() {
            return self.referee.told_plainly(seat, text);
        }
        let Some((seat, text, took)) = line.said() else {
            return false;
        };
        self.is_plain_answer(seat, text, took, line.number)
    }

    /// False where more is to be said of each line.
    fn may_be_plain(&self) -> bool {
        let is_kept = self
            .answers
            .as_ref()
            .is_some_and(|answers| answers.gathered.kept.is_some());
        self.desynced.is_none()
            && !self.omits_head
            && self.asked_in_head.is_empty()
            && !is_kept
            && self.view.unseen.is_empty()
            && self.unsolicited.is_empty()
    }

    fn is_plain_answer(
        &mut self,
        seat: Seat,
        text: &'a [u8],
        took: Option<Ms>,
        number: usize,
    ) -> bool {
        let is_unfinished = self
            .pending
            .get(seat.index())
            .is_some_and(|pending| pending.is_unfinished());
        if text.len() > LINE_CAP || is_unfinished || !is_literal(text) {
            return false;
        }
        let took = took.filter(|_| !self.view.own_clock);
        let faults = self
            .referee
            .answer(seat, text, took.map(Micros::from), number);
        if faults.is_some_and(|faults| faults > self.faults) {
            self.report_new_faults(&Block::new(number, text.into()));
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
        if let Some(desynced) = &mut self.desynced {
            desynced.lines += 1;
        }
        self.check_seat(&entry)?;
        if self.omits_head {
            self.greet(&entry, number, body);
        }
        if !self.asked_in_head.is_empty() {
            self.ask_in_head(&entry);
        }
        let desynced = self.desynced.as_mut();
        let is_after_gap =
            desynced.is_some_and(|desynced| std::mem::take(&mut desynced.is_after_gap));
        match entry {
            Entry::Gap => {
                let desynced = self.desync();
                desynced.leave_out();
                desynced.is_after_gap = true;
                // It may hide what a part of a line was followed by.
                self.pending = [Pending::default(); MAX_SEATS];
                Ok(())
            }
            Entry::Told(seat, text) if self.desynced.is_some() => self.told_desynced(
                seat,
                Block::new(number, text.into()),
                text,
                body,
                is_after_gap,
            ),
            Entry::Told(seat, text) => {
                let is_first = self.lines == 1 + self.ends_at_start && self.view.omits_head;
                self.told(seat, text, number, body)?;
                if is_first {
                    self.asked_in_head = self.asked().without(Seats::only(seat));
                }
                Ok(())
            }
            Entry::Said(seat, text, took) => {
                self.said(seat, Block::new(number, unescape(text)), took, body)
            }
            Entry::Event(seat, event) => self.event(seat, event, number, body),
            Entry::Chosen(_) | Entry::Failed(..) if self.answers.is_none() => {
                Err(Stop::Wrong(Culprit::Log, Unreadable::Line.breach()))
            }
            Entry::Chosen(_) if self.desynced.is_some() => Ok(()),
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
            seat if !self.view.seats.contains(*seat) => no_seat(*seat),
            seat if !self.view.seen.contains(*seat) => {
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

    fn take_and_report(&mut self, fact: Fact<'_>, block: &Block<'_>) -> Result<(), Stop> {
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
        self.report_new_faults(block);
        Ok(())
    }

    /// Reports new faults at their lines, and drops what is owed to seats that the log does not show.
    fn report_new_faults(&mut self, block: &Block<'_>) {
        if !self.view.unseen.is_empty() {
            self.referee.forget(self.view.unseen);
        }
        let faults = &self.referee.verdict().faults;
        let new = faults.get(self.faults..).unwrap_or_default().to_vec();
        self.faults = faults.len();
        // A failure that is only supposed is nobody's finding.
        let (untold, new): (Vec<_>, Vec<_>) = new
            .into_iter()
            .partition(|fault| fault.kind == FaultKind::Unlogged);
        if !untold.is_empty() {
            self.cost.fails_unseen = true;
        }
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

    /// The seats whose answers are awaited.
    fn asked(&self) -> Seats {
        let awaits = self.referee.awaits();
        let is_asked = |seat: &Seat| awaits.ask(*seat).is_some();
        self.view.seats.iter().filter(is_asked).collect()
    }

    fn failed(&self, seat: Seat) -> bool {
        self.referee.out().contains(seat)
    }
}

fn has_ended_already() -> Breach {
    Breach::new(LINE_ANSWER, "this seat's program has ended already")
}
