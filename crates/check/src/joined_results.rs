//! Files of results: read again after an interruption, and joined from the parts of a run.

use super::bot::{Case, Plan, Played, RunSummary};
use super::results::{AssumptionLine, CodeLines, GameLine, GameResult, Planned, ResultLine};
use super::summary::{LONG_SILENCE, PlanPlace, SkipReason};
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use stickler::clause::Clause;
use stickler::games::Registry;
use stickler::json;
use stickler::scenario::Scenario;

/// No search plays so many games, and no corpus has so many.
const MOST_UNPLANNED: u32 = 10_000_000;

/// The content of a file of results.
#[derive(Clone, Debug)]
pub struct ResultsFile {
    /// The plan of its first line; `None`: the file is empty.
    pub plan: Option<Planned>,
    /// Bytes of its whole lines up to the last game; what follows is a half-written line or an old summary.
    pub whole: u64,
    /// True where a line was half written.
    pub is_cut: bool,
    /// Why the run that wrote it played no more; `None`: it was interrupted, or played all.
    pub stopped: Option<String>,
    /// Results under values that no document gives.
    pub assumptions: Vec<AssumptionLine>,
    /// The bot's own lines, by file.
    pub code: BTreeMap<String, CodeLines>,
}

/// Reads results line by line and hands each game on with its plan. The error names the line.
///
/// A last line without its newline was being written when the run was killed: it is passed over.
pub fn read(
    mut from: impl BufRead,
    mut each: impl FnMut(&Planned, GameLine) -> Result<(), String>,
) -> Result<ResultsFile, String> {
    let mut file = ResultsFile {
        plan: None,
        whole: 0,
        is_cut: false,
        stopped: None,
        assumptions: Vec::new(),
        code: BTreeMap::new(),
    };
    let (mut bytes, mut number, mut passed) = (Vec::new(), 0, 0);
    loop {
        bytes.clear();
        number += 1;
        let length = from
            .read_until(b'\n', &mut bytes)
            .map_err(|error| format!("line {number}: {error}"))? as u64;
        if length == 0 {
            return Ok(file);
        }
        let Some(text) = bytes.strip_suffix(b"\n") else {
            file.is_cut = true;
            return Ok(file);
        };
        passed += length;
        let line = json::read(text)
            .map_err(|error| format!("line {number}: {}: {}", error.field, error.reason))?;
        match (line, &file.plan) {
            (ResultLine::Plan(plan), None) => file.plan = Some(plan),
            (ResultLine::Game(game), Some(plan)) => {
                each(plan, *game).map_err(|why| format!("line {number}: {why}"))?
            }
            (ResultLine::Summary(total), Some(_)) => {
                file.stopped = total.skipped_why;
                file.assumptions = total.assumptions;
                file.code = total.code;
                continue;
            }
            (ResultLine::Plan(_), Some(_)) => {
                return Err(format!(
                    "line {number}: a second plan; give each run its own file"
                ));
            }
            (_, None) => {
                return Err(format!(
                    "line {number}: expected the plan, which is the first line of all results"
                ));
            }
        }
        file.stopped = None;
        file.whole = passed;
    }
}

/// Results of one plan that are being joined: those of its parts, or of a run that was interrupted.
pub struct JoinedResults {
    /// The plan as a whole.
    pub planned: Planned,
    /// The plan to report by.
    pub plan: Plan,
    summary: RunSummary,
    /// By scenario and number, whether the game was played.
    seen: Vec<Vec<bool>>,
    failing: BTreeSet<PlanPlace>,
    /// Games with a long silence, by the broken clause.
    silent: BTreeMap<Clause, BTreeSet<PlanPlace>>,
    stopped: Option<SkipReason>,
}

impl JoinedResults {
    /// Before the first result of this plan.
    pub fn new(planned: &Planned, games: Registry) -> Result<JoinedResults, String> {
        let plan = planned.plan(games)?;
        let summary = RunSummary::new(plan.game);
        let (seen, failing) = (
            vec![Vec::new(); plan.game.scenarios().len() + Scenario::UNPLANNED.len()],
            BTreeSet::new(),
        );
        Ok(JoinedResults {
            planned: planned.whole(),
            plan,
            summary,
            seen,
            failing,
            silent: BTreeMap::new(),
            stopped: None,
        })
    }

    /// Notes that a game was played, and whether it failed; a game may be there once, and others [beside](GameLine::beside) it.
    pub fn note(&mut self, planned: &Planned, game: &GameLine) -> Result<(), String> {
        if planned.whole() != self.planned {
            let agree = "game, parameters, bot, seed and all else have to agree";
            return Err(format!("these results are of another plan: {agree}"));
        }
        let case = game.case(&self.plan)?;
        let place = self.summary.place(&case);
        let games = match place.unplanned {
            Some(_) => MOST_UNPLANNED,
            None => self.planned.cases.unwrap_or(case.scenario.games),
        };
        if case.index >= games {
            return Err(format!(
                "scenario {} of this plan has no game {}",
                case.scenario.name, case.index
            ));
        }
        if game.beside {
            return Ok(());
        }
        if game.verdict == GameResult::Failed {
            self.failing.insert(place);
            let played = game.played(&self.plan)?;
            let policy = &self.plan.policy;
            let is_long = played.silence(policy) >= Some(LONG_SILENCE);
            if let Some((fault, _)) = played.error(policy).filter(|_| is_long) {
                let clause = fault.breach.clause;
                self.silent.entry(clause).or_default().insert(place);
            }
        }
        if self.has(place) {
            return Err(format!(
                "game {} of scenario {} is there twice",
                case.index, case.scenario.name
            ));
        }
        let (seen, at) = (&mut self.seen[place.scenario], place.index as usize);
        if seen.len() <= at {
            seen.resize(at + 1, false);
        }
        seen[at] = true;
        Ok(())
    }

    /// Adds a noted game, if one machine that plays game after game would have reached it.
    pub fn add(&mut self, game: &GameLine) -> Result<Option<Played>, String> {
        let case = game.case(&self.plan)?;
        let place = self.summary.place(&case);
        let scenarios = self.plan.game.scenarios();
        let mut counting = self.failing.iter().filter(|place| {
            scenarios
                .get(place.scenario)
                .is_none_or(|scenario| scenario.steps.is_none())
        });
        let enough = self
            .planned
            .enough
            .and_then(|enough| counting.nth(enough.checked_sub(1)?));
        let first = self
            .failing
            .iter()
            .find(|first| first.scenario == place.scenario);
        let silent = self.second_silence();
        let is_beyond =
            |end: Option<&PlanPlace>| !game.beside && end.is_some_and(|end| place > *end);
        if is_beyond(enough)
            || is_beyond(silent)
            || (case.scenario.steps.is_some() && is_beyond(first))
        {
            return Ok(None);
        }
        let played = game.played(&self.plan)?;
        self.summary.add(played.clone(), &self.plan.policy);
        Ok(Some(played))
    }

    /// The game with which two had been silent in the same way, in the order of one machine that plays game after game.
    fn second_silence(&self) -> Option<&PlanPlace> {
        let second = self
            .silent
            .values()
            .filter_map(|places| places.iter().nth(1));
        second.min().filter(|_| self.planned.enough.is_some())
    }

    /// Where a case stands in the plan.
    pub fn place(&self, case: &Case) -> PlanPlace {
        self.summary.place(case)
    }

    /// True where this game is among the results.
    pub fn has(&self, place: PlanPlace) -> bool {
        self.seen
            .get(place.scenario)
            .and_then(|seen| seen.get(place.index as usize))
            .is_some_and(|seen| *seen)
    }

    /// Notes why a run that wrote results played no more.
    pub fn stop(&mut self, why: Option<&str>) {
        self.stopped = self.stopped.or(why.and_then(SkipReason::from_word));
    }

    /// Takes the results under values that no document gives.
    pub fn assume(&mut self, lines: &[AssumptionLine]) {
        let game = self.plan.game;
        let known = lines.iter().filter_map(|line| line.assumption(game));
        self.summary.assumptions.extend(known);
    }

    /// Takes what is told of the bot's own lines.
    pub fn take_code(&mut self, code: &BTreeMap<String, CodeLines>) {
        for (file, lines) in code {
            self.summary.ran.files.insert(file.clone(), lines.lines());
        }
    }

    /// The games so far.
    pub fn so_far(&self) -> RunSummary {
        self.summary.clone()
    }

    /// The summary of all results.
    pub fn summary(mut self) -> Result<RunSummary, String> {
        // Two silences of one run may lie in two of its parts, neither of which ended by them.
        let why = match self.second_silence() {
            Some(_) => SkipReason::Silent,
            None => self.stopped.unwrap_or(SkipReason::Nowhere),
        };
        self.summary
            .miss(0, self.planned.cases(&self.plan)?, self.planned.enough, why);
        let is_lost = |why| {
            matches!(
                why,
                SkipReason::Nowhere | SkipReason::HeldUp | SkipReason::BrokenOff
            )
        };
        self.summary.is_incomplete = self.summary.skipped_why.is_some_and(is_lost);
        Ok(self.summary)
    }
}

#[cfg(test)]
mod tests;
