//! The inputs of a batch task that a grader is given, each with its right output.

use stickler::clock::Micros;
use stickler::games::erased::AnyGame;
use stickler::live;
use stickler::live::NoBuiltinPlayers;
use stickler::live::memory::MemoryPlayers;
use stickler::params::Settings;
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;

/// An input, and its right output.
pub type Case = [String; 2];

/// The inputs of a game, each with its right output: those of [`case`] by their numbers, then one with a single answer and one whose
/// answers are all alike, of each answer; the error says why there is none.
pub fn cases(game: &dyn AnyGame, settings: &Settings) -> Result<Vec<Case>, String> {
    let drawn = (1..=FULLEST).map(|seed| case(game, settings, seed));
    let mut cases = drawn.collect::<Result<Vec<_>, _>>()?;
    cases.extend(with_equal_answers(game, settings));
    Ok(cases)
}

/// Inputs that one answer solves: a single case, or many cases. Each answer has one of both, where the game draws such inputs.
fn with_equal_answers(game: &dyn AnyGame, settings: &Settings) -> Vec<Case> {
    let is_set = |name: &str| settings.0.iter().any(|(set, _)| set == name);
    let owned = |set: &[(&'static str, &'static str)]| -> Settings {
        let set = set.iter().filter(|(name, _)| !is_set(name));
        set.map(|(name, value)| (*name, value.to_string()))
            .collect()
    };
    let one: Settings = [("cases", "1".to_string())].into_iter().collect();
    let sets = game.scenarios().iter().map(|scenario| owned(scenario.set));
    let sets = sets.flat_map(|set| [set.and(&one), set]);
    let drawn = sets.flat_map(|set| {
        let set = settings.and(&set);
        (1..=SEEDS).filter_map(move |seed| drawn_case(game, &set, seed).ok())
    });
    let kind = |right: &str| {
        let mut lines = right.lines().map(str::to_string);
        (lines.next(), lines.next().is_some())
    };
    let mut found: Vec<Case> = Vec::new();
    for drawn in drawn.filter(|[_, right]| is_equal(right)) {
        if found
            .iter()
            .all(|[_, right]| kind(right) != kind(&drawn[1]))
        {
            found.push(drawn);
        }
        if found.len() == KINDS {
            break;
        }
    }
    found
}

/// True where all answers are alike.
pub(super) fn is_equal(right: &str) -> bool {
    let mut lines = right.lines();
    let first = lines.next();
    first.is_some() && lines.all(|line| Some(line) == first)
}

/// How often each scenario is drawn for an input whose answers are alike.
const SEEDS: u64 = 8;
/// A single case or many, each with one of two answers.
const KINDS: usize = 4;

/// The input of one game of a batch task, and the right output; the error says why there is none. After the first, inputs have
/// in turn the values of the parameters that the contest varies; the one of the number 5 has the most answers that a scenario
/// of the game with such a parameter asks for.
pub fn case(game: &dyn AnyGame, settings: &Settings, seed: u64) -> Result<Case, String> {
    let is_set = |name: &str| settings.0.iter().any(|(set, _)| set == name);
    let open = game.varies().iter().filter(|(name, _)| !is_set(name));
    let nth = |values: &[&str]| {
        values[(seed.saturating_sub(2) % values.len() as u64) as usize].to_string()
    };
    let drawn: Settings = open
        .filter(|_| seed > 1)
        .map(|(name, values)| (*name, nth(values)))
        .collect();
    if seed != FULLEST {
        return drawn_case(game, &settings.and(&drawn), seed);
    }
    let is_open = |(name, _): &(&str, &str)| {
        !is_set(name) && game.varies().iter().any(|(own, _)| own == name)
    };
    let scenarios = game.scenarios().iter().map(|scenario| scenario.set);
    let varied = scenarios.filter(|set| !set.is_empty() && set.iter().all(is_open));
    let cases = varied.filter_map(|set| {
        let set: Settings = set
            .iter()
            .map(|(name, value)| (*name, value.to_string()))
            .collect();
        drawn_case(game, &settings.and(&set), seed).ok()
    });
    let fullest = cases.max_by_key(|[_, right]| right.lines().count());
    fullest.map_or_else(|| drawn_case(game, &settings.and(&drawn), seed), Ok)
}

/// The number of the input that has the most answers.
const FULLEST: u64 = 5;

fn drawn_case(game: &dyn AnyGame, settings: &Settings, seed: u64) -> Result<Case, String> {
    let variant = game.with(settings)?;
    let mut table = MemoryPlayers::new(vec![Some(variant.bot())], |_| Micros(0));
    let writer = Writer::new(game.name(), settings, &[]);
    let mut stream = Seeded::new(SplitMix64(seed));
    let record = live::play(
        variant.referee(),
        1,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut stream,
        writer,
    )
    .map_err(|error| error.to_string())?;
    let lines = |mark: &str| -> String {
        let lines = record
            .transcript
            .lines()
            .filter_map(|line| line.strip_prefix(mark));
        lines
            .map(|line| {
                format!(
                    "{}\n",
                    line.rsplit_once(" @").map_or(line, |(text, _)| text)
                )
            })
            .collect()
    };
    Ok([lines("0< "), lines("0> ")])
}
