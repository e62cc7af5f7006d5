//! Messages of a log: each is held against the one that is due.

use super::block::Block;
use super::{Checker, Stop};
use crate::clause::Breach;
use crate::finding::Culprit;
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::transcript::{Body, Entry, GAP_FORM, is_literal, unescape};
use std::borrow::Cow;

/// The most choices and answers that one message shows to be missing.
const MOST_HIDDEN: usize = 256;

impl<'a> Checker<'a> {
    /// A message that cannot be read. One that stops too early is the judge's fault, but not where the log itself breaks off, or
    /// has a gap, there.
    fn unreadable(
        &mut self,
        to: Seat,
        breach: Breach,
        block: &Block<'a>,
        body: &Body<'a>,
    ) -> Result<(), Stop> {
        if block.is_dry && self.stops_at_a_gap(block, body)? {
            return Ok(());
        }
        // A program may answer the beginning of a batch before it has read the rest.
        let is_answered = || {
            body.clone()
                .next()
                .is_some_and(|line| line.said().is_some_and(|(by, ..)| by == to))
        };
        if block.is_dry && self.referee.closes_input() && is_answered() && body.clone().tells(to) {
            return Err(Stop::Within);
        }
        Err(Stop::Wrong(Culprit::Judge, block.locate(breach)))
    }

    fn stops_at_a_gap(&mut self, block: &Block<'a>, body: &Body<'a>) -> Result<bool, Stop> {
        let Some(line) = body.clone().next() else {
            return Err(Stop::Within);
        };
        let entry = line
            .entry()
            .map_err(|unreadable| Stop::Wrong(Culprit::Log, unreadable.breach()));
        let checked = entry.and_then(|entry| {
            let is_gap = entry == Entry::Gap;
            if is_gap {
                self.desync().leave_out();
            }
            self.check_seat(&entry).map(|()| is_gap)
        });
        checked.map_err(|stop| match stop {
            Stop::Wrong(culprit, breach) => Stop::Wrong(
                culprit,
                Breach {
                    line: line.number - block.number,
                    ..breach
                },
            ),
            Stop::Void(_) | Stop::Within => stop,
        })
    }

    /// The lines of a message as they were sent, where the log writes a byte of one of them as an escape; otherwise none.
    fn unescaped(&mut self, to: Seat, first: &'a [u8], body: &Body<'a>) -> Vec<Cow<'a, [u8]>> {
        // Few logs have an escape, and the others are looked through once.
        let has_escapes = *self.has_escapes.get_or_insert_with(|| body.has_escapes());
        if is_literal(first) && !has_escapes {
            return Vec::new();
        }
        let (has_lines, mut ahead) = (self.referee.has_lines(), body.clone());
        let follow = || ahead.next_told(to).filter(|_| has_lines);
        let rest = std::iter::from_fn(follow).map(|(_, text)| text);
        let lines: Vec<&[u8]> = std::iter::once(first).chain(rest).collect();
        match lines.iter().all(|line| is_literal(line)) {
            true => Vec::new(),
            false => lines.into_iter().map(unescape).collect(),
        }
    }

    pub(super) fn told(
        &mut self,
        to: Seat,
        text: &'a [u8],
        number: usize,
        body: &mut Body<'a>,
    ) -> Result<(), Stop> {
        if !self.unsolicited.is_empty() {
            self.notice_for(to, text, number, body);
        }
        let unescaped = self.unescaped(to, text, body);
        let mut block = Block::new(number, text.into());
        let unseen = self.view.unseen;
        let line = unescaped.first().map_or(text, |line| &line[..]);
        let mut told = {
            let mut lines = sent(to, text, &unescaped, &mut block, body);
            self.referee.told(to, &mut lines, unseen, number)
        };
        for _ in 0..MOST_HIDDEN {
            let hides = told.is_err() && !self.referee.has_lines();
            if !hides || !self.referee.hides_step(to, line, unseen) {
                break;
            }
            let is_known = self.step_behind(to, number, body)?
                || self.referee.suppose_answers(to, line, unseen);
            if !is_known {
                self.desync();
                return self.told_desynced(to, block, text, body, false);
            }
            let mut lines = std::iter::once(line);
            told = self.referee.told(to, &mut lines, unseen, number);
        }
        match told {
            Ok(_) => {
                self.report_new_faults(&block);
                Ok(())
            }
            Err(breach) => self.unreadable(to, breach, &block, body),
        }
    }

    /// Takes the choice or the answer that is missing from the first message after a line that tells one; false: none tells it.
    /// Messages that were due before it tell nothing of it.
    fn step_behind(&mut self, to: Seat, number: usize, body: &Body<'a>) -> Result<bool, Stop> {
        let mut before = [0; MAX_SEATS];
        for (seat, count) in (0..).zip(&mut before) {
            *count = self.referee.pending(Seat(seat));
        }
        let (body, mut seen) = (body.clone(), Seats::only(to));
        let (is_alone, mut is_gapless) = (!self.view.unseen.is_empty(), true);
        for line in body {
            is_gapless &= !line.is_gap();
            let Some((seat, text)) = line.told().filter(|(seat, _)| seat.index() < MAX_SEATS)
            else {
                continue;
            };
            if let Some(left) = before[seat.index()].checked_sub(1) {
                before[seat.index()] = left;
                continue;
            }
            let is_next = !seen.contains(seat);
            seen.insert(seat);
            let text = unescape(text);
            let unseen = self.view.unseen;
            let marks = [number, line.number];
            let told = self.referee.step_as_told(seat, &text, unseen, marks);
            match told {
                Ok(false) => {}
                Ok(true) => return Ok(true),
                // The next message to another seat is the one that tells it; where no other seat is seen, the first that tells one
                // at all.
                Err(refused) if is_next || is_alone && is_gapless => {
                    let breach = Block::new(line.number, text).locate(refused);
                    let line = line.number - number;
                    return Err(Stop::Wrong(Culprit::Judge, Breach { line, ..breach }));
                }
                // It tells another choice.
                Err(_) => return Ok(false),
            }
        }
        Ok(false)
    }

    /// A message after a gap. The gap may have hidden the beginning of the first, where messages have several lines.
    pub(super) fn told_desynced(
        &mut self,
        to: Seat,
        mut block: Block<'a>,
        text: &'a [u8],
        body: &mut Body<'a>,
        is_after_gap: bool,
    ) -> Result<(), Stop> {
        let unescaped = self.unescaped(to, text, body);
        self.desync()
            .told
            .iter_mut()
            .for_each(|told| told.insert(to));
        let told = {
            let mut lines = sent(to, text, &unescaped, &mut block, body);
            self.referee.told_desynced(to, &mut lines)
        };
        match told {
            Err(_) if is_after_gap && self.referee.has_lines() => {
                while body.next_told(to).is_some() {}
                Ok(())
            }
            Err(breach) => self.unreadable(to, breach, &block, body),
            Ok(_) if self.desync().is_finished(to) => {
                let breach = Breach::new(GAP_FORM, "this seat was told the end already");
                Err(Stop::Wrong(Culprit::Judge, block.locate(breach)))
            }
            Ok(after) => {
                self.desync().sent(to, after);
                Ok(())
            }
        }
    }
}

/// The lines of a message as they were sent; `unescaped` has them where the log writes bytes of them as escapes.
fn sent<'s, 'a>(
    to: Seat,
    first: &'a [u8],
    unescaped: &'s [Cow<'a, [u8]>],
    block: &'s mut Block<'a>,
    body: &'s mut Body<'a>,
) -> impl Iterator<Item = &'s [u8]> {
    let rest = std::iter::from_fn(move || block.follow(to, body));
    let raw = std::iter::once(first).chain(rest).enumerate();
    raw.map(|(at, raw)| unescaped.get(at).map_or(raw, |line| &line[..]))
}
