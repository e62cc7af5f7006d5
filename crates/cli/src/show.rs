//! `stickler show`: the boards of a transcript, or of any other record.

use crate::common;
use crate::common::{CliResult, done, print};
use crate::convert::{Given, log_of, report};
use crate::outputs::write;
use std::path::PathBuf;
use std::process::ExitCode;
use stickler::explain::{CheckError, Standing, validate_until, walk};
use stickler::game::Seat;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::records::game_of;
use stickler::report::diagnostic::Source;
use stickler::report::file_report::refusal;
use stickler::report::{board, svg, viewer};
use stickler::transcript::{Transcript, unescape};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    of: Given,
    /// Show the board before this line of the file, instead of the last board
    #[arg(long, value_name = "LINE")]
    line: Option<usize>,
    /// Show the board before this turn: the first move or bet of the game is turn 1
    #[arg(long, value_name = "N", conflicts_with = "line")]
    turn: Option<usize>,
    /// Show the board after every answer
    #[arg(long, conflicts_with_all = ["line", "turn"])]
    every: bool,
    /// Write a page with the game to step through, instead of printing boards
    #[arg(long, value_name = "OUT", conflicts_with_all = ["line", "turn", "every"])]
    html: Option<PathBuf>,
    /// Write the board as a picture, SVG, with the first fault below it, instead of printing it
    #[arg(long, value_name = "OUT", conflicts_with = "every")]
    svg: Option<PathBuf>,
    /// Print what this seat has read, as it read it, instead of boards: the input of its bot, to start it in a debugger, say
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["line", "turn", "every", "html", "svg"])]
    input: Option<u8>,
    /// With --input: up to this line of the file, without it
    #[arg(long, value_name = "LINE", requires = "input")]
    until: Option<usize>,
}

/// The lines that a seat has read before this line of a log.
fn input(log: &[u8], seat: Seat, until: usize) -> Result<Vec<u8>, String> {
    let transcript = Transcript::parse(log)
        .map_err(|error| format!("line {}: {}", error.line, error.breach.why))?;
    let lines = transcript.body().take_while(|line| line.number < until);
    let told = lines.filter_map(|line| line.told().filter(|(to, _)| *to == seat));
    Ok(told.fold(Vec::new(), |mut read, (_, text)| {
        read.extend_from_slice(&unescape(text));
        read.push(b'\n');
        read
    }))
}

/// The lines of the answers that act in the game; those of a handshake do not.
fn turns(game: &dyn AnyGame, settings: &Settings, log: &[u8]) -> Result<Vec<usize>, CheckError> {
    let Ok(transcript) = Transcript::parse(log) else {
        return Ok(Vec::new());
    };
    let said: Vec<(usize, Seat)> = transcript
        .body()
        .filter_map(|line| Some((line.number, line.said()?.0)))
        .collect();
    let lines: Vec<usize> = said.iter().map(|(line, _)| *line).collect();
    let (mut turns, mut said) = (Vec::new(), said.into_iter());
    let mut see = |line: usize, standing: Standing<'_>| {
        let by = said.find(|(own, _)| *own == line).map(|(_, seat)| seat);
        let (Some(by), Some(rules)) = (by, standing.referee.rules()) else {
            return;
        };
        let replies = standing.referee.replies(by);
        let is_action = |reply: &String| {
            rules.check(reply).is_ok() || rules.check(&format!("{by} {reply}")).is_ok()
        };
        if replies.first().is_none_or(is_action) {
            turns.push(line);
        }
    };
    walk(game, settings, log, &lines, &mut see)?;
    Ok(turns)
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let Given { file, set, .. } = &args.of;
    let file = &file.name;
    let log = log_of(&args.of, games)?;
    if let Some(seat) = args.input {
        let until = args.until.map_or(usize::MAX, |line| log.line(line));
        let read = input(&log.bytes, Seat(seat), until)?;
        if read.is_empty() {
            let before = args
                .until
                .map_or(String::new(), |line| format!(" before line {line}"));
            return Err(
                format!("--input {seat}: {file} has no message to seat {seat}{before}").into(),
            );
        }
        return done(&String::from_utf8_lossy(&read));
    }
    let at_line = args.line.map(|line| log.line(line));
    let (bytes, checked) = (log.bytes, log.checked.unwrap_or_default());
    let game = match log.game {
        Some(game) => game,
        None => game_of(games, &bytes, "stickler show --game GAME FILE")
            .map_err(|trouble| trouble.why)?,
    };
    let settings = common::settings(game, set)?;
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').count();
    if let Some(line) = at_line.filter(|line| !(1..=lines + 1).contains(line)) {
        return Err(format!(
            "--line {line}: {} has {lines} lines, the first of which is 1",
            file
        )
        .into());
    }
    if let Some(path) = &args.html {
        let report = report(&args.of, games)?;
        let page = viewer::transcript(file, game, &settings, &bytes, &checked, &report, None)?;
        write(path, &page)?;
        if args.svg.is_none() {
            return Ok(ExitCode::SUCCESS);
        }
    }
    let refused = |refused| refusal(refused, &Source::new(file, &bytes)).1;
    let at_line = match args.turn {
        None => at_line,
        Some(turn) => {
            let turns = turns(game, &settings, &bytes).map_err(refused)?;
            let line = turn.checked_sub(1).and_then(|at| turns.get(at));
            let none = || {
                format!(
                    "--turn {turn}: {file} has {} turns, the first of which is 1",
                    turns.len()
                )
            };
            Some(*line.ok_or_else(none)?)
        }
    };
    if args.every {
        let transcript = Transcript::parse(&bytes)
            .map_err(|error| format!("line {}: {}", error.line, error.breach.why))?;
        let after = transcript
            .body()
            .filter(|line| line.said().is_some())
            .map(|line| line.number + 1);
        let after: Vec<usize> = after.collect();
        let mut printed = Ok(());
        let mut see = |after: usize, standing: Standing<'_>| {
            let board = board::render(&standing.referee.picture(), true);
            if printed.is_ok() {
                printed = print(&format!("after line {}:\n{board}\n", after - 1));
            }
        };
        walk(game, &settings, &bytes, &after, &mut see).map_err(refused)?;
        return printed.map(|()| ExitCode::SUCCESS);
    }
    let before = at_line.unwrap_or(usize::MAX);
    let (_, referee) = validate_until(game, &settings, &bytes, before).map_err(refused)?;
    let first = checked.findings.iter().find(|found| found.line < before);
    let found = first.map(|found| {
        let doubt = if checked.is_certain(found) {
            ""
        } else {
            "could not tell: "
        };
        let place = match found.line {
            0 => String::new(),
            line => format!("line {line}: "),
        };
        format!(
            "{doubt}{place}{}: {}",
            found.breach.clause, found.breach.why
        )
    });
    if let Some(path) = &args.svg {
        let certain = first.filter(|found| checked.is_certain(found));
        let refused = certain.map(|found| found.line);
        let mut picture = viewer::still(game, &settings, &bytes, at_line, refused)?;
        picture.notes.extend(found);
        viewer::call_by_name(&mut picture, &bytes);
        let title = format!("{}: {}", game.name(), viewer::file_name(file));
        write(path, svg::draw(&picture, &title))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = board::render(&referee.picture(), true);
    text.extend(
        referee
            .advice(None)
            .into_iter()
            .map(|(name, advice)| format!("{name}: {advice}\n")),
    );
    text.extend(found.map(|found| found + "\n"));
    done(&text)
}
