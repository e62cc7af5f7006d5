//! Parts of `standings.rs`: the table of many games, and how sure it is who is ahead.

use crate::standings::{Standing, Standings, Tally};
use stickler::game::{Outcome, Points, Seat, Seats};

fn tally(won: usize, drawn: usize, lost: usize) -> Tally {
    Tally { won, drawn, lost }
}

/// Wilson's interval, as tables of it have it.
#[test]
fn the_interval_of_a_share() {
    for (tally, share, [low, high]) in [
        (tally(18, 0, 2), 90.0, [69.9, 97.2]),
        (tally(2, 0, 18), 10.0, [2.8, 30.1]),
        (tally(7, 6, 7), 50.0, [29.9, 70.1]),
        (tally(5, 0, 0), 100.0, [56.6, 100.0]),
        (Tally::default(), 0.0, [0.0, 79.3]),
    ] {
        let percent = |share: f64| (share * 1000.0).round() / 10.0;
        assert_eq!(percent(tally.share()), share, "{tally:?}");
        assert_eq!(tally.allowed().map(percent), [low, high], "{tally:?}");
    }
}

#[test]
fn few_games_tell_nothing_yet() {
    assert!(tally(18, 0, 2).is_told() && tally(2, 0, 18).is_told() && tally(5, 0, 0).is_told());
    for few in [
        tally(12, 0, 8),
        tally(7, 6, 7),
        tally(2, 0, 0),
        Tally::default(),
    ] {
        assert!(!few.is_told(), "{few:?}");
    }
    // Four times as many games make the interval about half as wide.
    let wide = |tally: Tally| tally.allowed()[1] - tally.allowed()[0];
    let half = wide(tally(48, 0, 32)) / wide(tally(12, 0, 8));
    assert!((0.4..0.6).contains(&half), "{half}");
}

#[test]
fn games_add_up_and_a_repeated_one_tells_nothing_new() {
    let mut standings = Standings::new(3);
    let points = |points: [i32; 3]| Outcome::new(&points.map(Points::whole));
    let first = points([5, 3, 3]);
    // Seats 0, 1 and 2 are players 2, 0 and 1.
    standings.add(&[2, 0, 1], Some(&first), Seats::NONE, "a");
    standings.add(&[2, 0, 1], Some(&first), Seats::NONE, "a");
    // The same answers of other players are another game.
    standings.add(&[0, 1, 2], Some(&first), Seats::NONE, "a");
    standings.add(
        &[0, 1, 2],
        Some(&points([1, 1, 1])),
        Seats::only(Seat(1)),
        "b",
    );
    standings.add(&[0, 1, 2], None, Seats::NONE, "c");
    assert_eq!(standings.distinct(), 4);
    let row = |won, drawn, lost, points, faults| Standing {
        games: 5,
        won,
        drawn,
        lost,
        points,
        faults,
    };
    assert_eq!(
        standings.rows,
        [
            row(1, 1, 2, 12.0, 0),
            row(0, 1, 3, 10.0, 1),
            row(2, 1, 1, 14.0, 0)
        ]
    );
    assert_eq!(standings.tally(0, 2), tally(1, 1, 1));
    assert_eq!(standings.tally(2, 0), tally(1, 1, 1));
    assert_eq!(standings.tally(0, 1), tally(1, 2, 0));
    assert_eq!(standings.tally(2, 1), tally(1, 2, 0));
    assert_eq!(standings.tally(1, 2), tally(0, 2, 1));
}
