//! Whether a saved failure is fixed: one that came now and then has to go well more than once.

use crate::bot::Plan;
use crate::replay::case_of;
use stickler::fixture::Saved;
use stickler::live::players::HarnessError;

/// How many games with the choices of a failure have to go well before it counts as fixed: so many that a bot that fails as often
/// as it did seldom gets through. Where nobody has counted, it may fail every second time.
fn games_to_fix(rate: Option<[usize; 2]>) -> usize {
    const UNKNOWN: [usize; 2] = [1, 2];
    const MOST: usize = 60;
    let [failed, played] = rate.unwrap_or(UNKNOWN);
    let goes_well = 1.0 - failed as f64 / played.max(1) as f64;
    let mut by_luck = 1.0;
    (1..MOST)
        .find(|_| {
            by_luck *= goes_well;
            by_luck <= 0.05
        })
        .unwrap_or(MOST)
}

/// The result of replaying a saved failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Still {
    /// The game breaks this clause.
    Fails(&'static str),
    /// The game breaks a clause that is allowed to be broken.
    Allowed,
    /// The game went well so often, of so many times that it takes.
    NotSeen([usize; 2]),
    /// The game goes well as often as its rate asks for.
    Fixed,
}

/// Plays a saved failure as often as its rate asks for, or until it fails; after the first game only as long as there is time.
pub fn fails_still(
    plan: &Plan,
    saved: &Saved,
    has_time: &dyn Fn() -> bool,
) -> Result<Still, HarnessError> {
    let own = plan.under(&saved.settings());
    let case = case_of(&own, saved).map_err(std::io::Error::other)?;
    let wanted = games_to_fix(saved.rate);
    for played in 0..wanted {
        if played > 0 && !has_time() {
            return Ok(Still::NotSeen([played, wanted]));
        }
        let played = own.play_back(case, &saved.choices)?;
        if let Some((fault, _)) = played.error(&plan.policy) {
            return Ok(Still::Fails(fault.breach.clause.id()));
        }
        let allowed = &plan.policy.allowed;
        if (played.faults()).any(|(fault, _)| allowed.contains(fault.breach.clause.id())) {
            return Ok(Still::Allowed);
        }
    }
    Ok(Still::Fixed)
}

#[cfg(test)]
mod tests {
    use super::{Still, fails_still, games_to_fix};
    use crate::in_memory::{altered, in_memory};
    use crate::replay::saved;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_failure_is_fixed_once_luck_is_unlikely() {
        let games = |failed, played| games_to_fix(Some([failed, played]));
        assert_eq!(
            [games(5, 5), games(4, 5), games(2, 5), games(1, 6)],
            [1, 2, 6, 17]
        );
        assert_eq!(games_to_fix(None), 5);
        // Nobody waits for hundreds of games, and a rate that nobody can mean ends, too.
        assert_eq!(
            [games(1, 1000), games(0, 5), games(1, 0), games(9, 5)],
            [60, 60, 1, 1]
        );
    }

    #[test]
    fn an_allowed_failure_is_not_fixed() {
        let mut plan = in_memory("gomoku", |bot| {
            altered(bot, |_, heard, _| {
                let is_turn = heard.last().is_some_and(|line| line.starts_with("TURN"));
                is_turn.then(|| "NO\n".into())
            })
        });
        let case = plan.cases().expect("cases")[0];
        let first = plan.play(case).expect("a game");
        let (fault, line) = first.error(&plan.policy).expect("a fault");
        let clause = fault.breach.clause.id();
        let kept = saved(&plan, &first, fault, line);
        let still = |plan: &_| fails_still(plan, &kept, &|| true).expect("it is played");
        assert_eq!(still(&plan), Still::Fails(clause));
        plan.policy.allowed.insert(clause.to_string());
        assert_eq!(still(&plan), Still::Allowed);
    }

    /// A failure of two games in five, of a bot that fails in one game of those that follow.
    #[test]
    fn a_flaky_failure_has_to_go_well_more_than_once() {
        let still = |fails: usize, games: usize| {
            let played = Arc::new(AtomicUsize::new(0));
            let count = Arc::clone(&played);
            let plan = in_memory("gomoku", move |bot| {
                let number = count.fetch_add(1, Ordering::Relaxed);
                let is_wrong = number == 0 || number == fails;
                altered(bot, move |_, heard, _| {
                    let is_turn = heard.last().is_some_and(|line| line.starts_with("TURN"));
                    (is_wrong && is_turn).then(|| "NO\n".into())
                })
            });
            let case = plan.cases().expect("cases")[0];
            let first = plan.play(case).expect("a game");
            let (fault, line) = first.error(&plan.policy).expect("a fault");
            let mut kept = saved(&plan, &first, fault, line);
            kept.rate = Some([2, 5]);
            let has_time = || played.load(Ordering::Relaxed) <= games;
            fails_still(&plan, &kept, &has_time).expect("it is played")
        };
        assert_eq!(still(9, 100), Still::Fixed);
        assert_eq!(still(6, 100), Still::Fails("gomoku.turn.answer"));
        assert_eq!(still(7, 100), Still::Fixed, "after the sixth nobody looks");
        assert_eq!(still(9, 1), Still::NotSeen([1, 6]));
        assert_eq!(still(9, 4), Still::NotSeen([4, 6]));
    }
}
