//! Programs that are started through a wrapper: a command of the user's choice that isolates them in its own way.
//!
//! Before the program, a shell writes a random word to standard output. An end before that word is the wrapper's failure; an end
//! after it is the program's.

use super::limits::Limits;
use crate::child_process::{ChildProcess, Pipes};
use crate::pipes::is_ready;
use crate::running_program::{ExitReport, ProgramHandle};
use crate::system::Pid;
use crate::threads::locked;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::read;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stickler::live::players::HarnessError;
use stickler::referee::Death;

/// How long a wrapper may take to start a program: it may have to fetch and unpack it first.
const PATIENCE: Duration = Duration::from_secs(60);
/// The placeholder for a number that no other running program has.
const NUMBER: &str = "{box}";

/// How long a wrapper may take to end what it has started.
const FAREWELL: Duration = Duration::from_secs(3);

/// A command that starts programs.
#[derive(Debug)]
pub struct Wrapper {
    words: Vec<String>,
    limits: Limits,
    /// The numbers of the programs that run.
    boxes: Mutex<BTreeSet<u64>>,
}

impl Wrapper {
    pub(super) fn new(words: Vec<String>, limits: Limits) -> Wrapper {
        Wrapper {
            words,
            limits,
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
        let terms = Terms::new(&by.words, number);
        let started = ChildProcess::start(&terms.command(words), true, by.limits);
        let (own, (to, from, errors)) = started.inspect_err(|_| {
            locked(&by.boxes).remove(&number);
        })?;
        let mut wrapped = Wrapped {
            by: by.clone(),
            number,
            own,
            terms,
        };
        if let Err(why) = wrapped.terms.awaited(&from, errors.as_ref()) {
            wrapped.end(false);
            return Err(HarnessError::Start {
                command: words.join(" "),
                error: std::io::Error::other(why),
            });
        }
        Ok((wrapped, (to, from, errors)))
    }

    /// Starts a program on the streams of this process.
    pub(super) fn on_our_streams(
        by: &Arc<Wrapper>,
        words: &[String],
    ) -> Result<Wrapped, HarnessError> {
        let number = by.number();
        let terms = Terms::new(&by.words, number);
        let all: Vec<String> = terms.words.iter().chain(words).cloned().collect();
        let own = ChildProcess::on_our_streams(&all, by.limits).inspect_err(|_| {
            locked(&by.boxes).remove(&number);
        })?;
        Ok(Wrapped {
            by: by.clone(),
            number,
            own,
            terms,
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
        self.terms.account(&mut end);
        end
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
            token: format!("started {}", crate::orphans::unguessable()),
        }
    }

    /// The whole command for a program.
    fn command(&self, program: &[String]) -> Vec<String> {
        let script = format!("echo '{}'; exec \"$@\"", self.token);
        let shell = ["/bin/sh", "-c", &script, "sh"].map(str::to_string);
        self.words
            .iter()
            .cloned()
            .chain(shell)
            .chain(program.iter().cloned())
            .collect()
    }

    /// Waits for the program to start. The error is the wrapper's last line.
    fn awaited(&self, output: &OwnedFd, errors: Option<&OwnedFd>) -> Result<(), String> {
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

    /// Reads isolate's report on the program, if isolate writes one.
    fn account(&self, end: &mut ExitReport) {
        let text = self
            .file_of_accounts()
            .and_then(|file| std::fs::read_to_string(file).ok())
            .unwrap_or_default();
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

/// The last line on standard error that is not blank.
fn last_words(errors: Option<&OwnedFd>) -> String {
    let mut bytes = vec![0; 16384];
    let is_there =
        |errors: &&OwnedFd| is_ready(errors.as_fd(), Duration::from_secs(1)).unwrap_or(false);
    let count = errors
        .filter(is_there)
        .map_or(0, |errors| read(errors, &mut bytes).unwrap_or(0));
    let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
    text.lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .unwrap_or("it said nothing")
        .trim()
        .to_string()
}
