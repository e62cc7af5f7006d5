//! A table whose programs are slowed down by what measures them: they get more time, and less of it is counted.

use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::live::players::{HarnessError, Players, Usage};
use stickler::params::Ms;
use stickler::referee::{Ask, Observation};

/// An answer counts as the part of its time that this is the divisor of.
const SLOWED: u64 = 4;
/// How much longer a program is waited for at most: one that is silent is played again without being measured, and waited for twice.
const LONGER: Ms = Ms(3000);

/// The players of another table, with patience.
pub struct Unhurried {
    table: Box<dyn Players>,
}

impl Unhurried {
    /// The players of this table.
    pub fn new(table: Box<dyn Players>) -> Unhurried {
        Unhurried { table }
    }
}

fn longer(time: Ms) -> Ms {
    let most = time.0.saturating_mul(SLOWED);
    Ms(time.0.saturating_add(LONGER.0).min(most))
}

impl Players for Unhurried {
    super::passed_on::passed_on!();

    fn tell(&mut self, to: Seat, text: &str) {
        self.table.tell(to, text);
    }

    fn wait(&mut self, asks: &[Ask]) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        let patient: Vec<Ask> = asks
            .iter()
            .map(|ask| Ask {
                budget: longer(ask.budget),
                ..*ask
            })
            .collect();
        let (seat, heard, took) = self.table.wait(&patient)?;
        let counted = match heard {
            Observation::Lines(_) => Micros(took.0 / SLOWED),
            _ => took,
        };
        Ok((seat, heard, counted))
    }

    fn end(
        &mut self,
        seats: Seats,
        grace: Ms,
    ) -> Result<(Seat, Observation<'_>, Micros), HarnessError> {
        self.table.end(seats, longer(grace))
    }

    fn stalled(&mut self, seat: Seat) -> Micros {
        self.table.stalled(seat)
    }

    fn retire(&mut self, seat: Seat) -> Result<Usage, HarnessError> {
        self.table.retire(seat)
    }
}
