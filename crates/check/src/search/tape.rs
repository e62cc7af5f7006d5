//! Choices of an earlier game for a new one, with holes: what is missing is drawn anew.

use stickler::referee::Stream;
use stickler::stream::SplitMix64;

/// A choice of an earlier game; `None`: whoever has it now makes it.
pub(crate) type Choice = Option<u32>;

/// A stream of such choices. After the last of them all are drawn.
pub(crate) struct Tape {
    choices: Vec<Choice>,
    /// How many choices were made.
    at: usize,
    dice: SplitMix64,
}

impl Tape {
    pub(crate) fn new(choices: Vec<Choice>, dice: SplitMix64) -> Tape {
        Tape {
            choices,
            at: 0,
            dice,
        }
    }

    fn recorded(&self) -> Choice {
        self.choices.get(self.at).copied().flatten()
    }
}

impl Stream for Tape {
    fn next(&mut self) -> u32 {
        self.recorded().unwrap_or_else(|| self.dice.next())
    }

    fn note(&mut self, _option: usize, _count: usize) {
        self.at += 1;
    }

    fn is_record(&self) -> bool {
        self.recorded().is_some()
    }
}
