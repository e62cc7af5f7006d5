//! `stickler tap --log FILE -- CMD`: records a bot under any judge.

use crate::common::CliResult;
use crate::patience::with_file;
use crate::{common, did_you_mean};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickler::game::Seat;
use stickler::games::Registry;
use stickler::live::players::HarnessError;
use stickler::params::Settings;
use stickler_arena::stdio::UnlessInterrupted;
use stickler_arena::tap::{TapOptions, tap};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write the log to this file. If it is there already, a number is added to its name: bot.log, bot.2.log, …
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
    /// The game, for the log's header; with it, the tap also finds the seat in the first message
    #[arg(long)]
    game: Option<String>,
    /// The seat, for the log
    #[arg(long)]
    seat: Option<u8>,
    /// Name a parameter of the game in the log's header
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    set: Vec<String>,
    /// Tell when each part passed, for `stickler judge`
    #[arg(long, hide = true)]
    stamps: bool,
    /// The bot: a list of words, run without a shell in the current folder
    #[arg(last = true, value_name = "CMD", required = true)]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let game = args
        .game
        .as_deref()
        .map(|name| games.find(name))
        .transpose()?;
    let settings = game.map_or(Ok(Settings::default()), |game| {
        common::settings(game, &args.set)
    })?;
    let log = args.log.clone();
    let is_kept = !args.stamps;
    let to: Box<dyn std::io::Write> = match with_file(&args.log, move || created(&log, is_kept)) {
        Ok(file) => Box::new(UnlessInterrupted(file)),
        Err(error) => {
            // The bot plays all the same.
            common::complain(
                &format!("tap: nothing is recorded: {}: {error}", args.log.display()).into(),
            );
            Box::new(std::io::sink())
        }
    };
    did_you_mean::startable(&args.command)?;
    let code = tap(
        &args.command,
        TapOptions {
            game,
            settings,
            seat: args.seat.map(Seat),
            stamps: args.stamps,
            to,
        },
    );
    let of_system =
        |why: &&HarnessError| matches!(why, HarnessError::Start { .. } | HarnessError::System(_));
    if let (Some(why), true) = (code.as_ref().err().filter(of_system), args.stamps) {
        // The judge under test sees a bot that has ended, which is none of its doing.
        let _ = std::fs::write(unstarted(&args.log), why.to_string());
    }
    let code = code?;
    Ok(ExitCode::from(code as u8))
}

/// The file beside a log in which a tap of `stickler judge` says why it could not play its bot.
pub(crate) fn unstarted(log: &Path) -> PathBuf {
    log.with_extension("unstarted")
}

/// Most logs that get a number beside one another.
const MOST: usize = 100_000;

/// The file of a log. Where that is there already, another game wrote it, or writes it now: this one gets a number of its own.
fn created(log: &Path, is_kept: bool) -> std::io::Result<File> {
    if !is_kept || log.exists() && !log.is_file() {
        return File::create(log);
    }
    let mut path = log.to_path_buf();
    for number in 2..=MOST {
        match File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => path = numbered(log, number),
            made => {
                if path != log && made.is_ok() {
                    let (log, path) = (log.display(), path.display());
                    let note = format!("tap: {log} is there already; this game is in {path}");
                    common::complain(&note.into());
                }
                return made;
            }
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// `bot.log` with a number: `bot.2.log`.
fn numbered(log: &Path, number: usize) -> PathBuf {
    let mut name = log.file_stem().unwrap_or_default().to_os_string();
    name.push(format!(".{number}"));
    if let Some(end) = log.extension() {
        name.push(".");
        name.push(end);
    }
    log.with_file_name(name)
}
