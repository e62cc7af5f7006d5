//! An engine as a system under test of `proptest-state-machine`, whose types are exported here. The macro wants `proptest` among the
//! dependencies of your own crate.
//!
//! ```
//! use stickler::engine::state_machine::{Tested, prop_state_machine};
//! # use stickler::engine::Engine;
//! # use stickler::game::Actor;
//! # use stickler::cells::Cell;
//! use stickler::games::gomoku::Contest;
//! # use stickler::games::gomoku::Gomoku;
//! # #[derive(Default)]
//! # struct Mine;
//! # impl Engine<Gomoku> for Mine {
//! #     fn start(&mut self, _rules: &Gomoku) {}
//! #     fn apply(&mut self, _by: Actor, _cell: &Cell) -> bool { true }
//! # }
//! prop_state_machine! {
//!     // #[test]
//!     fn my_engine_plays_gomoku(sequential 1..60 => Tested<Contest, Mine>);
//! }
//! # fn main() {}
//! ```

pub use proptest;
pub use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};

use super::strategies::{Ply, Reached};
use super::{Engine, Typed};
use crate::game::{Notation, Rules, Turn};
use crate::games::Game;
use proptest::prelude::{BoxedStrategy, Just, Strategy};
use std::fmt;
use std::marker::PhantomData;

/// The rules of a game under its default parameters, as the reference.
#[derive(Clone, Copy, Debug)]
pub struct Reference<G>(PhantomData<G>);

/// An engine of a game under its default parameters, as the tested system. `E::default()` makes it.
#[derive(Clone, Copy, Debug)]
pub struct Tested<G, E>(PhantomData<(G, E)>);

/// A legal action; `None` after the end. Its `Debug` shows it as it is written.
#[derive(Clone)]
pub struct Transition<A>(
    /// The action.
    pub Option<Ply<A>>,
);

impl<A> fmt::Debug for Transition<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(ply) => ply.fmt(f),
            None => f.write_str("the game is over"),
        }
    }
}

type Action<G> = <<G as Game>::Rules as Rules>::Action;

impl<G: Game + 'static> ReferenceStateMachine for Reference<G> {
    type State = Reached<G::Rules>;
    type Transition = Transition<Action<G>>;

    fn init_state() -> BoxedStrategy<Self::State> {
        Just(())
            .prop_map(|()| Reached::start(G::rules(&G::Params::default())))
            .boxed()
    }

    fn transitions(state: &Self::State) -> BoxedStrategy<Self::Transition> {
        let legal = state.legal().into_iter();
        let ply = |(by, action)| Transition(Some(Ply::new(&state.rules, by, action)));
        let all: Vec<_> = legal.map(ply).collect();
        if all.is_empty() {
            Just(Transition(None)).boxed()
        } else {
            proptest::sample::select(all).boxed()
        }
    }

    fn preconditions(state: &Self::State, transition: &Self::Transition) -> bool {
        match &transition.0 {
            Some(ply) => state.rules.check(&state.at, ply.by, &ply.action).is_ok(),
            None => matches!(state.rules.turn(&state.at), Turn::Over(_)),
        }
    }

    fn apply(mut state: Self::State, transition: &Self::Transition) -> Self::State {
        if let Some(ply) = &transition.0 {
            state.play(ply.by, ply.action.clone());
        }
        state
    }
}

impl<G: Game + 'static, E: Engine<G::Rules> + Default> StateMachineTest for Tested<G, E> {
    type SystemUnderTest = Typed<G::Rules, E>;
    type Reference = Reference<G>;

    fn init_test(state: &Reached<G::Rules>) -> Self::SystemUnderTest {
        Typed::new(state.rules.clone(), E::default)
    }

    fn apply(
        mut engine: Self::SystemUnderTest,
        state: &Reached<G::Rules>,
        transition: Transition<Action<G>>,
    ) -> Self::SystemUnderTest {
        if let Some(ply) = transition.0
            && let Err(parted) = engine.follow(ply.by, &ply.action)
        {
            // A panic would be printed for each game that is tried on the way to a shorter one; proptest tells the last of them.
            let board = state.rules.picture(&state.at).text();
            std::panic::resume_unwind(Box::new(format!("{parted}\n{board}")));
        }
        engine
    }
}
