//! `stickler check GAME [-- CMD…]` and the reference bot it runs without a command.

use crate::common::{self, Done, Untold, code, print};
use crate::failures::Failures;
use crate::launch::Limits;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;
use stickler::arena::stdio;
use stickler::check::bot::{Case, Plan, Summary};
use stickler::check::standard::{Standard, begins, read_allowed, write_allowed};
use stickler::check::transcript::Conclusion;
use stickler::game::Seat;
use stickler::games::{self, erased::AnyGame};
use stickler::params::Settings;
use stickler::report::run as report;
use stickler::scenario::Scenario;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The bot: a list of words, run without a shell in the current folder; without it, the reference bot
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
    /// The seed of all choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games of each scenario, instead of as many as it says
    #[arg(long)]
    cases: Option<u32>,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// The one seat the bot takes, instead of each
    #[arg(long)]
    seat: Option<u8>,
    /// The time bank in milliseconds, short for --set bank=MS
    #[arg(long, value_name = "MS")]
    time_bank: Option<u64>,
    /// No game begins after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time_box: u64,
    /// Look for the smallest failing game for so many seconds; 0: not at all
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    shrink: u64,
    /// A parameter that differs from its default; see `stickler games`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Where failing games go
    #[arg(long, value_name = "DIR", default_value = "stickler-failures")]
    out: PathBuf,
    /// Only this scenario, or only this clause and those below it
    #[arg(long, value_name = "CLAUSE|SCENARIO")]
    only: Option<String>,
    /// List scenarios and clauses, and play nothing
    #[arg(long)]
    list: bool,
    /// A file of known failures, one clause a line; an entry that no longer fails is an error
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
    /// Write the clauses that are broken now to a file for --allow
    #[arg(long, value_name = "FILE", conflicts_with = "allow")]
    write_allow: Option<PathBuf>,
    /// Count warnings as errors
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    limits: Limits,
    /// Also list the clauses that were kept
    #[arg(long, short)]
    verbose: bool,
}

#[derive(clap::Args)]
pub(crate) struct RefbotArgs {
    game: String,
    #[arg(long = "set")]
    set: Vec<String>,
}

pub(crate) fn refbot(args: &RefbotArgs) -> Done {
    let game = common::game(&args.game)?;
    let mut bot = game.bot(&common::settings(game, &args.set)?)?;
    // A judge that went away ends the bot, whatever the bot was about to say.
    let _ = stdio::run(&mut *bot, std::io::stdin().lock(), std::io::stdout().lock());
    Ok(code(Conclusion::Conforms))
}

pub(crate) fn run(args: &Args) -> Done {
    let mut plan = plan(args)?;
    if args.list {
        print(&list(plan.game));
        return Ok(code(Conclusion::Conforms));
    }
    let cases = plan.cases()?;
    let (command, not_applied) = args.limits.confine(plan.command)?;
    plan.command = command;
    let left_out = left_out(&plan, &cases);
    let cases = chosen(args, cases)?;
    common::with_machine("preparing", |machine| plan.prepare(&cases, machine))?;
    let bar = common::bar("{bar:30} {pos}/{len} games, {elapsed}", cases.len() as u64);
    let summary = plan.run(&cases, &|_| bar.inc(1))?;
    bar.finish_and_clear();
    Failures { plan: &plan, out: &args.out, shrink: Duration::from_secs(args.shrink) }.show(&summary)?;
    let stale = stale(&plan.standard, &summary);
    let mut text = format!("{} · {} · seed {}\n", plan.game.name(), label(args), plan.seed);
    text += &report::summary(&plan, &cases, &summary, args.verbose);
    text += &left_out;
    text += &not_applied;
    for id in &stale {
        text += &format!("stale: {id} is a known failure that no longer fails; remove it from the list\n");
    }
    print(&text);
    if let Some(path) = &args.write_allow {
        std::fs::write(path, write_allowed(&summary.broken)).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(code(if stale.is_empty() { conclusion(&plan, &summary) } else { Conclusion::Violates }))
}

fn conclusion(plan: &Plan, summary: &Summary) -> Conclusion {
    if summary.played.is_empty() {
        Conclusion::Unknown
    } else if summary.failures(&plan.standard).next().is_some() {
        Conclusion::Violates
    } else {
        Conclusion::Conforms
    }
}

/// A word about the scenarios that have no seat of the number that was asked for.
fn left_out(plan: &Plan, cases: &[Case]) -> String {
    let is_played = |scenario: &&Scenario| cases.iter().any(|case| case.scenario.name == scenario.name);
    let names: Vec<&str> =
        plan.game.scenarios().iter().filter(|scenario| !is_played(scenario)).map(|scenario| scenario.name).collect();
    match plan.seat.filter(|_| !names.is_empty()) {
        Some(seat) => format!("left out, since they have no seat {seat}: {}\n", names.join(", ")),
        None => String::new(),
    }
}

/// Known failures that did not fail, although all was played.
fn stale(standard: &Standard, summary: &Summary) -> Vec<String> {
    let broken: BTreeSet<&str> = summary.warned.iter().map(|clause| clause.id()).collect();
    let all_played = summary.skipped == 0;
    standard.allowed.iter().filter(|id| all_played && !broken.contains(id.as_str())).cloned().collect()
}

fn list(game: &dyn AnyGame) -> String {
    let mut text = String::from("scenarios:\n");
    for scenario in game.scenarios() {
        text += &format!("  {:<16} {}\n", scenario.name, scenario.about);
    }
    text += "clauses:\n";
    for (name, page) in games::pages() {
        if *name == game.name() || *name == "wire" {
            page.clauses.iter().for_each(|entry| text += &format!("  {:<24} {}\n", entry.id, entry.sentence));
        }
    }
    text
}

/// The cases of the one scenario that was asked for, or all.
fn chosen(args: &Args, cases: Vec<Case>) -> Result<Vec<Case>, String> {
    let Some(only) = &args.only else { return Ok(cases) };
    let named: Vec<Case> = cases.iter().filter(|case| case.scenario.name == *only).copied().collect();
    let is_clause = || games::pages().iter().flat_map(|(_, page)| &page.clauses).any(|entry| begins(&entry.id, only));
    match named.is_empty() {
        false => Ok(named),
        true if is_clause() => Ok(cases),
        true => Err(format!("--only {only}: there is no such scenario and no such clause; --list names them")),
    }
}

fn plan(args: &Args) -> Result<Plan, Untold> {
    let game = common::game(&args.game)?;
    let mut set = args.set.clone();
    set.extend(args.time_bank.map(|ms| format!("bank={ms}")));
    set.extend(args.limits.memory.map(|megabytes| format!("memory={megabytes}")));
    let settings = common::settings(game, &set)?;
    let command = if args.command.is_empty() { reference(game.name(), &settings)? } else { args.command.clone() };
    let is_scenario = |name: &String| game.scenarios().iter().any(|scenario| scenario.name == *name);
    Ok(Plan {
        game,
        settings,
        command,
        seed: args.seed,
        cases: args.cases,
        seat: args.seat.map(Seat),
        jobs: args.jobs,
        time_box: Duration::from_secs(args.time_box),
        standard: Standard {
            strict: args.strict,
            allowed: args.allow.as_ref().map_or(Ok(BTreeSet::new()), allowed)?,
            only: args.only.clone().filter(|only| !is_scenario(only)),
        },
    })
}

fn allowed(path: &PathBuf) -> Result<BTreeSet<String>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    read_allowed(&text).map_err(|why| format!("{}: {why}", path.display()))
}

fn label(args: &Args) -> String {
    if args.command.is_empty() { "the reference bot".into() } else { args.command.join(" ") }
}

/// This program once more, as the reference bot.
fn reference(game: &str, settings: &Settings) -> Result<Vec<String>, String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut words = vec![program.to_string_lossy().into_owned(), "refbot".into(), game.into()];
    words.extend(settings.0.iter().map(|(name, value)| format!("--set={name}={value}")));
    Ok(words)
}
