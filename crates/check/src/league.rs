//! A small league: its schedule, its table and its ratings. The same seed makes the same schedule.

use super::strength::Tally;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use stickler::game::{Outcome, Seat, Seats};
use stickler::referee::Stream;
use stickler::stream::SplitMix64;

/// A game of a league.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The players by seat, as numbers in the list of players.
    pub players: Vec<usize>,
    /// The seed of its choices.
    pub seed: u64,
}

/// A schedule of this many games. Every meeting comes once before any comes again. With `swaps` every meeting is played once
/// in each rotation of the seats, with the same choices.
///
/// An error names the numbers that do not fit together.
pub fn schedule(
    players: usize,
    seats: usize,
    games: usize,
    swaps: bool,
    seed: u64,
) -> Result<Vec<Pairing>, String> {
    if seats < 2 {
        return Err("a league needs a game of two seats or more".into());
    }
    if players < seats {
        return Err(format!(
            "the game has {seats} seats; a league of it needs at least as many bots, not {players}"
        ));
    }
    if swaps && !games.is_multiple_of(seats) {
        return Err(format!(
            "with --swap-seats every meeting takes {seats} games, so --games has to be a multiple of it"
        ));
    }
    let (mut dice, mut pairings, mut round) =
        (SplitMix64(seed), Vec::with_capacity(games), Vec::new());
    while pairings.len() < games {
        if round.is_empty() {
            round = meetings(players, seats);
            shuffle(&mut round, &mut dice);
        }
        let Some(mut players) = round.pop() else {
            break;
        };
        shuffle(&mut players, &mut dice);
        let seed = SplitMix64(seed).nth(pairings.len() as u64).0;
        for _ in 0..if swaps { seats } else { 1 } {
            pairings.push(Pairing {
                players: players.clone(),
                seed,
            });
            players.rotate_left(1);
        }
    }
    Ok(pairings)
}

/// All ways to choose so many players, each in order.
fn meetings(players: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |meeting: Vec<usize>| {
            let next = meeting.last().map_or(0, |last| last + 1);
            (next..players).map(move |player| [&meeting[..], &[player]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

fn shuffle<T>(items: &mut [T], dice: &mut SplitMix64) {
    for at in (1..items.len()).rev() {
        items.swap(at, dice.pick(at + 1));
    }
}

/// All pairs of so many players, in both orders.
fn pairs(number: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..number).flat_map(move |one| {
        (0..number)
            .filter(move |&other| other != one)
            .map(move |other| (one, other))
    })
}

/// A player's row in the table of a league.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LeagueStanding {
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
    /// The rating and its uncertainty (one standard deviation), after Weng and Lin.
    pub rating: (f64, f64),
}

/// The table of a league.
#[derive(Clone, PartialEq, Debug)]
pub struct League {
    standings: Vec<LeagueStanding>,
    /// For each player, how often it had more points than each, as many, and fewer.
    met: Vec<Vec<[usize; 3]>>,
    /// The same for distinct games, as each player counts them.
    tallies: Vec<Vec<Tally>>,
    /// A number for each game that differs from all before it: players by seat, and all answers.
    distinct: BTreeSet<u64>,
}

impl League {
    /// Before the first game.
    pub fn new(players: usize) -> League {
        let WengLinRating {
            rating,
            uncertainty,
        } = WengLinRating::new();
        let standing = LeagueStanding {
            rating: (rating, uncertainty),
            ..LeagueStanding::default()
        };
        let (standings, met) = (
            vec![standing; players],
            vec![vec![[0; 3]; players]; players],
        );
        let tallies = vec![vec![Tally::default(); players]; players];
        League {
            standings,
            met,
            tallies,
            distinct: BTreeSet::new(),
        }
    }

    /// How often a player had more points than another, as many, and fewer.
    pub fn met(&self, player: usize, other: usize) -> [usize; 3] {
        self.met[player][other]
    }

    /// The distinct games of two players, as the first of them counts them.
    pub fn tally(&self, player: usize, other: usize) -> Tally {
        self.tallies[player][other]
    }

    /// The number of different games: those with the same players, seats and answers count once.
    pub fn distinct(&self) -> usize {
        self.distinct.len()
    }

    /// Takes the next game of the schedule with all that was answered in it; ratings go by the order of games. A game
    /// that only repeats another moves no rating.
    pub fn add(
        &mut self,
        pairing: &Pairing,
        outcome: Option<&Outcome>,
        at_fault: Seats,
        answers: &str,
    ) {
        let mut hasher = DefaultHasher::new();
        (&pairing.players, answers).hash(&mut hasher);
        let is_new = self.distinct.insert(hasher.finish());
        for (seat, &player) in pairing.players.iter().enumerate() {
            self.standings[player].games += 1;
            self.standings[player].faults += usize::from(at_fault.contains(Seat(seat as u8)));
        }
        let Some(outcome) = outcome else { return };
        let points: Vec<i64> = outcome
            .points()
            .iter()
            .map(|points| i64::from(points.halves))
            .collect();
        let (best, worst) = (points.iter().max(), points.iter().min());
        for (&player, points) in pairing.players.iter().zip(&points) {
            let standing = &mut self.standings[player];
            standing.points += *points as f64 / 2.0;
            let place = match (Some(points) == best, best == worst) {
                (_, true) => &mut standing.drawn,
                (true, false) => &mut standing.won,
                (false, false) => &mut standing.lost,
            };
            *place += 1;
        }
        for (one, other) in pairs(pairing.players.len()) {
            let how = points[other].cmp(&points[one]) as i8 + 1;
            self.met[pairing.players[one]][pairing.players[other]][how as usize] += 1;
            if is_new {
                let tally = &mut self.tallies[pairing.players[one]][pairing.players[other]];
                *[&mut tally.won, &mut tally.drawn, &mut tally.lost][how as usize] += 1;
            }
        }
        if !is_new {
            return;
        }
        let rating = |player: usize| WengLinRating::from(self.standings[player].rating);
        let teams: Vec<[WengLinRating; 1]> = pairing
            .players
            .iter()
            .map(|&player| [rating(player)])
            .collect();
        let ranks = points.iter().map(|own| {
            MultiTeamOutcome::new(1 + points.iter().filter(|other| *other > own).count())
        });
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            teams.iter().map(|team| &team[..]).zip(ranks).collect();
        let rated = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        for (&player, rating) in pairing.players.iter().zip(rated.iter().flatten()) {
            self.standings[player].rating = (rating.rating, rating.uncertainty);
        }
    }

    /// The players in the order of their ratings, each with its number.
    pub fn table(&self) -> Vec<(usize, LeagueStanding)> {
        let mut table: Vec<(usize, LeagueStanding)> =
            self.standings.iter().cloned().enumerate().collect();
        table.sort_by(|(_, one), (_, other)| other.rating.0.total_cmp(&one.rating.0));
        table
    }
}
