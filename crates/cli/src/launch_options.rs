//! Options that say how bots are started and kept apart, as a `Launch`.

use crate::common::{CliError, remark};
use crate::{common, did_you_mean};
use stickler_arena::inherited::low_limits;
use stickler_arena::launch::{Files, Launch, WallReport, Walls};
use stickler_arena::{arena_choice, system};

/// Limits of bots in a run, with their memory.
#[derive(clap::Args)]
pub(crate) struct LimitOptions {
    /// End a bot that uses more memory, in megabytes, with all that it starts; short for --set memory=MB
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
    #[command(flatten)]
    pub(crate) confined: Confined,
}

/// Limits of a bot.
#[derive(clap::Args)]
pub(crate) struct Confined {
    /// Keep bots apart with bubblewrap. The default: auto where bots play each other, and off in `check`
    #[arg(long, value_enum)]
    isolation: Option<Isolation>,
    /// Start every bot in another sandbox by this command: `isolate --run --`, `nsjail ... --`,
    /// `docker run -i ...`. stickler puts a number in place of {box}, another one for each running bot
    #[arg(long, value_name = "CMD")]
    wrap: Option<String>,
    /// End a bot after this many seconds of CPU time
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    cpu_time: Option<u64>,
    /// Give bots a stack of this many megabytes, where the session allows it
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    stack: Option<u64>,
    /// Give bots no network
    #[arg(long)]
    no_network: bool,
    /// Let bots write no files
    #[arg(long)]
    read_only: bool,
    /// Choose who sees the files that a bot writes in the current folder and in folders for temporary files.
    /// The default is shared for `check`, and own where bots play each other
    #[arg(long, value_enum)]
    files: Option<OwnFiles>,
}

/// Who sees the files that a bot writes.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum OwnFiles {
    /// This bot alone sees its files, and they end with it
    Own,
    /// All bots see them, and they stay
    Shared,
}

/// How far bots are kept apart from each other and from the judge.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Isolation {
    /// All walls; play nothing if one is missing
    Required,
    /// All walls that this machine gives
    Auto,
    /// No walls, for debugging
    Off,
}

impl Confined {
    /// Refuses a command that cannot be what was meant; of one that another sandbox starts nothing can be told here.
    pub(crate) fn startable(&self, command: &[String]) -> Result<(), String> {
        if self.wrap.is_some() {
            Ok(())
        } else {
            did_you_mean::startable(command)
        }
    }

    fn walls(&self, usual: Walls) -> Walls {
        let base = match self.isolation {
            None => usual,
            Some(Isolation::Off) => Walls::NONE,
            Some(_) => Walls::ALL,
        };
        let files = if self.read_only {
            Files::ReadOnly
        } else {
            match self.files {
                None => base.files,
                Some(OwnFiles::Own) => Files::Own,
                Some(OwnFiles::Shared) => Files::Shared,
            }
        };
        let no_network = base.no_network || self.no_network;
        // Walls of their own stand in a room of their own.
        let processes = base.processes || no_network || files != Files::Shared;
        Walls {
            processes,
            files,
            no_network,
            cpu_time: self.cpu_time,
            ..base
        }
    }

    /// The options that ask for this.
    fn words(&self) -> Vec<String> {
        let words = [
            chosen("isolation", self.isolation),
            self.wrap.as_ref().map(|wrap| format!("--wrap={wrap}")),
            self.cpu_time.map(|seconds| format!("--cpu-time={seconds}")),
            self.stack.map(|megabytes| format!("--stack={megabytes}")),
            self.no_network.then(|| "--no-network".to_string()),
            self.read_only.then(|| "--read-only".to_string()),
            chosen("files", self.files),
        ];
        words.into_iter().flatten().collect()
    }

    /// How bots are started.
    pub(crate) fn open(&self, usual: Walls) -> Result<Confinement, CliError> {
        let is_free = [Some(Isolation::Off), Some(Isolation::Auto), None].contains(&self.isolation);
        let needs_none = |word: &str| {
            is_free && word.starts_with("--isolation")
                || word == "--files=shared"
                || word.starts_with("--stack=")
        };
        let walled = self.words().into_iter().find(|word| !needs_none(word));
        if let Some(word) = walled.filter(|_| arena_choice::is_portable()) {
            return Err(format!(
                "{word}: the portable arena has no walls; leave it out, or play on Linux"
            )
            .into());
        }
        if let Some(megabytes) = self.stack {
            system::give_stack(megabytes << 20)
                .map_err(|why| format!("--stack {megabytes}: {why}"))?;
        }
        let (launch, standing) = match &self.wrap {
            Some(wrap) => (self.wrapped(common::words(wrap)?)?, WallReport::default()),
            None => Launch::within(self.walls(usual)),
        };
        let refused = standing
            .missing()
            .map(|(wall, why)| format!("{}: {why}", wall.name()))
            .collect::<Vec<_>>();
        if self.isolation == Some(Isolation::Required) && !refused.is_empty() {
            let why = refused.join("; ");
            let help = "`stickler doctor` says how to get it";
            return Err(format!("--isolation required: a wall is missing: {why}. {help}").into());
        }
        let limits = low_limits();
        if !limits.is_empty() {
            remark(&format!(
                "this session has limits, which bind the bots too: {}. The system may end a bot that needs more; raise them with ulimit",
                limits.join(", ")
            ));
        }
        let by = self
            .wrap
            .as_ref()
            .and_then(|wrap| common::words(wrap).ok()?.into_iter().next());
        let line = match by {
            Some(name) => format!("isolation: by `{name}`\n"),
            None => format!("isolation: {standing}\n"),
        };
        // A bot of one's own needs no walls that nobody asked for.
        let is_asked = usual.accounts || !self.words().is_empty();
        Ok(Confinement {
            launch,
            withheld: self.words(),
            refused: if refused.is_empty() || !is_asked {
                String::new()
            } else {
                line.clone()
            },
            line,
        })
    }

    /// Bots are started by a command of the user's, which alone keeps them apart.
    #[cfg(target_os = "linux")]
    fn wrapped(&self, command: Vec<String>) -> Result<Launch, String> {
        let own = ["--wrap=", "--cpu-time=", "--stack="];
        let is_its_own = |word: &String| own.iter().any(|own| word.starts_with(own));
        let is_none = |word: &str| word == "--isolation=off" || word == "--files=shared";
        match self
            .words()
            .into_iter()
            .find(|word| !is_its_own(word) && !is_none(word))
        {
            Some(word) => Err(format!(
                "{word} and --wrap: the command of --wrap alone keeps bots apart; ask it for that"
            )),
            None => Ok(Launch::by(command, self.cpu_time)),
        }
    }

    /// The portable arena has refused the option before.
    #[cfg(not(target_os = "linux"))]
    fn wrapped(&self, _command: Vec<String>) -> Result<Launch, String> {
        Err("--wrap: it is there on Linux alone".into())
    }
}

/// An option with one of the values that it can have.
fn chosen(option: &str, value: Option<impl clap::ValueEnum>) -> Option<String> {
    Some(format!(
        "--{option}={}",
        value?.to_possible_value()?.get_name()
    ))
}

/// How bots are kept.
pub(crate) struct Confinement {
    /// How they are started.
    pub(crate) launch: Launch,
    /// The options that ask for it.
    pub(crate) withheld: Vec<String>,
    /// Which walls stand, in a line.
    pub(crate) line: String,
    /// The same where a wall is missing, and nothing otherwise.
    pub(crate) refused: String,
}

impl LimitOptions {
    /// How bots are started.
    pub(crate) fn open(&self, usual: Walls) -> Result<Confinement, CliError> {
        if let Some(megabytes) = self.memory.filter(|_| arena_choice::is_portable()) {
            let why = "the portable arena ends no bot for its memory";
            let instead = format!(
                "--set memory={megabytes} holds the limit against what a bot has used when it has ended"
            );
            return Err(format!("--memory {megabytes}: {why}; {instead}").into());
        }
        self.confined.open(usual)
    }

    /// The settings with the limit of memory among them.
    pub(crate) fn set(&self, set: &[String]) -> Vec<String> {
        set.iter()
            .cloned()
            .chain(self.memory.map(|megabytes| format!("memory={megabytes}")))
            .collect()
    }
}
