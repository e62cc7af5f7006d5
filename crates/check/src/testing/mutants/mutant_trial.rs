//! A faulty bot, played: as a program or in memory, and its first fault held against its row.

use super::clocked_bots::CLOCKED_BOTS;
use super::expected_fault::{Expected, declared_for_seats};
use crate::bot::{MakeBot, Plan, Played};
use crate::testing::Suite;
use libtest_mimic::Failed;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;
use stickler::clause::Binds;
use stickler::error_policy::ErrorPolicy;
use stickler::fixture::mutant_table::{Mutant, Mutants};
use stickler::games::erased::AnyGame;
use stickler::live::players::HarnessError;
use stickler::params::Settings;
use stickler::referee::{Fault, FaultKind};
use stickler_arena::faulty::MISBEHAVIOURS;

/// A faulty bot of a table.
pub(super) struct MutantTrial<'a> {
    pub(super) suite: &'a Suite,
    pub(super) game: &'static dyn AnyGame,
    pub(super) table: &'a Mutants,
    pub(super) row: &'a Mutant,
}

/// The game of a faulty bot as it was seen.
pub(super) struct Sighting {
    /// The first fault.
    pub(super) fault: Option<Fault>,
    pub(super) transcript: String,
    /// False where it is known that it never did what a right bot would not do, such as writing another number where there is none.
    pub(super) acted: bool,
}

/// Faults in the output alone. They are played in memory, like a game's own faults, unless the table says `programs`.
const WRITTEN: &str = "silent hang no-newline lower-case wrong-word junk empty extra-word missing-word nul unicode-digits \
    fraction underscore huge-number twice junk-after unasked after-the-end crash early-exit crlf blanks leading-blank \
    trailing-blank tabs plus leading-zero";

impl MutantTrial<'_> {
    /// Plays the mutant, and compares the first fault that is seen with its row.
    ///
    /// On a busy machine real time can hide a missing flush, and a short bank can be used up before the end, so a bot whose fault
    /// takes time gets three tries.
    pub(super) fn hold(&self) -> Result<(), Failed> {
        let tries = if self.takes_time() { 3 } else { 1 };
        (1..tries).fold(self.held(), |result, _| result.or_else(|_| self.held()))
    }

    /// Without a row a faulty bot of every game must be caught for the class of fault that it promises, under a clause of the wire or
    /// one that the judge declares for this class.
    pub(super) fn hold_without_row(&self, expected: &Expected) -> Result<(), Failed> {
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

    pub(super) fn seen(&self) -> Result<Sighting, Failed> {
        match CLOCKED_BOTS
            .iter()
            .find(|pace| pace.name == self.row.mutant)
        {
            Some(pace) => self.clocked(pace),
            None if self.is_in_memory() => self.remembered(),
            None => self.played(),
        }
    }

    /// True where the fault is to be late, or comes at the end, which is waited for.
    fn takes_time(&self) -> bool {
        let kind = self.row.kind.as_deref();
        kind.is_some_and(|kind| ["late", "ending"].contains(&kind))
    }

    fn settings(&self) -> Settings {
        let short = self.table.short.iter().filter(|_| self.takes_time());
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
}

/// A row of the table for what was seen.
pub(super) fn proposed(name: &str, seen: Option<&Fault>) -> String {
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
