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

/// Choices from a seed, kept as they are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeded {
    generator: SplitMix64,
    taken: Vec<u32>,
}

impl Seeded {
    /// A stream from the generator's state.
    pub fn new(generator: SplitMix64) -> Seeded {
        Seeded { generator, taken: Vec::new() }
    }

    /// The numbers drawn so far.
    pub fn taken(&self) -> &[u32] {
        &self.taken
    }
}

impl Stream for Seeded {
    fn next(&mut self) -> u32 {
        let number = (self.generator.next_u64() >> 32) as u32;
        self.taken.push(number);
        number
    }
}

/// Recorded choices; after the last come zeros, the first option of everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    numbers: Vec<u32>,
    at: usize,
}

impl Recorded {
    /// A stream of these numbers.
    pub fn new(numbers: Vec<u32>) -> Recorded {
        Recorded { numbers, at: 0 }
    }
}

impl Stream for Recorded {
    fn next(&mut self) -> u32 {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_gives_the_published_numbers() {
        let mut generator = SplitMix64(1_234_567);
        let numbers: [u64; 5] = std::array::from_fn(|_| generator.next_u64());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(numbers, published);
    }

    #[test]
    fn a_record_replays_the_seed_and_then_picks_the_first() {
        let mut seeded = Seeded::new(SplitMix64(7));
        let picks: Vec<usize> = (1..50).map(|count| seeded.pick(count)).collect();
        assert!(picks.iter().zip(1..50).all(|(&pick, count)| pick < count));
        let mut recorded = Recorded::new(seeded.taken().to_vec());
        assert_eq!((1..50).map(|count| recorded.pick(count)).collect::<Vec<_>>(), picks);
        assert_eq!(recorded.pick(225), 0);
    }
}
