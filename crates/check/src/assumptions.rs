//! Other judges that the documents allow: values of parameters that no document gives.
//!
//! After a run that conforms the bot plays a few games under each value that changes what a judge sends. What it breaks there is
//! no breach of the documents, so it is told and does not count.

use super::bot::{Case, Plan, Played, RunSummary};
use std::time::{Duration, Instant};
use stickler::clause::Clause;
use stickler::game::Seat;
use stickler::params::Settings;
use stickler::transcript::Transcript;

/// How long these games take at most after a usual search, and as long the ones in memory that say which are worth it.
pub const USUAL_TRIES: Duration = Duration::from_secs(2);

/// Games under each value.
const GAMES: usize = 6;

/// How often a game that failed under a value is played again under it.
const AGAIN: usize = 3;

/// A value of a parameter that no document gives, and the results of the games under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// The parameter and its value, as `--set` takes them: `opp-after-pass=no`.
    pub set: String,
    /// Games played; 0: there was no time for any.
    pub games: usize,
    /// The first clause that the bot broke, and how; `None`: it broke none.
    pub broken: Option<(Clause, String)>,
}

/// A value and the games in which it changes what a bot is told.
struct OtherValue {
    plan: Plan,
    cases: Vec<Case>,
    assumption: Assumption,
}

impl Plan {
    /// Plays a few games under each value that no document gives, that nobody has set, and that changes what the bot is told. Back
    /// comes a failure that the value did not bring about: it is one of the run.
    pub fn assume_otherwise(&self, summary: &mut RunSummary, time: Duration) -> Option<Played> {
        let mut values = self.other_values(time);
        let started = Instant::now();
        for at in 0..GAMES {
            for OtherValue {
                plan,
                cases,
                assumption,
            } in &mut values
            {
                let Some(case) = cases.get(at).copied() else {
                    continue;
                };
                if assumption.broken.is_some() || started.elapsed() > time {
                    continue;
                }
                // A game that the machine holds up tells nothing.
                let Ok(played) = plan.play(case) else {
                    continue;
                };
                assumption.games += 1;
                let Some((fault, line)) = played.error(&self.policy) else {
                    continue;
                };
                let (clause, why) = (fault.breach.clause, fault.breach.why.to_string());
                if let Some(failing) = self.fails_anyhow(plan, &played, line) {
                    return Some(Played {
                        beside: true,
                        ..failing
                    });
                }
                assumption.broken = Some((clause, why));
            }
        }
        let values = values.into_iter().filter(|value| !value.cases.is_empty());
        summary.assumptions = values.map(|value| value.assumption).collect();
        None
    }

    /// The failure that the value did not bring about: the same game fails without it as well, or goes the same way up to the line of
    /// the fault, so that the bot has failed now and not then, or never fails again under the value.
    fn fails_anyhow(&self, under: &Plan, failing: &Played, line: usize) -> Option<Played> {
        let usual = self.play(failing.case).ok()?;
        if usual.error(&self.policy).is_some() {
            return Some(usual);
        }
        let until_fault = dialogue(failing, line);
        let is_before = dialogue(&usual, usize::MAX).starts_with(&until_fault);
        (is_before || under.is_flaky(failing.case)).then(|| failing.clone())
    }

    /// True where a game that has failed goes well each time it is played again. A bot that draws its moves may need several games
    /// to fail again; one that the machine holds up tells nothing.
    fn is_flaky(&self, case: Case) -> bool {
        let again = (0..AGAIN).filter_map(|_| self.play(case).ok());
        let mut passes = again.map(|played| played.error(&self.policy).is_none());
        passes.next() == Some(true) && passes.all(|passes| passes)
    }

    /// Values of parameters that no document gives and nobody has set, with the games in which they change what a bot is told.
    fn other_values(&self, time: Duration) -> Vec<OtherValue> {
        let started = Instant::now();
        let Ok(set) = self.game.expand(&self.settings) else {
            return Vec::new();
        };
        let (Ok(variant), Ok(cases)) = (self.game.with(&set), self.stream()) else {
            return Vec::new();
        };
        let cases: Vec<Case> = cases.filter(|case| case.index == 0).collect();
        let is_set = |name: &str| {
            let varies = self.game.varies().iter().any(|(varied, _)| *varied == name);
            varies || set.0.iter().any(|(own, _)| own == name)
        };
        let is_late = || started.elapsed() > time;
        let told = |plan: &Plan, case: Case| (!is_late()).then(|| plan.told_in_memory(case));
        let usual: Vec<_> = cases.iter().map(|case| told(self, *case)).collect();
        let mut all = Vec::new();
        for (name, default) in variant.parameters() {
            if !self.game.page().leaves_open(name) || is_set(name) {
                continue;
            }
            for value in self
                .game
                .values(name)
                .iter()
                .filter(|value| **value != default)
            {
                let more: Settings = [(name, *value)].into_iter().collect();
                let plan = Plan {
                    settings: self.settings.and(&more),
                    ..self.clone()
                };
                // Where time was short, nobody knows whether it changes anything.
                let differs = |(case, usual): &(&Case, &Option<_>)| {
                    let other = usual.is_some().then(|| told(&plan, **case)).flatten();
                    other.is_none() || other != **usual
                };
                let differing = cases.iter().zip(&usual).filter(differs);
                let cases: Vec<Case> = differing.map(|(case, _)| *case).take(GAMES).collect();
                let assumption = Assumption {
                    set: format!("{name}={value}"),
                    games: 0,
                    broken: None,
                };
                all.push(OtherValue {
                    plan,
                    cases,
                    assumption,
                });
            }
        }
        all
    }

    /// The lines that a bot in memory is told in this game; `None`: it cannot be played.
    fn told_in_memory(&self, case: Case) -> Option<Vec<String>> {
        let plan = Plan {
            settings: self.settings.clone(),
            seed: self.seed,
            ..Plan::in_memory(self.game, |bot| bot)
        };
        let played = plan.play(case).ok()?;
        let to = format!("{}< ", case.seat);
        let lines = played.record.transcript.lines();
        Some(
            lines
                .filter_map(|line| line.strip_prefix(&to))
                .map(str::to_string)
                .collect(),
        )
    }
}

/// The lines that the bot was told and that it said before this line of the transcript, without their times.
fn dialogue(played: &Played, line: usize) -> Vec<(bool, Vec<u8>)> {
    let bytes = played.record.transcript.as_bytes();
    let Ok(transcript) = Transcript::parse(bytes) else {
        return Vec::new();
    };
    let lines = transcript.body().take_while(|entry| entry.number < line);
    let of_bot = |(seat, text): (Seat, &[u8])| (seat == played.case.seat).then(|| text.to_vec());
    let exchanged = lines.filter_map(|entry| match entry.told() {
        Some(told) => of_bot(told).map(|text| (true, text)),
        None => {
            let said = entry.said().map(|(seat, text, _)| (seat, text));
            said.and_then(of_bot).map(|text| (false, text))
        }
    });
    exchanged.collect()
}

#[cfg(test)]
mod tests;
