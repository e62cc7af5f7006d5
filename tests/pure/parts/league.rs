//! A league: its schedule, and its table after some games.

use crate::snapshots::holds;
use std::fmt::Write;
use stickler::game::{Outcome, Points, Seat, Seats};
use stickler_check::league::{League, schedule};

#[test]
fn a_schedule_and_its_table() {
    let mut text = String::new();
    for (players, seats, games, swaps) in [(4, 2, 8, false), (3, 2, 8, true), (4, 3, 9, true)] {
        let fixtures = schedule(players, seats, games, swaps, 7).expect("a schedule");
        let mut league = League::new(players);
        let _ = writeln!(
            text,
            "{players} players, {seats} seats, {games} games, seats swapped: {swaps}"
        );
        for (at, fixture) in fixtures.iter().enumerate() {
            let _ = writeln!(text, "{:?} {:016x}", fixture.players, fixture.seed);
            // The lower number wins, every third game is drawn, and one has no result.
            let points =
                |&player: &usize| Points::whole(if at % 3 == 2 { 1 } else { 4 - player as i32 });
            let points: Vec<Points> = fixture.players.iter().map(points).collect();
            let outcome = (at != 4).then(|| Outcome::new(&points));
            let at_fault = if at == 5 {
                Seats::only(Seat(1))
            } else {
                Seats::NONE
            };
            let answers = if at == 1 {
                "the same".to_string()
            } else {
                format!("game {}", at / 2)
            };
            league.add(fixture, outcome.as_ref(), at_fault, &answers);
            // The same game once more counts as a game, and moves no rating.
            if at == 0 {
                let rated = league.table()[0].1.rating;
                league.add(fixture, outcome.as_ref(), at_fault, &answers);
                assert_eq!(league.table()[0].1.rating, rated);
            }
        }
        let _ = writeln!(text, "{} different games", league.distinct());
        for (player, standing) in league.table() {
            let (rating, deviation) = standing.rating;
            let _ = writeln!(
                text,
                "{player}: {} games, {} won, {} drawn, {} lost, {} points, {} faults, {rating:.3} +- {deviation:.3}",
                standing.games,
                standing.won,
                standing.drawn,
                standing.lost,
                standing.points,
                standing.faults
            );
        }
        text.push('\n');
    }
    holds("a_league", &text);
}

#[test]
fn what_makes_no_schedule() {
    assert!(schedule(3, 1, 4, false, 1).is_err_and(|why| why.contains("two seats or more")));
    assert!(
        schedule(2, 3, 4, false, 1).is_err_and(|why| why.contains("at least as many bots, not 2"))
    );
    assert!(schedule(4, 3, 4, true, 1).is_err_and(|why| why.contains("takes 3 games")));
    assert_eq!(
        schedule(4, 4, 4, true, 1).map(|fixtures| fixtures.len()),
        Ok(4)
    );
}
