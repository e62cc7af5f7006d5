//! A check finds faults that strike in rare but ordinary states: those of `mutants/rare.rs`.

use crate::mutants::RARE;
use crate::support::depth::{depth, is_deep};
use crate::support::trials::named;
use libtest_mimic::{Failed, Trial};
use std::sync::Arc;
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler_arena::faulty::{Faulty, Misbehaviour};
use stickler_arena::workshop::Machine;
use stickler_check::bot::{MakeBot, Plan};

/// The most games of a search: a native bot plays as many in ten seconds.
const GAMES_OF_A_SEARCH: u32 = 400;

pub(crate) fn tests() -> Vec<Trial> {
    let mut trials = Vec::new();
    for &(game, ways) in RARE {
        for way in ways {
            let name = format!("rare::{game}::{}", way.name);
            trials.push(named(&name, move || found(game, way)));
        }
    }
    trials
}

fn plan(game: &'static dyn AnyGame, way: &'static Misbehaviour, seed: u64) -> Plan {
    let memory: MakeBot =
        Arc::new(move |settings| Ok(Box::new(Faulty::new(game.with(settings)?.bot(), way))));
    Plan {
        memory: Some(memory),
        seed,
        ..Plan::new(game, Vec::new())
    }
}

/// After how many games of a check the fault is seen: of the fixed scenarios, or else of the search.
fn games_until(plan: &Plan) -> Result<Option<usize>, Failed> {
    let cases = plan.cases()?;
    plan.prepare(cases.iter().copied(), &Machine::new())?;
    for (at, case) in cases.iter().enumerate() {
        if plan.play(*case)?.faults().next().is_some() {
            return Ok(Some(at + 1));
        }
    }
    for index in 0..GAMES_OF_A_SEARCH {
        if plan.play(plan.searched(index)?)?.faults().next().is_some() {
            return Ok(Some(cases.len() + index as usize + 1));
        }
    }
    Ok(None)
}

/// With the usual seed; deep, with nine of ten.
fn found(game: &str, way: &'static Misbehaviour) -> Result<(), Failed> {
    let game = GAMES.find(game)?;
    let seeds = depth(1, 10);
    let games: Result<Vec<_>, Failed> = (1..=seeds)
        .map(|seed| games_until(&plan(game, way, seed)))
        .collect();
    let games = games?;
    if is_deep() {
        eprintln!("{} {}: found after {games:?} games", game.name(), way.name);
    }
    let missed = games.iter().filter(|games| games.is_none()).count() as u64;
    if missed > seeds / 10 {
        return Err(format!("a bot that {}: {games:?}", way.about).into());
    }
    Ok(())
}
