//! The dialogue: the judge's messages, and when they are due.

use super::rules::GameRules;
use super::*;

stickler::word_field! {
    /// The word of READY: seat 0 is the first to move.
    pub enum Role { First "FIRST", Second "SECOND" }
}

stickler::messages! {
    /// A message of the judge.
    pub enum Say {
        Ready "READY" is opening { role: Role },
        Turn "TURN" due TURN_ALTERNATE "it is not this seat's turn" { left: [BankLeft; 2] => TURN_CLOCKS "" },
        Opp "OPP" due OPP_MOVE "the other seat has not moved so" before OPP_FIRST "the other's move comes first" {
            count: i64 => OPP_MOVE "the other seat took {0}",
            took: Elapsed => OPP_TIME "the move was counted with {0} ms",
        },
        Finish "FINISH" is last,
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

    fn policy(&self) -> Policy {
        JUDGE.policy(BankLimits {
            bank: self.0.bank,
            ready: self.0.ready,
            grace: self.0.grace,
            memory: self.0.memory,
        })
    }

    fn rules(&self) -> GameRules {
        let matches = i64::from(self.0.matches.0);
        GameRules { matches }
    }

    fn opening(&self, to: Seat) -> Option<Say> {
        let role = [Role::First, Role::Second][to.index()];
        Some(Say::Ready { role })
    }

    fn ask(&self, on: &DialogueState<Self>, to: Seat) -> Option<Say> {
        Some(Say::Turn { left: on.left(to) })
    }

    fn after(&self, on: &DialogueState<Self>, tell: &mut Telling<'_, Say>) {
        let (to, count) = (on.at.at.mover, on.at.at.last);
        let took = Elapsed(on.took[to.other().index()]);
        tell.tell(to, Say::Opp { count, took });
    }

    fn due(&self, _: &Situation<GameRules>, _: Seat) -> AnswerRules {
        AnswerRules::new(ANSWER_TIME, &[TAKE_SOME, ANSWER_FORM, ANSWER_TIME])
    }

    /// A log of one seat shows the other's answers in OPP.
    fn reveals(&self, on: &DialogueState<Self>, to: Seat, say: &Say) -> Option<Revealed<i64>> {
        let Say::Opp { count, took } = say else {
            return None;
        };
        let (mover, answer) = (on.at.at.mover, format!("TAKE {count}"));
        (to != mover).then_some(Revealed::Reply(mover, answer, took.0))
    }
}
