//! A run: the cases of a plan, several at a time, until enough have failed or the time is over.

use super::beside_others::{Attempt, BesideOthers};
use super::{Case, Plan, Played, RunSummary, invalid};
use crate::summary::SkipReason;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use stickler::live::players::HarnessError;
use stickler::scenario::Scenario;
use stickler_arena::precompute::ThreadsAndFolder;
use stickler_arena::threads::{locked, unlocked};

/// By default, a run stops after this many failing games.
pub const ENOUGH_FAILURES: usize = 5;

/// The options of a run.
pub struct RunOptions<'a> {
    /// The run stops after this many failing games; `None`: it plays all games.
    pub enough: Option<usize>,
    /// The games that were already played.
    pub before: RunSummary,
    /// Called with each game as it ends, one at a time. An error of it ends the run.
    pub watch: &'a (dyn Fn(&Played) -> std::io::Result<()> + Sync),
}

impl Plan {
    /// Does the long work for all these cases before any clock starts.
    pub fn prepare(&self, cases: impl Iterator<Item = Case>) -> Result<(), HarnessError> {
        ThreadsAndFolder::default().install();
        let mut last = None;
        for case in
            cases.filter(|case| last.replace(case.scenario.name) != Some(case.scenario.name))
        {
            self.game
                .with(&self.settings_of(case.scenario, case.index))
                .map_err(invalid)?
                .prepare();
        }
        Ok(())
    }

    /// Plays the cases, `jobs` at a time; `watch` sees each as it ends.
    pub fn run(
        &self,
        cases: &[Case],
        watch: &(dyn Fn(&Played) + Sync),
    ) -> Result<RunSummary, HarnessError> {
        let watch = |played: &Played| {
            watch(played);
            Ok(())
        };
        self.prepare(cases.iter().copied())?;
        let options = RunOptions {
            enough: Some(ENOUGH_FAILURES),
            before: RunSummary::new(self.game),
            watch: &watch,
        };
        let (summary, trouble) =
            self.run_with(cases.iter().copied(), options, &|case| self.play(case));
        trouble.map_or(Ok(summary), Err)
    }

    /// Plays cases that no plan has, until one fails or the time is over, and adds them to what was played before.
    pub(crate) fn run_unplanned(
        &self,
        before: RunSummary,
        cases: impl Iterator<Item = Case> + Clone + Send,
        time: Duration,
        watch: &(dyn Fn(&Played) -> std::io::Result<()> + Sync),
        play: &(dyn Fn(Case) -> Result<Played, HarnessError> + Sync),
    ) -> (RunSummary, Option<HarnessError>) {
        let (held_up, is_incomplete) = (before.held_up.clone(), before.is_incomplete);
        let plan = Plan {
            time_box: time,
            ..self.clone()
        };
        let options = RunOptions {
            enough: Some(1),
            before,
            watch,
        };
        let (mut summary, trouble) = plan.run_with(cases, options, play);
        // Those that were not played are no gap in the plan.
        (summary.skipped, summary.skipped_why) = (0, None);
        for scenario in Scenario::UNPLANNED {
            summary.unplayed.remove(scenario.name);
        }
        (summary.held_up, summary.is_incomplete) = (held_up, is_incomplete);
        (summary, trouble)
    }

    /// Plays the cases by `play`, `jobs` at a time, and adds them to what was played before; everything they need is
    /// [prepared](Plan::prepare). A case that is held up is played again last. If the harness fails or is interrupted, the played
    /// games come with the error.
    pub fn run_with(
        &self,
        cases: impl Iterator<Item = Case> + Clone + Send,
        options: RunOptions<'_>,
        play: &(dyn Fn(Case) -> Result<Played, HarnessError> + Sync),
    ) -> (RunSummary, Option<HarnessError>) {
        let started = Instant::now();
        let beside = BesideOthers::of(self, !options.before.beside_others.is_empty());
        let (before, left) = (options.before.planned_games(), cases.clone());
        let next = Mutex::new(cases);
        let summary = Mutex::new(options.before);
        let trouble: Mutex<Option<HarnessError>> = Mutex::new(None);
        let held_up: Mutex<Vec<(Case, String)>> = Mutex::default();
        let beside_others: Mutex<Vec<(Case, String)>> = Mutex::default();
        let goes_on = || {
            let has_trouble = locked(&trouble).is_some();
            let is_enough = options
                .enough
                .is_some_and(|enough| locked(&summary).counting() >= enough);
            let is_silent = options.enough.is_some() && locked(&summary).is_silent(&self.policy);
            !has_trouble && !is_enough && !is_silent && started.elapsed() < self.time_box
        };
        // Games that come in order end with the first that fails: later ones would only show it again, and larger.
        let has_failed = |name: &str| {
            locked(&summary)
                .failing
                .iter()
                .any(|played| played.case.scenario.name == name)
        };
        let work_on = |next: &dyn Fn() -> Option<Case>| {
            while goes_on() {
                let Some(case) = next() else { return };
                if case.scenario.steps.is_some() && has_failed(case.scenario.name) {
                    continue;
                }
                let played = beside.play(case, play);
                let played = match played {
                    Ok(Attempt { played, failed }) => {
                        locked(&beside_others).extend(failed.map(|why| (case, why)));
                        Ok(played)
                    }
                    Err(error) => Err(error),
                };
                if let Err(error @ HarnessError::Stalled { .. }) = &played {
                    locked(&held_up).push((case, error.to_string()));
                    continue;
                }
                let mut summary = locked(&summary);
                let watched = played.and_then(|mut played| {
                    let known = &summary.situations;
                    played.situations.retain(|met| !known.contains(met));
                    let known = &summary.ran.points;
                    played.ran.points.retain(|point| !known.contains(point));
                    let watched = (options.watch)(&played).map_err(HarnessError::from);
                    summary.add(played, &self.policy);
                    watched
                });
                if let Err(error) = watched {
                    locked(&trouble).get_or_insert(error);
                }
            }
        };
        let work = || work_on(&|| locked(&next).next());
        std::thread::scope(|scope| {
            let start = |_: &usize| {
                std::thread::Builder::new()
                    .spawn_scoped(scope, work)
                    .is_ok()
            };
            // Where the system has no more threads, those that are there play.
            let _others = (1..self.jobs).take_while(start).count();
            work();
        });
        // Held-up games again, one after the other: now no other game keeps the machine busy.
        let again = Mutex::new(std::mem::take(&mut *locked(&held_up)).into_iter());
        work_on(&|| locked(&again).next().map(|(case, _)| case));
        locked(&held_up).extend(unlocked(again));
        let mut summary = unlocked(summary);
        let trouble = unlocked(trouble);
        let why = if trouble.is_some() {
            SkipReason::BrokenOff
        } else if options.enough.is_some() && summary.is_silent(&self.policy) {
            SkipReason::Silent
        } else {
            SkipReason::TimeBox
        };
        summary.held_up = unlocked(held_up);
        summary.beside_others.extend(unlocked(beside_others));
        summary.miss(before, left, options.enough, why);
        (summary, trouble)
    }
}
