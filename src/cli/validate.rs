//! `stickler validate`: transcripts and other records from files, folders or standard input.

use crate::check::streams::{Streams, interleaved};
use crate::check::transcript::{Checked, Conclusion, Culprit, Extent, Finding, Refused, cut, settings_of, validate};
use crate::clause::Clause;
use crate::cli::common::{self, Done, code, print};
use crate::cli::sources::{Source as Named, sources};
use crate::fixture::Saved;
use crate::game::Seat;
use crate::games::Registry;
use crate::games::erased::{AnyGame, Variant};
use crate::params::Settings;
use crate::records::line::{Examined, Line, Summary};
use crate::records::{self, Ask, Found, Judged, Opened, Record, Shape, Text, Trouble};
use crate::referee::{FaultKind, Verdict};
use crate::report::diagnostic::{Around, Diagnosis, Source, around};
use crate::report::place;
use crate::transcript::Transcript;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, then the files or folders; leave the game out if every file names it
    #[arg(value_name = "[GAME] FILE")]
    words: Vec<String>,
    /// Set a parameter of the game in place of the header's value
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Check two streams in place of files. This one has the lines that a seat read; give --said too
    #[arg(long, value_name = "FILE", requires = "said")]
    told: Option<String>,
    /// The lines that this seat wrote; give --told too
    #[arg(long, value_name = "FILE", requires = "told")]
    said: Option<String>,
    /// The seat of both streams, if the first message does not name it
    #[arg(long, value_name = "SEAT", requires = "told")]
    seat: Option<u8>,
    /// The part that the two streams leave out: head, tail or both
    #[arg(long, value_name = "WORDS", requires = "told", default_value = "")]
    omits: String,
    /// The shape of the files, if stickler does not find it: log, moves, alphano, … (spec/records.md)
    #[arg(long, value_name = "SHAPE")]
    from: Option<String>,
    /// Print a line of JSON for each record (spec/validate.schema.json)
    #[arg(long)]
    json: bool,
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
    many(args, which, files)
}

/// Records taken together to be checked by so many threads; what they say is printed in their order.
const BATCH: usize = 32;

fn many(args: &Args, which: Which, files: &[String]) -> Done {
    let jobs = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).clamp(1, 256);
    let mut sources = sources(files);
    let mut summary = Summary::default();
    loop {
        let batch: Vec<Named> = sources.by_ref().take(if jobs > 1 { BATCH * jobs } else { 1 }).collect();
        if batch.is_empty() {
            break;
        }
        for Said { conclusion, text, .. } in checked_together(args, which, batch, jobs) {
            summary.add(conclusion);
            if args.json || !(args.quiet && conclusion == Conclusion::Conforms) {
                print(&text)?;
            }
        }
    }
    if args.json {
        print(&format!("{}\n", json(&Line::Summary(summary))))?;
    } else if summary.records != 1 && !(args.quiet && summary.worst() == Conclusion::Conforms) {
        let Summary { records, conform, violate, unknown, .. } = summary;
        print(&format!("{records} records: {conform} conform, {violate} violate, {unknown} could not be told\n"))?;
    }
    Ok(code(if summary.records == 0 { Conclusion::Unknown } else { summary.worst() }))
}

fn checked_together(args: &Args, which: Which, batch: Vec<Named>, jobs: usize) -> Vec<Said> {
    if batch.len() < 2 {
        return batch.into_iter().map(|source| one(args, which, source)).collect();
    }
    let work = Mutex::new(batch.into_iter().enumerate());
    let next = || work.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || std::iter::from_fn(next).map(|(at, source)| (at, one(args, which, source))).collect::<Vec<_>>();
    let mut said = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(run)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect::<Vec<_>>()
    });
    said.sort_by_key(|(at, _)| *at);
    said.into_iter().map(|(_, said)| said).collect()
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
    let path = format!("{told} with {said}");
    let text = Text { path: &path, bytes: log.as_bytes(), first: 1 };
    let said = match args.json {
        true => lines_of(args, which, text, Some(Shape::Log), &settings),
        false => log_of(args, which, text, (Shape::Log, log.as_bytes()), None),
    };
    if args.json || !(args.quiet && said.conclusion == Conclusion::Conforms) {
        print(&said.text)?;
    }
    Ok(code(said.conclusion))
}

/// What is said of a record: for people, or as a line of JSON.
struct Said {
    conclusion: Conclusion,
    text: String,
}

fn json(line: &Line) -> String {
    serde_json::to_string(line).unwrap_or_default()
}

fn one(args: &Args, which: Which, source: Named) -> Said {
    let (path, first, bytes) = source.read();
    let read = bytes.and_then(|bytes| Ok((bytes, given(&args.set)?, shape_of(args.from.as_deref(), &path)?)));
    let (bytes, given, shape) = match read {
        Ok((bytes, given, shape)) => (transcript_of_saved(&bytes).unwrap_or(bytes), given, shape),
        Err(why) => return untold(args, Text { path: &path, bytes: b"", first }, None, &Trouble::new(0..0, why)),
    };
    let text = Text { path: &path, bytes: &bytes, first };
    if args.json {
        return lines_of(args, which, text, shape, &given);
    }
    match records::open(&bytes, shape, which.named, which.games) {
        Err(trouble) => untold(args, text, shape.or(Shape::guess(&bytes)), &trouble),
        Ok(Opened::Log(log, places)) => {
            let shape = shape.or(Shape::guess(&bytes)).unwrap_or(Shape::Log);
            log_of(args, which, text, (shape, &log), places.as_deref())
        }
        Ok(Opened::Record(record)) => record_of(args, text, &record, &given),
    }
}

/// A record as a line of JSON.
fn lines_of(args: &Args, which: Which, text: Text<'_>, shape: Option<Shape>, given: &Settings) -> Said {
    let prepare = |variant: &dyn Variant| common::with_machine("preparing", |machine| variant.prepare(machine));
    let Which { named: game, games } = which;
    let ask = Ask { games, game, shape, given, strict: args.strict, prepare: &prepare };
    let (conclusion, examined) = ask.examine(text);
    Said { conclusion, text: json(&Line::Record(Box::new(examined))) + "\n" }
}

/// The parameters of the command line; a preset belongs to a game, which is not known yet.
pub(super) fn given(set: &[String]) -> Result<Settings, String> {
    Settings::read(set.iter().map(String::as_str)).map_err(|why| format!("--set {why}"))
}

/// The shape that is said, by an option or by a file's name.
pub(super) fn shape_of(from: Option<&str>, path: &str) -> Result<Option<Shape>, String> {
    match from {
        Some(name) => {
            let unknown = || format!("--from {name}: no such shape; there are {}", Shape::names());
            Shape::named(name).map(Some).ok_or_else(unknown)
        }
        None if path.trim_end_matches(".gz").ends_with(".interaction") => Ok(Some(Shape::Interaction)),
        None => Ok(None),
    }
}

fn untold(args: &Args, text: Text<'_>, shape: Option<Shape>, trouble: &Trouble) -> Said {
    let conclusion = Conclusion::Unknown;
    if args.json {
        let line = Line::Record(Box::new(Examined::unread(text, shape, trouble)));
        return Said { conclusion, text: json(&line) + "\n" };
    }
    let Trouble { at, why } = trouble;
    let name = text.name();
    if at.is_empty() {
        return Said { conclusion, text: format!("{name}: could not tell: {why}\n") };
    }
    let path = records::path_in(text.bytes, at.start).map(|path| ("in the record", path));
    let shown = place::trouble(text, at.clone(), why, &path.into_iter().collect::<Vec<_>>());
    let shape = shape.map_or(String::new(), |shape| format!(" as {}", shape.name()));
    Said { conclusion, text: format!("{shown}{name}: could not tell: it cannot be read{shape}\n") }
}

/// Checks moves and what is said of them.
fn record_of(args: &Args, text: Text<'_>, record: &Record<'_>, given: &Settings) -> Said {
    let game = record.game;
    let check = || -> Result<records::Checked, String> {
        let refused = |why| format!("its parameters are refused: {why}");
        let variant = game.with(&record.settings.and(given)).map_err(refused)?;
        common::with_machine("preparing", |machine| variant.prepare(machine));
        let checked = records::check(record, given, false)?;
        // The log made of the record shows what stood on the board.
        if checked.findings.is_empty() { Ok(checked) } else { records::check(record, given, true).or(Ok(checked)) }
    };
    let checked = match check() {
        Ok(checked) => checked,
        Err(why) => return untold(args, text, Some(record.shape), &Trouble::new(0..0, why)),
    };
    let conclusion = checked.conclusion(args.strict);
    let mut said = String::new();
    let line = |found: &Found| found.step.and_then(|step| checked.kept.lines.get(step).copied());
    let in_log = |found: &Found| Finding { line: line(found).unwrap_or(usize::MAX - 1), ..found.finding(b"") };
    let mut found: Vec<&Found> = checked.findings.iter().collect();
    found.sort_by_key(|found| in_log(found).line);
    let findings: Vec<Finding> = found.iter().map(|found| in_log(found)).collect();
    let log = Source::new(text.path, checked.kept.log.as_bytes());
    for (found, around) in found.iter().zip(around(game, &checked.settings, &log, &findings, true)) {
        let mut diagnosis = Diagnosis::new(found.finding(text.bytes), args.strict).excused(checked.excuse_of(found));
        diagnosis.facts.extend(records::path_in(text.bytes, found.at.start).map(|path| ("in the record", path)));
        let (diagnosis, board) = explained(game, diagnosis, around);
        said += &(place::finding(text, found.at.clone(), &diagnosis) + &board);
    }
    for note in &checked.notes {
        said += &format!("note: {note}\n");
    }
    let judge = match checked.judged {
        Judged::Right => "; the judge was right",
        Judged::Wrong => "; the judge was wrong here",
        Judged::Unknown => "",
    };
    let extent = match checked.extent {
        Extent::Gap(steps) => format!("{steps} steps after a choice that is not told checked for their form alone"),
        other => extent(other),
    };
    let head =
        format!("{conclusion}{judge} ({}, {}: {} answers; {extent}", game.name(), record.shape.name(), checked.answers);
    let tail = tail(&checked.verdict, checked.extent);
    Said { conclusion, text: format!("{said}{}: {head}{tail})\n", text.name()) }
}

/// The transcript within a saved failure; `None` where the file is none.
pub(super) fn transcript_of_saved(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.contains("\ntranscript: "))?;
    Saved::read(text).ok().map(|saved| saved.transcript.into_bytes())
}

/// Checks a log with the judge's messages; `places` says where its lines come from, unless they are the file's own.
fn log_of(
    args: &Args,
    which: Which,
    text: Text<'_>,
    (shape, log): (Shape, &[u8]),
    places: Option<&[Range<usize>]>,
) -> Said {
    let source = &Source::new(text.path, log);
    let check = || -> Result<Said, String> {
        let game = which.named.map_or_else(|| game_of(which.games, log, "stickler validate GAME FILE"), Ok)?;
        let settings = common::settings(game, &args.set)?;
        prepare(game, &settings, log);
        Ok(match validate(game, &settings, log) {
            Ok(checked) => report(args, game, &settings, source, &checked, places.map(|places| (text, places))),
            Err(refused) => {
                let (shown, why) = refusal(refused, source);
                let said = format!("{shown}{}: could not tell: {why}\n", text.name());
                Said { conclusion: Conclusion::Unknown, text: said }
            }
        })
    };
    check().unwrap_or_else(|why| untold(args, text, Some(shape), &Trouble::new(0..0, why)))
}

/// Does what takes long for the game of this log; a log whose parameters are refused is spoken of elsewhere.
pub(super) fn prepare(game: &dyn AnyGame, settings: &Settings, bytes: &[u8]) {
    if let Ok(transcript) = Transcript::parse(bytes)
        && let Ok(variant) = game.with(&settings_of(game, &transcript, settings))
    {
        common::with_machine("preparing", |machine| variant.prepare(machine));
    }
}

/// The game that a header names.
pub(super) fn game_of(games: Registry, bytes: &[u8], how: &str) -> Result<&'static dyn AnyGame, String> {
    let missing = format!("the game is not known: name it, as in `{how}`, or put a header in front of the log");
    let transcript = Transcript::parse(bytes).map_err(|error| format!("line {}: {}", error.line, error.breach.why))?;
    games.find(transcript.header.game.as_deref().ok_or(missing)?)
}

pub(super) fn refusal(refused: Refused, source: &Source<'_>) -> (String, String) {
    match refused {
        Refused::Header(error) => {
            (Diagnosis::new(error.into(), false).render(source, true), "its header cannot be read".into())
        }
        refused => (String::new(), refused.to_string()),
    }
}

/// How many findings are shown that differ in their place alone, and of how many others the lines are named.
const ALIKE: usize = 3;
const MORE: usize = 20;
/// Of how many findings the evidence is looked for: those that follow mostly follow from them.
const PROVEN: usize = 8;

fn report(
    args: &Args,
    game: &dyn AnyGame,
    settings: &Settings,
    source: &Source<'_>,
    checked: &Checked,
    places: Option<(Text<'_>, &[Range<usize>])>,
) -> Said {
    let conclusion = checked.conclusion(args.strict);
    let mut text = String::new();
    let around = around(game, settings, source, &checked.findings, true);
    let mut alike: BTreeMap<(Clause, String), Vec<usize>> = BTreeMap::new();
    for (number, (finding, around)) in checked.findings.iter().zip(around).enumerate() {
        let group = (finding.breach.clause, format!("{}: {}", finding.culprit, finding.breach.why.parts().0));
        let lines = alike.entry(group).or_default();
        lines.push(finding.line);
        if lines.len() > ALIKE {
            continue;
        }
        let diagnosis = Diagnosis::new(*finding, args.strict).excused(checked.excuse_of(finding));
        let (mut diagnosis, board) = explained(game, diagnosis, around);
        if let Some((line, seat)) = cause(&checked.findings[..number], finding, source) {
            diagnosis = diagnosis.fact("consequence", format!("of line {line}, where seat {seat} failed"));
        }
        text += &match places {
            Some((file, places)) => {
                place::finding(file, records::place_in(file.bytes, source.bytes, places, finding), &diagnosis)
            }
            None if number < PROVEN => diagnosis.proven(game, settings, source).render(source, true),
            None => diagnosis.render(source, true),
        };
        text += &board;
    }
    for ((clause, _), lines) in alike.iter().filter(|(_, lines)| lines.len() > ALIKE) {
        let more: Vec<String> = lines[ALIKE..].iter().take(MORE).map(usize::to_string).collect();
        let rest = if lines.len() > ALIKE + MORE { ", …" } else { "" };
        text += &format!("{clause}: {} more like it, on lines {}{rest}\n", lines.len() - ALIKE, more.join(", "));
    }
    if matches!(checked.extent, Extent::Cut | Extent::Torn) && conclusion == Conclusion::Unknown {
        let last = source.bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count();
        text += &Diagnosis::new(cut(last), false)
            .fact("help", "`omits: tail` in a header says that the end is left out on purpose")
            .render(source, true);
    }
    Said { conclusion, text: format!("{text}{}: {}\n", source.path, closing(conclusion, checked)) }
}

/// The line of the fault that a judge's breach follows from: nobody has answered anything between the two.
fn cause(before: &[Finding], finding: &Finding, source: &Source<'_>) -> Option<(usize, Seat)> {
    use FaultKind::{Died, Flood, Format, Illegal, Late, Unlogged};
    let puts_out =
        |found: &&Finding| matches!(found.culprit, Culprit::Seat(_, Late | Format | Illegal | Flood | Died | Unlogged));
    let fault = before.iter().rfind(puts_out).filter(|_| finding.culprit == Culprit::Judge)?;
    let is_answer = |number: usize| source.line(number).get(1) == Some(&b'>');
    let Culprit::Seat(seat, _) = fault.culprit else { return None };
    (!(fault.line + 1..finding.line).any(is_answer)).then_some((fault.line, seat))
}

/// A diagnosis with what stood around its finding, and the board before it.
pub(super) fn explained(game: &dyn AnyGame, mut diagnosis: Diagnosis, around: Around) -> (Diagnosis, String) {
    let Culprit::Seat(_, kind) = diagnosis.finding.culprit else {
        diagnosis.facts.extend(around.advice);
        return (diagnosis, String::new());
    };
    let (allowed, picture) = around.before.map_or((None, None), |before| (before.allowed, before.picture));
    diagnosis.facts.push(("verdict", format!("{} in this contest's words", game.word(kind))));
    diagnosis.facts.extend(allowed.map(|allowed| ("allowed here", allowed)));
    diagnosis.facts.extend(around.advice);
    (diagnosis, picture.map_or(String::new(), |picture| format!("\nthe board before it:\n{picture}\n")))
}

fn extent(extent: Extent) -> String {
    match extent {
        Extent::Whole => "the whole game".to_string(),
        Extent::NoTail => "without its tail, as it says".to_string(),
        Extent::Gap(lines) => format!("{lines} lines after the gap checked for their form alone"),
        Extent::Open => "as far as these seats may have heard: nothing tells them the end".to_string(),
        Extent::Cut => "it stops before the end".to_string(),
        Extent::Torn => "its last line has no newline: it may be cut, and was left out".to_string(),
        Extent::Empty => "there is no line of a seat in it".to_string(),
        Extent::Contradicted => "nothing after the contradiction was checked".to_string(),
    }
}

fn closing(conclusion: Conclusion, checked: &Checked) -> String {
    let seats: Vec<String> = checked.seen.iter().map(|seat| seat.to_string()).collect();
    let (extent, tail) = (extent(checked.extent), tail(&checked.verdict, checked.extent));
    format!("{conclusion} ({} lines of seats {}; {extent}{tail})", checked.lines, seats.join(" "))
}

/// How the game ended, and the assumed clauses on which that rests.
fn tail(verdict: &Verdict, extent: Extent) -> String {
    let mut text = String::new();
    if let Some(outcome) = verdict.outcome.filter(|_| extent == Extent::Whole) {
        text += &format!("; {outcome}");
    }
    if !verdict.rests_on.is_empty() {
        let clauses: Vec<&str> = verdict.rests_on.iter().map(|clause| clause.id()).collect();
        text += &format!("; rests on the assumed {}", clauses.join(", "));
    }
    text
}
