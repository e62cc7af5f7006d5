//! Programs as players: one poll over every pipe, or one bell for the threads of the portable arena.

use super::arena_choice;
use super::launch::Launch;
use super::pipes::OnStderr;
use super::player::{How, Player, Settling};
use super::portable::busy::look_first;
use super::portable::streams::{Notifications, Notifier, ReaderThread, WriterThread};
use super::running_program::External;
use super::stall::LoopDelay;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::live::players::{HarnessError, Players, Usage};
use stickler::params::Ms;
use stickler::referee::{Ask, Observation};
use stickler::scenario::Writes;
use stickler::transcript::TimeSpent;

/// A flag for signal handlers: once it is set, every wait ends with [`HarnessError::Interrupted`].
pub fn interrupted() -> &'static Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(Arc::default)
}

/// True once the user has interrupted the run.
pub fn is_interrupted() -> bool {
    interrupted().load(Ordering::Relaxed)
}

/// The longest time between two looks at programs that are waited for.
const LOOK: Duration = Duration::from_millis(50);

/// The table of programs, by seat; a seat without a program is played elsewhere.
#[derive(Debug, Default)]
pub struct ProcessPlayers {
    players: Vec<Option<Player>>,
    pulse: LoopDelay,
    /// The bell by which threads report events.
    ear: Option<Notifications>,
    /// Where the time of the latest answer went.
    spent: Option<TimeSpent>,
    /// True to end lines with CRLF.
    crlf: bool,
}

impl ProcessPlayers {
    /// Starts a program at each seat that has a command: a list of words, run without a shell in the current folder.
    pub fn start(commands: &[Option<Vec<String>>]) -> Result<ProcessPlayers, HarnessError> {
        ProcessPlayers::start_by(&Launch::default(), commands, Writes::Whole)
    }

    /// Starts the players with a way to start programs, and one to write messages.
    pub fn start_by(
        launch: &Launch,
        commands: &[Option<Vec<String>>],
        writes: Writes,
    ) -> Result<ProcessPlayers, HarnessError> {
        let (bell, ear) = Notifier::new();
        let threads = arena_choice::is_portable().then_some(bell);
        if threads.is_some() {
            look_first();
        }
        let mut table = ProcessPlayers {
            ear: threads.is_some().then_some(ear),
            crlf: launch.crlf,
            ..ProcessPlayers::default()
        };
        let programs: Vec<&[String]> = commands.iter().flatten().map(Vec::as_slice).collect();
        let mut seats = commands.iter().map(Option::is_some);
        let started = launch.start(&programs, threads.as_ref(), &mut |program, streams| {
            let before = seats.by_ref().take_while(|has_program| !has_program);
            table.players.extend(before.map(|_| None));
            table
                .players
                .push(Some(Player::new(program, streams, writes)));
        });
        table.players.resize_with(commands.len(), || None);
        started?;
        Ok(table)
    }

    /// The one program at the other ends of our standard input and output. Somebody else has started it.
    pub fn joined() -> Result<ProcessPlayers, HarnessError> {
        #[cfg(target_os = "linux")]
        if !arena_choice::is_portable() {
            let from = rustix::io::dup(rustix::stdio::stdin()).map_err(std::io::Error::from)?;
            let to = rustix::io::dup(rustix::stdio::stdout()).map_err(std::io::Error::from)?;
            let player = Player::new(
                Box::new(External),
                super::pipes::polled((to, from, None))?,
                Writes::Whole,
            );
            return Ok(ProcessPlayers {
                players: vec![Some(player)],
                ..ProcessPlayers::default()
            });
        }
        let (bell, ear) = Notifier::new();
        let (to, from) = (
            Box::new(WriterThread::to(std::io::stdout())?),
            Box::new(ReaderThread::of(std::io::stdin(), &bell)?),
        );
        let player = Player::new(Box::new(External), (to, from, None), Writes::Whole);
        Ok(ProcessPlayers {
            players: vec![Some(player)],
            ear: Some(ear),
            ..ProcessPlayers::default()
        })
    }

    /// Sets the longest line that these programs may write.
    #[must_use]
    pub fn with_line_cap(mut self, bytes: usize) -> ProcessPlayers {
        self.players
            .iter_mut()
            .flatten()
            .for_each(|player| player.line_cap = bytes);
        self
    }

    /// From now on each line that a program writes to its standard error is also shown.
    #[must_use]
    pub fn passing_on(mut self, show: OnStderr) -> ProcessPlayers {
        for (player, seat) in self.players.iter_mut().zip(0..) {
            player
                .iter_mut()
                .for_each(|player| player.stderr.pass_on(Seat(seat), show));
        }
        self
    }

    pub(crate) fn player(&mut self, seat: Seat) -> Result<&mut Player, HarnessError> {
        let player = self.players.get_mut(seat.index()).and_then(Option::as_mut);
        player.ok_or(HarnessError::DriverError(stickler::referee::DriverError(
            "no program sits at this seat",
        )))
    }

    /// Sends what is queued, and waits until the first of these asks is settled.
    fn first(
        &mut self,
        asks: &[Ask],
        look: fn(&mut Player, &Ask, Instant, Duration) -> Settling,
    ) -> Result<(Ask, How), HarnessError> {
        for ask in asks {
            let lost = self.pulse.lost;
            self.player(ask.seat)?.ask(lost)?;
        }
        self.pulse.begin();
        let (mut is_idle, mut looked) = (false, Instant::now());
        loop {
            let now = Instant::now();
            self.pulse.look(now);
            let lost = self.pulse.lost;
            // Who writes without end to standard error is looked at all the same.
            if is_idle || now.saturating_duration_since(looked) > LOOK {
                looked = now;
                self.players
                    .iter_mut()
                    .flatten()
                    .for_each(|player| player.idle(now, lost));
            }
            let mut settled = None;
            let mut until = now + Duration::from_secs(3600);
            for ask in asks {
                let player = self.player(ask.seat)?;
                match look(player, ask, now, lost) {
                    Settling::Settled(how) => settled = settled.or(Some((*ask, how))),
                    Settling::Until(deadline) => {
                        until = player
                            .watch
                            .first_look()
                            .into_iter()
                            .chain([until, deadline])
                            .min()
                            .unwrap_or(deadline);
                    }
                }
            }
            match settled {
                Some((ask, how)) => {
                    self.spent = self.player(ask.seat)?.spent(now, lost);
                    return Ok((ask, how));
                }
                None => is_idle = self.poll(now, until)?,
            }
        }
    }

    /// An error where a program was silent since the machine did not let it run.
    fn had_time(&mut self, ask: &Ask, how: &How) -> Result<(), HarnessError> {
        if !matches!(how, How::Silent) {
            return Ok(());
        }
        let spent = self.spent;
        let player = self.player(ask.seat)?;
        match player.starved(ask) {
            None => Ok(()),
            Some(taken) => Err(HarnessError::Stalled {
                seat: ask.seat,
                over: Ms((player.took().0 / 1000).saturating_sub(ask.budget.0)),
                lost: Ms(taken.as_millis() as u64),
                spent,
            }),
        }
    }

    /// Waits until something can be read or written, a program ends, or the time is over; true if nothing has happened.
    pub(crate) fn poll(&mut self, now: Instant, until: Instant) -> Result<bool, HarnessError> {
        if is_interrupted() {
            return Err(HarnessError::Interrupted);
        }
        // The look itself may have taken a while.
        let left = self
            .pulse
            .next(now, until)
            .saturating_duration_since(Instant::now());
        #[cfg(target_os = "linux")]
        if self.ear.is_none() {
            return self.poll_fds(left);
        }
        let has_rung = self.ear.as_ref().is_some_and(|ear| ear.hears(left));
        for player in self.players.iter_mut().flatten() {
            player.serve_all()?;
        }
        Ok(!has_rung)
    }

    #[cfg(target_os = "linux")]
    fn poll_fds(&mut self, left: Duration) -> Result<bool, HarnessError> {
        let mut fds = Vec::with_capacity(4 * self.players.len());
        for player in self.players.iter().flatten() {
            player.poll_fds(&mut fds);
        }
        if super::pipes::wait_for(&mut fds, Some(left))? == Some(0) {
            return Ok(true);
        }
        // At most four players with four descriptors each.
        let mut ready = fds.iter().rev().fold(0u16, |ready, fd| {
            ready << 1 | u16::from(!fd.revents().is_empty())
        });
        drop(fds);
        for player in self.players.iter_mut().flatten() {
            player.serve(&mut ready)?;
        }
        Ok(false)
    }
}

impl Players for ProcessPlayers {
    fn limit_memory(&mut self, bytes: u64) {
        self.players
            .iter_mut()
            .flatten()
            .for_each(|player| player.limit_memory(bytes));
    }

    fn process(&self, seat: Seat) -> Option<i32> {
        self.players.get(seat.index())?.as_ref()?.process()
    }

    fn sees_all(&self, seat: Seat) -> bool {
        self.players
            .get(seat.index())
            .and_then(Option::as_ref)
            .is_none_or(Player::sees_all)
    }

    fn left(&mut self, seat: Seat) -> usize {
        self.player(seat)
            .ok()
            .and_then(|player| player.end.as_ref())
            .map_or(0, |end| end.left)
    }

    fn outgrew(&mut self, seat: Seat) -> bool {
        self.player(seat).is_ok_and(|player| player.has_outgrown)
    }

    fn tell(&mut self, to: Seat, text: &str) {
        let returns = self.crlf.then(|| text.replace('\n', "\r\n") + "\r");
        if let Ok(player) = self.player(to) {
            player.stdin.push(returns.as_deref().unwrap_or(text));
        }
    }

    fn close(&mut self, seat: Seat) {
        if let Ok(player) = self.player(seat) {
            player.stdin.end();
        }
    }

    fn unsolicited(&mut self, seat: Seat) -> Result<Option<&[u8]>, HarnessError> {
        let player = self.player(seat)?;
        if player.stdout.rest().is_empty() {
            player.stdout.fill()?;
        }
        Ok((!player.stdout.rest().is_empty()).then(|| player.stdout.take_rest()))
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let (ask, mut how) = self.first(asks, Player::settles)?;
        if matches!(how, How::Silent) {
            how = self.unflushed(ask)?;
        }
        self.had_time(&ask, &how)?;
        let player = self.player(ask.seat)?;
        player.is_sound()?;
        let took = player.took();
        player.settled(&ask);
        Ok((ask.seat, player.heard(how), took))
    }

    fn end(
        &mut self,
        seats: Seats,
        grace: Ms,
    ) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        for seat in seats.iter() {
            self.player(seat)?.sample_memory();
        }
        let farewells: Vec<Ask> = seats
            .iter()
            .map(|seat| Ask {
                seat,
                lines: 0,
                budget: grace,
            })
            .collect();
        let (ask, how) = self.first(&farewells, Player::ends)?;
        self.had_time(&ask, &how)?;
        let seat = ask.seat;
        let player = self.player(seat)?;
        player.is_sound()?;
        let took = player.took();
        Ok((seat, player.heard(how), took))
    }

    fn stalled(&mut self, seat: Seat) -> Micros {
        let lost = self.pulse.lost;
        let stalled = self
            .player(seat)
            .map_or(lost, |player| player.stalled(lost));
        Micros(stalled.as_micros() as u64)
    }

    fn spent(&mut self) -> Option<TimeSpent> {
        self.spent
    }

    fn retire(&mut self, seat: Seat) -> Result<Usage, HarnessError> {
        let mut player = self
            .players
            .get_mut(seat.index())
            .and_then(Option::take)
            .ok_or(HarnessError::DriverError(stickler::referee::DriverError(
                "this seat was retired already",
            )))?;
        player.sample_memory();
        // The input of a program that somebody else has started stays open.
        let _ = player.stdin.flush();
        let cpu = player.reap().cpu;
        player.drain_last();
        Ok(Usage {
            cpu: Ms(cpu.as_millis() as u64),
            peak: player.peak,
            stderr: std::mem::take(&mut player.stderr.tail),
            stderr_total: player.stderr.total,
            unkept: player.unkept() as u64,
        })
    }
}
