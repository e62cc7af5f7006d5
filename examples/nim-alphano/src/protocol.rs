//! The dialogue: the judge's messages, and when they are due.

use super::rules::{GameRules, read};
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
        let params = &self.0;
        let faults = Faults::ending(FAULT_END);
        let policy = Policy::new(2, faults, (params.memory, LIMIT_MEMORY));
        Policy {
            handshake: Some(Handshake {
                time: params.ready,
                answer: READY_ANSWER,
                in_time: READY_TIME,
                first: (READY_ROLE, "READY with the seat's role comes first"),
                both: READY_BOTH,
                full: TURN_FULL,
            }),
            clock: policy.clock.with_bank(params.bank, ClockShownIn::AtOnce),
            farewell: Some(Farewell {
                grace: params.grace,
                silent: FINISH_SILENT,
                exit: FINISH_EXIT,
                normal: FINISH_EXIT,
                only: FINISH_ONLY,
                both: FINISH_BOTH,
                closes_input: false,
            }),
            ..policy
        }
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

    /// A log of one seat shows the other's answers in OPP.
    fn reveals(&self, on: &DialogueState<Self>, to: Seat, say: &Say) -> Option<Revealed<i64>> {
        let Say::Opp { count, took } = say else {
            return None;
        };
        let (mover, answer) = (on.at.at.mover, format!("TAKE {count}"));
        (to != mover).then_some(Revealed::Reply(mover, answer, took.0))
    }
}
