//! The vocabulary of judging: a referee is a pure machine that says what it waits for and takes facts.

mod slip;
mod verdict;

pub use slip::{Deed, Slip};
pub use verdict::{Fault, FaultKind, Verdict};

use crate::clause::{Breach, Clause};
use crate::clock::Micros;
use crate::game::{Notation, Outcome, Seat, Seats, Situation};
use crate::params::{Megabytes, Ms, Parameters};
use crate::picture::Picture;
use std::collections::VecDeque;
use std::fmt;

/// An answer that a seat owes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The seat that owes it.
    pub seat: Seat,
    /// How many lines it has.
    pub lines: usize,
    /// The most time that may be counted for it.
    pub budget: Ms,
}

/// The next need of a referee.
#[derive(Clone, Copy, Debug)]
pub enum Awaits<'a> {
    /// One answer to any of these asks.
    Replies(&'a [Ask]),
    /// A choice that no seat makes.
    Choice,
    /// The time of the answers already taken from these seats, or the fact that it is unknown.
    Clock(Seats),
    /// The end of these programs.
    Exit {
        /// The seats that are still running.
        seats: Seats,
        /// How long they have.
        grace: Ms,
    },
    /// Nothing more: the verdict is final.
    Verdict,
}

impl<'a> Awaits<'a> {
    /// The ask of this seat, if there is one.
    pub fn ask(self, seat: Seat) -> Option<&'a Ask> {
        let Awaits::Replies(asks) = self else {
            return None;
        };
        asks.iter().find(|ask| ask.seat == seat)
    }

    /// True where the game is over: its programs are to end, or the verdict is final.
    pub fn is_over(self) -> bool {
        matches!(self, Awaits::Exit { .. } | Awaits::Verdict)
    }
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Death {
    /// It exited with this code.
    Exit(i32),
    /// This signal killed it.
    Signal(i32),
}

impl Death {
    /// The exit code by which a shell tells it: for a signal, 128 plus its number.
    pub fn code(self) -> i32 {
        match self {
            Death::Exit(code) => code,
            Death::Signal(signal) => 128 + signal,
        }
    }
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Death::Exit(code) => write!(f, "exit {code}"),
            Death::Signal(signal) => write!(f, "signal {signal}"),
        }
    }
}

/// An observation of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observation<'a> {
    /// The lines that were asked for, without the last newline; fewer where the program ended after them.
    Lines(&'a [u8]),
    /// Output that came before it was asked for.
    Unasked(&'a [u8]),
    /// No complete answer by the deadline.
    Silent {
        /// Output without a newline.
        unfinished: &'a [u8],
        /// Output that came after the program's input was closed.
        unflushed: &'a [u8],
    },
    /// Standard output was closed; the process lives on.
    Closed,
    /// The process ended.
    Died(Death),
    /// A line grew beyond the cap.
    TooMuch,
    /// Nothing: the log goes on as if the seat had failed, without naming the fault.
    Unlogged,
}

/// A fact handed to the referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact<'a> {
    /// An observation of a seat while the game runs.
    Observed {
        /// The seat.
        seat: Seat,
        /// The observation.
        what: Observation<'a>,
        /// The time from the ask; `None`: not known yet.
        took: Option<Micros>,
    },
    /// The time of an answer already taken; `None`: it stays unknown for now.
    Clock {
        /// The seat that answered.
        seat: Seat,
        /// The time counted.
        took: Option<Ms>,
    },
    /// An observation of a seat that was told to end.
    Exit {
        /// The seat.
        seat: Seat,
        /// How it ended, or what it did instead.
        what: Observation<'a>,
    },
    /// The usage of a process in all.
    Usage {
        /// The seat.
        seat: Seat,
        /// CPU time of all its threads and of the children it waited for.
        cpu: Ms,
        /// Peak resident memory in bytes.
        peak: u64,
    },
    /// A process that ended by itself left others running.
    Left {
        /// The seat.
        seat: Seat,
        /// How many.
        processes: u64,
    },
}

impl Fact<'_> {
    /// The seat that it is about.
    pub fn seat(&self) -> Seat {
        let (Fact::Observed { seat, .. }
        | Fact::Clock { seat, .. }
        | Fact::Exit { seat, .. }
        | Fact::Usage { seat, .. }
        | Fact::Left { seat, .. }) = self;
        *seat
    }
}

/// The driver handed in a fact that the referee was not waiting for: a bug of the driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DriverError(pub &'static str);

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the driver of the referee is at fault: {}", self.0)
    }
}

impl std::error::Error for DriverError {}

/// Numbers for every choice that no bot makes; an exhausted stream yields zeros.
pub trait Stream {
    /// The next number.
    fn next(&mut self) -> u32;

    /// Receives the option that was picked. A stream that keeps a record notes it.
    fn note(&mut self, _option: usize, _count: usize) {}

    /// True if the numbers come from a record, not from dice.
    fn is_record(&self) -> bool {
        false
    }

    /// Picks one of `count` options by scaling the next number. Zero options yield 0.
    fn pick(&mut self, count: usize) -> usize {
        let option = ((u64::from(self.next()) * count as u64) >> 32) as usize;
        self.note(option, count);
        option
    }
}

/// The first option of every choice.
#[derive(Clone, Copy, Debug)]
pub struct FirstOptions;

impl Stream for FirstOptions {
    fn next(&mut self) -> u32 {
        0
    }

    fn is_record(&self) -> bool {
        true
    }
}

/// Hands a stream's numbers on without noting them: the record gets only what the judge makes of them.
pub struct Unnoted<'a>(pub &'a mut dyn Stream);

impl Stream for Unnoted<'_> {
    fn next(&mut self) -> u32 {
        self.0.next()
    }
}

/// The messages owed to seats, in the order in which they became due, each with the mark of the fact that made it due.
#[derive(Clone, Debug)]
pub struct PendingMessages<S> {
    queue: VecDeque<(Seat, S, usize)>,
    /// The driver's mark for the fact at hand: a line of a transcript.
    pub mark: usize,
}

impl<S> PendingMessages<S> {
    /// Owes a message to a seat.
    #[inline]
    pub fn push(&mut self, (seat, say): (Seat, S)) {
        self.queue.push_back((seat, say, self.mark));
    }

    /// The oldest message owed to a seat, with its mark.
    #[inline]
    pub fn due(&self, to: Seat) -> Option<(&S, usize)> {
        self.queue
            .iter()
            .find(|(seat, ..)| *seat == to)
            .map(|(_, say, mark)| (say, *mark))
    }

    /// The oldest message of all.
    pub fn first(&self) -> Option<(Seat, &S)> {
        self.queue.front().map(|(seat, say, _)| (*seat, say))
    }

    /// The messages owed to a seat, the oldest first.
    pub fn to(&self, to: Seat) -> impl Iterator<Item = &S> {
        let own = self.queue.iter().filter(move |(seat, ..)| *seat == to);
        own.map(|(_, say, _)| say)
    }

    /// How many messages are owed to a seat.
    pub fn count(&self, to: Seat) -> usize {
        self.queue.iter().filter(|(seat, ..)| *seat == to).count()
    }

    /// Takes the oldest message owed to a seat out.
    #[inline]
    pub fn told(&mut self, to: Seat) {
        if self.queue.front().is_some_and(|(seat, ..)| *seat == to) {
            self.queue.pop_front();
        } else if let Some(at) = self.queue.iter().position(|(seat, ..)| *seat == to) {
            self.queue.remove(at);
        }
    }

    /// Takes the oldest message out.
    pub fn pop(&mut self) -> Option<(Seat, S)> {
        self.queue.pop_front().map(|(seat, say, _)| (seat, say))
    }

    /// Removes what is owed to these seats.
    pub fn forget(&mut self, seats: Seats) {
        let is_kept = |(seat, ..): &(Seat, S, usize)| !seats.contains(*seat);
        // Mostly nothing is kept.
        if self.queue.iter().any(is_kept) {
            self.queue.retain(is_kept);
        } else {
            self.queue.clear();
        }
    }

    /// Removes messages, and returns the seats that they were for.
    pub fn take_back(&mut self, is_moot: impl Fn(Seat, &S) -> bool) -> Seats {
        let mut seats = Seats::NONE;
        self.queue.retain(|(seat, say, _)| {
            let is_kept = !is_moot(*seat, say);
            if !is_kept {
                seats.insert(*seat);
            }
            is_kept
        });
        seats
    }
}

impl<S> Default for PendingMessages<S> {
    fn default() -> Self {
        PendingMessages {
            queue: VecDeque::with_capacity(8),
            mark: 0,
        }
    }
}

impl<S> Extend<(Seat, S)> for PendingMessages<S> {
    fn extend<I: IntoIterator<Item = (Seat, S)>>(&mut self, messages: I) {
        messages.into_iter().for_each(|message| self.push(message));
    }
}

/// A fact that a logged message reveals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Revealed<C> {
    /// The judge's choice.
    Choice(C),
    /// The time of an earlier answer; `None`: the message reveals that the log never tells it.
    Clock(Seat, Option<Ms>),
    /// The answer of a seat that the log does not show, and the time of that answer.
    Reply(Seat, String, Option<Ms>),
    /// The fact that a seat must have failed.
    Failed(Seat),
    /// The judge has made a choice that this message does not tell, such as another seat's hand, or a seat that is asked and of which
    /// the log has no lines has given a secret answer. The first message after it that reveals one which the rules allow here tells it.
    /// If none tells the answer, the check goes on in every game that a legal answer leads to. If none tells the choice, or there are
    /// too many games, the position is unknown from here on.
    Unknown,
}

/// The lines of a message, without what stands in front of them in a log.
pub type Lines<'l, 'a> = &'l mut dyn Iterator<Item = &'a [u8]>;

/// The last message to a seat, of which a log with a gap is sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The first message of a handshake.
    Opening,
    /// The last message.
    Last,
    /// Anything, or nothing that the log shows.
    Anything,
}

/// Questions that a judge answers at any time, whatever its game.
pub trait RefereeState {
    /// Whose turn it is.
    fn awaits(&self) -> Awaits<'_>;
    /// The clause by which the rules refuse this answer now, if any. Outer `None`: the seat is not asked, or not for this form.
    fn refuses(&self, _seat: Seat, _answer: &[u8]) -> Option<Option<Clause>> {
        None
    }
    /// True where this seat is asked, and its answer can break the clause.
    fn has_occasion(&self, _seat: Seat, _clause: Clause) -> bool {
        false
    }
    /// The milliseconds that a measured time counts as.
    fn count(&self, took: Micros) -> Ms;
    /// True where a message may have several lines.
    fn has_lines(&self) -> bool;
    /// True if the time is known that a seat has for its answer: its bank depends on no untold time.
    fn knows_time(&self, _seat: Seat) -> bool {
        true
    }
    /// True where a program's input ends with its last message, so that it may read to the end before it answers.
    fn closes_input(&self) -> bool {
        false
    }
    /// True for a seat that had read its ask when another seat's fault ended the game, and has not answered it.
    fn is_crossing(&self, _seat: Seat) -> bool {
        false
    }
    /// The time that a program has to end once it was told to; `None`: the judge tells no end.
    fn grace(&self) -> Option<Ms> {
        None
    }
    /// Peak resident memory that a program may have.
    fn memory(&self) -> Megabytes;
    /// The verdict so far.
    fn verdict(&self) -> &Verdict;
    /// The seats that have failed and hear nothing more.
    fn out(&self) -> Seats;
    /// The position to look at.
    fn picture(&self) -> Picture;
    /// Named advice for people: about a breach that was just found, or else about the position.
    fn advice(&self, _breach: Option<&Breach>) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// The referee of one match, as a pure machine: no I/O, no clock, no dice.
pub trait Referee: RefereeState + Clone {
    /// The numbers it obeys.
    type Params: Parameters;
    /// The rules of its game.
    type Rules: Notation;
    /// A message of the judge; shown as its lines.
    type Say: fmt::Display + Clone + fmt::Debug + Send;
    /// A choice that no seat makes.
    type Choice: Clone + fmt::Debug + Send;

    /// The rules under these numbers.
    fn rules(params: &Self::Params) -> Self::Rules;
    /// The referee before the first fact.
    fn new(params: &Self::Params, owed: &mut PendingMessages<Self::Say>) -> Self;
    /// Takes a fact. Faults of bots go into the verdict; an error is the driver's bug.
    fn take(
        &mut self,
        fact: Fact<'_>,
        owed: &mut PendingMessages<Self::Say>,
    ) -> Result<(), DriverError>;
    /// Takes a choice while [`Awaits::Choice`] holds.
    fn choose(
        &mut self,
        choice: Self::Choice,
        owed: &mut PendingMessages<Self::Say>,
    ) -> Result<(), DriverError>;
    /// Draws a choice; `None` where none is awaited.
    fn draw(&self, stream: &mut dyn Stream) -> Option<Self::Choice>;
    /// Reads a choice as [`Referee::chosen`] writes it. A breach says why it cannot be made here.
    fn choice(&self, text: &str) -> Result<Self::Choice, Breach>;
    /// A choice as text; `None`: it has no text.
    fn chosen(&self, choice: &Self::Choice) -> Option<String>;
    /// The legal answers of a seat now, each without its newline, in a fixed order.
    fn replies(&self, seat: Seat, into: &mut Vec<String>);

    /// True only if a logged line is certainly this message and tells nothing new; `false` in every case of doubt.
    fn is_plainly(&self, _due: &Self::Say, _line: &[u8]) -> bool {
        false
    }
    /// Reads a logged message: its form and what needs no position.
    fn read(&self, to: Seat, lines: Lines<'_, '_>) -> Result<Self::Say, Breach>;
    /// Checks an answer's form as far as that needs no position.
    fn form(&self, answer: &[u8]) -> Result<(), Breach>;
    /// Checks a message after a gap by the facts that hold in every position; `due` is the message due before the gap.
    fn told_desynced(
        &self,
        _to: Seat,
        _due: Option<&Self::Say>,
        _say: &Self::Say,
    ) -> Result<(), Breach> {
        Ok(())
    }
    /// True for a message that only a handshake's answer may follow.
    fn is_opening(&self, _say: &Self::Say) -> bool {
        false
    }
    /// Checks an answer after a gap by the facts that hold in every position.
    fn said_desynced(
        &self,
        seat: Seat,
        answer: &[u8],
        _took: Option<Ms>,
        _after: After,
        faults: &mut Verdict,
    ) {
        let wrong = |breach| Fault {
            seat,
            kind: FaultKind::Format,
            breach,
        };
        faults.faults.extend(self.form(answer).map_err(wrong).err());
    }
    /// Checks how a program ended after a gap, by the facts that hold in every position.
    fn ended_desynced(
        &self,
        _seat: Seat,
        _what: Observation<'_>,
        _is_over: bool,
        _faults: &mut Verdict,
    ) {
    }
    /// The next fact that a logged message reveals here.
    fn known(
        &self,
        to: Seat,
        due: Option<&Self::Say>,
        say: &Self::Say,
    ) -> Option<Revealed<Self::Choice>>;
    /// Why the judge cannot have made the choice that a logged message tells; `None`: it can, or the message tells none.
    fn refused_choice(&self, _to: Seat, _say: &Self::Say) -> Option<Breach> {
        None
    }
    /// The game has ended by an answer that nobody sees; the outcome, where it is known. The messages of the end become due.
    fn end_unseen(&mut self, _outcome: Option<Outcome>, _owed: &mut PendingMessages<Self::Say>) {}
    /// Compares a logged message with the one that is due, by meaning.
    fn same(&self, to: Seat, due: Option<&Self::Say>, say: &Self::Say) -> Result<(), Breach>;
    /// A log shows that a fault ended the game before these seats were told their ask.
    fn unasked(&mut self, _seats: Seats, _owed: &mut PendingMessages<Self::Say>) {}
    /// Notes what a judge was free to choose in a logged message that was due.
    fn shown(&mut self, _to: Seat, _say: &Self::Say) {}
    /// True for the last message that a seat can get.
    fn is_last(&self, say: &Self::Say) -> bool;
    /// True for a message that shows what is left of banks.
    fn shows_clocks(&self, _say: &Self::Say) -> bool {
        false
    }
    /// The word of a message's line, from 0, that is the rest of the told seat's own bank.
    fn own_bank(&self, _say: &Self::Say) -> Option<usize> {
        None
    }
    /// The time of the other seat's latest answer, if a message tells that.
    fn told_time(&self, _say: &Self::Say) -> Option<Ms> {
        None
    }
    /// True if a fault that ends the game is told to the seats that have not failed.
    fn tells_of_faults(&self) -> bool {
        true
    }
    /// The position under the rules alone; `None`: its game has no board, such as a batch.
    fn situation(&self) -> Option<Situation<Self::Rules>> {
        None
    }
    /// Deeds that would break a clause here, by what the judge declares, while it owes these messages.
    fn slips(&self, _owed: &PendingMessages<Self::Say>) -> Vec<Slip> {
        Vec::new()
    }
}
