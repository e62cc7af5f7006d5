//! The smallest bot that plays correctly.

use super::{Params, protocol::Say};
use stickler::prelude::*;

/// It hides its ships in the first two rows, and shoots at one cell after the other.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    sea: u32,
    shots: u32,
}

impl Reference {
    pub fn new(params: &Params) -> Reference {
        let sea = params.sea.0;
        Reference { sea, shots: 0 }
    }
}

impl Bot for Reference {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        match Say::read(&(), &mut std::iter::once(line.as_bytes())) {
            Ok(Say::Place) => *say += "PLACE 1 1 0 2 1 0\n",
            Ok(Say::Shoot) => {
                let (row, col) = (self.shots / self.sea + 1, self.shots % self.sea + 1);
                *say += &format!("SHOOT {row} {col}\n");
                self.shots += 1;
            }
            Ok(_) => {}
            Err(_) => return false,
        }
        true
    }
}
