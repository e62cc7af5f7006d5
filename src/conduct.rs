//! What every referee makes of a seat's conduct, whatever the game: answers that fail to come, and how programs end.

use crate::clause::{Breach, Clause};
use crate::game::{Seat, Seats};
use crate::params::Ms;
use crate::referee::{Awaits, Death, Fault, FaultKind, Heard, Misuse, Verdict};
use crate::wire::{ALIVE, ASKED, BLANKS, BYTES, CRLF, FLUSH, LENGTH, NEWLINE, NUMBER, Remarks, STDOUT};

/// The lines heard for an ask, or the fault that came instead; `time` is the clause of the time limit.
pub fn lines<'a>(seat: Seat, what: Heard<'a>, time: Clause) -> Result<&'a [u8], Fault> {
    let (kind, breach) = match what {
        Heard::Lines(lines) => return Ok(lines),
        Heard::Unasked(_) => (FaultKind::Unasked, Breach::new(ASKED, "this line was not asked for")),
        Heard::Silent { unflushed, .. } if !unflushed.is_empty() => (
            FaultKind::Late,
            Breach::new(FLUSH, "the answer came only when the input was closed: flush after each line"),
        ),
        Heard::Silent { unfinished, .. } if !unfinished.is_empty() => {
            (FaultKind::Late, Breach::new(NEWLINE, "the answer was not ended by a newline in time"))
        }
        Heard::Silent { .. } => (FaultKind::Late, Breach::new(time, "no answer came in time")),
        Heard::Closed => (FaultKind::Died, Breach::new(STDOUT, "standard output was closed before the answer")),
        Heard::Died(Death::Exit(code)) => (
            FaultKind::Died,
            Breach::new(ALIVE, "the program ended with exit code {0} before its answer").numbers([i64::from(code)]),
        ),
        Heard::Died(Death::Signal(signal)) => (
            FaultKind::Died,
            Breach::new(ALIVE, "signal {0} ended the program before its answer").numbers([i64::from(signal)]),
        ),
        Heard::TooMuch => (FaultKind::Flood, Breach::new(LENGTH, "the line does not end")),
        Heard::Unlogged => (
            FaultKind::Unlogged,
            Breach::new(time, "the game goes on as if this seat had failed; the log does not say how"),
        ),
    };
    Err(Fault { seat, kind, breach })
}

/// The fault of an answer that took longer than its limit; `None`: its time is not known.
pub fn late(seat: Seat, clause: Clause, took: Option<Ms>, limit: Ms) -> Fault {
    let breach = Breach::new(clause, "the answer took {0} ms of {1}")
        .numbers([took.unwrap_or_default().0 as i64, limit.0 as i64]);
    Fault { seat, kind: FaultKind::Late, breach }
}

/// What was forgiven in an answer, as faults that judges forgive.
pub fn habits(seat: Seat, remarks: Remarks) -> impl Iterator<Item = Fault> {
    remarks.breaches().map(move |breach| Fault { seat, kind: FaultKind::Habit, breach })
}

/// Notes the clauses of the wire that a seat kept through all its answers.
pub fn hold_the_wire(seat: Seat, verdict: &mut Verdict) {
    verdict.hold(seat, &[NEWLINE, FLUSH, BYTES, LENGTH, ASKED, ALIVE, STDOUT]);
    for clause in [CRLF, BLANKS, NUMBER] {
        if !verdict.faults.iter().any(|fault| fault.seat == seat && fault.breach.clause == clause) {
            verdict.hold(seat, &[clause]);
        }
    }
}

/// The end of a run: programs that were told to end, and the clauses they can break by how they do it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    waiting: Seats,
    wordy: Seats,
    grace: Ms,
    silent: Clause,
    exit: Clause,
}

impl Ending {
    /// These seats were told to end; `silent` forbids further output, `exit` demands a normal end in time.
    pub fn new(waiting: Seats, grace: Ms, silent: Clause, exit: Clause) -> Ending {
        Ending { waiting, wordy: Seats::NONE, grace, silent, exit }
    }

    /// What the referee awaits while any seat is left.
    pub fn awaits(&self) -> Awaits<'static> {
        Awaits::Exit { seats: self.waiting, grace: self.grace }
    }

    /// True where a program's end is still awaited.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Takes what came of a seat after it was told to end.
    pub fn take(&mut self, seat: Seat, what: Heard<'_>, verdict: &mut Verdict) -> Result<(), Misuse> {
        if !self.waiting.contains(seat) {
            return Err(Misuse("this seat's end was not awaited"));
        }
        let mut fault = |kind, breach| verdict.faults.push(Fault { seat, kind, breach });
        match what {
            Heard::Unasked(_) => {
                fault(FaultKind::Unasked, Breach::new(ASKED, "this line was not asked for"));
                return Ok(());
            }
            Heard::Lines(_) | Heard::TooMuch => {
                if !self.wordy.contains(seat) {
                    fault(FaultKind::Unasked, Breach::new(self.silent, "output after the end"));
                }
                self.wordy.insert(seat);
                return Ok(());
            }
            Heard::Closed => return Ok(()),
            Heard::Silent { .. } => {
                let grace = Breach::new(self.exit, "the program was still running {0} ms after the end");
                fault(FaultKind::Ending, grace.numbers([self.grace.0 as i64]));
            }
            Heard::Died(Death::Exit(0)) => verdict.hold(seat, &[self.exit]),
            Heard::Died(Death::Exit(code)) => {
                let breach = Breach::new(self.exit, "the program ended with exit code {0}");
                fault(FaultKind::Ending, breach.numbers([i64::from(code)]));
            }
            Heard::Died(Death::Signal(signal)) => {
                let breach = Breach::new(self.exit, "signal {0} ended the program");
                fault(FaultKind::Ending, breach.numbers([i64::from(signal)]));
            }
            Heard::Unlogged => {}
        }
        if !self.wordy.contains(seat) && what != Heard::Unlogged {
            verdict.hold(seat, &[self.silent]);
        }
        self.waiting.remove(seat);
        Ok(())
    }
}
