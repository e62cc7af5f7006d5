//! Gomoku as Piskvork keeps it, `.psq`: a line of the board, then `x,y,milliseconds` a move.

use crate::formats::text::{lines, placed};
use crate::formats::{Format, Opened, ReadError, Record, RecordSource, Says};
use crate::game::Seat;
use crate::params::Ms;
use crate::transcript::MOST;

/// `psq`.
pub(super) const PSQ: Format = Format { name: "psq", is_one, read, write: None };

fn is_one(bytes: &[u8]) -> bool {
    crate::formats::trimmed(bytes).starts_with(b"Piskvork")
}

/// Reads such a file. By Piskvork's convention x is the column.
fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let text = source.text()?;
    let mut record = Record::new(PSQ, source.game()?);
    let mut lines = lines(text).peekable();
    let (at, first) = lines.next().unwrap_or_default();
    let head = || ReadError::new(at.clone(), "expected the board, as in `Piskvorky 15x15, 11:11, 0`");
    let size = first.split([' ', ',']).find(|word| word.contains('x')).ok_or_else(head)?;
    let (cols, rows) = size.split_once('x').ok_or_else(head)?;
    let side = |word: &str| word.parse::<u8>().ok().filter(|side| (1..=19).contains(side)).ok_or_else(head);
    let (cols, rows) = (side(cols)?, side(rows)?);
    record.set("board", format!("{rows}x{cols}"));
    // Piskvork's clocks are not those of this contest.
    record.set("bank", 86_400_000);
    record
        .notes
        .push("x is taken as the column; a file of a writer that means the row shows the same game mirrored".into());
    record.notes.push("the moves are held against no time limit: the file tells none".into());
    while let Some((at, line)) =
        lines.next_if(|(_, line)| line.split(',').count() == 3 && line.as_bytes()[0].is_ascii_digit())
    {
        let parts = placed(line, at.start, line.split(','));
        let number = |index: usize, wanted: &str| {
            let (at, word) = &parts[index];
            let number = word.trim().parse::<u64>().ok().filter(|number| *number <= MOST);
            number.ok_or_else(|| ReadError::new(at.clone(), format!("expected {wanted}")))
        };
        let (x, y) = (number(0, "the column, from 1")?, number(1, "the row, from 1")?);
        let took = Ms(number(2, "milliseconds")?);
        let seat = Seat(record.steps.len() as u8 % 2);
        let words = vec![at.start..at.start, parts[1].0.clone(), parts[0].0.clone()];
        record.said(seat, format!("MOVE {y} {x}"), Some(took), at, words);
    }
    let rest: Vec<_> = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
    let end = rest.iter().position(|(_, line)| line.trim() == "-1");
    let names = &rest[..end.unwrap_or(rest.len())];
    record.names = names.iter().map(|(_, line)| line.trim().to_string()).collect();
    let stray = names.iter().find(|(_, line)| line.contains(',')).or_else(|| names.get(2));
    if let Some((at, line)) = stray {
        let why = format!("expected a move, `x,y,milliseconds`, the name of a program or -1, not `{line}`");
        return Err(ReadError::new(at.clone(), why));
    }
    if let Some((at, line)) = end.and_then(|end| rest.get(end + 1)) {
        let winner = match line.split(',').next().unwrap_or_default().trim() {
            "1" => Some(Seat(0)),
            "2" => Some(Seat(1)),
            "0" => None,
            _ => {
                let why = "expected the number of the winner, 1 or 2 (0: nobody), and the rule";
                return Err(ReadError::new(at.clone(), why));
            }
        };
        if line.contains("Freestyle") || !line.contains(',') {
            record.claim(Says::Winner(winner), at.clone());
        } else {
            let at = at.start + line.find(',').unwrap_or(0) + 1..at.end;
            let why = "a record of another game: this Gomoku is Freestyle, where an overline wins, too";
            return Err(ReadError::new(at, why));
        }
    }
    Ok(record.into())
}
