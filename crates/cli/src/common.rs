//! Shared parts of the commands: naming a game, printing, and ending.

use crate::patience::{WaitFor, signals_are_flags, unless_interrupted, with_file};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use stickler::encoding;
use stickler::explain::Conclusion;
use stickler::games::erased::AnyGame;
use stickler::live::players::HarnessError;
use stickler::params::Settings;
use stickler::report::diagnostic::program;
use stickler::report::visible::{self, visible};
use stickler_arena::arena_choice;
use stickler_arena::precompute::ThreadsAndFolder;
use stickler_arena::process_players::{interrupted, is_interrupted};
use stickler_arena::threads::locked;

/// Why nothing could be told: exit code 2, or 130 after an interrupt.
#[derive(Clone, Debug)]
pub struct CliError {
    pub(crate) why: String,
    interrupted: bool,
}

impl From<String> for CliError {
    fn from(why: String) -> CliError {
        CliError {
            why,
            interrupted: false,
        }
    }
}

impl From<HarnessError> for CliError {
    fn from(error: HarnessError) -> CliError {
        CliError {
            interrupted: matches!(error, HarnessError::Interrupted),
            why: error.to_string(),
        }
    }
}

/// The exit code of a command, or why nothing could be told.
pub type CliResult = Result<ExitCode, CliError>;

/// The exit code after an interrupt.
const INTERRUPTED: u8 = 130;

/// Says why, on standard error.
pub(crate) fn complain(why: &CliError) -> ExitCode {
    remark_line(&why.why);
    let is_interrupted = why.interrupted || is_interrupted();
    ExitCode::from(if is_interrupted { INTERRUPTED } else { 2 })
}

/// Prints a result. A reader that went away is no error.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let text = visible(text, true).into_owned();
    unless_interrupted(WaitFor::Output, move || {
        put(&mut anstream::stdout(), text.as_bytes())
    })
    .unwrap_or_else(|| Err(HarnessError::Interrupted.into()))
}

/// Prints on standard error. Nobody listening is no error.
pub(crate) fn print_beside(text: &str) {
    let text = visible(text, true).into_owned();
    unless_interrupted(WaitFor::Errors, move || {
        anstream::stderr().write_all(text.as_bytes())
    });
}

/// Writes to standard output.
pub(crate) fn put(out: &mut impl Write, bytes: &[u8]) -> Result<(), CliError> {
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("standard output: {error}").into())
        }
        _ => Ok(()),
    }
}

/// Prints a result, with which a command is done.
pub(crate) fn done(text: &str) -> CliResult {
    print(text).map(|()| ExitCode::SUCCESS)
}

/// A value as a line of JSON, with nothing in it that `print` would write out.
pub(crate) fn json(value: &impl serde::Serialize) -> String {
    visible::json(serde_json::to_string(value).unwrap_or_default()) + "\n"
}

/// An error with the file or folder that it is about.
pub(crate) fn named<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// Fails early where a file that is wanted in the end cannot be written; one that was not there is there afterwards.
pub(crate) fn can_be_written(path: &Path) -> Result<(), String> {
    let own = path.to_path_buf();
    let open = move || OpenOptions::new().append(true).create(true).open(own);
    with_file(path, open).map(drop).map_err(named(path))
}

/// Fails early where a folder that is wanted later is a file.
pub(crate) fn can_be_folder(option: &str, path: &Path) -> Result<(), String> {
    match path.exists() && !path.is_dir() {
        true => Err(format!("{option} names a file; it takes a folder")),
        false => Ok(()),
    }
}

/// Says something beside the result, on standard error, a line each.
pub(crate) fn remark(text: &str) {
    text.lines().for_each(remark_line);
}

fn remark_line(line: &str) {
    print_beside(&format!("{}: {}\n", program(), visible(line, false)));
}

/// The text of a file; the error names it.
pub(crate) fn text_of(path: &Path) -> Result<String, String> {
    let own = path.to_path_buf();
    with_file(path, move || encoding::text_of(&own)).map_err(named(path))
}

pub(crate) fn code(conclusion: Conclusion) -> ExitCode {
    ExitCode::from(conclusion as u8)
}

/// The end of a run, however it came. What was found counts for more than whatever kept the run from its end or its report from
/// being written, which is said all the same; only a signal counts for more than that.
pub(crate) fn ended(
    conclusion: Conclusion,
    troubles: impl IntoIterator<Item = CliError>,
) -> CliResult {
    let mut troubles: Vec<CliError> = troubles
        .into_iter()
        .filter(|trouble| !trouble.interrupted)
        .collect();
    let last = match is_interrupted() {
        true => Some(HarnessError::Interrupted.into()),
        false if conclusion == Conclusion::Violates => None,
        false => troubles.pop(),
    };
    troubles.iter().for_each(|trouble| remark(&trouble.why));
    last.map_or_else(|| Ok(code(conclusion)), Err)
}

/// The parameters that `--set` names, each of which the game accepts; `preset=NAME` stands for those of a variant.
pub(crate) fn settings(game: &dyn AnyGame, set: &[String]) -> Result<Settings, String> {
    let settings = given(game, set)?;
    game.with(&settings).map_err(|why| format!("--set {why}"))?;
    Ok(settings)
}

/// The given settings, where whether the game accepts them is not known before a scenario's own parameters are.
pub(crate) fn given(game: &dyn AnyGame, set: &[String]) -> Result<Settings, String> {
    let given = Settings::read(set.iter().map(String::as_str));
    given
        .and_then(|given| game.expand(&given))
        .map_err(|why| format!("--set {why}"))
}

/// The limit of memory, which is a parameter of every game.
#[derive(clap::Args)]
pub(crate) struct MemoryOption {
    /// End a bot that uses more memory, in megabytes, with all that it starts; short for --set memory=MB
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
}

impl MemoryOption {
    /// The settings with this limit among them.
    pub(crate) fn set(&self, set: &[String]) -> Result<Vec<String>, String> {
        if let Some(megabytes) = self.memory.filter(|_| arena_choice::is_portable()) {
            return Err(format!(
                "--memory {megabytes}: the portable arena ends no bot for its memory; --set memory={megabytes} holds the limit against what a bot has used when it has ended"
            ));
        }
        let own = self.memory.map(|megabytes| format!("memory={megabytes}"));
        Ok(set.iter().cloned().chain(own).collect())
    }
}

/// Makes tables with all of this machine's threads, with a bar; what could not be kept is said on standard error.
pub(crate) fn precompute() {
    static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);
    let watch = |made: usize, of: usize| {
        // No program runs yet, and nothing was found.
        if is_interrupted() {
            complain(&HarnessError::Interrupted.into());
            std::process::exit(INTERRUPTED.into());
        }
        let mut shown = locked(&BAR);
        let shown = shown
            .get_or_insert_with(|| bar("preparing {bar:30} {percent} %, {elapsed}", of as u64));
        shown.set_position(made as u64);
        if made == of {
            shown.finish_and_clear();
        }
    };
    let way = ThreadsAndFolder {
        watch: Box::new(watch),
        remark: Box::new(|text| remark(&text)),
        ..ThreadsAndFolder::default()
    };
    way.install();
}

pub(crate) fn bar(template: &str, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// A command given as one word, split into words as a shell would, without running a shell.
pub(crate) fn words(command: &str) -> Result<Vec<String>, String> {
    match shell_words::split(command) {
        Ok(words) if !words.is_empty() => Ok(words),
        Ok(_) => Err("an empty command".into()),
        Err(error) => Err(format!("`{command}`: {error}")),
    }
}

/// An interrupted run still ends its children.
pub(crate) fn watch_signals() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    signals_are_flags();
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGHUP, signal_hook::consts::SIGQUIT] {
        let _ = signal_hook::flag::register(signal, interrupted().clone());
    }
    for signal in [SIGINT, SIGTERM] {
        // Without the handler the run is ended by the signal itself, as usual.
        let _ = signal_hook::flag::register(signal, interrupted().clone());
    }
}

/// This program, as a word of a command: its path. Commands are texts, so a path that is no UTF-8 is named by the number of this
/// process, for as long as that runs.
pub(crate) fn this_program() -> std::io::Result<String> {
    let path = std::env::current_exe()?.into_os_string().into_string();
    path.or_else(|path| match cfg!(target_os = "linux") {
        true => Ok(format!("/proc/{}/exe", std::process::id())),
        false => Err(std::io::Error::other(format!(
            "the path of this program, {}, is no UTF-8: move it to a folder with another name",
            path.display()
        ))),
    })
}
