//! The errors of a judge in a match, with their logs and diagnoses.

use super::JudgeRun;
use super::match_row::Row;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use stickler::explain::Finding;
use stickler::records::{CheckOptions, Text};
use stickler::report::diagnostic::{Diagnosis, Source, program};
use stickler::report::file_report::{self, explained};
use stickler::report::journal::Journal;
use stickler::report::viewer;
use stickler::report::visible::visible;
use stickler_judge_test::JudgeFault;

impl JudgeRun<'_> {
    /// The errors in a match, with the diagnosis of each message, and the command that plays it again. Without colour for a file.
    pub(super) fn failure(&self, row: &Row, colour: bool) -> String {
        let mut text = String::new();
        for JudgeFault {
            what,
            because,
            shown,
            broken: _,
            tells: _,
        } in &row.judgement.wrong
        {
            let _ = writeln!(text, "  {what}");
            if let Some(because) = because {
                let _ = writeln!(text, "  by the rules: {because}");
            }
            if let Some((log, finding)) = shown {
                text += &self.shown(row, log, *finding, colour);
            }
        }
        if !row.errors.is_empty() {
            let _ = writeln!(text, "  its standard error ends:");
            row.errors.iter().for_each(|line| {
                let _ = writeln!(text, "    {}", visible(line, false));
            });
        }
        if let Some(log) = &row.judgement.log {
            let path = self.log_path(row, log);
            let _ = match self.kept(&path, log) {
                Ok(()) => writeln!(text, "  log: {}", path.display()),
                Err(error) => writeln!(
                    text,
                    "  the log could not be saved to {}: {error}",
                    path.display()
                ),
            };
        }
        let set = self
            .args
            .set
            .iter()
            .map(|set| format!(" --set {set}"))
            .collect::<String>();
        let kattis = self
            .args
            .kattis
            .as_ref()
            .map(|case| format!(" --kattis {}", case.display()))
            .unwrap_or_default();
        let verdict = self
            .args
            .verdict
            .as_ref()
            .map(|path| format!(" --verdict {}", path.display()));
        let config = self
            .args
            .config
            .as_ref()
            .map(|path| format!(" --config {}", path.display()));
        let args = self.args;
        let limit = args.limit.map(|limit| format!(" --limit {limit}"));
        let times = (args.times_over > 1).then(|| format!(" --times-over {}", args.times_over));
        let joins = args.join.iter().map(|join| format!(" --join {join}"));
        let more = [verdict, config, limit, times].into_iter().flatten();
        let more: String = more.chain(joins).collect();
        let (game, again) = (self.game.name(), shell_words::join(&self.args.command));
        let _ = writeln!(
            text,
            "  again: {} judge {game}{set}{kattis}{more} --only {} -- {again}",
            program(),
            row.task
        );
        text
    }

    /// The file of a log of a match: each seat's recorder writes a log of its own.
    pub(super) fn log_path(&self, row: &Row, log: &str) -> PathBuf {
        let mut head = log.lines().take_while(|line| line.contains(": "));
        let seat = head.find_map(|line| line.strip_prefix("seats: "));
        let seat = seat.map_or(String::new(), |seat| format!(".seat{seat}"));
        self.args.out.join(format!("{}{seat}.log", row.task))
    }

    fn kept(&self, path: &Path, log: &str) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.args.out)?;
        std::fs::write(path, log)
    }

    /// The diagnosis of a message, with the log that shows it kept.
    fn shown(&self, row: &Row, log: &str, finding: Finding, colour: bool) -> String {
        let path = self.log_path(row, log);
        let mut kept = self.kept(&path, log);
        let name = path.to_string_lossy();
        if self.args.html {
            let ask = CheckOptions {
                game: Some(self.game),
                ..CheckOptions::new(self.games, &self.settings)
            };
            let text = Text::new(&name, log.as_bytes());
            let report = file_report::report(ask, text);
            let checked = ask.shown(text).ok().and_then(|shown| shown.checked);
            let (game, settings, checked) =
                (self.game, &self.settings, checked.unwrap_or_default());
            let page = viewer::transcript(
                &name,
                game,
                settings,
                log.as_bytes(),
                &checked,
                &report,
                None,
            );
            if let Ok(page) = page {
                kept = kept.and_then(|()| std::fs::write(path.with_extension("html"), page));
            }
        }
        let source = Source::new(&name, log.as_bytes());
        let journal = Journal::new(self.game, &self.settings, &source);
        let around = journal.around_one(&finding, colour);
        let (diagnosis, board) = explained(self.game, Diagnosis::new(finding, false), around);
        let unkept = kept.map_or_else(
            |error| format!("the log could not be saved to {name}: {error}\n"),
            |()| String::new(),
        );
        diagnosis.render(&source, colour) + &board + &unkept
    }
}
