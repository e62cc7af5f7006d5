//! The one list of games, each behind an object-safe trait.

pub mod betris;
pub mod blackout;
pub mod blokus;
pub mod erased;
pub mod gomoku;
pub mod tetris;

use crate::clause::{Clause, Entry, Page};
use crate::game::{Bot, Notation};
use crate::params::{Parameters, Preset, Settings};
use crate::referee::{FaultKind, Lines, Referee};
use crate::scenario::Scenario;
use crate::workshop::Workshop;
use crate::{transcript, wire};
use erased::{AnyGame, Played};
use std::sync::OnceLock;

/// Every game there is: a new one is a module and a line here.
pub const GAMES: &[&dyn AnyGame] = &[&betris::Entry, &blackout::Entry, &blokus::Entry, &gomoku::Entry, &tetris::Entry];

/// What a game's module says of itself.
pub trait Game: Sync {
    /// Its numbers.
    type Params: Parameters + 'static;
    /// Its rules and how they are written.
    type Rules: Notation + 'static;
    /// Its judge.
    type Referee: Referee<Params = Self::Params> + Send + 'static;

    /// Its name on the command line, in fixtures and in clause ids.
    const NAME: &'static str;
    /// What it is, in a line.
    const ABOUT: &'static str;
    /// Its page of `spec/`.
    const SPEC: &'static str;
    /// The games in which a bot is checked.
    const SCENARIOS: &'static [Scenario];
    /// Its known variants.
    const PRESETS: &'static [Preset] = &[];
    /// Whether a program is told that its game is over, or sees its input end; otherwise its judge just ends it.
    const TELLS_THE_END: bool = true;

    /// Number of seats under these parameters.
    fn seats(params: &Self::Params) -> usize;
    /// The rules under these parameters.
    fn rules(params: &Self::Params) -> Self::Rules;
    /// The minimal reference bot.
    fn bot(params: &Self::Params) -> Box<dyn Bot>;
    /// Does what takes long and must be done before any clock starts.
    fn prepare(_params: &Self::Params, _workshop: &dyn Workshop) {}
    /// Parameters that the judge's first message to a seat gives away.
    fn told(_lines: Lines<'_, '_>) -> Settings {
        Settings::default()
    }
    /// How far so many games have come of a scenario that goes through them one by one.
    fn reach(_params: &Self::Params, _games: u32) -> Option<String> {
        None
    }
    /// The word that this contest has for a class of faults.
    fn word(kind: FaultKind) -> &'static str;
    /// The rules and the position that a judge has before it; `None`: its game has no board, such as a batch.
    fn position(_referee: &Self::Referee) -> Option<Played<Self::Rules>> {
        None
    }
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.name() == name)
}

/// All pages of `spec/` that hold clauses, by name.
pub fn pages() -> &'static [(&'static str, Page)] {
    static PAGES: OnceLock<Vec<(&'static str, Page)>> = OnceLock::new();
    PAGES.get_or_init(|| {
        let common = [("wire", wire::SPEC), ("log", transcript::SPEC)];
        let games = GAMES.iter().map(|game| (game.name(), game.spec()));
        let read = |(name, text)| (name, Page::read(text).expect("the pages of spec/ are readable"));
        common.into_iter().chain(games).map(read).collect()
    })
}

/// A clause as its page states it.
pub fn entry(clause: Clause) -> Option<&'static Entry> {
    entry_of(clause.id())
}

/// The clause of this id, as its page states it.
pub fn entry_of(id: &str) -> Option<&'static Entry> {
    pages().iter().find_map(|(_, page)| page.clause(id))
}
