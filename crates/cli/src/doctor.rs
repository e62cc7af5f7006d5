//! `stickler doctor`: the walls that stand on this machine, its interpreters, clocks and load, and what to do about each.

use super::common::{CliResult, print};
use super::did_you_mean::on_path;
use super::progress::{cpus, load, usual_jobs};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use stickler::report::diagnostic::program;
use stickler_arena::launch::{Launch, Wall, Walls};

/// Interpreters, and the words that make them end at once.
const RUNNERS: [(&str, &[&str]); 4] = [
    ("python3", &["-c", ""]),
    ("node", &["-e", ""]),
    ("java", &["-version"]),
    ("g++", &["--version"]),
];
/// A start that takes longer is worth a word: the time of a bot's first answer begins with it.
const SLOW: Duration = Duration::from_millis(90);

/// The table of walls on this machine: those that stand, and how to get the others; and what else matters to bots here.
pub(crate) fn run() -> CliResult {
    let (_, standing) = Launch::within(Walls::ALL);
    let mut text = String::from("  wall        here  keeps out\n");
    for wall in Wall::ALL {
        let stands = if standing.holds(wall) { "yes" } else { "no" };
        text += &format!("  {:<10}  {stands:<4}  {}\n", wall.name(), wall.keeps_out());
    }
    for (wall, why) in standing.missing() {
        text += &format!("{}: {why}\n  needs {}\n", wall.name(), wall.needs());
    }
    text += match standing.missing().next() {
        None => "Every wall stands. docs/isolation.md says what remains.\n",
        Some(_) => {
            "`--isolation required` plays nothing here; docs/isolation.md has a row for each wall.\n"
        }
    };
    text += &bubblewrap();
    text += &around();
    print(&text)?;
    Ok(ExitCode::from(u8::from(
        standing.missing().next().is_some(),
    )))
}

/// Where bubblewrap is, which makes the rooms of bots.
fn bubblewrap() -> String {
    #[cfg(target_os = "linux")]
    return match stickler_arena::launch::found() {
        Some((path, version)) => format!("bubblewrap: {}, version {version}\n", path.display()),
        None => "bubblewrap: `bwrap` is not on the path; install the package `bubblewrap`\n".into(),
    };
    #[cfg(not(target_os = "linux"))]
    "bubblewrap: it is there on Linux alone\n".into()
}

/// The lines of the report.
fn around() -> String {
    let mut text = String::from("\nprograms that run bots:\n");
    for (name, words) in RUNNERS {
        text += &match on_path(name) {
            None => format!("  {name:<8} is not on the path\n"),
            Some(path) => format!("  {name:<8} {}{}\n", path.display(), started(&path, words)),
        };
    }
    let limits = stickler_arena::inherited::low_limits();
    if !limits.is_empty() {
        text += &format!(
            "limits of this session, which bind bots too: {}\n",
            limits.join(", ")
        );
    }
    let cpus = cpus();
    text += &format!("clock: {}\n", clock());
    text += &match load() {
        None => format!("load: {cpus} CPUs; this system does not tell how busy they are\n"),
        Some(load) if load > cpus as f64 => format!(
            "load: {load:.1} on {cpus} CPUs: this machine is busy, and bots wait for a CPU. End other programs before you trust a time\n"
        ),
        Some(load) => {
            format!("load: {load:.1} on {cpus} CPUs: bots get a CPU when they want one\n")
        }
    };
    text += &format!(
        "`{} check` plays {} at a time here; --jobs N changes it\n",
        program(),
        games(usual_jobs())
    );
    text
}

fn games(count: u16) -> String {
    if count == 1 {
        "1 game".into()
    } else {
        format!("{count} games")
    }
}

/// How long it takes to start, and what to do where that is long.
fn started(path: &Path, words: &[&str]) -> String {
    let begun = Instant::now();
    let quiet = |command: &mut Command| {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
    };
    if quiet(Command::new(path).args(words)).is_err() {
        return ", which does not start".into();
    }
    let took = begun.elapsed();
    let advice = match is_script(path) {
        true if took > SLOW => {
            ": a script that looks for the real program. Name that one in the bot's command, to start sooner"
        }
        _ => "",
    };
    format!(", starts in {} ms{advice}", took.as_millis())
}

/// Tools that keep several versions put a script in place of each program.
fn is_script(path: &Path) -> bool {
    use std::io::Read;
    let mut start = [0; 2];
    std::fs::File::open(path)
        .and_then(|mut file| file.read_exact(&mut start))
        .is_ok()
        && &start == b"#!"
}

/// How exactly this machine keeps a time: the longest of a few short sleeps.
fn clock() -> String {
    const NAP: Duration = Duration::from_millis(2);
    let nap = |_| {
        let begun = Instant::now();
        std::thread::sleep(NAP);
        begun.elapsed().saturating_sub(NAP)
    };
    let late = (0..20).map(nap).max().unwrap_or_default();
    let advice = match late {
        late if late > Duration::from_millis(5) => ": limits below 50 ms say little here",
        _ => "",
    };
    format!(
        "a pause of 2 ms ends up to {:.1} ms late{advice}",
        late.as_secs_f64() * 1000.0
    )
}
