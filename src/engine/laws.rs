//! The laws for an engine, each checked by walks of its own.

use super::divergence::{Divergence, compare_from, shortest_until};
use super::{EngineError, Spoken};
use crate::clause::{Clause, words};
use crate::game::{FeatureKind, Seat, Turn};
use crate::games::erased::AnyRules;
use crate::referee::Stream;
use crate::stream::{Seeded, SplitMix64};
use crate::walk::{Walk, tempting};
use std::collections::BTreeSet;
use std::fmt;

/// A law for engines: what is compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Law {
    /// The engine does every legal action.
    Legal,
    /// The engine refuses illegal actions, and stays as it was.
    Illegal,
    /// The engine lists exactly the legal actions.
    Actions,
    /// The engine knows the end, and how the game ended.
    Outcome,
    /// The engine counts the points.
    Score,
    /// All of these after every sequence of a few actions, from the start and from amid a game: finds the first wrong position.
    Divide,
}

words!(Law: Legal "legal", Illegal "illegal", Actions "actions", Outcome "outcome", Score "score", Divide "divide");

impl Law {
    /// True where engines are led to what a walk seldom comes to: what such a law asks is answered soon.
    fn goes_far(self) -> bool {
        matches!(self, Law::Legal | Law::Outcome | Law::Score)
    }

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
    /// Kinds of position that the games had, as far as the game names them.
    pub kinds: BTreeSet<String>,
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

/// Checks like [`check`]; a difference is made shorter only as long as there is time, which `has_time` says. It is told how many
/// games were tried.
pub fn check_until(
    start: &dyn AnyRules,
    engine: &mut dyn Spoken,
    law: Law,
    effort: Effort,
    has_time: &mut dyn FnMut(usize) -> bool,
) -> Result<Report, EngineError> {
    let mut check = LawCheck {
        start,
        engine,
        law,
        effort,
        has_time,
        report: Report::default(),
        rare: start.rare(),
        texts: Texts::default(),
        kinds: start.kinds(),
    };
    check.report.lacks = lacks(start, check.engine, law)?;
    if !check.report.lacks {
        check.play_all()?;
    }
    Ok(check.report)
}

/// An engine that is held against a law.
struct LawCheck<'a> {
    start: &'a dyn AnyRules,
    engine: &'a mut dyn Spoken,
    law: Law,
    effort: Effort,
    has_time: &'a mut dyn FnMut(usize) -> bool,
    report: Report,
    /// Clauses that no game came to so far.
    rare: Vec<(Clause, bool)>,
    texts: Texts,
    /// All kinds of position.
    kinds: Vec<FeatureKind>,
}

impl LawCheck<'_> {
    fn play_all(&mut self) -> Result<(), EngineError> {
        let games = match self.law {
            Law::Divide => tree(self.start, self.effort),
            _ => walks(self.start, self.law, self.effort),
        };
        for game in games {
            if self.play(game)? {
                break;
            }
        }
        if self.law.goes_far() {
            self.seek_kinds()?;
        }
        if self.law == Law::Legal {
            self.seek_texts()?;
        }
        let shows = self.law.has(Law::Outcome) || self.law.has(Law::Score);
        let missed = self.rare.iter().filter(|_| shows);
        self.report.missed = missed.map(|(clause, _)| *clause).collect();
        Ok(())
    }

    /// Plays a game; true where it shows a difference.
    fn play(&mut self, game: PlannedGame) -> Result<bool, EngineError> {
        let PlannedGame { mut actions, known } = game;
        let (start, law, report) = (self.start, self.law, &mut self.report);
        if law == Law::Legal {
            self.texts.vary(start, &mut actions);
            report.words = (self.texts.sent.len(), self.texts.met.len());
        }
        let sees = law.goes_far() && report.kinds.len() < self.kinds.len();
        let played = compare_from(start, self.engine, law, &actions, (known, sees))?;
        report.games += 1;
        report.ends += usize::from(played.over);
        report.positions += played.compared;
        report.offered += played.offered;
        report.kinds.extend(played.kinds);
        let met = |clause: &Clause| played.rare.contains(&(*clause, true));
        self.rare.retain(|(clause, _)| !met(clause));
        if let Some(divergence) = played.divergence {
            report.seen_after = divergence.actions.len();
            let shortest = shortest_until(start, self.engine, law, divergence, self.has_time)?;
            report.divergence = Some(shortest);
        }
        Ok(self.report.divergence.is_some())
    }

    /// Plays towards each kind of position that no game had.
    fn seek_kinds(&mut self) -> Result<(), EngineError> {
        for (number, kind) in self.kinds.clone().iter().enumerate() {
            if self.report.divergence.is_some() {
                break;
            }
            if self.report.kinds.contains(&kind.to_string()) {
                continue;
            }
            let mut stream = Seeded::new(SplitMix64(self.effort.seed).nth(SOUGHT + number as u64));
            let game = towards(self.start, kind, self.effort.plies, &mut stream);
            self.play(game.into())?;
        }
        Ok(())
    }

    /// Plays games of actions that can be written with a code that was not sent yet, until a few games find none.
    fn seek_texts(&mut self) -> Result<(), EngineError> {
        let mut in_vain = 0;
        for number in 0..CODED {
            if self.report.words.0 == 0 || in_vain == VAIN || self.report.divergence.is_some() {
                break;
            }
            let sent = self.report.words.0;
            let mut stream = Seeded::new(SplitMix64(self.effort.seed).nth(CODED + number));
            let game = self
                .texts
                .unsent(self.start, self.effort.plies, &mut stream);
            self.play(game.into())?;
            in_vain = if self.report.words.0 > sent {
                0
            } else {
                in_vain + 1
            };
        }
        Ok(())
    }
}

/// The number of the first walk that seeks a code, and the most of them.
const CODED: u64 = 3000;
/// So many games in a row that send no new code are enough.
const VAIN: usize = 4;

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
                self.met.extend(texts.iter().filter_map(|text| code(text)));
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

    /// A walk that prefers actions of which a text has a code that was not sent yet.
    fn unsent(&self, start: &dyn AnyRules, plies: usize, stream: &mut dyn Stream) -> Vec<String> {
        let (mut rules, mut played) = (start.fork(), Vec::new());
        while played.len() < plies {
            let legal = rules.actions();
            let first = stream.pick(legal.len());
            let is_new = |action: &&String| {
                let mut codes = rules.texts(action).into_iter();
                codes.any(|text| {
                    let code = code(&text).filter(|code| !self.sent.contains(code));
                    code.is_some() && rules.check(&text).is_ok()
                })
            };
            let order = legal.iter().cycle().skip(first).take(legal.len().min(MANY));
            let new = order.clone().find(is_new);
            let Some(action) = new.or(legal.get(first)) else {
                break;
            };
            if rules.play(action).is_err() {
                break;
            }
            played.push(action.clone());
        }
        played
    }
}

/// The code with which a text ends; a number is none.
fn code(text: &str) -> Option<String> {
    let last = text.rsplit(' ').next().unwrap_or_default();
    last.parse::<i64>().is_err().then(|| last.to_string())
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
            with_offers(start, &played, 0, &mut stream).into()
        } else {
            played.into()
        }
    });
    let longest = (0..effort.walks.div_ceil(4) as u64).flat_map(move |index| {
        let mut stream = Seeded::new(SplitMix64(effort.seed).nth(LONGEST + index));
        long(start, effort.plies, law == Law::Outcome, &mut stream)
    });
    if !law.goes_far() {
        let ends = ends_of_landmarks(start, law, effort);
        return Box::new(all.chain(ends));
    }
    let landmarks = start.landmarks().into_iter().map(PlannedGame::from);
    Box::new(longest.chain(landmarks).chain(all))
}

/// The most landmarks whose ends are looked at.
const ENDS: usize = 24;
/// So many actions are the end of a landmark.
const END: usize = 6;

/// A game that is as long as it can be and some of the landmarks, in each of which only the last few positions are compared, or get
/// illegal actions.
fn ends_of_landmarks(
    start: &dyn AnyRules,
    law: Law,
    Effort { seed, plies, .. }: Effort,
) -> impl Iterator<Item = PlannedGame> {
    let all = start.landmarks();
    let each = all.len().div_ceil(ENDS).max(1);
    let mut stream = Seeded::new(SplitMix64(seed).nth(LONGEST));
    let longest = long(start, plies, false, &mut stream);
    let longest = longest.into_iter().map(|game| game.actions);
    let ends = longest.chain(all.into_iter().step_by(each)).enumerate();
    ends.map(move |(index, actions)| {
        let known = actions.len().saturating_sub(END);
        let mut stream = Seeded::new(SplitMix64(seed).nth(AT_ENDS + index as u64));
        match law {
            Law::Illegal => with_offers(start, &actions, known, &mut stream).into(),
            _ => PlannedGame { actions, known },
        }
    })
}

/// The number of the first walk along a landmark.
const AT_ENDS: u64 = 4000;

/// The number of the first walk that seeks a kind of position.
const SOUGHT: u64 = 2000;
/// The most actions of which such a walk takes the nearest.
const NEAREST: usize = 24;

/// A walk each action of which brings a feature of a seat nearer to what is wanted, as far as one of a few actions does.
fn towards(
    start: &dyn AnyRules,
    kind: &FeatureKind,
    plies: usize,
    stream: &mut dyn Stream,
) -> Vec<String> {
    let (mut rules, mut played) = (start.fork(), Vec::new());
    let distance = |rules: &dyn AnyRules| {
        let features = rules.features(Seat(0));
        let own = features.iter().find(|feature| feature.name == kind.name);
        own.map_or(0, |feature| kind.distance(feature.value))
    };
    while played.len() < plies {
        let legal = rules.actions();
        let few = legal.len().min(NEAREST);
        let first = stream.pick(legal.len());
        let tried = (0..few).filter_map(|n| {
            let action = &legal[(first + n * legal.len() / few) % legal.len()];
            let mut then = rules.fork();
            then.play(action)
                .ok()
                .map(|()| (distance(&*then), action, then))
        });
        let Some((left, action, then)) = tried.min_by_key(|(left, ..)| *left) else {
            break;
        };
        played.push(action.clone());
        rules = then;
        if left == 0 {
            break;
        }
    }
    played
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

/// The actions, with illegal ones among them after so many.
fn with_offers(
    start: &dyn AnyRules,
    played: &[String],
    known: usize,
    stream: &mut dyn Stream,
) -> Vec<String> {
    let mut rules = start.fork();
    let mut actions = Vec::new();
    for (at, action) in played.iter().map(Some).chain([None]).enumerate() {
        if at >= known {
            let offers = tempting(&*rules, &played[..at], &rules.actions(), OFFERS, stream);
            actions.extend(offers.into_iter().map(|(offer, _)| offer));
        }
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
