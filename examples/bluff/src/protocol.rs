//! The dialogue: the judge's messages, and when they are due.

use super::rules::{Action, Bluff, read};
use super::*;

stickler::messages! {
    pub enum Say {
        Roll "ROLL" due ROLL_TOLD "no die is rolled" before ROLL_FIRST "the seat's own die comes first" {
            face: i64,
        },
        Turn "TURN" due TURN_ALTERNATE "it is not this seat's turn" {
            bid: i64 => TURN_BID "the last bid was {0}",
        },
        Show "SHOW" due SHOW_DICE "nobody has doubted a bid" before SHOW_FIRST "both dice are shown first" {
            dice: [i64; 2] => SHOW_DICE "the dice show {0} and {1}",
        },
    }
}

#[derive(Clone, Debug)]
pub struct Dialogue(Params);

impl Protocol for Dialogue {
    type Params = Params;
    type State = Situation<Bluff>;
    type Say = Say;

    fn new(params: &Params) -> Dialogue {
        Dialogue(params.clone())
    }

    fn policy(&self) -> Policy {
        let memory = (self.0.memory, LIMIT_MEMORY);
        Policy::new(2, Faults::ending(FAULT_END), memory)
    }

    fn rules(&self) -> Bluff {
        let lives = i64::from(self.0.lives.0);
        Bluff { lives }
    }

    fn ask(&self, on: &DialogueState<Self>, _: Seat) -> Option<Say> {
        let bid = on.at.at.bid;
        Some(Say::Turn { bid })
    }

    /// The next ask tells a bid; a roll and a doubt are told here.
    fn after(&self, on: &DialogueState<Self>, tell: &mut Telling<'_, Say>) {
        let (at, dice) = (&on.at.at, on.at.at.shown);
        match at.dice {
            [0, _] => on
                .seats()
                .iter()
                .for_each(|to| tell.tell(to, Say::Show { dice })),
            [face, 0] => tell.tell(Seat(0), Say::Roll { face }),
            [_, face] if at.bid == 0 => tell.tell(Seat(1), Say::Roll { face }),
            _ => {}
        }
    }

    fn due(&self, on: &Situation<Bluff>, _: Seat) -> AnswerRules {
        let kept = &[BID_HIGHER, DOUBT_BID, ANSWER_FORM, ANSWER_TIME];
        let mut rules = AnswerRules::new(ANSWER_TIME, kept);
        rules.limit = self.0.time;
        rules.when(DOUBT_BID, on.at.bid == 0)
    }

    fn answer(
        &self,
        on: &DialogueState<Self>,
        by: Seat,
        words: &mut Words<'_>,
        _: &mut Verdict,
    ) -> Result<Action, Refusal> {
        on.at.allow(by, read(words)?)
    }

    fn form(&self, words: &mut Words<'_>) -> Result<(), Refusal> {
        read(words).map(drop)
    }

    fn reveals(&self, on: &DialogueState<Self>, to: Seat, say: &Say) -> Option<Revealed<Action>> {
        let at = &on.at.at;
        let rolled = |face| Some(Revealed::Choice(Action::Roll(face)));
        let answered = |text| Some(Revealed::Reply(at.mover, text, None));
        match (at.rolls(), say.clone()) {
            (Some(seat), Say::Roll { face }) if seat == to => rolled(face),
            // The other seat's die, which only the end of the round shows.
            (Some(seat), Say::Show { dice }) if seat != to => rolled(dice[seat.index()]),
            (Some(seat), _) if seat != to => Some(Revealed::Unknown),
            (None, Say::Turn { bid }) if to != at.mover => answered(format!("BID {bid}")),
            (None, Say::Show { .. }) if to != at.mover => answered("LIAR".into()),
            _ => None,
        }
    }
}
