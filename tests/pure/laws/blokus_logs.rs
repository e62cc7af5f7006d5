//! Laws of Blokus logs: a live game's log conforms, whole and by seats, and no line of a message can change unnoticed.

use crate::support::played::every_number;
use crate::support::tier::{by_tier, cases};
use proptest::prelude::*;
use stickler::clock::Micros;
use stickler::explain::{Checked, Conclusion, Culprit, Extent, validate};
use stickler::game::{Seat, Seats};
use stickler::games::{GAMES, erased::AnyGame};
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::params::Settings;
use stickler::referee::Verdict;
use stickler::scenario::Opponent;
use stickler::stream::{Recorded, Seeded, SplitMix64};
use stickler::transcript::{Transcript, Writer};
use stickler_check::opponents::Opponents;

fn blokus() -> &'static dyn AnyGame {
    GAMES.find("blokus").expect("the game")
}

/// A game of opponents of this kind alone: its log with a header, and its verdict.
fn log(set: &str, kind: Opponent, seed: u64) -> (String, Verdict) {
    let settings = Settings::read(set.split(' ')).expect("settings");
    let seats = blokus().with(&settings).expect("seats").seats();
    let bots = (0..seats)
        .map(|_| blokus().with(&settings).expect("a bot").bot())
        .collect();
    let mut house = Opponents::new(Seats::first(seats), kind, SplitMix64(seed), bots);
    let mut stream = Seeded::new(SplitMix64(seed));
    let writer = Writer::new("blokus", &settings, &[]);
    let referee = blokus().with(&settings).expect("a referee").referee();
    let mut table = MemoryPlayers::new(Vec::new(), |_| Micros(0));
    let record =
        live::play(referee, seats, &mut table, &mut house, &mut stream, writer).expect("a game");
    (record.transcript, record.verdict)
}

fn check(log: &str) -> Checked {
    let settings = Transcript::parse(log.as_bytes())
        .expect("a header")
        .header
        .settings;
    validate(blokus(), &every_number(blokus(), &settings), log.as_bytes()).expect("a log")
}

/// The header and the lines of these seats.
fn only(log: &str, seats: Seats) -> String {
    let is_kept = |line: &&str| match line.as_bytes()[0] {
        digit @ b'0'..=b'9' => seats.contains(Seat(digit - b'0')),
        _ => true,
    };
    log.lines()
        .filter(is_kept)
        .map(|line| format!("{line}\n"))
        .collect()
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn the_log_of_a_live_game_conforms_whole_and_by_seats(players in 2u8..5, board in 5u8..14, crash in any::<bool>(), seed in any::<u64>()) {
        let kind = if crash { Opponent::Failing } else { Opponent::Reference };
        let (log, verdict) = log(&format!("players={players} board={board}"), kind, seed);
        let whole = check(&log);
        prop_assert_eq!(&whole.verdict, &verdict);
        prop_assert_eq!(whole.extent, Extent::Whole);
        prop_assert!(crash || whole.conclusion(true) == Conclusion::Conforms, "{:?}", whole.findings);
        for bits in 1..1u8 << players {
            let seats: Seats = (0..players).filter(|seat| bits >> seat & 1 == 1).map(Seat).collect();
            let some = check(&only(&log, seats));
            let is_theirs = |culprit: Culprit| matches!(culprit, Culprit::Seat(seat, _) if seats.contains(seat));
            prop_assert!(some.findings.iter().all(|finding| is_theirs(finding.culprit)), "{:?}\n{}", some.findings, only(&log, seats));
            // A player whose start cell is covered before its first turn is never asked, and has no log.
            let is_silent = !seats.iter().any(|seat| log.contains(&format!("\n{seat}<")));
            prop_assert_eq!(some.extent == Extent::Empty, is_silent);
            prop_assert!(is_silent || matches!(some.extent, Extent::Whole | Extent::Open), "{:?}", some.extent);
        }
    }
}

/// Every cell of every board, every line of every list and every number of a whole game, changed: found at that line or at the
/// count above it.
#[test]
fn no_line_of_a_message_changes_unnoticed() {
    let (log, _) = log("players=3 board=6 drawn=18/8/10", Opponent::Any, 5);
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(check(&log).conclusion(true), Conclusion::Conforms);
    let mut tried = 0;
    for (at, line) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.as_bytes().get(1) == Some(&b'<'))
    {
        let step = by_tier(5, 1, 1);
        for changed in changes(line).into_iter().skip(at % step).step_by(step) {
            let mut mutant: Vec<&str> = lines.clone();
            mutant[at] = &changed;
            let checked = check(&(mutant.join("\n") + "\n"));
            let found = checked
                .findings
                .iter()
                .find(|finding| finding.is_error(false));
            if is_same_move(line, &changed, &checked) {
                continue;
            }
            let found =
                found.unwrap_or_else(|| panic!("line {}: `{line}` as `{changed}` passes", at + 1));
            assert_eq!(
                found.culprit,
                Culprit::Judge,
                "line {}: `{changed}`",
                at + 1
            );
            tried += 1;
        }
    }
    assert!(
        tried > 5000 / by_tier(5, 1, 1),
        "{tried} changes were tried"
    );
}

/// Another code of the same cells is no change of a message.
fn is_same_move(line: &str, changed: &str, checked: &Checked) -> bool {
    let code = |line: &str| {
        line.rsplit(' ')
            .next()
            .map(str::to_string)
            .unwrap_or_default()
    };
    let letter = |line: &str| code(line).chars().next();
    let is_move = line.split(' ').count() > 3 && code(line).len() == 4;
    is_move && letter(line) == letter(changed) && checked.conclusion(false) == Conclusion::Conforms
}

/// The line with one glyph of it changed.
fn changes(line: &str) -> Vec<String> {
    let glyphs = b"0123.x#AZ 5";
    let change = |(at, glyph): (usize, u8)| {
        let mut bytes = line.as_bytes().to_vec();
        bytes[at] = glyph;
        String::from_utf8(bytes).expect("text")
    };
    let places = (3..line.len()).flat_map(|at| glyphs.iter().map(move |&glyph| (at, glyph)));
    places
        .map(change)
        .filter(|changed| changed != line)
        .collect()
}

/// A record of no choices at all plays the first of everything.
#[test]
fn an_empty_record_plays_a_whole_game() {
    let settings = Settings::read(["players=4"]).expect("settings");
    let referee = blokus().with(&settings).expect("a referee").referee();
    let mut house = Opponents::explicit(Seats::first(4), Opponent::Any);
    let mut table = MemoryPlayers::new(Vec::new(), |_| Micros(0));
    let writer = Writer::new("blokus", &settings, &[]);
    let record = live::play(
        referee,
        4,
        &mut table,
        &mut house,
        &mut Recorded::new(Vec::new()),
        writer,
    )
    .expect("a game");
    assert!(record.transcript.contains("\n0< ABCDEFGHIJ\n"));
    assert_eq!(
        check(&record.transcript).conclusion(true),
        Conclusion::Conforms
    );
}
