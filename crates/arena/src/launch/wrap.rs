//! Programs that are started through a wrapper: a recipe, or a command of the user's choice that isolates them in its own way.
//!
//! Before the program, a shell writes a random word to standard output, and then becomes the program. An end before that word is
//! the wrapper's failure; an end after it is the program's, unless the shell says that it could not become it.

use super::recipe::{Recipe, last_line};
use crate::child_process::{ChildProcess, Pipes};
use crate::pipes::is_ready;
use crate::running_program::{ExitReport, ProgramHandle};
use crate::system::Pid;
use crate::threads::locked;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::{Errno, read};
use rustix::pipe::{PipeFlags, SpliceFlags, pipe_with, tee};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stickler::live::players::HarnessError;
use stickler::referee::Death;

/// How long a wrapper may take to start a program: it may have to fetch and unpack it first.
const PATIENCE: Duration = Duration::from_secs(60);
/// The shell's own words: it says its name, which nobody can guess, and becomes the program.
const GATE: &str = "echo \"$0\"; exec \"$@\"";
/// The time between two looks at the shell.
const LOOK: Duration = Duration::from_micros(200);
/// The placeholder for a number that no other running program has.
const NUMBER: &str = "{box}";

/// How long a wrapper may take to end what it has started.
const FAREWELL: Duration = Duration::from_secs(3);

/// What stands in front of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// The words of a user's own command.
    Command(Vec<String>),
    /// Those of a recipe.
    Recipe {
        /// Which one.
        recipe: Recipe,
        /// The folder in which the program starts.
        here: PathBuf,
        /// The folder in which it may write.
        writable: PathBuf,
    },
}

impl By {
    fn words(&self, program: &[String]) -> Vec<String> {
        match self {
            By::Command(words) => words.clone(),
            By::Recipe {
                recipe,
                here,
                writable,
            } => recipe.words(here, writable, program),
        }
    }

    fn is(&self, wanted: Recipe) -> bool {
        matches!(self, By::Recipe { recipe, .. } if *recipe == wanted)
    }
}

/// No bot can cause this: it sees no process outside its sandbox.
const LOST: &str = "a process of bubblewrap, which keeps a bot apart, was ended from outside. No bot is to blame; play the game \
                    again. Had the machine too little memory?";

/// A command that starts programs.
#[derive(Debug)]
pub struct Wrapper {
    by: By,
    /// The limit of CPU time in seconds.
    cpu_time: Option<u64>,
    /// The numbers of the programs that run.
    boxes: Mutex<BTreeSet<u64>>,
}

impl Wrapper {
    pub(super) fn new(by: By, cpu_time: Option<u64>) -> Wrapper {
        Wrapper {
            by,
            cpu_time,
            boxes: Mutex::default(),
        }
    }

    /// A number that no other running program has.
    fn number(&self) -> u64 {
        let mut taken = locked(&self.boxes);
        let free = (0..).find(|number| !taken.contains(number)).unwrap_or(0);
        taken.insert(free);
        free
    }
}

/// A program that was started through a wrapper.
#[derive(Debug)]
pub(super) struct Wrapped {
    by: Arc<Wrapper>,
    number: u64,
    own: ChildProcess,
    terms: Terms,
}

impl Drop for Wrapped {
    fn drop(&mut self) {
        locked(&self.by.boxes).remove(&self.number);
    }
}

impl Wrapped {
    /// Starts a program and returns it with the other ends of its streams, once the wrapper has started it.
    pub(super) fn start(
        by: &Arc<Wrapper>,
        words: &[String],
    ) -> Result<(Wrapped, Pipes), HarnessError> {
        let number = by.number();
        let terms = Terms::new(&by.by.words(words), number);
        let started = ChildProcess::start(&terms.command(words), true, by.cpu_time);
        let (own, (to, from, errors)) = started.inspect_err(|_| {
            locked(&by.boxes).remove(&number);
        })?;
        let mut wrapped = Wrapped {
            by: by.clone(),
            number,
            own,
            terms,
        };
        let started = wrapped.terms.awaited(&from, errors.as_ref());
        let started = started.and_then(|()| wrapped.begun(errors.as_ref()));
        if let Err(error) = started {
            wrapped.end(false);
            return Err(HarnessError::Start {
                command: words.join(" "),
                error,
            });
        }
        Ok((wrapped, (to, from, errors)))
    }

    /// Waits until the shell has become the program. The error is the system's, where it could not.
    fn begun(&self, errors: Option<&OwnedFd>) -> Result<(), std::io::Error> {
        let until = Instant::now() + PATIENCE;
        let is_gate = |member: &Pid| self.terms.is_gate(*member);
        while self.own.members().iter().any(is_gate) && Instant::now() < until {
            std::thread::sleep(LOOK);
        }
        let said = errors.map(seen).unwrap_or_default();
        let line = said.lines().next().unwrap_or_default();
        if !line.starts_with(&self.terms.token) {
            return Ok(());
        }
        let is_about = |texts: &[&str]| texts.iter().any(|text| line.contains(text));
        Err(match () {
            () if is_about(&["ermission denied", "s a directory"]) => Errno::ACCESS.into(),
            () if is_about(&["not found", "o such file"]) => Errno::NOENT.into(),
            () if is_about(&["xec format", "annot execute"]) => Errno::NOEXEC.into(),
            () => std::io::Error::other(line.rsplit(": ").next().unwrap_or(line).to_string()),
        })
    }
}

impl ProgramHandle for Wrapped {
    fn end_of_program(&self) -> Option<BorrowedFd<'_>> {
        self.own.end_of_program()
    }

    fn number(&self) -> Option<i32> {
        self.own.number()
    }

    fn members(&self) -> Vec<Pid> {
        self.own.members()
    }

    fn is_exiting(&self) -> bool {
        self.own.is_exiting()
    }

    fn cpu(&mut self) -> Duration {
        self.own.cpu()
    }

    fn cpu_limit(&self) -> Option<Duration> {
        self.own.cpu_limit()
    }

    fn end(&mut self, has_ended: bool) -> ExitReport {
        if !has_ended {
            // Only the wrapper can undo what it has set up.
            self.own.ask_to_end(FAREWELL);
        }
        let mut end = self.own.end(has_ended);
        if self.by.by.is(Recipe::Bwrap) {
            told_by_bubblewrap(&mut end, has_ended);
        }
        self.terms.account(&mut end, self.by.by.is(Recipe::Isolate));
        end
    }
}

/// bubblewrap tells a signal as a shell does, by a code above 128. No bot reaches its outer process.
fn told_by_bubblewrap(end: &mut ExitReport, has_ended: bool) {
    match end.death {
        Death::Exit(code) if (1..=64).contains(&(code - 128)) => {
            end.death = Death::Signal(code - 128);
        }
        Death::Signal(_) if has_ended => end.trouble = Some(LOST.to_string()),
        _ => {}
    }
}

/// The words that start one program, with its number put in.
#[derive(Debug)]
struct Terms {
    words: Vec<String>,
    token: String,
}

impl Terms {
    fn new(wrapper: &[String], number: u64) -> Terms {
        let words = wrapper
            .iter()
            .map(|word| word.replace(NUMBER, &number.to_string()))
            .collect();
        Terms {
            words,
            token: format!("started-{}", crate::orphans::unguessable()),
        }
    }

    /// The whole command for a program.
    fn command(&self, program: &[String]) -> Vec<String> {
        let shell = ["/bin/sh", "-c", GATE, &self.token].map(str::to_string);
        self.words
            .iter()
            .cloned()
            .chain(shell)
            .chain(program.iter().cloned())
            .collect()
    }

    /// True for the shell that is to become the program.
    fn is_gate(&self, process: Pid) -> bool {
        let words = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        words.starts_with(
            ["/bin/sh\0-c\0", GATE, "\0", &self.token]
                .concat()
                .as_bytes(),
        )
    }

    /// Waits for the wrapper to start the shell. The error is the wrapper's last line.
    fn awaited(&self, output: &OwnedFd, errors: Option<&OwnedFd>) -> Result<(), std::io::Error> {
        self.heard(output, errors).map_err(std::io::Error::other)
    }

    fn heard(&self, output: &OwnedFd, errors: Option<&OwnedFd>) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        let wanted = format!("{}\n", self.token);
        let mut heard = Vec::new();
        while heard.len() < wanted.len() {
            let left = until.saturating_duration_since(Instant::now());
            if matches!(is_ready(output.as_fd(), left), Ok(false)) {
                return Err(format!(
                    "{} took more than {} s",
                    self.name(),
                    PATIENCE.as_secs()
                ));
            }
            // This reads no byte of the program itself.
            let mut chunk = vec![0; wanted.len() - heard.len()];
            match read(output, &mut chunk) {
                Ok(0) | Err(_) => {
                    return Err(format!(
                        "{} could not start it: {}",
                        self.name(),
                        last_words(errors)
                    ));
                }
                Ok(count) => heard.extend_from_slice(&chunk[..count]),
            }
        }
        if heard == wanted.as_bytes() {
            Ok(())
        } else {
            Err(format!("{} writes to its output", self.name()))
        }
    }

    fn name(&self) -> &str {
        self.words.first().map_or("the wrapper", String::as_str)
    }

    /// Reads isolate's report on the program, if isolate writes one. `is_ours`: the file is no use to anybody else.
    fn account(&self, end: &mut ExitReport, is_ours: bool) {
        let file = self.file_of_accounts();
        let text = file.and_then(|file| std::fs::read_to_string(file).ok());
        let text = text.unwrap_or_default();
        if let Some(file) = file.filter(|_| is_ours) {
            // It may not be there: then nothing is to be removed.
            let _ = std::fs::remove_file(file);
        }
        let field = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
                .map(str::trim)
        };
        let number = |name: &str| field(name)?.parse::<i32>().ok();
        let cpu =
            field("time").and_then(|time| Duration::try_from_secs_f64(time.parse().ok()?).ok());
        let kilobytes = field("cg-mem")
            .or(field("max-rss"))
            .and_then(|text| text.parse::<u64>().ok());
        end.death = number("exitsig")
            .filter(|signal| *signal > 0)
            .map(Death::Signal)
            .or(number("exitcode").map(Death::Exit))
            .unwrap_or(end.death);
        end.cpu = cpu.unwrap_or(end.cpu);
        end.peak = kilobytes.map_or(end.peak, |kilobytes| kilobytes.saturating_mul(1 << 10));
        if field("status") == Some("XX") {
            end.trouble = Some(format!(
                "a wrapper failed: {}",
                field("message").unwrap_or("no reason is given")
            ));
        }
    }

    fn file_of_accounts(&self) -> Option<&str> {
        let mut words = self.words.iter().map(String::as_str);
        loop {
            match words.next()? {
                "-M" | "--meta" => return words.next(),
                word if word.starts_with("--meta=") => return word.strip_prefix("--meta="),
                _ => {}
            }
        }
    }
}

/// What waits on standard error. It stays there, for whoever reads it next.
fn seen(errors: &OwnedFd) -> String {
    let copy = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK).ok();
    let copied = copy.and_then(|(from, to)| {
        let mut bytes = vec![0; 4096];
        tee(errors, to, bytes.len(), SpliceFlags::NONBLOCK).ok()?;
        let count = read(from, &mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes[..count]).into_owned())
    });
    copied.unwrap_or_default()
}

/// The last line on standard error that is not blank.
fn last_words(errors: Option<&OwnedFd>) -> String {
    let mut bytes = vec![0; 16384];
    let is_there =
        |errors: &&OwnedFd| is_ready(errors.as_fd(), Duration::from_secs(1)).unwrap_or(false);
    let count = errors
        .filter(is_there)
        .map_or(0, |errors| read(errors, &mut bytes).unwrap_or(0));
    last_line(&bytes[..count])
}
