//! A failing game as small as it can be made, and the words on how it was found.

use crate::bot::{Plan, Played};
use crate::replay::{Replayed, replay, saved};
use crate::shrink::{Shrunk, shrink};
use std::cell::Cell;
use std::time::Duration;
use stickler::params::Ms;
use stickler_arena::process_players::is_interrupted;

/// How a failing game that is shown was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HowFound {
    /// In how many games of how many with the same choices it failed; `None`: it was not played again.
    pub seen: Option<[usize; 2]>,
    /// The words on it, which end their line; none: nothing was looked for.
    pub words: String,
}

impl HowFound {
    /// The rate of a failure that did not come in every game with the same choices, in words.
    pub fn rate(&self) -> Option<String> {
        let [failed, played] = self.seen.filter(|[failed, played]| failed < played)?;
        Some(format!("flaky: it failed {failed} of {played} times"))
    }

    /// These words, after those on the rate of a flaky failure.
    fn of(seen: [usize; 2], how: &str) -> HowFound {
        let mut found = HowFound {
            seen: (seen[1] > 0).then_some(seen),
            words: String::new(),
        };
        let rate = found.rate();
        let rate = rate.map_or(String::new(), |rate| {
            format!("{rate} with the same choices; ")
        });
        found.words = format!("{rate}{how}\n");
        found
    }
}

impl From<String> for HowFound {
    fn from(words: String) -> HowFound {
        HowFound {
            words,
            ..HowFound::default()
        }
    }
}

/// How long a smaller failing game is looked for.
pub const SHRINK: Duration = Duration::from_secs(30);

/// The smallest game near a failing one that is found in this time, and how it was found; `watch` is called for each game that is
/// tried. Whatever happens to these games, the failing one stays.
pub fn smallest_near(
    plan: &Plan,
    played: Played,
    time_box: Duration,
    watch: &dyn Fn(),
) -> (Played, HowFound) {
    let clause = played
        .error(&plan.policy)
        .map(|(fault, _)| fault.breach.clause);
    let Some(clause) = clause.filter(|_| !time_box.is_zero() && !is_interrupted()) else {
        return (played, HowFound::default());
    };
    let tried = Cell::new(0);
    let count = || {
        tried.set(tried.get() + 1);
        watch();
    };
    match shrink(plan, &played, clause, time_box, &count) {
        None => {
            let how = flaky(plan, &played, tried.get());
            (played, how)
        }
        Some(shrunk) => {
            let how = found(&shrunk);
            (shrunk.played, how)
        }
    }
}

/// The words about a game with a long silence.
pub fn unshrunk(waited: Ms) -> String {
    let seconds = waited.0.div_ceil(1000);
    format!("no smaller failing game was looked for: every try waits {seconds} s more")
}

/// The report of a game that failed and did not fail again. After so many other games, of which all but the first made the
/// same choices, it is replayed to see what differs.
fn flaky(plan: &Plan, played: &Played, tried: usize) -> HowFound {
    let Some((fault, line)) = played.error(&plan.policy) else {
        return HowFound::default();
    };
    let again = match replay(plan, &saved(plan, played, fault, line), false) {
        Ok(again) => again,
        Err(error) => {
            let how = format!("it could not be replayed: {error}");
            return HowFound::of([1, tried], &how);
        }
    };
    let (failed, how): (_, String) = match again {
        Replayed::Fails { .. } => (2, "the last time it failed again".into()),
        Replayed::Diverges {
            answers: (before, now),
            number,
            ..
        } => {
            let now = now.map_or("there was none".into(), |now| format!("was then `{now}`"));
            (1, format!("its answer {number} was `{before}`, and {now}"))
        }
        Replayed::Passes(_) => (
            1,
            "it gave the same answers, so it differs in its times, or in how it ends".into(),
        ),
    };
    HowFound::of([failed, tried + 1], &how)
}

fn found(shrunk: &Shrunk) -> HowFound {
    let (failed, played) = shrunk.rate;
    if let Some(how) = &shrunk.stopped {
        let words = format!("the search for a smaller failing game {how}");
        return HowFound::of([failed, played], &words);
    }
    let within = if shrunk.is_minimal {
        ""
    } else {
        " before the time for it was over"
    };
    let words = format!(
        "smallest failing game found{within} ({} tried)",
        shrunk.runs
    );
    HowFound::of([failed, played], &words)
}

#[cfg(test)]
mod tests;
