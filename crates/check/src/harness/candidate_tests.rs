//! The tests of one bot: one a scenario, and one a clause. They share their games, and a mistake is told in full once.

use super::{play_scenario, search};
use crate::bot::{Plan, Played, RunSummary};
use crate::report::run::smallest;
use crate::saved_failures::FailureFolder;
use crate::search::USUAL;
use crate::smallest::{SHRINK, smallest_near, unshrunk};
use crate::summary::LONG_SILENCE;
use crate::test_arguments::TestArguments;
use libtest_mimic::{Completion, Failed, Trial};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use stickler::clause::{Binds, Clause};
use stickler::games::erased::AnyGame;
use stickler::referee::Fault;
use stickler::scenario::Scenario;
use stickler::wire;
use stickler_arena::threads::locked;

/// The games of a bot, played as its tests ask for them.
struct Candidate {
    plan: Plan,
    /// The results by scenario, in the order in which a clause looks at them; the search is the last.
    runs: Vec<(&'static str, OnceLock<Result<RunSummary, String>>)>,
    /// The test that told of a clause, by the clause.
    told: Mutex<BTreeMap<Clause, String>>,
    folder: FailureFolder,
}

/// The tests of a bot: those of scenarios, and those of clauses. Where the filter names only clauses that bind no bot, a test for
/// each of these says so.
pub(super) fn trials(plan: Plan, arguments: &TestArguments) -> [Vec<Trial>; 2] {
    let game = plan.game;
    let scenarios = game.scenarios().iter().chain([&Scenario::SEARCH]);
    let names: Vec<&'static str> = scenarios.map(|scenario| scenario.name).collect();
    let candidate = Arc::new(Candidate {
        plan,
        runs: names.iter().map(|name| (*name, OnceLock::new())).collect(),
        told: Mutex::default(),
        folder: FailureFolder::new(folder()),
    });
    let named = |name: &str| format!("{}::{name}", game.name());
    let of_scenario = |scenario: &'static str| {
        let (candidate, name) = (Arc::clone(&candidate), named(scenario));
        Trial::test(name.clone(), move || {
            candidate.hold_scenario(&name, scenario)
        })
    };
    let of_clause = |id: &'static str| {
        let (candidate, name) = (Arc::clone(&candidate), named(id));
        Trial::ignorable_test(name.clone(), move || candidate.hold_clause(&name, id))
    };
    let of_others = |id: &'static str| {
        let reason = "it binds no bot, so none can break it";
        Trial::ignorable_test(named(id), move || Ok(Completion::ignored_with(reason)))
    };
    let scenarios: Vec<Trial> = names.iter().map(|name| of_scenario(name)).collect();
    let binding = RunSummary::binding(game);
    let mut clauses: Vec<Trial> = binding.map(|entry| of_clause(&entry.id)).collect();
    if unmatched(arguments, scenarios.iter().chain(&clauses)).is_some() {
        let pages = [wire::page(), game.page()];
        let all = pages.into_iter().flat_map(|page| &page.clauses);
        let others = all.filter(|entry| entry.binds != Binds::Bot);
        clauses.extend(others.map(|entry| of_others(&entry.id)));
    }
    [scenarios, clauses]
}

/// The first filter that matches no test, if there is one.
pub(super) fn unmatched<'a, 'b>(
    arguments: &'a TestArguments,
    trials: impl Iterator<Item = &'b Trial> + Clone,
) -> Option<&'a str> {
    let is_unmatched = |filter: &&String| {
        let mut trials = trials.clone();
        !trials.any(|trial| arguments.means(filter, trial.name()))
    };
    let mut filters = arguments.names.iter();
    filters.find(is_unmatched).map(String::as_str)
}

/// The words on a filter that matches no test.
pub(super) fn no_test(game: &dyn AnyGame, filter: &str) -> String {
    let name = game.name();
    let scenario = game
        .scenarios()
        .first()
        .map_or("reference", |first| first.name);
    format!(
        "no test of this bot has `{filter}` in its name: {name}::{scenario} is the test of a scenario, {name}::wire.line.newline that of a \
         clause. `-- --list` lists all"
    )
}

/// Where failing games are saved: beside the test's program, which cargo builds below `target`; else where temporary files are.
fn folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let deps = program.parent().filter(|folder| folder.ends_with("deps"));
    let folder = deps
        .and_then(|deps| deps.parent())
        .map_or_else(std::env::temp_dir, PathBuf::from)
        .join("stickler-failures");
    let here = std::env::current_dir().unwrap_or_default();
    folder
        .strip_prefix(&here)
        .map_or_else(|_| folder.clone(), PathBuf::from)
}

impl Candidate {
    /// The result of a scenario, which is played when it is asked for first.
    fn run(&self, scenario: &str) -> Result<&RunSummary, Failed> {
        let run = self.runs.iter().find(|(name, _)| *name == scenario);
        let (name, run) = run.ok_or("no such scenario")?;
        let result = run.get_or_init(|| {
            let played = if *name == Scenario::SEARCH.name {
                search(&self.plan, USUAL, None)
            } else {
                play_scenario(&self.plan, name)
            };
            played.map_err(|error| error.message().unwrap_or_default().to_string())
        });
        result.as_ref().map_err(Failed::from)
    }

    fn hold_scenario(&self, test: &str, scenario: &str) -> Result<(), Failed> {
        let summary = self.run(scenario)?;
        let failing = smallest(&self.plan, summary);
        if failing.is_empty() {
            return is_played(summary);
        }
        let told: Vec<String> = failing
            .into_iter()
            .map(|(played, fault, _)| self.tell(test, played, fault))
            .collect();
        Err(told.join("\n").into())
    }

    /// Plays one scenario after the other until the bot breaks the clause.
    fn hold_clause(&self, test: &str, id: &str) -> Result<Completion, Failed> {
        let (mut kept, mut until_fault, mut warned) = (0, 0, 0);
        for (scenario, _) in &self.runs {
            let summary = self.run(scenario)?;
            let failing = smallest(&self.plan, summary);
            let breaks = |(_, fault, _): &(&Played, &Fault, usize)| fault.breach.clause.id() == id;
            if let Some((played, fault, _)) = failing.into_iter().find(breaks) {
                return Err(self.tell(test, played, fault).into());
            }
            let tally = summary.tally(id);
            kept += tally.passed;
            until_fault += tally.until_fault;
            warned += tally.warned;
        }
        Ok(match () {
            () if warned > 0 => Completion::ignored_with(format!(
                "broken in {warned} games, and judges forgive it: `stickler spec {id}`"
            )),
            () if kept > 0 => Completion::Completed,
            () if until_fault > 0 => {
                Completion::ignored_with("kept until another clause was broken: fix that first")
            }
            () => Completion::ignored_with("in no game had the bot occasion to break it"),
        })
    }

    /// A failing game in full, made small and saved; of a clause that another test has told of, the name of that test.
    fn tell(&self, test: &str, played: &Played, fault: &Fault) -> String {
        let clause = fault.breach.clause;
        if let Some(other) = self.claim(test, clause) {
            return format!("the same as {other}: {clause}");
        }
        let plan = &self.plan;
        let silence = played.silence(&plan.policy);
        let (smallest, how) = match silence.filter(|waited| *waited >= LONG_SILENCE) {
            Some(waited) => (played.clone(), unshrunk(waited).into()),
            None => smallest_near(plan, played.clone(), SHRINK, &|| ()),
        };
        let Some((fault, line)) = smallest.error(&plan.policy) else {
            return how.words;
        };
        let (text, _) = self
            .folder
            .shown(plan, (&smallest, fault, line, how.seen), &[], false);
        format!("{text}{}", how.words)
    }

    /// The test that tells of this clause, if it is not this one.
    fn claim(&self, test: &str, clause: Clause) -> Option<String> {
        let mut told = locked(&self.told);
        let by = told.entry(clause).or_insert_with(|| test.to_string());
        (by != test).then(|| by.clone())
    }
}

/// An error where no game could be judged.
pub(super) fn is_played(summary: &RunSummary) -> Result<(), Failed> {
    match summary.held_up.first() {
        Some((_, why)) => Err(why.clone().into()),
        None if summary.games == 0 => Err("no game was played".into()),
        None => Ok(()),
    }
}
