//! The names of the players in a log that this program made of a record.

use crate::game::MAX_SEATS;

/// The names of the players in the note of a log that this program made of a record: `0=birch 1=alder`.
pub fn names(bytes: &[u8]) -> Vec<String> {
    let Some(note) = note(bytes) else {
        return Vec::new();
    };
    // What else the note says.
    let note = note
        .split(" where a time is not told")
        .next()
        .unwrap_or_default();
    let starts: Vec<usize> = (0..MAX_SEATS)
        .map_while(|seat| {
            let mark = format!("{seat}=");
            if seat == 0 {
                note.starts_with(&mark).then_some(0)
            } else {
                note.find(&format!(" {mark}")).map(|at| at + 1)
            }
        })
        .collect();
    let ends = starts
        .iter()
        .skip(1)
        .map(|start| start - 1)
        .chain([note.len()]);
    let name =
        |(&start, end): (&usize, usize)| note.get(start + 2..end).unwrap_or_default().to_string();
    starts.iter().zip(ends).map(name).collect()
}

/// The note in the header of a log.
pub(crate) fn note(bytes: &[u8]) -> Option<String> {
    let mut lines = bytes
        .split(|&byte| byte == b'\n')
        .take_while(|line| !line.is_empty());
    let note = lines.find_map(|line| line.strip_prefix(b"note: "))?;
    Some(String::from_utf8_lossy(note).into_owned())
}
