//! One running program: its pipes, its clock, how an ask is settled, and how it is ended with all its descendants.

mod serve;

use super::body::{self, Body, End, Streams};
use super::pipes::{Drain, Inbox, Outbox};
use super::portable::{busy::share_lost, streams::Bell};
use super::stall::{GLANCE, Glance, Steal, reads, starved};
use super::system::{MOMENT, high_water, own_high_water, soon};
use super::table::{HarnessError, after};
use super::watch::{Seen, Watch};
use crate::clock::Micros;
use crate::params::Ms;
use crate::referee::{Ask, Death, Heard};
use crate::scenario::Writes;
use crate::transcript::TimeSpent;
use crate::wire::LINE_CAP;
use std::time::{Duration, Instant};

/// How long a program whose output has ended may take to begin to end itself.
const DEATH_PATIENCE: Duration = Duration::from_millis(25);
/// Where nobody sees that it ends itself, it may take so long to have ended.
const UNSEEN_DEATH_PATIENCE: Duration = Duration::from_millis(500);
/// No program is waited for longer than this beyond its time, however slow the machine.
const LONGEST_STALL: Duration = Duration::from_secs(10);
/// Of what a program writes after its end so many bytes are kept, and all of them counted.
const LAST_WORDS: usize = 4096;
/// Where no account tells what the machine takes, it is looked for so often.
const SAMPLE: Duration = Duration::from_millis(100);
/// And once more when an answer has come, if it took so long.
const LAST_SAMPLE: Duration = Duration::from_millis(50);
/// SIGXCPU: the signal of a program whose CPU time is over.
const CPU_TIME_OVER: i32 = 24;

/// A running program.
#[derive(Debug)]
pub struct Player {
    body: Box<dyn Body>,
    pub stdin: Outbox,
    pub stdout: Inbox,
    pub stderr: Drain,
    /// Longest line that is waited for.
    pub line_cap: usize,
    pub asked: Option<Instant>,
    glance: Glance,
    pub(super) watch: Watch,
    /// Where the host's account stood some way into this ask, and what the host took in earlier ones.
    steal: Option<Steal>,
    stolen: Duration,
    /// How it ended, and what it used.
    pub end: Option<End>,
    dead: bool,
    pub peak: u64,
    /// Most bytes of memory that it may have, with all its processes.
    memory: u64,
    pub has_outgrown: bool,
    cpu_is_over: bool,
    /// What the machine took by samples, and until when of this ask; where no account tells.
    guessed: Duration,
    sampled: Option<Instant>,
    /// It has taken longer than a moment: what it has in all is worth a look.
    looks_at_all: bool,
    /// Bytes that came after the end of the game.
    after_end: usize,
    /// What a silent program had written without a newline, and what it had not flushed.
    pub withheld: [Vec<u8>; 2],
}

/// How an ask is settled.
#[derive(Clone, Copy, Debug)]
pub enum How {
    Lines(usize),
    Rest,
    TooMuch,
    Silent,
    Closed,
    Died(Death),
}

pub enum Progress {
    Settled(How),
    Until(Instant),
}

impl Player {
    pub(super) fn start(words: &[String], writes: Writes, bell: Option<&Bell>) -> Result<Player, HarnessError> {
        let (body, streams) = body::start(words, bell)?;
        Ok(Player::new(body, streams, writes))
    }

    pub fn new(body: Box<dyn Body>, (stdin, stdout, stderr): Streams, writes: Writes) -> Player {
        Player {
            body,
            stdin: Outbox::new(stdin, writes),
            stdout: Inbox::new(stdout),
            stderr: Drain::new(stderr),
            line_cap: LINE_CAP,
            asked: None,
            glance: Glance::default(),
            watch: Watch::default(),
            steal: None,
            stolen: Duration::ZERO,
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

    /// The number of its process.
    pub fn process(&self) -> Option<i32> {
        self.body.number()
    }

    /// False where only what is found of it says something.
    pub fn sees_all(&self) -> bool {
        self.body.sees_all()
    }

    /// Sends what is queued. The clock of a new ask starts when that is written, however many writes it takes. `lost`: what the
    /// judge has lost of its own time by now.
    pub fn ask(&mut self, lost: Duration) -> Result<(), HarnessError> {
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

    pub fn took(&self) -> Micros {
        let asked = self.asked.unwrap_or(self.stdout.arrived);
        Micros(self.stdout.arrived.saturating_duration_since(asked).as_micros() as u64)
    }

    /// The ask is over, and so is what the machine takes during it.
    pub fn settled(&mut self, ask: &Ask) {
        let is_late = self.took() > Micros::from(ask.budget);
        self.guess(if is_late { Duration::ZERO } else { LAST_SAMPLE });
        self.asked = None;
        self.stolen += self.steal.take().map_or(Duration::ZERO, |steal| steal.since());
    }

    pub fn settles(&mut self, ask: &Ask, now: Instant, lost: Duration) -> Progress {
        if let Some(how) = self.answer(ask.lines) {
            return Progress::Settled(how);
        }
        self.outgrow();
        let deadline = after(self.asked.unwrap_or(now), Ms(ask.budget.0.saturating_add(1)));
        match self.ended(now) {
            // Answers of several lines count as far as they go; the end of the output ends the last, if no newline does.
            Some(Progress::Settled(_)) if self.stdin.has_ended() && !self.stdout.rest().is_empty() => {
                return Progress::Settled(How::Rest);
            }
            Some(Progress::Settled(_)) if self.has_lines(1) => {
                return Progress::Settled(How::Lines(self.stdout.newlines().count()));
            }
            Some(ended) => return ended,
            // Others may keep its output open, but its time is over.
            None if now >= deadline && self.body.has_ended(true) == Some(true) => {
                // What it wrote may be on its way to the thread that reads it.
                if self.body.has_ended(false) != Some(true) {
                    return Progress::Until(now + GLANCE);
                }
                self.dead = true;
                let _ = self.stdout.fill();
                return self.answer(ask.lines).map_or_else(|| self.died(), Progress::Settled);
            }
            None => {}
        }
        self.silent(deadline, now, lost, ask.lines)
    }

    /// What has come of an answer of so many lines; where none is asked for, anything.
    pub fn answer(&self, lines: usize) -> Option<How> {
        match lines {
            0 => (!self.stdout.rest().is_empty()).then_some(How::Rest),
            _ if self.stdout.has_longer(self.line_cap, lines) => Some(How::TooMuch),
            _ => self.has_lines(lines).then_some(How::Lines(lines)),
        }
    }

    /// Silence, once the deadline is over and as much time after it as the machine took from the program, and takes yet.
    fn silent(&mut self, deadline: Instant, now: Instant, lost: Duration, lines: usize) -> Progress {
        if let Some(until) = self.has_time_until(deadline, now, lost) {
            return Progress::Until(until);
        }
        self.stdout.arrived = now;
        // It may have had its turn, and answered, since the last look at its output; an error is met again there.
        let _ = self.stdout.fill();
        Progress::Settled(self.answer(lines).unwrap_or(How::Silent))
    }

    /// Until when it has time yet, the machine's share of the wait among it.
    fn has_time_until(&mut self, deadline: Instant, now: Instant, lost: Duration) -> Option<Instant> {
        if now < deadline {
            return Some(deadline);
        }
        // The glance comes before the accounts: a wait that ends in between is in them.
        if now < deadline + LONGEST_STALL {
            let (members, cpu) = (self.body.members(), self.body.cpu());
            if self.glance.finds_waiting(&members, cpu) {
                return Some(now + GLANCE);
            }
        }
        let given_back = deadline + self.stalled(lost).min(LONGEST_STALL);
        (now < given_back).then_some(given_back)
    }

    pub fn stalled(&mut self, lost: Duration) -> Duration {
        let starved = match self.dead {
            true => Duration::ZERO,
            false => starved(&self.body.members(), self.body.cpu()),
        };
        let stolen = self.steal.as_ref().map_or(Duration::ZERO, Steal::since);
        self.guess(GLANCE);
        [lost, starved, self.stolen, stolen, self.guessed].into_iter().sum()
    }

    /// Where no account tells what the machine took of a wait: as large a part of it as it takes now, if that was not seen since so
    /// long.
    fn guess(&mut self, since: Duration) {
        let Some(asked) = self.asked.filter(|_| !self.body.sees_all()) else { return };
        let until = self.sampled.unwrap_or(asked);
        if until.elapsed() > since {
            let share = share_lost();
            self.guessed += until.elapsed().mul_f64(share);
            self.sampled = Some(Instant::now());
        }
    }

    /// What comes of a program that was told to end. Its time is looked at before its output: a flood puts no end off.
    pub fn ends(&mut self, ask: &Ask, now: Instant, lost: Duration) -> Progress {
        self.outgrow();
        self.dead |= self.body.is_joined() && !self.stdout.is_open();
        let deadline = after(self.asked.unwrap_or(now), ask.budget);
        let until = if self.dead { None } else { self.has_time_until(deadline, now, lost) };
        if self.has_last_words() {
            return Progress::Settled(How::Rest);
        }
        match until {
            Some(until) => Progress::Until(until),
            None if self.dead || self.body.is_joined() => self.died(),
            // It has ended, and what keeps it has not told so: how it ended is in its accounts, or nobody knows.
            None if self.body.is_exiting() => self.died(),
            None => {
                self.stdout.arrived = now;
                Progress::Settled(How::Silent)
            }
        }
    }

    /// Output after the end, the beginning of which is kept.
    fn has_last_words(&mut self) -> bool {
        let kept = LAST_WORDS.saturating_sub(self.after_end);
        self.after_end += self.stdout.rest().len();
        self.stdout.keep(kept);
        !self.stdout.rest().is_empty()
    }

    /// Bytes after the end that were not kept.
    pub fn unkept(&self) -> usize {
        self.after_end.saturating_sub(LAST_WORDS)
    }

    /// A program that can no longer answer.
    fn ended(&mut self, now: Instant) -> Option<Progress> {
        if self.dead {
            return Some(self.died());
        }
        if self.stdout.is_open() {
            return None;
        }
        let seen = self.body.sees_all();
        let patience = self.stdout.arrived + if seen { DEATH_PATIENCE } else { UNSEEN_DEATH_PATIENCE };
        Some(match now {
            _ if now < patience => Progress::Until(patience),
            _ if now < patience + LONGEST_STALL && self.body.is_exiting() => Progress::Until(now + DEATH_PATIENCE),
            _ => Progress::Settled(How::Closed),
        })
    }

    fn has_lines(&self, lines: usize) -> bool {
        self.stdout.newlines().take(lines).count() == lines
    }

    /// What keeps it has failed: nothing can be said of it.
    pub fn is_sound(&self) -> Result<(), HarnessError> {
        self.end.as_ref().map_or(Ok(()), End::is_sound)
    }

    pub fn heard(&mut self, how: How) -> Heard<'_> {
        match how {
            How::Lines(lines) => Heard::Lines(self.stdout.take_lines(lines).unwrap_or_default()),
            How::Rest => Heard::Lines(self.stdout.take_rest()),
            How::TooMuch => Heard::TooMuch,
            How::Silent => Heard::Silent { unfinished: &self.withheld[0], unflushed: &self.withheld[1] },
            How::Closed => Heard::Closed,
            How::Died(death) => Heard::Died(death),
        }
    }

    /// Nothing has happened for a moment: time for a look at where the time of a program goes that is asked, and after the first
    /// look also at the rest.
    pub fn idle(&mut self, now: Instant, lost: Duration) {
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
            None => self.body.cpu(),
        };
        let members = if self.dead { Vec::new() } else { self.body.members() };
        match Seen::now(&members, cpu, lost) {
            Some(seen) => self.watch.look(now, seen),
            None => self.watch.give_up(),
        }
    }

    /// Where the time of the answer went that is being settled, unless it was too short.
    pub fn spent(&mut self, now: Instant, lost: Duration) -> Option<TimeSpent> {
        self.watch.has_begun().then(|| self.look(now, lost));
        self.watch.spent(self.steal.as_ref().map_or(Duration::ZERO, Steal::since))
    }

    /// Nothing has happened for a while: time for a look at what it has grown to, and at what the host takes from now on.
    pub fn wait_longer(&mut self) {
        self.looks_at_all = true;
        self.sample_memory();
        self.guess(SAMPLE);
        // Even where nothing limits it now: CPU time of a process that nobody waits for is seen while it lives, or never.
        let cpu = self.body.cpu();
        self.cpu_is_over |= !self.dead && self.body.cpu_limit().is_some_and(|limit| cpu > limit);
        if self.asked.is_some() && self.steal.is_none() {
            self.steal = Some(Steal::now());
        }
    }

    /// The most that one of its processes ever had, and what all of them have now.
    pub fn sample_memory(&mut self) {
        if self.end.is_none() {
            let members = self.body.members();
            let highest = members.iter().filter_map(|&member| high_water(member)).max().unwrap_or(0);
            self.peak = self.peak.max(highest);
            if self.looks_at_all || members.len() > 1 {
                self.peak = self.peak.max(self.body.memory(&members, self.memory));
            }
        }
    }

    /// Ends it as soon as it has more than this.
    pub fn limit_memory(&mut self, bytes: u64) {
        self.memory = bytes;
        self.body.limit_memory(bytes);
    }

    /// True where it waits for more input, so that an answer which has not come will not come by itself; also where the
    /// system does not say what it waits for.
    pub fn reads(&self) -> bool {
        !self.dead && (!self.body.sees_all() || reads(&self.body.members()))
    }

    /// Ends a program that was seen to have more memory, or more CPU time, than it may.
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

    /// Takes what it wrote to standard error last; a thread that reads it may need a moment.
    pub fn drain_last(&mut self) {
        self.stderr.drain();
        if !self.body.sees_all() {
            soon(MOMENT, || {
                self.stderr.drain();
                self.stderr.from.is_none()
            });
        }
    }

    /// Ends the program with all that it has started, and takes its accounts; a second call does nothing.
    pub fn reap(&mut self) -> &mut End {
        self.end.get_or_insert_with(|| {
            let end = self.body.end(self.dead);
            // A child starts with its parent's mark, so only a higher one is its own.
            if end.peak > own_high_water() {
                self.peak = self.peak.max(end.peak);
            }
            if let Some(peak) = end.outgrown {
                self.has_outgrown = true;
                self.peak = self.peak.max(peak).max(self.memory.saturating_add(1));
            }
            self.dead = true;
            end
        })
    }

    fn died(&mut self) -> Progress {
        Progress::Settled(How::Died(self.reap().death))
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.reap();
    }
}
