//! Whether a silent program has its answer in its own buffer: it waits for input, and the answer comes as soon as the input ends.
//!
//! A program that computes, or sleeps, is late. Its input stays open. Where the arena sees nothing of a program, the input of every
//! silent one is closed, and the time in which the answer must come is short.

use super::player::How;
use super::portable::busy::share_lost;
use super::process_players::ProcessPlayers;
use super::stall::GLANCE;
use std::time::{Duration, Instant};
use stickler::game::Seat;
use stickler::live::players::HarnessError;
use stickler::referee::Ask;

/// Output within this time after the deadline comes by itself, and was not withheld: it is late.
const LATE_PATIENCE: Duration = Duration::from_millis(100);
/// How long it is listened to where the arena does not see what it does.
const BLIND_PATIENCE: Duration = Duration::from_millis(50);
/// The longest time that any of these may take on a busy machine.
const LONGEST: Duration = Duration::from_secs(10);

impl ProcessPlayers {
    /// Closes the input of a silent program that waits for more. If an answer comes now, the program had only not flushed it.
    pub(crate) fn unflushed(&mut self, ask: Ask) -> Result<How, HarnessError> {
        let seat = ask.seat;
        self.player(seat)?.sample_memory();
        let wait = self.player(seat)?.sees_all();
        let wait = if wait {
            seen::Wait::of(self, seat)?
        } else {
            None
        };
        let player = self.player(seat)?;
        player.stdout.fill()?;
        if let Some(how) = player.answer(ask.lines) {
            return Ok(how);
        }
        let is_seen = player.sees_all();
        let (unfinished, mut unflushed) = (player.stdout.take_rest().to_vec(), Vec::new());
        let withholds = match wait {
            Some(wait) => wait.goes_on(self, seat)?,
            None => {
                !is_seen && {
                    self.listen_blindly(seat, LATE_PATIENCE)?;
                    self.is_silent(seat)?
                }
            }
        };
        if withholds {
            self.player(seat)?.stdin.close();
            if is_seen {
                seen::listen_until_quiet(self, seat)?;
            } else {
                self.listen_blindly(seat, BLIND_PATIENCE)?;
            }
            unflushed = self.player(seat)?.stdout.take_rest().to_vec();
        }
        self.player(seat)?.withheld =
            [unfinished, unflushed].map(|bytes| first_line(&bytes).to_vec());
        Ok(How::Silent)
    }

    /// Takes the output that comes within this time.
    fn listen(&mut self, seat: Seat, within: Duration) -> Result<(), HarnessError> {
        let until = Instant::now() + within;
        while let now = Instant::now()
            && now < until
            && self.player(seat)?.stdout.is_open()
        {
            self.poll(now, until)?;
        }
        Ok(())
    }

    /// True while nothing has come, and something may come.
    fn is_silent(&mut self, seat: Seat) -> Result<bool, HarnessError> {
        let stdout = &self.player(seat)?.stdout;
        Ok(stdout.rest().is_empty() && stdout.is_open())
    }

    /// Takes the output that comes before a program could have had a CPU for so long. A busy machine gives it a share of the time.
    fn listen_blindly(&mut self, seat: Seat, patience: Duration) -> Result<(), HarnessError> {
        let (begun, mut had) = (Instant::now(), Duration::ZERO);
        while had < patience && begun.elapsed() < LONGEST && self.is_silent(seat)? {
            let step = Instant::now();
            self.listen(seat, GLANCE)?;
            had += step.elapsed().mul_f64(1.0 - share_lost());
        }
        Ok(())
    }
}

/// The first line, cut to what a report can show.
fn first_line(bytes: &[u8]) -> &[u8] {
    let line = bytes
        .split(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default();
    &line[..line.len().min(200)]
}

/// Where the kernel tells what a program does.
#[cfg(target_os = "linux")]
mod seen {
    use super::super::awaited::InputWait;
    use super::super::stall::PROGRESS;
    use super::{
        Duration, GLANCE, HarnessError, Instant, LATE_PATIENCE, LONGEST, ProcessPlayers, Seat,
    };

    /// A program that runs at one look may wait at the next: its runtime has some housekeeping.
    const LOOKS: usize = 3;
    /// How long a program is watched that waits for input, or for a time: a time that passes without an answer is no sleep before one.
    const TIME_PATIENCE: Duration = Duration::from_secs(1);
    /// Such a program may compute one part in so many of the time in which it is watched.
    const LITTLE: u32 = 10;
    /// How long a program whose input is closed may do nothing before it is no longer listened to.
    const QUIET: Duration = Duration::from_millis(30);
    /// CPU time in which a program that had only not flushed has done so.
    const FLUSH_WORK: Duration = Duration::from_millis(500);

    /// A program that waits for input, from this moment on.
    pub(super) struct Wait {
        waits: InputWait,
        since: Instant,
        cpu: Duration,
    }

    impl Wait {
        pub(super) fn of(
            table: &mut ProcessPlayers,
            seat: Seat,
        ) -> Result<Option<Wait>, HarnessError> {
            for look in 0..LOOKS {
                if look > 0 {
                    table.listen(seat, GLANCE)?;
                }
                let player = table.player(seat)?;
                if let Some(waits) = player.input_wait() {
                    let (since, cpu) = (Instant::now(), player.cpu());
                    return Ok(Some(Wait { waits, since, cpu }));
                }
                if !player.is_active() {
                    break;
                }
            }
            Ok(None)
        }

        /// True if it still waits for input a moment later, has said nothing, and has done next to nothing. A time for which it waited, too, must
        /// have passed.
        pub(super) fn goes_on(
            self,
            table: &mut ProcessPlayers,
            seat: Seat,
        ) -> Result<bool, HarnessError> {
            loop {
                table.listen(seat, LATE_PATIENCE)?;
                if !table.is_silent(seat)? {
                    return Ok(false);
                }
                let player = table.player(seat)?;
                let (cpu, watched) = (player.cpu(), self.since.elapsed());
                let computes = cpu.saturating_sub(self.cpu) > watched / LITTLE;
                if !computes && self.waits.has_outlasted_times() && player.input_wait().is_some() {
                    return Ok(true);
                }
                if watched > TIME_PATIENCE {
                    return Ok(false);
                }
            }
        }
    }

    /// Takes the output that comes until a line of it is there, or the program does nothing more.
    pub(super) fn listen_until_quiet(
        table: &mut ProcessPlayers,
        seat: Seat,
    ) -> Result<(), HarnessError> {
        let begun = Instant::now();
        let first = table.player(seat)?.cpu();
        let (mut active, mut before) = (begun, first);
        while active.elapsed() < QUIET && begun.elapsed() < LONGEST {
            table.listen(seat, GLANCE)?;
            let player = table.player(seat)?;
            if player.stdout.newlines().next().is_some() || !player.stdout.is_open() {
                break;
            }
            let cpu = player.cpu();
            if player.is_active() || cpu.saturating_sub(before) >= PROGRESS {
                (active, before) = (Instant::now(), cpu);
            }
            if cpu.saturating_sub(first) > FLUSH_WORK {
                break;
            }
        }
        Ok(())
    }
}

/// Nothing is seen elsewhere.
#[cfg(not(target_os = "linux"))]
mod seen {
    use super::{HarnessError, ProcessPlayers, Seat};

    pub(super) enum Wait {}

    impl Wait {
        pub(super) fn of(_: &mut ProcessPlayers, _: Seat) -> Result<Option<Wait>, HarnessError> {
            Ok(None)
        }

        pub(super) fn goes_on(self, _: &mut ProcessPlayers, _: Seat) -> Result<bool, HarnessError> {
            match self {}
        }
    }

    pub(super) fn listen_until_quiet(_: &mut ProcessPlayers, _: Seat) -> Result<(), HarnessError> {
        Ok(())
    }
}
