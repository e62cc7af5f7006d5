//! Games, each as an object-safe trait, and lists of them.
//!
//! A folder a game, with the same files in each: `mod` (parameters, clauses, scenarios, the entry), `rules`, `notation`, `protocol`
//! (its dialogue; Tetris, a batch, has `referee`), `bot`, and what this game alone needs.

pub mod betris;
pub mod blackout;
pub mod blokus;
pub mod erased;
pub mod following;
pub mod gomoku;
pub mod matches;
pub mod tetris;

use crate::clause::{Clause, Page};
#[cfg(feature = "files")]
use crate::finding::CheckedRecord;
#[cfg(feature = "files")]
use crate::formats::{CheckRecord, Follows, Format, Record};
use crate::game::{Bot, Notation};
use crate::params::{Parameters, Preset, Settings};
use crate::referee::{FaultKind, Lines, Referee};
use crate::scenario::Scenario;
use crate::{transcript, wire};
use erased::AnyGame;
use matches::MatchRecord;

/// The games of this crate: a new one is a module and a line here.
pub const GAMES: Registry = Registry::new(&[
    &betris::Contest,
    &blackout::Contest,
    &blokus::Contest,
    &gomoku::Contest,
    &tetris::Contest,
]);

/// A game, as its module declares it.
pub trait Game: Sync {
    /// The parameters.
    type Params: Parameters + Send + Sync + 'static;
    /// The rules and how they are written.
    type Rules: Notation + 'static;
    /// The judge.
    type Referee: Referee<Params = Self::Params, Rules = Self::Rules> + Send + 'static;

    /// The name on the command line, in fixtures and in clause ids.
    const NAME: &'static str;
    /// The game, in a line.
    const ABOUT: &'static str;
    /// The page, as [`clauses!`](crate::clauses) declares it.
    const PAGE: fn() -> &'static Page;
    /// The games in which a bot is checked.
    const SCENARIOS: &'static [Scenario] = Scenario::USUAL;
    /// Parameters that the contest itself varies from game to game, each with values at its borders. A search for faults draws
    /// from them.
    const VARIES: &'static [(&'static str, &'static [&'static str])] = &[];
    /// The texts of its files of cases. `spec CLAUSE` shows the smallest case.
    const CASES: &'static [&'static str] = &[];
    /// Ways to misbehave (`refbot --faults`) that its judge treats differently from other judges: the name of the way, and the
    /// class of fault, or `None` if it is no fault.
    const FAULT_OVERRIDES: &'static [(&'static str, Option<FaultKind>)] = &[];
    /// The known variants.
    const PRESETS: &'static [Preset] = &[];
    /// The clauses that an answer breaks because of earlier lines of the log, and how to find those lines.
    const DECIDED: &'static [(Clause, Decided)] = &[];
    /// How a match of ALPHANO tells its answers; `None`: there is no such record of it.
    const MATCH_RECORD: Option<MatchRecord> = None;
    /// The formats in which its games alone are recorded. `convert --to json` writes the first that can be written.
    #[cfg(feature = "files")]
    const FORMATS: &'static [Format] = &[];
    /// Finds a choice that is missing from a record, from the answers after it.
    #[cfg(feature = "files")]
    const FOLLOWS: Option<Follows> = None;
    /// True if a program is told that its game is over, or sees its input end; false if its judge just kills it.
    const TELLS_THE_END: bool = true;

    /// Number of seats under these parameters.
    fn seats(_params: &Self::Params) -> usize {
        2
    }
    /// The rules under these parameters.
    fn rules(params: &Self::Params) -> Self::Rules {
        Self::Referee::rules(params)
    }
    /// The minimal reference bot. By default it follows the messages, and gives the first legal answer. That is enough for a dialogue of
    /// two seats whose first message tells the seat, and whose messages show what is legal. A batch, and a game with clocks in its
    /// messages, have their own.
    fn bot(params: &Self::Params) -> Box<dyn Bot>
    where
        Self: Sized + 'static,
    {
        let variant = erased::VariantOf::<Self>(params.clone());
        Box::new(following::FollowingBot::new(Box::new(variant)))
    }
    /// The opponent of this name, for scenarios with [`Opponent::Own`](crate::scenario::Opponent::Own).
    fn opponent(_params: &Self::Params, _name: &str) -> Option<Box<dyn Bot>> {
        None
    }
    /// Does the long work that must be done before any clock starts; [`precompute`](crate::precompute) helps.
    fn prepare(_params: &Self::Params) {}
    /// Parameters that the judge's first message to a seat reveals.
    fn told_settings(_lines: Lines<'_, '_>) -> Settings {
        Settings::default()
    }
    /// Coverage of the first `games` games of a scenario, where it goes through its games one by one.
    fn reach(_params: &Self::Params, _games: u32) -> Option<String> {
        None
    }
    /// Checks a record that can mean several games, as one of them. `None`: it means one game.
    #[cfg(feature = "files")]
    fn searched(
        _record: &Record<'_>,
        _settings: &Settings,
        _keep: bool,
        _check: CheckRecord<'_>,
    ) -> Option<Result<CheckedRecord, String>> {
        None
    }
    /// The word that this contest has for a class of faults.
    fn word(kind: FaultKind) -> &'static str {
        kind.word()
    }
}

/// How an earlier line decides whether a clause is broken. A diagnosis shows such lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided {
    /// The earlier line filled or emptied the cell whose row and column are these two numbers of the breach.
    Cell {
        /// Index of the row's number.
        row: usize,
        /// Index of the column's number.
        col: usize,
    },
    /// The earlier line changed the observable value of this name.
    Value(&'static str),
    /// The earlier line filled one of the cells that the answer names.
    Cells,
    /// The earlier line is an answer of the same seat after which this one is illegal.
    Answer,
    /// The earlier line asked.
    Ask,
    /// The earlier line told or changed the bank of the seat that is the breach's first number.
    Bank,
}

/// A list of games: a value that callers pass on, so that any crate can have its own.
///
/// ```
/// use stickler::games::{GAMES, Registry, gomoku};
///
/// const MINE: Registry = Registry::new(&[&gomoku::Contest]);
/// assert!(MINE.find("gomoku").is_ok());
/// assert_eq!(MINE.find("chess").err().unwrap(), "no game is called `chess`; there are gomoku");
/// assert_eq!(MINE.clause("gomoku.move.empty").unwrap().statement().binds.word(), "the bot");
/// assert!(MINE.games().len() < GAMES.games().len());
/// ```
#[derive(Clone, Copy)]
pub struct Registry(&'static [&'static dyn AnyGame]);

impl Registry {
    /// These games.
    pub const fn new(games: &'static [&'static dyn AnyGame]) -> Registry {
        Registry(games)
    }

    /// The games, in the order in which they are listed.
    pub fn games(self) -> &'static [&'static dyn AnyGame] {
        self.0
    }

    /// Checks that each game has a name of its own and valid declarations. The error names the game and the problem.
    pub fn declared(self) -> Result<(), String> {
        for (at, game) in self.0.iter().enumerate() {
            if self.0[..at].iter().any(|other| other.name() == game.name()) {
                return Err(format!(
                    "two games are called {}: give one of them another name",
                    game.name()
                ));
            }
            game.declared()
                .map_err(|why| format!("the game {}: {why}", game.name()))?;
        }
        Ok(())
    }

    /// The game of this name; the error lists those that there are.
    pub fn find(self, name: &str) -> Result<&'static dyn AnyGame, String> {
        let names = || {
            self.0
                .iter()
                .map(|game| game.name())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let found = self.0.iter().copied().find(|game| game.name() == name);
        found.ok_or_else(|| format!("no game is called `{name}`; there are {}", names()))
    }

    /// The pages that hold clauses: those that all games share, then those of the games.
    pub fn pages(self) -> impl Iterator<Item = &'static Page> {
        COMMON
            .iter()
            .map(|page| page())
            .chain(self.0.iter().map(|game| game.page()))
    }

    /// The clause of this id.
    pub fn clause(self, id: &str) -> Option<Clause> {
        self.0.iter().find_map(|game| game.clause(id))
    }
}

/// The pages of lines, of logs and of other records, which all games share.
const COMMON: [fn() -> &'static Page; 3] = [
    wire::page,
    transcript::page,
    transcript::record_clauses::page,
];
