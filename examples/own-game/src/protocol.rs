//! How the judge of Reversi talks: `spec/reversi.md`, sections Start to Faults.

use super::rules::{Move, Reversi};
use super::*;
use stickler::prelude::*;

stickler::word_field! {
    /// The colour that START tells: seat 0 has black.
    pub enum Colour { Black "BLACK", White "WHITE" }
}

stickler::messages! {
    /// A message of the judge.
    pub enum Say {
        Start "START" is opening { colour: Colour },
        Go "GO" due TURN_ALTERNATE "it is not this seat's turn" { left: [BankLeft; 2] => GO_CLOCKS "" },
        Played "PLAYED" due TOLD_MOVE "the other seat has not played so" before TOLD_FIRST "the other's move comes first" {
            at: [u8; 2] => TOLD_MOVE "the move was ({0},{1})",
            took: Elapsed => TOLD_TIME "the move was counted with {0} ms",
        },
        Passed "PASSED" due TOLD_MOVE "the other seat has not passed" before TOLD_FIRST "the other's pass comes first" {
            took: Elapsed => TOLD_TIME "the pass was counted with {0} ms",
        },
        End "END" is last,
    }
}

/// The clauses that a good answer keeps; that about passing, where it had to pass.
const KEPT: &[Clause] = &[
    GO_ANSWER,
    GO_TIME,
    MOVE_INSIDE,
    MOVE_EMPTY,
    MOVE_FLIPS,
    PASS_ONLY,
];

/// The dialogue of one game.
#[derive(Clone, Debug)]
pub struct Dialogue(Params);

impl Protocol for Dialogue {
    type Params = Params;
    type State = Situation<Reversi>;
    type Say = Say;

    fn new(params: &Params) -> Dialogue {
        Dialogue(params.clone())
    }

    fn policy(&self) -> Policy {
        let params = &self.0;
        let policy = Policy::new(2, Faults::ending(FAULT_END), (params.memory, LIMIT_MEMORY));
        let farewell = Farewell {
            grace: params.grace,
            silent: END_SILENT,
            exit: END_EXIT,
            normal: END_EXIT,
            only: END_ONLY,
            both: END_BOTH,
            closes_input: false,
        };
        Policy {
            handshake: Some(Handshake {
                time: params.ready,
                answer: START_ANSWER,
                in_time: START_TIME,
                first: (START_COLOUR, "START with the seat's colour comes first"),
                both: START_BOTH,
                full: GO_FULL,
            }),
            clock: policy.clock.with_bank(params.bank, ClockShownIn::AtOnce),
            farewell: Some(farewell),
            ..policy
        }
    }

    fn rules(&self) -> Reversi {
        Reversi {
            grid: self.0.board.0,
        }
    }

    fn opening(&self, to: Seat) -> Option<Say> {
        let colour = [Colour::Black, Colour::White][to.index()];
        Some(Say::Start { colour })
    }

    fn ask(&self, on: &DialogueState<Self>, to: Seat) -> Option<Say> {
        Some(Say::Go { left: on.left(to) })
    }

    fn after(&self, on: &DialogueState<Self>, tell: &mut Telling<'_, Say>) {
        let to = on.at.at.mover();
        let took = Elapsed(on.took[to.other().index()]);
        let cell = on.at.at.last.map(|cell| on.at.rules.grid.from_one(cell));
        let played = |at| Say::Played { at, took };
        tell.tell(to, cell.map_or(Say::Passed { took }, played));
    }

    fn due(&self, on: &Situation<Reversi>, seat: Seat) -> AnswerRules {
        AnswerRules::new(GO_TIME, KEPT).when(PASS_ONLY, !on.rules.can_play(&on.at, seat))
    }

    fn reveals(&self, on: &DialogueState<Self>, to: Seat, say: &Say) -> Option<Revealed<Move>> {
        let mover = on.at.at.mover();
        let (text, took) = match *say {
            Say::Played { at, took } => (format!("PLAY {} {}", at[0], at[1]), took),
            Say::Passed { took } => ("PASS".into(), took),
            _ => return None,
        };
        (to != mover).then_some(Revealed::Reply(mover, text, took.0))
    }
}
