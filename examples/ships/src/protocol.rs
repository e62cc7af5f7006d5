//! The dialogue: the judge's messages, and when they are due.

use super::rules::{Action, Fleet, Ships};
use super::*;

stickler::word_field! {
    /// What a shot has met.
    pub enum Met {
        Water "WATER",
        Hit "HIT",
        Sunk "SUNK",
    }
}

stickler::messages! {
    pub enum Say {
        Place "PLACE" due PLACE_ASK "this seat has placed its ships",
        Begin "BEGIN" due BEGIN_TOLD "who begins was told before" before BEGIN_TOLD "who begins is told first" {
            seat: i64,
        },
        Shoot "SHOOT" due TURN_ALTERNATE "it is not this seat's turn",
        Result "RESULT" due RESULT_TRUE "this seat has not shot" before RESULT_FIRST "the result of its shot comes first" {
            hit: Met => RESULT_TRUE "the shot has not met this",
        },
        Shot "SHOT" due SHOT_TOLD "the other seat has not shot" before SHOT_FIRST "the other seat's shot is told first" {
            cell: [i64; 2] => SHOT_TOLD "the other seat has shot at ({0},{1})",
        },
        Fleet "FLEET" due FLEET_END "ships are still afloat" before FLEET_END "the ships are shown at the end" {
            ships: Fleet => FLEET_TRUE "the other seat's ships are elsewhere",
        },
    }
}

#[derive(Clone, Debug)]
pub struct Dialogue(Params);

impl Protocol for Dialogue {
    type Params = Params;
    type State = Situation<Ships>;
    type Say = Say;

    fn new(params: &Params) -> Dialogue {
        Dialogue(params.clone())
    }

    fn policy(&self) -> Policy {
        let memory = (self.0.memory, LIMIT_MEMORY);
        Policy::new(2, Faults::ending(FAULT_END), memory)
    }

    fn rules(&self) -> Ships {
        let sea = i64::from(self.0.sea.0);
        Ships { sea }
    }

    fn ask(&self, on: &DialogueState<Self>, _: Seat) -> Option<Say> {
        let is_placing = on.at.at.mover.is_none();
        Some(if is_placing { Say::Place } else { Say::Shoot })
    }

    /// Nobody hears of ships before the end.
    fn after(&self, on: &DialogueState<Self>, tell: &mut Telling<'_, Say>) {
        let at = &on.at.at;
        let Some(next) = at.mover else { return };
        let Some(cell) = at.last else {
            let seat = i64::from(next.0);
            let both = on.seats();
            return both
                .iter()
                .for_each(|to| tell.tell(to, Say::Begin { seat }));
        };
        let hit = at.hit(next.other(), cell);
        tell.tell(next.other(), Say::Result { hit });
        tell.tell(next, Say::Shot { cell });
        if let (Turn::Over(_), [Some(first), Some(second)]) = (on.at.turn(), at.fleets) {
            tell.tell(Seat(0), Say::Fleet { ships: second });
            tell.tell(Seat(1), Say::Fleet { ships: first });
        }
    }

    fn due(&self, on: &Situation<Ships>, seat: Seat) -> AnswerRules {
        let kept = &[
            PLACE_INSIDE,
            PLACE_APART,
            SHOT_INSIDE,
            SHOT_ONCE,
            ANSWER_FORM,
            ANSWER_TIME,
        ];
        let is_placing = on.at.mover.is_none();
        let mut rules = AnswerRules::new(ANSWER_TIME, kept);
        rules.limit = self.0.time;
        let rules = rules.when(PLACE_INSIDE, is_placing);
        let rules = rules.when(PLACE_APART, is_placing);
        let rules = rules.when(SHOT_INSIDE, !is_placing);
        rules.when(SHOT_ONCE, on.at.shots[seat.index()] != 0)
    }

    fn reveals(&self, on: &DialogueState<Self>, to: Seat, say: &Say) -> Option<Revealed<Action>> {
        let (at, other) = (&on.at.at, to.other());
        let answered = |action| on.at.rules.answer(Actor::Seat(other), &action);
        let replied = |action| Some(Revealed::Reply(other, answered(action), None));
        match (at.fleets[other.index()], at.mover, say) {
            // The other seat's ships, which only the end of the game shows.
            (None, _, Say::Fleet { ships }) => replied(Action::Place(*ships)),
            (None, ..) if !on.asked(to) => Some(Revealed::Unknown),
            (Some(_), None, Say::Begin { seat }) => Some(Revealed::Choice(Action::Begin(*seat))),
            (_, Some(mover), Say::Shot { cell }) if mover == other => replied(Action::Shoot(*cell)),
            _ => None,
        }
    }
}
