//! Judges in memory, with another rule each.

use crate::{MatchKind, in_memory, judged};
use stickler::games::GAMES;
use stickler::params::Settings;

/// Judges of memory with another rule each: our bots, which know the right one, show them up.
#[test]
fn a_judge_with_another_rule_is_told_from_the_right_one() {
    let told = |game: &str, set: &str, only: &str| -> Option<String> {
        let small = ["board=6", "shapes=I1,I2,I3,L3"].into_iter();
        let right = Settings::read(small.filter(|_| game == "blokus")).expect("settings");
        let game = GAMES.find(game).expect("a game");
        let settings =
            Settings::read([set].into_iter().filter(|set| !set.is_empty())).expect("settings");
        let settings = right.and(&settings);
        for kind in MatchKind::all(game, &right, 2, false, only) {
            let judge = game.with(&settings).expect("a variant").referee();
            let Some(played) = in_memory::played(game, &right, &kind, judge, 1, &|_| ()) else {
                continue;
            };
            let judgement = judged(game, &right, &kind, &played.expect("a match").went);
            if !judgement.wrong.is_empty() {
                return Some(kind.to_string());
            }
        }
        None
    };
    for only in ["long-0", "last", "level", "sides-1-2"] {
        assert_eq!(told("gomoku", "", only), None);
        assert_eq!(told("betris", "", only), None);
    }
    for game in ["gomoku", "betris", "blokus"] {
        assert_eq!(told(game, "", "overdraws"), None, "{game}");
        assert_eq!(told(game, "", "thoughts"), None, "{game}");
    }
    assert_eq!(told("gomoku", "", "illegal-gomoku.move.empty"), None);
    assert_eq!(told("betris", "", "illegal-betris.place.empty"), None);
    for (game, set, only) in [
        ("gomoku", "row=6", "sides-12"),
        ("gomoku", "row=4", "long-0"),
        ("betris", "max-bet=6", "illegal-betris.bet.range"),
        ("betris", "chip-points=1", "level"),
        ("gomoku", "bank=30000", "overdraws"),
        ("betris", "bank=30000", "overdraws"),
        ("blokus", "turn-time=1000", "overdraws"),
        ("blokus", "first-time=200", "thoughts"),
    ] {
        assert_ne!(told(game, set, only), None, "{game} {set}");
    }
}

/// A match in memory that was recorded is the same under the same judge alone, and the bots need not think again.
#[test]
fn a_recorded_match_is_repeated_under_the_same_judge_alone() {
    for (game, name, set) in [
        ("gomoku", "long-0", "row=4"),
        ("betris", "level-4", "chip-points=1"),
        ("blackout", "results-5", "games=2"),
    ] {
        let game = GAMES.find(game).expect("a game");
        let right = Settings::read(
            ["games=3"]
                .into_iter()
                .filter(|_| game.name() == "blackout"),
        );
        let right = right.expect("settings");
        let other = right.and(&Settings::read([set]).expect("settings"));
        let judge = |settings: &Settings| game.with(settings).expect("a variant").referee();
        let seats = game.with(&right).expect("a variant").seats();
        let kind = MatchKind::named(game, name, seats).expect("a match");
        let played = in_memory::played(game, &right, &kind, judge(&right), 1, &|_| ());
        let played = played.expect("no programs").expect("a match");
        let is_repeated = |settings: &Settings, seed| {
            let said = played
                .recording
                .repeated(game, &right, judge(settings), seed, &|_| ());
            said == Some(played.went.said.clone())
        };
        assert!(is_repeated(&right, 1), "{name}");
        assert!(!is_repeated(&other, 1), "{name}");
        let has_dice = game.name() != "gomoku";
        assert_eq!(is_repeated(&right, 2), !has_dice, "{name}");
    }
}
