//! Games that fail beside others of the same program: programs that share a file or a port disturb each other, and a right bot fails.

use super::{Case, Plan, Played};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use stickler::error_policy::ErrorPolicy;
use stickler::live::players::HarnessError;

/// How often a game that failed beside others is played alone, as long as it goes well.
const ALONE: usize = 3;

/// The games of a run, as far as one is to know of the others.
pub(super) struct BesideOthers<'a> {
    /// Held by every game; one that is played alone has it for itself.
    games: RwLock<()>,
    /// True where games are played one at a time: from the beginning, or since one failed only beside others.
    one_at_a_time: AtomicBool,
    jobs: usize,
    policy: &'a ErrorPolicy,
}

/// A game as it counts.
pub(super) struct Attempt {
    pub(super) played: Played,
    /// How it failed beside others, where it went well alone.
    pub(super) failed: Option<String>,
}

impl BesideOthers<'_> {
    /// Before the first of some games; `one_at_a_time`: others that failed beside others came before them.
    pub(super) fn of(plan: &Plan, one_at_a_time: bool) -> BesideOthers<'_> {
        BesideOthers {
            games: RwLock::new(()),
            one_at_a_time: AtomicBool::new(one_at_a_time || plan.jobs <= 1),
            jobs: plan.jobs,
            policy: &plan.policy,
        }
    }

    /// Plays a game; one that fails beside others is played again alone, and counts as it goes there.
    pub(super) fn play(
        &self,
        case: Case,
        play: &(dyn Fn(Case) -> Result<Played, HarnessError> + Sync),
    ) -> Result<Attempt, HarnessError> {
        let counts = |played| Attempt {
            played,
            failed: None,
        };
        if self.one_at_a_time.load(Ordering::Relaxed) {
            return self.alone(case, play).map(counts);
        }
        let played = {
            let _others = self.games.read().unwrap_or_else(PoisonError::into_inner);
            play(case)?
        };
        let Some((fault, _)) = played.error(self.policy) else {
            return Ok(counts(played));
        };
        let mut again = self.alone(case, play)?;
        for _ in 1..ALONE {
            if again.error(self.policy).is_some() {
                break;
            }
            again = self.alone(case, play)?;
        }
        if again.error(self.policy).is_some() {
            return Ok(counts(again));
        }
        self.one_at_a_time.store(true, Ordering::Relaxed);
        let failed = format!(
            "it breaks {} beside other games of the same program, {} at a time, and went well {ALONE} times alone: do they share a \
             file or a port, or does it fail now and then? --jobs 1 plays one at a time",
            fault.breach.clause, self.jobs
        );
        Ok(Attempt {
            played: again,
            failed: Some(failed),
        })
    }

    fn alone(
        &self,
        case: Case,
        play: &(dyn Fn(Case) -> Result<Played, HarnessError> + Sync),
    ) -> Result<Played, HarnessError> {
        let _alone = self.games.write().unwrap_or_else(PoisonError::into_inner);
        play(case)
    }
}
