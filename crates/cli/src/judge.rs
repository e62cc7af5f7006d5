//! `stickler judge GAME -- ./judge {0} {1}`: a judge under test.
//!
//! Its files:
//! - `bots`: the bots of its matches · `command_words`: the words of its command · `join`: `stickler join` · `table`: what is said of the matches

mod bots;
mod command_words;
mod join;
mod table;

pub(super) use bots::play;
pub(super) use join::{JoinArgs, run_join};

use crate::common::{CliResult, code, done, json, named, print};
use crate::progress::Progress;
use crate::{common, did_you_mean};
use command_words::{called, filled, spread};
use join::{joined_said, joined_words};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};
use stickler::encoding;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::live::players::HarnessError;
use stickler::params::Settings;
use stickler::referee::Death;
use stickler_arena::stall::Heartbeat;
use stickler_arena::threads::together;
use stickler_arena::trial::ProcessResult;
use stickler_arena::{tap, trial};
use stickler_judge_test::grader_outputs::OutputChange;
use stickler_judge_test::join::{ANSWERS, Join};
use stickler_judge_test::verdict_patterns::{StatedVerdict, VerdictFormat, VerdictPatterns};
use stickler_judge_test::{Doubt, Duty, Judgement, MatchKind, MatchRun, grader_outputs, judged};
use table::Row;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The judge. {0} and {1} stand for the bots' commands, each in one word; {0...} for the words of one. For a grader of a
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
    /// End a match after this many seconds; the judge should have ended by then, whatever its bots do. With --kattis this is the
    /// bot's time
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    limit: u64,
    /// Play this many matches at the same time
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Keep the logs of what went wrong in this folder
    #[arg(long, value_name = "DIR", default_value = "stickler-judge")]
    out: PathBuf,
    /// Write a page to step through beside each of these logs
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

/// The trial of a judge: its command, its matches, its limits.
#[derive(Clone, Copy)]
enum Task {
    /// A match; a validator is joined to its bot in this way.
    Match(MatchKind, Option<Join>),
    /// An output to grade, of the input with this number.
    Output(&'static OutputChange, usize),
}

impl Task {
    /// How soon it is played with `--quick`: the most telling ones come first.
    fn rank(&self) -> usize {
        let Task::Match(played, _) = self else {
            return 0;
        };
        match played {
            MatchKind::Plain => 0,
            MatchKind::Made(_) => 1,
            MatchKind::Illegal(_, 0..FIRST, _) => 2,
            MatchKind::Fault(way, _) if QUICK_FAULTS.contains(&way.name) => 3,
            MatchKind::Sides(..) | MatchKind::Side(_) => 4,
            _ => 5,
        }
    }
}

/// The first of the illegal answers that break a clause.
const FIRST: usize = 9;
/// Faults that a judge sees without a wait.
const QUICK_FAULTS: [&str; 6] = ["crash", "early-exit", "again", "beyond", "zero", "greeting"];

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Match(played, None) => write!(f, "{played}"),
            Task::Match(played, Some(how)) => write!(f, "{played}-{}", how.name()),
            Task::Output(change, 0) => f.write_str(change.name),
            Task::Output(change, number) => write!(f, "{}-{}", change.name, number + 1),
        }
    }
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
    folder: PathBuf,
    /// The inputs of the batch task that is graded, each with its right output.
    cases: Vec<[String; 2]>,
    /// True where some of the matches are left out.
    is_part: bool,
    /// Held by everybody who plays; a match that is played again has it alone.
    alone: RwLock<()>,
    heartbeat: Heartbeat,
}

/// The result of a match: the judge's words, the judgement of them, and how its program ran.
type TrialResult = (StatedVerdict, Judgement, ProcessResult);

/// The file with the names of the matches that failed, beside their logs.
const FAILED: &str = "failed.txt";
/// With `--quick` no match begins later.
const QUICK: Duration = Duration::from_secs(10);

/// Inputs of a batch task, and the changes of the output of each.
const CASES: usize = 4;
const OF_EACH: [&str; 5] = [
    "right",
    "first-wrong",
    "last-wrong",
    "one-wrong",
    "other-wrong",
];

/// How often a match is played again that may have gone wrong because the machine was busy, and with how much more time.
const AGAIN: u32 = 2;
const MORE: u32 = 2;

/// The outputs that a grader gets.
fn outputs_of_a_batch() -> impl Iterator<Item = Task> {
    let first = OutputChange::ALL
        .iter()
        .map(|change| Task::Output(change, 0));
    let others = (1..CASES).flat_map(|number| {
        let few = OutputChange::ALL
            .iter()
            .filter(|change| OF_EACH.contains(&change.name));
        few.map(move |change| Task::Output(change, number))
    });
    first.chain(others)
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let game = games.find(&args.game)?;
    let settings = common::settings(game, &args.set)?;
    let seats = game.with(&settings)?.seats();
    let is_batch = args.command.iter().any(|word| word.contains("{output}"));
    let joins = args.joins()?;
    if seats != 1 && (is_batch || args.kattis.is_some()) {
        return Err(format!(
            "{} has {seats} seats: --kattis and {{output}} are for games of one",
            game.name()
        )
        .into());
    }
    let mut tasks: Vec<Task> = if is_batch {
        outputs_of_a_batch().collect()
    } else {
        let all = MatchKind::all(
            game,
            &settings,
            seats,
            args.kattis.is_some(),
            args.only.as_deref().unwrap_or_default(),
        );
        let join = |(at, played): (usize, MatchKind)| {
            // What an answer breaks does not depend on the join: each of these is played in one, in turn.
            let each = if played.is_of_rules() { joins.len() } else { 1 };
            let joins = joins.iter().skip(at % each).step_by(each);
            joins.map(move |how| Task::Match(played, *how))
        };
        all.into_iter().enumerate().flat_map(join).collect()
    };
    // Without a command nobody knows whether it plays the program, or grades its output.
    if args.command.is_empty() && game.with(&settings)?.referee().closes_input() {
        tasks.extend(outputs_of_a_batch());
    }
    let is_part = args.only.is_some() || args.shard.is_some() || args.quick;
    tasks.retain(|task| {
        args.only
            .as_ref()
            .is_none_or(|only| task.to_string().starts_with(only.as_str()))
    });
    if let Some([part, of]) = args.shard {
        tasks = tasks.into_iter().skip(part - 1).step_by(of).collect();
    }
    if args.quick {
        let failed = std::fs::read_to_string(args.out.join(FAILED)).unwrap_or_default();
        let has_failed = |task: &Task| failed.lines().any(|line| line == task.to_string());
        tasks.sort_by_cached_key(|task| (!has_failed(task), task.rank()));
    }
    if tasks.is_empty() {
        return Err(
            "--only: no match has a name that begins so; --list shows all"
                .to_string()
                .into(),
        );
    }
    let seeds = (1..=CASES as u64).filter(|_| is_batch);
    let cases = seeds.map(|seed| grader_outputs::case(game, &settings, seed));
    let cases = cases.collect::<Result<Vec<_>, _>>()?;
    let read = |path: &PathBuf| encoding::text_of(path).map_err(named(path));
    let template = args.config.as_ref().map(read).transpose()?;
    let folder = std::env::temp_dir().join(format!("stickler-judge-{}", std::process::id()));
    let reader = match &args.verdict {
        None if is_batch => VerdictFormat::Exit(ANSWERS),
        None => VerdictFormat::Lines(VerdictPatterns::default()),
        Some(path) => match VerdictFormat::NAMES
            .into_iter()
            .find(|(name, _)| path.as_os_str() == *name)
        {
            Some((_, reader)) => reader,
            None => VerdictFormat::Lines(VerdictPatterns::read(&read(path)?).map_err(named(path))?),
        },
    };
    let judge = JudgeRun {
        args,
        games,
        game,
        settings,
        reader,
        template,
        seats,
        folder,
        cases,
        is_part,
        alone: RwLock::new(()),
        heartbeat: Heartbeat::start(),
    };
    if args.list {
        let line = |task: &Task| format!("{:<20} {}\n", task.to_string(), judge.due(task));
        return done(&tasks.iter().map(line).collect::<String>());
    }
    judge.places_the_bots()?;
    did_you_mean::startable(&args.command)?;
    let variant = game.with(&judge.settings)?;
    variant.prepare();
    std::fs::create_dir_all(&judge.folder).map_err(named(&judge.folder))?;
    let played = judge.play(&tasks);
    let _ = std::fs::remove_dir_all(&judge.folder);
    let rows = played?;
    judge.remember(&rows)?;
    if let Some(path) = &args.junit {
        super::outputs::write(path, judge.junit(&rows))?;
    }
    if args.json {
        rows.iter()
            .try_for_each(|row| print(&json(&judge.line(row))))?;
    } else {
        print(&judge.report(&rows).map_err(HarnessError::from)?)?;
    }
    Ok(code(judge.conclusion(&rows)))
}

impl Args {
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
        let shown =
            |seat: usize| is_named(&format!("{{{seat}}}")) || is_named(&format!("{{{seat}...}}"));
        let starts_bots =
            self.args.kattis.is_none() && self.cases.is_empty() && self.template.is_none();
        match (0..self.seats).find(|seat| starts_bots && !shown(*seat)) {
            Some(seat) => Err(format!(
                "the judge's command has no {{{seat}}}, the place for the bot of seat {seat}"
            )),
            None => Ok(()),
        }
    }

    fn play(&self, tasks: &[Task]) -> Result<Vec<Row>, HarnessError> {
        let time_box = self.args.quick.then_some(QUICK);
        let progress = Progress::new("matches", tasks.len(), 0, time_box);
        let began = Instant::now();
        let rows: Result<Vec<Option<Row>>, HarnessError> =
            together(self.args.jobs.into(), tasks.iter().collect(), |task| {
                if self.args.quick && began.elapsed() > QUICK {
                    return Ok(None);
                }
                let row = self.row(task)?;
                progress.step(None);
                Ok(Some(row))
            });
        progress.end();
        let mut rows: Vec<Row> = rows?.into_iter().flatten().collect();
        // A grader that says nothing at all may have its words elsewhere; one that says something else now and then has failed.
        if rows.iter().any(|row| row.failed.is_none()) {
            rows.iter_mut().for_each(Row::blame_failure);
        }
        Ok(rows)
    }

    /// Writes down which matches failed, for the next `--quick`.
    fn remember(&self, rows: &[Row]) -> Result<(), String> {
        let path = self.args.out.join(FAILED);
        let failed = rows.iter().filter(|row| row.wrong > 0);
        let names: String = failed.map(|row| format!("{}\n", row.task)).collect();
        if names.is_empty() {
            let _ = std::fs::remove_file(path);
            return Ok(());
        }
        std::fs::create_dir_all(&self.args.out).map_err(named(&self.args.out))?;
        std::fs::write(&path, names).map_err(named(&path))
    }

    /// How a grader ended that gives its verdict by its exit code, where that is no verdict.
    fn without_verdict(
        &self,
        task: &Task,
        said: &StatedVerdict,
        ran: &ProcessResult,
    ) -> Option<String> {
        let is_of_codes =
            matches!(self.reader, VerdictFormat::Exit(_)) && matches!(task, Task::Output(..));
        let end = ran
            .end
            .filter(|_| is_of_codes && *said == StatedVerdict::default())?;
        Some(match end {
            Death::Exit(code) => format!("exit code {code} is no verdict"),
            Death::Signal(signal) => format!("signal {signal} ended it"),
        })
    }

    fn row(&self, task: &Task) -> Result<Row, HarnessError> {
        let runs = self.args.times_over;
        let (judgement, said) = (Judgement::default(), BTreeMap::new());
        let mut row = Row {
            task: *task,
            runs,
            wrong: 0,
            judgement,
            said,
            words: String::new(),
            failed: None,
        };
        for run in 0..runs {
            let (said, judgement, ran) = self.calmly(task, run)?;
            let is_wrong = !judgement.wrong.is_empty();
            *row.said.entry(said.to_string()).or_insert(0) += 1;
            row.failed = row
                .failed
                .or_else(|| self.without_verdict(task, &said, &ran));
            if row.wrong == 0 {
                let last = ran
                    .stdout
                    .lines()
                    .chain(ran.stderr.lines())
                    .rfind(|line| !line.trim().is_empty());
                (row.judgement, row.words) = (judgement, last.unwrap_or_default().to_string());
            }
            row.wrong += u32::from(is_wrong);
        }
        Ok(row)
    }

    /// Plays a match once. If it goes wrong by a time, it is played again, alone. If the machine held it up each time, nothing can be
    /// said of the judge.
    fn calmly(&self, task: &Task, run: u32) -> Result<TrialResult, HarnessError> {
        let limit = Duration::from_secs(self.args.limit);
        let mut came = {
            let _others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            self.played(task, run, limit)?
        };
        let mut left = AGAIN;
        while came.1.doubt != Doubt::None && left > 0 {
            let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
            came = self.played(task, run, limit * MORE)?;
            left -= 1;
        }
        let (_, judgement, _) = &mut came;
        if judgement.doubt == Doubt::HeldUp
            && let Some(wrong) = judgement.wrong.first()
        {
            let why = format!(
                "the machine held it up each time it was played: {}",
                wrong.what
            );
            judgement.unknown.push(why);
            judgement.wrong.clear();
        }
        Ok(came)
    }

    fn played(&self, task: &Task, run: u32, limit: Duration) -> Result<TrialResult, HarnessError> {
        match task {
            Task::Match(played, how) => self.once(task, played, *how, run, limit),
            Task::Output(change, number) => self.graded(change, *number, limit),
        }
    }

    /// Plays a match once, with a tap in front of each bot.
    fn once(
        &self,
        task: &Task,
        played: &MatchKind,
        how: Option<Join>,
        run: u32,
        mut limit: Duration,
    ) -> Result<TrialResult, HarnessError> {
        let folder = self.folder.join(task.to_string());
        std::fs::create_dir_all(&folder)?;
        let log = |seat: usize| folder.join(format!("seat{seat}.log"));
        let bots = (0..self.seats)
            .map(|seat| self.bot(played, seat, run, &log(seat)))
            .collect::<Result<Vec<_>, _>>()?;
        let mut words = self.args.command.clone();
        if let Some(template) = &self.template {
            let config = folder.join("config");
            std::fs::write(&config, filled(template, &bots))?;
            words
                .iter_mut()
                .for_each(|word| *word = word.replace("{config}", &config.to_string_lossy()));
        }
        let mut words: Vec<String> = words.iter().flat_map(|word| spread(word, &bots)).collect();
        if let Some((how, case)) = how.zip(self.args.kattis.as_ref()) {
            words = joined_words(how, limit, called(words, case, &folder)?, &bots[0])?;
            // The validator may end after its bot.
            limit += Duration::from_secs(10);
        }
        let (ran, held_up) = self.tried(&words, limit)?;
        let said = match how {
            Some(_) => joined_said(&ran),
            None => self.reader.said(&ran.stdout, exit(&ran)),
        };
        let failed = match (&ran.end, how) {
            (Some(Death::Signal(signal)), _) => Some(format!("signal {signal} ended it")),
            (_, Some(_)) if said.words.get(&0).is_some_and(|word| word == "JE") => {
                let how = ran.stdout.lines().nth(1).unwrap_or_default();
                let is_pythons = how.contains("validator: exit 120");
                Some(if is_pythons {
                    format!("{how}; {LAST_WRITE}")
                } else {
                    how.to_string()
                })
            }
            _ => None,
        };
        let went = MatchRun {
            taps: (0..self.seats)
                .map(|seat| std::fs::read_to_string(log(seat)).ok())
                .collect(),
            ended_after: ran.end.is_none().then_some(limit.as_secs()),
            left: ran.left,
            over: tap::stamp(),
            held_up,
            fault_came: (0..self.seats).any(|seat| mark(&log(seat)).exists()),
            failed,
            is_joined: how.is_some(),
            said,
        };
        let _ = std::fs::remove_dir_all(&folder);
        let judgement = judged(self.game, &self.settings, played, &went);
        Ok((went.said, judgement, ran))
    }

    /// Runs the judge, and says how long the machine held it up.
    fn tried(
        &self,
        words: &[String],
        limit: Duration,
    ) -> Result<(ProcessResult, Duration), HarnessError> {
        let stood_still = self.heartbeat.stood_still();
        let ran = trial::run(words, limit)?;
        let held_up = ran.starved + self.heartbeat.stood_still().saturating_sub(stood_still);
        Ok((ran, held_up))
    }

    /// Has one output graded.
    fn graded(
        &self,
        change: &OutputChange,
        number: usize,
        limit: Duration,
    ) -> Result<TrialResult, HarnessError> {
        let case = self.cases.get(number);
        let [input, right] = case.map_or([""; 2], |case| [&case[0], &case[1]]);
        let folder = self.folder.join(format!("{}-{number}", change.name));
        std::fs::create_dir_all(folder.join("feedback"))?;
        let output = change.of(right);
        let mut words = self.args.command.clone();
        for (name, bytes) in [
            ("input", input.as_bytes()),
            ("output", &output),
            ("answer", right.as_bytes()),
        ] {
            let path = folder.join(name);
            std::fs::write(&path, bytes)?;
            words.iter_mut().for_each(|word| {
                *word = word.replace(&format!("{{{name}}}"), &path.to_string_lossy())
            });
        }
        let feedback = folder.join("feedback/");
        words
            .iter_mut()
            .for_each(|word| *word = word.replace("{feedback}", &feedback.to_string_lossy()));
        let (ran, held_up) = self.tried(&words, limit)?;
        let _ = std::fs::remove_dir_all(&folder);
        let said = self.reader.said(&ran.stdout, exit(&ran));
        let word = said.words.get(&0).map(String::as_str);
        let mut judgement = grader_outputs::graded(self.game, self.duty_of(change, number), word);
        judgement.ended(ran.end.is_none().then_some(limit.as_secs()), ran.left);
        if ran.end.is_none() && held_up > limit / 4 {
            judgement.doubt = Doubt::HeldUp;
        }
        Ok((said, judgement, ran))
    }

    fn duty_of(&self, change: &OutputChange, number: usize) -> Duty {
        match self.cases.get(number) {
            Some(case) => change.duty(self.game, &self.settings, case),
            None => Duty::May("there is no case"),
        }
    }

    /// The command of a bot behind its tap.
    fn bot(
        &self,
        played: &MatchKind,
        seat: usize,
        run: u32,
        log: &Path,
    ) -> std::io::Result<Vec<String>> {
        let program = std::env::current_exe()?.to_string_lossy().into_owned();
        let set: Vec<String> = self
            .settings
            .0
            .iter()
            .map(|(name, value)| format!("--set={name}={value}"))
            .collect();
        let own = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_string())
                .collect::<Vec<_>>()
        };
        let (game, seat) = (self.game.name(), seat.to_string());
        let tap = own(&[
            &program,
            "tap",
            "--stamps",
            "--game",
            game,
            "--seat",
            &seat,
            "--log",
            &log.to_string_lossy(),
        ]);
        let bot = own(&["--", &program, "refbot", game]);
        let mark = mark(log);
        let at = own(&[
            "--at",
            &played.to_string(),
            &seat,
            &run.to_string(),
            &mark.to_string_lossy(),
        ]);
        Ok([tap, set.clone(), bot, set, at].concat())
    }
}

/// Why a validator in Python ends with 120.
const LAST_WRITE: &str = "Python ends with 120 if nobody reads its last output: point standard output to /dev/null where you \
                          catch BrokenPipeError";

/// The file that a bot with a fault makes when its fault comes, beside the log of its tap.
fn mark(log: &Path) -> PathBuf {
    log.with_extension("fault")
}

fn exit(ran: &ProcessResult) -> Option<i32> {
    match ran.end {
        Some(Death::Exit(code)) => Some(code),
        _ => None,
    }
}
