//! Checks a bot: plays the game's scenarios with it and collects the clauses it kept and broke.

use super::scenario::Opponents;
use super::standard::Standard;
use super::stream::{Recorded, Seeded, SplitMix64, Tape};
use crate::arena::live::{self, Record};
use crate::arena::process::Processes;
use crate::arena::table::HarnessError;
use crate::arena::workshop::Machine;
use crate::clause::{Binds, Clause, Entry};
use crate::game::{Seat, Seats};
use crate::games::erased::AnyGame;
use crate::games::pages;
use crate::params::{Ms, Settings};
use crate::referee::Fault;
use crate::scenario::Scenario;
use crate::transcript::Writer;
use crate::workshop::Workshop;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What to check, and how.
#[derive(Clone)]
pub struct Plan {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Parameters set by the user.
    pub settings: Settings,
    /// The candidate: a list of words, run without a shell in the current folder.
    pub command: Vec<String>,
    /// The seed of all choices.
    pub seed: u64,
    /// Games a scenario plays in all; `None`: as many as it says.
    pub cases: Option<u32>,
    /// The one seat that the candidate takes; `None`: each.
    pub seat: Option<Seat>,
    /// Games at the same time.
    pub jobs: usize,
    /// No game begins after this time.
    pub time_box: Duration,
    /// What counts as an error.
    pub standard: Standard,
}

/// One game to play.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its scenario.
    pub scenario: &'static Scenario,
    /// The candidate's seat.
    pub seat: Seat,
    /// Its number within the scenario, from 0.
    pub index: u32,
}

/// A case that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The case.
    pub case: Case,
    /// The parameters it was played under.
    pub settings: Settings,
    /// The match.
    pub record: Record,
    /// The choices it was played with, as a record for a stream.
    pub choices: Vec<u32>,
    /// How often the machine had held it up before, so that it was played again.
    pub stalls: usize,
}

impl Played {
    /// The candidate's faults, each with the transcript's line.
    pub fn faults(&self) -> impl Iterator<Item = (&Fault, usize)> {
        let lines = self.record.fault_lines.iter().copied();
        self.record.verdict.faults.iter().zip(lines).filter(|(fault, _)| fault.seat == self.case.seat)
    }

    /// The first fault that counts as an error.
    pub fn error(&self, standard: &Standard) -> Option<(&Fault, usize)> {
        self.faults().find(|(fault, _)| standard.is_error(fault))
    }
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Every case played, in the order of the plan.
    pub played: Vec<Played>,
    /// Cases that were not played.
    pub skipped: usize,
    /// Why they were not played.
    pub skipped_why: Option<&'static str>,
    /// Clauses that the candidate kept.
    pub held: BTreeSet<Clause>,
    /// Clauses that it broke and that judges forgive.
    pub warned: BTreeSet<Clause>,
    /// Clauses that it broke.
    pub broken: BTreeSet<Clause>,
    /// How often the machine held a game up, which was then played again.
    pub stalls: usize,
    /// The longest time counted for an answer.
    pub slowest: Ms,
    /// The largest peak of resident memory, in bytes.
    pub peak: u64,
}

/// After so many failing games the rest is not played.
const ENOUGH_FAILURES: usize = 5;
/// A game that the machine held up so often cannot be judged here.
const STALLS: usize = 5;

impl Plan {
    /// Every game of the plan. A scenario without the seat that was asked for is left out where others have it.
    pub fn cases(&self) -> Result<Vec<Case>, String> {
        let (mut cases, mut most) = (Vec::new(), 0);
        for scenario in self.game.scenarios() {
            let seats = self.game.seats(&self.settings_of(scenario, 0))?;
            most = most.max(seats);
            let games = self.cases.unwrap_or(scenario.games);
            let seat_of =
                |index: u32| scenario.seat.map(Seat).or(self.seat).unwrap_or(Seat((index as usize % seats) as u8));
            let played = (0..games).map(|index| Case { scenario, seat: seat_of(index), index });
            cases.extend(played.filter(|case| case.seat.index() < seats));
        }
        match self.seat.filter(|seat| seat.index() >= most) {
            Some(seat) => Err(format!("the game has seats 0 to {}; there is no seat {seat}", most - 1)),
            None => Ok(cases),
        }
    }

    /// The parameters of a scenario's game; the user's win over the scenario's.
    pub fn settings_of(&self, scenario: &Scenario, index: u32) -> Settings {
        let own = scenario.set.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        let step = scenario.steps.map(|name| (name.to_string(), index.to_string()));
        Settings(own.chain(step).collect()).and(&self.settings)
    }

    /// Plays one case: the scenario's opponents, and choices from the seed.
    pub fn play(&self, case: Case) -> Result<Played, HarnessError> {
        unstalled(|| self.play_once(case))
    }

    fn play_once(&self, case: Case) -> Result<Played, HarnessError> {
        let settings = self.settings_of(case.scenario, case.index);
        let seats = self.game.seats(&settings).map_err(invalid)?;
        let bots = (0..seats).map(|_| self.game.bot(&settings)).collect::<Result<_, _>>().map_err(invalid)?;
        let generator = self.generator(case);
        let house = Opponents::new(others(seats, case.seat), case.scenario.opponent, generator.nth(1), bots);
        self.play_with(case, house, &mut Seeded::new(generator))
    }

    /// Plays one case with recorded choices; after the last the opponents give the first legal answer.
    pub fn play_back(&self, case: Case, choices: &[u32]) -> Result<Played, HarnessError> {
        let seats = self.game.seats(&self.settings_of(case.scenario, case.index)).map_err(invalid)?;
        let house = || Opponents::explicit(others(seats, case.seat), case.scenario.opponent);
        unstalled(|| self.play_with(case, house(), &mut Recorded::new(choices.to_vec())))
    }

    /// Plays one case in which the opponents give these answers in turn.
    pub fn play_script(&self, case: Case, answers: Vec<String>) -> Result<Played, HarnessError> {
        let seats = self.game.seats(&self.settings_of(case.scenario, case.index)).map_err(invalid)?;
        let house = || Opponents::scripted(others(seats, case.seat), case.scenario.opponent, answers.clone());
        unstalled(|| self.play_with(case, house(), &mut Recorded::new(Vec::new())))
    }

    fn play_with(&self, case: Case, mut house: Opponents, stream: &mut dyn Tape) -> Result<Played, HarnessError> {
        let settings = self.settings_of(case.scenario, case.index);
        let seats = self.game.seats(&settings).map_err(invalid)?;
        let commands: Vec<Option<Vec<String>>> =
            (0..seats).map(|at| (at == case.seat.index()).then(|| self.command.clone())).collect();
        let note = format!("check {}, game {}, seat {}", case.scenario.name, case.index, case.seat);
        let header = [("seed", self.seed.to_string()), ("note", note)];
        let writer = Writer::new(self.game.name(), &settings, &header);
        let referee = self.game.referee(&settings).map_err(invalid)?;
        let mut table = Processes::start_writing(&commands, case.scenario.writes)?;
        let record = live::play(referee, seats, &mut table, &mut house, stream, writer)?;
        Ok(Played { case, settings, record, choices: stream.record(), stalls: 0 })
    }

    /// The same case draws the same choices, whatever else is played.
    fn generator(&self, case: Case) -> SplitMix64 {
        let name =
            case.scenario.name.bytes().fold(0u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
        SplitMix64(self.seed).nth(name).nth(u64::from(case.index))
    }

    /// Does what takes long and must be done before any clock starts, for all these cases.
    pub fn prepare(&self, cases: &[Case], workshop: &dyn Workshop) -> Result<(), HarnessError> {
        let mut scenarios: Vec<&Scenario> = cases.iter().map(|case| case.scenario).collect();
        scenarios.dedup_by_key(|scenario| scenario.name);
        let prepare = |scenario| self.game.prepare(&self.settings_of(scenario, 0), workshop);
        scenarios.into_iter().try_for_each(prepare).map_err(invalid)
    }

    /// Plays the cases, `jobs` at a time; `watch` sees each as it ends.
    pub fn run(&self, cases: &[Case], watch: &(dyn Fn(&Played) + Sync)) -> Result<Summary, HarnessError> {
        self.prepare(cases, &Machine::new())?;
        let started = Instant::now();
        let (next, failures) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let stop = AtomicBool::new(false);
        // Games that come in order end with the first that fails: later ones would only show it again, and larger.
        let ended = Mutex::new(BTreeSet::new());
        let locked = || ended.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let results = Mutex::new(Vec::new());
        let work = || {
            while !stop.load(Ordering::Relaxed)
                && started.elapsed() < self.time_box
                && failures.load(Ordering::Relaxed) < ENOUGH_FAILURES
            {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(&case) = cases.get(at) else { return };
                if locked().contains(case.scenario.name) {
                    continue;
                }
                let played = self.play(case);
                match &played {
                    Ok(played) => {
                        watch(played);
                        let fails = played.error(&self.standard).is_some();
                        failures.fetch_add(usize::from(fails), Ordering::Relaxed);
                        if fails && case.scenario.steps.is_some() {
                            locked().insert(case.scenario.name);
                        }
                    }
                    Err(_) => stop.store(true, Ordering::Relaxed),
                }
                results.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((at, played));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.jobs.max(1) {
                scope.spawn(work);
            }
            work();
        });
        let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        results.sort_by_key(|(at, _)| *at);
        let played = results.into_iter().map(|(_, played)| played).collect::<Result<Vec<_>, _>>()?;
        let mut summary = Summary { skipped: cases.len() - played.len(), ..Summary::default() };
        if summary.skipped > 0 {
            let enough = failures.load(Ordering::Relaxed) >= ENOUGH_FAILURES;
            summary.skipped_why = Some(match started.elapsed() < self.time_box {
                _ if enough => "enough games failed",
                true => "games in order end with the first that fails",
                false => "the time box was over",
            });
        }
        played.into_iter().for_each(|played| summary.add(played, &self.standard));
        Ok(summary)
    }
}

/// A match that the machine held up is played again, a few times at most.
fn unstalled(play: impl Fn() -> Result<Played, HarnessError>) -> Result<Played, HarnessError> {
    let mut stalls = 0;
    loop {
        match play() {
            Err(HarnessError::Stalled { .. }) if stalls < STALLS => stalls += 1,
            played => return played.map(|played| Played { stalls, ..played }),
        }
    }
}

fn others(seats: usize, candidate: Seat) -> Seats {
    Seats::first(seats).iter().filter(|&seat| seat != candidate).collect()
}

fn invalid(why: String) -> HarnessError {
    HarnessError::System(std::io::Error::new(std::io::ErrorKind::InvalidInput, why))
}

impl Summary {
    fn add(&mut self, played: Played, standard: &Standard) {
        let seat = played.case.seat;
        let held = played.record.verdict.held.iter().filter(|(holder, _)| *holder == seat);
        self.held.extend(held.map(|(_, clause)| *clause));
        for (fault, _) in played.faults() {
            let set = if standard.is_error(fault) { &mut self.broken } else { &mut self.warned };
            set.insert(fault.breach.clause);
            self.held.remove(&fault.breach.clause);
        }
        self.stalls += played.stalls;
        self.slowest = self.slowest.max(played.record.slowest[seat.index()]);
        let usage = played.record.usage[seat.index()].as_ref();
        self.peak = self.peak.max(usage.map_or(0, |usage| usage.peak));
        self.played.push(played);
    }

    /// Cases in which the candidate broke a clause.
    pub fn failures<'a>(&'a self, standard: &'a Standard) -> impl Iterator<Item = &'a Played> {
        self.played.iter().filter(|played| played.error(standard).is_some())
    }

    /// Clauses of the game and of the wire that bind bots and that no case touched.
    pub fn not_exercised(&self, game: &str) -> Vec<&'static Entry> {
        let pages = pages().iter().filter(|(name, _)| *name == game || *name == "wire");
        let clauses = pages.flat_map(|(_, page)| &page.clauses);
        let touched = |entry: &Entry| {
            [&self.held, &self.warned, &self.broken].iter().any(|set| set.iter().any(|clause| clause.id() == entry.id))
        };
        clauses.filter(|entry| entry.binds == Binds::Bot && !touched(entry)).collect()
    }

    /// Faults of habit and the like, each clause once with the case that first showed it.
    pub fn warnings(&self, standard: &Standard) -> Vec<(&Played, &Fault, usize)> {
        let mut seen = BTreeSet::new();
        let faults =
            self.played.iter().flat_map(|played| played.faults().map(move |(fault, line)| (played, fault, line)));
        faults.filter(|(_, fault, _)| !standard.is_error(fault) && seen.insert(fault.breach.clause)).collect()
    }
}
