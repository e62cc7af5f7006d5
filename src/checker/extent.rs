//! How far a log went.

use super::Checker;
use super::block::Block;
use super::head::{is_greeting, skip_greeting};
use crate::finding::Extent;
use crate::game::{Seat, Turn};
use crate::referee::{Awaits, Fact, Observation};

impl Checker<'_> {
    pub(crate) fn extent(&mut self) -> Extent {
        match self.stopped {
            Some(Extent::Cut) if self.view.omits_tail => return Extent::NoTail,
            Some(stopped) => return stopped,
            None => {}
        }
        if self.deviation.is_some() && self.answers.is_none() {
            return Extent::Contradicted;
        }
        // A gap is a line, and nothing is missing from nothing.
        let is_gap = self.desynced.is_some_and(|desynced| desynced.lines == 0);
        let is_gap_alone = self.lines == 1 && is_gap && self.answers.is_none();
        let has_claims = self
            .answers
            .as_ref()
            .is_some_and(|answers| answers.has_claims);
        if self.lines == 0 && !has_claims || is_gap_alone {
            return Extent::Empty;
        }
        if let Some(desynced) = self.desynced {
            // Where every seat hears the end and no line is missing, a log in which none does stops before it.
            let mut seats = self.view.seats.iter();
            let hears_no_end = desynced.told.is_none()
                && self.referee.tells_all_the_end()
                && seats.all(|seat| !desynced.is_finished(seat) && !self.failed(seat));
            // Answers alone are lost by a choice that nothing tells. Where nothing follows it, they stop there.
            let stops = desynced.lines == 0;
            return match self.answers {
                None if hears_no_end && !self.view.omits_tail => Extent::Cut,
                Some(_) if stops && self.view.omits_tail => Extent::NoTail,
                Some(_) if stops && self.may_end_by_choice() => Extent::Open,
                Some(_) if stops => Extent::Cut,
                _ => Extent::Gap(desynced.lines),
            };
        }
        self.referee.forget_moot(self.view.seats);
        if self.omits_head && is_greeting(&*self.referee) {
            // The rest of the handshake may be missing as well.
            skip_greeting(&mut *self.referee, self.view.seen);
        }
        let owed = self
            .view
            .seen
            .iter()
            .any(|seat| self.referee.owes(seat).is_some() && !self.failed(seat));
        if let Awaits::Exit { seats, .. } = self.referee.awaits()
            && !owed
        {
            for seat in seats.iter() {
                // Where a seat failed, the judge may have ended the programs itself.
                let told = self
                    .answers
                    .as_ref()
                    .and_then(|answers| answers.exits[seat.index()]);
                let told = told.filter(|_| self.referee.out().is_empty());
                let what = told.map_or(Observation::Unlogged, Observation::Died);
                // The referee awaits exactly these.
                let _ = self.referee.take(Fact::Exit { seat, what }, 0);
            }
            self.report_new_faults(&Block::new(0, b"".into()));
        }
        // Of a time that no line tells nothing more is known.
        while let Awaits::Clock(seats) = self.referee.awaits() {
            let seat = seats.iter().next().unwrap_or(Seat(0));
            if self
                .referee
                .take(Fact::Clock { seat, took: None }, 0)
                .is_err()
            {
                break;
            }
        }
        match self.referee.awaits() {
            Awaits::Verdict if !owed => Extent::Whole,
            _ if self.view.omits_tail => Extent::NoTail,
            Awaits::Replies(asks)
                if !owed
                    && !self.referee.tells_all_the_end()
                    && asks.iter().all(|ask| self.view.unseen.contains(ask.seat)) =>
            {
                Extent::Open
            }
            _ => Extent::Cut,
        }
    }

    /// True where the choice that is due may end the game, as far as the rules tell.
    fn may_end_by_choice(&self) -> bool {
        let Some(rules) = self.referee.rules() else {
            return true;
        };
        let goes_on = |action: &String| {
            let mut then = rules.fork();
            then.play(action).is_ok() && matches!(then.turn(), Turn::Seats(_))
        };
        let actions = rules.actions();
        actions.is_empty() || !actions.iter().all(goes_on)
    }
}
