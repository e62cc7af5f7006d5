//! Kattis' `.interaction` files: `<` and what the program read, `>` and what it wrote, a line each.

use super::{Entry, Transcript, escape};
use crate::game::Seat;

/// The lines as a transcript of seat 0, each at its own number. The error names the line that is none.
pub fn read(bytes: &[u8]) -> Result<Vec<u8>, (usize, &'static str)> {
    let mut transcript = Vec::with_capacity(2 * bytes.len());
    for (at, line) in bytes
        .strip_suffix(b"\n")
        .unwrap_or(bytes)
        .split(|&byte| byte == b'\n')
        .enumerate()
    {
        match line.split_first() {
            Some((b'<', text)) => {
                transcript.extend(b"0< ");
                transcript.extend(text);
            }
            Some((b'>', text)) => {
                let length = text
                    .iter()
                    .rposition(|&byte| byte != b'\r')
                    .map_or(0, |last| last + 1);
                let answer = escape(&text[..length]);
                transcript.extend(b"0> ");
                transcript.extend(answer.as_bytes());
            }
            None => {}
            Some(_) if line == b"---" => {
                return Err((
                    at + 1,
                    "another pass begins here; check each pass as a file of its own",
                ));
            }
            Some(_) => return Err((at + 1, "expected `<` or `>` and a line of the interaction")),
        }
        transcript.push(b'\n');
    }
    Ok(transcript)
}

/// The lines of a transcript of one seat; events, times and the header have no place in such a file. `None` where the
/// transcript has other seats.
pub fn write(transcript: &[u8]) -> Option<Vec<u8>> {
    let mut interaction = Vec::new();
    for line in Transcript::parse(transcript).ok()?.body() {
        let (mark, text) = match line.entry() {
            Ok(Entry::Told(Seat(0), text)) => (b'<', text.into()),
            Ok(Entry::Said(Seat(0), text, _)) => (b'>', super::unescape(text)),
            Ok(Entry::Event(Seat(0), _) | Entry::Gap) | Err(_) => continue,
            Ok(_) => return None,
        };
        interaction.push(mark);
        interaction.extend_from_slice(&text);
        interaction.push(b'\n');
    }
    Some(interaction)
}
