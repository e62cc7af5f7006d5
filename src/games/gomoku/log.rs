//! The judge's messages in a log: what they give away, and how they can be wrong.

use super::notation::Say;
use super::referee::{Judge, Phase};
use super::*;
use crate::clause::Breach;
use crate::clock::Left;
use crate::game::Seat;
use crate::params::Ms;
use crate::referee::Known;
use std::convert::Infallible;

/// What a logged message gives away, and how it can be wrong.
impl Judge {
    /// The facts that a logged message gives away here.
    pub(super) fn explains(&self, to: Seat, due: Option<&Say>, say: &Say, known: &mut Vec<Known<Infallible>>) {
        match self.phase {
            Phase::Ready if due.is_none() => self.explain_handshake(to, say, known),
            Phase::Clock(seat) => known.push(Known::Clock(seat, told_time(to, seat, say))),
            Phase::Move => {
                self.explain_banks(to, say, known);
                let mover = self.position.mover();
                if due.is_none() && to != mover {
                    self.explain_move(mover, say, known);
                }
            }
            _ => {}
        }
    }

    fn explain_handshake(&self, to: Seat, say: &Say, known: &mut Vec<Known<Infallible>>) {
        let other = to.other();
        if self.asked(to).is_some() || self.asked(other).is_none() {
            return;
        }
        match say {
            Say::Turn { .. } | Say::Opp { .. } => known.push(Known::Reply(other, "OK".into(), None)),
            Say::Finish => known.push(Known::Failed(other)),
            Say::Ready(_) => {}
        }
    }

    fn explain_banks(&self, to: Seat, say: &Say, known: &mut Vec<Known<Infallible>>) {
        let Say::Turn { mine, others } = say else { return };
        for (seat, shown) in [(to, mine), (to.other(), others)] {
            if let Left::AtMost(most) = self.banks[seat.index()]
                && shown.most() <= most
            {
                known.push(Known::Clock(seat, Some(Ms(most.0 - shown.most().0))));
            }
        }
    }

    fn explain_move(&self, mover: Seat, say: &Say, known: &mut Vec<Known<Infallible>>) {
        match say {
            Say::Opp { at: (row, col), took } => {
                known.push(Known::Reply(mover, format!("MOVE {row} {col}"), *took));
            }
            Say::Finish => known.push(Known::Failed(mover)),
            _ => {}
        }
    }

    /// Why nothing like this message is due to the seat.
    pub(super) fn undue(&self, to: Seat, say: &Say) -> Breach {
        if self.out.contains(to) {
            return Breach::new(FAULT_END, "this seat has failed and hears nothing more");
        }
        let over = matches!(self.phase, Phase::End(_));
        match say {
            Say::Ready(_) => Breach::new(READY_ROLE, "READY comes once, first"),
            _ if over && self.verdict.faults.iter().any(|fault| self.out.contains(fault.seat)) => {
                Breach::new(FAULT_END, "the game has ended by a fault; nothing more is due to this seat")
            }
            _ if over => Breach::new(FINISH_BOTH, "the game is over; nothing comes after FINISH"),
            Say::Turn { .. } if self.phase == Phase::Ready => {
                Breach::new(READY_BOTH, "not both seats have answered READY")
            }
            Say::Turn { .. } => Breach::new(TURN_ALTERNATE, "it is not this seat's turn"),
            Say::Opp { .. } => Breach::new(OPP_MOVE, "the other seat has made no such move"),
            Say::Finish => Breach::new(FINISH_ONLY, "the game is not over"),
        }
    }

    /// How a message differs from the one that is due, if it does.
    pub(super) fn differs(&self, to: Seat, due: &Say, say: &Say) -> Option<Breach> {
        let breach = match (due, say) {
            (Say::Ready(due), Say::Ready(say)) if due == say => return None,
            (Say::Ready(_), _) => Breach::new(READY_ROLE, "the first message is READY with the seat's role")
                .word(usize::from(matches!(say, Say::Ready(_)))),
            (_, Say::Ready(_)) => Breach::new(READY_ROLE, "READY comes once, first"),
            (Say::Turn { mine, others }, Say::Turn { mine: shown, others: shown_others }) => {
                return self.clocks(to, [*mine, *others], [shown.most(), shown_others.most()]);
            }
            (Say::Opp { at, took }, Say::Opp { at: said, took: said_took }) => {
                return opp(*at, *took, *said, *said_took);
            }
            (Say::Finish, Say::Finish) => return None,
            (Say::Finish, _) => self.goes_on(),
            (Say::Opp { .. }, Say::Turn { .. }) => {
                Breach::new(OPP_BEFORE, "the other seat's move comes first: OPP, then TURN")
            }
            (Say::Opp { .. }, Say::Finish) => self.ends_early(to),
            (Say::Turn { .. }, Say::Opp { .. }) => Breach::new(OPP_MOVE, "the other seat has made no further move"),
            (Say::Turn { .. }, Say::Finish) => Breach::new(FINISH_ONLY, "the game is not over"),
        };
        Some(breach)
    }

    fn clocks(&self, to: Seat, due: [Left; 2], shown: [Ms; 2]) -> Option<Breach> {
        let wrong = (0..2).find(|&i| !due[i].allows(shown[i]))?;
        let clause = if self.position.plies == 0 { CLOCK_READY } else { TURN_CLOCKS };
        let text = match due[wrong] {
            Left::Exactly(_) => "seat {0} has {1} ms left, not {2}",
            Left::AtMost(_) => "seat {0} has at most {1} ms left, not {2}",
        };
        let seat = if wrong == 0 { to } else { to.other() };
        let numbers = [i64::from(seat.0), due[wrong].most().0 as i64, shown[wrong].0 as i64];
        Some(Breach::new(clause, text).word(wrong + 1).numbers(numbers))
    }

    /// FINISH is due and something else came.
    fn goes_on(&self) -> Breach {
        let failed = self.verdict.faults.iter().find(|fault| self.out.contains(fault.seat));
        let Some(fault) = failed else {
            return Breach::new(FINISH_BOTH, "the game is over: FINISH is due");
        };
        let clause = match fault.kind {
            _ if fault.breach.clause == CLOCK_EMPTY => CLOCK_EMPTY,
            FaultKind::Late => FAULT_LATE,
            _ => FAULT_INVALID,
        };
        Breach::new(clause, "seat {0} has failed, which ends the game: FINISH is due")
            .numbers([i64::from(fault.seat.0)])
    }

    /// OPP is due and FINISH came.
    fn ends_early(&self, to: Seat) -> Breach {
        if self.position.over.is_some() {
            return Breach::new(OPP_LAST, "the last move is told before FINISH");
        }
        match self.banks[to.other().index()] {
            Left::Exactly(Ms(0)) => Breach::new(CLOCK_EXACT, "the answer used exactly what was left, which is in time"),
            _ => Breach::new(FINISH_ONLY, "the game is not over: the move was legal and in time"),
        }
    }
}

/// The time of `mover`'s move, where this message to `to` tells it.
fn told_time(to: Seat, mover: Seat, say: &Say) -> Option<Ms> {
    match say {
        Say::Opp { took, .. } if to != mover => *took,
        _ => None,
    }
}

fn opp(due: (u8, u8), took: Option<Ms>, said: (u8, u8), said_took: Option<Ms>) -> Option<Breach> {
    if due != said {
        let numbers = [due.0, due.1].map(i64::from);
        let word = if due.0 != said.0 { 1 } else { 2 };
        return Some(Breach::new(OPP_MOVE, "the move was ({0},{1})").word(word).numbers(numbers));
    }
    let (took, said) = (took?, said_took?);
    let breach = Breach::new(OPP_TIME, "the move was counted with {0} ms").word(3);
    (took != said).then(|| breach.numbers([took.0 as i64]))
}
