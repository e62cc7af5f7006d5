//! The example bots conform; broken in the classic ways, each is caught with the right class and clause.

#[path = "examples/betris.rs"]
mod betris;
#[path = "examples/blackout.rs"]
mod blackout;
#[path = "examples/blokus.rs"]
mod blokus;
#[path = "examples/changes.rs"]
mod changes;
#[path = "examples/gomoku.rs"]
mod gomoku;
#[path = "examples/tetris.rs"]
mod tetris;

use changes::{Bots, Broken};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use stickler::check::bot::{Case, Plan, Summary};
use stickler::games;
use stickler::params::Settings;
use stickler::report::run::failure;

const BOTS: &[Bots] = &[betris::BETRIS, blackout::BLACKOUT, blokus::BLOKUS, gomoku::GOMOKU, tetris::TETRIS];

fn main() {
    let scratch = Scratch::new();
    let mut trials = Vec::new();
    for language in [Language::Python, Language::Cpp] {
        for bots in BOTS {
            trials.push(trial(bots, language, None, &scratch));
            trials.extend(bots.broken.iter().map(|broken| trial(bots, language, Some(broken), &scratch)));
        }
    }
    trials.extend(["blokus_first", "blokus_equivalent"].map(another));
    let done = libtest_mimic::run(&Arguments::from_args(), trials);
    drop(scratch);
    done.exit();
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Python,
    Cpp,
}

/// A folder for the changed bots, removed at the end.
struct Scratch(Arc<PathBuf>);

impl Scratch {
    fn new() -> Scratch {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("examples-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a scratch folder");
        Scratch(Arc::new(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&*self.0);
    }
}

/// The other example bots of Blokus conform too.
fn another(bot: &'static str) -> Trial {
    match python() {
        None => {
            Trial::test(format!("blokus::python::{bot} (skipped: no python here)"), || Ok(())).with_ignored_flag(true)
        }
        Some(tool) => Trial::test(format!("blokus::python::{bot}"), move || {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/bots/{bot}.py"));
            conforms(&blokus::BLOKUS, [tool, path].map(|word| word.to_string_lossy().into_owned()).to_vec())
        }),
    }
}

/// The bots of a game in one language, whole or broken; the kind of such a trial is what must be found.
fn trial(bots: &'static Bots, language: Language, broken: Option<&'static Broken>, scratch: &Scratch) -> Trial {
    let what = broken.map_or("conforms", |broken| broken.change.name);
    let found = broken.map_or(String::new(), |broken| format!("{} {}", broken.change.kind, broken.clause));
    let (word, tool) = match language {
        Language::Python => ("python", python()),
        Language::Cpp => ("cpp", which("g++")),
    };
    let name = format!("{}::{word}::{what}", bots.game);
    let folder = scratch.0.clone();
    let trial = match tool {
        None => Trial::test(format!("{name} (skipped: no {word} here)"), || Ok(())).with_ignored_flag(true),
        Some(tool) => Trial::test(name, move || {
            let command = prepare(bots, language, broken, &tool, &folder)?;
            match broken {
                None => conforms(bots, command),
                Some(broken) => is_caught(bots, command, broken),
            }
        }),
    };
    trial.with_kind(found)
}

/// The real interpreter: one behind a version manager takes a tenth of a second to start.
fn python() -> Option<PathBuf> {
    let usual = ["/usr/bin/python3", "/usr/local/bin/python3"].map(PathBuf::from);
    usual.into_iter().find(|path| path.exists()).or_else(|| which("python3"))
}

fn which(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Writes the bot, changed where it is to be broken, and builds it.
fn prepare(
    bots: &Bots,
    language: Language,
    broken: Option<&Broken>,
    tool: &Path,
    folder: &Path,
) -> Result<Vec<String>, Failed> {
    let end = match language {
        Language::Python => "py",
        Language::Cpp => "cpp",
    };
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/bots/{}.{end}", bots.game));
    let mut source = std::fs::read_to_string(&original)?;
    if let Some(broken) = broken {
        let [from, to] = broken.change.of(bots, language as usize);
        assert_eq!(
            source.matches(&from).count(),
            1,
            "the text to change stands once in {}: {from}",
            original.display()
        );
        source = source.replace(&from, &to);
    }
    let name = format!("{}-{}", bots.game, broken.map_or("whole", |broken| broken.change.name));
    let path = folder.join(format!("{name}.{end}"));
    std::fs::write(&path, source)?;
    let words = |path: &Path| path.to_string_lossy().into_owned();
    if language == Language::Python {
        return Ok(vec![words(tool), words(&path)]);
    }
    let program = folder.join(name);
    let built = Command::new(tool).args(["-std=c++17", "-O1", "-o"]).arg(&program).arg(&path).output()?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned().into());
    }
    Ok(vec![words(&program)])
}

fn plan(game: &str, command: Vec<String>, settings: &[&str]) -> Plan {
    Plan {
        game: games::find(game).expect("the game"),
        settings: Settings::read(settings.iter().copied()).expect("settings"),
        command,
        seed: 5,
        cases: None,
        seat: None,
        jobs: 1,
        time_box: Duration::from_secs(300),
        standard: Default::default(),
    }
}

fn conforms(bots: &Bots, command: Vec<String>) -> Result<(), Failed> {
    let plan = plan(bots.game, command, bots.patient);
    let summary = plan.run(&plan.cases()?, &|_| ())?;
    match shown(&plan, &summary) {
        Some(text) => Err(text.into()),
        None if !summary.warned.is_empty() => Err(format!("warned of {:?}", summary.warned).into()),
        None => Ok(()),
    }
}

fn shown(plan: &Plan, summary: &Summary) -> Option<String> {
    let played = summary.failures(&plan.standard).next()?;
    let (fault, line) = played.error(&plan.standard)?;
    Some(failure(plan, played, fault, line, "game.log", false) + "\n" + &played.record.transcript)
}

/// One game in which the fault must show, with limits that keep the test short.
///
/// Real time on a busy machine can hide what a silent bot had not flushed, so a late one is given three tries.
fn is_caught(bots: &Bots, command: Vec<String>, broken: &Broken) -> Result<(), Failed> {
    let plan = plan(bots.game, command, bots.hurried);
    let cases: Vec<_> = plan.cases()?.into_iter().filter(|case| case.scenario.name == bots.scenario).take(1).collect();
    let tries = if broken.change.kind == "late" { 3 } else { 1 };
    (1..tries).fold(caught(&plan, &cases, broken), |result, _| result.or_else(|_| caught(&plan, &cases, broken)))
}

fn caught(plan: &Plan, cases: &[Case], broken: &Broken) -> Result<(), Failed> {
    let summary = plan.run(cases, &|_| ())?;
    let played = summary.failures(&plan.standard).next().ok_or("the fault was not caught")?;
    let (fault, _) = played.error(&plan.standard).ok_or("no error")?;
    let seen = (fault.kind.word(), fault.breach.clause.id());
    if seen == (broken.change.kind, broken.clause) {
        return Ok(());
    }
    let transcript = shown(plan, &summary).unwrap_or_default();
    Err(format!("expected {} {}, got {seen:?}\n{transcript}", broken.change.kind, broken.clause).into())
}
