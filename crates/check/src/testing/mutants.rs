//! Every faulty bot of `fixtures/mutants/` is caught for its fault, under the clause that it breaks.

use super::{Suite, Test, files, read};
use crate::bot::{MakeBot, Plan, Played};
use libtest_mimic::Failed;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;
use stickler::clause::{Binds, Level};
use stickler::clock::Micros;
use stickler::error_policy::ErrorPolicy;
use stickler::fixture::declared;
use stickler::fixture::mutant_table::{Mutant, Mutants};
use stickler::game::Seat;
use stickler::games::erased::{AnyGame, Variant};
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::live::players::HarnessError;
use stickler::live::{MatchReport, NoBuiltinPlayers};
use stickler::params::Settings;
use stickler::referee::{Fault, FaultKind};
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler_arena::faulty;
use stickler_arena::faulty::{Faulty, MISBEHAVIOURS, Misbehaviour};

impl Suite {
    /// One test for each faulty bot, and one that each clause has one.
    pub fn mutant_tests(&self) -> Vec<Test> {
        let suite = self.clone();
        let name = "mutants::every_clause_that_binds_a_bot_has_a_mutant".to_string();
        let mut tests = vec![Test::new(name, move || suite.clauses_have_mutants())];
        for (path, table) in self.tables() {
            let name = format!(
                "mutants::{}",
                path.file_stem().unwrap_or_default().to_string_lossy()
            );
            match table {
                Err(why) => tests.push(Test::failed(name, format!("{}: {why}", path.display()))),
                Ok(table) => tests.extend(self.tests_of_table(&table)),
            }
        }
        tests
    }

    /// Plays as a faulty bot over standard input and output, and ends this process.
    pub fn play_as(&self, game: &str, name: &str) -> ! {
        let bot = self
            .games
            .find(game)
            .and_then(|game| self.faulty(game, name));
        let code =
            bot.map(|bot| faulty::run(bot, std::io::stdin().lock(), std::io::stdout().lock()));
        std::process::exit(match code {
            Ok(Ok(code)) => code,
            Ok(Err(_)) => 1,
            Err(why) => {
                eprintln!("{why}");
                2
            }
        })
    }

    fn tables(&self) -> Vec<(PathBuf, Result<Mutants, String>)> {
        let paths = files(&self.fixtures().join("mutants"), "yaml");
        paths
            .into_iter()
            .map(|path| {
                (
                    path.clone(),
                    read(&path).and_then(|text| Mutants::read(&text)),
                )
            })
            .collect()
    }

    /// All ways to misbehave in a game.
    fn ways(&self, game: &str) -> impl Iterator<Item = &'static Misbehaviour> + use<> {
        let own = self
            .own
            .iter()
            .find(|(name, _)| *name == game)
            .map_or(&[][..], |(_, own)| own);
        MISBEHAVIOURS.iter().chain(own)
    }

    fn faulty(&self, game: &dyn AnyGame, name: &str) -> Result<Faulty, String> {
        let way = self.ways(game.name()).find(|way| way.name == name);
        let way = way.ok_or_else(|| format!("no mutant of {} is called {name}", game.name()))?;
        Ok(Faulty::new(game.with(&Settings::default())?.bot(), way))
    }

    fn tests_of_table(&self, table: &Mutants) -> Vec<Test> {
        let game = match self.games.find(&table.game) {
            Ok(game) => game,
            Err(why) => return vec![Test::failed(format!("mutants::{}", table.game), why)],
        };
        let names = self
            .ways(game.name())
            .map(|way| way.name)
            .chain(CLOCKED_BOTS.iter().map(|pace| pace.name));
        let names: BTreeSet<&str> = names.collect();
        let mut tests = Vec::new();
        for &name in &names {
            let row = table.mutants.iter().find(|row| row.mutant == name).cloned();
            let (is_given, expected) = (row.is_some(), Expected::of(game, name));
            // Where nothing limits CPU time, burning it for seconds is no fault.
            let conforms = match &row {
                Some(row) => row.conforms.is_some(),
                None => expected
                    .as_ref()
                    .is_some_and(|expected| expected.kinds.is_empty()),
            };
            let row = row.unwrap_or_else(|| Mutant {
                mutant: name.to_string(),
                kind: expected.as_ref().and_then(|expected| expected.word()),
                ..Mutant::default()
            });
            let (suite, table) = (self.clone(), table.clone());
            let hold = move || {
                let trying = Trying {
                    suite: &suite,
                    game,
                    table: &table,
                    row: &row,
                };
                match expected.filter(|_| !is_given) {
                    None if is_given => trying.hold(),
                    None => Err(format!(
                        "it has no row; this is what was seen: {}",
                        proposed(name, trying.seen()?.fault.as_ref())
                    )
                    .into()),
                    Some(expected) => trying.hold_without_row(&expected),
                }
            };
            let test = Test::new(format!("mutants::{}::{name}", game.name()), hold);
            let is_slow = name == "threads" && conforms;
            tests.push(Test { is_slow, ..test });
        }
        for row in table
            .mutants
            .iter()
            .filter(|row| !names.contains(row.mutant.as_str()))
        {
            let name = format!("mutants::{}::{}", game.name(), row.mutant);
            tests.push(Test::failed(name, "no mutant has this name".into()));
        }
        tests
    }

    /// Every clause of level must that binds a bot is broken by a mutant, or its table says why none can.
    fn clauses_have_mutants(&self) -> Result<(), Failed> {
        let tables: Vec<Mutants> = self
            .tables()
            .into_iter()
            .filter_map(|(_, table)| table.ok())
            .collect();
        let games: BTreeSet<&str> = tables.iter().map(|table| table.game.as_str()).collect();
        let names = self.games.games().iter().map(|game| game.name());
        let missing: Vec<&str> = names.filter(|name| !games.contains(name)).collect();
        if !missing.is_empty() {
            return Err(format!("no table of faulty bots for {missing:?}").into());
        }
        let mut declared = Vec::new();
        for &game in self.games.games() {
            declared.extend(declared_for_seats(game)?);
        }
        let rows = tables.iter().flat_map(|table| &table.mutants);
        let broken: BTreeSet<&str> = rows
            .filter_map(|row| row.clause.as_deref())
            .chain(declared.iter().map(|(_, clause)| clause.as_str()))
            .collect();
        let without: BTreeSet<&str> = tables
            .iter()
            .flat_map(|table| table.without.keys())
            .map(String::as_str)
            .collect();
        let clauses = self.pages.iter().flat_map(|page| &page.clauses);
        let binding =
            clauses.filter(|entry| entry.binds == Binds::Bot && entry.level == Level::Must);
        let ids: Vec<&str> = binding.map(|entry| entry.id.as_str()).collect();
        let mut wrong = Vec::new();
        for id in ids {
            match (broken.contains(id), without.contains(id)) {
                (false, false) => wrong.push(format!(
                    "{id}: no faulty bot breaks it. Add one to the ways of this game in tests/suite.rs, or say why none can below \
                     `without:` in fixtures/mutants/"
                )),
                (true, true) => wrong.push(format!(
                    "{id}: a faulty bot breaks it, so take it out of `without:` in fixtures/mutants/"
                )),
                _ => {}
            }
        }
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(wrong.join("\n").into())
        }
    }
}

/// A row of the table for what was seen.
fn proposed(name: &str, seen: Option<&Fault>) -> String {
    match seen {
        None => format!("- {{ mutant: {name}, conforms: WHY }}"),
        Some(fault) => {
            let (kind, clause) = (fault.kind.word(), fault.breach.clause);
            format!(
                "- {{ mutant: {name}, kind: {kind}, clause: {clause}, level: {} }}",
                clause.statement().level
            )
        }
    }
}

/// A faulty bot of a table.
struct Trying<'a> {
    suite: &'a Suite,
    game: &'static dyn AnyGame,
    table: &'a Mutants,
    row: &'a Mutant,
}

/// The game of a faulty bot as it was seen.
struct Sighting {
    /// Its first fault.
    fault: Option<Fault>,
    transcript: String,
    /// False where it is known that it never did what a right bot would not do, such as writing another number where there is none.
    acted: bool,
}

/// The fault to be seen of a faulty bot of every game, where the table has no row for it.
struct Expected {
    /// The classes of fault; none: it conforms.
    kinds: Vec<FaultKind>,
}

impl Expected {
    /// `None`: it is a bot of this game alone, so that only a row can tell.
    fn of(game: &dyn AnyGame, name: &str) -> Option<Expected> {
        let kinds = if let Some(pace) = CLOCKED_BOTS.iter().find(|pace| pace.name == name) {
            let parameters = game.with(&Default::default()).ok()?.parameters();
            let limits = |(known, _): &(&str, String)| pace.needs.contains(known);
            if parameters.iter().any(limits) {
                vec![FaultKind::Late]
            } else {
                Vec::new()
            }
        } else {
            let way = MISBEHAVIOURS.iter().find(|way| way.name == name)?;
            match way.kind(game) {
                // It depends on when a line arrives whether it is an answer.
                Some(FaultKind::Format) => vec![FaultKind::Format, FaultKind::Unasked],
                Some(FaultKind::Illegal) => vec![FaultKind::Illegal, FaultKind::Format],
                kind => kind.into_iter().collect(),
            }
        };
        Some(Expected { kinds })
    }

    fn word(&self) -> Option<String> {
        self.kinds.first().map(|kind| kind.word().to_string())
    }
}

/// The clauses that the judge of a game declares for faults of seats, each with the class of fault.
fn declared_for_seats(game: &'static dyn AnyGame) -> Result<Vec<(String, String)>, String> {
    let cases = declared::of_game(game)?.into_iter();
    Ok(cases
        .filter_map(|case| case.kind.zip(case.breaks))
        .collect())
}

impl Trying<'_> {
    /// Plays the mutant, and compares the first fault that is seen with its row.
    ///
    /// On a busy machine real time can hide a missing flush, so a late bot gets three tries.
    fn hold(&self) -> Result<(), Failed> {
        let tries = if self.row.kind.as_deref() == Some("late") {
            3
        } else {
            1
        };
        (1..tries).fold(self.held(), |result, _| result.or_else(|_| self.held()))
    }

    /// Without a row a faulty bot of every game must be caught for the class of fault that it promises, under a clause of the wire or
    /// one that the judge declares for this class.
    fn hold_without_row(&self, expected: &Expected) -> Result<(), Failed> {
        let held = || {
            let seen = self.seen()?;
            let clauses = declared_for_seats(self.game)?;
            let is_right = match &seen.fault {
                None => expected.kinds.is_empty() || !seen.acted,
                Some(fault) => {
                    let (id, statement) =
                        (fault.breach.clause.id(), fault.breach.clause.statement());
                    let is_declared = clauses
                        .iter()
                        .any(|(kind, clause)| kind == fault.kind.word() && clause == id);
                    let is_rule = fault.kind == FaultKind::Illegal && statement.binds == Binds::Bot;
                    expected.kinds.contains(&fault.kind)
                        && (id.starts_with("wire.") || is_declared || is_rule)
                }
            };
            if is_right {
                return Ok(());
            }
            let kinds: Vec<&str> = expected.kinds.iter().map(|kind| kind.word()).collect();
            let wanted = match &kinds[..] {
                [] => "that it conforms".to_string(),
                kinds => format!(
                    "{} under a clause that the judge declares for that",
                    kinds.join(" or ")
                ),
            };
            Err(Failed::from(format!(
                "expected {wanted}, saw {}. If that is right, add this row to fixtures/mutants/{}.yaml: {}\n{}",
                seen.fault
                    .as_ref()
                    .map_or("that it conforms".to_string(), words),
                self.game.name(),
                proposed(&self.row.mutant, seen.fault.as_ref()),
                seen.transcript
            )))
        };
        // On a busy machine real time can hide a missing flush.
        let tries = if expected.kinds == [FaultKind::Late] {
            3
        } else {
            1
        };
        (1..tries).fold(held(), |result, _| result.or_else(|_| held()))
    }

    fn held(&self) -> Result<(), Failed> {
        let Sighting {
            fault: seen,
            transcript,
            ..
        } = self.seen()?;
        let shown = seen.as_ref().map_or("it conforms".to_string(), words);
        let wanted = match &self.row.conforms {
            Some(_) => vec!["it conforms".to_string()],
            None => self.row.seen(),
        };
        if let Some(way) = MISBEHAVIOURS.iter().find(|way| way.name == self.row.mutant) {
            let promised = way.kind(self.game).map(|kind| kind.word());
            if self.row.kind.as_deref() != promised {
                return Err(format!(
                    "`refbot --faults` promises {promised:?}; see Game::FAULT_OVERRIDES"
                )
                .into());
            }
        }
        if !wanted.contains(&shown) {
            return Err(format!(
                "expected {}, saw {shown}\n{transcript}",
                wanted.join(" or ")
            )
            .into());
        }
        match (&self.row.level, seen) {
            (Some(level), Some(fault)) => is_of_level(level, &fault),
            _ => Ok(()),
        }
    }

    fn seen(&self) -> Result<Sighting, Failed> {
        match CLOCKED_BOTS
            .iter()
            .find(|pace| pace.name == self.row.mutant)
        {
            Some(pace) => self.paced(pace),
            None if self.is_in_memory() => self.remembered(),
            None => self.played(),
        }
    }

    fn settings(&self) -> Settings {
        let takes_time = self
            .row
            .kind
            .as_deref()
            .is_some_and(|kind| ["late", "ending"].contains(&kind));
        let short = self.table.short.iter().filter(|_| takes_time);
        let set = self.table.set.iter().chain(short).chain(&self.row.set);
        set.collect()
    }

    fn is_in_memory(&self) -> bool {
        if self.table.programs {
            return false;
        }
        if MISBEHAVIOURS.iter().any(|way| way.name == self.row.mutant) {
            return WRITTEN.split(' ').any(|name| name == self.row.mutant);
        }
        self.row
            .kind
            .as_deref()
            .is_none_or(|kind| !["late", "died", "ending", "limit"].contains(&kind))
    }

    /// As a program.
    fn played(&self) -> Result<Sighting, Failed> {
        let program = std::env::current_exe()?.to_string_lossy().into_owned();
        let command = vec![
            program,
            "--mutant".into(),
            self.table.game.clone(),
            self.row.mutant.clone(),
        ];
        self.tried(&Plan {
            settings: self.settings(),
            seed: 5,
            ..Plan::new(self.game, command)
        })
    }

    /// Plays in memory, where every answer comes at once.
    fn remembered(&self) -> Result<Sighting, Failed> {
        let (suite, game, name) = (self.suite.clone(), self.game, self.row.mutant.clone());
        let acted = Arc::new(AtomicBool::new(false));
        let heard = acted.clone();
        let memory: MakeBot = Arc::new(move |_| {
            let heard = heard.clone();
            let faulty = suite.faulty(game, &name)?;
            Ok(Box::new(
                faulty.telling(move || heard.store(true, Ordering::Relaxed)),
            ))
        });
        let plan = Plan::new(game, Vec::new());
        let seen = self.tried(&Plan {
            settings: self.settings(),
            seed: 5,
            memory: Some(memory),
            ..plan
        })?;
        Ok(Sighting {
            acted: acted.load(Ordering::Relaxed),
            ..seen
        })
    }

    fn tried(&self, plan: &Plan) -> Result<Sighting, Failed> {
        let scenario = self.row.scenario.as_ref().unwrap_or(&self.table.scenario);
        let cases: Vec<_> = plan
            .cases()?
            .into_iter()
            .filter(|case| case.scenario.name == scenario)
            .collect();
        plan.prepare(cases.iter().copied())?;
        // A bot that conforms does so from the first game on.
        let games = if self.row.conforms.is_some() {
            1
        } else {
            cases.len()
        };
        let mut last = None;
        for case in cases.into_iter().take(games) {
            let played = unstalled(|| plan.play(case))?;
            let fault = played.faults().next().map(|(fault, _)| *fault);
            if fault.is_some() {
                return Ok(Sighting {
                    fault,
                    transcript: played.record.transcript,
                    acted: true,
                });
            }
            last = Some(played);
        }
        let last = last.ok_or_else(|| format!("no game of the scenario {scenario} was played"))?;
        Ok(Sighting {
            fault: None,
            transcript: last.record.transcript,
            acted: true,
        })
    }

    /// A whole game of reference bots in memory, seat 0 at the pace.
    fn paced(&self, pace: &ClockedBot) -> Result<Sighting, Failed> {
        let scenario = self.game.scenario(&self.table.scenario);
        let scenario =
            scenario.ok_or_else(|| format!("there is no scenario {}", self.table.scenario))?;
        let own: Settings = scenario.set.iter().copied().collect();
        let variant = self.game.with(&own.and(&self.row.set.iter().collect()))?;
        let limits = variant.parameters();
        let limit = |names: &[&str]| {
            let found = names
                .iter()
                .find_map(|name| limits.iter().find(|(known, _)| known == name));
            found
                .and_then(|(_, value)| value.parse::<u64>().ok())
                .unwrap_or(0)
        };
        let (first, all) = (limit(FIRST), limit(ALL));
        let by_first = |line: &&str| line.starts_with("0> ");
        let in_all = answered(&*variant, |_| 0)?.transcript;
        let in_all = in_all.lines().filter(by_first).count();
        let at = pace.at;
        let record = answered(&*variant, move |answer| {
            let limit = if answer == 0 { first } else { all };
            at(answer, limit, in_all)
        })?;
        let fault = record
            .verdict
            .faults
            .iter()
            .find(|fault| fault.seat == Seat(0))
            .cloned();
        Ok(Sighting {
            fault,
            transcript: record.transcript,
            acted: true,
        })
    }
}

/// A game of reference bots in memory: how many milliseconds the answer of each number of seat 0 takes.
fn answered(
    variant: &dyn Variant,
    mut took: impl FnMut(usize) -> u64 + 'static,
) -> Result<MatchReport, HarnessError> {
    let (seats, mut answers) = (variant.seats(), 0);
    let bots = (0..seats).map(|_| Some(variant.bot())).collect();
    let mut table = MemoryPlayers::new(bots, move |seat| {
        if seat != Seat(0) {
            return Micros(0);
        }
        answers += 1;
        Micros(1000 * took(answers - 1))
    });
    live::play(
        variant.referee(),
        seats,
        &mut table,
        &mut NoBuiltinPlayers,
        &mut Seeded::new(SplitMix64(5)),
        Writer::default(),
    )
}

fn words(fault: &Fault) -> String {
    format!("{} {}", fault.kind.word(), fault.breach.clause)
}

/// The level is the one on the page. It decides whether the fault is an error in an ordinary and in a strict run.
fn is_of_level(level: &str, fault: &Fault) -> Result<(), Failed> {
    let entry = fault.breach.clause.statement();
    if entry.level.word() != level {
        return Err(format!(
            "expected level {level}; {} is of level {}",
            entry.id, entry.level
        )
        .into());
    }
    let strict = ErrorPolicy {
        strict: true,
        ..ErrorPolicy::default()
    };
    if !strict.is_error(fault) || ErrorPolicy::default().is_error(fault) != (level == "must") {
        return Err(format!(
            "an ordinary or a strict run takes {} otherwise than its level says",
            entry.id
        )
        .into());
    }
    Ok(())
}

/// A match that a busy machine holds up proves nothing, so it is played again, after longer and longer pauses.
fn unstalled(play: impl Fn() -> Result<Played, HarnessError>) -> Result<Played, HarnessError> {
    (1..=10).fold(play(), |played, tries| match played {
        Err(HarnessError::Stalled { .. }) => {
            sleep(Duration::from_millis(200 * tries));
            play()
        }
        played => played,
    })
}

/// Faults in the output alone. They are played in memory, like a game's own faults, unless the table says `programs`.
const WRITTEN: &str = "silent hang no-newline lower-case wrong-word junk empty extra-word missing-word nul unicode-digits \
    fraction underscore huge-number twice junk-after unasked after-the-end crash early-exit crlf blanks leading-blank \
    trailing-blank tabs plus leading-zero";

/// Parameters that limit the first answer, and those that limit one answer or all, by the names that games have for them.
const FIRST: &[&str] = &["ready", "first-time", "wall", "time", "bank"];
const ALL: &[&str] = &["bank", "turn-time", "wall", "time"];

/// Bots that play correctly, with times from a clock of their own.
const CLOCKED_BOTS: &[ClockedBot] = &[
    ClockedBot {
        name: "clock_exact",
        needs: &[],
        at: |answer, limit, _| if answer == 2 { limit } else { 0 },
    },
    ClockedBot {
        name: "clock_late_by_1_ms",
        needs: ALL,
        at: |answer, limit, _| if answer == 2 { limit + 1 } else { 0 },
    },
    ClockedBot {
        name: "clock_first_late_by_1_ms",
        needs: FIRST,
        at: |answer, limit, _| if answer == 0 { limit + 1 } else { 0 },
    },
    ClockedBot {
        name: "clock_bank_used_up",
        needs: &["bank"],
        at: |answer, limit, in_all| match (answer, in_all.saturating_sub(1)) {
            (0, _) | (_, 0) => 0,
            (_, answers) => limit / answers as u64 + 1,
        },
    },
];

struct ClockedBot {
    name: &'static str,
    /// It is late in games with one of these parameters.
    needs: &'static [&'static str],
    /// Milliseconds for the answer of this number, from 0, of so many in a whole game. All answers together may take the limit.
    at: fn(usize, u64, usize) -> u64,
}
