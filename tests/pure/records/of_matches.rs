//! A record is judged as the log it was made of, whatever went wrong in the match: the judge, the log and the innocent are never
//! blamed, and a fault that the record cannot hold is listed when the record is written.

use crate::support::files::fixture_cases;
use crate::support::tier::cases;
use crate::truth::{Change, Dice, SMALL, blame, log_of, play, settings};
use proptest::prelude::*;
use stickler::explain::{Culprit, Extent, validate};
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::records::{self, Converted, Judged, Opened};
use stickler::referee::{FaultKind, Verdict};

/// The formats that hold games of this name and are written.
fn formats(game: &str) -> &'static [&'static str] {
    match game {
        "gomoku" | "betris" => &["moves", "alphano"],
        "blokus" => &["moves", "codingame"],
        _ => &["moves"],
    }
}

/// What is wrong with what is said of this record of a match, if anything.
fn misjudged(
    of: &Verdict,
    (game, settings): (&'static dyn AnyGame, &Settings),
    format: &str,
    written: &Converted,
) -> Option<String> {
    let opened = records::open(&written.bytes, Some(format), None, GAMES);
    let Ok(Opened::Record(record)) = opened else {
        return Some(format!("it is not read as a record of {}", game.name()));
    };
    let checked = match records::check(&record, settings, false) {
        Ok(replayed) => replayed.checked,
        Err(why) => return Some(why),
    };
    let truth = blame(of);
    let is_true = |culprit: Culprit| match culprit {
        // A replay shows neither what came in place of an answer nor its time.
        Culprit::Seat(seat, FaultKind::Late) if format == "codingame" => {
            truth.iter().any(|(own, _)| *own == seat)
        }
        Culprit::Seat(seat, FaultKind::Unlogged) => truth.iter().any(|(own, _)| *own == seat),
        Culprit::Seat(seat, kind) => truth.contains(&(seat, kind)),
        Culprit::Judge | Culprit::Log => false,
    };
    if let Some(found) = checked
        .findings
        .iter()
        .find(|found| !is_true(found.culprit))
    {
        return Some(format!(
            "{} {}: {}",
            found.culprit,
            found.breach.clause.id(),
            found.breach.why
        ));
    }
    if checked.judged() == Judged::Wrong {
        return Some("the judge was wrong".into());
    }
    // The log of one seat may leave the winner open, and so may values that are not set.
    let outcome = checked.verdict.outcome;
    let has_fault = !checked.findings.is_empty();
    let is_same = match (outcome, of.outcome) {
        (_, None) => true,
        (None, _) => has_fault,
        // The points after a fault are those of the usual values.
        (Some(ours), Some(theirs)) if has_fault => ours.winner() == theirs.winner(),
        (ours, theirs) => ours == theirs,
    };
    if checked.extent == Extent::Whole && !is_same {
        return Some(format!("{outcome:?}, and not {:?}", of.outcome));
    }
    let is_found = |fault: &(Seat, FaultKind)| blame(&checked.verdict).contains(fault);
    let is_lost = |seat: Seat| {
        written
            .lost
            .iter()
            .any(|lost| lost.contains(&format!("seat {seat}")))
    };
    let is_silent = |(seat, kind): &&(Seat, FaultKind)| {
        *kind != FaultKind::Habit && !is_found(&(*seat, *kind)) && !is_lost(*seat)
    };
    truth
        .iter()
        .find(is_silent)
        .map(|(seat, kind)| format!("nothing is said of seat {seat}, {}", kind.word()))
}

/// What a log can leave out that its record then leaves out, too.
const CHANGES: &[Change] = &[
    Change::Order,
    Change::EndsUntold,
    Change::Untimed,
    Change::SomeUntimed,
    Change::OwnClock,
    Change::OneSeat,
];

/// What is wrong with what is said of the records that are made of this log, if anything.
fn converted_wrongly(game: &'static dyn AnyGame, given: &Settings, log: &[u8]) -> Option<String> {
    let whole = validate(game, given, log).ok()?;
    // A log that stops somewhere, accuses its judge or contradicts itself is no referee's of ours.
    if whole.extent != Extent::Whole
        || whole
            .findings
            .iter()
            .any(|found| matches!(found.culprit, Culprit::Judge | Culprit::Log))
    {
        return None;
    }
    let record = records::of_log(game, given, log).ok()?;
    let own = records::check(&record, &Settings::default(), true).expect("a check");
    formats(game.name()).iter().find_map(|&format| {
        let written = records::convert(&record, &own, format, GAMES).ok()?;
        let why = misjudged(
            &whole.verdict,
            (game, &own.checked.settings),
            format,
            &written,
        )?;
        let text = String::from_utf8_lossy(&written.bytes);
        let truth = blame(&whole.verdict);
        Some(format!(
            "{format}: {why}\ntruth: {truth:?}\nlost: {:?}\n{text}",
            written.lost
        ))
    })
}

#[test]
fn a_record_of_a_fixture_is_judged_as_its_log() {
    let (mut tried, mut wrong) = (0, Vec::new());
    for (game, case) in fixture_cases() {
        let Some(log) = &case.transcript else {
            continue;
        };
        let game = GAMES.find(&game).expect("a game");
        tried += 1;
        wrong.extend(
            converted_wrongly(game, &case.settings(), log.as_bytes())
                .map(|why| format!("{}: {why}\n{log}", case.name)),
        );
    }
    assert!(tried > 300, "{tried} logs");
    assert!(
        wrong.is_empty(),
        "{} of {tried}:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn a_record_is_judged_as_its_log(
        game in 0..SMALL.len(),
        numbers in proptest::collection::vec(any::<u32>(), 0..120),
        changes in proptest::sample::subsequence(CHANGES.to_vec(), 0..3),
    ) {
        let settings = settings(game, &mut Dice::new(&numbers));
        let game = GAMES.find(SMALL[game].0).expect("a game");
        let log = log_of(&play(game, &settings, &numbers), &changes, &mut Dice::new(&numbers));
        if let Some(why) = converted_wrongly(game, &Settings::default(), &log) {
            prop_assert!(false, "{}\n{}", why, String::from_utf8_lossy(&log));
        }
    }
}
