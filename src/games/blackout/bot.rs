//! The minimal reference bot of Black Out: the middle row whole, then the image of each reply under a half turn.

use super::Params;
use super::notation::{Say, read_say};
use super::rules::{Blackout, Position, SEAT, Segment};
use crate::game::{Actor, Bot, Rules};

/// A bot of one run.
#[derive(Clone, Debug)]
pub struct Reference {
    rules: Blackout,
    position: Position,
    games: u32,
}

impl Reference {
    /// A bot before the number of games.
    pub fn new(params: &Params) -> Reference {
        let rules = Blackout::new(params);
        Reference {
            rules,
            position: rules.start(),
            games: 0,
        }
    }

    /// The middle row, or column, of a board that has one; any first move elsewhere.
    fn opening(&self) -> Segment {
        let (rows, cols) = (self.rules.grid.rows, self.rules.grid.cols);
        match (rows % 2, cols % 2) {
            (1, _) => Segment {
                r1: rows.div_ceil(2),
                c1: 1,
                r2: rows.div_ceil(2),
                c2: cols,
            },
            (_, 1) => Segment {
                r1: 1,
                c1: cols.div_ceil(2),
                r2: rows,
                c2: cols.div_ceil(2),
            },
            _ => Segment {
                r1: 1,
                c1: 1,
                r2: 1,
                c2: 1,
            },
        }
    }

    fn image(&self, of: Segment) -> Segment {
        let (row, col) = (self.rules.grid.rows + 1, self.rules.grid.cols + 1);
        Segment {
            r1: row - of.r2,
            c1: col - of.c2,
            r2: row - of.r1,
            c2: col - of.c1,
        }
    }

    /// Plays the move, or any other where it is not legal: small boards have no such strategy.
    fn play(&mut self, wanted: Segment, say: &mut String) {
        let by = Actor::Seat(SEAT);
        let legal = self.rules.check(&self.position, by, &wanted).is_ok();
        let any = self
            .rules
            .moves(self.position.black)
            .next()
            .map(|(segment, _)| segment);
        if let Some(segment) = Some(wanted).filter(|_| legal).or(any) {
            self.rules.apply(&mut self.position, by, &segment);
            *say += &format!("{segment}\n");
        }
    }

    /// Begins the next game, if there is one.
    fn begin(&mut self, say: &mut String) -> bool {
        self.position = self.rules.start();
        if self.games > 0 {
            self.play(self.opening(), say);
        }
        self.games > 0
    }
}

impl Bot for Reference {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        match read_say(&self.rules, line.as_bytes()) {
            Ok(Say::Games(games)) => self.games = games,
            Ok(Say::Move(segment)) => {
                if self
                    .rules
                    .check(&self.position, Actor::Nature, &segment)
                    .is_ok()
                {
                    self.rules
                        .apply(&mut self.position, Actor::Nature, &segment);
                }
                self.play(self.image(segment), say);
                return true;
            }
            Ok(Say::Game) => self.games = self.games.saturating_sub(1),
            Err(_) => return false,
        }
        self.begin(say)
    }
}
