//! Logs of local testing tools of Betris, by likeness to those of other games: `BET FIRST F5 3 50`, `PUT`, `GET`, `PAIR`.

use crate::finding::Note;
use crate::formats::local::{self, FactLine, OwnFacts};
use crate::formats::{Format, Opened, ReadError, Record, RecordSource, RecordStep, StepFact};

/// `local`, of Betris.
pub(super) const LOCAL: Format = Format::new("local", is_one, read).by_lines();

/// True for a log of such a tool with a line that only Betris has.
fn is_one(bytes: &[u8]) -> bool {
    let is_ours = |line: &[u8]| {
        ["BET ", "PUT ", "PAIR ", "PHASE1 "]
            .iter()
            .any(|word| line.starts_with(word.as_bytes()))
    };
    local::is_one(bytes) && bytes.split(|&byte| byte == b'\n').any(is_ours)
}

fn read(source: RecordSource<'_>) -> Result<Opened<'_>, ReadError> {
    let mut record = local::read(
        source,
        LOCAL,
        OwnFacts {
            read: own,
            has_points: true,
        },
    )?;
    record.notes.push(Note::LinesAssumed { game: "betris" });
    Ok(record.into())
}

fn own(record: &mut Record<'_>, fact: &FactLine<'_>) -> Result<bool, ReadError> {
    let word = fact.first();
    match word {
        "BET" | "PUT" => {
            let by = fact.seat(1)?;
            let (text, places, took) = if word == "PUT" {
                fact.answer(2, "PLACE", numbers_of_placement(fact))?
            } else {
                fact.answer(2, "BET", 2)?
            };
            record.said(by, &text, took, fact.at.clone(), &places);
        }
        "PAIR" | "PHASE1" => match fact.words[1..] {
            [(_, a), (_, b)] => record.chosen(format!("DRAW {a} {b}"), fact.at.clone()),
            _ => return Err(fact.wrong(1, "expected the two blocks of the round, A and B")),
        },
        "GET" => {
            let seat = fact.seat(1)?.0;
            let block = fact.words.get(2).map_or("", |(_, word)| word);
            if let Some(bet) = equal_bets(&record.steps) {
                let is_it = !block.is_empty() && bet.starts_with(block.as_bytes());
                let to = if is_it { seat } else { 1 - seat };
                record.chosen(format!("AWARD {to}"), fact.at.clone());
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The numbers of a placement: how many cells, and two for each.
fn numbers_of_placement(fact: &FactLine<'_>) -> usize {
    let cells = fact.words.get(2).and_then(|(_, word)| word.parse().ok());
    cells.map_or(0, |cells: u8| 1 + 2 * usize::from(cells))
}

/// The block and chips of two equal bets that were just made: the block that a seat then gets tells who succeeded.
fn equal_bets(steps: &[RecordStep<'_>]) -> Option<Vec<u8>> {
    let bet = |step: &RecordStep<'_>| match &step.what {
        StepFact::Said(_, text, _) => text.strip_prefix(b"BET ").map(<[u8]>::to_vec),
        _ => None,
    };
    let [.., one, other] = steps else { return None };
    bet(one).filter(|one| Some(one) == bet(other).as_ref())
}
