//! Every faulty bot of `fixtures/mutants/` is caught for the fault it has, under the clause it breaks, and leaves nothing behind.
//!
//! The test program is its own candidate: with `--mutant GAME NAME` it plays as that bot does.

mod common;
#[path = "mutants/slips.rs"]
mod slips;

use libtest_mimic::{Arguments, Failed, Trial};
use slips::SLIPS;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stickler::arena::faulty::{self, MISBEHAVIOURS, Misbehaviour};
use stickler::arena::live::{self, NoHouse, Record};
use stickler::arena::memory::Memory;
use stickler::arena::table::HarnessError;
use stickler::check::bot::{Plan, Played};
use stickler::check::standard::Standard;
use stickler::check::stream::{Seeded, SplitMix64};
use stickler::clause::{Binds, Level};
use stickler::clock::Micros;
use stickler::fixture::mutants::{Mutant, Mutants};
use stickler::game::Seat;
use stickler::games::{self, GAMES, erased::AnyGame};
use stickler::params::Settings;
use stickler::referee::{Fault, FaultKind};
use stickler::transcript::Writer;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let Some(at) = words.iter().position(|word| word == "--mutant") {
        return play_as(&words[at + 1], &words[at + 2]);
    }
    let tables = tables();
    let mut trials = vec![Trial::test("every_clause_that_binds_a_bot_has_a_mutant", clauses_are_covered)];
    for (path, table) in tables {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        match table {
            Err(why) => trials.push(Trial::test(name, move || Err(format!("{}: {why}", path.display()).into()))),
            Ok(table) => trials.extend(trials_of(&table)),
        }
    }
    // Most of them wait for a limit to pass.
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(6));
    let conclusion = libtest_mimic::run(&arguments, trials);
    let children = std::fs::read_to_string(format!("/proc/self/task/{}/children", std::process::id()));
    assert_eq!(children.unwrap_or_default().trim(), "", "processes were left behind");
    conclusion.exit()
}

fn tables() -> Vec<(PathBuf, Result<Mutants, String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/mutants");
    let entries =
        std::fs::read_dir(folder).expect("the folder of mutants").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "yaml")).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("text");
        (path, Mutants::read(&text))
    };
    paths.into_iter().map(read).collect()
}

/// All mutants of a game that play as programs.
fn ways(game: &str) -> impl Iterator<Item = &'static Misbehaviour> {
    let own = SLIPS.iter().find(|(name, _)| *name == game).map_or(&[][..], |(_, own)| own);
    MISBEHAVIOURS.iter().chain(own)
}

fn play_as(game: &str, name: &str) {
    let way = ways(game).find(|way| way.name == name).expect("a mutant");
    let mut bot = games::find(game).expect("a game").bot(&Settings::default()).expect("a bot");
    let code = faulty::run(&mut *bot, way, std::io::stdin().lock(), std::io::stdout().lock());
    std::process::exit(code.unwrap_or(1));
}

/// Bots that play correctly, at a pace that a clock of their own tells.
const PACES: &[Pace] = &[
    Pace { name: "clock_exact", at: |answer, limit| if answer == 2 { limit } else { 0 } },
    Pace { name: "clock_late_by_1_ms", at: |answer, limit| if answer == 2 { limit + 1 } else { 0 } },
    Pace { name: "clock_first_late_by_1_ms", at: |answer, limit| if answer == 0 { limit + 1 } else { 0 } },
    Pace { name: "clock_bank_used_up", at: |answer, limit| if answer == 0 { 0 } else { limit / 7 } },
];

struct Pace {
    name: &'static str,
    /// Milliseconds for an answer of this number, from 0, of which all together may take the limit.
    at: fn(usize, u64) -> u64,
}

fn trials_of(table: &Mutants) -> Vec<Trial> {
    let mut trials = Vec::new();
    let game = games::find(&table.game).expect("the game of a table");
    let rows = |name: &str| table.mutants.iter().find(|row| row.mutant == name).cloned();
    for name in ways(game.name()).map(|way| way.name).chain(PACES.iter().map(|pace| pace.name)) {
        let (row, table) = (rows(name), table.clone());
        let hold = move || match row {
            Some(row) => hold(game, &table, &row),
            None => Err("it has no row".into()),
        };
        trials.push(Trial::test(format!("{}::{name}", game.name()), hold));
    }
    let known: BTreeSet<&str> =
        ways(game.name()).map(|way| way.name).chain(PACES.iter().map(|pace| pace.name)).collect();
    for row in table.mutants.iter().filter(|row| !known.contains(row.mutant.as_str())) {
        let name = format!("{}::{}", game.name(), row.mutant);
        trials.push(Trial::test(name, || Err("no mutant has this name".into())));
    }
    trials
}

/// Plays the mutant, and holds what is seen first against its row.
///
/// Real time on a busy machine can hide what a silent bot had not flushed, so a late one is given three tries.
fn hold(game: &'static dyn AnyGame, table: &Mutants, row: &Mutant) -> Result<(), Failed> {
    let tries = if row.kind.as_deref() == Some("late") { 3 } else { 1 };
    (1..tries).fold(held(game, table, row), |result, _| result.or_else(|_| held(game, table, row)))
}

fn held(game: &'static dyn AnyGame, table: &Mutants, row: &Mutant) -> Result<(), Failed> {
    let (seen, transcript) = match PACES.iter().find(|pace| pace.name == row.mutant) {
        Some(pace) => paced(game, table, row, pace)?,
        None => played(game, table, row)?,
    };
    let shown = seen.as_ref().map_or("it conforms".to_string(), words);
    let wanted = match &row.conforms {
        Some(_) => vec!["it conforms".to_string()],
        None => row.seen(),
    };
    if let Some(way) = MISBEHAVIOURS.iter().find(|way| way.name == row.mutant) {
        assert_eq!(row.kind.as_deref(), way.kind(game).map(FaultKind::word), "what `refbot --faults` promises");
    }
    if !wanted.contains(&shown) {
        return Err(format!("expected {}, saw {shown}\n{transcript}", wanted.join(" or ")).into());
    }
    match (&row.level, seen) {
        (Some(level), Some(fault)) => is_of_level(level, &fault),
        _ => Ok(()),
    }
}

fn words(fault: &Fault) -> String {
    format!("{} {}", fault.kind.word(), fault.breach.clause)
}

/// The level is that of the page, and decides what an ordinary and a strict run make of the fault.
fn is_of_level(level: &str, fault: &Fault) -> Result<(), Failed> {
    let entry = games::entry(fault.breach.clause).ok_or("no such clause")?;
    if entry.level.word() != level {
        return Err(format!("expected level {level}; {} is of level {}", entry.id, entry.level).into());
    }
    let strict = Standard { strict: true, ..Standard::default() };
    assert!(strict.is_error(fault), "a strict run forgives {}", entry.id);
    assert_eq!(Standard::default().is_error(fault), level == "must", "what an ordinary run makes of {}", entry.id);
    Ok(())
}

fn settings(table: &Mutants, row: &Mutant) -> Settings {
    let takes_time = row.kind.as_deref().is_some_and(|kind| ["late", "ending"].contains(&kind));
    let short = table.short.iter().filter(|_| takes_time);
    let set = table.set.iter().chain(short).chain(&row.set);
    let mut settings = Settings::default();
    for (name, value) in set {
        settings = settings.and(&Settings(vec![(name.clone(), value.clone())]));
    }
    settings
}

type Seen = (Option<Fault>, String);

fn played(game: &'static dyn AnyGame, table: &Mutants, row: &Mutant) -> Result<Seen, Failed> {
    let program = std::env::current_exe()?.to_string_lossy().into_owned();
    let plan = Plan {
        game,
        settings: settings(table, row),
        command: vec![program, "--mutant".into(), table.game.clone(), row.mutant.clone()],
        seed: 5,
        cases: None,
        seat: None,
        jobs: 1,
        time_box: Duration::from_secs(60),
        standard: Default::default(),
    };
    let scenario = row.scenario.as_ref().unwrap_or(&table.scenario);
    let cases: Vec<_> = plan.cases()?.into_iter().filter(|case| case.scenario.name == scenario).collect();
    // One that conforms does so from the first game on.
    let games = if row.conforms.is_some() { 1 } else { cases.len() };
    let mut last = None;
    for case in cases.into_iter().take(games) {
        let played = unstalled(|| plan.play(case))?;
        let fault = first(&played);
        if fault.is_some() {
            return Ok((fault, played.record.transcript));
        }
        last = Some(played);
    }
    Ok((None, last.ok_or("no game was played")?.record.transcript))
}

/// A match that a busy machine holds up again and again says nothing of the mutant.
fn unstalled(play: impl Fn() -> Result<Played, HarnessError>) -> Result<Played, HarnessError> {
    let held_up = |played: &Result<Played, HarnessError>| matches!(played, Err(HarnessError::Stalled { .. }));
    (0..10).fold(play(), |played, _| if held_up(&played) { play() } else { played })
}

fn first(played: &Played) -> Option<Fault> {
    played.faults().next().map(|(fault, _)| *fault)
}

/// A whole game of reference bots in memory, seat 0 at the pace.
fn paced(game: &'static dyn AnyGame, table: &Mutants, row: &Mutant, pace: &Pace) -> Result<Seen, Failed> {
    let scenario = game.scenarios().iter().find(|scenario| scenario.name == table.scenario).ok_or("the scenario")?;
    let own = Settings(scenario.set.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect());
    let row_set = Settings(row.set.iter().map(|(name, value)| (name.clone(), value.clone())).collect());
    let settings = own.and(&row_set);
    let limits = game.parameters(&settings)?;
    let limit = |names: &[&str]| {
        let found = names.iter().find_map(|name| limits.iter().find(|(known, _)| known == name));
        found.and_then(|(_, value)| value.parse::<u64>().ok()).unwrap_or(0)
    };
    let (first, all) = (limit(&["ready", "first-time", "wall", "time"]), limit(&["bank", "turn-time", "wall", "time"]));
    let seats = game.seats(&settings)?;
    let bots = (0..seats).map(|_| game.bot(&settings).map(Some)).collect::<Result<_, _>>()?;
    let (at, mut answers) = (pace.at, 0);
    let mut table = Memory::new(bots, move |seat| {
        if seat != Seat(0) {
            return Micros(0);
        }
        let took = at(answers, if answers == 0 { first } else { all });
        answers += 1;
        Micros(1000 * took)
    });
    let mut stream = Seeded::new(SplitMix64(5));
    let referee = game.referee(&settings)?;
    let record: Record = live::play(referee, seats, &mut table, &mut NoHouse, &mut stream, Writer::default())?;
    let fault = record.verdict.faults.iter().find(|fault| fault.seat == Seat(0)).cloned();
    Ok((fault, record.transcript))
}

/// Every clause of level must that binds a bot is broken by a mutant, or its table says why none can.
fn clauses_are_covered() -> Result<(), Failed> {
    let tables: Vec<Mutants> = tables().into_iter().filter_map(|(_, table)| table.ok()).collect();
    let games: BTreeSet<&str> = tables.iter().map(|table| table.game.as_str()).collect();
    let missing: Vec<&str> = GAMES.iter().map(|game| game.name()).filter(|name| !games.contains(name)).collect();
    assert!(missing.is_empty(), "no table for {missing:?}");
    let broken: BTreeSet<&str> =
        tables.iter().flat_map(|table| &table.mutants).filter_map(|row| row.clause.as_deref()).collect();
    let without: BTreeSet<&str> = tables.iter().flat_map(|table| table.without.keys()).map(String::as_str).collect();
    let clauses = games::pages().iter().flat_map(|(_, page)| &page.clauses);
    let binding = clauses.filter(|entry| entry.binds == Binds::Bot && entry.level == Level::Must);
    let open: Vec<&str> =
        binding.map(|entry| entry.id.as_str()).filter(|id| broken.contains(id) == without.contains(id)).collect();
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("neither broken by a mutant nor excused, or both: {open:?}").into())
    }
}
