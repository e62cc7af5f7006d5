//! The verdict of a validator that is joined to its bot.

use crate::*;
use stickler::games::GAMES;

/// A validator's match in which it blames its bot, which did nothing wrong.
fn joined(said: &str, held_up: u64, out_of_time: Option<u64>, failed: Option<&str>) -> Judgement {
    let game = GAMES.find("blackout").expect("a game of stickler");
    let settings = Settings::read(["board=2x3", "games=1", "jury=first"]).expect("settings");
    let went = MatchRun {
        taps: vec![Some("0< 1\n".into())],
        said: StatedVerdict {
            words: [(0, said.to_string())].into(),
            ..StatedVerdict::default()
        },
        held_up: Duration::from_millis(held_up),
        failed: failed.map(str::to_string),
        is_joined: true,
        out_of_time,
        ..MatchRun::default()
    };
    let kind = MatchKind::named(game, "plain", 1).expect("a match");
    judged(game, &settings, &kind, &went)
}

#[test]
fn a_validator_whose_time_ran_out_on_a_busy_machine_is_not_blamed() {
    let busy = joined("TLE", 1_500, Some(4), None);
    assert_eq!(busy.doubt, Doubt::HeldUp, "{busy:?}");
    // On an idle machine it is played again, and blamed if it comes to that each time.
    let idle = joined("TLE", 0, Some(4), None);
    assert_eq!(idle.doubt, Doubt::Unseen, "{idle:?}");
    assert!(idle.wrong[0].what.contains("4 s, was over"), "{idle:?}");
    // A verdict of its own is no matter of time.
    let own = joined("WA", 0, None, None);
    assert_eq!(own.doubt, Doubt::None, "{own:?}");
    assert!(!own.wrong.is_empty());
}

#[test]
fn a_validator_that_crashes_is_blamed_on_a_busy_machine_too() {
    let how = "validator: exit 1, first; submission: signal 13";
    let crashed = joined("JE", 9_000, None, Some(how));
    assert_eq!(crashed.doubt, Doubt::None, "{crashed:?}");
    assert!(crashed.wrong[0].what.contains("it failed itself"));
    // What it does when its program was ended, or a signal ends it, can be of the machine.
    let ended = joined("JE", 9_000, Some(4), Some(how));
    assert_eq!(ended.doubt, Doubt::HeldUp, "{ended:?}");
    let killed = joined(
        "JE",
        9_000,
        None,
        Some("validator: signal 9, first; submission: exit 0"),
    );
    assert_eq!(killed.doubt, Doubt::HeldUp, "{killed:?}");
}
