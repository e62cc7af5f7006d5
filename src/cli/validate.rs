//! `stickler validate` and `stickler show`: transcripts from files or standard input.

use crate::check::streams::{Streams, interleaved};
use crate::check::transcript::{
    Checked, Conclusion, Culprit, Extent, Finding, Refused, Standing, cut, settings_of, validate, validate_until, walk,
};
use crate::cli::common::{self, Done, Untold, code, print};
use crate::cli::outputs::write;
use crate::fixture::Saved;
use crate::game::Seat;
use crate::games::{Registry, erased::AnyGame};
use crate::params::Settings;
use crate::report::diagnostic::{Around, Diagnosis, Source, around};
use crate::report::{board, html};
use crate::transcript::{Transcript, interaction};
use std::io::Read;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; may be left out where every header names it
    #[arg(value_name = "[GAME] FILE")]
    words: Vec<String>,
    /// A parameter that differs from its default and from the header's
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// In place of files: what the one seat read, as a stream of its own; with --said
    #[arg(long, value_name = "FILE", requires = "said")]
    told: Option<String>,
    /// What the one seat wrote
    #[arg(long, value_name = "FILE", requires = "told")]
    said: Option<String>,
    /// Whose they are, where the first message does not tell
    #[arg(long, value_name = "SEAT", requires = "told")]
    seat: Option<u8>,
    /// What the two streams leave out: head, tail or both
    #[arg(long, value_name = "WORDS", requires = "told", default_value = "")]
    omits: String,
    /// Count warnings as errors
    #[arg(long)]
    strict: bool,
    /// Say nothing of transcripts that conform
    #[arg(long, short)]
    quiet: bool,
}

#[derive(clap::Args)]
pub(crate) struct ShowArgs {
    /// The transcript; `-` is standard input
    file: String,
    /// The game, where the header does not name it
    #[arg(long)]
    game: Option<String>,
    /// A parameter that differs from its default and from the header's
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// The board before this line of the file, instead of the last one
    #[arg(long, value_name = "LINE")]
    line: Option<usize>,
    /// The board after every answer
    #[arg(long, conflicts_with = "line")]
    every: bool,
    /// Write a page with the game to step through, instead of printing boards
    #[arg(long, value_name = "OUT", conflicts_with_all = ["line", "every"])]
    html: Option<PathBuf>,
}

/// The game of a log: the one named on the command line, or else the one that the log's header names.
#[derive(Clone, Copy)]
struct Which {
    named: Option<&'static dyn AnyGame>,
    games: Registry,
}

pub(crate) fn run(args: &Args, games: Registry) -> Done {
    let named = args.words.first().and_then(|word| games.find(word).ok());
    let which = Which { named, games };
    let files = if named.is_some() { &args.words[1..] } else { &args.words[..] };
    if let (Some(told), Some(said)) = (&args.told, &args.said) {
        return streams(args, which, told, said);
    }
    let standard_input = ["-".to_string()];
    let files = if files.is_empty() { &standard_input[..] } else { files };
    let mut worst = Conclusion::Conforms;
    for file in files {
        worst = match (worst, one(args, which, file)?) {
            (Conclusion::Violates, _) | (_, Conclusion::Violates) => Conclusion::Violates,
            (Conclusion::Unknown, _) | (_, Conclusion::Unknown) => Conclusion::Unknown,
            _ => Conclusion::Conforms,
        };
    }
    Ok(code(worst))
}

/// Checks what two streams make together.
fn streams(args: &Args, which: Which, told: &str, said: &str) -> Done {
    let game = which
        .named
        .ok_or("--told and --said need the game: `stickler validate GAME --told FILE --said FILE`".to_string())?;
    let bytes = |file: &str| std::fs::read(file).map_err(|error| format!("{file}: {error}"));
    let settings = common::settings(game, &args.set)?;
    let (read, wrote) = (bytes(told)?, bytes(said)?);
    let both = Streams { seat: args.seat.map(Seat), told: &read, said: &wrote, omits: &args.omits };
    let log = interleaved(game, &settings, both)?;
    let (conclusion, text) = check(args, which, &format!("{told} with {said}"), log.as_bytes());
    if !(args.quiet && conclusion == Conclusion::Conforms) {
        print(&text)?;
    }
    Ok(code(conclusion))
}

fn one(args: &Args, which: Which, file: &str) -> Result<Conclusion, Untold> {
    let (conclusion, text) = match read(file) {
        Ok(bytes) => check(args, which, file, &bytes),
        Err(why) => (Conclusion::Unknown, format!("{file}: could not tell: {why}\n")),
    };
    if !(args.quiet && conclusion == Conclusion::Conforms) {
        print(&text)?;
    }
    Ok(conclusion)
}

fn read(file: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(drop),
        _ => std::fs::read(file).map(|read| bytes = read),
    };
    read.map_err(|error| error.to_string())?;
    if file.ends_with(".interaction") {
        return interaction::read(&bytes);
    }
    Ok(transcript_of_saved(&bytes).unwrap_or(bytes))
}

/// The transcript within a saved failure; `None` where the file is none.
fn transcript_of_saved(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.contains("\ntranscript: "))?;
    Saved::read(text).ok().map(|saved| saved.transcript.into_bytes())
}

fn check(args: &Args, which: Which, file: &str, bytes: &[u8]) -> (Conclusion, String) {
    let untold = |why: String| (Conclusion::Unknown, format!("{file}: could not tell: {why}\n"));
    let source = &Source::new(file, bytes);
    let game = match which.named.map(Ok).unwrap_or_else(|| game_of(which.games, bytes)) {
        Ok(game) => game,
        Err(why) => return untold(why),
    };
    let settings = match common::settings(game, &args.set) {
        Ok(settings) => settings,
        Err(why) => return untold(why),
    };
    prepare(game, &settings, bytes);
    match validate(game, &settings, bytes) {
        Ok(checked) => report(args, game, &settings, source, &checked),
        Err(refused) => {
            let (text, why) = refusal(refused, source);
            (Conclusion::Unknown, format!("{text}{file}: could not tell: {why}\n"))
        }
    }
}

/// Does what takes long for the game of this log; a log whose parameters are refused is spoken of elsewhere.
fn prepare(game: &dyn AnyGame, settings: &Settings, bytes: &[u8]) {
    if let Ok(transcript) = Transcript::parse(bytes) {
        let settings = settings_of(game, &transcript, settings);
        if let Ok(variant) = game.with(&settings) {
            common::with_machine("preparing", |machine| variant.prepare(machine));
        }
    }
}

/// The game that a header names.
fn game_of(games: Registry, bytes: &[u8]) -> Result<&'static dyn AnyGame, String> {
    let missing =
        "the game is not known: name it, as in `stickler validate GAME FILE`, or put a header in front of the log";
    let transcript = Transcript::parse(bytes).map_err(|error| format!("line {}: {}", error.line, error.breach.why))?;
    games.find(transcript.header.game.as_deref().ok_or(missing)?)
}

fn refusal(refused: Refused, source: &Source<'_>) -> (String, String) {
    match refused {
        Refused::Header(error) => {
            (Diagnosis::new(error.into(), false).render(source, true), "its header cannot be read".into())
        }
        Refused::Game(name) => (String::new(), format!("its header names another game, {name}")),
        Refused::Settings(why) => (String::new(), format!("its parameters are refused: {why}")),
    }
}

fn report(
    args: &Args,
    game: &dyn AnyGame,
    settings: &Settings,
    source: &Source<'_>,
    checked: &Checked,
) -> (Conclusion, String) {
    let conclusion = checked.conclusion(args.strict);
    let mut text = String::new();
    let around = around(game, settings, source, &checked.findings, true);
    for (finding, around) in checked.findings.iter().zip(around) {
        text += &diagnosis(args, game, source, finding, around);
    }
    if checked.extent == Extent::Cut && conclusion == Conclusion::Unknown {
        let last = source.bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count();
        text += &Diagnosis::new(cut(last), false)
            .fact("help", "`omits: tail` in a header says that the end is left out on purpose")
            .render(source, true);
    }
    (conclusion, format!("{text}{}: {}\n", source.path, closing(conclusion, checked)))
}

fn diagnosis(args: &Args, game: &dyn AnyGame, source: &Source<'_>, finding: &Finding, around: Around) -> String {
    let mut diagnosis = Diagnosis::new(*finding, args.strict);
    let mut board = String::new();
    if let Culprit::Seat(_, kind) = finding.culprit {
        diagnosis = diagnosis.fact("verdict", format!("{} in this contest's words", game.word(kind)));
        if let Some(before) = around.before {
            if let Some(allowed) = before.allowed {
                diagnosis = diagnosis.fact("allowed here", allowed);
            }
            board = format!("\nthe board before it:\n{}\n", before.picture);
        }
    }
    diagnosis.facts(around.advice).render(source, true) + &board
}

fn closing(conclusion: Conclusion, checked: &Checked) -> String {
    let word = match conclusion {
        Conclusion::Conforms => "conforms",
        Conclusion::Violates => "violates",
        Conclusion::Unknown => "could not tell",
    };
    let extent = match checked.extent {
        Extent::Whole => "the whole game".to_string(),
        Extent::NoTail => "without its tail, as it says".to_string(),
        Extent::Gap(lines) => format!("{lines} lines after the gap checked for their form alone"),
        Extent::Open => "as far as these seats may have heard: nothing tells them the end".to_string(),
        Extent::Cut => "it stops before the end".to_string(),
        Extent::Empty => "there is no line of a seat in it".to_string(),
        Extent::Contradicted => "nothing after the contradiction was checked".to_string(),
    };
    let seats: Vec<String> = checked.seen.iter().map(|seat| seat.to_string()).collect();
    let mut text = format!("{word} ({} lines of seats {}; {extent}", checked.lines, seats.join(" "));
    if let Some(outcome) = checked.verdict.outcome.filter(|_| checked.extent == Extent::Whole) {
        text += &format!("; {outcome}");
    }
    if !checked.verdict.rests_on.is_empty() {
        let clauses: Vec<&str> = checked.verdict.rests_on.iter().map(|clause| clause.id()).collect();
        text += &format!("; rests on the assumed {}", clauses.join(", "));
    }
    text + ")"
}

pub(crate) fn show(args: &ShowArgs, games: Registry) -> Done {
    let bytes = read(&args.file).map_err(|why| format!("{}: {why}", args.file))?;
    let game = match &args.game {
        Some(name) => games.find(name)?,
        None => game_of(games, &bytes)?,
    };
    let settings = common::settings(game, &args.set)?;
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').count();
    if let Some(line) = args.line.filter(|line| !(1..=lines + 1).contains(line)) {
        return Err(format!("--line {line}: {} has {lines} lines, the first of which is 1", args.file).into());
    }
    prepare(game, &settings, &bytes);
    if let Some(path) = &args.html {
        write(path, &html::transcript(&args.file, game, &settings, &bytes)?)?;
        return Ok(code(Conclusion::Conforms));
    }
    let refused = |refused| refusal(refused, &Source::new(&args.file, &bytes)).1;
    if args.every {
        let transcript =
            Transcript::parse(&bytes).map_err(|error| format!("line {}: {}", error.line, error.breach.why))?;
        let is_said = |line: &crate::transcript::Line<'_>| matches!(line.entry, Ok(crate::transcript::Entry::Said(..)));
        let after: Vec<usize> = transcript.body().filter(is_said).map(|line| line.number + 1).collect();
        let mut printed = Ok(());
        let mut see = |after: usize, standing: Standing<'_>| {
            let board = board::render(&standing.referee.picture(), true);
            if printed.is_ok() {
                printed = print(&format!("after line {}:\n{board}\n", after - 1));
            }
        };
        walk(game, &settings, &bytes, &after, &mut see).map_err(refused)?;
        return printed.map(|()| code(Conclusion::Conforms));
    }
    let until = args.line.unwrap_or(usize::MAX);
    let (checked, referee) = validate_until(game, &settings, &bytes, until).map_err(refused)?;
    print(&board::render(&referee.picture(), true))?;
    for (name, text) in referee.advice(None) {
        print(&format!("{name}: {text}\n"))?;
    }
    if let Some(finding) = checked.findings.first() {
        print(&format!("line {}: {}: {}\n", finding.line, finding.breach.clause, finding.breach.why))?;
    }
    Ok(code(Conclusion::Conforms))
}
