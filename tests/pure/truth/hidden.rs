//! To hide a fact accuses nobody new. Whoever is blamed for certain by what is left of a file is blamed by the whole file, too, up to
//! its first line that nothing explains. One exception: the failure of a seat that is hidden made moot what another seat did after it.

use super::matches::{Happened, Way};
use super::{
    Change, Dice, Match, SMALL, draw, log_of, miswritten, nothing_is_found, numbers, played,
    played_under,
};
use crate::support::tier::{cases, seed};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use stickler::explain::{Checked, Culprit, Finding, validate};
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::referee::Death;
use stickler::stream::SplitMix64;
use stickler::transcript::{Event, Writer};

/// A log: its header, and the lines of its body.
#[derive(Clone, Debug)]
struct Parts {
    header: Vec<String>,
    body: Vec<String>,
}

impl Parts {
    fn of(log: &[u8]) -> Parts {
        let text = String::from_utf8_lossy(log);
        let is_body = |line: &str| {
            line.len() > 1
                && line.as_bytes()[0].is_ascii_digit()
                && b"<>!".contains(&line.as_bytes()[1])
        };
        let (body, header) = text
            .lines()
            .map(str::to_string)
            .partition(|line| is_body(line));
        Parts { header, body }
    }

    fn bytes(&self) -> Vec<u8> {
        let lines = self.header.iter().chain(&self.body);
        lines
            .flat_map(|line| format!("{line}\n").into_bytes())
            .collect()
    }
}

/// So many lines stand where a gap is put.
const GAP: usize = 3;

/// What is taken away.
#[derive(Clone, Copy, Debug)]
enum Hides {
    /// All lines but those of one seat.
    OtherSeats(Seat),
    /// The times of the answers.
    Times,
    /// How programs ended, and what they used.
    Ends,
    /// How the program of one seat ended, and what it used.
    EndsOf(Seat),
    /// Whose clock it was: the log then says that it stood beside the program.
    Clock,
    /// A few lines behind this share of the log, in whose place it has a gap.
    Lines(usize),
    /// Lines behind this share of the log, which then says so.
    Tail(usize),
    /// The lines of the handshake; the log then says so.
    Head,
    /// The order of what one seat read and wrote.
    Streams(Seat),
}

/// The log without it; of each line which it was. `None`: there is nothing to hide.
fn without(of: &Match, log: &Parts, hides: Hides) -> Option<(Parts, Vec<usize>)> {
    let mut header = log.header.clone();
    let numbered = || log.body.iter().cloned().enumerate();
    let is_of = |line: &str, seat: Seat| line.starts_with(&seat.to_string());
    let is_end = |line: &str| {
        let starts = |word: &&str| line[2..].trim_start().starts_with(*word);
        line.as_bytes()[1] == b'!' && ["exit", "signal", "used", "left"].iter().any(starts)
    };
    let kept: Vec<(usize, String)> = match hides {
        Hides::OtherSeats(seat) => {
            header.push(format!("seats: {seat}"));
            numbered().filter(|(_, line)| is_of(line, seat)).collect()
        }
        Hides::Times => numbered()
            .map(|(at, line)| match line.rsplit_once(" @") {
                Some((text, _)) if line.as_bytes()[1] == b'>' => (at, text.to_string()),
                _ => (at, line),
            })
            .collect(),
        Hides::Ends => numbered().filter(|(_, line)| !is_end(line)).collect(),
        Hides::EndsOf(seat) => numbered()
            .filter(|(_, line)| !is_end(line) || !is_of(line, seat))
            .collect(),
        Hides::Clock => {
            header.push("clock: own".into());
            numbered().collect()
        }
        Hides::Lines(share) => {
            let first = log.body.len() * share / 100;
            let gap = first..(first + GAP).min(log.body.len());
            let told = |(at, line): (usize, String)| match at {
                at if at == first => Some((usize::MAX, "...".into())),
                at if gap.contains(&at) => None,
                at => Some((at, line)),
            };
            numbered().filter_map(told).collect()
        }
        Hides::Tail(share) => {
            header.push("omits: tail".into());
            numbered().take(log.body.len() * share / 100).collect()
        }
        Hides::Head => {
            header.push("omits: head".into());
            let greeting = of.all[..of.greeting.min(of.all.len())].iter();
            let greeting: Vec<&str> = greeting.flat_map(|line| line.text.lines()).collect();
            let is_head = |(_, line): &(usize, String)| greeting.contains(&line.as_str());
            numbered().skip_while(is_head).collect()
        }
        Hides::Streams(seat) => {
            header.extend([format!("seats: {seat}"), "holds: streams".into()]);
            let own: Vec<_> = numbered()
                .filter(|(_, line)| is_of(line, seat) && line.as_bytes()[1] != b'!')
                .collect();
            let (told, said): (Vec<_>, Vec<_>) = own
                .into_iter()
                .partition(|(_, line)| line.as_bytes()[1] == b'<');
            told.into_iter().chain(said).collect()
        }
    };
    if kept.len() == log.body.len() && matches!(hides, Hides::Ends | Hides::EndsOf(_) | Hides::Head)
    {
        return None;
    }
    let (lines, body) = kept.into_iter().unzip();
    Some((Parts { header, body }, lines))
}

fn hides(seats: usize) -> impl Strategy<Value = Hides> {
    let seat = move || (0..seats as u8).prop_map(Seat);
    prop_oneof![
        seat().prop_map(Hides::OtherSeats),
        Just(Hides::Times),
        Just(Hides::Ends),
        seat().prop_map(Hides::EndsOf),
        Just(Hides::Clock),
        (0..100_usize).prop_map(Hides::Lines),
        (0..100_usize).prop_map(Hides::Tail),
        Just(Hides::Head),
        seat().prop_map(Hides::Streams),
    ]
}

fn names(found: &Finding) -> String {
    match found.culprit {
        Culprit::Seat(seat, _) => format!("seat {seat}"),
        other => other.to_string(),
    }
}

/// The first line that nothing explains; the last of all where there is none.
fn deviation(checked: &Checked) -> usize {
    let wrong = checked
        .findings
        .iter()
        .filter(|found| !found.is_of_a_seat());
    wrong.map(|found| found.line).min().unwrap_or(usize::MAX)
}

fn blamed(checked: &Checked) -> BTreeSet<String> {
    let certain = checked
        .findings
        .iter()
        .filter(|found| checked.is_certain(found));
    certain.map(names).collect()
}

fn all_values(game: &dyn AnyGame, told: &Settings) -> Settings {
    let variant = game.with(told).expect("parameters");
    variant.parameters().into_iter().collect()
}

/// Who is blamed by what is left of a log, and is not by the whole.
fn newly_accused(of: &Match, log: &Parts, hides: Hides) -> Option<(String, String)> {
    let game = GAMES.find(of.game).expect("a game");
    // The whole tells all values.
    let whole = validate(game, &all_values(game, &of.settings), &log.bytes()).ok()?;
    let (left, lines) = without(of, log, hides)?;
    let checked = validate(game, &Settings::default(), &left.bytes()).ok()?;
    let (known, until) = (blamed(&whole), deviation(&whole));
    let head = log.header.len();
    let of_whole = |line: usize| {
        let at = line
            .checked_sub(left.header.len() + 1)
            .and_then(|at| lines.get(at));
        at.map_or(usize::MAX, |at| at.saturating_add(1 + head))
    };
    let new = checked
        .findings
        .iter()
        .filter(|found| checked.is_certain(found))
        // What crossed the end may have answered what a head that is left out has told.
        .filter(|found| match found.culprit {
            Culprit::Seat(seat, _) => !matches!(hides, Hides::Head) || !of.crossed.contains(seat),
            Culprit::Judge | Culprit::Log => true,
        })
        .filter(|found| !known.contains(&names(found)) && of_whole(found.line) <= until)
        .find(|found| !is_moot(of, log, (&whole, hides), (found, of_whole(found.line))));
    new.map(|found| {
        let kind = format!("{hides:?}: {} {}", found.culprit, found.breach.why);
        let shown = format!(
            "{hides:?}: line {}: {} {}, and the whole blames {known:?}\n{}\n{}",
            found.line,
            found.culprit,
            found.breach.why,
            String::from_utf8_lossy(&left.bytes()),
            String::from_utf8_lossy(&log.bytes())
        );
        (kind, shown)
    })
}

/// True for a breach that the whole lets go since another seat, which the part hides, had failed before it: the whole has it as soon as
/// it does not show that failure.
fn is_moot(
    of: &Match,
    log: &Parts,
    (whole, hides): (&Checked, Hides),
    (found, line): (&Finding, usize),
) -> bool {
    let Hides::OtherSeats(shown) = hides else {
        return false;
    };
    let failures: BTreeSet<usize> = { whole.findings.iter() }
        .filter(|own| whole.is_certain(own) && own.line < line)
        .filter(|own| matches!(own.culprit, Culprit::Seat(seat, _) if seat != shown))
        .map(|own| own.line)
        .collect();
    let numbered = log.body.iter().zip(1 + log.header.len()..);
    let rest = numbered.filter(|(_, number)| !failures.contains(number));
    let without = Parts {
        header: log.header.clone(),
        body: rest.map(|(text, _)| text.clone()).collect(),
    };
    let game = GAMES.find(of.game).expect("a game");
    let values = all_values(game, &of.settings);
    let Ok(checked) = validate(game, &values, &without.bytes()) else {
        return false;
    };
    let is_same = |own: &Finding| own.line + failures.len() == line && names(own) == names(found);
    let mut all = checked.findings.iter();
    !failures.is_empty() && all.any(|own| checked.is_certain(own) && is_same(own))
}

/// A match that ends with the first fault, an answer, of which nobody is told; the program of another seat, which was asked nothing,
/// ended before it. Back come also the two seats.
fn ended_before_a_fault(honest: &Match) -> Option<(Match, Seat, Seat)> {
    let later = honest.all.iter().enumerate().skip(honest.honest);
    let (at, answer) = { later }.find(|(_, line)| line.way != Way::Told)?;
    let ended = (0..honest.seats as u8)
        .map(Seat)
        .find(|seat| *seat != answer.seat)?;
    let before = &honest.all[..at];
    let last_way = |seat: Seat| {
        { before.iter() }
            .rfind(|line| line.seat == seat)
            .map(|line| line.way)
    };
    let is_asked_alone =
        last_way(answer.seat) == Some(Way::Told) && last_way(ended) == Some(Way::Said);
    let is_greeting = before.len() <= 2 * honest.seats;
    if answer.way != Way::Said || !is_asked_alone || is_greeting {
        return None;
    }
    let mut of = honest.clone();
    of.all.truncate(at + 1);
    let mut writer = Writer::default();
    writer.event(ended, Event::Died(Death::Signal(11)));
    let end = Happened {
        seat: ended,
        way: Way::Event,
        text: writer.text().to_string(),
        cause: None,
        is_end: true,
    };
    of.all.insert(at, end);
    Some((of, answer.seat, ended))
}

#[test]
fn a_seat_that_is_shown_alone_is_blamed_for_what_a_hidden_failure_made_moot() {
    let mut stream = SplitMix64(seed());
    let mut tried = 0;
    let settings = Settings::read(["board=4x5", "row=3", "after-fault=nobody"]).expect("settings");
    for _ in 0..1000 {
        let honest = played_under(0, &settings, &draw(&mut stream, 120));
        let Some((of, shown, ended)) = ended_before_a_fault(&honest) else {
            continue;
        };
        let log = Parts::of(&log_of(&of, &[], &mut Dice::new(&[])));
        let new = newly_accused(&of, &log, Hides::OtherSeats(shown));
        assert!(new.is_none(), "{}", new.unwrap_or_default().1);
        let game = GAMES.find(of.game).expect("a game");
        let values = all_values(game, &of.settings);
        let whole = validate(game, &values, &log.bytes()).expect("a log");
        let (left, _) = without(&of, &log, Hides::OtherSeats(shown)).expect("a part");
        let part = validate(game, &values, &left.bytes()).expect("a log");
        let by_both = [&whole, &part].map(blamed);
        let due = [ended, shown].map(|seat| BTreeSet::from([format!("seat {seat}")]));
        assert_eq!(by_both, due, "{}", String::from_utf8_lossy(&log.bytes()));
        tried += 1;
    }
    assert!(tried > 10, "{tried} breaches are moot");
}

/// The log of a match, whose judge may have written a digit wrongly, without the values that no document gives or with them.
fn judged_log(honest: &Match, wrong: Option<u32>, cuts: &[u32], is_unset: bool) -> (Match, Parts) {
    let mut changes = vec![Change::Order];
    changes.extend(is_unset.then_some(Change::Unset));
    let of = wrong.and_then(|at| miswritten(honest, at as usize, 1));
    let of = of.unwrap_or_else(|| honest.clone());
    let log = Parts::of(&log_of(&of, &changes, &mut Dice::new(cuts)));
    (of, log)
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn to_hide_a_fact_accuses_nobody_new(
        game in 0..SMALL.len(),
        numbers in numbers(),
        wrong in proptest::option::of(any::<u32>()),
        is_unset in any::<bool>(),
        hides in hides(2),
        cuts in proptest::collection::vec(any::<u32>(), 0..40),
    ) {
        let honest = played(game, &numbers);
        let (of, log) = judged_log(&honest, wrong, &cuts, is_unset);
        let new = newly_accused(&of, &log, hides);
        prop_assert!(new.is_none(), "{}", new.unwrap_or_default().1);
    }
}

/// So many files, and the first of each kind of which a part accuses somebody new.
pub(crate) fn hunt(files: usize, seed: u64) -> BTreeMap<String, (usize, String)> {
    let mut stream = SplitMix64(seed);
    let mut wrong: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for at in 0..files / 8 {
        let honest = played(at % SMALL.len(), &draw(&mut stream, 120));
        for _ in 0..8 {
            let digit = Some(stream.next_u64() as u32).filter(|at| at.is_multiple_of(2));
            let cuts = draw(&mut stream, 40);
            let (of, log) = judged_log(&honest, digit, &cuts, stream.next_u64().is_multiple_of(2));
            for hides in all_parts(honest.seats, (stream.next_u64() % 100) as usize) {
                if let Some((why, shown)) = newly_accused(&of, &log, hides) {
                    let kind = why.replace(|digit: char| digit.is_ascii_digit(), "");
                    let seen = wrong
                        .entry(format!("{} {kind}", of.game))
                        .or_insert_with(|| (0, shown.clone()));
                    seen.0 += 1;
                    if shown.len() < seen.1.len() {
                        seen.1 = shown;
                    }
                }
            }
        }
    }
    wrong
}

fn all_parts(seats: usize, share: usize) -> Vec<Hides> {
    let seats = || (0..seats as u8).map(Seat);
    let of_seats = seats()
        .map(Hides::OtherSeats)
        .chain(seats().map(Hides::Streams))
        .chain(seats().map(Hides::EndsOf));
    of_seats
        .chain([
            Hides::Times,
            Hides::Ends,
            Hides::Clock,
            Hides::Tail(share),
            Hides::Lines(share),
            Hides::Head,
        ])
        .collect()
}

#[test]
#[ignore = "takes long: STICKLER_TIER=deep, and --include-ignored"]
fn no_part_of_many_files_accuses_anybody_new() {
    nothing_is_found(&hunt(super::soak(), seed()));
}
