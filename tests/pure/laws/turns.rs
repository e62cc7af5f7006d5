//! Laws of whose turn it is, for the rules of every game.

use crate::support::depth::cases;
use proptest::prelude::*;
use stickler::check::stream::Recorded;
use stickler::game::{Actor, Rules, Seat, Turn};
use stickler::games::betris::{self, Betris};
use stickler::games::blackout::{self, Blackout};
use stickler::games::blokus::{self, Blokus};
use stickler::games::gomoku::{self, Gomoku};
use stickler::games::tetris::{self, Tetris};
use stickler::params::{Parameters, Settings};
use stickler::referee::Stream;

tests! {
    who_is_not_asked_cannot_act,
}

/// More actions than this are not all tried.
const TRIED: usize = 40;

fn params<P: Parameters + Default>(set: &[&str]) -> P {
    P::with(&Settings::read(set.iter().copied()).expect("settings")).expect("parameters")
}

fn acts(turn: Turn, who: Actor) -> bool {
    match (turn, who) {
        (Turn::Seats(seats), Actor::Seat(seat)) => seats.contains(seat),
        (Turn::Nature, Actor::Nature) => true,
        _ => false,
    }
}

/// Plays as the numbers say: who is asked has actions, in order, and all of them are accepted; nobody else has or may do one.
fn walk<R: Rules>(rules: R, seats: u8, numbers: &[u32]) {
    let everybody: Vec<Actor> = (0..seats).map(|seat| Actor::Seat(Seat(seat))).chain([Actor::Nature]).collect();
    let mut stream = Recorded::new(numbers.to_vec());
    let (mut at, mut before) = (rules.start(), Vec::new());
    for _ in numbers {
        let turn = rules.turn(&at);
        let mut next = None;
        for &who in &everybody {
            let mut actions = Vec::new();
            rules.actions(&at, who, &mut actions);
            if !acts(turn, who) {
                assert!(actions.is_empty(), "{who:?} has actions: {at:?}");
                continue;
            }
            assert!(!actions.is_empty(), "{who:?} is asked and has no action: {at:?}");
            assert!(actions.windows(2).all(|pair| pair[0] < pair[1]), "the actions are in order, none of them twice");
            let step = actions.len().div_ceil(TRIED);
            for action in actions.iter().step_by(step) {
                rules.check(&at, who, action).expect("a listed action is legal");
                for &other in everybody.iter().filter(|&&other| !acts(turn, other)) {
                    assert!(rules.check(&at, other, action).is_err(), "{other:?} does {action:?}: {at:?}");
                }
            }
            let chosen = actions[stream.pick(actions.len())].clone();
            before = actions;
            next = Some((who, chosen));
        }
        let Some((who, action)) = next else {
            let refused = |action| everybody.iter().all(|&who| rules.check(&at, who, action).is_err());
            assert!(before.iter().all(refused), "the game is over: {at:?}");
            break;
        };
        rules.apply(&mut at, who, &action);
    }
}

proptest! {
    #![proptest_config(cases(24))]

    fn who_is_not_asked_cannot_act(numbers in proptest::collection::vec(any::<u32>(), 0..60)) {
        walk(Gomoku::new(&params::<gomoku::Params>(&["board=4x4", "row=3"])), 2, &numbers);
        walk(Betris::new(&params::<betris::Params>(&["board=6x6", "rounds=3"])), 2, &numbers);
        walk(Blackout::new(&params::<blackout::Params>(&["board=4x4"])), 2, &numbers);
        walk(Blokus::new(&params::<blokus::Params>(&["board=7"])), 4, &numbers);
        walk(Tetris::new(&params::<tetris::Params>(&[])), 1, &numbers);
    }
}
