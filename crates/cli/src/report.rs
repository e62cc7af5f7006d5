//! `stickler report merge FILE…`: one report of results that were played in parts.

use crate::common::{CliResult, code, json, print};
use crate::outputs;
use crate::outputs::Outputs;
use std::path::PathBuf;
use stickler::games::Registry;
use stickler_check::report::failure::failure;
use stickler_check::report::run;
use stickler_check::results::{ResultLine, Total};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: ReportCommand,
}

#[derive(clap::Subcommand)]
enum ReportCommand {
    /// Report the results of all parts of a run as those of one machine
    Merge(Merge),
}

#[derive(clap::Args)]
struct Merge {
    /// Results: the JSON lines of `stickler check --json`, or the files of --resume
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
}

pub(crate) fn run(args: &Args, games: Registry) -> CliResult {
    let ReportCommand::Merge(merge) = &args.what;
    let outputs = &merge.outputs;
    outputs.can_be_written()?;
    let (planned, mut summary) = outputs::joined(games, &merge.files, |_| Ok(()))?;
    let plan = planned.plan(games)?;
    let cases = planned.cases(&plan)?;
    if outputs.json {
        let line = |line: ResultLine| print(&json(&line));
        line(ResultLine::Plan(planned.clone()))?;
        outputs::joined(games, &merge.files, |game| {
            line(ResultLine::Game(Box::new(game)))
        })?;
        line(ResultLine::Summary(Total::of(&plan, &summary)))?;
    }
    if outputs.html.is_some() {
        plan.prepare(planned.cases(&plan)?)
            .map_err(|error| error.to_string())?;
    }
    let title = format!(
        "{} · {} · seed {}\n",
        plan.game.name(),
        outputs::label(&planned),
        plan.seed
    );
    outputs.say(&title, &plan, cases, &mut summary, |is_quiet, summary| {
        for (played, fault, line) in run::shown(&plan, summary).into_iter().filter(|_| !is_quiet) {
            let name = format!("log of {}", plan.name_of(played.case));
            print(&format!(
                "{}\n",
                failure(&plan, played, fault, line, &name, true)
            ))?;
        }
        Ok(())
    })?;
    outputs.add(&planned.left_out(&plan)?)?;
    outputs.write(&planned, &plan, &summary)?;
    Ok(code(summary.conclusion()))
}
