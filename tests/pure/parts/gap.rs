//! What is known after a gap of a log.

use stickler::explain::validate;
use stickler::games::GAMES;
use stickler::params::Settings;

/// After a gap nobody knows which game a message belongs to, unless there is one game.
#[test]
fn a_run_of_one_game_ends_with_its_game_even_after_a_gap() {
    let game = GAMES.find("blackout").expect("the game");
    for (games, message, ends) in [
        (1, "GAME", true),
        (2, "GAME", false),
        (1, "MOVE 1 1 1 2", false),
        (1, "1", false),
    ] {
        let settings =
            Settings::read([format!("games={games}").as_str(), "jury=random"]).expect("settings");
        let log = format!("0< {games}\n0> 1 1 1 2\n...\n0< {message}\n0> 2 1 2 2\n0> 3 1 3 2\n");
        let findings = validate(game, &settings, log.as_bytes())
            .expect("a log")
            .findings;
        let found: Vec<_> = findings
            .iter()
            .map(|finding| (finding.line, finding.breach.clause.id()))
            .collect();
        let expected = if ends {
            vec![(6, "blackout.end.silent")]
        } else {
            vec![]
        };
        assert_eq!(found, expected, "{games} games, {message}");
    }
}
