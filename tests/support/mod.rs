#![allow(dead_code, unused_macros)]
//! What the test binaries share. Each of them uses a part of it.

pub(crate) mod deciders;
pub(crate) mod depth;
pub(crate) mod files;
pub(crate) mod perft;
pub(crate) mod played;
pub(crate) mod portable;
pub(crate) mod scripts;
pub(crate) mod trials;
pub(crate) mod wrong_tetris;

/// The tests of a file, each named after its module; those behind `deep:` run only where the tests go deep.
///
/// A test that is not listed is dead code, which the lints refuse.
macro_rules! tests {
    ($($name:ident),* $(,)? $(; deep: $($deep:ident),+ $(,)?)?) => {
        pub(crate) fn tests() -> Vec<libtest_mimic::Trial> {
            vec![
                $($crate::support::trials::trial(module_path!(), stringify!($name), $name),)*
                $($($crate::support::trials::deep(module_path!(), stringify!($deep), $deep),)+)?
            ]
        }
    };
}
