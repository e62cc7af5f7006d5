//! Options that say how bots are started and kept apart, as a `Launch`.

use crate::common::{CliError, remark};
use crate::{common, did_you_mean};
use stickler_arena::inherited::low_limits;
use stickler_arena::launch::{Launch, Recipe, Wrapper};
use stickler_arena::{arena_choice, system};

/// How bots are started.
#[derive(clap::Args)]
pub(crate) struct LaunchOptions {
    /// Start every bot by this command, which keeps it apart: `bwrap`, `systemd` or `isolate`, whose command line stickler knows,
    /// also with `dir=FOLDER` after it, where the bot may write in place of the current folder; or a whole command such as
    /// `docker run -i ...`, in which stickler puts a number in place of {box}, another one for each running bot
    #[arg(long, value_name = "CMD")]
    wrap: Option<String>,
    /// End a bot after this many seconds of CPU time
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    cpu_time: Option<u64>,
    /// Give bots a stack of this many megabytes, where the session allows it
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    stack: Option<u64>,
    /// End the lines that bots are sent with CRLF, as a judge on Windows may do; logs show the lines without it
    #[arg(long)]
    crlf: bool,
}

/// Whether bots are kept apart from each other and from the judge.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Isolation {
    /// Play nothing where bubblewrap starts no program
    Required,
    /// Where it starts programs; the default
    Auto,
    /// Bots are plain child processes
    Off,
}

impl LaunchOptions {
    /// Refuses a command that cannot be what was meant; of one that a user's own sandbox starts nothing can be told here.
    pub(crate) fn startable(&self, command: &[String]) -> Result<(), String> {
        if self.wrap.is_some() {
            Ok(())
        } else {
            did_you_mean::startable(command)
        }
    }

    /// These options, as they were given.
    pub(crate) fn words(&self) -> Vec<String> {
        let words = [
            self.wrap.as_ref().map(|wrap| format!("--wrap={wrap}")),
            self.cpu_time.map(|seconds| format!("--cpu-time={seconds}")),
            self.stack.map(|megabytes| format!("--stack={megabytes}")),
            self.crlf.then(|| "--crlf".to_string()),
        ];
        words.into_iter().flatten().collect()
    }

    /// How the user's own bot is started.
    pub(crate) fn open(&self) -> Result<Launch, CliError> {
        Ok(Launch {
            wrapper: self.prepared()?,
            cpu_time: self.cpu_time,
            crlf: self.crlf,
            environment: Vec::new(),
        })
    }

    /// How bots are started that play each other, and a line that says what keeps them apart.
    pub(crate) fn open_apart(&self, isolation: Isolation) -> Result<(Launch, String), CliError> {
        if self.wrap.is_some() && isolation == Isolation::Required {
            let why = "--isolation required and --wrap: the command of --wrap alone keeps bots apart; leave one of them out";
            return Err(why.to_string().into());
        }
        let apart = match (self.prepared()?, isolation) {
            (Some(wrapper), _) => Ok(wrapper),
            (None, Isolation::Off) => Err("off".to_string()),
            (None, Isolation::Auto | Isolation::Required) => bubblewrap(),
        };
        let (wrapper, by) = match apart {
            Ok(wrapper) => {
                let by = format!("by {wrapper}");
                (Some(wrapper), by)
            }
            Err(why) if isolation == Isolation::Required => {
                let why = format!("--isolation required: {why}. `stickler doctor` says more");
                return Err(why.into());
            }
            Err(why) => (None, format!("none: {why}")),
        };
        let line = format!("isolation: {by}\n");
        let launch = Launch {
            wrapper,
            cpu_time: self.cpu_time,
            crlf: self.crlf,
            environment: Vec::new(),
        };
        Ok((launch, line))
    }

    /// Refuses what this arena cannot do, sets the limit that this process hands on, and returns what `--wrap` names.
    fn prepared(&self) -> Result<Option<Wrapper>, CliError> {
        let is_handed_on = |word: &String| word.starts_with("--stack=");
        let unknown = self.words().into_iter().find(|word| !is_handed_on(word));
        if let Some(word) = unknown.filter(|_| arena_choice::is_portable()) {
            let why =
                format!("{word}: the portable arena cannot do it; leave it out, or play on Linux");
            return Err(why.into());
        }
        if let Some(megabytes) = self.stack {
            system::give_stack(megabytes << 20)
                .map_err(|why| format!("--stack {megabytes}: {why}"))?;
        }
        let words = self.wrap.as_deref().map(common::words).transpose()?;
        Ok(words.map(wrapper).transpose()?)
    }
}

/// The meaning of these words of `--wrap`: a recipe, or a command of the user's.
fn wrapper(command: Vec<String>) -> Result<Wrapper, String> {
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    let named = words.first().and_then(|name| name.parse::<Recipe>().ok());
    let (recipe, folder) = match (named, &words[1..]) {
        (Some(recipe), []) => (recipe, None),
        (Some(recipe), [word]) if word.starts_with("dir=") => (recipe, word.strip_prefix("dir=")),
        _ => return Ok(Wrapper::Command(command)),
    };
    by_recipe(recipe, folder).map_err(|why| format!("--wrap {recipe}: {why}"))
}

/// A recipe that starts programs here. The error says why it starts none.
fn by_recipe(recipe: Recipe, folder: Option<&str>) -> Result<Wrapper, String> {
    let here = std::env::current_dir()
        .map_err(|error| format!("the current folder cannot be told: {error}"))?;
    let writable = folder.map_or(Ok(here.clone()), |folder| {
        here.join(folder)
            .canonicalize()
            .map_err(|error| format!("dir={folder}: {error}"))
    })?;
    recipe.probe(&here, &writable)?;
    Ok(Wrapper::Recipe {
        recipe,
        here,
        writable,
    })
}

/// The sandbox of bots that play each other, where nothing else is asked for.
fn bubblewrap() -> Result<Wrapper, String> {
    if cfg!(not(target_os = "linux")) {
        Err("bubblewrap is there on Linux alone".into())
    } else if arena_choice::is_portable() {
        Err("the portable arena has no sandbox".into())
    } else {
        by_recipe(Recipe::Bwrap, None)
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
