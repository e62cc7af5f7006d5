//! Judges that omit one kind of message.

use crate::*;
use stickler::games::GAMES;

/// A judge that omits one kind of message, to one seat, once or always, is reported, and by the clause wherever that message is
/// no ask: a bot that is not asked is silent, and its judge then blames it wrongly.
#[test]
fn whatever_a_judge_leaves_out_is_told() {
    for (name, set) in [
        ("gomoku", &["board=5x5", "row=4"][..]),
        ("betris", &["board=4x4", "rounds=3"]),
        ("blackout", &["board=2x3", "games=2"]),
        ("blokus", &["board=5", "shapes=I1,I2,I3,L3"]),
    ] {
        let game = GAMES.find(name).expect("a game of stickler");
        let settings = Settings::read(set.iter().copied()).expect("settings");
        let found = left_out::told(game, &settings).expect("matches");
        assert!(found.len() > 1, "{name}: {found:?}");
        for (judge, told) in &found {
            assert!(told.names(judge), "{name}: {judge:?} {told:?}");
        }
        let clauses: std::collections::BTreeSet<&str> = { found.values() }
            .flat_map(|told| told.clauses.iter().map(|clause| clause.id()))
            .collect();
        let finish = format!("{name}.finish.both");
        assert!(
            game.clause(&finish).is_none() || clauses.contains(&*finish),
            "{name}: {clauses:?}"
        );
    }
}
