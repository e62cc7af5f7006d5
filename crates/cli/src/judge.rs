//! `stickler judge GAME -- ./judge {0} {1}`: a judge under test.

mod bots;
mod clause_counts;
mod command_words;
mod duty_words;
mod enough;
mod join;
mod judge_failure;
mod judge_report;
#[cfg(target_os = "linux")]
mod last_heard;
mod match_results;
mod match_row;
mod pages_index;
mod play_task;
mod run_folder;
mod tasks;

pub(super) use bots::play;
pub(super) use join::{JoinArgs, run_join};

use crate::common::{CliError, CliResult, done, json, named, print, remark};
use crate::launch_options::tell_limits;
use crate::{common, did_you_mean};
use clause_counts::JudgeChoice;
use command_words::file_place;
use enough::Enough;
use match_row::{Row, Way};
use run_folder::RunFolder;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, OnceLock, RwLock};
use std::time::Duration;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler_arena::stall::Heartbeat;
use stickler_judge_test::join::{ANSWERS, Join};
use stickler_judge_test::verdict_patterns::{VerdictFormat, VerdictPatterns};
use stickler_judge_test::{MatchKind, grader_outputs};
use tasks::{Task, outputs_of_a_batch};

/// The seconds after which a match is ended, if nothing else is set.
const LIMIT: u64 = 60;

/// After so many matches that went wrong in the same way a run has shown enough.
const ENOUGH_MATCHES: usize = 8;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The judge. {0} and {1} stand for the bots' commands, each in one word; {0...} for the words of one, {0.file} for the
    /// path of a file that starts one. For a grader of a
    /// batch task {input}, {output} and {answer} stand for files
    #[arg(last = true, value_name = "CMD", required_unless_present = "list")]
    command: Vec<String>,
    /// Name a parameter that the judge plays with, where it is not the default; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Read the judge's verdict by the patterns of this file (docs/check-a-judge.md), or as kattis, exit, brutaltester, psyleague or
    /// alphano have it; without it: `winner 0`, `seat 1 TLE`
    #[arg(long, value_name = "FILE|NAME")]
    verdict: Option<PathBuf>,
    /// Write this file anew for each match, with {0} and {1} in it, and put its path in place of {config}
    #[arg(long, value_name = "TEMPLATE")]
    config: Option<PathBuf>,
    /// The judge is an interactive validator of Kattis and DOMjudge: CASE is its input file, and its answer file ends in .ans.
    /// {input}, {answer} and {feedback} stand for what it is called with; without them they come last
    #[arg(long, value_name = "CASE", conflicts_with_all = ["config", "verdict"])]
    kattis: Option<PathBuf>,
    /// Join validator and bot in this way: direct, proxy, kattis or bapctools; without it in all four
    #[arg(long, value_name = "NAME", requires = "kattis")]
    join: Vec<String>,
    /// Play only the matches whose name begins so; --list shows them
    #[arg(long, value_name = "MATCH")]
    only: Option<String>,
    /// List the matches with what the judge has to make of each, and play nothing
    #[arg(long)]
    list: bool,
    /// Play only the I-th of N equal parts of the matches
    #[arg(long, value_name = "I/N", value_parser = super::check::shard)]
    shard: Option<[usize; 2]>,
    /// Play the matches that failed last time, and then the most telling ones. After ten seconds no more begin, and those that run are
    /// played to their end, which takes another ten seconds or so with a slow judge
    #[arg(long, conflicts_with_all = ["shard", "list"])]
    quick: bool,
    /// Play every match this many times, with other delays: a judge that is right now and then is racy
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    times_over: u32,
    /// End a match after this many seconds; the judge should have ended by then, whatever its bots do [default: 60]. With --kattis
    /// this is the bot's time, and by default that of the game's page
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    limit: Option<u64>,
    /// Stop once so many matches, of three kinds or more, went wrong in the same way; 0: play all matches
    #[arg(long, value_name = "MATCHES", default_value_t = ENOUGH_MATCHES)]
    enough: usize,
    /// Play this many matches at the same time
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Keep the logs of what went wrong in this folder
    #[arg(long, value_name = "DIR", default_value = "stickler-judge")]
    out: PathBuf,
    /// Write a page to step through beside each of these logs, and index.html with a row for each match
    #[arg(long)]
    html: bool,
    /// Print what the judge did in every match, beside what it had to do
    #[arg(long)]
    table: bool,
    /// Write a JUnit report to this file, a test a match
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print a line of JSON for each match in place of the report
    #[arg(long, conflicts_with = "table")]
    json: bool,
}

/// A run of this command.
struct JudgeRun<'a> {
    args: &'a Args,
    games: Registry,
    game: &'static dyn AnyGame,
    settings: Settings,
    reader: VerdictFormat,
    template: Option<String>,
    seats: usize,
    /// Where matches are played.
    folder: PathBuf,
    /// The inputs of the batch task that is graded, each with its right output.
    cases: Vec<[String; 2]>,
    /// Matches that were to be played, where an interruption or an error of the system ended the run before its end.
    broken_off: Option<usize>,
    /// How long nothing may pass between a judge and its bots: the longest time of an answer, and some seconds.
    longest_wait: Duration,
    /// After how long a match is ended.
    limit: Duration,
    /// The kinds of matches in which the judge did not end: the others of such a kind are skipped.
    hung: Mutex<Vec<HungKind>>,
    /// Whether enough went wrong in the same way.
    enough: Mutex<Enough>,
    /// Held by everybody who plays; a match that is played again has it alone.
    alone: RwLock<()>,
    /// The clauses that the judge keeps only under other values, once the run is over.
    choices: OnceLock<Vec<JudgeChoice>>,
    /// Errors that came beside other matches and alone, too.
    confirmed: Mutex<BTreeSet<Way>>,
    /// True once a match went wrong only beside others: the rest are played one at a time.
    one_at_a_time: AtomicBool,
    heartbeat: Heartbeat,
}

/// A kind of matches in which the judge did not end.
struct HungKind {
    /// The judge's duty in them.
    kind: String,
    /// The first of them.
    name: String,
    /// How many others were skipped.
    left_out: usize,
}

/// How much longer than the longest time of an answer a judge may wait.
const PATIENCE: Duration = Duration::from_secs(5);

/// The longest time that the judge of this game gives an answer; it may wait as long for the end of a bot.
fn longest_wait(game: &dyn AnyGame, settings: &Settings) -> Duration {
    let budgets = stickler_judge_test::longest_answer(game, settings);
    Duration::from_millis(budgets).saturating_add(PATIENCE)
}

/// After how long a match is ended. A validator's bot has one time for the whole match, if the game's page gives one.
fn limit(args: &Args, game: &dyn AnyGame, settings: &Settings) -> Duration {
    let of_page = || {
        let variant = game.with(settings).ok().filter(|_| args.kattis.is_some())?;
        let millis: u64 = variant.parameter("wall")?.parse().ok()?;
        Some(millis.div_ceil(1000)).filter(|seconds| (1..LIMIT).contains(seconds))
    };
    let seconds = args.limit.or_else(of_page).unwrap_or(LIMIT);
    Duration::from_secs(seconds)
}

/// The file with the names of the matches that failed, beside their logs.
const FAILED: &str = "failed.txt";

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let game = did_you_mean::game(games, &args.game)?;
    let settings = common::settings(game, &args.set)?;
    let seats = game.with(&settings)?.seats();
    let is_batch = args.is_batch();
    let joins = args.joins()?;
    if seats != 1 && (is_batch || args.kattis.is_some()) {
        return Err(format!(
            "{} has {seats} seats: --kattis and {{output}} are for games of one",
            game.name()
        )
        .into());
    }
    let cases = match is_batch {
        true => grader_outputs::cases(game, &settings)?,
        false => Vec::new(),
    };
    let tasks = args.tasks(game, &settings, &cases, &joins)?;
    let template = args.config.as_ref().map(|path| common::text_of(path));
    let template = template.transpose()?;
    let mut judge = JudgeRun {
        args,
        games,
        game,
        reader: args.reader()?,
        template,
        seats,
        folder: PathBuf::new(),
        cases,
        broken_off: None,
        longest_wait: longest_wait(game, &settings),
        limit: limit(args, game, &settings),
        hung: Mutex::default(),
        enough: Mutex::default(),
        settings,
        alone: RwLock::new(()),
        choices: OnceLock::new(),
        confirmed: Mutex::default(),
        one_at_a_time: AtomicBool::new(false),
        heartbeat: Heartbeat::start(),
    };
    if args.list {
        let line = |task: &Task| format!("{:<20} {}\n", task.to_string(), judge.due(task));
        return done(&tasks.iter().map(line).collect::<String>());
    }
    judge.places_the_bots()?;
    tell_limits();
    did_you_mean::startable(&args.command)?;
    common::can_be_folder("--out", &args.out)?;
    args.junit
        .as_deref()
        .map_or(Ok(()), common::can_be_written)?;
    let variant = game.with(&judge.settings)?;
    variant.prepare();
    let folder = RunFolder::new()?;
    judge.folder = folder.path.clone();
    let (rows, mut trouble) = judge.play(&tasks);
    drop(folder);
    if let Some(error) = trouble.take_if(|_| rows.is_empty()) {
        return Err(error.into());
    }
    judge.broken_off = trouble.is_some().then_some(tasks.len());
    let unwritten = judge.tell(&tasks, &rows);
    common::ended(
        judge.conclusion(&rows),
        trouble.map(CliError::from).into_iter().chain(unwritten),
    )
}

impl JudgeRun<'_> {
    /// Remembers, prints and writes the results. What cannot be written or said takes nothing else with it: the errors come back.
    fn tell(&self, tasks: &[Task], rows: &[Row]) -> impl Iterator<Item = CliError> + use<> {
        let args = self.args;
        let remembered = self.remember(tasks, rows).map_err(CliError::from);
        if let Some(noise) = rows.iter().find_map(|row| row.noise.as_deref()) {
            remark(&format!(
                "the judge prints `{noise}` before its scores, which are to be its first lines: brutaltester reports such a line"
            ));
        }
        let text = self.report(rows);
        let junit = args.junit.as_ref().map_or(Ok(()), |path| {
            super::outputs::write(path, self.junit(rows)).map_err(CliError::from)
        });
        let listed = self.write_index(rows).map_err(CliError::from);
        let printed = if args.json {
            rows.iter()
                .try_for_each(|row| print(&json(&self.line(row))))
        } else {
            print(&text)
        };
        [printed, remembered, junit, listed]
            .into_iter()
            .filter_map(Result::err)
    }
}

impl Args {
    /// True where the judge is a grader, which is given outputs.
    fn is_batch(&self) -> bool {
        self.command.iter().any(|word| word.contains("{output}"))
    }

    /// True where not all tasks are asked for.
    fn is_part(&self) -> bool {
        self.only.is_some() || self.shard.is_some() || self.quick
    }

    /// The matches that are asked for, or outputs of these cases, in the order in which they are played.
    fn tasks(
        &self,
        game: &'static dyn AnyGame,
        settings: &Settings,
        cases: &[grader_outputs::Case],
        joins: &[Option<Join>],
    ) -> Result<Vec<Task>, CliError> {
        let variant = game.with(settings)?;
        let mut tasks: Vec<Task> = match self.is_batch() {
            true => outputs_of_a_batch(cases).collect(),
            false => self.matches(game, settings, variant.seats(), joins),
        };
        // Without a command nobody knows whether it plays the program, or grades its output.
        if self.command.is_empty() && variant.referee().closes_input() {
            tasks.extend(outputs_of_a_batch(&grader_outputs::cases(game, settings)?));
        }
        let only = self.only.as_deref().unwrap_or_default();
        tasks.retain(|task| task.to_string().starts_with(only));
        if let Some([part, of]) = self.shard {
            tasks = tasks.into_iter().skip(part - 1).step_by(of).collect();
        }
        if self.quick {
            let failed = std::fs::read_to_string(self.out.join(FAILED)).unwrap_or_default();
            let has_failed = |task: &Task| failed.lines().any(|line| line == task.to_string());
            tasks.sort_by_cached_key(|task| (!has_failed(task), task.rank(self.jobs)));
        }
        match tasks.is_empty() {
            false => Ok(tasks),
            true => Err(
                "--only: no match has a name that begins so; --list shows all"
                    .to_string()
                    .into(),
            ),
        }
    }

    /// All matches; those of a validator in its joins.
    fn matches(
        &self,
        game: &'static dyn AnyGame,
        settings: &Settings,
        seats: usize,
        joins: &[Option<Join>],
    ) -> Vec<Task> {
        let only = self.only.as_deref().unwrap_or_default();
        let all = MatchKind::all(game, settings, seats, self.kattis.is_some(), only);
        let join = |(at, played): (usize, MatchKind)| {
            // What an answer breaks does not depend on the join: each of these is played in one, in turn.
            let each = if played.is_of_rules() { joins.len() } else { 1 };
            let joins = joins.iter().skip(at % each).step_by(each);
            joins.map(move |how| Task::Match(played, *how))
        };
        all.into_iter().enumerate().flat_map(join).collect()
    }

    /// How the judge's verdict is read.
    fn reader(&self) -> Result<VerdictFormat, CliError> {
        let Some(path) = &self.verdict else {
            return Ok(match self.is_batch() {
                true => VerdictFormat::Exit(ANSWERS),
                false => VerdictFormat::Lines(VerdictPatterns::default()),
            });
        };
        let mut named_formats = VerdictFormat::NAMES.into_iter();
        let format = named_formats.find(|(name, _)| path.as_os_str() == *name);
        Ok(match format {
            Some((_, format)) => format,
            None => {
                let patterns = VerdictPatterns::read(&common::text_of(path)?);
                VerdictFormat::Lines(patterns.map_err(named(path))?)
            }
        })
    }

    /// The joins of a validator; `None`: the judge starts its bots.
    fn joins(&self) -> Result<Vec<Option<Join>>, String> {
        if self.kattis.is_none() {
            return Ok(vec![None]);
        }
        let named = |name: &String| {
            let found = Join::ALL.into_iter().find(|how| how.name() == name);
            found.map(Some).ok_or_else(|| {
                format!("--join {name}: expected direct, proxy, kattis or bapctools")
            })
        };
        match self.join.is_empty() {
            true => Ok(Join::ALL.map(Some).to_vec()),
            false => self.join.iter().map(named).collect(),
        }
    }
}

impl JudgeRun<'_> {
    /// The judge's command has to say where the bots go.
    fn places_the_bots(&self) -> Result<(), String> {
        let is_named = |place: &str| self.args.command.iter().any(|word| word.contains(place));
        let shown = |seat: usize| {
            let places = [
                format!("{{{seat}}}"),
                format!("{{{seat}...}}"),
                file_place(seat),
            ];
            places.iter().any(|place| is_named(place))
        };
        let starts_bots =
            self.args.kattis.is_none() && self.cases.is_empty() && self.template.is_none();
        match (0..self.seats).find(|seat| starts_bots && !shown(*seat)) {
            Some(seat) => Err(format!(
                "the judge's command has no {{{seat}}}, the place for the bot of seat {seat}"
            )),
            None => Ok(()),
        }
    }

    /// Writes down which matches failed, for the next `--quick`. Of those that a run did not come to before it was broken off, the
    /// ones that failed earlier stay.
    fn remember(&self, tasks: &[Task], rows: &[Row]) -> Result<(), String> {
        let path = self.args.out.join(FAILED);
        let earlier = match self.broken_off {
            Some(_) => std::fs::read_to_string(&path).unwrap_or_default(),
            None => String::new(),
        };
        let is_played = |name: &str| rows.iter().any(|row| row.task.to_string() == name);
        let unplayed = tasks.iter().map(Task::to_string);
        let unplayed =
            unplayed.filter(|name| !is_played(name) && earlier.lines().any(|line| line == name));
        let failed = rows.iter().filter(|row| row.wrong > 0);
        let failed = failed.map(|row| row.task.to_string());
        let names: String = failed.chain(unplayed).map(|name| name + "\n").collect();
        if names.is_empty() {
            let _ = std::fs::remove_file(path);
            return Ok(());
        }
        std::fs::create_dir_all(&self.args.out).map_err(named(&self.args.out))?;
        std::fs::write(&path, names).map_err(named(&path))
    }
}
