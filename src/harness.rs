//! Conformance tests for a bot's own repository: one test a scenario, addressable by name.
//!
//! In the `Cargo.toml` of the bot, stickler with the feature `harness` is a dev-dependency, and the test has `harness = false`:
//!
//! ```no_run
//! // The whole main function of the test; in a Rust bot's repository the command is env!("CARGO_BIN_EXE_mybot").
//! stickler::harness::bot("gomoku", &["target/debug/mybot"]);
//! ```

use crate::check::bot::Plan;
use crate::games::erased::AnyGame;
use crate::games::{self, GAMES};
use crate::report::run::failure;
use libtest_mimic::{Arguments, Failed, Trial};
use std::time::Duration;

/// Tests a bot against every scenario of a game and ends the process with the tests' exit code.
///
/// The command is a list of words, run without a shell in the current folder. `STICKLER_SEED` is the seed of all choices.
pub fn bot(game: &str, command: &[&str]) -> ! {
    run(vec![candidate(game, command.iter().map(|word| word.to_string()).collect())])
}

/// Tests several bots in one run, each against every scenario of its game.
pub fn run(plans: Vec<Plan>) -> ! {
    let trials = plans.iter().flat_map(trials).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

/// The plan that a bot's own repository needs; an unknown game ends the process with a word about it.
pub fn candidate(game: &str, command: Vec<String>) -> Plan {
    let Some(game) = games::find(game) else {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
        eprintln!("no game is called {game}; there are {}", names.join(", "));
        std::process::exit(2);
    };
    plan(game, command)
}

/// Every scenario once, with the default parameters.
pub fn plan(game: &'static dyn AnyGame, command: Vec<String>) -> Plan {
    Plan {
        game,
        settings: Default::default(),
        command,
        seed: std::env::var("STICKLER_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1),
        cases: None,
        seat: None,
        jobs: 1,
        time_box: Duration::from_secs(600),
        standard: Default::default(),
    }
}

fn trials(plan: &Plan) -> Vec<Trial> {
    let trial = |scenario: &str| {
        let (plan, scenario) = (plan.clone(), scenario.to_string());
        Trial::test(format!("{}::{scenario}", plan.game.name()), move || play(&plan, &scenario))
    };
    plan.game.scenarios().iter().map(|scenario| trial(scenario.name)).collect()
}

fn play(plan: &Plan, scenario: &str) -> Result<(), Failed> {
    let cases: Vec<_> = plan.cases()?.into_iter().filter(|case| case.scenario.name == scenario).collect();
    let summary = plan.run(&cases, &|_| ())?;
    let failing = summary.failures(&plan.standard).next();
    match failing.and_then(|played| played.error(&plan.standard).map(|(fault, line)| (played, fault, line))) {
        Some((played, fault, line)) => {
            let transcript = format!("{scenario}.log");
            let shown = failure(plan, played, fault, line, &transcript, false);
            Err(format!("{shown}\n{transcript}:\n{}", played.record.transcript).into())
        }
        None if summary.played.is_empty() => Err("no game was played".into()),
        None => Ok(()),
    }
}
