//! A table without clocks: it waits for every program, and no answer takes any time.

use super::table::{HarnessError, Table, Usage};
use crate::clock::Micros;
use crate::game::{Seat, Seats};
use crate::params::Ms;
use crate::referee::{Ask, Heard};

/// Longer than anybody waits: ten years.
const ANY: Ms = Ms(10 * 365 * 24 * 3_600_000);

/// Where a game stops until somebody lets it go on.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// Whose message it stops before.
    pub seat: Seat,
    /// How many lines the seat was told before.
    pub after: usize,
    /// Gets the number of the seat's process and the message, and returns when the game is to go on.
    pub wait: fn(Option<i32>, &str),
}

/// The players of another table, for whom no time passes. So a debugger may stop a program, and no bank falls.
///
/// A program that never answers is waited for until the run is interrupted.
pub struct Timeless {
    table: Box<dyn Table>,
    stop: Option<Stop>,
    /// Lines that the seat of the stop was told.
    told: usize,
}

impl Timeless {
    /// The players of this table, stopped there.
    pub fn new(table: Box<dyn Table>, stop: Option<Stop>) -> Timeless {
        Timeless { table, stop, told: 0 }
    }
}

impl Table for Timeless {
    fn limit_memory(&mut self, bytes: u64) {
        self.table.limit_memory(bytes);
    }

    fn sees_all(&self, seat: Seat) -> bool {
        self.table.sees_all(seat)
    }

    fn left(&mut self, seat: Seat) -> usize {
        self.table.left(seat)
    }

    fn outgrew(&mut self, seat: Seat) -> bool {
        self.table.outgrew(seat)
    }

    fn process(&self, seat: Seat) -> Option<i32> {
        self.table.process(seat)
    }

    fn tell(&mut self, to: Seat, text: &str) {
        if let Some(Stop { after, wait, .. }) = self.stop.filter(|stop| stop.seat == to) {
            let before = self.told;
            self.told += text.lines().count();
            if (before..self.told).contains(&after) {
                wait(self.table.process(to), text);
            }
        }
        self.table.tell(to, text);
    }

    fn close(&mut self, seat: Seat) {
        self.table.close(seat);
    }

    fn stray(&mut self, seat: Seat) -> Result<Option<&[u8]>, HarnessError> {
        self.table.stray(seat)
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Heard<'_>, Micros), HarnessError> {
        let patient: Vec<Ask> = asks.iter().map(|ask| Ask { budget: ANY, ..*ask }).collect();
        let (seat, heard, _) = self.table.wait(&patient)?;
        Ok((seat, heard, Micros(0)))
    }

    fn end(&mut self, seats: Seats, _grace: Ms) -> Result<(Seat, Heard<'_>, Micros), HarnessError> {
        let (seat, heard, _) = self.table.end(seats, ANY)?;
        Ok((seat, heard, Micros(0)))
    }

    fn stalled(&mut self, seat: Seat) -> Micros {
        self.table.stalled(seat)
    }

    fn retire(&mut self, seat: Seat) -> Result<Usage, HarnessError> {
        Ok(Usage { cpu: Ms(0), ..self.table.retire(seat)? })
    }
}
