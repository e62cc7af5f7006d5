//! Judges that are wrong in one thing, by machine.

use super::{Told, told};
use crate::MatchKind;
use stickler::games::GAMES;
use stickler::params::Settings;

/// By default each third of the wrong judges is tried, and its row must stand in the kept table; the gate makes the whole table anew.
fn every() -> usize {
    match std::env::var("STICKLER_TIER").as_deref() {
        Ok("gate" | "deep") => 1,
        _ => 3,
    }
}

/// A wrong judge, and which match tells it or that none does.
fn row(judge: &str, told: &Told) -> String {
    match told {
        Told::By(kind, what) => format!("{judge}\n  {kind}: {what}\n"),
        Told::NotTold => format!("{judge}\n  NOT TOLD\n"),
        Told::NeverCame => format!("  {judge}\n"),
    }
}

/// The table of each game: which match tells a wrong judge, and what is said. What is not told is no fault, or is named in the test
/// of the game with its reason.
fn hold(game: &str, set: &[&str], only: &[&str]) {
    let variant = GAMES.find(game).expect("a game");
    let settings = Settings::read(set.iter().copied()).expect("settings");
    let seats = variant.with(&settings).expect("a variant").seats();
    let is_asked = |kind: &MatchKind| only.iter().any(|name| kind.to_string().starts_with(name));
    let mut kinds = Vec::new();
    for name in only {
        kinds.extend(MatchKind::all(variant, &settings, seats, false, name));
    }
    kinds.retain(is_asked);
    let judges = told(variant, &settings, &kinds, every()).expect("matches");
    let (never, came): (Vec<_>, Vec<_>) =
        { judges.iter() }.partition(|(_, told)| matches!(told, Told::NeverCame));
    let rows = |judges: &[&(String, Told)]| -> Vec<String> {
        { judges.iter() }
            .map(|(judge, told)| row(judge, told))
            .collect()
    };
    let (never, rows) = (rows(&never), rows(&came));
    if every() == 1 {
        let found = { came.iter() }
            .filter(|(_, told)| matches!(told, Told::By(..)))
            .count();
        let head = format!("{found} of {} are told", came.len());
        let table = format!(
            "{head}\n\n{}\nchange nothing:\n{}",
            rows.concat(),
            never.concat()
        );
        return insta::assert_snapshot!(game, table);
    }
    assert!(rows.len() > 8, "{} wrong judges of {game}", rows.len());
    let file = format!("src/twisted/snapshots/stickler_judge_test__twisted__tests__{game}.snap");
    let kept = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let kept = std::fs::read_to_string(kept).expect("a table");
    for row in rows.iter().chain(&never) {
        assert!(
            kept.contains(&format!("\n{row}")),
            "not in the table of {game}: {row}"
        );
    }
}

#[test]
fn judges_of_gomoku() {
    let only = ["plain", "sides-0", "long-0", "thoughts", "text-"];
    hold("gomoku", &["board=7x7", "row=4"], &only);
}

#[test]
fn judges_of_betris() {
    let only = ["plain", "sides-0", "thoughts", "text-"];
    hold("betris", &["board=5x4", "rounds=4"], &only);
}

#[test]
fn judges_of_black_out() {
    let only = ["plain", "side-0", "results-1", "text-"];
    hold("blackout", &["board=3x4", "games=3"], &only);
}

#[test]
fn judges_of_blokus() {
    let only = ["plain", "sides-0", "text-"];
    hold("blokus", &["board=6", "shapes=I1,I2,I3,L3"], &only);
}
