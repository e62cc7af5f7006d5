//! Judges that are wrong in one thing, by machine.

use super::{Told, told};
use crate::MatchKind;
use std::fmt::Write;
use stickler::games::GAMES;
use stickler::params::Settings;

/// The table of each game: which match tells a wrong judge, and what is said. What is not told is no fault, or is named in the test
/// of the game with its reason.
fn table(game: &str, set: &[&str], only: &[&str]) -> String {
    let game = GAMES.find(game).expect("a game");
    let settings = Settings::read(set.iter().copied()).expect("settings");
    let seats = game.with(&settings).expect("a variant").seats();
    let is_asked = |kind: &MatchKind| only.iter().any(|name| kind.to_string().starts_with(name));
    let mut kinds = Vec::new();
    for name in only {
        kinds.extend(MatchKind::all(game, &settings, seats, false, name));
    }
    kinds.retain(is_asked);
    let mut table = String::new();
    let (mut came, mut found, mut never) = (0, 0, Vec::new());
    for (judge, told) in told(game, &settings, &kinds).expect("matches") {
        let _ = match told {
            Told::By(kind, what) => {
                (came, found) = (came + 1, found + 1);
                writeln!(table, "{judge}\n  {kind}: {what}")
            }
            Told::NotTold => {
                came += 1;
                writeln!(table, "{judge}\n  NOT TOLD")
            }
            Told::NeverCame => {
                never.push(judge);
                Ok(())
            }
        };
    }
    let never: String = never.iter().map(|judge| format!("  {judge}\n")).collect();
    format!("{found} of {came} are told\n\n{table}\nchange nothing:\n{never}")
}

#[test]
fn judges_of_gomoku() {
    let set = ["board=7x7", "row=4"];
    insta::assert_snapshot!(table(
        "gomoku",
        &set,
        &["plain", "sides-0", "long-0", "thoughts", "text-"]
    ));
}

#[test]
fn judges_of_betris() {
    let set = ["board=5x4", "rounds=4"];
    insta::assert_snapshot!(table(
        "betris",
        &set,
        &["plain", "sides-0", "thoughts", "text-"]
    ));
}

#[test]
fn judges_of_black_out() {
    let set = ["board=3x4", "games=3"];
    insta::assert_snapshot!(table(
        "blackout",
        &set,
        &["plain", "side-0", "results-1", "text-"]
    ));
}

#[test]
fn judges_of_blokus() {
    let set = ["board=6", "shapes=I1,I2,I3,L3"];
    insta::assert_snapshot!(table("blokus", &set, &["plain", "sides-0", "text-"]));
}
