//! How a game ends is a fact like any other: for each way in which its rules can end it, a case must say who wins.
//!
//! The ways are found by walks under the rules, so a game whose rules are wrong has ways that its author does not expect: a case
//! that says what the author knows then fails.

use super::{Suite, Test};
use libtest_mimic::Failed;
use std::collections::{BTreeMap, BTreeSet};
use stickler::fixture::Fixture;
use stickler::game::{Actor, Outcome};
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::stream::{Seeded, SplitMix64};
use stickler::walk::Walk;

/// Walks under each kind of settings, and the most actions of one.
const WALKS: u64 = 30;
const SMALL_WALKS: u64 = 4;
const PLIES: usize = 400;
/// Walks that show how long games are, and who wins them.
const LONG_WALKS: u64 = 8;
/// Names of observations that say how a game ended.
const SAYS: [&str; 4] = ["outcome", "winner", "points", "scores"];

/// A game under the rules that came to its end.
#[derive(Clone)]
struct Ended {
    settings: Settings,
    actions: Vec<String>,
    outcome: Outcome,
    /// Who could act before the last action.
    last: Vec<Actor>,
}

impl Suite {
    /// One test a game: each way in which it can end has a case that says how.
    pub fn end_tests(&self) -> Vec<Test> {
        let test = |&game: &&'static dyn AnyGame| {
            let suite = self.clone();
            let name = format!("contract::{}::each_way_to_end_has_a_case", game.name());
            Test::new(name, move || suite.ends_have_cases(game))
        };
        self.games.games().iter().map(test).collect()
    }

    fn ends_have_cases(&self, game: &'static dyn AnyGame) -> Result<(), Failed> {
        let mut reachable: BTreeMap<String, Ended> = BTreeMap::new();
        let usual = self.tried(game)?.settings;
        let usual = usual.into_iter().map(|settings| (settings, WALKS));
        let small = small_games(game)?.into_iter();
        for (settings, walks) in usual.chain(small.map(|settings| (settings, SMALL_WALKS))) {
            for seed in 0..walks {
                let Some(ended) = walked(game, &settings, seed)? else {
                    continue;
                };
                for way in ended.ways() {
                    let shorter = |known: &Ended| ended.actions.len() < known.actions.len();
                    if reachable.get(&way).is_none_or(shorter) {
                        reachable.insert(way, ended.clone());
                    }
                }
            }
        }
        let mut said = Vec::new();
        for case in self.cases_of(game)? {
            said.extend(ways_said(game, &case)?);
        }
        reachable.retain(|way, _| !said.contains(way));
        let missing: Vec<String> = reachable
            .iter()
            .map(|(way, ended)| ended.asks_for_a_case(game, way))
            .collect();
        match &missing[..] {
            [] => Ok(()),
            missing => Err(missing.join("\n").into()),
        }
    }
}

impl Suite {
    /// The parts of games that no case holds: as many actions as half of a long game, and a match by its messages that a
    /// seat wins. A rule that is wrong only there turns no test red once the vectors are written anew. The error says which file of
    /// cases cannot be read.
    pub fn missing_cases(&self) -> Result<Vec<String>, String> {
        let games = self.games.games().iter();
        let missing = games.map(|&game| self.missing_cases_of(game));
        Ok(missing.collect::<Result<Vec<_>, String>>()?.concat())
    }

    fn missing_cases_of(&self, game: &'static dyn AnyGame) -> Result<Vec<String>, String> {
        let (mut longest, mut winners) = (0, BTreeSet::new());
        for seed in 0..LONG_WALKS {
            if let Some(ended) = walked(game, &Settings::default(), seed)? {
                longest = longest.max(ended.actions.len());
                winners.extend(ended.outcome.winner());
            }
        }
        let mut covered = 0;
        for case in self.cases_of(game)?.filter(|case| case.breaks.is_none()) {
            covered = covered.max(actions_of(&case));
            if case.transcript.is_some() {
                let won = ways_said(game, &case)?;
                winners.retain(|seat| !won.contains(&Outcome::win(*seat).to_string()));
            }
        }
        let name = game.name();
        let mut missing = Vec::new();
        if 2 * covered < longest {
            missing.push(format!(
                "no case for a long game of {name}: the longest has {covered} actions, and games go on to {longest}"
            ));
        }
        missing.extend(winners.iter().map(|seat| {
            format!("no case for a match of {name}, with its messages, that seat {seat} wins")
        }));
        Ok(missing)
    }
}

/// How many actions a case has: its plies, or the answers of its log.
fn actions_of(case: &Fixture) -> usize {
    let is_answer = |line: &&str| {
        let seat = line.trim_start_matches(|of: char| of.is_ascii_digit());
        seat.len() < line.len() && seat.starts_with('>')
    };
    let plies = case.plies.as_ref().map_or(0, Vec::len);
    let log = case.transcript.as_deref().unwrap_or_default();
    plies.max(log.lines().filter(is_answer).count())
}

/// The game with another value of one parameter: small numbers and boards, on which other ends can be, and those that a contest
/// varies.
fn small_games(game: &'static dyn AnyGame) -> Result<Vec<Settings>, String> {
    let mut small = Vec::new();
    for (name, usual) in game.with(&Settings::default())?.parameters() {
        let varied = game.varies().iter().filter(|(of, _)| *of == name);
        let mut values: Vec<String> = varied
            .flat_map(|(_, values)| values.iter().map(|value| value.to_string()))
            .collect();
        if usual.parse::<u64>().is_ok() {
            values.extend((1..=4).map(|number| number.to_string()));
        } else if usual
            .split_once('x')
            .is_some_and(|(rows, _)| rows.parse::<u64>().is_ok())
        {
            values.extend(["1x1", "1x2", "2x2", "2x3", "3x3"].map(String::from));
        }
        for value in values {
            let settings: Settings = [(name, value.as_str())].into_iter().collect();
            if game.with(&settings).is_ok() {
                small.push(settings);
            }
        }
    }
    Ok(small)
}

/// The end of a walk; `None`: it has none within the actions allowed.
fn walked(
    game: &'static dyn AnyGame,
    settings: &Settings,
    seed: u64,
) -> Result<Option<Ended>, String> {
    let mut stream = Seeded::new(SplitMix64(seed).nth(7));
    let walk = Walk::ALL[seed as usize % Walk::ALL.len()];
    let mut rules = game.with(settings)?.rules();
    let actions = walk.play(&mut *rules, PLIES, &mut stream);
    played(game, settings, &actions)
}

/// A game of these actions; `None`: it is not over, or one of them is refused.
fn played(
    game: &'static dyn AnyGame,
    settings: &Settings,
    actions: &[String],
) -> Result<Option<Ended>, String> {
    let mut rules = game.with(settings)?.rules();
    let mut last = Vec::new();
    for action in actions {
        last = rules.turn().actors();
        if rules.play(action).is_err() {
            return Ok(None);
        }
    }
    Ok(rules.turn().outcome().map(|outcome| Ended {
        settings: settings.clone(),
        actions: actions.to_vec(),
        outcome,
        last,
    }))
}

/// The ways to end that a case says something of.
fn ways_said(game: &'static dyn AnyGame, case: &Fixture) -> Result<Vec<String>, String> {
    let is_of_another = case.game.as_ref().is_some_and(|own| own != game.name());
    let says = case.then.keys().any(|name| SAYS.contains(&name.as_str()));
    if is_of_another || !says || case.breaks.is_some() {
        return Ok(Vec::new());
    }
    if let Some(plies) = &case.plies {
        let ended = played(game, &case.settings(), plies)?;
        return Ok(ended.map_or(Vec::new(), |ended| ended.ways()));
    }
    let won = case.then.get("winner").map(|winner| match winner.as_str() {
        "none" => Outcome::draw().to_string(),
        seat => format!("{seat} wins"),
    });
    Ok(case
        .then
        .get("outcome")
        .cloned()
        .or(won)
        .into_iter()
        .collect())
}

impl Ended {
    /// The ways in which it ended, in words.
    fn ways(&self) -> Vec<String> {
        let mut ways = match self.outcome.points() {
            [points] => vec![if points.halves > 0 {
                "a game with points".to_string()
            } else {
                "a game without points".to_string()
            }],
            _ => vec![self.outcome.to_string()],
        };
        if let (Some(winner), [Actor::Seat(last)]) = (self.outcome.winner(), &self.last[..]) {
            ways.push(if winner == *last {
                "the last to act wins".into()
            } else {
                "the last to act does not win".into()
            });
        }
        ways
    }

    fn asks_for_a_case(&self, game: &dyn AnyGame, way: &str) -> String {
        let set: Vec<String> = self
            .settings
            .0
            .iter()
            .map(|(name, value)| format!("{name}: \"{value}\""))
            .collect();
        let set = match &set[..] {
            [] => String::new(),
            set => format!("\n    set: {{ {} }}", set.join(", ")),
        };
        format!(
            "no case of {} says who wins in a game with this end: {way}. By the rules as they are, this one has it ({}); check it by \
             hand, and add it to fixtures/{}/rules.yaml:\n  - name: …{set}\n    plies: [{}]\n    then: {{ winner: …, points: … }}",
            game.name(),
            self.outcome,
            game.name(),
            self.actions.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_actions_of_a_log_are_its_answers() {
        let log = "0< TURN 9 9\n0> MOVE 1 1 @1ms\n1< OPP 1 1\n> no seat\n10> MOVE 2 2\n";
        let case = Fixture {
            transcript: Some(log.to_string()),
            ..Fixture::default()
        };
        assert_eq!(actions_of(&case), 2);
    }
}
