//! The judge's messages in a log: what they give away, and how they can be wrong.

use super::notation::{Say, of_the_jury};
use super::referee::{Judge, Phase};
use super::rules::Segment;
use super::*;
use crate::clause::Breach;
use crate::game::{Actor, Rules, Seat};

/// What a message gives away.
impl Judge {
    /// The move that the jury must have made: told by MOVE, or ending the game without being told.
    pub(super) fn jury_played(&self, say: &Say) -> Option<Segment> {
        match say {
            Say::Move(segment) => self.refused(segment).is_none().then_some(*segment),
            Say::Game => self.rules.last_move(self.position.black),
            Say::Games(_) => None,
        }
    }

    /// Why the jury may not play this.
    fn refused(&self, segment: &Segment) -> Option<Breach> {
        if let Err(breach) = self.rules.check(&self.position, Actor::Nature, segment) {
            return Some(of_the_jury(breach));
        }
        let is_blunder = || jury::is_blunder(&self.rules, &self.position, segment);
        let missed = Breach::new(JURY_PERFECT, "the jury could have won, and lets the contestant win by this move");
        (self.params.jury == Jury::Perfect && is_blunder()).then_some(missed)
    }
}

/// How a message can be wrong.
impl Judge {
    /// Why nothing like this message is due to the seat.
    pub(super) fn undue(&self, to: Seat, say: &Say) -> Breach {
        let is_new = self.position.plies == 0;
        match (self.phase, say) {
            _ if self.out.contains(to) => Breach::new(FAULT_END, "the contestant has failed, which ends the run"),
            (_, Say::Games(_)) => Breach::new(GAMES_FIRST, "the number of games comes once, first"),
            (Phase::End(_), _) => Breach::new(GAME_LAST, "all {0} games are over, and so is the run")
                .numbers([i64::from(self.params.games.0)]),
            (Phase::Jury, Say::Move(segment)) => {
                let wrong = Breach::new(JURY_LEGAL, "the jury cannot play this");
                self.refused(segment).unwrap_or(wrong)
            }
            (Phase::Jury, Say::Game) => Breach::new(GAME_ONLY, "the game is not over, and no move can end it now"),
            (Phase::Move, Say::Move(_)) if is_new => {
                Breach::new(TURN_FIRST, "the contestant makes the first move of each game")
            }
            (Phase::Move, Say::Game) if is_new && self.played > 0 => {
                Breach::new(GAME_NEXT, "GAME comes once for each game; the next has begun")
            }
            (Phase::Move, _) => Breach::new(TURN_ALTERNATE, "it is the contestant's turn"),
        }
    }

    /// How a message differs from the one that is due, if it does.
    pub(super) fn differs(&self, due: &Say, say: &Say) -> Option<Breach> {
        let breach = match (due, say) {
            _ if due == say => return None,
            (Say::Games(games), _) => {
                Breach::new(GAMES_FIRST, "the first line is the number of games, {0}").numbers([i64::from(*games)])
            }
            (_, Say::Games(_)) => Breach::new(GAMES_FIRST, "the number of games comes once, first"),
            (Say::Game, _) if self.has_won => Breach::new(GAME_WON, "the contestant has won: GAME is due"),
            (Say::Game, _) => Breach::new(GAME_UNSENT, "a move that ends the game is not sent: GAME stands for it"),
            (Say::Move(_), _) => Breach::new(GAME_ONLY, "the game is not over: the jury has moved"),
        };
        Some(breach)
    }
}
