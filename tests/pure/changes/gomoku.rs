//! Changes of a log of Gomoku.

use super::{Changes, other_forms, other_numbers, other_words};
use crate::naive::gomoku::Naive;
use crate::support::in_memory::settings;
use crate::support::played::by_reference_bots;
use stickler::clock::Micros;
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::referee::Stream;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;

/// The game: seven rows, six columns, four in a row win.
fn small() -> Settings {
    settings(&["board=7x6", "row=4", "bank=400"])
}

/// A whole game between two reference bots in memory, as the lines of its log.
fn whole_game() -> Vec<String> {
    let mut stream = Seeded::new(SplitMix64(3));
    let pace = move |_| Micros(1000 * stream.pick(12) as u64 + 300);
    let record = by_reference_bots(
        GAMES.find("gomoku").expect("the game"),
        &small(),
        Writer::default(),
        pace,
    );
    assert!(record.verdict.faults.is_empty());
    record.transcript.lines().map(str::to_string).collect()
}

fn variants(line: &str) -> Vec<String> {
    let words = ["0", "-1", "8", "99999", "1x", "READY", "FINISH", "OK"];
    [
        other_forms(line, &["0", "1", "2"]),
        other_words(line, &words),
        other_numbers(line),
    ]
    .concat()
}

#[test]
fn every_single_line_change_is_found_where_the_second_model_finds_it() {
    let log = whole_game();
    assert!(log.len() > 40, "a game of some length: {} lines", log.len());
    let model = Naive {
        rows: 7,
        cols: 6,
        row: 4,
        bank: 400,
        ..Naive::default()
    };
    let game = GAMES.find("gomoku").expect("the game");
    Changes::of(&log, &variants).are_judged_alike(game, &small(), 2900, |lines| model.judge(lines));
}
