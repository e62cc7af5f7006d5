//! `stickler doctor`: what keeps bots apart on this machine, its interpreters, clocks and load, and what to do about each.

use super::common::{CliResult, print};
use super::did_you_mean::on_path;
use super::progress::{cpus, load, usual_jobs};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use stickler::report::diagnostic::program;

/// Interpreters, and the words that make them end at once.
const RUNNERS: [(&str, &[&str]); 4] = [
    ("python3", &["-c", ""]),
    ("node", &["-e", ""]),
    ("java", &["-version"]),
    ("g++", &["--version"]),
];
/// A start that takes longer is worth a word: the time of a bot's first answer begins with it.
const SLOW: Duration = Duration::from_millis(90);

/// The sandboxes of this machine with their command lines, and what else matters to bots here. Ends with 1 where none of them
/// starts a program.
pub(crate) fn run() -> CliResult {
    let (text, has_any) = sandboxes();
    print(&(text + &around()))?;
    Ok(ExitCode::from(u8::from(!has_any)))
}

/// A line for each recipe, with its command line where it starts programs.
#[cfg(target_os = "linux")]
fn sandboxes() -> (String, bool) {
    use stickler_arena::launch::Recipe;
    let here = std::env::current_dir().unwrap_or_default();
    let tried = Recipe::ALL.map(|recipe| (recipe, recipe.probe(&here, &here)));
    let mut text = String::from("sandboxes for bots (docs/isolation.md):\n");
    for (recipe, tried) in &tried {
        let name = format!("--wrap {recipe}");
        text += &match tried {
            Err(why) => format!("  {name:<14}  no: {why}\n"),
            Ok(()) => {
                let words = recipe.words(&here, &here, &[]);
                format!("  {name:<14}  yes: {}\n", shell_words::join(words))
            }
        };
    }
    let starts = |wanted: Option<Recipe>| {
        let is_wanted = |recipe: Recipe| wanted.is_none_or(|wanted| wanted == recipe);
        tried
            .iter()
            .any(|(recipe, tried)| is_wanted(*recipe) && tried.is_ok())
    };
    let apart = match starts(Some(Recipe::Bwrap)) {
        true => "are kept apart by bubblewrap",
        false => {
            "are plain child processes here; `--isolation required` plays nothing. bubblewrap wants user namespaces: \
             kernel.unprivileged_userns_clone=1, user.max_user_namespaces above 0, and on Ubuntu also \
             kernel.apparmor_restrict_unprivileged_userns=0"
        }
    };
    text += &format!("bots that play each other {apart}\n");
    (text, starts(None))
}

#[cfg(not(target_os = "linux"))]
fn sandboxes() -> (String, bool) {
    let text = "sandboxes for bots: they are there on Linux alone (docs/isolation.md)\n";
    (text.to_string(), false)
}

/// The lines of the report.
fn around() -> String {
    let mut text = String::from("programs that run bots:\n");
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
