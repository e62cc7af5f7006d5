//! Logs in which one word is another: the clause that is broken, by whom, and where. Of every log of the
//! fixtures in which nothing is wrong, one line of each kind after each kind of line is changed.

use crate::snapshots::holds_in;
use crate::support::files::{case_files, text};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use stickler::explain::validate;
use stickler::fixture;
use stickler::games::GAMES;
use stickler::params::Settings;

/// A line's arrow with its first word; a line of bare digits or letters is of its length.
fn kind(line: &str) -> String {
    let (arrow, said) = line.split_at(line.len().min(3));
    let first = said.split([' ', '@']).next().unwrap_or_default();
    match first.bytes().all(|byte| byte.is_ascii_uppercase()) && first.len() > 1 {
        true => format!("{arrow}{first}"),
        false => format!(
            "{arrow}{} words of {}",
            said.split(' ').count(),
            first.len()
        ),
    }
}

/// The line with one change each.
fn changes(line: &str) -> Vec<String> {
    let (arrow, said) = line.split_at(3);
    let (said, time) = match said.rsplit_once(" @") {
        Some((said, time)) => (said, format!(" @{time}")),
        None => (said, String::new()),
    };
    let words: Vec<&str> = said.split(' ').collect();
    let mut changed = Vec::new();
    let mut put = |said: String| changed.push(format!("{arrow}{said}{time}"));
    for (at, word) in words.iter().enumerate() {
        let with = |other: &str| {
            let mut words = words.clone();
            words[at] = other;
            words.join(" ")
        };
        let number = word.parse::<i64>().ok();
        for other in [
            number.map(|number| number + 1),
            number.map(|number| number - 1),
            number.map(|_| 4000),
        ] {
            other
                .into_iter()
                .for_each(|other| put(with(&other.to_string())));
        }
        put(with("x"));
        put(with(&format!(" {word}")));
        put([&words[..at], &words[at + 1..]].concat().join(" "));
    }
    if arrow.ends_with("< ") {
        ["READY", "FINISH", "GAME"]
            .into_iter()
            .for_each(|other| put(other.into()));
    }
    if let Some(long) = words.iter().rposition(|word| word.len() > 3) {
        let [mut other, mut foreign] = [words[long].to_string(), words[long].to_string()];
        other.replace_range(2..3, if &other[2..3] == "." { "0" } else { "." });
        foreign.replace_range(2..3, "?");
        [other, foreign].iter().for_each(|word| {
            put([&words[..long], &[word], &words[long + 1..]]
                .concat()
                .join(" "))
        });
    }
    put(format!("\u{e9}{said}"));
    put(format!("{said} 0"));
    put(format!("{said}\u{e9}"));
    put(said.replacen(' ', "\t", 1));
    changed.retain(|other| other != line);
    changed
}

#[test]
fn every_change_of_a_word_has_its_clause_and_place() {
    for game in GAMES.games() {
        let mut seen = BTreeSet::new();
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for file in case_files().iter().filter(|file| {
            file.parent()
                .is_some_and(|folder| folder.ends_with(game.name()))
        }) {
            for case in fixture::read(&text(file)).expect("cases") {
                let Some(log) = case.transcript.as_ref().filter(|_| case.breaks.is_none()) else {
                    continue;
                };
                let settings = case.settings();
                if validate(*game, &settings, log.as_bytes())
                    .map_or(true, |checked| !checked.findings.is_empty())
                {
                    continue;
                }
                let lines: Vec<&str> = log.lines().collect();
                for at in (1..lines.len()).filter(|&at| is_message(lines[at])) {
                    if seen.insert((kind(lines[at - 1]), kind(lines[at]))) {
                        let is_judge = lines[at][1..].starts_with('<');
                        let by = if is_judge { "judge" } else { "seats" };
                        let name = format!("{} {by} {}", case.name, kind(lines[at]));
                        let rows = files.entry(name).or_default();
                        changes(lines[at])
                            .iter()
                            .for_each(|changed| row(rows, *game, &settings, &lines, at, changed));
                    }
                }
            }
        }
        for (file, rows) in &files {
            holds_in(&format!("words_{}", game.name()), file, rows);
        }
    }
}

fn is_message(line: &str) -> bool {
    line.get(1..3)
        .is_some_and(|arrow| ["< ", "> "].contains(&arrow))
}

/// The changed line, and the first thing that is found in the log.
fn row(
    rows: &mut String,
    game: &dyn stickler::games::erased::AnyGame,
    settings: &Settings,
    lines: &[&str],
    at: usize,
    changed: &str,
) {
    let mut log = lines.to_vec();
    log[at] = changed;
    let log = log.join("\n") + "\n";
    let found = match validate(game, settings, log.as_bytes()) {
        Err(refused) => refused.to_string(),
        Ok(checked) => match checked.findings.first() {
            None => format!("nothing, {:?}", checked.extent),
            Some(finding) => {
                let columns = finding.breach.span.columns(
                    log.lines()
                        .nth(finding.line - 1)
                        .unwrap_or_default()
                        .as_bytes(),
                );
                let clause = finding.breach.clause.id();
                let line = finding.line as i64 - at as i64 - 1;
                format!(
                    "{clause} {line:+}:{}-{}, {}",
                    columns.start, columns.end, finding.culprit
                )
            }
        },
    };
    let _ = writeln!(rows, "{:?} {found}", changed);
}
