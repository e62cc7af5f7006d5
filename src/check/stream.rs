//! Streams of choices: from a seed, and from a record.

use crate::referee::Stream;

/// SplitMix64: a seed means the same numbers for ever and in every language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next number of 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A generator of its own for the `index`th game of a run.
    #[must_use]
    pub fn nth(self, index: u64) -> SplitMix64 {
        let mut mixed = SplitMix64(self.0 ^ index.wrapping_mul(0xd134_2543_de82_ef95));
        SplitMix64(mixed.next_u64())
    }
}

/// One choice that was drawn: which option of how many.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pick {
    /// The option, from 0.
    pub option: usize,
    /// How many there were; 0 is kept as it is, with option 0.
    pub count: usize,
}

impl Pick {
    /// The smallest number that a stream scales onto this option.
    pub fn number(self) -> u32 {
        let count = self.count.max(1) as u64;
        (((self.option as u64) << 32).div_ceil(count)).min(u64::from(u32::MAX)) as u32
    }
}

/// Choices from a seed, kept as they are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeded {
    generator: SplitMix64,
    picks: Vec<Pick>,
}

impl Seeded {
    /// A stream from the generator's state.
    pub fn new(generator: SplitMix64) -> Seeded {
        Seeded { generator, picks: Vec::new() }
    }
}

impl Stream for Seeded {
    fn next(&mut self) -> u32 {
        (self.generator.next_u64() >> 32) as u32
    }

    fn note(&mut self, option: usize, count: usize) {
        self.picks.push(Pick { option, count });
    }
}

/// Recorded choices; after the last come zeros, the first option of everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    numbers: Vec<u32>,
    at: usize,
    picks: Vec<Pick>,
}

impl Recorded {
    /// A stream of these numbers.
    pub fn new(numbers: Vec<u32>) -> Recorded {
        Recorded { numbers, at: 0, picks: Vec::new() }
    }
}

impl Stream for Recorded {
    fn next(&mut self) -> u32 {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number
    }

    fn note(&mut self, option: usize, count: usize) {
        self.picks.push(Pick { option, count });
    }

    fn is_record(&self) -> bool {
        true
    }
}

/// A stream that knows what was drawn from it.
pub trait Tape: Stream {
    /// The choices drawn so far.
    fn picks(&self) -> &[Pick];

    /// The shortest record that gives the same choices: smallest numbers, and no zeros at the end.
    fn record(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.picks().iter().map(|pick| pick.number()).collect();
        let kept = numbers.iter().rposition(|&number| number > 0).map_or(0, |at| at + 1);
        numbers.truncate(kept);
        numbers
    }
}

impl Tape for Seeded {
    fn picks(&self) -> &[Pick] {
        &self.picks
    }
}

impl Tape for Recorded {
    fn picks(&self) -> &[Pick] {
        &self.picks
    }
}
