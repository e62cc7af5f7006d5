//! A match has one truth and many logs. Each log that an honest judge, tap or editor could have written of it gets the same blame
//! or less: never another seat, another class, the judge or the log.

mod excused;
mod hidden;
mod logs;
mod matches;
mod unusual;
mod worlds;

use crate::support::tier::{cases, seed};
pub(crate) use excused::open_values;
pub(crate) use logs::{Change, log_of};
pub(crate) use matches::{Dice, blame, play};
use matches::{Match, Way};
use proptest::prelude::*;
use std::collections::BTreeMap;
use stickler::clause::{ParameterRow, Provenance};
use stickler::explain::{Conclusion, Culprit, Finding, validate};
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler::stream::SplitMix64;
pub(crate) use worlds::logs;

/// Small games, so that the smallest failing match is small.
pub(crate) const SMALL: &[(&str, &[&str])] = &[
    (
        "gomoku",
        &[
            "board=3x3 row=3",
            "board=4x5 row=3",
            "board=5x5 row=4 bank=100ms",
        ],
    ),
    (
        "betris",
        &[
            "rounds=1 board=4x4",
            "rounds=2 board=4x4 blocks=S4,N5,F5",
            "rounds=2 chips=3 board=3x4 bank=120ms",
        ],
    ),
    (
        "blackout",
        &[
            "board=1x2 jury=random",
            "board=2x2 games=2 jury=first",
            "board=2x3 games=2 jury=random wall=150ms",
        ],
    ),
    (
        "blokus",
        &[
            "board=5 shapes=I1,L3",
            "board=5 shapes=I1,I2,L3 players=3",
            "board=5 shapes=I1,I2,I3 players=4",
            "board=5 shapes=I1,I2 turn-time=50ms",
        ],
    ),
    (
        "tetris",
        &[
            "cases=1 length=4",
            "cases=3 length=7 total=21",
            "cases=2 length=14 answers=1-0",
        ],
    ),
];

/// Other variants and other judges.
const OTHERS: &[(&str, &[&str])] = &[
    (
        "gomoku",
        &[
            "rounding=up",
            "exact=late",
            "last-opp=no",
            "after-fault=nobody",
        ],
    ),
    (
        "betris",
        &[
            "exact=late",
            "opp-after-pass=no",
            "fault-phase=at-once",
            "after-fault=nobody",
            "chip-points=1",
        ],
    ),
    ("blackout", &["extra-words=lenient"]),
    (
        "blokus",
        &[
            "mark-start=no",
            "others=all",
            "unlisted=no",
            "stop-early=yes",
            "play-alone=yes",
            "exact=late",
        ],
    ),
    (
        "tetris",
        &["hold=no", "start=mid-bag", "layout=bare", "exact=late"],
    ),
];

pub(crate) fn settings(game: usize, dice: &mut Dice<'_>) -> Settings {
    let (small, others) = (SMALL[game].1, OTHERS[game].1);
    let mut words: Vec<&str> = small[dice.below(small.len())].split(' ').collect();
    // Several at once, of each parameter one.
    let most = words.len() + 3;
    while words.len() < most && dice.once_in(2) {
        let word = others[dice.below(others.len())];
        if !words.contains(&word) {
            words.push(word);
        }
    }
    Settings::read(words).expect("settings")
}

/// What is wrong with the judgement of this log, if anything.
fn misjudged(of: &Match, changes: &[Change], log: &[u8]) -> Option<String> {
    let game = GAMES.find(of.game).expect("a game");
    let checked = match validate(game, &Settings::default(), log) {
        Ok(checked) => checked,
        Err(refused) => return Some(format!("refused: {refused}")),
    };
    let truth = blame(&of.verdict);
    // What crossed the end stands for an answer where nothing shows when it was written.
    if changes.contains(&Change::TwoStreams) && !of.crossed.is_empty() {
        return None;
    }
    let is_true = |found: &&Finding| match found.culprit {
        // By a number that no document gives, as the verdict says.
        Culprit::Seat(..)
            if changes.contains(&Change::Unset) && found.breach.clause.is_assumed() =>
        {
            true
        }
        Culprit::Seat(seat, FaultKind::Unlogged) => truth.iter().any(|(own, _)| *own == seat),
        // Behind a hole, or a head that is left out, nobody knows whether a line of a wrong form was asked for.
        Culprit::Seat(seat, FaultKind::Format | FaultKind::Illegal | FaultKind::Unasked)
            if changes.iter().any(|change| {
                matches!(change, Change::Hole | Change::NoHead | Change::TwoStreams)
            }) && (truth.contains(&(seat, FaultKind::Unasked)) || of.crossed.contains(seat)) =>
        {
            true
        }
        Culprit::Seat(seat, FaultKind::Died) if changes.contains(&Change::NoHead) => {
            truth.iter().any(|(own, _)| *own == seat)
        }
        // A seat that was late, as no time shows, is judged by what else it did.
        Culprit::Seat(seat, _)
            if changes.iter().any(|change| change.loses_times())
                && truth.contains(&(seat, FaultKind::Late)) =>
        {
            true
        }
        Culprit::Seat(seat, kind) => truth.contains(&(seat, kind)),
        Culprit::Judge | Culprit::Log => false,
    };
    // One or another is wrong: one of the two has to be.
    let is_either = |found: &&Finding| {
        let other = checked
            .either
            .as_ref()
            .filter(|_| !checked.is_certain(found));
        other.is_some_and(|other| is_true(&&other.finding))
    };
    let false_blame = checked
        .findings
        .iter()
        .filter(|found| checked.excuse_of(found).is_none() && !is_either(found))
        .find(|found| !is_true(found));
    if let Some(found) = false_blame {
        let breach = &found.breach;
        return Some(format!(
            "line {}: {} {}: {}",
            found.line,
            found.culprit,
            breach.clause.id(),
            breach.why
        ));
    }
    let lines: Vec<&[u8]> = log.split(|&byte| byte == b'\n').collect();
    let is_at_its_time = |found: &&Finding| {
        lines
            .get(found.line - 1)
            .is_some_and(|line| line.ends_with(b"ms"))
    };
    let is_late = |found: &&Finding| matches!(found.culprit, Culprit::Seat(_, FaultKind::Late));
    if changes.iter().all(|change| *change == Change::Order)
        && let Some(found) = checked
            .findings
            .iter()
            .filter(is_late)
            .find(|found| !is_at_its_time(found))
    {
        return Some(format!(
            "line {}: a late answer, and its time stands elsewhere",
            found.line
        ));
    }
    if changes == [Change::Hole]
        && let Some(hole) = lines.iter().position(|line| *line == b"...")
        && let Some(&(seat, _)) = truth.iter().find(|(seat, kind)| {
            *kind == FaultKind::Flood
                && lines[hole..].contains(&format!("{seat}! flood").as_bytes())
        })
        && !checked
            .findings
            .iter()
            .any(|found| matches!(found.culprit, Culprit::Seat(by, _) if by == seat))
    {
        return Some(format!(
            "nothing is said of seat {seat}, which floods behind a hole"
        ));
    }
    let keeps = changes.iter().all(|change| change.keeps_blame());
    let found = |(seat, kind): &&(Seat, FaultKind)| {
        let other = checked.either.iter().map(|other| &other.finding);
        let mut said = checked.findings.iter().chain(other);
        said.any(|finding| finding.culprit == Culprit::Seat(*seat, *kind))
    };
    // A program may end when nothing more is asked of it, and the log may end before something is.
    let shows =
        |(seat, kind): &&(Seat, FaultKind)| *kind != FaultKind::Died || !of.unasked.contains(*seat);
    let missing = truth
        .iter()
        .filter(shows)
        .find(|fault| !found(fault))
        .filter(|_| keeps);
    missing.map(|(seat, kind)| format!("nothing is said of seat {seat}, {}", kind.word()))
}

fn numbers() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..120)
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn every_log_of_a_match_gets_its_blame_or_less(
        game in 0..SMALL.len(),
        numbers in numbers(),
        changes in proptest::sample::subsequence(Change::ALL.to_vec(), 0..3),
        cuts in proptest::collection::vec(any::<u32>(), 0..40),
    ) {
        if let Err((why, shown)) = is_judged_alike(&played(game, &numbers), &changes, &cuts) {
            prop_assert!(false, "{}: {}", why, shown);
        }
    }
}

/// The games of which a judge chooses nothing once it has told its settings: Betris but for its blocks, Blokus, Gomoku.
const DETERMINED: [usize; 3] = [0, 1, 3];

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn no_digit_that_a_judge_writes_wrongly_goes_unnoticed(
        game in proptest::sample::select(DETERMINED.to_vec()),
        numbers in numbers(),
        at in any::<u32>(),
        more in 1..10_u8,
        is_reordered in any::<bool>(),
        cuts in proptest::collection::vec(any::<u32>(), 0..40),
    ) {
        let of = played(game, &numbers);
        if let Some(of) = miswritten(&of, at as usize, more) {
            let changes = if is_reordered { &[Change::Order][..] } else { &[] };
            let log = log_of(&of, changes, &mut Dice::new(&cuts));
            let why = unnoticed(&of, &log);
            prop_assert!(why.is_none(), "{}: {}", why.unwrap_or_default(), String::from_utf8_lossy(&log));
        }
    }
}

/// The match with another digit in one of the messages before the first fault, if any of them has one that tells no parameter.
fn miswritten(honest: &Match, at: usize, more: u8) -> Option<Match> {
    let of = honest;
    // Two codes of Blokus can be the same move.
    let is_numeral = |text: &str, place: usize| {
        text.as_bytes()[place].is_ascii_digit()
            && text[..place].ends_with(|before: char| !before.is_ascii_alphanumeric())
    };
    let places: Vec<(usize, usize)> = (0..of.honest)
        .filter(|line| of.all[*line].way == Way::Told)
        .flat_map(|line| {
            let text = &of.all[line].text;
            let starts = text.split_inclusive('\n').scan(0, |end, own| {
                let start = *end;
                *end += own.len();
                Some(start + 3..*end)
            });
            starts
                .flatten()
                .filter(|place| is_numeral(text, *place))
                .map(move |place| (line, place))
        })
        .collect();
    let &(line, place) = places.get(at % places.len().max(1))?;
    let mut of = of.clone();
    let mut text = std::mem::take(&mut of.all[line].text).into_bytes();
    text[place] = b'0' + (text[place] - b'0' + more) % 10;
    of.all[line].text = String::from_utf8(text).expect("digits");
    // The first message tells parameters: with another digit there it is the log of another game.
    let told = |of: &Match| {
        let told = of
            .all
            .iter()
            .filter(|line| line.way == Way::Told)
            .flat_map(|line| line.text.lines());
        GAMES
            .find(of.game)
            .expect("a game")
            .told_settings(&mut told.map(|line| &line.as_bytes()[3..]))
    };
    (told(&of) == told(honest)).then_some(of)
}

/// What is wrong with the judgement of a log with a wrong digit of the judge's: nobody may be blamed but the judge.
fn unnoticed(of: &Match, log: &[u8]) -> Option<String> {
    let checked = validate(
        GAMES.find(of.game).expect("a game"),
        &Settings::default(),
        log,
    )
    .expect("a log");
    let truth = blame(&of.verdict);
    let blames = |finding: &&Finding| matches!(finding.culprit, Culprit::Seat(seat, kind) if !truth.contains(&(seat, kind)));
    match checked.findings.iter().find(blames) {
        _ if checked.conclusion(false) == Conclusion::Conforms => Some("it conforms".into()),
        Some(found) if checked.excuse_of(found).is_none() => Some(format!(
            "line {} blames a seat: {}",
            found.line, found.breach.why
        )),
        _ if checked.excuse.is_some() => None,
        _ if checked
            .findings
            .iter()
            .any(|found| found.culprit == Culprit::Judge) =>
        {
            None
        }
        _ => Some("the judge is not blamed".into()),
    }
}

fn played(game: usize, numbers: &[u32]) -> Match {
    played_under(game, &settings(game, &mut Dice::new(numbers)), numbers)
}

fn played_under(game: usize, settings: &Settings, numbers: &[u32]) -> Match {
    let game = GAMES.find(SMALL[game].0).expect("a game");
    let no_document =
        |row: &&ParameterRow| matches!(row.provenance, Provenance::Assumed | Provenance::Derived);
    let assumed = game
        .page()
        .parameters
        .iter()
        .filter(no_document)
        .map(|row| row.name.as_str())
        .collect();
    Match {
        assumed,
        ..play(game, settings, numbers)
    }
}

/// Writes a log of a match, and holds what is said of that log against the truth: what is wrong, and the log.
fn is_judged_alike(of: &Match, changes: &[Change], cuts: &[u32]) -> Result<(), (String, String)> {
    let log = log_of(of, changes, &mut Dice::new(cuts));
    let Some(why) = misjudged(of, changes, &log) else {
        return Ok(());
    };
    let shown = format!(
        "{changes:?}\ntruth: {:?}\n{}",
        blame(&of.verdict),
        String::from_utf8_lossy(&log)
    );
    Err((why, shown))
}

/// Fewer numbers than this.
fn draw(stream: &mut SplitMix64, most: u64) -> Vec<u32> {
    let count = stream.next_u64() % most;
    (0..count).map(|_| stream.next_u64() as u32).collect()
}

/// Fails if anything was found: how often each kind came, and one of it.
fn nothing_is_found(wrong: &BTreeMap<String, (usize, String)>) {
    let shown: Vec<String> = wrong
        .iter()
        .map(|(kind, (times, shown))| format!("{times} times: {kind}\n{shown}"))
        .collect();
    assert!(
        shown.is_empty(),
        "{} kinds, seed {}:\n{}",
        shown.len(),
        seed(),
        shown.join("\n\n")
    );
}

/// So many logs, eight of each match, and the first of each kind that is judged wrongly.
pub(crate) fn hunt(logs: usize, seed: u64) -> BTreeMap<String, (usize, String)> {
    let mut stream = SplitMix64(seed);
    let mut wrong: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for at in 0..logs / 8 {
        let of = played(at % SMALL.len(), &draw(&mut stream, 120));
        for _ in 0..8 {
            let few = 1 + stream.next_u64() % 4;
            let changes: Vec<Change> = Change::ALL
                .into_iter()
                .filter(|_| stream.next_u64() % 12 < few)
                .take(3)
                .collect();
            if let Err((why, shown)) = is_judged_alike(&of, &changes, &draw(&mut stream, 40)) {
                let kind = why.replace(|digit: char| digit.is_ascii_digit(), "");
                let seen = wrong
                    .entry(format!("{} {kind}", of.game))
                    .or_insert_with(|| (0, format!("{why}\n{shown}")));
                seen.0 += 1;
            }
        }
    }
    wrong
}

/// So many logs are drawn where that is asked for: a million, or what `STICKLER_SOAK` says.
fn soak() -> usize {
    std::env::var("STICKLER_SOAK").map_or(1_000_000, |logs| {
        logs.parse().expect("STICKLER_SOAK is a number")
    })
}

#[test]
#[ignore = "takes long: STICKLER_TIER=deep, and --include-ignored"]
fn a_million_logs_get_no_wrong_blame() {
    nothing_is_found(&hunt(soak(), seed()));
}
