//! Memory of the judge of Betris: the position, and placements as they were named.

use super::named::NamedCells;
use super::rules::{Action, Betris, Position, Stage};
use crate::prelude::*;

/// The position, and the cells of each seat's latest placement as it named them.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) rules: Betris,
    pub(super) position: Position,
    pub(super) named: [NamedCells; 2],
}

/// An action; of a placement also its cells as they were named.
pub(super) type Step = (Action, NamedCells);

impl DialogueMemory for State {
    type Rules = Betris;
    type Step = Step;

    fn start(rules: Betris) -> State {
        State {
            rules,
            position: rules.start(),
            named: [NamedCells::default(); 2],
        }
    }

    fn turn(&self) -> Turn {
        self.rules.turn(&self.position)
    }

    fn apply(&mut self, by: Actor, (action, named): Step) {
        self.rules.apply(&mut self.position, by, &action);
        if let (Actor::Seat(seat), Action::Place(_)) = (by, action) {
            self.named[seat.index()] = named;
        }
    }

    fn replies(&self, seat: Seat, into: &mut Vec<String>) {
        let mut actions = Vec::new();
        self.rules
            .actions(&self.position, Actor::Seat(seat), &mut actions);
        into.extend(actions.iter().map(|action| self.rules.answer(action)));
    }

    fn draw(&self, stream: &mut dyn Stream) -> Option<Step> {
        let action = match self.position.stage {
            Stage::Pair => {
                let blocks = self.rules.blocks;
                let a = blocks.iter().nth(stream.pick(blocks.len()))?;
                let b = blocks
                    .iter()
                    .filter(|&b| b != a)
                    .nth(stream.pick(blocks.len() - 1))?;
                Action::Draw(a, b)
            }
            Stage::Tie { .. } => Action::Award(Seat(stream.pick(2) as u8)),
            _ => return None,
        };
        Some((action, NamedCells::default()))
    }

    fn choice(&self, text: &str) -> Result<Step, Breach> {
        let (by, action) = self.rules.parse(&self.position, text)?;
        self.rules
            .check(&self.position, by, &action)
            .map(|()| (action, NamedCells::default()))
    }

    fn chosen(&self, (action, _): &Step) -> Option<String> {
        Some(self.rules.print(Actor::Nature, action))
    }

    fn check_choice(&self, (action, _): &Step) -> Result<(), Breach> {
        self.rules.check(&self.position, Actor::Nature, action)
    }

    fn situation(&self) -> Situation<Betris> {
        Situation {
            rules: self.rules,
            at: self.position.clone(),
        }
    }
}
