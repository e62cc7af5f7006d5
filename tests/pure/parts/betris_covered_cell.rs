//! Betris: the mark under a cell that is covered already.

use stickler::explain::validate;
use stickler::games::GAMES;
use stickler::params::Settings;

/// Of the cells that are named, the first that is covered.
#[test]
fn a_cell_that_is_covered_already_is_marked() {
    let round = "0< PHASE1 I2 I3 10000 10000\n1< PHASE1 I2 I3 10000 10000\n0> BET I2 0 @0ms\n1> BET I3 0 @0ms\n\
        0< PHASE2 I2 4 4 10000 10000\n1< PHASE2 I3 4 4 10000 10000\n";
    let first = "0> PLACE 2 1 1 1 2 @0ms\n1> PLACE 0 @0ms\n0< OPP 0\n1< OPP 2 1 1 1 2\n";
    let game = GAMES.find("betris").expect("the game");
    let settings =
        Settings::read(["board=3x3", "blocks=I2,I3", "rounds=2", "chips=4"]).expect("settings");
    for (answer, marked) in [
        ("PLACE 2 2 2 1 2", "1 2"),
        ("PLACE 2 1 1 2 1", "1 1"),
        ("PLACE 2 1 2 1 3", "1 2"),
    ] {
        let log =
            format!("0< READY\n1< READY\n0> OK\n1> OK\n{round}{first}{round}0> {answer} @0ms\n");
        let findings = validate(game, &settings, log.as_bytes())
            .expect("a log")
            .findings;
        let line = log.lines().nth(findings[0].line - 1).expect("a line");
        let columns = findings[0].breach.span.columns(line.as_bytes());
        assert_eq!(
            (findings[0].breach.clause.id(), &line[columns]),
            ("betris.place.empty", marked),
            "{answer}"
        );
    }
}
