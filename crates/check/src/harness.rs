//! Conformance tests for the repository of a bot, one test a scenario and one a clause, and of an engine, one test a law; each
//! addressable by name.
//!
//! In the `Cargo.toml` of the bot, stickler-check is a dev-dependency, and the test has `harness = false`:
//!
//! ```no_run
//! // The whole main function of the test; in a Rust bot's repository the command is env!("CARGO_BIN_EXE_mybot").
//! stickler_check::harness::bot("gomoku", &["target/debug/mybot"]);
//! ```

mod candidate_tests;
mod engine_tests;

use crate::bot::{Plan, RunSummary};
use crate::report::failure::failure;
use crate::search::{SearchEffort, USUAL};
use crate::test_arguments::TestArguments;
use candidate_tests::{is_played, no_test, trials, unmatched};
use engine_tests::EngineUnderTest;
use libtest_mimic::{Failed, Trial};
use std::time::Duration;
use stickler::engine::{Engine, Typed};
use stickler::game::Situation;
use stickler::games::erased::AnyGame;
use stickler::games::{GAMES, Game};
use stickler::params::{Parameters, Settings};
use stickler::scenario::{Opponent, Scenario};

/// Tests a bot against every scenario of a game, in a search, and by each clause that it could break, and ends the process with
/// the tests' exit code.
///
/// The command is a list of words, run without a shell in the current folder. `STICKLER_SEED` is the seed of all choices. A
/// failing game is made small and saved in the folder `stickler-failures` beside the test's program, below `target`. A filter that is
/// written like a clause of the game, and names none, is an error; another that names no test here may name one elsewhere.
pub fn bot(game: &str, command: &[&str]) -> ! {
    let plan = candidate(game, command.iter().map(|word| word.to_string()).collect());
    let arguments = TestArguments::from_args();
    let pages = [plan.game.name(), "wire"].map(|page| format!("{page}."));
    let names_clause = |filter: &String| pages.iter().any(|page| filter.starts_with(page));
    if arguments.names.iter().any(names_clause) {
        alone(plan)
    } else {
        run(vec![plan])
    }
}

/// Tests several bots in one run, each against every scenario of its game.
pub fn run(plans: Vec<Plan>) -> ! {
    let arguments = TestArguments::from_args();
    let (mut scenarios, mut clauses) = (Vec::new(), Vec::new());
    for plan in plans {
        let [of_scenarios, of_clauses] = trials(plan, &arguments);
        scenarios.extend(of_scenarios);
        clauses.extend(of_clauses);
    }
    // A clause waits for the games of its bot, and no other bot's tests shall wait for it.
    scenarios.extend(clauses);
    arguments.run(scenarios).exit()
}

/// Runs the tests of one bot. A filter that names none of its tests, such as a clause that does not exist, ends the process with an
/// error: nothing else is tested in this run.
pub fn alone(plan: Plan) -> ! {
    let arguments = TestArguments::from_args();
    let game = plan.game;
    let trials: Vec<Trial> = trials(plan, &arguments).into_iter().flatten().collect();
    if let Some(filter) = unmatched(&arguments, trials.iter()) {
        give_up(&no_test(game, filter));
    }
    arguments.run(trials).exit()
}

/// Tests an engine of a game under these settings (`name=value`), one test a law, and ends the process with the tests' exit code.
///
/// If the engine does not have a method that a law needs, the law is ignored, and the test says so.
pub fn engine<G: Game + 'static, E: Engine<G::Rules> + 'static>(
    set: &[&str],
    make: fn() -> E,
) -> ! {
    let settings = Settings::read(set.iter().copied()).unwrap_or_else(|why| give_up(&why));
    if let Err(why) = G::Params::with(&settings) {
        give_up(&why);
    }
    let arguments = TestArguments::from_args();
    let rules = move || G::Params::with(&settings).map(|params| G::rules(&params));
    let tested = EngineUnderTest::new(&arguments, G::NAME, seed(), move |ask| {
        let rules = rules()?;
        ask(
            &Situation::start(rules.clone()),
            &mut Typed::new(rules, make),
        );
        Ok(())
    });
    arguments.run(tested.trials()).exit()
}

fn seed() -> u64 {
    std::env::var("STICKLER_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1)
}

fn give_up(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(2)
}

/// The plan for a bot's own repository. An unknown game ends the process with an error.
pub fn candidate(game: &str, command: Vec<String>) -> Plan {
    plan(
        GAMES.find(game).unwrap_or_else(|why| give_up(&why)),
        command,
    )
}

/// Every scenario once, with the default parameters.
pub fn plan(game: &'static dyn AnyGame, command: Vec<String>) -> Plan {
    Plan {
        seed: seed(),
        ..Plan::new(game, command)
    }
}

/// Plays a scenario with the reference bot, in memory.
pub(crate) fn play_in_memory(game: &'static dyn AnyGame, scenario: &str) -> Result<(), Failed> {
    let plan = in_memory(game);
    let summary = play_scenario(&plan, scenario)?;
    judged(&plan, scenario, &summary)?;
    match game.scenario(scenario).map(|scenario| scenario.opponent) {
        Some(Opponent::Seeks(clause)) if summary.tally(clause.id()).passed == 0 => {
            let advice = "let it play more games, or smaller ones";
            Err(format!("{clause} comes up in no game of the scenario {scenario}: {advice}").into())
        }
        _ => Ok(()),
    }
}

fn in_memory(game: &'static dyn AnyGame) -> Plan {
    Plan {
        seed: seed(),
        ..Plan::in_memory(game, |bot| bot)
    }
}

/// Searches in memory with the reference bot.
pub(crate) fn search_in_memory(game: &'static dyn AnyGame, games: u32) -> Result<(), Failed> {
    let plan = in_memory(game);
    let summary = search(&plan, USUAL, Some(games))?;
    judged(&plan, Scenario::SEARCH.name, &summary)
}

fn search(plan: &Plan, time: Duration, games: Option<u32>) -> Result<RunSummary, Failed> {
    let effort = SearchEffort {
        time,
        games,
        is_thorough: false,
        part: [1, 1],
    };
    plan.prepare_search()?;
    let before = RunSummary::new(plan.game);
    let (summary, trouble) = plan.search_on(before, effort, &|_| false, &|_, _| Ok(()));
    trouble.map_or(Ok(summary), |trouble| Err(trouble.into()))
}

fn play_scenario(plan: &Plan, scenario: &str) -> Result<RunSummary, Failed> {
    let cases: Vec<_> = plan.stream_of(&[scenario])?.collect();
    Ok(plan.run(&cases, &|_| ())?)
}

/// The error shows the first failing game.
fn judged(plan: &Plan, scenario: &str, summary: &RunSummary) -> Result<(), Failed> {
    let failing = summary.failures(&plan.policy).next();
    match failing.and_then(|played| {
        played
            .error(&plan.policy)
            .map(|(fault, line)| (played, fault, line))
    }) {
        Some((played, fault, line)) => {
            let transcript = format!("{scenario}.log");
            let shown = failure(plan, played, fault, line, &transcript, false);
            Err(format!("{shown}\n{transcript}:\n{}", played.record.transcript).into())
        }
        None => is_played(summary),
    }
}
