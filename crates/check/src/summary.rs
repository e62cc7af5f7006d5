//! The result of a run, added up game by game. It keeps only failed games, so its size does not grow with the run.

use super::assumptions::Assumption;
use super::bot::{Case, Played};
use super::coverage::Ran;
use super::pace;
use super::search::Searched;
use super::smallest::HowFound;
use std::collections::{BTreeMap, BTreeSet};
use stickler::clause::{Binds, Clause, Statement, words};
use stickler::error_policy::ErrorPolicy;
use stickler::explain::Conclusion;
use stickler::games::erased::AnyGame;
use stickler::params::Ms;
use stickler::referee::{Fault, FaultKind};
use stickler::scenario::Scenario;
use stickler::transcript::TimeSpent;
use stickler::wire;

/// A silence that is worth waiting for twice, and no more.
pub const LONG_SILENCE: Ms = Ms(3000);

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct RunSummary {
    order: &'static [Scenario],
    /// Games played.
    pub games: usize,
    /// Games of these that count beside one of the plan.
    pub beside: usize,
    /// Games in which the candidate broke a clause, in the order of the plan.
    pub failing: Vec<Played>,
    /// For each forgiven clause that the candidate broke, the first game that shows it.
    pub warning: Vec<Played>,
    /// Games played of each scenario, and the clauses broken in them.
    pub scenarios: BTreeMap<&'static str, ScenarioTally>,
    /// In how many games each clause was kept, broken or warned of.
    pub clauses: BTreeMap<Clause, ClauseTally>,
    /// Cases that were not played.
    pub skipped: usize,
    /// Why they were not played.
    pub skipped_why: Option<SkipReason>,
    /// True if results are missing without a reason, as when a part of a run was not joined.
    pub is_incomplete: bool,
    /// Games that could not be judged because the machine held them up, each with the cause.
    pub held_up: Vec<(Case, String)>,
    /// Games that failed beside others and went well alone, each with how it failed: nobody can tell whose fault that is.
    pub beside_others: Vec<(Case, String)>,
    /// Games in which an answer of stickler's own opponent was refused, each with the reason: they tell nothing of the candidate.
    pub opponent_refused: Vec<(Case, String)>,
    /// The smallest failing games that were found by shrinking, one a clause.
    pub smallest: Vec<Played>,
    /// How the smallest game of a clause was found, or that its failure is flaky.
    pub found: BTreeMap<Clause, HowFound>,
    /// Scenarios of which no game was played, though the plan has some.
    pub unplayed: BTreeSet<&'static str>,
    /// Clauses that it broke, of those that judges forgive.
    pub warned: BTreeSet<Clause>,
    /// Clauses that it broke.
    pub broken: BTreeSet<Clause>,
    /// Faults that are more than weak play.
    pub beyond_play: usize,
    /// How often the machine held a game up, which was then played again.
    pub stalls: usize,
    /// The longest time counted for an answer.
    pub slowest: Ms,
    /// The longest time of a first answer, and of a later one, as far as there are any.
    pub apart: [Option<Ms>; 2],
    /// The longest mean time of an answer, of games in which the late answers took as long as the early ones.
    pub pace: Option<Ms>,
    /// Where the time of the slowest answer went; `None`: it was too short to be measured.
    pub slowest_spent: Option<TimeSpent>,
    /// The largest peak of resident memory, in bytes.
    pub peak: u64,
    /// Clauses of which the arena can see a breach, but not that they were kept.
    pub unseen: BTreeSet<Clause>,
    /// The slowest answers of the games.
    pub clocks: Clocks,
    /// The situations in which the candidate was.
    pub situations: BTreeSet<String>,
    /// The parts of the candidate's code that ran, where that is watched.
    pub ran: Ran,
    /// How far the search has come.
    pub searched: Searched,
    /// Values that no document gives, and the results of a few games under each.
    pub assumptions: Vec<Assumption>,
}

/// The place of a case in every run of its game: the planned scenarios in turn, then the corpus, then the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlanPlace {
    /// The number among the [scenarios that no plan counts](Scenario::UNPLANNED); `None`: the scenario is planned.
    pub unplanned: Option<usize>,
    /// The case's number within its scenario.
    pub index: u32,
    /// The scenario's number within the game; those that no plan counts come after the last.
    pub scenario: usize,
}

/// Why games of a plan were not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkipReason {
    /// So many games failed that the run ended.
    Enough,
    /// The bot was silent twice in the same way, and each silence takes long.
    Silent,
    /// A scenario that goes through its games one by one ends with the first that fails.
    InOrder,
    /// The machine held them up.
    HeldUp,
    /// The time for the run was over.
    TimeBox,
    /// The run ended in trouble of its own.
    BrokenOff,
    /// No file of those that were joined has them.
    Nowhere,
}

words!(SkipReason:
    Enough "enough games failed",
    Silent "the bot was silent twice in the same way, and every silence takes as long; --enough 0 plays them",
    InOrder "games in order end with the first that fails",
    HeldUp "the machine held them up", TimeBox "the time box was over", BrokenOff "the run was broken off",
    Nowhere "they are in none of these results");

/// The result of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScenarioTally {
    /// Games played.
    pub played: u32,
    /// Games in which a clause was broken.
    pub failed: u32,
    /// One more than the highest number of a played game.
    pub end: u32,
    /// The clauses broken.
    pub broken: BTreeSet<Clause>,
}

/// In how many games a clause was kept, broken or warned of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Count")
)]
pub struct ClauseTally {
    /// Kept.
    pub passed: usize,
    /// Broken.
    pub failed: usize,
    /// Broken, and judges forgive it.
    pub warned: usize,
    /// Kept until a breach of another clause ended the game for the candidate.
    #[serde(default)]
    pub until_fault: usize,
}

/// How many games had a slowest answer of up to 1, 2, 4, … milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clocks(pub Vec<usize>);

impl Clocks {
    fn add(&mut self, slowest: Ms) {
        let class = slowest.0.max(1).next_power_of_two().trailing_zeros() as usize;
        if self.0.len() <= class {
            self.0.resize(class + 1, 0);
        }
        self.0[class] += 1;
    }
}

impl RunSummary {
    /// Before the first game.
    pub fn new(game: &dyn AnyGame) -> RunSummary {
        RunSummary {
            order: game.scenarios(),
            ..RunSummary::default()
        }
    }

    /// The place of a case in every plan of the game.
    pub fn place(&self, case: &Case) -> PlanPlace {
        let of = |scenarios: &[Scenario]| {
            let mut names = scenarios.iter().map(|scenario| scenario.name);
            names.position(|name| name == case.scenario.name)
        };
        let unplanned = of(&Scenario::UNPLANNED);
        let scenario = match unplanned {
            Some(number) => self.order.len() + number,
            None => of(self.order).unwrap_or_default(),
        };
        PlanPlace {
            unplanned,
            index: case.index,
            scenario,
        }
    }

    /// Adds a game. Games may come in any order.
    pub fn add(&mut self, played: Played, policy: &ErrorPolicy) {
        let seat = played.case.seat;
        self.games += 1;
        self.beside += usize::from(played.beside);
        let known = (self.situations.len(), self.ran.points.len());
        self.situations.extend(played.situations.iter().cloned());
        self.ran.add(&played.ran);
        let is_new = (self.situations.len(), self.ran.points.len()) != known;
        if played.case.scenario.name == Scenario::SEARCH.name {
            self.searched.games += 1;
            if is_new {
                self.searched.last_news = self.searched.games;
            }
        }
        self.stalls = self.stalls.saturating_add(played.stalls);
        if played.slowest() >= self.slowest {
            (self.slowest, self.slowest_spent) = (played.slowest(), played.slowest_spent());
        }
        let [first, later] = played.apart();
        self.apart = [self.apart[0].max(first), self.apart[1].max(later)];
        self.pace = self.pace.max(pace::level(&played));
        self.peak = self.peak.max(
            played.record.usage[seat.index()]
                .as_ref()
                .map_or(0, |usage| usage.peak),
        );
        self.unseen.extend(&played.record.unseen);
        let refused = played.opponent_refused();
        self.opponent_refused
            .extend(refused.map(|why| (played.case, why)));
        if played.apart()[0].is_some() {
            self.clocks.add(played.slowest());
        }
        let (errors, warnings): (Vec<&Fault>, Vec<&Fault>) = played
            .faults()
            .map(|(fault, _)| fault)
            .partition(|fault| policy.is_error(fault));
        let clauses = |faults: &[&Fault]| {
            faults
                .iter()
                .map(|fault| fault.breach.clause)
                .collect::<BTreeSet<_>>()
        };
        let (broken, warned) = (clauses(&errors), clauses(&warnings));
        let is_kept = |clause: &Clause| !broken.contains(clause) && !warned.contains(clause);
        let kept: BTreeSet<Clause> = played.kept().filter(is_kept).collect();
        let is_cut = played.faults().any(|(fault, _)| fault.kind.is_last());
        for clause in kept {
            let tally = self.clauses.entry(clause).or_default();
            if is_cut {
                tally.until_fault += 1
            } else {
                tally.passed += 1
            }
        }
        broken
            .iter()
            .for_each(|clause| self.clauses.entry(*clause).or_default().failed += 1);
        warned
            .iter()
            .for_each(|clause| self.clauses.entry(*clause).or_default().warned += 1);
        self.beyond_play += errors
            .iter()
            .filter(|fault| fault.kind != FaultKind::Lost)
            .count();
        self.warned.extend(&warned);
        self.broken.extend(&broken);
        let row = self.scenarios.entry(played.case.scenario.name).or_default();
        row.played += 1;
        row.end = row.end.max(played.case.index + 1);
        row.failed += u32::from(!broken.is_empty());
        row.broken.extend(&broken);
        if !warned.is_empty() {
            self.warn(&played, policy);
        }
        if !broken.is_empty() {
            let place = self.place(&played.case);
            let at = self
                .failing
                .partition_point(|other| self.place(&other.case) < place);
            self.failing.insert(at, played);
        }
    }

    /// Keeps the game if it is the first in order to show a warning.
    fn warn(&mut self, played: &Played, policy: &ErrorPolicy) {
        let mut games = std::mem::take(&mut self.warning);
        let place = self.place(&played.case);
        games.insert(
            games.partition_point(|other| self.place(&other.case) < place),
            played.clone(),
        );
        let mut seen = BTreeSet::new();
        games.retain(|game| {
            let warnings = game.faults().filter(|(fault, _)| !policy.is_error(fault));
            warnings
                .filter(|(fault, _)| seen.insert(fault.breach.clause))
                .count()
                > 0
        });
        self.warning = games;
    }

    /// True where a search began.
    pub fn is_searched(&self) -> bool {
        self.searched.ended.is_some() || self.searched.games > 0
    }

    /// Failing games that count towards ending a run; games in order end by themselves.
    pub fn counting(&self) -> usize {
        self.failing
            .iter()
            .filter(|played| played.case.scenario.steps.is_none())
            .count()
    }

    /// True once two games failed by the same clause with a long silence.
    pub(super) fn is_silent(&self, policy: &ErrorPolicy) -> bool {
        let mut seen = BTreeSet::new();
        let mut silent = self
            .failing
            .iter()
            .filter(|played| played.silence(policy) >= Some(LONG_SILENCE))
            .filter_map(|played| played.error(policy));
        silent.any(|(fault, _)| !seen.insert(fault.breach.clause))
    }

    /// Games played of those that were planned.
    pub fn planned_games(&self) -> usize {
        let unplanned = Scenario::UNPLANNED.map(|scenario| {
            let row = self.scenarios.get(scenario.name);
            row.map_or(0, |row| row.played as usize)
        });
        self.games - self.beside - unplanned.iter().sum::<usize>()
    }

    /// Notes how many games of a plan were not played, and the reason: enough games failed, or else `why`. `before`
    /// games were played earlier, and the games of `left` were still to play.
    pub fn miss(
        &mut self,
        before: usize,
        left: impl Iterator<Item = Case>,
        enough: Option<usize>,
        why: SkipReason,
    ) {
        let mut planned = before;
        for case in left {
            planned += 1;
            if !self.scenarios.contains_key(case.scenario.name) {
                self.unplayed.insert(case.scenario.name);
            }
        }
        self.skipped = planned.saturating_sub(self.planned_games());
        let is_enough = enough.is_some_and(|enough| self.counting() >= enough);
        self.is_incomplete |= !self.held_up.is_empty();
        let is_step = self
            .failing
            .iter()
            .any(|played| played.case.scenario.steps.is_some());
        self.skipped_why = (self.skipped > 0).then_some(match is_enough {
            true => SkipReason::Enough,
            false if self.held_up.len() == self.skipped => SkipReason::HeldUp,
            false if is_step => SkipReason::InOrder,
            false => why,
        });
    }

    /// The result of the run: a bot without errors conforms only if every scenario was played.
    pub fn conclusion(&self) -> Conclusion {
        match () {
            () if !self.failing.is_empty() => Conclusion::Violates,
            () if self.games == 0
                || self.is_incomplete
                || !self.unplayed.is_empty()
                || !self.beside_others.is_empty()
                || !self.opponent_refused.is_empty() =>
            {
                Conclusion::Unknown
            }
            () => Conclusion::Conforms,
        }
    }

    /// True for a game that stands for its clause: the smallest that was found.
    pub fn is_smallest(&self, played: &Played) -> bool {
        let key = |game: &Played| (self.place(&game.case), game.case.seat, game.choices.clone());
        self.smallest.iter().any(|own| key(own) == key(played))
    }

    /// Cases in which the candidate broke a clause.
    pub fn failures<'a>(&'a self, policy: &'a ErrorPolicy) -> impl Iterator<Item = &'a Played> {
        self.failing
            .iter()
            .filter(|played| played.error(policy).is_some())
    }

    /// Clauses of the game and of the wire that bind bots, in the order of their pages.
    pub fn binding(game: &dyn AnyGame) -> impl Iterator<Item = &'static Statement> {
        let pages = [wire::page(), game.page()];
        pages
            .into_iter()
            .flat_map(|page| &page.clauses)
            .filter(|entry| entry.binds == Binds::Bot)
    }

    /// In how many games this clause was kept, broken or warned of.
    pub fn tally(&self, id: &str) -> ClauseTally {
        self.clauses
            .iter()
            .find(|(clause, _)| clause.id() == id)
            .map_or(ClauseTally::default(), |(_, tally)| *tally)
    }

    /// How many clauses the candidate kept in every game that put them to the test, in one at least to the end.
    pub fn kept(&self) -> usize {
        self.clauses
            .values()
            .filter(|tally| (tally.failed, tally.warned) == (0, 0) && tally.passed > 0)
            .count()
    }

    /// Clauses of the game and of the wire that bind bots and that no case touched.
    pub fn not_exercised(&self, game: &dyn AnyGame) -> Vec<&'static Statement> {
        RunSummary::binding(game)
            .filter(|entry| self.tally(&entry.id) == ClauseTally::default())
            .collect()
    }

    /// The warnings: each clause once, with the case that first showed it.
    pub fn warnings(&self, policy: &ErrorPolicy) -> Vec<(&Played, &Fault, usize)> {
        let mut seen = BTreeSet::new();
        let faults = self.warning.iter().flat_map(|played| {
            played
                .faults()
                .map(move |(fault, line)| (played, fault, line))
        });
        faults
            .filter(|(_, fault, _)| !policy.is_error(fault) && seen.insert(fault.breach.clause))
            .collect()
    }
}

#[cfg(test)]
mod tests;
