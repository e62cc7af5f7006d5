//! How well a clause is proven, and what is assumed: computed from the cases.

use super::source::{Case, Sources};
use crate::case::{Brief, of_log, of_plies};
use std::collections::{BTreeMap, BTreeSet};
use stickler::clause::{Binds, Page, Provenance};
use stickler::fixture::Fixture;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;

/// The proof that a clause means what it says.
pub(super) struct Proof<'a> {
    /// Cases that keep it, the smallest first.
    pub(super) kept: Vec<&'a Case>,
    /// Cases that break it, the smallest first.
    pub(super) broken: Vec<&'a Case>,
    /// The faulty bots that fall by it.
    pub(super) bots: &'a [String],
}

impl<'a> Proof<'a> {
    pub(super) fn of(sources: &'a Sources, id: &str) -> Proof<'a> {
        let breaks = |case: &&Case| case.fixture.broken().any(|own| own == id);
        let keeps = |case: &&Case| {
            case.fixture.clauses.iter().any(|own| own == id)
                && case.fixture.breaks.as_deref() != Some(id)
        };
        Proof {
            kept: sources.cases.iter().filter(keeps).collect(),
            broken: sources.cases.iter().filter(breaks).collect(),
            bots: sources.mutants.get(id).map_or(&[], Vec::as_slice),
        }
    }
}

/// How many clauses of a page are shown by what.
#[derive(Default)]
pub(super) struct Share {
    pub(super) clauses: usize,
    pub(super) kept: usize,
    /// Broken by a case, of those that a case can break.
    pub(super) broken: usize,
    pub(super) breakable: usize,
    /// With a faulty bot, of those that bind the bot.
    pub(super) fallen: usize,
    pub(super) binding: usize,
}

impl Share {
    pub(super) fn of(sources: &Sources, page: &Page) -> Share {
        let mut share = Share::default();
        for entry in &page.clauses {
            let proof = Proof::of(sources, &entry.id);
            share.clauses += 1;
            share.kept += usize::from(!proof.kept.is_empty());
            let is_breakable = entry.unobservable.is_none() && entry.binds != Binds::Rules;
            share.breakable += usize::from(is_breakable);
            share.broken += usize::from(is_breakable && !proof.broken.is_empty());
            share.binding += usize::from(entry.binds == Binds::Bot);
            share.fallen += usize::from(entry.binds == Binds::Bot && !proof.bots.is_empty());
        }
        share
    }
}

/// The matter of a case, as a page takes it: actions, or a text to judge.
pub(super) fn made_of(case: &Case) -> Result<(Option<&[String]>, String), String> {
    let Fixture { plies, record, .. } = &case.fixture;
    if let Some(plies) = plies {
        return Ok((Some(plies), plies.join("\n")));
    }
    if let Some(record) = record {
        return Ok((None, record.clone()));
    }
    let game = case
        .game
        .ok_or_else(|| format!("{}: {} names no game", case.file, case.fixture.name))?;
    Ok((
        None,
        case.fixture
            .log(game, &case.fixture.settings())?
            .unwrap_or_default(),
    ))
}

/// The result of a case under further parameters.
pub(super) fn brief(games: Registry, case: &Case, more: &Settings) -> Result<Brief, String> {
    let given = case.fixture.settings().and(more);
    match (made_of(case)?, case.game) {
        ((Some(plies), _), Some(game)) => of_plies(game, &given, plies),
        ((None, text), game) => Ok(of_log(games, game, &given, text.as_bytes())),
        ((Some(_), _), None) => Err(format!(
            "{}: {} names no game",
            case.file, case.fixture.name
        )),
    }
}

/// A parameter that no document gives, another value of it, and the cases of which the verdict would be another.
pub(super) struct Otherwise<'a> {
    pub(super) name: &'a str,
    pub(super) value: String,
    pub(super) meaning: &'a str,
    /// Each other value, with the cases that it changes.
    pub(super) others: Vec<(String, Vec<&'a Case>)>,
}

/// The assumptions about a game's numbers and words, and what would be otherwise without them.
pub(super) fn otherwise<'a>(
    sources: &'a Sources,
    game: &'static dyn AnyGame,
) -> Result<Vec<Otherwise<'a>>, String> {
    let page = game.page();
    let own: Vec<&Case> = sources
        .cases
        .iter()
        .filter(|case| case.game.is_some_and(|own| own.name() == game.name()))
        .collect();
    let defaults: BTreeMap<_, _> = game
        .with(&Settings::default())?
        .parameters()
        .into_iter()
        .collect();
    let mut all = Vec::new();
    for row in page
        .parameters
        .iter()
        .filter(|row| row.provenance == Provenance::Assumed)
    {
        let default = defaults.get(row.name.as_str()).cloned().unwrap_or_default();
        let mut others = Vec::new();
        for value in values(game, &row.name, &default) {
            let set = Settings(vec![(row.name.clone(), value.clone())]);
            if game.with(&set).is_err() {
                continue;
            }
            // A case that sets it says itself what it is.
            let changed = own
                .iter()
                .filter(|case| !case.fixture.set.contains_key(&row.name))
                .filter(|case| {
                    let (now, then) = (
                        brief(sources.games, case, &Settings::default()),
                        brief(sources.games, case, &set),
                    );
                    matches!((now, then), (Ok(now), Ok(then)) if now != then)
                });
            others.push((value, changed.copied().collect()));
        }
        all.push(Otherwise {
            name: &row.name,
            value: default,
            meaning: &row.meaning,
            others,
        });
    }
    Ok(all)
}

/// Other values of a parameter: its other words, or a number half as large and twice as large.
fn values(game: &dyn AnyGame, name: &str, default: &str) -> Vec<String> {
    let words = game.values(name);
    if !words.is_empty() {
        return words
            .iter()
            .filter(|word| **word != default)
            .map(|word| word.to_string())
            .collect();
    }
    let number: Option<u64> = default.parse().ok();
    let both = number.map(|number| [number / 2, number * 2]);
    both.into_iter()
        .flatten()
        .filter(|other| Some(*other) != number)
        .map(|other| other.to_string())
        .collect()
}

/// Games that a position can go on in, by how many actions: as deep as so many positions allow.
pub(super) fn perft(game: &dyn AnyGame) -> Result<Vec<u64>, String> {
    const MOST: u64 = 60_000;
    let start = game.with(&Settings::default())?.rules();
    let (mut level, mut counts) = (vec![start], Vec::new());
    while !level.is_empty() && counts.len() < 6 {
        let actions: Vec<Vec<String>> = level.iter().map(|rules| rules.actions()).collect();
        let count = actions.iter().map(|actions| actions.len() as u64).sum();
        counts.push(count);
        if count > MOST || count == 0 {
            break;
        }
        let mut next = Vec::new();
        for (rules, actions) in level.iter().zip(&actions) {
            for action in actions {
                let mut after = rules.fork();
                if after.play(action).is_ok() {
                    next.push(after);
                }
            }
        }
        level = next;
    }
    Ok(counts)
}

/// Names of cases, as a sentence has them.
pub(super) fn names(cases: &[&Case]) -> String {
    let names: BTreeSet<String> = cases
        .iter()
        .map(|case| format!("{}: {}", case.file, case.fixture.name))
        .collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}
