//! What a record of Blokus leaves out and what follows: the letters in play, as far as they were used.

use super::{Found, Record, What};
use crate::check::transcript::Culprit;
use crate::clause::Breach;
use crate::games::blokus::{Alphabet, Letter, Params, Stock};
use crate::params::{Parameters, Settings};
use crate::polyomino::Shape;
use crate::wire::Words;

/// Puts the letters that were used in play, where nothing tells which were drawn. A record that conforms with all of its letters
/// conforms with these alone: a shape that nobody placed decides only who could have gone on.
pub(super) fn tell_letters(record: &mut Record<'_>, given: &Settings) {
    let is_told = record.steps.iter().any(|step| matches!(step.what, What::Chosen(_)));
    let Ok(params) = Params::with(&record.settings.and(given)) else { return };
    if is_told || params.shapes != Stock::Drawn {
        return;
    }
    let table: Alphabet = params.letters.alphabet();
    let small = |shape: &Shape| shape.size() <= 3;
    let mut used: Vec<Shape> = Shape::ALL.iter().copied().filter(small).collect();
    let most = params.drawn.of(params.players.0 as usize);
    for step in &record.steps {
        let What::Said(_, text, _) = &step.what else { continue };
        let letter = Words::new(text).nth(2).and_then(|code| Letter::read(*code.first()?));
        let Some(shape) = letter.and_then(|letter| Some(table.figure(letter)?.shape)) else { continue };
        if used.contains(&shape) {
            continue;
        }
        used.push(shape);
        if used.len() > most {
            let at = step.words.get(2).cloned().unwrap_or(step.at.clone());
            let text = "with this letter {0} are in play, A to D among them, and so many players have {1}";
            if let Some(clause) = record.game.clause("blokus.shape.count") {
                let breach = Breach::new(clause, text).numbers([used.len() as i64, most as i64]);
                record.wrong.push(Found { at, culprit: Culprit::Judge, breach, step: None });
            }
        }
    }
    if used.len() < most {
        let open = most - used.len();
        record.notes.push(format!(
            "shapes not told: {} of {most} are known by their use; the {open} others may have let a seat go on",
            used.len()
        ));
    }
    let names: Vec<&str> = used.iter().map(|shape| shape.name()).collect();
    record.set("shapes", names.join(","));
}
