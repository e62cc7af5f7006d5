//! Which change of the rules is on.

use std::cell::Cell;

thread_local! {
    static NOW: Cell<(u32, u64)> = const { Cell::new((0, 0)) };
}

/// So often the rules may ask in a match. A changed loop may have no end.
const MOST: u64 = 300_000_000;

/// The number of the change that is on; 0: none.
#[inline]
pub fn now() -> u32 {
    NOW.with(|now| {
        let (number, asked) = now.get();
        if number != 0 {
            assert!(asked < MOST, "it does not end");
            now.set((number, asked + 1));
        }
        number
    })
}

/// Sets the change that is on.
pub fn set(number: u32) {
    NOW.with(|now| now.set((number, now.get().1)));
}

/// A new match begins.
pub fn start() {
    NOW.with(|now| now.set((0, 0)));
}
