//! What a sandbox tells of the end of the program in it.

use super::Recipe;
use crate::running_program::ExitReport;
use std::time::Duration;
use stickler::referee::Death;

/// No bot can cause this: it sees no process outside its sandbox.
const LOST: &str = "a process of bubblewrap, which keeps a bot apart, was ended from outside. No bot is to blame; play the game \
                    again. Had the machine too little memory?";

/// Puts what the sandbox tells into the report of its own end. `words`: its command line.
pub(super) fn told_by_sandbox(
    recipe: Option<Recipe>,
    words: &[String],
    has_ended: bool,
    end: &mut ExitReport,
) {
    if recipe == Some(Recipe::Bwrap) {
        told_by_bubblewrap(end, has_ended);
    }
    told_by_isolate(words, recipe == Some(Recipe::Isolate), end);
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

/// Reads isolate's report on the program, if isolate writes one. `is_ours`: the file is no use to anybody else.
fn told_by_isolate(words: &[String], is_ours: bool, end: &mut ExitReport) {
    let file = file_of_accounts(words);
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
    let cpu = field("time").and_then(|time| Duration::try_from_secs_f64(time.parse().ok()?).ok());
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

/// The file in which isolate tells it, by its command line.
fn file_of_accounts(words: &[String]) -> Option<&str> {
    let mut words = words.iter().map(String::as_str);
    loop {
        match words.next()? {
            "-M" | "--meta" => return words.next(),
            word if word.starts_with("--meta=") => return word.strip_prefix("--meta="),
            _ => {}
        }
    }
}
