//! A check finds faults that strike in rare but ordinary states: those of `mutants/rare.rs`.

use super::mutants::RARE;
use crate::support::tier::{by_tier, is_deep};
use crate::support::trials::{named, usual_if};
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;
use stickler::fixture::Saved;
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler_arena::faulty::{Faulty, Misbehaviour};
use stickler_check::bot::{Plan, Played, RunSummary};
use stickler_check::replay::{Replayed, replay, saved};
use stickler_check::search::{SearchEffort, SearchEnd};
use stickler_check::shrink::shrink;

/// The most games of a search: a native bot plays as many in ten seconds.
const GAMES_OF_A_SEARCH: u32 = 1200;

type Hold = fn() -> Result<(), Failed>;

/// Faults of Gomoku for which hundreds of games are played.
const LONG: [&str; 5] = [
    "beside_four_times",
    "history_of_128",
    "board_of_200",
    "a_whole_column",
    "all_corners",
];

pub(crate) fn tests() -> Vec<Trial> {
    let mut trials = Vec::new();
    for &(game, ways) in RARE {
        for way in ways {
            let name = format!("rare::{game}::{}", way.name);
            // One game by default, and of that what is found without a long search.
            let is_usual = game == "gomoku" && !LONG.contains(&way.name);
            let trial = named(&name, move || found(game, way));
            trials.push(usual_if(is_usual, trial));
        }
    }
    let others: [(&str, Hold); 3] = [
        ("a_failure_of_a_search_replays_without_it", replays),
        ("as_many_at_a_time_as_you_like", same_games),
        ("a_search_ends_with_its_first_failure", ends_with_failure),
    ];
    for (name, hold) in others {
        let is_usual = name != "as_many_at_a_time_as_you_like";
        trials.push(usual_if(is_usual, named(&format!("rare::{name}"), hold)));
    }
    trials
}

pub(crate) fn faulty(game: &str, name: &str, seed: u64) -> Result<Plan, Failed> {
    let ways = RARE.iter().find(|(own, _)| *own == game);
    let way = ways.and_then(|(_, ways)| ways.iter().find(|way| way.name == name));
    let way = way.ok_or_else(|| format!("no rare fault of {game} is called {name}"))?;
    Ok(plan(GAMES.find(game)?, way, seed))
}

pub(crate) fn effort(games: u32) -> SearchEffort {
    SearchEffort {
        time: Duration::from_secs(600),
        games: Some(games),
        is_thorough: true,
        part: [1, 1],
    }
}

/// Parameters were drawn, the seed is another one, and shrinking keeps the fault.
fn replays() -> Result<(), Failed> {
    let plan = faulty("blokus", "four_on_25_cells", 4)?;
    let before = RunSummary::new(plan.game);
    let (summary, trouble) = plan.search_on(before, effort(100), &|_| false, &|_, _| Ok(()));
    trouble.map_or(Ok(()), Err)?;
    let failing = summary.failing.first().ok_or("the fault was not found")?;
    let (fault, line) = failing.error(&plan.policy).ok_or("no error")?;
    let kept = Saved::read(&saved(&plan, failing, fault, line).write())?;
    let fresh = Plan {
        settings: kept.settings(),
        draws: false,
        seed: 99,
        ..plan.clone()
    };
    let Replayed::Fails { played, same: true } = replay(&fresh, &kept, false)? else {
        return Err("it does not fail as before".into());
    };
    let [now, before] = [&played, failing].map(|played| body(&played.record.transcript));
    if now.len() != before.len() {
        return Err(format!("{} lines, and {} now", before.len(), now.len()).into());
    }
    if let Some((now, before)) = now.iter().zip(&before).find(|(now, before)| now != before) {
        return Err(format!("`{before}` before, and `{now}` now").into());
    }
    let clause = fault.breach.clause;
    let smaller = shrink(&plan, failing, clause, Duration::from_secs(5), &|| ());
    let smaller = smaller.ok_or("it does not fail again")?.played;
    let (_, shorter) = smaller.error(&plan.policy).ok_or("no error")?;
    let players = smaller.settings.0.iter().any(|(name, _)| name == "players");
    if shorter > line || !players {
        return Err(format!("line {shorter} after line {line}, {:?}", smaller.settings).into());
    }
    Ok(())
}

/// The lines of a game, without its header.
fn body(log: &str) -> Vec<&str> {
    let is_body = |line: &&str| line.chars().nth(1).is_some_and(|sign| "<>!".contains(sign));
    log.lines().filter(is_body).collect()
}

/// The same games in the same rounds, whoever ends first.
fn same_games() -> Result<(), Failed> {
    let games = |jobs: usize| -> Result<_, Failed> {
        let game = GAMES.find("betris")?;
        let plan = Plan {
            jobs,
            seed: 3,
            ..Plan::in_memory(game, |bot| bot)
        };
        let played = Mutex::new(BTreeMap::new());
        let watch = |game: &Played, _| {
            let text = game.record.transcript.clone();
            let before = played
                .lock()
                .map(|mut all| all.insert(game.case.index, text));
            before
                .map(|_| ())
                .map_err(|_| std::io::Error::other("poisoned"))
        };
        let effort = SearchEffort {
            is_thorough: false,
            ..effort(200)
        };
        let (summary, trouble) = plan.search_on(RunSummary::new(game), effort, &|_| false, &watch);
        trouble.map_or(Ok(()), Err)?;
        let games = played.into_inner().map_err(|_| "poisoned")?;
        Ok((games, summary.situations, summary.searched.ended))
    };
    let (one, three) = (games(1)?, games(3)?);
    if one != three || one.0.len() < 100 {
        let [one, three] = [one.0.len(), three.0.len()];
        return Err(format!("{one} games, and {three} with three at a time").into());
    }
    Ok(())
}

fn ends_with_failure() -> Result<(), Failed> {
    let plan = faulty("gomoku", "behind_by_5_seconds", 1)?;
    let before = RunSummary::new(plan.game);
    let (summary, trouble) = plan.search_on(before, effort(100), &|_| false, &|_, _| Ok(()));
    trouble.map_or(Ok(()), Err)?;
    if summary.searched.ended != Some(SearchEnd::Failed) || summary.failing.len() != 1 {
        return Err(format!("{:?}, {} fail", summary.searched, summary.failing.len()).into());
    }
    Ok(())
}

pub(crate) fn plan(game: &'static dyn AnyGame, way: &'static Misbehaviour, seed: u64) -> Plan {
    Plan {
        seed,
        ..Plan::in_memory(game, move |bot| Box::new(Faulty::new(bot, way)))
    }
}

/// After how many games of a check the fault is seen: of the fixed scenarios, or else of the search.
fn games_until(plan: &Plan) -> Result<Option<usize>, Failed> {
    let cases = plan.cases()?;
    plan.prepare(cases.iter().copied())?;
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
    let seeds = by_tier(1, 1, 10);
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
