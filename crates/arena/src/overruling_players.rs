//! A table at which one program's answers are overruled by those of a record, so that it comes to every position of it.

use std::collections::VecDeque;
use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::live::players::{HarnessError, Players, Usage};
use stickler::params::Ms;
use stickler::referee::{Ask, Observation};

/// An answer of the program, and the one that was handed on in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overruled {
    /// The number of the answer's line, from 1.
    pub number: usize,
    /// The answer of the program.
    pub now: Vec<u8>,
    /// The answer of the record.
    pub recorded: Vec<u8>,
}

/// The players of another table. One of them is heard, and its record is believed.
pub struct Overruling {
    table: Box<dyn Players>,
    seat: Seat,
    recorded: VecDeque<Vec<u8>>,
    /// The lines that the program has answered.
    answered: usize,
    overruled: Vec<Overruled>,
    /// The answer that is handed on.
    answer: Vec<u8>,
}

impl Overruling {
    /// The players of this table, with the recorded lines of one seat.
    pub fn new(table: Box<dyn Players>, seat: Seat, recorded: Vec<Vec<u8>>) -> Overruling {
        Overruling {
            table,
            seat,
            recorded: recorded.into(),
            answered: 0,
            overruled: Vec::new(),
            answer: Vec::new(),
        }
    }

    /// Every answer that was overruled, and how many lines the program has answered.
    pub fn overruled(&self) -> (&[Overruled], usize) {
        (&self.overruled, self.answered)
    }
}

impl Players for Overruling {
    super::passed_on::passed_on!();

    fn tell(&mut self, to: Seat, text: &str) {
        self.table.tell(to, text);
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let (seat, heard, took) = self.table.wait(asks)?;
        let Observation::Lines(said) = heard else {
            return Ok((seat, heard, took));
        };
        if seat != self.seat {
            return Ok((seat, heard, took));
        }
        let mut believed = Vec::new();
        for now in said.split(|&byte| byte == b'\n') {
            self.answered += 1;
            let recorded = self.recorded.pop_front().unwrap_or_else(|| now.to_vec());
            if recorded != now {
                self.overruled.push(Overruled {
                    number: self.answered,
                    now: now.to_vec(),
                    recorded: recorded.clone(),
                });
            }
            believed.push(recorded);
        }
        self.answer = believed.join(&b'\n');
        Ok((seat, Observation::Lines(&self.answer), took))
    }

    fn end(
        &mut self,
        seats: Seats,
        grace: Ms,
    ) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        self.table.end(seats, grace)
    }

    fn stalled(&mut self, seat: Seat) -> Micros {
        self.table.stalled(seat)
    }

    fn retire(&mut self, seat: Seat) -> Result<Usage, HarnessError> {
        self.table.retire(seat)
    }
}
