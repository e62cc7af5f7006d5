//! `stickler play GAME --bot CMD --bot CMD --games N`: many games between the same bots, with a table, every log, and who is ahead.

use crate::common::{self, CliError, CliResult, print, remark};
use crate::outputs::write;
use crate::patience::with_file;
use crate::play::{Args, matched};
use crate::progress::Progress;
use crate::sandbox_note::{last_line, sandbox_note};
use std::cmp::Reverse;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickler::game::{MAX_SEATS, Seat, Seats};
use stickler::games::erased::{AnyGame, Variant};
use stickler::live::MatchReport;
use stickler::live::players::HarnessError;
use stickler::params::Settings;
use stickler::referee::Fault;
use stickler::stream::SplitMix64;
use stickler::transcript::Writer;
use stickler_arena::launch::Launch;
use stickler_check::standings::{Standing, Standings};

/// A bot of the command line.
struct Entrant {
    name: String,
    command: Vec<String>,
    /// The name is another one's with a number.
    is_numbered: bool,
}

/// A run of many games, and the counts of those that were played.
struct ManyGames<'a> {
    game: &'a dyn AnyGame,
    settings: &'a Settings,
    variant: &'a dyn Variant,
    args: &'a Args,
    launch: &'a Launch,
    bots: Vec<Entrant>,
    /// The file that lists the games.
    list: PathBuf,
    played: usize,
    /// Games that broke off.
    void: usize,
    standings: Standings,
    unplayed: Unplayed,
    /// The first failure of each bot.
    first_failures: Vec<Option<FirstFailure>>,
    /// The note of a sandbox that may have kept a bot from something.
    sandboxed: Option<String>,
}

pub(crate) fn run(
    game: &dyn AnyGame,
    settings: &Settings,
    variant: &dyn Variant,
    (args, asked): (&Args, u32),
    (launch, apart): (&Launch, &str),
) -> CliResult {
    let (bots, seats) = (entrants(&args.bots)?, variant.seats());
    if seats < 2 {
        return Err(format!("--games compares bots, and {} has one seat", game.name()).into());
    }
    if args.swap_seats && !(asked as usize).is_multiple_of(seats) {
        return Err(format!("with --swap-seats the same choices are played {seats} times, so --games has to be a multiple of it").into());
    }
    bots.iter()
        .try_for_each(|bot| args.launch.startable(&bot.command))?;
    std::fs::create_dir_all(&args.out).map_err(common::named(&args.out))?;
    variant.prepare();
    clear(&args.out).map_err(common::named(&args.out))?;
    let list = args.out.join(LIST);
    write(&list, "game\tplayers\toutcome\ttranscript\tfaults\n")?;
    let mut games = ManyGames {
        game,
        settings,
        variant,
        args,
        launch,
        list,
        played: 0,
        void: 0,
        standings: Standings::new(bots.len()),
        unplayed: Unplayed::default(),
        first_failures: bots.iter().map(|_| None).collect(),
        sandboxed: None,
        bots,
    };
    let progress = Progress::new("games", asked as usize, 0, None);
    // The games before an error were played, and their table is told.
    let ended = (1..=asked as usize).try_for_each(|number| {
        if games.play(number)? {
            progress.step(None);
        }
        Ok(())
    });
    progress.end();
    games.tell(apart, ended)?;
    match games.void {
        0 => Ok(ExitCode::SUCCESS),
        void => {
            Err(format!("could not tell of {void} of {asked} games: they count for nothing").into())
        }
    }
}

impl ManyGames<'_> {
    /// Plays the game of this number, from 1, and writes its log; false: it broke off, and is void.
    fn play(&mut self, number: usize) -> Result<bool, CliError> {
        let (args, seats) = (self.args, self.variant.seats());
        // The bots change seats after every game.
        let mut seated: Vec<usize> = (0..seats).collect();
        seated.rotate_left((number - 1) % seats);
        let drawn = (number - 1) / if args.swap_seats { seats } else { 1 };
        let seed = SplitMix64(args.seed).nth(drawn as u64).0;
        let bots: Vec<&Entrant> = seated.iter().map(|at| &self.bots[*at]).collect();
        let commands: Vec<_> = bots.iter().map(|bot| Some(bot.command.clone())).collect();
        let names: Vec<&str> = bots.iter().map(|bot| &bot.name[..]).collect();
        let note: Vec<String> = { names.iter().enumerate() }
            .map(|(seat, name)| format!("seat {seat} is {name}"))
            .collect();
        let header = [("seed", seed.to_string()), ("note", note.join(", "))];
        let writer = Writer::new(self.game.name(), self.settings, &header);
        let log = format!("game-{number:05}.log");
        let begin = format!("{number}\t{}", names.join(", "));
        let record = match matched(
            self.variant,
            self.launch,
            &commands,
            seed,
            false,
            None,
            writer,
        ) {
            Ok(record) => record,
            Err(broken) => {
                let (why, transcript) = *broken;
                let kept = listed(&self.list, &format!("{begin}\tvoid\t{log}\t\n"))
                    .and_then(|()| write(&args.out.join(&log), &transcript));
                self.void += 1;
                return match why {
                    HarnessError::Stalled { .. } => {
                        kept?;
                        remark(&format!("game {number} is void: {why}"));
                        Ok(false)
                    }
                    why => Err(why.into()),
                };
            }
        };
        let faults = record.verdict.faults.iter();
        let faults =
            faults.map(|fault| format!("{}: {}", names[fault.seat.index()], fault.breach.clause));
        let faults = faults.collect::<Vec<_>>().join(", ");
        let outcome = record.verdict.outcome.as_ref();
        let outcome = outcome.map_or("no outcome".to_string(), ToString::to_string);
        let line = format!("{begin}\t{outcome}\t{log}\t{faults}\n");
        self.count(&record, &seated, &log);
        listed(&self.list, &line)?;
        write(&args.out.join(&log), &record.transcript)?;
        keep_stderr(&args.out, number, &record)?;
        Ok(true)
    }

    /// Counts a game. `seated`: the number of the bot at each seat.
    fn count(&mut self, record: &MatchReport, seated: &[usize], log: &str) {
        self.played += 1;
        let faults = &record.verdict.faults;
        let at_fault: Seats = faults.iter().map(|fault| fault.seat).collect();
        self.unplayed.note(record, at_fault, log);
        for fault in faults {
            let seat = fault.seat.index();
            let usage = record.usage.get(seat).and_then(Option::as_ref);
            let words = usage.and_then(last_line);
            self.first_failures[seated[seat]]
                .get_or_insert_with(|| FirstFailure::of(fault, log, words));
        }
        if self.sandboxed.is_none() {
            self.sandboxed = sandbox_note(self.launch, record);
        }
        let answers = answers(&record.transcript, at_fault);
        let outcome = record.verdict.outcome.as_ref();
        self.standings.add(seated, outcome, at_fault, &answers);
    }

    /// Writes and prints the table, and what has to be said of it. `ended`: the error that ended the run, if one did; it comes back.
    fn tell(&self, apart: &str, ended: Result<(), CliError>) -> Result<(), CliError> {
        let ManyGames {
            bots,
            standings,
            args,
            ..
        } = self;
        // Who won more stands first, and of equals the one whose name comes first, whoever was named first on the command line.
        let mut order: Vec<usize> = (0..bots.len()).collect();
        let score = |row: &Standing| Reverse(2 * row.won + row.drawn);
        order.sort_by_key(|&at| (score(&standings.rows[at]), &bots[at].name));
        let table = table(bots, &order, standings);
        let written = write(&args.out.join("table.txt"), &table);
        let ended = ended.and(written.map_err(CliError::from));
        let (name, seed, out) = (self.game.name(), args.seed, args.out.display());
        let count = self.played;
        print(&format!(
            "{table}\n{name} · {count} games · seed {seed}; logs and table are in {out}\n{apart}"
        ))?;
        let distinct = standings.distinct();
        if distinct < count {
            let repeat =
                "the bots repeat themselves, and the comparison counts the distinct games alone";
            let help = "let the bots choose at random among equally good moves";
            print(&format!(
                "warning: {count} games, {distinct} distinct: {repeat}; {help}\n"
            ))?;
        }
        print(&(numbers(bots) + &self.unplayed.told(count)))?;
        // Where every bot failed at once, that is said already.
        let is_played = self.unplayed.games < count;
        for (at, failure) in self.first_failures.iter().enumerate() {
            let row = &standings.rows[at];
            if let Some(failure) = failure
                .as_ref()
                .filter(|_| row.faults == row.games && is_played)
            {
                print(&failure.told(&bots[at].name, row.games))?;
            }
        }
        if let Some(note) = &self.sandboxed {
            print(&format!("note: {note}\n"))?;
        }
        if count > 0 && !is_played && ended.is_ok() {
            return Err("could not tell: no game was played beyond its start"
                .to_string()
                .into());
        }
        print(&comparisons(bots, &order, standings, distinct < count))?;
        ended
    }
}

/// The file that lists the games of a run, a line each.
const LIST: &str = "games.tsv";

/// Adds a line to the list of games, before the log of that game is there: the next run removes the logs that are listed, also
/// those of a run that was killed.
fn listed(list: &Path, line: &str) -> Result<(), String> {
    let (own, line) = (list.to_path_buf(), line.to_string());
    let add = move || {
        let mut file = OpenOptions::new().append(true).open(own)?;
        file.write_all(line.as_bytes())
    };
    with_file(list, add).map_err(common::named(list))
}

/// Removes the logs that an earlier run lists in this folder, so that no game of it stands among the new ones.
fn clear(folder: &Path) -> std::io::Result<()> {
    let listed = std::fs::read_to_string(folder.join(LIST)).unwrap_or_default();
    let names = listed
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').nth(3));
    for name in names
        .filter(|name| name.starts_with("game-") && name.ends_with(".log") && !name.contains('/'))
    {
        let errors = (0..MAX_SEATS).map(|seat| name.replace(".log", &format!(".seat{seat}.err")));
        for name in errors.chain([name.to_string()]) {
            match std::fs::remove_file(folder.join(name)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// All answers of a game seat by seat, without their times. Where seats failed, theirs alone: how far the others came then is a race.
fn answers(transcript: &str, at_fault: Seats) -> String {
    let is_ours = |line: &&str| {
        let seat = line
            .bytes()
            .next()
            .and_then(|seat| seat.checked_sub(b'0'))
            .map(Seat);
        line.get(1..3) == Some("> ")
            && seat.is_some_and(|seat| at_fault.is_empty() || at_fault.contains(seat))
    };
    let mut lines: Vec<&str> = transcript.lines().filter(is_ours).collect();
    lines.sort_by_key(|line| line.as_bytes()[0]);
    lines
        .iter()
        .map(|line| line.rsplit_once(" @").map_or(*line, |(answer, _)| answer))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A line for each two bots: how often one was ahead of the other, and how sure it is which is stronger.
fn comparisons(
    bots: &[Entrant],
    order: &[usize],
    standings: &Standings,
    do_repeat: bool,
) -> String {
    let pairs = order
        .iter()
        .enumerate()
        .flat_map(|(place, &one)| order[place + 1..].iter().map(move |&other| [one, other]));
    let mut text = String::new();
    for [mut one, mut other] in pairs {
        if standings.tally(one, other).share() < 0.5 {
            [one, other] = [other, one];
        }
        let tally = standings.tally(one, other);
        let [one, other] = [one, other].map(|at| &bots[at].name);
        if tally.games() == 0 {
            text += &format!("no game tells {one} and {other} apart\n");
            continue;
        }
        text += &match tally.is_told() {
            true => format!("{one} is stronger than {other}"),
            false => format!("{one} and {other} are not told apart yet"),
        };
        let [low, high] = tally.allowed().map(|share| 100.0 * share);
        text += &format!(
            ": {one} won {:.1} % against {other}, with 95 % certainty from {low:.1} to {high:.1} %; {} distinct games; a drawn one counts half",
            100.0 * tally.share(),
            tally.games()
        );
        if !tally.is_told() && !do_repeat {
            text += "; four times as many games would halve this interval";
        }
        text.push('\n');
    }
    text
}

/// Keeps the end of what each bot wrote to standard error, beside the log of the game.
fn keep_stderr(folder: &Path, number: usize, record: &MatchReport) -> Result<(), String> {
    for (seat, usage) in record.usage.iter().enumerate() {
        if let Some(usage) = usage.as_ref().filter(|usage| !usage.stderr.is_empty()) {
            write(
                &folder.join(format!("game-{number:05}.seat{seat}.err")),
                &usage.stderr,
            )?;
        }
    }
    Ok(())
}

/// The first game in which a bot failed.
struct FirstFailure {
    log: String,
    why: String,
    /// The last line that the bot wrote to standard error.
    last: Option<String>,
}

impl FirstFailure {
    fn of(fault: &Fault, log: &str, last: Option<String>) -> FirstFailure {
        FirstFailure {
            log: log.into(),
            why: format!("{}: {}", fault.breach.clause, fault.breach.why),
            last,
        }
    }

    /// The words for a bot that failed in every game.
    fn told(&self, name: &str, games: usize) -> String {
        let FirstFailure { log, why, last } = self;
        let words = last.as_ref().map_or(String::new(), |last| {
            format!("; the last line of standard error: {last}")
        });
        format!("warning: {name} failed in each of its {games} games, as in {log}: {why}{words}\n")
    }
}

/// Games in which every bot failed before it had given an answer: they compare nothing.
#[derive(Default)]
struct Unplayed {
    games: usize,
    /// The log of the first one, and the last line that one of its bots wrote to standard error.
    first: Option<(String, Option<String>)>,
}

impl Unplayed {
    fn note(&mut self, record: &MatchReport, at_fault: Seats, log: &str) {
        let seats = Seats::first(record.usage.len());
        let has_answers = { record.transcript.lines() }.any(|line| line.get(1..3) == Some("> "));
        if !seats.without(at_fault).is_empty() || has_answers {
            return;
        }
        self.games += 1;
        let mut last = record.usage.iter().flatten().filter_map(last_line);
        self.first
            .get_or_insert_with(|| (log.to_string(), last.next()));
    }

    fn told(&self, played: usize) -> String {
        let Some((log, last)) = &self.first else {
            return String::new();
        };
        let words = last.as_ref().map_or(String::new(), |last| {
            format!("; the last line of standard error: {last}")
        });
        let games = self.games;
        format!(
            "warning: in {games} of {played} games every bot failed before its first answer, as in {log}{words}\n"
        )
    }
}

/// The commands of bots that have a number, since nothing else tells them apart.
fn numbers(bots: &[Entrant]) -> String {
    let is_numbered = |bot: &&Entrant| bot.is_numbered;
    let line = |bot: &Entrant| format!("{} is {}\n", bot.name, shell_words::join(&bot.command));
    bots.iter().filter(is_numbered).map(line).collect()
}

/// The last parts of a path, so many.
fn end_of(path: &Path, parts: usize) -> String {
    let all: Vec<_> = path.components().collect();
    let from = all.len().saturating_sub(parts);
    let end: PathBuf = all[from..].iter().collect();
    end.to_string_lossy().into_owned()
}

/// The bots of a command line, called by the paths of their programs as far as these tell them apart; where two are called alike,
/// with a number.
fn entrants(bots: &[String]) -> Result<Vec<Entrant>, String> {
    let mut commands = Vec::new();
    for bot in bots {
        let command = common::words(bot)?;
        let script = command
            .iter()
            .skip(1)
            .find(|word| word.contains('.') && !word.starts_with('-'));
        let path = script.or(command.first());
        let path = PathBuf::from(path.unwrap_or(bot));
        commands.push((command, path));
    }
    let longest = commands.iter().map(|(_, path)| path.components().count());
    let longest = longest.max().unwrap_or(1);
    let mut entrants: Vec<Entrant> = Vec::new();
    for (command, path) in &commands {
        let command = command.clone();
        let of_others = || commands.iter().filter(|(_, other)| other != path);
        let is_clear = |parts: &usize| {
            let own = end_of(path, *parts);
            of_others().all(|(_, other)| end_of(other, *parts) != own)
        };
        let called = end_of(path, (1..=longest).find(is_clear).unwrap_or(1));
        let is_alike = |entrant: &&Entrant| {
            entrant.name == called || entrant.name.starts_with(&format!("{called} "))
        };
        let alike = entrants.iter().filter(is_alike).count();
        let is_numbered = alike > 0;
        let name = match alike {
            0 => called,
            alike => format!("{called} {}", alike + 1),
        };
        entrants.push(Entrant {
            name,
            command,
            is_numbered,
        });
    }
    Ok(entrants)
}

fn table(bots: &[Entrant], order: &[usize], standings: &Standings) -> String {
    let long = |bot: &Entrant| bot.name.chars().count();
    let width = bots.iter().map(long).max().unwrap_or(0).max(4);
    let mut text = format!(
        "  {:<width$}  games    won  drawn   lost   points  faults\n",
        "bot"
    );
    for &at in order {
        let Standing {
            games,
            won,
            drawn,
            lost,
            points,
            faults,
        } = &standings.rows[at];
        text += &format!(
            "  {:<width$} {games:>6} {won:>6} {drawn:>6} {lost:>6} {points:>8} {faults:>7}\n",
            bots[at].name
        );
    }
    text
}
