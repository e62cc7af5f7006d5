//! Where the results of a run go: the terminal, JSON lines, and files for other programs.

use crate::common::{CliError, can_be_written, json, named, print, print_beside, remark};
use crate::file_lock::lock;
use crate::patience::{WaitFor, interrupted, unless_interrupted, with_file};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Error, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use stickler::encoding;
use stickler::games::Registry;
use stickler_check::bot::{Case, Plan, RunSummary};
use stickler_check::joined_results;
use stickler_check::joined_results::JoinedResults;
use stickler_check::report::run::Detail;
use stickler_check::report::{closing_line, html, junit, markdown, run};
use stickler_check::results::{GameLine, Planned, ResultLine};

/// The forms of a report.
#[derive(clap::Args)]
pub(crate) struct Outputs {
    /// Print JSON lines instead of the report: the plan, each game as it ends, a summary; see spec/report.schema.json
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the report as one HTML page with every failing game to step through
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the report as JUnit XML: a test for each scenario and for each clause
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the report as Markdown, for example for $GITHUB_STEP_SUMMARY
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Print the verdict alone, in one line
    #[arg(long, short, conflicts_with = "verbose")]
    quiet: bool,
    /// Print all tables, with a line for every clause
    #[arg(long, short)]
    verbose: bool,
}

/// The bot's command, as reports name it.
pub(crate) fn label(planned: &Planned) -> String {
    if planned.bot.is_empty() {
        "the reference bot".into()
    } else {
        planned.bot.join(" ")
    }
}

/// The bot's command for the title of a page: of files the names alone.
fn titled(planned: &Planned) -> String {
    let label = label(planned);
    let file = |word: &str| word.rsplit('/').next().unwrap_or(word).to_string();
    label.split(' ').map(file).collect::<Vec<_>>().join(" ")
}

impl Outputs {
    /// The report for people. Where something failed, the verdict comes first, then the causes as `failures` prints them (or
    /// keeps them quietly), the tables, and a line that says where to look; else the tables, and the verdict last.
    pub(crate) fn say(
        &self,
        title: &str,
        plan: &Plan,
        cases: impl Iterator<Item = Case>,
        summary: &mut RunSummary,
        failures: impl FnOnce(bool, &mut RunSummary) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let detail = match (self.quiet, self.verbose) {
            (true, _) => Detail::Quiet,
            (_, true) => Detail::Verbose,
            _ => Detail::Usual,
        };
        let closing = format!("{}\n", closing_line::closing(plan, summary));
        // Where nothing can be printed, the failing games are kept all the same.
        if self.json || self.quiet {
            let added = self.add(&closing);
            return match self.json {
                true => added,
                false => failures(true, summary).and(added),
            };
        }
        let mut begin = title.to_string();
        if !summary.failing.is_empty() {
            begin += &format!("{closing}\n");
        }
        if let Err(error) = print(&begin) {
            failures(true, summary)?;
            return Err(error);
        }
        if summary.failing.is_empty() {
            failures(false, summary)?;
            print(&run::tables(plan, cases, summary, detail))?;
            return print(&closing);
        }
        failures(false, summary)?;
        print(&run::tables(plan, cases, summary, detail))?;
        closing_line::cause(plan, summary).map_or(Ok(()), |cause| print(&format!("{cause}\n")))
    }

    /// A word more for people, where the JSON lines do not have standard output for themselves.
    pub(crate) fn add(&self, text: &str) -> Result<(), CliError> {
        if self.json {
            print_beside(text);
        } else {
            print(text)?;
        }
        Ok(())
    }

    /// Fails before a run whose files could not be written after it.
    pub(crate) fn can_be_written(&self) -> Result<(), String> {
        [&self.html, &self.junit, &self.markdown]
            .into_iter()
            .flatten()
            .try_for_each(|path| can_be_written(path))
    }

    /// The files that were asked for. One that cannot be written takes no other with it; the first error comes back.
    pub(crate) fn write(
        &self,
        planned: &Planned,
        plan: &Plan,
        summary: &RunSummary,
    ) -> Result<(), CliError> {
        let title = format!("{}: {}", plan.game.name(), label(planned));
        let page = self.html.as_ref().map_or(Ok(()), |path| {
            let title = format!("{}: {}", plan.game.name(), titled(planned));
            let page = html::run(&title, plan, planned.cases(plan)?, summary)?;
            write(path, &page).map_err(CliError::from)
        });
        let junit = self.junit.as_ref().map_or(Ok(()), |path| {
            let tests = junit::run(&title, plan, planned.cases(plan)?, summary);
            write(path, tests).map_err(CliError::from)
        });
        let markdown = self.markdown.as_ref().map_or(Ok(()), |path| {
            let text = markdown::run(&title, plan, planned.cases(plan)?, summary);
            write(path, text).map_err(CliError::from)
        });
        page.and(junit).and(markdown)
    }
}

/// Writes a file; the error names it.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let (own, bytes) = (path.to_path_buf(), bytes.as_ref().to_vec());
    with_file(path, move || std::fs::write(own, bytes)).map_err(named(path))
}

/// The results as they come: to standard output, to a file that a later run goes on with, to both or to neither.
pub(crate) struct Results {
    file: Option<(File, PathBuf)>,
    prints: bool,
}

impl Results {
    /// Reads what the file has already, repairs its end, and writes the plan where that is missing; returns what was played.
    pub(crate) fn open(
        games: Registry,
        planned: &Planned,
        resume: Option<&Path>,
        prints: bool,
    ) -> Result<(Results, JoinedResults), CliError> {
        let mut joined = JoinedResults::new(planned, games)?;
        let (mut results, plan) = (
            Results { file: None, prints },
            ResultLine::Plan(planned.clone()),
        );
        let Some(path) = resume else {
            results.write(&plan).map_err(unwritten)?;
            return Ok((results, joined));
        };
        let open = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let mut file = open.map_err(named(path))?;
        if !file.metadata().map_err(named(path))?.is_file() {
            return Err(named(path)(
                "no ordinary file, so results cannot be kept in it and read again",
            )
            .into());
        }
        if lock(&file) == Some(false) {
            return Err(named(path)(
                "another run writes its results to this file now; wait for it, or give this run a file of its own",
            )
            .into());
        }
        let note = |found: &Planned, game: GameLine| match found == planned {
            true => joined.note(found, &game),
            false => {
                Err("these results are of another plan; give each plan a file of its own".into())
            }
        };
        let kept = joined_results::read(BufReader::new(&file), note).map_err(named(path))?;
        if kept.plan.is_none() && !begins(&mut file, &plan).map_err(named(path))? {
            return Err(
                named(path)("it holds something else than results; it is left as it is").into(),
            );
        }
        if kept.is_cut {
            remark(&format!(
                "{}: its half-written last line is dropped",
                path.display()
            ));
        }
        file.set_len(kept.whole)
            .and_then(|()| file.seek(SeekFrom::Start(0)))
            .map_err(named(path))?;
        results.write(&plan).map_err(unwritten)?;
        let again = |_: &Planned, game: GameLine| {
            joined.add(&game)?;
            results
                .write(&ResultLine::Game(Box::new(game)))
                .map_err(unwritten)
        };
        joined_results::read(BufReader::new(&file), again).map_err(named(path))?;
        file.seek(SeekFrom::End(0)).map_err(named(path))?;
        results.file = Some((file, path.into()));
        if kept.plan.is_none() {
            results.prints = false;
            results.write(&plan).map_err(unwritten)?;
            results.prints = prints;
        }
        Ok((results, joined))
    }

    /// Writes a line; whoever is killed after it has lost nothing of it.
    pub(crate) fn write(&mut self, line: &ResultLine) -> std::io::Result<()> {
        if self.file.is_none() && !self.prints {
            return Ok(());
        }
        let text = json(line);
        if let Some((file, path)) = &mut self.file {
            file.write_all(text.as_bytes())
                .map_err(named(path))
                .map_err(Error::other)?;
        }
        if self.prints {
            let print = move || {
                let mut out = std::io::stdout().lock();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            };
            let written =
                unless_interrupted(WaitFor::Output, print).unwrap_or_else(|| Err(interrupted()));
            written.map_err(|error| Error::other(format!("standard output: {error}")))?;
        }
        Ok(())
    }
}

/// True where all that a file holds is the beginning of this line.
fn begins(file: &mut File, line: &ResultLine) -> std::io::Result<bool> {
    let line = json(line);
    let mut held = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(line.len() as u64 + 1).read_to_end(&mut held)?;
    Ok(line.as_bytes().starts_with(&held))
}

fn unwritten(error: Error) -> String {
    format!("the results cannot be written: {error}")
}

/// The results of several files of one plan, as one run that plays game after game would have them.
pub(crate) fn joined(
    games: Registry,
    files: &[PathBuf],
    mut each: impl FnMut(GameLine) -> Result<(), CliError>,
) -> Result<(Planned, RunSummary), CliError> {
    let open = |path: &Path| {
        let mut reader = File::open(path).map(BufReader::new).map_err(named(path))?;
        encoding::past_mark(&mut reader).map_err(named(path))?;
        Ok::<_, String>(reader)
    };
    let mut joined: Option<JoinedResults> = None;
    for path in files {
        let kept = joined_results::read(open(path)?, |planned, game| {
            if joined.is_none() {
                joined = Some(JoinedResults::new(planned, games)?);
            }
            joined
                .as_mut()
                .map_or(Ok(()), |joined| joined.note(planned, &game))
        });
        let kept = kept.map_err(named(path))?;
        if let (None, Some(planned)) = (&joined, &kept.plan) {
            joined = Some(JoinedResults::new(planned, games).map_err(named(path))?);
        }
        if let Some(joined) = &mut joined {
            joined.stop(kept.stopped.as_deref());
            joined.assume(&kept.assumptions);
            joined.take_code(&kept.code);
        }
    }
    let mut joined = joined.ok_or("there are no results in these files".to_string())?;
    for path in files {
        let read = joined_results::read(open(path)?, |_, game| match joined.add(&game)? {
            Some(_) => each(game).map_err(|untold| untold.why),
            None => Ok(()),
        });
        read.map_err(named(path))?;
    }
    Ok((joined.planned.clone(), joined.summary()?))
}
