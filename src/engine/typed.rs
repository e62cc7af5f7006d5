//! Engines in Rust, spoken to in the game's notation.

use super::{Engine, EngineAnswer, EngineError, GameStatus, Spoken};
use crate::game::{Actor, Notation, Points};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An engine of these rules; it is made anew for every game.
pub struct Typed<R: Notation, E> {
    rules: R,
    /// The position by the rules, which is needed to read an action.
    at: R::Position,
    make: fn() -> E,
    engine: E,
}

/// Why [`Typed::follow`] says that engine and rules differ.
pub type Parted = String;

impl<R: Notation, E: Engine<R>> Typed<R, E> {
    /// An engine that `make` makes.
    pub fn new(rules: R, make: fn() -> E) -> Typed<R, E> {
        let mut engine = make();
        engine.start(&rules);
        Typed {
            at: rules.start(),
            rules,
            make,
            engine,
        }
    }

    /// Does a legal action in both, and compares the engine's answers with the rules.
    pub fn follow(&mut self, by: Actor, action: &R::Action) -> Result<(), Parted> {
        let text = self.rules.print(by, action);
        if !self.engine.apply(by, action) {
            return Err(format!("the engine refuses {text}, which is legal"));
        }
        self.rules.apply(&mut self.at, by, action);
        self.compare()
            .map_err(|what| format!("after {text}: {what}"))
    }

    fn compare(&mut self) -> Result<(), Parted> {
        for by in self.rules.turn(&self.at).actors() {
            let mut ours = Vec::new();
            self.rules.actions(&self.at, by, &mut ours);
            let Some(mut theirs) = self.engine.actions(by) else {
                continue;
            };
            theirs.sort_unstable();
            if ours == theirs {
                continue;
            }
            let text = |action| self.rules.print(by, action);
            let missing = ours.iter().find(|action| !theirs.contains(action));
            let foreign = theirs.iter().find(|action| !ours.contains(action));
            return Err(match (missing, foreign) {
                (Some(action), _) => {
                    format!("the engine does not list {}, which is legal", text(action))
                }
                (None, Some(action)) => {
                    format!("the engine lists {}, which is not legal", text(action))
                }
                (None, None) => "the engine lists an action twice".into(),
            });
        }
        let end = self
            .rules
            .turn(&self.at)
            .outcome()
            .map_or(GameStatus::Running, GameStatus::Over);
        match self.engine.outcome() {
            Some(theirs) if theirs != end => Err(format!("{end}; by the engine {theirs}")),
            _ => Ok(()),
        }
    }

    fn guarded<T>(&mut self, ask: impl FnOnce(&mut E) -> T) -> EngineAnswer<T> {
        catch_unwind(AssertUnwindSafe(|| ask(&mut self.engine))).map_err(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            EngineError::Engine(format!("it panicked: {}", text.unwrap_or_default()))
        })
    }
}

impl<R: Notation, E: Engine<R>> Spoken for Typed<R, E> {
    fn start(&mut self) -> EngineAnswer<()> {
        self.engine = (self.make)();
        self.at = self.rules.start();
        let rules = self.rules.clone();
        self.guarded(|engine| engine.start(&rules))
    }

    fn apply(&mut self, action: &str) -> EngineAnswer<Option<bool>> {
        // Text that is no action of the game cannot be put to an engine that takes values.
        let Ok((by, action)) = self.rules.parse(&self.at, action) else {
            return Ok(None);
        };
        let done = self.guarded(|engine| engine.apply(by, &action))?;
        if self.rules.check(&self.at, by, &action).is_ok() {
            self.rules.apply(&mut self.at, by, &action);
        }
        Ok(Some(done))
    }

    fn actions(&mut self) -> EngineAnswer<Option<Vec<String>>> {
        let mut texts = Vec::new();
        for by in self.rules.turn(&self.at).actors() {
            match self.guarded(|engine| engine.actions(by))? {
                Some(actions) => {
                    texts.extend(actions.iter().map(|action| self.rules.print(by, action)))
                }
                None => return Ok(None),
            }
        }
        Ok(Some(texts))
    }

    fn outcome(&mut self) -> EngineAnswer<Option<Option<Vec<Points>>>> {
        let end = self.guarded(E::outcome)?;
        Ok(end.map(|end| match end {
            GameStatus::Running => None,
            GameStatus::Over(outcome) => Some(outcome.points().to_vec()),
        }))
    }

    fn score(&mut self) -> EngineAnswer<Option<Vec<Points>>> {
        Ok(self.guarded(E::score)?.map(|score| score.points().to_vec()))
    }
}
