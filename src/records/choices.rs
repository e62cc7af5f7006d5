//! Choices that no seat makes: those that a record tells, those that follow, and those that nobody knows.

use super::check::Found;
use super::drive::{Drive, Stop};
use super::{Step, What};
use crate::check::stream::Recorded;
use crate::check::transcript::Culprit;
use crate::game::Turn;
use crate::referee::FaultKind;
use std::borrow::Cow;

impl Drive<'_, '_> {
    /// A choice that the record tells, or that follows from what comes after it.
    pub(super) fn choose(&mut self) -> Result<(), Stop> {
        let rest = &self.record.steps[self.at..];
        let choice: Cow<'_, str> = match rest.first() {
            Some(Step { what: What::Chosen(choice), .. }) => {
                self.at += 1;
                choice.as_str().into()
            }
            _ if self.is_forced() => {
                return self.referee.choose(&mut Recorded::new(Vec::new()), 0).map_err(|_| Stop::Contradicted);
            }
            _ => match self.record.follows.and_then(|follows| follows(rest, self.referee.rules())) {
                Some((mut options, note)) => {
                    self.notes.extend(note.filter(|note| !self.notes.contains(note)));
                    let option = match (options.len(), self.way.split_first()) {
                        (0 | 1, _) => 0,
                        (_, Some((option, way))) => {
                            self.way = way;
                            *option
                        }
                        (open, None) => {
                            self.open = open;
                            return Err(self.drift());
                        }
                    };
                    if option >= options.len() {
                        return Err(self.drift());
                    }
                    options.swap_remove(option).into()
                }
                None => return Err(self.drift()),
            },
        };
        if let Some([_, moves]) = &mut self.writers {
            moves.chosen(&choice);
        }
        if let Err(breach) = self.referee.choose_named(&choice, 0) {
            return Err(self.contradict(self.at.saturating_sub(1), Culprit::Judge, breach));
        }
        self.settle(self.at.saturating_sub(1), b"");
        Ok(())
    }

    /// True where the rules leave one choice or none.
    fn is_forced(&self) -> bool {
        let rules = self.referee.rules();
        rules.is_some_and(|rules| rules.turn() != Turn::Nature || rules.actions().len() == 1)
    }

    /// What comes next is not told: the rest is held to its form.
    fn drift(&mut self) -> Stop {
        let from = self.at;
        while let Some(step) = self.record.steps.get(self.at) {
            if let What::Said(seat, _, took) = step.what {
                self.spend(seat, took);
            }
            if let What::Said(seat, text, _) = &step.what
                && let Err(breach) = self.referee.answer_form(text)
            {
                let at = step.place(text, breach.span);
                let culprit = Culprit::Seat(*seat, FaultKind::Format);
                self.findings.push(Found { at, culprit, breach, step: Some(self.at) });
                return Stop::Contradicted;
            }
            self.at += 1;
        }
        if self.at > from {
            self.notes.push("a choice of the judge is not told, and the position after it rests on that".into());
        }
        Stop::Adrift(self.at - from)
    }
}
