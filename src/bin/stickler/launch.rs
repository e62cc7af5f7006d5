//! Limits of a run, and `stickler launch`, which gives things up and then becomes the program: `--no-network` and the like.

use crate::common::{Done, Untold, print};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use stickler::arena::confine::Confinement;

/// What a run withholds from the bot.
#[derive(clap::Args)]
pub(crate) struct Limits {
    /// Peak resident memory in megabytes, short for --set memory=MB
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
    #[command(flatten)]
    confined: Confined,
}

#[derive(clap::Args)]
struct Confined {
    /// End the bot after so many seconds of CPU time
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    cpu_time: Option<u64>,
    /// Give the bot no network
    #[arg(long)]
    no_network: bool,
    /// Let the bot write no files, so that it leaves none for others
    #[arg(long)]
    read_only: bool,
}

impl Confined {
    fn confinement(&self) -> Confinement {
        Confinement { cpu_time: self.cpu_time, no_network: self.no_network, read_only: self.read_only }
    }
}

impl Limits {
    /// The command under the limits, and a line for each that the kernel does not allow.
    pub(crate) fn confine(&self, command: Vec<String>) -> Result<(Vec<String>, String), Untold> {
        let confinement = self.confined.confinement();
        if confinement.is_none() {
            return Ok((command, String::new()));
        }
        let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
        let mut words = vec![program.to_string_lossy().into_owned(), "launch".into()];
        words.extend(confinement.words());
        let probe = Command::new(&words[0]).args(&words[1..]).output();
        let probe = probe.map_err(|error| format!("the launcher could not be started: {error}"))?;
        is_there(&command)?;
        words.push("--".into());
        words.extend(command);
        Ok((words, String::from_utf8_lossy(&probe.stdout).into_owned()))
    }
}

/// The launcher can be started whatever it is to become, so a missing program is noticed here and not taken for a crash.
fn is_there(command: &[String]) -> Result<(), String> {
    let program = command.first().map(PathBuf::from).unwrap_or_default();
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_found = match program.components().count() {
        1 => std::env::split_paths(&folders).any(|folder| folder.join(&program).is_file()),
        _ => program.is_file(),
    };
    if is_found {
        Ok(())
    } else {
        Err(format!("`{}` could not be started: there is no such program", command.join(" ")))
    }
}

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    confined: Confined,
    /// The program to become; without one, say what the kernel does not allow
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Done {
    let refused = args.confined.confinement().enter();
    let Some((program, words)) = args.command.split_first() else {
        refused.iter().for_each(|line| print(&format!("{line}\n")));
        return Ok(ExitCode::SUCCESS);
    };
    let error = Command::new(program).args(words).exec();
    Err(format!("{program} could not be started: {error}").into())
}
