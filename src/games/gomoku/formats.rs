//! Records of Gomoku: Piskvork's files, SGF, and the logs of local testing tools.

mod psq;
mod sgf;

use super::BOARD_SIDE;
use crate::formats::local::{self, OwnFacts};
use crate::formats::{Format, Opened, ReadError, RecordSource};

/// The formats that Gomoku has beside those of all games.
pub(super) const FORMATS: &[Format] = &[psq::PSQ, sgf::SGF, LOCAL];

/// The number of rows or columns of a board. The error tells a number beyond what is known from what is none.
fn side(word: &str) -> Result<u8, String> {
    let most = BOARD_SIDE;
    match word.trim().parse::<u32>() {
        Ok(side) if (1..=u32::from(most)).contains(&side) => Ok(side as u8),
        Ok(side) => Err(format!(
            "the board has {side} rows or columns; stickler knows 1 to {most}"
        )),
        Err(_) => Err("expected the board's size, such as 15".into()),
    }
}

/// `local`, of Gomoku.
const LOCAL: Format = Format {
    name: "local",
    is_one: local::is_one,
    read,
    write: None,
};

fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let own = OwnFacts {
        read: |record, fact| {
            let is_move = matches!(fact.first(), "FIRST" | "SECOND");
            if is_move {
                let (text, places, took) = fact.answer(1, "MOVE")?;
                record.said(fact.seat(0)?, &text, took, fact.at.clone(), &places);
            }
            Ok(is_move)
        },
        has_points: false,
    };
    Ok(local::read(source, LOCAL, own)?.into())
}
