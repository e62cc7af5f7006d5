//! Checks of an answer where the position is not known: its form, and the ranges that need no position.

use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::params::{Ms, Settings};
use stickler::referee::After;
use stickler::wire::LINE_CAP;

/// The clause that an answer of these games breaks by its form; nothing: none.
const ANSWERS: &[(&str, &str, &str)] = &[
    ("betris", "BET I2 3", ""),
    ("betris", "BET I2 -1", "betris.bet.range"),
    ("betris", "BET Z9 3", "betris.bet.block"),
    ("betris", "BET I2", "betris.phase1.answer"),
    ("betris", "PLACE 0", ""),
    ("betris", "PLACE 2 1 1 1 2", ""),
    ("betris", "PLACE 2 1 1 1 3", "betris.place.shape"),
    ("betris", "PLACE 2 1 1 1 99", "betris.place.inside"),
    ("betris", "PLACE 2 1 1", "betris.phase2.answer"),
    ("blackout", "1 1 1 6", ""),
    ("blackout", "1 1 1 7", "blackout.move.inside"),
    ("blackout", "1 6 1 1", "blackout.move.order"),
    ("blackout", "1 1 1", "blackout.move.answer"),
    ("blokus", "0 0 Q001", ""),
    ("blokus", "1 1 A00", "blokus.answer.form"),
    ("gomoku", "MOVE 1 1", ""),
    ("gomoku", "MOVE 1 99", "gomoku.move.inside"),
    ("gomoku", "MOVE 1", "gomoku.turn.answer"),
    ("tetris", "YES", ""),
    ("tetris", "perhaps", "tetris.answer.word"),
];

#[test]
fn an_answer_after_a_gap_is_held_to_its_form() {
    for (name, answer, clause) in ANSWERS {
        let variant = GAMES
            .find(name)
            .and_then(|game| game.with(&Settings::default()))
            .expect("the game");
        let referee = variant.referee();
        let broken = referee
            .answer_form(answer.as_bytes())
            .err()
            .map_or("", |breach| breach.clause.id());
        assert_eq!(broken, *clause, "{name}: {answer}");
    }
}

#[test]
fn a_line_after_a_gap_is_no_longer_than_a_line_may_be() {
    let variant = GAMES
        .find("gomoku")
        .and_then(|game| game.with(&Settings::default()))
        .expect("the game");
    let judge = variant.referee();
    let said = |length: usize| {
        judge.said_desynced(Seat(0), &vec![b'1'; length], Some(Ms(1)), After::Anything)
    };
    let id = |length| said(length)[0].breach.clause.id();
    assert_ne!(id(LINE_CAP), "wire.line.length");
    assert_eq!(id(LINE_CAP + 1), "wire.line.length");
}
