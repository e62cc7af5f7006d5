//! The corpus of `fixtures/vectors/`: it comes out of its own header bit for bit, keeps to its schema, and the rules agree with it.
//!
//! Set `STICKLER_BLESS=1` to write the corpus anew, with a file for every game.

use crate::support::files::keep;
use std::collections::BTreeMap;
use std::path::PathBuf;
use stickler::check::stream::{Seeded, SplitMix64};
use stickler::check::walk::Walk;
use stickler::games::{GAMES, erased::AnyRules};
use stickler::json::Awaited;
use stickler::params::Settings;
use stickler::vectors::{self, Header, Vector, perft};

tests! {
    the_corpus_is_made_again_bit_for_bit,
    the_rules_agree_with_the_corpus,
    a_seed_and_a_count_say_it_all,
    walks_reach_the_end,
}

/// Positions of each file.
const COUNT: usize = 48;

/// Parameters for a second file of a game, so that rare rules come up.
const VARIANTS: &[(&str, &str, &[&str])] = &[
    ("gomoku", "small", &["board=6x7", "row=4"]),
    ("blokus", "four", &["players=4", "board=9", "shapes=I1,I2,I3,L3,O4,T4"]),
    ("betris", "short", &["rounds=3", "chips=6", "board=4x5"]),
    ("blackout", "small", &["board=3x4"]),
    ("tetris", "two-letters", &["alphabet=AB", "length=9"]),
    ("tetris", "mid-bag", &["hold=no", "start=mid-bag", "length=12"]),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/vectors")
}

fn settings(set: &BTreeMap<String, String>) -> Settings {
    Settings(set.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// Name and wanted text of every file.
fn corpus() -> Vec<(String, String)> {
    let plain = GAMES.games().iter().map(|game| (game.name(), game.name().to_string(), &[][..]));
    let variants = VARIANTS.iter().map(|(game, variant, set)| (*game, format!("{game}-{variant}"), *set));
    let file = |(game, name, set): (&str, String, &[&str])| {
        let settings = Settings::read(set.iter().copied()).expect("settings");
        let game = GAMES.find(game).expect("the game");
        (name, vectors::write(&vectors::generate(game, &settings, 1, COUNT).expect("vectors")))
    };
    plain.chain(variants).map(file).collect()
}

fn read(text: &str) -> (Header, Vec<Vector>) {
    let mut lines = text.lines().map(|line| serde_json::from_str(line).expect("a vector"));
    match lines.next() {
        Some(Vector::Header(header)) => (header, lines.collect()),
        other => panic!("a header comes first, not {other:?}"),
    }
}

fn the_corpus_is_made_again_bit_for_bit() {
    let mut bytes = 0;
    for (name, wanted) in corpus() {
        let path = folder().join(format!("{name}.jsonl"));
        keep(&path, &wanted);
        bytes += wanted.len();
    }
    assert!(bytes < 2_000_000, "the corpus has {bytes} bytes");
}

/// The rules reach each position, allow exactly its legal actions, and refuse the others by the clause that it names.
fn the_rules_agree_with_the_corpus() {
    let (mut over, mut refused) = (0, 0);
    for (name, text) in corpus() {
        let (header, vectors) = read(&text);
        let game = GAMES.find(&header.game).expect("the game");
        let after = |actions: &[String]| -> Box<dyn AnyRules> {
            let mut rules = game.with(&settings(&header.set)).expect("rules").rules();
            actions.iter().for_each(|action| {
                rules.play(action).unwrap_or_else(|breach| panic!("{name}: {action}: {}", breach.why))
            });
            rules
        };
        for vector in &vectors {
            match vector {
                Vector::Position(position) => {
                    let rules = after(&position.actions);
                    assert_eq!(Awaited::from(rules.turn()), position.turn, "{name}");
                    position
                        .legal
                        .iter()
                        .for_each(|action| assert_eq!(rules.check(action), Ok(()), "{name}: {action}"));
                    for wrong in &position.refused {
                        let clause = rules.check(&wrong.action).expect_err("illegal").clause;
                        assert_eq!(clause.id(), wrong.clause, "{name}: {}", wrong.action);
                        assert!(!clause.entry().sentence.is_empty(), "{clause} stands on a page");
                    }
                    over += usize::from(matches!(position.turn, Awaited::Over(_)));
                    refused += position.refused.len();
                }
                Vector::Perft(table) => {
                    let rules = after(&table.actions);
                    let again: Vec<u64> = (1..=table.counts.len()).map(|depth| perft(&*rules, depth)).collect();
                    assert_eq!(again, table.counts, "{name}: {:?}", table.actions);
                }
                Vector::Header(_) => panic!("{name}: one header is enough"),
            }
        }
    }
    assert!(over > 20 && refused > 500, "{over} ends, {refused} refused actions");
}

/// Another seed, and another number of positions, make other lines; the first positions of a longer list are those of a shorter one.
fn a_seed_and_a_count_say_it_all() {
    for game in GAMES.games() {
        let lines = |seed, count| {
            let vectors = vectors::generate(*game, &Settings::default(), seed, count).expect("vectors");
            vectors::write(&vectors).lines().skip(1).map(str::to_string).collect::<Vec<_>>()
        };
        assert_eq!(lines(3, 4), lines(3, 4));
        assert_ne!(lines(3, 4), lines(4, 4), "{}", game.name());
        assert_eq!(lines(3, 4)[..], lines(3, 5)[..lines(3, 4).len()]);
    }
}

/// Walks that seek the end reach one, in every game whose games are short enough.
fn walks_reach_the_end() {
    for (game, set) in [("gomoku", &[][..]), ("betris", &[]), ("blackout", &[]), ("tetris", &["length=20"])] {
        let game = GAMES.find(game).expect("the game");
        for walk in Walk::ALL {
            let mut rules =
                game.with(&Settings::read(set.iter().copied()).expect("settings")).expect("a variant").rules();
            let mut stream = Seeded::new(SplitMix64(5));
            walk.play(&mut *rules, 1000, &mut stream);
            assert!(matches!(rules.turn(), stickler::game::Turn::Over(_)), "{} {}", game.name(), walk.name());
        }
    }
}
