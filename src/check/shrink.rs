//! Shrinking: from a game that fails to the smallest one near it that fails in the same way.
//!
//! What shrinks is the record of choices, so every game tried on the way is legal. A game counts as smaller when it fails at an
//! earlier line, or at the same line with a shorter record, or with smaller numbers in it.

use super::bot::{Case, Plan, Played};
use super::stream::Recorded;
use crate::arena::table::HarnessError;
use crate::clause::Clause;
use std::time::{Duration, Instant};

/// How often a game is played again to see whether it fails every time.
const TRIES: usize = 5;

/// What shrinking came to.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The smallest failing game found.
    pub played: Played,
    /// Its choices.
    pub choices: Vec<u32>,
    /// Games played on the way.
    pub runs: usize,
    /// Of how many plays of the first game, how many failed in the same way.
    pub rate: (usize, usize),
    /// True where no single deletion or lowering gives a smaller failing game; false where the time was over first.
    pub is_minimal: bool,
}

/// Shrinks a failing game for at most `time_box`. `None`: it did not fail again at all.
pub fn shrink(
    plan: &Plan,
    failing: &Played,
    clause: Clause,
    time_box: Duration,
) -> Result<Option<Shrunk>, HarnessError> {
    let started = Instant::now();
    let mut search =
        Search { plan, case: failing.case, clause, until: started + time_box, tries: 1, runs: 0, late: false };
    let mut best = None;
    let (mut failed, mut played) = (0, 0);
    while played < TRIES && !search.is_over() {
        played += 1;
        if let Some(smaller) = search.play(&failing.choices)? {
            failed += 1;
            best = Some(smaller);
        }
    }
    let Some(mut best) = best else { return Ok(None) };
    search.tries = if failed == played { 1 } else { (3 * played).div_ceil(failed) };
    while let Some(smaller) = search.smaller(&best)? {
        best = smaller;
    }
    let choices = best.choices.clone();
    Ok(Some(Shrunk {
        played: best.played,
        choices,
        runs: search.runs,
        rate: (failed, played),
        is_minimal: !search.late,
    }))
}

/// A failing game with what it is compared by.
#[derive(Clone, Debug)]
struct Failing {
    played: Played,
    choices: Vec<u32>,
    line: usize,
}

impl Failing {
    fn size(&self) -> (usize, usize, &[u32]) {
        (self.line, self.choices.len(), &self.choices)
    }
}

struct Search<'a> {
    plan: &'a Plan,
    case: Case,
    clause: Clause,
    until: Instant,
    /// A bot that does not fail every time is tried more often.
    tries: usize,
    runs: usize,
    late: bool,
}

impl Search<'_> {
    /// The first smaller game that fails: larger cuts first, then single deletions, then lowered numbers.
    fn smaller(&mut self, best: &Failing) -> Result<Option<Failing>, HarnessError> {
        let length = best.choices.len();
        let mut width = length;
        while width > 0 {
            for from in (0..length).step_by(width).rev() {
                let mut shorter = best.choices.clone();
                shorter.drain(from..(from + width).min(length));
                if let Some(found) = self.fails_smaller(shorter, best)? {
                    return Ok(Some(found));
                }
            }
            width /= 2;
        }
        for at in 0..length {
            for number in lowered(best.choices[at]) {
                let mut lower = best.choices.clone();
                lower[at] = number;
                if let Some(found) = self.fails_smaller(lower, best)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    fn fails_smaller(&mut self, choices: Vec<u32>, best: &Failing) -> Result<Option<Failing>, HarnessError> {
        for _ in 0..self.tries {
            if self.is_over() {
                self.late = true;
                return Ok(None);
            }
            if let Some(found) = self.play(&choices)?.filter(|found| found.size() < best.size()) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Plays a game in a process of its own; `None` where it does not fail in the same way.
    fn play(&mut self, choices: &[u32]) -> Result<Option<Failing>, HarnessError> {
        self.runs += 1;
        let played = self.plan.play_with(self.case, &mut Recorded::new(choices.to_vec()))?;
        let line = played.error(self.plan.strict).filter(|(fault, _)| fault.breach.clause == self.clause);
        Ok(line.map(|(_, line)| line).map(|line| Failing { choices: played.choices.clone(), played, line }))
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }
}

/// Smaller numbers to try instead of one, the boldest first.
fn lowered(number: u32) -> impl Iterator<Item = u32> {
    let halves = std::iter::successors(Some(number), |step| Some(step / 2).filter(|&step| step > 0));
    halves.map(move |step| number - step).filter(move |&lower| lower < number)
}
