//! Black Out outside a match: `stickler kattis`, an interactive output validator in Kattis' convention, and `stickler solve`.

use crate::common::{CliError, CliResult, done, named};
use crate::tool::Tool;
use crate::{common, outputs};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickler::cells::Grid;
use stickler::explain::{Culprit, Finding};
use stickler::games::Registry;
use stickler::games::blackout::{Blackout, Params, Values};
use stickler::games::erased::AnyGame;
use stickler::live::{MatchReport, NoBuiltinPlayers};
use stickler::params::{Parameters, Settings};
use stickler::referee::FaultKind;
use stickler::report::diagnostic::{Diagnosis, Source};
use stickler::report::journal::Journal;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler::{encoding, live};
use stickler_arena::process_players::ProcessPlayers;
use stickler_judge_test::join::ANSWERS;

/// Judge a program as an interactive output validator of Kattis: 42 accepted, 43 wrong
#[derive(clap::Args, Debug)]
pub struct Kattis {
    /// The game: blackout
    #[arg(value_parser = ["blackout"])]
    game: String,
    /// The test case: the number of games, and after it, where it is given, the seed of the jury's choices
    input: PathBuf,
    /// The answer file, which is not read
    _answer: PathBuf,
    /// Where judgemessage.txt, teammessage.txt and the transcript go
    feedback: PathBuf,
    /// Set a parameter of the game; the system that starts the program limits its time
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// More words that the judge system passes
    #[arg(hide = true, allow_hyphen_values = true, trailing_var_arg = true)]
    _more: Vec<String>,
}

impl Tool for Kattis {
    const NAME: &'static str = "kattis";

    fn run(&self, games: Registry) -> CliResult {
        common::watch_signals();
        let game = games.find(&self.game)?;
        let (games, seed) = read(&self.input)?;
        let set = [
            vec!["wall=3600000".into(), format!("games={games}")],
            self.set.clone(),
        ]
        .concat();
        let settings = common::settings(game, &set)?;
        let variant = game.with(&settings)?;
        variant.prepare();
        let mut table = ProcessPlayers::joined()?;
        let writer = Writer::new(game.name(), &settings, &[("seed", seed.to_string())]);
        let mut stream = Seeded::new(SplitMix64(seed));
        let record = live::play(
            variant.referee(),
            1,
            &mut table,
            &mut NoBuiltinPlayers,
            &mut stream,
            writer,
        )?;
        let mut faults = record.verdict.faults.iter().zip(&record.fault_lines);
        let wrong = faults.find(|(fault, _)| fault.kind != FaultKind::Habit);
        let finding = wrong.map(|(fault, &line)| {
            Finding::new(line, Culprit::Seat(fault.seat, fault.kind), fault.breach)
        });
        feedback(&self.feedback, game, &settings, &record, finding.as_ref())?;
        Ok(ExitCode::from(
            ANSWERS[usize::from(finding.is_some())] as u8,
        ))
    }
}

fn read(input: &Path) -> Result<(u32, u64), String> {
    let text = encoding::text_of(input).map_err(named(input))?;
    let mut words = text.split_whitespace();
    let games = words.next().and_then(|word| word.parse().ok());
    let seed = words.next().map_or(Some(1), |word| word.parse().ok());
    match (games, seed, words.next()) {
        (Some(games), Some(seed), None) => Ok((games, seed)),
        _ => Err(format!(
            "{}: expected the number of games, and a seed if you like",
            input.display()
        )),
    }
}

/// The whole story for the judges, one sentence for the team.
fn feedback(
    folder: &Path,
    game: &dyn AnyGame,
    settings: &Settings,
    record: &MatchReport,
    finding: Option<&Finding>,
) -> Result<(), CliError> {
    let write = |name: &str, text: &str| outputs::write(&folder.join(name), text);
    let bytes = record.transcript.as_bytes();
    write("transcript.log", &record.transcript)?;
    let outcome = record
        .verdict
        .outcome
        .map_or("no outcome".to_string(), |outcome| outcome.to_string());
    let Some(finding) = finding else {
        return Ok(write(
            "judgemessage.txt",
            &format!("accepted: {outcome}\n"),
        )?);
    };
    let source = Source::new("transcript.log", bytes);
    let around = Journal::new(game, settings, &source).around_one(finding, false);
    let diagnosis = Diagnosis::new(*finding, false)
        .proven(around.evidence)
        .facts(around.advice);
    write("judgemessage.txt", &diagnosis.render(&source, false))?;
    let sentence = &finding.breach.clause.statement().sentence;
    Ok(write(
        "teammessage.txt",
        &format!("{}\n{sentence}\n", finding.breach.why),
    )?)
}

/// Say who wins a solved game, and by which first moves
#[derive(clap::Args, Debug)]
pub struct Solve {
    /// The game: blackout
    #[arg(value_parser = ["blackout"])]
    game: String,
    /// Rows of the board, from 1 to 5
    #[arg(long, default_value_t = 5)]
    rows: u8,
    /// Columns of the board, from 1 to 6
    #[arg(long, default_value_t = 6)]
    cols: u8,
}

impl Tool for Solve {
    const NAME: &'static str = "solve";

    fn run(&self, _games: Registry) -> CliResult {
        let board = Grid {
            rows: self.rows,
            cols: self.cols,
        };
        let settings = Settings(vec![(
            "board".into(),
            format!("{}x{}", board.rows, board.cols),
        )]);
        let rules = Blackout::new(&Params::with(&settings)?);
        let values = Values::of(&rules);
        let winning: Vec<String> = rules
            .moves(0)
            .filter(|(_, black)| !values.is_won(*black))
            .map(|(segment, _)| format!("  {segment}\n"))
            .collect();
        let all = rules.moves(0).count();
        let (rows, cols) = (board.rows, board.cols);
        done(&match winning.len() {
            0 => format!(
                "{rows}x{cols}: the second player wins, whatever the first of {all} moves is\n"
            ),
            won => {
                format!(
                    "{rows}x{cols}: the first player wins, by {won} of {all} first moves:\n{}",
                    winning.concat()
                )
            }
        })
    }
}
