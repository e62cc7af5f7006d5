//! Where a game gets long work done before any clock starts: tables of words, made in parts and perhaps kept for the next time.
//!
//! A game says what each part is made of. The workshop decides how many threads make them, and where they are kept.

/// The words of a table, in parts of the same length.
pub type Parts = Vec<Vec<u64>>;

/// Who does the work.
pub trait Workshop {
    /// Makes `count` parts that do not depend on each other; they come in order.
    fn make(&self, count: usize, part: &(dyn Fn(usize) -> Vec<u64> + Sync)) -> Parts;

    /// The table that was kept under this name: `count` parts of `length` words. `None` where there is none that is whole.
    fn recall(&self, _name: &str, _count: usize, _length: usize) -> Option<Parts> {
        None
    }

    /// Keeps a table under a name. Where that is not possible the work goes on without.
    fn keep(&self, _name: &str, _parts: &[Vec<u64>]) {}

    /// Is told how many parts of the work are made.
    fn progress(&self, _made: usize, _of: usize) {}
}

/// Makes the parts one after the other, and keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Workshop for Alone {
    fn make(&self, count: usize, part: &(dyn Fn(usize) -> Vec<u64> + Sync)) -> Parts {
        (0..count).map(part).collect()
    }
}
