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
    pub enum Say reads () {
        Start "START" is opening { colour: Colour },
        Go "GO" due TURN_ALTERNATE "it is not this seat's turn" { left: [Left; 2] => GO_CLOCKS "" },
        Played "PLAYED" due TOLD_MOVE "the other seat has not played so" before TOLD_FIRST "the other's move comes first" {
            row: u32 => TOLD_MOVE "the row was {0}",
            col: u32 => TOLD_MOVE "the column was {0}",
            took: Took => TOLD_TIME "the move was counted with {0} ms",
        },
        Passed "PASSED" due TOLD_MOVE "the other seat has not passed" before TOLD_FIRST "the other's pass comes first" {
            took: Took => TOLD_TIME "the pass was counted with {0} ms",
        },
        End "END" is last,
    }
}

/// The protocol of one game.
#[derive(Clone, Debug)]
pub struct Judge(Params);

impl Protocol for Judge {
    type Params = Params;
    type State = Situation<Reversi>;
    type Say = Say;

    fn new(params: &Params) -> Judge {
        Judge(params.clone())
    }

    fn policy(&self) -> Policy {
        let Params { bank, ready, grace, memory, .. } = self.0;
        let policy = Policy::new(2, Faults::ending(FAULT_END), (memory, LIMIT_MEMORY));
        Policy {
            handshake: Some(Handshake {
                time: ready,
                answer: START_ANSWER,
                in_time: START_TIME,
                first: (START_COLOUR, "the first message is START with the seat's colour"),
                both: START_BOTH,
                full: GO_FULL,
            }),
            clock: Clock { bank: Some(bank), shown: Shown::AtOnce, ..policy.clock },
            farewell: Some(Farewell::new(grace, [END_SILENT, END_EXIT, END_ONLY, END_BOTH])),
            ..policy
        }
    }

    fn start(&self) -> Situation<Reversi> {
        Situation::start(Contest::rules(&self.0))
    }

    fn with(&self) -> &() {
        &()
    }

    fn opening(&self, to: Seat) -> Option<Say> {
        Some(Say::Start { colour: if to == Seat(0) { Colour::Black } else { Colour::White } })
    }

    fn ask(&self, on: &Scene<Self>, to: Seat) -> Option<Say> {
        Some(Say::Go { left: on.left(to) })
    }

    fn after(&self, on: &Scene<Self>, tell: &mut Telling<'_, Say>) {
        let to = on.at.at.mover();
        let took = Took(on.took[to.other().index()]);
        tell.tell(
            to,
            match on.at.at.last.map(|cell| on.at.rules.grid.place(cell)) {
                Some((row, col)) => Say::Played { row: u32::from(row) + 1, col: u32::from(col) + 1, took },
                None => Say::Passed { took },
            },
        );
    }

    fn due(&self, _: &Situation<Reversi>, _: Seat) -> Due {
        Due::new(GO_TIME, &[GO_ANSWER, GO_TIME, MOVE_INSIDE, MOVE_EMPTY, MOVE_FLIPS, PASS_ONLY])
    }

    fn answer(&self, on: &Scene<Self>, by: Seat, words: &mut Words<'_>, _: &mut Verdict) -> Result<Move, Refusal> {
        let action = on.at.rules.read(words)?;
        on.at.rules.check(&on.at.at, Actor::Seat(by), &action).map_err(Refusal::Illegal)?;
        Ok(action)
    }

    fn form(&self, words: &mut Words<'_>) -> Result<(), Breach> {
        Contest::rules(&self.0).read(words).map(drop).map_err(Refusal::breach)
    }

    fn reveals(&self, on: &Scene<Self>, to: Seat, say: &Say) -> Option<Known<Move>> {
        let mover = on.at.at.mover();
        let (text, took) = match *say {
            Say::Played { row, col, took } => (format!("PLAY {row} {col}"), took),
            Say::Passed { took } => (on.at.rules.print(Actor::Nature, &Move::Pass), took),
            _ => return None,
        };
        (to != mover).then_some(Known::Reply(mover, text, took.0))
    }
}
