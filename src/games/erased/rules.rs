//! Rules without their types.

use crate::clause::Breach;
use crate::game::{Actor, Notation, Outcome, Plies, Situation, Turn};
use crate::picture::Picture;
use crate::workshop::Workshop;

/// A game being played by its rules alone, behind an object-safe trait.
pub trait AnyRules {
    /// Reads an action, checks it and does it.
    fn play(&mut self, action: &str) -> Result<(), Breach>;
    /// Reads an action and checks it.
    fn check(&self, action: &str) -> Result<(), Breach>;
    /// What the position waits for.
    fn turn(&self) -> Turn;
    /// All legal actions, as text.
    fn actions(&self) -> Vec<String>;
    /// Everything that can be observed, by name.
    fn observe(&self) -> Vec<(&'static str, String)>;
    /// The position to look at.
    fn picture(&self) -> Picture;
    /// The points of each seat as they stand, where the game counts them before its end.
    fn score(&self) -> Option<Outcome>;
    /// The end that best play leads to, where the game is solved; what that takes, the workshop makes.
    fn value(&self, workshop: &dyn Workshop) -> Option<Outcome>;
    /// Actions from the start that show what is asked for, or why no game does; `None`: the game answers no such question.
    fn witness(&self, wanted: &str) -> Option<Result<Vec<String>, Breach>>;
    /// The same position once more.
    fn fork(&self) -> Box<dyn AnyRules>;
}

impl<R: Notation + 'static> AnyRules for Situation<R> {
    fn play(&mut self, action: &str) -> Result<(), Breach> {
        let (by, action) = self.rules.parse(&self.at, action)?;
        self.rules.check(&self.at, by, &action)?;
        self.rules.apply(&mut self.at, by, &action);
        Ok(())
    }

    fn check(&self, action: &str) -> Result<(), Breach> {
        let (by, action) = self.rules.parse(&self.at, action)?;
        self.rules.check(&self.at, by, &action)
    }

    fn turn(&self) -> Turn {
        self.rules.turn(&self.at)
    }

    fn actions(&self) -> Vec<String> {
        let actors: Vec<Actor> = match self.turn() {
            Turn::Over(_) => Vec::new(),
            Turn::Nature => vec![Actor::Nature],
            Turn::Seats(seats) => seats.iter().map(Actor::Seat).collect(),
        };
        let mut texts = Vec::new();
        for by in actors {
            let mut actions = Vec::new();
            self.rules.actions(&self.at, by, &mut actions);
            texts.extend(actions.iter().map(|action| self.rules.print(by, action)));
        }
        texts
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        self.rules.observe(&self.at)
    }

    fn picture(&self) -> Picture {
        self.rules.picture(&self.at)
    }

    fn score(&self) -> Option<Outcome> {
        self.rules.score(&self.at)
    }

    fn value(&self, workshop: &dyn Workshop) -> Option<Outcome> {
        self.rules.value(&self.at, workshop)
    }

    fn witness(&self, wanted: &str) -> Option<Result<Vec<String>, Breach>> {
        let written =
            |plies: Plies<R::Action>| plies.iter().map(|(by, action)| self.rules.print(*by, action)).collect();
        Some(self.rules.witness(wanted)?.map(written))
    }

    fn fork(&self) -> Box<dyn AnyRules> {
        Box::new(self.clone())
    }
}
