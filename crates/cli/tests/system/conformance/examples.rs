//! The example bots conform; broken in the classic ways, each is caught with the right class and clause.

mod betris;
mod blackout;
mod blokus;
mod changes;
mod gomoku;
mod tetris;

use crate::support::files::{Scratch, root, scratch, text};
use crate::support::needs::not_working;
use crate::support::programs::{example, plan, python, words};
use crate::support::trials::{leave_out, named, of_gate, usual_if};
use changes::{Bots, Broken};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use stickler::referee::FaultKind;
use stickler_check::bot::{Case, Plan, RunSummary};
use stickler_check::report::failure::failure;

const BOTS: &[Bots] = &[
    betris::BETRIS,
    blackout::BLACKOUT,
    blokus::BLOKUS,
    gomoku::GOMOKU,
    tetris::TETRIS,
];

pub(crate) fn tests() -> Vec<Trial> {
    let mut trials = Vec::new();
    for bots in BOTS {
        let built = Arc::new(Built::default());
        for broken in std::iter::once(None).chain(bots.broken.iter().map(Some)) {
            trials.push(in_python(bots, broken));
            trials.push(in_cpp(bots, broken, &built));
        }
    }
    trials.extend(["blokus_first", "blokus_equivalent"].map(another));
    trials.extend(["pbrain", "gtp"].map(adapter));
    trials.push(adapter_of_an_engine_with_other_letters());
    trials.push(adapter_of_a_broken_engine());
    trials
}

/// The other example bots of Blokus conform too.
fn another(bot: &'static str) -> Trial {
    let hold = move || {
        let bot = example(&format!("bots/{bot}.py"));
        conforms(&blokus::BLOKUS, words([&interpreter(), &bot]))
    };
    of_gate(named(&format!("examples::blokus::python::{bot}"), hold))
}

/// An engine of another protocol conforms behind its adapter.
fn adapter(protocol: &'static str) -> Trial {
    let hold = move || {
        let tool = interpreter();
        let mut command = adapted(&tool, protocol);
        let engine = example("adapters/brain.py");
        command.extend(words([&tool, &engine, Path::new(protocol)]));
        conforms(&gomoku::GOMOKU, command)
    };
    let name = format!("examples::adapters::{protocol}::conforms");
    named(&name, hold)
}

/// An engine that answers `START` with `ok`, or with words behind it, conforms; one that says something else is a bot that dies.
fn adapter_of_an_engine_with_other_letters() -> Trial {
    let hold = move || {
        let tool = &interpreter();
        let engine = words([tool, &example("adapters/brain.py"), Path::new("pbrain")]);
        for (answer, conforming) in [("ok", true), ("Ok - ready", true), ("OKAY", false)] {
            let brain = shell_words::join(&engine);
            let script = format!("{brain} | sed -u 's/^OK$/{answer}/'");
            let mut command = adapted(tool, "pbrain");
            command.extend(["sh", "-c", &script].map(str::to_string));
            let plan = plan(gomoku::GOMOKU.game, gomoku::GOMOKU.patient, command);
            let played = plan.play(plan.cases()?.remove(0))?;
            let died = played
                .faults()
                .any(|(fault, _)| fault.kind == FaultKind::Died);
            if died == conforming {
                return Err(format!("{answer}: the bot died: {died}").into());
            }
        }
        Ok(())
    };
    let name = "examples::adapters::an_engine_may_say_ok_in_other_letters";
    named(name, hold)
}

fn adapted(tool: &Path, protocol: &str) -> Vec<String> {
    words([tool, &example(&format!("adapters/{protocol}.py"))])
}

/// An engine that ends at once is told as a bot that died, with the adapter's words on standard error.
fn adapter_of_a_broken_engine() -> Trial {
    let hold = move || {
        for protocol in ["pbrain", "gtp"] {
            let mut command = adapted(&interpreter(), protocol);
            command.push("true".into());
            let plan = plan(gomoku::GOMOKU.game, gomoku::GOMOKU.patient, command);
            let played = plan.play(plan.cases()?.remove(0))?;
            let died = played.faults().next().map(|(fault, _)| fault.kind);
            let usage = played.record.usage[played.case.seat.index()].as_ref();
            let stderr = usage.map_or(Vec::new(), |usage| usage.stderr.clone());
            let said = String::from_utf8_lossy(&stderr).into_owned();
            let is_told = said.contains("the engine ended before");
            if died != Some(FaultKind::Died) || !is_told {
                return Err(format!("{protocol}: {died:?}: {said}").into());
            }
        }
        Ok(())
    };
    let name = "examples::adapters::an_engine_that_ends_is_a_bot_that_dies";
    named(name, hold)
}

/// A Python for the bots; leaves the test out where there is none.
fn interpreter() -> PathBuf {
    python().unwrap_or_else(|| leave_out("want Python 3.9 or later"))
}

/// The bots of a game, whole or broken; the kind of such a trial is what must be found.
fn trial(
    bots: &'static Bots,
    language: &str,
    broken: Option<&'static Broken>,
    hold: impl Fn() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let found = broken.map_or(String::new(), |broken| {
        format!("{} {}", broken.change.kind, broken.clause)
    });
    named(
        &format!("examples::{}::{language}::{}", bots.game, name(broken)),
        hold,
    )
    .with_kind(found)
}

fn name(broken: Option<&Broken>) -> &'static str {
    broken.map_or("conforms", |broken| broken.change.name)
}

fn in_python(bots: &'static Bots, broken: Option<&'static Broken>) -> Trial {
    let hold = move || {
        let tool = interpreter();
        let folder = scratch("python");
        let path = folder.join("bot.py");
        std::fs::write(&path, source(bots, Language::Python, broken))?;
        held(bots, words([&tool, &path]), broken)
    };
    trial(bots, "python", broken, hold)
}

fn in_cpp(bots: &'static Bots, broken: Option<&'static Broken>, built: &Arc<Built>) -> Trial {
    let built = built.clone();
    let missing = not_working("g++", &["--version"]);
    let hold = move || {
        if let Some(why) = &missing {
            leave_out(why);
        }
        let (folder, result) = built.0.get_or_init(|| build(bots));
        result.clone()?;
        held(
            bots,
            words([&folder.join("bot"), Path::new(name(broken))]),
            broken,
        )
    };
    // What is broken in Python by default is broken in C++ in the gate.
    let is_usual = broken.is_none() && bots.game == gomoku::GOMOKU.game;
    usual_if(is_usual, trial(bots, "cpp", broken, hold))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Python,
    Cpp,
}

/// The source of a bot, changed where it is to be broken.
fn source(bots: &Bots, language: Language, broken: Option<&Broken>) -> String {
    let end = if language == Language::Python {
        "py"
    } else {
        "cpp"
    };
    let path = root().join(format!("examples/bots/{}.{end}", bots.game));
    let source = text(&path);
    let Some(broken) = broken else { return source };
    let [from, to] = broken.change.of(bots, language as usize);
    assert_eq!(
        source.matches(&from).count(),
        1,
        "the text to change stands once in {}: {from}",
        path.display()
    );
    source.replace(&from, &to)
}

/// The bots of a game in C++, once they are built: the program takes the name of the bot that it is to be.
#[derive(Default)]
struct Built(OnceLock<(Scratch, Result<(), String>)>);

/// Builds all bots of a game as one program, so that the headers are read once.
fn build(bots: &Bots) -> (Scratch, Result<(), String>) {
    let (mut includes, mut bodies, mut choice) = (
        String::from("#include <string>\n"),
        String::new(),
        String::new(),
    );
    for broken in std::iter::once(None).chain(bots.broken.iter().map(Some)) {
        let (name, source) = (name(broken), source(bots, Language::Cpp, broken));
        let (own, body): (Vec<&str>, Vec<&str>) = source
            .lines()
            .partition(|line| line.starts_with("#include"));
        includes += &(own.join("\n") + "\n");
        // Only `main` may end without a value.
        let body = body.join("\n").replace("int main()", "int play()");
        let body = body
            .trim_end()
            .strip_suffix('}')
            .expect("the end of main")
            .to_string()
            + "    return 0;\n}";
        bodies += &format!("namespace {name} {{\n{body}\n}}\n");
        choice += &format!("    if (name == \"{name}\") return {name}::play();\n");
    }
    let folder = scratch("cpp");
    let text = format!(
        "{includes}{bodies}int main(int, char** words) {{\n    std::string name = words[1];\n{choice}    return 9;\n}}\n"
    );
    let result = std::fs::write(folder.join("bot.cpp"), text)
        .map_err(|error| error.to_string())
        .and_then(|()| {
            let mut command = Command::new("g++");
            let output = command
                .args(["-std=c++17", "-O0", "-o", "bot", "bot.cpp"])
                .current_dir(&folder)
                .output();
            let output = output.map_err(|error| error.to_string())?;
            if output.status.success() {
                Ok(())
            } else {
                Err(String::from_utf8_lossy(&output.stderr).into_owned())
            }
        });
    (folder, result)
}

fn held(bots: &Bots, command: Vec<String>, broken: Option<&Broken>) -> Result<(), Failed> {
    match broken {
        None => conforms(bots, command),
        Some(broken) => is_caught(bots, command, broken),
    }
}

fn conforms(bots: &Bots, command: Vec<String>) -> Result<(), Failed> {
    let plan = plan(bots.game, bots.patient, command);
    let summary = plan.run(&plan.cases()?, &|_| ())?;
    match shown(&plan, &summary) {
        Some(text) => Err(text.into()),
        None if !summary.warned.is_empty() => Err(format!("warned of {:?}", summary.warned).into()),
        None => Ok(()),
    }
}

fn shown(plan: &Plan, summary: &RunSummary) -> Option<String> {
    let played = summary.failures(&plan.policy).next()?;
    let (fault, line) = played.error(&plan.policy)?;
    Some(failure(plan, played, fault, line, "game.log", false) + "\n" + &played.record.transcript)
}

/// One game in which the fault must show, with limits that keep the test short.
///
/// Real time on a busy machine can hide what a silent bot had not flushed, so a late one is given three tries.
fn is_caught(bots: &Bots, command: Vec<String>, broken: &Broken) -> Result<(), Failed> {
    let plan = plan(bots.game, bots.hurried, command);
    let cases: Vec<_> = plan
        .cases()?
        .into_iter()
        .filter(|case| case.scenario.name == bots.scenario)
        .take(1)
        .collect();
    let tries = if broken.change.kind == "late" { 3 } else { 1 };
    (1..tries).fold(caught(&plan, &cases, broken), |result, _| {
        result.or_else(|_| caught(&plan, &cases, broken))
    })
}

fn caught(plan: &Plan, cases: &[Case], broken: &Broken) -> Result<(), Failed> {
    let summary = plan.run(cases, &|_| ())?;
    let played = summary
        .failures(&plan.policy)
        .next()
        .ok_or("the fault was not caught")?;
    let (fault, _) = played.error(&plan.policy).ok_or("no error")?;
    let seen = (fault.kind.word(), fault.breach.clause.id());
    if seen == (broken.change.kind, broken.clause) {
        return Ok(());
    }
    let transcript = shown(plan, &summary).unwrap_or_default();
    Err(format!(
        "expected {} {}, got {seen:?}\n{transcript}",
        broken.change.kind, broken.clause
    )
    .into())
}
