//! Programs that are started through a wrapper: a command of the user's choice that isolates them in its own way.
//!
//! Before the program, a shell writes a random word to standard output. An end before that word is the wrapper's failure; an end
//! after it is the program's.

use super::super::handle::ExitReport;
use super::super::pipes::wait_for;
use crate::referee::Death;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::OwnedFd;
use rustix::io::read;
use std::time::{Duration, Instant};

/// How long a wrapper may take to start a program: it may have to fetch and unpack it first.
const PATIENCE: Duration = Duration::from_secs(60);
/// The placeholder for a number that no other running program has.
const NUMBER: &str = "{box}";

/// A command that starts a program, with the number put in.
#[derive(Clone, Debug)]
pub(super) struct Wrapped {
    words: Vec<String>,
    token: String,
}

impl Wrapped {
    pub(super) fn new(wrapper: &[String], number: u64) -> Wrapped {
        let words = wrapper.iter().map(|word| word.replace(NUMBER, &number.to_string())).collect();
        Wrapped { words, token: format!("started {}", crate::arena::orphans::unguessable()) }
    }

    /// The whole command for a program.
    pub(super) fn command(&self, program: &[String]) -> Vec<String> {
        let script = format!("echo '{}'; exec \"$@\"", self.token);
        let shell = ["/bin/sh", "-c", &script, "sh"].map(str::to_string);
        self.words.iter().cloned().chain(shell).chain(program.iter().cloned()).collect()
    }

    /// Waits for the program to start. The error is the wrapper's last line.
    pub(super) fn awaited(&self, output: &OwnedFd, errors: &OwnedFd) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        let wanted = format!("{}\n", self.token);
        let mut heard = Vec::new();
        while heard.len() < wanted.len() {
            let left = until.saturating_duration_since(Instant::now());
            let ready = wait_for(&mut [PollFd::new(output, PollFlags::IN)], Some(left));
            if matches!(ready, Ok(Some(0))) {
                return Err(format!("{} took more than {} s", self.name(), PATIENCE.as_secs()));
            }
            // This reads no byte of the program itself.
            let mut chunk = vec![0; wanted.len() - heard.len()];
            match read(output, &mut chunk) {
                Ok(0) | Err(_) => return Err(format!("{} could not start it: {}", self.name(), last_words(errors))),
                Ok(count) => heard.extend_from_slice(&chunk[..count]),
            }
        }
        if heard == wanted.as_bytes() { Ok(()) } else { Err(format!("{} writes to its output", self.name())) }
    }

    fn name(&self) -> &str {
        self.words.first().map_or("the wrapper", String::as_str)
    }

    /// Reads isolate's report on the program, if isolate writes one.
    pub(super) fn account(&self, end: &mut ExitReport) {
        let text = self.file_of_accounts().and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
        let field =
            |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim);
        let number = |name: &str| field(name)?.parse::<i32>().ok();
        let cpu = field("time").and_then(|time| Duration::try_from_secs_f64(time.parse().ok()?).ok());
        let kilobytes = field("cg-mem").or(field("max-rss")).and_then(|text| text.parse::<u64>().ok());
        end.death = number("exitsig")
            .filter(|signal| *signal > 0)
            .map(Death::Signal)
            .or(number("exitcode").map(Death::Exit))
            .unwrap_or(end.death);
        end.cpu = cpu.unwrap_or(end.cpu);
        end.peak = kilobytes.map_or(end.peak, |kilobytes| kilobytes.saturating_mul(1 << 10));
        if field("status") == Some("XX") {
            end.trouble = Some(format!("a wrapper failed: {}", field("message").unwrap_or("no reason is given")));
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
fn last_words(errors: &OwnedFd) -> String {
    let mut bytes = vec![0; 16384];
    let mut ready = [PollFd::new(errors, PollFlags::IN)];
    let count = match wait_for(&mut ready, Some(Duration::from_secs(1))) {
        Ok(Some(1)) => read(errors, &mut bytes).unwrap_or(0),
        _ => 0,
    };
    let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing").trim().to_string()
}
