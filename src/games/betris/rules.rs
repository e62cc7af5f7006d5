//! The rules of Betris: `spec/betris.md`, sections Blocks to Score.

use super::{
    BET_AFFORDABLE, BET_BLOCK, BET_RANGE, PAIR_DIFFERENT, PAIR_KINDS, PLACE_COUNT, PLACE_EMPTY,
    PLACE_INSIDE, PLACE_SHAPE, Params, ROUND_ORDER, landmarks,
};
use crate::game::Plies;
use crate::params::Weight;
use crate::polyomino::{Shape, Shapes};
use crate::prelude::*;
use std::cmp::Ordering;

/// Cells of one board, up to 10 x 10.
pub type Cells = CellSet<2>;

/// The rules for one choice of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Betris {
    /// The board of each seat.
    pub grid: Grid,
    /// All its cells.
    pub all: Cells,
    /// Chips at the start.
    pub chips: u32,
    /// Rounds of a game.
    pub rounds: u32,
    /// Kinds of block in play.
    pub blocks: Shapes,
    /// The highest bet.
    pub max_bet: u32,
    /// Points for a filled cell, for a cell of the largest square, for a chip.
    pub points: [Weight; 3],
}

/// Chips on a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Bet {
    /// The block.
    pub block: Shape,
    /// How many chips.
    pub chips: u32,
}

/// Actions of a seat or the judge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// The judge draws A and B.
    Draw(Shape, Shape),
    /// A seat bets.
    Bet(Bet),
    /// The judge draws which of two equal bets succeeds.
    Award(Seat),
    /// A seat fills these cells; none: it passes.
    Place(Cells),
}

/// Holdings of one seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Yard {
    /// Chips left.
    pub chips: u32,
    /// Filled cells.
    pub filled: Cells,
    /// The blocks that fill them, in the order in which they were placed.
    pub placed: Vec<(Shape, Cells)>,
}

/// The bets of a round and their results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal {
    /// A and B.
    pub pair: [Shape; 2],
    /// The bet of each seat.
    pub bets: [Bet; 2],
    /// The seats that succeeded.
    pub succeeded: Seats,
}

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The judge draws A and B.
    Pair,
    /// The seats bet on A or B.
    Bets {
        /// A and B.
        pair: [Shape; 2],
        /// The bets made so far.
        bets: [Option<Bet>; 2],
    },
    /// The judge draws who succeeds.
    Tie {
        /// A and B.
        pair: [Shape; 2],
        /// The two equal bets.
        bets: [Bet; 2],
    },
    /// The seats place their blocks.
    Place {
        /// The bets and their results.
        deal: Deal,
        /// The seats that have not placed yet.
        waiting: Seats,
    },
    /// All rounds are over.
    Over,
}

/// Both boards, and the state of the round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Holdings of each seat.
    pub yards: [Yard; 2],
    /// Rounds completed.
    pub rounds: u32,
    /// Where the round stands.
    pub stage: Stage,
}

pub(super) const BOTH: [Seat; 2] = [Seat(0), Seat(1)];

impl Deal {
    /// The deal of two bets; `None`: they are equal, and the judge must draw.
    fn of(pair: [Shape; 2], bets: [Bet; 2]) -> Option<Deal> {
        let [first, second] = bets;
        let succeeded = match first.chips.cmp(&second.chips) {
            _ if first.block != second.block => Seats::first(2),
            Ordering::Greater => Seats::only(Seat(0)),
            Ordering::Less => Seats::only(Seat(1)),
            Ordering::Equal => return None,
        };
        Some(Deal {
            pair,
            bets,
            succeeded,
        })
    }

    /// The block that a seat has acquired.
    pub fn block(&self, seat: Seat) -> Shape {
        let bet = self.bets[seat.index()].block;
        if self.succeeded.contains(seat) {
            bet
        } else {
            other_block(self.pair, bet)
        }
    }

    /// The chips that a seat pays.
    pub fn price(&self, seat: Seat) -> u32 {
        if self.succeeded.contains(seat) {
            self.bets[seat.index()].chips
        } else {
            0
        }
    }
}

/// The block of the pair that is not this one.
pub(super) fn other_block(pair: [Shape; 2], block: Shape) -> Shape {
    if pair[0] == block { pair[1] } else { pair[0] }
}

impl Betris {
    /// The rules under these parameters.
    pub fn new(params: &Params) -> Betris {
        Betris {
            grid: params.board.0,
            all: params.board.0.cells().collect(),
            chips: params.chips.0,
            rounds: params.rounds.0,
            blocks: params.blocks,
            max_bet: params.max_bet.0,
            points: [params.cell_points, params.square_points, params.chip_points],
        }
    }

    /// Every placement of a block on the empty cells of a board.
    pub fn placements(&self, filled: &Cells, block: Shape) -> impl Iterator<Item = Cells> + use<> {
        let (grid, free) = (self.grid, self.all.without(filled));
        block
            .forms()
            .iter()
            .flat_map(move |form| form.placements(grid, &free))
    }

    /// The score of a seat.
    pub fn score(&self, yard: &Yard) -> Points {
        let halves = self.parts(yard).map(|(_, points)| points.halves);
        Points {
            halves: halves.iter().sum(),
        }
    }

    /// How many filled cells, cells of the largest square and chips a seat has, each with their points.
    pub(super) fn parts(&self, yard: &Yard) -> [(i32, Points); 3] {
        let side = largest_square(self.grid, &yard.filled);
        let [cells, square, chips] = self.points;
        let part = |count: i32, each: Weight| {
            let halves = count * each.0.halves;
            (count, Points { halves })
        };
        [
            part(yard.filled.len() as i32, cells),
            part((side * side) as i32, square),
            part(yard.chips as i32, chips),
        ]
    }

    fn check_bet(&self, yard: &Yard, pair: [Shape; 2], bet: Bet) -> Result<(), Breach> {
        if !pair.contains(&bet.block) {
            return Err(Breach::new(
                BET_BLOCK,
                "the bet is on neither of the two blocks of this round",
            ));
        }
        if bet.chips > self.max_bet {
            let numbers = [i64::from(bet.chips), i64::from(self.max_bet)];
            return Err(
                Breach::new(BET_RANGE, "a bet of {0} chips: bets go from 0 to {1}")
                    .numbers(numbers),
            );
        }
        if bet.chips > yard.chips {
            let numbers = [i64::from(bet.chips), i64::from(yard.chips)];
            return Err(
                Breach::new(BET_AFFORDABLE, "a bet of {0} chips by a seat that has {1}")
                    .numbers(numbers),
            );
        }
        Ok(())
    }

    fn check_place(&self, yard: &Yard, block: Shape, cells: &Cells) -> Result<(), Breach> {
        if cells.is_empty() {
            return Ok(());
        }
        if !cells.without(&self.all).is_empty() {
            return Err(Breach::new(PLACE_INSIDE, "a cell is not on the board"));
        }
        if cells.len() != block.size() {
            let numbers = [cells.len() as i64, block.size() as i64];
            return Err(Breach::new(PLACE_COUNT, "{0} cells for a block of {1}").numbers(numbers));
        }
        if let Some(cell) = cells.intersection(&yard.filled).iter().next() {
            let (row, col) = self.grid.place(cell);
            let numbers = [i64::from(row) + 1, i64::from(col) + 1];
            return Err(Breach::new(PLACE_EMPTY, "({0},{1}) is filled already").numbers(numbers));
        }
        if !block.is_made_of(self.grid, cells) {
            return Err(Breach::new(
                PLACE_SHAPE,
                "these cells are not the acquired block in any of its forms",
            ));
        }
        Ok(())
    }
}

impl Rules for Betris {
    type Position = Position;
    type Action = Action;

    fn start(&self) -> Position {
        let yard = Yard {
            chips: self.chips,
            filled: Cells::EMPTY,
            placed: Vec::new(),
        };
        Position {
            yards: [yard.clone(), yard],
            rounds: 0,
            stage: Stage::Pair,
        }
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.stage {
            Stage::Pair | Stage::Tie { .. } => Turn::Nature,
            Stage::Bets { bets, .. } => Turn::Seats(
                BOTH.into_iter()
                    .filter(|seat| bets[seat.index()].is_none())
                    .collect(),
            ),
            Stage::Place { waiting, .. } => Turn::Seats(waiting),
            Stage::Over => Turn::Over(Outcome::new(
                &at.yards.each_ref().map(|yard| self.score(yard)),
            )),
        }
    }

    fn score(&self, at: &Position) -> Option<Outcome> {
        Some(Outcome::new(
            &at.yards.each_ref().map(|yard| self.score(yard)),
        ))
    }

    fn features(&self, at: &Position, seat: Seat) -> Vec<Feature> {
        let feature = |name, value, most| Feature { name, value, most };
        let [own, other] = [seat, seat.other()].map(|seat| &at.yards[seat.index()]);
        let (chips, area) = (self.chips as usize, self.grid.area());
        vec![
            feature(
                "rounds played",
                at.rounds as usize,
                self.rounds as usize - 1,
            ),
            feature("its own chips", own.chips as usize, chips),
            feature("the other seat's chips", other.chips as usize, chips),
            feature("its own filled cells", own.filled.len(), area),
            feature("the other seat's filled cells", other.filled.len(), area),
            feature(
                "its own largest square's side",
                largest_square(self.grid, &own.filled),
                self.grid.rows.min(self.grid.cols).into(),
            ),
        ]
    }

    fn landmarks(&self) -> Vec<Plies<Action>> {
        landmarks::of(self)
    }

    fn actions(&self, at: &Position, by: Actor, into: &mut Vec<Action>) {
        match (at.stage, by) {
            (Stage::Pair, Actor::Nature) => {
                let others = |a| self.blocks.iter().filter(move |&b| b != a);
                into.extend(
                    self.blocks
                        .iter()
                        .flat_map(|a| others(a).map(move |b| Action::Draw(a, b))),
                );
            }
            (Stage::Tie { .. }, Actor::Nature) => into.extend(BOTH.map(Action::Award)),
            (Stage::Bets { pair, bets }, Actor::Seat(seat))
                if bets.get(seat.index()) == Some(&None) =>
            {
                let most = self.max_bet.min(at.yards[seat.index()].chips);
                let bets = |block| (0..=most).map(move |chips| Action::Bet(Bet { block, chips }));
                into.extend(pair.into_iter().flat_map(bets));
                into.sort_unstable();
            }
            (Stage::Place { deal, waiting }, Actor::Seat(seat)) if waiting.contains(seat) => {
                into.push(Action::Place(Cells::EMPTY));
                into.extend(
                    self.placements(&at.yards[seat.index()].filled, deal.block(seat))
                        .map(Action::Place),
                );
                into.sort_unstable();
            }
            _ => {}
        }
    }

    fn check(&self, at: &Position, by: Actor, action: &Action) -> Result<(), Breach> {
        match (at.stage, by, action) {
            (Stage::Pair, Actor::Nature, &Action::Draw(a, b)) => {
                if !self.blocks.contains(a) || !self.blocks.contains(b) {
                    return Err(Breach::new(PAIR_KINDS, "this kind of block is not in play"));
                }
                if a == b {
                    Err(Breach::new(PAIR_DIFFERENT, "A and B are the same kind"))
                } else {
                    Ok(())
                }
            }
            (Stage::Tie { .. }, Actor::Nature, Action::Award(seat)) if BOTH.contains(seat) => {
                Ok(())
            }
            (Stage::Bets { pair, bets }, Actor::Seat(seat), &Action::Bet(bet))
                if bets.get(seat.index()) == Some(&None) =>
            {
                self.check_bet(&at.yards[seat.index()], pair, bet)
            }
            (Stage::Place { deal, waiting }, Actor::Seat(seat), Action::Place(cells))
                if waiting.contains(seat) =>
            {
                self.check_place(&at.yards[seat.index()], deal.block(seat), cells)
            }
            _ => Err(Breach::new(
                ROUND_ORDER,
                "this is not what the round waits for",
            )),
        }
    }

    fn apply(&self, at: &mut Position, by: Actor, action: &Action) {
        match (&mut at.stage, by, action) {
            (Stage::Pair, _, &Action::Draw(a, b)) => {
                at.stage = Stage::Bets {
                    pair: [a, b],
                    bets: [None; 2],
                }
            }
            (Stage::Bets { pair, bets }, Actor::Seat(seat), &Action::Bet(bet)) => {
                bets[seat.index()] = Some(bet);
                if let [Some(first), Some(second)] = *bets {
                    let (pair, bets) = (*pair, [first, second]);
                    match Deal::of(pair, bets) {
                        Some(deal) => at.pay(deal),
                        None => at.stage = Stage::Tie { pair, bets },
                    }
                }
            }
            (&mut Stage::Tie { pair, bets }, _, &Action::Award(seat)) => at.pay(Deal {
                pair,
                bets,
                succeeded: Seats::only(seat),
            }),
            (Stage::Place { deal, waiting }, Actor::Seat(seat), &Action::Place(cells)) => {
                at.yards[seat.index()].fill(deal.block(seat), cells);
                waiting.remove(seat);
                if waiting.is_empty() {
                    at.rounds += 1;
                    at.stage = if at.rounds == self.rounds {
                        Stage::Over
                    } else {
                        Stage::Pair
                    };
                }
            }
            _ => {}
        }
    }
}

impl Position {
    fn pay(&mut self, deal: Deal) {
        for seat in BOTH {
            let chips = &mut self.yards[seat.index()].chips;
            *chips = chips.saturating_sub(deal.price(seat));
        }
        self.stage = Stage::Place {
            deal,
            waiting: Seats::first(2),
        };
    }
}

impl Yard {
    fn fill(&mut self, block: Shape, cells: Cells) {
        if !cells.is_empty() {
            self.filled = self.filled.union(&cells);
            self.placed.push((block, cells));
        }
    }
}

/// Side of the largest square of filled cells, 0 on an empty board.
pub fn largest_square(grid: Grid, filled: &Cells) -> usize {
    let neighbours = [grid.step(0, 1), grid.step(1, 0), grid.step(1, 1)];
    let grown = |corners: &Cells| {
        let squares = neighbours.iter().fold(*corners, |all, &step| {
            all.intersection(&corners.shifted(step))
        });
        Some(squares).filter(|squares| !squares.is_empty())
    };
    std::iter::successors(Some(*filled).filter(|filled| !filled.is_empty()), grown).count()
}
