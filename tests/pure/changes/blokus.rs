//! Changes of logs of Blokus.

use super::{Changes, other_forms, other_words};
use crate::naive::blokus::{Naive, Shape};
use crate::naive::blokus_log::judge;
use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::live::memory::MemoryPlayers;
use stickler::params::Settings;
use stickler::referee::Stream;
use stickler::scenario::Opponent;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler::{games, live};
use stickler_check::opponents::Opponents;

/// The games: their settings, and the letters in play.
const GAMES: [(&[&str], &str, usize); 3] = [
    (&["players=2", "board=5", "shapes=I1,L3,T4"], "ADH", 2),
    (
        &["players=2", "board=5", "shapes=I1,I3,I5", "others=all"],
        "ACJ",
        2,
    ),
    (&["players=3", "board=5", "shapes=I1,L3"], "AD", 3),
];

/// The game as the second model knows it.
fn model(game: usize) -> Naive {
    let (set, letters, players) = GAMES[game];
    let since = !set.contains(&"others=all");
    Naive {
        shapes: Some(Shape::all(letters)),
        since,
        ..Naive::of(players, 5)
    }
}

fn settings(game: usize) -> Settings {
    Settings::read(GAMES[game].0.iter().copied()).expect("settings")
}

/// A whole game of players that move at random, as the lines of its log.
fn whole_game(which: usize) -> Vec<String> {
    let (game, settings, players) = (
        games::GAMES.find("blokus").expect("the game"),
        settings(which),
        GAMES[which].2,
    );
    let mut house = Opponents::new(
        Seats::first(players),
        Opponent::Any,
        SplitMix64(3),
        Vec::new(),
    );
    let mut stream = Seeded::new(SplitMix64(3));
    let mut times = Seeded::new(SplitMix64(3));
    let mut table = MemoryPlayers::new(Vec::new(), move |_: Seat| {
        Micros(1000 * times.pick(12) as u64)
    });
    let referee = game.with(&settings).expect("a referee").referee();
    let record = live::play(
        referee,
        players,
        &mut table,
        &mut house,
        &mut stream,
        Writer::default(),
    )
    .expect("a game");
    assert!(record.verdict.faults.is_empty());
    record.transcript.lines().map(str::to_string).collect()
}

/// All changes, and those that have a move more or less with the number above it.
fn changes(log: &[String]) -> Changes<'_> {
    let mut changes = Changes::of(log, &variants);
    for at in (0..log.len()).filter(|&at| is_listed(log, at)) {
        let count = (0..at)
            .rfind(|&line| !is_listed(log, line))
            .expect("a number");
        let counted = |lines: &mut Vec<String>, add: i64| {
            let (seat, number) = lines[count].split_once(' ').expect("a number");
            lines[count] = format!("{seat} {}", number.parse::<i64>().expect("a number") + add);
        };
        changes.add(at, |lines| {
            counted(lines, -1);
            lines.remove(at);
        });
        for line in std::iter::once(log[at].clone()).chain(variants(&log[at])) {
            changes.add(at, |lines| {
                counted(lines, 1);
                lines.insert(at, line);
            });
        }
    }
    changes
}

/// True for the line of a move in a message.
fn is_listed(log: &[String], at: usize) -> bool {
    let words: Vec<&str> = log[at].split(' ').collect();
    log[at][1..].starts_with('<')
        && words.len() >= 4
        && !words[words.len() - 1].contains(['#', '.'])
}

/// A line with one of its glyphs or its time changed too.
fn variants(line: &str) -> Vec<String> {
    let mut lines = other_forms(line, &["0", "1", "2", "3"]);
    let (text, time) = line.split_once(" @").unwrap_or((line, ""));
    for at in 3..text.len() {
        lines.extend(
            "013.x#AD "
                .chars()
                .map(|glyph| format!("{}{glyph}{}", &line[..at], &line[at + 1..])),
        );
    }
    let limits = ["@200ms", "@201ms", "@1000ms", "@1001ms"]
        .iter()
        .filter(|_| !time.is_empty());
    lines.extend(limits.map(|limit| format!("{text} {limit}")));
    lines.extend(other_words(line, &["-1", "6", "99999", "1x", "##", "##.#"]));
    lines
}

/// Every change of this game's log, judged by both.
fn every_change_is_judged_alike(which: usize) {
    let (log, model) = (whole_game(which), model(which));
    assert!(log.len() > 60, "a game of some length: {} lines", log.len());
    let game = games::GAMES.find("blokus").expect("the game");
    changes(&log).are_judged_alike(game, &settings(which), 5000, |lines| {
        judge(&model, lines).first
    });
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
