//! `stickler play GAME --bot CMD --bot CMD`.

use crate::common::{CliResult, MemoryOption, print, remark};
use crate::launch_options::{Isolation, LaunchOptions};
use crate::sandbox_note::sandbox_note;
use crate::{common, did_you_mean, many_games, outputs};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickler::explain::validate_until;
use stickler::game::Seat;
use stickler::games::Registry;
use stickler::games::erased::{AnyGame, Variant};
use stickler::live;
use stickler::live::players::{HarnessError, Players};
use stickler::live::{MatchReport, NoBuiltinPlayers};
use stickler::report::board;
use stickler::report::visible::visible;
use stickler::scenario::Writes;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::{Writer, interaction};
use stickler_arena::OnStderr;
use stickler_arena::launch::Launch;
use stickler_arena::process_players::ProcessPlayers;
use stickler_arena::stdio::UnlessInterrupted;
use stickler_arena::timeless::Timeless;
use stickler_check::bot::STALLS;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The command of a player, in the order of seats: the whole command line in quotes, run without a shell
    #[arg(long = "bot", value_name = "CMD", required = true)]
    pub(super) bots: Vec<String>,
    /// Play this many games, in which the bots change seats, and say which bot is stronger; without it one match
    #[arg(long, value_name = "N", conflicts_with_all = ["no_clock", "times", "log"], value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// Play the same choices once in each rotation of the seats, before the next ones
    #[arg(long, requires = "games")]
    pub(super) swap_seats: bool,
    /// Write the logs of many games, what the bots wrote to standard error, and the table to this folder
    #[arg(long, value_name = "DIR", default_value = "stickler-games")]
    pub(super) out: PathBuf,
    /// Draw all choices from this seed
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Play without clocks: no bank falls and nothing is late, so that a debugger may stop a bot (docs/debug-a-bot.md)
    #[arg(long)]
    no_clock: bool,
    /// Tell in the log, of each answer of 5 ms or more, where its time went
    #[arg(long, conflicts_with = "no_clock")]
    times: bool,
    /// Set a parameter of the game; `stickler games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Write the log to this file; without it, to standard output. A file FILE.interaction has Kattis' format
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    memory: MemoryOption,
    #[command(flatten)]
    pub(super) launch: LaunchOptions,
    /// Keep bots apart by bubblewrap, as `--wrap bwrap` does
    #[arg(long, value_enum, default_value = "auto", hide_default_value = true)]
    isolation: Isolation,
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let game = did_you_mean::game(games, &args.game)?;
    let settings = common::settings(game, &args.memory.set(&args.set)?)?;
    let variant = game.with(&settings)?;
    let seats = variant.seats();
    let (launch, apart) = args.launch.open_apart(args.isolation)?;
    if args.bots.len() != seats {
        return Err(format!(
            "{} has {seats} seats, and --bot was given {}",
            game.name(),
            times(args.bots.len())
        )
        .into());
    }
    if let Some(asked) = args.games {
        return many_games::run(game, &settings, &*variant, (args, asked), (&launch, &apart));
    }
    if let Some(path) = args.log.as_deref() {
        common::can_be_written(path)?;
        // Known before the match, and not after it.
        if seats > 1 && is_interaction(path) {
            return Err(format!(
                "{}: an interaction has one program, and this game has {seats}",
                path.display()
            )
            .into());
        }
    }
    let commands = args
        .bots
        .iter()
        .map(|bot| common::words(bot).map(Some))
        .collect::<Result<Vec<_>, _>>()?;
    commands
        .iter()
        .flatten()
        .try_for_each(|command| args.launch.startable(command))?;
    variant.prepare();
    let seed = ("seed", args.seed.to_string());
    let note = args
        .no_clock
        .then(|| ("note", "without clocks".to_string()));
    let header: Vec<_> = std::iter::once(seed).chain(note).collect();
    let writer = Writer::new(game.name(), &settings, &header).telling_spending(args.times);
    let played = matched(
        &*variant,
        &launch,
        &commands,
        args.seed,
        args.no_clock,
        Some(show_stderr),
        writer,
    );
    let transcript = played
        .as_ref()
        .map_or_else(|broken| &broken.1, |record| &record.transcript);
    if args.log.is_none() {
        print(transcript)?;
    }
    if let Ok(record) = &played {
        print(&format!("{}# {}", result(game, args, record), apart))?;
        if let Some(note) = sandbox_note(&launch, record) {
            remark(&note);
        }
        if args.no_clock {
            remark("played without clocks, so times were not checked");
        }
    }
    if let Some(path) = args.log.as_ref().filter(|_| !transcript.is_empty()) {
        let refused = || {
            format!(
                "{}: an interaction has one program, and this game has more",
                path.display()
            )
        };
        let bytes = match is_interaction(path) {
            true => interaction::write(transcript.as_bytes()).ok_or_else(refused)?,
            false => transcript.clone().into_bytes(),
        };
        outputs::write(path, bytes)?;
    }
    let record = played.map_err(|broken| broken.0)?;
    Ok(ExitCode::from(u8::from(!record.verdict.faults.is_empty())))
}

fn times(number: usize) -> String {
    if number == 1 {
        "once".into()
    } else {
        format!("{number} times")
    }
}

/// A line of a bot's standard error goes to ours.
fn show_stderr(seat: Seat, line: &str) {
    let text = format!("seat {seat}: {}\n", visible(line, false));
    let _ = UnlessInterrupted(std::io::stderr()).write_all(text.as_bytes());
}

/// Why a match came to no end, and the transcript until then; it is empty where nobody was told anything.
pub(crate) type BrokenOff = Box<(HarnessError, String)>;

/// Plays one match between these programs, with choices from this seed; again, a few times at most, where the machine held it
/// up. `on_stderr` is shown what they write to standard error. The writer holds the transcript's header.
pub(crate) fn matched(
    variant: &dyn Variant,
    launch: &Launch,
    commands: &[Option<Vec<String>>],
    seed: u64,
    no_clock: bool,
    on_stderr: Option<OnStderr>,
    header: Writer,
) -> Result<MatchReport, BrokenOff> {
    let mut stalls = 0;
    loop {
        let (mut writer, mut stream) = (header.clone(), Seeded::new(SplitMix64(seed)));
        let played = ProcessPlayers::start_by(launch, commands, Writes::Whole).and_then(|table| {
            let table = match on_stderr {
                Some(show) => table.passing_on(show),
                None => table,
            };
            let (seats, table) = (commands.len(), Box::new(table));
            let mut table: Box<dyn Players> = if no_clock {
                Box::new(Timeless::new(table, None, remark))
            } else {
                table
            };
            live::play(
                variant.referee(),
                seats,
                &mut *table,
                &mut NoBuiltinPlayers,
                &mut stream,
                &mut writer,
            )
        });
        match played {
            Ok(record) => return Ok(record),
            // An arena takes every word on standard error for an error, and this is none.
            Err(HarnessError::Stalled { .. }) if stalls < STALLS => stalls += 1,
            Err(why) => {
                let has_begun = writer.lines() > header.lines();
                let transcript =
                    has_begun.then(|| writer.drain() + &format!("# broken off: {why}\n"));
                return Err(Box::new((why, transcript.unwrap_or_default())));
            }
        }
    }
}

fn is_interaction(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "interaction")
}

fn result(game: &dyn AnyGame, args: &Args, record: &MatchReport) -> String {
    let mut text = String::new();
    if args.log.is_some()
        && let Ok((_, referee)) = validate_until(
            game,
            &Default::default(),
            record.transcript.as_bytes(),
            usize::MAX,
        )
    {
        text += &board::render(&referee.picture(), true);
    }
    for (fault, line) in record.verdict.faults.iter().zip(&record.fault_lines) {
        let word = game.word(fault.kind);
        text += &format!(
            "# seat {}, {word}: {} (line {line}): {}\n",
            fault.seat, fault.breach.clause, fault.breach.why
        );
    }
    let outcome = record
        .verdict
        .outcome
        .map_or("no outcome".to_string(), |outcome| outcome.to_string());
    let slowest: Vec<String> = record.slowest.iter().map(|ms| format!("{ms} ms")).collect();
    text + &format!("# {outcome}; slowest answers {}\n", slowest.join(", "))
}
