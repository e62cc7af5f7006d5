//! A case of the fixtures as somebody reads it: what is played or said, the board, and where it breaks a clause.

use std::sync::LazyLock;
use stickler::explain::{Finding, validate, validate_until};
use stickler::fixture;
use stickler::fixture::Fixture;
use stickler::games::Registry;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::report::board;
use stickler::report::diagnostic::{Diagnosis, Source};
use stickler::report::file_report::explained;
use stickler::report::journal::Journal;

/// The smallest case that keeps each clause of our pages, and the smallest that breaks it; a test writes them.
static CASES: LazyLock<Vec<Fixture>> =
    LazyLock::new(|| fixture::read(fixture::EXAMPLES).unwrap_or_default());
/// In front of the name of a case that stands in no file.
const DECLARED: &str = "declared::";
/// Most lines of a log that are shown.
const MOST: usize = 14;

/// The smallest cases of a clause, drawn.
pub(super) fn of(id: &str, games: Registry) -> String {
    let keeps = |case: &&Fixture| case.clauses.iter().any(|clause| clause == id);
    let breaks = |case: &&Fixture| case.broken().any(|clause| clause == id);
    let shown = |verb: &str, case: &Fixture| {
        let drawn = drawn(case, id, games).unwrap_or_else(|why| why);
        let place = match case.name.split_once(DECLARED) {
            Some((_, name)) => format!("{name}, which follows from the judge's declarations"),
            None => format!("fixtures/{}", case.name.replace("::", ".yaml, ")),
        };
        format!("  {verb}, as in {place}:\n\n{drawn}\n")
    };
    let (own, declared) = (own(games), declared(id, games));
    let cases = || CASES.iter().chain(&own).chain(&declared);
    let kept = cases().find(|case| keeps(case) && case.breaks.as_deref() != Some(id));
    let broken = cases().find(breaks);
    [
        kept.map(|case| shown("kept", case)),
        broken.map(|case| shown("broken", case)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The cases that games of another crate bring along, the smallest first.
fn own(games: Registry) -> Vec<Fixture> {
    let files = games
        .games()
        .iter()
        .flat_map(|game| game.cases().iter().map(move |file| (game.name(), file)));
    let read = files.flat_map(|(game, text)| {
        let own = move |case: Fixture| case.game.clone().or(Some(game.into()));
        let named = move |case: Fixture| Fixture {
            game: own(case.clone()),
            name: format!("{game}/{}", case.name),
            ..case
        };
        fixture::read(text)
            .unwrap_or_default()
            .into_iter()
            .map(named)
    });
    let mut cases: Vec<Fixture> = read.collect();
    cases.sort_by_key(|case| fixture::write(std::slice::from_ref(case)).len());
    cases
}

/// The cases that the suite of a game of another crate makes itself.
fn declared(id: &str, games: Registry) -> Vec<Fixture> {
    let is_own = |game: &&&dyn AnyGame| {
        let is_of_it = id
            .strip_prefix(game.name())
            .is_some_and(|rest| rest.starts_with('.'));
        is_of_it && !game.cases().is_empty()
    };
    let Some(game) = games.games().iter().find(is_own) else {
        return Vec::new();
    };
    let named = |case: Fixture| Fixture {
        name: format!("{DECLARED}{}", case.name),
        ..case
    };
    let made = fixture::declared::of_game(*game).unwrap_or_default();
    made.into_iter().map(named).collect()
}

fn drawn(case: &Fixture, id: &str, games: Registry) -> Result<String, String> {
    if let Some(record) = &case.record {
        return Ok(indented(record.lines().map(str::to_string), 0));
    }
    let game = games.find(case.game.as_deref().unwrap_or_default())?;
    let settings = case.settings();
    match (&case.plies, case.log(game, &settings)?) {
        (Some(plies), _) => played(game, &settings, plies),
        (_, log) => logged(game, &settings, &log.unwrap_or_default(), id),
    }
}

/// Actions under the rules alone: the position that they lead to, and why the last is refused where it is.
fn played(game: &dyn AnyGame, settings: &Settings, plies: &[String]) -> Result<String, String> {
    let mut rules = game.with(settings)?.rules();
    let refused = plies
        .iter()
        .find_map(|ply| rules.play(ply).err().map(|breach| (ply, breach)));
    let why = refused.map_or(String::new(), |(ply, breach)| {
        format!("`{ply}` is refused: {}\n", breach.why)
    });
    let picture = board::render(&rules.picture(), true);
    Ok(format!(
        "{}\n{picture}{why}",
        indented(plies.iter().cloned(), plies.len().saturating_sub(MOST))
    ))
}

/// A log: where it breaks the clause, or else how it goes and the board at its end.
fn logged(game: &dyn AnyGame, settings: &Settings, log: &str, id: &str) -> Result<String, String> {
    let source = Source::new("log", log.as_bytes());
    let Ok(checked) = validate(game, settings, source.bytes) else {
        return Ok(indented(log.lines().map(str::to_string), 0));
    };
    let found = |finding: &&Finding| finding.breach.clause.id() == id;
    if let Some(finding) = checked.findings.iter().find(found) {
        let around = Journal::of(game, &checked, &source).around_one(finding, true);
        let (diagnosis, board) = explained(game, Diagnosis::new(*finding, true), around);
        return Ok(diagnosis.render(&source, true) + &board);
    }
    let end = validate_until(game, settings, source.bytes, usize::MAX);
    let picture = end.map_or(String::new(), |(_, referee)| {
        board::render(&referee.picture(), true)
    });
    let lines = log.lines().count();
    Ok(format!(
        "{}\n{picture}",
        indented(log.lines().map(str::to_string), lines.saturating_sub(MOST))
    ))
}

/// The lines after the first `skipped`.
fn indented(lines: impl Iterator<Item = String>, skipped: usize) -> String {
    let gap = if skipped > 0 {
        format!("    … {skipped} more before\n")
    } else {
        String::new()
    };
    gap + &lines
        .skip(skipped)
        .map(|line| format!("    {line}\n"))
        .collect::<String>()
}
