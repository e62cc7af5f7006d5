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

use super::{Engine, Typed};
use crate::game::{Actor, Rules, Situation, Turn};
use crate::games::Game;
use proptest::prelude::{BoxedStrategy, Just, Strategy};
use std::fmt::Debug;
use std::marker::PhantomData;

/// The rules of a game under its default parameters, as the reference.
#[derive(Clone, Copy, Debug)]
pub struct Reference<G>(PhantomData<G>);

/// An engine of a game under its default parameters, as the tested system. `E::default()` makes it.
#[derive(Clone, Copy, Debug)]
pub struct Tested<G, E>(PhantomData<(G, E)>);

type Action<G> = <<G as Game>::Rules as Rules>::Action;

impl<G: Game + 'static> ReferenceStateMachine for Reference<G>
where
    G::Rules: Debug,
{
    type State = Situation<G::Rules>;
    /// A legal action; `None` after the end.
    type Transition = Option<(Actor, Action<G>)>;

    fn init_state() -> BoxedStrategy<Self::State> {
        Just(())
            .prop_map(|()| Situation::start(G::rules(&G::Params::default())))
            .boxed()
    }

    fn transitions(state: &Self::State) -> BoxedStrategy<Self::Transition> {
        let mut all = Vec::new();
        for by in state.rules.turn(&state.at).actors() {
            let mut actions = Vec::new();
            state.rules.actions(&state.at, by, &mut actions);
            all.extend(actions.into_iter().map(|action| Some((by, action))));
        }
        if all.is_empty() {
            Just(None).boxed()
        } else {
            proptest::sample::select(all).boxed()
        }
    }

    fn preconditions(state: &Self::State, transition: &Self::Transition) -> bool {
        match transition {
            Some((by, action)) => state.rules.check(&state.at, *by, action).is_ok(),
            None => matches!(state.rules.turn(&state.at), Turn::Over(_)),
        }
    }

    fn apply(mut state: Self::State, transition: &Self::Transition) -> Self::State {
        if let Some((by, action)) = transition {
            state.rules.apply(&mut state.at, *by, action);
        }
        state
    }
}

impl<G: Game + 'static, E: Engine<G::Rules> + Default> StateMachineTest for Tested<G, E>
where
    G::Rules: Debug,
{
    type SystemUnderTest = Typed<G::Rules, E>;
    type Reference = Reference<G>;

    fn init_test(state: &Situation<G::Rules>) -> Self::SystemUnderTest {
        Typed::new(state.rules.clone(), E::default)
    }

    fn apply(
        mut engine: Self::SystemUnderTest,
        _state: &Situation<G::Rules>,
        transition: Option<(Actor, Action<G>)>,
    ) -> Self::SystemUnderTest {
        if let Some((by, action)) = transition
            && let Err(parted) = engine.follow(by, &action)
        {
            panic!("{parted}");
        }
        engine
    }
}
