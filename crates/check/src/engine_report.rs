//! What engines and rules differ in, as people read it.

use crate::report::met::Kinds;
use std::time::{Duration, Instant};
use stickler::engine::{Divergence, Kind, Law, Report, Spoken, compare};
use stickler::game::Turn;
use stickler::games::erased::AnyRules;
use stickler::report::board;

/// The longest time for which one difference is made shorter.
pub const SHORTER: Duration = Duration::from_secs(4);

/// A difference with the board then, whose turn it is, why the game is over, and the points.
pub fn difference(
    start: &dyn AnyRules,
    report: &Report,
    divergence: &Divergence,
    colour: bool,
) -> String {
    let then = after(start, &divergence.actions);
    let mut why = then
        .end()
        .map_or(String::new(), |why| format!("by the rules: {why}\n"));
    if matches!(divergence.kind, Kind::Outcome | Kind::Score)
        && let Some(points) = then.points()
    {
        why += &format!("the points: {points}\n");
    }
    let board = board::render(&then.picture(), colour) + &turn(&*then) + &why;
    let report = counted(&report.to_string());
    format!("{report}\nthe board then:\n{board}")
}

/// The most games that are played to find out how many an engine needs before it errs.
const MOST_BEFORE: usize = 200;

/// The actions that a difference needs besides its own, as a note; nothing where a program that has just been started shows it. `engine`
/// is one that was not asked yet.
pub fn needs_more(
    start: &dyn AnyRules,
    engine: &mut dyn Spoken,
    law: Law,
    divergence: &Divergence,
) -> String {
    let began = Instant::now();
    for before in 0..MOST_BEFORE {
        if before > 0 && began.elapsed() > SHORTER {
            break;
        }
        let differs = match compare(start, engine, law, &divergence.actions) {
            Ok(played) => played.divergence.is_some(),
            // An engine that cannot be asked any more is wrong in any case.
            Err(_) => true,
        };
        match (differs, before) {
            (false, _) => {}
            (true, 0) => return String::new(),
            (true, 1) => return forgets("played a second time in one process they do"),
            (true, _) => {
                let times = before + 1;
                return forgets(&format!(
                    "played {times} times in one process, the last time they do"
                ));
            }
        }
    }
    forgets("it takes other games before them in the same process")
}

fn forgets(how: &str) -> String {
    format!(
        "note: right after the program is started these actions show no difference; {how}: does `start` forget everything of the \
         game before?\n"
    )
}

/// Says in short what a game shows that also shows the first difference; `None`: it does not.
pub fn shown_before(
    start: &dyn AnyRules,
    engine: &mut dyn Spoken,
    (law, first): (Law, &Divergence),
    divergence: &Divergence,
) -> Option<String> {
    // An engine that cannot be asked any more says nothing.
    let played = compare(start, engine, law, &divergence.actions).ok()?;
    let found = played
        .divergence
        .filter(|found| found.kind == first.kind && found.clause == first.clause);
    found.map(|found| {
        format!(
            "error: the engine {}\n  rules:  {}\n  engine: {}\n  {}, and after {} of them the difference of `{}` above shows: fix that first",
            divergence.kind,
            divergence.rules,
            divergence.engine,
            counted(&format!("after {} actions", divergence.actions.len())),
            found.actions.len(),
            law.word()
        )
    })
}

/// The kinds of position that engine and rules were compared in under these laws, and those that no game came to, as a line; nothing
/// where the game names none.
pub fn met<'a>(start: &dyn AnyRules, reports: impl Iterator<Item = &'a Report> + Clone) -> String {
    let is_met = |kind: &str| reports.clone().any(|report| report.kinds.contains(kind));
    let kinds = Kinds::of(start, is_met);
    kinds.map_or(String::new(), |kinds| kinds.line(usize::MAX) + "\n")
}

/// A text in which one action is no `1 actions`.
pub fn counted(text: &str) -> String {
    text.replace("after 1 actions", "after 1 action")
        .replace("has 1 actions", "has 1 action")
}

/// Whose turn it is by the rules, as a line.
fn turn(rules: &dyn AnyRules) -> String {
    match rules.turn() {
        Turn::Seats(seats) => {
            let seats: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
            format!("to move: seat {}\n", seats.join(" and "))
        }
        Turn::Nature => "to move: the judge\n".into(),
        Turn::Over(outcome) => format!("the game is over: {outcome}\n"),
    }
}

/// The position after these actions; those that are illegal were offered alone.
fn after(start: &dyn AnyRules, actions: &[String]) -> Box<dyn AnyRules> {
    let mut at = start.fork();
    for action in actions {
        let _ = at.play(action);
    }
    at
}
