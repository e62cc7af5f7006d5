//! Failing games: shown as they came, shrunk, saved; and `stickler replay`.

use crate::common::{self, Done, Untold, code, print};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stickler::check::bot::{Plan, Played, Summary};
use stickler::check::replay::{Replayed, replay, saved};
use stickler::check::shrink::{Shrunk, shrink};
use stickler::check::transcript::Conclusion;
use stickler::fixture::Saved;
use stickler::referee::Fault;
use stickler::report::run as report;

/// How the failures of a run are shown.
pub(crate) struct Failures<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) out: &'a Path,
    pub(crate) shrink: Duration,
}

impl Failures<'_> {
    /// The first game of each broken clause, as it came and then as small as it gets; and the first of each warning.
    pub(crate) fn show(&self, summary: &Summary) -> Result<(), Untold> {
        let mut seen = BTreeSet::new();
        let until = Instant::now() + self.shrink;
        for played in summary.failures(&self.plan.standard) {
            let Some((fault, line)) = played.error(&self.plan.standard) else { continue };
            if !seen.insert(fault.breach.clause) {
                continue;
            }
            let name = if self.shrink.is_zero() { "" } else { "-unshrunk" };
            print(&self.shown(played, fault, line, name));
            let left = until.saturating_duration_since(Instant::now());
            if !left.is_zero() {
                self.shrunk(played, fault, left)?;
            }
        }
        for (played, fault, line) in summary.warnings(&self.plan.standard) {
            print(&self.shown(played, fault, line, ""));
        }
        Ok(())
    }

    fn shown(&self, played: &Played, fault: &Fault, line: usize, suffix: &str) -> String {
        let path = self.path(played, fault, suffix);
        let saved = self.save(&path, played, fault, line);
        let mut text = report::failure(self.plan, played, fault, line, &path.to_string_lossy(), true);
        text += &match saved {
            Ok(()) => {
                format!("\nagain: stickler replay {} -- {}\n\n", path.display(), shell_words::join(&self.plan.command))
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

    fn shrunk(&self, played: &Played, fault: &Fault, time_box: Duration) -> Result<(), Untold> {
        let clause = fault.breach.clause;
        match shrink(self.plan, played, clause, time_box)? {
            None => print("it did not fail again with the same choices: the bot does not always answer the same\n\n"),
            Some(shrunk) => {
                print(&headline(&shrunk));
                if let Some((fault, line)) = shrunk.played.error(&self.plan.standard) {
                    print(&self.shown(&shrunk.played, fault, line, ""));
                }
            }
        }
        Ok(())
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
}

pub(crate) fn run_replay(args: &ReplayArgs) -> Done {
    let name = args.file.display();
    let text = std::fs::read_to_string(&args.file).map_err(|error| format!("{name}: {error}"))?;
    let saved =
        Saved::read(&text).map_err(|why| format!("{name} is no saved failure, as `check` writes them: {why}"))?;
    let game = common::game(&saved.game)?;
    let plan = Plan {
        game,
        settings: saved.settings(),
        command: args.command.clone(),
        seed: 0,
        cases: None,
        seat: None,
        jobs: 1,
        time_box: Duration::MAX,
        standard: Default::default(),
    };
    common::with_machine("preparing", |machine| game.prepare(&plan.settings, machine))?;
    let (conclusion, text) = match replay(&plan, &saved, args.follow)? {
        Replayed::Fails { played, same } => {
            let shown = played
                .error(&plan.standard)
                .map(|(fault, line)| report::failure(&plan, &played, fault, line, &name.to_string(), true));
            let word = if same { "fails as before" } else { "fails there, and breaks another clause" };
            (Conclusion::Violates, format!("{}\n{name}: {word}\n", shown.unwrap_or_default()))
        }
        Replayed::Diverges { answers: (before, now), number, .. } => {
            let why = format!("answer {number} was `{before}` and is now `{now}`, before it came to the failing ask");
            (Conclusion::Unknown, format!("{name}: could not tell: {why}; --follow goes on all the same\n"))
        }
        Replayed::Passes(played) => {
            let later =
                played.error(&plan.standard).map(|(fault, _)| format!(", and breaks {} later", fault.breach.clause));
            (Conclusion::Conforms, format!("{name}: passes the ask at which it failed{}\n", later.unwrap_or_default()))
        }
    };
    print(&text);
    Ok(code(conclusion))
}
