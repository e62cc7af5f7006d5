// A Tetris solution: it keeps what is left of the bag and everything that the hold slot may contain.
use std::collections::BTreeSet;

fn possible(sequence: &str) -> bool {
    let bag: BTreeSet<char> = "ZLOSIJT".chars().collect();
    // A held piece came of this bag or of an older one; in the first case it counts as left.
    let (mut left, mut held, mut older) = (bag.clone(), bag.clone(), false);
    for piece in sequence.chars() {
        if held.contains(&piece) {
            if !older {
                left.remove(&piece);
            }
            (held, older) = (left.clone(), false);
        } else if !left.remove(&piece) {
            return false;
        }
        if !older && left.len() == 1 {
            (held, left, older) = (left, bag.clone(), true);
        }
    }
    true
}

fn main() {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input");
    for sequence in input.split_whitespace().skip(2).step_by(2) {
        println!("{}", if possible(sequence) { "YES" } else { "NO" });
    }
}
