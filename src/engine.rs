//! Checks engines against the rules: it walks through many games until engine and rules disagree.
//!
//! An engine in Rust implements [`Engine`] for the rules of one game and is held against them by [`Typed`]; one in any other language is
//! asked in JSON lines. Both answer as [`Spoken`]. The check skips a method that an engine does not have, and says so.

mod divergence;
#[cfg(feature = "files")]
pub mod engine_message;
mod laws;
#[cfg(feature = "state-machine")]
pub mod state_machine;
#[cfg(feature = "state-machine")]
pub mod strategies;
mod typed;

pub use divergence::{Comparison, Divergence, Kind, compare, shortest};
pub use laws::{Effort, Law, Report, check, check_until, lacks};
pub use typed::{Parted, Typed};

use crate::game::{Actor, Outcome, Points, Rules};

/// An engine for one game: it keeps a position of its own.
pub trait Engine<R: Rules> {
    /// Goes to the position before the first action.
    fn start(&mut self, rules: &R);
    /// Does an action and returns true, or refuses it and stays as it was.
    fn apply(&mut self, by: Actor, action: &R::Action) -> bool;
    /// All legal actions of a seat, or of nature, in any order.
    fn actions(&mut self, _by: Actor) -> Option<Vec<R::Action>> {
        None
    }
    /// Whether the game is over, and how it ended.
    fn outcome(&mut self) -> Option<GameStatus> {
        None
    }
    /// The points of each seat as they stand, where the game counts them.
    fn score(&mut self) -> Option<Outcome> {
        None
    }
}

/// Whether a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameStatus {
    /// The game goes on.
    Running,
    /// The game ended like this.
    Over(Outcome),
}

impl std::fmt::Display for GameStatus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GameStatus::Running => f.write_str("the game goes on"),
            GameStatus::Over(outcome) => outcome.fmt(f),
        }
    }
}

/// An engine that speaks the game's notation. `None`: it has no such method.
pub trait Spoken {
    /// Goes to the position before the first action.
    fn start(&mut self) -> EngineAnswer<()>;
    /// Does an action, or refuses it and stays as it was; `None`: this action cannot be put to it.
    fn apply(&mut self, action: &str) -> EngineAnswer<Option<bool>>;
    /// All legal actions, in any order.
    fn actions(&mut self) -> EngineAnswer<Option<Vec<String>>>;
    /// Points by seat at the end; the inner `None`: the game goes on.
    fn outcome(&mut self) -> EngineAnswer<Option<Option<Vec<Points>>>>;
    /// Points by seat as they stand.
    fn score(&mut self) -> EngineAnswer<Option<Vec<Points>>>;
}

/// The answer of an engine, or its failure to answer.
pub type EngineAnswer<T> = Result<T, EngineError>;

/// An engine that does not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// The engine panicked, died, was silent or broke the protocol: its own fault.
    Engine(String),
    /// Something else failed, so nothing can be said of the engine.
    Harness(String),
}

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EngineError::Engine(why) => write!(f, "the engine does not answer: {why}"),
            EngineError::Harness(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for EngineError {}
