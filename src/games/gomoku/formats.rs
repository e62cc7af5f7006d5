//! Records of Gomoku: the logs of local testing tools.

use crate::formats::local::{self, OwnFacts};
use crate::formats::{Format, Opened, ReadError, RecordSource};

/// The formats that Gomoku has beside those of all games.
pub(super) const FORMATS: &[Format] = &[LOCAL];

/// `local`, of Gomoku.
const LOCAL: Format = Format::new("local", local::is_one, read).by_lines();

fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let own = OwnFacts {
        read: |record, fact| {
            let is_move = matches!(fact.first(), "FIRST" | "SECOND");
            if is_move {
                let (text, places, took) = fact.answer(1, "MOVE", 2)?;
                record.said(fact.seat(0)?, &text, took, fact.at.clone(), &places);
            }
            Ok(is_move)
        },
        has_points: false,
    };
    Ok(local::read(source, LOCAL, own)?.into())
}
