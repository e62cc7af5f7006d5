//! Facts that are missing from a record of Betris and follow from the rest: the pairs, and who of equal bets succeeded.

use crate::cells::{CellSet, Grid};
use crate::finding::Note;
use crate::formats::{RecordStep, StepFact};
use crate::game::Seat;
use crate::games::erased::AnyRules;
use crate::polyomino::Shape;
use crate::wire::Words;

/// The options of the next choice, from the answers after it, and the part of it that nobody can tell; `None`: nothing follows.
pub(in super::super) fn follows(
    rest: &[RecordStep<'_>],
    rules: Option<Box<dyn AnyRules>>,
) -> Option<(Vec<String>, Option<Note>)> {
    let rules = rules?;
    let stage = rules
        .observe()
        .into_iter()
        .find(|(name, _)| *name == "stage")?
        .1;
    let answers = rest
        .iter()
        .filter(|step| !matches!(step.what, StepFact::Failed(..)));
    let round: Vec<(Seat, BetOrPlacement)> = answers.map_while(answer).take(4).collect();
    if let Some(tied) = stage
        .split("equal bets on ")
        .nth(1)
        .and_then(|name| Shape::named(name.as_bytes()))
    {
        let award = round.iter().find_map(|(seat, answer)| {
            answer
                .placed
                .map(|shape| if shape == tied { *seat } else { seat.other() })
        });
        let either = award.map_or(vec![Seat(0), Seat(1)], |seat| vec![seat]);
        return Some((
            either
                .into_iter()
                .map(|seat| format!("AWARD {seat}"))
                .collect(),
            None,
        ));
    }
    let bets: Vec<Shape> = round
        .iter()
        .take(2)
        .filter_map(|(_, answer)| answer.bet)
        .collect();
    if rest.is_empty() || bets.is_empty() != round.is_empty() {
        return None;
    }
    let placed = || round.iter().skip(2).take(2);
    let mut kinds = bets;
    kinds.dedup();
    let first = kinds.first().copied();
    kinds.extend(
        placed()
            .filter_map(|(_, answer)| answer.placed)
            .find(|shape| kinds.len() == 1 && Some(*shape) != first),
    );
    // Cells that are no other block are then refused for their form, and not for their number.
    let cells = placed()
        .map(|(_, answer)| answer.cells)
        .find(|cells| *cells > 0);
    let apt = |pair: &[Shape; 2]| {
        let has_size = pair
            .iter()
            .any(|shape| Some(*shape) != first && Some(shape.size()) == cells);
        (
            kinds.iter().filter(|kind| pair.contains(kind)).count(),
            Some(pair[0]) == first,
            has_size,
        )
    };
    // Only kinds that are in play stand for one that is not told.
    let better =
        |best: [Shape; 2], one: [Shape; 2]| if apt(&one) > apt(&best) { one } else { best };
    let [a, b] = rules
        .actions()
        .iter()
        .filter_map(|action| pair(action))
        .reduce(better)?;
    Some((vec![format!("DRAW {a} {b}")], Some(Note::PairNotTold)))
}

/// The blocks of a draw.
fn pair(draw: &str) -> Option<[Shape; 2]> {
    let mut shapes = draw
        .strip_prefix("DRAW ")?
        .split(' ')
        .map(|name| Shape::named(name.as_bytes()));
    Some([shapes.next()??, shapes.next()??])
}

/// A bet, or the shape placed, if the cells are one, and how many they are.
#[derive(Default)]
struct BetOrPlacement {
    bet: Option<Shape>,
    placed: Option<Shape>,
    cells: usize,
}

fn answer(step: &RecordStep<'_>) -> Option<(Seat, BetOrPlacement)> {
    let StepFact::Said(seat, text, _) = &step.what else {
        return None;
    };
    let mut words = Words::new(text);
    match words.next()? {
        b"BET" => Some((
            *seat,
            BetOrPlacement {
                bet: Some(Shape::named(words.next()?)?),
                ..BetOrPlacement::default()
            },
        )),
        b"PLACE" => {
            words.next()?;
            let numbers: Vec<i64> = std::iter::from_fn(|| words.integer()).take(20).collect();
            Some((
                *seat,
                BetOrPlacement {
                    placed: shape(&numbers),
                    cells: numbers.len() / 2,
                    bet: None,
                },
            ))
        }
        _ => None,
    }
}

fn shape(numbers: &[i64]) -> Option<Shape> {
    let grid = Grid { rows: 10, cols: 10 };
    let cells: CellSet<2> = numbers
        .chunks_exact(2)
        .filter_map(|place| grid.cell(place[0].checked_sub(1)?, place[1].checked_sub(1)?))
        .collect();
    Shape::ALL
        .iter()
        .copied()
        .find(|shape| shape.is_made_of(grid, &cells))
}
