//! Replays a saved failure: the same choices again, with the bot as it is now.

use crate::bot::{Case, Plan, Played};
use crate::shrink;
use stickler::fixture::Saved;
use stickler::game::Seat;
use stickler::live::players::HarnessError;
use stickler::referee::Fault;

/// The result of a replay.
#[derive(Clone, Debug)]
pub enum Replayed {
    /// The bot gave the same answers, and broke the same clause or another one at the same ask.
    Fails {
        /// The match.
        played: Played,
        /// True where it is the clause that was saved.
        same: bool,
    },
    /// The bot answered differently before that ask, so the replay could not tell.
    Diverges {
        /// The match.
        played: Played,
        /// The answer that was saved, and the one that came, where one came.
        answers: (String, Option<String>),
        /// The number among the bot's answers, from 1.
        number: usize,
    },
    /// The bot got past the ask at which it had failed.
    Passes(Played),
}

/// A failing game as it is saved: the fault, and the transcript's line that shows it.
pub fn saved(plan: &Plan, played: &Played, fault: &Fault, line: usize) -> Saved {
    Saved {
        stickler: 1,
        game: plan.game.name().into(),
        set: played.settings.0.iter().cloned().collect(),
        scenario: played.case.scenario.name.into(),
        index: played.case.index,
        seat: played.case.seat.0,
        clause: fault.breach.clause.id().into(),
        line,
        rate: None,
        choices: played.choices.clone(),
        transcript: played.record.transcript.clone(),
    }
}

/// The case of a saved failure. The error says what of it does not fit the game.
pub fn case_of(plan: &Plan, saved: &Saved) -> Result<Case, String> {
    let missing = || format!("{} has no scenario called {}", saved.game, saved.scenario);
    let scenario = plan.game.scenario(&saved.scenario).ok_or_else(missing)?;
    let case = Case {
        scenario,
        seat: Seat(saved.seat),
        index: saved.index,
    };
    let seats = plan
        .game
        .with(&plan.settings_of(scenario, case.index))?
        .seats();
    if case.seat.index() >= seats {
        return Err(format!(
            "the saved seat is {}, and the game has seats 0 to {}",
            case.seat,
            seats - 1
        ));
    }
    Ok(case)
}

/// Plays a saved failure again. With `follow` a bot that answers otherwise is followed to the end of its game.
pub fn replay(plan: &Plan, saved: &Saved, follow: bool) -> Result<Replayed, HarnessError> {
    let plan = &plan.under(&saved.settings());
    let case = case_of(plan, saved).map_err(std::io::Error::other)?;
    let lines = saved.transcript.lines().count();
    if !(1..=lines).contains(&saved.line) {
        let why = format!(
            "line {} is to show the fault, and the saved transcript has lines 1 to {lines}",
            saved.line
        );
        return Err(std::io::Error::other(why).into());
    }
    let played = plan.play_back(case, &saved.choices)?;
    let answers =
        |transcript: &str, line: usize| shrink::answers(transcript, line, |by| by == case.seat);
    let before = answers(&saved.transcript, saved.line);
    let now = answers(&played.record.transcript, usize::MAX);
    let error = played
        .error(&plan.policy)
        .map(|(fault, line)| (fault.breach.clause.id(), line));
    let split = before
        .iter()
        .enumerate()
        .find(|(at, answer)| now.get(*at) != Some(answer));
    if let Some((at, answer)) = split.filter(|_| !follow) {
        let answers = (answer.clone(), now.get(at).cloned());
        return Ok(Replayed::Diverges {
            answers,
            number: at + 1,
            played,
        });
    }
    Ok(match error {
        Some((clause, line))
            if follow || answers(&played.record.transcript, line).len() <= before.len() =>
        {
            Replayed::Fails {
                same: clause == saved.clause,
                played,
            }
        }
        _ => Replayed::Passes(played),
    })
}

#[cfg(test)]
mod tests;
