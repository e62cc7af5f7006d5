//! The minimal reference bot of Betris: it bets a little on the larger block, places where it can, and passes otherwise.

use super::Params;
use super::protocol::Say;
use super::rules::{Action, Bet, Betris, Cells, largest_square};
use crate::game::{Bot, Rules};
use crate::message::Message;
use crate::polyomino::Shape;

/// A bot of one game.
#[derive(Clone, Debug)]
pub struct Reference {
    rules: Betris,
    chips: u32,
    filled: Cells,
}

impl Reference {
    /// A bot before READY.
    pub fn new(params: &Params) -> Reference {
        let rules = Betris::new(params);
        let [yard, _] = rules.start().yards;
        Reference {
            rules,
            chips: yard.chips,
            filled: yard.filled,
        }
    }

    /// The larger block that fits, for two chips where it has them.
    fn bet(&self, pair: [Shape; 2]) -> Action {
        let worth = |block: Shape| {
            self.rules
                .placements(&self.filled, block)
                .next()
                .map(|_| block.size())
        };
        let block = if worth(pair[1]) > worth(pair[0]) {
            pair[1]
        } else {
            pair[0]
        };
        Action::Bet(Bet {
            block,
            chips: self.chips.min(self.rules.max_bet).min(2),
        })
    }

    /// The largest square first, then few ragged edges, then the top left corner.
    fn place(&self, block: Shape) -> Cells {
        let worth = |cells: &Cells| {
            let filled = self.filled.union(cells);
            let square = largest_square(self.rules.grid, &filled);
            (square, self.joints(&filled), std::cmp::Reverse(*cells))
        };
        self.rules
            .placements(&self.filled, block)
            .max_by_key(worth)
            .unwrap_or(Cells::EMPTY)
    }

    /// Sides that two filled cells share.
    fn joints(&self, filled: &Cells) -> usize {
        let steps = [self.rules.grid.step(0, 1), self.rules.grid.step(1, 0)];
        steps
            .iter()
            .map(|&step| filled.intersection(&filled.shifted(step)).len())
            .sum()
    }

    fn answer(&self, action: Action, say: &mut String) {
        *say += &self.rules.answer(&action);
        say.push('\n');
    }
}

impl Bot for Reference {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        match Say::read(&self.rules, &mut std::iter::once(line.as_bytes())) {
            Ok(Say::Ready) => say.push_str("OK\n"),
            Ok(Say::Phase1 { pair, .. }) => self.answer(self.bet(pair), say),
            Ok(Say::Phase2 {
                block,
                chips: [mine, _],
                ..
            }) => {
                let cells = self.place(block);
                self.chips = mine;
                self.filled = self.filled.union(&cells);
                self.answer(Action::Place(cells), say);
            }
            Ok(Say::Opp { .. }) => {}
            Ok(Say::Finish) | Err(_) => return false,
        }
        true
    }
}
