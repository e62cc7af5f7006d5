//! `stickler judge GAME -- ./judge {0} {1}`: a judge under test.

use crate::arena::faulty::{self, Faulty};
use crate::arena::stdio;
use crate::arena::table::HarnessError;
use crate::arena::trial::{self, Ran};
use crate::check::judge::leaning::{Leaning, Side};
use crate::check::judge::said::Reading;
use crate::check::judge::{Duty, Habit, Judgement, Match, Went, Wrong, judged};
use crate::check::transcript::Conclusion;
use crate::cli::common::{self, Done, code, print};
use crate::game::Seat;
use crate::games::Registry;
use crate::games::erased::AnyGame;
use crate::params::Settings;
use crate::report::diagnostic::{Diagnosis, Source};
use rustix::process::{Signal, set_parent_process_death_signal};
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The judge. {0} and {1} stand for the bots' commands, each in one word; {0...} for the words of one
    #[arg(last = true, value_name = "CMD", required = true)]
    command: Vec<String>,
    /// Name a parameter that the judge plays with, where it is not the default; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Read the judge's verdict by the patterns of this file (docs/check-a-judge.md); without it: `winner 0`, `seat 1 TLE`
    #[arg(long, value_name = "FILE")]
    verdict: Option<PathBuf>,
    /// Write this file anew for each match, with {0} and {1} in it, and put its path in place of {config}
    #[arg(long, value_name = "TEMPLATE")]
    config: Option<PathBuf>,
    /// Play only the matches whose name begins so; --list shows them
    #[arg(long, value_name = "MATCH")]
    only: Option<String>,
    /// List the matches with what the judge has to make of each, and play nothing
    #[arg(long)]
    list: bool,
    /// Play every match this many times: a judge that is right now and then is racy
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    times_over: u32,
    /// End a match after this many seconds; the judge should have ended by then, whatever its bots do
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    limit: u64,
    /// Play this many matches at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Keep the logs of what went wrong in this folder
    #[arg(long, value_name = "DIR", default_value = "stickler-judge")]
    out: PathBuf,
    /// Print a line of JSON for each match in place of the report
    #[arg(long)]
    json: bool,
}

/// What came of a match, played once or more.
struct Row {
    played: Match,
    runs: u32,
    /// Runs in which something was wrong.
    wrong: u32,
    /// The first of those, or else the last run.
    judgement: Judgement,
    /// The judge's own last words, where no verdict was read.
    words: String,
}

/// A run of this command.
struct Trial<'a> {
    args: &'a Args,
    game: &'static dyn AnyGame,
    settings: Settings,
    reading: Reading,
    template: Option<String>,
    seats: usize,
    folder: PathBuf,
}

pub(crate) fn run(args: &Args, games: Registry) -> Done {
    let game = games.find(&args.game)?;
    let settings = common::settings(game, &args.set)?;
    let seats = game.with(&settings)?.seats();
    let mut matches = Match::all(seats);
    matches.retain(|played| args.only.as_ref().is_none_or(|only| played.to_string().starts_with(only.as_str())));
    if matches.is_empty() {
        return Err("--only: no match has a name that begins so; --list shows all".to_string().into());
    }
    if args.list {
        let line = |played: &Match| format!("{:<20} {}\n", played.to_string(), due(game, played));
        print(&matches.iter().map(line).collect::<String>())?;
        return Ok(code(Conclusion::Conforms));
    }
    let read = |path: &PathBuf| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let reading = match &args.verdict {
        None => Reading::default(),
        Some(path) => Reading::read(&read(path)?).map_err(|why| format!("{}: {why}", path.display()))?,
    };
    let template = args.config.as_ref().map(read).transpose()?;
    let is_named = |place: &str| args.command.iter().any(|word| word.contains(place));
    let shown = |seat: usize| is_named(&format!("{{{seat}}}")) || is_named(&format!("{{{seat}...}}"));
    if let Some(seat) = (0..seats).find(|seat| !shown(*seat) && template.is_none()) {
        return Err(format!("the judge's command has no {{{seat}}}, the place for the bot of seat {seat}").into());
    }
    common::with_machine("preparing", |machine| game.with(&settings).map(|variant| variant.prepare(machine)))?;
    let folder = std::env::temp_dir().join(format!("stickler-judge-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let trial = Trial { args, game, settings, reading, template, seats, folder };
    let played = trial.play(&matches);
    let _ = std::fs::remove_dir_all(&trial.folder);
    let rows = played?;
    let conclusion = conclusion(&rows);
    if args.json {
        rows.iter().try_for_each(|row| print(&format!("{}\n", row.json(game))))?;
    } else {
        print(&trial.report(&rows).map_err(HarnessError::from)?)?;
    }
    Ok(code(conclusion))
}

/// A judge is right if it caught faults, and did nothing wrong.
fn conclusion(rows: &[Row]) -> Conclusion {
    match () {
        () if rows.iter().any(|row| row.wrong > 0) => Conclusion::Violates,
        () if rows.iter().any(|row| row.judgement.has_caught) => Conclusion::Conforms,
        () => Conclusion::Unknown,
    }
}

/// What the judge has to make of a match, in words.
fn due(game: &dyn AnyGame, played: &Match) -> String {
    let about = match played {
        Match::Fault(way, seat) => format!("; the bot of seat {seat} {}", way.about),
        Match::Two(seat) => format!("; the bot of seat {seat} gives two answers at once in place of its third"),
        _ => String::new(),
    };
    match (played.duty(game), played.seat()) {
        (Duty::Must(Some(kind)), Some(seat)) => format!("must say {} of seat {seat}{about}", game.word(kind)),
        (Duty::Must(None), Some(seat)) => format!("must blame seat {seat}{about}"),
        (Duty::Told, Some(seat)) => format!("must judge seat {seat} by the rules{about}"),
        (Duty::May(ground), Some(seat)) => format!("may blame seat {seat}: {ground}{about}"),
        _ => format!("must blame nobody{about}"),
    }
}

impl Trial<'_> {
    fn play(&self, matches: &[Match]) -> Result<Vec<Row>, HarnessError> {
        let bar = common::bar("{bar:30} {pos}/{len} matches, {elapsed}, {eta} to go", matches.len() as u64);
        let next = AtomicUsize::new(0);
        let rows = Mutex::new(Vec::new());
        let work = || -> Result<(), HarnessError> {
            while let Some(played) = matches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let row = self.row(played)?;
                rows.lock().unwrap_or_else(PoisonError::into_inner).push((played.to_string(), row));
                bar.inc(1);
            }
            Ok(())
        };
        let results: Vec<_> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.args.jobs).map(|_| scope.spawn(work)).collect();
            workers.into_iter().map(|worker| worker.join()).collect()
        });
        bar.finish_and_clear();
        for result in results {
            result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        let place = |name: &str| matches.iter().position(|played| played.to_string() == name);
        rows.sort_by_key(|(name, _)| place(name));
        Ok(rows.into_iter().map(|(_, row)| row).collect())
    }

    fn row(&self, played: &Match) -> Result<Row, HarnessError> {
        let runs = self.args.times_over;
        let mut row = Row { played: *played, runs, wrong: 0, judgement: Judgement::default(), words: String::new() };
        for _ in 0..runs {
            let (went, ran) = self.once(played)?;
            let judgement = judged(self.game, &self.settings, played, &went);
            let is_wrong = !judgement.wrong.is_empty();
            if row.wrong == 0 {
                let last = ran.stdout.lines().chain(ran.stderr.lines()).rfind(|line| !line.trim().is_empty());
                (row.judgement, row.words) = (judgement, last.unwrap_or_default().to_string());
            }
            row.wrong += u32::from(is_wrong);
        }
        Ok(row)
    }

    /// Runs the judge once, with a tap in front of each bot.
    fn once(&self, played: &Match) -> Result<(Went, Ran), HarnessError> {
        let folder = self.folder.join(played.to_string());
        std::fs::create_dir_all(&folder)?;
        let log = |seat: usize| folder.join(format!("seat{seat}.log"));
        let bots = (0..self.seats).map(|seat| self.bot(played, seat, &log(seat))).collect::<Result<Vec<_>, _>>()?;
        let mut words = self.args.command.clone();
        if let Some(template) = &self.template {
            let config = folder.join("config");
            std::fs::write(&config, filled(template, &bots))?;
            words.iter_mut().for_each(|word| *word = word.replace("{config}", &config.to_string_lossy()));
        }
        let words: Vec<String> = words.iter().flat_map(|word| spread(word, &bots)).collect();
        let ran = trial::run(&words, Duration::from_secs(self.args.limit))?;
        let went = Went {
            taps: (0..self.seats).map(|seat| std::fs::read_to_string(log(seat)).unwrap_or_default()).collect(),
            said: self.reading.said(&ran.stdout),
            ended_after: ran.end.is_none().then_some(self.args.limit),
            left: ran.left,
        };
        let _ = std::fs::remove_dir_all(&folder);
        Ok((went, ran))
    }

    /// The command of a bot behind its tap.
    fn bot(&self, played: &Match, seat: usize, log: &Path) -> std::io::Result<Vec<String>> {
        let program = std::env::current_exe()?.to_string_lossy().into_owned();
        let set: Vec<String> = self.settings.0.iter().map(|(name, value)| format!("--set={name}={value}")).collect();
        let own = |words: &[&str]| words.iter().map(|word| (*word).to_string()).collect::<Vec<_>>();
        let (game, seat) = (self.game.name(), seat.to_string());
        let tap = own(&[&program, "tap", "--stamps", "--game", game, "--seat", &seat, "--log", &log.to_string_lossy()]);
        let bot = own(&["--", &program, "refbot", game]);
        let at = own(&["--at", &played.to_string(), &seat]);
        Ok([tap, set.clone(), bot, set, at].concat())
    }

    fn report(&self, rows: &[Row]) -> Result<String, std::io::Error> {
        let mut text = format!("{} · {}\n", self.game.name(), self.args.command.join(" "));
        let wrong: Vec<&Row> = rows.iter().filter(|row| row.wrong > 0).collect();
        for row in &wrong {
            let often = match row.wrong {
                all if all == row.runs && row.runs > 1 => format!(" (always: {all} times)"),
                some if row.runs > 1 => format!(" (racy: {some} of {} times)", row.runs),
                _ => String::new(),
            };
            let _ = writeln!(text, "\n{}: the judge {}{often}", row.played, due(self.game, &row.played));
            for Wrong { what, shown } in &row.judgement.wrong {
                let _ = writeln!(text, "  {what}");
                if let Some((log, finding)) = shown {
                    text += &self.shown(row, log, *finding)?;
                }
            }
            let again = shell_words::join(&self.args.command);
            let set = self.args.set.iter().map(|set| format!(" --set {set}")).collect::<String>();
            let _ =
                writeln!(text, "  again: stickler judge {}{set} --only {} -- {again}", self.game.name(), row.played);
        }
        let mut open: Vec<(String, Vec<String>)> = Vec::new();
        for row in rows {
            for why in &row.judgement.unknown {
                let why =
                    if row.words.is_empty() { why.clone() } else { format!("{why}; its last line: {}", row.words) };
                match open.iter_mut().find(|(known, _)| *known == why) {
                    Some((_, names)) => names.push(row.played.to_string()),
                    None => open.push((why, vec![row.played.to_string()])),
                }
            }
        }
        for (why, names) in &open {
            let more = if names.len() > 3 { format!(" and {} more", names.len() - 3) } else { String::new() };
            let _ = writeln!(text, "\ncould not tell of {}{more}: {why}", names[..names.len().min(3)].join(", "));
        }
        let caught = rows.iter().filter(|row| row.judgement.has_caught).count();
        let last = match conclusion(rows) {
            Conclusion::Violates => {
                format!("violates: the judge went wrong in {} of {} matches", wrong.len(), rows.len())
            }
            Conclusion::Conforms => format!("conforms: {} matches, in {caught} of them a fault was caught", rows.len()),
            Conclusion::Unknown => {
                "could not tell: no match had a fault that the judge had to see, and a verdict that could be read"
                    .to_string()
            }
        };
        Ok(text + "\n" + &last + "\n")
    }

    /// The diagnosis of a message, with the log that shows it kept.
    fn shown(&self, row: &Row, log: &str, finding: crate::check::transcript::Finding) -> std::io::Result<String> {
        std::fs::create_dir_all(&self.args.out)?;
        let path = self.args.out.join(format!("{}.log", row.played));
        std::fs::write(&path, log)?;
        let name = path.to_string_lossy();
        let source = Source::new(&name, log.as_bytes());
        Ok(Diagnosis::new(finding, false).proven(self.game, &self.settings, &source).render(&source, true))
    }
}

impl Row {
    fn json(&self, game: &dyn AnyGame) -> serde_json::Value {
        let wrong: Vec<&str> = self.judgement.wrong.iter().map(|wrong| wrong.what.as_str()).collect();
        let clauses = self.judgement.wrong.iter().filter_map(|wrong| wrong.shown.as_ref());
        let clauses: Vec<&str> = clauses.map(|(_, finding)| finding.breach.clause.id()).collect();
        json!({
            "match": self.played.to_string(),
            "due": due(game, &self.played),
            "runs": self.runs,
            "wrong_runs": self.wrong,
            "wrong": wrong,
            "clauses": clauses,
            "unknown": self.judgement.unknown,
            "caught": self.judgement.has_caught,
        })
    }
}

/// A text with the bots' commands at their places.
fn filled(text: &str, bots: &[Vec<String>]) -> String {
    let fill = |text: String, (seat, bot): (usize, &Vec<String>)| {
        text.replace(&format!("{{{seat}}}"), &shell_words::join(bot))
    };
    bots.iter().enumerate().fold(text.to_string(), fill)
}

/// A word of the judge's command with the bots at their places; `{0...}` alone stands for all words of one.
fn spread(word: &str, bots: &[Vec<String>]) -> Vec<String> {
    let whole = |(seat, _): &(usize, &Vec<String>)| word == format!("{{{seat}...}}");
    match bots.iter().enumerate().find(whole) {
        Some((_, bot)) => bot.clone(),
        None => vec![filled(word, bots)],
    }
}

/// Plays as the bot of this seat in a match of this name.
pub(super) fn play(game: &'static dyn AnyGame, settings: &Settings, name: &str, seat: &str) -> Done {
    let variant = game.with(settings)?;
    let seat = Seat(seat.parse().map_err(|_| format!("no seat is called {seat}"))?);
    let played = Match::all(variant.seats()).into_iter().find(|played| played.to_string() == name);
    let played = played.ok_or_else(|| format!("no match is called {name}"))?;
    // A judge that ends the tap has ended the bot.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut bot = variant.bot();
    // A judge that went away ends the bot, whatever the bot was about to say.
    match played {
        Match::Fault(way, at) if at == seat => {
            let ended = faulty::run(Faulty::new(bot, way), input, output).unwrap_or(0);
            return Ok(ExitCode::from(ended as u8));
        }
        Match::Sides(one, other) => {
            let side = Side::ALL[if seat.0.is_multiple_of(2) { one } else { other }];
            let _ = stdio::run(&mut Leaning::new(game, settings.clone(), side), input, output);
        }
        Match::Two(at) => {
            let leaning = Leaning::new(game, settings.clone(), Side::ALL[if at == seat { 0 } else { 2 }]);
            let mut leaning = if at == seat { leaning.saying_two() } else { leaning };
            let _ = stdio::run(&mut leaning, input, output);
        }
        Match::Habit(habit, at) if at == seat => {
            match habit {
                Habit::SlowStart => std::thread::sleep(Duration::from_millis(300)),
                Habit::Loud => {
                    let _ = std::io::stderr().write_all(&vec![b'#'; 1 << 20]);
                }
                Habit::Split | Habit::LateExit => {}
            }
            let _ = match habit {
                Habit::Split => stdio::run(&mut *bot, input, InTwo(output)),
                _ => stdio::run(&mut *bot, input, output),
            };
            if habit == Habit::LateExit {
                std::thread::sleep(Duration::from_millis(300));
            }
        }
        Match::Plain | Match::Fault(..) | Match::Habit(..) => {
            let _ = stdio::run(&mut *bot, input, output);
        }
    }
    Ok(code(Conclusion::Conforms))
}

/// Writes everything in two parts.
struct InTwo<W>(W);

impl<W: Write> Write for InTwo<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let (first, rest) = bytes.split_at(bytes.len() / 2);
        self.0.write_all(first)?;
        self.0.flush()?;
        std::thread::sleep(Duration::from_millis(3));
        self.0.write_all(rest)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}
