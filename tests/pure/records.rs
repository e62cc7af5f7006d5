//! Records of `fixtures/records/`, a folder a shape: whole ones conform, and each broken twin is refused at its place.
//! And the laws of records: what is converted says the same.

mod alphabets;
mod of_matches;

use crate::support::depth::cases;
use crate::support::files::{root, text};
use crate::support::trials::{named, trial};
use libtest_mimic::Trial;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use stickler::arena::live;
use stickler::arena::memory::Memory;
use stickler::check::scenario::Opponents;
use stickler::check::stream::{Seeded, SplitMix64};
use stickler::check::transcript::{Extent, validate};
use stickler::clock::Micros;
use stickler::game::Seats;
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::records::line::Examined;
use stickler::records::{self, CheckOptions, Opened, Shape, Text};
use stickler::referee::Verdict;
use stickler::scenario::Opponent;
use stickler::transcript::Writer;

pub(crate) fn tests() -> Vec<Trial> {
    let module = module_path!();
    let mut tests = vec![
        trial(module, "a_log_its_answers_and_a_log_again", a_log_its_answers_and_a_log_again),
        trial(module, "other_shapes_hold_the_same_game", other_shapes_hold_the_same_game),
        trial(module, "every_shape_has_broken_twins", every_shape_has_broken_twins),
        trial(module, "no_bytes_make_a_reader_panic", no_bytes_make_a_reader_panic),
    ];
    tests.extend(alphabets::tests());
    tests.extend(of_matches::tests());
    for (shape, folder) in folders() {
        let table = table(&folder);
        for row in list(&table, "good").iter().chain(list(&table, "twins")).cloned() {
            let name = row["name"].as_str().or(row["file"].as_str()).expect("a name").to_string();
            let (table, folder) = (table.clone(), folder.clone());
            tests.push(named(&format!("records::{}::{name}", shape.name()), move || {
                let (good, bytes) = made(&table, &folder, &row);
                if row["file"].is_string() && Shape::guess(&bytes) != Some(shape) {
                    return Err(format!("it seems to be {:?}", Shape::guess(&bytes)).into());
                }
                let (seen, examined) = seen(shape, good, &bytes);
                if seen == wanted(&row) {
                    Ok(())
                } else {
                    Err(format!("{:?} {seen:?}\n{examined:#?}", wanted(&row)).into())
                }
            }));
        }
    }
    tests
}

/// The folders of records; logs with every message have fixtures of their own.
fn folders() -> Vec<(Shape, PathBuf)> {
    let shapes = Shape::ALL.into_iter().filter(|shape| *shape != Shape::Log);
    shapes.map(|shape| (shape, root().join("fixtures/records").join(shape.name()))).collect()
}

/// `twins.json` of a folder: whole records, and twins that differ from one of them by the first text of `change`, which the second
/// replaces. With an empty first text all is cut from the second on.
fn table(folder: &Path) -> Value {
    serde_json::from_str(&text(&folder.join("twins.json")))
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
}

fn list<'a>(table: &'a Value, name: &str) -> &'a [Value] {
    table[name].as_array().expect("a list")
}

/// The whole record of a row, and the row's own bytes.
fn made<'a>(table: &'a Value, folder: &Path, row: &Value) -> (&'a Value, Vec<u8>) {
    let file = row["of"].as_str().or(row["file"].as_str()).expect("a file");
    let good = list(table, "good").iter().find(|good| good["file"] == file).expect("a whole record of this name");
    let whole = text(&folder.join(file));
    let broken = match [0, 1].map(|at| row["change"][at].as_str().unwrap_or_default()) {
        ["", ""] => whole,
        ["", from] => whole.split_once(from).expect("the text at which it is cut").0.to_string(),
        [from, to] => {
            assert!(whole.contains(from), "`{from}` is not in {file}");
            whole.replacen(from, to, 1)
        }
    };
    (good, broken.into_bytes())
}

/// What is found first: the clause, who breaks it and where; or why the record cannot be read; or how far it went, and its verdict.
type Seen = [Option<String>; 6];

fn wanted(row: &Value) -> Seen {
    let word = |name: &str| row[name].as_str().map(str::to_string);
    ["breaks", "by", "refused", "at", "extent", "judge"].map(word)
}

fn seen(shape: Shape, good: &Value, bytes: &[u8]) -> (Seen, Examined) {
    let game = good["game"].as_str().map(|name| GAMES.find(name).expect("the game"));
    let set = good["set"].as_object().into_iter().flatten();
    let given = Settings(set.map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().into())).collect());
    let ask = CheckOptions { games: GAMES, game, shape: Some(shape), given: &given, strict: false, prepare: &|_| {} };
    let (_, examined) = ask.examine(Text { path: "record", bytes, first: 1 });
    let (first, trouble) = (examined.findings.first(), examined.trouble.as_ref());
    let place = trouble.map_or(first.map(|broken| &broken.place), |trouble| trouble.place.as_ref());
    let at = place.map(|place| format!("{}:{}", place.line, place.column));
    let is_clean = first.is_none() && trouble.is_none();
    let seen = [
        first.map(|broken| broken.clause.clone()),
        first.map(|broken| broken.by.clone()),
        trouble.map(|trouble| trouble.why.clone()),
        at,
        examined.extent.clone().filter(|_| is_clean),
        Some(examined.judge.clone()),
    ];
    (seen, examined)
}

fn every_shape_has_broken_twins() {
    for (shape, folder) in folders() {
        let table = table(&folder);
        assert!(!list(&table, "good").is_empty(), "{}", shape.name());
        let names: BTreeSet<&str> = list(&table, "twins").iter().filter_map(|twin| twin["name"].as_str()).collect();
        let is_broken = |twin: &Value| twin["extent"] != "whole" && twin["change"][0] != twin["change"][1];
        assert!(list(&table, "twins").iter().all(is_broken), "{}", shape.name());
        assert!(names.len() >= 8, "{}: {} twins", shape.name(), names.len());
    }
}

/// Small variants of every game.
const VARIANTS: [(&str, &[&str]); 9] = [
    ("betris", &["rounds=4"]),
    ("betris", &["rounds=3", "blocks=I1,I2,L3", "board=3x3"]),
    ("blackout", &["board=2x3", "jury=random", "games=4"]),
    ("blokus", &["board=7", "drawn=6/6/6"]),
    ("blokus", &["players=3", "board=9", "drawn=6/6/6"]),
    ("blokus", &["players=4", "board=9", "drawn=6/6/6"]),
    ("gomoku", &["board=6x6"]),
    ("gomoku", &["board=3x3", "row=3"]),
    ("tetris", &[]),
];

/// Games in which seats play anything, and some of them fail.
fn played(seed: u64, index: usize) -> (&'static dyn AnyGame, Settings, live::MatchReport) {
    let (name, set) = VARIANTS[index % VARIANTS.len()];
    let game = GAMES.find(name).expect("the game");
    let settings = Settings::read(set.iter().copied()).expect("settings");
    let variant = game.with(&settings).expect("a variant");
    let opponent = if seed.is_multiple_of(3) { Opponent::Failing } else { Opponent::Any };
    let seats = variant.seats();
    let mut house = Opponents::new(Seats::first(seats), opponent, SplitMix64(seed), Vec::new());
    let (mut table, mut stream) = (Memory::new(Vec::new(), |_| Micros(0)), Seeded::new(SplitMix64(seed)));
    let writer = Writer::new(name, &settings, &[]);
    let record = live::play(variant.referee(), seats, &mut table, &mut house, &mut stream, writer).expect("a game");
    (game, settings, record)
}

/// What of a verdict can be compared: in other shapes faults stand at other places.
fn gist(verdict: &Verdict) -> (Option<String>, Vec<String>) {
    let faults =
        verdict.faults.iter().map(|fault| format!("{} {} {}", fault.seat, fault.kind.word(), fault.breach.clause));
    (verdict.outcome.map(|outcome| outcome.to_string()), faults.collect())
}

fn picture_of(game: &dyn AnyGame, log: &[u8]) -> String {
    let validated = stickler::check::transcript::validate_until(game, &Settings::default(), log, usize::MAX);
    validated.map(|(_, referee)| referee.picture().text()).expect("a log")
}

fn opened<'a>(bytes: &'a [u8], shape: Shape) -> records::Record<'a> {
    assert_eq!(Shape::guess(bytes), Some(shape), "{}", String::from_utf8_lossy(bytes));
    match records::open(bytes, None, None, GAMES) {
        Ok(Opened::Record(record)) => record,
        Ok(Opened::Log(..)) => panic!("a log with messages"),
        Err(trouble) => panic!("{trouble:?}\n{}", String::from_utf8_lossy(bytes)),
    }
}

proptest! {
    #![proptest_config(cases(128))]

    /// A log's answers alone, and the log made of them again, have the same positions, times and verdict.
    fn a_log_its_answers_and_a_log_again(seed in any::<u64>(), index in 0..VARIANTS.len()) {
        let (game, settings, played) = played(seed, index);
        let log = played.transcript.as_bytes();
        let whole = validate(game, &Settings::default(), log).expect("a log");
        let record = records::of_log(game, &Settings::default(), log).expect("answers");
        let first = records::check(&record, &Settings::default(), true).expect("a check");
        let moves = records::convert(&record, &first, Shape::Moves).expect("moves").bytes;
        let again = opened(&moves, Shape::Moves);
        let again = records::check(&again, &Settings::default(), true).expect("a check");
        let checked = &again.checked;
        prop_assert_eq!(gist(&checked.verdict), gist(&whole.verdict), "{}\n{}", played.transcript, String::from_utf8_lossy(&moves));
        prop_assert_eq!(&checked.verdict.rests_on, &whole.verdict.rests_on);
        let back = again.kept.log.text().as_bytes();
        let second = validate(game, &Settings::default(), back).expect("a log");
        prop_assert_eq!(&second.findings.len(), &whole.findings.len(), "{}\n{}", played.transcript, again.kept.log.text());
        prop_assert_eq!(gist(&second.verdict), gist(&whole.verdict));
        prop_assert_eq!(picture_of(game, back), picture_of(game, log));
        let said = |log: &str| log.lines().filter(|line| line.get(1..3) == Some("> ")).map(str::to_string).collect::<Vec<_>>();
        prop_assert_eq!(said(again.kept.log.text()), said(&played.transcript));
        let seats = game.with(&settings).expect("a variant").seats();
        for seat in (0..seats).filter(|_| seats > 1 && whole.findings.is_empty()) {
            let is_its = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase()) || line.starts_with(&seat.to_string());
            let lone: String = played.transcript.lines().filter(is_its).map(|line| format!("{line}\n")).collect();
            let record = records::of_log(game, &Settings::default(), lone.as_bytes()).expect("answers of all seats");
            let checked = records::check(&record, &Settings::default(), false).expect("a check").checked;
            prop_assert!(checked.findings.is_empty(), "{:?}\n{lone}", checked.findings);
            prop_assert!(checked.extent == Extent::Cut || gist(&checked.verdict) == gist(&whole.verdict), "{lone}");
        }
    }

    /// Whole games in the shapes of other judges and tools come out as they went in.
    fn other_shapes_hold_the_same_game(seed in any::<u64>(), index in 0..3usize) {
        let (name, set, shape): (_, &[&str], _) = [
            ("gomoku", &[][..], Shape::Alphano),
            ("betris", &["rounds=12"], Shape::Alphano),
            ("blokus", &["drawn=8/8/8"], Shape::Codingame),
        ][index];
        let game = GAMES.find(name).expect("the game");
        let settings = game.expand(&Settings::read(set.iter().copied()).expect("settings")).expect("settings");
        let variant = game.with(&settings).expect("a variant");
        let mut house = Opponents::new(Seats::first(2), Opponent::Reference, SplitMix64(seed), Vec::new());
        let (mut table, mut stream) = (Memory::new(Vec::new(), |_| Micros(0)), Seeded::new(SplitMix64(seed)));
        let writer = Writer::new(name, &settings, &[]);
        let played = live::play(variant.referee(), 2, &mut table, &mut house, &mut stream, writer).expect("a game");
        let record = records::of_log(game, &Settings::default(), played.transcript.as_bytes()).expect("answers");
        let first = records::check(&record, &Settings::default(), true).expect("a check");
        let bytes = records::convert(&record, &first, shape).expect("converted").bytes;
        let again = opened(&bytes, shape);
        let again = records::check(&again, &Settings::default(), true).expect("a check");
        let checked = &again.checked;
        prop_assert_eq!(checked.extent, Extent::Whole, "{}\n{}", shape.name(), String::from_utf8_lossy(&bytes));
        prop_assert!(checked.findings.is_empty(), "{:?}", checked.findings);
        prop_assert_eq!(gist(&checked.verdict), gist(&played.verdict));
        prop_assert_eq!(checked.score.map(|score| score.points().to_vec()), first.checked.score.map(|score| score.points().to_vec()));
    }

    /// A record with a few bytes changed is read or refused.
    fn no_bytes_make_a_reader_panic(index in 0..9usize, file in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), junk in "[\\]\\[{}();,:0-9a-zA-Z\n\"\\\\@<>* é]{0,6}", cut in 0..12usize) {
        let (shape, folder) = folders().swap_remove(index);
        let table = table(&folder);
        let good = &list(&table, "good")[file.index(list(&table, "good").len())];
        let whole = text(&folder.join(good["file"].as_str().expect("a file")));
        let at = at.index(whole.len());
        let bytes = [&whole.as_bytes()[..at], junk.as_bytes(), &whole.as_bytes()[(at + cut).min(whole.len())..]].concat();
        let _ = seen(shape, good, &bytes);
        let _ = Shape::guess(&bytes);
    }
}
