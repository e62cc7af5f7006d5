//! `stickler convert`: records in other shapes.

use crate::check::transcript::Extent;
use crate::cli::common::{self, Done, remark};
use crate::cli::validate::{given, shape_of};
use crate::cli::{outputs, sources};
use crate::fixture::Saved;
use crate::games::Registry;
use crate::games::erased::{AnyGame, Variant};
use crate::params::Settings;
use crate::records::{self, CheckOptions, CheckedRecord, Converted, Opened, Record, Shape, Shown, Text, game_of};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    of: Given,
    /// The shape to write: log, moves, interaction, or json (alphano or codingame, as the game has it)
    #[arg(long, value_name = "SHAPE", default_value = "log")]
    to: String,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A record, and what is known of it.
#[derive(clap::Args)]
pub(crate) struct Given {
    /// The record, which may end in .gz; `-` is standard input
    pub(crate) file: String,
    /// The game, if the record does not name it
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// The shape of the file, if stickler does not find it
    #[arg(long, value_name = "SHAPE")]
    pub(crate) from: Option<String>,
    /// Set a parameter of the game in place of the record's value
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
}

impl Given {
    /// The bytes of the file; of a saved failure those of its transcript.
    fn read(&self) -> Result<Vec<u8>, String> {
        let bytes = sources::read(&self.file).map_err(|why| format!("{}: {why}", self.file))?;
        Ok(Saved::transcript_in(&bytes).unwrap_or(bytes))
    }

    pub(crate) fn named(&self, games: Registry) -> Result<Option<&'static dyn AnyGame>, String> {
        self.game.as_ref().map(|name| games.find(name)).transpose()
    }

    fn open<'a>(&self, bytes: &'a [u8], games: Registry) -> Result<Opened<'a>, String> {
        let path = &self.file;
        let shape = shape_of(self.from.as_deref(), path)?;
        let opened = records::open(bytes, shape, self.named(games)?, games);
        opened.map_err(|error| error.of(Text { path, bytes, first: 1 }))
    }
}

impl Convert {
    fn shape(&self, game: &dyn AnyGame) -> Result<Shape, String> {
        match self.to.as_str() {
            // The shape of JSON is that of the site which has the game.
            "json" => Ok(if records::is_codingame(game) { Shape::Codingame } else { Shape::Alphano }),
            name => Shape::named(name)
                .ok_or_else(|| format!("--to {name}: no such shape; there are json, {}", Shape::names())),
        }
    }
}

pub(crate) fn convert(what: &Convert, games: Registry) -> Done {
    let bytes = what.of.read()?;
    let log;
    let (record, given) = match what.of.open(&bytes, games)? {
        Opened::Record(record) => (record, given(&what.of.set)?),
        Opened::Log(own, _) => {
            log = own;
            let game =
                what.of.named(games)?.map_or_else(|| game_of(games, &log, "stickler convert --game GAME FILE"), Ok)?;
            let settings = common::settings(game, &what.of.set)?;
            if what.shape(game)? == Shape::Log {
                return put(what, Converted { bytes: log.into_owned(), lost: Vec::new() }, true);
            }
            common::with_machine("preparing", |machine| game.with(&settings).map(|variant| variant.prepare(machine)))?;
            (records::of_log(game, &settings, &log)?, Settings::default())
        }
    };
    let replayed = check(&record, &given)?;
    let mut converted = records::convert(&record, &replayed, what.shape(record.game)?)?;
    let is_whole = !matches!(replayed.checked.extent, Extent::Contradicted | Extent::Gap(_));
    if !is_whole {
        let place = "the place where the record could be followed no further: `stickler validate` shows it";
        converted.lost.push(format!("what comes after {place}"));
    }
    put(what, converted, is_whole)
}

fn check(record: &Record<'_>, given: &Settings) -> Result<CheckedRecord, String> {
    let variant = record.game.with(&record.settings.and(given))?;
    common::with_machine("preparing", |machine| variant.prepare(machine));
    records::check(record, given, true)
}

fn put(what: &Convert, converted: Converted, is_whole: bool) -> Done {
    for lost in &converted.lost {
        remark(&format!("not in it: {lost}"));
    }
    match &what.out {
        Some(path) => {
            let text = String::from_utf8(converted.bytes).map_err(|error| error.to_string())?;
            outputs::write(path, &text)?;
        }
        None => common::put(&mut std::io::stdout().lock(), &converted.bytes)?,
    }
    Ok(ExitCode::from(if is_whole { 0 } else { 2 }))
}

/// A record of any shape as a log, to be shown.
pub(super) fn log_of(of: &Given, games: Registry) -> Result<Shown, String> {
    let bytes = of.read()?;
    let text = Text { path: &of.file, bytes: &bytes, first: 1 };
    let (given, shape) = (given(&of.set)?, shape_of(of.from.as_deref(), &of.file)?);
    let prepare = |variant: &dyn Variant| common::with_machine("preparing", |machine| variant.prepare(machine));
    let ask = CheckOptions { games, game: of.named(games)?, shape, given: &given, strict: false, prepare: &prepare };
    ask.shown(text)
}
