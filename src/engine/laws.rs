//! The laws for an engine, each checked by walks of its own.

use super::divergence::{Divergence, compare_from, shortest_until};
use super::{EngineError, Spoken};
use crate::clause::{Clause, words};
use crate::game::Turn;
use crate::games::erased::AnyRules;
use crate::referee::Stream;
use crate::stream::{Seeded, SplitMix64};
use crate::walk::{Walk, tempting};
use std::collections::BTreeSet;
use std::fmt;

/// A law for engines: what is compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Law {
    /// It does every legal action.
    Legal,
    /// It refuses illegal actions, and stays as it was.
    Illegal,
    /// It lists exactly the legal actions.
    Actions,
    /// It knows the end, and how the game ended.
    Outcome,
    /// It counts the points.
    Score,
    /// All of these after every sequence of a few actions, from the start and from amid a game: finds the first wrong position.
    Divide,
}

words!(Law: Legal "legal", Illegal "illegal", Actions "actions", Outcome "outcome", Score "score", Divide "divide");

impl Law {
    /// True where this law looks at what the other compares.
    pub(super) fn has(self, other: Law) -> bool {
        self == other || self == Law::Divide
    }
}

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The seed of all walks.
    pub seed: u64,
    /// Walks of each kind.
    pub walks: usize,
    /// Most actions of a walk.
    pub plies: usize,
    /// Positions that `divide` visits.
    pub nodes: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            seed: 1,
            walks: 8,
            plies: 300,
            nodes: 600,
        }
    }
}

/// The result of checking a law.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// True where the engine has no such method, so that nothing was checked.
    pub lacks: bool,
    /// Games played.
    pub games: usize,
    /// Games played to their end.
    pub ends: usize,
    /// Positions compared.
    pub positions: usize,
    /// Illegal actions offered.
    pub offered: usize,
    /// In a game whose actions have several texts, which end with a code: the codes that were sent, and those of all legal texts.
    pub words: (usize, usize),
    /// Clauses that few games come to, and no game came to.
    pub missed: Vec<Clause>,
    /// The shortest game found after which they differ.
    pub divergence: Option<Divergence>,
    /// Actions of the game in which that was first seen.
    pub seen_after: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            games,
            ends,
            positions,
            offered,
            words,
            ..
        } = self;
        match &self.divergence {
            _ if self.lacks => {
                write!(
                    f,
                    "skipped: the engine has no method for this law, or the game has no such value"
                )
            }
            Some(divergence) => write!(
                f,
                "{divergence}  first seen after {} actions",
                self.seen_after
            ),
            None => {
                write!(f, "{games} games, {ends} to the end, {positions} positions")?;
                if words.1 > 0 {
                    write!(f, ", {} of {} codes sent", words.0, words.1)?;
                }
                match offered {
                    0 => Ok(()),
                    _ => write!(f, ", {offered} illegal actions offered"),
                }
            }
        }
    }
}

/// Illegal actions offered at a position.
const OFFERS: usize = 4;

/// Checks an engine against one law of the game that begins here.
pub fn check(
    start: &dyn AnyRules,
    engine: &mut dyn Spoken,
    law: Law,
    effort: Effort,
) -> Result<Report, EngineError> {
    check_until(start, engine, law, effort, &mut |_| true)
}

/// The same; a difference is made shorter only as long as there is time, which `has_time` says. It is told how many games were tried.
pub fn check_until(
    start: &dyn AnyRules,
    engine: &mut dyn Spoken,
    law: Law,
    effort: Effort,
    has_time: &mut dyn FnMut(usize) -> bool,
) -> Result<Report, EngineError> {
    let mut report = Report {
        lacks: lacks(start, engine, law)?,
        ..Report::default()
    };
    if report.lacks {
        return Ok(report);
    }
    let mut rare = start.rare();
    let games = if law == Law::Divide {
        tree(start, effort)
    } else {
        walks(start, law, effort)
    };
    let mut texts = Texts::default();
    for PlannedGame { mut actions, known } in games {
        if law == Law::Legal {
            texts.vary(start, &mut actions);
            report.words = (texts.sent.len(), texts.met.len());
        }
        let played = compare_from(start, engine, law, &actions, known)?;
        report.games += 1;
        report.ends += usize::from(played.over);
        report.positions += played.compared;
        report.offered += played.offered;
        let met = |clause: &Clause| played.rare.contains(&(*clause, true));
        rare.retain(|(clause, _)| !met(clause));
        if let Some(divergence) = played.divergence {
            report.seen_after = divergence.actions.len();
            report.divergence = Some(shortest_until(start, engine, law, divergence, has_time)?);
            break;
        }
    }
    let shows = law.has(Law::Outcome) || law.has(Law::Score);
    report.missed = rare
        .into_iter()
        .filter(|_| shows)
        .map(|(clause, _)| clause)
        .collect();
    Ok(report)
}

/// The codes with which texts of one action end, in a game in which an action has several.
#[derive(Default)]
struct Texts {
    sent: BTreeSet<String>,
    met: BTreeSet<String>,
    varied: usize,
}

impl Texts {
    /// Writes the actions of a game with texts whose last word was not sent yet, where they have one.
    fn vary(&mut self, start: &dyn AnyRules, actions: &mut [String]) {
        let mut rules = start.fork();
        for action in actions {
            let mut texts = rules.texts(action);
            texts.retain(|text| rules.check(text).is_ok());
            if texts.len() > 1 {
                let code = |text: &String| {
                    let last = text.rsplit(' ').next().unwrap_or_default();
                    last.parse::<i64>().is_err().then(|| last.to_string())
                };
                self.met.extend(texts.iter().filter_map(code));
                let is_new =
                    |text: &&String| code(text).is_some_and(|code| !self.sent.contains(&code));
                // Known ones take turns.
                let text = texts.iter().find(is_new);
                let text = text.unwrap_or(&texts[self.varied % texts.len()]);
                self.varied += 1;
                self.sent.extend(code(text));
                action.clone_from(text);
            }
            if rules.play(action).is_err() {
                return;
            }
        }
    }
}

/// Whether there is nothing to compare. An engine that does not even start is held to every law.
pub fn lacks(start: &dyn AnyRules, engine: &mut dyn Spoken, law: Law) -> Result<bool, EngineError> {
    let mut asked = || {
        engine.start()?;
        Ok(match law {
            Law::Actions => engine.actions()?.is_none(),
            Law::Outcome => engine.outcome()?.is_none(),
            Law::Score => start.score().is_none() || engine.score()?.is_none(),
            Law::Legal | Law::Illegal | Law::Divide => false,
        })
    };
    match asked() {
        Err(EngineError::Engine(_)) => Ok(false),
        asked => asked,
    }
}

/// A game to play with an engine. After so many of its actions engine and rules were compared by an earlier one.
struct PlannedGame {
    actions: Vec<String>,
    known: usize,
}

impl From<Vec<String>> for PlannedGame {
    fn from(actions: Vec<String>) -> PlannedGame {
        PlannedGame { actions, known: 0 }
    }
}

/// Walks of every kind; for [`Law::Illegal`] with illegal actions among the others.
fn walks<'a>(
    start: &'a dyn AnyRules,
    law: Law,
    effort: Effort,
) -> Box<dyn Iterator<Item = PlannedGame> + 'a> {
    let all = (0..effort.walks).flat_map(|_| Walk::ALL).enumerate();
    let all = all.map(move |(index, walk)| {
        let mut stream = Seeded::new(SplitMix64(effort.seed).nth(index as u64));
        let played = walk.play(&mut *start.fork(), effort.plies, &mut stream);
        if law == Law::Illegal {
            with_offers(start, &played, &mut stream).into()
        } else {
            played.into()
        }
    });
    let longest = (0..effort.walks.div_ceil(4) as u64).flat_map(move |index| {
        let mut stream = Seeded::new(SplitMix64(effort.seed).nth(LONGEST + index));
        long(start, effort.plies, law == Law::Outcome, &mut stream)
    });
    let longest = longest.filter(move |_| law != Law::Illegal && law != Law::Actions);
    Box::new(longest.chain(all))
}

/// The number of the first long walk among all walks.
const LONGEST: u64 = 1000;
/// The most games that end early on the way of a long walk.
const EARLY: usize = 48;

/// A walk that goes on for as long as it can: it does not end the game, and takes the actions with which others would. With `ends`
/// also the games that would have ended on its way, a few for each way to end.
fn long(
    start: &dyn AnyRules,
    plies: usize,
    ends: bool,
    stream: &mut dyn Stream,
) -> Vec<PlannedGame> {
    let (mut rules, mut played) = (start.fork(), Vec::new());
    let mut early: Vec<PlannedGame> = Vec::new();
    let mut unmet: Vec<Clause> = start.rare().into_iter().map(|(clause, _)| clause).collect();
    let after = |rules: &dyn AnyRules, action: &String| {
        let mut after = rules.fork();
        after.play(action).ok().map(|()| after)
    };
    while played.len() < plies {
        let legal = rules.actions();
        let first = stream.pick(legal.len());
        let order = legal[first.min(legal.len())..]
            .iter()
            .chain(&legal[..first.min(legal.len())]);
        let mut open: Option<(String, Box<dyn AnyRules>)> = None;
        for action in order.take(MANY) {
            let Some(then) = after(&*rules, action) else {
                continue;
            };
            if !matches!(then.turn(), Turn::Over(_)) {
                open.get_or_insert((action.clone(), then));
                // Without a wish for ends, one that goes on is enough.
                if !ends {
                    break;
                }
                continue;
            }
            let met: Vec<Clause> = then
                .rare()
                .into_iter()
                .filter(|(_, met)| *met)
                .map(|(clause, _)| clause)
                .collect();
            let is_new = unmet.iter().any(|clause| met.contains(clause));
            if is_new || early.len() < EARLY && (played.len() + early.len()).is_multiple_of(3) {
                unmet.retain(|clause| !met.contains(clause));
                let actions = played.iter().chain([action]).cloned().collect();
                early.push(PlannedGame {
                    actions,
                    known: played.len(),
                });
            }
        }
        let Some((mut action, then)) = open.or_else(|| {
            let action = legal.get(first).or(legal.first())?;
            Some((action.clone(), after(&*rules, action)?))
        }) else {
            break;
        };
        let is_end = |action: &&String| {
            after(&*then, action).is_some_and(|end| matches!(end.turn(), Turn::Over(_)))
        };
        let theirs = then.actions();
        let mut taken = theirs.iter().take(MANY).filter(is_end).filter(|end| {
            after(&*rules, end).is_some_and(|at| !matches!(at.turn(), Turn::Over(_)))
        });
        if let Some(taken) = taken.next() {
            action.clone_from(taken);
        }
        if rules.play(&action).is_err() {
            break;
        }
        played.push(action);
    }
    // The walk itself comes first: the others begin as it does.
    std::iter::once(played.into()).chain(early).collect()
}

/// The most actions that are looked at on a long walk.
const MANY: usize = 400;

fn with_offers(start: &dyn AnyRules, played: &[String], stream: &mut dyn Stream) -> Vec<String> {
    let mut rules = start.fork();
    let mut actions = Vec::new();
    for (at, action) in played.iter().map(Some).chain([None]).enumerate() {
        let offers = tempting(&*rules, &played[..at], &rules.actions(), OFFERS, stream);
        actions.extend(offers.into_iter().map(|(offer, _)| offer));
        if let Some(action) = action.filter(|action| rules.play(action).is_ok()) {
            actions.push(action.clone());
        }
    }
    actions
}

/// Games of every first action, then of every two, and so on, from the start and from amid some games: the shortest come first.
fn tree<'a>(start: &'a dyn AnyRules, effort: Effort) -> Box<dyn Iterator<Item = PlannedGame> + 'a> {
    let middles = Walk::ALL.into_iter().enumerate().map(move |(index, walk)| {
        let mut stream = Seeded::new(SplitMix64(effort.seed).nth(index as u64));
        let mut played = walk.play(&mut *start.fork(), effort.plies, &mut stream);
        played.truncate(played.len() / 2);
        played
    });
    let roots = std::iter::once(Vec::new()).chain(middles);
    let nodes = effort.nodes / (1 + Walk::ALL.len());
    Box::new(
        roots
            .flat_map(move |root| below(start, root, nodes))
            .map(PlannedGame::from),
    )
}

fn below(start: &dyn AnyRules, root: Vec<String>, nodes: usize) -> Vec<Vec<String>> {
    let mut paths = vec![root];
    let mut at = 0;
    while at < paths.len() && paths.len() < nodes {
        let mut rules = start.fork();
        if paths[at].iter().any(|action| rules.play(action).is_err()) {
            break;
        }
        for action in rules.actions().into_iter().take(nodes - paths.len()) {
            let path = paths[at].iter().cloned().chain([action]).collect();
            paths.push(path);
        }
        at += 1;
    }
    paths
}
