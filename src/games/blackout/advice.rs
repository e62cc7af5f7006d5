//! The values of a game's positions, as advice in words.

use super::jury::is_blunder;
use super::rules::{Blackout, Position, Segment};
use super::solver::Values;
use crate::game::{Rules, Turn};

/// Most moves that are named.
const NAMED: usize = 8;

/// Who wins from here, and by which moves.
pub(super) fn value(rules: &Blackout, at: &Position) -> Vec<(&'static str, String)> {
    match (rules.turn(at), Values::of(rules).is_won(at.black)) {
        (Turn::Over(_), _) => Vec::new(),
        (_, true) => vec![(
            "value",
            format!(
                "the player to move wins; winning moves: {}",
                winning(rules, at)
            ),
        )],
        (_, false) => vec![(
            "value",
            "the player to move loses, whatever the move".into(),
        )],
    }
}

/// The contestant's last move that gave the win away in a lost game, and the moves that would have kept it.
pub(super) fn blunder(
    rules: &Blackout,
    moves: &[(Position, Segment)],
) -> Vec<(&'static str, String)> {
    let Some(last) = moves
        .iter()
        .rposition(|(at, segment)| is_blunder(rules, at, segment))
    else {
        return vec![(
            "blunder",
            "none: on this board the contestant can't win against perfect play".into(),
        )];
    };
    let (at, segment) = &moves[last];
    vec![
        (
            "blunder",
            format!("move {} of the game, `{segment}`", last + 1),
        ),
        ("would have won", winning(rules, at)),
    ]
}

/// The moves that win here.
pub(super) fn winning(rules: &Blackout, at: &Position) -> String {
    let values = Values::of(rules);
    let wins = rules
        .moves(at.black)
        .filter(|(_, squares)| !values.is_won(at.black | squares));
    let wins: Vec<String> = wins.map(|(segment, _)| format!("`{segment}`")).collect();
    let named = wins.len().min(NAMED);
    let more = if named < wins.len() {
        format!(" and {} more", wins.len() - named)
    } else {
        String::new()
    };
    format!("{}{more}", wins[..named].join(", "))
}
