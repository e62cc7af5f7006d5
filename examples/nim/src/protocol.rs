//! The dialogue: the judge's messages, and when they are due.

use super::rules::{GameRules, read};
use super::*;

stickler::messages! {
    /// A message of the judge.
    pub enum Say {
        Left "LEFT" due TURN_ALTERNATE "it is not this seat's turn" {
            count: i64 => TURN_LEFT "there are {0} matches",
        },
    }
}

/// The dialogue of one game.
#[derive(Clone, Debug)]
pub struct Dialogue(Params);

impl Protocol for Dialogue {
    type Params = Params;
    type State = Situation<GameRules>;
    type Say = Say;

    fn new(params: &Params) -> Dialogue {
        Dialogue(params.clone())
    }

    /// No handshake, no bank, no farewell.
    fn policy(&self) -> Policy {
        let memory = (self.0.memory, LIMIT_MEMORY);
        Policy::new(2, Faults::ending(FAULT_END), memory)
    }

    fn rules(&self) -> GameRules {
        let matches = i64::from(self.0.matches.0);
        GameRules { matches }
    }

    fn ask(&self, on: &DialogueState<Self>, _: Seat) -> Option<Say> {
        let count = on.at.at.left;
        Some(Say::Left { count })
    }

    fn due(&self, _: &Situation<GameRules>, _: Seat) -> AnswerRules {
        let kept = &[TAKE_SOME, ANSWER_FORM, ANSWER_TIME];
        AnswerRules {
            limit: self.0.time,
            ..AnswerRules::new(ANSWER_TIME, kept)
        }
    }

    fn answer(
        &self,
        on: &DialogueState<Self>,
        by: Seat,
        words: &mut Words<'_>,
        _: &mut Verdict,
    ) -> Result<i64, Refusal> {
        on.at.allow(by, read(words)?)
    }

    fn form(&self, words: &mut Words<'_>) -> Result<(), Refusal> {
        read(words).map(drop)
    }
}
