//! Parts of `check/strength.rs`: which of two players is stronger, and how sure that is.

use stickler_check::strength::Tally;

fn tally(won: usize, drawn: usize, lost: usize) -> Tally {
    Tally { won, drawn, lost }
}

#[test]
fn who_wins_nearly_all_is_stronger() {
    let tally = tally(18, 0, 2);
    let (elo, [low, high]) = tally.elo();
    assert_eq!(elo.round(), 382.0);
    assert!(low > 100.0 && low < elo && elo < high, "{low} {high}");
    assert!(tally.superiority() > 0.999 && tally.is_told() && !tally.is_level());
    // The other counts the same games the other way round.
    let other = self::tally(2, 0, 18);
    assert_eq!(other.elo().0.round(), -382.0);
    assert!((other.superiority() + tally.superiority() - 1.0).abs() < 1e-9 && other.is_told());
}

#[test]
fn who_wins_half_is_as_good() {
    let tally = tally(7, 6, 7);
    assert_eq!(
        (
            tally.elo().0,
            tally.superiority(),
            tally.is_told(),
            tally.is_level()
        ),
        (0.0, 0.5, false, true)
    );
}

#[test]
fn few_games_tell_nothing_yet() {
    let tally = tally(12, 0, 8);
    assert!(!tally.is_told());
    assert!(!tally.is_level());
    // Four times as many games make the interval about half as wide.
    let wide = |tally: Tally| {
        let (_, [low, high]) = tally.elo();
        high - low
    };
    let half = wide(self::tally(12 * 4, 0, 8 * 4)) / wide(tally);
    assert!((0.4..0.6).contains(&half), "{half}");
}

#[test]
fn who_wins_all_has_no_highest_difference() {
    let (elo, [low, high]) = tally(5, 0, 0).elo();
    assert!(
        elo.is_infinite() && high > 1000.0 && low > 0.0 && low < 100.0,
        "{elo} {low} {high}"
    );
    assert!(tally(5, 0, 0).is_told() && !tally(2, 0, 0).is_told());
}

#[test]
fn nobody_who_has_not_met_is_told_apart() {
    assert!(!Tally::default().is_told());
    assert_eq!(Tally::default().superiority(), 0.5);
}
