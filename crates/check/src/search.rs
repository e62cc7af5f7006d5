//! The search after the fixed scenarios: games with other parameters and other opponents, as long as they bring news.
//!
//! News is a [situation](super::situations) that no game before had. The search ends when twice as many games as it took to the
//! last news have brought none. It plays in rounds, and looks at the news between them, so that for a seed and a bot that repeats
//! itself the games are the same, however many are played at a time. A search that goes on after an interruption plays first the
//! games that the run before had begun and not finished.

mod changes;
mod kept_games;
pub(crate) mod tape;

use super::bot::{Case, Plan, Played, RunSummary};
use kept_games::{ChangedGame, KeptGames, Reached};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use stickler::clause::words;
use stickler::live::players::HarnessError;
use stickler_arena::threads::{locked, unlocked};

/// How long a search takes at most, where nobody says: with the scenarios a native bot is checked in ten seconds.
pub const USUAL: Duration = Duration::from_secs(8);

/// Games of a round.
const ROUND: u32 = 8;
/// The fewest games of a search that ends because nothing new comes up.
const FEWEST: u32 = 1200;

/// How a search is done.
#[derive(Clone, Copy, Debug)]
pub struct SearchEffort {
    /// No round begins after this time.
    pub time: Duration,
    /// The most games; `None`: no limit.
    pub games: Option<u32>,
    /// True to use all of the time, even if nothing new comes up.
    pub is_thorough: bool,
    /// Which part of the search this is, from 1, and of how many. Each part plays games of its own.
    pub part: [usize; 2],
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Searched {
    /// Games played.
    pub games: u32,
    /// The game, from 1, that brought the last news; 0: none did.
    pub last_news: u32,
    /// Why it ended; `None`: it goes on, or there was none.
    pub ended: Option<SearchEnd>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// Nothing new came up any more.
    NothingNew,
    /// The time for it was over.
    Time,
    /// All games that were asked for were played.
    Games,
    /// A game failed.
    Failed,
}

words!(SearchEnd: NothingNew "nothing new came up any more", Time "its time was over", Games "these were asked for", Failed "a game failed");

/// Sees each game of a search, and how far it was before.
type Watch<'a> = &'a (dyn Fn(&Played, Searched) -> std::io::Result<()> + Sync);

impl Plan {
    /// Does the long work for a search before any clock starts.
    pub fn prepare_search(&self) -> Result<(), HarnessError> {
        let first = (0..ROUND).find_map(|index| self.searched(index).ok());
        self.prepare(first.into_iter())
    }

    /// Searches after the games of `before`, those of which `is_played` is true, and adds to them what it plays. `watch` sees each
    /// game, and how far the search is before it.
    pub fn search_on(
        &self,
        before: RunSummary,
        effort: SearchEffort,
        is_played: &dyn Fn(&Case) -> bool,
        watch: Watch<'_>,
    ) -> (RunSummary, Option<HarnessError>) {
        let started = Instant::now();
        // Games without coverage before this search are no part of it; the games of a run that was interrupted are.
        let others = match self.coverage {
            Some(_) => before.searched.games,
            None => 0,
        };
        let mut summary = before;
        let mut kept = KeptGames::default();
        if self.coverage.is_some() {
            let time = effort.time / 3;
            let trouble = self.watch_planned(&mut summary, &mut kept, time, watch);
            if trouble.is_some() {
                return (summary, trouble);
            }
        }
        let [part, parts] = effort.part;
        let mut numbers = (part - 1..).step_by(parts).map(|number| number as u32);
        let ended = loop {
            let so_far = summary.searched;
            let left = effort.time.saturating_sub(started.elapsed());
            // Between two rounds alone, also where an earlier run was killed amid one.
            let (games, last_news) = (
                so_far.games - others,
                so_far.last_news.saturating_sub(others),
            );
            let is_stale = so_far.games.is_multiple_of(ROUND) && games >= FEWEST.max(3 * last_news);
            let most = effort.games.unwrap_or(u32::MAX);
            let failed = summary.failing.len();
            match () {
                () if failed > 0 => break SearchEnd::Failed,
                () if so_far.games >= most => break SearchEnd::Games,
                () if is_stale && !effort.is_thorough => break SearchEnd::NothingNew,
                () if left.is_zero() => break SearchEnd::Time,
                () => {}
            }
            let round = (ROUND - so_far.games % ROUND).min(most - so_far.games);
            let cases = self.following(&mut numbers, is_played, round as usize);
            if cases.is_empty() {
                return (summary, None);
            }
            let trouble;
            (summary, trouble) = self.play_round(summary, cases, &mut kept, left, watch);
            if trouble.is_some() {
                return (summary, trouble);
            }
            if summary.searched.games == so_far.games {
                // The machine held every game up.
                break SearchEnd::Time;
            }
        };
        summary.searched.ended = Some(ended);
        (summary, None)
    }

    /// Plays these cases, where the bot's code is watched some of them with the choices of an earlier game, and learns from them.
    fn play_round(
        &self,
        before: RunSummary,
        cases: Vec<Case>,
        kept: &mut KeptGames,
        time: Duration,
        watch: Watch<'_>,
    ) -> (RunSummary, Option<HarnessError>) {
        let (cases, changed) = match self.coverage {
            Some(_) => self.with_changed(cases, kept),
            None => (cases, BTreeMap::new()),
        };
        let so_far = before.searched;
        let reached: Mutex<BTreeMap<u32, Reached>> = Mutex::default();
        let played = self.run_unplanned(
            before,
            cases.into_iter(),
            time,
            &|played| watch(played, so_far),
            &|case| {
                let played = match changed.get(&case.index) {
                    None => self.watched(|plan| plan.play(case)),
                    Some(ChangedGame { settings, tape, .. }) => self
                        .under(settings)
                        .watched(|plan| plan.play_tape(case, tape)),
                }?;
                locked(&reached).insert(case.index, Reached::by(&played));
                Ok(played)
            },
        );
        // In their order, whichever ended first.
        for (number, reached) in unlocked(reached) {
            kept.learn(reached, changed.get(&number));
        }
        played
    }

    /// Replays games of the plan with the bot's code watched, each scenario in turn: what they reach is known then.
    fn watch_planned(
        &self,
        summary: &mut RunSummary,
        kept: &mut KeptGames,
        time: Duration,
        watch: Watch<'_>,
    ) -> Option<HarnessError> {
        let cases = self.stream().ok()?;
        let reached: Mutex<BTreeMap<_, Reached>> = Mutex::default();
        let before = RunSummary::new(self.game);
        let (again, trouble) = self.run_unplanned(before, cases, time, &|_| Ok(()), &|case| {
            let played = self.watched(|plan| plan.play(case))?;
            locked(&reached).insert(summary.place(&case), Reached::by(&played));
            Ok(played)
        });
        unlocked(reached)
            .into_values()
            .for_each(|reached| kept.learn(reached, None));
        summary.ran.add(&again.ran);
        // They went well before: the bot fails now and then.
        for mut failing in again.failing {
            failing.beside = true;
            if let Err(error) = watch(&failing, summary.searched) {
                return Some(error.into());
            }
            summary.add(failing, &self.policy);
        }
        trouble
    }

    /// These cases of a search, some of them changed games in place of drawn ones.
    fn with_changed(
        &self,
        cases: Vec<Case>,
        kept: &KeptGames,
    ) -> (Vec<Case>, BTreeMap<u32, ChangedGame>) {
        let mut changed = BTreeMap::new();
        let cases = cases.into_iter().map(|case| {
            let mut dice = self.dice(case.scenario, case.index).nth(3);
            let game = kept.changed(self, case.index, &mut dice);
            let own = game.as_ref().map_or(case, |game| game.case);
            changed.extend(game.map(|game| (case.index, game)));
            own
        });
        (cases.collect(), changed)
    }

    /// The next games of a search that are not played yet, at most so many. A game that cannot be played, because what the user has
    /// set does not go with it, is passed over.
    fn following(
        &self,
        numbers: &mut impl Iterator<Item = u32>,
        is_played: &dyn Fn(&Case) -> bool,
        most: usize,
    ) -> Vec<Case> {
        let (mut cases, mut passed_over) = (Vec::new(), 0);
        while cases.len() < most && passed_over < ROUND * ROUND {
            match numbers.next().map(|number| self.searched(number)) {
                None => break,
                Some(Err(_)) => passed_over += 1,
                Some(Ok(case)) => {
                    passed_over = 0;
                    cases.extend(Some(case).filter(|case| !is_played(case)));
                }
            }
        }
        cases
    }
}

#[cfg(test)]
mod tests;
