//! Games without their types, for drivers, reports and the command line.

mod referee;
mod rules;
mod supposed;

pub use referee::AnyReferee;
pub use rules::AnyRules;

use super::matches::MatchRecord;
use super::{COMMON, Decided, Game};
use crate::clause::{Clause, Page};
#[cfg(feature = "files")]
use crate::finding::CheckedRecord;
#[cfg(feature = "files")]
use crate::formats::{CheckRecord, Follows, Format, Record};
use crate::game::{Bot, Seat, Seats, Situation};
use crate::params::{PRESET, Parameters, Preset, Settings};
use crate::referee::{FaultKind, Lines};
use crate::scenario::{Opponent, Scenario};
use referee::ErasedReferee;

/// A game as an object-safe trait.
pub trait AnyGame: Sync {
    /// The name.
    fn name(&self) -> &'static str;
    /// The game, in a line.
    fn about(&self) -> &'static str;
    /// The page of clauses.
    fn page(&self) -> &'static Page;
    /// A clause of its page, or of those that all games share.
    fn clause(&self, id: &str) -> Option<Clause>;
    /// The games in which a bot is checked.
    fn scenarios(&self) -> &'static [Scenario];
    /// The one of this name. Each game also has those of [`Scenario::UNPLANNED`].
    fn scenario(&self, name: &str) -> Option<&'static Scenario> {
        self.scenarios()
            .iter()
            .chain(&Scenario::UNPLANNED)
            .find(|scenario| scenario.name == name)
    }
    /// Parameters that the contest varies, each with values at its borders.
    fn varies(&self) -> &'static [(&'static str, &'static [&'static str])];
    /// The texts of its files of cases.
    fn cases(&self) -> &'static [&'static str];
    /// Ways to misbehave that its judge treats otherwise than other games, by name.
    fn fault_overrides(&self) -> &'static [(&'static str, Option<FaultKind>)];
    /// How earlier lines of a log decide whether this clause is broken.
    fn decided(&self, clause: Clause) -> Option<Decided>;
    /// The known variants.
    fn presets(&self) -> &'static [Preset];
    /// The settings with every `preset=NAME` replaced by its values. Values that are set beside it win.
    fn expand(&self, settings: &Settings) -> Result<Settings, String> {
        let mut expanded = Settings::default();
        for (_, wanted) in settings.0.iter().filter(|(name, _)| name == PRESET) {
            let preset = self
                .presets()
                .iter()
                .find(|preset| preset.name == wanted)
                .ok_or_else(|| {
                    let known: Vec<&str> =
                        self.presets().iter().map(|preset| preset.name).collect();
                    let known = if known.is_empty() {
                        "none".into()
                    } else {
                        known.join(", ")
                    };
                    format!(
                        "preset={wanted}: {} has no such preset; known: {known}",
                        self.name()
                    )
                })?;
            expanded = expanded.and(&preset.settings());
        }
        let own = settings
            .0
            .iter()
            .filter(|(name, _)| name != PRESET)
            .cloned()
            .collect();
        Ok(expanded.and(&Settings(own)))
    }
    /// The possible values of this parameter; empty if they are too many to list.
    fn values(&self, parameter: &str) -> &'static [&'static str];
    /// Parameters that the judge's first message to a seat reveals.
    fn told_settings(&self, lines: Lines<'_, '_>) -> Settings;
    /// The formats in which its games alone are recorded.
    #[cfg(feature = "files")]
    fn formats(&self) -> &'static [Format];
    /// Finds a choice that is missing from a record, from the answers after it.
    #[cfg(feature = "files")]
    fn follows(&self) -> Option<Follows>;
    /// Checks a record that can mean several games, as one of them.
    #[cfg(feature = "files")]
    fn searched(
        &self,
        record: &Record<'_>,
        settings: &Settings,
        keep: bool,
        check: CheckRecord<'_>,
    ) -> Option<Result<CheckedRecord, String>>;
    /// How a match of ALPHANO tells its answers.
    fn match_record(&self) -> Option<MatchRecord>;
    /// Whether a program is told that its game is over, or sees its input end.
    fn tells_the_end(&self) -> bool;
    /// The word that this contest has for a class of faults.
    fn word(&self, kind: FaultKind) -> &'static str;
    /// Whether its defaults and presets are valid values of its parameters. The error names one that is not.
    fn declared(&self) -> Result<(), String>;
    /// The game under these settings, which may name a preset; the error says what was expected.
    fn with(&self, settings: &Settings) -> Result<Box<dyn Variant>, String>;
}

/// A game under certain parameters.
pub trait Variant: Send + Sync {
    /// Names and values of all parameters.
    fn parameters(&self) -> Vec<(&'static str, String)>;
    /// The value of the parameter with this name; `None`: the game has none.
    fn parameter(&self, name: &str) -> Option<String> {
        let mut all = self.parameters().into_iter();
        all.find(|(own, _)| *own == name).map(|(_, value)| value)
    }
    /// Number of seats.
    fn seats(&self) -> usize;
    /// A judge before the first fact.
    fn referee(&self) -> Box<dyn AnyReferee>;
    /// The rules at the start of a game.
    fn rules(&self) -> Box<dyn AnyRules>;
    /// The reference bot.
    fn bot(&self) -> Box<dyn Bot>;
    /// The bot that plays an opponent: one of the game's own by its name, or else the reference bot.
    fn opponent(&self, kind: Opponent) -> Box<dyn Bot>;
    /// Does the long work that must be done before any clock starts, once.
    fn prepare(&self);
    /// Coverage of the first `games` games of a scenario, where it goes through its games one by one.
    fn reach(&self, games: u32) -> Option<String>;
    /// The seat whose first message these lines can be, or begin with: this one, where they can be a message to it.
    fn seat_told(&self, lines: &[&[u8]], usual: Seat) -> Option<Seat> {
        let seats = Seats::first(self.seats());
        let usual = Some(usual).filter(|seat| seats.contains(*seat));
        usual.into_iter().chain(seats.iter()).find(|&seat| {
            let mut referee = self.referee();
            let others = seats.without(Seats::only(seat));
            referee.forget(others);
            referee
                .told(seat, &mut lines.iter().copied(), others, 0)
                .is_ok()
        })
    }
}

impl<G: Game + 'static> AnyGame for G {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn about(&self) -> &'static str {
        G::ABOUT
    }

    fn page(&self) -> &'static Page {
        (G::PAGE)()
    }

    fn clause(&self, id: &str) -> Option<Clause> {
        let mut pages = [G::PAGE].into_iter().chain(COMMON);
        pages.find_map(|page| page().clause(id)?.clause)
    }

    fn scenarios(&self) -> &'static [Scenario] {
        G::SCENARIOS
    }

    fn varies(&self) -> &'static [(&'static str, &'static [&'static str])] {
        G::VARIES
    }

    fn cases(&self) -> &'static [&'static str] {
        G::CASES
    }

    fn fault_overrides(&self) -> &'static [(&'static str, Option<FaultKind>)] {
        G::FAULT_OVERRIDES
    }

    fn presets(&self) -> &'static [Preset] {
        G::PRESETS
    }

    fn values(&self, parameter: &str) -> &'static [&'static str] {
        G::Params::values(parameter)
    }

    fn told_settings(&self, lines: Lines<'_, '_>) -> Settings {
        let told = G::told_settings(lines);
        // Impossible numbers are left to the check of the log.
        if G::Params::with(&told).is_ok() {
            told
        } else {
            Settings::default()
        }
    }

    fn decided(&self, clause: Clause) -> Option<Decided> {
        G::DECIDED
            .iter()
            .find(|(known, _)| *known == clause)
            .map(|(_, how)| *how)
    }

    #[cfg(feature = "files")]
    fn formats(&self) -> &'static [Format] {
        G::FORMATS
    }

    #[cfg(feature = "files")]
    fn follows(&self) -> Option<Follows> {
        G::FOLLOWS
    }

    #[cfg(feature = "files")]
    fn searched(
        &self,
        record: &Record<'_>,
        settings: &Settings,
        keep: bool,
        check: CheckRecord<'_>,
    ) -> Option<Result<CheckedRecord, String>> {
        G::searched(record, settings, keep, check)
    }

    fn match_record(&self) -> Option<MatchRecord> {
        G::MATCH_RECORD
    }

    fn tells_the_end(&self) -> bool {
        G::TELLS_THE_END
    }

    fn word(&self, kind: FaultKind) -> &'static str {
        G::word(kind)
    }

    fn declared(&self) -> Result<(), String> {
        G::Params::declared()?;
        for Scenario { name, opponent, .. } in G::SCENARIOS {
            if let Opponent::Own(bot) = opponent
                && G::opponent(&G::Params::default(), bot).is_none()
            {
                return Err(format!(
                    "the scenario {name} asks for the opponent {bot}: let `Game::opponent` make it"
                ));
            }
        }
        for (name, values) in G::VARIES {
            for value in *values {
                let set = [(*name, *value)].into_iter().collect();
                G::Params::with(&set).map_err(|why| format!("VARIES, {name}={value}: {why}"))?;
            }
        }
        for (at, preset) in G::PRESETS.iter().enumerate() {
            let name = preset.name;
            if G::PRESETS[..at].iter().any(|other| other.name == name) {
                return Err(format!(
                    "two variants are called {name}: give one of them another name"
                ));
            }
            G::Params::with(&preset.settings())
                .map_err(|why| format!("the variant {name}: {why}"))?;
        }
        Ok(())
    }

    fn with(&self, settings: &Settings) -> Result<Box<dyn Variant>, String> {
        Ok(Box::new(VariantOf::<G>(G::Params::with(
            &self.expand(settings)?,
        )?)))
    }
}

/// A game and its parameters.
pub(super) struct VariantOf<G: Game>(pub(super) G::Params);

impl<G: Game + 'static> Variant for VariantOf<G> {
    fn parameters(&self) -> Vec<(&'static str, String)> {
        G::Params::NAMES
            .iter()
            .map(|&name| (name, self.0.get(name).unwrap_or_default()))
            .collect()
    }

    fn seats(&self) -> usize {
        G::seats(&self.0)
    }

    fn referee(&self) -> Box<dyn AnyReferee> {
        Box::new(ErasedReferee::<G>::new(&self.0))
    }

    fn rules(&self) -> Box<dyn AnyRules> {
        Box::new(Situation::start(G::rules(&self.0)))
    }

    fn bot(&self) -> Box<dyn Bot> {
        G::bot(&self.0)
    }

    fn opponent(&self, kind: Opponent) -> Box<dyn Bot> {
        let own = |name| G::opponent(&self.0, name);
        if let Opponent::Own(name) = kind {
            own(name).unwrap_or_else(|| self.bot())
        } else {
            self.bot()
        }
    }

    fn prepare(&self) {
        G::prepare(&self.0);
    }

    fn reach(&self, games: u32) -> Option<String> {
        G::reach(&self.0, games)
    }
}
