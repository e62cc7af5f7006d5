//! Walks through a game by its rules alone, and illegal actions near the legal ones.

use crate::clause::{Breach, words};
use crate::game::Turn;
use crate::games::erased::AnyRules;
use crate::referee::Stream;

/// How a walk chooses among the legal actions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Walk {
    /// Each as likely as the others.
    Random,
    /// The first or the last ones of the list: corners and borders, lowest and highest.
    Edges,
    /// An action that ends the game; if there is none, the one of a few that leaves the fewest legal actions.
    Ends,
}

/// How many actions [`Walk::Ends`] compares where none ends the game.
const FEW: usize = 6;

words!(Walk: Random "random", Edges "edges", Ends "ends");

impl Walk {
    /// One of the legal actions; `None` where there is none.
    pub fn choose<'a>(
        self,
        rules: &dyn AnyRules,
        legal: &'a [String],
        stream: &mut dyn Stream,
    ) -> Option<&'a String> {
        match self {
            Walk::Random => legal.get(stream.pick(legal.len())),
            Walk::Edges => {
                let near = stream.pick(2.min(legal.len()));
                let at = if stream.pick(2) == 0 {
                    near
                } else {
                    legal.len().saturating_sub(near + 1)
                };
                legal.get(at)
            }
            Walk::Ends => {
                let after = |action: &String| {
                    let mut after = rules.fork();
                    after.play(action).ok().map(|()| after)
                };
                let ends = |action: &&String| {
                    after(action).is_some_and(|at| matches!(at.turn(), Turn::Over(_)))
                };
                if let Some(action) = legal.iter().find(ends) {
                    return Some(action);
                }
                let few: Vec<&String> = (0..FEW)
                    .filter_map(|_| legal.get(stream.pick(legal.len())))
                    .collect();
                few.into_iter()
                    .min_by_key(|action| after(action).map_or(0, |at| at.actions().len()))
            }
        }
    }

    /// The actions of a game from here, at most so many.
    pub fn play(
        self,
        rules: &mut dyn AnyRules,
        most: usize,
        stream: &mut dyn Stream,
    ) -> Vec<String> {
        let mut played = Vec::new();
        while played.len() < most {
            let legal = rules.actions();
            let Some(action) = self.choose(rules, &legal, stream) else {
                break;
            };
            if rules.play(action).is_err() {
                break;
            }
            played.push(action.clone());
        }
        played
    }
}

/// Illegal actions that an engine might take: what was legal before, what another could do, and numbers just beside the legal ones.
/// At most `most` of them, each once, with the clause it breaks.
pub fn tempting(
    rules: &dyn AnyRules,
    past: &[String],
    legal: &[String],
    most: usize,
    stream: &mut dyn Stream,
) -> Vec<(String, Breach)> {
    let mut found: Vec<(String, Breach)> = Vec::new();
    let known: Vec<&String> = past.iter().chain(legal).collect();
    // Most tries are legal after all, or are there already.
    for _ in 0..4 * most {
        let Some(&base) = known.get(stream.pick(known.len())) else {
            break;
        };
        let action = match stream.pick(3) {
            0 => another(rules, base, stream),
            _ => beside(base, stream),
        };
        if let Err(breach) = rules.check(&action)
            && found.len() < most
            && found.iter().all(|(other, _)| *other != action)
        {
            found.push((action, breach));
        }
    }
    found
}

/// The action, or another text of it where the rules refuse those.
fn another(rules: &dyn AnyRules, action: &str, stream: &mut dyn Stream) -> String {
    let texts = rules.texts(action);
    match texts.get(1) {
        Some(other) if rules.check(other).is_err() => {
            texts[1 + stream.pick(texts.len() - 1)].clone()
        }
        _ => action.into(),
    }
}

/// The action with one of its numbers changed; one without numbers stays as it is.
fn beside(action: &str, stream: &mut dyn Stream) -> String {
    let all = beside_each(action);
    let numbers = all.len() / BESIDE;
    let at = stream.pick(numbers);
    if numbers == 0 {
        action.into()
    } else {
        all[BESIDE * at + stream.pick(BESIDE)].clone()
    }
}

/// The numbers that are tried in place of one.
const BESIDE: usize = 5;

/// All texts that differ from this one in one of its numbers, which becomes one just beside it.
pub fn beside_each(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let numbers = words
        .iter()
        .enumerate()
        .filter_map(|(at, word)| Some((at, word.parse::<i32>().ok()?)));
    let changed = numbers.flat_map(|(at, number)| {
        let others = [
            number.saturating_sub(1),
            number.saturating_add(1),
            0,
            number.saturating_add(7),
            number.wrapping_neg(),
        ];
        others.map(|other| with_word(&words, at, &other.to_string()))
    });
    changed.collect()
}

/// These words with another one at this place.
pub fn with_word(words: &[&str], at: usize, word: &str) -> String {
    [&words[..at], &[word], &words[at + 1..]].concat().join(" ")
}
