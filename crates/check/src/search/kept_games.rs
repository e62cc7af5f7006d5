//! The games that reached something new or rare in the bot's code, of which a search makes changed ones.

use super::changes::{begun, changed};
use super::tape::Choice;
use crate::bot::{Case, Plan, Played};
use std::collections::{BTreeMap, BTreeSet};
use stickler::params::Settings;
use stickler::referee::Stream;
use stickler::scenario::Scenario;
use stickler::stream::SplitMix64;

/// A game that reached something that few games had reached.
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
    open: BTreeSet<(u64, u64)>,
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
            open: played.ran.open.clone(),
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

/// The games that reached something rare, and what is known of each point.
#[derive(Default)]
pub(super) struct KeptGames {
    games: Vec<KeptGame>,
    points: BTreeMap<u64, Point>,
}

/// The facts known of a point.
#[derive(Default)]
struct Point {
    /// How many games reached it.
    count: u32,
    /// How many of them were drawn.
    drawn: u32,
    /// A kept game that did: the first of all, or the first, second, fourth and so on of the drawn ones.
    game: usize,
    /// Games with so many of its choices missed the point, and those with so many reached it.
    choices: [usize; 2],
    /// Points beside it that some game did not reach with it.
    beside: BTreeSet<u64>,
}

impl KeptGames {
    /// Learns from a game, and keeps it if it reached something that few games had reached.
    pub(super) fn learn(&mut self, reached: Reached, changed: Option<&ChangedGame>) {
        if let Some((point, choices)) = changed.and_then(|changed| changed.probe) {
            self.probed(point, choices, reached.points.contains(&point));
        }
        let game = self.games.len();
        let length = reached.game.choices.len();
        let mut is_kept = false;
        for point in reached.points {
            let known = self.points.entry(point).or_default();
            known.count += 1;
            known.drawn += u32::from(changed.is_none());
            // Another drawn game may lead on where the first one does not.
            let is_next = changed.is_none() && known.drawn.is_power_of_two();
            if known.count == 1 || is_next {
                (known.game, known.choices) = (game, [0, length]);
                is_kept = true;
            }
        }
        for (point, other) in reached.open {
            if let Some(point) = self.points.get_mut(&point) {
                point.beside.insert(other);
            }
        }
        self.games.extend(is_kept.then_some(reached.game));
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
        let (id, point) = self.wanted(dice)?;
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

    /// A point to change games around: mostly one beside which something has never run, and the sooner, the fewer games reached it.
    /// Each changed game that comes there makes it less rare, so that the next point has its turn.
    fn wanted(&self, dice: &mut SplitMix64) -> Option<(u64, &Point)> {
        let is_open = |point: &Point| {
            point
                .beside
                .iter()
                .any(|other| !self.points.contains_key(other))
        };
        let open = self.points.iter().filter(|(_, point)| is_open(point));
        let mut wanted: Vec<_> = open.collect();
        if wanted.is_empty() || dice.pick(4) == 0 {
            wanted = self.points.iter().collect();
        }
        let weight = |point: &Point| WEIGHT / (point.count as usize).pow(2) + 1;
        let all: usize = wanted.iter().map(|(_, point)| weight(point)).sum();
        let mut left = dice.pick(all);
        let found = wanted.into_iter().find(|(_, point)| {
            let is_there = left < weight(point);
            left = left.saturating_sub(weight(point));
            is_there
        });
        found.map(|(id, point)| (*id, point))
    }
}

/// The weight of a point that one game reached; one that twice as many reached has a quarter of it. There are many that every game
/// reaches, and of all those together few are wanted.
const WEIGHT: usize = 1 << 20;
/// The point is near enough to the last choice of a game when so few choices may lead there.
const NEAR: usize = 1;

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

#[cfg(test)]
mod tests {
    use super::*;
    use stickler::game::Seat;
    use stickler::games::GAMES;

    /// A game with ten choices that reached these points, and not those beside them.
    fn reached(points: &[u64], open: &[(u64, u64)]) -> Reached {
        Reached {
            game: KeptGame {
                case: Case {
                    scenario: &Scenario::SEARCH,
                    seat: Seat(1),
                    index: 0,
                },
                settings: Settings::default(),
                choices: (1..=10).collect(),
            },
            points: points.iter().copied().collect(),
            open: open.iter().copied().collect(),
        }
    }

    /// Point 3 is in one game of 64, and beside it is a point that no game reached.
    fn games() -> KeptGames {
        let mut games = KeptGames::default();
        for _ in 0..63 {
            games.learn(reached(&[1, 2], &[(2, 3)]), None);
        }
        games.learn(reached(&[1, 2, 3], &[(3, 4)]), None);
        games
    }

    #[test]
    fn games_are_changed_mostly_around_what_few_reached_and_nothing_follows() {
        let (games, mut dice) = (games(), SplitMix64(1));
        let wanted = (0..400).filter_map(|_| games.wanted(&mut dice));
        let rare = wanted.filter(|(id, _)| *id == 3).count();
        assert!(rare > 390, "{rare} of 400");
    }

    /// Eight choices lead to point 3: probes find that out, and then changes keep the first of them.
    #[test]
    fn probes_find_how_many_choices_lead_to_a_point() {
        let plan = Plan::new(GAMES.find("gomoku").expect("the game"), Vec::new());
        let (mut games, mut dice) = (games(), SplitMix64(1));
        for number in 0..100 {
            let Some(changed) = games.changed(&plan, number, &mut dice) else {
                continue;
            };
            let leads_there = changed.tape.len() >= 8;
            let points: &[u64] = if leads_there { &[1, 2, 3] } else { &[1, 2] };
            games.learn(reached(points, &[(3, 4)]), Some(&changed));
        }
        assert_eq!(games.points[&3].choices, [7, 8]);
    }
}
