//! Test vectors: positions with what the rules say of them, as JSON lines for any language. The page is `spec/vectors.md`.

use crate::games::erased::{AnyGame, AnyRules};
use crate::json::{Awaited, Points};
use crate::params::Settings;
use crate::referee::Stream;
use crate::stream::{Seeded, SplitMix64};
use crate::walk::{Walk, tempting};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of these lines. It changes whenever a seed gives other vectors.
pub const VERSION: u32 = 1;

/// Most actions of a walk.
const PLIES: usize = 240;
/// Illegal actions of a position.
const REFUSED: usize = 6;
/// One in this many positions has a perft table, if the game goes on.
const PERFT_EVERY: usize = 5;
/// Most nodes of a perft table's last depth.
const PERFT_NODES: u64 = 60_000;
/// Most depths of a perft table.
const PERFT_DEPTHS: usize = 6;

/// A line of vectors; the first one is the header.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Vector {
    /// The header: what the other lines are made from.
    Header(VectorHeader),
    /// A position.
    Position(PositionVector),
    /// How many ways there are to go on from a position.
    Perft(Perft),
}

/// The values that make the same lines again.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VectorHeader {
    /// The version of these lines.
    pub version: u32,
    /// The game.
    pub game: String,
    /// The seed of all walks.
    pub seed: u64,
    /// Number of positions.
    pub count: usize,
    /// Parameters that differ from their defaults.
    pub set: BTreeMap<String, String>,
}

/// A position and what the rules say of it.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionVector {
    /// How it was found.
    pub walk: String,
    /// The actions that lead to it from the start, each legal.
    pub actions: Vec<String>,
    /// Whose turn it is.
    pub turn: Awaited,
    /// All legal actions, in the game's order.
    pub legal: Vec<String>,
    /// Some illegal actions.
    pub refused: Vec<IllegalAction>,
    /// Points by seat as they stand, where the game counts them.
    pub score: Option<Points>,
    /// Everything that can be observed, by name.
    pub observe: BTreeMap<String, String>,
}

/// An illegal action.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IllegalAction {
    /// The action.
    pub action: String,
    /// The clause it breaks.
    pub clause: String,
}

/// Numbers of action sequences.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Perft {
    /// The actions that lead to the position.
    pub actions: Vec<String>,
    /// How many sequences of one, two, three, … legal actions there are. If several seats are asked, every order counts.
    pub counts: Vec<u64>,
}

/// The vectors of a seed: the header, `count` positions, and perft tables among them.
pub fn generate(
    game: &dyn AnyGame,
    settings: &Settings,
    seed: u64,
    count: usize,
) -> Result<Vec<Vector>, String> {
    let set = settings.0.iter().cloned().collect();
    let mut vectors = vec![Vector::Header(VectorHeader {
        version: VERSION,
        game: game.name().into(),
        seed,
        count,
        set,
    })];
    for index in 0..count {
        let mut stream = Seeded::new(SplitMix64(seed).nth(index as u64));
        let walk = Walk::ALL[index % Walk::ALL.len()];
        let played = walk.play(&mut *game.with(settings)?.rules(), PLIES, &mut stream);
        // Every fourth position is the end of its walk; the others lie anywhere on theirs.
        let shown = if index % 4 == 3 {
            played.len()
        } else {
            stream.pick(played.len() + 1)
        };
        let mut rules = game.with(settings)?.rules();
        let actions = &played[..shown];
        for action in actions {
            rules
                .play(action)
                .map_err(|breach| format!("{action} breaks {}", breach.clause))?;
        }
        vectors.push(Vector::Position(position(
            &*rules,
            walk,
            actions,
            &mut stream,
        )));
        let counts = if index % PERFT_EVERY == 0 {
            perft_table(&*rules)
        } else {
            Vec::new()
        };
        if counts.iter().any(|&count| count > 0) {
            vectors.push(Vector::Perft(Perft {
                actions: actions.to_vec(),
                counts,
            }));
        }
    }
    Ok(vectors)
}

/// The vectors as lines.
pub fn write(vectors: &[Vector]) -> String {
    let line = |vector| serde_json::to_string(vector).unwrap_or_default() + "\n";
    vectors.iter().map(line).collect()
}

fn position(
    rules: &dyn AnyRules,
    walk: Walk,
    actions: &[String],
    stream: &mut dyn Stream,
) -> PositionVector {
    let legal = rules.actions();
    let refused = tempting(rules, actions, &legal, REFUSED, stream);
    let refused = refused.into_iter().map(|(action, breach)| IllegalAction {
        action,
        clause: breach.clause.id().into(),
    });
    PositionVector {
        walk: walk.word().into(),
        actions: actions.to_vec(),
        turn: rules.turn().into(),
        refused: refused.collect(),
        score: rules.score().map(Into::into),
        observe: rules
            .observe()
            .into_iter()
            .map(|(name, value)| (name.to_string(), value))
            .collect(),
        legal,
    }
}

/// How many sequences of `depth` legal actions there are.
pub fn perft(rules: &dyn AnyRules, depth: usize) -> u64 {
    let legal = rules.actions();
    if depth <= 1 {
        return if depth == 0 { 1 } else { legal.len() as u64 };
    }
    let below = |action: &String| {
        let mut after = rules.fork();
        after.play(action).map_or(0, |()| perft(&*after, depth - 1))
    };
    legal.iter().map(below).sum()
}

/// Perft of depth one, two, three, up to the limit of nodes.
fn perft_table(rules: &dyn AnyRules) -> Vec<u64> {
    let mut counts: Vec<u64> = vec![perft(rules, 1)];
    while let Some(&last) = counts.last()
        && counts.len() < PERFT_DEPTHS
        && last > 0
        && last.saturating_mul(counts[0]) <= PERFT_NODES
    {
        counts.push(perft(rules, counts.len() + 1));
    }
    counts
}
