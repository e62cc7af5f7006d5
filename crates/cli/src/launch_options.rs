//! Options that say how bots are started and kept apart, as a `Launch`.

use crate::common::{CliError, remark};
use crate::{common, did_you_mean};
use stickler_arena::inherited::low_limits;
use stickler_arena::launch::Launch;
#[cfg(target_os = "linux")]
use stickler_arena::launch::{By, Recipe};
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

/// Limits of a bot, and what stands in front of it.
#[derive(clap::Args)]
pub(crate) struct Confined {
    /// Start every bot by this command, which keeps it apart: `bwrap`, `systemd` or `isolate`, whose command line stickler knows,
    /// also with `dir=FOLDER` behind it, where the bot may write in place of the current folder; or a whole command such as
    /// `docker run -i ...`, in which stickler puts a number in place of {box}, another one for each running bot
    #[arg(long, value_name = "CMD")]
    wrap: Option<String>,
    /// End a bot after this many seconds of CPU time
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    cpu_time: Option<u64>,
    /// Give bots a stack of this many megabytes, where the session allows it
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    stack: Option<u64>,
}

/// How far bots that play each other are kept apart.
#[derive(clap::Args)]
pub(crate) struct IsolationOption {
    /// Keep bots apart by bubblewrap, as `--wrap bwrap` does
    #[arg(long, value_enum, default_value = "auto", hide_default_value = true)]
    isolation: Isolation,
}

/// Whether bots are kept apart from each other and from the judge.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Isolation {
    /// Play nothing where bubblewrap starts no program
    Required,
    /// Where it starts programs; the default
    Auto,
    /// Bots are plain child processes
    Off,
}

/// How bots are kept.
pub(crate) struct Confinement {
    /// How they are started.
    pub(crate) launch: Launch,
    /// The options that ask for it.
    pub(crate) withheld: Vec<String>,
    /// What keeps them apart, in a line.
    pub(crate) line: String,
}

impl Confined {
    /// Refuses a command that cannot be what was meant; of one that a user's own sandbox starts nothing can be told here.
    pub(crate) fn startable(&self, command: &[String]) -> Result<(), String> {
        if self.wrap.is_some() {
            Ok(())
        } else {
            did_you_mean::startable(command)
        }
    }

    /// The options that ask for this.
    fn words(&self) -> Vec<String> {
        let words = [
            self.wrap.as_ref().map(|wrap| format!("--wrap={wrap}")),
            self.cpu_time.map(|seconds| format!("--cpu-time={seconds}")),
            self.stack.map(|megabytes| format!("--stack={megabytes}")),
        ];
        words.into_iter().flatten().collect()
    }

    /// How the user's own bot is started.
    pub(crate) fn open(&self) -> Result<Confinement, CliError> {
        self.limited()?;
        let (launch, by) = match &self.wrap {
            Some(wrap) => self.wrapped(common::words(wrap)?)?,
            None => (self.direct(), String::new()),
        };
        Ok(self.confinement(launch, by))
    }

    /// How bots are started that play each other.
    pub(crate) fn open_apart(&self, option: &IsolationOption) -> Result<Confinement, CliError> {
        if self.wrap.is_some() {
            return match option.isolation {
                Isolation::Required => Err(
                    "--isolation required and --wrap: the command of --wrap alone keeps bots apart; leave one of them out"
                        .to_string()
                        .into(),
                ),
                Isolation::Auto | Isolation::Off => self.open(),
            };
        }
        self.limited()?;
        let apart = match option.isolation {
            Isolation::Off => Err("off".to_string()),
            Isolation::Auto | Isolation::Required => self.apart(),
        };
        match apart {
            Ok((launch, by)) => Ok(self.confinement(launch, by)),
            Err(why) if option.isolation == Isolation::Required => {
                Err(format!("--isolation required: {why}. `stickler doctor` says more").into())
            }
            Err(why) => Ok(self.confinement(self.direct(), format!("none: {why}"))),
        }
    }

    fn confinement(&self, launch: Launch, by: String) -> Confinement {
        Confinement {
            launch,
            withheld: self.words(),
            line: format!("isolation: {by}\n"),
        }
    }

    /// Refuses what this arena cannot limit, and sets the limits that this process hands on.
    fn limited(&self) -> Result<(), CliError> {
        let is_handed_on = |word: &String| word.starts_with("--stack=");
        let unknown = self.words().into_iter().find(|word| !is_handed_on(word));
        if let Some(word) = unknown.filter(|_| arena_choice::is_portable()) {
            return Err(format!(
                "{word}: the portable arena cannot do it; leave it out, or play on Linux"
            )
            .into());
        }
        if let Some(megabytes) = self.stack {
            system::give_stack(megabytes << 20)
                .map_err(|why| format!("--stack {megabytes}: {why}"))?;
        }
        Ok(())
    }

    #[cfg(target_os = "linux")]
    fn direct(&self) -> Launch {
        Launch::Direct {
            cpu_time: self.cpu_time,
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn direct(&self) -> Launch {
        Launch::Direct
    }

    /// Bots behind bubblewrap. The error says why it starts none.
    #[cfg(target_os = "linux")]
    fn apart(&self) -> Result<(Launch, String), String> {
        if arena_choice::is_portable() {
            return Err("the portable arena has no sandbox".into());
        }
        self.by_recipe(Recipe::Bwrap, None)
    }

    #[cfg(not(target_os = "linux"))]
    fn apart(&self) -> Result<(Launch, String), String> {
        Err("bubblewrap is there on Linux alone".into())
    }

    #[cfg(target_os = "linux")]
    fn by_recipe(&self, recipe: Recipe, folder: Option<&str>) -> Result<(Launch, String), String> {
        let here = std::env::current_dir()
            .map_err(|error| format!("the current folder cannot be told: {error}"))?;
        let writable = folder.map_or(Ok(here.clone()), |folder| {
            here.join(folder)
                .canonicalize()
                .map_err(|error| format!("dir={folder}: {error}"))
        })?;
        recipe.probe(&here, &writable)?;
        let by = By::Recipe {
            recipe,
            here,
            writable,
        };
        Ok((Launch::by(by, self.cpu_time), format!("by {recipe}")))
    }

    /// Bots are started by a recipe or a command of the user's, which alone keeps them apart.
    #[cfg(target_os = "linux")]
    fn wrapped(&self, command: Vec<String>) -> Result<(Launch, String), String> {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let named = words.first().and_then(|name| name.parse::<Recipe>().ok());
        let recipe = match (named, &words[1..]) {
            (Some(recipe), []) => Some((recipe, None)),
            (Some(recipe), [word]) => word
                .strip_prefix("dir=")
                .map(|folder| (recipe, Some(folder))),
            _ => None,
        };
        match recipe {
            Some((recipe, folder)) => self
                .by_recipe(recipe, folder)
                .map_err(|why| format!("--wrap {recipe}: {why}")),
            None => {
                let by = format!("by `{}`", words.first().unwrap_or(&"nothing"));
                Ok((Launch::by(By::Command(command), self.cpu_time), by))
            }
        }
    }

    /// The portable arena has refused the option before.
    #[cfg(not(target_os = "linux"))]
    fn wrapped(&self, _command: Vec<String>) -> Result<(Launch, String), String> {
        Err("--wrap: it is there on Linux alone".into())
    }
}

/// Says which limits of this session bind the bots too.
pub(crate) fn tell_limits() {
    let limits = low_limits();
    if !limits.is_empty() {
        remark(&format!(
            "this session has limits, which bind the bots too: {}. The system may end a bot that needs more; raise them with ulimit",
            limits.join(", ")
        ));
    }
}

impl LimitOptions {
    /// How the user's own bot is started.
    pub(crate) fn open(&self) -> Result<Confinement, CliError> {
        self.limited()?;
        self.confined.open()
    }

    /// How bots are started that play each other.
    pub(crate) fn open_apart(&self, option: &IsolationOption) -> Result<Confinement, CliError> {
        self.limited()?;
        self.confined.open_apart(option)
    }

    fn limited(&self) -> Result<(), String> {
        match self.memory.filter(|_| arena_choice::is_portable()) {
            Some(megabytes) => Err(format!(
                "--memory {megabytes}: the portable arena ends no bot for its memory; --set memory={megabytes} holds the limit against what a bot has used when it has ended"
            )),
            None => Ok(()),
        }
    }

    /// The settings with the limit of memory among them.
    pub(crate) fn set(&self, set: &[String]) -> Vec<String> {
        set.iter()
            .cloned()
            .chain(self.memory.map(|megabytes| format!("memory={megabytes}")))
            .collect()
    }
}
