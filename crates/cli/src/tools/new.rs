//! `stickler new`: a folder with a small correct bot, or with a game of one's own, ready to be changed.

mod game;

use crate::common::{CliResult, done, named};
use crate::outputs;
use crate::tool::Tool;
use game::Messages;
use std::path::{Path, PathBuf};
use stickler::examples;
use stickler::games::Registry;
use stickler::report::diagnostic;

/// Write a folder with a small correct bot, its README and a job that checks it on GitHub. With --game NAME write a crate with a game of
/// your own: its page, rules, judge, bots, cases, tests and README, and no job for CI
#[derive(clap::Args, Debug)]
pub struct New {
    /// The game of the bot: `stickler games` lists them. With --game there is none
    #[arg(required_unless_present = "own")]
    game: Option<String>,
    /// The folder; it must be new, or empty but for `.git`. Without it, `bot`, or the name of your game
    folder: Option<PathBuf>,
    /// Write a crate with a game of your own, which is called so: small letters and digits, such as ataxx
    #[arg(long = "game", value_name = "NAME", group = "language")]
    own: Option<String>,
    /// With --game: the folder of your clone of stickler, which the crate uses
    #[arg(long, value_name = "DIR", requires = "own")]
    stickler: Option<PathBuf>,
    /// With --game: the kind of messages that its judge sends
    #[arg(long, value_enum, default_value_t, requires = "own")]
    messages: Messages,
    /// Write the bot in Python, as without any of these
    #[arg(long, group = "language")]
    python: bool,
    /// Write the bot in C++
    #[arg(long, group = "language")]
    cpp: bool,
    /// Write the bot in JavaScript
    #[arg(long, group = "language")]
    js: bool,
    /// Write the bot in Rust
    #[arg(long, group = "language")]
    rust: bool,
}

/// A language: the ending of its files, its name, the command that builds a bot, and the one that runs it.
struct Language {
    end: &'static str,
    name: &'static str,
    build: Option<&'static str>,
    run: &'static str,
    /// The build of `./bot-watched`, which says which of its code has run; `None`: the bot needs no other build for that.
    watched: Option<&'static str>,
}

const PYTHON: Language = Language {
    end: "py",
    name: "Python",
    build: None,
    run: "python3 bot.py",
    watched: None,
};
const CPP: Language = Language {
    end: "cpp",
    name: "C++",
    build: Some("g++ -O2 -std=c++17 -o bot bot.cpp"),
    run: "./bot",
    watched: Some("g++ -O1 --coverage -std=c++17 -o bot-watched bot.cpp"),
};
const RUST: Language = Language {
    end: "rs",
    name: "Rust",
    build: Some("rustc --edition 2021 -O -o bot bot.rs"),
    run: "./bot",
    watched: Some("rustc --edition 2021 -O -C instrument-coverage -o bot-watched bot.rs"),
};
const JS: Language = Language {
    end: "js",
    name: "JavaScript",
    build: None,
    run: "node bot.js",
    watched: None,
};

/// The CI job of a Gomoku bot in Python, which the README shows.
const JOB: &str = "ci/bot.yml";
const JOB_RUNS: &str = "stickler check gomoku --markdown summary.md -- python3 bot.py";

impl Tool for New {
    const NAME: &'static str = "new";

    fn run(&self, games: Registry) -> CliResult {
        let (game, folder) = (self.game.as_deref(), self.folder.as_deref());
        match (&self.own, game, folder) {
            (Some(own), folder, None) => self.game(own, Path::new(folder.unwrap_or(own))),
            (Some(_), _, Some(more)) => {
                Err(format!("{}: --game NAME takes one folder alone", more.display()).into())
            }
            (None, game, folder) => self.bot(
                games,
                game.unwrap_or_default(),
                folder.unwrap_or(Path::new("bot")),
            ),
        }
    }
}

impl New {
    fn game(&self, name: &str, folder: &Path) -> CliResult {
        let found = |folder: &PathBuf| folder.canonicalize().map_err(named(folder));
        let clone = self
            .stickler
            .as_ref()
            .map(found)
            .transpose()?
            .or_else(game::clone);
        let shown = written(folder, game::files(name, self.messages, clone.as_deref())?)?;
        let unpublished = match clone {
            Some(_) => "",
            None => {
                "Cargo.toml takes stickler from the registry. Until it is published there, give the folder of your clone: --stickler DIR\n"
            }
        };
        done(&format!(
            "{shown}{unpublished}now: cd {} && cargo run -- check {name}; README.md says what to change, and in which order\n",
            folder.display()
        ))
    }

    fn bot(&self, games: Registry, game: &str, folder: &Path) -> CliResult {
        let game = games.find(game)?.name();
        let language = match (self.cpp, self.js, self.rust) {
            (true, ..) => CPP,
            (_, true, _) => JS,
            (.., true) => RUST,
            _ => PYTHON,
        };
        let found = |own: &Language| examples::text(&format!("bots/{game}.{}", own.end));
        let Some(bot) = found(&language) else {
            let options = [
                ("--python", PYTHON),
                ("--cpp", CPP),
                ("--rust", RUST),
                ("--js", JS),
            ];
            let there = options
                .iter()
                .filter(|(_, own)| found(own).is_some())
                .map(|(option, _)| *option)
                .collect::<Vec<_>>();
            let there = there.join(", ");
            return Err(format!(
                "there is no bot for {game} in {}; there are {there}",
                language.name
            )
            .into());
        };
        let files = vec![
            (format!("bot.{}", language.end), (*bot).to_string()),
            ("README.md".to_string(), readme(game, &language)),
            (
                ".github/workflows/check.yml".to_string(),
                job(game, &language),
            ),
        ];
        let shown = written(folder, files)?;
        let build = language
            .build
            .map(|build| format!(" && {build}"))
            .unwrap_or_default();
        let program = diagnostic::program();
        let place = outer_repository(folder).map_or(String::new(), |root| {
            format!(
                "this folder is part of the repository {}: GitHub reads jobs only at its root. Move the job to its folder \
                 .github/workflows, and let its steps run here by `defaults: {{run: {{working-directory: …}}}}`\n",
                root.display()
            )
        });
        done(&format!(
            "{shown}{place}the job in .github/workflows wants STICKLER_SOURCE set, or stickler's wheel beside the bot: see its first lines\n\
             now: cd {}{build} && {program} check {game} -- {}\n",
            folder.display(),
            language.run
        ))
    }
}

/// The root of the repository of which a folder is a part, unless it is the folder itself.
fn outer_repository(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let mut roots = folder
        .ancestors()
        .filter(|above| above.join(".git").exists());
    roots
        .next()
        .filter(|root| **root != folder)
        .map(Path::to_path_buf)
}

/// Writes these files to a folder that is new, or empty but for `.git`, and says so.
fn written(folder: &Path, files: Vec<(String, String)>) -> Result<String, String> {
    // A new repository has a folder of its own there.
    let holds_something = |mut entries: std::fs::ReadDir| {
        entries.any(|entry| entry.is_ok_and(|entry| entry.file_name() != ".git"))
    };
    if folder.read_dir().is_ok_and(holds_something) {
        return Err(format!(
            "{}: this folder holds something; name another one",
            folder.display()
        ));
    }
    let mut shown = String::new();
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(named(&path))?;
        outputs::write(&path, text)?;
        shown += &format!("wrote {}\n", path.display());
    }
    Ok(shown)
}

/// The folder's README.
fn readme(game: &str, language: &Language) -> String {
    let build = language
        .build
        .map(|build| format!("{build}\n"))
        .unwrap_or_default();
    let (end, run) = (language.end, language.run);
    let (watched, other) = match language.watched {
        Some(build) => (format!("{build}\n"), " --coverage-bot ./bot-watched"),
        None => Default::default(),
    };
    format!(
        "# A bot for {game}\n\n\
         `bot.{end}` is correct, and plays simply. Change how it chooses its answer; keep how it reads and writes.\n\n\
         ```sh\n{build}stickler check {game} -- {run}\n```\n\n\
         The last line says `conforms`, or which clause the bot broke. `stickler spec {game}` shows the rules and a game line by \
         line. `.github/workflows/check.yml` runs the same check at each push, once you have set `STICKLER_SOURCE` in it, or put stickler's \
         wheel beside the bot.\n\n\
         The bot's own code can lead the search for rare faults:\n\n\
         ```sh\n{watched}stickler check {game} --coverage{other} -- {run}\n```\n"
    )
}

/// The job of this game and language.
fn job(game: &str, language: &Language) -> String {
    let runs = format!(
        "stickler check {game} --markdown summary.md -- {}",
        language.run
    );
    let runs = language
        .build
        .map(|build| format!("{build}\n      - run: {runs}"))
        .unwrap_or(runs);
    examples::text(JOB)
        .unwrap_or_default()
        .replace(JOB_RUNS, &runs)
}
