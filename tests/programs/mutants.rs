//! Every faulty bot of `fixtures/mutants/` is caught for the fault it has, under the clause it breaks, and leaves nothing behind.
//!
//! The test program is its own candidate: with `--mutant GAME NAME` it plays as that bot does.
//! Faults of rules and words are played in memory, see `WRITTEN`.

mod slips;

use crate::support::depth::is_deep;
use crate::support::files::{below, root, text};
use crate::support::trials::{named, trial};
use libtest_mimic::{Failed, Trial};
use slips::SLIPS;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use stickler::arena::faulty::{self, Faulty, MISBEHAVIOURS, Misbehaviour};
use stickler::arena::live::{self, NoHouse, Record};
use stickler::arena::memory::Memory;
use stickler::arena::table::HarnessError;
use stickler::arena::workshop::Machine;
use stickler::check::bot::{MakeBot, Plan, Played};
use stickler::check::standard::Standard;
use stickler::check::stream::{Seeded, SplitMix64};
use stickler::clause::{Binds, Level};
use stickler::clock::Micros;
use stickler::fixture::mutants::{Mutant, Mutants};
use stickler::game::{Bot, Seat};
use stickler::games::{GAMES, erased::AnyGame};
use stickler::params::Settings;
use stickler::referee::{Fault, FaultKind};
use stickler::transcript::Writer;

pub(crate) fn tests() -> Vec<Trial> {
    let mut trials = vec![trial(module_path!(), "every_clause_that_binds_a_bot_has_a_mutant", clauses_are_covered)];
    for (path, table) in tables() {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        match table {
            Err(why) => {
                let shown = format!("{}: {why}", path.display());
                trials.push(named(&format!("mutants::{name}"), move || Err(shown.into())));
            }
            Ok(table) => trials.extend(trials_of(&table)),
        }
    }
    trials
}

fn tables() -> Vec<(PathBuf, Result<Mutants, String>)> {
    let paths = below(&root().join("fixtures/mutants"), "yaml");
    paths.into_iter().map(|path| (path.clone(), Mutants::read(&text(&path)))).collect()
}

/// All mutants of a game that play as programs.
fn ways(game: &str) -> impl Iterator<Item = &'static Misbehaviour> {
    let own = SLIPS.iter().find(|(name, _)| *name == game).map_or(&[][..], |(_, own)| own);
    MISBEHAVIOURS.iter().chain(own)
}

/// Plays as a mutant over standard input and output, and ends this process.
pub(crate) fn play_as(game: &str, name: &str) -> ! {
    let code = faulty::run(faulty(game, name), std::io::stdin().lock(), std::io::stdout().lock());
    std::process::exit(code.unwrap_or(1))
}

fn faulty(game: &str, name: &str) -> Faulty {
    let way = ways(game).find(|way| way.name == name).expect("a mutant");
    Faulty::new(GAMES.find(game).expect("a game").with(&Settings::default()).expect("a bot").bot(), way)
}

/// Faults of what is written alone. They are played by programs in Gomoku, and in memory elsewhere, as each game's own faults
/// are: how a line comes does not depend on the game.
const WRITTEN: &[&str] = &[
    "silent",
    "hang",
    "no-newline",
    "lower-case",
    "wrong-word",
    "junk",
    "empty",
    "extra-word",
    "missing-word",
    "nul",
    "unicode-digits",
    "fraction",
    "underscore",
    "huge-number",
    "twice",
    "junk-after",
    "unasked",
    "after-the-end",
    "crash",
    "early-exit",
    "crlf",
    "blanks",
    "leading-blank",
    "trailing-blank",
    "tabs",
    "plus",
    "leading-zero",
];

/// A mutant in memory: what it writes is text.
struct InMemory(Faulty);

impl Bot for InMemory {
    fn hear(&mut self, line: &str, said: &mut String) -> bool {
        let (bytes, goes_on) = self.0.hear(line.to_string());
        *said += str::from_utf8(&bytes).expect("text");
        goes_on
    }
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
    let game = GAMES.find(&table.game).expect("the game of a table");
    let rows = |name: &str| table.mutants.iter().find(|row| row.mutant == name).cloned();
    for name in ways(game.name()).map(|way| way.name).chain(PACES.iter().map(|pace| pace.name)) {
        let (row, table) = (rows(name), table.clone());
        // Where nothing limits CPU time, burning it for seconds is no fault.
        let takes_long = name == "threads" && row.as_ref().is_some_and(|row| row.conforms.is_some());
        let hold = move || match row {
            Some(row) => hold(game, &table, &row),
            None => Err("it has no row".into()),
        };
        let trial = named(&format!("mutants::{}::{name}", game.name()), hold);
        trials.push(trial.with_ignored_flag(takes_long && !is_deep()));
    }
    let known: BTreeSet<&str> =
        ways(game.name()).map(|way| way.name).chain(PACES.iter().map(|pace| pace.name)).collect();
    for row in table.mutants.iter().filter(|row| !known.contains(row.mutant.as_str())) {
        let name = format!("mutants::{}::{}", game.name(), row.mutant);
        trials.push(named(&name, || Err("no mutant has this name".into())));
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
        None if is_in_memory(game, row) => remembered(game, table, row)?,
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
    let entry = fault.breach.clause.entry();
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

/// A batch is a matter of streams and exit codes throughout, so its mutants are programs.
fn is_in_memory(game: &dyn AnyGame, row: &Mutant) -> bool {
    if game.name() == "tetris" {
        return false;
    }
    if MISBEHAVIOURS.iter().any(|way| way.name == row.mutant) {
        return game.name() != "gomoku" && WRITTEN.contains(&row.mutant.as_str());
    }
    row.kind.as_deref().is_none_or(|kind| !["late", "died", "ending", "limit"].contains(&kind))
}

/// As a program.
fn played(game: &'static dyn AnyGame, table: &Mutants, row: &Mutant) -> Result<Seen, Failed> {
    let program = std::env::current_exe()?.to_string_lossy().into_owned();
    let command = vec![program, "--mutant".into(), table.game.clone(), row.mutant.clone()];
    let plan = Plan { settings: settings(table, row), seed: 5, ..Plan::new(game, command) };
    tried(&plan, table, row)
}

/// In memory, where every answer comes at once.
fn remembered(game: &'static dyn AnyGame, table: &Mutants, row: &Mutant) -> Result<Seen, Failed> {
    let (game_name, name) = (table.game.clone(), row.mutant.clone());
    let memory: MakeBot = Arc::new(move |_| Ok(Box::new(InMemory(faulty(&game_name, &name)))));
    let plan = Plan { settings: settings(table, row), seed: 5, memory: Some(memory), ..Plan::new(game, Vec::new()) };
    tried(&plan, table, row)
}

fn tried(plan: &Plan, table: &Mutants, row: &Mutant) -> Result<Seen, Failed> {
    let scenario = row.scenario.as_ref().unwrap_or(&table.scenario);
    let cases: Vec<_> = plan.cases()?.into_iter().filter(|case| case.scenario.name == scenario).collect();
    plan.prepare(cases.iter().copied(), &Machine::new())?;
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
    let variant = game.with(&settings)?;
    let limits = variant.parameters();
    let limit = |names: &[&str]| {
        let found = names.iter().find_map(|name| limits.iter().find(|(known, _)| known == name));
        found.and_then(|(_, value)| value.parse::<u64>().ok()).unwrap_or(0)
    };
    let (first, all) = (limit(&["ready", "first-time", "wall", "time"]), limit(&["bank", "turn-time", "wall", "time"]));
    let seats = variant.seats();
    let bots = (0..seats).map(|_| Some(variant.bot())).collect();
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
    let referee = variant.referee();
    let record: Record = live::play(referee, seats, &mut table, &mut NoHouse, &mut stream, Writer::default())?;
    let fault = record.verdict.faults.iter().find(|fault| fault.seat == Seat(0)).cloned();
    Ok((fault, record.transcript))
}

/// Every clause of level must that binds a bot is broken by a mutant, or its table says why none can.
fn clauses_are_covered() -> Result<(), Failed> {
    let tables: Vec<Mutants> = tables().into_iter().filter_map(|(_, table)| table.ok()).collect();
    let games: BTreeSet<&str> = tables.iter().map(|table| table.game.as_str()).collect();
    let missing: Vec<&str> =
        GAMES.games().iter().map(|game| game.name()).filter(|name| !games.contains(name)).collect();
    assert!(missing.is_empty(), "no table for {missing:?}");
    let broken: BTreeSet<&str> =
        tables.iter().flat_map(|table| &table.mutants).filter_map(|row| row.clause.as_deref()).collect();
    let without: BTreeSet<&str> = tables.iter().flat_map(|table| table.without.keys()).map(String::as_str).collect();
    let clauses = GAMES.pages().flat_map(|page| &page.clauses);
    let binding = clauses.filter(|entry| entry.binds == Binds::Bot && entry.level == Level::Must);
    let open: Vec<&str> =
        binding.map(|entry| entry.id.as_str()).filter(|id| broken.contains(id) == without.contains(id)).collect();
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("neither broken by a mutant nor excused, or both: {open:?}").into())
    }
}
