//! Laws of Blokus: the counts that others have found, generated games, and the slow second model.

use stickler::game::Rules;
use stickler::games::blokus::perft::{perft, plain};
use stickler::games::blokus::{BOXED, Blokus, Params};
use stickler::params::{Parameters, Settings};

fn rules(set: &[(&str, &str)]) -> Blokus {
    let pairs = set.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    Blokus::new(&Params::with(&Settings(pairs.collect())).expect("settings"))
}

const DUEL: &[(&str, &str)] = &[("shapes", "all")];
const THREE: &[(&str, &str)] = &[("players", "3"), ("shapes", "I1,I2,I3,V3,I4,O4,T4,L4,Z4,P5,T5,U5,Y5")];

/// Both counts to this depth.
fn counts(set: &[(&str, &str)], depth: u32) -> Vec<u64> {
    let rules = rules(set);
    let counts =
        |perft: fn(&Blokus, &_, u32) -> u64| (1..=depth).map(|depth| perft(&rules, &rules.start(), depth)).collect();
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
    assert_eq!(counts(BOXED, 3), [58, 3364, 195_112]);
}

#[test]
fn perft_at_depth_four() {
    let count = |set| {
        let rules = rules(set);
        perft(&rules, &rules.start(), 4)
    };
    assert_eq!(count(BOXED), 11_316_496);
    assert_eq!(count(DUEL), 94_653_441);
}
