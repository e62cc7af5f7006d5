//! The cases of a plan: which scenarios it plays, at which seats, under which parameters.

use super::{Case, Plan};
use std::collections::BTreeMap;
use stickler::game::Seat;
use stickler::params::Settings;
use stickler::referee::Stream;
use stickler::scenario::{Opponent, Scenario};

impl Plan {
    /// True for parameters under which this plan could have played the case: a game under others says nothing of this run.
    pub fn could_play(&self, case: Case, set: &BTreeMap<String, String>) -> bool {
        let undrawn = Plan {
            draws: false,
            ..self.clone()
        };
        let wanted = undrawn.settings_of(case.scenario, case.index);
        let is_drawn = |name: &String| {
            let mut varies = self.game.varies().iter();
            case.scenario.opponent == Opponent::Tactics && varies.any(|(varied, _)| varied == name)
        };
        let is_wanted = |name: &String| wanted.0.iter().any(|(other, _)| other == name);
        let mut wanted_values = wanted.0.iter();
        wanted_values.all(|(name, value)| set.get(name) == Some(value))
            && set.keys().all(|name| is_wanted(name) || is_drawn(name))
    }

    /// Every game of the plan. It skips a scenario that [cannot be played](Plan::seats_of), if another can.
    pub fn cases(&self) -> Result<Vec<Case>, String> {
        Ok(self.stream()?.collect())
    }

    /// Every game of the plan as an iterator: a long plan takes no more memory than a short one.
    pub fn stream(&self) -> Result<impl Iterator<Item = Case> + Clone + Send + use<>, String> {
        self.stream_of(&[])
    }

    /// Every game of these scenarios, or of all where none is named; the error says why there is none.
    pub fn stream_of(
        &self,
        only: &[&str],
    ) -> Result<impl Iterator<Item = Case> + Clone + Send + use<>, String> {
        let (seat, cases) = (self.seat, self.cases);
        let rows = self
            .wanted(only)
            .filter_map(|scenario| Some((scenario, self.seats_of(scenario).ok()?)));
        let rows: Vec<_> = rows.collect();
        let is_unplanned = |name: &str| Scenario::UNPLANNED.iter().any(|own| own.name == name);
        if rows.is_empty() && !only.iter().copied().any(is_unplanned) {
            self.game
                .with(&self.settings)
                .map_err(|why| format!("--set {why}"))?;
            return Err(format!(
                "no scenario is left to play: {}",
                self.left_out(only).join("; ")
            ));
        }
        // The scenarios in turn, so that a run that ends early has tried each.
        let games_of = move |scenario: &Scenario| cases.unwrap_or(scenario.games);
        let most = rows.iter().map(|(scenario, _)| games_of(scenario)).max();
        let rounds = 0..most.unwrap_or(0);
        Ok(rounds.flat_map(move |index| {
            let rows = rows.clone().into_iter();
            let left = rows.filter(move |(scenario, _)| index < games_of(scenario));
            left.map(move |(scenario, seats)| Case {
                scenario,
                seat: seat_at(scenario.seat.map(Seat).or(seat), index, seats),
                index,
            })
        }))
    }

    /// The game of this number in a search.
    pub fn searched(&self, index: u32) -> Result<Case, String> {
        let scenario = &Scenario::SEARCH;
        let seats = self.game.with(&self.settings_of(scenario, index))?.seats();
        self.seat.map_or(Ok(()), |seat| is_there(seat, seats))?;
        Ok(Case {
            scenario,
            seat: seat_at(self.seat, index, seats),
            index,
        })
    }

    /// Parameters of a game of a search. Each that the contest varies goes through its values and its default at a rhythm of its
    /// own, so that any two of their values soon meet.
    fn drawn(&self, index: u32) -> Settings {
        let mut rhythms: Vec<usize> = Vec::new();
        let first = self.dice(&Scenario::SEARCH, 0).nth(2).pick(1 << 16);
        let mut drawn = Settings::default();
        for (name, values) in self.game.varies() {
            let mut rhythm = values.len() + 1;
            while rhythms
                .iter()
                .any(|other| common_divisor(*other, rhythm) > 1)
            {
                rhythm += 1;
            }
            rhythms.push(rhythm);
            if let Some(value) = values.get((first + index as usize) % rhythm) {
                let with = drawn.clone().and(&[(*name, *value)].into_iter().collect());
                // A value that does not go with the others, or leaves no such seat, is skipped.
                let variant = self.game.with(&with.clone().and(&self.settings));
                let fits =
                    |seats: usize| self.seat.is_none_or(|seat| is_there(seat, seats).is_ok());
                if variant.is_ok_and(|variant| fits(variant.seats())) {
                    drawn = with;
                }
            }
        }
        drawn
    }

    fn wanted<'a>(&self, only: &'a [&str]) -> impl Iterator<Item = &'static Scenario> + use<'a> {
        self.game
            .scenarios()
            .iter()
            .filter(move |scenario| only.is_empty() || only.contains(&scenario.name))
    }

    /// Number of seats of a scenario's game. The error says why the scenario cannot be played: the set parameters do not fit it,
    /// or it has no seat of the chosen number.
    pub fn seats_of(&self, scenario: &Scenario) -> Result<usize, String> {
        let seats = self.game.with(&self.settings_of(scenario, 0))?.seats();
        let seat = scenario.seat.map(Seat).or(self.seat);
        seat.map_or(Ok(()), |seat| is_there(seat, seats))?;
        Ok(seats)
    }

    /// The wanted scenarios that cannot be played, as text: for each reason their names, then the reason.
    pub fn left_out(&self, only: &[&str]) -> Vec<String> {
        let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
        for scenario in self.wanted(only) {
            let Err(why) = self.seats_of(scenario) else {
                continue;
            };
            match reasons.iter_mut().find(|(known, _)| *known == why) {
                Some((_, names)) => names.push(scenario.name),
                None => reasons.push((why, vec![scenario.name])),
            }
        }
        reasons
            .into_iter()
            .map(|(why, names)| format!("{} ({why})", names.join(", ")))
            .collect()
    }

    /// The parameters of a scenario's game; the user's override the scenario's.
    pub fn settings_of(&self, scenario: &Scenario, index: u32) -> Settings {
        let own = scenario
            .set
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()));
        let step = scenario
            .steps
            .map(|name| (name.to_string(), index.to_string()));
        let drawn = match scenario.opponent {
            Opponent::Tactics if self.draws => self.drawn(index),
            _ => Settings::default(),
        };
        drawn
            .and(&Settings(own.chain(step).collect()))
            .and(&self.settings)
    }
}

/// The error says which seats the game has.
pub(crate) fn is_there(seat: Seat, seats: usize) -> Result<(), String> {
    if seat.index() < seats {
        return Ok(());
    }
    Err(format!(
        "the game has seats 0 to {}; there is no seat {seat}",
        seats - 1
    ))
}

/// The candidate's seat: the chosen one, or each in turn.
fn seat_at(chosen: Option<Seat>, index: u32, seats: usize) -> Seat {
    chosen.unwrap_or(Seat((index as usize % seats) as u8))
}

fn common_divisor(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        common_divisor(other, one % other)
    }
}
