//! Limits of a run, and `stickler launch`, which gives things up and then becomes the program: `--no-network` and the like.

use crate::arena::confine::{Confinement, UNSTARTED, not_started};
use crate::cli::common::{Done, Untold, print};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// What a run withholds from its bots, and the memory it gives them.
#[derive(clap::Args)]
pub(crate) struct Limits {
    /// Peak resident memory of a bot in megabytes, short for --set memory=MB
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
    #[command(flatten)]
    confined: Confined,
}

/// What is withheld from a bot.
#[derive(clap::Args)]
pub(crate) struct Confined {
    /// End a bot after so many seconds of CPU time
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    cpu_time: Option<u64>,
    /// Give bots no network
    #[arg(long)]
    no_network: bool,
    /// Let bots write no files
    #[arg(long)]
    read_only: bool,
    /// Whether bots see what others write in the current folder and in those for temporary files; what is written to
    /// files of one's own is gone with the bot. `check`: shared, if not said; where bots play each other: own
    #[arg(long, value_enum)]
    files: Option<Files>,
}

/// What a bot writes in the current folder, and in those for temporary files.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Files {
    /// Seen by this bot alone, and gone with it
    Own,
    /// Written there
    Shared,
}

impl Confined {
    fn confinement(&self, files: Files) -> Confinement {
        Confinement {
            cpu_time: self.cpu_time,
            no_network: self.no_network,
            read_only: self.read_only,
            own_files: self.files.unwrap_or(files) == Files::Own,
        }
    }

    /// What bots are started with; their files are like this where nothing is said.
    pub(crate) fn launcher(&self, files: Files) -> Result<Launcher, Untold> {
        let confinement = self.confinement(files);
        if confinement.is_none() {
            return Ok(Launcher { words: Vec::new(), withheld: Vec::new(), refused: String::new() });
        }
        let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
        let withheld = confinement.words();
        let mut words = vec![program.to_string_lossy().into_owned(), "launch".into()];
        words.extend(withheld.iter().cloned());
        let probe = Command::new(&words[0]).args(&words[1..]).output();
        let probe = probe.map_err(|error| format!("the launcher could not be started: {error}"))?;
        words.push("--".into());
        Ok(Launcher { words, withheld, refused: String::from_utf8_lossy(&probe.stdout).into_owned() })
    }
}

/// Commands under limits.
pub(crate) struct Launcher {
    words: Vec<String>,
    /// The options that ask for these limits.
    pub(crate) withheld: Vec<String>,
    /// A line for each limit that the kernel does not allow.
    pub(crate) refused: String,
}

impl Limits {
    /// What all bots of a run are started with; their files are like this where nothing is said.
    pub(crate) fn launcher(&self, files: Files) -> Result<Launcher, Untold> {
        self.confined.launcher(files)
    }

    /// The settings with the limit of memory among them.
    pub(crate) fn set(&self, set: &[String]) -> Vec<String> {
        set.iter().cloned().chain(self.memory.map(|megabytes| format!("memory={megabytes}"))).collect()
    }
}

impl Launcher {
    /// The command under the limits.
    pub(crate) fn command(&self, command: Vec<String>) -> Vec<String> {
        self.words.iter().cloned().chain(command).collect()
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
    let refused = args.confined.confinement(Files::Shared).enter();
    let Some((program, words)) = args.command.split_first() else {
        print(&refused.iter().map(|line| format!("{line}\n")).collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    };
    let error = Command::new(program).args(words).exec();
    eprint!("{}", not_started(&args.command.join(" "), &error));
    Ok(ExitCode::from(UNSTARTED))
}
