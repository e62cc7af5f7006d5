//! How the jury plays: `spec/blackout.md`, section The jury.

use super::Jury;
use super::rules::{Blackout, Position, Segment};
use super::solver::Values;
use crate::referee::Stream;

type JuryMove = (Segment, u32);

/// The jury's move; `None` on a full board.
pub(super) fn choose(
    jury: Jury,
    rules: &Blackout,
    at: &Position,
    stream: &mut dyn Stream,
) -> Option<Segment> {
    let moves: Vec<JuryMove> = rules.moves(at.black).collect();
    let best = match jury {
        Jury::First => return moves.first().map(|(segment, _)| *segment),
        Jury::Random => moves,
        Jury::Greedy => most(&moves, |squares| {
            u64::from((squares & !at.black).count_ones())
        }),
        Jury::Perfect => strongest(rules, at, &moves),
    };
    best.get(stream.pick(best.len()))
        .map(|(segment, _)| *segment)
}

/// True where the player to move could win and this move lets the other win instead.
pub(super) fn is_blunder(rules: &Blackout, at: &Position, segment: &Segment) -> bool {
    let values = Values::of(rules);
    values.is_won(at.black) && values.is_won(at.black | rules.squares(segment))
}

/// The winning moves. If there are none: the moves after which the largest share of the replies are blunders.
fn strongest(rules: &Blackout, at: &Position, moves: &[JuryMove]) -> Vec<JuryMove> {
    let values = Values::of(rules);
    let wins: Vec<JuryMove> = moves
        .iter()
        .copied()
        .filter(|(_, squares)| !values.is_won(at.black | squares))
        .collect();
    if wins.is_empty() {
        most(moves, |squares| traps(values, moves, at.black | squares))
    } else {
        wins
    }
}

/// Replies that are blunders, of a million. What was legal before is legal still, unless it blackens nothing new.
fn traps(values: &Values, moves: &[JuryMove], black: u32) -> u64 {
    let replies = || moves.iter().filter(|(_, squares)| squares & !black != 0);
    let blunders = replies()
        .filter(|(_, squares)| values.is_won(black | squares))
        .count();
    1_000_000 * blunders as u64 / replies().count().max(1) as u64
}

/// The moves of the highest worth.
fn most(moves: &[JuryMove], worth: impl Fn(u32) -> u64) -> Vec<JuryMove> {
    let worths: Vec<u64> = moves.iter().map(|&(_, squares)| worth(squares)).collect();
    let best = worths.iter().max();
    moves
        .iter()
        .zip(&worths)
        .filter(|(_, worth)| Some(*worth) == best)
        .map(|(best, _)| *best)
        .collect()
}
