//! Failing games: shown as they came, shrunk, saved; and `stickler replay`.

use crate::arena::process::interrupted;
use crate::arena::room::Walls;
use crate::arena::table::HarnessError;
use crate::check::bot::{Plan, Played, Summary};
use crate::check::replay::{Replayed, replay, saved};
use crate::check::shrink::{Shrunk, shrink};
use crate::check::transcript::Conclusion;
use crate::cli::common::{self, Done, Untold, code, print, program, remark};
use crate::cli::launch::Confined;
use crate::fixture::Saved;
use crate::games::Registry;
use crate::referee::Fault;
use crate::report::run as report;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How the failures of a run are shown.
pub(crate) struct Failures<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) out: &'a Path,
    pub(crate) shrink: Duration,
    /// The bot as the user has named it, and what is withheld from it.
    pub(crate) bot: &'a [String],
    pub(crate) withheld: &'a [String],
    /// They are shrunk and saved, and not shown.
    pub(crate) is_quiet: bool,
}

impl Failures<'_> {
    /// The first game of each broken clause, as it came and then as small as it gets; and the first of each warning.
    pub(crate) fn show(&self, summary: &Summary) -> Result<(), Untold> {
        let mut seen = BTreeSet::new();
        let started = Instant::now();
        for played in summary.failures(&self.plan.standard) {
            let Some((fault, line)) = played.error(&self.plan.standard) else { continue };
            if !seen.insert(fault.breach.clause) {
                continue;
            }
            let name = if self.shrink.is_zero() { "" } else { "-unshrunk" };
            self.print(&self.shown(played, fault, line, name))?;
            let left = self.shrink.saturating_sub(started.elapsed());
            if !left.is_zero() && !interrupted().load(Ordering::Relaxed) {
                self.shrunk(played, fault, left, report::reached(self.plan, summary))?;
            }
        }
        for (played, fault, line) in summary.warnings(&self.plan.standard) {
            self.print(&self.shown(played, fault, line, ""))?;
        }
        Ok(())
    }

    fn print(&self, text: &str) -> Result<(), Untold> {
        if self.is_quiet { Ok(()) } else { print(text) }
    }

    fn shown(&self, played: &Played, fault: &Fault, line: usize, suffix: &str) -> String {
        let path = self.path(played, fault, suffix);
        let saved = self.save(&path, played, fault, line);
        if let (Err(error), true) = (&saved, self.is_quiet) {
            remark(&format!("{}: {error}", path.display()));
        }
        let mut text = report::failure(self.plan, played, fault, line, &path.to_string_lossy(), true);
        text += &match saved {
            Ok(()) => {
                format!("\nagain: {} replay {}\n\n", program(), again(&path, self.withheld, self.bot))
            }
            Err(error) => {
                format!(
                    "\nthe game could not be saved to {}: {error}\n{}\n\n",
                    path.display(),
                    played.record.transcript
                )
            }
        };
        text
    }

    fn shrunk(
        &self,
        played: &Played,
        fault: &Fault,
        time_box: Duration,
        reached: Option<String>,
    ) -> Result<(), Untold> {
        let clause = fault.breach.clause;
        let shrunk = match shrink(self.plan, played, clause, time_box) {
            Err(HarnessError::Interrupted) => return self.print("shrinking it was interrupted\n\n"),
            Err(error) => return Err(error.into()),
            Ok(None) => {
                return self
                    .print("it did not fail again with the same choices: the bot does not always answer the same\n\n");
            }
            Ok(Some(shrunk)) => shrunk,
        };
        self.print(&headline(&shrunk))?;
        if let Some(reached) = reached {
            self.print(&format!("for comparison, without a fault: {reached}\n"))?;
        }
        let fault = shrunk.played.error(&self.plan.standard);
        fault.map_or(Ok(()), |(fault, line)| self.print(&self.shown(&shrunk.played, fault, line, "")))
    }

    fn path(&self, played: &Played, fault: &Fault, suffix: &str) -> PathBuf {
        let clause = fault.breach.clause.id().replace('.', "-");
        self.out.join(format!("{clause}-{}{suffix}.yaml", played.case.scenario.name))
    }

    fn save(&self, path: &Path, played: &Played, fault: &Fault, line: usize) -> std::io::Result<()> {
        std::fs::create_dir_all(self.out)?;
        std::fs::write(path, saved(self.plan, played, fault, line).write())
    }
}

/// The words behind `stickler replay` that play a saved game again.
fn again(path: &Path, withheld: &[String], bot: &[String]) -> String {
    let file = [path.to_string_lossy().into_owned()];
    let before = shell_words::join(file.iter().chain(withheld));
    format!("{before} -- {}", shell_words::join(bot))
}

fn headline(shrunk: &Shrunk) -> String {
    let (failed, played) = shrunk.rate;
    let how = if shrunk.is_minimal { "no smaller change of it fails" } else { "the time was over first" };
    let rate = if failed < played { format!("; it fails {failed} times of {played}") } else { String::new() };
    format!("shrunk in {} games, {how}{rate}:\n", shrunk.runs)
}

#[derive(clap::Args)]
pub(crate) struct ReplayArgs {
    /// A saved failure
    file: PathBuf,
    /// The bot, as for `check`
    #[arg(last = true, value_name = "CMD", required = true)]
    command: Vec<String>,
    /// Go on with a bot that answers otherwise than the saved one
    #[arg(long)]
    follow: bool,
    #[command(flatten)]
    confined: Confined,
}

pub(crate) fn run_replay(args: &ReplayArgs, games: Registry) -> Done {
    let name = args.file.display();
    let text = std::fs::read_to_string(&args.file).map_err(|error| format!("{name}: {error}"))?;
    let saved =
        Saved::read(&text).map_err(|why| format!("{name} is no saved failure, as `check` writes them: {why}"))?;
    let game = games.find(&saved.game)?;
    if game.clause(&saved.clause).is_none() {
        return Err(format!("{name}: no clause of {} is called `{}`", saved.game, saved.clause).into());
    }
    remark(&args.confined.open(Walls::LIGHT)?.refused);
    let command = args.command.clone();
    let plan = Plan { settings: saved.settings(), time_box: Duration::MAX, ..Plan::new(game, command) };
    let variant = game.with(&plan.settings)?;
    common::with_machine("preparing", |machine| variant.prepare(machine));
    let (conclusion, text) = match replay(&plan, &saved, args.follow)? {
        Replayed::Fails { played, same } => {
            let shown = played
                .error(&plan.standard)
                .map(|(fault, line)| report::failure(&plan, &played, fault, line, &name.to_string(), true));
            let word = if same { "fails as before" } else { "fails there, and breaks another clause" };
            (Conclusion::Violates, format!("{}\n{name}: {word}\n", shown.unwrap_or_default()))
        }
        Replayed::Diverges { answers: (before, now), number, played } => {
            let now = now.map_or("there is none now".to_string(), |now| format!("is now `{now}`"));
            let fault = played.error(&plan.standard).map(|(fault, _)| format!(" ({})", fault.breach.why));
            let fault = fault.unwrap_or_default();
            let why = format!("answer {number} was `{before}` and {now}{fault}, before it came to the failing ask");
            (Conclusion::Unknown, format!("{name}: could not tell: {why}; --follow goes on all the same\n"))
        }
        Replayed::Passes(played) => {
            let later =
                played.error(&plan.standard).map(|(fault, _)| format!(", and breaks {} later", fault.breach.clause));
            (Conclusion::Conforms, format!("{name}: passes the ask at which it failed{}\n", later.unwrap_or_default()))
        }
    };
    print(&text)?;
    Ok(code(conclusion))
}
