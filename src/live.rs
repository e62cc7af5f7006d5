//! Live matches: the referee, the players, and the built-in players of seats without a program.

pub mod memory;
pub mod players;

use crate::clause::{Breach, Clause, Span};
use crate::clock::Micros;
use crate::game::{Seat, Seats};
use crate::games::erased::AnyReferee;
use crate::params::Ms;
use crate::referee::{
    Ask, Awaits, Death, DriverError, Fact, FaultKind, Observation, Stream, Verdict,
};
use crate::transcript::{Event, Spending, TimeSpent, Writer};
use crate::wire::CHILDREN;
use players::{HarnessError, Players, Usage};
use std::borrow::BorrowMut;
use std::collections::BTreeSet;

/// How long an answer is awaited when built-in players drain the banks.
const PATIENCE: Ms = Ms(10_000);

/// Players that stickler itself brings, for seats without a program; by default none.
pub trait BuiltinPlayers {
    /// Which seats these are.
    fn seats(&self) -> Seats {
        Seats::NONE
    }
    /// A message to one of them.
    fn told(&mut self, _seat: Seat, _message: &str) {}
    /// True where it answers only after the programs that are asked at the same time. It [hears](BuiltinPlayers::heard) their answers.
    fn peeks(&self) -> bool {
        false
    }
    /// Where every answer of a program counts as three quarters of its bank: how much longer than the whole bank an answer may take.
    /// One that takes longer counts as long as it took.
    fn drains(&self) -> Option<Ms> {
        None
    }
    /// Sees the position in which a program is asked.
    fn asks(&mut self, _referee: &dyn AnyReferee, _seat: Seat) {}
    /// Receives the answer of a program.
    fn heard(&mut self, _answer: &[u8]) {}
    /// The judge's next choice, if they know it. An impossible or unknown choice is drawn instead.
    fn choice(&mut self) -> Option<String> {
        None
    }
    /// The answer and the time to count for it. `None`: it fails instead.
    fn answer(
        &mut self,
        _: &dyn AnyReferee,
        _: Seat,
        _: &mut dyn Stream,
    ) -> (Option<String>, Micros) {
        (None, Micros(0))
    }
}

/// None: every seat is a program.
#[derive(Clone, Copy, Debug)]
pub struct NoBuiltinPlayers;

impl BuiltinPlayers for NoBuiltinPlayers {}

/// A match that has been played.
#[derive(Clone, Debug)]
pub struct MatchReport {
    /// The referee's verdict.
    pub verdict: Verdict,
    /// The transcript's line for each fault of the verdict, from 1.
    pub fault_lines: Vec<usize>,
    /// The transcript with its header.
    pub transcript: String,
    /// The longest time counted for an answer, by seat.
    pub slowest: Vec<Ms>,
    /// The time of its first answer and the longest of its later ones, by seat, as far as there are any.
    pub apart: Vec<[Option<Ms>; 2]>,
    /// Where the time of the slowest answer went, by seat; `None`: it was too short to be measured, or the system does not tell.
    pub spent: Vec<Option<TimeSpent>>,
    /// Usage of each program, by seat; `None` for built-in players.
    pub usage: Vec<Option<Usage>>,
    /// Clauses of which the arena can see a breach, but not that they were kept.
    pub unseen: BTreeSet<Clause>,
}

/// Plays a match to its verdict. `writer` holds the transcript's header. If the match is broken off, a borrowed writer keeps the
/// transcript so far.
pub fn play(
    referee: Box<dyn AnyReferee>,
    seats: usize,
    table: &mut dyn Players,
    builtin: &mut dyn BuiltinPlayers,
    stream: &mut dyn Stream,
    mut writer: impl BorrowMut<Writer>,
) -> Result<MatchReport, HarnessError> {
    table.limit_memory(referee.memory().bytes());
    let mut game = Live {
        referee,
        table,
        builtin,
        stream,
        writer: writer.borrow_mut(),
        message: String::new(),
        fault_lines: Vec::new(),
        answer: 0,
        slowest: vec![Ms(0); seats],
        apart: vec![[None; 2]; seats],
        spent: vec![None; seats],
        in_all: vec![TimeSpent::default(); seats],
        stalled_before: vec![Micros(0); seats],
        usage: vec![None; seats],
        unseen: Vec::new(),
    };
    while game.step()? {}
    Seats::first(seats)
        .iter()
        .try_for_each(|seat| game.retire(seat))?;
    let mut verdict = game.referee.verdict().clone();
    verdict.kept.retain(|kept| !game.unseen.contains(kept));
    Ok(MatchReport {
        verdict,
        fault_lines: game.fault_lines,
        transcript: game.writer.text().to_string(),
        slowest: game.slowest,
        apart: game.apart,
        spent: game.spent,
        usage: game.usage,
        unseen: game.unseen.into_iter().map(|(_, clause)| clause).collect(),
    })
}

struct Live<'a> {
    referee: Box<dyn AnyReferee>,
    table: &'a mut dyn Players,
    builtin: &'a mut dyn BuiltinPlayers,
    stream: &'a mut dyn Stream,
    writer: &'a mut Writer,
    message: String,
    fault_lines: Vec<usize>,
    /// The first line of the latest answer.
    answer: usize,
    slowest: Vec<Ms>,
    apart: Vec<[Option<Ms>; 2]>,
    spent: Vec<Option<TimeSpent>>,
    /// The time of all answers so far, by seat.
    in_all: Vec<TimeSpent>,
    /// How long the machine had held each seat up before its latest answer, where that alone counts: in a bank that is drained.
    stalled_before: Vec<Micros>,
    usage: Vec<Option<Usage>>,
    /// Clauses that this arena cannot call kept.
    unseen: Vec<(Seat, Clause)>,
}

impl Live<'_> {
    /// Takes one fact; false when the verdict is final.
    fn step(&mut self) -> Result<bool, HarnessError> {
        if self.unsolicited()? {
            return Ok(true);
        }
        self.tell();
        match self.referee.awaits() {
            Awaits::Verdict => return Ok(false),
            Awaits::Choice => {
                let known = self.builtin.choice();
                let is_made = known.is_some_and(|text| {
                    self.referee
                        .choose_named(&text, self.writer.lines())
                        .is_ok()
                });
                if !is_made {
                    self.referee.choose(self.stream, self.writer.lines())?;
                }
                // If a choice reveals a fault, the next message is the line that shows it.
                if self.referee.verdict().faults.len() > self.fault_lines.len() {
                    let shown = self.writer.lines() + 1;
                    self.tell();
                    self.fault_lines.resize(
                        self.referee.verdict().faults.len(),
                        shown.min(self.writer.lines()),
                    );
                }
            }
            Awaits::Clock(_) => return Err(DriverError("a live match knows every time").into()),
            Awaits::Replies(asks) => {
                let builtin = self.builtin.seats();
                let own = asks.iter().find(|ask| builtin.contains(ask.seat));
                let is_after =
                    self.builtin.peeks() && asks.iter().any(|ask| !builtin.contains(ask.seat));
                match own {
                    Some(ask) if !is_after => self.ask_builtin(ask.seat)?,
                    _ => self.ask_table()?,
                }
            }
            Awaits::Exit { seats, grace } => self.end(seats, grace)?,
        }
        self.retire_failed()?;
        Ok(true)
    }

    /// Looks for unasked output before a seat is told anything more.
    fn unsolicited(&mut self) -> Result<bool, HarnessError> {
        let builtin = self.builtin.seats();
        for seat in (0..self.slowest.len() as u8).map(Seat) {
            if builtin.contains(seat)
                || self.referee.owes(seat).is_none()
                || self.referee.out().contains(seat)
            {
                continue;
            }
            let Some(bytes) = self.table.unsolicited(seat)? else {
                continue;
            };
            let first = self.writer.lines() + 1;
            self.writer.said(seat, bytes, None);
            let what = Observation::Unasked(bytes);
            let fact = match self.referee.awaits() {
                Awaits::Exit { .. } => Fact::Exit { seat, what },
                _ => Fact::Observed {
                    seat,
                    what,
                    took: Some(Micros(0)),
                },
            };
            self.referee.take(fact, self.writer.lines())?;
            self.note_faults_in(first);
            self.retire_failed()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn tell(&mut self) {
        while let Some(seat) = self.referee.tell(&mut self.message) {
            if self.referee.out().contains(seat) {
                continue;
            }
            self.writer.told(seat, &self.message);
            if self.builtin.seats().contains(seat) {
                self.builtin.told(seat, &self.message);
            } else {
                self.table.tell(seat, &self.message);
                if self.referee.closes_input() {
                    self.table.close(seat);
                }
            }
        }
    }

    fn ask_builtin(&mut self, seat: Seat) -> Result<(), HarnessError> {
        let (answer, took) = self.builtin.answer(&*self.referee, seat, self.stream);
        let counted = self.referee.count(took);
        let what = match &answer {
            Some(text) => {
                self.writer.said(seat, text.as_bytes(), Some(counted));
                Observation::Lines(text.as_bytes())
            }
            None => {
                self.writer.event(seat, Event::Died(Death::Exit(1)));
                Observation::Died(Death::Exit(1))
            }
        };
        self.referee.take(
            Fact::Observed {
                seat,
                what,
                took: Some(took),
            },
            self.writer.lines(),
        )?;
        self.note_faults();
        Ok(())
    }

    fn ask_table(&mut self) -> Result<(), HarnessError> {
        let Awaits::Replies(asks) = self.referee.awaits() else {
            return Ok(());
        };
        let (builtin, drains) = (self.builtin.seats(), self.builtin.drains());
        let waited = |ask: &Ask| {
            if drains.is_some() {
                ask.budget.max(PATIENCE)
            } else {
                ask.budget
            }
        };
        let own = asks.iter().filter(|ask| !builtin.contains(ask.seat));
        let programs: Vec<Ask> = own
            .map(|ask| Ask {
                budget: waited(ask),
                ..*ask
            })
            .collect();
        for ask in &programs {
            self.builtin.asks(&*self.referee, ask.seat);
        }
        let (seat, mut what, measured) = self.table.wait(&programs)?;
        let budget = asks
            .iter()
            .find(|ask| ask.seat == seat)
            .map_or(Ms(0), |ask| ask.budget);
        let is_within =
            |beyond: Ms| measured <= Micros::from(Ms(budget.0.saturating_add(beyond.0)));
        let took = match what {
            Observation::Lines(_) if drains.is_some_and(is_within) => {
                Micros::from(Ms(budget.0 - budget.0.div_ceil(4)))
            }
            _ => measured,
        };
        if let Observation::Died(death) = what {
            return self.died(seat, death, took);
        }
        let counted = self.referee.count(took);
        if let Observation::Silent { unflushed, .. } = &mut what
            && self.referee.answer_form(unflushed).is_err()
        {
            *unflushed = b"";
        }
        let first = self.writer.lines() + 1;
        let answered = matches!(what, Observation::Lines(_));
        if let Observation::Lines(lines) = what {
            self.builtin.heard(lines);
        }
        write(self.writer, seat, what, counted);
        self.referee.take(
            Fact::Observed {
                seat,
                what,
                took: Some(took),
            },
            self.writer.lines(),
        )?;
        let spent = self.table.spent();
        self.took(seat, self.referee.count(measured), spent);
        let is_late = self.is_late(seat);
        if answered {
            if is_late {
                self.excuse(seat, Micros(took.0.saturating_sub(Micros::from(budget).0)))?;
            }
            self.answer = first;
            self.note_faults_in(first);
        }
        self.note_faults();
        self.note_spent(seat, spent, is_late);
        if drains.is_some() {
            self.stalled_before[seat.index()] = self.table.stalled(seat);
        }
        Ok(())
    }

    /// Adds up the time of an answer.
    fn took(&mut self, seat: Seat, time: Ms, spent: Option<TimeSpent>) {
        let at = seat.index();
        if time >= self.slowest[at] {
            (self.slowest[at], self.spent[at]) = (time, spent);
        }
        let [first, later] = &mut self.apart[at];
        match first {
            None => *first = Some(time),
            Some(_) => *later = (*later).max(Some(time)),
        }
        let short = || TimeSpent::of_micros(&[(Spending::Short, Micros::from(time).0)]);
        self.in_all[at] = self.in_all[at].and(&spent.unwrap_or_else(short));
    }

    /// Notes in the log where the time of an answer went: of a late one, or of every one if that is wanted.
    fn note_spent(&mut self, seat: Seat, spent: Option<TimeSpent>, is_late: bool) {
        let Some(spent) = spent.filter(|_| is_late || self.writer.tells_spending()) else {
            return;
        };
        self.writer.note(&spent.note(seat, false));
        let in_all = self.in_all[seat.index()];
        if is_late && in_all.total > spent.total && self.builtin.drains().is_none() {
            self.writer.note(&in_all.note(seat, true));
        }
    }

    /// A program that ended while it owed an answer.
    fn died(&mut self, seat: Seat, death: Death, took: Micros) -> Result<(), HarnessError> {
        self.outgrown(seat)?;
        let what = Observation::Died(death);
        let counted = self.referee.count(took);
        write(self.writer, seat, what, counted);
        self.referee.take(
            Fact::Observed {
                seat,
                what,
                took: Some(took),
            },
            self.writer.lines(),
        )?;
        self.took(seat, counted, None);
        self.note_faults();
        self.left(seat)
    }

    /// True where a new fault says that the seat was late.
    fn is_late(&self, seat: Seat) -> bool {
        let new = &self.referee.verdict().faults[self.fault_lines.len()..];
        new.iter()
            .any(|fault| fault.seat == seat && fault.kind == FaultKind::Late)
    }

    /// If the machine lost at least the time by which an answer is late, nobody is at fault and the match is void.
    fn excuse(&mut self, seat: Seat, over: Micros) -> Result<(), HarnessError> {
        let lost = self.table.stalled(seat).0;
        let lost = Micros(lost.saturating_sub(self.stalled_before[seat.index()].0));
        let in_all = self.in_all[seat.index()];
        let stalled = HarnessError::Stalled {
            seat,
            over: Ms(over.0.div_ceil(1000)),
            lost: Ms(lost.0 / 1000),
            spent: Some(in_all).filter(|spent| spent.total.0 > 0),
        };
        // A bank that was empty before cannot be refunded.
        if over.0 > 0 && lost >= over {
            Err(stalled)
        } else {
            Ok(())
        }
    }

    fn end(&mut self, seats: Seats, grace: Ms) -> Result<(), HarnessError> {
        let builtin = self.builtin.seats();
        if let Some(seat) = seats.iter().find(|&seat| builtin.contains(seat)) {
            let what = Observation::Died(Death::Exit(0));
            return Ok(self
                .referee
                .take(Fact::Exit { seat, what }, self.writer.lines())?);
        }
        let (seat, mut what, took) = self.table.end(seats, grace)?;
        let counted = self.referee.count(took);
        if let Observation::Died(death) = what {
            self.left(seat)?;
            self.outgrown(seat)?;
            what = Observation::Died(death);
        }
        let first = self.writer.lines() + 1;
        write(self.writer, seat, what, counted);
        let mark = self.writer.lines();
        // `what` borrows from the table, so it is looked at before the next call.
        let ended = matches!(what, Observation::Died(_) | Observation::Silent { .. });
        let answered = matches!(what, Observation::Lines(_));
        self.referee.take(Fact::Exit { seat, what }, mark)?;
        if answered {
            self.note_faults_in(first);
        }
        self.note_faults();
        if ended {
            self.retire(seat)?;
        }
        Ok(())
    }

    /// Reports the usage of a program that was ended for its memory before its end.
    fn outgrown(&mut self, seat: Seat) -> Result<(), HarnessError> {
        if self.table.outgrew(seat) {
            self.retire(seat)
        } else {
            Ok(())
        }
    }

    /// Reports the processes that a program left running when it ended.
    fn left(&mut self, seat: Seat) -> Result<(), HarnessError> {
        let processes = self.table.left(seat) as u64;
        if processes > 0 {
            self.writer.event(seat, Event::Left(processes));
            self.referee
                .take(Fact::Left { seat, processes }, self.writer.lines())?;
            self.note_faults();
        }
        Ok(())
    }

    fn retire_failed(&mut self) -> Result<(), HarnessError> {
        self.referee
            .out()
            .iter()
            .try_for_each(|seat| self.retire(seat))
    }

    /// Ends a program and reports what it used.
    fn retire(&mut self, seat: Seat) -> Result<(), HarnessError> {
        if self.builtin.seats().contains(seat) || self.usage[seat.index()].is_some() {
            return Ok(());
        }
        let sees_all = self.table.sees_all(seat);
        let usage = self.table.retire(seat)?;
        if usage.unkept > 0 {
            self.writer.note(&format!(
                "seat {seat} wrote {} bytes more after the end",
                usage.unkept
            ));
        }
        if sees_all && usage.peak > 0 {
            self.writer.event(seat, used(&usage));
            self.used(seat, &usage, self.writer.lines())?;
        } else if !sees_all {
            let (kept, faults) = (
                self.referee.verdict().kept.len(),
                self.referee.verdict().faults.len(),
            );
            self.used(seat, &usage, self.writer.lines() + 1)?;
            self.unseen
                .extend_from_slice(&self.referee.verdict().kept[kept..]);
            self.unseen.push((seat, CHILDREN));
            // The log holds only what is known.
            if self.referee.verdict().faults.len() > faults {
                self.writer.event(seat, used(&usage));
            }
        }
        self.note_faults();
        self.usage[seat.index()] = Some(usage);
        Ok(())
    }

    fn used(&mut self, seat: Seat, usage: &Usage, line: usize) -> Result<(), HarnessError> {
        Ok(self.referee.take(
            Fact::Usage {
                seat,
                cpu: usage.cpu,
                peak: usage.peak,
            },
            line,
        )?)
    }

    /// Notes the line of each fault in output that begins at this line and may have several.
    fn note_faults_in(&mut self, first: usize) {
        let new = &self.referee.verdict().faults[self.fault_lines.len()..];
        self.fault_lines
            .extend(new.iter().map(|fault| first + fault.breach.line));
    }

    /// Notes the line of each fault. A fault that the end of a program reveals may point into its answer.
    fn note_faults(&mut self) {
        let new = &self.referee.verdict().faults[self.fault_lines.len()..];
        let line = |breach: &Breach| {
            if breach.span == Span::Whole {
                self.writer.lines()
            } else {
                self.answer + breach.line
            }
        };
        self.fault_lines
            .extend(new.iter().map(|fault| line(&fault.breach)));
    }
}

fn used(usage: &Usage) -> Event<'static> {
    Event::Used {
        cpu: usage.cpu,
        memory: usage.peak.div_ceil(1 << 20),
    }
}

/// Writes what was heard, in the log's words.
fn write(writer: &mut Writer, seat: Seat, what: Observation<'_>, counted: Ms) {
    match what {
        Observation::Lines(lines) => writer.said(seat, lines, Some(counted)),
        Observation::Unasked(lines) => writer.said(seat, lines, None),
        Observation::Silent {
            unfinished,
            unflushed,
        } => {
            if !unfinished.is_empty() {
                writer.event(seat, Event::Unfinished(unfinished));
            }
            if !unflushed.is_empty() {
                writer.event(seat, Event::Unflushed(unflushed));
            }
            writer.event(seat, Event::Silent(counted));
        }
        Observation::Closed => writer.event(seat, Event::Closed),
        Observation::Died(death) => writer.event(seat, Event::Died(death)),
        Observation::TooMuch => writer.event(seat, Event::Flood),
        Observation::Unlogged => {}
    }
}
