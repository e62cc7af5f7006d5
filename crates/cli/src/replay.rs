//! Failing games: shown as they came, shrunk, saved; and `stickler replay`.

use crate::common::{CliError, CliResult, code, named, print, remark};
use crate::launch_options::{LaunchOptions, tell_limits};
use crate::replay_record::Other;
use crate::{common, replay_record};
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
use stickler::transcript::{Entry, Transcript};
use stickler_arena::process_players::is_interrupted;
use stickler_arena::timeless::Breakpoint;
use stickler_check::bot::{LONG_SILENCE, Plan, Played, RunSummary};
use stickler_check::fixed::{Still, fails_still};
use stickler_check::replay::{Replayed, case_of, replay};
use stickler_check::report::failure::failure;
use stickler_check::report::run::smallest;
use stickler_check::report::scenario_table;
use stickler_check::saved_failures::{
    EARLIER, Failure, FailureFolder, is_of_another, put_aside, saved_in, unreadable_in,
};
use stickler_check::smallest::{HowFound, SHRINK, smallest_near, unshrunk};

/// How the failures of a run are shown.
pub(crate) struct Failures<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) folder: &'a FailureFolder,
    /// How long to look for smaller games; `None`: the usual time, and not at all where each try would wait long.
    pub(crate) shrink: Option<Duration>,
    /// Limits of the bot.
    pub(crate) withheld: &'a [String],
    /// True if the failures are shrunk and saved, and not shown.
    pub(crate) is_quiet: bool,
}

impl Failures<'_> {
    /// Saves the failing games as they were found, so that nothing that comes later takes them away. The first error comes back.
    pub(crate) fn keep(&self, summary: &RunSummary) -> std::io::Result<()> {
        let keep = |kept: std::io::Result<()>, (played, fault, line)| {
            kept.and(self.folder.keep(self.plan, (played, fault, line, None)))
        };
        smallest(self.plan, summary).into_iter().fold(Ok(()), keep)
    }

    /// The smallest failing game of each broken clause, and the first game of each warning. Where nothing can be printed, all are
    /// saved all the same.
    pub(crate) fn show(&self, summary: &mut RunSummary) -> Result<(), CliError> {
        let started = Instant::now();
        let shrink = self.shrink.unwrap_or(SHRINK);
        let reached = scenario_table::reached(self.plan, summary).filter(|_| !shrink.is_zero());
        let failing: Vec<Played> = smallest(self.plan, summary)
            .into_iter()
            .map(|(game, ..)| game.clone())
            .collect();
        let mut printed = Ok(());
        for played in failing {
            let left = shrink.saturating_sub(started.elapsed());
            let silence = played.silence(&self.plan.policy);
            let (smallest, how) = match silence.filter(|waited| *waited >= LONG_SILENCE) {
                Some(waited) if self.shrink.is_none() => (played, unshrunk_here(waited).into()),
                _ => self.smallest(played, left),
            };
            if let Some((fault, line)) = smallest.error(&self.plan.policy) {
                let mut text = self.shown((&smallest, fault, line, how.seen)) + &how.words;
                if let Some(reached) = &reached {
                    text += &format!("without a fault: {reached}\n");
                }
                printed = printed.and_then(|()| self.print(&format!("{text}\n")));
                if !how.words.is_empty() {
                    summary.found.insert(fault.breach.clause, how);
                }
            }
            summary.smallest.push(smallest);
        }
        for (played, fault, line) in summary.warnings(&self.plan.policy) {
            let text = self.shown((played, fault, line, None));
            printed = printed.and_then(|()| self.print(&format!("{text}\n")));
        }
        printed
    }

    fn print(&self, text: &str) -> Result<(), CliError> {
        if self.is_quiet { Ok(()) } else { print(text) }
    }

    fn shown(&self, failing: Failure<'_>) -> String {
        let (text, saved) = self.folder.shown(self.plan, failing, self.withheld, true);
        if let (Err(error), true) = (&saved, self.is_quiet) {
            remark(&error.to_string());
        }
        text
    }

    /// The smallest game near a failing one that is found in this time, and how it was found.
    fn smallest(&self, played: Played, time_box: Duration) -> (Played, HowFound) {
        let bar = common::bar(
            "looking for the smallest failing game: {pos} tried, {elapsed}",
            0,
        );
        bar.enable_steady_tick(Duration::from_millis(200));
        let found = smallest_near(self.plan, played, time_box, &|| bar.inc(1));
        bar.finish_and_clear();
        found
    }
}

/// The words about a game with a long silence, and the option that shrinks it all the same.
fn unshrunk_here(waited: Ms) -> String {
    let seconds = SHRINK.as_secs();
    format!(
        "{}; --shrink {seconds} looks all the same\n",
        unshrunk(waited)
    )
}

/// Saved failures of a game, played again before the other games.
#[derive(Default)]
pub(crate) struct SavedAgain {
    /// How many do not fail any more; they stand in the folder [`EARLIER`] now.
    pub(crate) fixed: usize,
    /// How many still break a clause that is allowed.
    pub(crate) allowed: usize,
    /// The failures that did not come back this time, each with the games that went well and those that it takes to call it fixed.
    pub(crate) not_seen: Vec<(PathBuf, [usize; 2])>,
    /// The failures that came back, each with the clause.
    pub(crate) failing: Vec<(PathBuf, &'static str)>,
}

/// How long saved failures are played more than once each, all of them together.
const OVER_AND_OVER: Duration = Duration::from_secs(10);

/// Plays the failures again that earlier runs of this command saved in this folder.
/// Nothing is told of one that cannot be played: a line says so, and the run goes on with its own games.
pub(crate) fn saved_again(plan: &Plan, out: &Path) -> SavedAgain {
    let mut again = SavedAgain::default();
    for (path, why) in unreadable_in(out, plan.game.name()) {
        remark(&format!("not played again: {}: {why}", path.display()));
    }
    let own =
        saved_in(out, plan.game.name()).filter(|(path, _)| !is_of_another(path, &plan.command));
    let is_of_run = |saved: &Saved| {
        let case = case_of(&plan.under(&saved.settings()), saved);
        case.is_ok_and(|case| plan.could_play(case, &saved.set))
    };
    let began = Instant::now();
    for (path, saved) in own.filter(|(_, saved)| is_of_run(saved)).take(MOST_AGAIN) {
        match fails_still(plan, &saved, &|| began.elapsed() < OVER_AND_OVER) {
            Ok(Still::Fails(clause)) => again.failing.push((path, clause)),
            Ok(Still::Allowed) => again.allowed += 1,
            Ok(Still::NotSeen(games)) => again.not_seen.push((path, games)),
            Ok(Still::Fixed) => {
                if let Err(error) = put_aside(out, &path).map_err(named(&path)) {
                    remark(&error);
                }
                again.fixed += 1;
            }
            Err(HarnessError::Interrupted) => break,
            Err(error) => {
                let name = path.display();
                remark(&format!(
                    "{name}: could not tell whether this saved failure still fails: {error}"
                ));
                match error {
                    HarnessError::Stalled { .. } => continue,
                    // The others would end in the same way.
                    _ => break,
                }
            }
        }
    }
    again
}

/// The most saved failures that are played again.
const MOST_AGAIN: usize = 20;

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
    /// Play the game so many times, and say how often the bot fails
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) times_over: u32,
    /// Of a log or record: its game, if it does not name it
    #[arg(long)]
    pub(super) game: Option<String>,
    /// Of a log or record: set a parameter of the game in place of its value
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(super) set: Vec<String>,
    #[command(flatten)]
    pub(super) launch: LaunchOptions,
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
/// after its last message, stands for the message before it: there the bot failed, or fell silent.
/// The error is the line of the bot's last message.
pub(super) fn stop(
    log: &[u8],
    seat: Seat,
    line: usize,
) -> Result<Result<Breakpoint, usize>, String> {
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
    let wait = wait_for_enter;
    let stop = after.map(|after| Breakpoint { seat, after, wait });
    Ok(stop.ok_or(last))
}

/// Why no message stands at this line or after it.
pub(super) fn beyond(line: usize, last: usize) -> String {
    format!("--stop-at {line}: the bot's last message stands at line {last}")
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

/// A file to replay.
enum Replayable {
    SavedFailure(Saved),
    /// A log, a record or a game of a corpus, and why it is no saved failure.
    Other(String),
}

/// Reads a file to replay; an error where it is a saved failure and cannot be read.
fn replayable(file: &Path) -> Result<Replayable, CliError> {
    let name = file.display();
    let text = std::fs::read(file)
        .map_err(|error| error.to_string())
        .and_then(encoding::utf8);
    let text = text.map_err(|why| format!("{name}: {why}"))?;
    let text = String::from_utf8_lossy(&text);
    let is_ours = || {
        ["\nclause:", "\nchoices:"]
            .iter()
            .any(|key| text.contains(key))
    };
    match Saved::read(&text) {
        Ok(saved) => Ok(Replayable::SavedFailure(saved)),
        Err(_) if KeptGame::read(&text).is_ok() => {
            Ok(Replayable::Other("it is a game of a corpus".into()))
        }
        Err(why) if is_ours() => {
            Err(format!("{name} is no saved failure, as `check` writes them: {why}").into())
        }
        Err(why) => Ok(Replayable::Other(why)),
    }
}

/// The result of a replayed game, in words.
fn told(plan: &Plan, file: &Path, shown: &Replayed) -> (Conclusion, String) {
    let name = file.display();
    match shown {
        Replayed::Fails { played, same } => {
            let shown = played
                .error(&plan.policy)
                .map(|(fault, line)| failure(plan, played, fault, line, "now", true));
            let word = match same {
                true => "fails as before",
                false => "fails there, and breaks another clause",
            };
            let text = format!("{}\n{name}: {word}\n", shown.unwrap_or_default());
            (Conclusion::Violates, text)
        }
        Replayed::Diverges {
            answers: (before, now),
            number,
            played,
        } => {
            let now = { now.as_ref() }.map_or("there is none now".to_string(), |now| {
                format!("is now `{now}`")
            });
            let fault = played
                .error(&plan.policy)
                .map(|(fault, _)| format!(" ({})", fault.breach.why));
            let fault = fault.unwrap_or_default();
            let why = format!(
                "answer {number} was `{before}` and {now}{fault}, before it came to the failing ask"
            );
            let text = format!("{name}: could not tell: {why}; --follow goes on all the same\n");
            (Conclusion::Unknown, text)
        }
        Replayed::Passes(played) => {
            let later = played
                .error(&plan.policy)
                .map(|(fault, _)| format!(", and breaks {} later", fault.breach.clause));
            let text = format!(
                "{name}: fixed: the bot gets past the point at which it failed{}\n",
                later.unwrap_or_default()
            );
            (Conclusion::Conforms, text)
        }
    }
}

pub(crate) fn run_replay(args: &ReplayArgs, games: Registry) -> CliResult {
    args.launch.startable(&args.command)?;
    let file = found_again(&args.file);
    let name = file.display();
    if args.file == Path::new("-") {
        return replay_record::run(args, games, "it is standard input");
    }
    let saved = match replayable(&file)? {
        Replayable::SavedFailure(saved) => saved,
        Replayable::Other(why) => return replay_record::run(args, games, &why),
    };
    let game = games.find(&saved.game)?;
    if game.clause(&saved.clause).is_none() {
        return Err(format!(
            "{name}: no clause of {} is called `{}`",
            saved.game, saved.clause
        )
        .into());
    }
    let launch = args.launch.open()?;
    tell_limits();
    let command = args.command.clone();
    let (no_clock, times) = (args.no_clock, args.times);
    let stop = args
        .stop_at
        .map(|line| {
            let stop = stop(saved.transcript.as_bytes(), Seat(saved.seat), line)?;
            stop.map_err(|last| beyond(line, last))
        })
        .transpose()?;
    let time_box = Duration::MAX;
    let plan = Plan {
        launch,
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
    let (mut failing, mut diverging, mut shown) = (0, 0, None);
    for _ in 0..args.times_over {
        let once = replay(&plan, &saved, args.follow)?;
        let weight = match once {
            Replayed::Fails { .. } => 2,
            Replayed::Diverges { .. } => 1,
            Replayed::Passes(_) => 0,
        };
        failing += u32::from(weight == 2);
        diverging += u32::from(weight == 1);
        // A game that fails says more than one that does not.
        if shown.as_ref().is_none_or(|(before, _)| *before < weight) {
            shown = Some((weight, once));
        }
    }
    let Some((_, shown)) = shown else {
        return Err("--times-over 0: no game was played".to_string().into());
    };
    let (conclusion, text) = told(&plan, &file, &shown);
    print(&text)?;
    if args.times_over > 1 {
        print(&format!(
            "{name}: of {} games the bot failed in {failing}, and answered otherwise in {diverging}\n",
            args.times_over
        ))?;
    }
    if no_clock {
        print(&format!(
            "{name}: played without clocks, so times were not checked\n"
        ))?;
    }
    Ok(code(conclusion))
}
