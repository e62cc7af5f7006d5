//! The tasks of a run: the matches under a judge, and the outputs that a grader gets.

use std::fmt;
use stickler::games::erased::AnyGame;
use stickler_judge_test::MatchKind;
use stickler_judge_test::grader_outputs::{Case, OutputChange, questions};
use stickler_judge_test::join::Join;

/// A task: a match, or an output to grade.
#[derive(Clone, Copy)]
pub(super) enum Task {
    /// A match; a validator is joined to its bot in this way.
    Match(MatchKind, Option<Join>),
    /// An output to grade, of the input with this number.
    Output(&'static OutputChange, usize),
}

impl Task {
    /// How soon it is played with `--quick`: the most telling ones come first.
    pub(super) fn rank(&self, jobs: u16) -> usize {
        let Task::Match(played, _) = self else {
            return 0;
        };
        match played {
            MatchKind::Plain => 0,
            _ if self.holds_clocks() && jobs > 1 => 0,
            MatchKind::Made(_) => 1,
            MatchKind::Illegal(_, 0..FIRST, _) | MatchKind::Text(..) => 2,
            MatchKind::Fault(way, _) if QUICK_FAULTS.contains(&way.name) => 3,
            MatchKind::Sides(..) | MatchKind::Side(_) => 4,
            _ => 5,
        }
    }

    /// True for a match that holds the judge's clocks: with `--quick` it runs beside the others, unless only one match may run at a
    /// time.
    pub(super) fn holds_clocks(&self) -> bool {
        matches!(self, Task::Match(played, _) if played.holds_clocks())
    }

    /// True for a match in which a judge may wait seconds for a bot that is at fault.
    pub(super) fn is_long(&self, game: &dyn AnyGame) -> bool {
        matches!(self, Task::Match(played, _) if played.is_long(game))
    }
}

/// The first of the illegal answers that break a clause.
const FIRST: usize = 9;
/// Faults that a judge sees without a wait.
const QUICK_FAULTS: [&str; 6] = ["crash", "early-exit", "again", "beyond", "zero", "greeting"];

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Match(played, None) => write!(f, "{played}"),
            Task::Match(played, Some(how)) => write!(f, "{played}-{}", how.name()),
            Task::Output(change, 0) => f.write_str(change.name),
            Task::Output(change, number) => write!(f, "{}-{}", change.name, number + 1),
        }
    }
}

/// The outputs of these inputs that a grader gets.
pub(super) fn outputs_of_a_batch(cases: &[Case]) -> impl Iterator<Item = Task> {
    let questions = questions(cases).into_iter();
    questions.map(|(change, number)| Task::Output(change, number))
}
