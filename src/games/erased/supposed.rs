//! Answers that a log does not show and no message of it tells: the referee goes on in every game that the log allows.
//!
//! Each legal answer makes a game of its own. A game stays as long as the judge's messages are those that are due in it. So what a judge
//! tells of a secret is held against all that it has told of it before.

use super::referee::{ErasedReferee, SayOf};
use crate::clause::Breach;
use crate::game::{Seat, Seats};
use crate::games::Game;
use crate::referee::{Awaits, Observation, Referee, RefereeState, Revealed, Verdict};
use crate::wire::JUDGE_FORM;

/// The most games in which the referee goes on.
const MOST_GAMES: usize = 4096;

impl<G: Game> ErasedReferee<G> {
    /// Does this in each game. Those in which it goes well stay; where it goes well in none, all do.
    pub(super) fn in_each<T, E>(
        &mut self,
        mut act: impl FnMut(&mut ErasedReferee<G>) -> Result<T, E>,
    ) -> Result<T, Vec<E>> {
        let first = act(self);
        if self.others.is_empty() {
            return first.map_err(|error| vec![error]);
        }
        let mut errors = Vec::new();
        let mut done = Vec::new();
        let (mut kept, mut failed) = (Vec::new(), Vec::new());
        for mut game in std::mem::take(&mut self.others) {
            match act(&mut game) {
                Ok(what) => {
                    done.push(what);
                    kept.push(game);
                }
                Err(error) => {
                    errors.push(error);
                    failed.push(game);
                }
            }
        }
        match first {
            Ok(what) => {
                self.others = kept;
                self.settle();
                Ok(what)
            }
            Err(error) if kept.is_empty() => {
                self.others = failed;
                errors.insert(0, error);
                Err(errors)
            }
            Err(_) => {
                *self = kept.remove(0);
                self.others = kept;
                self.settle();
                Ok(done.remove(0))
            }
        }
    }

    /// The game that goes on, and has the fewest faults, stands for all: nobody is blamed for what need not have been.
    fn settle(&mut self) {
        let rank = |game: &ErasedReferee<G>| {
            let is_over = game.referee.awaits().is_over();
            (is_over, game.referee.verdict().faults.len())
        };
        let own = rank(self);
        let best = self.others.iter_mut().min_by_key(|game| rank(game));
        if let Some(best) = best.filter(|best| rank(best) < own) {
            std::mem::swap(&mut self.referee, &mut best.referee);
            std::mem::swap(&mut self.owed, &mut best.owed);
            std::mem::swap(&mut self.learned, &mut best.learned);
        }
        let verdict = self.referee.verdict();
        let outcome = |game: &ErasedReferee<G>| game.referee.verdict().outcome;
        let is_open = self
            .others
            .iter()
            .any(|game| outcome(game) != verdict.outcome);
        self.open = is_open.then(|| {
            Box::new(Verdict {
                outcome: None,
                ..verdict.clone()
            })
        });
    }

    /// The seat whose answer this message shows to be missing, and does not tell.
    fn secret_of(&self, to: Seat, say: &SayOf<G>, unseen: Seats) -> Option<Seat> {
        let Some(Revealed::Unknown) = self.referee.known(to, None, say) else {
            return None;
        };
        let Awaits::Replies(asks) = self.referee.awaits() else {
            return None;
        };
        asks.iter()
            .map(|ask| ask.seat)
            .find(|seat| unseen.contains(*seat))
    }

    /// True where this message, which is not due, shows that a choice or an answer is missing, and not which.
    pub(super) fn hides(&self, to: Seat, say: &SayOf<G>, unseen: Seats) -> bool {
        let is_choice = || {
            matches!(self.referee.awaits(), Awaits::Choice)
                && matches!(self.referee.known(to, None, say), Some(Revealed::Unknown))
        };
        self.secret_of(to, say, unseen).is_some() || is_choice()
    }

    /// Goes on in every game that a legal answer leads to; false: there are too many, or no answer is missing.
    pub(super) fn suppose(&mut self, to: Seat, say: &SayOf<G>, unseen: Seats) -> bool {
        let mut games = Vec::new();
        for game in std::iter::once(&*self).chain(&self.others) {
            let Some(seat) = game.secret_of(to, say, unseen) else {
                return false;
            };
            let mut replies = Vec::new();
            game.referee.replies(seat, &mut replies);
            if games.len() + replies.len() > MOST_GAMES {
                return false;
            }
            games.extend(replies.into_iter().filter_map(|reply| {
                let mut then = game.copied();
                let text = Observation::Lines(reply.as_bytes());
                then.heard(seat, text, None).ok()?;
                let mark = then.owed.mark;
                let learned = then.learned.iter_mut();
                learned
                    .for_each(|all| all.push((mark, Revealed::Reply(seat, reply.clone(), None))));
                then.owed.forget(unseen);
                Some(then)
            }));
        }
        if games.is_empty() {
            return false;
        }
        *self = games.remove(0);
        self.others = games;
        true
    }

    /// Takes a message in each game; only games in which it is due stay. Where it shows in some of them that one more answer is missing,
    /// they go on in every game that this answer leads to.
    pub(super) fn told_in_each(
        &mut self,
        to: Seat,
        say: &SayOf<G>,
        unseen: Seats,
        mark: usize,
    ) -> Result<Option<Seat>, Breach> {
        if self.others.is_empty() {
            return self.told_in_this(to, say, unseen, mark);
        }
        let (mut kept, mut hiding, mut breaches) = (Vec::new(), Vec::new(), Vec::new());
        for mut game in self.games() {
            match game.told_in_this(to, say, unseen, mark) {
                Ok(failed) => kept.push((game, failed)),
                Err(breach) if game.hides(to, say, unseen) => hiding.push((game, breach)),
                Err(breach) => breaches.push(breach),
            }
        }
        if !kept.is_empty() {
            for (mut game, breach) in hiding.split_off(0) {
                let is_supposed = game.suppose(to, say, unseen);
                if !is_supposed || kept.len() + game.others.len() > MOST_GAMES {
                    *self = game;
                    self.others.clear();
                    return Err(breach);
                }
                kept.extend(game.games().into_iter().filter_map(|mut then| {
                    let failed = then.told_in_this(to, say, unseen, mark).ok()?;
                    Some((then, failed))
                }));
            }
        }
        let failed = kept.first().map(|(_, failed)| *failed);
        let breach = hiding.first().map(|(_, breach)| *breach);
        let mut games = kept.into_iter().map(|(game, _)| game);
        let mut still_hiding = hiding.into_iter().map(|(game, _)| game);
        if let Some(game) = games.next().or_else(|| still_hiding.next()) {
            *self = game;
            self.others = games.chain(still_hiding).collect();
        }
        match (failed, breach) {
            (Some(failed), _) => {
                self.settle();
                Ok(failed)
            }
            (None, Some(breach)) => Err(breach),
            (None, None) => Err(breach_of_all(&breaches)),
        }
    }

    /// Every game, one by one. This one is left alone.
    fn games(&mut self) -> Vec<ErasedReferee<G>> {
        let mut games = vec![self.copied()];
        games.append(&mut self.others);
        games
    }
}

/// The breach of a message that is due in none of the games.
fn breach_of_all(breaches: &[Breach]) -> Breach {
    let [first, more @ ..] = breaches else {
        return Breach::new(JUDGE_FORM, "nothing is due here");
    };
    if more.iter().all(|other| other == first) {
        return *first;
    }
    let text =
        "no answer that the other seat can have given explains this and what was told before";
    let why = Breach::new(first.clause, text).why;
    Breach { why, ..*first }
}
