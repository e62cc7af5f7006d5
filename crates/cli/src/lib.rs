//! The command line: checks bots, validates transcripts, plays matches, and shows the clauses.

mod check;
pub mod common;
mod convert;
mod did_you_mean;
mod doctor;
mod engine;
mod example;
mod file_lock;
mod help;
mod judge;
mod launch_options;
mod many_games;
mod oracle;
pub(crate) mod outputs;
mod patience;
mod play;
mod progress;
pub mod refbot;
mod referee;
mod replay;
mod replay_record;
mod report;
mod sandbox_note;
mod show;
mod sources;
mod spec;
mod tap;
pub mod tool;
pub mod tools;
mod validate;
mod vectors;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use common::CliResult;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use stickler::games::Registry;
use stickler::report::diagnostic;
use stickler_arena::arena_choice;
use tool::AnyTool;

/// Check bots, logs, judges and engines of contest games against the rules.
///
/// Exit codes: 0 conforms (also with warnings), 1 violates, 2 could not tell.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Args {
    /// Run programs in this arena; docs/other-systems.md says what each can see
    #[arg(long, global = true, hide = true, value_parser = arena_choice::NAMES)]
    arena: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a bot: play every scenario of a game with it
    Check(Box<check::Args>),
    /// Play a saved failure, a log or a record again with a bot. Exit 0: no failure; 1: it fails; 2: it plays differently
    Replay(replay::ReplayArgs),
    /// Record a bot under any judge: put `stickler tap … --` in front of the bot's command
    Tap(tap::Args),
    /// Compare an engine in any language with the rules; it speaks JSON lines (spec/engine-protocol.md)
    Engine(engine::Args),
    /// Answer questions about positions: JSON lines on standard input (spec/oracle.md)
    Oracle(oracle::Args),
    /// Join the results of a run that was played in parts, or report results again
    Report(report::Args),
    /// Play one match between programs, or many to see which is stronger
    Play(play::Args),
    /// Judge one match for an arena or a local tester: print scores, or one JSON object
    Referee(referee::Args),
    /// Test a judge: run it with right and with faulty bots, and check what it does about them
    Judge(Box<judge::Args>),
    /// Check logs and records: files, folders, or standard input
    Validate(validate::Args),
    /// Show the boards of a log or record
    Show(show::Args),
    /// Write a log or record in another format, by default as a log, and list what that format cannot hold
    #[command(alias = "import")]
    Convert(convert::Convert),
    /// Write test vectors: positions with the answers of the rules (spec/vectors.md)
    Vectors(vectors::Args),
    /// Print clauses: all, those of a page, or one
    Spec(spec::Args),
    /// List the games with their parameters
    Games(spec::GamesArgs),
    /// Say what keeps bots apart on this machine, and how it runs programs
    Doctor,
    /// Print the completions of a shell: `stickler completions bash > ~/.local/share/bash-completion/completions/stickler`
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page: `stickler manual | man -l -`
    Manual,
    /// Play as the bundled reference bot, which `check` runs where no command is given
    #[command(hide = true)]
    Refbot(check::RefbotArgs),
    /// Join an interactive validator and a program as a contest system does, and print the verdict
    #[command(hide = true)]
    Join(judge::JoinArgs),
}

impl Command {
    /// True where programs are started, which an interruption must end.
    fn plays(&self) -> bool {
        use Command::{Check, Engine, Judge, Play, Referee, Replay, Tap};
        matches!(
            self,
            Check(_) | Engine(_) | Judge(_) | Play(_) | Referee(_) | Replay(_) | Tap(_)
        )
    }
}

/// The whole command line of these games, with the words of this process.
///
/// A crate with a game of its own has this as its `main`:
///
/// ```no_run
/// use stickler::games::{Registry, gomoku};
///
/// fn main() -> std::process::ExitCode {
///     stickler_cli::main(Registry::new(&[&gomoku::Contest]))
/// }
/// ```
pub fn main(games: Registry) -> ExitCode {
    main_with(games, &[])
}

/// The program with commands that only some of the games have.
pub fn main_with(games: Registry, tools: &[AnyTool]) -> ExitCode {
    if let Some(name) = std::env::args_os()
        .next()
        .as_deref()
        .and_then(|path| Path::new(path).file_name())
    {
        diagnostic::call_program(name.to_string_lossy().into_owned());
    }
    if let Err(why) = games.declared() {
        return common::complain(&why.into());
    }
    let words = referee::spelled(std::env::args_os());
    let mut line = help::grouped(Args::command(), tools);
    let given = line
        .try_get_matches_from_mut(&words)
        .unwrap_or_else(|error| misread(&line, &words, error));
    if let Err(why) = arena_choice::choose(given.get_one::<String>("arena").map(String::as_str)) {
        return common::complain(&why.into());
    }
    common::precompute();
    let tool = given
        .subcommand()
        .and_then(|(name, own)| Some((tools.iter().find(|tool| tool.name == name)?, own)));
    let done = match tool {
        Some((tool, own)) => (tool.run)(own, games),
        None => Args::from_arg_matches(&given)
            .map_or_else(|error| error.exit(), |args| run(&args.command, games, line)),
    };
    match done {
        Ok(code) => code,
        Err(why) => common::complain(&why),
    }
}

fn completions(mut line: clap::Command, shell: clap_complete::Shell) -> CliResult {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut line, diagnostic::program(), &mut text);
    common::done(&String::from_utf8_lossy(&text))
}

/// One page: the commands, then each with its options.
fn manual(line: clap::Command) -> CliResult {
    let mut text = Vec::new();
    let line = line.name(diagnostic::program());
    let commands: Vec<clap::Command> = line
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .cloned()
        .collect();
    let cannot = |error: std::io::Error| error.to_string();
    clap_mangen::Man::new(line)
        .render(&mut text)
        .map_err(cannot)?;
    for command in commands {
        let name = format!(".SH \"COMMAND {}\"\n", command.get_name().to_uppercase());
        text.extend(name.bytes());
        let man = clap_mangen::Man::new(command);
        man.render_description_section(&mut text)
            .and_then(|()| man.render_options_section(&mut text))
            .map_err(cannot)?;
    }
    common::done(&String::from_utf8_lossy(&text))
}

/// Ends with the error of a command line. It names a missing `--` before the bot's command.
fn misread(line: &clap::Command, words: &[OsString], error: clap::Error) -> ! {
    let takes_command = |name: &OsString| {
        let command = name.to_str().and_then(|name| line.find_subcommand(name));
        command.is_some_and(|command| command.get_arguments().any(|arg| arg.is_last_set()))
    };
    let first = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(first)) if error.kind() == ErrorKind::UnknownArgument => {
            first.as_str()
        }
        _ => error.exit(),
    };
    let Some(place) = words.iter().position(|word| word == first) else {
        error.exit()
    };
    let mut meant: Vec<_> = words
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let is_command = words.get(1).is_some_and(takes_command);
    let split = meant
        .get(place + 1)
        .and_then(|bot| shell_words::split(bot).ok());
    let why = match (first, split) {
        ("--bot", Some(bot)) if is_command => {
            meant.splice(place..place + 2, []);
            meant.push("--".into());
            meant.extend(bot);
            "the bot's command comes after `--`"
        }
        (first, _) if is_command && !first.starts_with('-') => {
            meant.insert(place, "--".into());
            "the bot's command comes after `--`"
        }
        _ if meant.get(1).is_some_and(|command| command == "play")
            && meant.get(place - 1).is_some_and(|word| word == "--") =>
        {
            let bot = shell_words::join(meant.drain(place - 1..).skip(1));
            meant.extend(["--bot".into(), bot]);
            "`play` takes each bot's whole command line in quotes, after --bot"
        }
        _ => error.exit(),
    };
    let meant = shell_words::join(meant.iter().skip(1));
    let _ = error.print();
    common::remark(&format!("{why}: {} {meant}", diagnostic::program()));
    std::process::exit(2)
}

fn run(command: &Command, games: Registry, line: clap::Command) -> CliResult {
    if command.plays() {
        common::watch_signals();
    }
    match command {
        Command::Check(args) => check::run(args, games),
        Command::Judge(args) => judge::run(args, games),
        Command::Replay(args) => replay::run_replay(args, games),
        Command::Tap(args) => tap::run(args, games),
        Command::Engine(args) => engine::run(args, games),
        Command::Oracle(args) => oracle::run(args, games),
        Command::Play(args) => play::run(args, games),
        Command::Report(args) => report::run(args, games),
        Command::Referee(args) => referee::run(args, games),
        Command::Validate(args) => validate::run(args, games),
        Command::Show(args) => show::run(args, games),
        Command::Convert(args) => convert::convert(args, games),
        Command::Vectors(args) => vectors::run(args, games),
        Command::Spec(args) => spec::run(args, games),
        Command::Games(args) => spec::games(args, games),
        Command::Doctor => doctor::run(),
        Command::Completions { shell } => completions(line, *shell),
        Command::Manual => manual(line),
        Command::Refbot(args) => check::refbot(args, games),
        Command::Join(args) => judge::run_join(args),
    }
}
