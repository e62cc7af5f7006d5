//! `stickler import` and `stickler convert`: records in other shapes.

use crate::check::transcript::Extent;
use crate::cli::common::{self, Done, Untold, remark};
use crate::cli::validate::{game_of, shape_of, transcript_of_saved};
use crate::cli::{outputs, sources};
use crate::games::{Registry, erased::AnyGame};
use crate::params::Settings;
use crate::records::{self, Checked, Converted, Opened, Record, Shape, Text, Trouble};
use std::borrow::Cow;
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Import {
    #[command(flatten)]
    what: What,
}

#[derive(clap::Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    what: What,
    /// The shape to write: log, moves, interaction, psq, sgf, blksgf, or json (alphano or codingame, as the game has it)
    #[arg(long, value_name = "SHAPE")]
    to: String,
}

#[derive(clap::Args)]
struct What {
    /// The record, which may end in .gz; `-` is standard input
    file: String,
    /// The game, where the record does not tell it
    #[arg(long)]
    game: Option<String>,
    /// The shape of the file, where it is not found by itself
    #[arg(long, value_name = "SHAPE")]
    from: Option<String>,
    /// Set a parameter of the game in place of the record's value
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// The file to write, instead of standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn import(args: &Import, games: Registry) -> Done {
    write(&args.what, games, |_| Ok(Shape::Log))
}

pub(crate) fn convert(args: &Convert, games: Registry) -> Done {
    write(&args.what, games, |game| match args.to.as_str() {
        // The shape of JSON is that of the site which has the game.
        "json" => Ok(if records::is_codingame(game) { Shape::Codingame } else { Shape::Alphano }),
        name => Shape::named(name).ok_or_else(|| {
            let names: Vec<&str> = Shape::ALL.iter().map(|shape| shape.name()).collect();
            format!("--to {name}: no such shape; there are json, {}", names.join(", "))
        }),
    })
}

fn write(what: &What, games: Registry, to: impl Fn(&dyn AnyGame) -> Result<Shape, String>) -> Done {
    let named = what.game.as_ref().map(|name| games.find(name)).transpose()?;
    let bytes = sources::read(&what.file).map_err(|why| format!("{}: {why}", what.file))?;
    let bytes = transcript_of_saved(&bytes).unwrap_or(bytes);
    let opened = open(&what.file, &bytes, what.from.as_deref(), (named, games), &what.set)?;
    let log;
    let (record, given) = match opened {
        Opened::Record(record) => (record, given(&what.set)?),
        Opened::Log(own, _) => {
            log = own;
            let game = named.map_or_else(|| game_of(games, &log), Ok)?;
            let settings = common::settings(game, &what.set)?;
            if to(game)? == Shape::Log {
                return put(what, Converted { bytes: log.into_owned(), lost: Vec::new() }, true);
            }
            common::with_machine("preparing", |machine| game.with(&settings).map(|variant| variant.prepare(machine)))?;
            (records::of_log(game, &settings, &log)?, Settings::default())
        }
    };
    let checked = check(&record, &given)?;
    let mut converted = records::convert(&record, &checked, to(record.game)?)?;
    let is_whole = !matches!(checked.extent, Extent::Contradicted | Extent::Gap(_));
    if !is_whole {
        converted.lost.push(
            "what comes after the place where the record could be followed no further: `stickler validate` shows it"
                .into(),
        );
    }
    put(what, converted, is_whole)
}

fn check(record: &Record<'_>, given: &Settings) -> Result<Checked, String> {
    let variant = record.game.with(&record.settings.and(given))?;
    common::with_machine("preparing", |machine| variant.prepare(machine));
    records::check(record, given, true)
}

fn given(set: &[String]) -> Result<Settings, String> {
    Settings::read(set.iter().map(String::as_str)).map_err(|why| format!("--set {why}"))
}

fn put(what: &What, converted: Converted, is_whole: bool) -> Done {
    for lost in &converted.lost {
        remark(&format!("not in it: {lost}"));
    }
    match &what.out {
        Some(path) => {
            let text = String::from_utf8(converted.bytes).map_err(|error| error.to_string())?;
            outputs::write(path, &text)?;
        }
        None => {
            let mut out = std::io::stdout().lock();
            match out.write_all(&converted.bytes).and_then(|()| out.flush()) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    return Err(Untold::from(format!("standard output: {error}")));
                }
                _ => {}
            }
        }
    }
    Ok(ExitCode::from(if is_whole { 0 } else { 2 }))
}

fn open<'a>(
    path: &str,
    bytes: &'a [u8],
    from: Option<&str>,
    (named, games): (Option<&'static dyn AnyGame>, Registry),
    set: &[String],
) -> Result<Opened<'a>, String> {
    let text = Text { path, bytes, first: 1 };
    let shape = shape_of(from, text)?;
    records::open(bytes, shape, named, games, &given(set)?).map_err(|Trouble { at, why }| {
        let (line, column) = text.line_of(at.start);
        if at.is_empty() { format!("{path}: {why}") } else { format!("{path}:{line}:{}: {why}", column + 1) }
    })
}

/// A record of any shape as a log, to be shown.
pub(super) struct Log {
    pub(super) bytes: Vec<u8>,
    /// Its game, where the record tells it.
    pub(super) game: Option<&'static dyn AnyGame>,
    /// The file's bytes of each of its steps, and the log's line of that.
    places: Option<(Vec<usize>, Vec<usize>)>,
}

impl Log {
    /// The log's line for a line of the file.
    pub(super) fn line(&self, line: usize) -> usize {
        let Some((steps, lines)) = &self.places else { return line };
        let last = lines.last().map_or(0, |last| last + 1);
        steps.iter().position(|own| *own >= line).and_then(|step| lines.get(step).copied()).unwrap_or(last)
    }
}

pub(super) fn log_of(
    path: &str,
    bytes: &[u8],
    from: Option<&str>,
    which: (Option<&'static dyn AnyGame>, Registry),
    set: &[String],
) -> Result<Log, String> {
    if let Some(saved) = transcript_of_saved(bytes) {
        return Ok(Log { bytes: saved, game: None, places: None });
    }
    match open(path, bytes, from, which, set)? {
        Opened::Log(log, None) => Ok(Log { bytes: log.into_owned(), game: None, places: None }),
        Opened::Log(log, Some(places)) => {
            let starts = places.iter().map(|at: &Range<usize>| line(bytes, at)).collect::<Vec<_>>();
            let lines = (1..=starts.len()).collect();
            Ok(Log { bytes: Cow::into_owned(log), game: None, places: Some((starts, lines)) })
        }
        Opened::Record(record) => {
            let checked = check(&record, &given(set)?)?;
            let starts = record.steps.iter().map(|step| line(bytes, &step.at)).collect();
            let log = checked.kept.log.into_bytes();
            Ok(Log { bytes: log, game: Some(record.game), places: Some((starts, checked.kept.lines)) })
        }
    }
}

fn line(bytes: &[u8], at: &Range<usize>) -> usize {
    Text { path: "", bytes, first: 1 }.line_of(at.start).0
}
