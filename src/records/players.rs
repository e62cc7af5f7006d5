//! The names of the players in a log that this program made of a record.

use crate::game::MAX_SEATS;

/// What the note of such a log may say besides.
const ALSO: &str = " where a time is not told";
/// Letters of a name that pages show.
const NAME: usize = 40;

/// The names of the players in the note of a log that this program made of a record: `0=birch 1=alder`.
pub fn names(bytes: &[u8]) -> Vec<String> {
    let Some(note) = note(bytes) else {
        return Vec::new();
    };
    let note = note.split(ALSO).next().unwrap_or_default();
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

/// The note in the header of a log without the names of its players.
pub(crate) fn note_without_names(bytes: &[u8]) -> Option<String> {
    let note = note(bytes)?;
    match note.find(ALSO) {
        Some(at) => Some(note[at + 1..].to_string()),
        None => names(bytes).is_empty().then_some(note),
    }
}

/// A text that calls the seats by these names; a seat without a name stays as it is.
pub(crate) fn called(text: &str, names: &[String]) -> String {
    let named = (0..).zip(names).filter(|(_, name)| !name.is_empty());
    named.fold(text.to_string(), |text, (seat, name): (u8, &String)| {
        let short = match name.char_indices().nth(NAME) {
            Some((end, _)) => &format!("{}…", &name[..end]),
            None => name,
        };
        text.replace(&format!("seat {seat}"), short)
    })
}
