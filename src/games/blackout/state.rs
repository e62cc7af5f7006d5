//! Memory of the judge of Black Out: a run of games.

use super::notation::of_the_jury;
use super::rules::{Blackout, Position, SEAT, Segment, score};
use super::{JURY_PERFECT, Jury, Params, jury};
use crate::prelude::*;

/// A run of games: the current one, and the results of those before.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) params: Params,
    pub(super) rules: Blackout,
    pub(super) position: Position,
    /// Games that are over.
    pub(super) played: u32,
    pub(super) lost: u32,
    /// The contestant's move of this game that gave the win away, from 1; 0: none is known.
    pub(super) blunder: u8,
    /// The contestant's moves of this game, each with the position it was made in.
    pub(super) moves: Vec<(Position, Segment)>,
    /// Those of the game lost last.
    pub(super) defeat: Vec<(Position, Segment)>,
    /// Effect of the latest step.
    pub(super) latest: Latest,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Latest {
    /// The game goes on.
    Move(Actor, Segment),
    /// It ended the game: won by the contestant or lost, by this blunder if it is known.
    End { won: bool, blunder: u8 },
}

impl Run {
    /// Why the jury may not play this.
    pub(super) fn refused(&self, segment: &Segment) -> Option<Breach> {
        if let Err(breach) = self.rules.check(&self.position, Actor::Nature, segment) {
            return Some(of_the_jury(breach));
        }
        let is_blunder = || jury::is_blunder(&self.rules, &self.position, segment);
        let missed = Breach::new(
            JURY_PERFECT,
            "the jury could have won, and lets the contestant win by this move",
        );
        (self.params.jury == Jury::Perfect && is_blunder()).then_some(missed)
    }
}

impl DialogueMemory for Run {
    type Rules = Blackout;
    type Step = Segment;

    /// Before the first game.
    fn start(rules: Blackout) -> Run {
        Run {
            params: Params::default(),
            rules,
            position: rules.start(),
            played: 0,
            lost: 0,
            blunder: 0,
            moves: Vec::new(),
            defeat: Vec::new(),
            latest: Latest::End {
                won: false,
                blunder: 0,
            },
        }
    }

    fn turn(&self) -> Turn {
        if self.played == self.params.games.0 {
            Turn::Over(score(self.played - self.lost))
        } else {
            self.rules.turn(&self.position)
        }
    }

    fn apply(&mut self, by: Actor, segment: Segment) {
        let won = by == Actor::Seat(SEAT);
        if won {
            if self.params.jury == Jury::Perfect
                && jury::is_blunder(&self.rules, &self.position, &segment)
            {
                self.blunder = self.position.plies / 2 + 1;
            }
            self.moves.push((self.position, segment));
        }
        self.rules.apply(&mut self.position, by, &segment);
        self.latest = Latest::Move(by, segment);
        if let Turn::Over(_) = self.rules.turn(&self.position) {
            self.latest = Latest::End {
                won,
                blunder: std::mem::take(&mut self.blunder),
            };
            self.played += 1;
            if !won {
                self.lost += 1;
                self.defeat.clone_from(&self.moves);
            }
            self.moves.clear();
            if self.played < self.params.games.0 {
                self.position = self.rules.start();
            }
        }
    }

    fn replies(&self, _: Seat, into: &mut Vec<String>) {
        into.extend(
            self.rules
                .moves(self.position.black)
                .map(|(segment, _)| segment.to_string()),
        );
    }

    fn draw(&self, stream: &mut dyn Stream) -> Option<Segment> {
        jury::choose(self.params.jury, &self.rules, &self.position, stream)
    }

    fn choice(&self, text: &str) -> Result<Segment, Breach> {
        let (_, segment) = self.rules.parse(&self.position, text)?;
        self.refused(&segment).map_or(Ok(segment), Err)
    }

    fn chosen(&self, segment: &Segment) -> Option<String> {
        Some(self.rules.print(Actor::Nature, segment))
    }

    fn check_choice(&self, segment: &Segment) -> Result<(), Breach> {
        self.refused(segment).map_or(Ok(()), Err)
    }

    fn situation(&self) -> Situation<Blackout> {
        Situation {
            rules: self.rules,
            at: self.position,
        }
    }
}
