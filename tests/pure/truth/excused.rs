//! What other values excuse, held against every one of them: a log under each combination of the words that no document gives and
//! nobody told, all of them told then. A breach that each of them has is a breach; one under which nothing is wrong accuses nobody
//! but seats; and a seat is accused only if the usual values accuse it.

use super::{Change, Dice, SMALL, draw, log_of, miswritten, nothing_is_found, numbers, played};
use crate::support::tier::{cases, seed};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use stickler::explain::{Checked, Conclusion, validate};
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::records::{self, Opened};
use stickler::stream::SplitMix64;

/// What no document gives and this log does not tell: its usual values, and every combination of the words.
pub(crate) fn open_values(game: &dyn AnyGame, told: &Settings) -> (Settings, Vec<Settings>) {
    let variant = game.with(told).expect("parameters");
    let is_told = |name: &str| told.0.iter().any(|(own, _)| own == name);
    let open: Vec<(&'static str, String)> = variant
        .parameters()
        .into_iter()
        // A table of letters is no value of a judge's: a replay's own is looked for.
        .filter(|(name, _)| game.page().leaves_open(name) && !is_told(name) && *name != "letters")
        .collect();
    let mut all = vec![Settings::default()];
    for (name, usual) in &open {
        if ["rounding", "mix", "page"].contains(name) {
            continue;
        }
        let others = game.values(name).iter().filter(|word| *word != usual);
        let others: Vec<Settings> = others
            .map(|word| Settings::from_iter([(*name, *word)]))
            .collect();
        let more: Vec<Settings> = all
            .iter()
            .flat_map(|way| others.iter().map(|other| way.and(other)))
            .collect();
        all.extend(more);
    }
    let usual: Settings = open.into_iter().collect();
    all.retain(|way| game.with(&told.and(&usual).and(way)).is_ok());
    (usual, all)
}

fn certain(checked: &Checked) -> BTreeSet<String> {
    checked.blamed().into_iter().collect()
}

fn accuses_others(checked: &Checked) -> bool {
    let mut certain = checked
        .findings
        .iter()
        .filter(|found| checked.is_certain(found));
    certain.any(|found| !found.is_of_a_seat() && found.is_error(false))
}

/// What is wrong with the result of the check of a file that tells these values, among the results of `under`, which checks it with
/// more of them told. `honest`: the values under which it was played, of which numbers stand in no list of words.
pub(crate) fn contradicts_its_worlds(
    game: &dyn AnyGame,
    (told, honest): (&Settings, &Settings),
    checked: &Checked,
    under: &dyn Fn(&Settings) -> Option<Checked>,
) -> Option<String> {
    let (usual, words) = open_values(game, told);
    let worlds: Vec<(Settings, Checked)> = words
        .into_iter()
        .filter_map(|way| Some((way.clone(), under(&told.and(&usual).and(&way))?)))
        .collect();
    let conclusion = checked.conclusion(false);
    let names_numbers = checked.excuse.as_ref().is_some_and(|excuse| {
        under(&told.and(&usual).and(&excuse.set)).is_some_and(|other| !accuses_others(&other))
    });
    let is_honest = || under(honest).is_some_and(|other| !accuses_others(&other));
    // A file that can mean too much says so.
    if conclusion != Conclusion::Violates
        && !checked.is_open
        && !names_numbers
        && !is_honest()
        && worlds.iter().all(|(_, other)| accuses_others(other))
    {
        return Some(format!("{conclusion}, and every value has a breach"));
    }
    let right = worlds.iter().find(|(_, other)| {
        other.conclusion(false) == Conclusion::Conforms && other.findings.is_empty()
    });
    if let Some((set, _)) = right
        && (accuses_others(checked) || checked.either.is_some())
    {
        return Some(format!(
            "accuses {:?}, and nothing is wrong under {set}",
            certain(checked)
        ));
    }
    // Where the usual values leave open who is to blame, better ones may tell.
    let (_, of_usual) = worlds
        .iter()
        .find(|(way, other)| way.0.is_empty() && !other.is_open)?;
    let usual_blame: BTreeSet<String> = of_usual
        .findings
        .iter()
        .map(|found| found.culprit.to_string())
        .collect();
    let seats = certain(checked)
        .into_iter()
        .filter(|who| who.starts_with("seat"));
    let beyond: Vec<String> = seats.filter(|who| !usual_blame.contains(who)).collect();
    (!beyond.is_empty()).then(|| format!("accuses {beyond:?}, and the usual values do not"))
}

/// A log of a judge that may have written a digit wrongly, without the values that no document gives; what is wrong with what is
/// said of it.
fn misjudged(
    game: usize,
    numbers: &[u32],
    wrong: Option<u32>,
    changes: &[Change],
    cuts: &[u32],
) -> Option<(String, String)> {
    let honest = played(game, numbers);
    let of = wrong
        .and_then(|at| miswritten(&honest, at as usize, 1))
        .unwrap_or(honest);
    let changes = [changes, &[Change::Unset]].concat();
    let log = log_of(&of, &changes, &mut Dice::new(cuts));
    let game = GAMES.find(of.game).expect("a game");
    let checked = validate(game, &Settings::default(), &log).ok()?;
    let under = |set: &Settings| validate(game, set, &log).ok();
    let why = contradicts_its_worlds(game, (&checked.settings, &of.settings), &checked, &under)?;
    Some((
        format!("{}: {why}", of.game),
        String::from_utf8_lossy(&log).into_owned(),
    ))
}

const CHANGES: [Change; 7] = [
    Change::Order,
    Change::EndsUntold,
    Change::Untimed,
    Change::OneSeat,
    Change::NoTail,
    Change::Hole,
    Change::TwoStreams,
];

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_log_is_judged_as_its_worlds_are(
        game in 0..SMALL.len(),
        numbers in numbers(),
        wrong in proptest::option::of(any::<u32>()),
        changes in proptest::sample::subsequence(CHANGES.to_vec(), 0..2),
        cuts in proptest::collection::vec(any::<u32>(), 0..40),
    ) {
        if let Some((why, log)) = misjudged(game, &numbers, wrong, &changes, &cuts) {
            prop_assert!(false, "{}\n{}", why, log);
        }
    }
}

/// The records that are made of a match without the values that no document gives, of which one digit or word may be another.
pub(super) fn records_of(
    game: &'static dyn AnyGame,
    honest: &[u8],
    told: &Settings,
    slip: Option<u32>,
) -> Vec<(&'static str, Vec<u8>)> {
    let formats: &[&str] = match game.name() {
        "gomoku" | "betris" => &["moves", "alphano"],
        "blokus" => &["moves", "codingame"],
        _ => &["moves"],
    };
    let Ok(record) = records::of_log(game, &Settings::default(), honest) else {
        return Vec::new();
    };
    let own = records::check(&record, &Settings::default(), true).expect("a check");
    let written = formats.iter().filter_map(|&format| {
        let mut bytes = records::convert(&record, &own, format, GAMES).ok()?.bytes;
        if format == "moves" {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let lines = text.lines().map(|line| match line.strip_prefix("set: ") {
                Some(_) => format!("set: {told}\n"),
                None => format!("{line}\n"),
            });
            bytes = lines.collect::<String>().into_bytes();
        }
        if let Some(at) = slip {
            let places: Vec<usize> = (0..bytes.len())
                .filter(|at| bytes[*at].is_ascii_digit())
                .collect();
            let place = places[at as usize % places.len()];
            bytes[place] = b'0' + (bytes[place] - b'0' + 1 + (at >> 16) as u8 % 9) % 10;
        }
        Some((format, bytes))
    });
    written.collect()
}

/// The same of the records of a match.
fn record_misjudged(
    game: usize,
    numbers: &[u32],
    slip: Option<u32>,
    cuts: &[u32],
) -> Option<(String, String)> {
    let of = played(game, numbers);
    let game = GAMES.find(of.game).expect("a game");
    let honest = log_of(&of, &[], &mut Dice::new(cuts));
    let is_told = |(name, _): &&(String, String)| !of.assumed.contains(&name.as_str());
    let told: Settings = of.settings.0.iter().filter(is_told).cloned().collect();
    for (format, bytes) in records_of(game, &honest, &told, slip) {
        let Ok(Opened::Record(record)) = records::open(&bytes, Some(format), None, GAMES) else {
            continue;
        };
        let under = |set: &Settings| {
            records::check(&record, set, false)
                .ok()
                .map(|own| own.checked)
        };
        let given = match format {
            "moves" => Settings::default(),
            _ => told.clone(),
        };
        let Some(checked) = under(&given) else {
            continue;
        };
        let told = record.settings.and(&given);
        if let Some(why) = contradicts_its_worlds(game, (&told, &of.settings), &checked, &under) {
            return Some((
                format!("{} {format}: {why}", of.game),
                String::from_utf8_lossy(&bytes).into_owned(),
            ));
        }
    }
    None
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn a_record_is_judged_as_its_worlds_are(
        game in 0..SMALL.len(),
        numbers in numbers(),
        slip in proptest::option::of(any::<u32>()),
        cuts in proptest::collection::vec(any::<u32>(), 0..40),
    ) {
        if let Some((why, record)) = record_misjudged(game, &numbers, slip, &cuts) {
            prop_assert!(false, "{}\n{}", why, record);
        }
    }
}

#[test]
#[ignore = "takes long: STICKLER_TIER=deep, and --include-ignored"]
fn many_files_are_judged_as_their_worlds_are() {
    let mut stream = SplitMix64(seed());
    let mut wrong: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for at in 0..super::soak() / 8 {
        let numbers = draw(&mut stream, 120);
        let digit = Some(stream.next_u64() as u32).filter(|digit| digit % 3 > 0);
        let changes: Vec<Change> = CHANGES
            .into_iter()
            .filter(|_| stream.next_u64().is_multiple_of(8))
            .collect();
        let cuts = draw(&mut stream, 40);
        let game = at % SMALL.len();
        let of_log = misjudged(game, &numbers, digit, &changes, &cuts);
        for (why, log) in of_log
            .into_iter()
            .chain(record_misjudged(game, &numbers, digit, &cuts))
        {
            let seen = wrong.entry(why).or_insert_with(|| (0, log.clone()));
            seen.0 += 1;
            if log.len() < seen.1.len() {
                seen.1 = log;
            }
        }
    }
    nothing_is_found(&wrong);
}
