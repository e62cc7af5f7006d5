//! Blokus against the second model written from its page alone: whole games with any number of players, on any board, with
//! any shapes, by the rules and by the judge's own messages.

use crate::naive::Finding;
use crate::naive::blokus::{Cell, Game, Move, Moves, Naive, Shape};
use crate::naive::blokus_log::judge;
use crate::support::tier::cases;
use proptest::prelude::*;
use stickler::clock::Micros;
use stickler::game::{Actor, Notation, Outcome, Rules, Seat, Seats};
use stickler::games::blokus::{Action, Blokus, Params, Position, codes};
use stickler::games::{GAMES, erased::AnyGame};
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::params::{Parameters, Settings};
use stickler::referee::Stream;
use stickler::scenario::Opponent;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler_check::opponents::Opponents;

/// The shapes of the letters from A to U.
const NAMES: &str = "I1,I2,I3,L3,I4,L4,S4,T4,O4,I5,L5,F5,N5,P5,U5,V5,T5,W5,X5,Y5,Z5";
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTU";

/// A game drawn at random: its settings, and the same as the second model knows them.
#[derive(Debug)]
struct Setup {
    settings: Vec<String>,
    letters: String,
    naive: Naive,
}

impl Setup {
    /// Any number of players, any size, any shapes, any way of playing.
    fn draw(dice: &mut SplitMix64) -> Setup {
        let (players, size) = (2 + dice.pick(3), 5 + dice.pick(16));
        let count = 2 + dice.pick(20);
        let mut all: Vec<char> = LETTERS.chars().collect();
        let mut drawn: Vec<char> = (0..count)
            .map(|_| all.remove(dice.pick(all.len())))
            .collect();
        drawn.sort_unstable();
        let end = size as i64 - 1;
        let mut naive = Naive::of(players, size as i64);
        let mut flag = |name: &str, value: &mut bool| {
            *value = dice.pick(2) == 1;
            format!("{name}={}", if *value { "yes" } else { "no" })
        };
        let mut settings = vec![
            flag("small-first", &mut naive.small_first),
            flag("mark-start", &mut naive.mark_start),
            flag("unlisted", &mut naive.unlisted),
            flag("stop-early", &mut naive.stop_early),
            flag("play-alone", &mut naive.play_alone),
        ];
        naive.since = dice.pick(2) == 1;
        settings.push(format!(
            "others={}",
            if naive.since { "since" } else { "all" }
        ));
        (naive.bonus_all, naive.bonus_single) = (dice.pick(20) as i64, dice.pick(20) as i64);
        settings.push(format!("bonus-all={}", naive.bonus_all));
        settings.push(format!("bonus-single={}", naive.bonus_single));
        let starts = match dice.pick(3) {
            0 => "corners".to_string(),
            1 => {
                naive.starts = vec![(0, 0), (end, 0), (end, end), (0, end)];
                "clockwise".to_string()
            }
            _ => {
                let mut cells: Vec<Cell> = (0..size as i64)
                    .flat_map(|x| (0..size as i64).map(move |y| (x, y)))
                    .collect();
                naive.starts = (0..players)
                    .map(|_| cells.remove(dice.pick(cells.len())))
                    .collect();
                let cells: Vec<String> = naive
                    .starts
                    .iter()
                    .map(|(x, y)| format!("{x},{y}"))
                    .collect();
                cells.join("/")
            }
        };
        let name = |letter: &char| {
            NAMES
                .split(',')
                .nth(*letter as usize - 'A' as usize)
                .expect("a name")
        };
        let names: Vec<&str> = drawn.iter().map(name).collect();
        settings.push(format!("starts={starts}"));
        settings.push(format!("shapes={}", names.join(",")));
        settings.push(format!("players={players}"));
        settings.push(format!("board={size}"));
        let letters: String = drawn.into_iter().collect();
        naive.shapes = Some(Shape::all(&letters));
        Setup {
            settings,
            letters,
            naive,
        }
    }

    fn settings(&self) -> Settings {
        Settings::read(self.settings.iter().map(String::as_str)).expect("settings")
    }
}

/// Cells by column and row.
fn places(rules: &Blokus, cells: impl Iterator<Item = stickler::cells::Cell>) -> Vec<Cell> {
    let places = cells
        .map(|cell| rules.grid.place(cell))
        .map(|(row, col)| (col.into(), row.into()));
    let mut places: Vec<Cell> = places.collect();
    places.sort_unstable();
    places
}

fn read(step: impl ToString) -> Move {
    Move::read(&step.to_string()).expect("a move")
}

/// What the seat can place, with every code that has a connected cell in front.
fn ours(rules: &Blokus, at: &Position, seat: Seat) -> Moves {
    let anchors = places(rules, rules.anchors(at, seat).iter());
    let named = |place| {
        codes(rules, &place)
            .map(read)
            .filter(|mv| anchors.contains(&mv.at))
            .collect::<Vec<Move>>()
    };
    let all = rules
        .placements(at, seat)
        .map(|place| (places(rules, place.cells.iter()), named(place)));
    all.map(|(cells, mut codes)| {
        codes.sort_unstable();
        (cells, codes)
    })
    .collect()
}

fn theirs(mut moves: Moves) -> Moves {
    moves.values_mut().for_each(|codes| codes.sort_unstable());
    moves
}

/// The clause by which our rules refuse an answer, and the action where they don't.
fn refused(rules: &Blokus, at: &Position, answer: &str) -> Result<Action, &'static str> {
    let (by, action) = rules
        .parse(at, answer)
        .map_err(|breach| breach.clause.id())?;
    rules
        .check(at, by, &action)
        .map_err(|breach| breach.clause.id())?;
    Ok(action)
}

/// Answers in and out of the game: near a legal one, near the own cells, anywhere.
fn tempting(dice: &mut SplitMix64, naive: &Game, legal: Move) -> Move {
    let letters: Vec<char> = LETTERS.chars().collect();
    let size = naive.rules.size;
    let mut mv = legal;
    let far = dice.pick(4) == 0;
    for _ in 0..=dice.pick(3) {
        match dice.pick(5) {
            0 if far => {
                mv.at = (
                    dice.pick(size as usize + 2) as i64 - 1,
                    dice.pick(size as usize + 2) as i64 - 1,
                )
            }
            0 => {
                mv.at = (
                    mv.at.0 + dice.pick(3) as i64 - 1,
                    mv.at.1 + dice.pick(3) as i64 - 1,
                )
            }
            1 => mv.letter = letters[dice.pick(letters.len())],
            2 => mv.flip = !mv.flip,
            3 => mv.turns = dice.pick(4),
            _ => mv.square = 1 + dice.pick(5),
        }
    }
    mv
}

fn points(outcome: &Outcome) -> Vec<i64> {
    outcome
        .points()
        .iter()
        .map(|points| i64::from(points.halves / 2))
        .collect()
}

proptest! {
    #![proptest_config(cases(40))]

    /// By the rules: whose turn it is, every move with all its codes, every refusal with its clause, seats that fail, points.
    #[test]
    fn whole_games_go_as_the_second_model_says(seed in any::<u64>()) {
        let mut dice = SplitMix64(seed);
        let setup = Setup::draw(&mut dice);
        // Which code of a move a list shows is the judge's choice, and this model's rules have no list.
        let any_code = stickler::params::Settings::read(["unlisted=yes"]).expect("settings");
        let rules = Blokus::new(&Params::with(&setup.settings().and(&any_code)).expect("parameters"));
        let (mut at, mut naive) = (rules.start(), Game::new(&setup.naive, Shape::all(&setup.letters)));
        let fails = dice.pick(2) == 1;
        loop {
            prop_assert_eq!(points(&rules.outcome(&at)), naive.points(), "{:?}", setup);
            let turn = naive.turn();
            prop_assert_eq!(at.mover.map(Seat::index), turn.as_ref().map(|(player, _)| *player), "{:?}", setup);
            let (Some(seat), Some((player, moves))) = (at.mover, turn) else { break };
            let moves = theirs(moves);
            prop_assert_eq!(&ours(&rules, &at, seat), &moves, "{:?}", setup);
            let codes: Vec<&Vec<Move>> = moves.values().collect();
            for _ in 0..60 {
                let among = codes[dice.pick(codes.len())];
                let legal = among[dice.pick(among.len())];
                let mv = tempting(&mut dice, &naive, legal);
                let ours = refused(&rules, &at, &mv.to_string()).map(drop);
                let theirs = naive.broken(player, mv).first().map_or(Ok(()), |clause| Err(*clause));
                prop_assert_eq!(ours, theirs, "{} by {} in {:?}", mv, player, setup);
            }
            if fails && dice.pick(12) == 0 {
                let out = Seat(dice.pick(setup.naive.players) as u8);
                if out == seat {
                    rules.leave(&mut at, seat);
                    naive.fail(player);
                    continue;
                }
            }
            let among = codes[dice.pick(codes.len())];
            let mv = among[dice.pick(among.len())];
            let action = refused(&rules, &at, &mv.to_string()).expect("a legal move");
            rules.apply(&mut at, Actor::Seat(seat), &action);
            naive.place(player, mv);
        }
        prop_assert_eq!(rules.outcome(&at).winner().map(Seat::index), naive.winner());
    }

    /// By the judge: every line of a live game's log, the lines of the faults, and the points.
    #[test]
    fn live_games_are_told_as_the_second_model_says(seed in any::<u64>()) {
        let mut dice = SplitMix64(seed);
        let setup = Setup::draw(&mut dice);
        let kind = [Opponent::Any, Opponent::Reference, Opponent::Failing][dice.pick(3)];
        let (settings, players) = (setup.settings(), setup.naive.players);
        let game: &dyn AnyGame = GAMES.find("blokus").expect("the game");
        let bots = (0..players).map(|_| game.with(&settings).expect("a bot").bot()).collect();
        let mut house = Opponents::new(Seats::first(players), kind, SplitMix64(seed), bots);
        let mut table = MemoryPlayers::new(Vec::new(), |_| Micros(0));
        let referee = game.with(&settings).expect("a referee").referee();
        let mut stream = Seeded::new(SplitMix64(seed));
        let record = live::play(referee, players, &mut table, &mut house, &mut stream, Writer::default()).expect("a game");
        let log: Vec<&str> = record.transcript.lines().collect();
        let judged = judge(&setup.naive, &log);
        prop_assert_eq!(&judged.end, &Finding::Valid, "{:?}\n{}", setup, record.transcript);
        let faults: Vec<Finding> = record.verdict.faults.iter().zip(&record.fault_lines)
            .map(|(fault, line)| Finding::Bot { line: line - 1, seat: fault.seat.index() }).collect();
        prop_assert_eq!(faults, judged.faults, "{:?}\n{}", setup, record.transcript);
        let outcome = record.verdict.outcome.expect("an outcome");
        let naive = judged.game.unwrap_or_else(|| Game::new(&setup.naive, Shape::all(&setup.letters)));
        prop_assert_eq!(points(&outcome), naive.points(), "{:?}", setup);
        prop_assert_eq!(outcome.winner().map(Seat::index), naive.winner());
    }
}
