//! The referee of a batch: `spec/tetris.md`, sections Input to Verdicts.

use super::batch::{EMPTY_END, judge};
use super::cases::{Cases, draw};
use super::decide::because;
use super::notation::{Batch, read_answer, read_batch};
use super::rules::{PLAYER, Tetris};
use super::*;
use crate::clock::Micros;
use crate::conduct::{self, Ending, Timing};
use crate::referee::{
    Ask, Awaits, Death, DriverError, Fact, Fault, Lines, Observation, PendingMessages, Referee,
    RefereeState,
};
use crate::wire::{ALIVE, BLANKS, BYTES, LENGTH, Remarks, STDOUT, Words};

/// The referee of one batch.
#[derive(Clone, Debug)]
pub struct BatchReferee {
    params: Params,
    rules: Tetris,
    cases: Cases,
    phase: Phase,
    ask: [Ask; 1],
    out: Seats,
    timing: Timing,
    /// There are fewer answers than cases. The end of the program tells why.
    missing: Option<Fault>,
    verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Cases,
    Answers,
    End(Ending),
}

impl RefereeState for BatchReferee {
    fn awaits(&self) -> Awaits<'_> {
        match &self.phase {
            Phase::Cases => Awaits::Choice,
            Phase::Answers => Awaits::Replies(&self.ask),
            Phase::End(ending) => ending.awaits(),
        }
    }

    fn count(&self, took: Micros) -> Ms {
        self.timing.rounding.0.count(took)
    }

    fn has_lines(&self) -> bool {
        true
    }

    fn closes_input(&self) -> bool {
        true
    }

    fn memory(&self) -> Megabytes {
        self.params.memory
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn out(&self) -> Seats {
        self.out
    }

    fn picture(&self) -> Picture {
        let pieces: usize = self.cases.iter().map(Vec::len).sum();
        let mut notes = vec![format!("{} cases, {pieces} pieces", self.cases.len())];
        notes.extend(
            self.cases
                .iter()
                .filter(|case| case.len() <= SHOWN)
                .take(SHOWN)
                .map(|case| {
                    let right = self
                        .params
                        .answers
                        .word(judge(&self.rules, case, true).is_ok());
                    format!("{} {right}", self.params.alphabet.text(case))
                }),
        );
        Picture {
            notes,
            ..Picture::default()
        }
    }

    fn advice(&self, breach: Option<&Breach>) -> Vec<(&'static str, String)> {
        let number = match breach {
            Some(breach) if [ANSWER_YES, ANSWER_NO].contains(&breach.clause) => breach.number(0),
            None if self.cases.len() == 1 => 1,
            _ => return Vec::new(),
        };
        let Some(case) = usize::try_from(number - 1)
            .ok()
            .and_then(|at| self.cases.get(at))
        else {
            return Vec::new();
        };
        let sequence = self.params.alphabet.text(case.iter().take(DRAWN));
        let cut = if case.len() > DRAWN { "…" } else { "" };
        vec![
            (
                "case",
                format!("{number}, {} pieces: {sequence}{cut}", case.len()),
            ),
            ("because", because(&self.rules, case)),
        ]
    }
}

impl Referee for BatchReferee {
    type Params = Params;
    type Rules = Tetris;
    type Say = Batch;
    type Choice = Cases;

    fn rules(params: &Params) -> Tetris {
        Tetris::new(params)
    }

    fn new(params: &Params, _owed: &mut PendingMessages<Batch>) -> BatchReferee {
        BatchReferee {
            params: params.clone(),
            rules: Tetris::new(params),
            cases: Cases::default(),
            phase: Phase::Cases,
            ask: [Ask {
                seat: PLAYER,
                lines: 1,
                budget: params.time,
            }],
            out: Seats::NONE,
            timing: Timing {
                rounding: (params.rounding, Some(CLOCK_ROUNDING)),
                exact: (params.exact, Some(CLOCK_EXACT)),
            },
            missing: None,
            verdict: Verdict::default(),
        }
    }

    fn take(
        &mut self,
        fact: Fact<'_>,
        _owed: &mut PendingMessages<Batch>,
    ) -> Result<(), DriverError> {
        match (fact, &mut self.phase) {
            _ if fact.seat() != PLAYER => Err(DriverError("there is one seat")),
            (Fact::Observed { what, took, .. }, Phase::Answers) => {
                let took =
                    took.map(|took| self.timing.count(took, self.params.time, &mut self.verdict));
                self.hear(what, took);
                Ok(())
            }
            (Fact::Exit { seat, what }, Phase::End(ending)) => match (what, self.missing) {
                (Observation::Unlogged, Some(wrong)) if wrong.breach.clause != ANSWER_COUNT => {
                    self.missing = None;
                    self.end(Err(wrong), Seats::NONE);
                    Ok(())
                }
                // The rest of the answers may still come.
                (Observation::Unlogged, Some(_)) => Ok(()),
                (
                    Observation::Silent { .. } | Observation::Died(_) | Observation::TooMuch,
                    Some(missing),
                ) => {
                    self.miss(what, missing);
                    Ok(())
                }
                (Observation::Lines(lines) | Observation::Unasked(lines), _)
                    if lines.trim_ascii().is_empty() =>
                {
                    self.empty_end();
                    Ok(())
                }
                _ => ending.hear(seat, what, &mut self.verdict),
            },
            (Fact::Left { seat, processes }, _) => {
                self.verdict.faults.push(conduct::left(seat, processes));
                Ok(())
            }
            (Fact::Usage { peak, .. }, _) => {
                conduct::memory(
                    PLAYER,
                    LIMIT_MEMORY,
                    peak,
                    self.params.memory.0,
                    &mut self.verdict,
                );
                Ok(())
            }
            (Fact::Clock { .. }, _) => Err(DriverError("no clock is awaited")),
            (_, Phase::Cases) => Err(DriverError("the cases are not known yet")),
            (_, Phase::Answers) => Err(DriverError("the answers are not there yet")),
            (_, Phase::End(_)) => Err(DriverError("the answers are there already")),
        }
    }

    fn choose(
        &mut self,
        cases: Cases,
        owed: &mut PendingMessages<Batch>,
    ) -> Result<(), DriverError> {
        if self.phase != Phase::Cases {
            return Err(DriverError("the cases are known already"));
        }
        self.ask[0].lines = cases.len();
        self.phase = Phase::Answers;
        owed.push((PLAYER, Batch::new(&self.params, cases.clone())));
        self.cases = cases;
        Ok(())
    }

    fn draw(&self, stream: &mut dyn Stream) -> Option<Cases> {
        (self.phase == Phase::Cases).then(|| Cases::new(draw(&self.params, stream)))
    }

    fn choice(&self, text: &str) -> Result<Cases, Breach> {
        read_batch(&self.params, &mut text.split('\n').map(str::as_bytes)).map(|batch| batch.cases)
    }

    fn chosen(&self, cases: &Cases) -> Option<String> {
        Some(Batch::new(&self.params, cases.clone()).to_string())
    }

    fn replies(&self, seat: Seat, into: &mut Vec<String>) {
        if seat == PLAYER && self.phase == Phase::Answers {
            let right = |pieces: &Vec<Piece>| judge(&self.rules, pieces, true).is_ok();
            let words: Vec<&str> = self
                .cases
                .iter()
                .map(|case| self.params.answers.word(right(case)))
                .collect();
            into.push(words.join("\n"));
        }
    }

    fn read(&self, _to: Seat, lines: Lines<'_, '_>) -> Result<Batch, Breach> {
        match self.phase {
            Phase::Cases => read_batch(&self.params, lines),
            _ => Err(self.undue()),
        }
    }

    fn form(&self, answer: &[u8]) -> Result<(), Breach> {
        read_answer(self.params.answers, &mut Words::new(answer)).map(drop)
    }

    fn known(&self, _to: Seat, due: Option<&Batch>, say: &Batch) -> Option<Revealed<Cases>> {
        (self.phase == Phase::Cases && due.is_none()).then(|| Revealed::Choice(say.cases.clone()))
    }

    fn same(&self, _to: Seat, due: Option<&Batch>, _say: &Batch) -> Result<(), Breach> {
        // The cases are read once: those that are due were learned from the message.
        if due.is_some() {
            Ok(())
        } else {
            Err(self.undue())
        }
    }

    fn is_last(&self, _say: &Batch) -> bool {
        true
    }
}

/// Most cases of a picture, and the most pieces of each.
const SHOWN: usize = 24;
/// Most pieces of a case that is written out.
const DRAWN: usize = 100;

/// The answers, or what came instead. `missing` is the fault of a program that ends without them.
fn heard(what: Observation<'_>, missing: Fault) -> Result<&[u8], Fault> {
    match what {
        Observation::Died(Death::Exit(0)) => Err(missing),
        // The input has ended already, so no output waits for its end.
        Observation::Silent { .. } => Err(wrong(
            FaultKind::Late,
            Breach::new(ANSWER_TIME, "not all answers came in time"),
        )),
        _ => conduct::lines(PLAYER, what, ANSWER_TIME),
    }
}

/// The program's behaviour so far.
impl BatchReferee {
    fn hear(&mut self, what: Observation<'_>, took: Option<Ms>) {
        let heard = heard(what, self.missing(0));
        match heard.and_then(|lines| self.in_time(took, lines).map(|()| lines)) {
            Ok(lines) => {
                let answered = self.answers(lines);
                self.end(answered, Seats::only(PLAYER));
            }
            Err(fault) => {
                self.out.insert(PLAYER);
                self.end(Err(fault), Seats::NONE);
            }
        }
    }

    /// The fault is noted at the last answer, since the time is.
    fn in_time(&mut self, took: Option<Ms>, lines: &[u8]) -> Result<(), Fault> {
        let Some(took) = took else { return Ok(()) };
        let line = lines.iter().filter(|&&byte| byte == b'\n').count();
        let at_last = |fault: Fault| Fault {
            breach: Breach {
                line,
                ..fault.breach
            },
            ..fault
        };
        self.verdict.time(ANSWER_TIME);
        self.timing
            .within(
                PLAYER,
                took,
                self.params.time,
                ANSWER_TIME,
                &mut self.verdict,
            )
            .map_err(at_last)
    }

    /// Compares the answers with the cases. If they are too few, the end of the program is judged first.
    fn answers(&mut self, lines: &[u8]) -> Result<(), Fault> {
        let lines: Vec<&[u8]> = lines.split(|&byte| byte == b'\n').collect();
        let judged = self.compare(&lines);
        if lines.len() >= self.cases.len() {
            return judged;
        }
        self.missing = Some(judged.err().unwrap_or_else(|| self.missing(lines.len())));
        Ok(())
    }

    /// The first answer that is wrong.
    fn compare(&mut self, lines: &[&[u8]]) -> Result<(), Fault> {
        let cases = self.cases.clone();
        for (at, (case, line)) in cases.iter().zip(lines).enumerate() {
            let format = |breach| wrong(FaultKind::Format, Breach { line: at, ..breach });
            let mut words = Words::new(line);
            let possible = read_answer(self.params.answers, &mut words).map_err(format)?;
            self.remark(at, words.remarks);
            judge(&self.rules, case, possible).map_err(|breach| {
                wrong(
                    FaultKind::Illegal,
                    Breach {
                        line: at,
                        ..breach.word(0).numbers([at as i64 + 1])
                    },
                )
            })?;
        }
        let Some(more) = lines.get(cases.len()..).filter(|more| !more.is_empty()) else {
            return Ok(());
        };
        let is_empty = |line: &&[u8]| line.trim_ascii().is_empty();
        if more.iter().all(is_empty) {
            self.empty_end();
            return Ok(());
        }
        let breach = Breach::new(ANSWER_ONLY, "an answer more than there are cases");
        Err(wrong(
            FaultKind::Unasked,
            Breach {
                line: cases.len(),
                ..breach
            },
        ))
    }

    /// Notes empty lines after the last answer, which most judges forgive.
    fn empty_end(&mut self) {
        if self
            .verdict
            .faults
            .iter()
            .all(|fault| fault.breach.clause != BLANKS)
        {
            self.verdict
                .faults
                .push(wrong(FaultKind::Habit, Breach::new(BLANKS, EMPTY_END)));
        }
    }

    fn missing(&self, at: usize) -> Fault {
        let numbers = [at as i64 + 1, self.cases.len() as i64];
        let breach = Breach::new(
            ANSWER_COUNT,
            "the program ended before its answer to case {0} of {1}",
        );
        wrong(FaultKind::Format, breach.numbers(numbers))
    }

    /// Takes the end or the silence of a program that owes answers. A death comes before the answers.
    fn miss(&mut self, what: Observation<'_>, missing: Fault) {
        self.missing = None;
        let fault = match heard(what, missing) {
            Err(death) if death.kind == FaultKind::Died => {
                self.verdict.faults.push(death);
                missing
            }
            heard => heard.err().unwrap_or(missing),
        };
        self.end(Err(fault), Seats::NONE);
    }

    /// Notes the small faults that judges forgive, the first of each clause.
    fn remark(&mut self, at: usize, remarks: Remarks) {
        for breach in remarks.breaches() {
            if self
                .verdict
                .faults
                .iter()
                .all(|fault| fault.breach.clause != breach.clause)
            {
                self.verdict
                    .faults
                    .push(wrong(FaultKind::Habit, Breach { line: at, ..breach }));
            }
        }
    }

    fn end(&mut self, answered: Result<(), Fault>, waiting: Seats) {
        if self.missing.is_none() {
            self.verdict.outcome =
                Some(Outcome::new(&[Points::whole(i32::from(answered.is_ok()))]));
        }
        match answered {
            Ok(()) if self.missing.is_some() => {}
            Ok(()) => self.keep(),
            Err(fault) => self.verdict.faults.push(fault),
        }
        let patience = if self.missing.is_some() {
            self.params.time
        } else {
            self.params.grace
        };
        self.phase = Phase::End(Ending::new(
            waiting,
            patience,
            ANSWER_ONLY,
            ANSWER_EXIT,
            ANSWER_EXIT,
        ));
    }

    /// Notes the clauses that the program had occasion to break and kept.
    fn keep(&mut self) {
        let kept = [
            ANSWER_WORD,
            ANSWER_COUNT,
            ANSWER_TIME,
            BYTES,
            LENGTH,
            ALIVE,
            STDOUT,
        ];
        self.verdict.keep(PLAYER, &kept);
        let right: Vec<bool> = self
            .cases
            .iter()
            .map(|case| judge(&self.rules, case, true).is_ok())
            .collect();
        for (possible, clause) in [(true, ANSWER_YES), (false, ANSWER_NO)] {
            if right.contains(&possible) {
                self.verdict.keep(PLAYER, &[clause]);
            }
        }
    }

    fn undue(&self) -> Breach {
        Breach::new(
            INPUT_ONCE,
            "the input came already, and nothing follows its last case",
        )
    }
}

fn wrong(kind: FaultKind, breach: Breach) -> Fault {
    Fault {
        seat: PLAYER,
        kind,
        breach,
    }
}
