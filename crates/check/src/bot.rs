//! Checks a bot: plays the game's scenarios with it and collects the clauses it kept and broke.

mod beside_others;
mod planned_cases;
mod play_case;
mod played_case;
mod run_cases;

pub use super::summary::{LONG_SILENCE, RunSummary};
pub(crate) use planned_cases::is_there;
pub use play_case::{STALLS, unstalled};
pub use played_case::Played;
pub use run_cases::{ENOUGH_FAILURES, RunOptions};

use super::coverage::Coverage;
use std::sync::Arc;
use std::time::Duration;
use stickler::error_policy::ErrorPolicy;
use stickler::game::{Bot, Seat};
use stickler::games::erased::{AnyGame, Variant};
use stickler::live::players::HarnessError;
use stickler::params::Settings;
use stickler::scenario::Scenario;
use stickler::stream::SplitMix64;
use stickler_arena::launch::Launch;
use stickler_arena::timeless::Breakpoint;

/// Makes a bot for a game under these parameters, or says why it cannot.
pub type MakeBot = Arc<dyn Fn(&Settings) -> Result<Box<dyn Bot>, String> + Send + Sync>;

/// A check of a bot: of which game, how many games, under which limits.
#[derive(Clone)]
pub struct Plan {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Parameters set by the user.
    pub settings: Settings,
    /// The candidate: a list of words, run without a shell in the current folder.
    pub command: Vec<String>,
    /// How the candidate is started.
    pub launch: Launch,
    /// True to stop the candidate's clocks: banks do not fall, and nothing is late.
    pub no_clock: bool,
    /// True to note in the transcripts where the time of each answer went.
    pub times: bool,
    /// True where something makes the candidate slower: it gets more time, and its times are not judged.
    pub unhurried: bool,
    /// The watch on the candidate's code in the search and in a corpus; `None`: nothing watches it.
    pub coverage: Option<Arc<Coverage>>,
    /// A breakpoint of a game without clocks.
    pub stop: Option<Breakpoint>,
    /// Gets a sentence for whoever waits for a game without clocks.
    pub say: fn(&str),
    /// Makes a candidate in memory instead, anew for each game. Its answers take no time.
    pub memory: Option<MakeBot>,
    /// The seed of all choices.
    pub seed: u64,
    /// How many games each scenario has; `None`: as many as it says.
    pub cases: Option<u32>,
    /// The one seat that the candidate takes; `None`: each.
    pub seat: Option<Seat>,
    /// Games at the same time.
    pub jobs: usize,
    /// No game begins after this time.
    pub time_box: Duration,
    /// True where parameters of a search are drawn; false where the settings are all there are, as in a saved game.
    pub draws: bool,
    /// The clauses that count as errors.
    pub policy: ErrorPolicy,
}

/// One game to play.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The scenario.
    pub scenario: &'static Scenario,
    /// The candidate's seat.
    pub seat: Seat,
    /// The number within the scenario, from 0.
    pub index: u32,
}

impl Plan {
    /// Every scenario once, under the default parameters, one game after the other within ten minutes.
    pub fn new(game: &'static dyn AnyGame, command: Vec<String>) -> Plan {
        Plan {
            game,
            settings: Settings::default(),
            command,
            launch: Launch::default(),
            no_clock: false,
            times: false,
            unhurried: false,
            coverage: None,
            stop: None,
            say: |_| {},
            memory: None,
            seed: 1,
            cases: None,
            seat: None,
            jobs: 1,
            time_box: Duration::from_secs(600),
            draws: true,
            policy: ErrorPolicy::default(),
        }
    }

    /// A plan for a candidate in memory that is made of the reference bot.
    pub fn in_memory(
        game: &'static dyn AnyGame,
        make: impl Fn(Box<dyn Bot>) -> Box<dyn Bot> + Send + Sync + 'static,
    ) -> Plan {
        let memory: MakeBot = Arc::new(move |settings| Ok(make(game.with(settings)?.bot())));
        Plan {
            memory: Some(memory),
            ..Plan::new(game, Vec::new())
        }
    }

    /// This plan for a game that was played under these parameters.
    #[must_use]
    pub fn under(&self, settings: &Settings) -> Plan {
        Plan {
            settings: settings.clone(),
            draws: false,
            ..self.clone()
        }
    }

    /// Plays a game, with the candidate's code watched where that is wanted.
    pub(crate) fn watched(
        &self,
        play: impl Fn(&Plan) -> Result<Played, HarnessError>,
    ) -> Result<Played, HarnessError> {
        match &self.coverage {
            Some(coverage) => coverage.play(self, play),
            None => play(self),
        }
    }

    /// The name of a case: its scenario, its game, from 1, and where there are several seats its seat.
    pub fn name_of(&self, case: Case) -> String {
        named(case, self.is_alone(case))
    }

    /// True where the bot has no opponent's seat beside its own.
    pub fn is_alone(&self, case: Case) -> bool {
        self.variant(case).is_ok_and(|variant| variant.seats() == 1)
    }

    /// The game as this case has it.
    fn variant(&self, case: Case) -> Result<Box<dyn Variant>, HarnessError> {
        self.game
            .with(&self.settings_of(case.scenario, case.index))
            .map_err(invalid)
    }

    /// The dice of a case. The same case draws the same choices, whatever else is played.
    pub(crate) fn dice(&self, scenario: &Scenario, index: u32) -> SplitMix64 {
        let name = scenario.name.bytes().fold(0u64, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        SplitMix64(self.seed).nth(name).nth(u64::from(index))
    }
}

/// The name of a case, of a bot that is alone or has opponents.
fn named(case: Case, is_alone: bool) -> String {
    let seat = match is_alone {
        true => String::new(),
        false => format!(", seat {}", case.seat),
    };
    format!("{}, game {}{seat}", case.scenario.name, case.index + 1)
}

fn invalid(why: String) -> HarnessError {
    HarnessError::System(std::io::Error::new(std::io::ErrorKind::InvalidInput, why))
}

#[cfg(test)]
mod tests;
