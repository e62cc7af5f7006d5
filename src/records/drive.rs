//! Plays a record to the referee: its answers, times and choices are facts.

use super::check::{Found, Kept, Ply};
use super::claims::put_out;
use super::events::Stray;
use super::{Record, Step, What};
use crate::check::transcript::events::Pending;
use crate::check::transcript::{Culprit, Extent};
use crate::clause::Breach;
use crate::clock::Micros;
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::games::erased::AnyReferee;
use crate::params::{Ms, Settings};
use crate::referee::{Ask, Awaits, Fact, FaultKind, Heard};
use crate::transcript::record::{END_AFTER, TURN_ORDER};
use crate::transcript::{Event, Writer, no_seat, unescape};
use std::borrow::Cow;

/// A record on its way through the referee.
pub(super) struct Drive<'r, 'a> {
    pub(super) record: &'r Record<'a>,
    pub(super) referee: Box<dyn AnyReferee>,
    /// Answers of the handshake that are still to come.
    greeting: usize,
    seats: usize,
    /// The next step.
    pub(super) at: usize,
    pub(super) faults: usize,
    /// The times of each seat's answers together; `None`: not all are told.
    pub(super) spent: [Option<u64>; MAX_SEATS],
    pub(super) findings: Vec<Found>,
    pub(super) notes: Vec<String>,
    pub(super) answers: usize,
    pub(super) writers: Option<[Writer; 2]>,
    pub(super) kept: Kept,
    pub(super) pending: [Pending<'a>; MAX_SEATS],
    /// Ends of programs that were asked nothing, which the judge has not noticed yet.
    pub(super) strays: Vec<Stray<'a>>,
    /// Which options to take of choices that are left open.
    pub(super) way: &'r [usize],
    /// Options of the first open choice beyond those.
    pub(super) open: usize,
}

/// Why the record was followed no further.
pub(super) enum Stop {
    /// It contradicts itself.
    Contradicted,
    /// What comes next rests on what it does not tell: so many steps were held to their form alone.
    Adrift(usize),
}

impl<'r, 'a> Drive<'r, 'a> {
    pub(super) fn new(
        record: &'r Record<'a>,
        settings: &Settings,
        keep: bool,
        way: &'r [usize],
    ) -> Result<Drive<'r, 'a>, String> {
        let variant = record.game.with(settings)?;
        let (seats, referee) = (variant.seats(), variant.referee());
        let greeting = match referee.awaits() {
            Awaits::Replies(asks) if referee.replies(asks[0].seat) == ["OK"] => seats,
            _ => 0,
        };
        let (header, holds) = (header(record), vec![("holds", "answers".to_string())]);
        let writer = |header: &[(&str, String)]| Writer::new(record.game.name(), settings, header);
        Ok(Drive {
            record,
            referee,
            greeting,
            seats,
            at: 0,
            faults: 0,
            spent: [Some(0); MAX_SEATS],
            findings: Vec::new(),
            notes: record.notes.clone(),
            answers: 0,
            writers: keep.then(|| [writer(&header), writer(&[holds, header].concat())]),
            kept: Kept::default(),
            pending: [Pending::default(); MAX_SEATS],
            strays: Vec::new(),
            way,
            open: 0,
        })
    }

    /// Plays the record; how far it went.
    pub(super) fn run(&mut self) -> Extent {
        let stopped = self.steps();
        if let Some([log, moves]) = &self.writers {
            (self.kept.log, self.kept.moves) = (log.text().into(), moves.text().into());
        }
        self.extent(stopped)
    }

    fn steps(&mut self) -> Option<Stop> {
        loop {
            self.tell();
            if let Err(stop) = self.notice() {
                return Some(stop);
            }
            if let Some(What::Said(seat, ..) | What::Event(seat, _) | What::Failed(seat, _)) =
                self.record.steps.get(self.at).map(|step| &step.what)
                && seat.index() >= self.seats
            {
                return Some(self.contradict(self.at, Culprit::Log, no_seat(*seat)));
            }
            let done = match self.referee.awaits() {
                Awaits::Choice => self.choose(),
                Awaits::Replies(asks) => {
                    let asks = asks.to_vec();
                    match self.reply(&asks) {
                        Ok(true) => Ok(()),
                        Ok(false) if self.strays.is_empty() => return None,
                        Ok(false) => {
                            let stray = self.strays.remove(0);
                            self.hand_in(stray)
                        }
                        Err(stop) => Err(stop),
                    }
                }
                Awaits::Clock(seats) => {
                    let seat = seats.iter().next().unwrap_or(Seat(0));
                    self.take(Fact::Clock { seat, took: None })
                }
                Awaits::Exit { .. } | Awaits::Verdict => match self.record.steps.get(self.at) {
                    Some(step) => self.after(step),
                    None => return None,
                },
            };
            if let Err(stop) = done {
                return Some(stop);
            }
        }
    }

    /// The messages that are due: written, or told to nobody.
    fn tell(&mut self) {
        let Some([log, _]) = &mut self.writers else { return self.referee.forget(Seats::first(self.seats)) };
        let mut message = String::new();
        while let Some(seat) = self.referee.tell(&mut message) {
            log.told(seat, &message);
        }
    }

    /// Hands in what answers one of these asks; false where the record has nothing more.
    fn reply(&mut self, asks: &[Ask]) -> Result<bool, Stop> {
        let record = self.record;
        let next = record.steps.get(self.at);
        let greets = self.greeting > 0;
        let asked = |seat: &Seat| asks.iter().find(|ask| ask.seat == *seat);
        match next.map(|step| &step.what) {
            Some(What::Said(seat, text, took)) if !greets || record.is_whole || text.starts_with(b"OK") => {
                let answered = self.pending[seat.index()].answered();
                answered.map_err(|breach| self.contradict(self.at, Culprit::Log, breach))?;
                match asked(seat) {
                    Some(ask) => self.said(*ask, *took)?,
                    None if record.is_whole => {
                        let step = self.at;
                        self.at += 1;
                        self.write_said(*seat, text, *took);
                        let none = Ply { seat: *seat, text: None, took: None, fault: None };
                        let what = Heard::Unasked(text);
                        self.ply(step, none, Fact::Heard { seat: *seat, what, took: None }, text)?;
                    }
                    None if self.referee.out().contains(*seat) => {
                        let text = "the record goes on with an answer of seat {0}, which has failed";
                        let breach = Breach::new(END_AFTER, text).numbers([i64::from(seat.0)]);
                        return Err(self.contradict(self.at, Culprit::Judge, breach));
                    }
                    None => {
                        let due = asks.iter().map(|ask| ask.seat).next().unwrap_or(Seat(0));
                        let text = "an answer of seat {0} where seat {1} is to move";
                        let breach = Breach::new(TURN_ORDER, text).numbers([seat.0, due.0].map(i64::from));
                        return Err(self.contradict(self.at, Culprit::Log, breach));
                    }
                }
            }
            Some(What::Event(seat, Event::Unfinished(bytes))) if self.is_last_line(*seat) => {
                // The end of the output ends the last answer.
                let (step, text) = (self.at, unescape(bytes));
                self.at += 1;
                self.answers += 1;
                self.write_event(*seat, Event::Unfinished(bytes));
                let ply =
                    Ply { seat: *seat, text: Some(String::from_utf8_lossy(&text).into()), took: None, fault: None };
                self.ply(step, ply, Fact::Heard { seat: *seat, what: Heard::Lines(&text), took: None }, &text)?;
            }
            Some(What::Event(seat, event)) => self.event(*seat, *event, asked(seat))?,
            Some(What::Failed(seat, reason)) => self.fail(*seat, *reason, asked(seat))?,
            Some(What::Chosen(_)) if !greets => {
                let breach = Breach::new(TURN_ORDER, "a choice of the judge where seat {0} is to answer");
                return Err(self.contradict(self.at, Culprit::Log, breach.numbers([i64::from(asks[0].seat.0)])));
            }
            // The answer of the handshake, which this record does not tell.
            _ if greets && (next.is_some() || !record.is_whole) && self.is_ahead() => {
                let seat = asks[0].seat;
                self.greeting -= 1;
                self.write_said(seat, b"OK", None);
                self.take(Fact::Heard { seat, what: Heard::Lines(b"OK"), took: Some(Micros(0)) })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// True where the record has anything to say after the handshake.
    fn is_ahead(&self) -> bool {
        !self.record.steps.is_empty() || !self.record.claims.is_empty()
    }

    /// An answer that was asked for, of as many lines.
    fn said(&mut self, ask: Ask, took: Option<Ms>) -> Result<(), Stop> {
        let (record, first) = (self.record, self.at);
        let (mut took, mut all): (_, Cow<'_, [u8]>) = (took, b"".into());
        while let Some(Step { what: What::Said(seat, text, last), .. }) = record.steps.get(self.at)
            && *seat == ask.seat
            && self.at - first < ask.lines
        {
            match self.at - first {
                0 => all = text.as_ref().into(),
                _ => all = [&all, &text[..]].join(&b'\n').into(),
            }
            took = *last;
            self.at += 1;
        }
        self.write_said(ask.seat, &all, took);
        self.answers += 1;
        let is_ply = self.greeting == 0;
        if is_ply {
            self.spend(ask.seat, took);
        } else {
            self.greeting -= 1;
        }
        let fact = Fact::Heard { seat: ask.seat, what: Heard::Lines(&all), took: took.map(Micros::from) };
        let text = is_ply.then(|| String::from_utf8_lossy(&all).into_owned());
        self.ply(first, Ply { seat: ask.seat, text, took, fault: None }, fact, &all)
    }

    /// Adds the time of an answer to its seat's.
    pub(super) fn spend(&mut self, seat: Seat, took: Option<Ms>) {
        let spent = &mut self.spent[seat.index()];
        *spent = spent.zip(took).map(|(spent, took)| spent.saturating_add(took.0));
    }

    /// Hands in a fact of a seat, and keeps what it comes to as a ply.
    pub(super) fn ply(&mut self, step: usize, ply: Ply, fact: Fact<'_>, text: &[u8]) -> Result<(), Stop> {
        let before = self.faults;
        let done = self.fact(step, fact, text);
        let fault = put_out(&self.referee.verdict().faults[before..], ply.seat);
        if self.writers.is_some() && (ply.text.is_some() || fault.is_some()) {
            self.kept.plies.push(Ply { fault, ..ply });
        }
        done
    }

    pub(super) fn take(&mut self, fact: Fact<'_>) -> Result<(), Stop> {
        self.referee.take(fact, self.at).map_err(|_| Stop::Contradicted)
    }

    /// Hands in a fact that a step tells, and reports what it breaks.
    pub(super) fn fact(&mut self, step: usize, fact: Fact<'_>, text: &[u8]) -> Result<(), Stop> {
        self.note_line(step);
        if self.referee.take(fact, step).is_err() {
            let breach = Breach::new(TURN_ORDER, "nothing was awaited of this seat here");
            return Err(self.contradict(step, Culprit::Log, breach));
        }
        self.settle(step, text);
        Ok(())
    }

    /// Reports new faults where they stand.
    pub(super) fn settle(&mut self, step: usize, text: &[u8]) {
        let faults = &self.referee.verdict().faults;
        for fault in &faults[self.faults..] {
            let own = self.record.steps.get(step + fault.breach.line).or(self.record.steps.get(step));
            let line = text.split(|&byte| byte == b'\n').nth(fault.breach.line).unwrap_or(text);
            let at = own.map_or(0..0, |own| match fault.kind {
                _ if text.is_empty() => own.at.clone(),
                FaultKind::Late => own.words.get(line.split(|&byte| byte == b' ').count()).unwrap_or(&own.at).clone(),
                _ => own.place(line, fault.breach.span),
            });
            let culprit = Culprit::Seat(fault.seat, fault.kind);
            self.findings.push(Found { at, culprit, breach: fault.breach, step: Some(step) });
        }
        self.faults = faults.len();
    }

    pub(super) fn contradict(&mut self, step: usize, culprit: Culprit, breach: Breach) -> Stop {
        let at = self.record.steps.get(step).map_or(0..0, |step| step.at.clone());
        self.findings.push(Found { at, culprit, breach, step: Some(step) });
        Stop::Contradicted
    }

    pub(super) fn write_event(&mut self, seat: Seat, event: Event<'_>) {
        for writer in self.writers.iter_mut().flatten() {
            writer.event(seat, event);
        }
    }

    pub(super) fn write_said(&mut self, seat: Seat, text: &[u8], took: Option<Ms>) {
        for writer in self.writers.iter_mut().flatten() {
            writer.said(seat, text, took);
        }
    }

    pub(super) fn note_line(&mut self, step: usize) {
        if let Some([log, _]) = &self.writers {
            self.kept.lines.resize(step + 1, log.lines());
        }
    }

    fn extent(&mut self, stopped: Option<Stop>) -> Extent {
        match stopped {
            Some(Stop::Contradicted) => return Extent::Contradicted,
            Some(Stop::Adrift(steps)) => return Extent::Gap(steps),
            None if self.record.steps.is_empty() && self.record.claims.is_empty() => return Extent::Empty,
            None => {}
        }
        if let Awaits::Exit { seats, .. } = self.referee.awaits() {
            seats.iter().for_each(|seat| self.exit(seat));
        }
        match self.referee.awaits() {
            Awaits::Verdict => Extent::Whole,
            _ if self.record.omits_tail => Extent::NoTail,
            _ => Extent::Cut,
        }
    }
}

/// What the header of a log made of a record says beside its parameters.
fn header(record: &Record<'_>) -> Vec<(&'static str, String)> {
    let mut header = Vec::new();
    if record.omits_tail {
        header.push(("omits", "tail".to_string()));
    }
    let is_plain = |name: &str| !name.is_empty() && !name.contains(char::is_control);
    let names = record.names.iter().enumerate().filter(|(_, name)| is_plain(name));
    let mut notes: Vec<String> = names.map(|(seat, name)| format!("{seat}={name}")).collect();
    if record.steps.iter().any(|step| matches!(step.what, What::Said(_, _, None))) {
        notes.push("where a time is not told, messages show 0".into());
    }
    if !notes.is_empty() {
        header.push(("note", notes.join(" ")));
    }
    header
}
