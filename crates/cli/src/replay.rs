//! Failing games: shown as they came, shrunk, saved; and `stickler replay`.

use crate::common::{CliError, CliResult, code, named, print, remark};
use crate::launch_options::{Confined, tell_limits};
use crate::replay_record::Other;
use crate::{common, replay_record};
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};
use stickler::encoding;
use stickler::explain::Conclusion;
use stickler::fixture::{KeptGame, Saved};
use stickler::game::Seat;
use stickler::games::Registry;
use stickler::live::players::HarnessError;
use stickler::params::Ms;
use stickler::referee::Fault;
use stickler::report::diagnostic::program;
use stickler::transcript::{Entry, Transcript};
use stickler_arena::process_players::is_interrupted;
use stickler_arena::timeless::Breakpoint;
use stickler_check::bot::{LONG_SILENCE, Plan, Played, RunSummary};
use stickler_check::replay::{Replayed, case_of, replay, saved};
use stickler_check::report::failure::failure;
use stickler_check::report::run::smallest;
use stickler_check::report::scenario_table;
use stickler_check::shrink::{Shrunk, shrink};

/// How long a smaller failing game is looked for.
const SHRINK: Duration = Duration::from_secs(30);

/// The folder for games that earlier runs saved.
const EARLIER: &str = "earlier";

/// How the failures of a run are shown.
pub(crate) struct Failures<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) out: &'a Path,
    /// How long to look for smaller games; `None`: the usual time, and not at all where each try would wait long.
    pub(crate) shrink: Option<Duration>,
    /// Limits of the bot.
    pub(crate) withheld: &'a [String],
    /// They are shrunk and saved, and not shown.
    pub(crate) is_quiet: bool,
    /// True once the games that earlier runs saved are out of the way.
    pub(crate) is_cleared: Cell<bool>,
}

impl Failures<'_> {
    /// The smallest failing game of each broken clause, and the first game of each warning.
    pub(crate) fn show(&self, summary: &mut RunSummary) -> Result<(), CliError> {
        let started = Instant::now();
        let shrink = self.shrink.unwrap_or(SHRINK);
        let reached = scenario_table::reached(self.plan, summary).filter(|_| !shrink.is_zero());
        let failing: Vec<Played> = smallest(self.plan, summary)
            .into_iter()
            .map(|(game, ..)| game.clone())
            .collect();
        for played in failing {
            let left = shrink.saturating_sub(started.elapsed());
            let silence = played.silence(&self.plan.policy);
            let (smallest, how) = match silence.filter(|waited| *waited >= LONG_SILENCE) {
                Some(waited) if self.shrink.is_none() => (played, unshrunk(waited)),
                _ => self.smallest(played, left)?,
            };
            if let Some((fault, line)) = smallest.error(&self.plan.policy) {
                self.print(&self.shown(&smallest, fault, line))?;
                self.print(&how)?;
                reached.as_ref().map_or(Ok(()), |reached| {
                    self.print(&format!("without a fault: {reached}\n"))
                })?;
                self.print("\n")?;
            }
            summary.smallest.push(smallest);
        }
        for (played, fault, line) in summary.warnings(&self.plan.policy) {
            self.print(&format!("{}\n", self.shown(played, fault, line)))?;
        }
        Ok(())
    }

    fn print(&self, text: &str) -> Result<(), CliError> {
        if self.is_quiet { Ok(()) } else { print(text) }
    }

    fn shown(&self, played: &Played, fault: &Fault, line: usize) -> String {
        let path = self.path(played, fault);
        let log = path.with_extension("log");
        let saved = self.save(&path, played, fault, line);
        if let (Err(error), true) = (&saved, self.is_quiet) {
            remark(&format!("{}: {error}", path.display()));
        }
        let mut text = failure(self.plan, played, fault, line, &log.to_string_lossy(), true);
        text += &match saved {
            Ok(()) => format!(
                "\nagain: {} replay {}\n",
                program(),
                again(&path, self.withheld, &self.plan.command)
            ),
            Err(error) => {
                format!(
                    "\nthe game could not be saved to {}: {error}\n{}\n",
                    path.display(),
                    played.record.transcript
                )
            }
        };
        text
    }

    /// The smallest game near a failing one that is found in this time, and how it was found.
    fn smallest(&self, played: Played, time_box: Duration) -> Result<(Played, String), CliError> {
        let clause = played
            .error(&self.plan.policy)
            .map(|(fault, _)| fault.breach.clause);
        let Some(clause) = clause.filter(|_| !time_box.is_zero() && !is_interrupted()) else {
            return Ok((played, String::new()));
        };
        let bar = common::bar(
            "looking for the smallest failing game: {pos} tried, {elapsed}",
            0,
        );
        bar.enable_steady_tick(Duration::from_millis(200));
        let tried = Cell::new(0);
        let watch = || {
            tried.set(tried.get() + 1);
            bar.inc(1);
        };
        let shrunk = shrink(self.plan, &played, clause, time_box, &watch);
        bar.finish_and_clear();
        Ok(match shrunk {
            Err(HarnessError::Interrupted) => (
                played,
                "the search for a smaller failing game was interrupted\n".into(),
            ),
            Err(error) => return Err(error.into()),
            Ok(None) => {
                let text = self.flaky(&played, tried.get())?;
                (played, text)
            }
            Ok(Some(shrunk)) => (shrunk.played.clone(), found(&shrunk)),
        })
    }

    /// The report of a game that failed and did not fail again. After so many other games, of which all but the first made the
    /// same choices, it is played once more to see what differs.
    fn flaky(&self, played: &Played, tried: usize) -> Result<String, CliError> {
        let Some((fault, line)) = played.error(&self.plan.policy) else {
            return Ok(String::new());
        };
        let (failed, how) = match replay(self.plan, &saved(self.plan, played, fault, line), false)?
        {
            Replayed::Fails { .. } => (2, "the last time it failed again".into()),
            Replayed::Diverges {
                answers: (before, now),
                number,
                ..
            } => {
                let now = now.map_or("there was none".into(), |now| format!("was then `{now}`"));
                (1, format!("its answer {number} was `{before}`, and {now}"))
            }
            Replayed::Passes(_) => (
                1,
                "it gave the same answers, so it differs in its times, or in how it ends".into(),
            ),
        };
        Ok(format!(
            "flaky: it failed {failed} of {} times with the same choices; {how}\n",
            tried + 1
        ))
    }

    fn path(&self, played: &Played, fault: &Fault) -> PathBuf {
        let clause = fault.breach.clause.id().replace('.', "-");
        self.out
            .join(format!("{clause}-{}.yaml", played.case.scenario.name))
    }

    /// Moves what earlier runs of this game saved to the folder [`EARLIER`], so that nobody takes it for this run's.
    fn put_aside(&self) -> std::io::Result<()> {
        let mut kept = saved_in(self.out, self.plan.game.name());
        kept.try_for_each(|(path, _)| put_aside(self.out, &path))
    }

    fn save(
        &self,
        path: &Path,
        played: &Played,
        fault: &Fault,
        line: usize,
    ) -> std::io::Result<()> {
        std::fs::create_dir_all(self.out)?;
        if !self.is_cleared.replace(true) {
            self.put_aside()?;
        }
        // The report names places of the log, which an editor can open.
        std::fs::write(path.with_extension("log"), &played.record.transcript)?;
        let saved = saved(self.plan, played, fault, line).write();
        std::fs::write(path, command_line(&self.plan.command) + &saved)
    }
}

/// Saved failures of a game, played again before the other games.
#[derive(Default)]
pub(crate) struct SavedAgain {
    /// How many do not fail any more; they stand in the folder [`EARLIER`] now.
    pub(crate) mended: usize,
    /// Those that fail, each with the clause.
    pub(crate) failing: Vec<(PathBuf, &'static str)>,
}

/// The first line of a saved failure: the command of the bot, as a comment.
fn command_line(command: &[String]) -> String {
    let words = serde_json::to_string(command).unwrap_or_default();
    format!("{COMMAND}{words}\n")
}

/// How the line of a saved failure begins that names the command.
const COMMAND: &str = "# command: ";

/// True for a failure of another command. A file without that line may be of any.
fn is_of_another(path: &Path, command: &[String]) -> bool {
    let text = encoding::text_of(path).unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    first.starts_with(COMMAND) && first != command_line(command).trim_end()
}

/// Plays the failures again that earlier runs of this command saved in this folder.
pub(crate) fn saved_again(plan: &Plan, out: &Path) -> Result<SavedAgain, CliError> {
    let mut again = SavedAgain::default();
    let own =
        saved_in(out, plan.game.name()).filter(|(path, _)| !is_of_another(path, &plan.command));
    for (path, saved) in own.take(MOST_AGAIN) {
        let own = plan.under(&saved.settings());
        let Ok(case) = case_of(&own, &saved) else {
            continue;
        };
        if !plan.could_play(case, &saved.set) {
            continue;
        }
        let played = own.play_back(case, &saved.choices)?;
        match played.error(&plan.policy) {
            Some((fault, _)) => again.failing.push((path, fault.breach.clause.id())),
            None => {
                put_aside(out, &path).map_err(named(&path))?;
                again.mended += 1;
            }
        }
    }
    Ok(again)
}

/// The most saved failures that are played again.
const MOST_AGAIN: usize = 20;

/// The saved failures of a game in a folder, in the order of their names. A file that is none, or one of another version, is
/// somebody else's.
fn saved_in(out: &Path, game: &'static str) -> impl Iterator<Item = (PathBuf, Saved)> {
    let entries = std::fs::read_dir(out).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let saved = Saved::read(&encoding::text_of(&path).ok()?).ok()?;
        Some((path, saved))
    };
    let kept: Vec<(PathBuf, Saved)> = paths.into_iter().filter_map(read).collect();
    kept.into_iter()
        .filter(move |(_, saved)| saved.game == game)
}

/// Moves a saved failure, and the log beside it, to the folder [`EARLIER`] below this one.
fn put_aside(out: &Path, path: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(out.join(EARLIER))?;
    for path in [path, &path.with_extension("log")] {
        let name = path.file_name().unwrap_or_default();
        if path.exists() {
            std::fs::rename(path, out.join(EARLIER).join(name))?;
        }
    }
    Ok(())
}

/// The words about a game with a long silence.
fn unshrunk(waited: Ms) -> String {
    format!(
        "no smaller failing game was looked for: every try waits {} s more; --shrink {} looks all the same\n",
        waited.0.div_ceil(1000),
        SHRINK.as_secs()
    )
}

/// The words behind `stickler replay` that play a saved game again.
pub(crate) fn again(path: &Path, withheld: &[String], bot: &[String]) -> String {
    let file = [path.to_string_lossy().into_owned()];
    let before = shell_words::join(file.iter().chain(withheld));
    format!("{before} -- {}", shell_words::join(bot))
}

fn found(shrunk: &Shrunk) -> String {
    let (failed, played) = shrunk.rate;
    let rate = if failed < played {
        format!("; it fails {failed} times of {played}")
    } else {
        String::new()
    };
    let within = if shrunk.is_minimal {
        ""
    } else {
        " before the time of --shrink was over"
    };
    format!(
        "smallest failing game found{within} ({} tried){rate}\n",
        shrunk.runs
    )
}

#[derive(clap::Args)]
pub(crate) struct ReplayArgs {
    /// A saved failure, or a log or record of any shape that `validate` reads
    pub(super) file: PathBuf,
    /// The bot, as for `check`
    #[arg(last = true, value_name = "CMD", required = true)]
    pub(super) command: Vec<String>,
    /// Play without clocks: no bank falls and nothing is late, so that a debugger may stop the bot (docs/debug-a-bot.md)
    #[arg(long)]
    pub(super) no_clock: bool,
    /// Without clocks: stop before the message at this line of the saved transcript or the file, and wait for Enter. At the line of
    /// an answer or a silence: before the last message that the bot got
    #[arg(long, value_name = "LINE", requires = "no_clock")]
    pub(super) stop_at: Option<usize>,
    /// Tell of each answer of 5 ms or more where its time went
    #[arg(long, conflicts_with = "no_clock")]
    pub(super) times: bool,
    /// Play the game to its end, even if the bot plays differently
    #[arg(long)]
    follow: bool,
    /// Of a log or record: the bot's seat; without it, the seat that failed, or the only one that the file shows
    #[arg(long)]
    pub(super) seat: Option<u8>,
    /// Of a log or record: who answers for the other seats once their recorded answers are used up or no longer legal
    #[arg(long, value_enum, default_value_t = Other::Reference)]
    pub(super) opponent: Other,
    /// Of a log or record: give the bot every position of it: where the bot answers otherwise, go on with the recorded answer
    #[arg(long, conflicts_with_all = ["follow", "times_over"])]
    pub(super) each: bool,
    /// Of a log or record: end with 2 if the bot answers otherwise than the record
    #[arg(long)]
    pub(super) strict: bool,
    /// Of a log or record: play it so many times, and say how often the bot fails
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) times_over: u32,
    /// Of a log or record: its game, if it does not name it
    #[arg(long)]
    pub(super) game: Option<String>,
    /// Of a log or record: set a parameter of the game in place of its value
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(super) set: Vec<String>,
    #[command(flatten)]
    pub(super) confined: Confined,
}

/// The file; where a later run has put it aside, the one in the folder `earlier`.
fn found_again(file: &Path) -> PathBuf {
    let aside = file
        .with_file_name(EARLIER)
        .join(file.file_name().unwrap_or_default());
    if file.exists() || !aside.exists() {
        return file.into();
    }
    remark(&format!(
        "{}: a later run of check has moved it: this is {}",
        file.display(),
        aside.display()
    ));
    aside
}

/// Where a game stops: before the bot's message at this line of its log, or the next after it. A line of the bot itself, and one
/// behind its last message, stands for the message before it: there the bot failed, or fell silent.
pub(super) fn stop(log: &[u8], seat: Seat, line: usize) -> Result<Breakpoint, String> {
    let transcript = Transcript::parse(log)
        .map_err(|error| format!("line {}: {}", error.line, error.breach.why))?;
    let told = transcript
        .body()
        .filter(|own| own.told().is_some_and(|(to, _)| to == seat))
        .map(|own| own.number);
    let told: Vec<usize> = told.collect();
    let is_of_bot = transcript.body().any(|own| {
        let by = match own.entry() {
            Ok(Entry::Said(by, ..) | Entry::Event(by, _)) => Some(by),
            _ => None,
        };
        own.number == line && by == Some(seat)
    });
    let before = told.iter().rposition(|own| *own <= line);
    let next = told.iter().position(|own| *own >= line);
    let lines = String::from_utf8_lossy(log).lines().count();
    let is_there = (1..=lines).contains(&line);
    let after = match next {
        Some(_) if is_of_bot => before.or(next),
        None if is_there => before,
        next => next,
    };
    let last = told.last().copied().unwrap_or_default();
    let after = after.ok_or(format!(
        "--stop-at {line}: the bot's last message stands at line {last}"
    ))?;
    Ok(Breakpoint {
        seat,
        after,
        wait: wait_for_enter,
    })
}

fn wait_for_enter(process: Option<i32>, message: &str) {
    let process = process.map_or(String::new(), |process| {
        format!("; the bot is process {process}")
    });
    let message = message.lines().next().unwrap_or_default();
    remark(&format!(
        "stopped before `{message}`{process}. Attach a debugger, then press Enter here"
    ));
    let (sender, receiver) = std::sync::mpsc::channel();
    // The end of the input lets the game go on, too.
    let read = move || {
        let _ = std::io::stdin().read_line(&mut String::new());
        let _ = sender.send(());
    };
    if std::thread::Builder::new().spawn(read).is_err() {
        return;
    }
    // A signal ends the wait; the game then ends at its next look.
    while receiver.recv_timeout(SIGNAL_LOOK) == Err(RecvTimeoutError::Timeout) && !is_interrupted()
    {
    }
}

/// How soon a signal is noticed.
const SIGNAL_LOOK: Duration = Duration::from_millis(100);

pub(crate) fn run_replay(args: &ReplayArgs, games: Registry) -> CliResult {
    args.confined.startable(&args.command)?;
    let file = found_again(&args.file);
    let name = file.display();
    if args.file == Path::new("-") {
        return replay_record::run(args, games, "it is standard input");
    }
    let text = std::fs::read(&file)
        .map_err(|error| error.to_string())
        .and_then(encoding::utf8);
    let text = text.map_err(|why| format!("{name}: {why}"))?;
    let text = String::from_utf8_lossy(&text);
    let saved = match Saved::read(&text) {
        Ok(saved) => saved,
        Err(_) if KeptGame::read(&text).is_ok() => {
            return replay_record::run(args, games, "it is a game of a corpus");
        }
        Err(why)
            if ["\nclause:", "\nchoices:"]
                .iter()
                .any(|key| text.contains(key)) =>
        {
            return Err(
                format!("{name} is no saved failure, as `check` writes them: {why}").into(),
            );
        }
        Err(why) => return replay_record::run(args, games, &why),
    };
    let game = games.find(&saved.game)?;
    if game.clause(&saved.clause).is_none() {
        return Err(format!(
            "{name}: no clause of {} is called `{}`",
            saved.game, saved.clause
        )
        .into());
    }
    let kept = args.confined.open()?;
    tell_limits();
    let command = args.command.clone();
    let (no_clock, times) = (args.no_clock, args.times);
    let stop = args
        .stop_at
        .map(|line| stop(saved.transcript.as_bytes(), Seat(saved.seat), line))
        .transpose()?;
    let time_box = Duration::MAX;
    let plan = Plan {
        launch: kept.launch,
        time_box,
        no_clock,
        times,
        stop,
        say: remark,
        ..Plan::new(game, command)
    }
    .under(&saved.settings());
    let variant = game.with(&plan.settings)?;
    variant.prepare();
    let (conclusion, text) = match replay(&plan, &saved, args.follow)? {
        Replayed::Fails { played, same } => {
            let shown = played
                .error(&plan.policy)
                .map(|(fault, line)| failure(&plan, &played, fault, line, "now", true));
            let word = if same {
                "fails as before"
            } else {
                "fails there, and breaks another clause"
            };
            (
                Conclusion::Violates,
                format!("{}\n{name}: {word}\n", shown.unwrap_or_default()),
            )
        }
        Replayed::Diverges {
            answers: (before, now),
            number,
            played,
        } => {
            let now = now.map_or("there is none now".to_string(), |now| {
                format!("is now `{now}`")
            });
            let fault = played
                .error(&plan.policy)
                .map(|(fault, _)| format!(" ({})", fault.breach.why));
            let fault = fault.unwrap_or_default();
            let why = format!(
                "answer {number} was `{before}` and {now}{fault}, before it came to the failing ask"
            );
            (
                Conclusion::Unknown,
                format!("{name}: could not tell: {why}; --follow goes on all the same\n"),
            )
        }
        Replayed::Passes(played) => {
            let later = played
                .error(&plan.policy)
                .map(|(fault, _)| format!(", and breaks {} later", fault.breach.clause));
            (
                Conclusion::Conforms,
                format!(
                    "{name}: fixed: the bot gets past the point at which it failed{}\n",
                    later.unwrap_or_default()
                ),
            )
        }
    };
    print(&text)?;
    if no_clock {
        print(&format!(
            "{name}: played without clocks, so times were not checked\n"
        ))?;
    }
    Ok(code(conclusion))
}
