//! Changed games: those of an earlier game's choices that lead to a point stay, and a few around it are made otherwise.

use super::tape::Choice;
use stickler::referee::Stream;
use stickler::stream::SplitMix64;

/// Choices before a point that a change may begin with, and the most that it makes otherwise.
const AROUND: usize = 16;
const STRETCH: usize = 8;

/// The choices of a game after a change. `at`: so many of them led to a point. `other`: the choices of another game.
pub(super) fn changed(
    choices: &[u32],
    at: usize,
    other: &[u32],
    dice: &mut SplitMix64,
) -> Vec<Choice> {
    let mut tape = recorded(choices);
    let at = at.min(tape.len());
    match dice.pick(8) {
        0 | 1 => tape.truncate(before(at, STRETCH, dice)),
        2..=4 => {
            let from = before(at, AROUND, dice);
            drawn_anew(&mut tape, from, dice);
        }
        5 => {
            let last = tape.len().min(at + 2);
            let at = before(last, AROUND, dice);
            if let Some(choice) = tape.get_mut(at) {
                *choice = Some([0, u32::MAX, dice.next()][dice.pick(3)]);
            }
        }
        6 => {
            let from = dice.pick(tape.len() + 1);
            drawn_anew(&mut tape, from, dice);
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

/// A place at most so far before this one.
fn before(at: usize, far: usize, dice: &mut SplitMix64) -> usize {
    at - dice.pick(at.min(far) + 1)
}

/// Makes holes of a few choices from here on.
fn drawn_anew(tape: &mut [Choice], from: usize, dice: &mut SplitMix64) {
    let to = from + 1 + dice.pick(STRETCH);
    let to = to.min(tape.len());
    tape[from..to].fill(None);
}

/// Leaves a stretch out, repeats one, or goes on as another game does.
fn elsewhere(tape: &mut Vec<Choice>, other: &[u32], dice: &mut SplitMix64) {
    let from = dice.pick(tape.len() + 1);
    let to = (from + 1 + dice.pick(STRETCH)).min(tape.len());
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
