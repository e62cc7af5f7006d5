//! The games that reached something new in the bot's code, of which a search makes changed ones.

use super::changes::{begun, changed};
use super::tape::Choice;
use crate::bot::{Case, Plan, Played};
use std::collections::{BTreeMap, BTreeSet};
use stickler::params::Settings;
use stickler::referee::Stream;
use stickler::scenario::Scenario;
use stickler::stream::SplitMix64;

/// A game that reached something new.
#[derive(Clone, Debug)]
struct KeptGame {
    case: Case,
    settings: Settings,
    choices: Vec<u32>,
}

/// A game that was played, and the points of the bot's code that it reached.
pub(super) struct Reached {
    game: KeptGame,
    points: BTreeSet<u64>,
}

impl Reached {
    pub(super) fn by(played: &Played) -> Reached {
        Reached {
            game: KeptGame {
                case: played.case,
                settings: played.settings.clone(),
                choices: played.choices.clone(),
            },
            points: played.ran.points.clone(),
        }
    }
}

/// A game that is to be played: the choices of another one, changed.
pub(super) struct ChangedGame {
    pub(super) case: Case,
    pub(super) settings: Settings,
    pub(super) tape: Vec<Choice>,
    /// A point, and with how many choices of the game that reached it this one begins, to see whether they lead there.
    probe: Option<(u64, usize)>,
}

/// The games that reached something new, and what is known of each point.
#[derive(Default)]
pub(super) struct KeptGames {
    games: Vec<KeptGame>,
    points: BTreeMap<u64, Point>,
}

/// What is known of a point.
struct Point {
    /// How many games reached it.
    count: u32,
    /// The kept game that was the first.
    game: usize,
    /// Games with so many of its choices missed the point, and those with so many reached it.
    choices: [usize; 2],
}

impl KeptGames {
    /// Learns from a game, and keeps it if it reached something new.
    pub(super) fn learn(&mut self, reached: Reached, changed: Option<&ChangedGame>) {
        if let Some((point, choices)) = changed.and_then(|changed| changed.probe) {
            self.probed(point, choices, reached.points.contains(&point));
        }
        let game = self.games.len();
        let length = reached.game.choices.len();
        let mut is_new = false;
        for point in reached.points {
            let known = self.points.entry(point).or_insert_with(|| {
                is_new = true;
                Point {
                    count: 0,
                    game,
                    choices: [0, length],
                }
            });
            known.count += 1;
        }
        self.games.extend(is_new.then_some(reached.game));
    }

    fn probed(&mut self, point: u64, choices: usize, is_reached: bool) {
        if let Some(point) = self.points.get_mut(&point) {
            let [missed, reached] = &mut point.choices;
            match is_reached {
                true => *reached = choices.min(*reached),
                false => *missed = choices.max(*missed).min(*reached),
            }
        }
    }

    /// A changed game for this number of a search; `None`: the game of this number is drawn.
    pub(super) fn changed(
        &self,
        plan: &Plan,
        number: u32,
        dice: &mut SplitMix64,
    ) -> Option<ChangedGame> {
        if dice.pick(2) == 0 {
            return None;
        }
        let (id, point) = self.rare(dice)?;
        let game = &self.games[point.game];
        let [missed, reached] = point.choices;
        let case = Case {
            scenario: &Scenario::SEARCH,
            index: number,
            ..game.case
        };
        if reached - missed > NEAR {
            let choices = missed + dice.pick(reached - missed);
            return Some(ChangedGame {
                case,
                settings: game.settings.clone(),
                tape: begun(&game.choices, choices),
                probe: Some((id, choices)),
            });
        }
        let other = &self.games[dice.pick(self.games.len())];
        let tape = changed(&game.choices, reached, &other.choices, dice);
        let settings = match dice.pick(8) {
            0 => moved(plan, game, dice),
            _ => game.settings.clone(),
        };
        Some(ChangedGame {
            case,
            settings,
            tape,
            probe: None,
        })
    }

    /// One of the points that the fewest games reached. Those are what a search knows least of, and each changed game that comes there
    /// as well makes it less rare, so that the next point has its turn.
    fn rare(&self, dice: &mut SplitMix64) -> Option<(u64, &Point)> {
        let counts = self.points.values().map(|point| point.count);
        let rare = counts.min()?.next_power_of_two();
        let rare: Vec<_> = self
            .points
            .iter()
            .filter(|(_, point)| point.count <= rare)
            .collect();
        let (id, point) = rare[dice.pick(rare.len())];
        Some((*id, point))
    }
}

/// The point is near enough to the last choice of a game when so few choices may lead there.
const NEAR: usize = 6;

/// The parameters of a game with one of them moved by one step, where the contest varies it and the others go with that.
fn moved(plan: &Plan, game: &KeptGame, dice: &mut SplitMix64) -> Settings {
    let varies = plan.game.varies();
    let before = game.settings.clone();
    if varies.is_empty() {
        return before;
    }
    let (name, values) = varies[dice.pick(varies.len())];
    let is_set = plan.settings.0.iter().any(|(set, _)| set == name);
    let now = game.settings.0.iter().find(|(set, _)| set == name);
    let at = now.and_then(|(_, value)| values.iter().position(|other| other == value));
    let next = match (at, dice.pick(2)) {
        (Some(at), 0) => at.checked_sub(1),
        (at, _) => at.map_or(Some(0), |at| Some(at + 1)),
    };
    let Some(value) = next.and_then(|at| values.get(at)).filter(|_| !is_set) else {
        return before;
    };
    let with = before.clone().and(&[(name, *value)].into_iter().collect());
    let has_seat = |seats: usize| game.case.seat.index() < seats;
    match plan.game.with(&with) {
        Ok(variant) if has_seat(variant.seats()) => with,
        _ => before,
    }
}
