//! Tetris a second time, as plainly as the page `tetris.md` puts it: every game is tried. Nothing here is meant to be fast.

/// Parameters of the game that the model obeys.
#[derive(Clone)]
pub struct Naive {
    /// The letters of a bag.
    pub alphabet: Vec<char>,
    /// Whether there is a hold slot.
    pub hold: bool,
    /// Whether the queue may begin inside a bag.
    pub mid_bag: bool,
}

impl Naive {
    /// The first letters of the ABC, a hold slot, a start with a bag.
    pub fn of(kinds: usize) -> Naive {
        Naive {
            alphabet: ('A'..='Z').take(kinds).collect(),
            hold: true,
            mid_bag: false,
        }
    }

    /// Whether some queue and some holds make a game that places this sequence.
    pub fn possible(&self, sequence: &str) -> bool {
        let sequence: Vec<char> = sequence.chars().collect();
        let mut bags = vec![self.alphabet.clone()];
        if self.mid_bag {
            bags = subsets(&self.alphabet);
            bags.retain(|bag| !bag.is_empty());
        }
        bags.into_iter()
            .any(|bag| self.goes_on(&sequence, bag, None))
    }

    /// Whether a game can place the rest, with these letters left of the bag and this one held.
    fn goes_on(&self, rest: &[char], bag: Vec<char>, held: Option<char>) -> bool {
        if rest.is_empty() {
            return true;
        }
        let bag = if bag.is_empty() {
            self.alphabet.clone()
        } else {
            bag
        };
        for (at, &received) in bag.iter().enumerate() {
            let mut left = bag.clone();
            left.remove(at);
            if received == rest[0] && self.goes_on(&rest[1..], left.clone(), held) {
                return true;
            }
            let holds = self.hold
                && match held {
                    None => self.goes_on(rest, left, Some(received)),
                    Some(placed) => {
                        placed == rest[0] && self.goes_on(&rest[1..], left, Some(received))
                    }
                };
            if holds {
                return true;
            }
        }
        false
    }

    /// The first index at which no game remains.
    pub fn first_impossible(&self, sequence: &str) -> Option<usize> {
        (0..sequence.len()).find(|&at| !self.possible(&sequence[..=at]))
    }
}

fn subsets(letters: &[char]) -> Vec<Vec<char>> {
    let Some((first, rest)) = letters.split_first() else {
        return vec![Vec::new()];
    };
    let without = subsets(rest);
    let with = without
        .iter()
        .map(|subset| [&[*first], &subset[..]].concat());
    with.chain(without.clone()).collect()
}

pub(crate) mod tests {
    #[test]
    fn the_sample() {
        let naive = super::Naive {
            alphabet: "ZLOSIJT".chars().collect(),
            ..super::Naive::of(7)
        };
        assert!(naive.possible("LIT"));
        assert!(naive.possible("JOTLIZZJSOTLSO"));
        assert!(!naive.possible("LOL"));
        assert_eq!(naive.first_impossible("LOL"), Some(2));
    }

    #[test]
    fn no_hold_and_a_start_inside_a_bag() {
        let naive = super::Naive {
            alphabet: "ZLOSIJT".chars().collect(),
            hold: false,
            mid_bag: true,
        };
        assert!(naive.possible("JJTO"));
        assert!(!naive.possible("JJTT"));
    }

    #[test]
    fn subsets_are_all_there() {
        assert_eq!(super::subsets(&['A', 'B', 'C']).len(), 8);
    }
}
