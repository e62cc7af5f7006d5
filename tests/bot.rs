//! Any bot against the scenarios, one test each: `gomoku::reference`.
//!
//! `STICKLER_GAME=gomoku STICKLER_BOT="python3 bot.py" cargo test --test bot` tests a candidate; relative paths mean the folder
//! in which cargo was called. Without a candidate the reference bot of every game is tested.

use libtest_mimic::{Arguments, Failed, Trial};
use std::time::Duration;
use stickler::check::bot::Plan;
use stickler::games::erased::AnyGame;
use stickler::games::{self, GAMES};
use stickler::report::run::failure;

fn main() {
    // Cargo runs tests in the package's folder; the shell's own folder is still in PWD.
    if let Some(folder) = std::env::var_os("PWD") {
        let _ = std::env::set_current_dir(folder);
    }
    let plans = match (std::env::var("STICKLER_GAME"), std::env::var("STICKLER_BOT")) {
        (Ok(game), Ok(bot)) => vec![candidate(&game, &bot)],
        (Err(_), Err(_)) => GAMES.iter().map(|game| plan(*game, reference(game.name()))).collect(),
        _ => panic!("set both STICKLER_GAME and STICKLER_BOT, or neither"),
    };
    let trials = plans.iter().flat_map(trials).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn candidate(game: &str, bot: &str) -> Plan {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
    let game = games::find(game).unwrap_or_else(|| panic!("no game is called {game}; there are {}", names.join(", ")));
    let command = shell_words::split(bot).unwrap_or_else(|error| panic!("STICKLER_BOT: {error}"));
    plan(game, command)
}

fn reference(game: &str) -> Vec<String> {
    vec![env!("CARGO_BIN_EXE_refbot").to_string(), game.to_string()]
}

fn plan(game: &'static dyn AnyGame, command: Vec<String>) -> Plan {
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
        Trial::test(format!("{}::{scenario}", plan.game.name()), move || run(&plan, &scenario))
    };
    plan.game.scenarios().iter().map(|scenario| trial(scenario.name)).collect()
}

fn run(plan: &Plan, scenario: &str) -> Result<(), Failed> {
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
