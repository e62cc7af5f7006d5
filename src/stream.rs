//! Streams of choices: from a seed, and from a record.

use crate::referee::Stream;

/// SplitMix64: a seed gives the same numbers in every version and in every language.
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

/// Choices of a source, kept as they are drawn.
#[derive(Clone, Debug)]
pub struct Taped<S> {
    source: S,
    /// For each choice the smallest number that a stream scales onto its option; 0 for the first option.
    numbers: Vec<u32>,
}

/// Choices from a seed.
pub type Seeded = Taped<SplitMix64>;

/// Recorded choices; after the last come zeros, the first option of everything.
pub type Recorded = Taped<Numbers>;

/// The numbers of a record that are not read yet.
#[derive(Clone, Debug)]
pub struct Numbers(std::vec::IntoIter<u32>);

impl Seeded {
    /// A stream from the generator's state.
    pub fn new(generator: SplitMix64) -> Seeded {
        Taped::of(generator)
    }
}

impl Recorded {
    /// A stream of these numbers.
    pub fn new(numbers: Vec<u32>) -> Recorded {
        Taped::of(Numbers(numbers.into_iter()))
    }
}

impl Stream for SplitMix64 {
    fn next(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }
}

impl Stream for Numbers {
    fn next(&mut self) -> u32 {
        self.0.next().unwrap_or(0)
    }

    fn is_record(&self) -> bool {
        true
    }
}

impl<S: Stream> Stream for Taped<S> {
    fn next(&mut self) -> u32 {
        self.source.next()
    }

    fn note(&mut self, option: usize, count: usize) {
        let number = ((option as u64) << 32).div_ceil(count.max(1) as u64);
        self.numbers.push(number.min(u64::from(u32::MAX)) as u32);
        self.source.note(option, count);
    }

    fn is_record(&self) -> bool {
        self.source.is_record()
    }
}

impl<S: Stream> Taped<S> {
    /// A record of what is picked from this source. The source hears of each pick, too.
    pub fn of(source: S) -> Taped<S> {
        Taped {
            source,
            numbers: Vec::new(),
        }
    }

    /// The shortest record that gives the same choices: smallest numbers, and no zeros at the end.
    pub fn record(&self) -> Vec<u32> {
        let kept = self
            .numbers
            .iter()
            .rposition(|&number| number > 0)
            .map_or(0, |at| at + 1);
        self.numbers[..kept].to_vec()
    }
}
