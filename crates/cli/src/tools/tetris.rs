//! Tetris, a batch task, outside a match: `stickler grade`, `generate` and `decide`.

use crate::common;
use crate::common::{CliError, CliResult, done, named, print};
use crate::tool::Tool;
use std::fs::File as Disk;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickler::clause::Breach;
use stickler::explain::{Culprit, Finding};
use stickler::game::Seat;
use stickler::games::erased::AnyGame;
use stickler::games::tetris::batch::{File, Grade, GradeError};
use stickler::games::tetris::decide::{because, explain};
use stickler::games::tetris::{Params, Tetris, batch};
use stickler::games::{Registry, tetris};
use stickler::params::Parameters;
use stickler::referee::FaultKind;
use stickler::report::diagnostic::{Diagnosis, Source};
use stickler::report::hint::foreign_bytes;
use stickler::stream::{Seeded, SplitMix64};

#[derive(clap::Args, Debug)]
struct BatchArgs {
    /// The game: tetris
    game: String,
    /// Set a parameter of the game; `stickler games tetris` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// Grade the output of a batch task against its input
#[derive(clap::Args, Debug)]
pub struct GradeArgs {
    #[command(flatten)]
    batch: BatchArgs,
    /// The input of the program
    input: PathBuf,
    /// The output of the program
    output: PathBuf,
    /// Exit codes of Kattis' output validators: 42 accepted, 43 wrong
    #[arg(long)]
    kattis: bool,
}

/// Write an input of a batch task
#[derive(clap::Args, Debug)]
pub struct Generate {
    #[command(flatten)]
    batch: BatchArgs,
    /// Draw the cases from this seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Decide one case of a batch task, and show why
#[derive(clap::Args, Debug)]
pub struct Decide {
    #[command(flatten)]
    batch: BatchArgs,
    /// The sequence of placed pieces
    sequence: String,
}

impl BatchArgs {
    fn params(&self, games: Registry) -> Result<Params, CliError> {
        let game = games.find(&self.game)?;
        if game.name() != AnyGame::name(&tetris::Contest) {
            return Err(format!(
                "{} is played, not graded; tetris is the batch task",
                game.name()
            )
            .into());
        }
        let settings = common::settings(game, &self.set)?;
        Ok(Params::with(&settings)?)
    }
}

impl Tool for GradeArgs {
    const NAME: &'static str = "grade";

    fn run(&self, games: Registry) -> CliResult {
        let params = self.batch.params(games)?;
        // Both as they are: the program read the one and wrote the other, and a byte order mark is a fault of whoever wrote it.
        let open = |path: &Path| Disk::open(path).map(BufReader::new).map_err(named(path));
        let grade =
            batch::grade(&params, open(&self.input)?, open(&self.output)?).map_err(|error| {
                format!(
                    "{} and {}: {error}",
                    self.input.display(),
                    self.output.display()
                )
            })?;
        print(&report(self, &params, &grade))?;
        let code = match (&grade.error, self.kattis) {
            (None, false) => 0,
            (None, true) => 42,
            // An input that cannot be read is nobody's wrong answer.
            (Some(refused), _) if refused.file == File::Input => 2,
            (Some(_), false) => 1,
            (Some(_), true) => 43,
        };
        Ok(ExitCode::from(code))
    }
}

fn report(args: &GradeArgs, params: &Params, grade: &Grade) -> String {
    let mut text: String = grade
        .habits
        .iter()
        .map(|habit| shown(args, params, habit, FaultKind::Habit))
        .collect();
    match &grade.error {
        None => {
            text += &format!(
                "{}: all {} answers are right\n",
                args.output.display(),
                grade.right
            )
        }
        Some(refused) => {
            let kind = if refused.is_wrong_answer() {
                FaultKind::Illegal
            } else {
                FaultKind::Format
            };
            text += &shown(args, params, refused, kind);
            text += &format!(
                "{}: {} answers are right, then an error\n",
                args.output.display(),
                grade.right
            );
        }
    }
    text
}

fn shown(args: &GradeArgs, params: &Params, refused: &GradeError, kind: FaultKind) -> String {
    let (path, culprit) = match refused.file {
        File::Input => (&args.input, Culprit::Judge),
        File::Output => (&args.output, Culprit::Seat(Seat(0), kind)),
    };
    // The one line that is kept is shown at its own number.
    let bytes = [
        b"\n".repeat(refused.line.saturating_sub(1)),
        refused.text.clone(),
    ]
    .concat();
    let breach = Breach {
        line: 0,
        since: None,
        ..refused.breach
    };
    let finding = Finding::new(refused.line, culprit, breach);
    let mut diagnosis = Diagnosis::new(finding, false);
    if let Some(known) = foreign_bytes(&refused.text) {
        diagnosis = diagnosis.fact("help", known);
    }
    if let Some((number, pieces)) = &refused.case {
        diagnosis = diagnosis.fact("case", format!("{number}, {} pieces", pieces.len()));
        diagnosis = diagnosis.fact("because", because(&Tetris::new(params), pieces));
    }
    diagnosis.render(&Source::new(&path.to_string_lossy(), &bytes), true)
}

impl Tool for Generate {
    const NAME: &'static str = "generate";

    fn run(&self, games: Registry) -> CliResult {
        let params = self.batch.params(games)?;
        done(&batch::generate(
            &params,
            &mut Seeded::new(SplitMix64(self.seed)),
        ))
    }
}

/// The rows of a game that is drawn.
const ROWS: &str = "\
rows:
  Q  the pieces as they come, numbered from 1
  S  `o` marks a piece that goes to the hold slot; their numbers stand behind `S =`
  R  the piece that is placed then: the one that came, the one held before, or none (`_`)
  P  the sequence that is placed
";

impl Tool for Decide {
    const NAME: &'static str = "decide";

    fn run(&self, games: Registry) -> CliResult {
        let params = self.batch.params(games)?;
        let pieces = params
            .alphabet
            .read(self.sequence.as_bytes())
            .map_err(|at| {
                let letters = String::from_utf8_lossy(params.alphabet.letters()).into_owned();
                format!(
                    "column {} of the sequence is no letter of the bag {letters}",
                    at + 1
                )
            })?;
        let rules = Tetris::new(&params);
        let possible = explain(&rules, &pieces).is_ok();
        let because = because(&rules, &pieces);
        let rows = if because.contains("\nQ") { ROWS } else { "" };
        done(&format!(
            "{}\n{because}\n{rows}",
            params.answers.word(possible)
        ))
    }
}
