//! Rules without their types.

use crate::clause::{Breach, Clause, Span};
use crate::game::{
    Actor, Feature, FeatureKind, MAX_SEATS, Notation, Outcome, Seat, Seats, Situation, Turn,
};
use crate::picture::{OffBoard, Picture, Spot};
use crate::wire::TABS;

/// A game being played by its rules alone, as an object-safe trait.
pub trait AnyRules {
    /// Reads an action, checks it and does it.
    fn play(&mut self, action: &str) -> Result<(), Breach>;
    /// Reads an action and checks it.
    fn check(&self, action: &str) -> Result<(), Breach>;
    /// The cells of the picture that an action takes, legal or not; none: it cannot be read.
    fn spots(&self, action: &str) -> Vec<Spot>;
    /// The cells that a text names off the boards.
    fn off_board(&self, text: &str) -> Vec<OffBoard>;
    /// All texts of an action that is legal, the one of the list first; none: it is illegal.
    fn texts(&self, action: &str) -> Vec<String>;
    /// Clauses that few games come to, each with whether this one has.
    fn rare(&self) -> Vec<(Clause, bool)>;
    /// Numbers with known bounds that tell positions apart, as this seat sees them.
    fn features(&self, seat: Seat) -> Vec<Feature>;
    /// Games from the start that a walk seldom comes to.
    fn landmarks(&self) -> Vec<Vec<String>>;
    /// Whose turn it is.
    fn turn(&self) -> Turn;
    /// All legal actions, as text.
    fn actions(&self) -> Vec<String>;
    /// Checks the promises of [`Rules`](crate::game::Rules) here, for all legal actions and for these texts. The error says
    /// what the rules do instead.
    fn lawful(&self, near: &[String]) -> Result<(), String>;
    /// Everything that can be observed, by name.
    fn observe(&self) -> Vec<(&'static str, String)>;
    /// The position to look at.
    fn picture(&self) -> Picture;
    /// Why the game is over here, or what is still missing.
    fn end(&self) -> Option<String>;
    /// The parts that the points of each seat are made of here, with the clauses that count them.
    fn points(&self) -> Option<String>;
    /// The points of each seat as they stand, where the game counts them before its end.
    fn score(&self) -> Option<Outcome>;
    /// The outcome of best play, if the game is solved. The first call may take long.
    fn value(&self) -> Option<Outcome>;
    /// Actions from the start of a game that shows the wanted thing, or why none does; `None`: the game answers no such question.
    fn witness(&self, wanted: &str) -> Option<Result<Vec<String>, Breach>>;
    /// A copy of the position.
    fn fork(&self) -> Box<dyn AnyRules>;
}

impl dyn AnyRules + '_ {
    /// All kinds of position that the game names.
    pub fn kinds(&self) -> Vec<FeatureKind> {
        let features = self.features(Seat(0));
        features.iter().flat_map(Feature::kinds).collect()
    }

    /// The kinds of this position as these seats see it, in words.
    pub fn kinds_seen(&self, seats: Seats) -> impl Iterator<Item = String> + '_ {
        let features = seats.iter().flat_map(|seat| self.features(seat));
        features.map(|feature| feature.kind())
    }
}

/// An action in words between which blanks stand: a tab is none. It is not inlined: the module for browsers has each game's parser once.
#[inline(never)]
fn parsed<R: Notation>(on: &Situation<R>, action: &str) -> Result<(Actor, R::Action), Breach> {
    if let Some(at) = action.find('\t') {
        let breach = Breach::new(TABS, "a tab separates no words: write a space");
        return Err(breach.span(Span::Columns(at, at + 1)));
    }
    on.rules.parse(&on.at, action)
}

impl<R: Notation + 'static> AnyRules for Situation<R> {
    fn play(&mut self, action: &str) -> Result<(), Breach> {
        let (by, action) = parsed(self, action)?;
        self.rules.check(&self.at, by, &action)?;
        self.rules.apply(&mut self.at, by, &action);
        Ok(())
    }

    fn check(&self, action: &str) -> Result<(), Breach> {
        let (by, action) = parsed(self, action)?;
        self.rules.check(&self.at, by, &action)
    }

    fn spots(&self, action: &str) -> Vec<Spot> {
        let read = parsed(self, action);
        read.map(|(by, action)| self.rules.spots(by, &action))
            .unwrap_or_default()
    }

    fn off_board(&self, text: &str) -> Vec<OffBoard> {
        self.rules.off_board(text)
    }

    fn texts(&self, action: &str) -> Vec<String> {
        match parsed(self, action) {
            Ok((by, action)) if self.rules.check(&self.at, by, &action).is_ok() => {
                self.rules.texts(&self.at, by, &action)
            }
            _ => Vec::new(),
        }
    }

    fn rare(&self) -> Vec<(Clause, bool)> {
        self.rules.rare(&self.at)
    }

    fn features(&self, seat: Seat) -> Vec<Feature> {
        self.rules.features(&self.at, seat)
    }

    fn landmarks(&self) -> Vec<Vec<String>> {
        let landmarks = self.rules.landmarks();
        landmarks.iter().map(|plies| written(self, plies)).collect()
    }

    fn turn(&self) -> Turn {
        self.rules.turn(&self.at)
    }

    fn actions(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for by in self.turn().actors() {
            let mut actions = Vec::new();
            self.rules.actions(&self.at, by, &mut actions);
            texts.extend(actions.iter().map(|action| self.rules.print(by, action)));
        }
        texts
    }

    fn lawful(&self, near: &[String]) -> Result<(), String> {
        let (rules, at, asked) = (&self.rules, &self.at, self.turn().actors());
        let everybody: Vec<Actor> = Seats::first(MAX_SEATS)
            .iter()
            .map(Actor::Seat)
            .chain([Actor::Nature])
            .collect();
        for &by in &everybody {
            let mut legal = Vec::new();
            rules.actions(at, by, &mut legal);
            let listed = || format!("`actions` lists for {}", words(by));
            if let Some(pair) = legal.windows(2).find(|pair| pair[0] >= pair[1]) {
                let [one, next] = [&pair[0], &pair[1]].map(|action| rules.print(by, action));
                return Err(format!(
                    "{} `{one}`, then `{next}`: sort them, and list each once",
                    listed()
                ));
            }
            match (asked.contains(&by), legal.first()) {
                (true, None) => {
                    return Err(format!(
                        "{} is asked, and `actions` lists nothing",
                        words(by)
                    ));
                }
                (false, Some(one)) => {
                    return Err(format!(
                        "{} `{}`, and `turn` does not ask it",
                        listed(),
                        rules.print(by, one)
                    ));
                }
                _ => {}
            }
            for action in &legal {
                let text = rules.print(by, action);
                rules.check(at, by, action).map_err(|breach| {
                    format!(
                        "{} `{text}`, and `check` refuses it: {}",
                        listed(),
                        breach.why
                    )
                })?;
                let mut others = everybody.iter().filter(|&&other| !asked.contains(&other));
                if let Some(&other) = others.find(|&&other| rules.check(at, other, action).is_ok())
                {
                    return Err(format!(
                        "`check` allows `{text}` to {}, and `turn` does not ask it",
                        words(other)
                    ));
                }
                match rules.parse(at, &text) {
                    Ok(read) if read == (by, action.clone()) => {}
                    other => {
                        return Err(format!(
                            "{} `{text}`, and `parse` reads {other:?} there",
                            listed()
                        ));
                    }
                }
            }
            for text in near {
                let Some(action) = rules
                    .parse(at, text)
                    .ok()
                    .filter(|(actor, _)| *actor == by)
                    .map(|(_, read)| read)
                else {
                    continue;
                };
                let after = |action: &R::Action| {
                    let mut after = at.clone();
                    rules.apply(&mut after, by, action);
                    after
                };
                // Of equivalent actions, `actions` may list one.
                let is_listed = || {
                    legal.contains(&action)
                        || legal.iter().any(|other| after(other) == after(&action))
                };
                if rules.check(at, by, &action).is_ok() && !is_listed() {
                    return Err(format!(
                        "`check` allows `{text}` to {}, and `actions` does not list it",
                        words(by)
                    ));
                }
            }
        }
        Ok(())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        self.rules.observe(&self.at)
    }

    fn picture(&self) -> Picture {
        self.rules.picture(&self.at)
    }

    fn end(&self) -> Option<String> {
        self.rules.end(&self.at)
    }

    fn points(&self) -> Option<String> {
        self.rules.points(&self.at)
    }

    fn score(&self) -> Option<Outcome> {
        self.rules.score(&self.at)
    }

    fn value(&self) -> Option<Outcome> {
        self.rules.value(&self.at)
    }

    fn witness(&self, wanted: &str) -> Option<Result<Vec<String>, Breach>> {
        Some(
            self.rules
                .witness(wanted)?
                .map(|plies| written(self, &plies)),
        )
    }

    fn fork(&self) -> Box<dyn AnyRules> {
        Box::new(self.clone())
    }
}

/// Actions as they are written.
fn written<R: Notation>(on: &Situation<R>, plies: &[(Actor, R::Action)]) -> Vec<String> {
    let text = |(by, action): &(Actor, R::Action)| on.rules.print(*by, action);
    plies.iter().map(text).collect()
}

fn words(by: Actor) -> String {
    match by {
        Actor::Seat(seat) => format!("seat {seat}"),
        Actor::Nature => "the judge's own choice".into(),
    }
}
