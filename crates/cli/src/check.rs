//! `stickler check GAME [-- CMD…]` and the reference bot it runs without a command.

mod campaign;

use crate::common::{CliError, CliResult, MemoryOption, done, named, remark};
use crate::launch_options::{LaunchOptions, tell_limits};
use crate::outputs::{Outputs, Results, write};
use crate::replay::{Failures, SavedAgain, saved_again};
use crate::{common, did_you_mean, judge, outputs, progress};
use campaign::{Campaign, is_played};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stickler::error_policy::{ErrorPolicy, read_allowed, write_allowed};
use stickler::explain::Conclusion;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::scenario::Scenario;
use stickler::wire;
use stickler_arena::stdio;
use stickler_check::bot::{ENOUGH_FAILURES, Plan, RunSummary};
use stickler_check::corpus::Corpus;
use stickler_check::coverage::Coverage;
use stickler_check::results::{Planned, ResultLine, Total, VERSION};
use stickler_check::saved_failures::{self, FailureFolder};
use stickler_check::search::{SearchEffort, USUAL};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The bot: a list of words, run without a shell in the current folder; without it, the reference bot
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
    /// Draw all choices from this seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play without clocks: no bank falls and nothing is late, so that a debugger may stop the bot (docs/debug-a-bot.md)
    #[arg(long)]
    no_clock: bool,
    /// Tell in the saved games, of each answer of 5 ms or more, where its time went; the slowest one is told anyhow
    #[arg(long, conflicts_with = "no_clock")]
    times: bool,
    /// Play this many games of each scenario, in place of the scenario's own number
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    cases: Option<u32>,
    /// Play this many games at the same time; without it, one for every two CPUs that nothing else uses
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Give the bot this seat alone; without it, every seat
    #[arg(long)]
    seat: Option<u8>,
    /// Set the bot's time bank in milliseconds; short for --set bank=MS
    #[arg(long, value_name = "MS")]
    time_bank: Option<u64>,
    /// Begin no game after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time_box: u64,
    /// After the fixed scenarios, look for at most this many seconds for what the bot has not met: other opponents, and where the
    /// contest leaves them open other parameters; 0: do not look [default: 8; with --coverage 24]
    #[arg(long, value_name = "SECONDS")]
    search: Option<u64>,
    /// Use all of the time of --search, even if nothing new comes up [default of --search then: 60]
    #[arg(long)]
    thorough: bool,
    /// Keep the games in which the search meets something new in this folder, and play those that are there before it
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Watch which of the bot's own code runs, and let that lead the search; the report names the lines that no game reached
    #[arg(long, conflicts_with_all = ["no_clock", "wrap", "only", "resume", "shard"])]
    coverage: bool,
    /// Start the bot by this command where its code is watched: another build of the same bot
    #[arg(long, value_name = "CMD", requires = "coverage")]
    coverage_bot: Option<String>,
    /// Search for a smaller failing game for this many seconds; 0: do not search [default: 30; 0 for a long silence]
    #[arg(long, value_name = "SECONDS")]
    shrink: Option<u64>,
    /// Set a parameter of the game; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Save failing games in this folder
    #[arg(long, value_name = "DIR", default_value = "stickler-failures")]
    out: PathBuf,
    /// Play only these scenarios, or count only this clause and those below it; --list names them
    #[arg(long, value_name = "CLAUSE|SCENARIO,…")]
    only: Vec<String>,
    /// List scenarios and clauses, and play nothing
    #[arg(long)]
    list: bool,
    /// Accept the failures listed in this file, one clause on each line; a listed clause that now passes fails the run
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
    /// Write the clauses that the bot breaks now to a file for --allow
    #[arg(long, value_name = "FILE", conflicts_with = "allow")]
    write_allow: Option<PathBuf>,
    /// Count warnings as errors
    #[arg(long)]
    strict: bool,
    /// Stop after this many failing games; 0: play all games
    #[arg(long, value_name = "GAMES", default_value_t = ENOUGH_FAILURES)]
    enough: usize,
    /// Play every N-th game, beginning with the I-th; `stickler report merge` joins the results
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<[usize; 2]>,
    /// Keep the results in this file, and play only the games that are missing from it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    memory: MemoryOption,
    #[command(flatten)]
    launch: LaunchOptions,
    #[command(flatten)]
    outputs: Outputs,
}

pub(super) fn shard(text: &str) -> Result<[usize; 2], String> {
    let parts = text
        .split_once('/')
        .and_then(|(part, parts)| Some([part.parse().ok()?, parts.parse().ok()?]));
    let good = parts.filter(|[part, parts]| (1..=*parts).contains(part));
    good.ok_or_else(|| "expected I/N with I from 1 to N, such as 2/4".into())
}

#[derive(clap::Args)]
pub(crate) struct RefbotArgs {
    game: String,
    #[arg(long = "set")]
    set: Vec<String>,
    /// In a match of `stickler judge`: which match, at which seat, the how manieth run of it, and the file to make when the
    /// bot's fault comes
    #[arg(long, hide = true, num_args = 3..=4)]
    at: Option<Vec<String>>,
}

pub(crate) fn refbot(args: &RefbotArgs, games: Registry) -> CliResult {
    let game = games.find(&args.game)?;
    let settings = common::settings(game, &args.set)?;
    if let Some([name, seat, run, mark @ ..]) = args.at.as_deref() {
        return judge::play(
            game,
            &settings,
            [name, seat, run],
            mark.first().map(PathBuf::from),
        );
    }
    let mut bot = game.with(&settings)?.bot();
    // A judge that went away ends the bot, whatever the bot was about to say.
    let _ = stdio::run(&mut *bot, std::io::stdin().lock(), std::io::stdout().lock());
    Ok(ExitCode::SUCCESS)
}

/// How long a thorough search takes, where nobody says.
const THOROUGH: Duration = Duration::from_secs(60);

impl Args {
    /// The effort of the search, after the fixed scenarios took so long; `None`: there is none.
    fn effort(&self, used: Duration) -> Option<SearchEffort> {
        let usual = match (self.thorough, self.coverage) {
            (true, _) => THOROUGH,
            (false, true) => 3 * USUAL,
            (false, false) => USUAL,
        };
        let time = self.search.map_or(usual, Duration::from_secs);
        let left = Duration::from_secs(self.time_box).saturating_sub(used);
        (!time.is_zero()).then(|| SearchEffort {
            time: time.min(left),
            games: self.cases,
            is_thorough: self.thorough,
            part: self.shard.unwrap_or([1, 1]),
        })
    }
}

/// An error where the bot cannot be started, or what is asked for cannot be written.
fn can_begin(args: &Args) -> Result<(), CliError> {
    args.launch.startable(&args.command)?;
    args.outputs.can_be_written()?;
    common::can_be_folder("--out", &args.out)?;
    if let Some(folder) = &args.corpus {
        common::can_be_folder("--corpus", folder)?;
    }
    args.write_allow
        .as_deref()
        .map_or(Ok(()), common::can_be_written)?;
    Ok(())
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let started = Instant::now();
    let launch = args.launch.open()?;
    tell_limits();
    let planned = planned(args, games)?;
    let time_box = Duration::from_secs(args.time_box);
    let plan = Plan {
        time_box,
        times: args.times,
        say: remark,
        ..planned.plan(games)?
    };
    if args.list {
        return done(&list(plan.game));
    }
    can_begin(args)?;
    let bot = if args.command.is_empty() {
        reference(plan.game, &plan.settings)?
    } else {
        args.command.clone()
    };
    let plan = Plan {
        coverage: coverage(args, &bot)?,
        command: bot,
        launch,
        jobs: progress::jobs(args.jobs).into(),
        ..plan
    };
    let cases = planned.cases(&plan)?;
    let (results, joined) =
        Results::open(games, &planned, args.resume.as_deref(), args.outputs.json)?;
    plan.prepare({ cases.clone() }.filter(|case| !is_played(&joined, case)))?;
    // A bot that was changed meets its old troubles first.
    let again = match planned.only {
        None => saved_again(&plan, &args.out),
        Some(_) => SavedAgain::default(),
    };
    let searches = planned.wants(&plan, &Scenario::SEARCH);
    let corpus = corpus(args, &planned, &plan, searches)?;
    let campaign = Campaign::new(&plan, &joined, corpus.as_ref(), searches, results);
    let (mut summary, mut trouble) = campaign.scenarios(cases, planned.enough);
    // Who plays without clocks is at a debugger.
    let is_whole =
        summary.skipped == 0 && trouble.is_none() && summary.held_up.is_empty() && !args.no_clock;
    let goes_on = is_whole && again.failing.is_empty();
    let effort = args.effort(started.elapsed());
    if let Some(effort) = effort.filter(|_| goes_on && (searches || corpus.is_some())) {
        let is_first = args.shard.is_none_or(|[part, _]| part == 1);
        (summary, trouble) = campaign.beyond(summary, effort, is_first)?;
    }
    if let Some(error) = trouble.take_if(|_| summary.games == 0 && again.failing.is_empty()) {
        return Err(error.into());
    }
    let folder = FailureFolder::beside_earlier(&args.out);
    let mut withheld = args.launch.words();
    withheld.extend(args.no_clock.then(|| "--no-clock".to_string()));
    let failures = |is_quiet| Failures {
        plan: &plan,
        folder: &folder,
        shrink: args.shrink.map(Duration::from_secs),
        withheld: &withheld,
        is_quiet,
    };
    if let (Err(error), true) = (failures(true).keep(&summary), args.outputs.json) {
        remark(&error.to_string());
    }
    let mut results = campaign.into_results();
    let mut written = Ok(());
    if trouble.is_none() {
        written = results
            .write(&ResultLine::Summary(Total::of(&plan, &summary)))
            .map_err(|error| error.to_string());
    }
    let (conclusion, reported) = report(args, &planned, &again, &failures, &mut summary);
    let told = match (&corpus, &args.corpus) {
        (Some(corpus), Some(folder)) => args.outputs.add(&told_corpus(folder, corpus, goes_on)),
        _ => Ok(()),
    };
    let unwritten = [written.map_err(CliError::from), reported, told];
    let unwritten = unwritten.into_iter().filter_map(Result::err);
    let trouble = trouble.map(CliError::from).into_iter();
    common::ended(conclusion, trouble.chain(unwritten))
}

/// The folder of kept games, if one is named and its games are to be played.
fn corpus(
    args: &Args,
    planned: &Planned,
    plan: &Plan,
    searches: bool,
) -> Result<Option<Corpus>, CliError> {
    let plays_corpus = searches || planned.wants(plan, &Scenario::CORPUS);
    let corpus = match &args.corpus {
        Some(folder) if plays_corpus => Some(Corpus::open(folder, plan).map_err(named(folder))?),
        None if plays_corpus && !searches => {
            return Err("--only corpus: name its folder, as in --corpus DIR"
                .to_string()
                .into());
        }
        _ => None,
    };
    if let Some(corpus) = &corpus {
        remark(&corpus.told());
    }
    Ok(corpus)
}

/// The line that says how many games the corpus got.
fn told_corpus(folder: &Path, corpus: &Corpus, goes_on: bool) -> String {
    let text = match corpus.kept() {
        _ if !goes_on => "not played, because the run ended before it".to_string(),
        0 => "no game is new".to_string(),
        1 => "1 new game is kept".to_string(),
        some => format!("{some} new games are kept"),
    };
    format!("corpus {}: {text}\n", folder.display())
}

/// The watch on the bot's code, if that is wanted.
fn coverage(args: &Args, bot: &[String]) -> Result<Option<Arc<Coverage>>, CliError> {
    if !args.coverage {
        return Ok(None);
    }
    if args.search == Some(0) {
        return Err("--coverage leads the search, and --search 0 leaves it out"
            .to_string()
            .into());
    }
    let own = args
        .coverage_bot
        .as_deref()
        .map(common::words)
        .transpose()?;
    let made = Coverage::new(own.unwrap_or_else(|| bot.to_vec()));
    let coverage =
        made.map_err(|error| format!("--coverage needs a folder of its own: {error}"))?;
    Ok(Some(Arc::new(coverage)))
}

/// Reports the games that were played, and writes the report where it was asked for. What cannot be said or written takes nothing
/// else with it; the first error comes back.
fn report<'a>(
    args: &Args,
    planned: &Planned,
    again: &SavedAgain,
    failures: &dyn Fn(bool) -> Failures<'a>,
    summary: &mut RunSummary,
) -> (Conclusion, Result<(), CliError>) {
    let plan = failures(true).plan;
    let told = tell(args, planned, again, failures, summary);
    let written = args.outputs.write(planned, plan, summary);
    let listed = args.write_allow.as_ref().map_or(Ok(()), |path| {
        write(path, write_allowed(&summary.broken)).map_err(CliError::from)
    });
    let is_stale = !stale(&plan.policy, summary).is_empty();
    let conclusion = match is_stale || fails_again(again, summary) {
        true => Conclusion::Violates,
        false => summary.conclusion(),
    };
    (conclusion, listed.and(told).and(written))
}

/// True where nothing of this run fails, and a saved failure of an earlier one does.
fn fails_again(again: &SavedAgain, summary: &RunSummary) -> bool {
    summary.conclusion() == Conclusion::Conforms && !again.failing.is_empty()
}

/// Reports the games, and those that were saved earlier.
fn tell<'a>(
    args: &Args,
    planned: &Planned,
    again: &SavedAgain,
    failures: &dyn Fn(bool) -> Failures<'a>,
    summary: &mut RunSummary,
) -> Result<(), CliError> {
    let Failures { plan, withheld, .. } = failures(true);
    let title = format!(
        "{} · {} · seed {}\n",
        plan.game.name(),
        outputs::label(planned),
        plan.seed
    );
    let show = |is_quiet, summary: &mut RunSummary| failures(is_quiet).show(summary);
    let mut told = args
        .outputs
        .say(&title, plan, planned.cases(plan)?, summary, show);
    let mut add = |text: &str| told = told.clone().and_then(|()| args.outputs.add(text));
    add(&planned.left_out(plan)?);
    add(&fixed(args, again));
    add(&failing_again(plan, again, summary, withheld));
    for id in &stale(&plan.policy, summary) {
        add(&format!(
            "{id} now passes: remove it from the list of known failures\n"
        ));
    }
    told
}

/// How many saved failures do not fail any more, and which were not seen this time.
fn fixed(args: &Args, again: &SavedAgain) -> String {
    let out = args.out.display();
    let fixed = match again.fixed {
        0 => String::new(),
        1 => format!("1 saved failure is fixed: it is in {out}/earlier now\n"),
        some => format!("{some} saved failures are fixed: they are in {out}/earlier now\n"),
    };
    let not_seen = again.not_seen.iter().map(|(path, [played, wanted])| {
        let path = path.display();
        format!(
            "{path}: not seen this time ({played} of {wanted} games that it takes to call it fixed); it is played first again\n"
        )
    });
    let allowed = match again.allowed {
        0 => String::new(),
        1 => "1 saved failure still fails, by a clause that --allow lists\n".to_string(),
        some => format!("{some} saved failures still fail, by clauses that --allow lists\n"),
    };
    fixed + &allowed + &not_seen.collect::<String>()
}

/// Which saved failures still fail; where games of this run fail, too, those by another clause.
fn failing_again(
    plan: &Plan,
    again: &SavedAgain,
    summary: &RunSummary,
    withheld: &[String],
) -> String {
    let is_news = |(_, id): &&(PathBuf, &str)| !summary.broken.iter().any(|own| own.id() == *id);
    let line = |(path, clause): &(PathBuf, &str)| {
        let words = saved_failures::again(path, withheld, &plan.command);
        format!(
            "violates: a failure that an earlier run saved still breaks {clause}: stickler replay {words}\n"
        )
    };
    again.failing.iter().filter(is_news).map(line).collect()
}

/// Known failures that did not fail, although all was played.
fn stale(policy: &ErrorPolicy, summary: &RunSummary) -> Vec<String> {
    let broken: BTreeSet<&str> = summary.warned.iter().map(|clause| clause.id()).collect();
    let all_played = summary.skipped == 0;
    policy
        .allowed
        .iter()
        .filter(|id| all_played && !broken.contains(id.as_str()))
        .cloned()
        .collect()
}

fn list(game: &dyn AnyGame) -> String {
    let mut text = String::from("scenarios:\n");
    for scenario in game.scenarios().iter().chain([&Scenario::SEARCH]) {
        text += &format!("  {:<16} {}\n", scenario.name, scenario.about);
    }
    text += "clauses:\n";
    for page in [wire::page(), game.page()] {
        page.clauses
            .iter()
            .for_each(|entry| text += &format!("  {:<24} {}\n", entry.id, entry.sentence));
    }
    text
}

/// The plan, as the first line of the results says it.
fn planned(args: &Args, games: Registry) -> Result<Planned, CliError> {
    let game = did_you_mean::game(games, &args.game)?;
    let mut set = args.memory.set(&args.set)?;
    set.extend(args.time_bank.map(|ms| format!("bank={ms}")));
    let mut planned = Planned {
        stickler: VERSION,
        game: game.name().into(),
        set: common::given(game, &set)?.0.into_iter().collect(),
        bot: args.command.clone(),
        seed: args.seed,
        cases: args.cases,
        seat: args.seat,
        only: (!args.only.is_empty()).then(|| args.only.join(",")),
        strict: args.strict,
        allowed: args
            .allow
            .as_deref()
            .map_or(Ok(BTreeSet::new()), |path| allowed(games, path))?,
        enough: Some(args.enough).filter(|&enough| enough > 0),
        withheld: args.launch.words(),
        no_clock: args.no_clock,
        games: 0,
        shard: None,
    };
    planned.games = planned.cases(&planned.plan(games)?)?.count();
    planned.shard = args.shard;
    Ok(planned)
}

fn allowed(games: Registry, path: &Path) -> Result<BTreeSet<String>, String> {
    let text = common::text_of(path)?;
    read_allowed(games, &text).map_err(named(path))
}

/// This program itself, as the reference bot. Settings that go together in some scenarios alone are not for it to judge.
fn reference(game: &dyn AnyGame, settings: &Settings) -> Result<Vec<String>, String> {
    let program =
        common::this_program().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut words = vec![program, "refbot".into(), game.name().into()];
    let settings = settings.0.iter().filter(|_| game.with(settings).is_ok());
    words.extend(settings.map(|(name, value)| format!("--set={name}={value}")));
    Ok(words)
}
