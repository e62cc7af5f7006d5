//! Laws of Blokus: the counts that others have found, generated games, and the slow second model.

use crate::naive::blokus::{Game, Move, Naive, Shape};
use crate::support::perft::{perft, plain};
use crate::support::tier::{Tier, cases, tier};
use proptest::prelude::*;
use std::collections::BTreeSet;
use stickler::cells::Cell;
use stickler::game::{Actor, Notation, Rules, Seat, Turn};
use stickler::games::blokus::{
    Action, BOXED, Blokus, Cells, DUO, Params, Placement, Position, codes,
};
use stickler::params::{Parameters, Settings};
use stickler::referee::Stream;
use stickler::stream::Recorded;

fn rules(set: &[(&str, &str)]) -> Blokus {
    let pairs = set
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()));
    Blokus::new(&Params::with(&Settings(pairs.collect())).expect("settings"))
}

const DUEL: &[(&str, &str)] = &[("shapes", "all")];
const THREE: &[(&str, &str)] = &[
    ("players", "3"),
    ("shapes", "I1,I2,I3,V3,I4,O4,T4,L4,Z4,P5,T5,U5,Y5"),
];

/// Both counts to this depth.
fn counts(set: &[(&str, &str)], depth: u32) -> Vec<u64> {
    let rules = rules(set);
    let counts = |perft: fn(&Blokus, &_, u32) -> u64| {
        (1..=depth)
            .map(|depth| perft(&rules, &rules.start(), depth))
            .collect()
    };
    let (fast, plain): (Vec<u64>, Vec<u64>) = (counts(perft), counts(plain));
    assert_eq!(fast, plain);
    fast
}

#[test]
fn perft_of_two_players() {
    assert_eq!(counts(DUEL, 3), [58, 3364, 564_282]);
}

#[test]
fn perft_of_three_players_who_open_small() {
    assert_eq!(counts(THREE, 4), [8, 64, 2368, 166_352]);
}

#[test]
fn perft_of_the_boxed_game() {
    assert_eq!(counts(BOXED.set, 3), [58, 3364, 195_112]);
}

/// By default a ply less: the counts of that depth are those of the second model, too.
#[test]
fn perft_at_depth_four() {
    let count = |set, depth| {
        let rules = rules(set);
        perft(&rules, &rules.start(), depth)
    };
    assert_eq!(count(BOXED.set, 3), 195_112);
    assert_eq!(count(DUEL, 3), 564_282);
    if tier() >= Tier::Gate {
        assert_eq!(count(BOXED.set, 4), 11_316_496);
        assert_eq!(count(DUEL, 4), 94_653_441);
    }
}

#[test]
fn perft_of_the_second_model() {
    assert_eq!(
        [1, 2].map(|depth| model(2, 13, ALL).perft(depth)),
        [58, 3364]
    );
    assert_eq!(
        [1, 2, 3].map(|depth| model(3, 13, "ABCDEFGHIOQTN").perft(depth)),
        counts_of_letters("ABCDEFGHIOQTN")
    );
}

/// Our counts with these letters for three players.
fn counts_of_letters(letters: &str) -> [u64; 3] {
    let rules = game(3, 13, letters);
    [1, 2, 3].map(|depth| perft(&rules, &rules.start(), depth))
}

/// Codes that lie at the corner of a board of their own: 116 of the 58 first moves.
#[test]
fn the_first_moves_have_116_codes() {
    let rules = rules(DUEL);
    let at = rules.start();
    let by_start = |place: &Placement| {
        codes(&rules, place)
            .filter(|step| (step.col, step.row) == (0, 0))
            .count()
    };
    assert_eq!(
        rules
            .placements(&at, Seat(0))
            .map(|place| by_start(&place))
            .sum::<usize>(),
        116
    );
}

#[test]
fn settings_that_do_not_go_together_are_refused() {
    let with =
        |set: &[&str]| Params::with(&Settings::read(set.iter().copied()).expect("pairs")).map(drop);
    assert!(with(&["players=2", "board=14", "starts=4,4/9,9"]).is_ok());
    for set in [
        &["players=3", "starts=4,4/9,9"][..],
        &["board=9", "starts=4,4/9,9"],
        &["starts=4,4/4,4"],
        &["starts=4"],
        &["starts=1,1/2,2/3,3/4,4/5,5"],
        &["players=5"],
        &["board=21"],
        &["board=4"],
        &["drawn=3/13/10"],
        &["drawn=18"],
        &["shapes=I1"],
        &["letters=I1,I2"],
    ] {
        assert!(with(set).is_err(), "{set:?}");
    }
}

/// Each player's cells are shown in a colour of their own.
#[test]
fn boards_have_four_colours() {
    let rules = rules(BOXED.set);
    let mut at = rules.start();
    for answer in ["0 0 A001", "19 0 A001", "19 19 A001", "0 19 A001"] {
        let (by, action) = rules.parse(&at, answer).expect("a move");
        rules.check(&at, by, &action).expect("a legal move");
        rules.apply(&mut at, by, &action);
    }
    let shown = stickler::report::board::render(&rules.picture(&at), true);
    let colour = |glyph: char| {
        let at = shown
            .match_indices(glyph)
            .find(|(at, _)| shown[..*at].ends_with('m'))?
            .0;
        Some(shown[..at].rsplit('\u{1b}').next()?.to_string())
    };
    let colours: BTreeSet<String> = "0123".chars().filter_map(colour).collect();
    assert_eq!(colours.len(), 4, "{colours:?}");
}

const ALL: &str = "ABCDEFGHIJKLMNOPQRSTU";

/// Rules with these letters in play.
fn game(players: usize, board: usize, letters: &str) -> Blokus {
    let (players, board) = (players.to_string(), board.to_string());
    let mut rules = rules(&[("players", &players), ("board", &board)]);
    let shapes = rules
        .alphabet
        .iter()
        .filter(|(letter, _)| letters.contains(&letter.to_string()));
    rules.stock =
        stickler::games::blokus::Stock::These(shapes.map(|(_, figure)| figure.shape).collect());
    rules
}

/// The second model with these letters in play.
fn model(players: usize, board: usize, letters: &str) -> Game {
    Game::new(&Naive::of(players, board as i64), Shape::all(letters))
}

/// Some letters with A to D; the bits say which.
fn letters(bits: u32) -> String {
    ALL.chars()
        .enumerate()
        .filter(|(at, _)| *at < 4 || bits >> at & 1 == 1)
        .map(|(_, letter)| letter)
        .collect()
}

/// Plays as the stream says.
fn walk(rules: &Blokus, stream: &mut dyn Stream, most: usize) -> Position {
    let mut at = rules.start();
    for _ in 0..most {
        let Some(seat) = at.mover else { break };
        let mut actions = Vec::new();
        rules.actions(&at, Actor::Seat(seat), &mut actions);
        rules.apply(
            &mut at,
            Actor::Seat(seat),
            &actions[stream.pick(actions.len())],
        );
    }
    at
}

fn numbers() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 60)
}

/// Cells by column and row, in the order of the second model.
fn places(rules: &Blokus, cells: &Cells) -> Vec<(i64, i64)> {
    let mut places: Vec<(i64, i64)> = cells
        .iter()
        .map(|cell| rules.grid.place(cell))
        .map(|(row, col)| (col.into(), row.into()))
        .collect();
    places.sort_unstable();
    places
}

/// A code as the second model reads it.
fn known(step: impl ToString) -> Move {
    Move::read(&step.to_string()).expect("a move")
}

proptest! {
    #![proptest_config(cases(40))]

    /// Every game goes as the second model says: whose turn it is, what it can place, what is connected, and the points.
    #[test]
    fn games_go_as_the_second_model_says(players in 2usize..5, board in 5usize..10, bits in any::<u32>(), picks in numbers()) {
        let letters = letters(bits & 0x0f3fff);
        let rules = game(players, board, &letters);
        let mut naive = model(players, board, &letters);
        let (mut at, mut stream) = (rules.start(), Recorded::new(picks));
        while let Some(seat) = at.mover {
            let (player, moves) = naive.turn().expect("the game goes on");
            prop_assert_eq!(player, seat.index());
            let mut ours: Vec<Placement> = rules.placements(&at, seat).collect();
            ours.sort_unstable();
            let covered: BTreeSet<_> = ours.iter().map(|place| places(&rules, &place.cells)).collect();
            prop_assert_eq!(covered.len(), ours.len());
            prop_assert!(covered.iter().eq(moves.keys()));
            let anchors = rules.anchors(&at, seat);
            for cell in rules.grid.cells() {
                let (row, col) = rules.grid.place(cell);
                prop_assert_eq!(anchors.contains(cell), naive.connected(player, (col.into(), row.into())));
            }
            let place = ours[stream.pick(ours.len())];
            naive.place(player, known(rules.canonical(&place).expect("a code")));
            rules.apply(&mut at, Actor::Seat(seat), &Action::Place(place));
        }
        prop_assert!(naive.turn().is_none());
        let points: Vec<i64> = rules.outcome(&at).points().iter().map(|points| i64::from(points.halves / 2)).collect();
        prop_assert_eq!(points, naive.points());
    }

    /// An answer is accepted where the second model allows it, and only there; all codes of the same cells do the same.
    #[test]
    fn every_code_is_judged_as_the_second_model_judges_it(players in 2usize..5, bits in any::<u32>(), most in 0usize..12, picks in numbers()) {
        let letters = letters(bits & 0x0371ff);
        let rules = game(players, 6, &letters);
        let (mut at, mut naive, mut stream) = (rules.start(), model(players, 6, &letters), Recorded::new(picks));
        for _ in 0..most {
            let Some(seat) = at.mover else { break };
            let ours: Vec<Placement> = rules.placements(&at, seat).collect();
            let place = ours[stream.pick(ours.len())];
            naive.place(seat.index(), known(rules.canonical(&place).expect("a code")));
            rules.apply(&mut at, Actor::Seat(seat), &Action::Place(place));
        }
        let Some(seat) = at.mover else { return Ok(()) };
        let listed: BTreeSet<String> = {
            let mut actions = Vec::new();
            rules.actions(&at, Actor::Seat(seat), &mut actions);
            actions.iter().map(|action| rules.print(Actor::Seat(seat), action)).collect()
        };
        let mut seen = BTreeSet::new();
        for letter in ALL.chars() {
            for (flip, turns) in (0..2).flat_map(|flip| (0..4).map(move |turns| (flip, turns))) {
                for square in 1..=Shape::named(letter).squares.len() {
                    for (x, y) in (0..6).flat_map(|x| (0..6).map(move |y| (x, y))) {
                        let answer = format!("{x} {y} {letter}{flip}{turns}{square}");
                        let ours = rules.parse(&at, &answer).and_then(|(by, action)| rules.check(&at, by, &action).map(|()| action));
                        prop_assert_eq!(ours.is_ok(), naive.broken(seat.index(), known(&answer)).is_empty(), "{}", answer);
                        if let Ok(Action::Place(place)) = ours {
                            let all: Vec<String> = codes(&rules, &place).map(|step| step.to_string()).collect();
                            prop_assert!(all.contains(&answer));
                            prop_assert_eq!(all.iter().filter(|step| listed.contains(*step)).count(), 1, "{:?}", all);
                            seen.insert((place.shape, place.cells));
                        }
                    }
                }
            }
        }
        prop_assert_eq!(seen.len(), listed.len());
    }

    /// Both counts agree anywhere in a game, whatever the board, the players and their start cells.
    #[test]
    fn both_counts_agree(which in 0usize..4, most in 0usize..40, picks in numbers()) {
        let rules = rules([DUEL, THREE, BOXED.set, DUO.set][which]);
        let mut at = walk(&rules, &mut Recorded::new(picks), most);
        for depth in 1..=2 {
            prop_assert_eq!(perft(&rules, &at, depth), plain(&rules, &at, depth));
        }
        rules.leave(&mut at, Seat(1));
        prop_assert_eq!(perft(&rules, &at, 2), plain(&rules, &at, 2));
    }

    /// No colour touches itself by a side, each is joined by corners, and who is stuck stays stuck.
    #[test]
    fn colours_are_joined_by_corners_alone(players in 2usize..5, picks in numbers()) {
        let rules = game(players, 9, ALL);
        let (mut at, mut stream) = (rules.start(), Recorded::new(picks));
        let mut pieces: Vec<(Seat, Cells)> = Vec::new();
        let mut stuck = BTreeSet::new();
        while let Some(seat) = at.mover {
            let mut actions = Vec::new();
            rules.actions(&at, Actor::Seat(seat), &mut actions);
            let action = actions[stream.pick(actions.len())];
            let Action::Place(place) = action else { panic!("a placement") };
            let own = || pieces.iter().filter(|(by, _)| *by == seat).map(|(_, cells)| cells);
            prop_assert!(own().all(|cells| !cells.meets(&place.cells) && !cells.sides(rules.grid).meets(&place.cells)));
            prop_assert!(own().count() == 0 || own().any(|cells| cells.corners(rules.grid).meets(&place.cells)));
            pieces.push((seat, place.cells));
            rules.apply(&mut at, Actor::Seat(seat), &action);
            for seat in rules.seats.iter() {
                let can = rules.can_move(&at, seat);
                prop_assert!(!(can && stuck.contains(&seat)));
                if !can {
                    stuck.insert(seat);
                }
            }
        }
        prop_assert_eq!(stuck.len(), players);
        prop_assert!(matches!(rules.turn(&at), Turn::Over(_)));
    }

    /// Turning the board with its start cells leaves the counts as they are.
    #[test]
    fn a_turned_board_counts_the_same(players in 2usize..5, most in 0usize..16, picks in numbers()) {
        let rules = game(players, 8, ALL);
        let at = walk(&rules, &mut Recorded::new(picks), most);
        let turned = |cell: Cell| {
            let (row, col) = rules.grid.place(cell);
            rules.grid.cell(col.into(), 7 - i64::from(row)).expect("a cell")
        };
        let mut other = rules.clone();
        other.starts = rules.starts.map(turned);
        let mut there = at.clone();
        there.cells = at.cells.map(|cells| cells.iter().map(turned).collect());
        for depth in 1..=2 {
            prop_assert_eq!(perft(&rules, &at, depth), perft(&other, &there, depth));
        }
    }
}
