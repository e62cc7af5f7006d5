//! Every single-line change of a whole game's log: reported at the first line where the log contradicts itself, or proven to be a
//! valid log, both by a slow second model written from the spec pages alone.

mod naive;

use naive::gomoku::{Finding, Naive};
use stickler::arena::live::{self, NoHouse};
use stickler::arena::memory::Memory;
use stickler::check::stream::{Recorded, Seeded, SplitMix64};
use stickler::check::transcript::{Checked, Conclusion, Culprit, Extent, validate};
use stickler::clock::Micros;
use stickler::game::Seat;
use stickler::games;
use stickler::params::Settings;
use stickler::referee::Stream;
use stickler::transcript::Writer;

const SET: &[&str] = &["board=7x6", "row=4", "bank=400"];

fn settings() -> Settings {
    Settings::read(SET.iter().copied()).expect("settings")
}

fn model() -> Naive {
    Naive { rows: 7, cols: 6, row: 4, bank: 400, ..Naive::default() }
}

/// A whole game between two reference bots in memory, as the lines of its log.
fn whole_game() -> Vec<String> {
    let game = games::find("gomoku").expect("the game");
    let settings = settings();
    let bots = (0..2).map(|_| Some(game.bot(&settings).expect("a bot"))).collect();
    let mut stream = Seeded::new(SplitMix64(3));
    let mut table = Memory::new(bots, move |_: Seat| Micros(1000 * stream.pick(12) as u64 + 300));
    let referee = game.referee(&settings).expect("a referee");
    let writer = Writer::default();
    let record =
        live::play(referee, 2, &mut table, &mut NoHouse, &mut Recorded::new(Vec::new()), writer).expect("a game");
    assert!(record.verdict.faults.is_empty());
    record.transcript.lines().map(str::to_string).collect()
}

/// All logs that differ from this one in one line: deleted, doubled, moved, or changed in a word or a number.
fn mutants(log: &[String]) -> Vec<(usize, Vec<String>)> {
    let mut mutants = Vec::new();
    for at in 0..log.len() {
        let mut change = |edit: &dyn Fn(&mut Vec<String>)| {
            let mut lines = log.to_vec();
            edit(&mut lines);
            lines.iter_mut().for_each(|line| *line = timed(line));
            if lines != log {
                mutants.push((at, lines));
            }
        };
        change(&|lines| drop(lines.remove(at)));
        change(&|lines| lines.insert(at, lines[at].clone()));
        change(&|lines| {
            let line = lines.remove(at);
            lines.insert((at + 1).min(lines.len()), line);
        });
        for line in variants(&log[at]) {
            change(&|lines| lines[at] = line.clone());
        }
        for other in log {
            change(&|lines| lines[at] = other.clone());
        }
    }
    mutants
}

/// An answer that lost its time gets another: logs without times are a subject of their own.
fn timed(line: &str) -> String {
    let is_answer = line.starts_with(|c: char| c.is_ascii_digit()) && line[1..].starts_with("> ");
    let has_time = line
        .rsplit_once(" @")
        .is_some_and(|(_, time)| time.trim_end_matches("ms").parse::<u64>().is_ok() && time.ends_with("ms"));
    if is_answer && !has_time { format!("{line} @1ms") } else { line.to_string() }
}

/// A line with its seat, its direction, one of its words or one of its numbers changed.
fn variants(line: &str) -> Vec<String> {
    let mut lines = vec![String::new(), line.to_lowercase(), format!("{line} 1"), line.replacen(' ', "  ", 2)];
    for seat in ["0", "1", "2"] {
        lines.push(format!("{seat}{}", &line[1..]));
    }
    for sign in ["<", ">", "!"] {
        lines.push(format!("{}{sign}{}", &line[..1], &line[2..]));
    }
    let words: Vec<&str> = line.split(' ').collect();
    for at in 1..words.len() {
        let with = |word: &str| {
            let mut changed = words.clone();
            changed[at] = word;
            changed.join(" ")
        };
        if at > 1 {
            lines.push(words[..at].join(" "));
        }
        for word in ["0", "-1", "8", "99999", "1x", "READY", "FINISH", "OK"] {
            lines.push(with(word));
        }
        let (front, digits) =
            words[at].split_at(words[at].find(|c: char| c.is_ascii_digit()).unwrap_or(words[at].len()));
        let number = digits.trim_end_matches("ms").trim_end_matches("MB");
        if let Ok(number) = number.parse::<i64>() {
            let end = &digits[number.to_string().len()..];
            lines.push(with(&format!("{front}{}{end}", number + 1)));
            lines.push(with(&format!("{front}{}{end}", (number - 1).max(0))));
        }
    }
    lines
}

/// What our check says, in the words of the second model.
fn ours(checked: &Checked) -> Finding {
    let error = checked.findings.iter().find(|finding| finding.is_error(false));
    match error.map(|finding| (finding.culprit, finding.line - 1)) {
        Some((Culprit::Judge, line)) => Finding::Judge(line),
        Some((Culprit::Seat(seat, _), line)) => Finding::Bot { line, seat: seat.index() },
        Some((Culprit::Log, line)) => Finding::Form(line),
        None if checked.extent == Extent::Cut => Finding::Cut,
        None => Finding::Valid,
    }
}

#[test]
fn every_single_line_change_is_found_where_the_second_model_finds_it() {
    let game = games::find("gomoku").expect("the game");
    let log = whole_game();
    assert!(log.len() > 40, "a game of some length: {} lines", log.len());
    let whole: Vec<&str> = log.iter().map(String::as_str).collect();
    assert_eq!(model().judge(&whole), Finding::Valid);
    let (mut different, mut valid, mut cut) = (Vec::new(), 0, 0);
    let mutants = mutants(&log);
    for (at, lines) in &mutants {
        let text = lines.join("\n") + "\n";
        let checked = validate(game, &settings(), text.as_bytes()).expect("a log without header");
        let slow: Vec<&str> = lines.iter().map(String::as_str).collect();
        let (ours, theirs) = (ours(&checked), model().judge(&slow));
        match ours {
            Finding::Valid => valid += 1,
            Finding::Cut => cut += 1,
            _ => assert_eq!(checked.conclusion(false), Conclusion::Violates),
        }
        if ours != theirs {
            different.push(format!(
                "line {}: `{}`: ours {ours:?}, second model {theirs:?}",
                at + 1,
                lines.get(*at).map_or("", |line| line)
            ));
        }
    }
    assert!(mutants.len() > 3000, "{} changes were tried", mutants.len());
    assert!(valid > 0 && cut > 0, "{valid} changes cannot show, {cut} cut the log");
    assert!(
        different.is_empty(),
        "{} of {} differ:\n{}",
        different.len(),
        mutants.len(),
        different[..different.len().min(45)].join("\n")
    );
}
