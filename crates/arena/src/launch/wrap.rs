//! Programs that are started through a wrapper: a recipe, or a command of the user's choice that isolates them in its own way.
//!
//! Before the program, a shell writes a random word to standard output, and then becomes the program. An end before that word is
//! the wrapper's failure; an end after it is the program's, unless the shell says that it could not become it.

use super::recipe::last_line;
use super::told_by_sandbox::told_by_sandbox;
use super::{Recipe, Wrapper};
use crate::child_process::{ChildProcess, Pipes};
use crate::family::unguessable;
use crate::pipes::is_ready;
use crate::process_players::is_interrupted;
use crate::running_program::{ExitReport, ProgramHandle};
use crate::system::Pid;
use crate::threads::locked;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::{Errno, read};
use rustix::pipe::{PipeFlags, SpliceFlags, pipe_with, tee};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use stickler::live::players::HarnessError;

/// How long a wrapper may take to start a program: it may have to fetch and unpack it first.
const PATIENCE: Duration = Duration::from_secs(60);
/// The shell's own words: it says its name, which nobody can guess, and becomes the program if somebody can hear it.
const GATE: &str = "echo \"$0\" && exec \"$@\"";
/// The time between two looks at whether a signal ends the wait.
const SIGNAL_LOOK: Duration = Duration::from_millis(50);
/// The time between two looks at the shell.
const LOOK: Duration = Duration::from_micros(200);
/// The placeholder for a number that no other running program has.
const NUMBER: &str = "{box}";

/// How long a wrapper may take to end what it has started.
const FAREWELL: Duration = Duration::from_secs(3);

/// A number that no other running program has, until this is dropped.
#[derive(Debug)]
struct Number(u64);

/// The numbers of all that run.
static TAKEN: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

impl Number {
    fn free() -> Number {
        let mut taken = locked(&TAKEN);
        let number = (0..).find(|number| !taken.contains(number)).unwrap_or(0);
        taken.insert(number);
        Number(number)
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        locked(&TAKEN).remove(&self.0);
    }
}

/// A program that was started through a wrapper.
#[derive(Debug)]
pub(super) struct Wrapped {
    own: ChildProcess,
    recipe: Option<Recipe>,
    /// The wrapper's own words.
    words: Vec<String>,
    _number: Number,
}

impl Wrapped {
    /// Starts a program and returns it with the other ends of its streams, once the wrapper has started it.
    pub(super) fn start(
        wrapper: &Wrapper,
        program: &[String],
        environment: &[(OsString, OsString)],
        cpu_time: Option<u64>,
    ) -> Result<(Wrapped, Pipes), HarnessError> {
        let number = Number::free();
        let (recipe, words) = match wrapper {
            Wrapper::Command(words) => (None, words.clone()),
            Wrapper::Recipe {
                recipe,
                here,
                writable,
            } => (Some(*recipe), recipe.words(here, writable, program)),
        };
        let numbered = |word: &String| word.replace(NUMBER, &number.0.to_string());
        let words: Vec<String> = words.iter().map(numbered).collect();
        let token = format!("started-{}", unguessable());
        let gate = ["/bin/sh", "-c", GATE, &token].map(str::to_string);
        let command = [&words, &gate[..], program].concat();
        let (own, pipes) = ChildProcess::start(&command, environment, cpu_time)?;
        let mut wrapped = Wrapped {
            own,
            recipe,
            words,
            _number: number,
        };
        let (_, output, errors) = &pipes;
        let begun = wrapped
            .hears(&token, output, errors.as_ref())
            .map_err(io::Error::other)
            .and_then(|()| wrapped.becomes(&gate, errors.as_ref()));
        if let Err(error) = begun {
            wrapped.end(false);
            return Err(match is_interrupted() {
                true => HarnessError::Interrupted,
                false => HarnessError::Start {
                    command: program.join(" "),
                    error,
                },
            });
        }
        Ok((wrapped, pipes))
    }

    /// Waits for the wrapper to start the shell, which says this word. The error is the wrapper's last line.
    fn hears(&self, token: &str, output: &OwnedFd, errors: Option<&OwnedFd>) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        let name = self.words.first().map_or("the wrapper", String::as_str);
        let wanted = format!("{token}\n");
        let mut heard = Vec::new();
        while heard.len() < wanted.len() {
            let left = until.saturating_duration_since(Instant::now());
            if matches!(is_ready(output.as_fd(), left.min(SIGNAL_LOOK)), Ok(false)) {
                match left.is_zero() {
                    _ if is_interrupted() => return Err("interrupted".into()),
                    true => return Err(format!("{name} took more than {} s", PATIENCE.as_secs())),
                    false => continue,
                }
            }
            // This reads no byte of the program itself.
            let mut chunk = vec![0; wanted.len() - heard.len()];
            match read(output, &mut chunk) {
                Ok(0) | Err(_) => {
                    let why = last_words(errors);
                    return Err(format!("{name} could not start it: {why}"));
                }
                Ok(count) => heard.extend_from_slice(&chunk[..count]),
            }
        }
        if heard == wanted.as_bytes() {
            Ok(())
        } else {
            Err(format!("{name} writes to its output"))
        }
    }

    /// Waits until the shell with these words has become the program. The error is the system's, where it could not.
    fn becomes(&self, gate: &[String; 4], errors: Option<&OwnedFd>) -> io::Result<()> {
        let until = Instant::now() + PATIENCE;
        let shell = gate.join("\0");
        let is_gate = |member: &Pid| {
            let words = std::fs::read(format!("/proc/{member}/cmdline")).unwrap_or_default();
            words.starts_with(shell.as_bytes())
        };
        while self.own.members().iter().any(is_gate) && Instant::now() < until && !is_interrupted()
        {
            std::thread::sleep(LOOK);
        }
        let said = errors.map(seen).unwrap_or_default();
        let line = said.lines().next().unwrap_or_default();
        if !line.starts_with(&gate[3]) {
            return Ok(());
        }
        let is_about = |texts: &[&str]| texts.iter().any(|text| line.contains(text));
        Err(match () {
            () if is_about(&["ermission denied", "s a directory"]) => Errno::ACCESS.into(),
            () if is_about(&["not found", "o such file"]) => Errno::NOENT.into(),
            () if is_about(&["xec format", "annot execute"]) => Errno::NOEXEC.into(),
            () => io::Error::other(line.rsplit(": ").next().unwrap_or(line).to_string()),
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
        told_by_sandbox(self.recipe, &self.words, has_ended, &mut end);
        end
    }
}

/// The bytes that wait on standard error. It stays there, for whoever reads it next.
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
