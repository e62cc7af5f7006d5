//! The games of a check: those of the scenarios, those that a corpus kept, those of the search, and some under other values of the
//! parameters that no document gives.

use crate::common::CliError;
use crate::outputs::Results;
use crate::progress::Progress;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use stickler::live::players::HarnessError;
use stickler_arena::threads::{locked, unlocked};
use stickler_check::assumptions::USUAL_TRIES;
use stickler_check::bot::{Case, Plan, Played, RunOptions, RunSummary};
use stickler_check::corpus::Corpus;
use stickler_check::joined_results::JoinedResults;
use stickler_check::results::{GameLine, ResultLine};
use stickler_check::search::{SearchEffort, Searched};

/// The games so far, and the error that ended them, if one did.
pub(super) type PlayedSoFar = (RunSummary, Option<HarnessError>);

pub(super) struct Campaign<'a> {
    plan: &'a Plan,
    /// The games that need not be played again.
    joined: &'a JoinedResults,
    corpus: Option<&'a Corpus>,
    /// True where games are searched.
    searches: bool,
    /// Where each game is written.
    results: Mutex<Results>,
    /// The number of the first game of the search that was not played.
    next: AtomicU32,
    /// How many kinds of situation were met, and the last new one.
    news: Mutex<(usize, String)>,
}

impl<'a> Campaign<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        joined: &'a JoinedResults,
        corpus: Option<&'a Corpus>,
        searches: bool,
        results: Results,
    ) -> Campaign<'a> {
        Campaign {
            plan,
            joined,
            corpus,
            searches,
            results: Mutex::new(results),
            next: AtomicU32::new(0),
            news: Mutex::default(),
        }
    }

    /// Where the games were written.
    pub(super) fn into_results(self) -> Results {
        unlocked(self.results)
    }

    fn write(&self, played: &Played) -> std::io::Result<()> {
        let mut news = locked(&self.news);
        news.0 += played.situations.len();
        if let Some(met) = played.situations.last() {
            news.1.clone_from(met);
        }
        let line = GameLine::of(self.plan, played);
        locked(&self.results).write(&ResultLine::Game(Box::new(line)))
    }

    fn is_played(&self, case: &Case) -> bool {
        is_played(self.joined, case)
    }

    /// Plays those of these games of the scenarios that are left, until `enough` have failed.
    pub(super) fn scenarios(
        &self,
        cases: impl Iterator<Item = Case> + Clone + Send,
        enough: Option<usize>,
    ) -> PlayedSoFar {
        let before = self.joined.so_far();
        locked(&self.news).0 = before.situations.len();
        let (of, time_box) = (cases.clone().count(), self.plan.time_box);
        let progress = Progress::new("games", of, before.games, Some(time_box));
        let unmet = before.not_exercised(self.plan.game).into_iter();
        let unmet: Mutex<BTreeSet<&str>> = Mutex::new(unmet.map(|entry| &entry.id[..]).collect());
        let watch = |played: &Played| {
            let mut unmet = locked(&unmet);
            played.met().for_each(|clause| {
                unmet.remove(clause.id());
            });
            progress.step(Some(unmet.len()));
            self.write(played)
        };
        let options = RunOptions {
            enough,
            before,
            watch: &watch,
        };
        let left = cases.filter(|case| !self.is_played(case));
        let played = { self.plan }.run_with(left, options, &|case| self.plan.play(case));
        progress.end();
        played
    }

    /// Plays on after the scenarios, for as long as nothing fails. `is_first`: of the parts of a run, this one tries other values.
    pub(super) fn beyond(
        &self,
        summary: RunSummary,
        mut effort: SearchEffort,
        is_first: bool,
    ) -> Result<PlayedSoFar, CliError> {
        self.plan.prepare_search()?;
        let began = Instant::now();
        let (mut summary, mut trouble) = match self.corpus {
            Some(corpus) => self.kept(corpus, summary, &effort),
            None => (summary, None),
        };
        effort.time = effort.time.saturating_sub(began.elapsed());
        let goes_on = |summary: &RunSummary, trouble: &Option<HarnessError>| {
            self.searches && trouble.is_none() && summary.failing.is_empty()
        };
        if goes_on(&summary, &trouble) {
            (summary, trouble) = self.search(summary, effort);
        }
        if is_first && goes_on(&summary, &trouble) {
            self.assume_otherwise(&mut summary, effort.time)?;
        }
        Ok((summary, trouble))
    }

    /// The games of the corpus; of a part of a run, every N-th.
    fn kept(&self, corpus: &Corpus, summary: RunSummary, effort: &SearchEffort) -> PlayedSoFar {
        let [part, parts] = effort.part;
        let cases = corpus.cases().skip(part - 1).step_by(parts);
        let left = cases.filter(|case| !self.is_played(case));
        let count = left.clone().count();
        let progress = Progress::new("games of the corpus", count, 0, Some(effort.time));
        let watch = |played: &Played| {
            progress.step(None);
            self.write(played)
        };
        let played = corpus.play(self.plan, summary, left, effort.time, &watch);
        progress.end();
        played
    }

    /// The search. Where the bot's code is watched, the first third of the time is for games that would be played without that: by
    /// default as many. Then its code leads.
    fn search(&self, summary: RunSummary, mut effort: SearchEffort) -> PlayedSoFar {
        if self.plan.coverage.is_none() {
            return self.search_by(self.plan, summary, effort);
        }
        let unwatched = Plan {
            coverage: None,
            ..self.plan.clone()
        };
        let first = SearchEffort {
            time: effort.time / 3,
            games: effort.games.map(|games| games / 3),
            ..effort
        };
        let (summary, trouble) = self.search_by(&unwatched, summary, first);
        if trouble.is_some() || !summary.failing.is_empty() {
            return (summary, trouble);
        }
        effort.time = effort.time * 2 / 3;
        self.search_by(self.plan, summary, effort)
    }

    /// The games of a search by this plan, after those that this run has searched.
    fn search_by(&self, plan: &Plan, summary: RunSummary, effort: SearchEffort) -> PlayedSoFar {
        let progress = Progress::searching(effort.time);
        let watch = |played: &Played, searched: Searched| {
            let written = self.write(played);
            self.next
                .fetch_max(played.case.index + 1, Ordering::Relaxed);
            if let (Some(corpus), true) = (self.corpus, played.is_news()) {
                corpus.keep(plan, played)?;
            }
            let (known, latest) = locked(&self.news).clone();
            progress.searched(&format!(
                "{known} kinds of situation, the last new one in game {}: {latest}",
                searched.last_news.max(1)
            ));
            written
        };
        let first = self.next.load(Ordering::Relaxed);
        let is_played = |case: &Case| case.index < first || self.is_played(case);
        let played = plan.search_on(summary, effort, &is_played, &watch);
        progress.end();
        played
    }

    /// A few games under other values, for a quarter of the time of a long search.
    fn assume_otherwise(
        &self,
        summary: &mut RunSummary,
        searched: Duration,
    ) -> Result<(), CliError> {
        let time = USUAL_TRIES.max(searched / 4).min(searched);
        if let Some(failing) = self.plan.assume_otherwise(summary, time) {
            self.write(&failing).map_err(|error| error.to_string())?;
            summary.add(failing, &self.plan.policy);
        }
        Ok(())
    }
}

/// True where this game is among the results that there were before.
pub(super) fn is_played(joined: &JoinedResults, case: &Case) -> bool {
    joined.has(joined.place(case))
}
