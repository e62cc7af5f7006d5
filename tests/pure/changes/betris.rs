//! Changes of logs of Betris.

use super::{Changes, other_forms, other_numbers, other_words, replaced};
use crate::naive::Finding;
use crate::naive::betris_log::Naive;
use crate::support::played::by_reference_bots;
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

/// The settings of the games and what the second model makes of them.
const GAMES: [(&[&str], Naive); 3] = [
    (
        &[
            "board=4x4",
            "rounds=3",
            "chips=6",
            "max-bet=3",
            "blocks=I2,L3,O4,P5",
            "bank=100",
        ],
        Naive {
            blocks: &["I2", "L3", "O4", "P5"],
            ..SMALL
        },
    ),
    (
        &[
            "board=4x4",
            "rounds=3",
            "chips=6",
            "max-bet=1",
            "blocks=I2,L3,O4,P5",
            "bank=100",
        ],
        Naive {
            blocks: &["I2", "L3", "O4", "P5"],
            max_bet: 1,
            ..SMALL
        },
    ),
    (
        &[
            "board=3x4",
            "rounds=3",
            "chips=2",
            "max-bet=2",
            "blocks=I1,T4,S4",
            "bank=100",
        ],
        Naive {
            rows: 3,
            chips: 2,
            max_bet: 2,
            blocks: &["I1", "T4", "S4"],
            ..SMALL
        },
    ),
];

/// What the games have in common.
const SMALL: Naive = Naive {
    rows: 4,
    cols: 4,
    chips: 6,
    rounds: 3,
    max_bet: 3,
    blocks: &[],
    bank: 100,
    ready: 3000,
};

/// Words that may stand where others do: of messages and answers, of blocks in play and others, and numbers.
const WORDS: [&str; 26] = [
    "READY",
    "OK",
    "PHASE1",
    "BET",
    "PHASE2",
    "PLACE",
    "PASS",
    "OPP",
    "FINISH",
    "I1",
    "I2",
    "L3",
    "O4",
    "S4",
    "P5",
    "p5",
    "Q5",
    "0",
    "1",
    "-1",
    "-0",
    "+1",
    "01",
    "5",
    "99999999999999999999",
    "1x",
];

/// What may happen to a process, or stand between the lines.
const EVENTS: [&str; 14] = [
    "! exit 0",
    "! exit 3",
    "! signal 11",
    "! closed",
    "! flood",
    "! silent @99ms",
    "! silent @100ms",
    "! silent @1000ms",
    "! silent @3000ms",
    "! used cpu 5ms memory 1024MB",
    "! used cpu 5ms memory 1025MB",
    "! left",
    "< ",
    "<",
];

/// Lines that have no form of a log's line: not in the first place, where a header may stand.
const FORMLESS: [&str; 11] = [
    "0",
    "0? OK",
    "OK",
    "note: x",
    "2< READY",
    "0<READY",
    "0>OK @3ms",
    " 0< READY",
    "0! closed 1",
    "....",
    "\t",
];

fn settings(game: usize) -> Settings {
    Settings::read(GAMES[game].0.iter().copied()).expect("settings")
}

/// Times of the answers: below twelve milliseconds.
fn pace(seed: u64) -> impl FnMut(Seat) -> Micros + 'static {
    let mut times = Seeded::new(SplitMix64(seed));
    move |_| Micros(1000 * times.pick(12) as u64 + 300)
}

/// A whole game in memory, between two reference bots or players that do anything, as the lines of its log.
fn whole_game(which: usize, reference: bool) -> Vec<String> {
    let (game, settings, seed) = (
        games::GAMES.find("betris").expect("the game"),
        settings(which),
        5,
    );
    if reference {
        let record = by_reference_bots(game, &settings, Writer::default(), pace(seed));
        assert!(record.verdict.faults.is_empty());
        return record.transcript.lines().map(str::to_string).collect();
    }
    let mut house = Opponents::new(Seats::first(2), Opponent::Any, SplitMix64(seed), Vec::new());
    let (mut stream, mut table) = (
        Seeded::new(SplitMix64(seed)),
        MemoryPlayers::new(Vec::new(), pace(seed)),
    );
    let referee = game.with(&settings).expect("a referee").referee();
    let record = live::play(
        referee,
        2,
        &mut table,
        &mut house,
        &mut stream,
        Writer::default(),
    )
    .expect("a game");
    assert!(record.verdict.faults.is_empty());
    with_times(record.transcript.lines(), GAMES[which].1.bank)
}

/// The log of a game whose answers took no time, as if they had taken some.
fn with_times<'a>(log: impl Iterator<Item = &'a str>, bank: u64) -> Vec<String> {
    let (mut times, mut rest) = (Seeded::new(SplitMix64(7)), [bank; 2]);
    let timed = |line: &str| {
        let seat = usize::from(line.starts_with('1'));
        if let Some((answer, _)) = line.split_once(" @") {
            let time = times.pick(12) as u64;
            rest[seat] -= if answer.ends_with("OK") { 0 } else { time };
            return format!("{answer} @{time}ms");
        }
        match line.split(' ').collect::<Vec<_>>()[..] {
            [to, "PHASE1" | "PHASE2", .., _, _] => {
                let words: Vec<&str> = line.split(' ').collect();
                let others = rest[1 - seat];
                format!(
                    "{to} {} {} {others}",
                    words[1..words.len() - 2].join(" "),
                    rest[seat]
                )
            }
            _ => line.to_string(),
        }
    };
    log.map(timed).collect()
}

/// All changes, and those that have an event or a comment more.
fn changes(log: &[String]) -> Changes<'_> {
    let mut changes = Changes::of(log, &variants);
    for at in 0..=log.len() {
        for seat in ["0", "1"] {
            for event in EVENTS.iter().filter(|event| event.starts_with('!')) {
                changes.add(at, |lines| lines.insert(at, format!("{seat}{event}")));
            }
        }
        changes.add(at, |lines| lines.insert(at, "# words".to_string()));
        for formless in FORMLESS.iter().filter(|_| at > 0) {
            changes.add(at, |lines| lines.insert(at, formless.to_string()));
        }
    }
    changes.known = is_told_apart;
    changes
}

/// Whether check and second model find different things because they read a line in different ways, each for a reason below.
fn is_told_apart(log: &[String], ours: &Finding, theirs: &Finding) -> bool {
    match (ours, theirs) {
        (Finding::Judge(at), Finding::Form(same)) => at == same && has_blank_at_its_end(&log[*at]),
        (Finding::Bot { line: at, .. }, Finding::Form(same)) => {
            at == same && has_backslash_of_no_form(&log[*at])
        }
        _ => super::is_told_apart(log, ours, theirs),
    }
}

/// A bare blank at the end of a message: the page of the log writes one as `\x20` (log.line.form). The check takes it as a
/// blank of the message.
fn has_blank_at_its_end(line: &str) -> bool {
    line[1..].starts_with('<') && line.ends_with(' ')
}

/// A backslash before a letter that makes no byte: the page of the log writes a backslash as two (log.line.form). The check
/// takes it for itself.
fn has_backslash_of_no_form(line: &str) -> bool {
    line.contains("\\q")
}

/// A line with its form, its words, its numbers, its cells or its time changed, and other lines.
fn variants(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let mut lines = vec!["...".to_string(), "# words".to_string(), format!("{line} ")];
    lines.extend(
        ["0", "1"]
            .iter()
            .flat_map(|seat| EVENTS.map(|event| format!("{seat}{event}"))),
    );
    for at in 1..words.len() {
        lines.push([&words[..at], &words[at + 1..]].concat().join(" "));
        lines.push(replaced(&words, at, &words[at].to_lowercase()));
        let mut exchanged = words.clone();
        exchanged.swap(at, (at + 1).min(words.len() - 1));
        lines.push(exchanged.join(" "));
    }
    if let Some((answer, _)) = line.split_once(" @") {
        lines.extend(
            (40..=101)
                .chain([2999, 3000, 3001, 1_000_000_000_000u64])
                .map(|ms| format!("{answer} @{ms}ms")),
        );
        lines.extend(["@01ms", "@+1ms"].map(|time| format!("{answer} {time}")));
        lines.extend(
            ["\\r", "\\t", "\\x20", "\\x00", "\\q"].map(|end| format!("{answer}{end} @1ms")),
        );
    }
    lines.extend(other_cells(line));
    [
        lines,
        other_forms(line, &["0", "1", "2"]),
        other_words(line, &WORDS),
        other_numbers(line),
    ]
    .concat()
}

/// A line that names cells with other cells, more or fewer of them, or the same in another order.
fn other_cells(line: &str) -> Vec<String> {
    let (text, time) = line
        .split_once(" @")
        .map_or((line, String::new()), |(text, time)| {
            (text, format!(" @{time}"))
        });
    let words: Vec<&str> = text.split(' ').collect();
    if words.len() < 5 || !["PLACE", "OPP"].contains(&words[1]) {
        return Vec::new();
    }
    let numbers: Vec<i64> = words[3..]
        .iter()
        .map(|word| word.parse().expect("a number"))
        .collect();
    let cells: Vec<[i64; 2]> = numbers.chunks(2).map(|cell| [cell[0], cell[1]]).collect();
    let others: [Vec<[i64; 2]>; 12] = [
        cells.iter().rev().copied().collect(),
        [&cells[1..], &cells[..1]].concat(),
        cells.iter().map(|&[row, col]| [col, row]).collect(),
        cells.iter().map(|&[row, col]| [row + 1, col]).collect(),
        cells.iter().map(|&[row, col]| [row - 1, col]).collect(),
        cells.iter().map(|&[row, col]| [row, col + 1]).collect(),
        cells.iter().map(|&[row, col]| [row, col - 1]).collect(),
        cells.iter().map(|&[row, col]| [5 - row, col]).collect(),
        cells.iter().map(|&[row, col]| [row, 5 - col]).collect(),
        cells[1..].to_vec(),
        [&cells[..], &cells[..1]].concat(),
        [&cells[..], &[[4, 4]]].concat(),
    ];
    let told = |cells: &Vec<[i64; 2]>| {
        let numbers: String = cells
            .iter()
            .flatten()
            .map(|number| format!(" {number}"))
            .collect();
        format!("{} {} {}{numbers}{time}", words[0], words[1], cells.len())
    };
    others.iter().map(told).collect()
}

/// Every change of this game's log, judged by both.
fn every_change_is_judged_alike(which: usize, reference: bool) {
    let (log, model) = (whole_game(which, reference), &GAMES[which].1);
    assert!(log.len() >= 36, "a whole game: {} lines", log.len());
    let bets: Vec<&str> = log
        .iter()
        .filter_map(|line| line.split(" @").next()?.split_once("> BET "))
        .map(|b| b.1)
        .collect();
    assert!(bets.chunks(2).any(|both| both[0] == both[1]), "equal bets");
    assert!(
        reference || log.iter().any(|line| line.ends_with("< OPP 0")),
        "a pass"
    );
    let game = games::GAMES.find("betris").expect("the game");
    changes(&log).are_judged_alike(game, &settings(which), 9000, |lines| model.judge(lines));
}

#[test]
fn every_single_line_change_of_a_game_of_reference_bots_is_found_where_the_second_model_finds_it() {
    every_change_is_judged_alike(0, true);
}

#[test]
fn every_single_line_change_of_a_game_of_any_moves_is_found_where_the_second_model_finds_it() {
    every_change_is_judged_alike(1, false);
}

#[test]
fn every_single_line_change_is_found_where_chips_and_blocks_are_few() {
    every_change_is_judged_alike(2, false);
}
