//! What each game says of itself: its parameters, the words of its contest, what a first message gives away.

use crate::snapshots::holds;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use stickler::check::stream::{Seeded, SplitMix64};
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler::scenario::Scenario;
use stickler::workshop::{Alone, Parts, Workshop};

tests! {
    what_games_say_of_themselves,
    an_action_that_cannot_be_read_points_at_its_word,
    tables_are_made_where_the_jury_needs_them,
}

fn what_games_say_of_themselves() {
    let mut text = String::new();
    for game in GAMES.games() {
        let variant = game.with(&Settings::default()).expect("the usual game");
        let _ = writeln!(text, "{}: {} seats; told its end: {}", game.name(), variant.seats(), game.tells_the_end());
        let parameters = variant.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>();
        let _ = writeln!(text, "  {}", parameters.join(" "));
        let words = FaultKind::ALL.map(|kind| format!("{}: {}", kind.word(), game.word(kind)));
        let _ = writeln!(text, "  {}", words.join(", "));
        for preset in game.presets() {
            let asked = Settings(vec![("preset".into(), preset.name.into())]);
            let _ = writeln!(text, "  {}: {}", preset.name, game.expand(&asked).expect("a preset"));
        }
        let mut judge = variant.referee();
        let (mut message, mut stream) = (String::new(), Seeded::new(SplitMix64(3)));
        while judge.tell(&mut message).is_none() {
            judge.choose(&mut stream, 0).expect("a choice");
        }
        let lines: Vec<&[u8]> = message.lines().map(str::as_bytes).collect();
        let told = game.told_settings(&mut lines.iter().copied());
        let _ = writeln!(
            text,
            "  `{}` tells seat {:?}, {told}",
            message.lines().next().unwrap_or(""),
            variant.seat_told(&lines)
        );
        let reach: Vec<String> = [0, 1, 2, 100, 5_000].iter().filter_map(|&games| variant.reach(games)).collect();
        let _ = writeln!(text, "  {}", reach.join("; "));
        let _ = writeln!(text, "  {}", game.about());
        for scenario in game.scenarios() {
            let Scenario { name, about, seat, opponent, set, writes, drains, games, steps } = scenario;
            let set: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let _ =
                writeln!(text, "  {name}, {about}: {games} games with {opponent:?}, {writes:?}, [{}]", set.join(" "));
            let _ = writeln!(text, "    as {seat:?}, drains: {drains}, steps: {steps:?}");
        }
        text.push('\n');
    }
    holds("what_games_say_of_themselves", &text);
}

/// A game, what is played of it, an action that is refused, and what is marked of it.
const REFUSED: &[(&str, &[&str], &str, &str)] = &[
    ("betris", &["DRAW F5 I2"], "1 BET F5 x", "x"),
    ("betris", &["DRAW F5 I2"], "1 BET Z9 1", "Z9"),
    ("betris", &["DRAW F5 I2"], "PASS", "PASS"),
    ("blackout", &[], "1 1 9 1", "9"),
    ("blokus", &[], "0 0 Q001", "0 0 Q001"),
    ("gomoku", &[], "MOVE 1 99", "99"),
    ("gomoku", &["MOVE 1 1"], "MOVE 1 1", "MOVE 1 1"),
    ("tetris", &[], "PLAY", "PLAY"),
];

fn an_action_that_cannot_be_read_points_at_its_word() {
    for (name, plies, action, marked) in REFUSED {
        let variant = GAMES.find(name).and_then(|game| game.with(&Settings::default())).expect("the game");
        let mut rules = variant.rules();
        plies.iter().for_each(|ply| rules.play(ply).expect("a legal action"));
        let breach = rules.play(action).expect_err("no legal action");
        assert_eq!(&action[breach.span.columns(action.as_bytes())], *marked, "{name}: {action}: {}", breach.why);
    }
}

#[derive(Default)]
struct Counting(AtomicUsize);

impl Workshop for Counting {
    fn make(&self, count: usize, part: &(dyn Fn(usize) -> Vec<u64> + Sync)) -> Parts {
        self.0.fetch_add(1, Ordering::Relaxed);
        Alone.make(count, part)
    }
}

/// A table is made once, by whoever needs it first.
fn tables_are_made_where_the_jury_needs_them() {
    let game = GAMES.find("blackout").expect("the game");
    let made = |set: &[&str]| {
        let workshop = Counting::default();
        let settings = Settings::read(set.iter().copied()).expect("settings");
        game.with(&settings).expect("the game").prepare(&workshop);
        workshop.0.into_inner()
    };
    assert_eq!(made(&["board=1x4", "jury=random"]), 0);
    made(&["board=1x4", "jury=perfect"]);
    assert_eq!(made(&["board=1x4", "jury=perfect"]), 0, "it is there");
}
