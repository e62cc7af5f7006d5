//! Which of a bot's code runs: the bot is started with variables by which languages note it, and what they wrote is read.
//!
//! All variables are set for every bot, and a folder is made for each game, so that nobody has to say what the bot is written in.
//! Measuring makes a bot slower. So no verdict rests on such a game: it is [`unhurried`](super::bot::Plan::unhurried), its times
//! are not judged, and where it fails it is played again without measuring.

mod gcov;
mod llvm_profile;
mod node;
mod noted_lines;
mod ran;

pub use ran::{Lines, Ran};

use super::bot::{Plan, Played};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use stickler::live::players::HarnessError;
use stickler_arena::launch::Launch;

/// The module that Python imports as it starts.
const PYTHON: &str = include_str!("coverage/sitecustomize.py");
/// The bytes that are read of a file; of a longer one the beginning.
const MOST: u64 = 1 << 24;

/// How the code of a bot is watched.
#[derive(Debug)]
pub struct Coverage {
    /// The bot as it is started: mostly the command of the plan.
    pub(crate) command: Vec<String>,
    /// The folder of the run, which goes away with this.
    folder: PathBuf,
    /// The number of the next game.
    next: AtomicU32,
    /// Games that failed only while they were measured.
    disturbed: AtomicU32,
}

impl Coverage {
    /// Before the first game of the bot with this command.
    pub fn new(command: Vec<String>) -> io::Result<Coverage> {
        let folder = own_folder()?;
        let coverage = Coverage {
            command,
            folder,
            next: AtomicU32::new(0),
            disturbed: AtomicU32::new(0),
        };
        fs::create_dir(coverage.python())?;
        fs::write(coverage.python().join("sitecustomize.py"), PYTHON)?;
        Ok(coverage)
    }

    /// How many games failed only while they were measured.
    pub fn disturbed(&self) -> u32 {
        self.disturbed.load(Ordering::Relaxed)
    }

    /// True after the first game with the bot measured.
    pub fn has_watched(&self) -> bool {
        self.next.load(Ordering::Relaxed) > 0
    }

    /// Plays a game with the bot measured. One that fails is played back as it is without, and that one counts.
    pub fn play(
        &self,
        plan: &Plan,
        play: impl Fn(&Plan) -> Result<Played, HarnessError>,
    ) -> Result<Played, HarnessError> {
        let game = self.next.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(game.to_string());
        fs::create_dir(&folder)?;
        let measured = Plan {
            command: self.command.clone(),
            launch: Launch {
                environment: self.environment(&folder),
                ..plan.launch.clone()
            },
            unhurried: true,
            ..plan.clone()
        };
        let played = play(&measured);
        let ran = read(&folder);
        fs::remove_dir_all(&folder)?;
        let mut counts = played?;
        if counts.faults().next().is_some() {
            counts = plan
                .under(&counts.settings)
                .play_back(counts.case, &counts.choices)?;
            if counts.faults().next().is_none() {
                self.disturbed.fetch_add(1, Ordering::Relaxed);
            }
        }
        counts.ran = ran;
        Ok(counts)
    }

    fn python(&self) -> PathBuf {
        self.folder.join("python")
    }

    /// The variables of a game.
    fn environment(&self, game: &Path) -> Vec<(OsString, OsString)> {
        let mut path = self.python().into_os_string();
        if let Some(before) = std::env::var_os("PYTHONPATH") {
            path.push(if cfg!(windows) { ";" } else { ":" });
            path.push(before);
        }
        let variable = |name: &str, value: OsString| (OsString::from(name), value);
        vec![
            variable("STICKLER_COVERAGE", game.join("noted").into()),
            variable("PYTHONPATH", path),
            variable("GCOV_PREFIX", game.join("gcov").into()),
            variable("LLVM_PROFILE_FILE", game.join("%p-%m.profraw").into()),
            variable("NODE_V8_COVERAGE", game.join("node").into()),
        ]
    }
}

impl Drop for Coverage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A folder that nobody else has.
fn own_folder() -> io::Result<PathBuf> {
    let process = std::process::id();
    let names = (0..).map(|number| format!("stickler-coverage-{process}-{number}"));
    for path in names.map(|name| std::env::temp_dir().join(name)) {
        match fs::create_dir(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| path),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The files that the programs of a game have written to its folder.
fn read(folder: &Path) -> Ran {
    let mut ran = Ran::default();
    read_folder(folder, folder, &mut ran);
    ran.open_lines();
    ran
}

fn read_folder(game: &Path, folder: &Path, ran: &mut Ran) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        // A link leads to a file that is none of this game.
        match fs::symlink_metadata(&path) {
            Ok(file) if file.is_dir() => read_folder(game, &path, ran),
            Ok(file) if file.is_file() => read_file(game, &path, ran),
            _ => {}
        }
    }
}

fn read_file(game: &Path, path: &Path, ran: &mut Ran) {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
    if read.is_err() {
        return;
    }
    let name = path.strip_prefix(game).unwrap_or(path).to_string_lossy();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gcda") => gcov::read(&name, &bytes, ran),
        Some("profraw") => {
            // The number of the process says nothing.
            let (_, program) = name.split_once('-').unwrap_or(("", &name));
            llvm_profile::read(program, &bytes, ran);
        }
        Some("json") => node::read(&bytes, ran),
        _ if name == "noted" => noted_lines::read(&String::from_utf8_lossy(&bytes), ran),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
