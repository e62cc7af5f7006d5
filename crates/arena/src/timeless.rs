//! A table without clocks: it waits for every program, and no answer takes any time.

use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::live::players::{HarnessError, Players, Usage};
use stickler::params::Ms;
use stickler::referee::{Ask, Death, Observation};

/// Longer than anybody waits: ten years.
const ANY: Ms = Ms(10 * 365 * 24 * 3_600_000);
/// How long a program may go on after the end of its game. No debugger stops it for the sake of that.
const FAREWELL: Ms = Ms(5000);

/// A breakpoint: the game stops here until somebody lets it go on.
#[derive(Clone, Copy, Debug)]
pub struct Breakpoint {
    /// The game stops before a message to this seat.
    pub seat: Seat,
    /// So many lines to this seat come before it.
    pub after: usize,
    /// Gets the seat's process id and the message. Its return lets the game go on.
    pub wait: fn(Option<i32>, &str),
}

/// The players of another table, with stopped clocks: a debugger may halt a program, and its bank does not fall.
///
/// A program that never answers is waited for until the run is interrupted. One that goes on after the end of its game is ended.
pub struct Timeless {
    table: Box<dyn Players>,
    stop: Option<Breakpoint>,
    /// How many lines the seat of the breakpoint was told.
    told: usize,
    /// Gets a sentence for whoever waits.
    say: fn(&str),
}

impl Timeless {
    /// The players of this table, stopped there.
    pub fn new(table: Box<dyn Players>, stop: Option<Breakpoint>, say: fn(&str)) -> Timeless {
        Timeless {
            table,
            stop,
            told: 0,
            say,
        }
    }
}

impl Players for Timeless {
    super::passed_on::passed_on!();

    fn tell(&mut self, to: Seat, text: &str) {
        if let Some(Breakpoint { after, wait, .. }) = self.stop.filter(|stop| stop.seat == to) {
            let before = self.told;
            self.told += text.lines().count();
            if (before..self.told).contains(&after) {
                wait(self.table.process(to), text);
            }
        }
        self.table.tell(to, text);
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let patient: Vec<Ask> = asks
            .iter()
            .map(|ask| Ask {
                budget: ANY,
                ..*ask
            })
            .collect();
        let (seat, heard, _) = self.table.wait(&patient)?;
        Ok((seat, heard, Micros(0)))
    }

    fn end(
        &mut self,
        seats: Seats,
        _grace: Ms,
    ) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let (seat, heard, _) = self.table.end(seats, FAREWELL)?;
        if !matches!(heard, Observation::Silent { .. }) {
            return Ok((seat, heard, Micros(0)));
        }
        let seconds = FAREWELL.0 / 1000;
        (self.say)(&format!(
            "the game is over, and the program of seat {seat} still ran {seconds} s later: it is ended here. With clocks that would count"
        ));
        Ok((seat, Observation::Died(Death::Exit(0)), Micros(0)))
    }

    fn retire(&mut self, seat: Seat) -> Result<Usage, HarnessError> {
        Ok(Usage {
            cpu: Ms(0),
            ..self.table.retire(seat)?
        })
    }
}
