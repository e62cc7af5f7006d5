//! Vectors: the corpus is small and has ends, a seed and a count decide every line, and each kind of walk reaches an end.
//! `tests/data/vectors.rs` holds the corpus itself.

use crate::support::files::{below, root, text};
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::stream::{Seeded, SplitMix64};
use stickler::vectors;
use stickler::walk::Walk;

#[test]
fn the_corpus_is_small_and_has_ends() {
    let texts: Vec<String> = below(&root().join("fixtures/vectors"), "jsonl")
        .iter()
        .map(|path| text(path))
        .collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let ends = texts.concat().matches("\"turn\":{\"over\"").count();
    assert!(bytes < 2_000_000 && ends > 20, "{bytes} bytes, {ends} ends");
}

/// Another seed, and another number of positions, make other lines; the first positions of a longer list are those of a shorter one.
#[test]
fn a_seed_and_a_count_say_it_all() {
    for game in GAMES.games() {
        let lines = |seed, count| {
            let vectors =
                vectors::generate(*game, &Settings::default(), seed, count).expect("vectors");
            vectors::write(&vectors)
                .lines()
                .skip(1)
                .map(str::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(lines(3, 4), lines(3, 4));
        assert_ne!(lines(3, 4), lines(4, 4), "{}", game.name());
        assert_eq!(lines(3, 4)[..], lines(3, 5)[..lines(3, 4).len()]);
    }
}

/// Walks that seek the end reach one, in every game whose games are short enough.
#[test]
fn walks_reach_the_end() {
    for (game, set) in [
        ("gomoku", &[][..]),
        ("betris", &[]),
        ("blackout", &[]),
        ("tetris", &["length=20"]),
    ] {
        let game = GAMES.find(game).expect("the game");
        for walk in Walk::ALL {
            let mut rules = game
                .with(&Settings::read(set.iter().copied()).expect("settings"))
                .expect("a variant")
                .rules();
            let mut stream = Seeded::new(SplitMix64(5));
            walk.play(&mut *rules, 1000, &mut stream);
            assert!(
                matches!(rules.turn(), stickler::game::Turn::Over(_)),
                "{} {}",
                game.name(),
                walk.word()
            );
        }
    }
}
