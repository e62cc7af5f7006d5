//! Facts of a seat that a game does not have.

use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::referee::{Death, Fact, Observation};
use stickler::stream::{Seeded, SplitMix64};

#[test]
fn facts_of_a_seat_that_is_not_there_are_refused() {
    for game in GAMES.games() {
        let variant = game.with(&Settings::default()).expect("the game");
        let (mut judge, mut message) = (variant.referee(), String::new());
        while judge.tell(&mut message).is_none() {
            judge
                .choose(&mut Seeded::new(SplitMix64(3)), 0)
                .expect("a choice");
        }
        let nobody = Seat(variant.seats() as u8);
        for fact in [
            Fact::Observed {
                seat: nobody,
                what: Observation::Lines(b"OK"),
                took: None,
            },
            Fact::Exit {
                seat: nobody,
                what: Observation::Died(Death::Exit(0)),
            },
            Fact::Clock {
                seat: nobody,
                took: None,
            },
        ] {
            assert!(judge.take(fact, 0).is_err(), "{}", game.name());
        }
        assert_eq!(judge.verdict().faults, []);
    }
}
