//! Tables of a game that take long to make: they are made before any clock starts.
//!
//! A game says what each part of its table is made of, in [`Game::prepare`](crate::games::Game::prepare). This crate makes the parts
//! one after the other and keeps nothing. A program that has threads and a folder says so once, with [`set`].

use std::sync::OnceLock;

/// The words of a table, in parts of the same length.
pub type Parts = Vec<Vec<u64>>;

/// A way to make tables, and perhaps to keep them for the next time.
pub trait Precompute: Sync {
    /// Makes `count` parts that do not depend on each other; they come in order.
    fn make(&self, count: usize, part: &(dyn Fn(usize) -> Vec<u64> + Sync)) -> Parts {
        (0..count).map(part).collect()
    }

    /// The table that was kept under this name: `count` parts of `length` words. `None` where there is none that is whole.
    fn recall(&self, _name: &str, _count: usize, _length: usize) -> Option<Parts> {
        None
    }

    /// Keeps a table under a name. Where that is not possible the work goes on without.
    fn keep(&self, _name: &str, _parts: &[Vec<u64>]) {}

    /// Is told how many parts of the work are made.
    fn progress(&self, _made: usize, _of: usize) {}
}

/// One thread, which keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct OneThread;

impl Precompute for OneThread {}

static WAY: OnceLock<&'static dyn Precompute> = OnceLock::new();

/// Says how this process makes tables from now on. The first call decides; it returns false for a later one.
pub fn set(way: &'static dyn Precompute) -> bool {
    WAY.set(way).is_ok()
}

/// The way in which this process makes tables.
pub fn way() -> &'static dyn Precompute {
    WAY.get().copied().unwrap_or(&OneThread)
}
