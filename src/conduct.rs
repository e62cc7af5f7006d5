//! How every referee judges conduct, in any game: answers that are missing or late, handshakes, habits, limits, and how programs end.

use crate::clause::{Breach, Clause};
use crate::clock::{Exact, Micros, Rounding};
use crate::game::{Seat, Seats};
use crate::params::Ms;
use crate::referee::{Awaits, Death, DriverError, Fault, FaultKind, Observation, Verdict};
use crate::wire::{
    ALIVE, ASKED, BLANKS, BYTES, CHILDREN, CRLF, FLUSH, LENGTH, NEWLINE, NUMBER, Remarks, STDOUT,
    TABS, read_ok,
};

/// Signals by which a judge ends a program: SIGKILL and SIGTERM.
pub(crate) const BY_JUDGES: [i32; 2] = [9, 15];

/// SIGXCPU: the kernel sends it when a limit of CPU time is reached.
const CPU_TIME_OVER: i32 = 24;

/// The lines of an answer, or the fault that came instead. `time` is the clause of the time limit.
#[inline]
pub fn lines<'a>(seat: Seat, what: Observation<'a>, time: Clause) -> Result<&'a [u8], Fault> {
    if let Observation::Lines(lines) = what {
        Ok(lines)
    } else {
        Err(silence(seat, what, time))
    }
}

/// The fault of a seat that gave no answer.
#[cold]
fn silence(seat: Seat, what: Observation<'_>, time: Clause) -> Fault {
    let (kind, breach) = match what {
        Observation::Lines(_) | Observation::Unasked(_) => (
            FaultKind::Unasked,
            Breach::new(ASKED, "this line was not asked for"),
        ),
        Observation::Silent { unflushed, .. } if !unflushed.is_empty() => (
            FaultKind::Late,
            Breach::new(
                FLUSH,
                "the answer came only when the input was closed: flush after each line, and do not read to the end of the input first",
            ),
        ),
        Observation::Silent { unfinished, .. } if !unfinished.is_empty() => (
            FaultKind::Late,
            Breach::new(NEWLINE, "the answer was not ended by a newline in time"),
        ),
        Observation::Silent { .. } => {
            (FaultKind::Late, Breach::new(time, "no answer came in time"))
        }
        Observation::Closed => (
            FaultKind::Died,
            Breach::new(STDOUT, "standard output was closed before the answer"),
        ),
        Observation::Died(Death::Exit(code)) => (
            FaultKind::Died,
            Breach::new(
                ALIVE,
                "the program ended with exit code {0} before its answer",
            )
            .numbers([i64::from(code)]),
        ),
        Observation::Died(Death::Signal(signal)) => (
            FaultKind::Died,
            Breach::new(ALIVE, by_signal(signal)[0]).numbers([i64::from(signal)]),
        ),
        Observation::TooMuch => (
            FaultKind::Flood,
            Breach::new(LENGTH, "the line is too long"),
        ),
        Observation::Unlogged => (
            FaultKind::Unlogged,
            Breach::new(
                time,
                "the game goes on as if this seat had failed; the log does not say how",
            ),
        ),
    };
    Fault { seat, kind, breach }
}

/// The text of an end by a signal, before an answer and otherwise. The names are those of signals whose numbers are the same on
/// every system.
fn by_signal(signal: i32) -> [&'static str; 2] {
    macro_rules! named {
        ($name:literal) => {
            [
                concat!("signal {0}", $name, " ended the program before its answer"),
                concat!("signal {0}", $name, " ended the program"),
            ]
        };
    }
    match signal {
        CPU_TIME_OVER => [
            "signal {0} ended the program before its answer: its CPU time was over",
            "signal {0} ended the program: its CPU time was over",
        ],
        4 => named!(" (SIGILL)"),
        6 => named!(" (SIGABRT)"),
        8 => named!(" (SIGFPE)"),
        9 => named!(" (SIGKILL)"),
        11 => named!(" (SIGSEGV)"),
        13 => named!(" (SIGPIPE)"),
        15 => named!(" (SIGTERM)"),
        _ => named!(""),
    }
}

/// The fault of an answer that took longer than its limit; `None`: its time is not known.
pub fn late(seat: Seat, clause: Clause, took: Option<Ms>, limit: Ms) -> Fault {
    let breach = Breach::new(clause, "the answer took {0} ms of {1}")
        .numbers([took.unwrap_or_default().0 as i64, limit.0 as i64]);
    Fault {
        seat,
        kind: FaultKind::Late,
        breach,
    }
}

/// Takes the answer to a handshake. By the first clause it is `OK`, by the second it is in time.
pub fn handshake(
    seat: Seat,
    what: Observation<'_>,
    took: Option<Ms>,
    limit: Ms,
    [answer, time]: [Clause; 2],
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    verdict.time(time);
    let line = lines(seat, what, time)?;
    if took.is_some_and(|took| took > limit) {
        return Err(late(seat, time, took, limit));
    }
    let remarks = read_ok(line, answer).map_err(|breach| Fault {
        seat,
        kind: FaultKind::Format,
        breach,
    })?;
    note_habits(seat, remarks, verdict);
    verdict.keep(seat, &[answer, time]);
    Ok(())
}

/// How times are counted and compared with a limit, each with its clause. If one of these clauses decides, the verdict rests on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// How a time becomes whole milliseconds, and its clause.
    pub rounding: (Rounding, Option<Clause>),
    /// Whether exactly the limit is in time, and its clause.
    pub exact: (Exact, Option<Clause>),
}

impl Timing {
    /// The milliseconds that count. The verdict rests on the rounding if another one would decide otherwise.
    #[inline]
    pub fn count(self, took: Micros, limit: Ms, verdict: &mut Verdict) -> Ms {
        if !Rounding::matters(took) {
            return Ms(took.0 / 1000);
        }
        let (rounding, clause) = self.rounding;
        let counted = rounding.count(took);
        if let Some(clause) = clause
            && counted.0.abs_diff(limit.0) <= 1
        {
            verdict.rest_on(clause);
        }
        counted
    }

    /// Compares a counted time with a limit, whose clause is `time`.
    #[inline]
    pub fn within(
        self,
        seat: Seat,
        took: Ms,
        limit: Ms,
        time: Clause,
        verdict: &mut Verdict,
    ) -> Result<(), Fault> {
        let (exact, clause) = self.exact;
        if let Some(clause) = clause.filter(|_| took == limit) {
            verdict.rest_on(clause);
        }
        let is_late = took > limit || took == limit && exact == Exact::Late;
        if is_late {
            Err(late(seat, time, Some(took), limit))
        } else {
            Ok(())
        }
    }
}

/// Notes the small faults of an answer that judges forgive. Most answers have none.
#[inline]
pub fn note_habits(seat: Seat, remarks: Remarks, verdict: &mut Verdict) {
    if !remarks.is_empty() {
        forgive(seat, remarks, verdict);
    }
}

#[cold]
fn forgive(seat: Seat, remarks: Remarks, verdict: &mut Verdict) {
    verdict
        .faults
        .extend(remarks.breaches().map(|breach| Fault {
            seat,
            kind: FaultKind::Habit,
            breach,
        }));
}

/// Notes a program that ended and left others running, as a fault that judges forgive.
pub fn left(seat: Seat, processes: u64) -> Fault {
    let breach = Breach::new(
        CHILDREN,
        "processes still running when the program had ended: {0}",
    );
    Fault {
        seat,
        kind: FaultKind::Habit,
        breach: breach.numbers([processes as i64]),
    }
}

/// Notes the clauses of the wire that a seat kept through all its answers.
pub fn keep_the_wire(seat: Seat, verdict: &mut Verdict) {
    verdict.keep(seat, &[NEWLINE, FLUSH, BYTES, LENGTH, ASKED, ALIVE, STDOUT]);
    for clause in [CRLF, BLANKS, TABS, NUMBER] {
        if !verdict
            .faults
            .iter()
            .any(|fault| fault.seat == seat && fault.breach.clause == clause)
        {
            verdict.keep(seat, &[clause]);
        }
    }
}

/// Compares what a program used with a limit. `breach` has places for both numbers. If the program used more, the verdict rests on the clause.
pub fn limit(seat: Seat, breach: Breach, [used, limit]: [u64; 2], verdict: &mut Verdict) {
    if used > limit {
        let breach = breach.numbers([used, limit].map(|number| number as i64));
        verdict.faults.push(Fault {
            seat,
            kind: FaultKind::Limit,
            breach,
        });
        verdict.rest_on(breach.clause);
    } else {
        verdict.keep(seat, &[breach.clause]);
    }
}

/// Compares peak memory in bytes with a limit in megabytes.
pub fn memory(seat: Seat, clause: Clause, peak: u64, megabytes: u64, verdict: &mut Verdict) {
    let breach = Breach::new(clause, "the program used {0} MB; the limit is {1} MB");
    limit(seat, breach, [peak.div_ceil(1 << 20), megabytes], verdict);
}

/// The end of a run: the programs that were told to end, and the clauses that their end can break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    waiting: Seats,
    wordy: Seats,
    grace: Ms,
    silent: Clause,
    exit: Clause,
    normal: Clause,
}

impl Ending {
    /// The state after these seats were told to end. `silent` forbids further output, `exit` demands a normal end, and `normal`
    /// says by when and with which code.
    pub fn new(waiting: Seats, grace: Ms, silent: Clause, exit: Clause, normal: Clause) -> Ending {
        Ending {
            waiting,
            wordy: Seats::NONE,
            grace,
            silent,
            exit,
            normal,
        }
    }

    /// The programs that still run and are awaited, or nothing more.
    pub fn awaits(&self) -> Awaits<'static> {
        if self.waiting.is_empty() {
            Awaits::Verdict
        } else {
            Awaits::Exit {
                seats: self.waiting,
                grace: self.grace,
            }
        }
    }

    /// Judges what a program did after it was told to end.
    pub fn hear(
        &mut self,
        seat: Seat,
        what: Observation<'_>,
        verdict: &mut Verdict,
    ) -> Result<(), DriverError> {
        if !self.waiting.contains(seat) {
            return Err(DriverError("this seat's end was not awaited"));
        }
        let mut fault = |kind, breach| verdict.faults.push(Fault { seat, kind, breach });
        match what {
            Observation::Unasked(_) => {
                fault(
                    FaultKind::Unasked,
                    Breach::new(ASKED, "this line was not asked for"),
                );
                return Ok(());
            }
            Observation::Lines(_) | Observation::TooMuch => {
                if !self.wordy.contains(seat) {
                    fault(
                        FaultKind::Unasked,
                        Breach::new(self.silent, "output after the end"),
                    );
                }
                self.wordy.insert(seat);
                return Ok(());
            }
            Observation::Closed => return Ok(()),
            Observation::Silent { .. } => {
                let grace = Breach::new(
                    self.normal,
                    "the program was still running {0} ms after the end",
                );
                fault(FaultKind::Ending, grace.numbers([self.grace.0 as i64]));
            }
            Observation::Died(Death::Exit(0)) if self.exit == self.normal => {
                verdict.keep(seat, &[self.exit])
            }
            Observation::Died(Death::Exit(0)) => verdict.keep(seat, &[self.exit, self.normal]),
            Observation::Died(Death::Exit(code)) => {
                let breach = Breach::new(self.normal, "the program ended with exit code {0}");
                fault(FaultKind::Ending, breach.numbers([i64::from(code)]));
            }
            // A judge that ends its programs as soon as it has sent the last message shows nothing of them.
            Observation::Died(Death::Signal(signal)) if BY_JUDGES.contains(&signal) => {}
            Observation::Died(Death::Signal(signal)) => {
                let breach = Breach::new(self.exit, by_signal(signal)[1]);
                fault(FaultKind::Ending, breach.numbers([i64::from(signal)]));
            }
            Observation::Unlogged => {}
        }
        if !self.wordy.contains(seat) && what != Observation::Unlogged {
            verdict.keep(seat, &[self.silent]);
        }
        let has_left = verdict
            .faults
            .iter()
            .any(|fault| fault.seat == seat && fault.breach.clause == CHILDREN);
        if matches!(what, Observation::Died(_)) && !has_left {
            verdict.keep(seat, &[CHILDREN]);
        }
        self.waiting.remove(seat);
        Ok(())
    }
}
