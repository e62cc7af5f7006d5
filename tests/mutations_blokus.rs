//! Every single-line change of whole logs of Blokus: reported at the first line where the log contradicts itself, or proven to be
//! a valid log, both by a slow second model written from the spec pages alone.

mod naive;

use naive::blokus::{Naive, Shape};
use naive::blokus_log::{Finding, judge};
use std::collections::HashSet;
use stickler::arena::live;
use stickler::arena::memory::Memory;
use stickler::check::scenario::Opponents;
use stickler::check::stream::{Seeded, SplitMix64};
use stickler::check::transcript::{Checked, Conclusion, Culprit, Extent, validate};
use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::games;
use stickler::params::Settings;
use stickler::referee::Stream;
use stickler::scenario::Opponent;
use stickler::transcript::Writer;

/// The games: their settings, and the letters in play.
const GAMES: [(&[&str], &str, usize); 3] = [
    (&["players=2", "board=5", "shapes=I1,L3,T4"], "ADH", 2),
    (&["players=2", "board=5", "shapes=I1,I3,I5", "others=all"], "ACJ", 2),
    (&["players=3", "board=5", "shapes=I1,L3"], "AD", 3),
];

/// The game as the second model knows it.
fn model(game: usize) -> Naive {
    let (set, letters, players) = GAMES[game];
    let since = !set.contains(&"others=all");
    Naive { shapes: Some(Shape::all(letters)), since, ..Naive::of(players, 5) }
}

fn settings(game: usize) -> Settings {
    Settings::read(GAMES[game].0.iter().copied()).expect("settings")
}

/// A whole game of players that move at random, as the lines of its log.
fn whole_game(which: usize) -> Vec<String> {
    let (game, settings, players) = (games::find("blokus").expect("the game"), settings(which), GAMES[which].2);
    let mut house = Opponents::new(Seats::first(players), Opponent::Any, SplitMix64(3), Vec::new());
    let mut stream = Seeded::new(SplitMix64(3));
    let mut times = Seeded::new(SplitMix64(3));
    let mut table = Memory::new(Vec::new(), move |_: Seat| Micros(1000 * times.pick(12) as u64));
    let referee = game.referee(&settings).expect("a referee");
    let record = live::play(referee, players, &mut table, &mut house, &mut stream, Writer::default()).expect("a game");
    assert!(record.verdict.faults.is_empty());
    record.transcript.lines().map(str::to_string).collect()
}

/// All logs that differ from this one in one line: deleted, doubled, moved, or changed in a word, a number or a glyph;
/// and those that have a move more or less with the number above it.
fn mutants(log: &[String]) -> Vec<(usize, Vec<String>)> {
    let (mut mutants, mut seen) = (Vec::new(), HashSet::new());
    for at in 0..log.len() {
        let mut change = |edit: &dyn Fn(&mut Vec<String>)| {
            let mut lines = log.to_vec();
            edit(&mut lines);
            lines.iter_mut().for_each(|line| *line = timed(line));
            if lines != log && seen.insert(lines.join("\n")) {
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
        if is_listed(log, at) {
            let count = (0..at).rfind(|&line| !is_listed(log, line)).expect("a number");
            let counted = |lines: &mut Vec<String>, add: i64| {
                let (seat, number) = lines[count].split_once(' ').expect("a number");
                lines[count] = format!("{seat} {}", number.parse::<i64>().expect("a number") + add);
            };
            change(&|lines| {
                counted(lines, -1);
                lines.remove(at);
            });
            change(&|lines| {
                counted(lines, 1);
                lines.insert(at, lines[at].clone());
            });
            for line in variants(&log[at]) {
                change(&|lines| {
                    counted(lines, 1);
                    lines.insert(at, line.clone());
                });
            }
        }
    }
    mutants
}

/// True for the line of a move in a message.
fn is_listed(log: &[String], at: usize) -> bool {
    let words: Vec<&str> = log[at].split(' ').collect();
    log[at][1..].starts_with('<') && words.len() >= 4 && !words[words.len() - 1].contains(['#', '.'])
}

/// An answer that lost its time gets another: logs without times are a subject of their own.
fn timed(line: &str) -> String {
    let is_answer = line.starts_with(|c: char| c.is_ascii_digit()) && line[1..].starts_with("> ");
    let has_time = line
        .rsplit_once(" @")
        .is_some_and(|(_, time)| time.trim_end_matches("ms").parse::<u64>().is_ok() && time.ends_with("ms"));
    if is_answer && !has_time { format!("{line} @1ms") } else { line.to_string() }
}

/// A line with its seat, its direction, one of its words, one of its numbers or one of its glyphs changed.
fn variants(line: &str) -> Vec<String> {
    let mut lines = vec![String::new(), line.to_lowercase(), format!("{line} 1"), line.replacen(' ', "  ", 2)];
    for seat in ["0", "1", "2", "3"] {
        lines.push(format!("{seat}{}", &line[1..]));
    }
    for sign in ["<", ">", "!"] {
        lines.push(format!("{}{sign}{}", &line[..1], &line[2..]));
    }
    let (text, time) = line.split_once(" @").unwrap_or((line, ""));
    for at in 3..text.len() {
        for glyph in "013.x#AD ".chars() {
            lines.push(format!("{}{glyph}{}", &line[..at], &line[at + 1..]));
        }
    }
    for limit in ["@200ms", "@201ms", "@1000ms", "@1001ms"].iter().filter(|_| !time.is_empty()) {
        lines.push(format!("{text} {limit}"));
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
        lines.extend(["-1", "6", "99999", "1x", "##", "##.#"].iter().map(|word| with(word)));
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

/// Every change of this game's log, judged by both.
fn every_change_is_judged_alike(which: usize) {
    let game = games::find("blokus").expect("the game");
    let (log, settings, model) = (whole_game(which), settings(which), model(which));
    assert!(log.len() > 60, "a game of some length: {} lines", log.len());
    let whole: Vec<&str> = log.iter().map(String::as_str).collect();
    assert_eq!(judge(&model, &whole).first, Finding::Valid);
    let (mut different, mut valid, mut cut) = (Vec::new(), 0, 0);
    let mutants = mutants(&log);
    for (at, lines) in &mutants {
        let text = lines.join("\n") + "\n";
        let checked = validate(game, &settings, text.as_bytes()).expect("a log without header");
        let slow: Vec<&str> = lines.iter().map(String::as_str).collect();
        let (ours, theirs) = (ours(&checked), judge(&model, &slow).first);
        match ours {
            Finding::Valid => valid += 1,
            Finding::Cut => cut += 1,
            _ => assert_eq!(checked.conclusion(false), Conclusion::Violates),
        }
        if ours != theirs {
            let line = lines.get(*at).map_or("", |line| line);
            different.push(format!("line {}: `{line}`: ours {ours:?}, second model {theirs:?}", at + 1));
        }
    }
    assert!(mutants.len() > 5000, "{} changes were tried", mutants.len());
    assert!(valid > 0 && cut > 0, "{valid} changes cannot show, {cut} cut the log");
    let some = different[..different.len().min(45)].join("\n");
    assert!(different.is_empty(), "{} of {} differ:\n{some}", different.len(), mutants.len());
    println!("{} changes of {} lines: {valid} cannot show, {cut} cut the log", mutants.len(), log.len());
}

#[test]
fn every_single_line_change_of_a_game_of_two_is_found_where_the_second_model_finds_it() {
    every_change_is_judged_alike(0);
}

#[test]
fn every_single_line_change_is_found_where_all_moves_are_told_every_time() {
    every_change_is_judged_alike(1);
}

#[test]
fn every_single_line_change_of_a_game_of_three_is_found_where_the_second_model_finds_it() {
    every_change_is_judged_alike(2);
}
