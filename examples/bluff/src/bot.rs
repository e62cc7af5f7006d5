//! The smallest bot that plays correctly.

use super::protocol::Say;
use stickler::prelude::*;

/// It doubts what asks for more than a four of the other die.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference {
    face: i64,
}

impl Bot for Reference {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        match Say::read(&(), &mut std::iter::once(line.as_bytes())) {
            Ok(Say::Roll { face }) => self.face = face,
            Ok(Say::Turn { bid: 0 }) => *say += &format!("BID {}\n", self.face + 1),
            Ok(Say::Turn { bid }) if bid < self.face + 4 => *say += &format!("BID {}\n", bid + 1),
            Ok(Say::Turn { .. }) => *say += "LIAR\n",
            Ok(Say::Show { .. }) => {}
            Err(_) => return false,
        }
        true
    }
}
