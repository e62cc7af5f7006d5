//! The result of a match: the faults of the judge, what could not be looked at, and the clauses that the match tried.

use super::draws::Draw;
use std::collections::BTreeSet;
use stickler::clause::Clause;
use stickler::explain::Finding;
use stickler::params::Settings;

/// A fault of a judge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgeFault {
    /// The error: what it did, and what it should have done.
    pub what: String,
    /// Why that is wrong by the rules, in this match; none: `what` says all.
    pub because: Option<String>,
    /// The log that shows it, with the finding, where it is a message.
    pub shown: Option<(String, Finding)>,
    /// The clause that it breaks, where no line shows that: a message that is missing, a fault that was let pass.
    pub broken: Option<Clause>,
    /// The clauses of the match that it says something of, beside this one.
    pub tells: Tells,
}

/// The clauses of a match that a fault says something of, beside the one that it breaks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Tells {
    /// None.
    #[default]
    Nothing,
    /// The clauses that the game has just come to: there the judge stopped, or its message is wrong.
    Last,
    /// All that the match tried: the judge knows how the match went, and judges it wrongly.
    All,
}

impl JudgeFault {
    /// A fault that no log shows.
    pub fn unshown(what: impl Into<String>) -> JudgeFault {
        JudgeFault {
            what: what.into(),
            because: None,
            shown: None,
            broken: None,
            tells: Tells::Nothing,
        }
    }

    /// The clause that it breaks, if it breaks one by itself.
    pub fn clause(&self) -> Option<Clause> {
        let shown = self
            .shown
            .as_ref()
            .map(|(_, finding)| finding.breach.clause);
        shown.or(self.broken)
    }

    /// True where a line is written wrongly, whatever the rules of the game are.
    pub fn is_of_form(&self) -> bool {
        self.shown.is_some()
            && self
                .clause()
                .is_some_and(|clause| clause.id().starts_with("wire."))
    }
}

/// The result of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// The faults of the judge.
    pub wrong: Vec<JudgeFault>,
    /// Parts that could not be looked at.
    pub unknown: Vec<String>,
    /// Clauses that no document states and that the judge broke, each with what it did: nobody is accused of that.
    pub warned: Vec<(Clause, String)>,
    /// Clauses that its messages break under the parameters that were set, and keep under these, which no document excludes.
    pub excused: Vec<(Clause, Settings)>,
    /// The log of a match in which nobody was to fail and its messages keep every clause under the parameters that were set: in each
    /// order of lines that passed at nearly the same time.
    pub kept: BTreeSet<String>,
    /// The messages that show a choice of the judge.
    pub draws: Vec<Draw>,
    /// True where it went wrong beside other matches, and the judge drew other games when it was played alone.
    pub was_other_game: bool,
    /// True if the judge owed a verdict that blames a seat, and gave it.
    pub has_caught: bool,
    /// True if the judge owed a verdict that blames a seat, and gave none: it let a fault pass.
    pub let_pass: bool,
    /// Clauses on which the match put the judge to the test: those that a bot broke, and those that few games come to.
    pub tried: BTreeSet<Clause>,
    /// Clauses that its faults show to be broken or unknown to it. The rest of `tried` is not decided where something is wrong.
    pub failed: BTreeSet<Clause>,
    /// Clauses of messages that the judge had occasion to break.
    pub had_occasion: BTreeSet<Clause>,
    /// Kinds of position that the game came to, as far as the game names them.
    pub kinds: BTreeSet<String>,
    /// True where the match has a bot with a fault, and the game was over before the fault came: it tried nothing.
    pub is_untried: bool,
    /// True where it did not end.
    pub has_hung: bool,
    /// True where it started no bot at all, so that the match shows nothing.
    pub started_no_bot: bool,
    /// The log of a match that did not end, up to where it stopped.
    pub log: Option<String>,
    /// Whether something else than the judge can be to blame for what is wrong.
    pub doubt: Doubt,
}

/// Whether something else than the judge can be to blame for what went wrong in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Doubt {
    /// Nothing else.
    #[default]
    None,
    /// A program may have stood still where nobody saw it. That does not come again and again.
    Unseen,
    /// The machine held the match up, or one of stickler's own bots was slow.
    HeldUp,
}

impl Judgement {
    /// Notes a fault that no log shows.
    pub(crate) fn blame(&mut self, what: impl Into<String>, tells: Tells) {
        self.wrong.push(JudgeFault {
            tells,
            ..JudgeFault::unshown(what)
        });
    }

    /// Takes back what rests on a clause that no document states, and warns of it: nobody is accused of that.
    pub(crate) fn spare_assumed(&mut self) {
        for wrong in std::mem::take(&mut self.wrong) {
            match wrong.clause().filter(|clause| clause.is_assumed()) {
                Some(clause) => self.warned.push((clause, wrong.what)),
                None => self.wrong.push(wrong),
            }
        }
    }

    /// Takes back all that is wrong, where stickler's own bots may have misread a message that breaks a clause of no document.
    pub(crate) fn spare_consequences(&mut self) {
        let Some((clause, _)) = self.warned.first().filter(|_| !self.wrong.is_empty()) else {
            return;
        };
        let why = format!(
            "stickler's own bots may not follow messages that break {clause}, so this proves nothing"
        );
        let wrong = self.wrong.drain(..);
        self.unknown
            .extend(wrong.map(|wrong| format!("{}: {why}", wrong.what)));
    }

    /// Notes the faults of a judge that had to be killed, or that left processes running.
    pub fn ended(&mut self, after: Option<u64>, left: usize) {
        if let Some(seconds) = after {
            self.has_hung = true;
            self.blame(format!("it had not ended after {seconds} s"), Tells::Last);
        }
        if left > 0 {
            self.blame(format!("it left {left} processes running"), Tells::Nothing);
        }
    }
}

#[cfg(test)]
mod tests;
