//! One running program: its pipes, its clock, how an ask is settled, and how it is ended with all its descendants.

mod serve;

#[cfg(target_os = "linux")]
use super::awaited::{InputWait, is_active};
use super::pipes::{Drain, Inbox, Outbox, StdStreams};
use super::portable::busy::share_lost;
use super::running_program::{ExitReport, ProgramHandle};
use super::stall::{GLANCE, ProcStatSample, StealTime, starved};
use super::system::{MOMENT, high_water, own_high_water, soon};
use super::watch::{Sample, Watch};
use std::time::{Duration, Instant};
use stickler::clock::Micros;
use stickler::live::players::HarnessError;
use stickler::params::Ms;
use stickler::referee::{Ask, Death, Observation};
use stickler::scenario::Writes;
use stickler::transcript::TimeSpent;
use stickler::wire::LINE_CAP;

/// The moment this much later, or a century later if the clock cannot hold that.
fn after(moment: Instant, time: Ms) -> Instant {
    const CENTURY: Duration = Duration::from_secs(100 * 366 * 24 * 3600);
    moment
        .checked_add(Duration::from_millis(time.0))
        .unwrap_or(moment + CENTURY)
}

/// How long a program may take to begin to exit after it closed its output.
const DEATH_PATIENCE: Duration = Duration::from_millis(25);
/// How long it may take to have ended, where the arena does not see that it is ending.
const UNSEEN_DEATH_PATIENCE: Duration = Duration::from_millis(500);
/// The longest wait beyond the time of a program, however slow the machine is.
const LONGEST_STALL: Duration = Duration::from_secs(10);
/// How many bytes of output after the end of the game are kept. All of them are counted.
const LAST_WORDS: usize = 4096;
/// How often the machine's load is sampled where the system does not account for it.
const SAMPLE: Duration = Duration::from_millis(100);
/// One sample more is taken when an answer took longer than this.
const LAST_SAMPLE: Duration = Duration::from_millis(50);
/// SIGXCPU: the signal that ends a program after its CPU time.
const CPU_TIME_OVER: i32 = 24;

/// A running program.
#[derive(Debug)]
pub(crate) struct Player {
    program: Box<dyn ProgramHandle>,
    pub stdin: Outbox,
    pub stdout: Inbox,
    pub stderr: Drain,
    /// The longest line that an answer may have.
    pub line_cap: usize,
    pub asked: Option<Instant>,
    glance: ProcStatSample,
    pub(super) watch: Watch,
    /// The host's account at a moment of this ask, and the time that the host took in earlier asks.
    steal: Option<StealTime>,
    stolen: Duration,
    /// The time that machine, host and judge took in earlier asks, by the watch.
    taken: Duration,
    /// How it ended, and what it used.
    pub end: Option<ExitReport>,
    dead: bool,
    pub peak: u64,
    /// The limit of memory of all its processes, in bytes.
    memory: u64,
    pub has_outgrown: bool,
    cpu_is_over: bool,
    /// The time that the machine took, by samples; used where the system does not account for it.
    guessed: Duration,
    /// When the last sample of this ask was taken.
    sampled: Option<Instant>,
    /// True if the answer has taken longer than a moment, so a look at all its processes pays.
    looks_at_all: bool,
    /// How many bytes came after the end of the game.
    after_end: usize,
    /// The output of a silent program: what it wrote without a newline, and what it had not flushed.
    pub withheld: [Vec<u8>; 2],
}

/// How an ask is settled.
#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
    Lines(usize),
    Rest,
    TooMuch,
    Silent,
    Closed,
    Died(Death),
}

pub(crate) enum Settling {
    Settled(How),
    Until(Instant),
}

impl Player {
    pub(crate) fn new(
        program: Box<dyn ProgramHandle>,
        (stdin, stdout, stderr): StdStreams,
        writes: Writes,
    ) -> Player {
        Player {
            program,
            stdin: Outbox::new(stdin, writes),
            stdout: Inbox::new(stdout),
            stderr: Drain::new(stderr),
            line_cap: LINE_CAP,
            asked: None,
            glance: ProcStatSample::default(),
            watch: Watch::default(),
            steal: None,
            stolen: Duration::ZERO,
            taken: Duration::ZERO,
            end: None,
            dead: false,
            peak: 0,
            memory: u64::MAX,
            has_outgrown: false,
            cpu_is_over: false,
            guessed: Duration::ZERO,
            sampled: None,
            looks_at_all: false,
            after_end: 0,
            withheld: Default::default(),
        }
    }

    /// The process id.
    pub(crate) fn process(&self) -> Option<i32> {
        self.program.number()
    }

    /// False where the arena sees only a part of what it does.
    pub(crate) fn sees_all(&self) -> bool {
        self.program.sees_all()
    }

    /// Sends what is queued. The clock of a new ask starts when everything is written. `lost`: the time for which the judge was
    /// kept from running so far.
    pub(crate) fn ask(&mut self, lost: Duration) -> Result<(), HarnessError> {
        self.stdin.flush()?;
        if self.asked.is_none() {
            let now = Instant::now();
            self.asked = Some(now);
            self.glance.forget();
            self.sampled = None;
            self.watch.begin(now, lost);
        }
        Ok(())
    }

    pub(crate) fn took(&self) -> Micros {
        let asked = self.asked.unwrap_or(self.stdout.arrived);
        Micros(
            self.stdout
                .arrived
                .saturating_duration_since(asked)
                .as_micros() as u64,
        )
    }

    /// The ask is over: adds up what the host took during it.
    pub(crate) fn settled(&mut self, ask: &Ask) {
        let is_late = self.took() > Micros::from(ask.budget);
        self.guess(if is_late { Duration::ZERO } else { LAST_SAMPLE });
        self.asked = None;
        let stolen = self
            .steal
            .take()
            .map_or(Duration::ZERO, |steal| steal.since());
        self.taken += self.watch.taken(stolen);
        self.stolen += stolen;
        self.watch = Watch::default();
    }

    pub(crate) fn settles(&mut self, ask: &Ask, now: Instant, lost: Duration) -> Settling {
        if let Some(how) = self.answer(ask.lines) {
            return Settling::Settled(how);
        }
        self.outgrow();
        let deadline = after(
            self.asked.unwrap_or(now),
            Ms(ask.budget.0.saturating_add(1)),
        );
        match self.ended(now) {
            // Of an answer of several lines, those that came count. The end of the output ends the last line, like a newline.
            Some(Settling::Settled(_))
                if self.stdin.has_ended() && !self.stdout.rest().is_empty() =>
            {
                return Settling::Settled(How::Rest);
            }
            Some(Settling::Settled(_)) if self.has_lines(1) => {
                return Settling::Settled(How::Lines(self.stdout.newlines().count()));
            }
            Some(ended) => return ended,
            // Other processes may keep its output open, but its time is over.
            None if now >= deadline && self.program.has_ended(true) == Some(true) => {
                // What it wrote may be on its way to the thread that reads it.
                if self.program.has_ended(false) != Some(true) {
                    return Settling::Until(now + GLANCE);
                }
                self.dead = true;
                let _ = self.stdout.fill();
                return self
                    .answer(ask.lines)
                    .map_or_else(|| self.died(), Settling::Settled);
            }
            None => {}
        }
        self.silent(deadline, now, lost, ask.lines)
    }

    /// The state of an answer of so many lines. If no answer is asked for, any output counts.
    pub(crate) fn answer(&self, lines: usize) -> Option<How> {
        match lines {
            0 => (!self.stdout.rest().is_empty()).then_some(How::Rest),
            _ if self.stdout.has_longer(self.line_cap, lines) => Some(How::TooMuch),
            _ => self.has_lines(lines).then_some(How::Lines(lines)),
        }
    }

    /// Silence, once the deadline and the time that the machine took from the program have passed.
    fn silent(
        &mut self,
        deadline: Instant,
        now: Instant,
        lost: Duration,
        lines: usize,
    ) -> Settling {
        if let Some(until) = self.has_time_until(deadline, now, lost) {
            return Settling::Until(until);
        }
        self.stdout.arrived = now;
        // It may have run and answered since the last look at its output. A read error shows up again there.
        let _ = self.stdout.fill();
        Settling::Settled(self.answer(lines).unwrap_or(How::Silent))
    }

    /// The end of its time, with the time that the machine took added.
    fn has_time_until(
        &mut self,
        deadline: Instant,
        now: Instant,
        lost: Duration,
    ) -> Option<Instant> {
        if now < deadline {
            return Some(deadline);
        }
        // The glance comes first: a wait that ends before the accounts are read is counted in them.
        if now < deadline + LONGEST_STALL {
            let (members, cpu) = (self.program.members(), self.program.cpu());
            if self.glance.finds_waiting(&members, cpu) {
                return Some(now + GLANCE);
            }
        }
        let given_back = deadline + self.stalled(lost).min(LONGEST_STALL);
        (now < given_back).then_some(given_back)
    }

    /// The time of this ask that the machine took, where it has taken so much that nothing can be said of a silence: more than is
    /// given back, and the whole delay but for the hundredth by which what is measured of so long a time errs.
    pub(crate) fn starved(&self, ask: &Ask) -> Option<Duration> {
        let stolen = self.steal.as_ref().map_or(Duration::ZERO, StealTime::since);
        let taken = self.watch.taken(stolen);
        let late = self.took().0.saturating_sub(Micros::from(ask.budget).0);
        let late = Duration::from_micros(late);
        (late >= LONGEST_STALL && taken >= late - late / 100).then_some(taken)
    }

    /// The time of all asks that machine, host and judge took: what the watch has told of in the report, or what the accounts of the
    /// living threads say of answers that were too short for it, whichever is more.
    pub(crate) fn stalled(&mut self, lost: Duration) -> Duration {
        let starved = match self.dead {
            true => Duration::ZERO,
            false => starved(&self.program.members(), self.program.cpu()),
        };
        let stolen = self.steal.as_ref().map_or(Duration::ZERO, StealTime::since);
        self.guess(GLANCE);
        let accounted = [lost, starved, self.stolen, stolen, self.guessed]
            .into_iter()
            .sum();
        (self.taken + self.watch.taken(stolen)).max(accounted)
    }

    /// Adds the machine's share of the wait since the last sample, if that is longer ago than this; where the system does not account
    /// for it.
    fn guess(&mut self, since: Duration) {
        let Some(asked) = self.asked.filter(|_| !self.program.sees_all()) else {
            return;
        };
        let until = self.sampled.unwrap_or(asked);
        if until.elapsed() > since {
            let share = share_lost();
            self.guessed += until.elapsed().mul_f64(share);
            self.sampled = Some(Instant::now());
        }
    }

    /// The behaviour of a program that was told to end. Deadline first: output cannot postpone it.
    pub(crate) fn ends(&mut self, ask: &Ask, now: Instant, lost: Duration) -> Settling {
        self.outgrow();
        self.dead |= self.program.is_joined() && !self.stdout.is_open();
        let deadline = after(self.asked.unwrap_or(now), ask.budget);
        let until = if self.dead {
            None
        } else {
            self.has_time_until(deadline, now, lost)
        };
        if self.has_last_words() {
            return Settling::Settled(How::Rest);
        }
        match until {
            Some(until) => Settling::Until(until),
            None if self.dead || self.program.is_joined() => self.died(),
            // It has ended, but its wrapper has not said so. Its accounts tell how, if anything does.
            None if self.program.is_exiting() => self.died(),
            None => {
                self.stdout.arrived = now;
                Settling::Settled(How::Silent)
            }
        }
    }

    /// Counts output after the end of the game, and keeps its beginning.
    fn has_last_words(&mut self) -> bool {
        let kept = LAST_WORDS.saturating_sub(self.after_end);
        self.after_end += self.stdout.rest().len();
        self.stdout.keep(kept);
        !self.stdout.rest().is_empty()
    }

    /// How many bytes after the end were not kept.
    pub(crate) fn unkept(&self) -> usize {
        self.after_end.saturating_sub(LAST_WORDS)
    }

    /// A program that can no longer answer.
    fn ended(&mut self, now: Instant) -> Option<Settling> {
        if self.dead {
            return Some(self.died());
        }
        if self.stdout.is_open() {
            return None;
        }
        let seen = self.program.sees_all();
        let patience = self.stdout.arrived
            + if seen {
                DEATH_PATIENCE
            } else {
                UNSEEN_DEATH_PATIENCE
            };
        Some(match now {
            _ if now < patience => Settling::Until(patience),
            _ if now < patience + LONGEST_STALL && self.program.is_exiting() => {
                Settling::Until(now + DEATH_PATIENCE)
            }
            _ => Settling::Settled(How::Closed),
        })
    }

    fn has_lines(&self, lines: usize) -> bool {
        self.stdout.newlines().take(lines).count() == lines
    }

    /// The arena itself failed, so nothing can be said of the program.
    pub(crate) fn is_sound(&self) -> Result<(), HarnessError> {
        self.end.as_ref().map_or(Ok(()), ExitReport::is_sound)
    }

    pub(crate) fn heard(&mut self, how: How) -> Observation<'_> {
        match how {
            How::Lines(lines) => {
                Observation::Lines(self.stdout.take_lines(lines).unwrap_or_default())
            }
            How::Rest => Observation::Lines(self.stdout.take_rest()),
            How::TooMuch => Observation::TooMuch,
            How::Silent => Observation::Silent {
                unfinished: &self.withheld[0],
                unflushed: &self.withheld[1],
            },
            How::Closed => Observation::Closed,
            How::Died(death) => Observation::Died(death),
        }
    }

    /// Called when nothing has happened for a moment. Looks where the time of an asked program goes, and after the first look
    /// also at the rest.
    pub(crate) fn idle(&mut self, now: Instant, lost: Duration) {
        let is_first = self.asked.is_some() && self.watch.first_look().is_some();
        if self.asked.is_some() {
            self.look(now, lost);
        }
        if !is_first {
            self.wait_longer();
        }
    }

    fn look(&mut self, now: Instant, lost: Duration) {
        let cpu = match &self.end {
            Some(end) => end.cpu,
            None => self.program.cpu(),
        };
        let members = if self.dead {
            Vec::new()
        } else {
            self.program.members()
        };
        match Sample::now(&members, cpu, lost) {
            Some(seen) => self.watch.look(now, seen),
            None if self.watch.has_begun() => self.watch.look(now, Sample::of_the_gone(cpu, lost)),
            None => self.watch.give_up(),
        }
    }

    /// Where the time of the answer went that is just settled; `None`: it was too short.
    pub(crate) fn spent(&mut self, now: Instant, lost: Duration) -> Option<TimeSpent> {
        self.watch.has_begun().then(|| self.look(now, lost));
        self.watch
            .spent(self.steal.as_ref().map_or(Duration::ZERO, StealTime::since))
    }

    /// Called when nothing has happened for a while. Looks at the program's memory and starts to count what the host takes.
    pub(crate) fn wait_longer(&mut self) {
        self.looks_at_all = true;
        self.sample_memory();
        self.guess(SAMPLE);
        // Also without a limit: CPU time of a process that nobody waits for can be seen only while it lives.
        let cpu = self.program.cpu();
        self.cpu_is_over |= !self.dead && self.program.cpu_limit().is_some_and(|limit| cpu > limit);
        if self.asked.is_some() && self.steal.is_none() {
            self.steal = Some(StealTime::now());
        }
    }

    /// The highest peak of one of its processes, or what all of them have now, if that is more.
    pub(crate) fn sample_memory(&mut self) {
        if self.end.is_none() {
            let members = self.program.members();
            let highest = members
                .iter()
                .filter_map(|&member| high_water(member))
                .max()
                .unwrap_or(0);
            self.peak = self.peak.max(highest);
            if self.looks_at_all || members.len() > 1 {
                self.peak = self.peak.max(self.program.memory(&members, self.memory));
            }
        }
    }

    /// Sets the limit of memory. The program is ended as soon as it has more.
    pub(crate) fn limit_memory(&mut self, bytes: u64) {
        self.memory = bytes;
    }

    /// CPU time of all its processes.
    #[cfg(target_os = "linux")]
    pub(crate) fn cpu(&mut self) -> Duration {
        self.program.cpu()
    }

    /// The wait for more input in which it is; `None` where it runs, or waits for something else.
    #[cfg(target_os = "linux")]
    pub(crate) fn input_wait(&self) -> Option<InputWait> {
        let members = if self.dead {
            return None;
        } else {
            self.program.members()
        };
        InputWait::of(&members, self.stdin.inode())
    }

    /// True if anything of it runs, wants to run, or waits for a disk.
    #[cfg(target_os = "linux")]
    pub(crate) fn is_active(&self) -> bool {
        !self.dead && is_active(&self.program.members())
    }

    /// Ends a program that is seen to exceed its limit of memory or of CPU time.
    fn outgrow(&mut self) {
        if self.dead {
            return;
        }
        if self.peak > self.memory {
            self.has_outgrown = true;
            self.reap();
        } else if self.cpu_is_over {
            self.reap().death = Death::Signal(CPU_TIME_OVER);
        }
    }

    /// Takes the last output on standard error. A thread that reads it may need a moment.
    pub(crate) fn drain_last(&mut self) {
        self.stderr.drain();
        if !self.program.sees_all() {
            soon(MOMENT, || {
                self.stderr.drain();
                self.stderr.from.is_none()
            });
        }
    }

    /// Ends the program with all that it has started, and reads what it used. A second call does nothing.
    pub(crate) fn reap(&mut self) -> &mut ExitReport {
        self.end.get_or_insert_with(|| {
            let end = self.program.end(self.dead);
            // A child starts with the peak of its parent, so only a higher peak is its own.
            if end.peak > own_high_water() {
                self.peak = self.peak.max(end.peak);
            }
            self.dead = true;
            end
        })
    }

    fn died(&mut self) -> Settling {
        Settling::Settled(How::Died(self.reap().death))
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.reap();
    }
}

#[cfg(test)]
mod tests;
