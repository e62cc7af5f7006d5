//! The results of a run as JSON lines: the plan, then each game as it ends, then a summary. Schema: `spec/report.schema.json`.
//!
//! A line of a game holds all that reports show of it, so that results read from a file are reported as if they had just been played.

use super::assumptions::Assumption;
use super::bot::{Case, Plan, Played, RunSummary, is_there};
use super::coverage::{Lines, Ran};
use super::report::met::kinds;
use super::summary::ClauseTally;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use stickler::clause::{Breach, Clause, Span};
use stickler::error_policy::{ErrorPolicy, begins};
use stickler::game::Seat;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::json::Points;
use stickler::live::MatchReport;
use stickler::live::players::Usage;
use stickler::params::Ms;
use stickler::referee::{Fault, FaultKind, Verdict};
use stickler::scenario::Scenario;
use stickler::transcript::TimeSpent;
use stickler_arena::threads::locked;

/// The version of these lines.
pub const VERSION: u32 = 1;

/// A line of the results.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ResultLine {
    /// The first line: what is to be played.
    Plan(Planned),
    /// A game that has ended.
    Game(Box<GameLine>),
    /// The last line: the result of the run.
    Summary(Total),
}

/// The plan of a run: two runs of the same plan play the same games.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Planned {
    /// The version of these lines: 1.
    pub stickler: u32,
    /// The game.
    pub game: String,
    /// Parameters set by the user.
    pub set: BTreeMap<String, String>,
    /// The bot's command; empty: the bundled reference bot.
    pub bot: Vec<String>,
    /// The seed of all choices.
    pub seed: u64,
    /// Games of each scenario, instead of as many as it says.
    pub cases: Option<u32>,
    /// The one seat that the bot takes.
    pub seat: Option<u8>,
    /// Only these scenarios, with commas between them, or only these clauses.
    pub only: Option<String>,
    /// Warnings count as errors.
    pub strict: bool,
    /// Known failures.
    pub allowed: BTreeSet<String>,
    /// After so many failing games the rest is not played.
    pub enough: Option<usize>,
    /// Limits of the bot, as options of `stickler check`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withheld: Vec<String>,
    /// The games were played without clocks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_clock: bool,
    /// Games of the whole plan, all shards together.
    pub games: usize,
    /// Which part of the plan this is: every N-th game beginning with the I-th, as `[I, N]`.
    pub shard: Option<[usize; 2]>,
}

/// A game of a run.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The game's number within it, from 0.
    pub index: u32,
    /// The seat of the bot.
    pub seat: u8,
    /// True for a game of the plan that was replayed and failed, when values were tried that no document gives. It counts
    /// beside the one of the plan.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beside: bool,
    /// All parameters that differ from their defaults.
    pub set: BTreeMap<String, String>,
    /// The result.
    pub verdict: GameResult,
    /// The clauses that the bot broke, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<BrokenClause>,
    /// The clauses that it had occasion to break and kept.
    pub held: Vec<String>,
    /// Points by seat; none where the game has no end.
    pub points: Option<Points>,
    /// The longest time counted for an answer, in milliseconds.
    pub slowest_ms: u64,
    /// The time of the first answer, in milliseconds; none: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_ms: Option<u64>,
    /// The longest time of a later answer, in milliseconds; none: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub later_ms: Option<u64>,
    /// Where the time of the slowest answer went, in milliseconds: `computing`, `asleep`, `waiting` (for a CPU), `stopped`, `host`
    /// (taken by the machine's host), `judge`, and their `total`; `cpu` where several CPUs computed. None: it was too short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slowest_spent: Option<BTreeMap<String, u64>>,
    /// How often the machine held the game up, which was then played again.
    #[serde(default)]
    pub stalls: usize,
    /// Clauses of which the arena can see a breach, but not that they were kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<String>,
    /// CPU time and memory of the bot's process.
    pub usage: Option<Used>,
    /// The assumed clauses that the verdict rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
    /// The situations that the bot met in this game and in no earlier one of these results, in words.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub situations: BTreeSet<String>,
    /// The choices of opponents, dice and draws; only of games with faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<u32>,
    /// The whole game; only of games with faults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<String>,
    /// The last lines that the bot wrote to standard error; only of games with faults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// No clause was broken.
    Passed,
    /// A clause was broken that judges forgive.
    Warned,
    /// A clause was broken.
    Failed,
}

/// A clause that the bot broke.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BrokenClause {
    /// The clause.
    pub clause: String,
    /// The class of the fault: late, format, illegal, …
    pub kind: String,
    /// The transcript's line that shows it, from 1.
    pub line: usize,
    /// The error in words; `{0}` to `{3}` stand for the numbers.
    pub why: String,
    /// The numbers of `why`.
    pub numbers: [i64; 4],
    /// Which bytes of the answer's line are wrong, from 0; none: all of it.
    pub columns: Option<[usize; 2]>,
    /// Or which word of it, from 0.
    pub word: Option<usize>,
    /// Where the time of a late answer went, as in `slowest_spent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<BTreeMap<String, u64>>,
}

/// CPU time and memory of a process.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Used {
    /// CPU time in milliseconds.
    pub cpu_ms: u64,
    /// Peak resident memory in bytes.
    pub peak_bytes: u64,
}

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Total {
    /// Games played.
    pub games: usize,
    /// Games in which a clause was broken.
    pub failed: usize,
    /// Games that were not played.
    pub skipped: usize,
    /// Why they were not.
    pub skipped_why: Option<String>,
    /// In how many games each clause was kept, broken or warned of.
    pub clauses: BTreeMap<String, ClauseTally>,
    /// Clauses that bind the bot and that no game touched.
    pub not_exercised: Vec<String>,
    /// Kinds of position in which the bot was asked, as far as the game names them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub met: BTreeSet<String>,
    /// The kinds of position that no game had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_met: Vec<String>,
    /// Values that no document gives and that change what a judge sends, each with the results of a few games under it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<AssumptionLine>,
    /// The bot's own lines by file, where its code was watched and it is known which lines it has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub code: BTreeMap<String, CodeLines>,
    /// The longest time counted for an answer, in milliseconds.
    pub slowest_ms: u64,
    /// Where the time of that answer went, as in the line of its game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slowest_spent: Option<BTreeMap<String, u64>>,
    /// The largest peak of resident memory, in bytes.
    pub peak_bytes: u64,
}

/// The lines of a file of the bot, from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CodeLines {
    /// The lines that ran in the search.
    pub ran: BTreeSet<u32>,
    /// The lines that have code and never ran in the search.
    pub never_ran: BTreeSet<u32>,
}

impl CodeLines {
    /// The lines that are told of.
    pub(super) fn lines(&self) -> Lines {
        Lines {
            all: self.ran.union(&self.never_ran).copied().collect(),
            ran: self.ran.clone(),
        }
    }

    fn of(lines: &Lines) -> CodeLines {
        CodeLines {
            ran: lines.ran.clone(),
            never_ran: lines.never_ran().collect(),
        }
    }
}

/// A value that no document gives, and the results of a few games under it. A breach does not count.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AssumptionLine {
    /// The parameter and its value, as `--set` takes them.
    pub set: String,
    /// Games played.
    pub games: usize,
    /// The clause that the bot broke, if it broke one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// How it broke the clause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl AssumptionLine {
    /// The result that the line tells; `None`: its clause is not one of this game.
    pub(super) fn assumption(&self, game: &dyn AnyGame) -> Option<Assumption> {
        let broken = match &self.broken {
            None => None,
            Some(id) => Some((game.clause(id)?, self.why.clone().unwrap_or_default())),
        };
        Some(Assumption {
            set: self.set.clone(),
            games: self.games,
            broken,
        })
    }

    fn of(assumption: &Assumption) -> AssumptionLine {
        let broken = assumption.broken.as_ref();
        AssumptionLine {
            set: assumption.set.clone(),
            games: assumption.games,
            broken: broken.map(|(clause, _)| clause.id().to_string()),
            why: broken.map(|(_, why)| why.clone()),
        }
    }
}

impl Planned {
    /// The plan of one of these games, to report by and to play.
    pub fn plan(&self, games: Registry) -> Result<Plan, String> {
        if self.stickler != VERSION {
            return Err(format!(
                "version {} of these lines is not known; this reader knows {VERSION}",
                self.stickler
            ));
        }
        let game = games.find(&self.game)?;
        Ok(Plan {
            settings: self.set.iter().collect(),
            seed: self.seed,
            cases: self.cases,
            seat: self.seat.map(Seat),
            no_clock: self.no_clock,
            policy: ErrorPolicy {
                strict: self.strict,
                allowed: self.allowed.clone(),
                only: self
                    .only
                    .clone()
                    .filter(|_| self.scenarios(game).is_ok_and(|named| named.is_empty())),
            },
            ..Plan::new(game, self.bot.clone())
        })
    }

    /// The scenarios that `only` names, with commas between them; none: it names clauses, or is not there.
    fn scenarios(&self, game: &dyn AnyGame) -> Result<Vec<&'static str>, String> {
        let Some(only) = self.only.as_deref() else {
            return Ok(Vec::new());
        };
        let is_clause = RunSummary::binding(game).any(|entry| begins(&entry.id, only));
        let named = only.split(',').map(|name| {
            let known = game.scenario(name).map(|scenario| scenario.name);
            known.ok_or_else(|| {
                let nothing =
                    "has no such scenario, and no such clause binds its bots; --list names them";
                format!("--only {name}: {} {nothing}", game.name())
            })
        });
        match named.collect() {
            Err(_) if is_clause => Ok(Vec::new()),
            named => named,
        }
    }

    /// The games of this part of the plan.
    pub fn cases(
        &self,
        plan: &Plan,
    ) -> Result<impl Iterator<Item = Case> + Clone + Send + use<>, String> {
        let named = self.scenarios(plan.game)?;
        let [part, parts] = self.shard.unwrap_or([1, 1]);
        if part == 0 || part > parts {
            return Err(format!(
                "there is no part {part} of {parts}; the first is 1/{parts}"
            ));
        }
        Ok(plan.stream_of(&named)?.skip(part - 1).step_by(parts))
    }

    /// True where this scenario is played: if all are wanted, or it is named.
    pub fn wants(&self, plan: &Plan, scenario: &Scenario) -> bool {
        let named = self.scenarios(plan.game).unwrap_or_default();
        named.is_empty() || named.contains(&scenario.name)
    }

    /// The scenarios that were wanted and cannot be played, each with the reason, as a line of a report.
    pub fn left_out(&self, plan: &Plan) -> Result<String, String> {
        let left_out = plan.left_out(&self.scenarios(plan.game)?);
        let line = format!("skipped: {}\n", left_out.join("; "));
        Ok(if left_out.is_empty() {
            String::new()
        } else {
            line
        })
    }

    /// This plan as a whole.
    #[must_use]
    pub fn whole(&self) -> Planned {
        Planned {
            shard: None,
            ..self.clone()
        }
    }
}

impl GameLine {
    /// The line of a game that was played.
    pub fn of(plan: &Plan, played: &Played) -> GameLine {
        let seat = played.case.seat;
        let record = &played.record;
        let faults = played.faults().map(|(fault, line)| {
            let is_late = fault.kind == FaultKind::Late;
            let [spent, _] = if is_late {
                TimeSpent::told(record.transcript.as_bytes(), line)
            } else {
                [None; 2]
            };
            BrokenClause {
                spent: spent.map(|spent| spent.numbers()),
                ..broken(fault, line)
            }
        });
        let faults: Vec<BrokenClause> = faults.collect();
        let usage = record.usage.get(seat.index()).and_then(Option::as_ref);
        let shown = !faults.is_empty();
        let stderr = usage.filter(|usage| shown && !usage.stderr.is_empty());
        let kept: BTreeSet<String> = played.kept().map(|clause| clause.id().into()).collect();
        GameLine {
            game: plan.game.name().into(),
            scenario: played.case.scenario.name.into(),
            index: played.case.index,
            seat: seat.0,
            beside: played.beside,
            set: played.settings.0.iter().cloned().collect(),
            verdict: match played.error(&plan.policy) {
                Some(_) => GameResult::Failed,
                None if shown => GameResult::Warned,
                None => GameResult::Passed,
            },
            faults,
            held: kept.into_iter().collect(),
            points: record.verdict.outcome.map(Points::from),
            slowest_ms: played.slowest().0,
            first_ms: played.apart()[0].map(|time| time.0),
            later_ms: played.apart()[1].map(|time| time.0),
            slowest_spent: played.slowest_spent().map(|spent| spent.numbers()),
            stalls: played.stalls,
            unseen: record
                .unseen
                .iter()
                .map(|clause| clause.id().into())
                .collect(),
            usage: usage.map(|usage| Used {
                cpu_ms: usage.cpu.0,
                peak_bytes: usage.peak,
            }),
            rests_on: record
                .verdict
                .rests_on
                .iter()
                .map(|clause| clause.id().into())
                .collect(),
            situations: played.situations.clone(),
            choices: if shown {
                played.choices.clone()
            } else {
                Vec::new()
            },
            transcript: shown.then(|| record.transcript.clone()),
            stderr: stderr.map(|usage| String::from_utf8_lossy(&usage.stderr).into_owned()),
        }
    }

    /// The case that was played.
    pub fn case(&self, plan: &Plan) -> Result<Case, String> {
        if self.game != plan.game.name() {
            return Err(format!(
                "a game of {}, and the plan is of {}",
                self.game,
                plan.game.name()
            ));
        }
        let missing = || format!("{} has no scenario called {}", self.game, self.scenario);
        let scenario = plan.game.scenario(&self.scenario).ok_or_else(missing)?;
        let seats = plan.game.with(&self.set.iter().collect())?.seats();
        let seat = Seat(self.seat);
        is_there(seat, seats)?;
        Ok(Case {
            scenario,
            seat,
            index: self.index,
        })
    }

    /// The game as it was played. Transcript and choices are known only of games with faults.
    pub fn played(&self, plan: &Plan) -> Result<Played, String> {
        let case = self.case(plan)?;
        let clause = |id: &String| clause(plan.game, id);
        let faults: Result<_, String> = self
            .faults
            .iter()
            .map(|broken| broken.fault(plan.game, case.seat))
            .collect();
        let kept: Result<_, String> = self
            .held
            .iter()
            .map(|id| Ok((case.seat, clause(id)?)))
            .collect();
        let rests_on: Result<_, String> = self.rests_on.iter().map(clause).collect();
        let unseen: Result<_, String> = self.unseen.iter().map(clause).collect();
        let at = case.seat.index();
        let mut slowest = vec![Ms(0); at + 1];
        slowest[at] = Ms(self.slowest_ms);
        let mut apart = vec![[None; 2]; at + 1];
        apart[at] = [self.first_ms.map(Ms), self.later_ms.map(Ms)];
        let mut spent = vec![None; at + 1];
        spent[at] = self.slowest_spent.as_ref().map(TimeSpent::from_numbers);
        let mut usage = vec![None; at + 1];
        let stderr = self.stderr.clone().unwrap_or_default().into_bytes();
        usage[at] = self.usage.as_ref().map(|used| {
            let (cpu, stderr_total) = (Ms(used.cpu_ms), stderr.len() as u64);
            Usage {
                cpu,
                peak: used.peak_bytes,
                stderr_total,
                stderr,
                unkept: 0,
            }
        });
        let record = MatchReport {
            verdict: Verdict {
                faults: faults?,
                rests_on: rests_on?,
                kept: kept?,
                ..Verdict::default()
            },
            fault_lines: self.faults.iter().map(|broken| broken.line).collect(),
            transcript: self.transcript.clone().unwrap_or_default(),
            slowest,
            apart,
            spent,
            usage,
            unseen: unseen?,
        };
        let (settings, choices) = (self.set.iter().collect(), self.choices.clone());
        Ok(Played {
            case,
            beside: self.beside,
            settings,
            record,
            choices,
            stalls: self.stalls,
            situations: self.situations.clone(),
            ran: Ran::default(),
        })
    }
}

impl Total {
    /// The last line of a run.
    pub fn of(plan: &Plan, summary: &RunSummary) -> Total {
        let counts = summary
            .clauses
            .iter()
            .map(|(clause, tally)| (clause.id().to_string(), *tally));
        let (met, not_met) = kinds(plan, summary).map_or_else(Default::default, |kinds| {
            let not_met = kinds.not_met.iter().map(|kind| kind.to_string());
            (kinds.met, not_met.collect())
        });
        Total {
            met,
            not_met,
            games: summary.games,
            failed: summary.failing.len(),
            skipped: summary.skipped,
            skipped_why: summary.skipped_why.map(|why| why.to_string()),
            clauses: counts.collect(),
            not_exercised: summary
                .not_exercised(plan.game)
                .iter()
                .map(|entry| entry.id.clone())
                .collect(),
            assumptions: summary.assumptions.iter().map(AssumptionLine::of).collect(),
            code: summary
                .ran
                .files
                .iter()
                .map(|(file, lines)| (file.clone(), CodeLines::of(lines)))
                .collect(),
            slowest_ms: summary.slowest.0,
            slowest_spent: summary.slowest_spent.map(|spent| spent.numbers()),
            peak_bytes: summary.peak,
        }
    }
}

fn broken(fault: &Fault, line: usize) -> BrokenClause {
    let (why, numbers) = fault.breach.why.parts();
    let (columns, word) = match fault.breach.span {
        Span::Whole => (None, None),
        Span::Word(index) => (None, Some(index)),
        Span::Columns(from, to) => (Some([from, to]), None),
    };
    let (clause, kind) = (fault.breach.clause.id().into(), fault.kind.word().into());
    BrokenClause {
        clause,
        kind,
        line,
        why: why.into(),
        numbers,
        columns,
        word,
        spent: None,
    }
}

impl BrokenClause {
    /// The error in words, with its numbers in place.
    pub fn words(&self, game: &dyn AnyGame) -> Result<String, String> {
        Ok(self.fault(game, Seat(0))?.breach.why.to_string())
    }

    fn fault(&self, game: &dyn AnyGame, seat: Seat) -> Result<Fault, String> {
        let kind = FaultKind::from_word(&self.kind);
        let kind = kind.ok_or_else(|| format!("no class of faults is called `{}`", self.kind))?;
        let span = match (self.columns, self.word) {
            (Some([from, to]), _) => Span::Columns(from.min(to), to),
            (None, Some(index)) => Span::Word(index),
            (None, None) => Span::Whole,
        };
        let breach = Breach::new(clause(game, &self.clause)?, lasting(&self.why))
            .numbers(self.numbers)
            .span(span);
        Ok(Fault { seat, kind, breach })
    }
}

/// The clause of this id, which a page of the game states.
fn clause(game: &dyn AnyGame, id: &str) -> Result<Clause, String> {
    game.clause(id)
        .ok_or_else(|| format!("no clause is called `{id}`"))
}

/// The text, kept once for as long as the program runs. Breaches have few different texts.
fn lasting(text: &str) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = locked(&TEXTS);
    match texts.get(text) {
        Some(text) => text,
        None => {
            let text: &'static str = Box::leak(text.into());
            texts.insert(text);
            text
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
