//! Checks a bot: plays the game's scenarios with it and collects the clauses it kept and broke.

pub use super::summary::{LONG_SILENCE, RunSummary};

use super::opponents::Opponents;
use super::situations::situations;
use super::summary::SkipReason;
use super::tactics::Tactics;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stickler::clause::Clause;
use stickler::clock::Micros;
use stickler::error_policy::ErrorPolicy;
use stickler::game::{Bot, Seat, Seats};
use stickler::games::erased::{AnyGame, Variant};
use stickler::live;
use stickler::live::MatchReport;
use stickler::live::memory::MemoryPlayers;
use stickler::live::players::{HarnessError, Players};
use stickler::params::{Ms, Settings};
use stickler::referee::{Fault, FaultKind, Stream, Verdict};
use stickler::scenario::{Opponent, Scenario};
use stickler::stream::{Recorded, Seeded, SplitMix64, Taped};
use stickler::transcript::{Entry, Event, TimeSpent, Transcript, Writer};
use stickler_arena::launch::Launch;
use stickler_arena::precompute::ThreadsAndFolder;
use stickler_arena::process_players::ProcessPlayers;
use stickler_arena::threads::{locked, unlocked};
use stickler_arena::timeless::{Breakpoint, Timeless};

/// Makes a bot for a game under these parameters, or says why it cannot.
pub type MakeBot = Arc<dyn Fn(&Settings) -> Result<Box<dyn Bot>, String> + Send + Sync>;

/// A check of a bot: of which game, how many games, under which limits.
#[derive(Clone)]
pub struct Plan {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Parameters set by the user.
    pub settings: Settings,
    /// The candidate: a list of words, run without a shell in the current folder.
    pub command: Vec<String>,
    /// How the candidate is started.
    pub launch: Launch,
    /// True to stop the candidate's clocks: banks do not fall, and nothing is late.
    pub no_clock: bool,
    /// True to note in the transcripts where the time of each answer went.
    pub times: bool,
    /// A breakpoint of a game without clocks.
    pub stop: Option<Breakpoint>,
    /// Gets a sentence for whoever waits for a game without clocks.
    pub say: fn(&str),
    /// Makes a candidate in memory instead, anew for each game. Its answers take no time.
    pub memory: Option<MakeBot>,
    /// The seed of all choices.
    pub seed: u64,
    /// How many games each scenario has; `None`: as many as it says.
    pub cases: Option<u32>,
    /// The one seat that the candidate takes; `None`: each.
    pub seat: Option<Seat>,
    /// Games at the same time.
    pub jobs: usize,
    /// No game begins after this time.
    pub time_box: Duration,
    /// True where parameters of a search are drawn; false where the settings are all there are, as in a saved game.
    pub draws: bool,
    /// The clauses that count as errors.
    pub policy: ErrorPolicy,
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
    pub record: MatchReport,
    /// The choices of the game, as a record for a stream.
    pub choices: Vec<u32>,
    /// How often it was played again because the machine held it up.
    pub stalls: usize,
    /// The situations in which the candidate was; in a run those that no earlier game of it had.
    pub situations: BTreeSet<String>,
}

impl Played {
    /// The candidate's faults, each with the transcript's line.
    pub fn faults(&self) -> impl Iterator<Item = (&Fault, usize)> {
        let lines = self.record.fault_lines.iter().copied();
        self.record
            .verdict
            .faults
            .iter()
            .zip(lines)
            .filter(|(fault, _)| fault.seat == self.case.seat)
    }

    /// Clauses that the candidate had occasion to break and kept.
    pub(crate) fn kept(&self) -> impl Iterator<Item = Clause> {
        let kept = self
            .record
            .verdict
            .kept
            .iter()
            .filter(|(keeper, _)| *keeper == self.case.seat);
        kept.map(|(_, clause)| *clause)
    }

    /// The clauses that this game put to the test.
    pub fn met(&self) -> impl Iterator<Item = Clause> {
        self.kept()
            .chain(self.faults().map(|(fault, _)| fault.breach.clause))
    }

    /// The longest time counted for an answer of the candidate.
    pub fn slowest(&self) -> Ms {
        self.record.slowest[self.case.seat.index()]
    }

    /// The time of the candidate's first answer, and the longest of its later ones, as far as there are any.
    pub fn apart(&self) -> [Option<Ms>; 2] {
        self.record.apart[self.case.seat.index()]
    }

    /// Where the time of the slowest answer went; `None`: it was too short to be measured.
    pub fn slowest_spent(&self) -> Option<TimeSpent> {
        self.record.spent[self.case.seat.index()]
    }

    /// How long an answer was waited for in vain, where that is its first error.
    pub fn silence(&self, policy: &ErrorPolicy) -> Option<Ms> {
        let (_, number) = self
            .error(policy)
            .filter(|(fault, _)| fault.kind == FaultKind::Late)?;
        let transcript = Transcript::parse(self.record.transcript.as_bytes()).ok()?;
        let line = transcript.body().find(|line| line.number == number)?;
        match line.entry() {
            Ok(Entry::Event(_, Event::Silent(waited))) => Some(waited),
            _ => None,
        }
    }

    /// The first fault that counts as an error.
    pub fn error(&self, policy: &ErrorPolicy) -> Option<(&Fault, usize)> {
        self.faults().find(|(fault, _)| policy.is_error(fault))
    }
}

/// By default, a run stops after this many failing games.
pub const ENOUGH_FAILURES: usize = 5;

/// After the machine has held a game up this many times, the game cannot be judged here.
#[doc(hidden)]
pub const STALLS: usize = 5;

/// The options of a run.
pub struct RunOptions<'a> {
    /// The run stops after this many failing games; `None`: it plays all games.
    pub enough: Option<usize>,
    /// The games that were already played.
    pub before: RunSummary,
    /// Called with each game as it ends, one at a time. An error of it ends the run.
    pub watch: &'a (dyn Fn(&Played) -> std::io::Result<()> + Sync),
}

impl Plan {
    /// Every scenario once, under the default parameters, one game after the other within ten minutes.
    pub fn new(game: &'static dyn AnyGame, command: Vec<String>) -> Plan {
        Plan {
            game,
            settings: Settings::default(),
            command,
            launch: Launch::default(),
            no_clock: false,
            times: false,
            stop: None,
            say: |_| {},
            memory: None,
            seed: 1,
            cases: None,
            seat: None,
            jobs: 1,
            time_box: Duration::from_secs(600),
            draws: true,
            policy: ErrorPolicy::default(),
        }
    }

    /// The same for a candidate in memory that is made of the reference bot.
    pub fn in_memory(
        game: &'static dyn AnyGame,
        make: impl Fn(Box<dyn Bot>) -> Box<dyn Bot> + Send + Sync + 'static,
    ) -> Plan {
        let memory: MakeBot = Arc::new(move |settings| Ok(make(game.with(settings)?.bot())));
        Plan {
            memory: Some(memory),
            ..Plan::new(game, Vec::new())
        }
    }

    /// The same plan for a game that was played under these parameters.
    #[must_use]
    pub fn under(&self, settings: &Settings) -> Plan {
        Plan {
            settings: settings.clone(),
            draws: false,
            ..self.clone()
        }
    }

    /// True for parameters under which this plan could have played the case: a game under others says nothing of this run.
    pub fn could_play(&self, case: Case, set: &BTreeMap<String, String>) -> bool {
        let undrawn = Plan {
            draws: false,
            ..self.clone()
        };
        let wanted = undrawn.settings_of(case.scenario, case.index);
        let is_drawn = |name: &String| {
            let mut varies = self.game.varies().iter();
            case.scenario.opponent == Opponent::Tactics && varies.any(|(varied, _)| varied == name)
        };
        let is_wanted = |name: &String| wanted.0.iter().any(|(other, _)| other == name);
        let mut wanted_values = wanted.0.iter();
        wanted_values.all(|(name, value)| set.get(name) == Some(value))
            && set.keys().all(|name| is_wanted(name) || is_drawn(name))
    }

    /// Every game of the plan. It leaves out a scenario that [cannot be played](Plan::seats_of), if another can.
    pub fn cases(&self) -> Result<Vec<Case>, String> {
        Ok(self.stream()?.collect())
    }

    /// Every game of the plan as an iterator: a long plan takes no more memory than a short one.
    pub fn stream(&self) -> Result<impl Iterator<Item = Case> + Clone + Send + use<>, String> {
        self.stream_of(None)
    }

    /// Every game of one scenario, or of all; the error says why there is none.
    pub fn stream_of(
        &self,
        only: Option<&str>,
    ) -> Result<impl Iterator<Item = Case> + Clone + Send + use<>, String> {
        let (seat, cases) = (self.seat, self.cases);
        let rows = self
            .wanted(only)
            .filter_map(|scenario| Some((scenario, self.seats_of(scenario).ok()?)));
        let rows: Vec<_> = rows.collect();
        let is_unplanned = |name: &str| Scenario::UNPLANNED.iter().any(|own| own.name == name);
        if rows.is_empty() && !only.is_some_and(is_unplanned) {
            self.game
                .with(&self.settings)
                .map_err(|why| format!("--set {why}"))?;
            return Err(format!(
                "no scenario is left to play: {}",
                self.left_out(only).join("; ")
            ));
        }
        // The scenarios in turn, so that a run that ends early has tried each.
        let games_of = move |scenario: &Scenario| cases.unwrap_or(scenario.games);
        let most = rows.iter().map(|(scenario, _)| games_of(scenario)).max();
        let rounds = 0..most.unwrap_or(0);
        Ok(rounds.flat_map(move |index| {
            let rows = rows.clone().into_iter();
            let left = rows.filter(move |(scenario, _)| index < games_of(scenario));
            left.map(move |(scenario, seats)| Case {
                scenario,
                seat: seat_at(scenario.seat.map(Seat).or(seat), index, seats),
                index,
            })
        }))
    }

    /// The game of this number in a search.
    pub fn searched(&self, index: u32) -> Result<Case, String> {
        let scenario = &Scenario::SEARCH;
        let seats = self.game.with(&self.settings_of(scenario, index))?.seats();
        self.seat.map_or(Ok(()), |seat| is_there(seat, seats))?;
        Ok(Case {
            scenario,
            seat: seat_at(self.seat, index, seats),
            index,
        })
    }

    /// Parameters of a game of a search. Each that the contest varies goes through its values and its default at a rhythm of its
    /// own, so that any two of their values soon meet.
    fn drawn(&self, index: u32) -> Settings {
        let mut rhythms: Vec<usize> = Vec::new();
        let first = self.dice(&Scenario::SEARCH, 0).nth(2).pick(1 << 16);
        let mut drawn = Settings::default();
        for (name, values) in self.game.varies() {
            let mut rhythm = values.len() + 1;
            while rhythms
                .iter()
                .any(|other| common_divisor(*other, rhythm) > 1)
            {
                rhythm += 1;
            }
            rhythms.push(rhythm);
            if let Some(value) = values.get((first + index as usize) % rhythm) {
                let with = drawn.clone().and(&[(*name, *value)].into_iter().collect());
                // A value that does not go with the others, or leaves no such seat, is left out.
                let variant = self.game.with(&with.clone().and(&self.settings));
                let fits =
                    |seats: usize| self.seat.is_none_or(|seat| is_there(seat, seats).is_ok());
                if variant.is_ok_and(|variant| fits(variant.seats())) {
                    drawn = with;
                }
            }
        }
        drawn
    }

    fn wanted<'a>(
        &self,
        only: Option<&'a str>,
    ) -> impl Iterator<Item = &'static Scenario> + use<'a> {
        self.game
            .scenarios()
            .iter()
            .filter(move |scenario| only.is_none_or(|only| scenario.name == only))
    }

    /// Number of seats of a scenario's game. The error says why the scenario cannot be played: the set parameters do not fit it,
    /// or it has no seat of the chosen number.
    pub fn seats_of(&self, scenario: &Scenario) -> Result<usize, String> {
        let seats = self.game.with(&self.settings_of(scenario, 0))?.seats();
        let seat = scenario.seat.map(Seat).or(self.seat);
        seat.map_or(Ok(()), |seat| is_there(seat, seats))?;
        Ok(seats)
    }

    /// The wanted scenarios that cannot be played, as text: for each reason their names, then the reason.
    pub fn left_out(&self, only: Option<&str>) -> Vec<String> {
        let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
        for scenario in self.wanted(only) {
            let Err(why) = self.seats_of(scenario) else {
                continue;
            };
            match reasons.iter_mut().find(|(known, _)| *known == why) {
                Some((_, names)) => names.push(scenario.name),
                None => reasons.push((why, vec![scenario.name])),
            }
        }
        reasons
            .into_iter()
            .map(|(why, names)| format!("{} ({why})", names.join(", ")))
            .collect()
    }

    /// The parameters of a scenario's game; the user's override the scenario's.
    pub fn settings_of(&self, scenario: &Scenario, index: u32) -> Settings {
        let own = scenario
            .set
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()));
        let step = scenario
            .steps
            .map(|name| (name.to_string(), index.to_string()));
        let drawn = match scenario.opponent {
            Opponent::Tactics if self.draws => self.drawn(index),
            _ => Settings::default(),
        };
        drawn
            .and(&Settings(own.chain(step).collect()))
            .and(&self.settings)
    }

    /// Plays one case: the scenario's opponents, and choices from the seed.
    pub fn play(&self, case: Case) -> Result<Played, HarnessError> {
        unstalled(|| self.play_once(case))
    }

    fn play_once(&self, case: Case) -> Result<Played, HarnessError> {
        let variant = self.variant(case)?;
        let seats = variant.seats();
        let generator = self.dice(case.scenario, case.index);
        let (others, kind) = (others(seats, case.seat), case.scenario.opponent);
        let mut dice = generator.nth(1);
        let opponents = if kind == Opponent::Tactics {
            let clauses: Vec<Clause> = RunSummary::binding(self.game)
                .filter_map(|entry| entry.clause)
                .collect();
            let tactics = (0..seats).map(|_| Tactics::drawn(&mut dice, &clauses));
            let tactics = tactics.collect();
            Opponents::with_tactics(others, dice, tactics)
        } else {
            let bots = (0..seats).map(|_| variant.opponent(kind)).collect();
            Opponents::new(others, kind, dice, bots)
        };
        self.play_with(case, &*variant, opponents, &mut Seeded::new(generator))
    }

    /// Plays one case with recorded choices. After the last of them the opponents give the first legal answer.
    pub fn play_back(&self, case: Case, choices: &[u32]) -> Result<Played, HarnessError> {
        let variant = self.variant(case)?;
        let opponents =
            || Opponents::explicit(others(variant.seats(), case.seat), case.scenario.opponent);
        unstalled(|| {
            self.play_with(
                case,
                &*variant,
                opponents(),
                &mut Recorded::new(choices.to_vec()),
            )
        })
    }

    /// Plays one case in which the opponents give these answers in turn.
    pub fn play_script(&self, case: Case, answers: Vec<String>) -> Result<Played, HarnessError> {
        let variant = self.variant(case)?;
        let opponents = || {
            Opponents::scripted(
                others(variant.seats(), case.seat),
                case.scenario.opponent,
                answers.clone(),
            )
        };
        unstalled(|| self.play_with(case, &*variant, opponents(), &mut Recorded::new(Vec::new())))
    }

    /// The candidate at its seat.
    fn table(
        &self,
        case: Case,
        settings: &Settings,
        seats: usize,
    ) -> Result<Box<dyn Players>, HarnessError> {
        let is_seat = |at| at == case.seat.index();
        let Some(make) = &self.memory else {
            let commands: Vec<_> = (0..seats)
                .map(|at| is_seat(at).then(|| self.command.clone()))
                .collect();
            let table = Box::new(ProcessPlayers::start_by(
                &self.launch,
                &commands,
                case.scenario.writes,
            )?);
            return Ok(if self.no_clock {
                Box::new(Timeless::new(table, self.stop, self.say))
            } else {
                table
            });
        };
        let bots = (0..seats).map(|at| is_seat(at).then(|| make(settings)).transpose());
        Ok(Box::new(MemoryPlayers::new(
            bots.collect::<Result<_, _>>().map_err(invalid)?,
            |_| Micros(0),
        )))
    }

    fn play_with(
        &self,
        case: Case,
        variant: &dyn Variant,
        mut opponents: Opponents,
        stream: &mut Taped<impl Stream>,
    ) -> Result<Played, HarnessError> {
        let settings = self.settings_of(case.scenario, case.index);
        let seats = variant.seats();
        opponents.drains = case.scenario.drains && !self.no_clock;
        let clocks = if self.no_clock {
            ", without clocks"
        } else {
            ""
        };
        let note = format!("check {}{clocks}", named(case, seats == 1));
        let header = [("seed", self.seed.to_string()), ("note", note)];
        let writer = Writer::new(self.game.name(), &settings, &header).telling_spending(self.times);
        let mut table = self.table(case, &settings, seats)?;
        let mut record = live::play(
            variant.referee(),
            seats,
            &mut *table,
            &mut opponents,
            stream,
            writer,
        )?;
        if self.no_clock {
            let Verdict { kept, timed, .. } = &mut record.verdict;
            kept.retain(|(_, clause)| !timed.contains(clause));
        }
        let mut situations = situations(&record.transcript, case.seat, self.game.page());
        situations.append(&mut opponents.positions);
        Ok(Played {
            case,
            settings,
            record,
            choices: stream.record(),
            stalls: 0,
            situations,
        })
    }

    /// The name of a case: its scenario, its game, from 1, and where there are several seats its seat.
    pub fn name_of(&self, case: Case) -> String {
        named(case, self.is_alone(case))
    }

    /// True where the bot has no opponent's seat beside its own.
    pub fn is_alone(&self, case: Case) -> bool {
        self.variant(case).is_ok_and(|variant| variant.seats() == 1)
    }

    /// The game as this case has it.
    fn variant(&self, case: Case) -> Result<Box<dyn Variant>, HarnessError> {
        self.game
            .with(&self.settings_of(case.scenario, case.index))
            .map_err(invalid)
    }

    /// The dice of a case. The same case draws the same choices, whatever else is played.
    fn dice(&self, scenario: &Scenario, index: u32) -> SplitMix64 {
        let name = scenario.name.bytes().fold(0u64, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        SplitMix64(self.seed).nth(name).nth(u64::from(index))
    }

    /// Does the long work for all these cases before any clock starts.
    pub fn prepare(&self, cases: impl Iterator<Item = Case>) -> Result<(), HarnessError> {
        ThreadsAndFolder::default().install();
        let mut last = None;
        for case in
            cases.filter(|case| last.replace(case.scenario.name) != Some(case.scenario.name))
        {
            self.game
                .with(&self.settings_of(case.scenario, case.index))
                .map_err(invalid)?
                .prepare();
        }
        Ok(())
    }

    /// Plays the cases, `jobs` at a time; `watch` sees each as it ends.
    pub fn run(
        &self,
        cases: &[Case],
        watch: &(dyn Fn(&Played) + Sync),
    ) -> Result<RunSummary, HarnessError> {
        let watch = |played: &Played| {
            watch(played);
            Ok(())
        };
        self.prepare(cases.iter().copied())?;
        let options = RunOptions {
            enough: Some(ENOUGH_FAILURES),
            before: RunSummary::new(self.game),
            watch: &watch,
        };
        let (summary, trouble) =
            self.run_with(cases.iter().copied(), options, &|case| self.play(case));
        trouble.map_or(Ok(summary), Err)
    }

    /// Plays cases that no plan has, until one fails or the time is over, and adds them to what was played before.
    pub(crate) fn run_unplanned(
        &self,
        before: RunSummary,
        cases: impl Iterator<Item = Case> + Clone + Send,
        time: Duration,
        watch: &(dyn Fn(&Played) -> std::io::Result<()> + Sync),
        play: &(dyn Fn(Case) -> Result<Played, HarnessError> + Sync),
    ) -> (RunSummary, Option<HarnessError>) {
        let (held_up, is_incomplete) = (before.held_up.clone(), before.is_incomplete);
        let plan = Plan {
            time_box: time,
            ..self.clone()
        };
        let options = RunOptions {
            enough: Some(1),
            before,
            watch,
        };
        let (mut summary, trouble) = plan.run_with(cases, options, play);
        // Those that were not played are no gap in the plan.
        (summary.skipped, summary.skipped_why) = (0, None);
        for scenario in Scenario::UNPLANNED {
            summary.unplayed.remove(scenario.name);
        }
        (summary.held_up, summary.is_incomplete) = (held_up, is_incomplete);
        (summary, trouble)
    }

    /// Plays the cases by `play`, `jobs` at a time, and adds them to what was played before; everything they need is
    /// [prepared](Plan::prepare). A case that is held up is played again last. If the harness fails or is interrupted, the played
    /// games come with the error.
    pub fn run_with(
        &self,
        cases: impl Iterator<Item = Case> + Clone + Send,
        options: RunOptions<'_>,
        play: &(dyn Fn(Case) -> Result<Played, HarnessError> + Sync),
    ) -> (RunSummary, Option<HarnessError>) {
        let started = Instant::now();
        let (before, left) = (options.before.planned_games(), cases.clone());
        let next = Mutex::new(cases);
        let summary = Mutex::new(options.before);
        let trouble: Mutex<Option<HarnessError>> = Mutex::new(None);
        let held_up: Mutex<Vec<(Case, String)>> = Mutex::default();
        let goes_on = || {
            let has_trouble = locked(&trouble).is_some();
            let is_enough = options
                .enough
                .is_some_and(|enough| locked(&summary).counting() >= enough);
            let is_silent = options.enough.is_some() && locked(&summary).is_silent(&self.policy);
            !has_trouble && !is_enough && !is_silent && started.elapsed() < self.time_box
        };
        // Games that come in order end with the first that fails: later ones would only show it again, and larger.
        let has_failed = |name: &str| {
            locked(&summary)
                .failing
                .iter()
                .any(|played| played.case.scenario.name == name)
        };
        let work_on = |next: &dyn Fn() -> Option<Case>| {
            while goes_on() {
                let Some(case) = next() else { return };
                if case.scenario.steps.is_some() && has_failed(case.scenario.name) {
                    continue;
                }
                let played = play(case);
                if let Err(error @ HarnessError::Stalled { .. }) = &played {
                    locked(&held_up).push((case, error.to_string()));
                    continue;
                }
                let mut summary = locked(&summary);
                let watched = played.and_then(|mut played| {
                    let known = &summary.situations;
                    played.situations.retain(|met| !known.contains(met));
                    let watched = (options.watch)(&played).map_err(HarnessError::from);
                    summary.add(played, &self.policy);
                    watched
                });
                if let Err(error) = watched {
                    locked(&trouble).get_or_insert(error);
                }
            }
        };
        let work = || work_on(&|| locked(&next).next());
        std::thread::scope(|scope| {
            for _ in 1..self.jobs.max(1) {
                scope.spawn(work);
            }
            work();
        });
        // Held-up games again, one after the other: now no other game keeps the machine busy.
        let again = Mutex::new(std::mem::take(&mut *locked(&held_up)).into_iter());
        work_on(&|| locked(&again).next().map(|(case, _)| case));
        locked(&held_up).extend(unlocked(again));
        let mut summary = unlocked(summary);
        let trouble = unlocked(trouble);
        let why = if trouble.is_some() {
            SkipReason::BrokenOff
        } else if options.enough.is_some() && summary.is_silent(&self.policy) {
            SkipReason::Silent
        } else {
            SkipReason::TimeBox
        };
        summary.held_up = unlocked(held_up);
        summary.miss(before, left, options.enough, why);
        (summary, trouble)
    }
}

/// Plays a match, and plays it again if the machine held it up, at most a few times.
#[doc(hidden)]
pub fn unstalled(play: impl Fn() -> Result<Played, HarnessError>) -> Result<Played, HarnessError> {
    let mut stalls = 0;
    loop {
        match play() {
            Err(HarnessError::Stalled { .. }) if stalls < STALLS => stalls += 1,
            played => return played.map(|played| Played { stalls, ..played }),
        }
    }
}

/// The name of a case, of a bot that is alone or has opponents.
fn named(case: Case, is_alone: bool) -> String {
    let seat = match is_alone {
        true => String::new(),
        false => format!(", seat {}", case.seat),
    };
    format!("{}, game {}{seat}", case.scenario.name, case.index + 1)
}

/// The error says which seats the game has.
pub(crate) fn is_there(seat: Seat, seats: usize) -> Result<(), String> {
    if seat.index() < seats {
        return Ok(());
    }
    Err(format!(
        "the game has seats 0 to {}; there is no seat {seat}",
        seats - 1
    ))
}

/// The candidate's seat: the chosen one, or each in turn.
fn seat_at(chosen: Option<Seat>, index: u32, seats: usize) -> Seat {
    chosen.unwrap_or(Seat((index as usize % seats) as u8))
}

fn common_divisor(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        common_divisor(other, one % other)
    }
}

fn others(seats: usize, candidate: Seat) -> Seats {
    Seats::first(seats).without(Seats::only(candidate))
}

fn invalid(why: String) -> HarnessError {
    HarnessError::System(std::io::Error::new(std::io::ErrorKind::InvalidInput, why))
}
