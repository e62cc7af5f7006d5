//! `stickler kattis`: an interactive output validator in Kattis' convention.

use crate::arena::joined::Joined;
use crate::arena::live::{self, NoHouse, Record};
use crate::check::stream::{Seeded, SplitMix64};
use crate::check::transcript::{Culprit, Finding};
use crate::cli::common::{self, Done, Untold};
use crate::games::{Registry, erased::AnyGame};
use crate::params::Settings;
use crate::referee::FaultKind;
use crate::report::diagnostic::{Diagnosis, Source, advice};
use crate::transcript::Writer;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Exit codes of an output validator.
const ACCEPTED: u8 = 42;
const WRONG: u8 = 43;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: blackout
    #[arg(value_parser = ["blackout"])]
    game: String,
    /// The test case: the number of games, and after it, where it is given, the seed of the jury's choices
    input: PathBuf,
    /// The answer file, which is not read
    _answer: PathBuf,
    /// Where judgemessage.txt, teammessage.txt and the transcript go
    feedback: PathBuf,
    /// A parameter that differs from its default; the system that starts the program watches over its time
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// What else the judge system passes
    #[arg(hide = true, allow_hyphen_values = true, trailing_var_arg = true)]
    _more: Vec<String>,
}

pub(crate) fn run(args: &Args, games: Registry) -> Done {
    let game = games.find(&args.game)?;
    let (games, seed) = read(&args.input)?;
    let set = [vec!["wall=3600000".into(), format!("games={games}")], args.set.clone()].concat();
    let settings = common::settings(game, &set)?;
    let variant = game.with(&settings)?;
    common::with_machine("preparing", |machine| variant.prepare(machine));
    let mut table = Joined::to_standard_streams()?;
    let writer = Writer::new(game.name(), &settings, &[("seed", seed.to_string())]);
    let mut stream = Seeded::new(SplitMix64(seed));
    let record = live::play(variant.referee(), 1, &mut table, &mut NoHouse, &mut stream, writer)?;
    let wrong = record.verdict.faults.iter().zip(&record.fault_lines).find(|(fault, _)| is_wrong(fault.kind));
    let finding = wrong.map(|(fault, &line)| Finding {
        line,
        culprit: Culprit::Seat(fault.seat, fault.kind),
        breach: fault.breach,
    });
    feedback(&args.feedback, game, &settings, &record, finding.as_ref())?;
    Ok(ExitCode::from(if finding.is_some() { WRONG } else { ACCEPTED }))
}

/// Habits that judges forgive are no wrong answers.
fn is_wrong(kind: FaultKind) -> bool {
    kind != FaultKind::Habit
}

fn read(input: &Path) -> Result<(u32, u64), String> {
    let text = std::fs::read_to_string(input).map_err(|error| format!("{}: {error}", input.display()))?;
    let mut words = text.split_whitespace();
    let games = words.next().and_then(|word| word.parse().ok());
    let seed = words.next().map_or(Some(1), |word| word.parse().ok());
    match (games, seed, words.next()) {
        (Some(games), Some(seed), None) => Ok((games, seed)),
        _ => Err(format!("{}: expected the number of games, and a seed if you like", input.display())),
    }
}

/// The whole story for the judges, one sentence for the team.
fn feedback(
    folder: &Path,
    game: &dyn AnyGame,
    settings: &Settings,
    record: &Record,
    finding: Option<&Finding>,
) -> Result<(), Untold> {
    let path = |name: &str| folder.join(name);
    let write = |name: &str, text: &str| {
        std::fs::write(path(name), text).map_err(|error| format!("{}: {error}", path(name).display()))
    };
    let bytes = record.transcript.as_bytes();
    write("transcript.log", &record.transcript)?;
    let outcome = record.verdict.outcome.map_or("no outcome".to_string(), |outcome| outcome.to_string());
    let Some(finding) = finding else { return Ok(write("judgemessage.txt", &format!("accepted: {outcome}\n"))?) };
    let diagnosis = Diagnosis::new(*finding, false).facts(advice(game, settings, bytes, finding));
    write("judgemessage.txt", &diagnosis.render(Source { path: "transcript.log", bytes }, false))?;
    let sentence = &finding.breach.clause.entry().sentence;
    Ok(write("teammessage.txt", &format!("{}\n{sentence}\n", finding.breach.why))?)
}
