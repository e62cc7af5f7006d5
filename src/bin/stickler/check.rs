//! `stickler check GAME [-- CMD…]` and the reference bot it runs without a command.

use crate::common::{self, Done, Untold, code, print};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stickler::arena::stdio;
use stickler::check::bot::{Plan, Played, Summary};
use stickler::check::transcript::Conclusion;
use stickler::game::Seat;
use stickler::params::Settings;
use stickler::referee::Fault;
use stickler::report::run as report;

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
    /// A parameter that differs from its default; see `stickler games`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Where transcripts of failing games go
    #[arg(long, value_name = "DIR", default_value = "stickler-failures")]
    out: PathBuf,
    /// Count warnings as errors
    #[arg(long)]
    strict: bool,
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
    let plan = plan(args)?;
    let cases = plan.cases()?;
    let bar = progress(cases.len() as u64);
    let summary = plan.run(&cases, &|_| bar.inc(1))?;
    bar.finish_and_clear();
    let mut text = failures(&plan, &summary, &args.out);
    text += &format!("{} · {} · seed {}\n", plan.game.name(), label(args), plan.seed);
    text += &report::summary(&plan, &cases, &summary, args.verbose);
    print(&text);
    Ok(code(conclusion(&plan, &summary)))
}

fn conclusion(plan: &Plan, summary: &Summary) -> Conclusion {
    if summary.played.is_empty() {
        Conclusion::Unknown
    } else if summary.failures(plan.strict).next().is_some() {
        Conclusion::Violates
    } else {
        Conclusion::Conforms
    }
}

fn plan(args: &Args) -> Result<Plan, Untold> {
    let game = common::game(&args.game)?;
    let mut set = args.set.clone();
    set.extend(args.time_bank.map(|ms| format!("bank={ms}")));
    let settings = common::settings(game, &set)?;
    let command = if args.command.is_empty() { reference(game.name(), &settings)? } else { args.command.clone() };
    Ok(Plan {
        game,
        settings,
        command,
        seed: args.seed,
        cases: args.cases,
        seat: args.seat.map(Seat),
        jobs: args.jobs,
        time_box: Duration::from_secs(args.time_box),
        strict: args.strict,
    })
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

fn progress(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {elapsed}") {
        bar.set_style(style);
    }
    bar
}

/// The first game of each broken clause, and of each warning, in full.
fn failures(plan: &Plan, summary: &Summary, out: &Path) -> String {
    let mut text = String::new();
    let mut seen = BTreeSet::new();
    for played in summary.failures(plan.strict) {
        let Some((fault, line)) = played.error(plan.strict) else { continue };
        if seen.insert(fault.breach.clause) {
            text += &shown(plan, played, fault, line, out);
        }
    }
    for (played, fault, line) in summary.warnings(plan.strict) {
        text += &shown(plan, played, fault, line, out);
    }
    text
}

fn shown(plan: &Plan, played: &Played, fault: &Fault, line: usize, out: &Path) -> String {
    let name = format!("{}-{}.log", fault.breach.clause.id().replace('.', "-"), played.case.scenario.name);
    let path = out.join(name);
    let saved = std::fs::create_dir_all(out).and_then(|()| std::fs::write(&path, &played.record.transcript));
    let mut text = report::failure(plan, played, fault, line, &path.to_string_lossy(), true);
    text += &match saved {
        Ok(()) => format!("\nthe transcript: {}\n\n", path.display()),
        Err(error) => format!(
            "\nthe transcript could not be saved to {}: {error}\n{}\n\n",
            path.display(),
            played.record.transcript
        ),
    };
    text
}
