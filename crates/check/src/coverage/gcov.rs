//! The counters of C and C++ that was built with `--coverage`, by gcc or clang: files `.gcda`.
//!
//! A file is a row of numbers of four bytes: a head, then records of a tag, a length and their content. The counts of the arcs of
//! a function follow its number. The places of the arcs stand in another file, which is not needed to see what is new.

use super::ran::Ran;

/// The first word of a file.
const MAGIC: u32 = u32::from_be_bytes(*b"gcda");
/// Tags of records.
const FUNCTION: u32 = 0x0100_0000;
const ARCS: u32 = 0x01a1_0000;
/// From this version of gcc on lengths are in bytes, and the head has a word more.
const IN_BYTES: u32 = 12;

/// Adds the counters of a file; `name` tells it from others.
pub(super) fn read(name: &str, bytes: &[u8], ran: &mut Ran) {
    let words: Vec<u32> = bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect();
    let [MAGIC, version, ..] = words[..] else {
        return;
    };
    let is_in_bytes = major(version) >= IN_BYTES;
    let mut left = words
        .get(if is_in_bytes { 4 } else { 3 }..)
        .unwrap_or_default();
    let mut function = 0;
    while let [tag, length, rest @ ..] = left {
        // A negative length stands for counters that are all zero, and not there.
        let length = (*length as i32).max(0) as usize;
        let length = if is_in_bytes { length / 4 } else { length };
        let (content, after) = rest.split_at(length.min(rest.len()));
        match *tag {
            FUNCTION => function = content.first().copied().unwrap_or(0),
            ARCS => {
                let counts = content.chunks_exact(2);
                let counts = counts.map(|count| u64::from(count[0]) | u64::from(count[1]) << 32);
                ran.counts((name, function), &counts.collect::<Vec<_>>());
            }
            _ => {}
        }
        left = after;
    }
}

/// The major version in a word such as `B22*` or `408*`: a letter is ten of them.
fn major(version: u32) -> u32 {
    let [tens, ones, ..] = version.to_be_bytes().map(u32::from);
    match tens {
        65..=90 => (tens - 65) * 10 + ones.saturating_sub(48),
        _ => tens.saturating_sub(48),
    }
}
