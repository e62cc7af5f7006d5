//! Changed games: those of an earlier game's choices that lead to a point stay, and a few around it are made otherwise.

use super::tape::Choice;
use stickler::referee::Stream;
use stickler::stream::SplitMix64;

/// The choices of a game after a change. `at`: so many of them led to a point, so the last of them did so, or one of the few before
/// it. `other`: the choices of another game.
pub(super) fn changed(
    choices: &[u32],
    at: usize,
    other: &[u32],
    dice: &mut SplitMix64,
) -> Vec<Choice> {
    let mut tape = recorded(choices);
    let at = at.min(tape.len());
    match dice.pick(8) {
        // It leads to the point again, and goes on otherwise.
        0..=3 => tape.truncate(at + dice.pick(3)),
        4..=6 => {
            let from = around(at, dice);
            made_otherwise(&mut tape, from, dice);
        }
        _ => elsewhere(&mut tape, other, dice),
    }
    tape
}

/// The first choices of a game. After them all are drawn.
pub(super) fn begun(choices: &[u32], length: usize) -> Vec<Choice> {
    recorded(&choices[..length.min(choices.len())])
}

fn recorded(choices: &[u32]) -> Vec<Choice> {
    choices.iter().copied().map(Some).collect()
}

/// A place around this one, mostly near: what is missing may be another one of the choices that led to the point.
fn around(at: usize, dice: &mut SplitMix64) -> usize {
    let far = [3, 3, 3, 16][dice.pick(4)];
    (at + dice.pick(2 * far)).saturating_sub(far)
}

/// How many choices are made otherwise, mostly one.
fn stretch(dice: &mut SplitMix64) -> usize {
    let most = [1, 1, 1, 8][dice.pick(4)];
    1 + dice.pick(most)
}

/// Makes a few choices from here on otherwise: by dice, at an end of what is allowed, or as whoever has the choice likes.
fn made_otherwise(tape: &mut [Choice], from: usize, dice: &mut SplitMix64) {
    let to = from + stretch(dice);
    let to = to.min(tape.len());
    for choice in tape.get_mut(from..to).into_iter().flatten() {
        *choice = match dice.pick(8) {
            0 => Some(0),
            1 => Some(u32::MAX),
            2..=4 => Some(dice.next()),
            _ => None,
        };
    }
}

/// Leaves a stretch out, repeats one, or goes on as another game does.
fn elsewhere(tape: &mut Vec<Choice>, other: &[u32], dice: &mut SplitMix64) {
    let from = dice.pick(tape.len() + 1);
    let to = (from + stretch(dice)).min(tape.len());
    match dice.pick(3) {
        0 => drop(tape.drain(from..to)),
        1 => {
            let again = tape[from..to].to_vec();
            drop(tape.splice(to..to, again));
        }
        _ => {
            tape.truncate(from);
            tape.extend(other.iter().skip(from).copied().map(Some));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the games and the place, and with the same dice the same.
    #[test]
    fn any_game_can_be_changed_anywhere() {
        for (seed, length, at) in [
            (1, 0, 0),
            (2, 1, 0),
            (3, 1, 9),
            (4, 40, 0),
            (5, 40, 20),
            (6, 40, 40),
        ] {
            let choices: Vec<u32> = (1..=length).collect();
            let tapes = || {
                let mut dice = SplitMix64(seed);
                let tapes = (0..200).map(|_| changed(&choices, at, &[7; 50], &mut dice));
                tapes.collect::<Vec<_>>()
            };
            assert_eq!(tapes(), tapes());
            if length == 40 && at == 20 {
                let leads = recorded(&choices[..15]);
                let tapes = tapes();
                let kept = tapes.iter().filter(|tape| tape.starts_with(&leads)).count();
                assert!(
                    (150..200).contains(&kept),
                    "{kept} of 200 keep what leads there"
                );
            }
        }
        assert_eq!(begun(&[1, 2, 3], 2), [Some(1), Some(2)]);
        assert_eq!(begun(&[1, 2, 3], 9).len(), 3);
    }
}
