//! The search after the fixed scenarios: games with other parameters and other opponents, as long as they bring news.
//!
//! News is a [situation](super::situations) that no game before had. The search ends when twice as many games as it took to the
//! last news have brought none. It plays in rounds, and looks at the news between them, so that for a seed and a bot that repeats
//! itself the games are the same, however many are played at a time.

use super::bot::{Case, Plan, Played, RunSummary};
use std::time::{Duration, Instant};
use stickler::clause::words;
use stickler::live::players::HarnessError;
use stickler::scenario::Scenario;

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
    /// Its time was over.
    Time,
    /// All games that were asked for were played.
    Games,
    /// A game failed.
    Failed,
}

words!(SearchEnd: NothingNew "nothing new came up any more", Time "its time was over", Games "these were asked for", Failed "a game failed");

impl Plan {
    /// Does the long work for a search before any clock starts.
    pub fn prepare_search(&self) -> Result<(), HarnessError> {
        let first = (0..ROUND).find_map(|index| self.searched(index).ok());
        self.prepare(first.into_iter())
    }

    /// Searches after the games of `before`, and adds to them what it plays. `watch` sees each game, and how far the search is
    /// before it.
    pub fn search_on(
        &self,
        before: RunSummary,
        effort: SearchEffort,
        watch: &(dyn Fn(&Played, Searched) -> std::io::Result<()> + Sync),
    ) -> (RunSummary, Option<HarnessError>) {
        let started = Instant::now();
        let mut summary = before;
        let [part, parts] = effort.part;
        let ended = loop {
            let so_far = summary.searched;
            let left = effort.time.saturating_sub(started.elapsed());
            let is_stale = so_far.games >= FEWEST.max(3 * so_far.last_news);
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
            let end = summary.scenarios.get(Scenario::SEARCH.name);
            let end = end.map_or(0, |row| row.end as usize);
            let next = end.checked_sub(part).map_or(0, |played| played / parts + 1);
            // A game that cannot be played, because what the user has set does not go with it, is passed over.
            let cases: Vec<Case> = (next..next + (ROUND * ROUND) as usize)
                .filter_map(|number| self.searched((part - 1 + parts * number) as u32).ok())
                .take(round as usize)
                .collect();
            if cases.is_empty() {
                return (summary, None);
            }
            let trouble;
            (summary, trouble) = self.run_unplanned(
                summary,
                cases.into_iter(),
                left,
                &|played| watch(played, so_far),
                &|case| self.play(case),
            );
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
}
