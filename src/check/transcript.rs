//! Checks a transcript: the referee takes the log's answers and holds its messages against those that are due.

pub(crate) mod events;

pub use super::finding::{Checked, Conclusion, Culprit, Extent, Finding, cut};

use super::block::Block;
use crate::clause::{Breach, Span};
use crate::clock::Micros;
use crate::game::{MAX_SEATS, Seat, Seats};
use crate::games::erased::{AnyGame, AnyReferee, Told};
use crate::params::{Ms, Settings};
use crate::referee::{Awaits, Fact, Fault, Heard};
use crate::transcript::{
    Body, Entry, GAP_FORM, LINE_ANSWER, LINE_SEAT, Line, LogError, Transcript, is_literal, no_seat, unescape,
};
use crate::wire::LINE_CAP;
use events::Pending;
use std::fmt;

/// Why a transcript could not be checked at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The header cannot be read.
    Header(LogError),
    /// The header names another game.
    Game(String),
    /// A parameter has no such value.
    Settings(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Header(error) => write!(f, "line {}: {}", error.line, error.breach.why),
            Refused::Game(name) => write!(f, "its header names another game, {name}"),
            Refused::Settings(why) => write!(f, "its parameters are refused: {why}"),
        }
    }
}

/// Checks a transcript of this game. `settings` override the header's parameters.
pub fn validate(game: &dyn AnyGame, settings: &Settings, bytes: &[u8]) -> Result<Checked, Refused> {
    check(game, settings, bytes, usize::MAX, None, false).map(|(checked, _)| checked)
}

/// The parameters of a log. Those given with it override those of its header. If no header names the game, the
/// parameters in the judge's first message override the defaults.
pub fn settings_of(game: &dyn AnyGame, transcript: &Transcript<'_>, given: &Settings) -> Settings {
    let header = &transcript.header;
    let said = header.settings.and(given);
    if header.game.is_some() || header.omits_head {
        return said;
    }
    let mut lines = transcript.body().map_while(|line| line.told().map(|(_, text)| text));
    let told = game.told_settings(&mut lines);
    if told.0.is_empty() { said } else { told.and(&said) }
}

/// Checks a transcript up to a line of the file; the referee as it stood before that line comes with it,
/// with the answers and choices that it learned from messages.
pub fn validate_until(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    until: usize,
) -> Result<(Checked, Box<dyn AnyReferee>), Refused> {
    check(game, settings, bytes, until, None, true)
}

/// Where the walk through a transcript stands.
#[derive(Clone, Copy)]
pub struct Standing<'a> {
    /// The referee, before the line.
    pub referee: &'a dyn AnyReferee,
    /// True after a gap, where nobody knows the position.
    pub is_adrift: bool,
}

/// Checks a transcript in one pass, and shows `see` the standing before each of these lines, in order. A line within a
/// longer message gets the standing after that message; one behind the readable part, the standing at its end.
pub fn walk(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    lines: &[usize],
    see: &mut dyn FnMut(usize, Standing<'_>),
) -> Result<Checked, Refused> {
    let mut wanted = lines.iter().copied().peekable();
    let mut observe = |number: usize, standing: Standing<'_>| {
        while let Some(line) = wanted.next_if(|&line| line <= number) {
            see(line, standing);
        }
    };
    check(game, settings, bytes, usize::MAX, Some(&mut observe), false).map(|(checked, _)| checked)
}

/// Gets a line's number and the standing before it.
type Observer<'o> = dyn FnMut(usize, Standing<'_>) + 'o;

fn check(
    game: &dyn AnyGame,
    settings: &Settings,
    bytes: &[u8],
    until: usize,
    mut observe: Option<&mut Observer<'_>>,
    keeps_learned: bool,
) -> Result<(Checked, Box<dyn AnyReferee>), Refused> {
    let transcript = Transcript::parse(bytes).map_err(Refused::Header)?;
    let header = &transcript.header;
    if let Some(name) = header.game.as_deref().filter(|name| *name != game.name()) {
        return Err(Refused::Game(name.to_string()));
    }
    let settings = settings_of(game, &transcript, settings);
    let variant = game.with(&settings).map_err(Refused::Settings)?;
    let seats = Seats::first(variant.seats());
    let seen = header.seats.unwrap_or_else(|| transcript.seats(seats));
    let mut check = Check {
        referee: variant.referee(),
        seats,
        seen,
        unseen: seats.iter().filter(|seat| !seen.contains(*seat)).collect(),
        own_clock: header.own_clock,
        tells_the_end: game.tells_the_end(),
        finished: Seats::NONE,
        adrift: None,
        faults: 0,
        findings: Vec::new(),
        pending: [Pending::default(); MAX_SEATS],
        gone: Vec::new(),
        dead: Seats::NONE,
        open: seats,
    };
    if keeps_learned {
        check.referee.keep_learned();
    }
    check.referee.forget(check.unseen);
    if header.omits_head {
        skip_head(&mut check.referee, seats, check.unseen);
    }
    let (lines, contradicted) = check.walk(transcript.body(), until, &mut observe);
    if let Some(observe) = observe {
        observe(usize::MAX, check.standing());
    }
    let extent = if contradicted { Extent::Contradicted } else { check.extent(lines, header.omits_tail) };
    let verdict = check.referee.verdict().clone();
    Ok((Checked { findings: check.findings, extent, verdict, lines, seen }, check.referee))
}

/// A check under way.
struct Check<'a> {
    referee: Box<dyn AnyReferee>,
    seats: Seats,
    seen: Seats,
    unseen: Seats,
    own_clock: bool,
    /// Without a word about the end, a log of some seats may just stop.
    tells_the_end: bool,
    /// Seats that were told their last message.
    finished: Seats,
    /// After a gap: seats that may have an answer on the way.
    open: Seats,
    /// After a gap: how many lines were checked for their form.
    adrift: Option<usize>,
    /// Faults of the verdict already reported.
    faults: usize,
    findings: Vec<Finding>,
    /// Unfinished and unflushed bytes of each seat, told before its next event.
    pending: [Pending<'a>; MAX_SEATS],
    /// Ends of programs that nothing was asked of, with their lines: they count when the seat is asked again, or told to end.
    gone: Vec<(Seat, Heard<'a>, usize)>,
    /// Seats whose programs have ended.
    dead: Seats,
}

/// A contradiction: nothing after it can be checked.
struct Stop(Culprit, Breach);

impl<'a> Check<'a> {
    fn walk(&mut self, mut body: Body<'a>, until: usize, observe: &mut Option<&mut Observer<'_>>) -> (usize, bool) {
        let mut lines = 0;
        while let Some(line) = body.next() {
            if line.number >= until {
                break;
            }
            if let Some(observe) = observe {
                observe(line.number, self.standing());
            }
            lines += 1;
            if self.gone.is_empty() && self.is_plain(&line) {
                continue;
            }
            if let Err(Stop(culprit, breach)) = self.step(&line, &mut body).and_then(|()| self.bury()) {
                let number = line.number + breach.line;
                self.findings.push(Finding { line: number, culprit, breach });
                return (lines, true);
            }
        }
        (lines, false)
    }

    fn standing(&self) -> Standing<'_> {
        Standing { referee: &*self.referee, is_adrift: self.adrift.is_some() }
    }

    /// The usual lines, told and answered just as they were due; true where that is all there is to say.
    fn is_plain(&mut self, line: &Line<'a>) -> bool {
        if self.adrift.is_some() || !self.unseen.is_empty() {
            return false;
        }
        if let Some((seat, text)) = line.told() {
            return self.referee.told_plainly(seat, text);
        }
        let Some((seat, text, took)) = line.said() else { return false };
        let is_unfinished = self.pending.get(seat.index()).is_some_and(|pending| pending.is_unfinished());
        if text.len() > LINE_CAP || is_unfinished || !is_literal(text) {
            return false;
        }
        let took = took.filter(|_| !self.own_clock).map(Micros::from);
        let faults = self.referee.answer(seat, text, took, line.number);
        if faults.is_some_and(|faults| faults > self.faults) {
            self.settle(&Block::new(line.number, text.into()));
        }
        if faults.is_some() {
            self.pending[seat.index()] = Pending::default();
        }
        faults.is_some()
    }

    /// Any other line.
    fn step(&mut self, line: &Line<'a>, body: &mut Body<'a>) -> Result<(), Stop> {
        let entry = line.entry().map_err(|unreadable| Stop(Culprit::Log, unreadable.breach()))?;
        let number = line.number;
        if let Some(lines) = &mut self.adrift {
            *lines += 1;
        }
        self.check_seat(&entry)?;
        match entry {
            Entry::Gap => {
                self.adrift.get_or_insert(0);
                Ok(())
            }
            Entry::Told(seat, text) => self.told(seat, text, number, body),
            Entry::Said(seat, text, took) => self.said(seat, Block::new(number, unescape(text)), took, body),
            Entry::Event(seat, event) => self.event(seat, event, number, body),
        }
    }

    /// The seat in front of a line is one of the game, and of the header.
    fn check_seat(&self, entry: &Entry<'a>) -> Result<(), Stop> {
        let (Entry::Told(seat, _) | Entry::Said(seat, ..) | Entry::Event(seat, _)) = entry else { return Ok(()) };
        let breach = match seat {
            seat if !self.seats.contains(*seat) => no_seat(*seat),
            seat if !self.seen.contains(*seat) => Breach::new(LINE_SEAT, "the header's `seats` leaves this seat out"),
            _ => return Ok(()),
        };
        Err(Stop(Culprit::Log, breach.span(Span::Columns(0, 1))))
    }

    /// Whether the log can be read where a message stops: the line after it, counted from the message's first.
    fn check_next(&self, number: usize, body: &Body<'a>) -> Result<(), Stop> {
        let Some(line) = body.clone().next() else { return Ok(()) };
        let entry = line.entry().map_err(|unreadable| Stop(Culprit::Log, unreadable.breach()));
        let checked = entry.and_then(|entry| self.check_seat(&entry));
        checked.map_err(|Stop(culprit, breach)| Stop(culprit, Breach { line: line.number - number, ..breach }))
    }

    fn told(&mut self, to: Seat, text: &'a [u8], number: usize, body: &mut Body<'a>) -> Result<(), Stop> {
        let rest = body.clone();
        let mut block = Block::new(number, text.into());
        let mut lines = std::iter::once(text).chain(std::iter::from_fn(|| block.follow(body.next_told(to)?)));
        let told = if self.adrift.is_some() {
            if self.finished.contains(to) {
                let breach = Breach::new(GAP_FORM, "this seat was told the end already");
                return Err(Stop(Culprit::Judge, breach));
            }
            match self.referee.told_adrift(to, &mut lines) {
                Ok(last) => {
                    if last {
                        self.finished.insert(to);
                    } else {
                        self.open.insert(to);
                    }
                    return Ok(());
                }
                Err(breach) => Err(breach),
            }
        } else {
            self.referee.told(to, &mut lines, self.unseen, &|seat| rest.clone().tells(seat), number)
        };
        match told {
            Ok(told) => {
                if let Told::Failed(seat) = told
                    && self.unseen.contains(seat)
                {
                    self.faults = self.referee.verdict().faults.len();
                }
                self.settle(&block);
                Ok(())
            }
            Err(breach) => {
                // Where it stops at a line of no form it is the log that is broken, and not the judge.
                let stops = breach.line >= block.len();
                if stops {
                    self.check_next(number, body)?
                }
                Err(Stop(Culprit::Judge, block.locate(breach)))
            }
        }
    }

    fn said(&mut self, seat: Seat, mut block: Block<'a>, took: Option<Ms>, body: &mut Body<'a>) -> Result<(), Stop> {
        self.pending[seat.index()].answered().map_err(|breach| Stop(Culprit::Log, breach))?;
        let has_gone = self.adrift.is_some() || self.gone.iter().any(|(gone, ..)| *gone == seat);
        if has_gone && self.dead.contains(seat) {
            return Err(Stop(Culprit::Log, Breach::new(LINE_ANSWER, "this seat's program has ended already")));
        }
        if self.adrift.is_some() {
            let is_over = self.finished.contains(seat) && !self.open.contains(seat);
            self.open.remove(seat);
            let took = took.filter(|_| !self.own_clock);
            let fault = |fault: Fault| Stop(Culprit::Seat(seat, fault.kind), block.locate(fault.breach));
            return self.referee.said_adrift(seat, &block.first, took, is_over).map_err(fault);
        }
        let owed = self.referee.owes(seat).is_some();
        let due = match self.referee.awaits() {
            Awaits::Replies(asks) if !owed => asks.iter().find(|ask| ask.seat == seat).map(|ask| ask.lines),
            _ => None,
        };
        if let Some(lines) = due {
            let last = block.gather(seat, lines, body);
            // Where no input follows, the end of the output ends a last line as well as a newline does.
            if block.len() < lines && self.referee.closes_input() {
                block.gather_unended(seat, body);
            }
            let took = last.or(took).filter(|_| !self.own_clock).map(Micros::from);
            let answer = block.joined();
            let is_long = answer.split(|&byte| byte == b'\n').any(|line| line.len() > LINE_CAP);
            let what = if is_long { Heard::TooMuch } else { Heard::Lines(&answer) };
            return self.take(Fact::Heard { seat, what, took }, &block);
        }
        let took = took.filter(|_| !self.own_clock).map(Micros::from);
        let answer = &block.first;
        match self.referee.awaits() {
            Awaits::Exit { seats, .. } if seats.contains(seat) => {
                let what = if owed { Heard::Unasked(answer) } else { Heard::Lines(answer) };
                self.take(Fact::Exit { seat, what }, &block)
            }
            Awaits::Replies(_) | Awaits::Clock(_) | Awaits::Choice => {
                self.take(Fact::Heard { seat, what: Heard::Unasked(answer), took }, &block)
            }
            _ if self.failed(seat) => Ok(()),
            _ => {
                let ended = |_| Stop(Culprit::Log, Breach::new(LINE_ANSWER, "this seat's program has ended already"));
                let fact = Fact::Exit { seat, what: Heard::Lines(answer) };
                self.referee.take(fact, block.number).map_err(ended)
            }
        }
    }

    fn take(&mut self, fact: Fact<'_>, block: &Block<'_>) -> Result<(), Stop> {
        let misuse = |_| Stop(Culprit::Log, Breach::new(LINE_ANSWER, "nothing was awaited of this seat here"));
        self.referee.take(fact, block.number).map_err(misuse)?;
        self.settle(block);
        Ok(())
    }

    /// Reports new faults at their lines, and drops what is owed to seats that the log does not show.
    fn settle(&mut self, block: &Block<'_>) {
        if !self.unseen.is_empty() {
            self.referee.forget(self.unseen);
        }
        let verdict = self.referee.verdict();
        for fault in &verdict.faults[self.faults..] {
            let culprit = Culprit::Seat(fault.seat, fault.kind);
            let breach = block.locate(fault.breach);
            self.findings.push(Finding { line: block.number + breach.line, culprit, breach });
        }
        self.faults = verdict.faults.len();
    }

    fn failed(&self, seat: Seat) -> bool {
        self.referee.out().contains(seat)
    }

    fn extent(&mut self, lines: usize, omits_tail: bool) -> Extent {
        // A gap is a line, and nothing was left out of nothing.
        if lines == usize::from(self.adrift == Some(0)) {
            return Extent::Empty;
        }
        if let Some(lines) = self.adrift {
            return Extent::Gap(lines);
        }
        let owed = self.seen.iter().any(|seat| self.referee.owes(seat).is_some() && !self.failed(seat));
        if let Awaits::Exit { seats, .. } = self.referee.awaits()
            && !owed
        {
            for seat in seats.iter() {
                // The referee awaits exactly these.
                let _ = self.referee.take(Fact::Exit { seat, what: Heard::Unlogged }, 0);
            }
        }
        match self.referee.awaits() {
            Awaits::Verdict if !owed => Extent::Whole,
            _ if omits_tail => Extent::NoTail,
            Awaits::Replies(asks)
                if !owed && !self.tells_the_end && asks.iter().all(|ask| self.unseen.contains(ask.seat)) =>
            {
                Extent::Open
            }
            _ => Extent::Cut,
        }
    }
}

/// Plays the handshake that a log leaves out: every step that has one legal answer.
pub(super) fn skip_head(referee: &mut Box<dyn AnyReferee>, seats: Seats, unseen: Seats) {
    loop {
        referee.forget(seats);
        let Awaits::Replies(asks) = referee.awaits() else { return };
        let seat = asks[0].seat;
        let replies = referee.replies(seat);
        let [only] = &replies[..] else { return };
        let fact = Fact::Heard { seat, what: Heard::Lines(only.as_bytes()), took: Some(Micros(0)) };
        let before = referee.fork();
        if referee.take(fact, 0).is_err() {
            *referee = before;
            return;
        }
        // The last step of the handshake makes the first real message due, which the log has.
        let Awaits::Replies(asks) = referee.awaits() else { return };
        if referee.replies(asks[0].seat).len() != 1 {
            referee.forget(unseen);
            return;
        }
    }
}
