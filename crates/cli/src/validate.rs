//! `stickler validate`: transcripts and other records from files, folders or standard input.

use crate::common::{CliResult, code, json, print};
use crate::progress::cpus;
use crate::sources::{InputFile, SourceFile, input_file, sources};
use crate::{common, outputs};
use std::convert::Infallible;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use stickler::explain::Conclusion;
use stickler::fixture::transcript_in;
use stickler::game::Seat;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::records;
use stickler::records::json_line::{Examined, JsonLine, Summary};
use stickler::records::{CheckOptions, LOG, ReadError, ShownLog, Text};
use stickler::report::file_report::{self, FileReport};
use stickler::report::record_pages::{INDEX, PageNames, RecordRow};
use stickler::report::{record_pages, viewer};
use stickler::two_streams::{Streams, interleaved};
use stickler_arena::threads::together;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, then the files or folders; leave the game out if every file names it
    #[arg(value_name = "[GAME] FILE")]
    words: Vec<OsString>,
    /// Set a parameter of the game in place of the header's value
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Check two streams in place of files. This one has the lines that a seat read; give --said too
    #[arg(long, value_name = "FILE", requires = "said", value_parser = input_file())]
    told: Option<InputFile>,
    /// The lines that this seat wrote; give --told too
    #[arg(long, value_name = "FILE", requires = "told", value_parser = input_file())]
    said: Option<InputFile>,
    /// The seat of both streams, if the first message does not name it
    #[arg(long, value_name = "SEAT", requires = "told")]
    seat: Option<u8>,
    /// The part that is missing from the two streams: head, tail or both
    #[arg(long, value_name = "WORDS", requires = "told", default_value = "")]
    omits: String,
    /// The format of the files, if stickler does not find it: log, moves, alphano, … (spec/records.md)
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// Print a line of JSON for each record (spec/validate.schema.json)
    #[arg(long)]
    json: bool,
    /// Write a page for each record to this folder, to step through, and index.html with a table of all
    #[arg(long, value_name = "DIR", conflicts_with = "told")]
    html: Option<PathBuf>,
    /// Check this many records at the same time; without it, one for each CPU
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
    /// Count warnings as errors
    #[arg(long)]
    strict: bool,
    /// Print nothing about logs that conform
    #[arg(long, short)]
    quiet: bool,
}

/// The game of a log: the one named on the command line, or else the one that the log's header names.
#[derive(Clone, Copy)]
struct Which {
    named: Option<&'static dyn AnyGame>,
    games: Registry,
    /// One file is checked, so there is time to ask on what its result depends.
    is_alone: bool,
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let first = args.words.first().and_then(|word| word.to_str());
    let named = first.and_then(|word| games.find(word).ok());
    let files = if named.is_some() {
        &args.words[1..]
    } else {
        &args.words[..]
    };
    let is_alone = match files {
        [] => true,
        [file] => !Path::new(file).is_dir(),
        _ => false,
    };
    let which = Which {
        named,
        games,
        is_alone,
    };
    if let (Some(told), Some(said)) = (&args.told, &args.said) {
        return streams(args, which, told, said);
    }
    let standard_input = [OsString::from("-")];
    let files = if files.is_empty() {
        &standard_input[..]
    } else {
        files
    };
    many(args, which, files)
}

/// Records taken together to be checked by so many threads; what they say is printed in their order.
const BATCH: usize = 32;

fn many(args: &Args, which: Which, files: &[OsString]) -> CliResult {
    if let Some(folder) = &args.html {
        common::can_be_folder("--html", folder)?;
        std::fs::create_dir_all(folder).map_err(common::named(folder))?;
    }
    let (mut names, mut rows) = (PageNames::default(), Vec::new());
    let jobs = args.jobs.unwrap_or_else(cpus).clamp(1, 256);
    let mut sources = sources(files);
    let mut summary = Summary::default();
    loop {
        let batch: Vec<SourceFile> = sources
            .by_ref()
            .take(if jobs > 1 { BATCH * jobs } else { 1 })
            .collect();
        if batch.is_empty() {
            break;
        }
        let Ok(said) = together(jobs, batch, |source| {
            Ok::<_, Infallible>(one(args, which, source))
        });
        for (conclusion, text, shown) in said.into_iter().flatten() {
            summary.add(conclusion);
            if let (Some(folder), Some((mut row, page))) = (&args.html, shown) {
                if let Some(page) = page {
                    let name = names.of(&row.file);
                    outputs::write(&folder.join(&name), &page)?;
                    row.page = Some(name);
                }
                rows.push(row);
            }
            if args.json || !(args.quiet && conclusion == Conclusion::Conforms) {
                print(&text)?;
            }
        }
    }
    if let Some(folder) = &args.html {
        let index = record_pages::index(&rows, &summary);
        outputs::write(&folder.join(INDEX), &index)?;
    }
    if args.json {
        print(&json(&JsonLine::Summary(summary)))?;
    } else if summary.records != 1 && !(args.quiet && summary.worst() == Conclusion::Conforms) {
        print(&format!("{}\n", file_report::counts(&summary)))?;
    }
    Ok(code(if summary.records == 0 {
        Conclusion::Unknown
    } else {
        summary.worst()
    }))
}

/// Checks what two streams make together.
fn streams(args: &Args, which: Which, told: &InputFile, said: &InputFile) -> CliResult {
    let game = which.named.ok_or(
        "--told and --said need the game: `stickler validate GAME --told FILE --said FILE`"
            .to_string(),
    )?;
    let bytes = |file: &InputFile| {
        file.as_written()
            .map_err(|error| format!("{}: {error}", file.name))
    };
    let settings = common::settings(game, &args.set)?;
    let (heard, wrote) = (bytes(told)?, bytes(said)?);
    let both = Streams {
        seat: args.seat.map(Seat),
        told: &heard,
        said: &wrote,
        omits: &args.omits,
    };
    let log = interleaved(game, &settings, both)?;
    let path = format!("{} with {}", told.name, said.name);
    let text = Text::new(&path, log.as_bytes());
    let (conclusion, text, _) = checked(args, which, text, Some(LOG.name), &settings);
    if args.json || !(args.quiet && conclusion == Conclusion::Conforms) {
        print(&text)?;
    }
    Ok(code(conclusion))
}

/// The conclusion about a record, what is said of it, for people or as a line of JSON, and where pages are wanted its row and its page.
type Said = (Conclusion, String, Option<(RecordRow, Option<String>)>);

/// The report of each game of a file, or of a line of one.
fn one(args: &Args, which: Which, source: SourceFile) -> Vec<Said> {
    let (path, first, bytes) = source.read();
    let read = bytes.and_then(|bytes| {
        Ok((
            bytes,
            given(&args.set)?,
            format_of(which.games, args.from.as_deref(), &path)?,
        ))
    });
    match read {
        Ok((bytes, given, format)) => {
            let bytes = transcript_in(&bytes).unwrap_or(bytes);
            let games = records::games(Text::at_line(&path, &bytes, first));
            games
                .into_iter()
                .map(|game| checked(args, which, game, format, &given))
                .collect()
        }
        Err(why) => {
            let (text, trouble) = (Text::at_line(&path, b"", first), ReadError::new(0..0, why));
            let examined = Examined::unread(text, None, &trouble);
            let row = RecordRow::of(Conclusion::Unknown, &examined, b"", None);
            let shown = args.html.is_some().then_some((row, None));
            let text = match args.json {
                true => json(&JsonLine::Record(Box::new(examined))),
                false => FileReport::unread(text, None, &trouble).to_string(),
            };
            vec![(Conclusion::Unknown, text, shown)]
        }
    }
}

/// The report of a text, for people or as a line of JSON.
fn checked(
    args: &Args,
    which: Which,
    text: Text<'_>,
    format: Option<&str>,
    given: &Settings,
) -> Said {
    let Which {
        named: game,
        games,
        is_alone,
    } = which;
    let ask = CheckOptions {
        games,
        game,
        format,
        given,
        strict: args.strict,
    };
    let report = || match is_alone {
        true => file_report::report_alone(ask, text),
        false => file_report::report(ask, text),
    };
    if args.html.is_none() && !args.json {
        let report = report();
        return (report.closing.conclusion, report.to_string(), None);
    }
    let (conclusion, examined) = ask.examine(text);
    let line = args
        .json
        .then(|| json(&JsonLine::Record(Box::new(examined.clone()))));
    if args.html.is_none() {
        return (conclusion, line.unwrap_or_default(), None);
    }
    let report = report();
    let shown = ask.shown(text).ok();
    let log = shown.as_ref().map_or(&b""[..], |shown| &shown.bytes);
    let row = RecordRow::of(conclusion, &examined, log, None);
    let page = shown
        .as_ref()
        .and_then(|shown| page(ask, &examined.file, shown, &report).ok());
    let printed = line.unwrap_or_else(|| report.to_string());
    (conclusion, printed, Some((row, page)))
}

/// The page of a record, as `show --html` writes it. An error says why the record cannot be shown.
fn page(
    ask: CheckOptions<'_>,
    file: &str,
    shown: &ShownLog,
    report: &FileReport,
) -> Result<String, String> {
    let game = match shown.game.or(ask.game) {
        Some(game) => game,
        None => records::game_of(ask.games, &shown.bytes, "stickler validate GAME FILE")?,
    };
    let settings = game.expand(ask.given)?;
    let checked = shown.checked.clone().unwrap_or_default();
    viewer::transcript(
        file,
        game,
        &settings,
        &shown.bytes,
        &checked,
        report,
        Some(INDEX),
    )
}

/// The parameters of the command line; a preset belongs to a game, which is not known yet.
pub(super) fn given(set: &[String]) -> Result<Settings, String> {
    Settings::read(set.iter().map(String::as_str)).map_err(|why| format!("--set {why}"))
}

/// The format that is said, by an option or by a file's name.
pub(super) fn format_of(
    games: Registry,
    from: Option<&str>,
    path: &str,
) -> Result<Option<&'static str>, String> {
    records::said(games, from, path)
        .map_err(|why| format!("--from {}: {why}", from.unwrap_or_default()))
}
