//! The judge's messages in a log: what they give away, and how they can be wrong.

use super::named::List;
use super::notation::Say;
use super::referee::{Judge, Phase};
use super::rules::{Action, Bet, Cells, Deal, Stage, other_block};
use super::*;
use crate::clause::Breach;
use crate::clock::Left;
use crate::game::{Actor, Rules, Seat, Seats};
use crate::params::Ms;
use crate::referee::Known;

/// What a message gives away.
impl Judge {
    /// The next fact that a message gives away to a seat that nothing is due to.
    pub(super) fn given_away(&self, to: Seat, say: &Say) -> Option<Known<Action>> {
        let other = to.other();
        let is_answer_missing = self.asked(to).is_none() && self.asked(other).is_some();
        match (self.phase, self.position.stage, say) {
            (Phase::Reveal, _, Say::Phase2 { left, .. }) => {
                self.clock(to, *left).or_else(|| Some(Known::Clock(self.unclocked().iter().next()?, None)))
            }
            (Phase::Reveal, ..) => Some(Known::Clock(self.unclocked().iter().next()?, None)),
            (Phase::Ready, _, Say::Phase1 { .. }) if is_answer_missing => Some(Known::Reply(other, "OK".into(), None)),
            (Phase::Ready, _, Say::Finish) if self.hides_a_fault(to) => Some(Known::Failed(other)),
            (Phase::Play, Stage::Pair, &Say::Phase1 { pair: [a, b], left }) => {
                self.clock(to, left).or(Some(Known::Choice(Action::Draw(a, b))))
            }
            (Phase::Play, Stage::Bets { .. }, Say::Phase2 { block, chips, .. }) if is_answer_missing => {
                let bet = self.others_bet(to, *block, *chips).ok()?;
                Some(Known::Reply(other, self.rules.answer(&Action::Bet(bet)), None))
            }
            (Phase::Play, Stage::Tie { pair, bets }, Say::Phase2 { block, .. }) if pair.contains(block) => {
                let winner = if *block == bets[0].block { to } else { other };
                Some(Known::Choice(Action::Award(winner)))
            }
            (Phase::Play, Stage::Place { .. }, Say::Opp(cells))
                if is_answer_missing && self.can_place(other, cells) =>
            {
                Some(Known::Reply(other, format!("PLACE {}", List(cells)), None))
            }
            (Phase::Play, Stage::Place { .. }, Say::Phase1 { .. } | Say::Finish)
                if is_answer_missing && self.params.opp_after_pass == Flag::No =>
            {
                Some(Known::Reply(other, "PLACE 0".into(), None))
            }
            (Phase::Play, _, Say::Finish) if self.hides_a_fault(to) => Some(Known::Failed(other)),
            _ => None,
        }
    }

    /// True where FINISH to this seat tells that the other has failed instead of answering.
    fn hides_a_fault(&self, to: Seat) -> bool {
        let may_come = self.asked(to).is_none() || self.params.fault_phase == FaultPhase::AtOnce;
        may_come && !self.out.contains(to) && self.asked(to.other()).is_some()
    }

    /// The time of an earlier answer that these clocks show.
    fn clock(&self, to: Seat, left: [Left; 2]) -> Option<Known<Action>> {
        [to, to.other()].into_iter().zip(left).find_map(|(seat, shown)| match self.banks[seat.index()] {
            Left::AtMost(most) if shown.most() <= most => Some(Known::Clock(seat, Some(Ms(most.0 - shown.most().0)))),
            _ => None,
        })
    }

    /// The other seat's bet, as far as it matters, from the block and the chips that PHASE2 shows.
    ///
    /// A seat that got the block it bet on does not learn whether the other was outbid or bet nothing on the other block;
    /// both leave the same blocks and chips, and the second stands for both.
    fn others_bet(&self, to: Seat, block: crate::polyomino::Shape, [_, left]: [u32; 2]) -> Result<Bet, Breach> {
        let Stage::Bets { pair, bets } = self.position.stage else { return Err(self.not_yet_bet()) };
        let mine = bets[to.index()].ok_or_else(|| self.not_yet_bet())?;
        if !pair.contains(&block) {
            return Err(Breach::new(PHASE2_BLOCK, "this block is neither A nor B of the round").word(1));
        }
        let had = self.position.yards[to.other().index()].chips;
        let chips = had.checked_sub(left).filter(|&chips| chips <= self.rules.max_bet).ok_or_else(|| {
            let breach =
                Breach::new(PHASE2_CHIPS, "seat {0} had {1} chips and cannot have {2} after a bet of at most {3}")
                    .word(3);
            breach.numbers([i64::from(to.other().0), i64::from(had), i64::from(left), i64::from(self.rules.max_bet)])
        })?;
        if block == mine.block {
            return Ok(Bet { block: other_block(pair, block), chips });
        }
        if chips < mine.chips {
            let breach = Breach::new(
                BET_HIGHER,
                "the other seat paid {0} chips, less than this seat's bet of {1} on the same block",
            );
            return Err(breach.word(1).numbers([chips, mine.chips].map(i64::from)));
        }
        Ok(Bet { block: mine.block, chips })
    }

    fn not_yet_bet(&self) -> Breach {
        Breach::new(BET_BOTH, "not both seats have bet")
    }

    fn can_place(&self, seat: Seat, cells: &[(u8, u8)]) -> bool {
        let cell = |&(row, col): &(u8, u8)| self.rules.grid.cell(i64::from(row) - 1, i64::from(col) - 1);
        let cells: Cells = cells.iter().filter_map(cell).collect();
        self.rules.check(&self.position, Actor::Seat(seat), &Action::Place(cells)).is_ok()
    }
}

/// How a message can be wrong.
impl Judge {
    /// Why nothing like this message is due to the seat.
    pub(super) fn undue(&self, to: Seat, say: &Say) -> Breach {
        if self.out == Seats::first(2) {
            return Breach::new(FAULT_BOTH, "both seats have failed and hear nothing more");
        }
        if self.out.contains(to) {
            return Breach::new(FAULT_END, "this seat has failed and hears nothing more");
        }
        let is_answered = self.asked(to).is_none();
        match (self.phase, self.position.stage, say) {
            (_, _, Say::Ready) => Breach::new(READY_FIRST, "READY comes once, first"),
            (Phase::End(_), ..) if !self.out.is_empty() => {
                Breach::new(FAULT_END, "the game has ended by a fault; nothing more is due to this seat")
            }
            (Phase::End(_), ..) => Breach::new(FINISH_BOTH, "the game is over; nothing comes after FINISH"),
            (_, _, Say::Finish) if !self.out.is_empty() => {
                Breach::new(FAULT_PHASE, "this seat's answer of the same phase is still awaited")
            }
            (_, _, Say::Finish) => Breach::new(FINISH_ONLY, "the game is not over"),
            (Phase::Ready, ..) => Breach::new(READY_BOTH, "not both seats have answered READY"),
            (_, Stage::Bets { .. }, Say::Phase2 { block, chips, .. }) if is_answered => {
                self.others_bet(to, *block, *chips).err().unwrap_or_else(|| self.not_yet_bet())
            }
            (_, Stage::Tie { .. }, Say::Phase2 { .. }) => {
                Breach::new(PHASE2_BLOCK, "this block is neither A nor B of the round").word(1)
            }
            (_, Stage::Place { .. }, Say::Opp(_)) if is_answered => {
                Breach::new(OPP_MOVE, "the other seat has made no such placement, or none that is legal")
            }
            _ => Breach::new(
                ROUND_ORDER,
                "a round is PHASE1, PHASE2 and OPP in this order; this message is not due here",
            ),
        }
    }

    /// How a message differs from the one that is due, if it does.
    pub(super) fn differs(&self, to: Seat, due: &Say, say: &Say) -> Option<Breach> {
        let breach = match (due, say) {
            (Say::Ready, Say::Ready) | (Say::Finish, Say::Finish) => return None,
            (Say::Ready, _) => Breach::new(READY_FIRST, "the first message is READY").word(0),
            (_, Say::Ready) => Breach::new(READY_FIRST, "READY comes once, first").word(0),
            (Say::Phase1 { pair, left }, Say::Phase1 { pair: shown, left: shown_left }) => {
                let clause = if self.position.rounds == 0 { CLOCK_READY } else { PHASE1_CLOCKS };
                return pair_differs(*pair, *shown).or_else(|| clocks(clause, 3, to, *left, *shown_left));
            }
            (Say::Phase2 { left, .. }, Say::Phase2 { left: shown_left, .. }) => {
                let differs = self.deal_differs(to, due, say);
                return differs.or_else(|| clocks(PHASE2_CLOCKS, 4, to, *left, *shown_left));
            }
            (Say::Opp(cells), Say::Opp(told)) => return opp_differs(cells, told),
            (Say::Finish, _) => self.goes_on(),
            (_, Say::Finish) if self.position.stage == Stage::Over => self.no_opp(due),
            (_, Say::Finish) => self.ends_early(to, due),
            (Say::Opp(_), _) => self.no_opp(due),
            _ => Breach::new(ROUND_ORDER, "a round is PHASE1, PHASE2 and OPP in this order"),
        };
        Some(breach)
    }

    /// How the block and the chips of PHASE2 differ from what the bets make them.
    fn deal_differs(&self, to: Seat, due: &Say, say: &Say) -> Option<Breach> {
        let (Say::Phase2 { block, chips, .. }, Say::Phase2 { block: named, chips: shown, .. }) = (due, say) else {
            return None;
        };
        let Stage::Place { deal, .. } = self.position.stage else { return None };
        if block != named {
            return Some(wrong_block(&deal, *named));
        }
        let wrong = (0..2).find(|&i| chips[i] != shown[i])?;
        let seat = if wrong == 0 { to } else { to.other() };
        let before = chips[wrong] + deal.price(seat);
        let has_succeeded = deal.succeeded.contains(seat);
        let (clause, text) = if has_succeeded && shown[wrong] == before {
            (PAY_WINNER, "seat {0} succeeded and pays: it has {1} chips left, not {2}")
        } else if !has_succeeded
            && u64::from(shown[wrong]) + u64::from(deal.bets[seat.index()].chips) == u64::from(before)
        {
            (PAY_LOSER, "seat {0} did not succeed and pays nothing: it has {1} chips left, not {2}")
        } else {
            (PHASE2_CHIPS, "seat {0} has {1} chips left, not {2}")
        };
        let numbers = [i64::from(seat.0), i64::from(chips[wrong]), i64::from(shown[wrong])];
        Some(Breach::new(clause, text).word(2 + wrong).numbers(numbers))
    }

    /// FINISH is due and something else came.
    fn goes_on(&self) -> Breach {
        let failed =
            self.verdict.faults.iter().find(|fault| self.out.contains(fault.seat) && fault.kind != FaultKind::Habit);
        let Some(fault) = failed else {
            return Breach::new(ROUND_COUNT, "all {0} rounds are over: FINISH is due")
                .numbers([i64::from(self.rules.rounds)]);
        };
        let clause = match fault.kind {
            _ if fault.breach.clause == CLOCK_EMPTY => CLOCK_EMPTY,
            FaultKind::Late => FAULT_LATE,
            FaultKind::Illegal => FAULT_ILLEGAL,
            _ => FAULT_FORMAT,
        };
        Breach::new(clause, "seat {0} has failed, which ends the game: FINISH is due")
            .numbers([i64::from(fault.seat.0)])
    }

    /// FINISH came in mid-game, as if the other seat's latest answer had been a fault.
    fn ends_early(&self, to: Seat, due: &Say) -> Breach {
        let named = &self.named[to.other().index()];
        match due {
            _ if self.banks[to.other().index()] == Left::Exactly(Ms(0)) => {
                Breach::new(CLOCK_EXACT, "the answer used exactly what was left, which is in time")
            }
            Say::Opp(_) if named.is_empty() => {
                Breach::new(PLACE_PASS, "the game is not over: a pass is always allowed")
            }
            Say::Opp(_) if !named.is_sorted() => {
                Breach::new(PLACE_ORDER, "the game is not over: the cells may be named in any order")
            }
            Say::Opp(_) => Breach::new(PLACE_FREE, "the game is not over: the placement was legal and in time"),
            _ => Breach::new(FINISH_ONLY, "the game is not over"),
        }
    }

    /// OPP is due and something else came.
    fn no_opp(&self, due: &Say) -> Breach {
        match due {
            Say::Opp(cells) if cells.is_empty() => Breach::new(OPP_PASS, "the other seat's pass comes first: OPP 0"),
            Say::Opp(_) => Breach::new(ROUND_ORDER, "the other seat's placement comes first: OPP"),
            _ => Breach::new(ROUND_ORDER, "a round is PHASE1, PHASE2 and OPP in this order"),
        }
    }
}

fn wrong_block(deal: &Deal, named: crate::polyomino::Shape) -> Breach {
    let [first, second] = deal.bets;
    let breach = if !deal.pair.contains(&named) {
        Breach::new(PHASE2_BLOCK, "this block is neither A nor B of the round")
    } else if first.block != second.block {
        Breach::new(BET_DIFFERENT, "the bets are on different blocks: each seat gets its own")
    } else if first.chips != second.chips {
        let numbers = [first.chips.max(second.chips), first.chips.min(second.chips)].map(i64::from);
        Breach::new(BET_HIGHER, "both bet on one block: {0} chips win it against {1}").numbers(numbers)
    } else {
        Breach::new(BET_TIE, "the other seat was told another winner of the equal bets")
    };
    breach.word(1)
}

fn pair_differs<T: PartialEq>(due: [T; 2], shown: [T; 2]) -> Option<Breach> {
    let wrong = (0..2).find(|&i| due[i] != shown[i])?;
    Some(Breach::new(PAIR_SAME, "the other seat was shown another pair").word(1 + wrong))
}

/// How the clocks from a word on differ from the banks, own first.
fn clocks(clause: Clause, word: usize, to: Seat, due: [Left; 2], shown: [Left; 2]) -> Option<Breach> {
    let wrong = (0..2).find(|&i| !due[i].allows(shown[i].most()))?;
    let text = match due[wrong] {
        Left::Exactly(_) => "seat {0} has {1} ms left, not {2}",
        Left::AtMost(_) => "seat {0} has at most {1} ms left, not {2}",
    };
    let seat = if wrong == 0 { to } else { to.other() };
    let numbers = [i64::from(seat.0), due[wrong].most().0 as i64, shown[wrong].most().0 as i64];
    Some(Breach::new(clause, text).word(word + wrong).numbers(numbers))
}

fn opp_differs(due: &[(u8, u8)], told: &[(u8, u8)]) -> Option<Breach> {
    if due.len() != told.len() {
        let numbers = [due.len(), told.len()].map(|count| count as i64);
        return Some(Breach::new(OPP_MOVE, "the other seat filled {0} cells, not {1}").word(1).numbers(numbers));
    }
    let wrong = told.iter().position(|cell| !due.contains(cell))?;
    let (row, col) = told[wrong];
    let word = 2 + 2 * wrong;
    let numbers = [row, col].map(i64::from);
    Some(Breach::new(OPP_MOVE, "the other seat did not fill ({0},{1})").word(word).numbers(numbers))
}
