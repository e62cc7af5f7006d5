//! Programs that tests start, and the tools that some of them need.

use super::files::{root, scratch};
pub(crate) use super::in_memory::settings;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::Duration;
use stickler::games::GAMES;
use stickler_arena::launch::{Launch, Recipe, Wrapper};
use stickler_check::bot::Plan;

pub(crate) const STICKLER: &str = env!("CARGO_BIN_EXE_stickler");
pub(crate) const REFBOT: &str = env!("CARGO_BIN_EXE_refbot");

/// A path as a word of a command line, in quotes where it needs them.
pub(crate) fn quoted(path: impl AsRef<Path>) -> String {
    shell_words::quote(&path.as_ref().to_string_lossy()).into_owned()
}

/// The command line of the reference bot with these words behind its own.
pub(crate) fn refbot(words: &str) -> String {
    format!("{} {words}", quoted(REFBOT))
}

/// The variables by which scripts of tests start these programs, wherever they lie: `exec "$REFBOT" gomoku`.
pub(crate) fn named_programs() -> [(&'static str, &'static str); 2] {
    [("STICKLER", STICKLER), ("REFBOT", REFBOT)]
}

/// `stickler` with these words in this folder, all its streams joined to the test.
pub(crate) fn started(folder: &Path, words: &[&str]) -> Child {
    let mut command = Command::new(STICKLER);
    command
        .args(words)
        .current_dir(folder)
        .envs(named_programs());
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
        .envs(named_programs())
        .stdin(Stdio::null())
        .output()
        .expect("stickler starts")
}

/// The exit code and all that a program printed.
pub(crate) fn said(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{:?}\n{out}{err}", output.status.code())
}

/// The same with this input.
pub(crate) fn fed(folder: &Path, words: &[&str], input: &[u8]) -> Output {
    let mut child = started(folder, words);
    let mut to = child.stdin.take().expect("a pipe");
    let _ = to.write_all(input);
    drop(to);
    child.wait_with_output().expect("stickler ends")
}

/// The exit code and standard output of `stickler` with these words and this input, in a folder of its own.
pub(crate) fn run(words: &[&str], input: &[u8]) -> (i32, String) {
    let output = fed(&scratch("run"), words, input);
    (output.status.code().unwrap_or(-1), stdout(&output))
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The exit code, and all that `stickler` prints with these words in this folder.
pub(crate) fn screen(folder: &Path, words: &[&str]) -> String {
    said(&stickler(folder, words))
}

/// The same in a folder of its own.
pub(crate) fn screen_of(name: &str, words: &[&str]) -> String {
    screen(&scratch(name), words)
}

/// Each of these parts stands in the text.
pub(crate) fn holds(text: &str, parts: &[&str]) {
    parts
        .iter()
        .for_each(|part| assert!(text.contains(part), "{part:?} is missing in:\n{text}"));
}

/// A bot of Gomoku that says NO where OK is due.
pub(crate) const NO_FOR_OK: [&str; 3] = ["/bin/sh", "-c", "read line; echo NO; read line"];

/// A script that says NO where a move is due.
pub(crate) const SAYS_NO: &str = "read l; echo OK; while read l; do echo NO; done";

/// A script whose moves leave the board.
pub(crate) const OFF_THE_BOARD: &str = "read l; echo OK; while read l; do echo MOVE 16 8; done";

/// The folder in which tests keep the tables of a game, so that one run makes them.
pub(crate) fn kept_tables() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

/// An interpreter of Python 3.9 or later. The usual places come first: one behind a version manager takes a tenth of a second to
/// start.
pub(crate) fn python() -> Option<PathBuf> {
    static FOUND: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let usual = ["/usr/bin/python3", "/usr/local/bin/python3"].map(PathBuf::from);
        let works = |path: &PathBuf| {
            let script = "import sys; sys.exit(sys.version_info < (3, 9))";
            let mut python = Command::new(path);
            python.args(["-c", script]).stdin(Stdio::null());
            python.output().is_ok_and(|output| output.status.success())
        };
        usual.into_iter().chain(which("python3")).find(works)
    });
    FOUND.clone()
}

/// The first browser that opens a page here.
pub(crate) fn browser() -> Option<&'static str> {
    static FOUND: LazyLock<Option<&str>> = LazyLock::new(|| {
        let folder = super::files::scratch("browser");
        let profile = format!("--user-data-dir={}", folder.join("profile").display());
        let works = |name: &&str| {
            let words = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"];
            let opened = Command::new(name)
                .args(words)
                .args([&profile, "data:text/html,<p>it works</p>"])
                .env("HOME", &*folder)
                .output();
            opened.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("it works"))
        };
        ["chromium", "chromium-browser", "google-chrome"]
            .into_iter()
            .find(works)
    });
    *FOUND
}

/// A Python that can import open_spiel; `STICKLER_OPEN_SPIEL` may name it.
pub(crate) fn with_open_spiel() -> Option<String> {
    let named = std::env::var("STICKLER_OPEN_SPIEL").ok();
    let known = ["/usr/bin/python3", "python3"].map(str::to_string);
    named.into_iter().chain(known).find(|python| {
        let imports = Command::new(python).args(["-c", "import pyspiel"]).output();
        imports.is_ok_and(|output| output.status.success())
    })
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

/// Programs are started behind bubblewrap, by its recipe.
pub(crate) fn in_sandboxes() -> Launch {
    let here = std::env::current_dir().expect("a folder");
    let wrapper = Wrapper::Recipe {
        recipe: Recipe::Bwrap,
        here: here.clone(),
        writable: here,
    };
    Launch {
        wrapper: Some(wrapper),
        ..Launch::default()
    }
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
