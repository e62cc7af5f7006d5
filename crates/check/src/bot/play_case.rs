//! One case, played: the candidate at its seat, against the opponents of the scenario.

use super::{Case, Plan, Played, RunSummary, invalid, named};
use crate::coverage::Ran;
use crate::opponents::Opponents;
use crate::pace;
use crate::search::tape::{Choice, Tape};
use crate::situations::situations;
use crate::tactics::Tactics;
use std::time::{Duration, Instant};
use stickler::clause::Clause;
use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::games::erased::Variant;
use stickler::live;
use stickler::live::memory::MemoryPlayers;
use stickler::live::players::{HarnessError, Players};
use stickler::params::{Ms, Settings};
use stickler::referee::{Stream, Verdict};
use stickler::scenario::Opponent;
use stickler::stream::{Recorded, Seeded, Taped};
use stickler::transcript::Writer;
use stickler_arena::process_players::ProcessPlayers;
use stickler_arena::timeless::Timeless;
use stickler_arena::unhurried::Unhurried;

/// After the machine has held a game up this many times, the game cannot be judged here.
#[doc(hidden)]
pub const STALLS: usize = 5;

impl Plan {
    /// Plays one case: the scenario's opponents, and choices from the seed.
    pub fn play(&self, case: Case) -> Result<Played, HarnessError> {
        unstalled(|| self.play_once(case))
    }

    fn play_once(&self, case: Case) -> Result<Played, HarnessError> {
        let variant = self.variant(case)?;
        let opponents = self.opponents(case, &*variant);
        let generator = self.dice(case.scenario, case.index);
        self.play_with(case, &*variant, opponents, &mut Seeded::new(generator))
    }

    /// Plays one case with the choices of a tape; those that are missing there are made as in [`Plan::play`].
    pub(crate) fn play_tape(&self, case: Case, tape: &[Choice]) -> Result<Played, HarnessError> {
        let variant = self.variant(case)?;
        let generator = self.dice(case.scenario, case.index);
        unstalled(|| {
            let opponents = self.opponents(case, &*variant);
            let mut stream = Taped::of(Tape::new(tape.to_vec(), generator));
            self.play_with(case, &*variant, opponents, &mut stream)
        })
    }

    /// The opponents of the scenario.
    fn opponents(&self, case: Case, variant: &dyn Variant) -> Opponents {
        let seats = variant.seats();
        let (others, kind) = (others(seats, case.seat), case.scenario.opponent);
        let mut dice = self.dice(case.scenario, case.index).nth(1);
        if kind == Opponent::Tactics {
            let clauses: Vec<Clause> = RunSummary::binding(self.game)
                .filter_map(|entry| entry.clause)
                .collect();
            let tactics = (0..seats).map(|_| Tactics::drawn(&mut dice, &clauses));
            let tactics = tactics.collect();
            Opponents::with_tactics(others, kind, dice, tactics)
        } else if kind == Opponent::Long {
            let tactics = (0..seats).map(|_| Tactics::long()).collect();
            Opponents::with_tactics(others, kind, dice, tactics)
        } else {
            let bots = (0..seats).map(|_| variant.opponent(kind)).collect();
            Opponents::new(others, kind, dice, bots)
        }
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
            return Ok(match () {
                () if self.no_clock => Box::new(Timeless::new(table, self.stop, self.say)),
                () if self.unhurried => Box::new(Unhurried::new(table)),
                () => table,
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
        let drains = case.scenario.drains && !self.no_clock;
        opponents.drains = drains.then(|| pace::beyond(variant));
        let clocks = match () {
            () if self.no_clock => ", without clocks",
            // They are long in the log, and no answer took so long.
            () if drains => ", times are made",
            () if self.unhurried => ", times are a quarter of what they were",
            () => "",
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
        if self.no_clock || self.unhurried {
            let Verdict { kept, timed, .. } = &mut record.verdict;
            kept.retain(|(_, clause)| !timed.contains(clause));
        }
        if self.unhurried {
            (record.slowest, record.apart) = (vec![Ms(0); seats], vec![[None; 2]; seats]);
            (record.spent, record.usage) = (vec![None; seats], vec![None; seats]);
        }
        let referee = variant.referee();
        let bank = |line: &[u8]| referee.own_bank(case.seat, line);
        let mut situations = situations(&record.transcript, case.seat, self.game.page(), &bank);
        situations.append(&mut opponents.positions);
        Ok(Played {
            case,
            beside: false,
            settings,
            record,
            choices: stream.record(),
            stalls: 0,
            situations,
            ran: Ran::default(),
        })
    }
}

/// A game that takes so long is not played again at once: others that take seconds may tell what it cannot.
const LONG: Duration = Duration::from_secs(5);

/// Plays a match, and plays it again if the machine held it up, at most a few times, and none where it is long.
#[doc(hidden)]
pub fn unstalled(play: impl Fn() -> Result<Played, HarnessError>) -> Result<Played, HarnessError> {
    let (mut stalls, started) = (0, Instant::now());
    loop {
        match play() {
            Err(HarnessError::Stalled { .. }) if stalls < STALLS && started.elapsed() < LONG => {
                stalls += 1;
            }
            played => return played.map(|played| Played { stalls, ..played }),
        }
    }
}

fn others(seats: usize, candidate: Seat) -> Seats {
    Seats::first(seats).without(Seats::only(candidate))
}
