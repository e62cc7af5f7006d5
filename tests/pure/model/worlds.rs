//! Files that leave open what happened: logs without the values that no document gives, records of moves, two streams of one
//! seat. Every short match of an honest judge, in every world of words, makes its file. A file that several matches make proves only
//! what all of them have in common: nobody else may be blamed for certain, and never the judge or the file.

use super::matches::{Line, matches};
use crate::support::tier::by_tier;
use crate::truth::open_values;
use std::collections::{BTreeMap, BTreeSet};
use stickler::explain::validate;
use stickler::game::{Seat, Seats};
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::records::{self, CheckOptions, Text};
use stickler::two_streams::{Streams, interleaved};

#[test]
fn gomoku_is_blamed_for_what_every_match_has() {
    hold("gomoku", "board=1x3 row=2 bank=2", by_tier(8, 9, 10));
    hold("gomoku", "board=2x2 row=2 bank=2", by_tier(7, 8, 9));
}

#[test]
fn betris_is_blamed_for_what_every_match_has() {
    hold(
        "betris",
        "rounds=1 board=3x2 blocks=I1,I2 bank=2",
        by_tier(5, 6, 8),
    );
}

#[test]
fn black_out_is_blamed_for_what_every_match_has() {
    hold(
        "blackout",
        "board=2x3 games=1 jury=first wall=2",
        by_tier(7, 8, 9),
    );
}

#[test]
fn blokus_is_blamed_for_what_every_match_has() {
    hold(
        "blokus",
        "board=5 shapes=I1,I2 first-time=2 turn-time=2",
        by_tier(3, 4, 5),
    );
}

/// What hides something of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum FileForm {
    Log,
    OneSeat(Seat),
    TwoStreams(Seat),
    Record(&'static str),
}

/// Every file of a form, and of each match that it can be of the seats that failed in it.
type Files = BTreeMap<(FileForm, Vec<u8>), Vec<BTreeSet<String>>>;

fn hold(name: &str, settings: &str, facts: usize) {
    let game = GAMES.find(name).expect("a game");
    let base = Settings::read(settings.split(' ')).expect("settings");
    let mut files = Files::new();
    for world in open_values(game, &base).1 {
        let told = base.and(&world);
        for played in matches(game, &told, facts) {
            let Some(verdict) = &played.verdict else {
                continue;
            };
            let faults = verdict.faults.iter();
            let failed: BTreeSet<String> =
                faults.map(|fault| format!("seat {}", fault.seat)).collect();
            for (form, bytes) in written(game, [&base, &told], &played.lines) {
                files.entry((form, bytes)).or_default().push(failed.clone());
            }
        }
    }
    let mut kinds = BTreeMap::<String, (usize, String)>::new();
    let (mut count, mut accused) = (0, 0);
    for ((form, bytes), truths) in &files {
        let common = truths.iter().cloned().reduce(|one, other| &one & &other);
        let common = common.unwrap_or_default();
        let blamed = blamed(game, &base, *form, bytes);
        count += 1;
        accused += usize::from(!blamed.is_empty());
        if blamed.is_subset(&common) {
            continue;
        }
        let kind = format!("{form:?}: {blamed:?}, and all matches have {common:?}");
        let shown = format!("{kind}\n{}", String::from_utf8_lossy(bytes));
        let known = kinds.entry(kind).or_insert_with(|| (0, shown.clone()));
        known.0 += 1;
        if shown.len() < known.1.len() {
            known.1 = shown;
        }
    }
    assert!(
        count > 100 && accused > count / 2,
        "{count} files, {accused} accuse"
    );
    let shown: Vec<String> = kinds
        .values()
        .map(|(times, shown)| format!("{times} times: {shown}"))
        .collect();
    assert!(
        shown.is_empty(),
        "{} kinds:\n{}",
        shown.len(),
        shown.join("\n")
    );
}

fn log(game: &str, settings: &Settings, seats: &str, lines: &[&Line]) -> Vec<u8> {
    let lines: String = lines.iter().map(|line| line.text() + "\n").collect();
    let seats = match seats {
        "" => String::new(),
        seats => format!("seats: {seats}\n"),
    };
    format!("stickler: 1\ngame: {game}\nset: {settings}\n{seats}{lines}").into_bytes()
}

/// The files that hide something of a match; `told` are all its values, `base` those that a file tells.
fn written(
    game: &'static dyn AnyGame,
    [base, told]: [&Settings; 2],
    lines: &[Line],
) -> Vec<(FileForm, Vec<u8>)> {
    let whole: Vec<&Line> = lines.iter().collect();
    let name = game.name();
    let mut all = vec![(FileForm::Log, log(name, base, "", &whole))];
    let seats = Seats::first(game.with(told).expect("parameters").seats());
    for seat in seats.iter().filter(|_| seats.iter().count() > 1) {
        let own: Vec<&Line> = whole
            .iter()
            .copied()
            .filter(|line| line.seat() == Some(seat))
            .collect();
        all.push((
            FileForm::OneSeat(seat),
            log(name, base, &seat.to_string(), &own),
        ));
        let of = |is_told: bool| -> String {
            let lines = own.iter().filter_map(|line| match line {
                Line::Sent(_, text) if is_told => Some(format!("{text}\n")),
                Line::Answered(_, text, _) if !is_told => Some(format!("{text}\n")),
                _ => None,
            });
            lines.collect()
        };
        let (read, wrote) = (of(true), of(false));
        let streams = Streams {
            seat: Some(seat),
            told: read.as_bytes(),
            said: wrote.as_bytes(),
            omits: "",
        };
        let joined = interleaved(game, base, streams).expect("streams");
        all.push((FileForm::TwoStreams(seat), joined.into_bytes()));
    }
    let log = log(name, told, "", &whole);
    let record = records::of_log(game, &Settings::default(), &log).ok();
    let formats: &[&str] = match name {
        "gomoku" | "betris" => &["moves", "alphano"],
        "blokus" => &["moves", "codingame"],
        _ => &["moves"],
    };
    for format in formats {
        let Some(record) = &record else { continue };
        let own = records::check(record, &Settings::default(), true).expect("a check");
        let Ok(converted) = records::convert(record, &own, format, GAMES) else {
            continue;
        };
        all.push((FileForm::Record(format), converted.bytes));
    }
    all
}

/// Who is blamed for certain.
fn blamed(
    game: &'static dyn AnyGame,
    base: &Settings,
    form: FileForm,
    bytes: &[u8],
) -> BTreeSet<String> {
    let blamed = match form {
        FileForm::Record(format) => {
            let ask = CheckOptions {
                game: Some(game),
                format: Some(format),
                ..CheckOptions::new(GAMES, base)
            };
            let looked = ask.look(Text::new("a record", bytes), false);
            looked
                .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(bytes)))
                .checked
                .blamed()
        }
        _ => validate(game, &Settings::default(), bytes)
            .expect("a log")
            .blamed(),
    };
    blamed.into_iter().collect()
}
