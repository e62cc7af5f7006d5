//! What many games between the same players say: points, who was ahead of whom, and how sure that is.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use stickler::game::{Outcome, Seat, Seats};

/// The games of two players, as the first of them counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games in which it had more points.
    pub won: usize,
    /// Games in which both had as many.
    pub drawn: usize,
    /// Games in which it had fewer.
    pub lost: usize,
}

/// So many standard deviations hold 95 of 100 games' results.
const SURE: f64 = 1.96;

impl Tally {
    /// All games.
    pub fn games(self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The share of the games that the first won, from 0 to 1; a drawn one counts half.
    pub fn share(self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games().max(1) as f64
    }

    /// The share that these games allow with a probability of 95 %, after Wilson: it holds for few games, and where one won all.
    pub fn allowed(self) -> [f64; 2] {
        let (games, share) = (self.games().max(1) as f64, self.share());
        let shrunk = 1.0 + SURE * SURE / games;
        let middle = (share + SURE * SURE / (2.0 * games)) / shrunk;
        let half = SURE / shrunk
            * (share * (1.0 - share) / games + SURE * SURE / (4.0 * games * games)).sqrt();
        [(middle - half).max(0.0), (middle + half).min(1.0)]
    }

    /// True where the interval of 95 % excludes that both are equal.
    pub fn is_told(self) -> bool {
        let [low, high] = self.allowed();
        self.games() > 0 && (low > 0.5 || high < 0.5)
    }
}

/// A player's row in the table of many games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// Games played.
    pub games: usize,
    /// Games in which no player had more points, and one had fewer.
    pub won: usize,
    /// Games in which all had as many points.
    pub drawn: usize,
    /// Games in which another player had more points.
    pub lost: usize,
    /// Points of the game, added up.
    pub points: f64,
    /// Games in which it broke a clause.
    pub faults: usize,
}

/// The table of many games.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// A row for each player.
    pub rows: Vec<Standing>,
    /// The distinct games of each player and each other one.
    tallies: Vec<Vec<Tally>>,
    /// A number for each game that differs from all before it: players by seat, and all answers.
    distinct: BTreeSet<u64>,
}

impl Standings {
    /// Before the first game.
    pub fn new(players: usize) -> Standings {
        Standings {
            rows: vec![Standing::default(); players],
            tallies: vec![vec![Tally::default(); players]; players],
            distinct: BTreeSet::new(),
        }
    }

    /// The distinct games of two players, as the first of them counts them.
    pub fn tally(&self, player: usize, other: usize) -> Tally {
        self.tallies[player][other]
    }

    /// The number of different games: those with the same players, seats and answers count once.
    pub fn distinct(&self) -> usize {
        self.distinct.len()
    }

    /// Takes a game: the players by seat, and all that was answered in it. A game that only repeats another counts in the rows alone.
    pub fn add(
        &mut self,
        players: &[usize],
        outcome: Option<&Outcome>,
        at_fault: Seats,
        answers: &str,
    ) {
        let mut hasher = DefaultHasher::new();
        (players, answers).hash(&mut hasher);
        let is_new = self.distinct.insert(hasher.finish());
        for (seat, &player) in players.iter().enumerate() {
            self.rows[player].games += 1;
            self.rows[player].faults += usize::from(at_fault.contains(Seat(seat as u8)));
        }
        let points = outcome.map_or(&[][..], Outcome::points);
        let (best, worst) = (points.iter().max(), points.iter().min());
        for (&player, own) in players.iter().zip(points) {
            let row = &mut self.rows[player];
            row.points += f64::from(own.halves) / 2.0;
            match (Some(own) == best, best == worst) {
                (_, true) => row.drawn += 1,
                (true, false) => row.won += 1,
                (false, false) => row.lost += 1,
            }
            for (&other, theirs) in players.iter().zip(points) {
                if is_new && other != player {
                    let tally = &mut self.tallies[player][other];
                    match own.cmp(theirs) {
                        std::cmp::Ordering::Greater => tally.won += 1,
                        std::cmp::Ordering::Equal => tally.drawn += 1,
                        std::cmp::Ordering::Less => tally.lost += 1,
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
