//! `stickler new`: a folder with a small correct bot, ready to be changed.

use crate::cli::common::{self, Done, print};
use crate::cli::tool::Tool;
use crate::games::Registry;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write a folder with a small correct bot, its README and its CI job
#[derive(clap::Args, Debug)]
pub struct New {
    /// The game: `stickler games` lists them
    game: String,
    /// The folder; it must be empty or new
    #[arg(default_value = "bot")]
    folder: PathBuf,
    /// Write the bot in Python, as without any of these
    #[arg(long, group = "language")]
    python: bool,
    /// Write the bot in C++
    #[arg(long, group = "language")]
    cpp: bool,
    /// Write the bot in JavaScript
    #[arg(long, group = "language")]
    js: bool,
}

/// A language: the ending of its files, its name, the command that builds a bot, and the one that runs it.
struct Language {
    end: &'static str,
    name: &'static str,
    build: Option<&'static str>,
    run: &'static str,
}

const PYTHON: Language = Language { end: "py", name: "Python", build: None, run: "python3 bot.py" };
const CPP: Language =
    Language { end: "cpp", name: "C++", build: Some("g++ -O2 -std=c++17 -o bot bot.cpp"), run: "./bot" };
const JS: Language = Language { end: "js", name: "JavaScript", build: None, run: "node bot.js" };

/// The bots of `examples/bots`: game, ending and text.
const BOTS: &[(&str, &str, &str)] = &[
    ("betris", "py", include_str!("../../examples/bots/betris.py")),
    ("betris", "cpp", include_str!("../../examples/bots/betris.cpp")),
    ("blackout", "py", include_str!("../../examples/bots/blackout.py")),
    ("blackout", "cpp", include_str!("../../examples/bots/blackout.cpp")),
    ("blackout", "js", include_str!("../../examples/bots/blackout.js")),
    ("blokus", "py", include_str!("../../examples/bots/blokus.py")),
    ("blokus", "cpp", include_str!("../../examples/bots/blokus.cpp")),
    ("gomoku", "py", include_str!("../../examples/bots/gomoku.py")),
    ("gomoku", "cpp", include_str!("../../examples/bots/gomoku.cpp")),
    ("gomoku", "js", include_str!("../../examples/bots/gomoku.js")),
    ("tetris", "py", include_str!("../../examples/bots/tetris.py")),
    ("tetris", "cpp", include_str!("../../examples/bots/tetris.cpp")),
];

/// The CI job of a Gomoku bot in Python, which the README shows.
const JOB: &str = include_str!("../../examples/ci/bot.yml");
const JOB_RUNS: &str = "stickler check gomoku --markdown summary.md -- python3 bot.py";

impl Tool for New {
    const NAME: &'static str = "new";

    fn run(&self, games: Registry) -> Done {
        let game = games.find(&self.game)?.name();
        let language = match (self.cpp, self.js) {
            (true, _) => CPP,
            (_, true) => JS,
            _ => PYTHON,
        };
        let found = BOTS.iter().find(|(own, end, _)| *own == game && *end == language.end);
        let Some((_, _, bot)) = found else {
            return Err(format!("there is no bot for {game} in {}: choose --python or --cpp", language.name).into());
        };
        let is_empty = |folder: &Path| folder.read_dir().map(|mut entries| entries.next().is_none()).unwrap_or(true);
        let folder = &self.folder;
        if !is_empty(folder) {
            return Err(format!("{}: this folder holds something; name another one", folder.display()).into());
        }
        let files = [
            (format!("bot.{}", language.end), (*bot).to_string()),
            ("README.md".to_string(), readme(game, &language)),
            (".github/workflows/check.yml".to_string(), job(game, &language)),
        ];
        let mut shown = String::new();
        for (name, text) in files {
            let path = folder.join(name);
            let cannot = |error: std::io::Error| format!("{}: {error}", path.display());
            std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(cannot)?;
            std::fs::write(&path, text).map_err(cannot)?;
            shown += &format!("wrote {}\n", path.display());
        }
        let build = language.build.map(|build| format!(" && {build}")).unwrap_or_default();
        let program = common::program();
        print(&format!("{shown}now: cd {}{build} && {program} check {game} -- {}\n", folder.display(), language.run))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What the folder's README says.
fn readme(game: &str, language: &Language) -> String {
    let build = language.build.map(|build| format!("{build}\n")).unwrap_or_default();
    let (end, run) = (language.end, language.run);
    format!(
        "# A bot for {game}\n\n\
         `bot.{end}` is correct, and plays simply. Change how it chooses its answer; keep how it reads and writes.\n\n\
         ```sh\n{build}stickler check {game} -- {run}\n```\n\n\
         The last line says `conforms`, or which clause the bot broke. `stickler spec {game}` shows the rules and a game line by \
         line. `.github/workflows/check.yml` runs the same check at each push.\n"
    )
}

/// The job of this game and language.
fn job(game: &str, language: &Language) -> String {
    let runs = format!("stickler check {game} --markdown summary.md -- {}", language.run);
    let runs = language.build.map(|build| format!("{build}\n      - run: {runs}")).unwrap_or(runs);
    JOB.replace(JOB_RUNS, &runs)
}
