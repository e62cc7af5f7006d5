//! Shrinking: reduces a failing game to the smallest one near it that fails in the same way.
//!
//! Shrinking works on the record of choices, so every game tried on the way is legal. A game counts as smaller when it
//! fails at an earlier line, or at the same line with a shorter record, or with smaller numbers in it.

use super::bot::{Case, Plan, Played};
use std::time::{Duration, Instant};
use stickler::clause::Clause;
use stickler::game::Seat;
use stickler::live::players::HarnessError;
use stickler::shorter::shorter;
use stickler::transcript::Transcript;

/// How often a game is played again to see whether it fails every time.
const TRIES: usize = 5;
/// The part of its time after which the search ends where it found nothing smaller: a game that needs its length is shown soon.
const IN_VAIN: u32 = 3;
/// The most neighbours that are dropped together.
const WIDEST: usize = 8;

/// The result of shrinking.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The smallest failing game found.
    pub played: Played,
    /// Games played on the way.
    pub runs: usize,
    /// How many plays of the first game failed in the same way, out of how many.
    pub rate: (usize, usize),
    /// True if no single deletion or lowering gives a smaller failing game; false if the search ended first.
    pub is_minimal: bool,
    /// The cause that ended the search before its time: an interruption, or an error of the system.
    pub stopped: Option<String>,
}

/// Shrinks a failing game for at most `time_box`, or until a third of it has brought nothing smaller, and calls `watch` for every game
/// that is played on the way. `None`: the game never failed again. A game that the machine holds up is no smaller one; any other error ends the search, and what it found
/// until then comes back.
pub fn shrink(
    plan: &Plan,
    failing: &Played,
    clause: Clause,
    time_box: Duration,
    watch: &dyn Fn(),
) -> Option<Shrunk> {
    let until = Instant::now().checked_add(time_box);
    let plan = &plan.under(&failing.settings);
    let mut shrinker = Shrinker {
        plan,
        case: failing.case,
        clause,
        until,
        patience: time_box / IN_VAIN,
        latest: Instant::now(),
        tries: 1,
        runs: 0,
        late: false,
        stopped: None,
        watch,
    };
    let (_, line) = failing.error(&plan.policy)?;
    let found = Failing {
        played: failing.clone(),
        line,
    };
    // Without choices the opponents and the judge take the first options, which can make the game longer.
    let simplest = shrinker
        .failing(plan.play_back(failing.case, &[]))
        .filter(|simplest| simplest.line <= found.line);
    if let Some(simplest) = simplest
        .as_ref()
        .filter(|simplest| simplest.answers().is_empty())
    {
        // It needs no choice and no opponent: nothing is smaller.
        let played = simplest.played.clone();
        return Some(Shrunk {
            played,
            runs: shrinker.runs,
            rate: (1, 1),
            is_minimal: true,
            stopped: None,
        });
    }
    let mut again = None;
    let (mut failed, mut played) = (0, 0);
    for _ in 0..TRIES {
        if shrinker.is_over() {
            break;
        }
        let tried = plan.play_back(failing.case, &failing.choices);
        played += usize::from(tried.is_ok());
        if let Some(failing) = shrinker.failing(tried) {
            failed += 1;
            again = Some(failing);
        }
    }
    // Where no game could be played to its end, nobody knows whether it fails again.
    let is_untold = played == 0 || shrinker.stopped.is_some();
    if again.is_none() && simplest.is_none() && !is_untold {
        return None;
    }
    // A bot that does not always do the same may fail later now: no game counts that is longer than the one that was found.
    let again = again.filter(|again| again.line <= found.line);
    let smallest = again
        .into_iter()
        .chain(simplest)
        .min_by(|a, b| a.size().cmp(&b.size()));
    let mut best = smallest.unwrap_or(found);
    shrinker.tries = if failed == played {
        1
    } else {
        (3 * played).div_ceil(failed.max(1))
    };
    shrinker.latest = Instant::now();
    while let Some(smaller) = shrinker.smaller(&best) {
        best = smaller;
        shrinker.latest = Instant::now();
    }
    Some(Shrunk {
        played: best.played,
        runs: shrinker.runs,
        rate: (failed, played),
        is_minimal: !shrinker.late,
        stopped: shrinker.stopped,
    })
}

/// A failing game and the line that shows it.
#[derive(Clone, Debug)]
struct Failing {
    played: Played,
    line: usize,
}

impl Failing {
    fn size(&self) -> (usize, usize, &[u32]) {
        (self.line, self.played.choices.len(), &self.played.choices)
    }

    /// Answers of the opponents up to the fault.
    fn answers(&self) -> Vec<String> {
        answers(&self.played.record.transcript, self.line, |by| {
            by != self.played.case.seat
        })
    }
}

/// The answers of some seats before a line of a transcript, without their times.
pub(crate) fn answers(transcript: &str, line: usize, is_by: impl Fn(Seat) -> bool) -> Vec<String> {
    let Ok(transcript) = Transcript::parse(transcript.as_bytes()) else {
        return Vec::new();
    };
    let lines = transcript.body().take_while(|entry| entry.number < line);
    let said = lines.filter_map(|line| line.said().filter(|(by, ..)| is_by(*by)));
    said.map(|(_, text, _)| String::from_utf8_lossy(text).into_owned())
        .collect()
}

struct Shrinker<'a> {
    plan: &'a Plan,
    case: Case,
    clause: Clause,
    /// `None`: no limit.
    until: Option<Instant>,
    /// How long nothing smaller may come.
    patience: Duration,
    /// When something smaller came last.
    latest: Instant,
    /// How often each game is tried: more than once for a bot that does not fail every time.
    tries: usize,
    runs: usize,
    late: bool,
    stopped: Option<String>,
    watch: &'a dyn Fn(),
}

impl Shrinker<'_> {
    /// The first smaller game that fails: with opponents' answers dropped, with choices cut out, with choices lowered.
    fn smaller(&mut self, best: &Failing) -> Option<Failing> {
        for answers in shorter(&best.answers(), WIDEST) {
            let found = self.smaller_than(best, |shrinker| {
                shrinker.plan.play_script(shrinker.case, answers.clone())
            });
            // Of a long game even the lists that nobody plays take long to make.
            if found.is_some() || self.late {
                return found;
            }
        }
        for choices in shorter(&best.played.choices, WIDEST).chain(lower(&best.played.choices)) {
            let found = self.smaller_than(best, |shrinker| {
                shrinker.plan.play_back(shrinker.case, &choices)
            });
            if found.is_some() || self.late {
                return found;
            }
        }
        None
    }

    fn smaller_than(
        &mut self,
        best: &Failing,
        play: impl Fn(&Self) -> Result<Played, HarnessError>,
    ) -> Option<Failing> {
        for _ in 0..self.tries {
            if self.is_over() {
                self.late = true;
                return None;
            }
            let played = play(self);
            let found = self.failing(played);
            if let Some(found) = found.filter(|found| found.size() < best.size()) {
                return Some(found);
            }
        }
        None
    }

    /// `None`: the game does not fail in the same way, or it could not be played.
    fn failing(&mut self, played: Result<Played, HarnessError>) -> Option<Failing> {
        self.runs += 1;
        (self.watch)();
        let played = match played {
            Ok(played) => played,
            Err(HarnessError::Stalled { .. }) => return None,
            Err(error) => {
                self.stopped = Some(match error {
                    HarnessError::Interrupted => "was interrupted".into(),
                    error => format!("ended: {error}"),
                });
                return None;
            }
        };
        let (fault, line) = played.error(&self.plan.policy)?;
        (fault.breach.clause == self.clause)
            .then_some(line)
            .map(|line| Failing { played, line })
    }

    fn is_over(&self) -> bool {
        let is_late = self.until.is_some_and(|until| Instant::now() >= until);
        self.stopped.is_some() || is_late || self.latest.elapsed() >= self.patience
    }
}

/// The choices with one of them smaller, the boldest first.
fn lower(choices: &[u32]) -> impl Iterator<Item = Vec<u32>> {
    let steps = |number: u32| {
        std::iter::successors(Some(number), |step| Some(step / 2)).take_while(|&step| step > 0)
    };
    let changes = choices
        .iter()
        .enumerate()
        .flat_map(move |(at, &number)| steps(number).map(move |step| (at, number - step)));
    changes.map(|(at, number)| {
        let mut lower = choices.to_vec();
        lower[at] = number;
        lower
    })
}

#[cfg(test)]
mod tests;
