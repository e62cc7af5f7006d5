//! `stickler convert`: records in other formats.

use crate::common::{CliResult, remark};
use crate::sources::InputFile;
use crate::validate::{format_of, given};
use crate::{common, outputs, sources};
use std::path::PathBuf;
use std::process::ExitCode;
use stickler::explain::Extent;
use stickler::fixture::transcript_in;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::records;
use stickler::records::{CheckOptions, Converted, LOG, Opened, ReadError, ShownLog, Text, game_of};
use stickler::report::file_report::{self, FileReport};

#[derive(clap::Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    of: Given,
    /// The format to write: log, moves, interaction, or json (as the site that has the game writes it: alphano, codingame)
    #[arg(long, value_name = "FORMAT", default_value = "log")]
    to: String,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A record, and what is known of it.
#[derive(clap::Args)]
pub(crate) struct Given {
    /// The record, which may end in .gz; `-` is standard input
    #[arg(value_parser = sources::input_file())]
    pub(crate) file: InputFile,
    /// The game, if the record does not name it
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// The format of the file, if stickler does not find it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// Set a parameter of the game in place of the record's value
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
}

impl Given {
    /// The bytes of the file; of a saved failure those of its transcript.
    fn read(&self) -> Result<Vec<u8>, String> {
        let bytes = self
            .file
            .read()
            .map_err(|why| format!("{}: {why}", self.file.name))?;
        Ok(transcript_in(&bytes).unwrap_or(bytes))
    }

    pub(crate) fn named(&self, games: Registry) -> Result<Option<&'static dyn AnyGame>, String> {
        self.game.as_ref().map(|name| games.find(name)).transpose()
    }

    /// The options of the command line about it, for a check.
    fn options<'a>(
        &self,
        given: &'a Settings,
        games: Registry,
    ) -> Result<CheckOptions<'a>, String> {
        Ok(CheckOptions {
            games,
            game: self.named(games)?,
            format: format_of(games, self.from.as_deref(), &self.file.name)?,
            given,
            strict: false,
        })
    }

    fn open<'a>(&'a self, bytes: &'a [u8], games: Registry) -> Result<Opened<'a>, String> {
        let path = &self.file.name;
        let format = format_of(games, self.from.as_deref(), path)?;
        let text = first_of(path, bytes);
        let opened = records::open(text.bytes, format, self.named(games)?, games);
        opened.map_err(|error| error.of(text))
    }
}

/// The first game of a file, with a remark where there are more.
fn first_of<'a>(path: &'a str, bytes: &'a [u8]) -> Text<'a> {
    let games = records::games(Text::new(path, bytes));
    for game in &games {
        if let Some(why) = game.wrong {
            remark(&ReadError::new(0..1, why).of(*game));
        }
    }
    let games = games.iter().filter(|game| game.wrong.is_none()).count();
    if games > 1 {
        remark(&format!(
            "{path} has {games} games, and this is the first; put another into a file of its own"
        ));
    }
    first_game(path, bytes)
}

/// The first game of a file, without a word.
fn first_game<'a>(path: &'a str, bytes: &'a [u8]) -> Text<'a> {
    let text = Text::new(path, bytes);
    let games = records::games(text);
    let first = games.iter().find(|game| game.wrong.is_none());
    first.or(games.first()).copied().unwrap_or(text)
}

impl Convert {
    fn format(&self, game: &dyn AnyGame, games: Registry) -> Result<&'static str, String> {
        if self.to == "json" {
            let own = game.formats().iter().find(|format| format.write.is_some());
            return Ok(own.unwrap_or(&records::ALPHANO).name);
        }
        let said = records::said(games, Some(&self.to), "")
            .map_err(|why| format!("--to {}: {why}, and json", self.to))?;
        Ok(said.unwrap_or(LOG.name))
    }
}

pub(crate) fn convert(what: &Convert, games: Registry) -> CliResult {
    let bytes = what.of.read()?;
    let log;
    let (record, given) = match what.of.open(&bytes, games)? {
        Opened::Record(record) => (record, given(&what.of.set)?),
        Opened::Log(own, _) => {
            log = own;
            let game = match what.of.named(games)? {
                Some(game) => game,
                None => game_of(games, &log, "stickler convert --game GAME FILE")
                    .map_err(|trouble| trouble.why)?,
            };
            let settings = common::settings(game, &what.of.set)?;
            if what.format(game, games)? == LOG.name {
                return put(
                    what,
                    Converted {
                        bytes: log.into_owned(),
                        lost: Vec::new(),
                    },
                    true,
                );
            }
            (records::of_log(game, &settings, &log)?, Settings::default())
        }
    };
    let replayed = records::check(&record, &given, true)?;
    let mut converted =
        records::convert(&record, &replayed, what.format(record.game, games)?, games)?;
    let is_whole = !matches!(
        replayed.checked.extent,
        Extent::Contradicted | Extent::Gap(_)
    );
    if !is_whole {
        let place =
            "the place where the record could be followed no further: `stickler validate` shows it";
        converted.lost.push(format!("what comes after {place}"));
    }
    put(what, converted, is_whole)
}

fn put(what: &Convert, converted: Converted, is_whole: bool) -> CliResult {
    for lost in &converted.lost {
        remark(&format!("not in it: {lost}"));
    }
    match &what.out {
        Some(path) => outputs::write(path, &converted.bytes)?,
        None => common::put(&mut std::io::stdout().lock(), &converted.bytes)?,
    }
    Ok(ExitCode::from(if is_whole { 0 } else { 2 }))
}

/// The report of `validate` on a record that is shown.
pub(super) fn report(of: &Given, games: Registry) -> Result<FileReport, String> {
    let (bytes, given) = (of.read()?, given(&of.set)?);
    let file = first_game(&of.file.name, &bytes);
    Ok(file_report::report_alone(of.options(&given, games)?, file))
}

/// A record of any format as a log, to be shown.
pub(super) fn log_of(of: &Given, games: Registry) -> Result<ShownLog, String> {
    let bytes = of.read()?;
    let (text, given) = (first_of(&of.file.name, &bytes), given(&of.set)?);
    of.options(&given, games)?.shown(text)
}
