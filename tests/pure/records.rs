//! The laws of records: what is converted says the same. Their table of whole ones and broken twins is `tests/data/records.rs`.

mod alphabets;
mod foreign;
mod lists;
mod of_matches;
mod places;
mod stops_early;

use crate::support::files::text;
use crate::support::record_files::{folders, guessed, list, seen, table};
use crate::support::tier::cases;
use proptest::prelude::*;
use stickler::clock::Micros;
use stickler::explain::{Extent, validate};
use stickler::game::Seats;
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::params::Settings;
use stickler::records::{self, Opened};
use stickler::referee::Verdict;
use stickler::scenario::Opponent;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler_check::opponents::Opponents;

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
    let opponent = if seed.is_multiple_of(3) {
        Opponent::Failing
    } else {
        Opponent::Any
    };
    let seats = variant.seats();
    let mut house = Opponents::new(Seats::first(seats), opponent, SplitMix64(seed), Vec::new());
    let (mut table, mut stream) = (
        MemoryPlayers::new(Vec::new(), |_| Micros(0)),
        Seeded::new(SplitMix64(seed)),
    );
    let writer = Writer::new(name, &settings, &[]);
    let record = live::play(
        variant.referee(),
        seats,
        &mut table,
        &mut house,
        &mut stream,
        writer,
    )
    .expect("a game");
    (game, settings, record)
}

/// A seat's program ends while another is asked: the judge notices it when it asks that seat, or never.
#[test]
fn an_end_that_is_noticed_later_stands_in_the_moves_where_it_is_noticed() {
    let moves = "stickler: 1\ngame: blokus\nset: players=4 board=5 shapes=I1,I2,I3\nholds: answers\n\
        * DEAL ABC\n0> 0 0 B011\n1> MOVE\n2> 0 4 B012 @19ms\n3> 4 0 B011\n0> 1 2 C001\n0> 4 3 A001\n";
    let checked = |record: &records::Record<'_>| {
        records::check(record, &Settings::default(), true).expect("a check")
    };
    let log = checked(&opened(moves.as_bytes(), "moves"))
        .kept
        .log
        .text()
        .to_string();
    let end = "2! exit 3\n2! used cpu 5ms memory 4MB\n";
    let (before, after) = log.split_once("0> 1 2 C001\n").expect("the answer");
    let log = format!("{before}0> 1 2 C001\n{end}{after}");
    let game = GAMES.find("blokus").expect("the game");
    let whole = validate(game, &Settings::default(), log.as_bytes()).expect("a log");
    let record = records::of_log(game, &Settings::default(), log.as_bytes()).expect("answers");
    let written = checked(&record).kept.moves.text().to_string();
    let again = checked(&opened(written.as_bytes(), "moves"));
    assert_eq!(
        gist(&again.checked.verdict),
        gist(&whole.verdict),
        "{log}\n{written}"
    );
    assert_eq!(again.kept.moves.text(), written);
}

/// What of a verdict can be compared: in other formats faults stand at other places.
fn gist(verdict: &Verdict) -> (Option<String>, Vec<String>) {
    let faults = verdict.faults.iter().map(|fault| {
        format!(
            "{} {} {}",
            fault.seat,
            fault.kind.word(),
            fault.breach.clause
        )
    });
    (
        verdict.outcome.map(|outcome| outcome.to_string()),
        faults.collect(),
    )
}

fn picture_of(game: &dyn AnyGame, log: &[u8]) -> String {
    let validated = stickler::explain::validate_until(game, &Settings::default(), log, usize::MAX);
    validated
        .map(|(_, referee)| referee.picture().text())
        .expect("a log")
}

fn opened<'a>(bytes: &'a [u8], format: &str) -> records::Record<'a> {
    assert_eq!(
        guessed(bytes),
        Some(format),
        "{}",
        String::from_utf8_lossy(bytes)
    );
    match records::open(bytes, None, None, GAMES) {
        Ok(Opened::Record(record)) => record,
        Ok(Opened::Log(..)) => panic!("a log with messages"),
        Err(trouble) => panic!("{trouble:?}\n{}", String::from_utf8_lossy(bytes)),
    }
}

proptest! {
    #![proptest_config(cases(128))]

    /// A log's answers alone, and the log made of them again, have the same positions, times and verdict.
    #[test]
    fn a_log_its_answers_and_a_log_again(seed in any::<u64>(), index in 0..VARIANTS.len()) {
        let (game, settings, played) = played(seed, index);
        let log = played.transcript.as_bytes();
        // With every value told, so that no other value leaves the winner open.
        let told: Settings = game.with(&settings).expect("a variant").parameters().into_iter().collect();
        let whole = validate(game, &told, log).expect("a log");
        let record = records::of_log(game, &Settings::default(), log).expect("answers");
        let first = records::check(&record, &Settings::default(), true).expect("a check");
        let moves = records::convert(&record, &first, "moves", GAMES).expect("moves").bytes;
        let again = opened(&moves, "moves");
        let again = records::check(&again, &told, true).expect("a check");
        let checked = &again.checked;
        prop_assert_eq!(gist(&checked.verdict), gist(&whole.verdict), "{}\n{}", played.transcript, String::from_utf8_lossy(&moves));
        prop_assert_eq!(&checked.verdict.rests_on, &whole.verdict.rests_on);
        let back = again.kept.log.text().as_bytes();
        let second = validate(game, &told, back).expect("a log");
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

    /// Whole games in the formats of other judges and tools come out as they went in.
    #[test]
    fn other_formats_hold_the_same_game(seed in any::<u64>(), index in 0..3usize) {
        let (name, set, format): (_, &[&str], _) = [
            ("gomoku", &[][..], "alphano"),
            ("betris", &["rounds=12"], "alphano"),
            ("blokus", &["drawn=8/8/8"], "codingame"),
        ][index];
        let game = GAMES.find(name).expect("the game");
        let settings = game.expand(&Settings::read(set.iter().copied()).expect("settings")).expect("settings");
        let variant = game.with(&settings).expect("a variant");
        let mut house = Opponents::new(Seats::first(2), Opponent::Reference, SplitMix64(seed), Vec::new());
        let (mut table, mut stream) = (MemoryPlayers::new(Vec::new(), |_| Micros(0)), Seeded::new(SplitMix64(seed)));
        let writer = Writer::new(name, &settings, &[]);
        let played = live::play(variant.referee(), 2, &mut table, &mut house, &mut stream, writer).expect("a game");
        let record = records::of_log(game, &Settings::default(), played.transcript.as_bytes()).expect("answers");
        let first = records::check(&record, &Settings::default(), true).expect("a check");
        let bytes = records::convert(&record, &first, format, GAMES).expect("converted").bytes;
        let again = opened(&bytes, format);
        let again = records::check(&again, &Settings::default(), true).expect("a check");
        let checked = &again.checked;
        prop_assert_eq!(checked.extent, Extent::Whole, "{}\n{}", format, String::from_utf8_lossy(&bytes));
        prop_assert!(checked.findings.is_empty(), "{:?}", checked.findings);
        prop_assert_eq!(gist(&checked.verdict), gist(&played.verdict));
        prop_assert_eq!(checked.score.map(|score| score.points().to_vec()), first.checked.score.map(|score| score.points().to_vec()));
    }

    /// A record with a few bytes changed is read or refused.
    #[test]
    fn no_bytes_make_a_reader_panic(folder in any::<prop::sample::Index>(), file in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), junk in "[\\]\\[{}();,:0-9a-zA-Z\n\"\\\\@<>* é]{0,6}", cut in 0..12usize) {
        let mut folders = folders();
        let (format, folder) = folders.swap_remove(folder.index(folders.len()));
        let table = table(&folder).expect("a table");
        let good = &list(&table, "good")[file.index(list(&table, "good").len())];
        let whole = text(&folder.join(good["file"].as_str().expect("a file")));
        let at = at.index(whole.len());
        let bytes = [&whole.as_bytes()[..at], junk.as_bytes(), &whole.as_bytes()[(at + cut).min(whole.len())..]].concat();
        let _ = seen(format, good, &bytes);
        let _ = guessed(&bytes);
    }
}
