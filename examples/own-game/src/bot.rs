//! The minimal reference bot of Reversi: it turns as many discs as it can.

use super::protocol::Say;
use super::rules::{Move, Reversi};
use stickler::prelude::*;

/// A bot of one game.
#[derive(Clone, Debug)]
pub struct Reference(pub(super) Situation<Reversi>);

impl Reference {
    fn choose(&self) -> Option<Move> {
        let Situation { rules, at } = &self.0;
        let mut actions = Vec::new();
        rules.actions(at, Actor::Seat(at.mover()), &mut actions);
        actions.into_iter().max_by_key(|action| match action {
            Move::Play(cell) => rules.flipped(at, at.mover(), *cell).len(),
            Move::Pass => 0,
        })
    }

    fn play(&mut self, action: Option<Move>) {
        let Situation { rules, at } = &mut self.0;
        let by = Actor::Seat(at.mover());
        if let Some(action) = action.filter(|action| rules.check(at, by, action).is_ok()) {
            rules.apply(at, by, &action);
        }
    }
}

impl Bot for Reference {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        match Say::read(&(), &mut std::iter::once(line.as_bytes())) {
            Ok(Say::Start { .. }) => say.push_str("OK\n"),
            Ok(Say::Go { .. }) => {
                let action = self.choose();
                *say += &action.map_or(String::new(), |action| {
                    self.0.rules.print(Actor::Nature, &action) + "\n"
                });
                self.play(action);
            }
            Ok(Say::Played { at, .. }) => {
                let [row, col] = at.map(|at| i64::from(at) - 1);
                let cell = self.0.rules.grid.cell(row, col);
                self.play(cell.map(Move::Play));
            }
            Ok(Say::Passed { .. }) => self.play(Some(Move::Pass)),
            Ok(Say::End) | Err(_) => return false,
        }
        true
    }
}
