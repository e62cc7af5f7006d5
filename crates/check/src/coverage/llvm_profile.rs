//! The counters of Rust built with `-C instrument-coverage`, and of clang's `-fprofile-instr-generate`: raw profiles.
//!
//! A head of eight-byte numbers says how much there is of each part. The counters follow a table of functions, whose names and
//! places are not needed to see what is new.

use super::ran::Ran;

/// The first number of a file of a machine of 64 bits, as it writes it.
const MAGIC: u64 = u64::from_be_bytes([0xff, b'l', b'p', b'r', b'o', b'f', b'r', 0x81]);

/// Adds the counters of a file; `name` tells it from others.
pub(super) fn read(name: &str, bytes: &[u8], ran: &mut Ran) {
    let number = |at: usize| {
        let bytes = bytes.get(8 * at..8 * at + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    let parts = || {
        (number(0)? == MAGIC).then_some(())?;
        // The highest byte has flags.
        let (head, function) = match number(1)? & (u64::MAX >> 8) {
            8 => (88, 48),
            9 => (112, 64),
            10 => (128, 64),
            _ => return None,
        };
        let (ids, functions, padding, counters) = (number(2)?, number(3)?, number(4)?, number(5)?);
        let begin = functions.checked_mul(function)?.checked_add(head)?;
        let begin = usize::try_from(begin.checked_add(ids)?.checked_add(padding)?).ok()?;
        let end = begin.checked_add(usize::try_from(counters.checked_mul(8)?).ok()?)?;
        bytes.get(begin..end)
    };
    let counts = parts().unwrap_or_default().chunks_exact(8);
    let counts = counts.map(|count| {
        count
            .iter()
            .rev()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    });
    ran.counts(name, &counts.collect::<Vec<_>>());
}
