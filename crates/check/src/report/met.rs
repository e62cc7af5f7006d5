//! The situations that the games of a run met, and those that they did not: how much a green result is worth.

use crate::assumptions::Assumption;
use crate::bot::{Plan, RunSummary};
use crate::report::run::Detail;
use std::collections::BTreeSet;
use std::fmt::Write;
use stickler::game::FeatureKind;
use stickler::games::erased::AnyRules;

/// Kinds of position that a report names before it counts the others.
const NAMED: usize = 4;
/// A fault that strikes in one of a third of so many games without a failure would have shown itself nearly certainly
/// (19 times of 20).
const RULE_OF_THREE: usize = 3;
/// Fewer games than so many say nothing of rare faults.
const MANY: usize = 30;

/// The kinds of position in which a bot can be asked, as far as the game names them.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// The kinds that a game of the run had.
    pub met: BTreeSet<String>,
    /// The kinds that no game had, as the game lists them.
    pub not_met: Vec<FeatureKind>,
}

/// The kinds of position of a run; `None`: this game names none.
pub fn kinds(plan: &Plan, summary: &RunSummary) -> Option<Kinds> {
    let variant = plan.game.with(&plan.settings).ok()?;
    Kinds::of(&*variant.rules(), |kind| summary.situations.contains(kind))
}

impl Kinds {
    /// The kinds that a game names, parted by whether a position was of them; `None`: it names none.
    pub fn of(rules: &dyn AnyRules, is_met: impl Fn(&str) -> bool) -> Option<Kinds> {
        let all = rules.kinds().into_iter();
        let (met, not_met): (Vec<_>, Vec<_>) = all.partition(|kind| is_met(&kind.to_string()));
        let is_there = !met.is_empty() || !not_met.is_empty();
        is_there.then(|| Kinds {
            met: met.iter().map(FeatureKind::to_string).collect(),
            not_met,
        })
    }

    /// How many were met, and so many of the others by name, as a line without its end.
    pub fn line(&self, named: usize) -> String {
        let Kinds { met, not_met } = self;
        let named = named.min(not_met.len());
        let all = met.len() + not_met.len();
        let mut text = format!("met {} of {all} kinds of position", met.len());
        if named > 0 {
            let _ = write!(
                text,
                "; not met: {}",
                FeatureKind::listed(&not_met[..named])
            );
        }
        text
    }
}

/// The kinds of position that a run met, and how rare a fault it would have shown, in a few lines.
pub(super) fn lines(plan: &Plan, summary: &RunSummary, detail: Detail) -> String {
    let mut text = String::new();
    if let Some(kinds) = kinds(plan, summary) {
        let not_met = kinds.not_met.len();
        let named = match detail {
            Detail::Verbose => not_met,
            _ => not_met.min(NAMED),
        };
        let _ = write!(text, "  {}", kinds.line(named));
        if named < not_met {
            let more = not_met - named;
            let _ = write!(text, " and {more} more (--verbose)");
        }
        text.push('\n');
    }
    let one_in = summary.games / RULE_OF_THREE;
    if summary.failing.is_empty() && summary.games >= MANY {
        let _ = writeln!(
            text,
            "  a fault that strikes in 1 of {one_in} such games or more often would probably have shown; a rarer one need not"
        );
    }
    text + &assumed(summary)
}

/// The values that no document gives: under which the bot conforms as well, and under which it does not.
fn assumed(summary: &RunSummary) -> String {
    let (broken, kept): (Vec<_>, Vec<_>) = summary
        .assumptions
        .iter()
        .partition(|assumption| assumption.broken.is_some());
    let (kept, untried): (Vec<_>, Vec<_>) = kept.into_iter().partition(|of| of.games > 0);
    let sets = |of: &[&Assumption]| {
        let sets: Vec<&str> = of.iter().map(|assumption| &assumption.set[..]).collect();
        sets.join(" or ")
    };
    let mut text = String::new();
    if !kept.is_empty() {
        let _ = writeln!(
            text,
            "  it also conforms where a judge plays with {}, which no document excludes",
            sets(&kept)
        );
    }
    if !untried.is_empty() {
        let _ = writeln!(
            text,
            "  there was no time to play with {}, which no document excludes either",
            sets(&untried)
        );
    }
    for Assumption { set, broken, .. } in broken {
        let Some((clause, why)) = broken else {
            continue;
        };
        let _ = writeln!(
            text,
            "  warning: a judge may play with {set}, which no document excludes. The bot then breaks {clause}: {why}\n  \
             check again with --set {set} to see it"
        );
    }
    text
}
