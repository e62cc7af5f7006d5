//! Clocks: how a judge counts an answer's time, and what a log reveals about a bank.

use crate::choice_parameter;
use crate::params::Ms;
use std::fmt;

/// Time as it was measured, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Micros(pub u64);

impl From<Ms> for Micros {
    fn from(ms: Ms) -> Micros {
        Micros(ms.0.saturating_mul(1000))
    }
}

choice_parameter! {
    /// How a measured time becomes whole milliseconds.
    Rounding {
        /// Towards zero.
        Down "down",
        /// To the nearest, a half upwards.
        Nearest "nearest",
        /// To the next.
        Up "up",
    }
}

impl Rounding {
    /// The milliseconds that a measured time counts as.
    pub fn count(self, took: Micros) -> Ms {
        let added = match self {
            Rounding::Down => 0,
            Rounding::Nearest => 500,
            Rounding::Up => 999,
        };
        Ms(took.0.saturating_add(added) / 1000)
    }

    /// True if roundings give different numbers.
    pub fn matters(took: Micros) -> bool {
        !took.0.is_multiple_of(1000)
    }
}

choice_parameter! {
    /// Whether an answer that uses exactly the rest is in time.
    Exact {
        /// The answer is in time.
        InTime "in-time",
        /// The answer is late.
        Late "late",
    }
}

/// Knowledge about the time that a seat has left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BankLeft {
    /// This much.
    Exactly(Ms),
    /// At most this much: the time of an answer is not known yet.
    AtMost(Ms),
}

impl BankLeft {
    /// The most that can be left.
    pub fn most(self) -> Ms {
        match self {
            BankLeft::Exactly(ms) | BankLeft::AtMost(ms) => ms,
        }
    }

    /// The rest after an answer, whose time may be unknown.
    #[must_use]
    pub fn after(self, took: Option<Ms>) -> BankLeft {
        let less = |took: Ms| Ms(self.most().0.saturating_sub(took.0));
        match (self, took) {
            (BankLeft::Exactly(_), Some(took)) => BankLeft::Exactly(less(took)),
            (BankLeft::AtMost(_), Some(took)) => BankLeft::AtMost(less(took)),
            (_, None) => BankLeft::AtMost(self.most()),
        }
    }
}

impl fmt::Display for BankLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.most().fmt(f)
    }
}
