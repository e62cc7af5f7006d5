//! Bots that bring rare games about.

use crate::matches_in_memory::{gomoku, named, none, played};
use crate::steered_bot::{Side, SteeredBot};
use crate::{Aim, MatchKind};
use std::collections::BTreeSet;
use stickler::game::{Bot, Seats};

fn leaning(sides: [usize; 2]) -> Vec<Option<Box<dyn Bot>>> {
    sides
        .map(|side| {
            Some(Box::new(SteeredBot::new(
                gomoku(),
                none(),
                Aim::Side(Side::ALL[side]),
            )) as Box<dyn Bot>)
        })
        .into()
}

#[test]
fn the_side_that_gets_in_nobodys_way_is_anywhere() {
    assert!(matches!(Side::ALL[Side::ANYWHERE], Side::Anywhere(_)));
    assert!((0..Side::ALL.len()).all(|one| Side::other(one) != one));
}

/// The last stones of these games lie in rows of every direction.
#[test]
fn leaning_bots_bring_rows_about_in_all_directions() {
    let mut ends = BTreeSet::new();
    for played in MatchKind::all(gomoku(), &none(), 2, false, "sides") {
        let MatchKind::Sides(one, other) = played else {
            continue;
        };
        let record = self::played(gomoku(), &none(), leaning([one, other]));
        assert!(
            record.verdict.faults.is_empty(),
            "{played}\n{}",
            record.transcript
        );
        let winner = record.verdict.outcome.and_then(|outcome| outcome.winner());
        let stones: Vec<(i64, i64)> = record
            .transcript
            .lines()
            .filter(|line| {
                winner.is_some_and(|winner| line.starts_with(&format!("{winner}> MOVE")))
            })
            .filter_map(|line| {
                let mut words = line.split(' ').skip(2).map_while(|word| word.parse().ok());
                Some((words.next()?, words.next()?))
            })
            .collect();
        let is_in = |way: (i64, i64)| {
            stones
                .iter()
                .any(|(x, y)| (0..5).all(|n| stones.contains(&(x + n * way.0, y + n * way.1))))
        };
        ends.extend(
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .into_iter()
                .filter(|way| is_in(*way)),
        );
    }
    assert_eq!(ends.len(), 4, "{ends:?}");
}

/// A game whose bots let it go on fills the board; the last answer of all can win.
#[test]
fn games_are_made_to_end_in_every_way() {
    let end = |name: &str| {
        let kind = named(name);
        let bot = |seat| {
            Some(Box::new(kind.steered(gomoku(), &none(), seat).expect("a bot")) as Box<dyn Bot>)
        };
        let record = played(gomoku(), &none(), Seats::first(2).iter().map(bot).collect());
        let moves = record
            .transcript
            .lines()
            .filter(|line| line.contains("> MOVE"))
            .count();
        (
            moves,
            record.verdict.outcome.map(|outcome| outcome.to_string()),
        )
    };
    assert_eq!(end("long-0"), (225, Some("draw".into())));
    assert_eq!(end("last-0"), (225, Some("seat 0 wins".into())));
}
