//! Gomoku as Piskvork keeps it, `.psq`: a line of the board, then `x,y,milliseconds` a move.

use super::side;
use crate::formats::text::{Word, lines, placed, words};
use crate::formats::{Format, Opened, ReadError, Record, RecordSource, Says};
use crate::game::Seat;
use crate::params::Ms;
use crate::transcript::{MOST, Reason};

/// `psq`.
pub(super) const PSQ: Format = Format {
    name: "psq",
    is_one,
    read,
    write: None,
};

fn is_one(bytes: &[u8]) -> bool {
    crate::formats::trimmed(bytes).starts_with(b"Piskvork")
}

/// Reads such a file. By Piskvork's convention x is the column.
fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let text = source.text()?;
    let mut record = Record::new(PSQ, source.game()?);
    let mut lines = lines(text).peekable();
    let (at, first) = lines.next().unwrap_or_default();
    board(&mut record, first, at.start)?;
    // Piskvork's clocks are not those of this contest.
    record.set("bank", 86_400_000);
    record
        .notes
        .push("x is taken as the column; a file of a writer that means the row shows the same game mirrored".into());
    record
        .notes
        .push("the moves are held against no time limit: the file tells none".into());
    let is_move = |line: &str| line.split(',').count() == 3 && line.as_bytes()[0].is_ascii_digit();
    let mut untimed = None;
    while let Some((at, line)) = lines.next_if(|(_, line)| is_move(line)) {
        let parts = placed(line, at.start, line.split(','));
        let number = |index: usize, wanted: &str| {
            let (at, word) = &parts[index];
            let number = word
                .trim()
                .parse::<u64>()
                .ok()
                .filter(|number| *number <= MOST);
            number.ok_or_else(|| ReadError::new(at.clone(), format!("expected {wanted}")))
        };
        let (x, y) = (
            number(0, "the column, from 1")?,
            number(1, "the row, from 1")?,
        );
        let took = number(2, "milliseconds").ok().map(Ms);
        if took.is_none() {
            untimed = untimed.or(Some(parts[2].1));
        }
        let seat = Seat(record.steps.len() as u8 % 2);
        let words = [at.start..at.start, parts[1].0.clone(), parts[0].0.clone()];
        record.said(seat, &format!("MOVE {y} {x}"), took, at, &words);
    }
    if let Some(time) = untimed {
        record.passed_over("a time", time);
    }
    let rest: Vec<_> = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
    ended(&mut record, first, &rest)?;
    Ok(record.into())
}

/// The first line: `Piskvorky 15x15, 11:11, 0`.
fn board(record: &mut Record<'_>, line: &str, start: usize) -> Result<(), ReadError> {
    let is_size = |(_, word): &Word<'_>| word.split('x').count() == 2;
    let all = start..start + line.len();
    let head = || {
        ReadError::new(
            all.clone(),
            "expected the board, as in `Piskvorky 15x15, 11:11, 0`",
        )
    };
    let (at, word) = words(line, start)
        .into_iter()
        .find(is_size)
        .ok_or_else(head)?;
    let (cols, rows) = word
        .trim_end_matches(',')
        .split_once('x')
        .ok_or_else(head)?;
    if [cols, rows].iter().any(|side| side.parse::<u32>().is_err()) {
        return Err(head());
    }
    let known = |word: &str| side(word).map_err(|why| ReadError::new(at.clone(), why));
    let (cols, rows) = (known(cols)?, known(rows)?);
    record.set("board", format!("{rows}x{cols}"));
    Ok(())
}

/// The lines after the moves: two names or none, the code of the result, and from some writers the winner's number and the rule.
fn ended(record: &mut Record<'_>, first: &str, rest: &[Word<'_>]) -> Result<(), ReadError> {
    let number = |(_, line): &Word<'_>| line.trim().parse::<i64>().ok();
    // A name can be a number: two names stand before the code.
    let is_code = |at: usize| rest.get(at).and_then(number).is_some();
    let end = [2, 0, 1]
        .into_iter()
        .find(|at| is_code(*at))
        .unwrap_or(rest.len());
    let names = &rest[..end];
    let stray = names
        .iter()
        .find(|(_, line)| line.contains(','))
        .or_else(|| names.get(2));
    if let Some((at, line)) = stray {
        let why = format!(
            "expected a move, `x,y,milliseconds`, the name of a program or -1, not `{line}`"
        );
        return Err(ReadError::new(at.clone(), why));
    }
    record.names = names
        .iter()
        .map(|(_, line)| line.trim().to_string())
        .collect();
    // The third number of the first line: the program that is named second had the first move.
    let is_reversed = first
        .rsplit(',')
        .next()
        .is_some_and(|last| last.trim() == "1");
    if is_reversed {
        record.names.reverse();
    }
    let Some((at, line)) = rest.get(end) else {
        return Ok(());
    };
    match line.trim() {
        "0" => record.claim(Says::Over, at.clone()),
        "15" => {
            let seat = Seat(record.steps.len() as u8 % 2);
            record.failed(seat, Reason::Late, at.clone());
            record.claim(Says::Ended(seat, Reason::Late), at.clone());
        }
        "-1" => record.may_stop = true,
        code => {
            record.may_stop = true;
            record.passed_over("the code of the result", code);
        }
    }
    match rest.get(end + 1) {
        Some(line) => winner(record, line, is_reversed),
        None => Ok(()),
    }
}

/// The last line: `1,Freestyle`.
fn winner(
    record: &mut Record<'_>,
    (at, line): &Word<'_>,
    is_reversed: bool,
) -> Result<(), ReadError> {
    let (number, rule) = line.split_once(',').unwrap_or((line, "Freestyle"));
    if !rule.contains("Freestyle") {
        let why = "a record of another game: this Gomoku is Freestyle, where an overline wins, too";
        return Err(ReadError::new(at.end - rule.len()..at.end, why));
    }
    // Some writers count the players of the match, whom an opening of an odd number of stones exchanges. Its stones take no time.
    let is_opened = record
        .steps
        .first()
        .is_some_and(|step| step.took() == Some(Ms(0)));
    match number.trim() {
        "0" => record.claim(Says::Winner(None), at.clone()),
        "1" | "2" if is_opened || is_reversed => {
            record.notes.push(
                "whose number the winner's is depends on the writer, after an opening or where the second program began: \
                 it is not checked"
                    .into(),
            );
            record.claim(Says::Over, at.clone());
        }
        "1" => record.claim(Says::Winner(Some(Seat(0))), at.clone()),
        "2" => record.claim(Says::Winner(Some(Seat(1))), at.clone()),
        number => record.passed_over("the number of the winner", number),
    }
    Ok(())
}
