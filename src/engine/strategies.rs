//! Strategies for a `proptest!` of your own: positions that a game can reach, legal and illegal actions there, whole games. They
//! shrink to shorter games, and a failure shows the actions and the board.
//!
//! ```
//! use stickler::engine::state_machine::proptest::prelude::*;
//! use stickler::engine::strategies::{illegal_actions, positions};
//! use stickler::game::Rules;
//! use stickler::games::Game;
//! use stickler::games::gomoku::{Contest, Params};
//!
//! proptest! {
//!     // #[test]
//!     fn a_move_takes_a_cell(reached in positions(Contest::rules(&Params::default()), 40)) {
//!         let mut free = Vec::new();
//!         let mover = reached.movers()[0];
//!         reached.rules.actions(&reached.at, mover, &mut free);
//!         prop_assert_eq!(free.len(), 225 - reached.actions.len());
//!     }
//!
//!     // #[test]
//!     fn nothing_illegal_is_taken(tried in illegal_actions(Contest::rules(&Params::default()), 40)) {
//!         let (reached, ply) = tried;
//!         prop_assert!(reached.rules.check(&reached.at, ply.by, &ply.action).is_err());
//!     }
//! }
//! # fn main() {
//! #     a_move_takes_a_cell();
//! #     nothing_illegal_is_taken();
//! # }
//! ```

use crate::game::{Actor, Notation, Situation, Turn};
use crate::games::erased::AnyRules;
use crate::stream::{Seeded, SplitMix64};
use crate::walk::tempting;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use std::fmt;

/// A position with the actions that lead to it. Its `Debug` shows both as people write them.
#[derive(Clone)]
pub struct Reached<R: Notation> {
    /// The rules.
    pub rules: R,
    /// The actions from the start, each with who does it.
    pub actions: Vec<(Actor, R::Action)>,
    /// The position after them.
    pub at: R::Position,
}

impl<R: Notation> Reached<R> {
    /// The start of a game.
    pub fn start(rules: R) -> Reached<R> {
        let at = rules.start();
        Reached {
            rules,
            actions: Vec::new(),
            at,
        }
    }

    /// Who can act here; nobody where the game is over.
    pub fn movers(&self) -> Vec<Actor> {
        self.rules.turn(&self.at).actors()
    }

    /// All legal actions, of everybody who can act.
    pub fn legal(&self) -> Vec<(Actor, R::Action)> {
        let mut all = Vec::new();
        for by in self.movers() {
            let mut actions = Vec::new();
            self.rules.actions(&self.at, by, &mut actions);
            all.extend(actions.into_iter().map(|action| (by, action)));
        }
        all
    }

    /// Does a legal action.
    pub fn play(&mut self, by: Actor, action: R::Action) {
        self.rules.apply(&mut self.at, by, &action);
        self.actions.push((by, action));
    }

    /// The actions as they are written.
    pub fn texts(&self) -> Vec<String> {
        let text = |(by, action): &(Actor, R::Action)| self.rules.print(*by, action);
        self.actions.iter().map(text).collect()
    }

    fn is_over(&self) -> bool {
        matches!(self.rules.turn(&self.at), Turn::Over(_))
    }

    /// Does an action that ends the game, or else the first one; false where there is none.
    fn hurry(&mut self) -> bool {
        let ends = |(by, action): &(Actor, R::Action)| {
            let mut after = self.at.clone();
            self.rules.apply(&mut after, *by, action);
            matches!(self.rules.turn(&after), Turn::Over(_))
        };
        let legal = self.legal();
        let last = legal.iter().take(MANY).find(|ply| ends(ply));
        let next = last.or(legal.first()).cloned();
        next.map(|(by, action)| self.play(by, action)).is_some()
    }

    /// Does the action that this number picks of the legal ones: 0 the first; false where there is none.
    fn go_on(&mut self, number: u32) -> bool {
        let mut legal = self.legal();
        let picked = ((u64::from(number) * legal.len() as u64) >> 32) as usize;
        if legal.is_empty() {
            return false;
        }
        let (by, action) = legal.swap_remove(picked);
        self.play(by, action);
        true
    }
}

impl<R: Notation> fmt::Debug for Reached<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.texts()[..] {
            [] => f.write_str("the start"),
            texts => {
                let board = self.rules.picture(&self.at).text();
                write!(f, "after {}\n{board}", texts.join(", "))
            }
        }
    }
}

/// An action with who does it. Its `Debug` shows it as it is written.
#[derive(Clone)]
pub struct Ply<A> {
    /// Who acts.
    pub by: Actor,
    /// Their play.
    pub action: A,
    text: String,
}

impl<A> Ply<A> {
    /// An action under these rules, legal or not.
    pub fn new<R: Notation<Action = A>>(rules: &R, by: Actor, action: A) -> Ply<A> {
        let text = rules.print(by, &action);
        Ply { by, action, text }
    }
}

impl<A> fmt::Debug for Ply<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Positions in which the game goes on, at most so many actions after the start.
pub fn positions<R: Notation + 'static>(
    rules: R,
    most: usize,
) -> impl Strategy<Value = Reached<R>> {
    let reached = move |numbers: Vec<u32>| {
        let mut reached = Reached::start(rules.clone());
        for number in numbers {
            let mut next = reached.clone();
            if !next.go_on(number) || next.is_over() {
                break;
            }
            reached = next;
        }
        reached
    };
    vec(any::<u32>(), 0..=most).prop_map(reached)
}

/// Games from the start to the end. After at most so many drawn actions whoever can end the game does, and where nobody can the first
/// legal action goes on: so a game shrinks to one that ends soon.
pub fn whole_games<R: Notation + 'static>(
    rules: R,
    most: usize,
) -> impl Strategy<Value = Reached<R>> {
    vec(any::<u32>(), 0..=most).prop_map(move |numbers| {
        let mut reached = Reached::start(rules.clone());
        let goes_on = numbers.into_iter().all(|number| reached.go_on(number));
        let left = if goes_on { MOST } else { 0 };
        (0..left).all(|_| reached.hurry());
        reached
    })
}

/// The most actions that are looked at for one that ends the game.
const MANY: usize = 400;
/// The most actions of a whole game.
const MOST: usize = 10_000;

/// Positions, each with a legal action.
pub fn legal_actions<R: Notation + 'static>(
    rules: R,
    most: usize,
) -> impl Strategy<Value = (Reached<R>, Ply<R::Action>)> {
    let with_action = |(reached, number): (Reached<R>, u32)| {
        let mut legal = reached.legal();
        let picked = ((u64::from(number) * legal.len() as u64) >> 32) as usize;
        let (by, action) = (picked < legal.len()).then(|| legal.swap_remove(picked))?;
        let ply = Ply::new(&reached.rules, by, action);
        Some((reached, ply))
    };
    (positions(rules, most), any::<u32>()).prop_filter_map("a legal action", with_action)
}

/// Positions, each with an action that is illegal there, and that an engine might take: one that was legal before, another seat's, or
/// one beside a legal one.
pub fn illegal_actions<R: Notation + 'static>(
    rules: R,
    most: usize,
) -> impl Strategy<Value = (Reached<R>, Ply<R::Action>)> {
    let with_action = |(reached, seed): (Reached<R>, u64)| {
        let (rules, at) = (reached.rules.clone(), reached.at.clone());
        let here = Situation { rules, at };
        let (legal, mut stream) = (AnyRules::actions(&here), Seeded::new(SplitMix64(seed)));
        let tempting = tempting(&here, &reached.texts(), &legal, 1, &mut stream);
        // Some of those are no actions at all, but texts.
        let read = |(text, _): (String, _)| here.rules.parse(&here.at, &text).ok();
        let (by, action) = tempting.into_iter().find_map(read)?;
        let ply = Ply::new(&reached.rules, by, action);
        Some((reached, ply))
    };
    (positions(rules, most), any::<u64>()).prop_filter_map("an illegal action", with_action)
}
