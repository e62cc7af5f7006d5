//! Betris: chips that are left, and the assumed rule that counts them.

use stickler::explain::validate;
use stickler::games::GAMES;
use stickler::params::Settings;

/// A game of one round, up to its end, with so many chips in each of the bets.
fn one_round(bets: [u32; 2]) -> String {
    let left = bets.map(|bet| 2 - bet);
    format!(
        "0< READY\n1< READY\n0> OK\n1> OK\n0< PHASE1 F5 U5 10000 10000\n1< PHASE1 F5 U5 10000 10000\n\
        0> BET F5 {} @4ms\n1> BET F5 {} @8ms\n0< PHASE2 U5 {} {} 9996 9992\n1< PHASE2 F5 {} {} 9992 9996\n\
        0> PLACE 0 @0ms\n1> PLACE 0 @0ms\n0< OPP 0\n1< OPP 0\n0< FINISH\n1< FINISH\n0! exit 0\n1! exit 0\n",
        bets[0], bets[1], 2, left[1], left[1], 2
    )
}

#[test]
fn chips_that_are_left_decide_by_an_assumed_rule() {
    let game = GAMES.find("betris").expect("the game");
    let rests_on = |chips: &str, log: &str| {
        let settings =
            Settings::read(["board=3x3", "rounds=1", chips, "max-bet=2"]).expect("settings");
        let checked = validate(game, &settings, log.as_bytes()).expect("a log");
        assert!(checked.findings.is_empty(), "{:?}", checked.findings);
        checked
            .verdict
            .rests_on
            .iter()
            .any(|clause| clause.id() == "betris.score.half")
    };
    assert!(
        rests_on("chips=2", &one_round([2, 2])),
        "seat 0 keeps both of its chips"
    );
    let none = "0< READY\n1< READY\n0> OK\n1> OK\n0< PHASE1 F5 U5 10000 10000\n1< PHASE1 F5 U5 10000 10000\n\
        0> BET F5 0 @4ms\n1> BET F5 0 @8ms\n0< PHASE2 U5 0 0 9996 9992\n1< PHASE2 F5 0 0 9992 9996\n\
        0> PLACE 0 @0ms\n1> PLACE 0 @0ms\n0< OPP 0\n1< OPP 0\n0< FINISH\n1< FINISH\n0! exit 0\n1! exit 0\n";
    assert!(!rests_on("chips=0", none), "nobody had any");
}
