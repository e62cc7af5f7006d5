//! One answer: whatever shows a file names the same culprits at the same places, and the same result.

use crate::support::files::{fixture_cases, sorted as sorted_files};
use crate::support::record_files::folders;
use crate::support::tier::{by_tier, cases};
use crate::truth::logs;
use proptest::prelude::*;
use stickler::explain::Conclusion;
use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;
use stickler::records::headline::{Headline, Mood};
use stickler::records::json_line::Examined;
use stickler::records::{CheckOptions, Text, formats};
use stickler::report::file_report;
use stickler::report::viewer::{Viewed, transcript};

/// What a finding is in any of the forms: who broke it, the clause, and whether it is in doubt.
type Told = (String, String, bool);

/// The headline says what the fields of the line say.
fn headline_fits(name: &str, examined: &Examined) {
    let shape = examined.shape.as_deref();
    let is_log =
        formats(GAMES).any(|(format, _)| Some(format.name) == shape && format.holds_messages);
    let is_judge = |word: &str| examined.judge == word;
    let is_kept = examined.verdict == "conforms";
    let mood = match &examined.verdict[..] {
        _ if is_judge("wrong") => Mood::Wrong,
        "unknown" => Mood::Unknown,
        "conforms" if examined.extent.as_deref() == Some("gap") => Mood::Unknown,
        "violates" if is_log || !is_judge("right") => Mood::Broken,
        _ => Mood::Right,
    };
    let Headline { code, text, .. } = &examined.headline;
    assert_eq!(examined.headline.mood, mood, "{name}: {code}");
    assert_eq!(examined.trouble.is_some(), code == "unread", "{name}");
    if matches!(mood, Mood::Right | Mood::Broken) {
        let of_messages = is_log && is_judge("right");
        assert_eq!(
            code.starts_with("messages-right"),
            of_messages,
            "{name}: {code}"
        );
        assert_eq!(code.ends_with("all-kept"), is_kept, "{name}: {code}");
        // A log claims no winner.
        let has_winner = examined.headline.args.contains_key("outcome");
        let winner = examined.outcome.as_deref().filter(|_| has_winner);
        assert!(!(is_log && has_winner), "{name}: {text}");
        assert!(
            winner.is_none_or(|winner| text.contains(winner)),
            "{name}: {text}"
        );
    }
}

/// Holds all forms of one file against each other; false: it is no file that can be shown.
fn agrees(name: &str, game: Option<&'static dyn AnyGame>, given: &Settings, bytes: &[u8]) -> bool {
    let ask = CheckOptions {
        game,
        ..CheckOptions::new(GAMES, given)
    };
    let file = Text::new(name, bytes);
    let (conclusion, examined) = ask.examine(file);
    let Examined { findings, .. } = &examined;
    headline_fits(name, &examined);
    let of_json: Vec<Told> = sorted(
        findings
            .iter()
            .map(|found| (found.by.clone(), found.clause.clone(), found.in_doubt)),
    );
    let report = file_report::report(ask, file);
    let told = report.to_string();
    assert_eq!(
        conclusion, report.closing.conclusion,
        "{name}: the report and JSON"
    );
    let word = match conclusion {
        Conclusion::Conforms => ": conforms",
        Conclusion::Violates => ": violates",
        Conclusion::Unknown => ": could not tell",
    };
    let last = told.lines().last().unwrap_or_default();
    assert!(
        last.contains(word) || examined.trouble.is_some(),
        "{name}: {told}"
    );
    for note in &examined.notes {
        assert!(
            told.contains(&format!("note: {}\n", note.text)),
            "{name}: {note:?}: {told}"
        );
    }
    let lacks = "which failed is not here";
    let noted = examined.notes.iter();
    let noted = noted.filter(|note| note.code == "answer-missing").count();
    assert_eq!(noted, told.matches(lacks).count(), "{name}: {told}");
    // Beside a broken rule it would not be true that every answer is right.
    assert!(
        noted == 0 || conclusion == Conclusion::Unknown,
        "{name}: {told}"
    );
    let Ok(shown) = ask.shown(file) else {
        return false;
    };
    let (Some(checked), Some(game)) = (&shown.checked, shown.game.or(ask.game)) else {
        return false;
    };
    assert_eq!(
        checked.conclusion(false),
        conclusion,
        "{name}: what is shown"
    );
    let of_shown = sorted(checked.findings.iter().map(|found| {
        let clause = found.breach.clause.id().to_string();
        (
            found.culprit.to_string(),
            clause,
            !checked.is_certain(found),
        )
    }));
    assert_eq!(of_shown, of_json, "{name}: what is shown, and JSON");
    let viewed = Viewed::of(name, game, given, &shown.bytes, checked);
    let of_viewer = sorted(viewed.faults.iter().map(|fault| {
        let by = fault.by.as_deref().unwrap_or_default();
        let by = by.strip_prefix("the ").unwrap_or(by).to_string();
        (by, fault.breach.clause.id().to_string(), fault.in_doubt)
    }));
    assert_eq!(of_viewer, of_json, "{name}: the viewer, and JSON");
    let lines = shown.bytes.split(|&byte| byte == b'\n').count();
    for (fault, found) in viewed.faults.iter().zip(&checked.findings) {
        assert_eq!(
            fault.line, found.line,
            "{name}: the place of {}",
            fault.breach.why
        );
        assert!(
            fault.line <= lines,
            "{name}: line {} of {lines}",
            fault.line
        );
    }
    let page = transcript(name, game, given, &shown.bytes, checked, &report, None);
    if let Ok(page) = page {
        let doubts = of_json.iter().filter(|(.., in_doubt)| *in_doubt).count();
        assert_eq!(
            page.matches("class=\"why doubt\"").count(),
            doubts,
            "{name}: the page"
        );
    }
    let winner = checked.verdict.outcome.and_then(|outcome| outcome.winner());
    let said = |seat: Seat| last.contains(&format!("seat {} wins", seat.0));
    let others = (0..8).map(Seat).filter(|seat| Some(*seat) != winner);
    assert!(
        !others.into_iter().any(said),
        "{name}: {last}, and {winner:?} wins"
    );
    true
}

fn sorted(told: impl Iterator<Item = Told>) -> Vec<Told> {
    let mut all: Vec<Told> = told.collect();
    all.sort();
    all
}

#[test]
fn every_form_of_a_case_says_the_same() {
    let mut count = 0;
    for (game, case) in fixture_cases().into_iter().step_by(by_tier(4, 1, 1)) {
        let Some(body) = case.transcript.as_ref().or(case.record.as_ref()) else {
            continue;
        };
        // A record says of which game it is.
        let game = GAMES.find(&game).ok();
        count += usize::from(agrees(&case.name, game, &case.settings(), body.as_bytes()));
    }
    assert!(count > 600 / by_tier(4, 1, 1), "{count} cases");
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn every_form_of_a_drawn_log_says_the_same((game, log) in logs()) {
        let text = String::from_utf8_lossy(&log).into_owned();
        let _ = agrees(&format!("{game}\n{text}\n"), GAMES.find(game).ok(), &Settings::default(), &log);
    }
}

#[test]
fn every_form_of_a_record_says_the_same() {
    let mut count = 0;
    let files = folders()
        .into_iter()
        .flat_map(|(_, folder)| sorted_files(&folder));
    for file in files.filter(|file| !file.ends_with("twins.json")) {
        let bytes = std::fs::read(&file).expect("a file");
        let name = file.to_string_lossy();
        count += usize::from(agrees(&name, None, &Settings::default(), &bytes));
    }
    assert!(count > 15, "{count} records");
}

#[test]
fn what_a_winner_depends_on_is_measured() {
    let given = Settings::default();
    let ask = CheckOptions::new(GAMES, &given);
    let log = "\
        stickler: 1\n\
        game: betris\n\
        set: rounds=2\n\
        0< READY\n\
        1< READY\n\
        0> OK @0ms\n\
        1> OK @1ms\n\
        0< PHASE1 F5 U5 10000 10000\n\
        1< PHASE1 F5 U5 10000 10000\n\
        0> BET F5 2 @0ms\n\
        1> BET F5 2 @0ms\n\
        0< PHASE2 U5 24 22 10000 10000\n\
        1< PHASE2 F5 22 24 10000 10000\n\
        0> PLACE 5 1 1 1 2 1 3 2 1 2 3 @0ms\n\
        1> PLACE 5 1 2 2 1 2 2 2 3 3 1 @0ms\n\
        0< OPP 5 1 2 2 1 2 2 2 3 3 1\n\
        1< OPP 5 1 1 1 2 1 3 2 1 2 3\n\
        0< PHASE1 I5 O4 10000 10000\n\
        1< PHASE1 I5 O4 10000 10000\n\
        0> BET I5 2 @0ms\n\
        1> BET I5 2 @0ms\n\
        0< PHASE2 O4 24 20 10000 10000\n\
        1< PHASE2 I5 20 24 10000 10000\n\
        0> PLACE 4 1 4 1 5 2 4 2 5 @0ms\n\
        1> PLACE 5 3 2 3 3 3 4 3 5 3 6 @0ms\n\
        0< OPP 5 3 2 3 3 3 4 3 5 3 6\n\
        1< OPP 4 1 4 1 5 2 4 2 5\n\
        0< FINISH\n\
        1< FINISH\n";
    let text = Text::new("game.log", log.as_bytes());
    let told = file_report::report_alone(ask, text).to_string();
    assert!(
        told.contains("chip-points=0, which no document excludes, seat 1 would win"),
        "{told}"
    );
    assert!(told.contains("by these rules seat 0 wins"), "{told}");
    let set = Settings::read(["chip-points=1/2"]).expect("a value");
    let told = file_report::report_alone(CheckOptions { given: &set, ..ask }, text).to_string();
    assert!(
        !told.contains("chip-points"),
        "a value that is told leaves nothing open: {told}"
    );
}
