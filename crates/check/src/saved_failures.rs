//! Failing games in a folder: how they are saved, shown with their file, and found again.

use crate::bot::{Plan, Played};
use crate::replay::saved;
use crate::report::failure::{failure, long_stderr};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use stickler::encoding;
use stickler::fixture::Saved;
use stickler::referee::Fault;
use stickler::report::diagnostic::program;
use stickler_arena::threads::locked;

/// The folder for games that the bot does not fail any more, below that of the failing games.
pub const EARLIER: &str = "earlier";

/// The ending of the file with what a bot wrote to standard error, where a report shows a part of it.
const STDERR: &str = "stderr";

/// How the line of a saved failure begins that names the command.
const COMMAND: &str = "# command: ";

/// The most games of one bot that are kept of one clause and scenario.
const MOST_ALIKE: usize = 5;

/// A failing game, its fault, the line of its transcript that shows it, and how often it failed, where it was played again.
pub type Failure<'a> = (&'a Played, &'a Fault, usize, Option<[usize; 2]>);

/// The folder for the failing games of a run. What another bot has left there stays.
#[derive(Debug)]
pub struct FailureFolder {
    path: PathBuf,
    /// True where other games that earlier runs of this bot saved stay as well.
    keeps_earlier: bool,
    /// The files of this run, by the name that each would have in a folder of its own.
    own: Mutex<BTreeMap<String, PathBuf>>,
}

impl FailureFolder {
    /// The folder at this path; it is made when the first game is saved. A game replaces one that an earlier run of this bot saved
    /// of the same clause and scenario.
    pub fn new(path: impl Into<PathBuf>) -> FailureFolder {
        FailureFolder {
            path: path.into(),
            keeps_earlier: false,
            own: Mutex::default(),
        }
    }

    /// A folder like [`FailureFolder::new`], but the games of earlier runs stay: they are played again first.
    pub fn beside_earlier(path: impl Into<PathBuf>) -> FailureFolder {
        FailureFolder {
            keeps_earlier: true,
            ..FailureFolder::new(path)
        }
    }

    /// Saves a failing game and shows it, with the command that plays it again. `withheld`: the limits of the bot, as options. The
    /// error says why it could not be saved; then the text holds the whole game.
    pub fn shown(
        &self,
        plan: &Plan,
        failing: Failure<'_>,
        withheld: &[String],
        colour: bool,
    ) -> (String, io::Result<()>) {
        let (played, fault, line, _) = failing;
        let (path, saved) = self.save(plan, failing);
        let log = path.with_extension("log");
        let mut text = failure(plan, played, fault, line, &log.to_string_lossy(), colour);
        text += &match &saved {
            Ok(()) => {
                let words = again(&path, withheld, &plan.command);
                let stderr = long_stderr(played).map(|_| path.with_extension(STDERR));
                let whole = stderr
                    .map(|stderr| format!("\nits whole standard error: {}", stderr.display()));
                let whole = whole.unwrap_or_default();
                format!("{whole}\nagain: {} replay {words}\n", program())
            }
            Err(error) => {
                let (path, transcript) = (path.display(), &played.record.transcript);
                format!("\nthe game could not be saved to {path}: {error}\n{transcript}\n")
            }
        };
        (text, saved.map_err(at(&path)))
    }

    /// Saves a failing game as it is. The error names the file.
    pub fn keep(&self, plan: &Plan, failing: Failure<'_>) -> io::Result<()> {
        let (path, saved) = self.save(plan, failing);
        saved.map_err(at(&path))
    }

    fn save(&self, plan: &Plan, failing: Failure<'_>) -> (PathBuf, io::Result<()>) {
        let (played, fault, ..) = failing;
        let name = file_name(played, fault);
        let mut own = locked(&self.own);
        let before = own.get(&name).cloned();
        let path = self.place(&name, before.as_deref(), plan, played);
        if let Some(before) = before.filter(|before| *before != path) {
            files_of(&before).for_each(|file| drop(std::fs::remove_file(file)));
        }
        own.insert(name, path.clone());
        let saved = std::fs::create_dir_all(&self.path).and_then(|()| write(&path, plan, failing));
        (path, saved)
    }

    /// The file of a failing game: the first of these names that is free, that this run or an earlier one gave to the same game, or
    /// that may be replaced.
    fn place(&self, name: &str, before: Option<&Path>, plan: &Plan, played: &Played) -> PathBuf {
        let (mut number, mut alike) = (1, 0);
        loop {
            let path = self.path.join(numbered(name, number));
            number += 1;
            if !path.exists() || before == Some(&path) {
                return path;
            }
            if is_of_another(&path, &plan.command) {
                continue;
            }
            alike += 1;
            if !self.keeps_earlier || alike == MOST_ALIKE || holds(&path, plan, played) {
                return path;
            }
        }
    }
}

/// The name of a file, with a number from the second on.
fn numbered(name: &str, number: usize) -> String {
    match name.strip_suffix(".yaml") {
        Some(stem) if number > 1 => format!("{stem}-{number}.yaml"),
        _ => name.into(),
    }
}

/// True for the file of a game with the same choices.
fn holds(path: &Path, plan: &Plan, played: &Played) -> bool {
    let read = encoding::text_of(path)
        .ok()
        .and_then(|text| Saved::read(&text).ok());
    read.is_some_and(|saved| {
        let case = &played.case;
        saved.game == plan.game.name()
            && (&saved.scenario[..], saved.seat) == (case.scenario.name, case.seat.0)
            && saved.set == played.settings.0.iter().cloned().collect()
            && saved.choices == played.choices
    })
}

fn write(path: &Path, plan: &Plan, (played, fault, line, rate): Failure<'_>) -> io::Result<()> {
    // The report names places of the log, which an editor can open.
    write_whole(&path.with_extension("log"), &played.record.transcript)?;
    if let Some(stderr) = long_stderr(played) {
        write_whole(&path.with_extension(STDERR), &stderr)?;
    }
    write_whole(path, &saved_text(plan, (played, fault, line, rate)))
}

/// The error with the file.
fn at(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// A saved failure, and the files beside it.
fn files_of(path: &Path) -> impl Iterator<Item = PathBuf> {
    [
        path.into(),
        path.with_extension("log"),
        path.with_extension(STDERR),
    ]
    .into_iter()
}

/// The name of the file of a failing game, in whatever folder.
pub fn file_name(played: &Played, fault: &Fault) -> String {
    let clause = fault.breach.clause.id().replace('.', "-");
    format!("{clause}-{}.yaml", played.case.scenario.name)
}

/// The text of the file of a failing game, as `stickler replay` reads it.
pub fn saved_text(plan: &Plan, (played, fault, line, rate): Failure<'_>) -> String {
    let saved = Saved {
        rate,
        ..saved(plan, played, fault, line)
    };
    command_line(&plan.command) + &saved.write()
}

/// Writes a file that is there whole or not at all. One that was there before stays until then.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let part = path.with_extension(format!("part{}", std::process::id()));
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// The first line of a saved failure: the command of the bot, as a comment.
fn command_line(command: &[String]) -> String {
    let words = serde_json::to_string(command).unwrap_or_default();
    format!("{COMMAND}{words}\n")
}

/// True for a failure of another command. A file without that line may be of any.
pub fn is_of_another(path: &Path, command: &[String]) -> bool {
    let text = encoding::text_of(path).unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    first.starts_with(COMMAND) && first != command_line(command).trim_end()
}

/// The saved failures of a game in a folder, in the order of their names. A file that is none, or one of another version, is
/// somebody else's.
pub fn saved_in(
    folder: &Path,
    game: &'static str,
) -> impl Iterator<Item = (PathBuf, Saved)> + use<> {
    let paths = yaml_files(folder);
    let read = |path: PathBuf| {
        let saved = Saved::read(&encoding::text_of(&path).ok()?).ok()?;
        Some((path, saved))
    };
    let kept: Vec<(PathBuf, Saved)> = paths.into_iter().filter_map(read).collect();
    kept.into_iter()
        .filter(move |(_, saved)| saved.game == game)
}

fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_yaml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "yaml");
    let mut paths: Vec<PathBuf> = paths.filter(is_yaml).collect();
    paths.sort();
    paths
}

/// The files of a folder that have the fields of a saved failure of this game and cannot be read as one, each with the reason.
pub fn unreadable_in(folder: &Path, game: &str) -> Vec<(PathBuf, String)> {
    let fields = [format!("game: {game}"), "clause:".into(), "choices:".into()];
    let why = |path: PathBuf| {
        let text = encoding::text_of(&path).ok()?;
        let has = |field: &String| text.lines().any(|line| line.starts_with(field.as_str()));
        let why = Saved::read(&text).err()?;
        fields.iter().all(has).then_some((path, why))
    };
    yaml_files(folder).into_iter().filter_map(why).collect()
}

/// Moves a saved failure, and the files beside it, to the folder [`EARLIER`] below this one.
pub fn put_aside(folder: &Path, path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder.join(EARLIER))?;
    for path in files_of(path).filter(|path| path.exists()) {
        let name = path.file_name().unwrap_or_default();
        std::fs::rename(&path, folder.join(EARLIER).join(name))?;
    }
    Ok(())
}

/// The words after `stickler replay` that play a saved game again.
pub fn again(path: &Path, withheld: &[String], bot: &[String]) -> String {
    let file = [path.to_string_lossy().into_owned()];
    let before = shell_words::join(file.iter().chain(withheld));
    format!("{before} -- {}", shell_words::join(bot))
}

#[cfg(test)]
mod tests {
    use super::write_whole;

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("stickler-whole-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("game.yaml");
        write_whole(&path, "first").expect("written");
        write_whole(&path, "second").expect("written anew");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "second");
        // A folder cannot be replaced, and nothing half is left beside it.
        let taken = folder.join("taken.yaml");
        std::fs::create_dir(&taken).expect("a folder");
        assert!(write_whole(&taken, "text").is_err());
        let names = std::fs::read_dir(&folder).expect("a folder");
        assert_eq!(names.count(), 2);
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
