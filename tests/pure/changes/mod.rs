//! Every single-line change of a whole log: found at the first line where the log contradicts itself, by the same culprit, as a
//! slow second model written from the pages alone finds it; or valid by both.

mod betris;
mod blokus;
mod gomoku;

use crate::naive::Finding;
use crate::support::played::every_number;
use crate::support::tier::by_tier;
use std::collections::HashSet;
use stickler::explain::{Checked, Conclusion, Culprit, Extent, validate};
use stickler::games::erased::AnyGame;
use stickler::params::Settings;

/// All logs that differ from one log in one line, and in which line, from 0.
struct Changes<'a> {
    log: &'a [String],
    all: Vec<(usize, Vec<String>)>,
    seen: HashSet<String>,
    /// What is told apart for a known reason: the log, what ours says, and what the second model says.
    known: fn(&[String], &Finding, &Finding) -> bool,
}

impl Changes<'_> {
    /// Each line deleted, doubled, moved down, replaced by another line of the log, or by one of its variants.
    fn of<'a>(log: &'a [String], variants: &dyn Fn(&str) -> Vec<String>) -> Changes<'a> {
        let mut changes = Changes {
            log,
            all: Vec::new(),
            seen: HashSet::new(),
            known: is_told_apart,
        };
        for at in 0..log.len() {
            changes.add(at, |lines| drop(lines.remove(at)));
            changes.add(at, |lines| lines.insert(at, lines[at].clone()));
            changes.add(at, |lines| {
                let line = lines.remove(at);
                lines.insert((at + 1).min(lines.len()), line);
            });
            for line in variants(&log[at]).iter().chain(log) {
                changes.add(at, |lines| lines[at].clone_from(line));
            }
        }
        changes
    }

    /// One change more, unless it changes nothing or was there before.
    fn add(&mut self, at: usize, edit: impl FnOnce(&mut Vec<String>)) {
        let mut lines = self.log.to_vec();
        edit(&mut lines);
        lines.iter_mut().for_each(|line| *line = timed(line));
        if lines != self.log && self.seen.insert(lines.join("\n")) {
            self.all.push((at, lines));
        }
    }

    /// Judges the log and all changes of it twice, and holds that both find the same, but for known reasons; at least so many changes there must be.
    ///
    /// Where they are many, every third is judged, and all where the tests go deep.
    fn are_judged_alike(
        &self,
        game: &dyn AnyGame,
        settings: &Settings,
        least: usize,
        model: impl Fn(&[&str]) -> Finding,
    ) {
        let whole: Vec<&str> = self.log.iter().map(String::as_str).collect();
        assert_eq!(model(&whole), Finding::Valid);
        let (mut different, mut valid, mut cut) = (Vec::new(), 0, 0);
        let settings = &every_number(game, settings);
        for (at, lines) in self.all.iter().step_by(if self.all.len() > 5000 {
            by_tier(11, 3, 1)
        } else {
            1
        }) {
            let text = lines.join("\n") + "\n";
            let checked = validate(game, settings, text.as_bytes()).expect("a log without header");
            let slow: Vec<&str> = lines.iter().map(String::as_str).collect();
            let (ours, theirs) = (ours(&checked), model(&slow));
            match ours {
                Finding::Valid => valid += 1,
                Finding::Cut => cut += 1,
                _ if checked.excuse.is_some() => {
                    assert_ne!(checked.conclusion(false), Conclusion::Conforms)
                }
                _ => assert_eq!(checked.conclusion(false), Conclusion::Violates),
            }
            if ours != theirs && !(self.known)(lines, &ours, &theirs) {
                let line = lines.get(*at).map_or("", |line| line);
                different.push(format!(
                    "line {}: `{line}`: ours {ours:?}, second model {theirs:?}",
                    at + 1
                ));
            }
        }
        let tried = self.all.len();
        assert!(tried >= least, "{tried} changes were tried");
        assert!(
            valid > 0 && cut > 0,
            "{valid} changes cannot show, {cut} cut the log"
        );
        let some = different[..different.len().min(45)].join("\n");
        assert!(
            different.is_empty(),
            "{} of {tried} differ:\n{some}",
            different.len()
        );
    }
}

/// Where the check accuses nobody, and the second model somebody: of a message that the end of the log cuts, and of an end in
/// order. The second model says that the program had to play on; the check looks further, and finds what comes next.
fn is_told_apart(log: &[String], ours: &Finding, theirs: &Finding) -> bool {
    match (ours, theirs) {
        (Finding::Cut, Finding::Judge(at)) => at + 1 == log.len(),
        (
            Finding::Form(at) | Finding::Judge(at) | Finding::Bot { line: at, .. },
            Finding::Bot { line, seat },
        ) => {
            at > line
                && ["exit 0", "closed"]
                    .iter()
                    .any(|end| log[*line] == format!("{seat}! {end}"))
        }
        _ => false,
    }
}

/// An answer that lost its time gets another: logs without times are a subject of their own.
fn timed(line: &str) -> String {
    let is_answer = line.starts_with(|c: char| c.is_ascii_digit()) && line[1..].starts_with("> ");
    let has_time = line.rsplit_once(" @").is_some_and(|(_, time)| {
        time.trim_end_matches("ms").parse::<u64>().is_ok() && time.ends_with("ms")
    });
    if is_answer && !has_time {
        format!("{line} @1ms")
    } else {
        line.to_string()
    }
}

/// A line with its form, its seat or its direction changed, or a word more.
fn other_forms(line: &str, seats: &[&str]) -> Vec<String> {
    let mut lines = vec![
        String::new(),
        line.to_lowercase(),
        format!("{line} 1"),
        line.replacen(' ', "  ", 2),
    ];
    lines.extend(seats.iter().map(|seat| format!("{seat}{}", &line[1..])));
    lines.extend(["<", ">", "!"].map(|sign| format!("{}{sign}{}", &line[..1], &line[2..])));
    lines
}

/// A line cut short before each of its words, and with each of its words replaced by these.
fn other_words(line: &str, others: &[&str]) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let mut lines: Vec<String> = (2..words.len()).map(|at| words[..at].join(" ")).collect();
    for at in 1..words.len() {
        lines.extend(others.iter().map(|word| replaced(&words, at, word)));
    }
    lines
}

/// A line with each of its numbers one more and one less.
fn other_numbers(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let mut lines = Vec::new();
    for at in 1..words.len() {
        let digits = words[at]
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(words[at].len());
        let (front, digits) = words[at].split_at(digits);
        if let Ok(number) = digits
            .trim_end_matches("ms")
            .trim_end_matches("MB")
            .parse::<i64>()
        {
            let end = &digits[number.to_string().len()..];
            for other in [number + 1, (number - 1).max(0)] {
                lines.push(replaced(&words, at, &format!("{front}{other}{end}")));
            }
        }
    }
    lines
}

fn replaced(words: &[&str], at: usize, word: &str) -> String {
    let mut words = words.to_vec();
    words[at] = word;
    words.join(" ")
}

/// What our check says, in the words of the second model.
fn ours(checked: &Checked) -> Finding {
    let error = checked
        .findings
        .iter()
        .find(|finding| finding.is_error(false));
    match error.map(|finding| (finding.culprit, finding.line - 1)) {
        Some((Culprit::Judge, line)) => Finding::Judge(line),
        Some((Culprit::Seat(seat, _), line)) => Finding::Bot {
            line,
            seat: seat.index(),
        },
        Some((Culprit::Log, line)) => Finding::Form(line),
        None if matches!(checked.extent, Extent::Cut | Extent::Gap(_)) => Finding::Cut,
        None => Finding::Valid,
    }
}
