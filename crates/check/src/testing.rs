//! Tests for the repository of a game. They hold its page, its code, its fixtures, its faulty bots and its vectors together.
//!
//! The whole test of a crate with a game of its own, with `harness = false` in its `Cargo.toml`:
//!
//! ```no_run
//! use stickler::games::{Registry, gomoku};
//! use stickler_check::testing::Suite;
//!
//! fn main() -> std::process::ExitCode {
//!     Suite::new(Registry::new(&[&gomoku::Contest]), env!("CARGO_MANIFEST_DIR")).main()
//! }
//! ```
//!
//! The repository has `fixtures/GAME/*.yaml` (cases), `fixtures/mutants/GAME.yaml` (faulty bots and what is seen in them) and
//! `fixtures/vectors/*.jsonl` (positions and what the rules say of them). `STICKLER_BLESS=1` writes the vectors anew, with a file
//! for each game that has none.

mod contract;
mod declared_tests;
mod ends;
mod judge;
mod mutants;
mod pages;
mod recorded;
mod vector_tests;

use crate::harness;
use crate::test_arguments::TestArguments;
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickler::clause::Page;
use stickler::fixture;
use stickler::fixture::Fixture;
use stickler::games::Registry;
use stickler::report::diagnostic::call_program;
use stickler::scenario::Scenario;
pub use stickler_arena::faulty::Misbehaviour;

/// Games of a search with the reference bot.
const SEARCHED: u32 = 64;

/// The body of a test. It may run more than once: where the machine was too busy, a test is tried again.
pub type TestBody = Box<dyn Fn() -> Result<(), Failed> + Send>;

/// A test that has not run yet.
pub struct Test {
    /// The name, in parts: `fixtures::gomoku::rules::five_in_a_row_win`.
    pub name: String,
    /// The body.
    pub hold: TestBody,
    /// True where it takes seconds.
    pub is_slow: bool,
}

impl Test {
    fn new(name: String, hold: impl Fn() -> Result<(), Failed> + Send + 'static) -> Test {
        Test {
            name,
            hold: Box::new(hold),
            is_slow: false,
        }
    }

    fn failed(name: String, why: String) -> Test {
        Test::new(name, move || Err(why.clone().into()))
    }
}

/// The games of a repository, and where their files are.
#[derive(Clone)]
pub struct Suite {
    games: Registry,
    folder: PathBuf,
    pages: Vec<&'static Page>,
    own: &'static [(&'static str, &'static [Misbehaviour])],
}

impl Suite {
    /// These games, with the folder that holds `fixtures/`.
    pub fn new(games: Registry, folder: impl AsRef<Path>) -> Suite {
        let pages = games.games().iter().map(|game| game.page()).collect();
        Suite {
            games,
            folder: folder.as_ref().to_path_buf(),
            pages,
            own: &[],
        }
    }

    /// This suite with ways to misbehave that only these games know, by the game's name.
    #[must_use]
    pub fn with_ways(self, own: &'static [(&'static str, &'static [Misbehaviour])]) -> Suite {
        Suite { own, ..self }
    }

    /// This suite with tests of the pages that all games share.
    #[must_use]
    pub fn with_shared_pages(self) -> Suite {
        Suite {
            pages: self.games.pages().collect(),
            ..self
        }
    }

    /// Every test: pages, what the traits of a game promise, fixtures, vectors, faulty bots, and the reference bot in each scenario.
    pub fn tests(&self) -> Vec<Test> {
        let parts = [
            self.page_tests(),
            self.contract_tests(),
            self.assumption_tests(),
            self.end_tests(),
            self.declared_tests(),
            self.fixture_tests(),
            self.vector_tests(),
            self.mutant_tests(),
        ];
        let mut tests: Vec<Test> = parts.into_iter().flatten().collect();
        for &game in self.games.games() {
            for scenario in game.scenarios() {
                let name = format!("reference::{}::{}", game.name(), scenario.name);
                tests.push(Test::new(name, move || {
                    harness::play_in_memory(game, scenario.name)
                }));
            }
            let name = format!("reference::{}::{}", game.name(), Scenario::SEARCH.name);
            tests.push(Test::new(name, move || {
                harness::search_in_memory(game, SEARCHED)
            }));
        }
        tests
    }

    /// The main function of a test program. As `PROGRAM --mutant GAME NAME` it plays as a faulty bot: it is its own candidate.
    pub fn main(self) -> ExitCode {
        let words: Vec<String> = std::env::args().skip(1).collect();
        if let [mark, game, name] = &words[..]
            && mark == "--mutant"
        {
            self.play_as(game, name);
        }
        // Reports name commands of the program of this crate, which cargo tells a test.
        if let Ok(name) = std::env::var("CARGO_PKG_NAME") {
            call_program(name);
        }
        let trials = self.tests().into_iter().map(|test| {
            let is_slow = test.is_slow;
            Trial::test(test.name, test.hold).with_ignored_flag(is_slow)
        });
        let arguments = TestArguments::from_args();
        let is_whole = arguments.names.is_empty() && !arguments.options.list;
        let conclusion = arguments.run(trials.collect());
        if is_whole && !conclusion.has_failed() {
            self.print_missing_cases();
        }
        conclusion.exit_code()
    }

    /// Notes what no case holds: a rule that goes wrong only there stays green.
    fn print_missing_cases(&self) {
        let missing = self.missing_cases().unwrap_or_else(|why| vec![why]);
        for line in &missing {
            eprintln!("note: {line}");
        }
        if !missing.is_empty() {
            eprintln!(
                "  a rule that is wrong only there stays green: write such a game as a case, by hand from the page \
                 (`transcript`, docs/fixtures.md)"
            );
        }
    }

    /// One test a case.
    pub fn fixture_tests(&self) -> Vec<Test> {
        let files = self.case_files();
        if files.is_empty() {
            return vec![Test::failed(
                "fixtures".into(),
                format!("{} has no cases", self.fixtures().display()),
            )];
        }
        let arguments = TestArguments::from_args();
        // If tests are asked for by their exact names, only their files are read.
        let is_wanted = |path: &Path| {
            let start = format!("fixtures::{}::", names(path).join("::"));
            let all = !arguments.options.exact || arguments.names.is_empty();
            all || arguments.names.iter().any(|name| name.starts_with(&start))
        };
        files
            .iter()
            .filter(|path| is_wanted(path))
            .flat_map(|path| self.tests_of(path))
            .collect()
    }

    fn tests_of(&self, path: &Path) -> Vec<Test> {
        let [folder, topic] = names(path);
        let (shown, games) = (path.display().to_string(), self.games);
        let read = read(path).and_then(|text| Ok((fixture::read(&text)?, text)));
        let (cases, text) = match read {
            Ok(read) => read,
            Err(why) => {
                return vec![Test::failed(
                    format!("fixtures::{folder}::{topic}"),
                    format!("{shown}: {why}"),
                )];
            }
        };
        let test = |case: Fixture| {
            let place = format!("{shown}:{}", fixture::line_of(&text, &case.name));
            let folder = folder.clone();
            Test::new(
                format!("fixtures::{folder}::{topic}::{}", case.name),
                move || {
                    case.run(games, &folder)
                        .map_err(|why| format!("{place}: {}: {why}", case.name).into())
                },
            )
        };
        cases.into_iter().map(test).collect()
    }

    fn fixtures(&self) -> PathBuf {
        self.folder.join("fixtures")
    }

    /// The files of cases: those in the folders that are named after pages.
    fn case_files(&self) -> Vec<PathBuf> {
        self.pages
            .iter()
            .flat_map(|page| files(&self.fixtures().join(&page.name), "yaml"))
            .collect()
    }

    /// Every case with its name as a test, or why its file cannot be read.
    pub fn cases(&self) -> Result<Vec<(String, Fixture)>, String> {
        let mut all = Vec::new();
        for path in self.case_files() {
            let cases = read(&path).and_then(|text| fixture::read(&text));
            let cases = cases.map_err(|why| format!("{}: {why}", path.display()))?;
            let file = names(&path).join("/");
            all.extend(
                cases
                    .into_iter()
                    .map(|case| (format!("{file}::{}", case.name), case)),
            );
        }
        Ok(all)
    }
}

/// The folder and the topic of a file.
fn names(path: &Path) -> [String; 2] {
    [path.parent().unwrap_or(path), path].map(|path| {
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    })
}

/// The files of a folder with this ending, in order; none if there is no such folder.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|own| own == ending))
        .collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> Result<String, String> {
    stickler::encoding::text_of(path).map_err(|error| error.to_string())
}
