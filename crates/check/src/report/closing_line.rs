//! The closing line of a run: its verdict and its slowest answers, and where to look first.

use super::run::smallest;
use crate::bot::{Plan, RunSummary};
use crate::pace;
use crate::search::SearchEnd;
use crate::summary::SkipReason;
use std::fmt::Write;
use stickler::explain::Conclusion;
use stickler::params::Ms;
use stickler::report::file_report::count;
use stickler::transcript::TimeSpent;

/// The clauses that were broken: by name, if they are few, and then in how many games, if not in all that failed.
fn broken(summary: &RunSummary) -> String {
    let broken: Vec<(&str, usize)> = summary
        .broken
        .iter()
        .map(|clause| (clause.id(), summary.tally(clause.id()).failed))
        .collect();
    let failing = summary.failing.len();
    match broken[..] {
        [(first, _)] => first.to_string(),
        [(first, games), (second, others)] if (games, others) == (failing, failing) => {
            format!("{first} and {second}")
        }
        [(first, games), (second, others)] => {
            format!("{first} (in {games}) and {second} (in {others})")
        }
        _ => count(broken.len(), "clause"),
    }
}

/// The one line that says all.
pub fn closing(plan: &Plan, summary: &RunSummary) -> String {
    let (games, failing) = (summary.games, summary.failing.len());
    let mut text = match summary.conclusion() {
        Conclusion::Unknown if games == 0 => "could not tell: no game was played".to_string(),
        Conclusion::Unknown if summary.unplayed.is_empty() => {
            format!(
                "could not tell: nothing failed in {}, and some could not be judged",
                count(games, "game")
            )
        }
        Conclusion::Unknown => {
            let unplayed = summary
                .unplayed
                .iter()
                .copied()
                .collect::<Vec<_>>()
                .join(", ");
            let games = count(games, "game");
            format!(
                "could not tell: nothing failed in {games}, but these scenarios were not played: {unplayed}"
            )
        }
        Conclusion::Conforms => {
            let how = if plan.no_clock { " without clocks" } else { "" };
            format!(
                "conforms{how}: {}, {} kept",
                count(games, "game"),
                count(summary.kept(), "clause")
            )
        }
        Conclusion::Violates if summary.beyond_play == 0 => {
            format!(
                "right in protocol, weak in play: {failing} of {games} games are lost where a win is asked for"
            )
        }
        Conclusion::Violates => {
            let games = count(games, "game");
            format!("violates: {failing} of {games} break {}", broken(summary))
        }
    };
    if !summary.warned.is_empty() {
        let _ = write!(text, ", {} warned", summary.warned.len());
    }
    let slowest = if plan.no_clock {
        "played without clocks, so times were not checked".to_string()
    } else {
        slowest(plan, summary)
    };
    if games > 0 {
        let _ = write!(text, "; {slowest}{}", peak(summary.peak));
    }
    let pace = summary.pace.filter(|_| !plan.no_clock);
    if let Some(warning) = pace::warning(plan, pace) {
        let _ = write!(text, "; {warning}");
    }
    if let Some(why) = summary.searched.ended {
        let games = count(summary.searched.games as usize, "game");
        let _ = match why {
            SearchEnd::Time => write!(
                text,
                "; the time of the search was over after {games}: --search 60 looks longer"
            ),
            why => write!(text, "; the search had {games}: {why}"),
        };
    }
    if summary.stalls > 0 {
        let times = match summary.stalls {
            1 => "once".to_string(),
            times => format!("{times} times"),
        };
        let _ = write!(
            text,
            "; the machine held games up {times}, and they were played again"
        );
    }
    if let Some(why) = summary.skipped_why {
        let games = count(summary.skipped, "game");
        let more = match why {
            SkipReason::TimeBox => ", and there was no search: --time-box 600 gives the bot longer",
            _ => "",
        };
        let _ = write!(text, "; {games} not played: {why}{more}");
    }
    // Whatever disturbs one disturbs others.
    let disturbed = summary.beside_others.first();
    let refused = summary.opponent_refused.first();
    for (case, why) in summary.held_up.iter().chain(disturbed).chain(refused) {
        let name = plan.name_of(*case);
        let _ = write!(text, "\ncould not tell of scenario {name}: {why}");
    }
    if games == 0 && !summary.held_up.is_empty() {
        text += "\nwhere the machine cannot be kept free, --no-clock checks all but the times";
    }
    text
}

/// Where to look first: clause, line and seat of the smallest failing game.
pub fn cause(plan: &Plan, summary: &RunSummary) -> Option<String> {
    let games = smallest(plan, summary);
    let (played, fault, line) = games.first()?;
    let others: Vec<&str> = games[1..]
        .iter()
        .map(|(_, fault, _)| fault.breach.clause.id())
        .collect();
    let also = if others.is_empty() {
        String::new()
    } else {
        format!("; also broken: {}", others.join(", "))
    };
    let by = match plan.is_alone(played.case) {
        true => String::new(),
        false => format!(" by seat {}", played.case.seat),
    };
    Some(format!(
        "{}: broken at line {line}{by}{also}",
        fault.breach.clause
    ))
}

/// The parameters that limit a first answer, whether it is called after the message that it answers, and those that limit a later one.
const LIMITS: [(&str, bool, &str); 2] =
    [("ready", true, "bank"), ("first-time", false, "turn-time")];

/// The word of the first message that a judge sends.
fn first_word(plan: &Plan) -> Option<String> {
    let mut text = String::new();
    let mut referee = plan.game.with(&plan.settings).ok()?.referee();
    referee.tell(&mut text)?;
    text.split([' ', '\n']).next().map(str::to_string)
}

/// The slowest answers, each with its own limit: where the first answer has one of its own, it is told apart.
fn slowest(plan: &Plan, summary: &RunSummary) -> String {
    let parameters = plan
        .game
        .with(&plan.settings)
        .map_or(Vec::new(), |variant| variant.parameters());
    let limit = |wanted: &str| {
        parameters
            .iter()
            .find(|(name, _)| *name == wanted)
            .map(|(_, limit)| limit.as_str())
    };
    let within = |time: Ms, limit: Option<&str>| {
        let spent = in_parts(summary.slowest_spent.filter(|_| time == summary.slowest));
        limit.map_or(format!("{time} ms{spent}"), |limit| {
            format!("{time} ms of {limit}{spent}")
        })
    };
    let own = LIMITS
        .iter()
        .find_map(|(first, called, later)| Some((limit(first)?, called, limit(later)?)));
    match (own, summary.apart) {
        (Some((ready, is_named, bank)), [Some(first), later]) => {
            let called = is_named.then(|| first_word(plan)).flatten();
            let called = called.unwrap_or("first answer".into());
            let later = later
                .map(|later| format!("slowest answer of all: {}; ", within(later, Some(bank))));
            format!(
                "{}{called} {}",
                later.unwrap_or_default(),
                within(first, Some(ready))
            )
        }
        _ => format!(
            "slowest answer of all: {}",
            within(summary.slowest, limit("bank"))
        ),
    }
}

/// Bytes, where they are known.
pub(super) fn peak(bytes: u64) -> String {
    if bytes > 0 {
        format!(", peak memory {} MB", bytes.div_ceil(1 << 20))
    } else {
        String::new()
    }
}

/// Where the time of a long answer went.
pub(super) fn in_parts(spent: Option<TimeSpent>) -> String {
    spent
        .filter(TimeSpent::is_long)
        .map_or(String::new(), |spent| format!(" ({})", spent.in_parts()))
}
