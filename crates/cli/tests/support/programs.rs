//! Programs that tests start, and the tools that some of them need.

use super::files::root;
pub(crate) use super::played::settings;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use stickler::games::GAMES;
use stickler_check::bot::Plan;

pub(crate) const STICKLER: &str = env!("CARGO_BIN_EXE_stickler");
pub(crate) const REFBOT: &str = env!("CARGO_BIN_EXE_refbot");

/// `stickler` with these words in this folder, all its streams joined to the test.
pub(crate) fn started(folder: &Path, words: &[&str]) -> Child {
    let mut command = Command::new(STICKLER);
    command.args(words).current_dir(folder);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("stickler starts")
}

/// `stickler` with these words in this folder, without input, to its end.
pub(crate) fn stickler(folder: &Path, words: &[&str]) -> Output {
    Command::new(STICKLER)
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("stickler starts")
}

/// The exit code and all that a program printed.
pub(crate) fn said(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{:?}\n{out}{err}", output.status.code())
}

/// Processes of this checkout whose command line holds this word. They stay where they were started, whatever they leave else.
pub(crate) fn running(word: &str) -> usize {
    let processes = std::fs::read_dir("/proc")
        .expect("/proc")
        .flatten()
        .map(|entry| entry.path());
    let folders = [
        root().into(),
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
        std::env::temp_dir(),
    ];
    let is_below = |folder: PathBuf| folders.iter().any(|ours| folder.starts_with(ours));
    let is_ours = |path: &PathBuf| std::fs::read_link(path.join("cwd")).is_ok_and(is_below);
    let lines = processes
        .filter(is_ours)
        .filter_map(|path| std::fs::read(path.join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(word))
        .count()
}

/// True as soon as none of them runs, at most half a minute later.
pub(crate) fn are_gone(word: &str) -> bool {
    let until = Instant::now() + Duration::from_secs(30);
    while running(word) > 0 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    running(word) == 0
}

/// The real interpreter: one behind a version manager takes a tenth of a second to start.
pub(crate) fn python() -> Option<PathBuf> {
    let usual = ["/usr/bin/python3", "/usr/local/bin/python3"].map(PathBuf::from);
    usual
        .into_iter()
        .find(|path| path.exists())
        .or_else(|| which("python3"))
}

/// A program of the search path.
pub(crate) fn which(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

/// An example bot or engine: `bots/gomoku.py`.
pub(crate) fn example(name: &str) -> PathBuf {
    root().join("examples").join(name)
}

pub(crate) fn words<const N: usize>(words: [&Path; N]) -> Vec<String> {
    words
        .map(|word| word.to_string_lossy().into_owned())
        .to_vec()
}

/// How a candidate is checked here; what a test wants otherwise it sets.
pub(crate) fn plan(game: &str, set: &[&str], command: Vec<String>) -> Plan {
    let game = GAMES.find(game).expect("the game");
    Plan {
        settings: settings(set),
        seed: 5,
        time_box: Duration::from_secs(300),
        ..Plan::new(game, command)
    }
}
