//! Scenarios that drive a bot where games seldom go: a bank that runs down, many legal moves and few.

use crate::bot::{Case, Played};
use crate::in_memory::in_memory;
use crate::opponents::Opponents;
use crate::pace;
use crate::shrink::shrink;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stickler::clock::Micros;
use stickler::game::{Bot, Seat, Seats};
use stickler::games::GAMES;
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::params::Ms;
use stickler::referee::FaultKind;
use stickler::scenario::{Opponent, Scenario};
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;

/// The reference bot, until a message shows less than a hundred milliseconds of its own bank.
struct Hasty {
    bot: Box<dyn Bot>,
    /// Where a message has that.
    word: fn(&[&str]) -> Option<usize>,
}

impl Bot for Hasty {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        let words: Vec<&str> = line.split(' ').collect();
        let left = (self.word)(&words).and_then(|at| words.get(at)?.parse::<u64>().ok());
        left.is_none_or(|left| left >= 100) && self.bot.hear(line, said)
    }
}

fn own_bank(words: &[&str]) -> Option<usize> {
    match words[0] {
        "TURN" => Some(1),
        "PHASE1" => Some(3),
        "PHASE2" => Some(4),
        _ => None,
    }
}

/// Every game of a scenario, of bots in memory.
fn games(
    game: &str,
    scenario: &str,
    make: impl Fn(Box<dyn Bot>) -> Box<dyn Bot> + Send + Sync + 'static,
) -> Vec<Played> {
    let plan = in_memory(game, make);
    let cases: Vec<_> = plan
        .cases()
        .expect("cases")
        .into_iter()
        .filter(|case| case.scenario.name == scenario)
        .collect();
    assert!(!cases.is_empty(), "{scenario}");
    cases
        .into_iter()
        .map(|case| plan.play(case).expect("a game"))
        .collect()
}

#[test]
fn a_bot_that_ends_on_a_low_bank_is_found() {
    for game in ["gomoku", "betris"] {
        let hasty = |bot| -> Box<dyn Bot> {
            Box::new(Hasty {
                bot,
                word: own_bank,
            })
        };
        assert!(
            games(game, "any", hasty)
                .iter()
                .all(|played| played.faults().next().is_none()),
            "{game}"
        );
        let caught = |played: &Played| {
            played
                .faults()
                .any(|(fault, _)| fault.breach.clause.id() == "wire.process.alive")
        };
        assert!(games(game, "low_bank", hasty).iter().any(caught), "{game}");
    }
}

#[test]
fn who_plays_on_a_low_bank_conforms() {
    for game in ["gomoku", "betris"] {
        for played in games(game, "low_bank", |bot| bot) {
            assert!(
                played.faults().next().is_none(),
                "{}",
                played.record.transcript
            );
            let seat = played.case.seat;
            let times = played
                .record
                .transcript
                .lines()
                .filter(|line| line.starts_with(&format!("{seat}> ")));
            assert!(
                times.clone().count() > 5 && times.clone().any(|line| line.ends_with(" @0ms")),
                "{game}"
            );
        }
    }
}

#[test]
fn the_game_of_a_bot_that_does_not_want_to_win_is_long() {
    let timid = |_| -> Box<dyn Bot> { Box::new(Timid::default()) };
    for played in games("gomoku", "long", timid) {
        let log = &played.record.transcript;
        let moves = log.lines().filter(|line| line.contains("> MOVE")).count();
        assert!(moves > 150, "{log}");
        let own = format!("{}> MOVE", Seat(1 - played.case.seat.0));
        let mut others = log.lines().filter(|line| line.starts_with(&own));
        assert!(others.all(|line| line.ends_with(" @0ms")), "{log}");
    }
}

/// A bot of Gomoku that spreads its stones as long as it can.
#[derive(Default)]
struct Timid {
    taken: BTreeSet<(u32, u32)>,
}

impl Bot for Timid {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words[at].parse().expect("a number");
        match words[0] {
            "READY" => said.push_str("OK\n"),
            "OPP" => drop(self.taken.insert((number(1), number(2)))),
            "TURN" => {
                let cells = (1..=15).flat_map(|row| (1..=15).map(move |col| (row, col)));
                let free: Vec<_> = cells.filter(|cell| !self.taken.contains(cell)).collect();
                let spread = free.iter().find(|(row, col)| (row + 2 * col) % 5 < 2);
                let (row, col) = *spread.unwrap_or(&free[0]);
                self.taken.insert((row, col));
                let _ = writeln!(said, "MOVE {row} {col}");
            }
            _ => {}
        }
        words[0] != "FINISH"
    }
}

/// The reference bot until its bank is low. From then on each answer takes this time, in milliseconds.
fn at_a_low_bank(game: &'static str, took: u64) -> bool {
    let game = GAMES.find(game).expect("a game");
    let low = game.scenario("low_bank").expect("a scenario");
    let variant = game.with(&Default::default()).expect("a variant");
    let seats = Seats::only(Seat(1));
    let mut house = Opponents::new(seats, low.opponent, SplitMix64(1), vec![]);
    house.drains = Some(pace::beyond(&*variant));
    let mut answers = 0;
    let mut table = MemoryPlayers::new(vec![Some(variant.bot()), None], move |_| {
        answers += 1;
        Micros::from(Ms(if answers < 8 { 0 } else { took }))
    });
    let record = live::play(
        variant.referee(),
        2,
        &mut table,
        &mut house,
        &mut Seeded::new(SplitMix64(1)),
        Writer::default(),
    );
    let faults = record.expect("a game").verdict.faults;
    faults
        .iter()
        .any(|fault| fault.seat == Seat(0) && fault.kind == FaultKind::Late)
}

#[test]
fn who_takes_longer_than_an_even_share_on_an_empty_bank_is_late() {
    for (game, innocent, late) in [("gomoku", 88, 236), ("betris", 400, 450)] {
        assert!(!at_a_low_bank(game, innocent), "{game}");
        assert!(at_a_low_bank(game, late), "{game}");
    }
}

/// The reference bot, and how many moves each of its turns listed.
struct Counting {
    bot: Box<dyn Bot>,
    counts: Arc<Mutex<Vec<usize>>>,
}

impl Bot for Counting {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        let before = said.len();
        self.counts
            .lock()
            .expect("unbroken")
            .extend(line.parse::<usize>());
        let goes_on = self.bot.hear(line, said);
        assert!(said.len() >= before);
        goes_on
    }
}

#[test]
fn lists_of_moves_are_longest_and_shortest_where_that_is_meant() {
    let numbers = |scenario: &str| {
        let counts = Arc::new(Mutex::new(Vec::new()));
        let own = counts.clone();
        games("blokus", scenario, move |bot| {
            Box::new(Counting {
                bot,
                counts: own.clone(),
            })
        });
        let counts = counts.lock().expect("unbroken").clone();
        counts.into_iter().max().expect("numbers")
    };
    let [cramped, usual, roomy] = ["cramped", "reference", "roomy"].map(numbers);
    assert!(
        2 * cramped < usual && usual < roomy,
        "{cramped}, {usual}, {roomy}"
    );
}

/// Everybody has one answer to READY: a bot that never saw its opponent play would be tested by nothing.
#[test]
fn an_opponent_that_fails_does_so_where_it_has_a_choice() {
    static FAILING: Scenario =
        Scenario::new("failing", "an opponent that fails", Opponent::Failing, 40);
    let plan = in_memory("gomoku", |bot| bot);
    let failed = (0..40).filter(|&index| {
        let played = plan
            .play(Case {
                scenario: &FAILING,
                seat: Seat(0),
                index,
            })
            .expect("a game");
        let log = &played.record.transcript;
        assert!(log.contains("0> OK") && log.contains("1> OK"), "{log}");
        played
            .record
            .verdict
            .faults
            .iter()
            .any(|fault| fault.seat == Seat(1))
    });
    assert!(failed.count() > 10);
}

#[test]
fn a_search_for_a_smaller_game_ends_with_its_time() {
    let hasty = |bot| -> Box<dyn Bot> {
        Box::new(Hasty {
            bot,
            word: own_bank,
        })
    };
    let (plan, played) = (
        in_memory("betris", hasty),
        games("betris", "low_bank", hasty),
    );
    let failing = |played: &Played| played.faults().next().map(|(fault, _)| fault.breach.clause);
    let (failing, clause) = played
        .iter()
        .find_map(|played| Some((played, failing(played)?)))
        .expect("a failing game");
    let search = |time| shrink(&plan, failing, clause, time, &|| {});
    let whole = search(Duration::from_secs(600)).expect("it fails again");
    assert!(whole.is_minimal && whole.runs > 20, "{} games", whole.runs);
    let hurried = search(Duration::ZERO);
    assert!(
        hurried
            .as_ref()
            .is_none_or(|found| !found.is_minimal && found.runs < 3),
        "{hurried:?}"
    );
}
