//! Which of the bot's own lines no game has reached, where its code was watched.

use super::run::Detail;
use crate::bot::{Plan, RunSummary};
use crate::coverage::{Lines, Ran};
use std::fmt::Write;
use stickler::report::file_report::count;

/// Stretches of lines that a report names before it counts the others.
const NAMED: usize = 12;

/// The lines of the bot that never ran, in a line or two; nothing where nobody watched.
pub(super) fn lines(plan: &Plan, summary: &RunSummary, detail: Detail) -> String {
    let Ran { points, files, .. } = &summary.ran;
    let has_lines = files.values().any(|lines| !lines.all.is_empty());
    let text = match &plan.coverage {
        _ if has_lines => never_ran(&summary.ran, detail),
        None => return String::new(),
        Some(coverage) if !coverage.has_watched() => {
            "the bot's code was not watched, because the run ended before that".to_string()
        }
        Some(coverage) if points.is_empty() => {
            format!(
                "none of the bot's code was seen to run: {}",
                needed(&coverage.command)
            )
        }
        Some(_) => format!(
            "{} in the bot's code led the search; gcov or llvm-cov shows which lines ran (docs/check-a-bot.md)",
            count(points.len(), "place")
        ),
    };
    let disturbed = plan
        .coverage
        .as_ref()
        .map_or(0, |coverage| coverage.disturbed());
    let mut text = format!("  {text}\n");
    if disturbed > 0 {
        let games = count(disturbed as usize, "game");
        let _ = writeln!(
            text,
            "  {games} failed only while the bot's code was watched, and went well without"
        );
    }
    text
}

/// How many of the lines never ran, and which.
pub(super) fn never_ran(ran: &Ran, detail: Detail) -> String {
    let all: usize = ran.files.values().map(|lines| lines.all.len()).sum();
    let files = ran.files.iter();
    let named = |(file, lines)| stretches(lines).into_iter().map(move |lines| (file, lines));
    let stretches: Vec<(&String, [u32; 2])> = files.flat_map(named).collect();
    let never: usize = ran
        .files
        .values()
        .map(|lines| lines.never_ran().count())
        .sum();
    let lines = count(all, "line");
    if never == 0 {
        return format!("each of the bot's {lines} ran in the search");
    }
    let named = match detail {
        Detail::Verbose => stretches.len(),
        _ => stretches.len().min(NAMED),
    };
    let mut text = format!(
        "of the bot's {lines} {never} never ran in the search: {}",
        listed(&stretches[..named])
    );
    if named < stretches.len() {
        let _ = write!(text, " and more (--verbose)");
    }
    text
}

/// Lines that never ran, those together that no line that ran stands between.
pub(super) fn stretches(lines: &Lines) -> Vec<[u32; 2]> {
    let mut stretches: Vec<[u32; 2]> = Vec::new();
    for line in lines.never_ran() {
        match stretches.last_mut() {
            Some([_, last]) if lines.all.range(*last + 1..line).next().is_none() => *last = line,
            _ => stretches.push([line, line]),
        }
    }
    stretches
}

/// Stretches by file: `bot.py:141-145, 203; other.py:7`.
pub(super) fn listed<F: AsRef<str> + PartialEq>(stretches: &[(F, [u32; 2])]) -> String {
    let mut text = String::new();
    let mut before = None;
    for (file, [first, last]) in stretches {
        match before {
            Some(other) if other == file => text += ", ",
            Some(_) => text = text + "; " + file.as_ref() + ":",
            None => text = text + file.as_ref() + ":",
        }
        before = Some(file);
        let _ = match first == last {
            true => write!(text, "{first}"),
            false => write!(text, "{first}-{last}"),
        };
    }
    text
}

/// The build or option that a bot needs so that its code can be watched, by the language that its command seems to be in.
fn needed(command: &[String]) -> &'static str {
    let has = |of: fn(&str) -> bool| command.iter().any(|word| of(word));
    match () {
        () if has(|word| word.ends_with(".py") || word.contains("python")) => {
            "start Python without -I, -E and -S, and leave PYTHONPATH as it is"
        }
        () if has(|word| word.ends_with("js") || word.ends_with("node")) => {
            "Node tells it as it ends, so let the bot end by itself after its game"
        }
        () => {
            "build C and C++ with --coverage, Rust with RUSTFLAGS='-C instrument-coverage', and let the bot end by itself after its game; \
             any other program may write what runs to the file that STICKLER_COVERAGE names (docs/check-a-bot.md)"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_code_part_no_stretch() {
        let lines = Lines {
            all: [1, 2, 4, 7, 8, 9, 12].into(),
            ran: [1, 8].into(),
        };
        assert_eq!(stretches(&lines), [[2, 7], [9, 12]]);
        let named = stretches(&lines).into_iter().map(|lines| ("a.py", lines));
        let named: Vec<_> = named.chain([("b.py", [3, 3])]).collect();
        assert_eq!(listed(&named), "a.py:2-7, 9-12; b.py:3");
    }
}
