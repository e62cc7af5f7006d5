//! Where an engine and the rules differ: a game that shows it, and the shortest one near it.

use super::{EngineAnswer, EngineError, Law, Spoken};
use crate::clause::{Breach, Clause, words};
use crate::game::{Points, Seats, Turn};
use crate::games::erased::AnyRules;
use crate::shorter::shorter;
use crate::stream::{Seeded, SplitMix64};
use crate::walk::Walk;
use std::collections::BTreeSet;
use std::fmt;

/// In what an engine and the rules differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A legal action is not in its list.
    Missing,
    /// An illegal action is in its list.
    Extra,
    /// An action is in its list more than once.
    Twice,
    /// The engine refuses a legal action.
    Refuses,
    /// The engine does an illegal action.
    Does,
    /// The engine refused an action and yet has changed.
    Changes,
    /// The end, or how it ended.
    Outcome,
    /// The points.
    Score,
    /// The engine did not answer.
    Silent,
}

words!(Kind:
    Missing "does not know a legal action", Extra "takes an illegal action for legal", Twice "lists an action twice",
    Refuses "refuses a legal action", Does "does an illegal action", Changes "refuses an action and yet changes",
    Outcome "has another end of the game", Score "has other points", Silent "does not answer");

/// A game after whose last action engine and rules differ. Actions that are illegal were offered and had to be refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// In what they differ.
    pub kind: Kind,
    /// The actions from the start.
    pub actions: Vec<String>,
    /// The view of the rules.
    pub rules: String,
    /// The view of the engine.
    pub engine: String,
    /// The clause that the engine breaks by accepting an illegal action, or by going on after the end of the game.
    pub clause: Option<Clause>,
    /// True where the game is over by the rules.
    pub is_over: bool,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.clause {
            Some(clause) => writeln!(f, "error[{clause}]: the engine {}", self.kind)?,
            None => writeln!(f, "error: the engine {}", self.kind)?,
        }
        writeln!(f, "  rules:  {}\n  engine: {}", self.rules, self.engine)?;
        writeln!(f, "  after {} actions from the start:", self.actions.len())?;
        folded(&self.actions)
            .iter()
            .try_for_each(|line| writeln!(f, "    {line}"))?;
        match self.clause {
            Some(clause) => writeln!(f, "  clause: {}", clause.statement().sentence),
            None => Ok(()),
        }
    }
}

/// The most actions that have a line each.
const LISTED: usize = 12;
/// The longest line of several actions, in bytes.
const WIDTH: usize = 96;

/// A few actions a line each, or many in lines that hold several.
fn folded(actions: &[String]) -> Vec<String> {
    if actions.len() <= LISTED {
        return actions.to_vec();
    }
    let mut lines: Vec<String> = Vec::new();
    for (at, action) in actions.iter().enumerate() {
        let comma = if at + 1 < actions.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if line.len() + action.len() < WIDTH => {
                *line += &format!(" {action}{comma}")
            }
            _ => lines.push(format!("{action}{comma}")),
        }
    }
    lines
}

/// The result of a game that was played with an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// The first difference, if there is one.
    pub divergence: Option<Divergence>,
    /// Positions at which they were compared.
    pub compared: usize,
    /// Illegal actions that were offered.
    pub offered: usize,
    /// True where the end was reached.
    pub over: bool,
    /// Clauses that few games come to, each with whether this game has.
    pub rare: Vec<(Clause, bool)>,
    /// Kinds of position that it had, as far as the game names them.
    pub kinds: BTreeSet<String>,
}

/// Plays actions from the start with an engine, and compares what the law looks at up to the first difference.
pub fn compare(
    start: &dyn AnyRules,
    engine: &mut dyn Spoken,
    law: Law,
    actions: &[String],
) -> Result<Comparison, EngineError> {
    compare_from(start, engine, law, actions, (0, false))
}

/// Compares like [`compare`]; the positions after fewer actions than `known` were compared before, and kinds of position are noted
/// where `sees` says so.
pub(super) fn compare_from(
    start: &dyn AnyRules,
    engine: &mut dyn Spoken,
    law: Law,
    actions: &[String],
    (known, sees): (usize, bool),
) -> Result<Comparison, EngineError> {
    tracked(Track {
        rules: start.fork(),
        engine,
        law,
        actions,
        at: 0,
        known,
        sees,
        seeks: None,
        list: None,
        acted: Seats::default(),
        comparison: Comparison::default(),
    })
}

fn tracked(mut game: Track<'_>) -> Result<Comparison, EngineError> {
    match game.play() {
        Ok(divergence) => game.comparison.divergence = divergence,
        Err(EngineError::Engine(why)) => {
            game.comparison.divergence =
                Some(game.divergence(Kind::Silent, None, "an answer".into(), why));
        }
        Err(harness) => return Err(harness),
    }
    Ok(game.comparison)
}

struct Track<'a> {
    rules: Box<dyn AnyRules>,
    engine: &'a mut dyn Spoken,
    law: Law,
    actions: &'a [String],
    /// Actions taken or offered so far.
    at: usize,
    /// The positions after fewer actions need no comparison.
    known: usize,
    /// Kinds of position are noted.
    sees: bool,
    /// The only kind of difference that is looked for; `None`: any.
    seeks: Option<Kind>,
    /// The list of actions here, where it was asked for it.
    list: Option<Option<BTreeSet<String>>>,
    /// The seats that were asked so far.
    acted: Seats,
    comparison: Comparison,
}

impl Track<'_> {
    fn divergence(
        &self,
        kind: Kind,
        clause: Option<Clause>,
        rules: String,
        engine: String,
    ) -> Divergence {
        Divergence {
            kind,
            actions: self.actions[..self.at].to_vec(),
            rules,
            engine,
            clause,
            is_over: matches!(self.rules.turn(), Turn::Over(_)),
        }
    }

    /// Why the rules refuse an action, and by which clause: after the end of a game by the one that ended it, where it is known.
    fn refusal(&self, breach: Breach) -> (Clause, String) {
        let (clause, why) = (breach.clause, breach.why.to_string());
        if !matches!(self.rules.turn(), Turn::Over(_)) {
            return (clause, why);
        }
        let met = self.rules.rare().into_iter().rfind(|(_, is_met)| *is_met);
        let why = match self.rules.end() {
            Some(end) => format!("the game is over: {end}"),
            None => why,
        };
        (met.map_or(clause, |(ending, _)| ending), why)
    }

    fn play(&mut self) -> EngineAnswer<Option<Divergence>> {
        self.engine.start()?;
        if let Some(divergence) = self.compare()? {
            return Ok(Some(divergence));
        }
        for action in self.actions {
            self.at += 1;
            let divergence = match self.rules.check(action) {
                Ok(()) => self.apply_to_both(action)?,
                Err(breach) => {
                    let (clause, why) = self.refusal(breach);
                    self.offer(action, clause, why)?
                }
            };
            if divergence.is_some() {
                return Ok(divergence);
            }
        }
        self.comparison.over = matches!(self.rules.turn(), Turn::Over(_));
        self.comparison.rare = self.rules.rare();
        Ok(None)
    }

    fn apply_to_both(&mut self, action: &str) -> EngineAnswer<Option<Divergence>> {
        if self.engine.apply(action)? == Some(false) {
            let divergence = self.divergence(
                Kind::Refuses,
                None,
                format!("{action} is legal"),
                "refused".into(),
            );
            // An engine that refuses it has another position from here on.
            return Ok(Some(divergence));
        }
        // The rules have just checked it.
        let _ = self.rules.play(action);
        self.list = None;
        self.compare()
    }

    fn offer(
        &mut self,
        action: &str,
        clause: Clause,
        why: String,
    ) -> EngineAnswer<Option<Divergence>> {
        // A list takes long: it is asked for where it can tell something.
        let looks = self.seeks.is_none_or(|kind| kind == Kind::Changes);
        let before = if looks { self.listed()? } else { None };
        let done = self.engine.apply(action)?;
        self.comparison.offered += usize::from(done.is_some());
        if done == Some(true) {
            return Ok(Some(self.divergence(
                Kind::Does,
                Some(clause),
                format!("{action} is illegal: {why}"),
                "done".into(),
            )));
        }
        self.list = None;
        let after = if looks { self.listed()? } else { None };
        let changed = before != after;
        let shown = |set: &Option<BTreeSet<String>>| list(set.iter().flatten());
        Ok(changed
            .then(|| self.divergence(Kind::Changes, Some(clause), shown(&before), shown(&after))))
    }

    fn listed(&mut self) -> EngineAnswer<Option<BTreeSet<String>>> {
        if let Some(known) = &self.list {
            return Ok(known.clone());
        }
        let actions = self.engine.actions()?;
        let listed = actions.map(|actions| actions.into_iter().collect());
        self.list = Some(listed.clone());
        Ok(listed)
    }

    fn compare(&mut self) -> EngineAnswer<Option<Divergence>> {
        if self.at < self.known {
            return Ok(None);
        }
        self.comparison.compared += 1;
        self.see();
        let lists = |kind| matches!(kind, Kind::Missing | Kind::Extra | Kind::Twice);
        if self.law.has(Law::Actions)
            && self.seeks.is_none_or(lists)
            && let Some(divergence) = self.compare_actions()?
        {
            return Ok(Some(divergence));
        }
        if self.law.has(Law::Outcome)
            && let Some(divergence) = self.compare_outcome()?
        {
            return Ok(Some(divergence));
        }
        if self.law.has(Law::Score) {
            self.compare_score()
        } else {
            Ok(None)
        }
    }

    /// Notes the kinds of this position, as the seats see it that are asked; at the end, as all do that were.
    fn see(&mut self) {
        if !self.sees {
            return;
        }
        let seers = match self.rules.turn() {
            Turn::Seats(seats) => seats,
            Turn::Over(_) => self.acted,
            Turn::Nature => Seats::default(),
        };
        self.acted = self.acted.union(seers);
        self.comparison.kinds.extend(self.rules.kinds_seen(seers));
    }

    fn compare_actions(&mut self) -> EngineAnswer<Option<Divergence>> {
        let Some(theirs) = self.engine.actions()? else {
            return Ok(None);
        };
        let ours: BTreeSet<String> = self.rules.actions().into_iter().collect();
        // An action may have several texts, any of which an engine may list.
        let as_ours = |text: &String| match ours.contains(text) {
            true => text.clone(),
            false => self
                .rules
                .texts(text)
                .into_iter()
                .next()
                .unwrap_or_else(|| text.clone()),
        };
        let listed: BTreeSet<String> = theirs.iter().map(as_ours).collect();
        if let Some(missing) = ours.difference(&listed).next() {
            let rules = match ours.len() {
                1 => format!("{missing} is legal, and nothing else is"),
                2 => format!("{missing} is legal, as is 1 other"),
                count => format!("{missing} is legal, as are {} others", count - 1),
            };
            return Ok(Some(self.divergence(
                Kind::Missing,
                None,
                rules,
                list(&listed),
            )));
        }
        if let Some(extra) = listed.difference(&ours).next() {
            let (clause, why) = match self.rules.check(extra) {
                Err(breach) => {
                    let (clause, why) = self.refusal(breach);
                    (Some(clause), why)
                }
                Ok(()) => (None, "not an action as the rules write it".into()),
            };
            let (rules, engine) = (
                format!("{extra} is illegal: {why}"),
                format!("{extra} is legal"),
            );
            return Ok(Some(self.divergence(Kind::Extra, clause, rules, engine)));
        }
        let count = |actions: usize| format!("{actions} actions");
        let twice = theirs.len() != listed.len();
        Ok(twice
            .then(|| self.divergence(Kind::Twice, None, count(ours.len()), count(theirs.len()))))
    }

    fn compare_outcome(&mut self) -> EngineAnswer<Option<Divergence>> {
        let Some(theirs) = self.engine.outcome()? else {
            return Ok(None);
        };
        let ours = self
            .rules
            .turn()
            .outcome()
            .map(|outcome| outcome.points().to_vec());
        let shown =
            |end: &Option<Vec<Points>>| end.as_deref().map_or("the game goes on".into(), points);
        if ours == theirs {
            return Ok(None);
        }
        let met = self.rules.rare().into_iter().rfind(|(_, is_met)| *is_met);
        let clause = met.map(|(clause, _)| clause).filter(|_| ours.is_some());
        Ok(Some(self.divergence(
            Kind::Outcome,
            clause,
            shown(&ours),
            shown(&theirs),
        )))
    }

    fn compare_score(&mut self) -> EngineAnswer<Option<Divergence>> {
        let Some(ours) = self.rules.score() else {
            return Ok(None);
        };
        let Some(theirs) = self.engine.score()? else {
            return Ok(None);
        };
        let differ = ours.points() != theirs;
        Ok(differ
            .then(|| self.divergence(Kind::Score, None, points(ours.points()), points(&theirs))))
    }
}

/// Most games that are tried on the way to the shortest one.
const TRIES: usize = 20_000;

/// Shrinks a list of actions to the shortest found after which engine and rules differ in the same way. No part of it can be
/// dropped, and no continuation tried from any of its positions is shorter. An error on the way ends the search alone: the
/// shortest list until then comes back.
pub fn shortest(
    start: &dyn AnyRules,
    engine: &mut dyn Spoken,
    law: Law,
    divergence: Divergence,
) -> Result<Divergence, EngineError> {
    shortest_until(start, engine, law, divergence, &mut |_| true)
}

/// The shortest one, as long as `has_time` says so, which is told how many games were tried.
pub(super) fn shortest_until(
    start: &dyn AnyRules,
    engine: &mut dyn Spoken,
    law: Law,
    divergence: Divergence,
    has_time: &mut dyn FnMut(usize) -> bool,
) -> Result<Divergence, EngineError> {
    let (mut best, mut tries) = (divergence, 0);
    while let Ok(Some(found)) = smaller(start, engine, law, &best, &mut tries, has_time) {
        best = found;
    }
    Ok(best)
}

fn smaller(
    start: &dyn AnyRules,
    engine: &mut dyn Spoken,
    law: Law,
    best: &Divergence,
    tries: &mut usize,
    has_time: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<Divergence>, EngineError> {
    let length = best.actions.len();
    let sprints = sprints(start, &best.actions);
    for actions in shorter(&best.actions, WIDEST)
        .chain(pairs(&best.actions))
        .chain(sprints)
    {
        if *tries >= TRIES || !has_time(*tries) {
            break;
        }
        *tries += 1;
        let found = tracked(Track {
            rules: start.fork(),
            engine: &mut *engine,
            law,
            actions: &actions,
            at: 0,
            known: 0,
            sees: false,
            seeks: Some(best.kind),
            list: None,
            acted: Seats::default(),
            comparison: Comparison::default(),
        })?
        .divergence;
        // A game can end by several clauses.
        let same = |found: &Divergence| {
            let both_over = found.is_over && best.is_over;
            found.kind == best.kind
                && (found.kind == Kind::Outcome || found.clause == best.clause || both_over)
        };
        if let Some(found) = found.filter(|found| same(found) && found.actions.len() < length) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The most neighbours that are dropped together: a round of a game may have five or six actions.
const WIDEST: usize = 6;
/// The longest list of which any two actions are dropped, and whose positions get other continuations.
const PAIRED: usize = 60;
/// How many random continuations are tried from each position.
const SPRINTS: u64 = 6;

/// Each beginning of the list, followed by a few random continuations that are shorter.
fn sprints<'a>(
    start: &'a dyn AnyRules,
    actions: &'a [String],
) -> impl Iterator<Item = Vec<String>> + 'a {
    let length = if actions.len() <= PAIRED {
        actions.len()
    } else {
        0
    };
    let ways = (0..length).flat_map(|kept| (0..SPRINTS).map(move |way| (kept, way)));
    ways.map(move |(kept, way)| {
        let mut rules = start.fork();
        let mut list: Vec<String> = actions[..kept]
            .iter()
            .filter(|action| rules.play(action).is_ok())
            .cloned()
            .collect();
        let mut stream = Seeded::new(SplitMix64(way));
        list.extend(Walk::Ends.play(&mut *rules, length - kept - 1, &mut stream));
        list
    })
}

/// The list without any two of its actions.
fn pairs(actions: &[String]) -> impl Iterator<Item = Vec<String>> {
    let length = if actions.len() <= PAIRED {
        actions.len()
    } else {
        0
    };
    let both =
        (0..length).flat_map(move |first| (first + 1..length).map(move |second| (first, second)));
    both.map(|(first, second)| {
        let kept = actions
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != first && *at != second);
        kept.map(|(_, action)| action.clone()).collect()
    })
}

/// The first few of a list, and how many more there are.
fn list<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let texts: Vec<&str> = texts.into_iter().map(String::as_str).collect();
    let shown = texts
        .iter()
        .take(SHOWN)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    match texts.len().saturating_sub(SHOWN) {
        0 if texts.is_empty() => "nothing".into(),
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Actions of a list that are shown.
const SHOWN: usize = 8;

/// Points by seat, and that it is a draw where that is what they stand for.
fn points(points: &[Points]) -> String {
    let text = points
        .iter()
        .map(Points::to_string)
        .collect::<Vec<_>>()
        .join(" to ");
    match text.as_str() {
        "0.5 to 0.5" => format!("{text} (a draw)"),
        _ => text,
    }
}
