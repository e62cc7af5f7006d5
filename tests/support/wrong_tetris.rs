//! Programs that decide Tetris wrongly in well-known ways. Some tests use only some of them.
#![allow(dead_code, unreachable_pub)]

/// A wrong program.
pub struct Mutant {
    /// The mistake in it.
    pub name: &'static str,
    /// Whether it takes a sequence of pieces for possible, in an alphabet of this size.
    pub wrong: fn(usize, &[usize]) -> bool,
    /// A sequence of the letters from A to G that it gets wrong.
    pub shown: &'static str,
}

/// Those that seven letters tell apart from a right one.
pub const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "no_holds",
        wrong: no_holds,
        shown: "ABCDEFA",
    },
    Mutant {
        name: "no_overwriting",
        wrong: no_overwriting,
        shown: "ABCDEFAGG",
    },
    Mutant {
        name: "the_bag_emptied",
        wrong: bag_emptied,
        shown: "ABCDEFAA",
    },
    Mutant {
        name: "the_slot_kept",
        wrong: slot_kept,
        shown: "ABCDEFAGGG",
    },
    Mutant {
        name: "the_slot_never_known_again",
        wrong: never_known,
        shown: "ABCDEFABCDEGGA",
    },
];

/// No holds at all.
fn no_holds(kinds: usize, sequence: &[usize]) -> bool {
    sequence
        .chunks(kinds)
        .all(|bag| (0..kinds).all(|piece| bag.iter().filter(|&&other| other == piece).count() <= 1))
}

/// One piece can be held, and then never be overwritten: it stays in the slot for good.
fn no_overwriting(kinds: usize, sequence: &[usize]) -> bool {
    fn goes_on(kinds: usize, rest: &[usize], used: u32, full: bool) -> bool {
        let Some((&next, after)) = rest.split_first() else {
            return true;
        };
        let used = if used + 1 == 1 << kinds { 0 } else { used };
        let left = |piece: &usize| used >> piece & 1 == 0;
        let placed = left(&next) && goes_on(kinds, after, used | 1 << next, full);
        placed
            || !full
                && (0..kinds)
                    .filter(left)
                    .any(|piece| goes_on(kinds, rest, used | 1 << piece, true))
    }
    goes_on(kinds, sequence, 0, false)
}

/// How the greedy can be changed.
#[derive(Clone, Copy, Default)]
struct Slip {
    bag_emptied: bool,
    slot_kept: bool,
    never_known: bool,
}

fn greedy(kinds: usize, sequence: &[usize], slip: Slip) -> bool {
    let all = (1u32 << kinds) - 1;
    let (mut used, mut slot, mut lost) = (0u32, None, false);
    for &piece in sequence {
        if used >> piece & 1 == 0 {
            used |= 1 << piece;
        } else if slot == Some(piece) {
            slot = slot.filter(|_| slip.slot_kept);
            lost = slip.never_known;
        } else if slot.is_none() && !lost && (all & !used).is_power_of_two() {
            slot = Some((all & !used).trailing_zeros() as usize);
            used = if slip.bag_emptied { 0 } else { 1 << piece };
        } else {
            return false;
        }
        used = if used == all { 0 } else { used };
    }
    true
}

/// The table over subsets of a program that knows three moves from an empty slot: place, hold and place, hold and swap.
/// Where the second makes a bag whole it is written to the row that is read, not to the next.
pub fn same_row(kinds: usize, sequence: &[usize]) -> bool {
    let all = (1usize << kinds) - 1;
    let left = |used: usize| (0..kinds).filter(move |next| used >> next & 1 == 0);
    let with = |used: usize, next: usize| {
        if used | 1 << next == all {
            0
        } else {
            used | 1 << next
        }
    };
    let mut rows = vec![vec![vec![false; kinds + 1]; all]; sequence.len() + 1];
    rows[0][0][kinds] = true;
    for (at, &piece) in sequence.iter().enumerate() {
        for used in 0..all {
            for slot in (0..=kinds).rev() {
                if !rows[at][used][slot] {
                    continue;
                }
                if used >> piece & 1 == 0 {
                    rows[at + 1][with(used, piece)][slot] = true;
                }
                for next in left(used).filter(|_| slot == piece) {
                    rows[at + 1][with(used, next)][next] = true;
                }
                for held in left(used).filter(|_| slot == kinds) {
                    let used = with(used, held);
                    for next in left(used).filter(|&next| next == piece || held == piece) {
                        let used = with(used, next);
                        let row = if used == 0 && held != piece {
                            at
                        } else {
                            at + 1
                        };
                        if next == piece {
                            rows[row][used][held] = true;
                        }
                        if held == piece {
                            rows[at + 1][used][next] = true;
                        }
                    }
                }
            }
        }
    }
    rows[sequence.len()]
        .iter()
        .flatten()
        .any(|&possible| possible)
}

/// The bag is taken for whole when an unknown slot becomes known.
fn bag_emptied(kinds: usize, sequence: &[usize]) -> bool {
    greedy(
        kinds,
        sequence,
        Slip {
            bag_emptied: true,
            ..Slip::default()
        },
    )
}

/// A piece that was swapped away is still in the slot.
fn slot_kept(kinds: usize, sequence: &[usize]) -> bool {
    greedy(
        kinds,
        sequence,
        Slip {
            slot_kept: true,
            ..Slip::default()
        },
    )
}

/// The piece in the slot after a swap is never known.
fn never_known(kinds: usize, sequence: &[usize]) -> bool {
    greedy(
        kinds,
        sequence,
        Slip {
            never_known: true,
            ..Slip::default()
        },
    )
}
