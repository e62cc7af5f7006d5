//! The dialogue's memory of a game.

use super::Refusal;
use crate::clause::Breach;
use crate::game::{Actor, Notation, Seat, Situation, Turn};
use crate::picture::Picture;
use crate::referee::{Stream, Verdict};
use crate::wire::{ASKED, Words};
use std::fmt;

/// The dialogue's memory of a game: the position, and more, such as the wording of moves.
///
/// [`Situation`] implements it for dialogues that keep only the position.
pub trait DialogueMemory: Clone + fmt::Debug + Send {
    /// The rules.
    type Rules: Notation;
    /// A step of the game: an answer as it was written, or a choice that no seat makes.
    type Step: Clone + fmt::Debug + Send;

    /// The state before the first step.
    fn start(rules: Self::Rules) -> Self;
    /// Who acts, or how it ended.
    fn turn(&self) -> Turn;
    /// Does a step that the protocol has read, drawn, or seen in a message.
    fn apply(&mut self, by: Actor, step: Self::Step);
    /// The legal answers of a seat that is asked, in a fixed order.
    fn replies(&self, seat: Seat, into: &mut Vec<String>);
    /// Draws a choice that no seat makes.
    fn draw(&self, stream: &mut dyn Stream) -> Option<Self::Step>;
    /// Reads a choice as [`DialogueMemory::chosen`] writes it. A breach says why it cannot be made here.
    fn choice(&self, text: &str) -> Result<Self::Step, Breach>;
    /// A choice as text; `None`: it has no text.
    fn chosen(&self, step: &Self::Step) -> Option<String>;
    /// Whether a choice that a message tells can be made here, and the clause that it breaks otherwise.
    fn check_choice(&self, step: &Self::Step) -> Result<(), Breach>;
    /// The position under the rules alone.
    fn situation(&self) -> Situation<Self::Rules>;
    /// Reads and checks an answer whose form alone says what it means, for protocols without their own `answer`.
    fn read_answer(&self, _by: Seat, words: &mut Words<'_>) -> Result<Self::Step, Refusal> {
        let why = "this memory of a game has no `read_answer`";
        Err(Refusal::Format(words.wrong(ASKED, why, 0)))
    }

    /// The position to look at.
    fn picture(&self) -> Picture {
        let Situation { rules, at } = self.situation();
        rules.picture(&at)
    }

    /// Takes a failed seat out of a game that goes on.
    fn leave(&mut self, _seat: Seat, _verdict: &mut Verdict) {}
}

impl<R: Notation> Situation<R> {
    /// The action of a seat, if the rules allow it here.
    pub fn allow(&self, by: Seat, action: R::Action) -> Result<R::Action, Refusal> {
        self.rules
            .check(&self.at, Actor::Seat(by), &action)
            .map_err(Refusal::Illegal)
            .map(|()| action)
    }
}

impl<R> DialogueMemory for Situation<R>
where
    R: Notation + fmt::Debug + Send,
    R::Position: fmt::Debug + Send,
    R::Action: fmt::Debug + Send,
{
    type Rules = R;
    type Step = R::Action;

    fn start(rules: R) -> Situation<R> {
        Situation::start(rules)
    }

    fn turn(&self) -> Turn {
        self.rules.turn(&self.at)
    }

    fn apply(&mut self, by: Actor, action: R::Action) {
        self.rules.apply(&mut self.at, by, &action);
    }

    fn replies(&self, seat: Seat, into: &mut Vec<String>) {
        let mut actions = Vec::new();
        self.rules
            .actions(&self.at, Actor::Seat(seat), &mut actions);
        into.extend(
            actions
                .iter()
                .map(|action| self.rules.answer(Actor::Seat(seat), action)),
        );
    }

    fn draw(&self, stream: &mut dyn Stream) -> Option<R::Action> {
        let mut actions = Vec::new();
        self.rules.actions(&self.at, Actor::Nature, &mut actions);
        (!actions.is_empty()).then(|| actions.swap_remove(stream.pick(actions.len())))
    }

    fn choice(&self, text: &str) -> Result<R::Action, Breach> {
        let (by, action) = self.rules.parse(&self.at, text)?;
        self.rules.check(&self.at, by, &action).map(|()| action)
    }

    fn chosen(&self, action: &R::Action) -> Option<String> {
        Some(self.rules.print(Actor::Nature, action))
    }

    fn check_choice(&self, action: &R::Action) -> Result<(), Breach> {
        self.rules.check(&self.at, Actor::Nature, action)
    }

    fn situation(&self) -> Situation<R> {
        self.clone()
    }

    fn read_answer(&self, by: Seat, words: &mut Words<'_>) -> Result<R::Action, Refusal> {
        self.allow(by, self.rules.read(words)?)
    }
}
