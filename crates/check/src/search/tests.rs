//! A search that goes on: killed at any moment, resumed and joined it has the games of one that was not.

use super::{SearchEffort, Searched};
use crate::bot::{Plan, Played, RunSummary};
use crate::in_memory::in_memory;
use crate::joined_results::JoinedResults;
use crate::results::tests::planned;
use crate::results::{GameLine, Planned};
use std::sync::Mutex;
use std::time::Duration;
use stickler::games::GAMES;
use stickler_arena::threads::unlocked;

/// More than a round.
const GAMES_OF_SEARCH: u32 = 10;
/// Games that run at a time, so that as many of the last ones may be missing.
const JOBS: usize = 4;

/// The lines of a search that begins with these.
fn searched(planned: &Planned, plan: &Plan, before: &[GameLine]) -> Vec<GameLine> {
    let effort = SearchEffort {
        time: Duration::from_secs(600),
        games: Some(GAMES_OF_SEARCH),
        is_thorough: true,
        part: planned.shard.unwrap_or([1, 1]),
    };
    let joined = joined(planned, before);
    let lines = Mutex::new(before.to_vec());
    let watch = |played: &Played, _: Searched| {
        lines
            .lock()
            .expect("lines")
            .push(GameLine::of(plan, played));
        Ok(())
    };
    let is_played = |case: &_| joined.has(joined.place(case));
    let (_, trouble) = plan.search_on(joined.so_far(), effort, &is_played, &watch);
    assert!(trouble.is_none());
    unlocked(lines)
}

fn joined(planned: &Planned, lines: &[GameLine]) -> JoinedResults {
    let mut joined = JoinedResults::new(planned, GAMES).expect("joined results");
    for line in lines {
        joined.note(planned, line).expect("noted");
        joined.add(line).expect("added");
    }
    joined
}

/// The results of the games, whatever their order: news of a situation is with the first that has it.
fn told(planned: &Planned, lines: &[GameLine]) -> (Vec<(u32, u8)>, RunSummary) {
    let mut games: Vec<_> = lines.iter().map(|line| (line.index, line.seat)).collect();
    games.sort_unstable();
    (games, joined(planned, lines).so_far())
}

#[test]
fn killed_at_any_moment_and_resumed_a_search_plays_what_a_whole_one_plays() {
    let plan = Plan {
        seed: 3,
        ..in_memory("gomoku", |bot| bot)
    };
    for shard in [None, Some([2, 3])] {
        let planned = planned("gomoku", shard, Some("search"));
        let whole = searched(&planned, &plan, &[]);
        let (games, summary) = told(&planned, &whole);
        assert_eq!(games.len(), GAMES_OF_SEARCH as usize);
        for ended in 0..=whole.len() {
            for missing in (ended.saturating_sub(JOBS)..ended).step_by(JOBS - 1) {
                let mut part = whole[..ended].to_vec();
                part.remove(missing);
                let (again, of_both) = told(&planned, &searched(&planned, &plan, &part));
                assert_eq!(again, games, "{ended} without {missing}");
                assert_eq!(of_both.clauses, summary.clauses);
                assert_eq!(of_both.situations, summary.situations);
            }
        }
    }
}

/// The first choices of a game on a tape lead to the same position; what comes after them is drawn.
#[test]
fn a_tape_brings_the_choices_of_another_game_back() {
    for game in ["betris", "blackout", "blokus", "gomoku", "tetris"] {
        let plan = in_memory(game, |bot| bot);
        plan.prepare_search().expect("prepared");
        for number in 0..4 {
            let case = plan.searched(number).expect("a case");
            let played = plan.play(case).expect("a game");
            let leads = &played.choices[..played.choices.len().min(20)];
            let tape = super::changes::begun(leads, leads.len());
            let later = crate::bot::Case { index: 77, ..case };
            let again = plan.under(&played.settings).play_tape(later, &tape);
            let again = again.expect("a game").choices;
            assert!(again.starts_with(leads), "{game}: {leads:?} and {again:?}");
        }
    }
}
